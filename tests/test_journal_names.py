"""Who is who in a journal: a fighter goes by his name, whatever a gesture had put in the form."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

import pytest

from pycore import api
from pycore.nephilim.journal.names import Cles
from pycore.nephilim.journal.shape import Qui
from tests.support.duel import duel

Json = dict[str, Any]


def blow(attaquant: str, defenseur: str, jet: int = 20) -> Json:
    return duel(
        attaquant={"nom": attaquant, "type": "autre"},
        defenseur={"nom": defenseur, "type": "autre"},
        jets=(jet, None),
    )


def told(*entries: Json, **more: Any) -> Json:
    value = {"version": 1, "entrees": list(entries)} | more
    return api.run("combat", "next", json.dumps(value))


def entry(scenario: Json, qui: tuple[str, str] | None = None, round_: int = 1) -> Json:
    made: Json = {"round": round_, "scenario": scenario}
    if qui is not None:
        made["qui"] = {"attaquant": qui[0], "defenseurs": [qui[1]]}
    return made


def hurt(answer: Json) -> list[tuple[str, bool]]:
    """Name each fighter, and say whether he has taken damage; in the order of names."""
    return sorted((each["nom"], each["dommages"] > 0) for each in answer["combattants"])


def test_a_name_typed_over_another_is_another_fighter() -> None:
    """After « Round suivant » the form says who stands where; then others are typed in."""
    was = ("Aldo", "Bruno")
    answer = told(
        entry(blow("Aldo", "Bruno")),
        entry(blow("Aldo", "Bruno"), was, 2),
        entry(blow("Chloé", "Bruno"), was, 2),
        entry(blow("Chloé", "Dario"), was, 2),
    )
    assert hurt(answer) == [("Aldo", False), ("Bruno", True), ("Chloé", False), ("Dario", True)]
    taken = {each["nom"]: each["dommages"] for each in answer["combattants"]}
    assert taken["Bruno"] == 3 * taken["Dario"]


def test_who_is_typed_again_is_himself_again() -> None:
    was = ("Aldo", "Bruno")
    first = [entry(blow("Aldo", "Bruno")), entry(blow("Chloé", "Bruno"), was)]
    answer = told(*first, entry(blow("Aldo", "Bruno"), was))
    assert len(answer["combattants"]) == 3


def test_who_has_no_name_and_gets_none_stays_himself() -> None:
    was = ("defenseur 1", "attaquant")
    first = [entry(blow("", "")), entry(blow("", ""), was)]
    assert len(told(*first)["combattants"]) == 2
    named = told(*first, entry(blow("Chloé", ""), was))
    assert hurt(named) == [("", True), ("", True), ("Chloé", False)]


def test_a_name_that_is_the_key_of_another_is_his_own() -> None:
    answer = told(entry(blow("", "Bruno")), entry(blow("attaquant", "Bruno")))
    assert len(answer["combattants"]) == 3


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bruno", "Bruno "),
        ("Bruno", "\u00a0Bruno"),
        ("Bruno le  Rouge", "Bruno le Rouge"),
        (unicodedata.normalize("NFC", "Élodie"), unicodedata.normalize("NFD", "Élodie")),
    ],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    answer = told(entry(blow("Aldo", one)), entry(blow("Aldo", other)))
    assert len(answer["combattants"]) == 2
    assert answer["combattants"][1]["nom"] == other, "as it was last typed"
    first = told(entry(blow("Aldo", one)))
    applied = told(entry(blow("Aldo", one)), geste="appliquer", scenario=blow("Aldo", other))
    assert applied["qui"]["defenseurs"] == [first["combattants"][1]["qui"]]


def test_a_wound_is_his_whose_name_looks_alike() -> None:
    wound = {"entree": 0, "qui": "Bruno ", "blessure": "grave"}
    answer = told(entry(blow("Aldo", "Bruno")), blessures=[wound], geste="round_suivant")
    assert answer["scenario"]["defenseurs"][0]["blessures"] == ["grave"]


def test_namesakes_that_look_alike_are_told_apart() -> None:
    value = {"version": 1, "entrees": [entry(blow("Bruno", "Bruno "))]}
    answer = api.run("combat", "next", json.dumps(value))
    assert len(answer["combattants"]) == 2
    view = json.dumps(api.ask("combat", "next", json.dumps(value)).vue(), ensure_ascii=False)
    assert "l’attaquant" in view
    assert "le défenseur" in view


def test_a_namesake_of_a_long_name_is_told_apart_at_its_end() -> None:
    long = "x" * 100
    first, second = Cles().keys([long, long], Qui("", ()))
    assert first == "x" * 80
    assert second == "x" * 60 + " (defenseur 1)"


def test_a_namesake_whose_way_of_being_told_apart_is_a_name_too_gets_another() -> None:
    names = ["A (defenseur 2)", "A", "A"]
    assert Cles().keys(names, Qui()) == [*names[:2], "A (defenseur 2, 2)"]
    names = ["A (defenseur 3)", "A (defenseur 3, 2)", "A", "A"]
    assert Cles().keys(names, Qui()) == [*names[:3], "A (defenseur 3, 3)"]
