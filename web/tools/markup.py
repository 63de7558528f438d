"""HTML of our own templates as a tree: read, set to its first state, written as HTML or JSON."""

from __future__ import annotations

import re
from html import escape
from html.parser import HTMLParser
from typing import Any

VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "path"})
CONDITION = "data-si"
WHOLE = re.compile(r"[0-9]{1,15}")
# Attributes of drawings that have a capital, which an HTML parser takes away.
DRAWN = {"viewbox": "viewBox"}


class Element:
    """An element of our own markup: tag, attributes, children (elements and text)."""

    def __init__(self, tag: str, attributes: dict[str, str | None]) -> None:
        """Start without children."""
        self.tag = tag
        self.attributes = attributes
        self.children: list[Element | str] = []

    def elements(self) -> list[Element]:
        """List the element and all below it, in document order."""
        found = [self]
        for child in self.children:
            if isinstance(child, Element):
                found += child.elements()
        return found


class _Parser(HTMLParser):
    """Builds the tree; markup that does not nest is refused, for it is ours."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [Element("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, dict(attrs))
        self.open[-1].children.append(made)
        if tag not in VOID:
            self.open.append(made)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if self.open[-1].tag != tag:
            message = f"</{tag}> ferme <{self.open[-1].tag}> (ligne {self.getpos()[0]})"
            raise ValueError(message)
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parse(html: str) -> Element:
    """Read markup; answers a root without a tag. Raises ValueError where it does not nest."""
    parser = _Parser()
    parser.feed(html)
    parser.close()
    if len(parser.open) != 1:
        message = f"<{parser.open[-1].tag}> n’est pas fermé"
        raise ValueError(message)
    return parser.open[0]


def serialise(element: Element | str) -> str:
    """Write a tree as HTML."""
    if isinstance(element, str):
        return escape(element, quote=False)
    inner = "".join(serialise(child) for child in element.children)
    if not element.tag:
        return inner
    attributes = "".join(
        f" {name}" if value is None else f' {name}="{escape(value)}"'
        for name, value in element.attributes.items()
    )
    if element.tag in VOID:
        return f"<{element.tag}{attributes}>"
    return f"<{element.tag}{attributes}>{inner}</{element.tag}>"


def as_json(element: Element | str) -> dict[str, Any]:
    """Write a tree as web/src/mount.js builds it: `{balise, attributs, texte, enfants}`.

    A text among elements is a child without `balise`. Spaces are kept as a browser shows them.
    """
    if isinstance(element, str):
        return {"texte": re.sub(r"[ \t\r\n]+", " ", element)}
    made: dict[str, Any] = {"balise": element.tag}
    if element.attributes:
        made["attributs"] = {
            DRAWN.get(name, name): "" if value is None else value
            for name, value in element.attributes.items()
        }
    match element.children:
        case []:
            pass
        case [str() as text]:
            made |= as_json(text)
        case children:
            made["enfants"] = [as_json(child) for child in children]
    return made


def only_element(root: Element) -> Element:
    """Give the one element under a root; blanks around it are nothing. Raises ValueError."""
    match [each for each in root.children if isinstance(each, Element) or each.strip()]:
        case [Element() as only]:
            return only
    raise ValueError("un formulaire tient dans un seul élément")


def _values(element: Element, values: dict[str, list[str]], *, shown: bool) -> None:
    """Collect what each field that applies holds at first."""
    shown = shown and "hidden" not in element.attributes
    name = element.attributes.get("name")
    if shown and name:
        ticked = element.attributes.get("type") not in ("checkbox", "radio")
        if element.tag == "select":
            options = [each for each in element.elements() if each.tag == "option"]
            chosen = [each for each in options if "selected" in each.attributes] or options[:1]
            values.setdefault(name, []).extend(
                each.attributes.get("value") or "" for each in chosen
            )
        elif ticked or "checked" in element.attributes:
            values.setdefault(name, []).append(element.attributes.get("value") or "")
    for child in element.children:
        if isinstance(child, Element):
            _values(child, values, shown=shown)


def _meets(found: list[str], wanted: str) -> bool:
    """Tell whether a value is the one that a clause names, or lies in its range."""
    low, ranged, high = wanted.partition("..")
    if not ranged:
        return wanted in found
    numbers = (int(each) for each in found if WHOLE.fullmatch(each.strip()))
    return any(int(low) <= each <= int(high) for each in numbers)


def _all_hold(condition: str, values: dict[str, list[str]]) -> bool:
    for clause in condition.split(";"):
        name, _, wanted = clause.partition("=")
        refused = name.endswith("!")
        found = values.get(name.rstrip("!"), [])
        if any(_meets(found, each) for each in wanted.split(",")) == refused:
            return False
    return True


def holds(condition: str, values: dict[str, list[str]]) -> bool:
    """Tell whether a condition holds; web/src/conditions.js reads the same text."""
    return any(_all_hold(each, values) for each in condition.split("|"))


def settle(root: Element) -> None:
    """Hide what does not apply to the first choices, so that nothing moves when scripts run."""
    conditional = [each for each in root.elements() if CONDITION in each.attributes]
    for _ in range(len(conditional)):
        values: dict[str, list[str]] = {}
        _values(root, values, shown=True)
        changed = False
        for element in conditional:
            applies = holds(element.attributes[CONDITION] or "", values)
            if applies == ("hidden" in element.attributes):
                changed = True
                if applies:
                    del element.attributes["hidden"], element.attributes["disabled"]
                else:
                    element.attributes |= {"hidden": None, "disabled": None}
        if not changed:
            return
