"""How long a bar is, whatever its share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pycore import api
from pycore.render.parts import amounts_table, bar
from pycore.render.view import tree
from pycore.render.words import Mots

if TYPE_CHECKING:
    from collections.abc import Iterator

MOTS = Mots(api.CALCULS["combat"].tables())


def elements(told: Any) -> Iterator[Any]:
    """Every element of a tree that has a name, in the order of reading."""
    yield told
    for each in told.get("enfants", ()):
        yield from elements(each)


def widths(told: Any) -> list[str]:
    return [e["attributs"]["width"] for e in elements(told) if e.get("balise") == "rect"]


def test_a_bar_is_as_long_as_its_share() -> None:
    (width,) = widths(tree(bar(3, 8)))
    assert width == "3"


def test_what_may_happen_at_all_has_the_shortest_bar() -> None:
    amounts = {0: 9_990, 5: 1, 10: 3, 15: 6}
    table = tree(amounts_table(MOTS, "chances.cumul", amounts, 10_000, None))
    assert widths(table) == ["999", "1", "1", "1"]
    table = tree(amounts_table(MOTS, "chances.cumul", {0: 7_980, 5: 2_020}, 10_000, None))
    assert widths(table) == ["798", "202"]


def test_a_long_list_of_amounts_stops_at_forty() -> None:
    table = tree(amounts_table(MOTS, "chances.cumul", dict.fromkeys(range(41), 1), 41, None))
    rows = [each for each in elements(table) if each.get("balise") == "tr"]
    assert len(rows) == 1 + 40
