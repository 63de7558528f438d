"""Chosen effects that change nothing are named, with what they lack; the others are not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from pycore import api
from pycore.donnees import nephilim
from pycore.nephilim.vocabulary import CONDITIONS
from tests.support.scenarios import scenarios
from tests.support.views import text

REGLES = nephilim()


def idle(scenario: dict[str, Any]) -> list[tuple[int, str, str]]:
    answer = api.run("combat", "seuils", json.dumps(scenario))
    return [(each["cote"], each["effet"], each["manque"]) for each in answer["effets_sans_effet"]]


def duel(**changes: Any) -> dict[str, Any]:
    return {
        "mode": "melee",
        "attaquant": {"type": "nephilim", "degre": 7, "ka": {"feu": 6}},
        "attaque": {"approche": "standard", "arme": "epee_hache"},
        "defenseurs": [{"type": "nephilim", "degre": 6, "defense": {"type": "parer"}}],
    } | changes


@pytest.mark.parametrize(
    ("attack", "effect", "lacks"),
    [
        ({}, "furie_pyretique", "toujours"),
        ({"approche": "attaque_en_force"}, "furie_pyretique", None),
        ({}, "sublimation_elementaire", "approche"),
        ({}, "consort_rouge", "approche_feu"),
        ({}, "amethyste", None),
        ({}, "phalange", None),
        ({"arme": "glaive_feu"}, "phalange", "arme_melee_non_magique"),
        ({}, "pierre_affutage", None),
        ({"approche": "tir_instinctif", "arme": "arc"}, "pierre_affutage", "arme_melee"),
        ({"approche": "tir_instinctif", "arme": "arc"}, "poudre_brasiers", "arme_a_feu"),
        ({"approche": "tir_instinctif", "arme": "ak47"}, "poudre_brasiers", None),
        ({}, "point_faible", "toujours"),
        ({}, "kerubim", None),
        ({"approche": "immobiliser"}, "pierre_affutage", "toujours"),
        ({}, "spasmes_de_furies", "toujours"),
    ],
)
def test_attacker(attack: dict[str, Any], effect: str, lacks: str | None) -> None:
    scenario = duel()
    scenario["attaque"] = scenario["attaque"] | attack
    scenario["attaquant"] = scenario["attaquant"] | {"effets": [effect]}
    if attack.get("approche") == "tir_instinctif":
        scenario["defenseurs"][0]["defense"] = {"type": "encaisser"}
    assert idle(scenario) == ([] if lacks is None else [(-1, effect, lacks)])


@pytest.mark.parametrize(
    ("changes", "effect", "lacks"),
    [
        ({}, "colibris_de_brume", "esquive"),
        ({"defense": {"type": "esquiver"}}, "colibris_de_brume", None),
        ({}, "phalange", "toujours"),
        ({"protection": "militaire"}, "phalange", None),
        ({}, "amethyste", "approche"),
        ({"defense": {"type": "encaisser"}}, "kerubim", "toujours"),
        ({"defense": {"type": "parer", "numeros": [2]}}, "liqueur_mouvant", None),
        ({}, "liqueur_mouvant", None),
        ({}, "eau_de_vie", None),
    ],
)
def test_defender(changes: dict[str, Any], effect: str, lacks: str | None) -> None:
    scenario = duel()
    scenario["defenseurs"][0] |= changes | {"effets": [effect]}
    assert idle(scenario) == ([] if lacks is None else [(0, effect, lacks)])


def test_transmutation_against_a_magical_weapon() -> None:
    scenario = duel(attaque={"approche": "standard", "arme": "glaive_air"})
    scenario["defenseurs"][0]["effets"] = ["transmutation_fauve"]
    assert idle(scenario) == [(0, "transmutation_fauve", "arme_ni_magique_ni_elementaire")]


def test_spasmes_bear_on_a_defender_who_failed_his_roll() -> None:
    scenario = duel()
    scenario["attaquant"]["effets"] = ["spasmes_de_furies"]
    scenario["defenseurs"][0]["ka_dominant_rate"] = True
    assert idle(scenario) == []


def test_every_condition_has_its_words() -> None:
    assert tuple(REGLES.conditions) == CONDITIONS


def told(scenario: dict[str, Any]) -> list[str]:
    """The paragraphs of the scene, as the page shows them."""
    vue = api.ask("combat", "seuils", json.dumps(scenario)).vue()
    return [text(each).replace("\u00a0", " ") for each in vue["scene"]]


def test_an_effect_is_at_work_or_idle_and_each_says_whose() -> None:
    scenario = duel(
        attaquant={"nom": "Anne", "type": "nephilim", "degre": 7, "effets": ["phalange"]}
    )
    scenario["defenseurs"][0] |= {"nom": "Hans", "effets": ["phalange", "eau_de_vie"]}
    first, second, idle_one = told(scenario)
    assert "À l’œuvre de son côté : la Phalange" in first
    assert "À l’œuvre de son côté : l’Eau-de-vie" in second
    assert "Phalange" not in second
    assert idle_one.startswith("Sans effet ici pour Hans : Phalange d’airain (")
    scenario["attaquant"]["effets"] = ["sublimation_elementaire"]
    first, _, idle_one, _ = told(scenario)
    assert "À l’œuvre" not in first
    assert idle_one.startswith("Sans effet ici pour Anne : Sublimation élémentaire (")


@given(value=scenarios())
def test_no_effect_is_both_at_work_and_idle(value: dict[str, Any]) -> None:
    for rank, each in enumerate((value["attaquant"], *value["defenseurs"])):
        each["nom"] = f"N{rank}"
    lines = told(value)
    found = idle(value)
    for rank, fighter in enumerate((value["attaquant"], *value["defenseurs"])):
        table = REGLES.effets_defenseur if rank else REGLES.effets_attaquant
        useless = {effect for cote, effect, _ in found if cote == rank - 1}
        for effect in fighter["effets"]:
            row = table[effect]
            working = row.prose.nom in lines[rank]
            assert working == (effect not in useless), effect
            line = f"Sans effet ici pour N{rank} : {row.nom} (".replace("\u00a0", " ")
            assert any(each.startswith(line) for each in lines) == (not working), effect


@given(value=scenarios())
def test_what_is_named_idle_changes_neither_threshold_nor_chance(value: dict[str, Any]) -> None:
    plain = {key: item for key, item in value.items() if key not in ("jets", "ajustements")}
    if len(plain["defenseurs"]) > 2:
        return
    for cote, effect, _ in idle(plain):
        without = json.loads(json.dumps(plain))
        fighter = without["attaquant"] if cote < 0 else without["defenseurs"][cote]
        fighter["effets"].remove(effect)
        for operation in ("odds", "seuils"):
            before = api.run("combat", operation, json.dumps(plain))
            after = api.run("combat", operation, json.dumps(without))
            before.pop("effets_sans_effet", None)
            after.pop("effets_sans_effet", None)
            assert before == after, (effect, operation)
