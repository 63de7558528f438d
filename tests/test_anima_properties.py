"""What holds for any attack of Anima: sums add up, names change nothing, refusals are refusals."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from pycore import api
from pycore.donnees import anima
from pycore.errors import RefusedError
from tests.support.anima import ATTAQUE, CALCULS, anima_cases, ask, attack
from tests.support.hostile import NAMES
from tests.support.prose import opened
from tests.support.views import text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypothesis.strategies import DrawFn

    from tests.support.cases import Case

Json = dict[str, Any]

REGLES = anima()
ALL = anima_cases()
GOOD = [case for case in ALL if case.erreurs is None]


def dice(draw: DrawFn, *, mastery: bool) -> list[int]:
    """An open roll with the dice that it takes."""
    thrown = [draw(st.integers(1, 100))]
    if thrown[0] <= (2 if mastery else 3):
        return [*thrown, draw(st.integers(0, 100))]
    while thrown[-1] >= min(100, 89 + len(thrown)):
        thrown.append(draw(st.integers(1, 100) if len(thrown) < 15 else st.just(1)))
    return thrown


def optional(draw: DrawFn, **strategies: st.SearchStrategy[Any]) -> Json:
    made: Json = draw(st.fixed_dictionaries({}, optional=strategies))
    return made


def situations(*, shot: bool) -> st.SearchStrategy[list[str]]:
    held = [row.id for row in REGLES.situations.values() if shot or not row.projectile]
    return st.lists(st.sampled_from(held), unique=True, max_size=4)


@st.composite
def attacks(draw: DrawFn) -> Json:
    """An attack that the rules accept."""
    skill = draw(st.integers(0, 999))
    shot, more = draw(st.booleans()), draw(st.booleans())
    kind = draw(st.sampled_from(list(REGLES.defenses)))
    attaquant = {"attaque": skill, "degats": draw(st.integers(0, 400)), "projectile": shot}
    attaquant |= {"maitrise": skill >= 200 and draw(st.booleans()), "surnaturel": more}
    attaquant |= optional(
        draw,
        situations=situations(shot=shot),
        visee=st.sampled_from([None, *REGLES.visees]),
        type=st.sampled_from(list(REGLES.types_degats)),
        actions_precedentes=st.integers(0, 9),
        attaques_multiples=st.integers(1, max(1, -(-skill // 100))),
        modificateur=st.integers(-500, 500),
        nom=st.text(st.characters(), max_size=60),
    )
    most = draw(st.integers(1, 400))
    defenseur: Json = {"defense": kind, "pv_max": most, "constitution": draw(st.integers(1, 30))}
    defenseur["resistance_physique"] = draw(st.integers(0, 300))
    each = st.fixed_dictionaries(dict.fromkeys(REGLES.types_degats, st.integers(0, 10)))
    defenseur |= optional(draw, pv=st.integers(-999, most), ip=st.integers(0, 10) | each)
    defenseur |= draw(st.sampled_from([{}, {"a_agi": True}, {"action_perdue": True}]))
    mastered, mastery = bool(attaquant["maitrise"]), False
    if kind != "aucune":
        defenseur["competence"] = draw(st.integers(0, 999))
        mastery = defenseur["competence"] >= 200 and draw(st.booleans())
        defenseur |= {"maitrise": mastery, "pare_surnaturel": more}
        defenseur |= optional(
            draw,
            situations=situations(shot=False),
            rang=st.integers(1, 20),
            modificateur=st.integers(-500, 500),
            bouclier=st.booleans(),
        )
    plain = [draw(st.integers(1, 100))]
    jets: Json = {
        "attaque": dice(draw, mastery=mastered),
        "defense": plain if kind == "aucune" else dice(draw, mastery=mastery),
    }
    jets |= dict.fromkeys(("critique", "resistance", "localisation"), draw(st.integers(0, 100)))
    options = optional(
        draw,
        degats=st.sampled_from(list(REGLES.baremes_degats)),
        contre=st.sampled_from(list(REGLES.baremes_contre)),
        portee=st.sampled_from(list(REGLES.portees)),
        defense_negative=st.sampled_from(list(REGLES.defenses_negatives)),
        critique_seuil=st.sampled_from(list(REGLES.seuils_critiques)),
    )
    return {"attaquant": attaquant, "defenseur": defenseur, "jets": jets, "options": options}


def details(value: Any) -> Iterator[tuple[int, list[Json]]]:
    """Every total of an answer with the detail that it is made of."""
    if isinstance(value, dict):
        if "detail" in value:
            yield value["total" if "total" in value else "niveau"], value["detail"]
        for item in value.values():
            yield from details(item)
    elif isinstance(value, list):
        for item in value:
            yield from details(item)


@given(attacks())
def test_any_attack(scenario: Json) -> None:
    before = copy.deepcopy(scenario)
    answered = api.ask(ATTAQUE, "resolve", json.dumps(scenario))
    told, vue = answered.resultat, answered.vue()
    assert scenario == before
    found = list(details(told))
    assert len(found) == (2 if told["critique"] is None else 4)
    for total, detail in found:
        assert total == sum(each["valeur"] for each in detail)
        assert all(set(each) == {"source", "valeur"} for each in detail)
        kept = {"attaque", "competence", "resistance_physique"}
        assert all(each["valeur"] or each["source"] in kept for each in detail)
    assert told["marge"] == told["attaque"]["total"] - told["defense"]["total"]
    defenseur = scenario["defenseur"]
    pv = defenseur.get("pv", defenseur["pv_max"])
    assert told["pv_restants"] == pv - told["degats"]
    options = scenario["options"]
    left = options.get("critique_seuil") == "restants"
    points = max(0, pv) if left else defenseur["pv_max"]
    assert (told["critique"] is not None) == (2 * told["degats"] > points)
    passive = defenseur["defense"] == "aucune"
    counted = options.get("defense_negative") == "comptee"
    assert told["defense"]["total"] >= 0 or (counted and not passive)
    floored = any(each["source"] == "plancher_zero" for each in told["defense"]["detail"])
    assert not floored or (told["defense"]["total"] == 0 and not counted and not passive)
    held = scenario["attaquant"].get("situations", [])
    if "hors_portee_efficace" in held and options.get("portee") != "malus":
        assert told["degats"] == told["pourcentage"] == 0
    if defenseur.get("action_perdue") or defenseur.get("a_agi"):
        assert told["consequences"] == []
        assert told["issue"] != "contre"
    assert told["issue"] == "degats" or told["degats"] == told["pourcentage"] == 0
    assert (told["contre_bonus"] is not None) == (told["issue"] == "contre")
    shown = " ".join(text(each) for nodes in vue.values() for each in nodes)
    assert "None" not in shown.replace(scenario["attaquant"].get("nom", "None"), "")
    assert VALIDATORS[ATTAQUE].is_valid(scenario)


@given(attacks(), st.text(st.characters(), max_size=60), st.text(st.characters(), max_size=60))
def test_names_change_nothing(scenario: Json, one: str, other: str) -> None:
    named = copy.deepcopy(scenario)
    named["attaquant"]["nom"], named["defenseur"]["nom"] = one, other
    assert ask(ATTAQUE, named) == ask(ATTAQUE, scenario)


@given(attacks(), st.integers(1, 99))
def test_a_stronger_attack_never_does_less(scenario: Json, more: int) -> None:
    first = scenario["attaquant"].get("modificateur", 0)
    scenario["attaquant"]["modificateur"] = min(500, first + more)
    better = ask(ATTAQUE, scenario)
    scenario["attaquant"]["modificateur"] = first
    told = ask(ATTAQUE, scenario)
    assert better["marge"] >= told["marge"]
    assert better["pourcentage"] >= told["pourcentage"]


def test_hostile_names_stand_in_the_page_as_typed() -> None:
    for name in NAMES:
        vue = api.ask(ATTAQUE, "resolve", json.dumps(attack({"nom": name}))).vue()
        for key in ("verdict", "recit", "technique"):
            shown = " ".join(text(each) for each in vue[key])
            assert name in shown or opened(name) in shown, name


KEYS = ["attaquant", "defenseur", "jets", "attaque", "defense", "ip", "options", "situations"]
KEYS += ["combattants", "initiative", "agilite", "force", "fuyard", "visee", "version"]
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 200),
    st.sampled_from([101, -201, 10**30, 6.0, 1e300]),
    st.sampled_from(["", "parade", "aucune", "flanc", "course", "tete", "TRA", "table", "ouvert"]),
    st.text(st.characters(), max_size=70),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=5,
)


def containers(value: Any) -> list[Any]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    found = [value] if value and isinstance(value, (dict, list)) else []
    return found + [each for item in inner for each in containers(item)]


@st.composite
def spoilt(draw: DrawFn) -> tuple[str, str]:
    """A case in which one to three things were changed."""
    case = draw(st.sampled_from(GOOD))
    scenario = json.loads(case.texte)
    for _ in range(draw(st.integers(1, 3))):
        holders = containers(scenario)
        if not holders:
            break
        where = draw(st.sampled_from(holders))
        keys = list(where) if isinstance(where, dict) else list(range(len(where)))
        key = draw(st.sampled_from(keys))
        if draw(st.booleans()):
            where[key] = draw(VALUES)
        elif isinstance(where, dict) and draw(st.booleans()):
            where[draw(st.sampled_from(KEYS) | st.text(max_size=5))] = draw(VALUES)
        else:
            del where[key]
    return case.calcul, json.dumps(scenario)


@given(spoilt())
def test_nothing_but_a_refusal_is_ever_raised(told: tuple[str, str]) -> None:
    calcul, texte = told
    for operation in api.CALCULS[calcul].operations:
        try:
            answered = api.ask(calcul, operation, texte)
        except RefusedError as refused:
            told_again = api.refusal(calcul, refused)["erreurs"]
            assert told_again
            assert all(each["message"].endswith(".") for each in told_again), told_again
        else:
            json.dumps([answered.resultat, answered.vue()])


@given(st.sampled_from(CALCULS), VALUES)
def test_any_json_is_answered_or_refused(calcul: str, value: Any) -> None:
    for operation, row in api.CALCULS[calcul].operations.items():
        body = {"calcul": calcul, "texte": json.dumps(value)}
        message = {"v": 1, "n": 7, "op": operation, "corps": body}
        corps = json.loads(api.answer(json.dumps(message)))["corps"]
        codes = {each["code"] for each in corps.get("erreurs", [])}
        assert codes or row.read is not None  # what need not be right is not always refused
        assert "interne" not in codes


SCHEMAS = {calcul: api.schema(calcul) for calcul in CALCULS}
VALIDATORS = {calcul: Draft202012Validator(schema) for calcul, schema in SCHEMAS.items()}
SHAPE = {"type", "inconnu", "bornes", "doublon", "version", "requis"}
BEYOND_SHAPE = (
    *("longueur", "incompatible", "condition", "critique-", "attaques-pour", "pour-0"),
    *("sans-competence", "pv-111", "competence-nue", "jets", "sans-defenseur-competence"),
)


# One case in four: the law holds for any.
@pytest.mark.parametrize("case", GOOD[::4], ids=lambda case: case.name)
def test_a_case_fits_its_schema(case: Case) -> None:
    errors = VALIDATORS[case.calcul].iter_errors(json.loads(case.texte))
    assert [error.message for error in errors] == []


def by_shape() -> list[Case]:
    """Refusals that a schema can tell, by what their names say."""
    return [
        case
        for case in ALL
        if case.erreurs is not None
        and {each["code"] for each in case.erreurs} <= SHAPE
        and not any(word in case.name for word in BEYOND_SHAPE)
        and "decimal" not in case.name  # JSON Schema takes 130.0 for a whole number
    ]


def test_schemas_are_schemas() -> None:
    for calcul, schema in SCHEMAS.items():
        Draft202012Validator.check_schema(schema)
        assert schema["title"] == calcul
        assert all(field["title"] for field in schema["properties"].values())
    assert by_shape()


@pytest.mark.parametrize("case", by_shape(), ids=[case.name for case in by_shape()])
def test_a_refusal_of_shape_does_not_fit(case: Case) -> None:
    assert not VALIDATORS[case.calcul].is_valid(json.loads(case.texte))
