"""The round that a fight is in, between two resolutions too, and what is said of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pycore import api
from pycore.jsontext import MAX_LENGTH
from pycore.nephilim.journal.shape import BLESSURES_MAX, ENTREES_MAX
from pycore.nephilim.vocabulary import GESTES
from tests.support.cases import cases
from tests.support.duel import duel
from tests.support.keeping import STRANGE
from tests.support.views import text

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
    assert rank["message"].startswith("B\u00a0: défense n°\u00a01 déjà jouée dans ce round.")


def test_a_journal_that_holds_all_its_wounds_offers_no_more() -> None:
    wound = {"entree": 0, "qui": "A", "blessure": "mineure"}
    for count, offered in ((BLESSURES_MAX - 1, True), (BLESSURES_MAX, False)):
        value = {"version": 1, "entrees": [{"round": 1, "scenario": BLOW}]}
        value["blessures"] = [wound] * count
        answered = api.ask("combat", "next", json.dumps(value))
        _, first, *_ = shown = answered.vue()["combattants"]
        assert ("Blessure Grave pour B" in json.dumps(shown, ensure_ascii=False)) == offered
        if not offered:
            assert "cochez les suivantes dans le formulaire" in first["texte"]
            assert (first["balise"], first["attributs"]) == ("p", {"class": "ncalc-aide"})


def test_the_last_sixteen_who_fought_may_be_wounded() -> None:
    fights = [
        duel(attaquant={"nom": f"A{rank}"}, defenseur={"nom": f"B{rank}"}, jets=(20, None))
        for rank in range(10)
    ]
    value = {"version": 1, "entrees": [{"round": 1, "scenario": each} for each in fights]}
    _, listed = api.ask("combat", "next", json.dumps(value)).vue()["combattants"]
    names = [text(each).partition("\u00a0")[0] for each in listed["enfants"] if each["enfants"][1:]]
    assert sorted(names) == sorted(f"{side}{rank}" for side in "AB" for rank in range(2, 10))


def test_defenders_without_a_name_are_told_apart_by_number() -> None:
    two = duel(jets=(20, None), mode="tir", attaque={"arme": "ak47"})
    two["attaque"] |= {"approche": "tir_sans_visee", "cadence": "raf_ctrl"}
    two["defenseurs"] *= 2
    two["jets"]["defense"] *= 2
    value = {"version": 1, "entrees": [{"round": 1, "scenario": two}], "geste": "round_suivant"}
    _, listed = api.ask("combat", "next", json.dumps(value)).vue()["combattants"]
    names = [text(each).partition("\u00a0")[0] for each in listed["enfants"]]
    assert names == ["L’attaquant", "Le défenseur 1", "Le défenseur 2"]


def test_a_journal_of_nothing_says_so_and_no_more() -> None:
    value = json.dumps({"version": 1, "entrees": []})
    shown = api.ask("combat", "next", value).vue()
    (_, said) = shown["journal"]
    assert said == {
        "balise": "p",
        "attributs": {"class": "ncalc-discret"},
        "texte": "Rien encore\u00a0: résolvez un échange pour ouvrir le journal.",
    }
    assert shown["combattants"] == shown["initiative"] == []


def test_a_journal_of_the_size_told_is_read_with_the_largest_form() -> None:
    limits = told(BLOW)["limites"]
    twelve = next(each.scenario for each in cases("combat") if each.name.endswith("douze-cibles"))
    for each in (twelve["attaquant"], *twelve["defenseurs"]):
        each |= {"nom": "é" * 60, "contexte_motif": "é" * 80}
    assert limits["signes"] + 2 * len(json.dumps(twelve, ensure_ascii=False)) < MAX_LENGTH
    assert limits["entrees"] == ENTREES_MAX
