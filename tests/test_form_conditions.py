"""Conditions that the build writes into forms: two interpreters, one meaning."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from pycore.anima.rolls import needed, opening
from pycore.donnees import anima
from tests.support import combat_form
from web.tools.forms_anima import FormulaireAnima
from web.tools.markup import holds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.chromium import ChromiumPage

CONDITIONS = [
    ("a=1", {"a": ["1"]}, True),
    ("a=1", {"a": ["2"]}, False),
    ("a=1", {}, False),
    ("a!=1", {}, True),
    ("a=1,2", {"a": ["2"]}, True),
    ("a!=1,2", {"a": ["2"]}, False),
    ("a=1;b=1", {"a": ["1"], "b": ["2"]}, False),
    ("a=1|b=1", {"a": ["2"], "b": ["1"]}, True),
    ("a=1;b=1|c=1", {"a": ["1"], "c": ["1"]}, True),
    ("a=1;b=1|c=1", {"a": ["1"]}, False),
    ("a=90..100", {"a": ["89"]}, False),
    ("a=90..100", {"a": ["90"]}, True),
    ("a=90..100", {"a": ["100"]}, True),
    ("a=90..100", {"a": ["101"]}, False),
    ("a=90..100,0..0", {"a": ["00"]}, True),
    ("a=90..100", {"a": [" 95 "]}, True),
    ("a=90..100", {"a": ["9x"]}, False),
    ("a=90..100", {"a": [""]}, False),
    ("a=0..10", {"a": ["-1"]}, False),
    ("a=0..10", {"a": ["9.5"]}, False),
    ("a!=90..100", {"a": ["95"]}, False),
    ("a!=90..100", {"a": ["5"]}, True),
]


@pytest.mark.parametrize(("condition", "values", "expected"), CONDITIONS)
def test_condition(condition: str, values: dict[str, list[str]], expected: bool) -> None:  # noqa: FBT001
    assert holds(condition, values) is expected


SETTLED = """(async (cases) => {
  const {settle} = await import("/sources/conditions.js");
  return cases.map(([condition, values]) => {
    const form = document.createElement("form");
    for (const [name, all] of Object.entries(values)) for (const value of all) {
      const field = document.createElement("textarea");
      field.name = name;
      field.value = value;
      form.append(field);
    }
    const place = document.createElement("fieldset");
    place.dataset.si = condition;
    form.append(place);
    settle(form);
    return !place.hidden;
  });
})(%s)"""


@pytest.fixture(scope="module")
def page(address: str) -> Iterator[ChromiumPage]:
    with combat_form.chromium() as made:
        made.goto(f"{address}anima-actions.html")
        yield made


@pytest.mark.navigateur("chromium")
def test_the_page_reads_them_the_same_way(page: ChromiumPage) -> None:
    cases = [[condition, values] for condition, values, _ in CONDITIONS]
    assert page.js(SETTLED % json.dumps(cases)) == [expected for *_, expected in CONDITIONS]


@pytest.mark.parametrize("maitrise", [False, True])
def test_dice_in_the_form_are_those_that_the_rules_count(maitrise: bool) -> None:  # noqa: FBT001
    """Every first die, then every die that may follow one that opened."""
    further = FormulaireAnima(anima()).suivants("j", "m")
    ouverture = opening(anima(), maitrise=maitrise)
    box = {"m": ["oui"]} if maitrise else {}

    def shown(*des: int) -> int:
        values = box | {f"j[{rank}]": [str(de)] for rank, de in enumerate(des)}
        count = 1
        # What is not shown has no value; each die waits for the one before it.
        for suivant in further:
            known = {
                name: value
                for name, value in values.items()
                if name == "m" or int(name[2:-1]) < count
            }
            count += holds(suivant.si, known)
        return count

    for first in range(1, 101):
        assert shown(first) == needed((first,), ouverture)
        for second in range(1, 101):
            if needed((first,), ouverture) == 2:
                assert shown(first, second) == needed((first, second), ouverture)
    for last in range(1, 101):
        for before in range(1, 19):
            des = (100,) * before + (last,)
            assert shown(*des) == needed(des, ouverture)
