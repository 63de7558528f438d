"""What holds between two scenarios: more degrees, other names, read back, thresholds before."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pycore import jsontext
from pycore.donnees import nephilim
from pycore.nephilim.combat.reading import read
from pycore.nephilim.combat.resolve import resolve as resolve_read
from pycore.nephilim.combat.scenario import Jets, Scenario
from tests.support.duel import Json, resolve, terms, thresholds
from tests.support.scenarios import names, scenarios, spent_scenarios

DEFENCE_ROLLS = (1, 11, 42, 55, 90)


def touching(scenario: Scenario, defence: int) -> int:
    """How many of the 100 attack rolls touch the first defender, for one defence roll."""
    regles = nephilim()
    attaques, faces = len(scenario.jets.attaque) if scenario.jets else 0, len(scenario.defenseurs)
    count = 0
    for roll in range(1, 101):
        defences = tuple((defence,) * attaques for _ in range(faces))
        thrown = scenario._replace(jets=Jets((roll,) * attaques, defences), ajustements=None)
        count += resolve_read(thrown, regles).echanges[0].attaque_gagne
    return count


@given(scenarios(), st.integers(1, 12))
def test_more_degrees_never_touch_less_often(scenario: Json, more: int) -> None:
    before = read(scenario, nephilim(), dice=True)
    report = before.attaquant.report + (more if before.attaquant.report <= 188 else 0)
    degre = min(30, before.attaquant.degre + more)
    better = [
        before._replace(attaquant=before.attaquant._replace(report=report)),
        before._replace(attaquant=before.attaquant._replace(degre=degre)),
    ]
    for roll in DEFENCE_ROLLS:
        count = touching(before, roll)
        assert all(touching(each, roll) >= count for each in better)


@given(scenarios(), st.integers(1, 12))
def test_more_degrees_of_defence_are_never_touched_more_often(scenario: Json, more: int) -> None:
    before = read(scenario, nephilim(), dice=True)
    first, *others = before.defenseurs
    better = first._replace(degre=min(30, first.degre + more))
    after = before._replace(defenseurs=(better, *others))
    for roll in DEFENCE_ROLLS:
        assert touching(after, roll) <= touching(before, roll)


def test_sweeps_see_a_difference() -> None:
    scenario = read(
        {
            "mode": "melee",
            "attaquant": {"type": "autre", "degre": 4},
            "attaque": {"approche": "standard"},
            "defenseurs": [{"type": "autre", "degre": 5, "defense": {"type": "parer"}}],
            "jets": {"attaque": [1]},
        },
        nephilim(),
        dice=True,
    )
    # 42 succeeds with a margin of 4: of 1 to 40 only 40 (4, a tie) and the doubles 11, 22, 33 are
    # of interest, and only a critical beats it.
    assert touching(scenario, 42) == 3
    assert touching(scenario, 90) == 40


def written(value: Any) -> Any:
    """A scenario that was read, as JSON values again; what has its default is left out."""
    if hasattr(value, "_asdict"):
        defaults = value._field_defaults
        return {
            key: written(item)
            for key, item in value._asdict().items()
            if key not in defaults or item != defaults[key]
        }
    if isinstance(value, tuple):
        return [written(item) for item in value]
    return value


@given(spent_scenarios())
def test_a_scenario_written_and_read_back_is_the_same(scenario: Json) -> None:
    regles = nephilim()
    once = read(scenario, regles, dice=True)
    text = jsontext.dump(written(once))
    assert text.isascii()
    assert read(jsontext.parse(text), regles, dice=True) == once
    assert resolve(json.loads(text)) == resolve(scenario)


@given(spent_scenarios(), names(), names(80))
def test_names_and_reasons_change_nothing(scenario: Json, name: str, reason: str) -> None:
    result = resolve(scenario)
    for side in (scenario["attaquant"], *scenario["defenseurs"]):
        side |= {"nom": name, "contexte_motif": reason}
    assert resolve(scenario) == result


@given(scenarios())
def test_thresholds_are_those_that_the_rolls_met(scenario: Json) -> None:
    result, before = resolve(scenario), thresholds(scenario)
    said = ("degres", "seuil", "detail")
    assert before["attaquant"] == result["attaquant"]
    assert before["attaques"] == [{key: each[key] for key in said} for each in result["attaques"]]
    freed = False
    assert len(before["echanges"]) == len(result["echanges"])
    for known, echange in zip(before["echanges"], result["echanges"], strict=True):
        played = echange["defense"]
        assert (known["attaque"], known["defenseur"]) == (echange["attaque"], echange["defenseur"])
        if played is None:
            continue
        assert {key: known["defense"][key] for key in ("type", "numero")} == {
            key: played[key] for key in ("type", "numero")
        }
        expected = terms(known["defense"]["detail"])
        if freed:  # an élaborée that succeeded in the first exchange (D25)
            expected.pop("rang", None)
        if result["attaques"][echange["attaque"]]["marge"] is None:
            expected.pop("attaque_subtile", None)  # said of an attack that succeeds
        assert terms(played["detail"]) == expected
        freed = played["type"] == "elaboree" and (freed or played["reussie"])


@given(scenarios())
def test_a_roll_that_is_not_needed_may_be_left_out(scenario: Json) -> None:
    result = resolve(scenario)
    attaques = len(scenario["jets"]["attaque"])
    by_shot = attaques == len(scenario["defenseurs"]) and attaques > 1
    for echange in result["echanges"]:
        rolls = scenario["jets"]["defense"][echange["defenseur"]]
        if echange["defense"] is None and rolls is not None:
            rolls[0 if by_shot else echange["attaque"]] = None
    assert resolve(scenario) == result
    lists = scenario["jets"]["defense"]
    scenario["jets"]["defense"] = [
        None if rolls is not None and set(rolls) == {None} else rolls for rolls in lists
    ]
    assert resolve(scenario) == result
