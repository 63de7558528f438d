"""A critical blow: its level, the test against it, what it leads to (anima.md §1, §5)."""

from typing import NamedTuple

from pycore.anima.rows import EffetCritique, LectureCritique, Localisation, Regles, Visee
from pycore.anima.scenario import Defenseur, Jets, Scenario
from pycore.anima.totals import cause
from pycore.recorded import Terme


class Endroit(NamedTuple):
    """Where a blow lands: the table (``visees`` or ``localisations``) and the id of its row."""

    table: str
    id: str

    def row(self, regles: Regles) -> Visee | Localisation:
        """The row of the place."""
        found: Visee | Localisation = getattr(regles, self.table)[self.id]
        return found


class Malus(NamedTuple):
    """What all actions lose: at first, in the end, and how much comes back each round."""

    initial: int
    plancher: int
    recuperation: int


class Effet(NamedTuple):
    """What a critical leads to; ``valeur`` is ``None`` where no number belongs to it."""

    code: str
    valeur: int | None = None


class Epreuve(NamedTuple):
    """The test of resistance. ``niveau`` and ``detail``: what it has to exceed, and its total."""

    niveau: tuple[Terme, ...]
    jet: int
    detail: tuple[Terme, ...]
    reussi: bool

    @property
    def gravite(self) -> int:
        """Level of the critical."""
        return sum(terme.valeur for terme in self.niveau)

    @property
    def total(self) -> int:
        """Total of the test."""
        return sum(terme.valeur for terme in self.detail)

    @property
    def marge(self) -> int | None:
        """By how much it fails; 0 where it just fails, nothing where it succeeds."""
        return None if self.reussi else self.gravite - self.total


class Critique(NamedTuple):
    """A critical blow. ``malus`` and ``localisation`` are ``None`` where there are none."""

    epreuve: Epreuve
    malus: Malus | None
    localisation: Endroit | None
    effets: tuple[Effet, ...]


def is_critical(
    degats: int, defenseur: Defenseur, lecture: LectureCritique, regles: Regles
) -> bool:
    """Tell whether damage exceeds half of the life points that a reading of the rules takes."""
    points = max(0, defenseur.points) if lecture.restants else defenseur.pv_max
    return regles.constantes["part_critique"].valeur * degats > points


def level(degats: int, de: int, regles: Regles) -> tuple[Terme, ...]:
    """What the level is made of; what goes beyond a limit counts for less, rounded down."""
    numbers = regles.constantes
    above = max(0, degats + de - numbers["niveau_entier"].valeur)
    fewer = cause("au_dela_de_200", above // numbers["niveau_diviseur"].valeur - above)
    termes = (cause("degats", degats), cause("jet", de), fewer)
    return tuple(terme for terme in termes if terme.valeur)


def resist(degats: int, jets: Jets, resistance: int, regles: Regles) -> Epreuve:
    """Roll the test against a critical."""
    assert jets.critique is not None, "lu avec ses dés"
    assert jets.resistance is not None, "lu avec ses dés"
    niveau = level(degats, jets.critique, regles)
    detail = (cause("resistance_physique", resistance), cause("jet", jets.resistance))
    exceeds = sum(each.valeur for each in detail) > sum(each.valeur for each in niveau)
    natural = jets.resistance >= regles.constantes["resistance_naturelle"].valeur
    return Epreuve(niveau, jets.resistance, detail, exceeds or natural)


def drawn(de: int, regles: Regles) -> Endroit:
    """The place that a die gives."""
    row = next(row for row in regles.localisations.values() if de <= row.maximum)
    return Endroit("localisations", row.id)


def draws_place(marge: int | None, regles: Regles) -> bool:
    """Tell whether a place is drawn, where none was aimed at."""
    return marge is not None and marge > regles.constantes["marge_localisation"].valeur


def _place(scenario: Scenario, marge: int | None, regles: Regles) -> Endroit | None:
    """Where the critical lands: where it was aimed, else where the die says, if it is drawn."""
    if scenario.attaquant.visee is not None:
        return Endroit("visees", scenario.attaquant.visee)
    assert scenario.jets is not None, "lu avec ses dés"
    if not draws_place(marge, regles):
        return None
    assert scenario.jets.localisation is not None, "lu avec ses dés"
    return drawn(scenario.jets.localisation, regles)


def _malus(marge: int, regles: Regles) -> Malus | None:
    """The malus of a margin of failure, and the floor that it comes back to, rounded up."""
    if marge == 0:
        return None
    numbers = regles.constantes
    plancher = -marge // numbers["part_malus"].valeur  # rounds the malus up
    return Malus(-marge, plancher, numbers["recuperation"].valeur)


def _effect(row: EffetCritique, marge: int, constitution: int) -> Effet:
    values = {"malus": -marge, "constitution": constitution}
    return Effet(row.id, values.get(row.valeur))


def critical(degats: int, scenario: Scenario, regles: Regles) -> Critique:
    """Settle a critical blow with its dice."""
    defenseur = scenario.defenseur
    assert scenario.jets is not None, "lu avec ses dés"
    epreuve = resist(degats, scenario.jets, defenseur.resistance_physique, regles)
    marge = epreuve.marge
    place = _place(scenario, marge, regles)
    if marge is None:
        return Critique(epreuve, None, place, ())
    sensible = place is not None and place.row(regles).sensible
    effets = (
        _effect(row, marge, defenseur.constitution)
        for row in regles.effets_critiques.values()
        if marge >= row.minimum and (sensible or not row.zone_sensible)
    )
    return Critique(epreuve, _malus(marge, regles), place, tuple(effets))
