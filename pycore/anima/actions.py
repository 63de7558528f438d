"""How many actions a round has, and what each costs (anima.md §3, §5)."""

from collections.abc import Collection, Mapping
from typing import Annotated, NamedTuple

from pycore.anima.rows import Actions, Regles
from pycore.anima.scenario import VERSION
from pycore.errors import RefusedError
from pycore.reading import checked
from pycore.shapes import Entier, Version

Caracteristique = Annotated[int, Entier(1, 40)]


class Vivacite(NamedTuple):
    """What the number of actions depends on."""

    agilite: Caracteristique
    dexterite: Caracteristique
    version: Annotated[int, Version(VERSION)] = VERSION


class Round(NamedTuple):
    """The actions of a round: the row they come from, and the malus of each in turn."""

    somme: int
    ligne: Actions
    malus: tuple[int, ...]


def ids(regles: Regles) -> Mapping[str, Collection[str]]:
    """Ids that the input names: none."""
    del regles
    return {}


def read(value: object, regles: Regles, *, dice: bool) -> Vivacite:
    """Read the two characteristics. Raises ``RefusedError`` with all faults at once."""
    del dice
    scenario, context = checked(Vivacite, value, ids(regles), VERSION)
    if context.fautes:
        raise RefusedError(context.fautes)
    read_scenario: Vivacite = scenario
    return read_scenario


def resolve(scenario: Vivacite, regles: Regles) -> Round:
    """Count the actions of a round; each after the first costs more."""
    somme = scenario.agilite + scenario.dexterite
    row = next(row for row in regles.actions.values() if somme <= row.maximum)
    step = regles.constantes["malus_action"].valeur
    return Round(somme, row, tuple(step * rank for rank in range(row.actions)))
