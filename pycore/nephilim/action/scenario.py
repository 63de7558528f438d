"""The input of an action simple or opposée, and what makes it refused (action.md §1, §2)."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any, NamedTuple

from pycore.errors import RefusedError
from pycore.nephilim.rows import Regles
from pycore.reading import checked, without
from pycore.shapes import Choix, Context, De, Entier, Liste, Objet, OuRien, Version, valid

VERSION = 1
SECONDE = 2
Degres = Annotated[int, Entier(0, 30)]
Bonus = Annotated[int, Entier(0, 10)]
Blessures = Annotated[tuple[str, ...], Liste(Choix("blessures"), unique=True)]


class Approche(NamedTuple):
    """An element that the Nephilim engages, and his degree in it."""

    ka: Annotated[str, Choix("ka")]
    degre: Degres


class ActionSimple(NamedTuple):
    """An action simple. ``jet`` is ``None`` where only thresholds or odds are asked.

    ``approche_precedente`` is the element of a first attempt that failed, ``None`` where it had
    none.
    """

    vecu: Degres
    version: Annotated[int, Version(VERSION)] = VERSION
    blessures: Blessures = ()
    approche: Annotated[Approche | None, OuRien(Objet(Approche))] = None
    metamorphe: Bonus = 0
    bonus: Bonus = 0
    malus: Bonus = 0
    tentative: Annotated[int, Entier(1, SECONDE)] = 1
    approche_precedente: Annotated[str | None, OuRien(Choix("ka"))] = None
    jet: Annotated[int | None, De()] = None


class Cote(NamedTuple):
    """One side of an action opposée."""

    vecu: Degres
    blessures: Blessures = ()
    approche: Annotated[Approche | None, OuRien(Objet(Approche))] = None
    metamorphe: Bonus = 0
    bonus: Bonus = 0
    malus: Bonus = 0
    jet: Annotated[int | None, De()] = None


class ActionOpposee(NamedTuple):
    """Two sides, each with a roll of its own."""

    acteur: Annotated[Cote, Objet(Cote)]
    opposant: Annotated[Cote, Objet(Cote)]
    version: Annotated[int, Version(VERSION)] = VERSION


def ids(regles: Regles) -> Mapping[str, Collection[str]]:
    """Ids of the tables that an action names; ``ka`` are the elements of a Nephilim."""
    ka = [row.id for row in regles.elements.values() if not row.toute_manoeuvre]
    return {"blessures": regles.blessures, "ka": ka}


def _roll(value: object, key: str, path: str, context: Context, *, dice: bool) -> None:
    """Ask for a die where dice are read."""
    if dice and isinstance(value, dict) and key not in value:
        context.refuse(path, "requis.jet")


def read_simple(value: object, regles: Regles, *, dice: bool) -> ActionSimple:
    """Read an action simple; without ``dice`` its roll is ignored. Raises ``RefusedError``."""
    value = value if dice else without(value, "jet")
    scenario, context = checked(ActionSimple, value, ids(regles), VERSION)
    _roll(value, "jet", "jet", context, dice=dice)
    if isinstance(value, dict):
        _second_attempt(scenario, value, context)
    if context.fautes:
        raise RefusedError(context.fautes)
    read: ActionSimple = scenario
    return read


def _second_attempt(scenario: Any, value: Mapping[str, object], context: Context) -> None:
    """Check that a second attempt says what the first was made with, and takes another element."""
    before, approche = scenario.approche_precedente, scenario.approche
    if not valid(scenario.tentative, before, approche):
        return
    if scenario.tentative != SECONDE:
        if before is not None:
            context.refuse("approche_precedente", "incompatible.tentative")
    elif approche is not None:
        if "approche_precedente" not in value:
            context.refuse("approche_precedente", "requis")
        elif valid(approche.ka) and approche.ka == before:
            context.refuse("approche.ka", "incompatible.meme_approche")


def read_opposed(value: object, regles: Regles, *, dice: bool) -> ActionOpposee:
    """Read an action opposée; without ``dice`` its rolls are ignored. Raises ``RefusedError``."""
    sides = ("acteur", "opposant")
    if isinstance(value, dict) and not dice:
        value = value | {key: without(value[key], "jet") for key in sides if key in value}
    scenario, context = checked(ActionOpposee, value, ids(regles), VERSION)
    if isinstance(value, dict):
        for key in sides:
            _roll(value.get(key), "jet", f"{key}.jet", context, dice=dice)
    if context.fautes:
        raise RefusedError(context.fautes)
    read: ActionOpposee = scenario
    return read
