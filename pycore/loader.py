"""Reads ``data/`` strictly: every figure typed, in range, sourced; every reference to something.

The only module besides ``__main__`` that touches files. A page does not carry it, and the wheel
does not ask it: there the module ``_donnees`` of each game, made by ``build.py``, holds the same
tables ready.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from pycore import tomltext
from pycore.errors import DataError, Faute
from pycore.named import NAMED
from pycore.rows import Entete, Fichier
from pycore.shapes import INVALID, Choix, Context, Objet
from pycore.wiki import check_wiki

DATA = Path(__file__).resolve().parent.parent / "data"


class _Whole(Protocol):
    """Tables that say what they must allow all together."""

    def verifie(self, context: Context) -> None:
        """Note what they do not."""
        ...


Tables = TypeVar("Tables", bound=_Whole)


class _Unknown(list[str]):
    """Ids of a table of which a file could not be read: what refers to it may well be right."""

    def __contains__(self, ident: object) -> bool:
        """Nothing is known to be missing."""
        return True


def _read(path: Path, name: str, context: Context) -> dict[str, Any]:
    """Read one TOML file; what is wrong with it is noted and the file counts as empty."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        context.refuse(name, "donnees.absent")
        return {}
    except UnicodeDecodeError:
        context.refuse(name, "donnees.utf8")
        return {}
    except OSError:
        context.refuse(name, "donnees.illisible")
        return {}
    raw = tomltext.read(text, name)
    if isinstance(raw, Faute):
        context.fautes.append(raw)
        return {}
    return raw


def _rows(raw: dict[str, Any], name: str, context: Context) -> list[tuple[str, dict[str, Any]]]:
    """List the rows of a file with the words that name each in a message."""
    for key in raw:
        if key not in ("table", "ligne"):
            context.refuse(f"{name} › {key}", "inconnu.cle", cle=key, possibles="table, ligne")
    rows = raw.get("ligne", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        context.refuse(f"{name} › ligne", "donnees.lignes")
        return []
    return [(f"{name} › {row.get('id', f'ligne {rank}')}", row) for rank, row in enumerate(rows, 1)]


class _Parsed(NamedTuple):
    """A file that was read: where its rows go, its head, its rows with the words that name each."""

    name: str
    table: str
    kind: type
    head: object
    rows: list[tuple[str, dict[str, Any]]]


def load(
    tables: Callable[..., Tables],
    files: Iterable[tuple[str, str, type]],
    folder: Path | None = None,
) -> Tables:
    """Read and check all files of a game (of ``DATA``, if no folder is named); return its tables.

    Raises ``DataError`` with every fault of every file: a key unknown, missing or written twice,
    an id that stands twice, a wrong type, a figure out of range, a missing source, a reference to
    nothing, a row that the code calls by name and that is not there.
    """
    context = Context({})
    folder = DATA if folder is None else folder
    parsed = []
    unread = set()
    for stem, table, kind in files:
        name = f"{stem}.toml"
        before = len(context.fautes)
        raw = _read(folder / name, name, context)
        rows = _rows(raw, name, context)
        if len(context.fautes) == before and not rows:
            context.refuse(name, "donnees.vide")
        if len(context.fautes) > before:
            unread.add(table)
        parsed.append(_Parsed(name, table, kind, raw.get("table"), rows))
    fields: tuple[str, ...] = getattr(tables, "_fields")  # noqa: B009 - a NamedTuple's own
    ids = _ids(fields, parsed, context)
    context.ids = ids | {table: _Unknown(ids[table]) for table in unread}
    _missing(parsed, context)
    made: dict[str, dict[str, Any]] = {field: {} for field in fields}
    for each in parsed:
        head = _head(each, context)
        for where, row in each.rows:
            before = len(context.fautes)
            read = Objet(each.kind).check(row, where, context)
            if hasattr(read, "verifie") and len(context.fautes) == before:
                read.verifie(where, context)
            if read is not INVALID and isinstance(row.get("id"), str):
                made[each.table][row["id"]] = read
        idents = tuple(row["id"] for _, row in each.rows if "id" in row)
        made["fichiers"][each.name.removesuffix(".toml")] = Fichier(each.table, head, idents)
    check_wiki(((each.name, each.kind) for each in parsed), made, context)
    if context.fautes:
        raise DataError(context.fautes)
    complete = tables(**made)
    complete.verifie(context)
    if context.fautes:
        raise DataError(context.fautes)
    return complete


def _ids(
    fields: Iterable[str], parsed: Iterable[_Parsed], context: Context
) -> dict[str, list[str]]:
    """Ids of every table; one that stands twice in a table is a fault, whichever the file."""
    ids: dict[str, list[str]] = {field: [] for field in fields}
    for each in parsed:
        for where, row in each.rows:
            ident = row.get("id")
            if not isinstance(ident, str):
                continue
            if ident in ids[each.table]:
                context.refuse(f"{where}.id", "doublon", valeur=ident)
            ids[each.table].append(ident)
    return ids


def _missing(parsed: Iterable[_Parsed], context: Context) -> None:
    """Note every row that the code calls by name and that no file of its table holds."""
    for each in parsed:
        for ident in NAMED.get(each.name.removesuffix(".toml"), ()):
            if ident not in context.ids[each.table]:
                context.refuse(f"{each.name} › {ident}", "donnees.manque", valeur=ident)


def _head(each: _Parsed, context: Context) -> Any:
    """Check the head of a file; its source must be one of the sources, where the game has any."""
    where = f"{each.name} › table"
    if each.head is None:
        return context.refuse(where, "requis") if each.rows else Entete("")
    head = Objet(Entete).check(each.head, where, context)
    if head is not INVALID and head.source:
        Choix("sources").check(head.source, f"{where}.source", context)
    return head


def load_all(
    games: Mapping[str, tuple[Callable[..., Any], Iterable[tuple[str, str, type]]]],
    folder: Path | None = None,
) -> dict[str, Any]:
    """Read the tables of several games.

    Raises ``DataError`` with every fault of all of them; what they share is said once.
    """
    made: dict[str, Any] = {}
    fautes: list[Faute] = []
    for name, (tables, files) in games.items():
        try:
            made[name] = load(tables, files, folder)
        except DataError as refused:
            fautes += [each for each in refused.fautes if each not in fautes]
    if fautes:
        raise DataError(fautes)
    return made
