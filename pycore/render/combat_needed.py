"""What it takes to reach a chance, as JSON values and in a sentence each."""

from typing import Any

from pycore.nephilim.combat.needed import Besoins
from pycore.nephilim.combat.scenario import VERSION, Scenario
from pycore.nephilim.rows import Regles
from pycore.render.combat_json import REGLE
from pycore.render.combat_words import MotsCombat
from pycore.render.french import nombre, pourcentage, signe
from pycore.render.view import noeud, tree


def needed_json(besoins: Besoins, regles: Regles) -> dict[str, Any]:
    """Write what reaches the chance; the present one as an exact quotient "n/d"."""
    del regles
    actuelle = besoins.actuelle
    return {
        "version": VERSION,
        "regle": REGLE,
        "objectif": besoins.objectif._asdict(),
        "actuelle": f"{actuelle.numerator}/{actuelle.denominator}",
        "degre": besoins.degre,
        "contexte": besoins.contexte,
        "visee": besoins.visee,
    }


def needed_view(besoins: Besoins, scenario: Scenario, regles: Regles) -> dict[str, Any]:
    """Show the present chance, then each figure that would be enough by itself."""
    mots = MotsCombat(regles, scenario)
    objectif, actuelle = besoins.objectif, besoins.actuelle
    goal = mots.dit(f"conseil.{objectif.but}", n=nombre(objectif.n))
    said = pourcentage(actuelle.numerator, actuelle.denominator)
    head = mots.dit("besoin.actuelle", but=goal, valeur=said)
    wanted = pourcentage(objectif.chance, 100)
    items = []
    if besoins.degre is not None:
        items.append(mots.dit("besoin.degre", nombre=nombre(besoins.degre)))
    if besoins.contexte is not None:
        items.append(mots.dit("besoin.contexte", nombre=signe(besoins.contexte)))
    if besoins.visee is not None:
        items.append(mots.dit("besoin.visee", visee=mots.nom("manoeuvres", besoins.visee)))
    if not items:
        body = noeud("p", mots.dit("besoin.rien", chance=wanted))
    else:
        body = noeud(
            "div",
            noeud("p", mots.dit("besoin.il_faut", chance=wanted)),
            noeud("ul", *(noeud("li", each) for each in items), classe="suites"),
        )
    return {"besoin": [tree(noeud("p", head)), tree(body)]}
