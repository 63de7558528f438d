"""What may follow one attack of Anima, as the page offers it: a counter, another attack."""

from collections.abc import Iterator, Mapping
from typing import Any

from pycore import jsontext
from pycore.anima.attack import CONTRE, DEFENSE
from pycore.anima.followup import (
    Suivi,
    action_gone,
    another,
    bounded,
    burden,
    burdened,
    counter,
    countering,
    left_behind,
    may_counter,
    may_go_on,
    next_rank,
)
from pycore.anima.scenario import Scenario
from pycore.render.anima_words import MotsDuel
from pycore.render.french import nombre, signe
from pycore.render.view import Contenu, Noeud, noeud


def next_nodes(mots: MotsDuel, suivi: Suivi, scenario: Scenario) -> list[Noeud]:
    """Offer what the rules allow, and say why they refuse a counter that was won."""
    offered = [*_counter(mots, suivi, scenario), *_another(mots, suivi, scenario)]
    if not offered:
        return []
    return [noeud("h3", mots.dit("titre.suite"), classe="titre"), *offered]


def _form(value: Any) -> Any:
    """Say a scenario to the form: what is unknown empties its field."""
    if isinstance(value, Mapping):
        return {key: _form(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return [_form(each) for each in value]
    return "" if value is None else value


def _offer(
    said: list[Contenu], button: str, scenario: Mapping[str, Any], noted: list[list[Contenu]]
) -> Noeud:
    """Say what may be done, with a button that brings the form to it, and what it leaves out."""
    pressed = noeud(
        "button", button, classe="bouton", data_exemple=jsontext.dump(_form(scenario), None)
    )
    under = [noeud("p", *each, classe="discret") for each in noted]
    return noeud("section", noeud("p", *said), noeud("p", pressed), *under, classe="echange")


def _over(mots: MotsDuel, somme: int) -> list[list[Contenu]]:
    """Say that circumstances come to more than a scenario holds, if they do."""
    held = bounded(somme)
    if held == somme:
        return []
    return [mots.phrase("suite.borne", somme=signe(somme), borne=signe(held))]


def _left(mots: MotsDuel, scenario: Scenario) -> list[list[Contenu]]:
    """Say which situations a counter does not carry."""
    found = zip(("attaquant", "defenseur"), left_behind(scenario, mots.regles), strict=True)
    return [
        mots.phrase(
            f"suite.laisse_{cote}",
            situations=", ".join(mots.nom("situations", ident) for ident in idents),
        )
        for cote, idents in found
        if idents
    ]


def _counter(mots: MotsDuel, suivi: Suivi, scenario: Scenario) -> Iterator[Noeud]:
    coup = suivi.resultat.coup
    if may_counter(suivi.resultat, mots.regles):
        bonus = signe(coup.contre_bonus or 0)
        said = mots.phrase("suite.contre", bonus=bonus, ecart=nombre(-coup.marge))
        weighing = scenario.defenseur.modificateur
        if weighing:
            said += [" ", *mots.phrase("suite.circonstances", malus=signe(weighing))]
        following = counter(suivi, scenario, mots.regles)
        noted = _left(mots, scenario) + _over(mots, countering(suivi.resultat, scenario))
        yield _offer(said, mots.dit("bouton.contre", bonus=bonus), following, noted)
    elif coup.issue in (CONTRE, DEFENSE):
        yield noeud("p", *mots.phrase(_barred(mots, suivi, scenario)), classe="discret")


def _barred(mots: MotsDuel, suivi: Suivi, scenario: Scenario) -> str:
    """What keeps a defender who has won from countering."""
    if not may_go_on(suivi.resultat, mots.regles):
        return "suite.hors_combat"
    if scenario.defenseur.action_perdue:
        return "suite.action_perdue"
    return "suite.deja_agi" if scenario.defenseur.a_agi else "suite.projectile"


def _another(mots: MotsDuel, suivi: Suivi, scenario: Scenario) -> Iterator[Noeud]:
    resultat = suivi.resultat
    if not may_go_on(resultat, mots.regles):
        return
    said = mots.phrase("suite.attaque", pv=mots.compte("mots.pv", resultat.pv_restants))
    noted = []
    if not mots.regles.defenses[scenario.defenseur.defense].jet_seul:
        noted = _over(mots, burdened(resultat, scenario))
        rank = next_rank(scenario, mots.regles)
        said += [" ", *mots.phrase("suite.rang", rang=nombre(rank))]
        if burden(resultat):
            said += [" ", *mots.phrase("suite.malus", malus=signe(burden(resultat)))]
    if action_gone(resultat, scenario):
        said += [" ", *mots.phrase("suite.sans_action")]
    following = another(suivi, scenario, mots.regles)
    yield _offer(said, mots.dit("bouton.attaque"), following, noted)
