"""Facts of a combat as JSON values, in the shape of combat.md §11 and §13."""

from collections.abc import Iterable
from typing import Any

from pycore.nephilim.combat.damage import Degats
from pycore.nephilim.combat.facts import (
    Consequence,
    DefenseJouee,
    Echange,
    Jet,
    Resultat,
    Seuils,
    Vitesse,
)
from pycore.nephilim.combat.scenario import VERSION
from pycore.nephilim.roll import Seuil
from pycore.recorded import Terme

REGLE = "nephilim/combat"


def _detail(termes: Iterable[Terme]) -> list[dict[str, Any]]:
    return [{"source": terme.source, "valeur": terme.valeur} for terme in termes]


def _seuil(seuil: Seuil) -> dict[str, Any]:
    return {
        "degres": seuil.degres,
        "seuil": seuil.seuil,
        "detail": _detail(seuil.detail),
    }


def _jet(jet: Jet) -> dict[str, Any]:
    return {
        "jet": jet.jet,
        **_seuil(jet.seuil),
        "resultat": jet.issue.resultat,
        "marge": jet.issue.marge,
    }


def _defense(defense: DefenseJouee | None) -> dict[str, Any] | None:
    if defense is None:
        return None
    head = {"type": defense.type, "numero": defense.numero}
    return head | _jet(defense.jet) | {"reussie": defense.reussie}


def _degats(degats: Degats) -> dict[str, Any]:
    return {
        "bruts": degats.bruts,
        "detail": _detail(degats.detail),
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
        "detail": _detail(vitesse.detail),
    }


def result_json(resultat: Resultat) -> dict[str, Any]:
    """Write a resolved combat."""
    return {
        "version": VERSION,
        "regle": REGLE,
        "attaquant": _attaquant(resultat.vitesse),
        "attaques": [_jet(jet) for jet in resultat.attaques],
        "echanges": [_echange(echange) for echange in resultat.echanges],
    }


def thresholds_json(seuils: Seuils) -> dict[str, Any]:
    """Write the thresholds of a combat before any roll."""
    return {
        "version": VERSION,
        "regle": REGLE,
        "attaquant": _attaquant(seuils.vitesse),
        "attaques": [_seuil(seuil) for seuil in seuils.attaques],
        "echanges": [
            {
                "attaque": each.attaque,
                "defenseur": each.defenseur,
                "defense": None
                if each.seuil is None
                else {"type": each.type, "numero": each.numero} | _seuil(each.seuil),
            }
            for each in seuils.echanges
        ],
    }
