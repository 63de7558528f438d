"""The JSON Schema of a scenario: written from the types that read it, so it agrees with them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from pycore import api
from pycore.donnees import anima
from tests.support.cases import Case, cases
from tests.support.scenarios import spent_scenarios

SCHEMA = api.schema("combat")
VALIDATOR = Draft202012Validator(SCHEMA)

VALID = cases("combat")
REFUSED = cases("refus")
# Codes of what a scenario's shape alone can show. What two choices ask of one another, and how
# many rolls a manœuvre takes, is no matter of shape.
SHAPE = {"type", "inconnu", "bornes", "doublon", "version"}
# JSON Schema takes 6.0 for a whole number; the rules do not (combat.md §1).
POINT_ZERO = "own_cases/refus/textes/texte-degre-6-point-0"


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    assert SCHEMA["additionalProperties"] is False
    assert set(SCHEMA["required"]) == {"mode", "attaquant", "attaque", "defenseurs"}


def test_fields_are_named_in_french() -> None:
    properties = SCHEMA["properties"]
    for each in (properties["attaquant"], properties["defenseurs"]["items"]):
        assert all(field["title"] for field in each["properties"].values())


def test_a_field_has_the_name_that_it_has_in_its_own_place() -> None:
    champs = anima().champs
    sides = api.schema("anima-attaque")["properties"]
    for place, word in (("attaquant", "attaque"), ("jets", "jets.attaque")):
        assert sides[place]["properties"]["attaque"]["title"] == champs[word].nom
    assert champs["attaque"].nom != champs["jets.attaque"].nom


# One case in four: the law holds for any, and hypothesis draws others.
@pytest.mark.parametrize("case", VALID[::4], ids=lambda case: case.name)
def test_a_scenario_that_is_resolved_fits(case: Case) -> None:
    assert [error.message for error in VALIDATOR.iter_errors(case.scenario)] == []


@given(spent_scenarios())
def test_a_scenario_that_is_drawn_fits(scenario: Any) -> None:
    assert VALIDATOR.is_valid(scenario)


def value(case: Case) -> Any:
    """The scenario of a refused case; None where its text is no JSON that a reader would take."""
    try:
        return json.loads(case.texte)
    except (ValueError, RecursionError):
        return None


def by_shape(case: Case) -> bool:
    """Tell whether every error is one of shape."""
    codes = {each["code"] for each in case.erreurs}
    late = {"ajustements[", "jets.defense["}  # above an excédent, a roll that turns out needed
    beyond = [each for each in case.erreurs if each["chemin"].startswith(tuple(late))]
    return codes <= SHAPE and not any(each["code"] == "bornes" for each in beyond)


SPOILT = [
    case
    for case in REFUSED
    if value(case) is not None and by_shape(case) and case.name != POINT_ZERO
]


def test_many_refused_cases_are_so_by_their_shape() -> None:
    assert len(SPOILT) > 50


@pytest.mark.parametrize("case", SPOILT, ids=[case.name for case in SPOILT])
def test_a_scenario_that_is_refused_for_its_shape_does_not_fit(case: Case) -> None:
    assert not VALIDATOR.is_valid(value(case))


def test_armour_of_anima_is_one_figure_or_one_for_each_kind_of_damage() -> None:
    schema = api.schema("anima-attaque")["properties"]["defenseur"]["properties"]["ip"]
    judge = Draft202012Validator(schema)
    kinds = list(anima().types_degats)
    whole = dict.fromkeys(kinds, 1)
    assert len(kinds) > 3
    assert judge.is_valid(3)
    assert judge.is_valid(whole)
    assert not judge.is_valid(11)
    assert not judge.is_valid({**whole, "absent": 1})
    assert not any(judge.is_valid(dict.fromkeys(set(kinds) - {each}, 1)) for each in kinds)
