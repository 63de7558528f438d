"""What it takes to reach a chance: the smallest figure that does, and none smaller."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from pycore import api


def duel(**changes: Any) -> dict[str, Any]:
    return {
        "mode": "melee",
        "attaquant": {"type": "nephilim", "degre": 5, "ka": {"feu": 3}},
        "attaque": {"approche": "standard", "arme": "epee_hache"},
        "defenseurs": [{"type": "autre", "degre": 6, "defense": {"type": "parer"}}],
    } | changes


def shot() -> dict[str, Any]:
    target = {"type": "autre", "degre": 5, "defense": {"type": "encaisser"}}
    return duel(
        mode="tir",
        attaque={"approche": "tir_sans_visee", "arme": "arc"},
        defenseurs=[target],
    )


def needed(scenario: dict[str, Any], **demande: Any) -> dict[str, Any]:
    return api.ask("combat", "besoin", json.dumps(scenario), demande).resultat


def chance(scenario: dict[str, Any], **fighter: int) -> Fraction:
    changed = scenario | {"attaquant": scenario["attaquant"] | fighter}
    odds = api.run("combat", "odds", json.dumps(changed))
    return Fraction(odds["echanges"][0]["touche"], 10000)


@pytest.mark.parametrize("percent", [10, 50, 75, 90])
def test_smallest_that_touches_often_enough(percent: int) -> None:
    found = needed(duel(), chance=percent)
    wanted = Fraction(percent, 100)
    for key, least in (("degre", 0), ("contexte", -10)):
        value = found[key]
        assert chance(duel(), **{key: value}) >= wanted
        assert value == least or chance(duel(), **{key: value - 1}) < wanted
    assert Fraction(found["actuelle"]) == chance(duel())


@pytest.mark.parametrize(
    ("key", "most", "degre", "defense"),
    [("degre", 30, 30, "parer"), ("contexte", 10, 5, "encaisser")],
)
def test_to_the_greatest_figure_and_no_further(
    key: str, most: int, degre: int, defense: str
) -> None:
    """Each degree helps here, so the greatest alone gives its chance, and nothing gives more."""
    fighter = {"type": "autre", "degre": 0}
    target = {"type": "autre", "degre": degre, "defense": {"type": defense}}
    scenario = duel(attaquant=fighter, defenseurs=[target])
    percent = int(100 * chance(scenario, **{key: most}))
    assert chance(scenario, **{key: most - 1}) < Fraction(percent, 100)
    assert needed(scenario, chance=percent)[key] == most
    assert needed(scenario, chance=percent + 1)[key] is None


def test_out_of_reach_is_said() -> None:
    """A roll of 00 always misses: no degree makes a touch certain."""
    found = needed(duel(), chance=100)
    assert (found["degre"], found["contexte"], found["visee"]) == (None, None, None)
    shown = api.ask("combat", "besoin", json.dumps(duel()), {"chance": 100}).vue()
    assert "hors d’atteinte" in json.dumps(shown, ensure_ascii=False)


@pytest.mark.parametrize(
    ("percent", "visee"),
    [(10, "tir_sans_visee"), (50, "tir_visee_1"), (65, "tir_visee_2"), (90, "tir_visee_3")],
)
def test_aiming(percent: int, visee: str) -> None:
    assert needed(shot(), chance=percent)["visee"] == visee


def test_nothing_to_aim_in_melee() -> None:
    assert needed(duel(), chance=10)["visee"] is None


def test_damage_at_least() -> None:
    found = needed(shot(), but="au_moins", n=4, chance=5)
    assert found["degre"] is not None
    for least in (1, 2):
        assert needed(shot(), but="au_moins", n=least, chance=30)["degre"] == 7


def test_sentences_name_the_figures() -> None:
    shown = api.ask("combat", "besoin", json.dumps(shot()), {"chance": 65}).vue()
    said = json.dumps(shown, ensure_ascii=False)
    assert "un degré d’attaque de 11" in said
    assert "Tir (visée de 2 rounds)" in said
