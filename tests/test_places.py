"""Where a fault is, in the words of the form: every key and rank of every calculator."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pycore import api
from pycore.errors import RefusedError
from pycore.render.erreurs import place
from pycore.shapes import Liste, Objet, OuRien, fields_of
from tests.support.duel import duel

if TYPE_CHECKING:
    from collections.abc import Iterator

RANK = 3


def paths(kind: Any, path: str) -> Iterator[str]:
    """Every path below a kind; the fourth of each list."""
    if isinstance(kind, OuRien):
        yield from paths(kind.kind, path)
    elif isinstance(kind, Liste):
        yield from paths(kind.kind, f"{path}[{RANK}]")
    elif isinstance(kind, Objet):
        for name, below in fields_of(kind.type).items():
            yield from paths(below, f"{path}.{name}" if path else name)
    else:
        yield path


PLACES = [
    (calcul, chemin)
    for calcul, row in api.CALCULS.items()
    for chemin in paths(Objet(row.scenario), "")
]


def test_a_place_keeps_every_rank() -> None:
    for calcul, chemin in PLACES:
        said = place(chemin, api.CALCULS[calcul].tables().champs)
        assert said.count(f" {RANK + 1}") == chemin.count("["), said
        assert not said.startswith("Jets ›"), said


def said_of(calcul: str, scenario: object, operation: str = "resolve") -> list[str]:
    with pytest.raises(RefusedError) as refused:
        api.run(calcul, operation, json.dumps(scenario))
    return [each["message"] for each in api.refusal(calcul, refused.value)["erreurs"]]


def test_a_die_that_lacks_is_somebodys() -> None:
    fighters: list[Any] = [{"initiative": 60, "jets": [50]} for _ in range(4)]
    fighters[3]["jets"] = [None]
    del fighters[1]["jets"]
    what = "\u00a0: il manque un jet\u00a0: lancez le dé, ou saisissez-le."
    assert sorted(said_of("anima-initiative", {"combattants": fighters})) == [
        f"Combattant 2 › Jet d’initiative{what}",
        f"Combattant 4 › Jet d’initiative{what}",
    ]


@pytest.mark.parametrize(
    ("attaque", "jets", "places"),
    [
        ({}, {"attaque": [101], "defense": [[None]]}, ["Jet d’attaque"]),
        ({}, {"attaque": [20], "defense": [[101]]}, ["Jet de défense"]),
        (
            {"approche": "attaque_rapide"},
            {"attaque": [101, 101], "defense": [[101, 101]]},
            ["Jet d’attaque", "Jet d’attaque 2", "Jet de défense", "Jet de défense 2"],
        ),
    ],
)
def test_a_die_has_a_number_from_the_second_on(
    attaque: dict[str, Any], jets: dict[str, Any], places: list[str]
) -> None:
    said = said_of("combat", duel(attaque=attaque, jets=None) | {"jets": jets})
    assert [each.partition("\u00a0:")[0] for each in said] == places


def test_a_version_is_that_of_the_part_which_bears_it() -> None:
    what = "a version 2 est inconnue\u00a0: ce calculateur lit la version 1."
    later = duel(jets=(20, None), version=2)
    assert said_of("combat", later) == [f"L{what}"]
    journal = {"version": 1, "entrees": [{"round": 1, "scenario": later}]}
    where = "Entrée du journal 1 › Combat"
    assert said_of("combat", journal, "next") == [f"{where}\u00a0: l{what}"]


@pytest.mark.parametrize(("calcul", "faces"), [("anima-fracassement", 10), ("action-simple", 100)])
def test_a_die_is_told_how_its_zero_is_read(calcul: str, faces: int) -> None:
    zero = {10: "0", 100: "00"}[faces]
    said = " ".join(said_of(calcul, {"jet": 101, "force": 10, "solidite": 5}))
    assert f"un jet va de 1 à {faces}\u00a0; {zero} se lit {faces}." in said
