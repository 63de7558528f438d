"""The round that a fight is in, between two resolutions too, and what is said of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pycore import api
from pycore.nephilim.vocabulary import GESTES
from tests.support.duel import duel
from tests.support.keeping import STRANGE

Json = dict[str, Any]
DEFENCE = {"type": "parer"}
BLOW = duel(attaquant={"nom": "A"}, defenseur={"nom": "B", "defense": DEFENCE}, jets=(20, 88))


def told(*scenarios: Json, **more: Any) -> Json:
    entries = [{"round": 1, "scenario": each} for each in scenarios]
    return api.run("combat", "next", json.dumps({"version": 1, "entrees": entries} | more))


@pytest.mark.parametrize("geste", ["", *GESTES])
def test_a_round_that_has_begun_goes_on_whatever_follows(geste: str) -> None:
    answer = told(STRANGE, round=2, geste=geste, scenario=STRANGE)
    assert answer["round"] == 2
    (weighs,) = [each for each in answer["reports"] if each["code"] == "malus_actions"]
    assert weighs["debut"] == 2
    if geste in {"round_suivant", "appliquer"}:
        assert answer["scenario"]["defenseurs"][0]["report"] == -2


def test_a_round_that_has_begun_has_no_defence_yet() -> None:
    assert "rang" in [each["code"] for each in told(BLOW)["reports"]]
    assert "rang" not in [each["code"] for each in told(BLOW, round=2)["reports"]]


def test_the_last_round_of_all_is_not_passed() -> None:
    entry = {"round": 999, "scenario": BLOW}
    answer = told(geste="round_suivant", entrees=[entry])
    assert answer["round"] == 999


@pytest.mark.parametrize(("begun", "said"), [(1, 1), (3, 3)])
def test_the_page_says_which_round_comes_next(begun: int, said: int) -> None:
    value = {"version": 1, "entrees": [{"round": 1, "scenario": BLOW}], "round": begun}
    view = json.dumps(api.ask("combat", "next", json.dumps(value)).vue(), ensure_ascii=False)
    assert f"La prochaine résolution comptera pour le round {said}." in view


def test_the_rank_said_is_the_one_recorded() -> None:
    """Five defences that were all left at the first are not five: D35 counts what was said."""
    answer = told(*[BLOW] * 5)
    (rank,) = [each for each in answer["reports"] if each["code"] == "rang"]
    assert rank["message"].startswith("B\u00a0: défense n° 1 déjà jouée dans ce round.")
