"""Facts of Anima as JSON values, in the shapes of anima.md §5."""

from fractions import Fraction
from typing import Any

from pycore.anima.actions import Round
from pycore.anima.attack import Consequence
from pycore.anima.breakage import Bris
from pycore.anima.critical import Critique, Effet
from pycore.anima.disengaging import Fuite
from pycore.anima.followup import Suivi
from pycore.anima.initiative import Ordre, Place
from pycore.anima.odds import Chances
from pycore.anima.rows import Regles
from pycore.anima.scenario import VERSION
from pycore.anima.totals import Total
from pycore.render.recorded_json import detail_json


def _head(regle: str) -> dict[str, Any]:
    return {"version": VERSION, "regle": f"anima/{regle}"}


def _coded(each: Consequence | Effet) -> dict[str, Any]:
    """Write a code, with its number where it has one."""
    said: dict[str, Any] = {"code": each.code}
    return said if each.valeur is None else said | {"valeur": each.valeur}


def _total(total: Total) -> dict[str, Any]:
    return {
        "jets": list(total.jet.des),
        "maladresse": total.jet.maladresse,
        "total": total.total,
        "detail": detail_json(total.detail),
    }


def _critical(critique: Critique) -> dict[str, Any]:
    epreuve = critique.epreuve
    return {
        "niveau": epreuve.gravite,
        "detail": detail_json(epreuve.niveau),
        "test": {
            "jet": epreuve.jet,
            "total": epreuve.total,
            "reussi": epreuve.reussi,
            "detail": detail_json(epreuve.detail),
        },
        "marge_echec": epreuve.marge,
        "malus": None if critique.malus is None else critique.malus._asdict(),
        "localisation": None if critique.localisation is None else critique.localisation.id,
        "effets": [_coded(each) for each in critique.effets],
    }


def _consequence(each: Consequence) -> dict[str, Any]:
    said = _coded(each)
    return {"code": said.pop("code"), "cible": "defenseur"} | said


def attack_json(suivi: Suivi, regles: Regles) -> dict[str, Any]:
    """Write one attack resolved."""
    del regles
    resultat = suivi.resultat
    coup = resultat.coup
    return _head("attaque") | {
        "attaque": _total(resultat.attaque),
        "defense": {"type": resultat.type_defense} | _total(resultat.defense),
        "marge": coup.marge,
        "issue": coup.issue,
        "ip": coup.ip,
        "pourcentage": coup.pourcentage.total,
        "degats": coup.degats.total,
        "contre_bonus": coup.contre_bonus,
        "critique": None if resultat.critique is None else _critical(resultat.critique),
        "pv_restants": resultat.pv_restants,
        "etat": resultat.etat,
        "consequences": [_consequence(each) for each in resultat.consequences],
    }


def due_json(dus: tuple[str, ...], regles: Regles) -> dict[str, Any]:
    """Write which dice are due besides those of attack and defence."""
    del regles
    return _head("attaque") | {"dus": list(dus)}


def nothing_shown(facts: object, scenario: object, regles: Regles) -> dict[str, Any]:
    """Show nothing: the answer is for the form."""
    del facts, scenario, regles
    return {}


def _share(share: Fraction) -> str:
    """Write a reduced fraction, 0 and 1 included."""
    return f"{share.numerator}/{share.denominator}"


def odds_json(chances: Chances, regles: Regles) -> dict[str, Any]:
    """Write what an attack can come to."""
    del regles
    return _head("attaque") | {
        "lot": [
            {"issue": each.issue, "degats": each.degats, "p": _share(each.p)}
            for each in chances.lot
        ],
        "reste": _share(chances.reste),
    }


def _place(place: Place, nom: str) -> dict[str, Any]:
    head = {"combattant": place.combattant, "nom": nom}
    return head | _total(place.total) | {"rang": place.rang, "egalite": place.egalite}


def initiative_json(ordre: Ordre, regles: Regles) -> dict[str, Any]:
    """Write the order of a round."""
    del regles
    return _head("initiative") | {
        "ordre": [_place(each, ordre.noms[each.combattant]) for each in ordre.places],
        "surprises": [each._asdict() for each in ordre.surprises],
    }


def actions_json(actions: Round, regles: Regles) -> dict[str, Any]:
    """Write the actions of a round."""
    del regles
    return _head("actions") | {
        "somme": actions.somme,
        "actions": actions.ligne.actions,
        "par_action": [
            {"action": rank, "malus": malus} for rank, malus in enumerate(actions.malus, 1)
        ],
    }


def breakage_json(bris: Bris, regles: Regles) -> dict[str, Any]:
    """Write a test of breakage."""
    del regles
    return _head("fracassement") | {
        "total": bris.total,
        "detail": detail_json(bris.detail),
        "solidite": bris.solidite,
        "brise": bris.brise,
    }


def disengaging_json(fuite: Fuite, regles: Regles) -> dict[str, Any]:
    """Write an attempt to get away."""
    del regles
    return _head("desengagement") | {
        "fuyard": _total(fuite.fuyard),
        "adversaire": _total(fuite.adversaire),
        "marge": fuite.marge,
        "degage": fuite.degage,
    }
