"""What an entry leaves behind: how often it counts, what ends it, what it changes in a scenario."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pycore import api
from tests.support.duel import duel

Json = dict[str, Any]
PARER = {"type": "parer"}
FIRE = {"type": "nephilim", "ka": {"feu": 3}}


def blow(one: str, other: str, jets: tuple[int, int | None] = (20, 90), **more: Any) -> Json:
    """A blow that lands on one who fails to parry it."""
    attaquant = {"nom": one, "type": "autre", "degre": 9} | more.pop("attaquant", {})
    defenseur = {"nom": other, "type": "autre", "defense": PARER} | more.pop("defenseur", {})
    return duel(attaquant=attaquant, defenseur=defenseur, jets=jets, **more)


def strange(one: str, other: str) -> Json:
    """An odd attack, which hampers the other in the round to come."""
    return blow(one, other, attaque={"approche": "attaque_etrange"})


def told(*entries: Json | tuple[int, Json], **more: Any) -> Json:
    """Go on from these entries, of round 1 unless said."""
    listed = [each if isinstance(each, tuple) else (1, each) for each in entries]
    value = [{"round": round_, "scenario": each} for round_, each in listed]
    for rank, par in more.pop("par", {}).items():
        value[rank]["par"] = par
    return api.run("combat", "next", json.dumps({"version": 1, "entrees": value} | more))


def applied(scenario: Json, *entries: Json | tuple[int, Json], **more: Any) -> Json:
    """Put what weighs into a scenario, of which everything must fit."""
    answer = told(*entries, geste="appliquer", scenario=scenario, **more)
    assert answer["abandons"] == []
    made: Json = answer["scenario"]
    return made


def ids(answer: Json, code: str) -> list[str]:
    return [each["id"] for each in answer["reports"] if each["code"] == code]


def test_the_same_fighter_hampers_once_and_two_add_up() -> None:
    once = [strange("A", "B"), strange("A", "B")]
    assert ids(told(*once), "malus_actions") == ["0-0-malus_actions-defenseur"]
    twice = [*once, strange("C", "B")]
    coming = applied(blow("A", "B"), *twice, round=2)["defenseurs"][0]
    assert coming["report"] == -4


def test_each_who_counters_may_strike_back_once() -> None:
    def countered(other: str) -> Json:
        return blow("A", other, (95, 20), defenseur={"defense": {"type": "contre_attaquer"}})

    answer = told(countered("B"), countered("B"), countered("C"))
    assert ids(answer, "riposte") == ["0-0-riposte-attaquant", "2-0-riposte-attaquant"]


def test_a_right_to_strike_back_ends_with_the_blow_that_uses_it() -> None:
    countered = blow("A", "B", (95, 20), defenseur={"defense": {"type": "contre_attaquer"}})
    after = blow("B", "A")
    assert ids(told(countered, after), "riposte") == ["0-0-riposte-attaquant"]
    assert ids(told(countered, after, par={1: "riposte"}), "riposte") == []


@pytest.mark.parametrize(
    ("arme", "over"), [("dague", True), ("griffes", False), ("mains_nues", False), ("", False)]
)
def test_who_strikes_with_a_weapon_again_is_no_longer_disarmed(arme: str, *, over: bool) -> None:
    disarm = {"degre": 15, "defense": {"type": "desarmer_sans_arme"}}
    lost = blow("A", "B", (1, 60), defenseur=disarm)
    again = blow("A", "B")
    again["attaque"] = {"approche": "standard"} | ({"arme": arme} if arme else {})
    answer = told(lost, again)
    assert (ids(answer, "desarme") == []) == over
    assert ids(told(lost, blow("B", "A")), "desarme") == ["0-0-desarme-attaquant"]


def test_two_blows_in_a_round_count_the_defences_on_from_those_made() -> None:
    twice = blow("C", "B", attaque={"approche": "attaque_rapide"})
    del twice["jets"]
    assert applied(twice, blow("A", "B"))["defenseurs"][0]["defense"]["numeros"] == [2, 3]


def test_the_tenth_defence_is_the_last_that_is_counted() -> None:
    tenth = blow("A", "B", defenseur={"defense": PARER | {"numeros": [10]}})
    assert applied(blow("C", "B"), tenth)["defenseurs"][0]["defense"]["numeros"] == [10]


def test_who_cannot_defend_himself_declares_no_element() -> None:
    force = blow("A", "B", attaque={"approche": "attaque_en_force"}, attaquant=FIRE)
    coming = blow("B", "A", defenseur=FIRE | {"approche": "feu"})
    assert coming["defenseurs"][0]["approche"] == "feu"
    side = applied(coming, force)["defenseurs"][0]
    assert side["defense"] == {"type": "encaisser"}
    assert "approche" not in side


def test_what_was_typed_for_who_is_known_gives_way_to_what_weighs() -> None:
    wound = {"entree": 0, "qui": "B", "blessure": "grave"}
    coming = blow("C", "B", attaquant={"report": 3}, defenseur={"report": 3})
    coming["defenseurs"][0]["blessures"] = ["mineure"]
    made = applied(coming, strange("A", "B"), blessures=[wound], round=2)
    assert made["attaquant"]["report"] == 3, "nobody knows C"
    assert made["defenseurs"][0]["report"] == -2
    assert made["defenseurs"][0]["blessures"] == ["mineure", "grave"]
    made = applied(coming, blow("A", "B"), round=2)
    assert "report" not in made["defenseurs"][0]


FREE = {"defense": PARER | {"rang_sans_malus": True}}


def test_who_is_said_free_of_the_malus_of_rank_is_told_once_whatever_else_weighs() -> None:
    first = strange("A", "B")
    free = (2, blow("A", "B", defenseur=FREE))
    answer = told(first, free, free)
    assert ids(answer, "defenses_sans_malus") == ["1-0-defenses_sans_malus-saisi"]
    assert ids(answer, "malus_actions") == ["0-0-malus_actions-defenseur"]
    assert ids(told(first, free, free, round=3), "defenses_sans_malus") == []


def test_whom_his_own_defence_has_freed_is_not_told_again() -> None:
    made = blow("A", "B", (20, 30), defenseur={"degre": 15, "defense": {"type": "elaboree"}})
    answer = told(made, blow("A", "B", defenseur=FREE))
    assert ids(answer, "defenses_sans_malus") == ["0-0-defenses_sans_malus-defenseur"]


def test_a_blow_taken_freely_is_a_choice_whatever_else_weighs() -> None:
    taken = blow("A", "B", (20, None), defenseur={"defense": {"type": "encaisser"}})
    hampered = told(strange("A", "B"), taken, geste="round_suivant")
    assert hampered["scenario"]["defenseurs"][0]["defense"] == {"type": "encaisser"}


def test_a_riposte_to_a_shot_is_a_shot_where_one_has_what_it_takes() -> None:
    def shot(one: str, other: str) -> Json:
        attaque = {"approche": "tir_visee_3", "arme": "arc"}
        taken = {"defense": {"type": "encaisser"}}
        return blow(one, other, (20, None), mode="tir", attaque=attaque, defenseur=taken)

    answer = told(shot("B", "A"), shot("A", "B"), geste="riposte")
    assert answer["scenario"]["mode"] == "tir"
    assert answer["scenario"]["attaque"] == {"approche": "tir_visee_1", "arme": "arc"}
