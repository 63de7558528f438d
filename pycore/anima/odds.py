"""Exact odds of one attack before its dice (anima.md §5): whole numbers, nothing simulated.

An open roll is followed to three dice. Those that would open a fourth are left out, and what was
left out is stated.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from pycore.anima.attack import settle
from pycore.anima.rolls import FACES, Ouverture, opening
from pycore.anima.rows import Regles
from pycore.anima.scenario import Scenario
from pycore.anima.totals import attack_terms, defence_terms, floor, limit
from pycore.recorded import Terme

DEPTH = 3
WHOLE = FACES**DEPTH
"""Equally likely ways that the dice of one roll can fall."""


class Lot(NamedTuple):
    """What an attack can come to, and how likely that is."""

    issue: str
    degats: int
    p: Fraction


class Chances(NamedTuple):
    """What an attack can come to, and the share of the rolls that was left out.

    ``attaque`` and ``defense``: what each roll is added to.
    """

    lot: tuple[Lot, ...]
    reste: Fraction
    attaque: tuple[Terme, ...]
    defense: tuple[Terme, ...]


def open_values(ouverture: Ouverture, faces: int = FACES) -> Mapping[int, int]:
    """Count, out of ``faces ** DEPTH``, what an open roll adds; a fumble takes away its level."""
    found: Counter[int] = Counter()
    going: Mapping[int, int] = {0: 1}
    for rank in range(DEPTH):
        weight = faces ** (DEPTH - 1 - rank)
        further: Counter[int] = Counter()
        for total, count in going.items():
            for de in range(1, faces + 1):
                if rank == 0 and de <= ouverture.maladresse:
                    continue
                if ouverture.opens(rank, de):
                    further[total + de] += count
                else:
                    found[total + de] += count * weight
        going = further
    level = ouverture.maladresse * faces ** (DEPTH - 2)
    found.update(dict.fromkeys(range(-faces, 0), level))
    return found


def plain_values() -> Mapping[int, int]:
    """Count, out of ``WHOLE``, what a plain die adds."""
    return dict.fromkeys(range(1, FACES + 1), FACES ** (DEPTH - 1))


def _attack(base: int, scenario: Scenario, regles: Regles) -> Mapping[int, int]:
    """Count the totals of the attack."""
    attaquant = scenario.attaquant
    limite = limit(attaquant, regles)
    found: Counter[int] = Counter()
    for valeur, count in open_values(opening(regles, maitrise=attaquant.maitrise)).items():
        total = base + valeur
        found[total if limite is None else min(total, limite)] += count
    return found


def _defence(base: int, scenario: Scenario, regles: Regles) -> Mapping[int, int]:
    """Count the totals of the defence."""
    defenseur = scenario.defenseur
    plain = regles.defenses[defenseur.defense].jet_seul
    ouverture = opening(regles, maitrise=defenseur.maitrise)
    values = plain_values() if plain else open_values(ouverture)
    least = floor(scenario, regles)
    found: Counter[int] = Counter()
    for valeur, count in values.items():
        total = base + valeur
        found[total if least is None else max(total, least)] += count
    return found


def _margins(attaque: Mapping[int, int], defense: Mapping[int, int]) -> Mapping[int, int]:
    """Count the margins, out of ``WHOLE`` times ``WHOLE``."""
    found: Counter[int] = Counter()
    for total, count in attaque.items():
        for against, other in defense.items():
            found[total - against] += count * other
    return found


def odds(scenario: Scenario, regles: Regles) -> Chances:
    """Count what an attack can come to; its dice are ignored."""
    attaque = tuple(attack_terms(scenario.attaquant, regles))
    defense = tuple(defence_terms(scenario, regles))
    margins = _margins(
        _attack(sum(terme.valeur for terme in attaque), scenario, regles),
        _defence(sum(terme.valeur for terme in defense), scenario, regles),
    )
    found: Counter[tuple[str, int]] = Counter()
    for marge, count in margins.items():
        coup = settle(marge, scenario, regles)
        found[coup.issue, coup.degats.total] += count
    lot = tuple(
        Lot(issue, degats, Fraction(count, WHOLE * WHOLE))
        for (issue, degats), count in sorted(found.items())
    )
    reste = 1 - sum((each.p for each in lot), Fraction(0))
    return Chances(lot, reste, attaque, defense)
