"""Several faults of one attack: which are told together, and which follow from others."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pycore import api
from pycore.errors import RefusedError
from tests.support.anima import ATTAQUE, Json, attack

CRITICAL: Json = attack({"attaque": 400, "degats": 120}, {"pv_max": 110})
DUE = ["jets.critique", "jets.resistance"]


def faults(**sides: Json) -> list[str]:
    """Where the faults of a critical blow are, one side or its dice changed."""
    value: Any = CRITICAL | {side: CRITICAL[side] | changes for side, changes in sides.items()}
    with pytest.raises(RefusedError) as refused:
        api.run(ATTAQUE, "resolve", json.dumps(value))
    return [each["chemin"] for each in api.refusal(ATTAQUE, refused.value)["erreurs"]]


@pytest.mark.parametrize(
    ("side", "key", "wrong"),
    [
        ("attaquant", "nom", 5),
        ("defenseur", "nom", 5),
        ("defenseur", "pv", 200),
        ("defenseur", "constitution", 0),
        ("defenseur", "pare_surnaturel", 3),
        ("jets", "critique", 101),
        ("jets", "resistance", 101),
        ("jets", "localisation", 101),
        ("attaquant", "inconnue", 1),
    ],
)
def test_dice_are_asked_for_beside_a_fault_that_leaves_the_blow_as_it_is(
    side: str, key: str, wrong: object
) -> None:
    where = f"{side}.{key}"
    assert faults(**{side: {key: wrong}}) == [where, *(each for each in DUE if each != where)]


@pytest.mark.parametrize(
    ("side", "key", "wrong"),
    [
        ("attaquant", "degats", -1),
        ("attaquant", "type", "?"),
        ("attaquant", "modificateur", 501),
        ("defenseur", "pv_max", 0),
        ("defenseur", "rang", 0),
        ("defenseur", "resistance_physique", -1),
    ],
)
def test_none_is_asked_for_where_the_blow_is_not_known(side: str, key: str, wrong: object) -> None:
    assert faults(**{side: {key: wrong}}) == [f"{side}.{key}"]


@pytest.mark.parametrize(
    ("side", "skill", "die"),
    [("attaquant", "attaque", "attaque"), ("defenseur", "competence", "defense")],
)
def test_a_mastery_that_is_refused_leaves_its_dice_unjudged(
    side: str, skill: str, die: str
) -> None:
    for dice in ([1], [2, 3, 4], [3], [3, 1], [50, 50]):
        changes: Json = {side: {"maitrise": True, skill: 100}, "jets": {die: dice}}
        assert faults(**changes) == [f"{side}.maitrise"], dice
