"""The dice that an attack turns out to take, and the attack that may follow it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pycore import api
from pycore.errors import RefusedError
from tests.support.anima import ATTAQUE, Json, ask, attack
from tests.support.views import slot

CRITICAL: Json = attack({"attaque": 400, "degats": 120}, {"pv_max": 110})
BOTH = ["jets.critique", "jets.resistance"]


def dues(scenario: Json) -> list[str]:
    found: list[str] = ask(ATTAQUE, scenario, "jets")["dus"]
    return found


def with_dice(**jets: Any) -> Json:
    return CRITICAL | {"jets": CRITICAL["jets"] | jets}


@pytest.mark.parametrize(
    ("jets", "due"),
    [
        ({}, BOTH),
        ({"critique": 50}, BOTH),
        ({"critique": None, "resistance": None}, BOTH),
        ({"critique": 50, "resistance": 100}, BOTH),
        ({"critique": 50, "resistance": 1}, [*BOTH, "jets.localisation"]),
        ({"critique": 50, "resistance": 1, "localisation": 3}, [*BOTH, "jets.localisation"]),
        ({"critique": 101, "resistance": 1}, BOTH),
        ({"attaque": [None]}, []),
        ({"attaque": [95]}, []),
        ({"attaque": [4]}, BOTH),
        ({"defense": [3]}, []),
    ],
)
def test_dice_that_are_due(jets: Json, due: list[str]) -> None:
    assert dues(with_dice(**jets)) == due


def test_no_die_is_due_beyond_the_blow() -> None:
    assert dues(attack()) == []
    assert dues({key: CRITICAL[key] for key in ("attaquant", "defenseur")}) == []
    aimed = CRITICAL["attaquant"] | {"visee": "tete"}
    assert dues(with_dice(critique=50, resistance=1) | {"attaquant": aimed}) == BOTH


def test_what_is_due_is_what_resolving_asks_for() -> None:
    scenario = with_dice()
    for _ in range(3):
        try:
            ask(ATTAQUE, scenario)
        except RefusedError as refused:
            missing = [each.chemin for each in refused.fautes]
            assert set(missing) <= set(dues(scenario))
            for each in missing:
                scenario["jets"][each.partition(".")[2]] = 1
        else:
            break
    assert scenario["jets"]["localisation"] == 1


def test_a_scenario_that_is_amiss_is_refused_but_for_its_dice() -> None:
    with pytest.raises(RefusedError) as refused:
        dues(attack({"attaque": 1000}, jets={"attaque": [None]}))
    assert [each.chemin for each in refused.value.fautes] == ["attaquant.attaque"]


def following(scenario: Json, fiche: Json | None = None) -> list[Json]:
    """Give the attacks that the page offers after this one."""
    vue = api.ask(ATTAQUE, "resolve", json.dumps(scenario), {"fiche": fiche or {}}).vue()

    def presses(node: Json) -> list[Json]:
        own = node.get("attributs", {}).get("data-exemple")
        found = [json.loads(own)] if own else []
        return found + [each for child in node.get("enfants", []) for each in presses(child)]

    return [each for node in vue["final"] for each in presses(node)]


LOST: Json = attack(
    {"nom": "Lya", "attaque": 60}, {"nom": "Kaï", "rang": 2, "ip": 3}, {"attaque": [10]}
)


def test_a_counter_is_an_attack_that_the_rules_read() -> None:
    garde = {"defense": "esquive", "competence": 80, "pv_max": 90, "resistance_physique": 40}
    fiche = {"attaquant": garde | {"constitution": 6}, "defenseur": {"attaque": 120, "degats": 40}}
    counter, another = following(LOST, fiche)
    assert counter["attaquant"]["modificateur"] == 20
    assert counter["defenseur"]["a_agi"] is True
    del counter["fiche"]
    for key in ("ip", "pv"):
        assert counter["defenseur"].pop(key) == "", "unknown"
    answered = ask(ATTAQUE, counter | {"jets": {"attaque": [5], "defense": [89]}})
    assert answered["issue"] == "defense", "who attacked first has acted"
    assert another["defenseur"]["rang"] == 3


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"a_agi": True}, "Pas de contre-attaque\u00a0: Kaï a déjà agi dans ce round."),
        ({}, "Pas de contre-attaque\u00a0: un projectile ne se contre qu’à bout portant."),
    ],
)
def test_a_counter_that_is_refused_says_why(changes: Json, said: str) -> None:
    scenario = LOST | {
        "attaquant": LOST["attaquant"] | {"projectile": True},
        "defenseur": LOST["defenseur"] | {"competence": 200} | changes,
    }
    assert len(following(scenario)) == 1, "the next attack alone"
    assert said in slot(api.ask(ATTAQUE, "resolve", json.dumps(scenario)).vue(), "final")


def test_nothing_follows_who_cannot_answer_any_more() -> None:
    scenario = attack({"attaque": 150}, {"pv_max": 100, "pv": 20})
    assert ask(ATTAQUE, scenario)["etat"] == "coma"
    assert following(scenario) == []


def test_who_does_not_defend_himself_stays_at_his_rank() -> None:
    scenario = attack(defenseur={"defense": "aucune", "competence": None})
    (another,) = following(scenario)
    assert another["defenseur"]["rang"] == 1
    assert another["defenseur"]["modificateur"] == 0
    assert another["defenseur"]["pv"] == ask(ATTAQUE, scenario)["pv_restants"]


def test_the_last_rank_and_the_lowest_modifier_hold() -> None:
    scenario = attack(
        {"attaque": 500, "degats": 120},
        {"pv_max": 2000, "rang": 20, "modificateur": -490, "resistance_physique": 500},
        {"critique": 1, "resistance": 99, "localisation": 60},
    )
    (another,) = following(scenario)
    assert another["defenseur"]["rang"] == 20
    assert another["defenseur"]["modificateur"] == -500
    del another["fiche"]
    assert another["attaquant"].pop("visee") == "", "none"
    assert ask(ATTAQUE, another, "odds")["lot"], "the rules read it"


@pytest.mark.parametrize(
    ("fiche", "chemin"),
    [
        ({"attaquant": {"competence": 1000}}, "fiche.attaquant.competence"),
        ({"attaquant": {"defense": "aucune"}}, "fiche.attaquant.defense"),
        ({"defenseur": {"degats": "x"}}, "fiche.defenseur.degats"),
        ({"defenseur": {"pv": 1}}, "fiche.defenseur.pv"),
        ([], "fiche"),
    ],
)
def test_what_is_told_of_the_fighters_is_checked(fiche: Any, chemin: str) -> None:
    with pytest.raises(RefusedError) as refused:
        api.run(ATTAQUE, "resolve", json.dumps(attack()), {"fiche": fiche})
    assert [each.chemin for each in refused.value.fautes] == [chemin]
    message = api.refusal(ATTAQUE, refused.value)["erreurs"][0]["message"]
    assert message.startswith("Dans l’autre rôle")
