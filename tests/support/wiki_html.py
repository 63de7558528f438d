"""HTML that a wiki made of a page, read back: tables cell by cell, boxes, every tag and link."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pycore.render.tableau import Tableau
    from tests.support.wiki import Wiki

EMPTY = frozenset({"br", "hr", "img", "link", "meta", "input", "wbr"})


class Node:
    """An element: its name, its attributes, what it holds in order."""

    def __init__(self, name: str, attributes: dict[str, str]) -> None:
        self.name, self.attributes = name, attributes
        self.contents: list[Node | str] = []

    def all(self, *names: str) -> list[Node]:
        """Give the elements of these names within, in order; all of them without a name."""
        return [each for each in _within(self) if not names or each.name in names]

    @property
    def text(self) -> str:
        """All the text within."""
        return "".join(each if isinstance(each, str) else each.text for each in self.contents)


def _within(node: Node) -> Iterator[Node]:
    for each in node.contents:
        if isinstance(each, Node):
            yield each
            yield from _within(each)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Node("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].contents.append(made)
        if tag not in EMPTY:
            self.open.append(made)

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY:
            assert self.open.pop().name == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].contents.append(data)


def read_html(html: str) -> Node:
    """Read HTML whose every element is closed, as a wiki's is; comments are left out."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == [reader.root]
    return reader.root


class Parsed(NamedTuple):
    """A page as the wiki parsed it, and all that it found there."""

    root: Node
    links: frozenset[str]
    templates: frozenset[str]
    categories: frozenset[str]
    others: tuple[object, ...]
    """Outer links, files, sections, links to other wikis: what no page of ours has."""


OTHERS = ("externallinks", "images", "sections", "iwlinks", "langlinks")


def parsed(wiki: Wiki, title: str) -> Parsed:
    """Have the wiki parse a page as it stands."""
    prop = ["text", "links", "templates", "categories", *OTHERS]
    told = wiki.site.get(
        "parse", page=title, prop="|".join(prop), disablelimitreport=True, wrapoutputclass=""
    )["parse"]
    links, templates, categories = (
        frozenset(str(each["*"]).replace("_", " ") for each in told[kind])
        for kind in ("links", "templates", "categories")
    )
    others = tuple(each for kind in OTHERS for each in told[kind])
    return Parsed(read_html(told["text"]["*"]), links, templates, categories, others)


class Seen(NamedTuple):
    """A table as a reader of the article has it."""

    caption: str
    heads: list[str]
    rows: list[list[str]]
    note: str


def shown(text: str) -> str:
    """Take off the line end that the wiki writes at the end of a cell."""
    return text.removesuffix("\n")


def table_seen(table: Node) -> Seen:
    """Read a table."""
    (caption,) = table.all("caption")
    first, *others = table.all("tr")
    rows = [row for row in others if "sortbottom" not in row.attributes.get("class", "")]
    notes = [row.text for row in others if row not in rows]
    return Seen(
        shown(caption.text),
        [shown(cell.text) for cell in first.all("th", "td")],
        [[shown(cell.text) for cell in row.all("th", "td")] for row in rows],
        shown("".join(notes)).removeprefix("\n").removesuffix("\n"),
    )


def table_marks(table: Node) -> list[list[tuple[str, dict[str, str]]]]:
    """Give name and attributes of every cell, row by row; of the table itself first."""
    found = [[(table.name, table.attributes)]]
    found += [
        [(cell.name, cell.attributes) for cell in row.all("th", "td")] for row in table.all("tr")
    ]
    return found


def expected_marks(tableau: Tableau) -> list[list[tuple[str, dict[str, str]]]]:
    """What `table_marks` must find for a table of the data."""
    number = {"data-sort-type": "number"}
    heads = [
        ("th", {"scope": "col"} | (number if tableau.triable and head.nombre else {}))
        for head in tableau.tetes
    ]
    rows = [
        [
            ("th", {"scope": "row"}),
            *(
                ("td", {} if cell.cle is None else {"data-sort-value": str(cell.cle)})
                for cell in row[1:]
            ),
        ]
        for row in tableau.rangees
    ]
    notes = [[("td", {"colspan": str(len(tableau.tetes))})]]
    kind = "wikitable sortable" if tableau.triable else "wikitable"
    some = bool(tableau.note or tableau.points)
    return [[("table", {"class": kind})], heads, *rows, *(notes if some else [])]
