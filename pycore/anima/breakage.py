"""Whether a weapon breaks the one that parries it (anima.md §3, §5)."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any, NamedTuple

from pycore.anima.rows import Palier, Regles
from pycore.anima.scenario import VERSION
from pycore.anima.totals import cause
from pycore.errors import RefusedError
from pycore.reading import checked
from pycore.recorded import Terme
from pycore.shapes import De, Entier, Version

FACES = 10


class Fracassement(NamedTuple):
    """A blow on a weapon, a shield or an armour."""

    jet: Annotated[int, De(FACES)]
    force: Annotated[int, Entier(1, 40)]
    solidite: Annotated[int, Entier(0, 99)]
    bonus: Annotated[int, Entier(-50, 50)] = 0
    version: Annotated[int, Version(VERSION)] = VERSION


class Bris(NamedTuple):
    """What the blow comes to."""

    detail: tuple[Terme, ...]
    solidite: int
    brise: bool

    @property
    def total(self) -> int:
        """The sum of the detail."""
        return sum(terme.valeur for terme in self.detail)


def ids(regles: Regles) -> Mapping[str, Collection[str]]:
    """Ids that the input names: none."""
    del regles
    return {}


def read(value: object, regles: Regles, *, dice: bool) -> Fracassement:
    """Read a blow with its die. Raises ``RefusedError`` with all faults at once."""
    del dice
    scenario, context = checked(Fracassement, value, ids(regles), VERSION)
    if context.fautes:
        raise RefusedError(context.fautes)
    read_scenario: Fracassement = scenario
    return read_scenario


def strength_row(force: int, regles: Regles) -> Palier:
    """The row of a score of Strength."""
    return [row for row in regles.forces.values() if row.minimum <= force][-1]


def resolve(scenario: Fracassement, regles: Regles) -> Bris:
    """Add up the blow; it has to exceed the solidity."""
    figures: dict[str, Any] = {
        "jet": scenario.jet,
        "bonus": scenario.bonus,
        "force": strength_row(scenario.force, regles).valeur,
    }
    detail = tuple(cause(source, valeur) for source, valeur in figures.items() if valeur)
    total = sum(terme.valeur for terme in detail)
    return Bris(detail, scenario.solidite, total > scenario.solidite)
