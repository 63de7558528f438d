"""The short story of one attack of Anima: a few sentences of the data, each stating a fact."""

from collections.abc import Iterator

from pycore.anima.attack import DEGATS, Coup, Resultat, state
from pycore.anima.critical import Critique, Effet
from pycore.anima.followup import offered
from pycore.anima.rows import Regles
from pycore.anima.scenario import Scenario
from pycore.render import grammaire
from pycore.render.anima_words import MotsDuel
from pycore.render.french import nombre, signe
from pycore.render.view import Contenu, Noeud, noeud


def story(mots: MotsDuel, resultat: Resultat, scenario: Scenario) -> list[Noeud]:
    """Tell the assault, then what came of it."""
    paragraphs = (_assault(mots, resultat, scenario), _result(mots, resultat, scenario))
    return [noeud("p", *_spaced(sentences)) for sentences in paragraphs]


def _spaced(sentences: Iterator[list[Contenu]]) -> list[Contenu]:
    """Put sentences one after the other."""
    said: list[Contenu] = []
    for sentence in sentences:
        said += [" ", *sentence] if said else sentence
    return said


def _assault(mots: MotsDuel, resultat: Resultat, scenario: Scenario) -> Iterator[list[Contenu]]:
    """Who attacks, how, at what; and how the other answers."""
    attaquant = scenario.attaquant
    how = "tir" if attaquant.projectile else "attaque"
    if attaquant.visee is None:
        yield mots.phrase(f"recit.{how}")
    else:
        aimed = grammaire.defini(mots.regles.visees[attaquant.visee].prose)
        yield mots.phrase(f"recit.{how}_visee", endroit=aimed)
    if resultat.attaque.jet.maladresse:
        yield mots.phrase("recit.maladresse_attaque")
    yield mots.remplit(mots.regles.defenses[resultat.type_defense].geste)
    if resultat.defense.jet.maladresse:
        yield mots.phrase("recit.maladresse_defense")


def _result(mots: MotsDuel, resultat: Resultat, scenario: Scenario) -> Iterator[list[Contenu]]:
    """What the blow does, what a critical adds, how it leaves the defender."""
    coup = resultat.coup
    ident = offered(coup.issue, resultat.etat, mots.regles)
    if ident == DEGATS and not coup.degats.total:
        ident = harmless(coup)
    yield mots.phrase(
        f"recit.{ident}",
        points=mots.compte("mots.pv", coup.degats.total),
        bonus=signe(coup.contre_bonus or 0),
    )
    if resultat.critique is not None:
        yield from _critical(mots, resultat, resultat.critique)
    end = ends(mots, resultat, scenario)
    if end:
        yield end


def harmless(coup: Coup) -> str:
    """Name the sentence of a blow that lands and does not wound: from too far, or for nothing."""
    return "hors_portee" if coup.trop_loin else "sans_mal"


def effects(resultat: Resultat, regles: Regles) -> list[Effet]:
    """Effects of a critical that the state of the defender leaves a meaning.

    Who cannot act any more has no malus to his actions, and a state gives way to a worse one.
    """
    able = regles.etats[resultat.etat].ordinaire
    found = () if resultat.critique is None else resultat.critique.effets
    rows = regles.effets_critiques
    return [
        each
        for each in found
        if (able or rows[each.code].valeur != "malus")
        and rows[each.code].etat in {"", resultat.etat}
    ]


def _critical(mots: MotsDuel, resultat: Resultat, critique: Critique) -> Iterator[list[Contenu]]:
    """Where a critical lands, and what it does."""
    place = critique.localisation
    if place is None:
        yield mots.phrase("recit.critique")
    else:
        where = grammaire.a_defini(place.row(mots.regles).prose)
        yield mots.phrase("recit.critique_endroit", endroit=where)
    if not critique.effets and mots.regles.etats[resultat.etat].ordinaire:
        held = "encaisse" if critique.epreuve.reussi else "subi_sans_suite"
        yield mots.phrase(f"recit.{held}")
    for effet in effects(resultat, mots.regles):
        recit = mots.regles.effets_critiques[effet.code].recit
        if recit:
            yield mots.remplit(recit, valeur=nombre(effet.valeur or 0))


def ends(mots: MotsDuel, resultat: Resultat, scenario: Scenario) -> list[Contenu]:
    """Say the state that the blow leads to; nothing where it changes none."""
    defenseur = scenario.defenseur
    before = state(defenseur.points, None, defenseur.constitution, mots.regles)
    if resultat.etat == before:
        return []
    return mots.remplit(mots.regles.etats[resultat.etat].recit)
