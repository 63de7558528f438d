"""An action simple or opposée as the page shows it: verdict, technical frame, chances."""

from collections.abc import Iterable
from typing import Any

from pycore import jsontext
from pycore.nephilim.action.rules import (
    ACTEUR,
    EGALITE,
    OPPOSANT,
    Chances,
    ChancesOpposees,
    Opposition,
    Resultat,
)
from pycore.nephilim.action.scenario import SECONDE, ActionOpposee, ActionSimple
from pycore.nephilim.roll import ECHEC, Jet, Seuil
from pycore.nephilim.rows import Regles
from pycore.render.french import nombre, signe, typographie
from pycore.render.parts import chances_table, points
from pycore.render.roll_parts import margin_terms, roll, terms
from pycore.render.view import Noeud, noeud, tree
from pycore.render.words import Mots

Vue = dict[str, list[dict[str, Any]]]
COULEURS = {ACTEUR: "attaquant", OPPOSANT: "defenseur", EGALITE: "echec"}
"""The colour of each side, and of nobody's win."""


def _trees(nodes: Iterable[Noeud | None]) -> list[dict[str, Any]]:
    return [tree(each) for each in nodes if each is not None]


def _verdict(mots: Mots, resultat: Resultat) -> str:
    """Say in a sentence what the roll came to."""
    issue = resultat.jet.issue
    if issue.marge is None or resultat.qualite is None:
        return mots.dit(f"action.{issue.resultat}")
    qualite = mots.nom("marges", resultat.qualite)
    return mots.dit(f"action.{issue.resultat}", qualite=qualite, marge=nombre(issue.marge))


def _follows(mots: Mots, resultat: Resultat) -> Noeud | None:
    """What the action leads to, in the article's terms."""
    items = []
    for each in resultat.suites:
        row = mots.regles.suites[each.code]
        figure = f" ({signe(each.valeur)})" if each.valeur else ""
        said = f"{typographie(row.nom)}{figure}. "
        where = noeud("small", mots.section("suites", each.code), classe="section")
        items.append(noeud("li", noeud("strong", said), typographie(row.texte), where))
    return noeud("ul", *items, classe="suites") if items else None


def _calculation(mots: Mots, jet: Jet) -> Noeud:
    """What threshold and margin are made of, and the points de règle cited."""
    return noeud(
        "details",
        noeud("summary", mots.dit("titre.detail")),
        terms(mots, "titre.seuil_action", jet.seuil),
        margin_terms(mots, "titre.marge_action", jet),
        points(mots, [terme.regle for terme in jet.seuil.detail]),
        classe="detail",
    )


def _card(mots: Mots, title: str, resultat: Resultat, classe: str) -> Noeud:
    """One roll: its figures, its quality, what follows, its calculation."""
    quality = None
    if resultat.qualite is not None:
        name = noeud("strong", mots.nom("marges", resultat.qualite))
        quality = noeud("p", f"{mots.dit('titre.qualite')} : ".replace(" :", "\u00a0:"), name)
    return noeud(
        "section",
        roll(mots, title, resultat.jet, classe),
        quality,
        _follows(mots, resultat),
        _calculation(mots, resultat.jet),
        classe="echange",
    )


def _retry(mots: Mots, resultat: Resultat, scenario: ActionSimple) -> Noeud | None:
    """The button that prepares a second attempt: all is kept but the Approche and the die."""
    offered = (
        resultat.jet.issue.resultat == ECHEC
        and scenario.approche is not None
        and scenario.tentative != SECONDE
    )
    if not offered or scenario.approche is None:
        return None
    filled = {
        "tentative": str(SECONDE),
        "approche_precedente": scenario.approche.ka,
        "approche.ka": "",
        "jet": "",
    }
    label = mots.dit("bouton.retenter")
    return noeud("button", label, classe="bouton", data_remplir=jsontext.dump(filled))


def result_view(resultat: Resultat, scenario: ActionSimple, regles: Regles) -> Vue:
    """Show an action simple that was rolled."""
    mots = Mots(regles)
    frame = [
        noeud("h3", mots.dit("titre.technique"), classe="titre"),
        _card(mots, mots.dit("titre.action"), resultat, "attaquant"),
        _retry(mots, resultat, scenario),
    ]
    return {
        "verdict": _trees([noeud("p", _verdict(mots, resultat))]),
        "technique": _trees(frame),
    }


def opposed_view(opposition: Opposition, scenario: ActionOpposee, regles: Regles) -> Vue:
    """Show an action opposée that was rolled."""
    del scenario
    mots = Mots(regles)
    sides = ((ACTEUR, opposition.acteur), (OPPOSANT, opposition.opposant))
    frame = [noeud("h3", mots.dit("titre.technique"), classe="titre")]
    frame += [_card(mots, mots.dit(f"titre.{key}"), each, COULEURS[key]) for key, each in sides]
    said = mots.dit(f"opposee.{opposition.vainqueur}")
    return {"verdict": _trees([noeud("p", said)]), "technique": _trees(frame)}


def _short(mots: Mots, label: str, seuil: Seuil, classe: str) -> Noeud:
    figure = noeud("strong", mots.pour_cent(seuil.seuil))
    return noeud("span", f"{label} ", figure, classe=f"seuil {classe}")


def _odds(mots: Mots, chances: Chances) -> list[Noeud]:
    """Chances of each result, and of each quality that can come."""
    results = [
        (mots.nom("resultats", ident), count, ident) for ident, count in chances.resultats.items()
    ]
    qualities = [
        (mots.nom("marges", ident), count, "") for ident, count in chances.qualites.items() if count
    ]
    made = [chances_table(mots, "titre.chances", results, 100)]
    if qualities:
        made.append(chances_table(mots, "titre.chances_qualites", qualities, 100))
    return made


def threshold_view(chances: Chances, scenario: ActionSimple, regles: Regles) -> Vue:
    """Show the threshold before any roll, what it is made of, and the chances it gives."""
    del scenario
    mots = Mots(regles)
    seuil = chances.epreuve.seuil
    short = _short(mots, mots.dit("titre.seuil_court"), seuil, "attaquant")
    return {
        "seuils": _trees([noeud("p", short, classe="seuils")]),
        "seuils_detail": _trees([terms(mots, "titre.seuil_action", seuil)]),
        "chances": _trees(_odds(mots, chances)),
    }


def opposed_threshold_view(
    chances: ChancesOpposees, scenario: ActionOpposee, regles: Regles
) -> Vue:
    """Show both thresholds before any roll, what they are made of, and who is likely to win."""
    del scenario
    mots = Mots(regles)
    sides = ((ACTEUR, chances.acteur), (OPPOSANT, chances.opposant))
    short = [
        _short(mots, mots.dit(f"titre.{key}"), each.epreuve.seuil, COULEURS[key])
        for key, each in sides
    ]
    detail = [
        terms(mots, "titre.seuil_cote", each.epreuve.seuil, cote=mots.dit(f"titre.{key}"))
        for key, each in sides
    ]
    names = {
        ACTEUR: mots.dit("titre.acteur"),
        OPPOSANT: mots.dit("titre.opposant"),
        EGALITE: mots.dit("mots.egalite"),
    }
    rows = [(names[key], count, COULEURS[key]) for key, count in chances.vainqueurs.items()]
    return {
        "seuils": _trees([noeud("p", *short, classe="seuils")]),
        "seuils_detail": _trees(detail),
        "chances": _trees([chances_table(mots, "titre.chances_opposees", rows, 10000)]),
    }
