"""A journal as it stands: what was resolved, what weighs, how the fight may go on."""

from pycore.nephilim.journal.carry import born, freed, ranks
from pycore.nephilim.journal.facts import (
    ATTENTE,
    RAPPEL,
    RETIRE,
    Combattant,
    Fait,
    Geste,
    Report,
    Suite,
)
from pycore.nephilim.journal.memory import Memoire
from pycore.nephilim.journal.next import Suivant, granted
from pycore.nephilim.journal.reading import Lu
from pycore.nephilim.journal.shape import ROUND_MAX, Journal
from pycore.nephilim.rows import Regles
from pycore.nephilim.vocabulary import APPLIQUER, INVERSER, ROUND_SUIVANT
from pycore.shapes import write


def follow(lu: Lu, regles: Regles) -> Suite:
    """Say where a journal stands, and make the scenario that a gesture asks for.

    Raises ``RefusedError`` where the rules would refuse it whatever is left aside.
    """
    journal, faits, _ = lu
    round_ = _round(journal, faits)
    removed = frozenset(journal.retires)
    reports = born(faits, journal.blessures, regles)
    reports += freed(faits, reports, round_, regles)
    reports += ranks(faits, round_)
    live = [
        each
        for each in reports
        if (each.fin is None or each.fin >= round_) and not _used(each, journal.geste, regles)
    ]
    memoire = Memoire(faits, live, regles)
    prochain = None
    if journal.geste:
        prochain, live = Suivant(memoire, live, removed, round_, regles).make(lu)
    else:
        live = [_waiting(each, round_, removed) for each in live]
    return Suite(
        journal.geste,
        round_,
        faits,
        prochain,
        tuple(live),
        tuple(_fighters(memoire, removed)),
        tuple(_gestures(faits, removed, regles)),
        journal.retires,
        tuple(write(each) for each in journal.blessures),
    )


def _round(journal: Journal, faits: tuple[Fait, ...]) -> int:
    """Say which round the fight is in once its gesture is made; asked for again, it is the same."""
    if not faits:
        return 1
    last = faits[-1].round + (journal.geste == ROUND_SUIVANT)
    return min(max(last, journal.round), ROUND_MAX)


def _used(report: Report, geste: str, regles: Regles) -> bool:
    """Tell whether a report is the right to the very gesture that is made."""
    row = regles.consequences.get(report.code)
    return bool(geste) and row is not None and row.geste == geste


def _waiting(report: Report, round_: int, removed: frozenset[str]) -> Report:
    """Settle a report where no scenario is made."""
    if report.id in removed:
        return report._replace(etat=RETIRE)
    said = report.nature == RAPPEL and report.counts(round_)
    return report._replace(etat=RAPPEL if said else ATTENTE)


def _fighters(memoire: Memoire, removed: frozenset[str]) -> list[Combattant]:
    """List the fighters, the quickest first."""
    found = []
    for qui in memoire.fighters():
        vu = next(memoire.seen(qui))
        taken = sum(
            echange.total
            for fait in memoire.faits
            for echange in fait.resultat.echanges
            if fait.defenseurs[echange.defenseur] == qui
        )
        wounds = tuple(memoire.wounds(qui, removed))
        quick = memoire.initiative(qui)
        found.append(Combattant(qui, vu.place, vu.camp.nom, taken, wounds, quick))
    return sorted(found, key=lambda each: -each.initiative)


def _gestures(faits: tuple[Fait, ...], removed: frozenset[str], regles: Regles) -> list[Geste]:
    """List how the fight may go on."""
    if not faits:
        return []
    last = faits[-1]
    rights = [Geste(*each) for each in granted(last, removed, regles).items()]
    swaps = [Geste(INVERSER, rang) for rang in range(len(last.defenseurs))]
    return [Geste(ROUND_SUIVANT, None), *rights, *swaps, Geste(APPLIQUER, None)]
