"""Exact chances of a combat before the dice (combat.md §12): integers only, nothing simulated.

The 100 faces of a die come to some twenty results that the rules tell apart, and damage depends on
fewer still; so the 10,000 pairs of an exchange are counted by groups, through the same ``settle``
that resolves a combat.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import NamedTuple

from pycore.nephilim.combat.engagement import Engagement, Rencontre, defence_at, engage
from pycore.nephilim.combat.resolve import Reglement, defence_needed, settle, succeeds
from pycore.nephilim.combat.scenario import Scenario
from pycore.nephilim.roll import CRITIQUE, FACES, MALADRESSE, Issue, issues
from pycore.nephilim.rows import Regles

Repartition = Mapping[int, int]
"""How many cases come to each amount of damage."""

PAIRS = FACES * FACES


class ChancesEchange(NamedTuple):
    """Of the 10,000 pairs of an attack die and a defence die, how many come to what.

    ``touche``: the attack wins; ``blesse``: some damage is left, which a parried blow can do too.
    ``critique`` and ``maladresse`` are the attack roll's.
    """

    attaque: int
    defenseur: int
    touche: int
    blesse: int
    critique: int
    maladresse: int
    defense_reussie: int
    physiques: Repartition
    magiques: Repartition
    total: Repartition


Mesure = Callable[[Reglement], int]
"""What is added up over the exchanges: damage, or blows that land."""


class Cumul(NamedTuple):
    """A sum over all exchanges together, over every die of the combat."""

    denominateur: int
    total: Repartition


class Chances(NamedTuple):
    """Chances of each exchange, damage of the whole, and how many blows land in it."""

    echanges: tuple[ChancesEchange, ...]
    cumul: Cumul
    touches: Cumul


class _Cas(NamedTuple):
    """A way that an exchange can go for an attack roll, and how many defence dice lead to it."""

    reglement: Reglement
    des: int


class _Table:
    """What each exchange can come to for each result of the attack roll; computed once each."""

    def __init__(self, engagement: Engagement) -> None:
        """Start empty."""
        self.engagement = engagement
        self._cases: dict[tuple[Rencontre, Issue, bool], tuple[_Cas, ...]] = {}
        self._settled: dict[tuple[int, str, bool | None], Reglement] = {}

    def cases(self, rencontre: Rencontre, attaque: Issue, *, libre: bool) -> tuple[_Cas, ...]:
        """List the ways an exchange can go for an attack roll; their dice add up to 100."""
        key = (rencontre, attaque, libre)
        if key not in self._cases:
            self._cases[key] = self._count(rencontre, attaque, libre=libre)
        return self._cases[key]

    def _count(self, rencontre: Rencontre, attaque: Issue, *, libre: bool) -> tuple[_Cas, ...]:
        face = self.engagement.faces[rencontre.defenseur]
        if not defence_needed(face, attaque):
            return (_Cas(self._settle(rencontre.defenseur, attaque, None), FACES),)
        seuil = defence_at(self.engagement, rencontre, attaque_reussie=attaque.reussi, libre=libre)
        assert seuil is not None, "une défense se joue"
        counted: Counter[Reglement] = Counter()
        for defense, des in issues(seuil.degres).items():
            counted[self._settle(rencontre.defenseur, attaque, defense)] += des
        return tuple(_Cas(reglement, des) for reglement, des in counted.items())

    def _settle(self, rang: int, attaque: Issue, defense: Issue | None) -> Reglement:
        """Settle an exchange; what is left to spend is no part of the chances.

        Damage asks only whether the attack is critical and whether the defence succeeds: margins
        that lead to the same are settled once.
        """
        lecture = self.engagement.lecture
        reussie = None if defense is None else succeeds(lecture, attaque, defense)
        key = (rang, attaque.resultat, reussie)
        if key not in self._settled:
            face = self.engagement.faces[rang]
            settled = settle(self.engagement, face, attaque, defense)
            self._settled[key] = settled._replace(excedent=(0, 0), consequences=())
        return self._settled[key]


def _total(reglement: Reglement) -> int:
    return reglement.physiques.final + reglement.magiques.final


def _exchange(table: _Table, rencontre: Rencontre, attaques: Mapping[Issue, int]) -> ChancesEchange:
    """Count one exchange; a second defence stands as if nothing had freed its rank."""
    touche = blesse = reussie = 0
    amounts: tuple[Counter[int], Counter[int], Counter[int]] = (Counter(), Counter(), Counter())
    for attaque, jets in attaques.items():
        for reglement, des in table.cases(rencontre, attaque, libre=False):
            pairs = jets * des
            touche += pairs * reglement.attaque_gagne
            reussie += pairs * reglement.reussie
            finals = (reglement.physiques.final, reglement.magiques.final, _total(reglement))
            blesse += pairs * (finals[2] > 0)
            for amount, final in zip(amounts, finals, strict=True):
                amount[final] += pairs
    physiques, magiques, total = (dict(sorted(amount.items())) for amount in amounts)
    return ChancesEchange(
        rencontre.attaque,
        rencontre.defenseur,
        touche,
        blesse,
        FACES * sum(n for issue, n in attaques.items() if issue.resultat == CRITIQUE),
        FACES * sum(n for issue, n in attaques.items() if issue.resultat == MALADRESSE),
        reussie,
        physiques,
        magiques,
        total,
    )


def _convolve(one: Repartition, other: Repartition) -> Repartition:
    """Add two independent amounts."""
    found: Counter[int] = Counter()
    for left, count in one.items():
        for right, against in other.items():
            found[left + right] += count * against
    return found


def _merge(parts: Iterable[Repartition]) -> Repartition:
    """Put together amounts that exclude one another."""
    found: Counter[int] = Counter()
    for part in parts:
        for amount, count in part.items():
            found[amount] += count
    return found


def _landed(reglement: Reglement) -> int:
    return int(reglement.attaque_gagne)


def _given(cases: Iterable[_Cas], mesure: Mesure, jets: int = 1) -> Repartition:
    """Amounts of the ways that an exchange can go."""
    return _merge({mesure(reglement): des * jets} for reglement, des in cases)


def _one_roll(
    table: _Table, met: Iterable[Rencontre], attaques: Mapping[Issue, int], mesure: Mesure
) -> Repartition:
    """Amounts of the exchanges that share an attack roll: independent once it is known."""
    rencontres = tuple(met)
    return _merge(
        reduce(
            _convolve,
            (_given(table.cases(each, attaque, libre=False), mesure) for each in rencontres),
            {0: jets},
        )
        for attaque, jets in attaques.items()
    )


def _chained(
    table: _Table, met: Iterable[Rencontre], attaques: Mapping[Issue, int], mesure: Mesure
) -> Repartition:
    """Amounts of one defender's exchanges in a row, where a success frees those after it (D25)."""
    states: dict[bool, Repartition] = {False: {0: 1}}
    for rencontre in met:
        following: dict[bool, list[Repartition]] = {False: [], True: []}
        for libre, before in states.items():
            for attaque, jets in attaques.items():
                for case in table.cases(rencontre, attaque, libre=libre):
                    after = libre or case.reglement.reussie
                    following[after].append(_convolve(before, _given([case], mesure, jets)))
        states = {libre: _merge(parts) for libre, parts in following.items()}
    return _merge(states.values())


def _cumul(
    table: _Table, engagement: Engagement, attaques: Mapping[Issue, int], mesure: Mesure
) -> Cumul:
    """Sum over the whole combat: exchanges that share a roll, or an élaborée, depend on it."""
    rencontres = engagement.rencontres
    chained = len(engagement.faces) == 1 and engagement.faces[0].defense.libere_rang
    if chained:
        total = _chained(table, rencontres, attaques, mesure)
    else:
        rolls = (
            _one_roll(
                table, (each for each in rencontres if each.attaque == rank), attaques, mesure
            )
            for rank in range(engagement.jets)
        )
        total = reduce(_convolve, rolls)
    dice = engagement.jets + len(rencontres)
    return Cumul(FACES**dice, dict(sorted(total.items())))


def odds(scenario: Scenario, regles: Regles) -> Chances:
    """Count the chances of a combat; its dice and what they leave to spend are ignored."""
    engagement = engage(scenario, regles)
    attaques = issues(engagement.assaut.seuil.degres)
    table = _Table(engagement)
    return Chances(
        tuple(_exchange(table, each, attaques) for each in engagement.rencontres),
        _cumul(table, engagement, attaques, _total),
        _cumul(table, engagement, attaques, _landed),
    )
