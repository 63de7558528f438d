"""What a calculator is: its tables, its input, and what can be asked of it.

For each operation a row of ``pycore.jeux`` names the functions that go from a scenario to facts
and from facts to words.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

Json = dict[str, Any]


class Operation(NamedTuple):
    """What can be asked of a calculator.

    ``dice``: whether the scenario's rolls are read. ``run`` goes from the scenario to facts,
    ``json`` from facts to values, ``view`` from facts to what the page shows, slot by slot.
    ``demande`` is the type of what is asked besides the scenario, where anything is.
    """

    dice: bool
    run: Callable[..., Any]
    json: Callable[[Any, Any], Json]
    view: Callable[[Any, Any, Any], Json]
    demande: type | None = None


class Calcul(NamedTuple):
    """A calculator: its tables, its input, what can be asked of it."""

    tables: Callable[[], Any]
    scenario: type
    read: Callable[..., Any]
    ids: Callable[[Any], Mapping[str, Any]]
    operations: Mapping[str, Operation]
