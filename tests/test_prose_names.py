"""Names as people type them, in every sentence that any calculator says: article, capital, stop."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from pycore import api
from pycore.render import grammaire
from pycore.render.names import fitted, named
from pycore.render.view import Contenu
from pycore.render.view import text as said
from pycore.render.words import filled
from tests.support.anima import ATTAQUE, attack
from tests.support.duel import duel
from tests.support.prose import name_faults
from tests.support.scenarios import USUAL
from tests.support.stories import STORIES
from tests.support.views import text

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = dict[str, Any]
LINES = ("p", "li", "h4")
PAIRS = list(pairwise([*USUAL, USUAL[0]]))


def lines(tree: Json) -> Iterator[Json]:
    """Every element that holds a sentence or a title."""
    if tree["balise"] in LINES:
        yield tree
    for each in tree.get("enfants", []):
        yield from lines(each)


def pieces(tree: Json) -> Iterator[tuple[str, bool]]:
    """The text of an element piece by piece, and whether each is a name."""
    name = tree["balise"] == "bdi"
    if tree.get("texte"):
        yield tree["texte"], name
    for each in tree.get("enfants", []):
        yield from pieces(each)


def check(vue: Json) -> int:
    """Judge every line of a view; answers how many name somebody."""
    naming = 0
    for roots in vue.values():
        for root in roots:
            for line in lines(root):
                found = list(pieces(line))
                naming += any(name for _, name in found)
                assert name_faults(found) == [], text(line)
                whole = text(line)
                assert not re.search(r"\b(?:de|à) les? (?=\w)", whole, re.IGNORECASE), whole
                assert not re.search(r"\.\.|[!?…]\.", whole), whole
    return naming


def named_story(name: str, names: tuple[str, str]) -> Json:
    scenario: Json = json.loads(json.dumps(STORIES[name]))
    scenario["attaquant"]["nom"] = names[0]
    for rank, each in enumerate(scenario["defenseurs"]):
        each["nom"] = names[1] if not rank else f"{names[1]} "
    return scenario


@pytest.mark.parametrize("names", PAIRS, ids=[one for one, _ in PAIRS])
def test_combat(names: tuple[str, str]) -> None:
    for story in STORIES:
        scenario = named_story(story, names)
        for operation in ("resolve", "seuils"):
            assert check(api.ask("combat", operation, json.dumps(scenario)).vue())


@pytest.mark.parametrize("names", PAIRS, ids=[one for one, _ in PAIRS])
def test_journal(names: tuple[str, str]) -> None:
    entries = [
        {"round": 1, "scenario": named_story(story, names)} for story in ("echec", "touche-leger")
    ]
    wound = {"entree": 0, "qui": names[0], "blessure": "mineure"}
    for value in (
        {"version": 1, "entrees": entries, "blessures": [wound]},
        {"version": 1, "entrees": entries, "geste": "round_suivant"},
    ):
        answer = api.ask("combat", "next", json.dumps(value))
        assert check(answer.vue())
        for each in answer.resultat["entrees"]:
            assert each["verdict"][0] == each["verdict"][0].upper()
        for each in answer.resultat["reports"]:
            assert each["message"][0] == each["message"][0].upper()


@pytest.mark.parametrize("names", PAIRS, ids=[one for one, _ in PAIRS])
def test_anima(names: tuple[str, str]) -> None:
    one, other = {"nom": names[0]}, {"nom": names[1]}
    weighed = {"nom": names[1], "modificateur": -40}
    for dice, defender in (((80, 10), other), ((10, 80), weighed), ((50, 50), other)):
        jets = {"attaque": [dice[0]], "defense": [dice[1]]}
        scenario = attack(one | {"attaque": 90}, defender, jets)
        assert check(api.ask(ATTAQUE, "resolve", json.dumps(scenario)).vue())
    order = {
        "combattants": [
            {"nom": names[0], "initiative": 300, "jets": [60]},
            {"nom": names[1], "initiative": 100, "jets": [10]},
        ]
    }
    assert check(api.ask("anima-initiative", "resolve", json.dumps(order)).vue())


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        (["L’attaque de ", "le Rouge", "."], "L’attaque du Rouge."),
        (["De ", "Le Comte", ", rien."], "Du Comte, rien."),
        (["L’équilibre de ", "les Frères", " vacille."], "L’équilibre des Frères vacille."),
        (["Il échappe à ", "LES OMBRES", "."], "Il échappe aux OMBRES."),
        (["À ", "le Hibou", " de jouer."], "Au Hibou de jouer."),
        (["Ce que ", "le Hibou", " attend."], "Ce que le Hibou attend."),
        (["Ce que ", "Élise", " attend."], "Ce qu’Élise attend."),
        (["La garde de ", "la Dame", "."], "La garde de la Dame."),
        (["La garde de ", "l’Ombre", "."], "La garde de l’Ombre."),
        (["Contre ", "Monsieur X.", "."], "Contre Monsieur X."),
        (["Contre ", "Monsieur X.", ", rien."], "Contre Monsieur X., rien."),
        (["Contre ", "Qui va là ?", ". Fin."], "Contre Qui va là ? Fin."),
        (["La garde de ", "le", "."], "La garde de le."),
        (["Malgré ", "le Rouge", "."], "Malgré le Rouge."),
        (["Un soldat ", "le Rouge", "."], "Un soldat le Rouge."),
    ],
)
def test_a_name_in_a_sentence(sentence: list[str], told: str) -> None:
    before, name, after = sentence
    nodes = fitted([before, named(name, "attaquant", majuscule=False), after])
    assert "".join(each if isinstance(each, str) else said([each]) for each in nodes) == told
    (kept,) = (each for each in nodes if not isinstance(each, str))
    assert kept.balise == "bdi"
    assert name.endswith(kept.texte)


def test_a_word_that_is_empty_does_not_part_a_name_from_its_stop() -> None:
    words: dict[str, Contenu] = {
        "a": named("Monsieur X.", "attaquant", majuscule=False),
        "rien": "",
    }
    told = filled("Contre {a}{rien}.", words.__getitem__)
    assert "".join(each if isinstance(each, str) else said([each]) for each in told) == (
        "Contre Monsieur X."
    )


def test_the_capital_of_a_name() -> None:
    assert grammaire.majuscule("élise") == "Élise"
    assert grammaire.majuscule("ßa") == "ßa"
    assert grammaire.majuscule("") == ""


def test_what_was_typed_stays_in_the_scenario() -> None:
    scenario = duel(attaquant={"nom": "le Rouge"}, jets=(20, None))
    value = {
        "version": 1,
        "entrees": [{"round": 1, "scenario": scenario}],
        "geste": "round_suivant",
    }
    answer = api.ask("combat", "next", json.dumps(value)).resultat
    assert answer["combattants"][0]["nom"] == "le Rouge"
    assert answer["scenario"]["attaquant"]["nom"] == "le Rouge"
