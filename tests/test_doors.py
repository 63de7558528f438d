"""What comes in wrong by each door, and cannot be used at all: said to the letter."""

from __future__ import annotations

import json

import pytest

from pycore import api, jsontext, tomltext
from pycore.errors import Faute, RefusedError
from pycore.nephilim.combat.personnage import PERSONNAGES_MAX
from tests.support.asking import answered
from tests.support.cases import places
from tests.support.duel import duel

NO_OBJECT = {"chemin": "", "code": "type", "message": "Il faut ici un objet JSON, entre accolades."}
NO_MESSAGE = {
    "chemin": "",
    "code": "message",
    "message": "Cette demande n’a pas la forme attendue.",
}
PERSONNAGE = {"version": 1, "type": "nephilim", "degre": 5}


@pytest.mark.parametrize("value", [[], [{}], "duel", 5, None])
@pytest.mark.parametrize("op", ["lien", "placer", "seuils", "odds"])
def test_no_object(op: str, value: object) -> None:
    assert answered(op, "combat", value) == {"erreurs": [NO_OBJECT]}


def test_text_that_is_too_long() -> None:
    text = '"' + "x" * (jsontext.MAX_LENGTH - 2) + '"'
    assert jsontext.parse(text) == text[1:-1]
    with pytest.raises(RefusedError) as refused:
        jsontext.parse(f"{text} ")
    assert refused.value.fautes == (Faute("", "json", "json.taille", {"maximum": 200_000}),)
    (told,) = api.refusal("combat", refused.value)["erreurs"]
    assert told["message"] == "Ce texte est trop long\u00a0: 200\u00a0000 caractères au plus."


@pytest.mark.parametrize(
    "text",
    [
        "[" * 32 + "]" * 32,
        '{"a":' * 31 + "{}" + "}" * 31,
        "[" * 31 + "[],{}," * 40 + "0" + "]" * 31,
        json.dumps(["[{" * 40, '"' + "[{" * 40, "\\", "[{" * 40]),
    ],
)
def test_text_as_deep_as_may_be(text: str) -> None:
    assert jsontext.dump(jsontext.parse(text)) == text.replace(", ", ",")


@pytest.mark.parametrize(
    "text",
    [
        "[" * 33 + "]" * 33,
        '{"a":' * 32 + "[]" + "}" * 32,
        '["\\"",' + "[" * 32 + "]" * 33,
        "[[],{}," + "[" * 32 + "]" * 33,
    ],
)
def test_text_that_is_too_deep(text: str) -> None:
    with pytest.raises(RefusedError) as refused:
        jsontext.parse(text)
    assert refused.value.fautes == (Faute("", "json", "json.profondeur", {"maximum": 32}),)


def test_key_of_too_many_parts() -> None:
    assert tomltext.read(".".join("a" * 32) + " = 1\n", "marges.toml") != {}
    told = tomltext.read(".".join("a" * 33) + " = 1\n", "marges.toml")
    assert told == Faute("marges.toml", "donnees", "donnees.profondeur", {})


def test_values_of_the_wrong_make_stay_out_of_a_link() -> None:
    value = {"defenseurs": 5, "attaquant": {"ka": 5, "nom": "Ève"}}
    link = answered("lien", "combat", value)["resultat"]
    assert link["laisse"] == ["attaquant.ka", "defenseurs"]
    opened = answered("ouvrir", "combat", {"fragment": link["fragment"]})["resultat"]
    assert opened == {"scenario": {"attaquant": {"nom": "Ève"}}, "signale": []}


@pytest.mark.parametrize(
    ("scenario", "personnage", "expected"),
    [
        ([], PERSONNAGE, [("scenario", "type")]),
        ({}, [], [("personnage", "type")]),
        ({}, {"nom": "Ève"}, [("personnage.degre", "requis"), ("personnage.type", "requis")]),
    ],
)
def test_fighter_that_cannot_come_in(
    scenario: object, personnage: object, expected: list[tuple[str, str]]
) -> None:
    value = {"scenario": scenario, "personnage": personnage}
    assert places(answered("placer", "combat", value, cote="attaquant")["erreurs"]) == expected


@pytest.mark.parametrize(
    ("cote", "where", "why"),
    [
        ("attaquant", "attaquant.effets", "dans ce genre de combat"),
        ("defenseur", "defenseurs[0].effets", "de ce côté"),
    ],
)
def test_effect_that_does_not_serve_here_is_left_behind(cote: str, where: str, why: str) -> None:
    value = {"scenario": duel(), "personnage": PERSONNAGE | {"effets": ["poudre_brasiers"]}}
    told = answered("placer", "combat", value, cote=cote)["resultat"]["abandons"]
    message = f"Poudre des brasiers ne sert pas {why}\u00a0: laissé de côté."
    assert told == [{"chemin": where, "valeur": "poudre_brasiers", "message": message}]


@pytest.mark.parametrize(
    ("op", "corps"),
    [
        ("inconnue", {"calcul": "combat", "texte": "{}"}),
        ("resolve", {"calcul": "inconnu", "texte": "{}"}),
        ("resolve", {"calcul": "combat", "texte": 5}),
        ("resolve", {"calcul": 5, "texte": "{}"}),
        ("resolve", {"calcul": "combat"}),
        ("resolve", {"texte": "{}"}),
        ("resolve", ["combat", "{}"]),
        ("resolve", "combat"),
    ],
)
def test_message_of_another_shape(op: str, corps: object) -> None:
    said = json.loads(api.answer(json.dumps({"n": 3, "op": op, "corps": corps})))
    assert said["corps"] == {"erreurs": [NO_MESSAGE]}


@pytest.mark.parametrize("message", [[], "resolve", 5, None])
def test_message_that_is_no_object(message: object) -> None:
    said = json.loads(api.answer(json.dumps(message)))
    assert said == {"v": 1, "n": 0, "op": "", "corps": {"erreurs": [NO_MESSAGE]}}


def test_message_that_cannot_be_read_is_answered_under_none() -> None:
    assert json.loads(api.answer("["))["n"] == 0
    assert json.loads(api.answer('{"v":1,"n":5,'))["n"] == 5


def test_what_is_kept_beside_scenarios_has_its_name() -> None:
    assert set(api.DOCUMENTS) == {"journal", "personnages"}


def test_link_that_was_opened_is_said() -> None:
    link = answered("lien", "combat", duel())["resultat"]["fragment"]
    (told,) = answered("ouvrir", "combat", {"fragment": link})["vue"]["ouverture"]
    assert told["balise"] == "p"
    assert told["texte"].endswith(".")


def test_choices_of_a_link_are_sifted_one_by_one() -> None:
    effets = [5, None, "zzz", "poudre_brasiers", "poudre_brasiers", "phalange"]
    link = answered("lien", "combat", {"attaquant": {"effets": effets}})
    assert set(link["vue"]) == {"lien"}
    opened = answered("ouvrir", "combat", {"fragment": link["resultat"]["fragment"]})["resultat"]
    assert opened["scenario"] == {"attaquant": {"effets": ["poudre_brasiers", "phalange"]}}
    assert answered("lien", "combat", duel())["vue"] == {"lien": []}


def test_too_many_fighters_are_counted() -> None:
    lot = [PERSONNAGE] * (PERSONNAGES_MAX + 1)
    said = answered("personnages", "combat", {"version": 1, "personnages": lot})["resultat"]
    assert len(said["personnages"]) == PERSONNAGES_MAX
    (told,) = said["signale"]
    assert (told["chemin"], told["code"]) == ("personnages", "longueur")
    assert f"de 0 à {PERSONNAGES_MAX}" in told["message"], told["message"]
