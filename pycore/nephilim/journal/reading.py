"""From a JSON value to a journal whose every entry is resolved, or to every reason why not."""

from typing import Any, NamedTuple

from pycore.errors import Faute, RefusedError, faute
from pycore.link import few
from pycore.nephilim.combat.reading import ids
from pycore.nephilim.combat.reading import read as read_combat
from pycore.nephilim.combat.resolve import resolve
from pycore.nephilim.combat.scenario import Scenario
from pycore.nephilim.journal.facts import Fait
from pycore.nephilim.journal.names import Cles
from pycore.nephilim.journal.shape import ROUND_MAX, VERSION, Entree, Journal, Qui
from pycore.nephilim.rows import Regles
from pycore.nephilim.vocabulary import APPLIQUER
from pycore.reading import checked
from pycore.shapes import INVALID, valid


class Donne(NamedTuple):
    """A scenario given to a journal, and the keys of who fights in it."""

    scenario: Scenario
    attaquant: str
    defenseurs: tuple[str, ...]


class Lu(NamedTuple):
    """A journal read, its entries resolved, and the scenario given where the gesture wants one."""

    journal: Journal
    faits: tuple[Fait, ...]
    donne: Donne | None


def read(value: object, _nom: str, calcul: Any) -> Lu:
    """Read a journal and resolve its entries. Raises ``RefusedError`` with what is wrong."""
    regles: Regles = calcul.tables()
    journal, context = checked(Journal, value, ids(regles), VERSION)
    faits: list[Fait] = []
    cles = Cles()
    if journal is not INVALID and valid(journal.entrees):
        before = 1
        spoilt = {each.chemin.partition(".")[0] for each in context.fautes}
        for rank, entree in enumerate(journal.entrees):
            where = f"entrees[{rank}]"
            if where in spoilt:
                continue
            if entree.round < before:
                context.refuse(f"{where}.round", "bornes", minimum=before, maximum=ROUND_MAX)
            before = max(before, entree.round)
            try:
                faits.append(_resolved(rank, entree, regles, cles))
            except RefusedError as refused:
                context.fautes += [_within(f"{where}.scenario", each) for each in refused.fautes]
        if not context.fautes:
            context.fautes += _together(journal, faits)
    if context.fautes:
        raise RefusedError(few(context.fautes))
    donne = _given(journal, regles, cles) if journal.geste == APPLIQUER else None
    return Lu(journal, tuple(faits), donne)


def _given(journal: Journal, regles: Regles, cles: Cles) -> Donne:
    """Read the scenario given. Raises ``RefusedError``."""
    if journal.scenario is None:
        raise RefusedError([faute("scenario", "requis")])
    try:
        scenario = read_combat(journal.scenario, regles, dice=False)
    except RefusedError as refused:
        raise RefusedError(few([_within("scenario", each) for each in refused.fautes])) from None
    attaquant, *defenseurs = cles.keys(_names(scenario), Qui())
    return Donne(scenario, attaquant, tuple(defenseurs))


def _names(scenario: Scenario) -> list[str]:
    return [scenario.attaquant.nom, *(each.nom for each in scenario.defenseurs)]


def _within(path: str, each: Faute) -> Faute:
    return each._replace(chemin=f"{path}.{each.chemin}" if each.chemin else path)


def _resolved(rank: int, entree: Entree, regles: Regles, cles: Cles) -> Fait:
    """Resolve an entry. Raises ``RefusedError`` with paths of its scenario."""
    scenario = read_combat(entree.scenario, regles, dice=True)
    attaquant, *defenseurs = cles.keys(_names(scenario), entree.qui or Qui())
    resultat = resolve(scenario, regles)
    held = tuple(defenseurs)
    return Fait(rank, entree.round, scenario, resultat, attaquant, held, entree.par)


def _together(journal: Journal, faits: list[Fait]) -> list[Faute]:
    """Check what the journal's parts ask of one another."""
    if not faits:
        return [faute("entrees", "requis")] if journal.geste or journal.blessures else []
    fautes = []
    for rank, each in enumerate(journal.blessures):
        if each.entree >= len(faits):
            where = f"blessures[{rank}].entree"
            fautes.append(faute(where, "bornes", minimum=0, maximum=len(faits) - 1))
    if journal.geste and journal.cible is not None:
        most = len(faits[-1].defenseurs) - 1
        if journal.cible > most:
            fautes.append(faute("cible", "bornes", minimum=0, maximum=most))
    return fautes
