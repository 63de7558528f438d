"""Facts of an action simple or opposée as JSON values, in the shape of action.md."""

from typing import Any

from pycore.nephilim.action.rules import (
    ACTEUR,
    OPPOSANT,
    Chances,
    ChancesOpposees,
    Epreuve,
    Opposition,
    Resultat,
)
from pycore.nephilim.action.scenario import VERSION
from pycore.nephilim.rows import Regles
from pycore.render.facts_json import jet_json, seuil_json

SIMPLE, OPPOSEE = "nephilim/action-simple", "nephilim/action-opposee"


def _head(regle: str) -> dict[str, Any]:
    return {"version": VERSION, "regle": regle}


def _result(resultat: Resultat, regles: Regles) -> dict[str, Any]:
    qualite = resultat.qualite
    return {
        "vecu_corrige": resultat.epreuve.vecu_corrige,
        **jet_json(resultat.jet),
        "qualite": None if qualite is None else regles.marges[qualite].nom,
        "consequences": [
            {"code": each.code} | ({"valeur": each.valeur} if each.valeur else {})
            for each in resultat.suites
        ],
    }


def result_json(resultat: Resultat, regles: Regles) -> dict[str, Any]:
    """Write an action simple that was rolled."""
    return _head(SIMPLE) | _result(resultat, regles)


def opposed_json(opposition: Opposition, regles: Regles) -> dict[str, Any]:
    """Write an action opposée that was rolled."""
    return _head(OPPOSEE) | {
        ACTEUR: _result(opposition.acteur, regles),
        OPPOSANT: _result(opposition.opposant, regles),
        "vainqueur": opposition.vainqueur,
    }


def _epreuve(epreuve: Epreuve) -> dict[str, Any]:
    return {"vecu_corrige": epreuve.vecu_corrige} | seuil_json(epreuve.seuil)


def threshold_json(chances: Chances, regles: Regles) -> dict[str, Any]:
    """Write what has to be rolled, before any die."""
    del regles
    return _head(SIMPLE) | _epreuve(chances.epreuve)


def opposed_threshold_json(chances: ChancesOpposees, regles: Regles) -> dict[str, Any]:
    """Write what both sides have to roll, before any die."""
    del regles
    return _head(OPPOSEE) | {
        ACTEUR: _epreuve(chances.acteur.epreuve),
        OPPOSANT: _epreuve(chances.opposant.epreuve),
    }


def _odds(chances: Chances, regles: Regles) -> dict[str, Any]:
    return {
        "denominateur": 100,
        "resultats": dict(chances.resultats),
        "qualites": {regles.marges[ident].nom: count for ident, count in chances.qualites.items()},
    }


def odds_json(chances: Chances, regles: Regles) -> dict[str, Any]:
    """Write the chances of an action simple, over 100 rolls."""
    return _head(SIMPLE) | _odds(chances, regles)


def opposed_odds_json(chances: ChancesOpposees, regles: Regles) -> dict[str, Any]:
    """Write the chances of an action opposée, over 10,000 pairs of rolls."""
    return _head(OPPOSEE) | {
        "denominateur": 10000,
        "vainqueur": dict(chances.vainqueurs),
        ACTEUR: _odds(chances.acteur, regles),
        OPPOSANT: _odds(chances.opposant, regles),
    }
