"""Who acts first, and who is surprised (anima.md §2, §5)."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any, NamedTuple

from pycore.anima.rolls import Jet, check_count, open_roll, opening, plain_roll
from pycore.anima.rows import Regles
from pycore.anima.scenario import DES_MAX, VERSION, Modificateur, Nom
from pycore.anima.totals import Total, cause, rolled
from pycore.errors import RefusedError
from pycore.reading import checked
from pycore.shapes import INVALID, Choix, Context, De, Entier, Liste, Objet, Version, valid

COMBATTANTS_MAX = 20


class Combattant(NamedTuple):
    """Someone who takes part. ``jets`` is ``None`` where it was not given."""

    initiative: Annotated[int, Entier(-999, 999)]
    nom: Nom = ""
    modificateur: Modificateur = 0
    jets: Annotated[tuple[int, ...] | None, Liste(De(), 1, DES_MAX)] = None


class Options(NamedTuple):
    """Which die is added to the score."""

    jet: Annotated[str, Choix("jets_initiative")] = "simple"


class Initiative(NamedTuple):
    """All who take part in the round."""

    combattants: Annotated[tuple[Combattant, ...], Liste(Objet(Combattant), 1, COMBATTANTS_MAX)]
    version: Annotated[int, Version(VERSION)] = VERSION
    options: Annotated[Options, Objet(Options)] = Options()


class Place(NamedTuple):
    """A place in the order: whose it is, his total, his rank, whether he shares it."""

    combattant: int
    total: Total
    rang: int
    egalite: bool


class Surprise(NamedTuple):
    """Someone so far ahead of another that the other is surprised, and what that costs him."""

    par: int
    sur: int
    ecart: int
    malus: int


class Ordre(NamedTuple):
    """The order of the round; ``situation`` is the one that a surprise puts someone in."""

    noms: tuple[str, ...]
    places: tuple[Place, ...]
    surprises: tuple[Surprise, ...]
    situation: str


def ids(regles: Regles) -> Mapping[str, Collection[str]]:
    """Ids of every table."""
    return regles._asdict()


def read(value: object, regles: Regles, *, dice: bool) -> Initiative:
    """Read who takes part, with the dice. Raises ``RefusedError`` with all faults at once."""
    assert dice, "l’ordre ne se connaît qu’avec les dés"
    scenario, context = checked(Initiative, value, ids(regles), VERSION)
    if scenario is not INVALID and valid(scenario.combattants):
        for rank, each in enumerate(scenario.combattants):
            if valid(each):
                _dice(each, scenario.options, f"combattants[{rank}].jets", regles, context)
    if context.fautes:
        raise RefusedError(context.fautes)
    read_scenario: Initiative = scenario
    return read_scenario


def _fumbles(regles: Regles) -> Mapping[int, int]:
    """What each die that is a fumble costs."""
    return {row.de: row.valeur for row in regles.maladresses_initiative.values()}


def _dice(combattant: Any, options: Any, path: str, regles: Regles, context: Context) -> None:
    """Check that a fighter has the dice that his roll takes; a fumble is a single one."""
    if combattant.jets is None:
        context.refuse(path, "requis.jet")
        return
    if not valid(options) or not valid(options.jet, combattant.jets):
        return
    ouverture = None
    if regles.jets_initiative[options.jet].ouvert and combattant.jets[0] not in _fumbles(regles):
        ouverture = opening(regles, maitrise=False)
    check_count(combattant.jets, ouverture, path, context)


def _roll(des: tuple[int, ...], options: Options, regles: Regles) -> Jet:
    """Read a roll: plain, open, or a fumble that costs what its die says."""
    if not regles.jets_initiative[options.jet].ouvert:
        return plain_roll(des)
    lost = _fumbles(regles).get(des[0])
    if lost is not None:
        return Jet(des, maladresse=True, valeur=lost)
    return open_roll(des, opening(regles, maitrise=False))


def _total(combattant: Combattant, options: Options, regles: Regles) -> Total:
    assert combattant.jets is not None, "lu avec ses dés"
    jet = _roll(combattant.jets, options, regles)
    termes = [cause("initiative", combattant.initiative)]
    if combattant.modificateur:
        termes.append(cause("modificateur", combattant.modificateur))
    return rolled(termes, jet)


def resolve(scenario: Initiative, regles: Regles) -> Ordre:
    """Put all in order, the highest first; a tie keeps the order of the scenario."""
    totals = [_total(each, scenario.options, regles) for each in scenario.combattants]
    figures = [each.total for each in totals]
    order = sorted(range(len(totals)), key=lambda rank: -figures[rank])
    places = tuple(
        Place(
            rank,
            totals[rank],
            1 + sum(other > figures[rank] for other in figures),
            figures.count(figures[rank]) > 1,
        )
        for rank in order
    )
    row = next(row for row in regles.situations.values() if row.ecart_initiative)
    surprises = tuple(
        Surprise(one, other, figures[one] - figures[other], row.parade)
        for one in order
        for other in order
        if figures[one] - figures[other] >= row.ecart_initiative
    )
    noms = tuple(each.nom for each in scenario.combattants)
    return Ordre(noms, places, surprises, row.id)
