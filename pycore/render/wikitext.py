"""Wikitext of MediaWiki: texts that show as typed, links, tables, boxes, generated pages.

Nothing from the data reaches a page but through ``escape``: whatever a wiki could read as markup is
written as a character reference, which it shows and never reads.
"""

import re
import unicodedata
from collections.abc import Iterable

from pycore.render.french import NBSP
from pycore.render.tableau import Cellule, Renvoi, Tableau
from pycore.wiki import is_title

REPLACEMENT = "\ufffd"

_PLANES = range(0, 0x110000, 0x10000)
_LAST_OF_PLANES = "".join(chr(plane + 0xFFFE) + chr(plane + 0xFFFF) for plane in _PLANES)
_IMPOSSIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef" + _LAST_OF_PLANES + "]"
)
"""Characters that MediaWiki refuses or takes away."""

_MARKUP = re.compile(
    "[\\t\\n#&'*<=>\\[\\]{|}~\u2028\u2029]"  # markup wherever they stand, or an end of line
    "|^[- :;!]| $"  # at either end: lists, rules; spaces that would be cut off
    f"|(?<!{NBSP})[:!]|!(?=!)|(?<=!)!"  # addresses (http:), heads (!!)
    "|_(?=_)|(?<=_)_"  # switches (__TOC__)
    "| (?=[ ?:;!%»›])|(?<=[«‹]) "  # spaces that the wiki would make non-breaking
    "|[IRP](?=(?:(?<=I)SBN|(?<=R)FC|(?<=P)MID)\\s)"  # books and documents linked by number
)


def _reference(text: str) -> str:
    return "".join(f"&#{ord(char)};" for char in text)


def escape(texte: str) -> str:
    """Write a text so that MediaWiki shows it as it is, in a cell, a head, a caption or a box.

    Answers one line. A character that no page can hold becomes U+FFFD; the rest is composed (NFC),
    as the wiki itself would do.
    """
    plain = unicodedata.normalize("NFC", texte.replace("\r\n", "\n").replace("\r", "\n"))
    plain = _IMPOSSIBLE.sub(REPLACEMENT, plain)
    return _MARKUP.sub(lambda found: _reference(found[0]), plain)


def link(renvoi: Renvoi) -> str:
    """Write a link; without words, or where no wiki can have such a page, the words alone."""
    words = escape(renvoi.texte)
    if not words or not is_title(renvoi.page):
        return words
    # With a colon first, a link to a category or a file is a link, and nothing more.
    colon = ":" if ":" in renvoi.page else ""
    anchor = f"#{_anchor(renvoi.ancre)}" if renvoi.ancre else ""
    return f"[[{colon}{unicodedata.normalize('NFC', renvoi.page)}{anchor}|{words}]]"


def _anchor(ancre: str) -> str:
    """Write the name of a section within a link, where fewer characters mean anything."""
    plain = _IMPOSSIBLE.sub(REPLACEMENT, unicodedata.normalize("NFC", ancre))
    return re.sub(r"[\s\"#&'<>\[\]_{|}~]", lambda found: _in_anchor(found[0]), plain)


def _in_anchor(char: str) -> str:
    return " " if char.isspace() else _reference(char)


def _cell(cell: Cellule) -> str:
    key = "" if cell.cle is None else f'data-sort-value="{cell.cle}" | '
    return f"| {key}{escape(cell.texte)}"


def table(tableau: Tableau, points: str) -> str:
    """Write a table, a cell a line; ``points`` is what announces the points de règle."""
    sortable = " sortable" if tableau.triable else ""
    lines = [f'{{| class="wikitable{sortable}"', f"|+ {escape(tableau.titre)}", "|-"]
    for head in tableau.tetes:
        kind = ' data-sort-type="number"' if tableau.triable and head.nombre else ""
        lines.append(f'! scope="col"{kind} | {escape(head.texte)}')
    for first, *others in tableau.rangees:
        lines += ["|-", f'! scope="row" | {escape(first.texte)}']
        lines += [_cell(cell) for cell in others]
    notes = [escape(tableau.note)] if tableau.note else []
    if tableau.points:
        notes.append(f"{escape(points)} {', '.join(link(each) for each in tableau.points)}")
    if notes:
        lines += [
            '|- class="sortbottom"',
            f'| colspan="{len(tableau.tetes)}" | {"<br>".join(notes)}',
        ]
    return "\n".join([*lines, "|}"])


def box(template: str, lines: Iterable[str]) -> str:
    """Write a box: a template whose parameter ``contenu`` is these lines."""
    return "\n".join([f"{{{{{template}|contenu=", *lines, "}}"])


def bullet(texte: str, *, numbered: bool) -> str:
    """Write an item of a list."""
    return f"{'#' if numbered else '*'} {escape(texte)}"


def term(texte: str) -> str:
    """Write the term that opens a part of a box (``;Définition:``); its colon is the markup's."""
    words = texte.removesuffix(":")
    bare = words.rstrip()
    return f";{escape(bare)}{words[len(bare) :]}:"


def transclude(titre: str) -> str:
    """Write what shows another page here."""
    return f"{{{{{'' if ':' in titre else ':'}{titre}}}}}"


def page(notice: str, body: str, categorie: str) -> str:
    """Write a generated page; notice and category stay on it and go to no page that shows it."""
    category = f"[[Catégorie:{categorie}]]" if is_title(categorie) else ""
    return (
        f"<noinclude>''{escape(notice)}''\n</noinclude>{body}<noinclude>\n{category}</noinclude>\n"
    )
