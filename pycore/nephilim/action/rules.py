"""What an action simple or opposée comes to (action.md §1, §2); facts only."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pycore.nephilim.action.scenario import SECONDE, ActionOpposee, ActionSimple, Cote
from pycore.nephilim.roll import (
    CRITIQUE,
    ECHEC,
    MALADRESSE,
    ORDRE,
    Issue,
    Jet,
    Seuil,
    beats,
    issues,
    outcome,
    seuil,
    vecu,
)
from pycore.nephilim.rows import Marge, Regles
from pycore.recorded import Terme

ACTEUR, OPPOSANT, EGALITE = "acteur", "opposant", "egalite"


class Epreuve(NamedTuple):
    """What has to be rolled: the corrected Vécu and the threshold made from it."""

    vecu_corrige: int
    seuil: Seuil


class Suite(NamedTuple):
    """What an action leads to; ``valeur`` is 0 where no number belongs to it."""

    code: str
    valeur: int = 0


class Resultat(NamedTuple):
    """An action that was rolled. ``qualite`` is a row of the margin scale, or nothing."""

    epreuve: Epreuve
    jet: Jet
    qualite: str | None
    suites: tuple[Suite, ...]


class Opposition(NamedTuple):
    """Two actions against one another; ``vainqueur`` is a side or ``egalite``."""

    acteur: Resultat
    opposant: Resultat
    vainqueur: str


class Chances(NamedTuple):
    """Of 100 rolls, how many come to each result, and to each row of the margin scale."""

    epreuve: Epreuve
    resultats: Mapping[str, int]
    qualites: Mapping[str, int]


class ChancesOpposees(NamedTuple):
    """Of 10,000 pairs of rolls, how many each side wins; and each side's own chances."""

    acteur: Chances
    opposant: Chances
    vainqueurs: Mapping[str, int]


def epreuve(action: ActionSimple | Cote, regles: Regles) -> Epreuve:
    """Settle what has to be rolled."""
    base = Terme("causes", "vecu", action.vecu)
    termes = vecu(base, (), action.blessures, regles.blessures)
    corrige = sum(terme.valeur for terme in termes)
    degre = 0 if action.approche is None else action.approche.degre
    others = (
        Terme("causes", "approche", degre),
        Terme("causes", "metamorphe", action.metamorphe),
        Terme("causes", "bonus", action.bonus),
        Terme("causes", "malus", -action.malus),
    )
    return Epreuve(corrige, seuil([*termes, *(terme for terme in others if terme.valeur)]))


def quality(issue: Issue, marges: Mapping[str, Marge]) -> str | None:
    """Find the row of the margin scale; a critical has one of its own, a failure none."""
    if issue.marge is None:
        return None
    reached = [
        row
        for row in marges.values()
        if row.critique == (issue.resultat == CRITIQUE) and row.minimum <= issue.marge
    ]
    return reached[-1].id


def _follows(action: ActionSimple | Cote, issue: Issue, regles: Regles) -> tuple[Suite, ...]:
    """What follows from the wounds, the attempt and a declared Approche."""
    found = []
    malus = sum(regles.blessures[ident].malus for ident in action.blessures)
    if malus and malus >= action.vecu:
        found.append(Suite("vecu_reduit_a_zero"))
    seconde = isinstance(action, ActionSimple) and action.tentative == SECONDE
    if issue.resultat == ECHEC and seconde:
        found.append(Suite("echec_definitif"))
    if action.approche is None:
        return tuple(found)
    if issue.resultat == CRITIQUE:
        found.append(Suite("sapience", 1))
    elif issue.resultat == ECHEC and not seconde:
        found.append(Suite("autre_approche"))
    elif issue.resultat == MALADRESSE:
        found.append(Suite("maladresse_approche"))
        if action.metamorphe:
            found.append(Suite("maladresse_metamorphe"))
    return tuple(found)


def resolve(action: ActionSimple | Cote, regles: Regles) -> Resultat:
    """Resolve an action with its roll."""
    assert action.jet is not None, "lue avec son dé"
    tried = epreuve(action, regles)
    issue = outcome(action.jet, tried.seuil.degres)
    return Resultat(
        tried,
        Jet(action.jet, tried.seuil, issue),
        quality(issue, regles.marges),
        _follows(action, issue, regles),
    )


def winner(acteur: Issue, opposant: Issue) -> str:
    """Tell who wins; on equal results the higher margin, and otherwise nobody."""
    if beats(acteur, opposant):
        return ACTEUR
    return OPPOSANT if beats(opposant, acteur) else EGALITE


def resolve_opposed(scenario: ActionOpposee, regles: Regles) -> Opposition:
    """Resolve an action opposée with its two rolls."""
    acteur = resolve(scenario.acteur, regles)
    opposant = resolve(scenario.opposant, regles)
    return Opposition(acteur, opposant, winner(acteur.jet.issue, opposant.jet.issue))


def _tally(keys: Iterable[str], counted: Iterable[tuple[str | None, int]]) -> Mapping[str, int]:
    """Add up counts by key; every key stands there, in order."""
    found = dict.fromkeys(keys, 0)
    for key, count in counted:
        if key is not None:
            found[key] += count
    return found


def chances(action: ActionSimple | Cote, regles: Regles) -> Chances:
    """Count, over 100 rolls, each result and each quality."""
    tried = epreuve(action, regles)
    found = issues(tried.seuil.degres)
    return Chances(
        tried,
        _tally(reversed(ORDRE), ((issue.resultat, count) for issue, count in found.items())),
        _tally(
            regles.marges,
            ((quality(issue, regles.marges), count) for issue, count in found.items()),
        ),
    )


def chances_opposed(scenario: ActionOpposee, regles: Regles) -> ChancesOpposees:
    """Count, over the 10,000 pairs of rolls, who wins."""
    acteur = chances(scenario.acteur, regles)
    opposant = chances(scenario.opposant, regles)
    pairs = (
        (winner(one, other), count * against)
        for one, count in issues(acteur.epreuve.seuil.degres).items()
        for other, against in issues(opposant.epreuve.seuil.degres).items()
    )
    return ChancesOpposees(acteur, opposant, _tally((ACTEUR, OPPOSANT, EGALITE), pairs))


def matrix() -> tuple[tuple[str, ...], ...]:
    """Who wins for each pair of results, from the best to the worst; the actor's in rows.

    Where both succeed alike the margin decides: that cell is ``marge``.
    """
    best_first = tuple(reversed(ORDRE))

    def cell(one: str, other: str) -> str:
        if one == other and ORDRE[one] > ORDRE[ECHEC]:
            return "marge"
        return winner(Issue(one, None), Issue(other, None))

    return tuple(tuple(cell(one, other) for other in best_first) for one in best_first)
