"""What weighs on a fight to come, put into the fields of its scenario.

A report that no field can hold is a reminder; one that belongs to another round or another role
waits. How each nature of report is held is a row of ``_HOLDERS``.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pycore.nephilim.combat.personnage import ATTAQUANT, Place, side_path
from pycore.nephilim.combat.reading import bare_hands
from pycore.nephilim.combat.scenario import Attaquant
from pycore.nephilim.journal.facts import (
    APPLIQUE,
    ATTENTE,
    BLESSURE,
    RANG,
    RAPPEL,
    RETIRE,
    Report,
)
from pycore.nephilim.moves import Defense, Manoeuvre
from pycore.nephilim.rows import Regles
from pycore.shapes import Entier, fields_of

Json = dict[str, Any]
NUMERO_MAX = 10


def first_defence(manoeuvre: Manoeuvre, regles: Regles, *, sans_jet: bool) -> Defense:
    """Find the first defence that meets a manœuvre and asks for nothing.

    There is one that takes no roll: ``check_needs``.
    """
    return next(
        row
        for row in regles.defenses.values()
        if manoeuvre.defenses in row.modes and not row.demande and (row.sans_jet or not sans_jet)
    )


class Application:
    """A scenario to come into which reports are put, one after the other."""

    def __init__(
        self, scenario: Json, places: Mapping[str, Place], round_: int, regles: Regles
    ) -> None:
        """Start with a scenario on which nothing weighs yet."""
        self.scenario = scenario
        self.places = places
        self.round = round_
        self.regles = regles
        self.manoeuvre = regles.manoeuvres[scenario["attaque"]["approche"]]

    def put_all(self, reports: Iterable[Report], removed: frozenset[str]) -> list[Report]:
        """Put reports into their fields, nature by nature; answers them in their own order."""
        order = list(_HOLDERS)
        ranked = sorted(
            enumerate(reports),
            key=lambda each: order.index(each[1].nature) if each[1].nature in order else len(order),
        )
        settled = {rank: self.put(report, removed) for rank, report in ranked}
        return [settled[rank] for rank in sorted(settled)]

    def camp(self, place: Place) -> Json:
        """Values of a side."""
        held = self.scenario
        made: Json = held[ATTAQUANT] if place.cote == ATTAQUANT else held["defenseurs"][place.rang]
        return made

    def put(self, report: Report, removed: frozenset[str]) -> Report:
        """Put a report into its field; answers it with what became of it."""
        if report.id in removed:
            return report._replace(etat=RETIRE)
        place = self.places.get(report.qui)
        if not report.counts(self.round):
            return report._replace(etat=ATTENTE)
        hold = _HOLDERS.get(report.nature)
        if hold is None:
            return report._replace(etat=RAPPEL)
        return report._replace(etat=ATTENTE) if place is None else hold(self, report, place)

    def defends(self, place: Place) -> Defense | None:
        """Row of a defender's defence; nothing for the attacker, or where no roll is made."""
        if place.cote == ATTAQUANT:
            return None
        row = self.regles.defenses[self.camp(place)["defense"]["type"]]
        return None if row.sans_jet else row


def _degrees(to: Application, report: Report, place: Place) -> Report:
    """Add degrees to the rolls of the role that they bear on."""
    row = to.regles.consequences[report.code]
    if place.cote not in row.jets:
        return report._replace(etat=ATTENTE)
    bounds = fields_of(Attaquant)["report"]
    assert isinstance(bounds, Entier)
    camp = to.camp(place)
    total = camp.get("report", 0) + report.valeur
    camp["report"] = min(max(total, bounds.minimum), bounds.maximum)
    return _held(report, f"{side_path(place)}.report")


def _held(report: Report, chemin: str) -> Report:
    return report._replace(etat=APPLIQUE, chemin=chemin)


def _defenceless(to: Application, report: Report, place: Place) -> Report:
    """Let a defender take the blow."""
    if place.cote == ATTAQUANT:
        return report._replace(etat=ATTENTE)
    row = first_defence(to.manoeuvre, to.regles, sans_jet=True)
    camp = to.camp(place)
    camp["defense"] = {"type": row.id}
    camp.pop("approche", None)
    return _held(report, f"{side_path(place)}.defense.type")


def _rank(to: Application, report: Report, place: Place) -> Report:
    """Count the defences of the round on."""
    if to.defends(place) is None:
        return report._replace(etat=ATTENTE)
    ranks = [report.valeur + 1 + rank for rank in range(to.manoeuvre.attaques)]
    to.camp(place)["defense"]["numeros"] = [min(rank, NUMERO_MAX) for rank in ranks]
    return _held(report, f"{side_path(place)}.defense.numeros")


def _free(to: Application, report: Report, place: Place) -> Report:
    """Free the defences of the round from the malus of rank."""
    if to.defends(place) is None:
        return report._replace(etat=ATTENTE)
    to.camp(place)["defense"]["rang_sans_malus"] = True
    return _held(report, f"{side_path(place)}.defense.rang_sans_malus")


def _disarmed(to: Application, report: Report, place: Place) -> Report:
    """Put bare hands in a weapon's place, where the manœuvre allows it (D34)."""
    if place.cote != ATTAQUANT:
        return report._replace(etat=ATTENTE)
    bare = bare_hands(to.regles)
    attaque = to.scenario["attaque"]
    arme = to.regles.armes[attaque["arme"]] if attaque.get("arme") else bare
    if arme.categorie == bare.categorie or bare.categorie not in to.manoeuvre.armes:
        return report._replace(etat=RAPPEL)
    to.scenario["attaque"] = {"approche": attaque["approche"], "arme": bare.id}
    return _held(report, "attaque.arme")


def _wound(to: Application, report: Report, place: Place) -> Report:
    """Say where a wound given by hand stands; ``memory`` has put it there."""
    del to
    return _held(report, f"{side_path(place)}.blessures")


_HOLDERS: Mapping[str, Callable[[Application, Report, Place], Report]] = {
    "sans_defense": _defenceless,  # first: who cannot defend himself has no rank
    "degres": _degrees,
    RANG: _rank,
    "rang_libre": _free,
    "arme": _disarmed,
    BLESSURE: _wound,
}
