"""Whatever text comes, an answer goes back: a result, or errors with their places in French."""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pycore import api
from pycore.errors import RefusedError
from tests.support.duel import duel, refusals, resolve
from tests.support.mutations import VALUES, spoilt_scenarios, spoilt_texts

CODES = {
    *("json", "version", "type", "inconnu", "requis", "bornes", "doublon", "longueur"),
    *("incompatible", "condition"),
}
# A place: keys joined by dots, ranks in brackets. A key of a stranger may be anything.
PLACE = re.compile(r"\w+(\[\d+\])*(\.\w+(\[\d+\])*)*")


def judge(texte: str) -> None:
    """Resolve it; a refusal must be said in full."""
    for operation in ("resolve", "seuils"):
        try:
            answer = api.run("combat", operation, texte)
        except RefusedError as refused:
            errors = api.refusal("combat", refused)["erreurs"]
            assert errors
            for each in errors:
                assert each["code"] in CODES, each
                # "type": no object at all; "inconnu": a key that is itself empty.
                assert each["chemin"] or each["code"] in {"json", "type", "inconnu"}, each
                assert not (each["chemin"] and each["code"] == "json"), each
                assert each["message"]
                assert "Traceback" not in each["message"]
            known = [each["chemin"] for each in errors if each["code"] != "inconnu"]
            assert all(PLACE.fullmatch(path) for path in known if path), known
        else:
            assert answer["regle"] == "nephilim/combat"


@given(spoilt_scenarios())
def test_a_spoilt_scenario_is_resolved_or_refused(texte: str) -> None:
    judge(texte)


@given(spoilt_texts())
def test_a_spoilt_text_is_resolved_or_refused(texte: str) -> None:
    judge(texte)


def no_constant(name: str) -> NoReturn:
    raise AssertionError(name)


def answer(text: str) -> Any:
    """The answer to a message of the page, which must be JSON in ASCII."""
    said = api.answer(text)
    assert said.isascii()
    told = json.loads(said, parse_constant=no_constant)
    assert set(told) == {"v", "n", "op", "corps"}
    assert {"erreurs"} == set(told["corps"]) or {"resultat", "vue"} == set(told["corps"])
    return told


MESSAGES = st.one_of(
    st.text(st.characters()),
    VALUES.map(json.dumps),
    st.fixed_dictionaries(
        {},
        optional={
            "v": VALUES,
            "n": VALUES,
            "op": VALUES | st.sampled_from(["resolve", "seuils"]),
            "corps": VALUES
            | st.fixed_dictionaries({"calcul": VALUES | st.just("combat"), "texte": VALUES})
            | st.fixed_dictionaries({"calcul": st.just("combat"), "texte": spoilt_scenarios()}),
        },
    ).map(json.dumps),
)


@given(MESSAGES)
def test_any_message_is_answered(text: str) -> None:
    answer(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "[" * 5000 + "]" * 5000,
        '{"corps": ' + "[" * 5000 + "]" * 5000 + "}",
        '{"n": NaN}',
        '{"n": 1e999}',
        '{"n": ' + "9" * 5000 + "}",
        '{"n": 1, "n": 1}',
        '{"n": "\\ud800\\u0000", "op": "\\ud800"}',
        '{"n": 1, "op": "resolve", "corps": {"calcul": [], "texte": ""}}',
        '{"n": 1, "op": [], "corps": {"calcul": "combat", "texte": ""}}',
        '{"n": 1, "op": "resolve", "corps": {"calcul": "combat", "texte": "' + "[" * 5000 + '"}}',
        "null",
        '"\ud800"',
    ],
)
def test_strange_messages(text: str) -> None:
    assert "erreurs" in answer(text)["corps"]


def test_a_message_is_answered_under_its_number() -> None:
    corps = {"calcul": "combat", "texte": json.dumps(duel(jets=(20, None)))}
    told = answer(json.dumps({"v": 1, "n": 41, "op": "resolve", "corps": corps}))
    assert (told["v"], told["n"], told["op"]) == (1, 41, "resolve")
    assert told["corps"]["resultat"]["echanges"][0]["total"] == 3


@pytest.mark.parametrize("value", [6.0, 6.5, 1e999, -1e999, "6", True, None, [], {}])
def test_a_number_is_a_whole_number(value: object) -> None:
    scenario = duel(attaquant={"degre": value}, jets=(20, None))
    texte = json.dumps(scenario).replace("-Infinity", "-1e999").replace("Infinity", "1e999")
    with pytest.raises(RefusedError) as refused:
        api.run("combat", "resolve", texte)
    assert [(each.chemin, each.code) for each in refused.value.fautes] == [
        ("attaquant.degre", "type")
    ]


def test_plain_numbers_are_taken() -> None:
    assert math.prod(each["total"] for each in resolve(duel(jets=(20, None)))["echanges"]) == 3


# What is wrong with a figure, and all that follows from it: one error.
@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"mode": "vol"}, [("mode", "inconnu")]),
        ({"attaque": {"approche": "voler"}}, [("attaque.approche", "inconnu")]),
        ({"attaque": {"arme": "arc"}}, [("attaque.arme", "incompatible")]),
        ({"attaque": {"arme": "arc", "cadence": "cpc"}}, [("attaque.arme", "incompatible")]),
        ({"defenseur": {"defense": {"type": "rire"}}}, [("defenseurs[0].defense.type", "inconnu")]),
        ({"defenseur": {"type": "dieu", "ka": {"feu": 3}}}, [("defenseurs[0].type", "inconnu")]),
        (
            {"attaquant": {"type": "dieu", "initiative": 3, "stase": 2}},
            [("attaquant.type", "inconnu")],
        ),
        (
            {"attaque": {"approche": "voler", "arme": "mains_nues", "force_simulacre": 3}},
            [("attaque.approche", "inconnu")],
        ),
        ({"attaquant": {"approche": "feu"}}, [("attaquant.approche", "incompatible")]),
    ],
)
def test_what_follows_from_an_error_is_not_said(
    changes: dict[str, Any], found: list[tuple[str, str]]
) -> None:
    with pytest.raises(RefusedError) as refused:
        resolve(duel(jets=(20, None), **changes))
    assert [(each.chemin, each.code) for each in refused.value.fautes] == found


HELD = {"type": "autre", "degre": 9, "defense": {"type": "parer_projectile", "objet": True}}


@pytest.mark.parametrize(
    ("spoilt", "found"),
    [
        (3, ("defenseurs[0]", "type")),
        (HELD | {"defense": 3}, ("defenseurs[0].defense", "type")),
        (HELD | {"defense": {"type": "rire"}}, ("defenseurs[0].defense.type", "inconnu")),
    ],
)
def test_a_defender_who_is_amiss_hides_nothing_of_the_next(
    spoilt: object, found: tuple[str, str]
) -> None:
    burst = duel(mode="tir", attaque={"approche": "tir_visee_1", "arme": "ak47", "cadence": "cpc"})
    burst |= {"defenseurs": [spoilt, HELD], "jets": {"attaque": [20, 20], "defense": [[1], [2, 3]]}}
    assert refusals(burst) == [found, ("jets.defense[1]", "longueur")]


def test_dice_that_are_empty_are_no_dice_that_lack() -> None:
    assert refusals(duel() | {"jets": None}) == [("jets", "type")]
    assert refusals(duel()) == [("jets", "requis")]


def test_a_condition_that_is_amiss_hides_nothing_of_the_other() -> None:
    parade = {"type": "parer", "objet": 3, "voit_lanceur": True}
    assert refusals(duel(defenseur={"defense": parade}, jets=(20, None))) == [
        ("defenseurs[0].defense.objet", "type"),
        ("defenseurs[0].defense.voit_lanceur", "incompatible"),
    ]


@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        (
            duel(jets=(20, None), mode="lancer"),
            [
                "Approche d’attaque~: «~Standard~» ne va pas avec le mode «~Lancer~»",
                "Attaque › Arme~: «~Marteau~» ne va pas avec «~Lancer~»",
            ],
        ),
        (
            duel(jets=(20, None), defenseur={"initiative": 3}),
            ["Défenseur 1 › Initiative~: cela ne concerne pas le type «~Créature magique~»"],
        ),
        (duel(), ["Jets~: il manque une valeur"]),
    ],
)
def test_what_does_not_go_together_is_said(scenario: dict[str, Any], said: list[str]) -> None:
    with pytest.raises(RefusedError) as refused:
        resolve(scenario)
    told = api.refusal("combat", refused.value)["erreurs"]
    what = [each["message"].replace("\u00a0", "~").rpartition("~:")[0] for each in told]
    assert what == said
