"""What a calculator is: its tables, its input, and what can be asked of it.

For each operation a row of ``pycore.jeux`` names the functions that go from a scenario to facts
and from facts to words.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

Json = dict[str, Any]


class Operation(NamedTuple):
    """What can be asked of a calculator.

    ``run`` goes from the scenario to facts, ``json`` from facts to values, ``view`` from facts to
    what the page shows, slot by slot. ``demande`` is the type of what is asked besides the
    scenario, where anything is. ``read`` reads the text where it is no scenario that must be right:
    a value, the calculator's name and its row. ``dice``: whether a scenario's rolls are read.
    """

    run: Callable[..., Any]
    json: Callable[[Any, Any], Json]
    view: Callable[[Any, Any, Any], Json]
    demande: type | None = None
    read: Callable[[object, str, Any], Any] | None = None
    dice: bool = False


class Calcul(NamedTuple):
    """A calculator: its tables, its input, what can be asked of it.

    ``cotes``: sides that a link may leave out, each with the paths of its figures.
    ``migrations``: a step from each former version of its links to the next; it takes any object.
    ``documents``: types of what is kept beside scenarios, by name, with the ids they may name.
    """

    tables: Callable[[], Any]
    scenario: type
    read: Callable[..., Any]
    ids: Callable[[Any], Mapping[str, Any]]
    operations: Mapping[str, Operation]
    cotes: Mapping[str, tuple[str, ...]] = {}
    migrations: tuple[Callable[[Json], Json], ...] = ()
    documents: Mapping[str, type] = {}
    document_ids: Callable[[Any], Mapping[str, Any]] = dict
