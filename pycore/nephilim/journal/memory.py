"""What a journal remembers of each fighter: how he was last seen, and on which side."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pycore.nephilim.combat.personnage import (
    ATTAQUANT,
    Abandon,
    Place,
    arm,
    dress,
    of_side,
    side_path,
)
from pycore.nephilim.combat.scenario import Attaquant, Defenseur
from pycore.nephilim.journal.facts import BLESSURE, Fait, Report
from pycore.nephilim.moves import Manoeuvre
from pycore.nephilim.rows import Regles
from pycore.shapes import write

Json = dict[str, Any]


class Vu(NamedTuple):
    """A fighter as an entry shows him."""

    fait: Fait
    place: Place
    camp: Attaquant | Defenseur


class Memoire:
    """The entries of a journal, asked by fighter."""

    def __init__(self, faits: tuple[Fait, ...], reports: Iterable[Report], regles: Regles) -> None:
        """Keep the entries, what they leave behind, the tables."""
        self.faits = faits
        self.reports = tuple(reports)
        self.regles = regles

    def seen(self, qui: str, cote: str = "") -> Iterator[Vu]:
        """List how a fighter was seen, the latest first; on one side, or on any."""
        for fait in reversed(self.faits):
            place = fait.place(qui)
            if place is not None and cote in ("", place.cote):
                yield Vu(fait, place, fait.camp(place))

    def fighters(self) -> list[str]:
        """Keys of all who fought, in the order in which they came."""
        found = [qui for fait in self.faits for qui in (fait.attaquant, *fait.defenseurs)]
        return list(dict.fromkeys(found))

    def wounds(self, qui: str, removed: frozenset[str]) -> list[str]:
        """Wounds of a fighter: those of his scenario, and those given by hand and not removed.

        One given by hand stands in later scenarios too: removed, it goes, unless he had it before.
        """
        camp = next(self.seen(qui)).camp
        held = list(camp.blessures)
        for each in self.reports:
            if each.nature != BLESSURE or each.qui != qui:
                continue
            if each.id not in removed:
                held.append(each.code)
            elif not self._had(qui, each) and each.code in held:
                held.remove(each.code)
        return [ident for ident in self.regles.blessures if ident in held]

    def _had(self, qui: str, wound: Report) -> bool:
        """Tell whether a fighter had a wound already when it was given to him."""
        fait = self.faits[wound.entree]
        place = fait.place(qui)
        return place is not None and wound.code in fait.camp(place).blessures

    def initiative(self, qui: str) -> int:
        """Initiative of a fighter: as an attack of his showed it, else of his type and Ka (D5)."""
        for vu in self.seen(qui, ATTAQUANT):
            return vu.fait.resultat.vitesse.valeur
        camp = next(self.seen(qui)).camp
        base = self.regles.types[camp.type].initiative
        return camp.degre if base is None else base.facteur * camp.ka.get(base.element, 0)

    def _effects(self, qui: str, cote: str) -> list[str]:
        """Effects at work on a fighter who takes a side.

        Those that serve on both sides as he has them now; those of that side alone as he last had
        them there; with them those of the other side alone, which ``dress`` leaves aside.
        """
        both = set(self.regles.effets_attaquant) & set(self.regles.effets_defenseur)
        now = list(next(self.seen(qui)).camp.effets)
        there = next(iter(self.seen(qui, cote)), None)
        mine = [] if there is None else [each for each in there.camp.effets if each not in both]
        return list(dict.fromkeys([*now, *mine]))

    def fighter(self, qui: str, cote: str, removed: frozenset[str]) -> Json:
        """Take a fighter as he is now, with the weapon that he last attacked with."""
        now = next(self.seen(qui))
        armed = next(iter(self.seen(qui, ATTAQUANT)), None)
        attaque = None if armed is None else write(armed.fait.scenario.attaque)
        made = of_side(write(now.camp), attaque)
        there = next(iter(self.seen(qui, cote)), None)
        if there is not None:
            made["type"] = there.camp.type
            if there.camp.initiative is not None:
                made["initiative"] = there.camp.initiative
        made["effets"] = self._effects(qui, cote)
        made["blessures"] = self.wounds(qui, removed)
        return made

    def side(
        self, qui: str, place: Place, manoeuvre: Manoeuvre, removed: frozenset[str]
    ) -> tuple[Json, list[Abandon]]:
        """Write a fighter as the values of a side, circumstances as they last were there."""
        fighter = self.fighter(qui, place.cote, removed)
        path = side_path(place)
        made, left = dress(fighter, place.cote, path, self.regles, manoeuvre.portees)
        there = next(iter(self.seen(qui, place.cote)), None)
        if there is not None:
            camp = write(there.camp)
            kept = ("contexte", "contexte_motif", "ka_dominant_rate")
            made |= {key: camp[key] for key in kept if key in camp}
        return made, left

    def weapon(
        self, qui: str, manoeuvre: Manoeuvre, removed: frozenset[str]
    ) -> tuple[Json, list[Abandon]]:
        """Write a fighter's weapon as values of an attack; bare hands where he has none for it."""
        return arm(self.fighter(qui, ATTAQUANT, removed), manoeuvre, self.regles)
