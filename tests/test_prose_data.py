"""Wordings of the story as an editor writes them: enough of each, and every slip named."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from pycore import loader
from pycore.donnees import nephilim
from pycore.errors import DataError
from pycore.nephilim.recits import FAITS, GRADUEES, SITUATIONS, SUITE, Gabarit
from pycore.nephilim.rows import FICHIERS, Regles
from pycore.render.donnees import data_errors
from pycore.render.recit_faits import grade
from pycore.shapes import INVALID, Context
from tests.support import live
from tests.support.frozen import laid

if TYPE_CHECKING:
    from pathlib import Path

REGLES = live.nephilim()
RECITS = "nephilim/recits.toml"


def refused(tmp_path: Path, row: str) -> list[dict[str, str]]:
    """Add a wording; answers what is said of it."""
    folder = laid(tmp_path / "data")
    path = folder / RECITS
    path.write_text(path.read_text(encoding="utf-8") + row, encoding="utf-8")
    with pytest.raises(DataError) as error:
        loader.load(Regles, FICHIERS, folder)
    said = data_errors(error.value)
    for each in said:
        assert each["message"].startswith(f"data/{RECITS} › essai."), each
        assert each["message"].endswith((".", "…")), each
    return said


def fault(tmp_path: Path, row: str) -> list[tuple[str, str]]:
    """Add a wording; answers where and why it is refused."""
    said = refused(tmp_path, row)
    return [(each["chemin"].rpartition(".")[2], each["code"]) for each in said]


def row(texte: str = "{A} touche {d}.", **more: str) -> str:
    fields = {
        "id": '"essai"',
        "situation": '"touche"',
        "grade": '"leger"',
        "affirme": '["dommages"]',
        "texte": f'"{texte}"',
        "source": '"combat §15"',
    } | more
    lines = (f"{key} = {value}\n" for key, value in fields.items() if value)
    return "\n[[ligne]]\n" + "".join(lines)


@pytest.mark.parametrize(
    ("texte", "codes"),
    [
        ("{A} touche {x}.", ["inconnu"]),
        ("{A} touche {}.", ["inconnu"]),
        ("{A} touche {arme_le}.", ["inconnu"]),
        ("{A} {a?touche|touchent}.", ["inconnu"]),
        ("{A} touche {d.", ["recit"]),
        ("{A} touche d}.", ["recit"]),
        ("{a} touche {d}.", ["recit"]),
        ("{A} touche {D}.", ["recit"]),
        ("{A} touche {d}", ["recit"]),
        ("{A} touche {d}. puis s’arrête.", ["recit"]),
        ("le coup touche {d}.", ["recit"]),
        ("{A} touche  {d}.", ["recit"]),
        ("{A} touche {d} .", ["recit"]),
        ("{A} touche {d} deux fois, puis 3.", ["recit"]),
        ("{A} n'a pas touché {d}.", ["recit"]),
        ("{A} touche {q}.", ["recit"]),
        ("{A} perce {armure_la}.", ["recit"]),
        ("{A} rencontre {cause_la}.", ["recit"]),
        ("", ["requis"]),
    ],
)
def test_a_slip_in_a_wording_is_named(tmp_path: Path, texte: str, codes: list[str]) -> None:
    assert fault(tmp_path, row(texte)) == [("texte", code) for code in codes]


@pytest.mark.parametrize(
    ("more", "places"),
    [
        ({"affirme": '["dommages", "victoire"]'}, [("affirme[1]", "inconnu")]),
        ({"si": '["nuit"]'}, [("si[0]", "inconnu")]),
        ({"situation": '"bataille"'}, [("situation", "inconnu")]),
        ({"grade": '"enorme"'}, [("grade", "inconnu")]),
        ({"grade": ""}, [("grade", "recit")]),
        ({"situation": '"echec"'}, [("grade", "recit")]),
        ({"source": ""}, [("source", "requis")]),
        ({"source": '"ailleurs"'}, [("source", "inconnu")]),
        ({"affirme": ""}, [("affirme", "requis")]),
    ],
)
def test_a_slip_beside_it_is_named(
    tmp_path: Path, more: dict[str, str], places: list[tuple[str, str]]
) -> None:
    assert fault(tmp_path, row(**more)) == places


def test_an_opening_names_no_defender(tmp_path: Path) -> None:
    assert fault(tmp_path, row(situation='"rafale"', grade="")) == [("texte", "recit")]


POSSIBLES = (
    "a, d, q, de_a, de_d, de_q, au_a, au_d, au_q, que_a, que_d, que_q, arme_…, cadence_…, "
    "manoeuvre_…, defense_…, armure_…, bouclier_…, effet_…, cause_… "
    "(… : une, un, la, sa, ce, de, au, nu, d)"
)
SUITES = "malus_actions, malus_attaque, malus_defense, vigilance, defenses_sans_malus"


def test_a_word_that_has_no_place_is_told_with_what_it_takes(tmp_path: Path) -> None:
    opening = {"situation": '"rafale"', "grade": ""}
    wordings: list[tuple[str, dict[str, str], str]] = [
        ("{A} touche {q}.", {}, f"q: garde_ouverte, sans_defense, {SUITES}"),
        ("{A} touche {d}.", opening, "d: un échange"),
        ("{A} rencontre {cause_la}.", {}, "cause: annule"),
        ("{A} perce {armure_la}.", {}, "armure: armure, armure_percee"),
        (f"{{A}} touche {{{'x' * 41}}}.", {}, f"{'x' * 40}: {POSSIBLES}"),
        ("{A} {arme?a|b|c|d|e} {d}.", {}, f"arme?a|b|c|d|e: {POSSIBLES}"),
    ]
    rows = (
        row(texte, id=f'"essai.{rank}"', **more) for rank, (texte, more, _) in enumerate(wordings)
    )
    told = [each["message"].replace("\u00a0", " ") for each in refused(tmp_path, "".join(rows))]
    for message, (_, _, said) in zip(told, wordings, strict=True):
        word, needed = said.split(": ", 1)
        assert f" « {word} » " in message
        assert message.endswith((f" : il faut {needed}.", f" Possibles : {needed}."))


def test_the_shortest_sentence_is_one() -> None:
    context = Context({})
    assert (Gabarit().check("…", "", context), context.fautes) == ("…", [])
    assert Gabarit().check("", "", context) is INVALID


def test_a_new_wording_is_all_it_takes(tmp_path: Path) -> None:
    folder = laid(tmp_path / "data")
    path = folder / RECITS
    path.write_text(path.read_text(encoding="utf-8") + row(), encoding="utf-8")
    assert loader.load(Regles, FICHIERS, folder).recits["essai"].texte == "{A} touche {d}."


def test_every_situation_and_grade_has_three_wordings_that_ask_for_nothing() -> None:
    known = Counter((each.situation, each.grade) for each in REGLES.recits.values() if not each.si)
    assert {situation for situation, _ in known} == set(SITUATIONS)
    for situation in GRADUEES:
        told = {grade for name, grade in known if name == situation}
        assert told >= {"leger", "accuse", "terrible"}
    assert min(known.values()) >= 3


def test_what_is_asked_for_is_stated_and_no_wording_stands_twice() -> None:
    rows = list(REGLES.recits.values())
    assert len({each.texte for each in rows}) == len(rows)
    for each in rows:
        assert each.affirme, each.id
        assert set(each.si) <= set(each.affirme) | {"tir", "contact", "lancer", "prise"}, each.id


def test_suites_are_consequences_of_the_rules() -> None:
    assert set(SUITE[1:]) <= set(REGLES.consequences)
    assert set(REGLES.consequences) <= set(FAITS)


def test_every_consequence_is_told() -> None:
    asked = {fact for each in REGLES.recits.values() for fact in each.affirme}
    assert set(REGLES.consequences) <= asked


@pytest.mark.parametrize(
    ("total", "step"),
    [
        *((0, "rien"), (1, "leger"), (3, "leger"), (4, "accuse")),
        *((7, "accuse"), (8, "terrible"), (99, "terrible")),
    ],
)
def test_thresholds_of_the_grades(total: int, step: str) -> None:
    assert grade(total, nephilim()) == step
