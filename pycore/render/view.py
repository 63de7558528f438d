"""A tree of elements that the page builds node by node, by an allow-list; never markup as text."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

PREFIX = "ncalc-"
"""Every class of the calculators starts with this, so that no style of a wiki meets ours."""


class Noeud(NamedTuple):
    """An element: its tag, attributes, text, and children after the text."""

    balise: str
    attributs: Mapping[str, str]
    texte: str
    enfants: tuple["Noeud", ...]


Contenu = str | Noeud


def noeud(balise: str, *contenu: Contenu | None, classe: str = "", **attributs: str) -> Noeud:
    """Make an element; ``classe`` gets the prefix, ``aria_label`` becomes ``aria-label``.

    Nothing (``None``) among the content is left out; a string after an element becomes a span.
    """
    attrs = {key.strip("_").replace("_", "-"): value for key, value in attributs.items()}
    if classe:
        attrs["class"] = " ".join(PREFIX + each for each in classe.split())
    items = [item for item in contenu if item is not None and item != ""]
    texte = ""
    if items and isinstance(items[0], str):
        texte = items.pop(0)  # type: ignore[assignment]
    enfants = (Noeud("span", {}, item, ()) if isinstance(item, str) else item for item in items)
    return Noeud(balise, attrs, texte, tuple(enfants))


def tree(root: Noeud) -> dict[str, Any]:
    """Turn an element into JSON values; what is empty is left out."""
    made: dict[str, Any] = {"balise": root.balise}
    if root.attributs:
        made["attributs"] = dict(root.attributs)
    if root.texte:
        made["texte"] = root.texte
    if root.enfants:
        made["enfants"] = [tree(each) for each in root.enfants]
    return made


def text(roots: Iterable[Noeud]) -> str:
    """Read the text of elements, as a screen reader would find it."""
    return "".join(root.texte + text(root.enfants) for root in roots)
