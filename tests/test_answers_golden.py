"""What every case is answered and shown, by a digest of each answer: none changes unnoticed.

The answers that a person reads to the letter are in `tests/golden/vues`; here are all the others.
`NCALC_VUES=ecrire` writes the digests again: what they stand for is read first, in the page or by
the command line.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.anima import anima_cases
from tests.support.cases import cases
from tests.support.golden import WRITING
from tests.support.told import Question, told
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

GOLDEN = ROOT / "tests/golden/reponses.txt"
ADVISED = 6  # of the fights, one of so many: to weigh each choice takes its time
SIDES = ("attaquant", "defenseur")

Json = dict[str, Any]


def fight(value: Json, *, advised: bool) -> Iterator[Question]:
    """A fight, what could be chosen instead, who fights, and what comes after it."""
    for operation in ("resolve", "seuils", "odds", "bilan", "copie"):
        yield Question("combat", operation, value)
    if advised:
        for more in ({}, {"cote": 0}, {"but": "moyenne", "jusque": 3}, {"but": "au_moins", "n": 4}):
            yield Question("combat", "conseil", value, more)
        for more in ({}, {"but": "au_moins", "n": 4, "chance": 30}):
            yield Question("combat", "besoin", value, more)
    for side in SIDES:
        yield Question("combat", "garder", value, {"cote": side, "rang": 0})
    kept = {"version": 1, "entrees": [{"round": 1, "scenario": value}]}
    for gesture in ("round_suivant", "inverser", "riposte"):
        yield Question("combat", "next", kept | {"geste": gesture})


def questions() -> dict[str, list[Question]]:
    """All questions about each case that is not refused."""
    asked = {
        case.name: list(fight(case.scenario, advised=rank % ADVISED == 0))
        for rank, case in enumerate(cases("combat"))
    }
    for each in anima_cases():
        if each.erreurs is None:
            value = json.loads(each.texte)
            asked[each.name] = [
                Question(each.calcul, operation, value) for operation in ("resolve", "copie")
            ]
    return asked


QUESTIONS = questions()


def digests(name: str) -> str:
    """A digest of each answer, on one line."""
    texts = ("\n".join(told(question)) for question in QUESTIONS[name])
    return " ".join(hashlib.sha256(text.encode()).hexdigest()[:8] for text in texts)


def kept() -> dict[str, str]:
    """Give the digests that were approved, by case."""
    if WRITING:
        lines = (f"{name} {digests(name)}\n" for name in QUESTIONS)
        GOLDEN.write_text("".join(lines), encoding="utf-8")
    rows = GOLDEN.read_text(encoding="utf-8").splitlines()
    return dict(row.split(" ", maxsplit=1) for row in rows)


KEPT = kept()


@pytest.mark.parametrize("name", QUESTIONS)
def test_nothing_that_is_answered_has_changed(name: str) -> None:
    assert digests(name) == KEPT[name]


def test_no_other_case_is_kept() -> None:
    assert list(KEPT) == list(QUESTIONS)
