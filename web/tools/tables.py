"""`build.py tables`: the wiki's pages, one file each in `dist/tables/`, and what changed in them.

Each game has a set of its own, in a folder of its own.

Needs nothing but Python: an editor who changed a figure sees its effect at once.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import re
import sys
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from pycore.anima import rows as anima_rows
from pycore.errors import DataError
from pycore.loader import load_all
from pycore.nephilim import rows as nephilim_rows
from pycore.render.donnees import data_errors
from pycore.render.wiki_pages import PageWiki, pages
from web.tools.paths import DIST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path
    from types import ModuleType


class Jeu(NamedTuple):
    """A game: where its pages go in `dist/`, and the module of its tables."""

    dossier: str
    rows: ModuleType


JEUX = {
    "nephilim": Jeu("tables", nephilim_rows),
    "anima": Jeu("tables-anima", anima_rows),
}
"""Each game has its own wiki; the first is the one that is meant where none is named."""

SUFFIX = ".wiki"
MANIFEST = "manifeste.json"
SHOWN = 40  # lines of a difference shown before the rest is counted
_OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_HUNK = re.compile(r"^@@ -(\d+)")
_ROW = '! scope="row" | '


class Ecrite(NamedTuple):
    """A page as it stands in a file: its title and its text."""

    titre: str
    texte: str


class Changes(NamedTuple):
    """What a run did to the folder: titles added and removed, texts changed, pages left alone."""

    added: list[str]
    changed: list[tuple[str, str, str]]  # title, text before, text after
    removed: list[str]
    unchanged: int


def file_name(page: PageWiki) -> str:
    """Name the file of a page after the file of data, and after the row if it shows one alone."""
    stem = page.fichier.rpartition("/")[2]
    row = f"-{quote(page.ligne, safe='')}" if page.ligne else ""
    return f"{stem}{row}{SUFFIX}"


def read() -> dict[str, Any]:
    """Read the tables of each game from `data/`. Raises `DataError` with all faults of all."""
    return load_all({name: (jeu.rows.Regles, jeu.rows.FICHIERS) for name, jeu in JEUX.items()})


def generated(games: Mapping[str, Any] | None = None) -> dict[str, dict[str, Ecrite]]:
    """Make every page of each game from its tables (those of `data/`, if none), by name of file.

    Raises `DataError`.
    """
    return {name: by_file(pages(regles)) for name, regles in (games or read()).items()}


def by_file(made: Iterable[PageWiki]) -> dict[str, Ecrite]:
    """Give each page its file."""
    return {file_name(page): Ecrite(page.titre, page.texte) for page in made}


def manifest(made: Mapping[str, Ecrite]) -> str:
    """List the pages: title, file, SHA-256 of the file."""
    listed = [
        {
            "titre": page.titre,
            "fichier": name,
            "sha256": hashlib.sha256(page.texte.encode()).hexdigest(),
        }
        for name, page in made.items()
    ]
    return json.dumps({"version": 1, "pages": listed}, ensure_ascii=False, indent=1) + "\n"


def written(folder: Path) -> dict[str, Ecrite]:
    """Read what stands in the folder; its manifest has the titles, else a file's name is one."""
    try:
        listed = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["pages"]
        titles = {str(each["fichier"]): str(each["titre"]) for each in listed}
    except (OSError, ValueError, LookupError, TypeError):
        titles = {}
    found = {}
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        texte = path.read_bytes().decode("utf-8", "replace")
        found[path.name] = Ecrite(titles.get(path.name, path.name), texte)
    return found


def compare(before: Mapping[str, Ecrite], after: Mapping[str, Ecrite]) -> Changes:
    """Tell what differs. A page that only takes another title is removed and added."""
    old = {page.titre: page.texte for page in before.values()}
    new = {page.titre: page.texte for page in after.values()}
    changed = [
        (titre, old[titre], texte)
        for titre, texte in new.items()
        if titre in old and old[titre] != texte
    ]
    added = [titre for titre in new if titre not in old]
    removed = [titre for titre in old if titre not in new]
    return Changes(added, changed, removed, len(new) - len(added) - len(changed))


def refresh(made: Mapping[str, Ecrite], folder: Path) -> Changes:
    """Make the folder hold these pages and no other; tell what changed."""
    before = written(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name in before:
        if name not in made:
            (folder / name).unlink()
    for name, page in made.items():
        (folder / name).write_bytes(page.texte.encode())
    (folder / MANIFEST).write_bytes(manifest(made).encode())
    return compare(before, made)


def for_terminal(text: str) -> str:
    """Write out the characters that a terminal would obey, or that turn a line around."""
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def difference(before: str, after: str, names: tuple[str, str] = ("avant", "après")) -> list[str]:
    """Show what differs between two texts, each part with the row of the table it belongs to."""
    old = before.split("\n")
    lines = []
    for line in difflib.unified_diff(old, after.split("\n"), *names, n=1, lineterm=""):
        hunk = _HUNK.match(line)
        row = _row_above(old, int(hunk[1])) if hunk else ""
        lines.append(for_terminal(f"{line} {row}".rstrip() if hunk else line))
    if len(lines) > SHOWN:
        left = len(lines) - SHOWN
        lines[SHOWN:] = [f"… et {left} ligne{'s' if left > 1 else ''} de plus"]
    return lines


def _row_above(lines: list[str], number: int) -> str:
    """Find the head of the row that a line of a table stands in."""
    for line in reversed(lines[: number + 1]):
        if line.startswith(_ROW):
            return line.removeprefix(_ROW)
    return ""


def report(changes: Changes) -> Iterator[str]:
    """Say in French what changed."""
    for titre, before, after in changes.changed:
        yield f"Modifiée : {titre}"
        yield from (f"  {line}" for line in difference(before, after))
    for titre in changes.added:
        yield f"Ajoutée : {titre}"
    for titre in changes.removed:
        yield f"Retirée : {titre}"
    counts = (
        (len(changes.changed), "modifiée"),
        (len(changes.added), "ajoutée"),
        (len(changes.removed), "retirée"),
        (changes.unchanged, "inchangée"),
    )
    said = ", ".join(f"{count} {word}{'s' if count > 1 else ''}" for count, word in counts)
    yield f"Pages du wiki : {said}."


def follow(made: Mapping[str, Ecrite], folder: Path) -> None:
    """Refresh the folder on the way of a build: what changed is said, a first run is not news."""
    first = not (folder / MANIFEST).exists()
    changes = refresh(made, folder)
    if not first and (changes.changed or changes.added or changes.removed):
        for line in report(changes):
            print(line)


def say_faults(refused: DataError) -> None:
    """Say everything that is wrong with the data."""
    for each in data_errors(refused):
        print(each["message"], file=sys.stderr)


def main(arguments: list[str]) -> int:
    """Write the pages and say what changed; 1 if the data is wrong, and nothing is written."""
    if arguments:
        print("build.py tables ne prend pas d’option.", file=sys.stderr)
        return 2
    try:
        sets = generated()
    except DataError as refused:
        say_faults(refused)
        print("Rien n’a été écrit : corrigez data/, puis relancez la commande.", file=sys.stderr)
        return 1
    for name, made in sets.items():
        folder = JEUX[name].dossier
        try:
            changes = refresh(made, DIST / folder)
        except OSError as error:
            print(f"Impossible d’écrire dans dist/{folder}/ : {error.strerror}.", file=sys.stderr)
            return 1
        for line in report(changes):
            print(line)
        print(f"Elles sont dans dist/{folder}/.")
    return 0
