"""What the data says of the wiki's pages: titles that a wiki accepts, columns that rows can fill.

Checked when the data is read; how the pages are written is in ``render``.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pycore.shapes import INVALID, Context, Entier, Texte, fields_of

LONGEST_TITLE = 240
"""Bytes of a title; MediaWiki refuses more than 255."""

FORMES = {"signe": Entier, "mesure": Texte}
"""The kind of field that each form of a column goes with."""

_FORBIDDEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\ud800-\udfff#<>\[\]|{}_~%&]|\s\s|^[\s:/]|\s$|[^\S ]|^\.{1,2}$"
)


def is_title(titre: str) -> bool:
    """Tell whether a wiki accepts this title as it stands."""
    plain = bool(titre) and _FORBIDDEN.search(titre) is None
    return plain and len(titre.encode()) <= LONGEST_TITLE


def box_page(page: str, ident: str) -> str:
    """Title of the page of one row of a file whose rows are boxes."""
    return f"{page}/{ident}"


def columns_file(fichiers: Mapping[str, Any]) -> str:
    """Name the file that says what the columns of a game's tables are."""
    return next(f"{name}.toml" for name, each in fichiers.items() if each.table == "colonnes")


def check_wiki(
    files: Iterable[tuple[str, type]], made: Mapping[str, Mapping[str, Any]], context: Context
) -> None:
    """Note titles that are impossible or stand twice, and columns that their rows cannot fill."""
    seen: dict[str, str] = {}
    for name, kind in files:
        fichier = made["fichiers"][name.removesuffix(".toml")]
        if fichier.entete is INVALID:
            continue
        for where, titre in _titles(name, fichier, made):
            if not isinstance(titre, str) or not titre:
                continue
            # Only the first letter's case is the wiki's own; a difference of case alone misleads.
            same = unicodedata.normalize("NFC", titre).casefold()
            if not is_title(titre):
                context.refuse(where, "donnees.titre", valeur=titre[:80])
            elif same in seen:
                context.refuse(where, "donnees.page", valeur=titre, autre=seen[same])
            seen.setdefault(same, where)
        _columns(name, fichier, kind, made, context)


def _titles(
    name: str, fichier: Any, made: Mapping[str, Mapping[str, Any]]
) -> Iterator[tuple[str, object]]:
    """List the pages of a file with the words that name each in a message."""
    page = fichier.entete.page
    yield f"{name} › table.page", page
    for ident in fichier.lignes:
        row: Any = made[fichier.table].get(ident) if isinstance(ident, str) else None
        if hasattr(row, "page"):
            yield f"{name} › {ident}.page", row.page
    if fichier.table == "points_de_regle" and isinstance(page, str) and page:
        for ident in fichier.lignes:
            yield f"{name} › {ident}.id", box_page(page, ident)


def _columns(
    name: str,
    fichier: Any,
    kind: type,
    made: Mapping[str, Mapping[str, Any]],
    context: Context,
) -> None:
    """Check that each column of a file shows a field of its rows, in a form that fits."""
    fields = fields_of(kind)
    where = f"{name} › table.colonnes"
    for ident in () if fichier.entete.colonnes is INVALID else fichier.entete.colonnes:
        colonne = made.get("colonnes", {}).get(ident)
        if colonne is None or INVALID in (colonne.champ, colonne.forme):
            continue
        field = fields.get(colonne.champ)
        if field is None:
            context.refuse(where, "donnees.colonne", valeur=ident, champ=colonne.champ)
        elif colonne.forme and not isinstance(field, FORMES[colonne.forme]):
            context.refuse(
                f"{columns_file(made['fichiers'])} › {ident}.forme",
                "donnees.forme",
                champ=colonne.champ,
                fichier=name,
            )
