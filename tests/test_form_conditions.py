"""Conditions that the build writes into forms: two interpreters, one meaning."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pycore.anima.rolls import needed, opening
from pycore.donnees import anima
from web.tools.forms_anima import FormulaireAnima
from web.tools.markup import holds
from web.tools.paths import ROOT

# The page's own interpreter answers the same rows: tests/js/conditions.test.mjs.
CONDITIONS = json.loads((ROOT / "tests" / "js" / "conditions.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", CONDITIONS, ids=lambda row: row["condition"])
def test_a_condition_holds_for_the_fields_that_it_names(row: dict[str, Any]) -> None:
    assert holds(row["condition"], row["fields"]) is row["holds"]


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
