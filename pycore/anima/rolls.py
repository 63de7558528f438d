"""Dice of Anima: the open roll, its fumble, the plain die (anima.md §1)."""

from typing import NamedTuple

from pycore.anima.rows import Regles
from pycore.shapes import Context, valid

FACES = 100
LEVEL = 2
"""Dice of a fumble: the first, and the one that gives its level."""


class Jet(NamedTuple):
    """Dice that were rolled, whether they are a fumble, and what they add to the score."""

    des: tuple[int, ...]
    maladresse: bool
    valeur: int


class Ouverture(NamedTuple):
    """When an open roll goes on, and up to which first die it is a fumble.

    The first die opens another from ``seuil`` on; the threshold rises by ``pas`` each time, and
    no higher than ``plafond``.
    """

    seuil: int
    pas: int
    plafond: int
    maladresse: int

    def opens(self, rank: int, de: int) -> bool:
        """Tell whether the die of this rank (0, 1, …) opens another."""
        return de >= min(self.plafond, self.seuil + self.pas * rank)


def opening(regles: Regles, *, maitrise: bool) -> Ouverture:
    """Read the figures of an open roll; mastery makes a fumble rarer."""
    numbers = regles.constantes
    fumble = numbers["maladresse_maitrise" if maitrise else "maladresse"]
    return Ouverture(
        numbers["ouverture"].valeur,
        numbers["ouverture_pas"].valeur,
        numbers["ouverture_plafond"].valeur,
        fumble.valeur,
    )


def open_roll(des: tuple[int, ...], ouverture: Ouverture) -> Jet:
    """Read an open roll: the sum of its dice, or what the level of a fumble takes away."""
    if des[0] <= ouverture.maladresse:
        return Jet(des, maladresse=True, valeur=-des[1])
    return Jet(des, maladresse=False, valeur=sum(des))


def plain_roll(des: tuple[int, ...]) -> Jet:
    """Read a single die that never opens and is never a fumble."""
    return Jet(des, maladresse=False, valeur=sum(des))


def needed(des: tuple[int, ...], ouverture: Ouverture) -> int:
    """Count the dice that a roll takes, as far as those there can tell: one more at most."""
    if des[0] <= ouverture.maladresse:
        return LEVEL
    for rank, de in enumerate(des):
        if not ouverture.opens(rank, de):
            return rank + 1
    return len(des) + 1


def check_count(
    des: tuple[int, ...], ouverture: Ouverture | None, path: str, context: Context
) -> None:
    """Note that a roll has too few or too many dice; without ``ouverture`` it takes one.

    Dice that could not be read are not judged.
    """
    if not valid(des) or not valid(*des):
        return
    attendu = 1 if ouverture is None else needed(des, ouverture)
    if len(des) != attendu:
        context.refuse(path, "longueur", attendu=attendu, valeur=len(des))
