"""Cells of Anima's tables that say more than one field."""

from collections.abc import Callable, Mapping
from typing import Any

from pycore.anima.rows import Localisation
from pycore.render.french import nombre
from pycore.render.tableau import Cellule
from pycore.render.wiki_words import MotsWiki


def span(mots: MotsWiki, minimum: int, maximum: int | None) -> str:
    """Say the numbers of a rank; one without a maximum goes on for ever."""
    if maximum is None:
        return mots.mot("table.plage_derniere", minimum=nombre(minimum))
    if minimum == maximum:
        return nombre(minimum)
    return mots.mot("table.plage", minimum=nombre(minimum), maximum=nombre(maximum))


def _place(mots: MotsWiki, row: Localisation) -> Cellule:
    """The faces of the die that draw a place."""
    below = [each.maximum for each in mots.regles.localisations.values()]
    minimum = 1 + max((each for each in below if each < row.maximum), default=0)
    return Cellule(span(mots, minimum, row.maximum))


COMPOSED: Mapping[tuple[type, str], Callable[[MotsWiki, Any], Cellule]] = {
    (Localisation, "maximum"): _place,
}
"""Fields that are not written as their kind is: by type of row and name of field."""
