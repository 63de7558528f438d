"""One roll of a d100 against a threshold: shared by combat, action simple and action opposée.

Source: *Action simple (règles)*; combat.md §2.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pycore.nephilim.figures import Blessure
from pycore.recorded import Terme

MALADRESSE, ECHEC, REUSSITE, CRITIQUE = "maladresse", "echec", "reussite", "critique"
ORDRE = {MALADRESSE: 0, ECHEC: 1, REUSSITE: 2, CRITIQUE: 3}
"""The results from the worst to the best."""

FACES = 100
DIZAINE = 10
LIBRE = 10
"""Degrees beyond this one add to the margin; a margin beyond it can be spent."""


class Seuil(NamedTuple):
    """What a side has to roll: its degrees, the threshold in percent, and what they are made of."""

    degres: int
    seuil: int
    detail: tuple[Terme, ...]


class Issue(NamedTuple):
    """What a roll came to: the result and the margin, which is ``None`` when the roll fails."""

    resultat: str
    marge: int | None

    @property
    def reussi(self) -> bool:
        """Whether the roll succeeded."""
        return self.marge is not None

    @property
    def excedent(self) -> int:
        """Degrees of margin above 10, to be spent; 0 when the roll fails."""
        return 0 if self.marge is None else max(0, self.marge - LIBRE)


class Jet(NamedTuple):
    """A roll of 1 to 100, what it had to reach, what it came to."""

    jet: int
    seuil: Seuil
    issue: Issue

    @property
    def detail_marge(self) -> tuple[Terme, ...]:
        """What the margin is made of; nothing when the roll fails."""
        return margin(self.jet, self.seuil.degres) if self.issue.reussi else ()


def seuil(detail: Iterable[Terme]) -> Seuil:
    """Add up the terms: the threshold is ten times the degrees, never below 0."""
    termes = tuple(detail)
    degres = sum(terme.valeur for terme in termes)
    return Seuil(degres, max(0, DIZAINE * degres), termes)


def margin(jet: int, degres: int) -> tuple[Terme, ...]:
    """What the margin of a roll that succeeds is made of: its tens, the degrees beyond 10."""
    return (
        Terme("causes", "dizaines", jet // DIZAINE),
        Terme("causes", "degres_au_dela", max(0, degres - LIBRE)),
    )


def outcome(jet: int, degres: int) -> Issue:
    """Read a roll of 1 to 100 against a number of degrees.

    100 always fails badly. A double at or under the threshold is a critical, above it a
    maladresse. The margin is the tens digit plus the degrees beyond 10.
    """
    if jet == FACES:
        return Issue(MALADRESSE, None)
    double = jet % 11 == 0
    if jet > DIZAINE * degres:
        return Issue(MALADRESSE if double else ECHEC, None)
    marge = sum(terme.valeur for terme in margin(jet, degres))
    return Issue(CRITIQUE if double else REUSSITE, marge)


def issues(degres: int) -> Counter[Issue]:
    """Count what the faces of a die come to against these degrees."""
    return Counter(outcome(jet, degres) for jet in range(1, FACES + 1))


def beats(one: Issue, other: Issue) -> bool:
    """Tell whether one roll that succeeded is strictly better than another result (D18)."""
    if ORDRE[one.resultat] != ORDRE[other.resultat]:
        return ORDRE[one.resultat] > ORDRE[other.resultat]
    return one.marge is not None and other.marge is not None and one.marge > other.marge


def vecu(
    base: Terme,
    avant: Iterable[Terme],
    blessures: Iterable[str],
    table: Mapping[str, Blessure],
) -> list[Terme]:
    """Terms of the corrected Vécu: the base and what raises it, less the wounds, not below 0.

    ``plancher_vecu`` is what the floor gave back (D2).
    """
    termes = [base, *avant]
    malus = -sum(table[ident].malus for ident in blessures)
    if malus:
        termes.append(Terme("causes", "blessures", malus, "D2"))
    manque = -sum(terme.valeur for terme in termes)
    if manque > 0:
        termes.append(Terme("causes", "plancher_vecu", manque, "D2"))
    return termes
