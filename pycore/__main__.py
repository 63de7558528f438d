"""Command line: ``python3 -m pycore resolve combat scenario.json``.

Reads JSON from a file or standard input, writes JSON in ASCII. A refused scenario prints all its
errors and exits with 2.
"""

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from pycore import __version__, api, jsontext
from pycore.errors import DataError, RefusedError
from pycore.render.donnees import data_errors, table_rows, text_table
from pycore.render.wiki_pages import wikitext_of

_ALONE = ("next",)
"""Operations whose text says by itself what it is: no calculator is named."""

REFUSED = 2
UNWRITTEN = 1
INTERRUPTED = 130


class _Parser(argparse.ArgumentParser):
    """An argument parser whose refusals are French and carry a stable code, like all others."""

    def error(self, message: str) -> NoReturn:
        """Print what is wrong with the command, then leave."""
        del message  # Python's own words, in English
        usage = " ".join(self.format_usage().split())
        _refuse("", "commande", f"Commande mal écrite. {usage}")
        sys.exit(REFUSED)


def _print(value: object, indent: int | None = 1) -> None:
    sys.stdout.write(jsontext.dump(value, indent) + "\n")


def _refuse(chemin: str, code: str, message: str) -> None:
    _print({"erreurs": [{"chemin": chemin, "code": code, "message": message}]})


def _bytes(name: str) -> bytes:
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()


def _lines(raw: bytes) -> Iterable[bytes]:
    return (line for line in raw.split(b"\n") if line.strip())


def _answer(asked: argparse.Namespace, raw: bytes) -> tuple[Any, bool]:
    """Answer one scenario; also whether it was refused."""
    try:
        demande = jsontext.parse(getattr(asked, "demande", "{}"))
        texte = jsontext.decode(raw)
        return api.run(asked.calcul, asked.operation, texte, demande), False
    except RefusedError as refused:
        return api.refusal(asked.calcul, refused), True


def _calculate(asked: argparse.Namespace) -> int:
    """Run an operation on a file, or on each line of it."""
    try:
        raw = _bytes(asked.fichier)
    except OSError:
        _refuse(asked.fichier, "fichier", "Ce fichier ne peut pas être lu : vérifiez son nom.")
        return REFUSED
    if not asked.lines:
        value, refused = _answer(asked, raw)
        _print(value)
        return REFUSED if refused else 0
    any_refused = False
    for line in _lines(raw):
        value, refused = _answer(asked, line)
        _print(value, None)
        any_refused = any_refused or refused
    return REFUSED if any_refused else 0


def _schema(asked: argparse.Namespace) -> int:
    _print(api.schema(asked.calcul))
    return 0


class _Table(NamedTuple):
    """A file of a game's data: the game's tables, and the file's name among them."""

    regles: Any
    fichier: str


def _known() -> dict[str, _Table]:
    """Every table by the name it is asked for; those of another game than the first with its own.

    What games share is the first's.
    """
    games = list(dict.fromkeys(calcul.tables for calcul in api.CALCULS.values()))
    known: dict[str, _Table] = {}
    seen: set[str] = set()
    for rank, tables in enumerate(games):
        regles = tables()
        for fichier in regles.fichiers:
            if fichier not in seen:
                name = fichier if rank else fichier.rpartition("/")[2]
                known[name] = _Table(regles, fichier)
            seen.add(fichier)
    return known


def _tables(asked: argparse.Namespace) -> int:
    """Print a table, or the list of them."""
    known = _known()
    if asked.table is None:
        listed = [
            {"id": name, "titre": each.regles.fichiers[each.fichier].entete.titre}
            for name, each in known.items()
        ]
        if asked.json:
            _print(listed)
        else:
            sys.stdout.write(text_table(listed))
        return 0
    if asked.table not in known:
        _refuse(asked.table[:40], "inconnu", f"table inconnue. Tables\u00a0: {', '.join(known)}.")
        return REFUSED
    regles, fichier = known[asked.table]
    if asked.wiki:
        return _wikitext(regles, fichier, asked.table)
    rows = table_rows(regles, regles.fichiers[fichier])
    if asked.json:
        _print(rows)
    else:
        sys.stdout.write(text_table(rows))
    return 0


def _wikitext(regles: Any, fichier: str, table: str) -> int:
    """Print the page of the wiki that shows a table."""
    texte = wikitext_of(regles, fichier)
    if not texte:
        _refuse(table, "inconnu", "cette table n’a pas de page sur le wiki.")
        return REFUSED
    sys.stdout.write(texte)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python3 -m pycore", description=__doc__)
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="operation", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int], words: str) -> _Parser:
        made = commands.add_parser(name, help=words)
        made.set_defaults(run=run)
        return made

    operations = {name for calcul in api.CALCULS.values() for name in calcul.operations}
    for operation in sorted(operations):
        able = [name for name, calcul in api.CALCULS.items() if operation in calcul.operations]
        made = command(operation, _calculate, "calcule un scénario")
        if operation in _ALONE:
            made.set_defaults(calcul=able[0])
        else:
            made.add_argument("calcul", choices=able)
        made.add_argument("fichier", nargs="?", default="-")
        made.add_argument("--lines", action="store_true", help="un scénario par ligne")
        if any(api.CALCULS[name].operations[operation].demande for name in able):
            said = "ce qui est demandé de plus, en JSON : --demande={…}"
            made.add_argument("--demande", default="{}", help=said)
    made = command("schema", _schema, "écrit le schéma JSON d’un scénario ou d’un fichier gardé")
    made.add_argument("calcul", choices=[*api.CALCULS, *api.DOCUMENTS])
    made = command("tables", _tables, "montre les tables des règles")
    made.add_argument("table", nargs="?")
    written = made.add_mutually_exclusive_group()
    written.add_argument("--json", action="store_true")
    written.add_argument("--wiki", action="store_true", help="écrit le wikicode de la table")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; answers the exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    # An option may stand before the file as well as after it.
    asked = _parser().parse_args(sorted(words, key=lambda word: word.startswith("--")))
    try:
        code: int = asked.run(asked)
        sys.stdout.flush()
    except DataError as refused:
        _print({"erreurs": data_errors(refused)})
        return REFUSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError:  # whoever read us has gone, or the disk is full
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNWRITTEN
    return code


if __name__ == "__main__":
    if isinstance(sys.stdout, io.TextIOWrapper):  # a Windows terminal would choose its own
        sys.stdout.reconfigure(encoding="utf-8")
    sys.exit(main())
