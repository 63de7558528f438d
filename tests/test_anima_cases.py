"""Every case of Anima, handed or our own, on CPython, by the command line, and as it is shipped."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from pycore import api
from tests.support.anima import ATTAQUE, CALCULS, anima_cases, answer
from tests.support.cases import differences, places
from tests.support.command import pycore
from tests.support.shipped_engine import shipped_engine

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.support.cases import Case

ALL = anima_cases()
GOOD = [case for case in ALL if case.erreurs is None]
BAD = [case for case in ALL if case.erreurs is not None]
CODES = {
    *("json", "version", "type", "inconnu", "requis"),
    *("bornes", "doublon", "longueur", "incompatible", "condition"),
}


def names(cases: Iterable[Case]) -> list[str]:
    return [case.name for case in cases]


@pytest.mark.parametrize("case", GOOD, ids=names(GOOD))
def test_case(case: Case) -> None:
    found = answer(case)
    assert "erreurs" not in found, found
    assert list(differences(case.attendu, found)) == []


@pytest.mark.parametrize("case", BAD, ids=names(BAD))
def test_refusal(case: Case) -> None:
    found = answer(case)
    assert set(found) == {"erreurs"}, found
    assert places(found["erreurs"]) == places(case.erreurs)
    for each in found["erreurs"]:
        assert each["message"].endswith("."), each
        assert "{" not in each["message"], each


def test_a_handed_case_is_the_whole_answer() -> None:
    handed = [case for case in GOOD if case.name.startswith("cases/")]
    assert len(handed) == 29
    for case in handed:
        found = answer(case)
        assert found == case.attendu, case.name
        assert list(found) == list(case.attendu), case.name


def test_there_are_cases_of_every_calculator_and_of_every_code() -> None:
    own = [case for case in ALL if case.name.startswith("own_cases/")]
    assert {case.calcul for case in own if case.erreurs is None} == set(CALCULS)
    assert {each["code"] for case in BAD for each in case.erreurs} == CODES
    assert {case.calcul for case in BAD} == set(CALCULS)


@pytest.mark.parametrize("calcul", CALCULS)
def test_lines_answer_every_case(calcul: str) -> None:
    known = [case for case in ALL if case.calcul == calcul and case.texte.strip()]
    assert all("\n" not in case.texte for case in known)
    done = pycore("resolve", calcul, "--lines", given="\n".join(c.texte for c in known).encode())
    assert done.code == 2
    assert done.lines == [answer(case) for case in known]


def test_the_seed_s_example_step_by_step() -> None:
    """130 in attack, 9 in Agility, 7 in Dexterity: three actions, and two attacks at 80."""
    actions = pycore("resolve", "anima-actions", given=b'{"agilite": 9, "dexterite": 7}').json
    assert actions["actions"] == 3
    (case,) = [case for case in GOOD if "130-a-80" in case.name]
    detail = answer(case)["attaque"]["detail"]
    assert sum(each["valeur"] for each in detail if each["source"] != "jet") == 80


@pytest.mark.navigateur("chromium")
def test_the_shipped_worker_gives_the_same_bytes(address: str) -> None:
    calls = [("resolve", case.calcul, case.texte) for case in ALL]
    calls += [("odds", ATTAQUE, case.texte) for case in GOOD[:20]]
    with shipped_engine(address, "anima") as shipped:
        shipped.forget()
        shipped.ask(calls)
        passed = shipped.passed()
    asked = {(json.loads(each.sent)["op"], each.sent): each for each in passed}
    assert len(asked) >= len(calls)
    for each in passed:
        assert api.answer(each.sent) == each.heard, each.sent
