"""The facts that all rules share, as JSON values: a sum, a threshold, a roll."""

from collections.abc import Iterable
from typing import Any

from pycore.nephilim.roll import Jet, Seuil
from pycore.recorded import Terme


def detail_json(termes: Iterable[Terme]) -> list[dict[str, Any]]:
    """Write a sum: where each figure comes from, and how much."""
    return [{"source": terme.source, "valeur": terme.valeur} for terme in termes]


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
