"""`build.py check`: whether the generated pages match the data, here or on the wiki.

The wiki is only read, through its API, and nothing is sent to it but the titles of the pages.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, NoReturn

from pycore.errors import DataError
from web.tools import tables
from web.tools.paths import DIST
from web.tools.wiki_api import WikiError, find_api, read_pages, same_text

if TYPE_CHECKING:
    from collections.abc import Mapping

USAGE = "Usage : python3 build.py check [--wiki ADRESSE [--jeu anima]]"


class Options(argparse.ArgumentParser):
    """A command line whose errors are told in French."""

    def error(self, message: str) -> NoReturn:
        """Exit with code 2; argparse's own message is in English, and left out."""
        del message
        self.exit(2, f"Option mal écrite.\n{USAGE}\n")


def check_files(made: Mapping[str, tables.Ecrite], name: str) -> bool:
    """Tell whether a set's folder holds what the data makes; show what differs."""
    folder = DIST / name
    if not (folder / tables.MANIFEST).exists():
        print(f"dist/{name}/ est vide : lancez d’abord python3 build.py tables.", file=sys.stderr)
        return False
    changes = tables.compare(tables.written(folder), made)
    if changes.added or changes.changed or changes.removed:
        for line in tables.report(changes):
            print(line)
    elif (folder / tables.MANIFEST).read_bytes() != tables.manifest(made).encode():
        print(f"{tables.MANIFEST} n’est pas celui de ces pages.")
    else:
        print(f"Les {len(made)} pages de dist/{name}/ correspondent à data/.")
        return True
    print(f"dist/{name}/ ne correspond plus à data/ : relancez python3 build.py tables.")
    return False


def check_wiki(made: Mapping[str, tables.Ecrite], address: str) -> bool:
    """Tell whether the wiki holds what the data makes; show what differs. Raises `WikiError`."""
    api = find_api(address)
    found = read_pages(api, [page.titre for page in made.values()])
    missing, different = [], 0
    for page in made.values():
        there = found.get(page.titre)
        if there is None:
            missing.append(page.titre)
        elif not same_text(there, page.texte):
            different += 1
            print(f"Différente : {page.titre}")
            names = ("sur le wiki", "d’après data/")
            # The wiki keeps no line end at the end of a page.
            for line in tables.difference(there.rstrip(), page.texte.rstrip(), names):
                print(f"  {line}")
    for titre in missing:
        print(f"Absente du wiki : {titre}")
    same = len(made) - different - len(missing)
    print(
        f"Sur le wiki : {_count(same, 'identique')}, {_count(different, 'différente')}, "
        f"{_count(len(missing), 'absente')}."
    )
    return same == len(made)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'s' if number > 1 else ''}"


def main(arguments: list[str]) -> int:
    """Compare, with the files or with a wiki; 0 if all is the same, 1 if not."""
    options = Options(add_help=False, allow_abbrev=False)
    options.add_argument("--wiki")
    options.add_argument("--jeu", choices=list(tables.JEUX), default=next(iter(tables.JEUX)))
    asked = options.parse_args(arguments)
    try:
        sets = tables.generated()
        if asked.wiki is None:
            found = [check_files(made, tables.JEUX[name].dossier) for name, made in sets.items()]
            same = all(found)
        else:
            same = check_wiki(sets[asked.jeu], asked.wiki)
    except DataError as refused:
        tables.say_faults(refused)
        return 1
    except WikiError as error:
        print(error, file=sys.stderr)
        return 1
    return 0 if same else 1
