"""Which manœuvre, which defence: every choice that the rules accept, by exact chances.

A variant is the scenario with one side's choice changed, read again by the same reader: what it
refuses is no choice. Ranking is by whole numbers throughout; ties keep the order of the data.
Left out of account: what comes after this exchange, and what the other side would change in turn.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from pycore.errors import RefusedError
from pycore.nephilim.combat.odds import Chances, odds
from pycore.nephilim.combat.reading import read
from pycore.nephilim.combat.scenario import CIBLES_MAX, Scenario
from pycore.nephilim.rows import Regles
from pycore.shapes import Choix, Entier, write

ATTAQUANT = -1
TOUCHE, MOYENNE, AU_MOINS, MOINS_SUBIR = "touche", "moyenne", "au_moins", "moins_subir"
BUTS = (TOUCHE, MOYENNE, AU_MOINS, MOINS_SUBIR)
TOUTES = 1000
"""More variants than there can be."""


class Demande(NamedTuple):
    """What advice is asked for: whose (-1 the attacker, else a defender's rank), to what end.

    ``n`` is the damage wanted at least; ``jusque`` how many variants to weigh in this call, so that
    a page can ask little by little.
    """

    cote: Annotated[int, Entier(ATTAQUANT, CIBLES_MAX - 1)] = ATTAQUANT
    but: Annotated[str, Choix("", BUTS)] = TOUCHE
    n: Annotated[int, Entier(1, 100)] = 1
    jusque: Annotated[int, Entier(1, TOUTES)] = TOUTES


class Variante(NamedTuple):
    """A choice: a manœuvre or a defence, and an element or none."""

    choix: str
    element: str | None


class Conseil(NamedTuple):
    """A choice weighed. ``valeur``: a chance, or mean damage, as the end asked for has it."""

    variante: Variante
    valeur: Fraction
    actuelle: bool


class Conseils(NamedTuple):
    """Choices, the best first; ``reste`` of them are still to be weighed."""

    demande: Demande
    classement: tuple[Conseil, ...]
    reste: int


def _current(scenario: Scenario, cote: int) -> Variante:
    if cote == ATTAQUANT:
        return Variante(scenario.attaque.approche, scenario.attaquant.approche)
    defenseur = scenario.defenseurs[cote]
    return Variante(defenseur.defense.type, defenseur.approche)


def _elements(scenario: Scenario, cote: int, regles: Regles) -> tuple[str | None, ...]:
    """Elements that can be of use: none, and those of which there is any."""
    fighter: Any = scenario.attaquant if cote == ATTAQUANT else scenario.defenseurs[cote]
    ka = (ident for ident in regles.types[fighter.type].elements if fighter.ka.get(ident, 0))
    return (None, *ka)


def _attack(value: dict[str, Any], variante: Variante, regles: Regles) -> None:
    """Put another manœuvre into a scenario; what only the former one needed goes with it."""
    row = regles.manoeuvres[variante.choix]
    before = regles.manoeuvres[value["attaque"]["approche"]]
    value["attaque"] = value["attaque"] | {"approche": row.id}
    if not row.force_simulacre:
        value["attaque"].pop("force_simulacre", None)
    value["attaquant"] = value["attaquant"] | {"approche": variante.element}
    if row.attaques != before.attaques:
        value["defenseurs"] = [
            each | {"defense": {k: v for k, v in each["defense"].items() if k != "numeros"}}
            for each in value["defenseurs"]
        ]


def _defend(value: dict[str, Any], cote: int, variante: Variante, regles: Regles) -> None:
    """Put another defence into a scenario; what only the former one needed goes with it."""
    defenseur = value["defenseurs"][cote]
    row = regles.defenses[variante.choix]
    kept = {
        key: item
        for key, item in defenseur["defense"].items()
        if key in ("numeros", "rang_sans_malus") and not (row.sans_jet and key == "rang_sans_malus")
    }
    # What a defence asks for is taken as given: its ``besoin`` says so beside the figure.
    asked = {"objet_ou_bouclier": "objet", "voit_lanceur": "voit_lanceur"}
    held = {asked[row.demande]: True} if row.demande else {}
    changed = defenseur | {
        "approche": variante.element,
        "defense": kept | held | {"type": row.id},
    }
    value["defenseurs"] = [
        changed if rank == cote else each for rank, each in enumerate(value["defenseurs"])
    ]


def variants(scenario: Scenario, cote: int, regles: Regles) -> Iterator[tuple[Variante, Scenario]]:
    """List every choice of a side that the rules accept, the present one first."""
    written = write(scenario)
    current = _current(scenario, cote)
    yield current, scenario
    rows: Any = regles.manoeuvres if cote == ATTAQUANT else regles.defenses
    for ident in rows:
        if cote != ATTAQUANT and rows[ident].seulement_si and ident != current.choix:
            continue  # nobody has said that he is under what it asks for
        for element in _elements(scenario, cote, regles):
            variante = Variante(ident, element)
            if variante == current:
                continue
            value = dict(written)
            if cote == ATTAQUANT:
                _attack(value, variante, regles)
            else:
                _defend(value, cote, variante, regles)
            try:
                yield variante, read(value, regles, dice=False)
            except RefusedError:
                continue


def _mean(chances: Chances, cote: int, *, alone: bool) -> Fraction:
    """Mean damage: of the whole, or what one defender of several takes."""
    if cote == ATTAQUANT or alone:
        amounts, whole = chances.cumul.total, chances.cumul.denominateur
    else:
        (own,) = (each for each in chances.echanges if each.defenseur == cote)
        amounts, whole = own.total, sum(own.total.values())
    return Fraction(sum(amount * count for amount, count in amounts.items()), whole)


def chance(chances: Chances, but: str, n: int) -> Fraction:
    """Answer the chance to touch, or to do ``n`` damage or more."""
    if but == TOUCHE:  # a roll of 100 always misses
        return 1 - Fraction(chances.touches.total[0], chances.touches.denominateur)
    cumul = chances.cumul
    enough = sum(count for amount, count in cumul.total.items() if amount >= n)
    return Fraction(enough, cumul.denominateur)


def _worth(chances: Chances, demande: Demande, *, alone: bool) -> Fraction:
    """Weigh a choice: higher is better, but for damage taken."""
    if demande.but in (TOUCHE, AU_MOINS):
        return chance(chances, demande.but, demande.n)
    return _mean(chances, demande.cote, alone=alone)


def advise(scenario: Scenario, regles: Regles, demande: Demande) -> Conseils:
    """Rank the choices of a side; a defender's end is always to take less damage.

    A defender's rank that is not there is answered by no choice at all.
    """
    if (demande.cote == ATTAQUANT) == (demande.but == MOINS_SUBIR):
        demande = demande._replace(but=TOUCHE if demande.cote == ATTAQUANT else MOINS_SUBIR)
    if demande.cote >= len(scenario.defenseurs):
        return Conseils(demande, (), 0)
    current = _current(scenario, demande.cote)
    alone = len(scenario.defenseurs) == 1
    weighed, left = [], 0
    for rank, (variante, changed) in enumerate(variants(scenario, demande.cote, regles)):
        if rank >= demande.jusque:
            left += 1
            continue
        value = _worth(odds(changed, regles), demande, alone=alone)
        weighed.append(Conseil(variante, value, variante == current))
    best_first = demande.but != MOINS_SUBIR
    weighed.sort(key=lambda each: -each.valeur if best_first else each.valeur)
    return Conseils(demande, tuple(weighed), left)
