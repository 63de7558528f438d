"""What the page shows for a question, as lines that a person reads and a test compares.

An element is `[tag.class words]`; one that begins a line has no brackets, and what it holds stands
under it where a line does not suffice. Of a class the prefix `ncalc-` is left out; a `span` or a
`div` that bears nothing is its words alone; cells are parted by a bar, a term and its value by an
equals sign; a non-breaking space shows as a tie.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from pycore import api

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = dict[str, Any]
WIDTH = 120
BARE = {"span", "div", "dd", "td"}  # without a class, told by its words alone
PARTED = {"tr": " | ", "dl": " ; ", "ul": " / "}


class Question(NamedTuple):
    """What is asked, of which calculator."""

    calcul: str
    operation: str
    value: Json
    demande: Json | None = None


def _head(tree: Json) -> str:
    attributes = dict(tree.get("attributs", {}))
    classes = attributes.pop("class", "").replace("ncalc-", "").split()
    bare = tree["balise"] in BARE and not attributes
    tag = "" if bare else tree["balise"]
    more = "".join(f" {key}={word}" for key, word in attributes.items() if key != "scope")
    return "".join([tag, *(f".{each}" for each in classes)]) + more


def _bar(tree: Json) -> str:
    """A bar is its parts, each with its length, of so many."""
    whole = tree["attributs"]["viewBox"].split()[2]
    parts = (
        f"{each['attributs']['class'].replace('ncalc-barre-part', '').replace('ncalc-', '')} "
        f"{each['attributs']['width']}".strip()
        for each in tree["enfants"]
    )
    return f"[barre {', '.join(parts)} / {whole}]"


def _inline(tree: Json) -> str:
    if tree["balise"] == "svg":
        return _bar(tree)
    inner = PARTED.get(tree["balise"], "").join(map(_inline, tree.get("enfants", [])))
    words = tree.get("texte", "") + inner
    if tree["balise"] == "dt":
        return f"{words} = "
    head = _head(tree)
    return f"[{head} {words}]" if head else str(words)


def _begins(tree: Json) -> bool:
    """Tell whether this begins a line of a list of terms."""
    return tree["balise"] in {"dt", "div"}


def _lines(tree: Json, depth: int) -> Iterator[str]:
    head, whole = _head(tree), _inline(tree)
    line = whole[1:-1] if head else whole
    children = tree.get("enfants", [])
    short = len(line) + 2 * depth <= WIDTH
    whole_row = tree["balise"] == "tr" or not any(each.get("enfants") for each in children)
    if short or (whole_row and tree["balise"] != "dl"):
        yield "  " * depth + line
        return
    first = f"{head} {tree.get('texte', '')}".strip()
    if first:
        yield "  " * depth + first
    depth += bool(first)
    if tree["balise"] == "dl":
        said = "".join(
            f"\n{_inline(each)}" if _begins(each) else _inline(each) for each in children
        )
        yield from ("  " * depth + line for line in said.strip("\n").split("\n"))
        return
    for child in children:
        yield from _lines(child, depth)


def told(question: Question) -> Iterator[str]:
    """Each place of the page with what it shows; an empty one is left out."""
    demande = f" {json.dumps(question.demande)}" if question.demande else ""
    yield f"## {question.calcul} : {question.operation}{demande}"
    answer = api.ask(
        question.calcul, question.operation, json.dumps(question.value), question.demande
    )
    for place, trees in answer.vue().items():
        if trees:
            yield f"# {place}"
        for tree in trees:
            lines = _lines(tree, 0) if isinstance(tree, dict) else [json.dumps(tree)]
            yield from (line.replace("\u00a0", "~") for line in lines)
