"""Facts of a combat as JSON values, in the shape of combat.md §11 and §13."""

from typing import Any

from pycore.nephilim.combat.damage import Degats
from pycore.nephilim.combat.facts import (
    Consequence,
    DefenseJouee,
    Echange,
    Resultat,
    Seuils,
    Vitesse,
)
from pycore.nephilim.combat.scenario import VERSION
from pycore.nephilim.rows import Regles
from pycore.render.facts_json import jet_json, seuil_json
from pycore.render.recorded_json import detail_json

REGLE = "nephilim/combat"


def _defense(defense: DefenseJouee | None) -> dict[str, Any] | None:
    if defense is None:
        return None
    head = {"type": defense.type, "numero": defense.numero}
    return head | jet_json(defense.jet) | {"reussie": defense.reussie}


def _degats(degats: Degats) -> dict[str, Any]:
    return {
        "bruts": degats.bruts,
        "detail": detail_json(degats.detail),
        "etapes": [pas._asdict() for pas in degats.pas],
        "final": degats.final,
    }


def _consequence(each: Consequence) -> dict[str, Any]:
    said: dict[str, Any] = {"code": each.code, "cible": each.cible}
    return said | {"valeur": each.valeur} if each.valeur else said


def _echange(echange: Echange) -> dict[str, Any]:
    return {
        "attaque": echange.attaque,
        "defenseur": echange.defenseur,
        "defense": _defense(echange.defense),
        "attaque_gagne": echange.attaque_gagne,
        "physiques": _degats(echange.physiques),
        "magiques": _degats(echange.magiques),
        "total": echange.total,
        "excedent": dict(zip(("attaquant", "defenseur"), echange.excedent, strict=True)),
        "consequences": [_consequence(each) for each in echange.consequences],
    }


def _attaquant(vitesse: Vitesse) -> dict[str, Any]:
    return {
        "initiative": vitesse.valeur,
        "mv": vitesse.valeur,
        "detail": detail_json(vitesse.detail),
    }


def result_json(resultat: Resultat, regles: Regles) -> dict[str, Any]:
    """Write a resolved combat."""
    del regles
    return {
        "version": VERSION,
        "regle": REGLE,
        "attaquant": _attaquant(resultat.vitesse),
        "attaques": [jet_json(jet) for jet in resultat.attaques],
        "echanges": [_echange(echange) for echange in resultat.echanges],
        "graine": resultat.graine,
    }


def thresholds_json(seuils: Seuils, regles: Regles) -> dict[str, Any]:
    """Write the thresholds of a combat before any roll."""
    del regles
    return {
        "version": VERSION,
        "regle": REGLE,
        "attaquant": _attaquant(seuils.vitesse),
        "attaques": [seuil_json(seuil) for seuil in seuils.attaques],
        "echanges": [
            {
                "attaque": each.attaque,
                "defenseur": each.defenseur,
                "defense": None
                if each.seuil is None
                else {"type": each.type, "numero": each.numero} | seuil_json(each.seuil),
            }
            for each in seuils.echanges
        ],
        "effets_sans_effet": [
            {"cote": each.cote, "effet": each.effet, "manque": each.manque}
            for each in seuils.inactifs
        ],
    }
