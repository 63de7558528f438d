"""What a journal comes to: facts only. Words are found later."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pycore.nephilim.combat.facts import Resultat
from pycore.nephilim.combat.personnage import ATTAQUANT, DEFENSEUR, Abandon, Place
from pycore.nephilim.combat.scenario import Attaquant, Defenseur, Scenario

RANG, BLESSURE = "rang", "blessure"

APPLIQUE, RAPPEL, ATTENTE, RETIRE = "applique", "rappel", "attente", "retire"
"""What becomes of a report: in a field, said alone, counting later or elsewhere, taken away."""


class Fait(NamedTuple):
    """An entry resolved, and the keys of who fought."""

    rang: int
    round: int
    scenario: Scenario
    resultat: Resultat
    attaquant: str
    defenseurs: tuple[str, ...]
    par: str

    def place(self, qui: str) -> Place | None:
        """Where a fighter stood; ``None`` where he was not there."""
        if qui == self.attaquant:
            return Place(ATTAQUANT)
        return Place(DEFENSEUR, self.defenseurs.index(qui)) if qui in self.defenseurs else None

    def camp(self, place: Place) -> Attaquant | Defenseur:
        """A side of the scenario."""
        if place.cote == ATTAQUANT:
            return self.scenario.attaquant
        return self.scenario.defenseurs[place.rang]

    def qui(self, cible: str, defenseur: int) -> str:
        """Key of who is meant by the side of an exchange."""
        return self.attaquant if cible == ATTAQUANT else self.defenseurs[defenseur]


class Report(NamedTuple):
    """Something that weighs on what follows.

    ``nature`` is how (``vocabulary.REPORTS``, ``rang`` or ``blessure``), ``table`` and ``code`` the
    row that names it, ``par_table`` and ``par`` the row that brings it; ``debut`` and ``fin`` the
    rounds in which it counts, ``fin`` being ``None`` until it is lifted. ``chemin`` is the field
    that holds it.
    """

    id: str
    nature: str
    table: str
    code: str
    qui: str
    valeur: int
    entree: int
    echange: int | None
    debut: int
    fin: int | None
    par_table: str
    par: str
    etat: str = RAPPEL
    chemin: str = ""

    def counts(self, round_: int) -> bool:
        """Tell whether it counts in a round."""
        return self.debut <= round_ and (self.fin is None or round_ <= self.fin)


class Combattant(NamedTuple):
    """A fighter so far: damage taken in all, wounds, initiative."""

    qui: str
    place: Place
    nom: str
    dommages: int
    blessures: tuple[str, ...]
    initiative: int


class Geste(NamedTuple):
    """A way in which the fight may go on, and which defender turns attacker."""

    geste: str
    cible: int | None


class Prochain(NamedTuple):
    """The scenario to come, without dice, and who stands where."""

    scenario: Mapping[str, Any]
    attaquant: str
    defenseurs: tuple[str, ...]
    abandons: tuple[Abandon, ...]

    def places(self) -> dict[str, Place]:
        """Where each fighter stands."""
        held = {qui: Place(DEFENSEUR, rang) for rang, qui in enumerate(self.defenseurs)}
        return {self.attaquant: Place(ATTAQUANT), **held}


class Suite(NamedTuple):
    """A journal as it stands, and how it goes on where that was asked."""

    geste: str
    round: int
    faits: tuple[Fait, ...]
    prochain: Prochain | None
    reports: tuple[Report, ...]
    combattants: tuple[Combattant, ...]
    gestes: tuple[Geste, ...]
    retires: tuple[str, ...]
    blessures: tuple[Mapping[str, Any], ...]
