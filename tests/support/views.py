"""What a view says, as text."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def text(tree: Json) -> str:
    """The text of a tree of the page."""
    return str(tree.get("texte", "")) + "".join(text(each) for each in tree.get("enfants", []))


def slot(vue: Json, name: str) -> str:
    """The text of a slot, a space between its elements."""
    return " ".join(text(each) for each in vue[name])
