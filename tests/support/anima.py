"""Anima for tests: scenarios told by what differs, questions through the same entry as the page."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

from pycore import api
from pycore.errors import RefusedError
from tests.support.cases import cases

if TYPE_CHECKING:
    from tests.support.cases import Case

Json = dict[str, Any]

CALCULS = [name for name in api.CALCULS if name.startswith("anima-")]
ATTAQUE = "anima-attaque"

BASE: Json = {
    "attaquant": {"attaque": 130, "degats": 50},
    "defenseur": {
        "defense": "parade",
        "competence": 90,
        "pv_max": 9999,
        "resistance_physique": 60,
        "constitution": 8,
    },
    "jets": {"attaque": [50], "defense": [50]},
}


def anima_cases() -> list[Case]:
    """Every case: the handed ones, our own, the refusals."""
    return cases("anima", "anima-refus")


def attack(
    attaquant: Json | None = None,
    defenseur: Json | None = None,
    jets: Json | None = None,
    **more: Any,
) -> Json:
    """One attack; a key given as ``None`` is left out."""
    made = copy.deepcopy(BASE)
    sides = (("attaquant", attaquant), ("defenseur", defenseur), ("jets", jets))
    for side, changes in sides:
        for key, value in (changes or {}).items():
            made[side][key] = value
            if value is None:
                del made[side][key]
    return made | more


def without_dice(scenario: Json) -> Json:
    """The same attack before any die."""
    return {key: value for key, value in scenario.items() if key != "jets"}


def ask(calcul: str, scenario: object, operation: str = "resolve") -> Json:
    """Answer a scenario."""
    return api.run(calcul, operation, json.dumps(scenario))


def view(calcul: str, scenario: object, operation: str = "resolve") -> Json:
    """What the page shows of it."""
    return api.ask(calcul, operation, json.dumps(scenario)).vue()


def answer(case: Case) -> Json:
    """The answer to a case, or its refusal."""
    try:
        return api.run(case.calcul, "resolve", case.texte)
    except RefusedError as refused:
        return dict(api.refusal(case.calcul, refused))
