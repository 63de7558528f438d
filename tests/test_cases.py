"""Every case, handed or our own, on CPython and in the browser as it is shipped."""

from __future__ import annotations

import hashlib
import json
import math
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from pycore import api
from pycore.errors import RefusedError
from tests.support.cases import HANDED, OWN, Case, cases, differences, places
from tests.support.mutations import spoilt_scenarios, spoilt_texts
from tests.support.scenarios import spent_scenarios
from tests.support.shipped_engine import Shipped, shipped_engine
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from hypothesis.strategies import SearchStrategy

SUMS = HANDED / "SHA256SUMS"
ALL = cases("combat", "refus")
DRAWN = 300

Answers = dict[str, Any]


@pytest.fixture(scope="module")
def shipped(address: str) -> Iterator[Shipped]:
    with shipped_engine(address) as ready:
        yield ready


@pytest.fixture(scope="module")
def pyodide(shipped: Shipped) -> Answers:
    told = shipped.ask([("resolve", "combat", case.texte) for case in ALL])
    return {case.name: _of_the_page(corps) for case, corps in zip(ALL, told, strict=True)}


@pytest.fixture(scope="module")
def cpython() -> Answers:
    return {case.name: _of_the_rules(case.texte) for case in ALL}


def _of_the_page(corps: dict[str, Any]) -> Any:
    return corps.get("resultat", corps)


def _of_the_rules(texte: str) -> Any:
    try:
        return api.run("combat", "resolve", texte)
    except RefusedError as refused:
        return api.refusal("combat", refused)


@pytest.fixture(
    scope="module",
    params=["cpython", pytest.param("pyodide", marks=pytest.mark.navigateur("chromium"))],
)
def engine(request: pytest.FixtureRequest) -> Answers:
    answers: Answers = request.getfixturevalue(request.param)
    return answers


@pytest.mark.parametrize("case", ALL, ids=[case.name for case in ALL])
def test_case(case: Case, engine: Answers) -> None:
    answer = engine[case.name]
    if case.erreurs is None:
        assert "erreurs" not in answer, answer
        assert list(differences(case.attendu, answer)) == []
    else:
        assert set(answer) == {"erreurs"}, answer
        assert places(answer["erreurs"]) == places(case.erreurs)


def test_there_are_cases_of_both_kinds_in_both_folders() -> None:
    kinds = [(case.name.split("/")[0], case.erreurs is None) for case in ALL]
    assert kinds.count(("cases", True)) == 55
    assert kinds.count(("cases", False)) == 32
    known = {path.name for path in HANDED.iterdir()} | {"anima-refus", "action-refus", "journal"}
    assert {path.parent.name for path in OWN.rglob("*.json*")} <= known


@pytest.mark.parametrize("path", sorted(OWN.glob("*refus/*.jsonl")), ids=lambda path: path.stem)
def test_a_table_of_refusals_starts_from_what_is_accepted(path: Path) -> None:
    head, start = (json.loads(line) for line in path.read_text("utf-8").splitlines()[:2])
    calcul = head.get("calcul", "combat")
    assert api.run(calcul, "resolve", json.dumps(start["scenario"]))


def drawn(strategy: SearchStrategy[str], count: int) -> list[str]:
    """Texts that hypothesis draws, the same at every run."""
    texts: list[str] = []

    @settings(
        max_examples=count,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def draw(texte: str) -> None:
        texts.append(texte)

    draw()
    assert len(texts) == count
    return texts


@pytest.mark.navigateur("chromium")
def test_browser_and_command_line_give_the_same_bytes(shipped: Shipped) -> None:
    texts = [case.texte for case in ALL]
    texts += drawn(spent_scenarios().map(json.dumps), DRAWN)
    texts += drawn(spoilt_scenarios(), DRAWN) + drawn(spoilt_texts(), DRAWN)
    calls = [(op, "combat", texte) for op in ("resolve", "seuils") for texte in texts]
    shipped.forget()
    shipped.ask(calls)
    passed = shipped.passed()
    assert len(passed) >= len(calls)
    answered = 0
    for each in passed:
        assert api.answer(each.sent) == each.heard, each.sent
        answered += "resultat" in json.loads(each.heard)["corps"]
    assert answered > len(passed) / 3, "not refusals alone"


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _sums(folder: Path) -> dict[str, str]:
    found = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): _sum(path) for path in found}


def test_handed_cases_are_as_they_were_handed() -> None:
    listed = {}
    for line in SUMS.read_text(encoding="ascii").splitlines():
        digest, _, name = line.partition("  ")
        listed[name] = digest
    found = [path for path in HANDED.rglob("*") if path.is_file() and path != SUMS]
    assert {path.relative_to(HANDED).as_posix(): _sum(path) for path in found} == listed
    first, later = (ROOT.parent / "shared" / name for name in ("cases", "cases-2"))
    if first.is_dir():  # only on the machine where they were handed over
        handed = _sums(first)
        assert handed.items() <= listed.items()
        assert listed.items() <= (_sums(later) | handed).items()


BASE: dict[str, Any] = {"a": 1, "detail": [{"x": 1}, {"x": 2}], "liste": [1, 2], "nul": None}


@pytest.mark.parametrize(
    ("change", "agrees"),
    [
        (lambda it: it.update(autre=3), True),
        (lambda it: it["detail"].reverse(), True),
        (lambda it: it["liste"].reverse(), False),
        (lambda it: it["detail"].append({"x": 1}), False),
        (lambda it: it["detail"][0].update(y=1), False),
        (lambda it: it.update(a=True), False),
        (lambda it: it.update(a=1.0), False),
        (lambda it: it.pop("nul"), False),
        (lambda it: it.update(nul=0), False),
        (lambda it: it.update(liste=[1]), False),
        (lambda it: it["detail"][0].update(x=math.inf), False),
    ],
)
def test_agreement(change: Callable[[Any], Any], agrees: bool) -> None:  # noqa: FBT001 - a column
    found = json.loads(json.dumps(BASE))
    change(found)
    assert (not list(differences(BASE, found))) == agrees
