"""What it takes to reach a chance: the smallest degree, circumstance or aiming that does.

Each candidate is the scenario with that one figure changed, weighed by the same exact odds as
advice; the others stay as they are.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from pycore.errors import RefusedError
from pycore.nephilim.combat.advice import AU_MOINS, TOUCHE, chance
from pycore.nephilim.combat.odds import odds
from pycore.nephilim.combat.reading import read
from pycore.nephilim.combat.scenario import Attaquant, Scenario
from pycore.nephilim.rows import Regles
from pycore.shapes import Choix, Entier, fields_of, write

CENT = 100


class Objectif(NamedTuple):
    """A chance wanted, in percent: to touch, or to do ``n`` damage or more."""

    but: Annotated[str, Choix("", (TOUCHE, AU_MOINS))] = TOUCHE
    n: Annotated[int, Entier(1, 100)] = 1
    chance: Annotated[int, Entier(1, CENT)] = 75


class Besoins(NamedTuple):
    """What reaches the chance; ``None`` where nothing of that kind does.

    ``actuelle`` is the chance as things stand. ``visee`` is a manœuvre of the same mode, where the
    mode has several that differ by their modifier alone.
    """

    objectif: Objectif
    actuelle: Fraction
    degre: int | None
    contexte: int | None
    visee: str | None


def _range(field: str) -> range:
    kind = fields_of(Attaquant)[field]
    assert isinstance(kind, Entier)
    return range(kind.minimum, kind.maximum + 1)


def _chance(scenario: Scenario, regles: Regles, objectif: Objectif) -> Fraction:
    return chance(odds(scenario, regles), objectif.but, objectif.n)


def _first(
    scenario: Scenario, field: str, regles: Regles, objectif: Objectif, values: Iterable[int]
) -> int | None:
    """Find the first value of one of the attacker's figures that is enough."""
    wanted = Fraction(objectif.chance, CENT)
    for value in values:
        figure: dict[str, Any] = {field: value}
        changed = scenario._replace(attaquant=scenario.attaquant._replace(**figure))
        if _chance(changed, regles, objectif) >= wanted:
            return value
    return None


def _aiming(scenario: Scenario, regles: Regles, objectif: Objectif) -> str | None:
    """Find the aiming that is enough, from the least on; none where there is nothing to aim."""
    present = regles.manoeuvres[scenario.attaque.approche]
    alike = [
        row
        for row in regles.manoeuvres.values()
        if (row.modes, row.armes, row.apports) == (present.modes, present.armes, present.apports)
        and row.elements == present.elements
    ]
    if len(alike) == 1 or scenario.mode not in present.modes or not _shots(scenario, regles):
        return None
    written = write(scenario)
    for row in sorted(alike, key=lambda row: row.modificateur):
        value = written | {"attaque": written["attaque"] | {"approche": row.id}}
        try:
            changed = read(value, regles, dice=False)
        except RefusedError:
            continue
        if _chance(changed, regles, objectif) >= Fraction(objectif.chance, CENT):
            return row.id
    return None


def _shots(scenario: Scenario, regles: Regles) -> bool:
    """Tell whether one aims at all: only effects of distance serve in such a manœuvre."""
    return "melee" not in regles.manoeuvres[scenario.attaque.approche].portees


def needed(scenario: Scenario, regles: Regles, objectif: Objectif) -> Besoins:
    """Find what reaches a chance, one figure at a time."""
    return Besoins(
        objectif,
        _chance(scenario, regles, objectif),
        _first(scenario, "degre", regles, objectif, _range("degre")),
        _first(scenario, "contexte", regles, objectif, _range("contexte")),
        _aiming(scenario, regles, objectif),
    )
