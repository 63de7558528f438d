"""How a fight goes on: the next round, a riposte, roles swapped; what weighs on it is put in.

A side that is no scenario's yet is made of what the journal remembers of the fighter; what the
rules would refuse there is left aside and named.
"""

import re
from typing import Any

from pycore.errors import Faute, RefusedError
from pycore.nephilim.combat.personnage import ATTAQUANT, DEFENSEUR, Abandon, Place
from pycore.nephilim.combat.reading import bare_hands, read
from pycore.nephilim.journal.apply import Application, first_defence
from pycore.nephilim.journal.facts import (
    APPLIQUE,
    RAPPEL,
    Fait,
    Prochain,
    Report,
)
from pycore.nephilim.journal.memory import Memoire
from pycore.nephilim.journal.reading import Donne, Lu
from pycore.nephilim.moves import Defense, Manoeuvre
from pycore.nephilim.rows import Regles
from pycore.nephilim.vocabulary import RIPOSTE, ROUND_SUIVANT
from pycore.shapes import write

Json = dict[str, Any]
MELEE = "melee"
_KEYS = re.compile(r"[^.\[\]]+")


def granted(fait: Fait, removed: frozenset[str], regles: Regles) -> dict[str, int]:
    """Gestures that an entry gives a right to, each with the first defender who has it."""
    found: dict[str, int] = {}
    for rank, echange in enumerate(fait.resultat.echanges):
        for each in echange.consequences:
            geste = regles.consequences[each.code].geste
            if geste and f"{fait.rang}-{rank}-{each.code}-{each.cible}" not in removed:
                found.setdefault(geste, echange.defenseur)
    return found


class Suivant:
    """Makes the scenario to come."""

    def __init__(
        self,
        memoire: Memoire,
        reports: list[Report],
        removed: frozenset[str],
        round_: int,
        regles: Regles,
    ) -> None:
        """Keep what is remembered, what weighs, what the MJ took away, the round to come."""
        self.memoire = memoire
        self.reports = reports
        self.removed = removed
        self.round = round_
        self.regles = regles
        self.left: list[Abandon] = []

    def make(self, lu: Lu) -> tuple[Prochain, list[Report]]:
        """Make it, with every report in its place."""
        prochain = self._given(lu.donne) if lu.donne is not None else self._made(lu)
        application = Application(
            dict(prochain.scenario), prochain.places(), self.round, self.regles
        )
        held = application.put_all(self.reports, self.removed)
        settled = [self._gone(each, prochain.defenseurs) for each in held]
        value = self._accepted(application.scenario)
        return prochain._replace(scenario=value, abandons=tuple(self.left)), settled

    def _given(self, donne: Donne) -> Prochain:
        """The scenario given, with the wounds of those whom the journal knows."""
        value = write(donne.scenario)
        known = set(self.memoire.fighters())
        prochain = Prochain(value, donne.attaquant, donne.defenseurs, ())
        for qui, place in prochain.places().items():
            if qui in known:
                camp = (
                    value[ATTAQUANT] if place.cote == ATTAQUANT else value["defenseurs"][place.rang]
                )
                camp.pop("report", None)
                wounds = {*camp.get("blessures", ()), *self.memoire.wounds(qui, self.removed)}
                camp["blessures"] = [each for each in self.regles.blessures if each in wounds]
        return prochain

    def _made(self, lu: Lu) -> Prochain:
        """The scenario that a gesture makes, on which nothing weighs yet."""
        geste, faits = lu.journal.geste, lu.faits
        last = faits[-1]
        if geste == ROUND_SUIVANT:
            base = self._before_ripostes(faits)
            attaquant, defenseurs = base.attaquant, self._present(base.defenseurs)
            attaque, mode, element = self._again(base)
        else:
            rights = granted(last, self.removed, self.regles)
            cible = lu.journal.cible if lu.journal.cible is not None else rights.get(geste, 0)
            base = last
            attaquant, defenseurs = last.defenseurs[cible], (last.attaquant,)
            attaque, mode, element = self._in_turn(attaquant, last, plain=geste == RIPOSTE)
        manoeuvre = self.regles.manoeuvres[attaque["approche"]]
        value: Json = {"version": 1, "mode": mode, "attaquant": {}, "attaque": attaque}
        value[ATTAQUANT] = self._attacker(attaquant, manoeuvre, element)
        value["defenseurs"] = [
            self._defender(qui, rang, manoeuvre) for rang, qui in enumerate(defenseurs)
        ]
        options = write(base.scenario.options)
        if options:
            value["options"] = options
        return Prochain(self._accepted(value), attaquant, defenseurs, ())

    def _before_ripostes(self, faits: tuple[Fait, ...]) -> Fait:
        """Find the last entry that was no riposte: a round goes on from there."""
        return next((each for each in reversed(faits) if each.par != RIPOSTE), faits[-1])

    def _absent(self) -> set[str]:
        return {
            each.qui
            for each in self.reports
            if each.nature == "absent" and each.id not in self.removed
        }

    def _present(self, defenseurs: tuple[str, ...]) -> tuple[str, ...]:
        """Leave out who has fled, unless nobody would be left."""
        gone = self._absent()
        return tuple(qui for qui in defenseurs if qui not in gone) or defenseurs

    def _gone(self, report: Report, defenseurs: tuple[str, ...]) -> Report:
        """Say that a fighter who fled is no longer among the targets."""
        left_out = report.nature == "absent" and report.etat == RAPPEL
        if left_out and self.memoire.faits[-1].attaquant != report.qui not in defenseurs:
            return report._replace(etat=APPLIQUE, chemin="defenseurs")
        return report

    def _again(self, base: Fait) -> tuple[Json, str, str | None]:
        """The same attack once more."""
        scenario = base.scenario
        return write(scenario.attaque), scenario.mode, scenario.attaquant.approche

    def _in_turn(self, qui: str, last: Fait, *, plain: bool) -> tuple[Json, str, str | None]:
        """The attack of a fighter whose turn it is: as he last attacked, or a plain one."""
        before = next(iter(self.memoire.seen(qui, ATTAQUANT)), None)
        if before is not None and not plain:
            return self._again(before.fait)
        mode = last.scenario.mode
        row, weapon = self._plainly(qui, mode)
        bare = bare_hands(self.regles)
        if not weapon and bare.categorie not in row.armes:  # with bare hands, one closes in
            mode = MELEE
            row, weapon = self._plainly(qui, mode)
        return {"approche": row.id} | (weapon or {"arme": bare.id}), mode, None

    def _plainly(self, qui: str, mode: str) -> tuple[Manoeuvre, Json]:
        """The plain attack of a mode (there is one: ``check_needs``), and a weapon it takes."""
        rows = self.regles.manoeuvres.values()
        row = next(each for each in rows if each.ordinaire and mode in each.modes)
        weapon, _ = self.memoire.weapon(qui, row, self.removed)
        return row, weapon

    def _attacker(self, qui: str, manoeuvre: Manoeuvre, element: str | None) -> Json:
        """The attacker's side."""
        made, left = self.memoire.side(qui, Place(ATTAQUANT), manoeuvre, self.removed)
        self.left += left
        if element is not None:
            made["approche"] = element
        return made

    def _defender(self, qui: str, rang: int, manoeuvre: Manoeuvre) -> Json:
        """A defender's side: as he last defended himself against such an attack, or plainly."""
        made, left = self.memoire.side(qui, Place(DEFENSEUR, rang), manoeuvre, self.removed)
        self.left += left
        shield = made.get("bouclier") is not None
        row, element, held = self._defence(qui, manoeuvre, shield=shield)
        made["defense"] = {"type": row.id} | held
        if element is not None:
            made["approche"] = element
        return made

    def _defence(
        self, qui: str, manoeuvre: Manoeuvre, *, shield: bool
    ) -> tuple[Defense, str | None, Json]:
        """The defence that a fighter last chose freely and that fits; else the plainest."""
        for vu in self.memoire.seen(qui, DEFENSEUR):
            camp = vu.fait.scenario.defenseurs[vu.place.rang]
            row = self.regles.defenses[camp.defense.type]
            forced = row.sans_jet and self._was_defenceless(qui, vu.fait)
            kept = ("objet", "voit_lanceur")
            held = {key: item for key, item in write(camp.defense).items() if key in kept}
            able = not row.demande or held or shield
            if able and manoeuvre.defenses in row.modes and not forced:
                return row, camp.approche, held
        return first_defence(manoeuvre, self.regles, sans_jet=False), None, {}

    def _was_defenceless(self, qui: str, fait: Fait) -> bool:
        """Tell whether a fighter could not defend himself in an entry's round."""
        return any(
            self.regles.consequences[each.code].report == "sans_defense"
            and before.qui(each.cible, echange.defenseur) == qui
            for before in self.memoire.faits[: fait.rang]
            if before.round == fait.round
            for echange in before.resultat.echanges
            for each in echange.consequences
        )

    def _accepted(self, value: Json) -> Json:
        """Leave aside what the rules refuse, as long as that is enough; defaults go too."""
        while True:
            try:
                return dict(write(read(value, self.regles, dice=False)))
            except RefusedError as refused:
                taken = [each for each in refused.fautes if _take(value, each)]
                self.left += [Abandon(each.chemin, "", "", "refus") for each in taken]
                if not taken:  # each turn takes something, or is the last
                    raise


def _take(value: Json, fault: Faute) -> bool:
    """Take what a fault is about out of a scenario; answers whether it was there."""
    *above, last = [int(key) if key.isdigit() else key for key in _KEYS.findall(fault.chemin)]
    at: Any = value
    for key in above:
        at = at[key]
    try:
        del at[last]
    except (KeyError, IndexError):
        return False
    return True
