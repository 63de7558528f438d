"""Advice as JSON values and as the page shows it: choices ranked, the difference in a sentence."""

from fractions import Fraction
from typing import Any

from pycore import jsontext
from pycore.nephilim.combat.advice import (
    ATTAQUANT,
    MOINS_SUBIR,
    MOYENNE,
    Conseil,
    Conseils,
    Demande,
    Variante,
)
from pycore.nephilim.combat.scenario import VERSION, Scenario
from pycore.nephilim.rows import Regles
from pycore.render.combat_json import REGLE
from pycore.render.combat_words import MotsCombat
from pycore.render.french import nombre, pourcentage, rapport, typographie
from pycore.render.view import Noeud, noeud, tree

SHOWN = 12
"""Choices shown; the page says what the best of them are, not all."""


def advice_json(conseils: Conseils, regles: Regles) -> dict[str, Any]:
    """Write the ranking; each value as an exact quotient "n/d"."""
    del regles
    return {
        "version": VERSION,
        "regle": REGLE,
        "cote": conseils.demande.cote,
        "but": conseils.demande.but,
        "n": conseils.demande.n,
        "classement": [
            {
                "choix": each.variante.choix,
                "element": each.variante.element,
                "valeur": f"{each.valeur.numerator}/{each.valeur.denominator}",
                "actuelle": each.actuelle,
            }
            for each in conseils.classement
        ],
        "reste": conseils.reste,
    }


def _value(valeur: Fraction, but: str) -> str:
    if but in (MOYENNE, MOINS_SUBIR):
        return rapport(valeur.numerator, valeur.denominator, 2)
    return pourcentage(valeur.numerator, valeur.denominator)


def _choice(mots: MotsCombat, demande: Demande, variante: Variante) -> str:
    """Name a choice: the manœuvre or the defence, and its element."""
    table = "manoeuvres" if demande.cote == ATTAQUANT else "defenses"
    said = mots.nom(table, variante.choix)
    if variante.element is None:
        return said
    return f"{said} ({mots.nom('elements', variante.element)})"


def _reserves(mots: MotsCombat, demande: Demande, variante: Variante) -> list[str]:
    """What a choice costs or takes, said beside its figure."""
    if demande.cote != ATTAQUANT:
        besoin = mots.regles.defenses[variante.choix].besoin
        return [typographie(besoin)] if besoin else []
    row = mots.regles.manoeuvres[variante.choix]
    return [
        mots.nom("consequences", each.consequence)
        for each in row.apports
        if each.cible == "consequence" and each.subit == "attaquant"
    ]


def _adopted(demande: Demande, variante: Variante) -> str:
    """The form's fields that a choice sets, as the page's buttons carry them."""
    element = variante.element or ""
    if demande.cote == ATTAQUANT:
        fields = {"attaque.approche": variante.choix, "attaquant.approche": element}
    else:
        path = f"defenseurs[{demande.cote}]"
        fields = {f"{path}.defense.type": variante.choix, f"{path}.approche": element}
    return jsontext.dump(fields)


def _row(mots: MotsCombat, demande: Demande, conseil: Conseil) -> Noeud:
    said = _choice(mots, demande, conseil.variante)
    notes = _reserves(mots, demande, conseil.variante)
    last = (
        noeud("td", noeud("em", mots.dit("conseil.actuel")))
        if conseil.actuelle
        else noeud(
            "td",
            noeud(
                "button",
                mots.dit("conseil.adopter"),
                classe="bouton",
                aria_label=mots.dit("conseil.adopter_quoi", choix=said),
                data_remplir=_adopted(demande, conseil.variante),
            ),
        )
    )
    return noeud(
        "tr",
        noeud(
            "th",
            said,
            *(noeud("small", each, classe="section") for each in notes),
            scope="row",
        ),
        noeud("td", _value(conseil.valeur, demande.but), classe="nombre"),
        last,
        classe="obtenu" if conseil.actuelle else "",
    )


def _difference(mots: MotsCombat, conseils: Conseils) -> str:
    """Say what the best choice gains over the present one."""
    best = conseils.classement[0]
    demande = conseils.demande
    current = next((each for each in conseils.classement if each.actuelle), best)
    if best.valeur == current.valeur:
        return mots.dit("conseil.deja", valeur=_value(current.valeur, demande.but))
    return mots.dit(
        "conseil.meilleur",
        choix=_choice(mots, demande, best.variante),
        valeur=_value(best.valeur, demande.but),
        actuelle=_value(current.valeur, demande.but),
        choix_actuel=_choice(mots, demande, current.variante),
    )


def advice_view(conseils: Conseils, scenario: Scenario, regles: Regles) -> dict[str, Any]:
    """Show the ranking, the best first, each with what it costs and a button that adopts it."""
    mots = MotsCombat(regles, scenario)
    demande = conseils.demande
    if not conseils.classement:
        return {"conseil": [tree(noeud("p", mots.dit("conseil.rien")))]}
    shown = list(conseils.classement[:SHOWN])
    shown += [each for each in conseils.classement[SHOWN:] if each.actuelle]
    heads = [mots.dit("conseil.choix"), mots.dit(f"conseil.{demande.but}", n=nombre(demande.n))]
    table = noeud(
        "table",
        noeud("caption", heads[1]),
        noeud(
            "thead",
            noeud(
                "tr",
                noeud("th", heads[0], scope="col"),
                noeud("th", heads[1], scope="col", classe="nombre"),
                noeud("td"),
            ),
        ),
        noeud("tbody", *(_row(mots, demande, each) for each in shown)),
        classe="table conseils",
    )
    nodes = [
        noeud("p", _difference(mots, conseils), classe="conseil-phrase"),
        table,
        noeud("p", mots.dit("conseil.ignore"), classe="aide"),
    ]
    return {"conseil": [tree(each) for each in nodes]}
