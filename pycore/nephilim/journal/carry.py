"""What the entries of a journal leave behind: every report, its source and its duration.

Which consequence carries over, on what and for how long is a matter of its row
(``data/nephilim/consequences.toml``).
"""

from collections.abc import Iterable, Iterator

from pycore.nephilim.combat.facts import Consequence
from pycore.nephilim.combat.personnage import ATTAQUANT
from pycore.nephilim.journal.facts import BLESSURE, RANG, Fait, Report
from pycore.nephilim.journal.names import same
from pycore.nephilim.journal.shape import Blessure
from pycore.nephilim.rows import Regles
from pycore.nephilim.vocabulary import NATURELLE

LIBRE = "rang_libre"


class _Collector:
    """Gathers reports entry by entry, ends those that are lifted."""

    def __init__(self, regles: Regles) -> None:
        self.regles = regles
        self.reports: list[Report] = []
        self.said: set[tuple[object, ...]] = set()
        self.ids: dict[str, int] = {}

    def end(self, qui: str, codes: Iterable[str]) -> None:
        """End a fighter's reports of these codes."""
        ended = frozenset(codes)
        self.reports = [each for each in self.reports if each.qui != qui or each.code not in ended]

    def returns(self, fait: Fait) -> None:
        """End what an entry shows to be over: he is back, has a weapon again, a right was used."""
        natures = {ident: row.report for ident, row in self.regles.consequences.items()}
        back = [ident for ident, nature in natures.items() if nature == "absent"]
        armed = [ident for ident, nature in natures.items() if nature == "arme"]
        rows = self.regles.consequences.values()
        used = [row.id for row in rows if row.geste and row.geste == fait.par]
        for qui in (fait.attaquant, *fait.defenseurs):
            self.end(qui, [*back, *used])
        arme = fait.scenario.attaque.arme
        if arme and self.regles.armes[arme].categorie != NATURELLE:
            self.end(fait.attaquant, armed)

    def add(self, fait: Fait, rank: int, each: Consequence) -> None:
        """Note what a consequence leaves; said again by the same source, it counts once (D31)."""
        echange = fait.resultat.echanges[rank]
        qui = fait.qui(each.cible, echange.defenseur)
        row = self.regles.consequences[each.code]
        if row.leve:
            self.end(qui, row.leve)
            return
        debut = fait.round + (row.duree == "round_suivant")
        fin = None if row.duree == "combat" else debut
        if self._said(fait, echange.defenseur, each, qui, debut, lasting=fin is None):
            return
        ident = f"{fait.rang}-{rank}-{each.code}-{each.cible}"
        self.ids[ident] = again = self.ids.get(ident, 0) + 1
        self.reports.append(
            Report(
                ident if again == 1 else f"{ident}-{again}",
                row.report,
                "consequences",
                each.code,
                qui,
                each.valeur,
                fait.rang,
                rank,
                debut,
                fin,
                each.table or "consequences",
                each.source or each.code,
            )
        )

    def _said(
        self, fait: Fait, rang: int, each: Consequence, qui: str, debut: int, *, lasting: bool
    ) -> bool:
        """Tell whether it was said before: by the same source for a round, by any where it lasts.

        Margin has no source: each degree bought counts.
        """
        if lasting:
            return any((said.qui, said.code) == (qui, each.code) for said in self.reports)
        if not each.source:
            return False
        other = fait.defenseurs[rang] if each.cible == ATTAQUANT else fait.attaquant
        told = (qui, each.code, each.table, each.source, other, debut)
        known = told in self.said
        self.said.add(told)
        return known


def born(faits: Iterable[Fait], blessures: Iterable[Blessure], regles: Regles) -> list[Report]:
    """List what every entry leaves behind and nothing has lifted since, in order."""
    collector = _Collector(regles)
    rounds = []
    for fait in faits:
        rounds.append(fait.round)
        collector.returns(fait)
        for rank, echange in enumerate(fait.resultat.echanges):
            for each in echange.consequences:
                collector.add(fait, rank, each)
    return [*collector.reports, *_wounds(blessures, rounds, regles)]


def _wounds(blessures: Iterable[Blessure], rounds: list[int], regles: Regles) -> Iterator[Report]:
    """Wounds that the MJ gave by hand."""
    for rank, each in enumerate(blessures):
        row = regles.blessures[each.blessure]
        yield Report(
            f"blessure-{rank}",
            BLESSURE,
            "blessures",
            row.id,
            same(each.qui),
            -row.malus,
            each.entree,
            None,
            rounds[each.entree],
            None,
            "blessures",
            row.id,
        )


def ranks(faits: Iterable[Fait], round_: int) -> list[Report]:
    """List the rank of the last defence that each fighter has made in a round (D35)."""
    highest: dict[str, Report] = {}
    for fait in faits:
        if fait.round != round_:
            continue
        for rank, echange in enumerate(fait.resultat.echanges):
            if echange.defense is None:
                continue
            qui = fait.defenseurs[echange.defenseur]
            numero = echange.defense.numero
            known = highest.get(qui)
            if known is None or numero > known.valeur:
                ident = f"{fait.rang}-{rank}-{RANG}"
                named, spell = ("causes", RANG), (fait.rang, rank, round_, round_)
                highest[qui] = Report(ident, RANG, *named, qui, numero, *spell, *named)
    return list(highest.values())


def freed(
    faits: Iterable[Fait], reports: Iterable[Report], round_: int, regles: Regles
) -> list[Report]:
    """List who was already free of the malus of rank in a round, as his scenario says.

    Where an entry's own report says so, that one stands.
    """
    row = next((row for row in regles.consequences.values() if row.report == LIBRE), None)
    if row is None:
        return []
    known = {each.qui for each in reports if each.nature == row.report}
    made = []
    for fait in faits:
        if fait.round != round_:
            continue
        for rank, qui in enumerate(fait.defenseurs):
            defense = fait.scenario.defenseurs[rank].defense
            if defense.rang_sans_malus and qui not in known:
                known.add(qui)
                ident = f"{fait.rang}-{rank}-{row.id}-saisi"
                named = ("consequences", row.id)
                spell = (fait.rang, None, round_, round_)
                made.append(Report(ident, row.report, *named, qui, 0, *spell, *named))
    return made
