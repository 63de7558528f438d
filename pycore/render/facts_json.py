"""The facts that all rules of Nephilim share, as JSON values: a threshold, a roll."""

from typing import Any

from pycore.nephilim.roll import Jet, Seuil
from pycore.render.recorded_json import detail_json


def seuil_json(seuil: Seuil) -> dict[str, Any]:
    """Write a threshold."""
    return {
        "degres": seuil.degres,
        "seuil": seuil.seuil,
        "detail": detail_json(seuil.detail),
    }


def jet_json(jet: Jet) -> dict[str, Any]:
    """Write a roll with its threshold and its result."""
    return {
        "jet": jet.jet,
        **seuil_json(jet.seuil),
        "resultat": jet.issue.resultat,
        "marge": jet.issue.marge,
    }
