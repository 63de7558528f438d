"""Whatever the scenario, its figures add up and every step follows from the one before."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from pycore import api
from pycore.donnees import nephilim
from tests.support.duel import Json, damage, resolve
from tests.support.scenarios import scenarios, spent_scenarios

if TYPE_CHECKING:
    from collections.abc import Callable


OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "ajout": lambda total, valeur: total + valeur,
    "facteur": lambda total, valeur: total * valeur,
    "quotient": lambda total, valeur: total // valeur,
    "plancher": max,
    "annulation": lambda _total, _valeur: 0,
    "sans_effet": lambda total, _valeur: total,
}


def components(result: Json) -> list[Json]:
    return [each[nom] for each in result["echanges"] for nom in ("physiques", "magiques")]


def rolls(result: Json) -> list[Json]:
    defences = (each["defense"] for each in result["echanges"])
    return [*result["attaques"], *(each for each in defences if each)]


@given(spent_scenarios())
def test_details_add_up(scenario: Json) -> None:
    result = resolve(scenario)
    for roll in rolls(result):
        assert sum(term["valeur"] for term in roll["detail"]) == roll["degres"]
        assert roll["seuil"] == max(0, 10 * roll["degres"])
        assert all(term["valeur"] or term["source"] == "degre" for term in roll["detail"])
    for component in components(result):
        assert sum(term["valeur"] for term in component["detail"]) == component["bruts"]
        assert all(term["valeur"] for term in component["detail"])
    speed = result["attaquant"]
    assert sum(term["valeur"] for term in speed["detail"]) == speed["initiative"] == speed["mv"]


@given(spent_scenarios())
def test_each_step_follows_from_the_total_before_and_says_why(scenario: Json) -> None:
    regles = nephilim()
    for component in components(resolve(scenario)):
        total, cancelled = 0, False
        for step in component["etapes"]:
            assert not cancelled, "nothing follows a cancellation"
            cancelled = step["operation"] == "annulation"
            total = OPERATIONS[step["operation"]](total, step["valeur"])
            assert step["total"] == total, step
            assert step["cause"] in getattr(regles, step["table"]), step
            assert step["regle"] == "" or step["regle"] in regles.points_de_regle, step
        assert component["final"] == total >= 0
        raw = component["etapes"][: len(component["detail"])]
        told = [{"source": step["cause"], "valeur": step["valeur"]} for step in raw]
        assert told == component["detail"]


@given(spent_scenarios())
def test_the_exchange_holds_together(scenario: Json) -> None:
    result = resolve(scenario)
    for echange in result["echanges"]:
        attaque = result["attaques"][echange["attaque"]]
        touched = attaque["marge"] is not None
        defended = bool(echange["defense"]) and echange["defense"]["reussie"]
        assert echange["attaque_gagne"] == (touched and not defended)
        assert echange["total"] == sum(damage(echange))
        assert touched or echange["total"] == 0
        assert touched or not defended
        for cote, roll, counts in (
            ("attaquant", attaque, touched),
            ("defenseur", echange["defense"], defended),
        ):
            left = max(0, roll["marge"] - 10) if counts else 0
            assert echange["excedent"][cote] == left
    order = [(each["attaque"], each["defenseur"]) for each in result["echanges"]]
    assert order == sorted(order)


CANCELS_ALL = {"effets": ["armure_invincible"]}
CANCELS_BLOWS = {"effets": ["corps_brumeux"]}


@given(
    scenarios(),
    st.sampled_from([CANCELS_ALL, CANCELS_BLOWS]),
    st.integers(1, 99),
    st.integers(0, 400),
)
def test_what_is_cancelled_stays_at_0_whatever_is_spent(
    scenario: Json, shield: Json, roll: int, spent: int
) -> None:
    # So many degrees that the attack succeeds and has much to spend.
    scenario["attaquant"] |= {"degre": 30, "report": 200}
    scenario["jets"]["attaque"] = [roll] * len(scenario["jets"]["attaque"])
    for defenseur in scenario["defenseurs"]:
        defenseur.update(shield)
    left = resolve(scenario)["echanges"]
    scenario["ajustements"] = [
        {"attaquant": min(spent, each["excedent"]["attaquant"])} for each in left
    ]
    for echange in resolve(scenario)["echanges"]:
        assert echange["excedent"]["attaquant"] > 100
        physical, magical = damage(echange)
        assert physical == 0
        assert magical == 0 or shield is CANCELS_BLOWS


def _normal(value: Any) -> Any:
    return json.loads(json.dumps(value))


@given(spent_scenarios(), st.randoms(use_true_random=False))
def test_the_order_of_effects_does_not_matter(scenario: Json, dice: Any) -> None:
    shuffled = _normal(scenario)
    for side in (shuffled["attaquant"], *shuffled["defenseurs"]):
        dice.shuffle(side["effets"])
    for operation in ("resolve", "seuils"):
        answers = [api.run("combat", operation, json.dumps(each)) for each in (scenario, shuffled)]
        assert answers[0] == answers[1]
