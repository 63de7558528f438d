"""What stands in the built pages before any script has run: French as it is printed."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

# What is written for a machine; a list of choices breaks no line.
AS_IT_IS = {"code", "option", "pre", "script", "style", "textarea"}
LOOSE = re.compile(r"\S [:;!?»%]|« ")
STRAIGHT = re.compile(r"[^\W\d_]'[^\W\d_]|\.\.\.")


class Sentences(HTMLParser):
    """Gathers the texts of a page that a person reads."""

    def __init__(self) -> None:
        super().__init__()
        self.within: list[str] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        if tag in AS_IT_IS:
            self.within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.within[-1:] == [tag]:
            self.within.pop()

    def handle_data(self, data: str) -> None:
        if not self.within and data.strip():
            self.found.append(data)


def sentences(html: str) -> list[str]:
    parser = Sentences()
    parser.feed(html)
    return parser.found


def test_a_line_never_begins_with_a_colon(dist: Path) -> None:
    pages = sorted(dist.glob("*.html"))
    assert len(pages) >= 9
    for page in pages:
        found = sentences(page.read_text(encoding="utf-8"))
        assert len(found) > 5, page.name
        assert [each for each in found if LOOSE.search(each)] == [], page.name
        assert [each for each in found if STRAIGHT.search(each)] == [], page.name


def test_loose_spaces_are_seen() -> None:
    assert sentences("<p>Ici : a <code>b : c</code> « d</p><option>e : f</option>") == [
        "Ici : a ",
        " « d",
    ]
    assert all(LOOSE.search(each) for each in ("Ici : a", " « d"))
