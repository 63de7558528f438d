"""Effects that a fighter may have on both sides follow him as he has them now."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pycore import api
from tests.support.duel import duel

Json = dict[str, Any]
SPELL = ["precognition"]


def entry(attacker: str, defender: str, effets: list[str]) -> Json:
    """An exchange in which A has these effects, on whichever side he stands."""
    people = {"attaquant": attacker, "defenseurs": [defender]}

    def fighter(nom: str, **more: Any) -> Json:
        told = {"nom": nom, "type": "nephilim", "degre": 9, "ka": {"feu": 3}}
        return told | ({"effets": effets} if nom == "A" and effets else {}) | more

    defenseur = fighter(defender, defense={"type": "encaisser"})
    scenario = duel(attaquant=fighter(attacker), defenseur=defenseur, jets=(60, None))
    return {"round": 1, "scenario": scenario, "qui": people}


def effects(*entries: Json) -> list[str]:
    """What A attacks with once the sides are turned."""
    asked = {"version": 1, "entrees": list(entries), "geste": "inverser"}
    turned = api.run("combat", "next", json.dumps(asked))
    assert turned["qui"]["attaquant"] == "A"
    said: list[str] = turned["scenario"]["attaquant"].get("effets", [])
    return said


@pytest.mark.parametrize("now", [[], SPELL])
@pytest.mark.parametrize("before", [[], SPELL])
def test_what_serves_on_both_sides_is_as_he_has_it_now(before: list[str], now: list[str]) -> None:
    assert effects(entry("A", "B", before), entry("B", "A", now)) == now
