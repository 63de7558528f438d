"""The attack that comes next: a counter with the roles exchanged, or another on the same defender.

A scenario knows of each fighter what his role needs. What he is in the other role stands beside it,
on a ``Fiche`` that may say nothing: what is not known is left to be typed in.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, NamedTuple

from pycore.anima.attack import CONTRE, DEFENSE, PERD_ACTION, Resultat, resolve
from pycore.anima.rows import COLONNES, Regles
from pycore.anima.scenario import Drapeau, Indices, Scenario
from pycore.shapes import Choix, Entier, Objet

RANG_MAX = 20
MODIFICATEUR_MIN, MODIFICATEUR_MAX = -500, 500


class Garde(NamedTuple):
    """What an attacker has when it is his turn to defend himself; ``None`` where it is unknown."""

    defense: Annotated[str, Choix("", COLONNES)] = COLONNES[0]
    competence: Annotated[int | None, Entier(0, 999)] = None
    maitrise: Drapeau = False
    ip: Annotated[int | Mapping[str, int] | None, Indices(Entier(0, 10), "types_degats")] = None
    pare_surnaturel: Drapeau = False
    bouclier: Drapeau = False
    pv: Annotated[int | None, Entier(-999, 9999)] = None
    pv_max: Annotated[int | None, Entier(1, 9999)] = None
    resistance_physique: Annotated[int | None, Entier(0, 500)] = None
    constitution: Annotated[int | None, Entier(1, 30)] = None
    rang: Annotated[int, Entier(1, RANG_MAX)] = 1


class Arme(NamedTuple):
    """What a defender has when it is his turn to attack; ``None`` where it is unknown."""

    attaque: Annotated[int | None, Entier(0, 999)] = None
    degats: Annotated[int | None, Entier(0, 999)] = None
    maitrise: Drapeau = False
    type: Annotated[str, Choix("types_degats")] = "TRA"


class Fiche(NamedTuple):
    """What each fighter is in the other role."""

    attaquant: Annotated[Garde, Objet(Garde)] = Garde()
    defenseur: Annotated[Arme, Objet(Arme)] = Arme()


class Demande(NamedTuple):
    """What is told besides a scenario, for the attack that comes next."""

    fiche: Annotated[Fiche, Objet(Fiche)] = Fiche()


class Suivi(NamedTuple):
    """An attack resolved, and what is known of both fighters for the next one."""

    resultat: Resultat
    fiche: Fiche


def resolve_on(scenario: Scenario, regles: Regles, demande: Demande) -> Suivi:
    """Resolve an attack, and keep what the next one needs."""
    return Suivi(resolve(scenario, regles), demande.fiche)


def may_go_on(resultat: Resultat, regles: Regles) -> bool:
    """Tell whether another attack finds the defender able to answer."""
    return regles.etats[resultat.etat].ordinaire


def offered(issue: str, etat: str, regles: Regles) -> str:
    """What an outcome is to a defender in a state: who cannot act has no counter to make of it."""
    able = regles.etats[etat].ordinaire
    return DEFENSE if issue == CONTRE and not able else issue


def may_counter(resultat: Resultat, regles: Regles) -> bool:
    """Tell whether the defender may counter: he has won the right to, and is able to act."""
    return offered(resultat.coup.issue, resultat.etat, regles) == CONTRE


def next_rank(scenario: Scenario, regles: Regles) -> int:
    """Rank of the defender's next defence in the round; who did not defend himself stays at it."""
    passive = regles.defenses[scenario.defenseur.defense].jet_seul
    return scenario.defenseur.rang if passive else min(RANG_MAX, scenario.defenseur.rang + 1)


def lasting(situations: Iterable[str], regles: Regles) -> tuple[str, ...]:
    """Situations that follow whoever is in them into the other role."""
    return tuple(ident for ident in situations if regles.situations[ident].suit)


def left_behind(scenario: Scenario, regles: Regles) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Situations of attacker and defender that a counter drops although they could weigh on it."""
    rows = regles.situations
    return (
        tuple(
            ident
            for ident in scenario.attaquant.situations
            if not rows[ident].suit and (rows[ident].parade or rows[ident].esquive)
        ),
        tuple(
            ident
            for ident in scenario.defenseur.situations
            if not rows[ident].suit and rows[ident].attaque
        ),
    )


def burden(resultat: Resultat) -> int:
    """What a critical takes away from all that the defender does."""
    critique = resultat.critique
    return 0 if critique is None or critique.malus is None else critique.malus.initial


def action_gone(resultat: Resultat, scenario: Scenario) -> bool:
    """Tell whether the defender's action of the round is lost, to this blow or to one before."""
    taken = any(each.code == PERD_ACTION for each in resultat.consequences)
    return taken or scenario.defenseur.action_perdue


def countering(resultat: Resultat, scenario: Scenario) -> int:
    """What the defender's circumstances come to with the bonus of a counter."""
    return scenario.defenseur.modificateur + (resultat.coup.contre_bonus or 0)


def burdened(resultat: Resultat, scenario: Scenario) -> int:
    """What the defender's circumstances come to with what a critical takes away."""
    return scenario.defenseur.modificateur + burden(resultat)


def bounded(modificateur: int) -> int:
    """What a scenario can hold of circumstances."""
    return max(MODIFICATEUR_MIN, min(MODIFICATEUR_MAX, modificateur))


def counter(suivi: Suivi, scenario: Scenario, regles: Regles) -> Mapping[str, Any]:
    """The counter as a scenario, without dice: the roles exchanged, the bonus on the attack.

    What weighs on someone still does: his circumstances, and the situations that follow him. Who
    attacked has acted: he defends himself, and cannot counter in turn. ``None`` is unknown.
    """
    attaquant, defenseur = scenario.attaquant, scenario.defenseur
    known = defenseur.defense in COLONNES
    garde = Garde(
        defenseur.defense if known else COLONNES[0],
        defenseur.competence if known else None,
        defenseur.maitrise,
        defenseur.ip,
        defenseur.pare_surnaturel,
        defenseur.bouclier,
        suivi.resultat.pv_restants,
        defenseur.pv_max,
        defenseur.resistance_physique,
        defenseur.constitution,
        next_rank(scenario, regles),
    )
    arme = Arme(attaquant.attaque, attaquant.degats, attaquant.maitrise, attaquant.type)
    attacks = {
        "nom": defenseur.nom,
        "situations": lasting(defenseur.situations, regles),
        "modificateur": bounded(countering(suivi.resultat, scenario)),
    }
    defends = {
        "nom": attaquant.nom,
        "situations": lasting(attaquant.situations, regles),
        "modificateur": attaquant.modificateur,
        "a_agi": True,
    }
    return {
        "attaquant": suivi.fiche.defenseur._asdict() | attacks,
        "defenseur": suivi.fiche.attaquant._asdict() | defends,
        "options": scenario.options._asdict(),
        "fiche": {"attaquant": garde._asdict(), "defenseur": arme._asdict()},
    }


def another(suivi: Suivi, scenario: Scenario, regles: Regles) -> Mapping[str, Any]:
    """Another attack on the same defender as a scenario, without dice.

    He has the life points that are left, a rank more, and what a critical cost him; an action that
    is lost stays so.
    """
    resultat, defenseur = suivi.resultat, scenario.defenseur
    passive = regles.defenses[defenseur.defense].jet_seul
    changed = {
        "pv": resultat.pv_restants,
        "rang": next_rank(scenario, regles),
        "action_perdue": action_gone(resultat, scenario),
        "modificateur": (
            defenseur.modificateur if passive else bounded(burdened(resultat, scenario))
        ),
    }
    return {
        "attaquant": scenario.attaquant._asdict(),
        "defenseur": defenseur._asdict() | changed,
        "options": scenario.options._asdict(),
        "fiche": {name: side._asdict() for name, side in suivi.fiche._asdict().items()},
    }
