"""Wikitext read back: what a wiki would show of a text, the cells of a generated table."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

import mwparserfromhell
from hypothesis import strategies as st
from mwparserfromhell.nodes import HTMLEntity, Tag, Text

if TYPE_CHECKING:
    from mwparserfromhell.nodes import Template
    from mwparserfromhell.wikicode import Wikicode

HOSTILE = (
    "|",
    "a||b",
    "a!!b",
    "!",
    "}}",
    "{{subst:x}}",
    "{{{1}}}",
    "[[lien]]",
    "]]",
    "<ref>note</ref>",
    "<nowiki>''x''</nowiki>",
    "<!-- rien -->",
    "&amp;",
    "&#124;",
    "~~~~",
    "__TOC__",
    "''italique''",
    "https://exemple.org/a?b=c",
    "//exemple.org",
    "[https://exemple.org x]",
    "mailto:a@exemple.org",
    "ISBN 2-7654-1005-4",
    "RFC 2616",
    "PMID 1234",
    "-{zh}-",
    "{|",
    "|}",
    "|-",
    "* liste",
    "# liste",
    ": retrait",
    "; terme : suite",
    "= titre =",
    " espace devant",
    "espace derrière ",
    "deux  espaces",
    "----",
    "-",
    "+3",
    "deux\nlignes",
    "\n* liste",
    "tabulation\tici",
    "a : b ! c ? d % « e » f",
    "\x7f'\"`UNIQ--nowiki-0",
    "contenu=x|y=z",
    "#REDIRECT [[x]]",
    "👩‍🚀 Ka‑Soleil\u2028fin",
)
TEXTS = st.one_of(
    st.sampled_from(HOSTILE),
    st.lists(st.sampled_from([*HOSTILE, " ", "\n", "a"]), max_size=4).map("".join),
    st.text(),
)


def as_shown(texte: str) -> str:
    """What a wiki can show of a text: one form of each letter, one kind of line end."""
    plain = unicodedata.normalize("NFC", texte.replace("\r\n", "\n").replace("\r", "\n"))
    return "".join("\ufffd" if not _possible(ord(char)) else char for char in plain)


def _possible(code: int) -> bool:
    control = code < 0x20 and code not in {0x09, 0x0A}
    noncharacter = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
    return not (control or 0x7F <= code <= 0x9F or noncharacter or 0xD800 <= code <= 0xDFFF)


def read(code: Wikicode | None) -> str:
    """Read a text that must hold nothing but letters and character references."""
    assert code is not None
    for node in code.nodes:
        assert isinstance(node, Text | HTMLEntity), f"{node!r} in {code!r}"
    return "".join(
        node.normalize() if isinstance(node, HTMLEntity) else str(node) for node in code.nodes
    )


def inside(code: Wikicode) -> str:
    """Read a cell: after the mark comes one space, at the end the line's."""
    text = read(code)
    assert text.startswith(" ")
    return text[1:].removesuffix("\n")


def children(tag: Tag, name: str) -> list[Tag]:
    return [each for each in tag.contents.nodes if isinstance(each, Tag) and each.tag == name]


def transcluded(texte: str) -> str:
    """What an article shows of a page."""
    return re.sub(r"<noinclude>.*?</noinclude>", "", texte, flags=re.DOTALL)


def grid(texte: str) -> list[list[str]]:
    """Read the cells of the one table of a page, heads first, without the row of notes."""
    (table,) = mwparserfromhell.parse(transcluded(texte)).filter_tags(
        recursive=False, matches=lambda node: node.tag == "table"
    )
    rows = [row for row in children(table, "tr") if not row.has("class")]
    cells = [[each for each in row.contents.nodes if isinstance(each, Tag)] for row in rows]
    return [[inside(cell.contents) for cell in row] for row in cells]


def only_template(texte: str) -> Template:
    """Read a text that is one template and nothing else."""
    (template,) = mwparserfromhell.parse(texte).filter_templates(recursive=False)
    assert str(template) == texte.strip()
    return template
