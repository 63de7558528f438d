"""The outcome as text to paste: everywhere as it was typed, nowhere read as markup."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

import mwparserfromhell
import pytest
from hypothesis import given

from pycore import api
from pycore.render import copie
from tests.support.anima import anima_cases
from tests.support.duel import duel
from tests.support.hostile import NAMES
from tests.support.scenarios import spent_scenarios

Json = dict[str, Any]


def copied(value: Json, forme: str, calcul: str = "combat", tour: int = 0) -> str:
    demande = {"forme": forme, "tour": tour}
    text: str = api.run(calcul, "copie", json.dumps(value), demande)["texte"]
    return text


DUEL = duel(
    attaquant={"nom": "Ézéchiel", "degre": 25, "effets": ["prince_spirale"]},
    defenseur={"nom": "Garde"},
    jets=(99, None),
)
TARGET: Json = {"type": "autre", "degre": 5, "defense": {"type": "encaisser"}}
TWELVE = duel(
    mode="tir",
    attaquant={"type": "nephilim", "degre": 6},
    attaque={"approche": "tir_visee_1", "arme": "ak47", "cadence": "raf_cont"},
) | {"defenseurs": [TARGET] * 12, "jets": {"attaque": [20], "defense": [None] * 12}}


def test_plain_text_has_verdict_story_shorthand_and_what_follows() -> None:
    lines = copied(DUEL, "texte").split("\n")
    assert lines[0] == "Coup critique\u00a0! Ézéchiel touche Garde\u00a0: 12 dommages."
    assert "PHYS 12 · MAG 0 · Total 12" in lines
    assert "ATT 99/280\u00a0% m 27 Réussite critique | PHYS 6 → 12" in lines
    assert "- Garde\u00a0: Attaque gênée au round suivant (−3)" in lines
    assert len(lines) > 8


def test_each_form_has_its_layout() -> None:
    said = "Coup critique\u00a0! Ézéchiel touche Garde\u00a0: 12 dommages."
    assert copied(DUEL, "discord").startswith(f"**{said}**\n> ")
    assert copied(DUEL, "wikicode").startswith(f"'''{said}'''\n\n")
    assert "\n* Garde" in copied(DUEL, "wikicode")


def test_json_is_the_result() -> None:
    answer = api.run("combat", "resolve", json.dumps(DUEL))
    assert json.loads(copied(DUEL, "json")) == answer


def test_the_telling_is_the_one_on_the_page() -> None:
    tellings = {copied(DUEL, "texte", tour=tour) for tour in range(4)}
    assert len(tellings) > 1
    view = api.ask("combat", "resolve", json.dumps(DUEL), {"tour": 2}).vue()
    story = view["recit"][1]
    words = story.get("texte", "") + "".join(each["texte"] for each in story["enfants"])
    assert words in copied(DUEL, "texte", tour=2)


@pytest.mark.parametrize("calcul", [name for name in api.CALCULS if name.startswith("anima")])
@pytest.mark.parametrize("forme", copie.FORMES)
def test_every_calculator_of_the_other_game_is_copied(calcul: str, forme: str) -> None:
    case = next(each for each in anima_cases() if each.calcul == calcul and each.erreurs is None)
    assert len(copied(json.loads(case.texte), forme, calcul)) > 20


@pytest.mark.parametrize(
    ("calcul", "value"),
    [
        ("action-simple", {"vecu": 5, "jet": 23}),
        ("action-opposee", {"acteur": {"vecu": 5, "jet": 23}, "opposant": {"vecu": 4, "jet": 30}}),
    ],
)
def test_actions_are_copied(calcul: str, value: Json) -> None:
    text = copied(value, "texte", calcul)
    assert "Jet 23 · Seuil 50\u00a0%" in text
    assert copied(value, "discord", calcul).startswith("**")


def test_a_message_of_discord_holds_it_whatever_the_names() -> None:
    for name in ("\U0001f525" * 60, "*" * 60, "Ézéchiel"):
        value = json.loads(json.dumps(TWELVE))
        for each in (value["attaquant"], *value["defenseurs"]):
            each["nom"] = name
        text = copied(value, "discord")
        assert len(text.encode("utf-16-le")) // 2 <= copie.DISCORD_MAX
        assert text.startswith("**")
        assert text.endswith("…") == (name != "Ézéchiel")


def message(*texts: str) -> str:
    return copie.discord([copie.Bloc(copie.Genre.LIGNE, each) for each in texts])


@pytest.mark.parametrize("letter", ["a", "\uffff", "\U00010000"])
def test_a_message_of_discord_is_cut_to_the_unit(letter: str) -> None:
    filled = ["x" * 999, letter * (1000 // len(letter.encode("utf-16-le")) * 2)]
    assert len("\n".join(filled).encode("utf-16-le")) // 2 == copie.DISCORD_MAX
    assert message(*filled) == "\n".join(filled)
    assert message(filled[0], filled[1] + "b") == filled[0] + "\n…"


def test_what_says_that_a_message_is_cut_fits_too() -> None:
    just = ["x", "y" * 1996]
    assert message(*just, "zz") == "\n".join([*just, "…"])
    assert len(message(*just, "zz")) == copie.DISCORD_MAX
    assert message("x", "y" * 1997, "z") == "x\n…"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("1. Ada", "\u200b1. Ada"),
        ("12) Ada", "\u200b12) Ada"),
        ("1er", "1er"),
        ("@ici", "\\@\u200bici"),
        ("1/2 a/b", "1/2 a\\/b"),
        ("3/x x/3", "3\\/x x\\/3"),
        ("a||b", "a\\|\\|b"),
        ("+1 +2", "\\+1 +2"),
        ("a : b :c:", "a : b \\:c\\:"),
    ],
)
def test_signs_of_markdown_are_shown(typed: str, shown: str) -> None:
    assert copie.markdown(typed) == shown


def test_a_name_keeps_its_signs_but_for_those_that_break_a_line() -> None:
    for name, said in (("\x01§ Ada", "§ Ada"), ("A\x00\x1fda", "A da")):
        text = copied(duel(attaquant={"nom": name}, jets=(20, None)), "texte")
        assert text.startswith(f"{said} touche ")


UNESCAPED = re.compile(r"(?<!\\)(?:\\\\)*[`*_~<>\[\]#@]")
LEADS = re.compile(r"^(\*\*|> |- |)")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_never_markup(name: str) -> None:
    value = duel(attaquant={"nom": name}, defenseur={"nom": name}, jets=(20, None))
    discord = copied(value, "discord")
    for line in discord.split("\n"):
        body = LEADS.sub("", line).removesuffix("**" if line.startswith("**") else "")
        assert not UNESCAPED.search(body), line
        assert "@" not in body.replace("@\u200b", "")
        assert not re.search(r"\w+:/|(?<!\\)\|\||^\d+[.)]", body), line
    plain = copied(value, "texte")
    for char in plain.replace("\n", ""):
        assert unicodedata.category(char) not in {"Cc", "Cs"}
        assert char not in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029"
    # As many lines as for a name of letters: a name begins none.
    count = copied(duel(attaquant={"nom": "A"}, defenseur={"nom": "A"}, jets=(20, None)), "texte")
    assert plain.count("\n") == count.count("\n")
    wiki = mwparserfromhell.parse(copied(value, "wikicode"))
    assert wiki.filter_templates() + wiki.filter_wikilinks() + wiki.filter_external_links() == []
    assert {str(tag.tag) for tag in wiki.filter_tags()} <= {"b", "li"}


@given(spent_scenarios())
def test_what_is_resolved_is_copied(value: Json) -> None:
    for forme in copie.FORMES:
        assert copied(value, forme)
