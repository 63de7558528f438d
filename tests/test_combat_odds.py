"""Exact chances of a combat: the counting by groups equals counting every pair of dice."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given

from pycore import api
from pycore.donnees import nephilim
from pycore.nephilim.combat.engagement import defence_at, engage
from pycore.nephilim.combat.odds import odds
from pycore.nephilim.combat.reading import read
from pycore.nephilim.combat.resolve import defence_needed, resolve, settle
from pycore.nephilim.roll import outcome
from pycore.render.french import pourcentage, rapport
from tests.support.scenarios import scenarios

if TYPE_CHECKING:
    from pycore.nephilim.combat.scenario import Scenario

REGLES = nephilim()
DICE = range(1, 101)


def by_every_pair(scenario: Scenario) -> list[dict[str, Any]]:
    """Count each exchange by settling all of its 10,000 pairs of dice, one by one."""
    engagement = engage(scenario, REGLES)
    counted = []
    for rencontre in engagement.rencontres:
        face = engagement.faces[rencontre.defenseur]
        found: dict[str, Any] = dict.fromkeys(
            ("touche", "blesse", "critique", "maladresse", "defense_reussie"), 0
        )
        total: Counter[int] = Counter()
        physiques: Counter[int] = Counter()
        for jet in DICE:
            attaque = outcome(jet, engagement.assaut.seuil.degres)
            seuil = defence_at(engagement, rencontre, attaque_reussie=attaque.reussi, libre=False)
            for contre in DICE:
                defense = None
                if seuil is not None and defence_needed(face, attaque):
                    defense = outcome(contre, seuil.degres)
                settled = settle(engagement, face, attaque, defense)
                amount = settled.physiques.final + settled.magiques.final
                found["touche"] += settled.attaque_gagne
                found["blesse"] += amount > 0
                found["critique"] += attaque.resultat == "critique"
                found["maladresse"] += attaque.resultat == "maladresse"
                found["defense_reussie"] += settled.reussie
                total[amount] += 1
                physiques[settled.physiques.final] += 1
        counted.append(found | {"total": dict(total), "physiques": dict(physiques)})
    return counted


def same(scenario: dict[str, Any]) -> None:
    checked = read(scenario, REGLES, dice=False)
    chances = odds(checked, REGLES)
    for echange, expected in zip(chances.echanges, by_every_pair(checked), strict=True):
        for key, value in expected.items():
            assert getattr(echange, key) == value, key
        assert sum(echange.magiques.values()) == sum(echange.total.values()) == 10000
    assert sum(chances.cumul.total.values()) == chances.cumul.denominateur


@given(scenario=scenarios())
def test_grouping_equals_every_pair(scenario: dict[str, Any]) -> None:
    if len(scenario["defenseurs"]) <= 2:
        same(scenario)


def duel(**changes: Any) -> dict[str, Any]:
    return {
        "version": 1,
        "mode": "melee",
        "attaquant": {"type": "nephilim", "degre": 7, "ka": {"eau": 3}},
        "attaque": {"approche": "standard", "arme": "epee_hache"},
        "defenseurs": [{"type": "autre", "degre": 6, "defense": {"type": "parer"}}],
    } | changes


@pytest.mark.parametrize("defense", ["parer", "contre_attaquer", "encaisser", "esquiver"])
def test_equals_resolving_all_ten_thousand_scenarios(defense: str) -> None:
    scenario = duel()
    scenario["defenseurs"][0]["defense"]["type"] = defense
    totals: Counter[int] = Counter()
    wins = 0
    asked = read(scenario | {"jets": {"attaque": [1], "defense": [[1]]}}, REGLES, dice=True)
    assert asked.jets is not None
    for jet in DICE:
        for contre in DICE:
            rolled = asked._replace(jets=asked.jets._replace(attaque=(jet,), defense=((contre,),)))
            (echange,) = resolve(rolled, REGLES).echanges
            totals[echange.total] += 1
            wins += echange.attaque_gagne
    (chances,) = odds(asked, REGLES).echanges
    assert (chances.total, chances.touche) == (dict(totals), wins)


def test_burst_shares_its_attack_roll() -> None:
    """Two targets that cannot defend themselves are hit together, or not at all."""
    target = {"type": "autre", "degre": 5, "defense": {"type": "encaisser"}}
    attaque = {"approche": "tir_visee_1", "arme": "ak47", "cadence": "raf_ctrl"}
    scenario = duel(mode="tir", attaque=attaque, defenseurs=[target, target])
    chances = odds(read(scenario, REGLES, dice=False), REGLES)
    assert chances.cumul.denominateur == 100**3
    single = chances.echanges[0].total
    doubled = {2 * amount: count * 100 for amount, count in single.items()}
    assert chances.cumul.total == doubled


def test_shots_one_by_one_are_independent() -> None:
    target = {"type": "autre", "degre": 5, "defense": {"type": "encaisser"}}
    attaque = {"approche": "tir_visee_1", "arme": "ak47", "cadence": "cpc"}
    scenario = duel(mode="tir", attaque=attaque, defenseurs=[target, target])
    chances = odds(read(scenario, REGLES, dice=False), REGLES)
    assert chances.cumul.denominateur == 100**4
    one, other = (each.total for each in chances.echanges)
    expected: Counter[int] = Counter()
    for a, n in one.items():
        for b, m in other.items():
            expected[a + b] += n * m
    assert chances.cumul.total == expected


def test_elaboree_frees_the_second_defence_in_the_whole() -> None:
    """D25: the cumul counts the freed rank, the second exchange alone does not."""
    defenseur = {"type": "nephilim", "degre": 5, "defense": {"type": "elaboree"}}
    attaque = {"approche": "attaque_rapide", "arme": "dague"}
    freed = duel(attaque=attaque, defenseurs=[defenseur])
    chances = odds(read(freed, REGLES, dice=False), REGLES)
    first, second = (each.total for each in chances.echanges)

    def mean(amounts: Any, whole: int) -> Fraction:
        return Fraction(sum(amount * count for amount, count in amounts.items()), whole)

    apart = mean(first, 10000) + mean(second, 10000)
    together = mean(chances.cumul.total, chances.cumul.denominateur)
    assert chances.cumul.denominateur == 100**4
    assert together < apart
    parried = {**defenseur, "defense": {"type": "parer"}}
    plain = odds(read(freed | {"defenseurs": [parried]}, REGLES, dice=False), REGLES)
    assert mean(plain.cumul.total, 100**4) == apart


def test_twelve_targets_are_exact() -> None:
    target = {
        "type": "autre",
        "degre": 5,
        "defense": {"type": "parer_projectile", "objet": True},
        "protection": "gilet_leger",
    }
    attaque = {"approche": "tir_visee_1", "arme": "ak47", "cadence": "raf_cont"}
    scenario = duel(mode="tir", attaque=attaque, defenseurs=[target] * 12)
    answer = api.run("combat", "odds", json.dumps(scenario))
    assert answer["cumul"]["denominateur"] == str(100**13)
    assert sum(map(int, answer["cumul"]["total"].values())) == 100**13
    assert all(isinstance(count, str) for count in answer["cumul"]["total"].values())


def test_shape_of_the_answer() -> None:
    answer = api.run("combat", "odds", json.dumps(duel() | {"jets": "ignorés", "ajustements": 5}))
    assert answer["denominateur"] == 10000
    (echange,) = answer["echanges"]
    assert set(echange) == {
        *("attaque", "defenseur", "touche", "blesse", "critique", "maladresse"),
        *("defense_reussie", "physiques", "magiques", "total"),
    }
    assert echange["critique"] == 600
    assert echange["maladresse"] == 400
    assert echange["magiques"] == {"0": 10000}


@pytest.mark.parametrize(
    ("part", "whole", "said"),
    [
        (0, 10000, "0 %"),
        (10000, 10000, "100 %"),
        (1, 10000, "< 0,1 %"),
        (9999, 10000, "> 99,9 %"),
        (4129, 10000, "41,3 %"),
        (50, 100, "50 %"),
        (5, 10000, "0,1 %"),
        (1, 100**13, "< 0,1 %"),
        (100**13 - 1, 100**13, "> 99,9 %"),
    ],
)
def test_percentages_never_claim_what_is_not_exact(part: int, whole: int, said: str) -> None:
    assert pourcentage(part, whole).replace("\u00a0", " ") == said


def test_mean_is_rounded_to_the_nearest_hundredth() -> None:
    assert rapport(10049, 10000, 2) == "1"
    assert rapport(10050, 10000, 2) == "1,01"
    assert rapport(0, 10000, 2) == "0"
    assert rapport(12345, 10000, 2) == "1,23"


def test_result_marked_on_the_chances() -> None:
    scenario = duel(jets={"attaque": [42], "defense": [[90]]})
    shown = json.dumps(api.ask("combat", "bilan", json.dumps(scenario)).vue(), ensure_ascii=False)
    assert shown.count("obtenu") == 2  # the word, and the class of its row
