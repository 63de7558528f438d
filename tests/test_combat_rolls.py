"""Every roll at every degree, and every pair of outcomes, against the rules written once more.

The tables of this file are written from combat.md §2 and §7 and use nothing of the engine.
"""

from __future__ import annotations

from itertools import product

import pytest

from pycore.nephilim.combat.resolve import succeeds
from pycore.nephilim.roll import Issue, outcome, seuil
from pycore.recorded import Terme

DEGREES = range(-5, 46)
ROLLS = range(1, 101)
DOUBLES = {11, 22, 33, 44, 55, 66, 77, 88, 99}

# From the degree on which the threshold reaches it, a roll succeeds: 1 to 10 at degree 1, 11 to 20
# at degree 2 … 91 to 99 at degree 10; 100 at none.
SUCCEEDS_FROM = {roll: -(-roll // 10) for roll in range(1, 100)}
# What the tens digit says, with what each degree beyond the tenth adds.
TENS = {roll: int(f"{roll:02}"[0]) for roll in range(1, 100)}


def expected(roll: int, degree: int) -> tuple[str, int | None]:
    if roll not in SUCCEEDS_FROM:
        return "maladresse", None
    if degree < SUCCEEDS_FROM[roll]:
        return ("maladresse" if roll in DOUBLES else "echec"), None
    beyond = len(range(10, degree))
    return ("critique" if roll in DOUBLES else "reussite"), TENS[roll] + beyond


@pytest.mark.parametrize("degree", DEGREES)
def test_every_roll(degree: int) -> None:
    table = {roll: expected(roll, degree) for roll in ROLLS}
    assert {roll: tuple(outcome(roll, degree)) for roll in ROLLS} == table


@pytest.mark.parametrize(
    ("degree", "counts"),
    [
        (-5, {"echec": 90, "maladresse": 10}),
        (0, {"echec": 90, "maladresse": 10}),
        (1, {"reussite": 10, "echec": 80, "maladresse": 10}),
        (5, {"reussite": 46, "critique": 4, "echec": 44, "maladresse": 6}),
        (10, {"reussite": 90, "critique": 9, "maladresse": 1}),
        (45, {"reussite": 90, "critique": 9, "maladresse": 1}),
    ],
)
def test_how_often_each_outcome_comes(degree: int, counts: dict[str, int]) -> None:
    found = [outcome(roll, degree).resultat for roll in ROLLS]
    assert {result: found.count(result) for result in set(found)} == counts


@pytest.mark.parametrize(("degree", "threshold"), [(-3, 0), (0, 0), (7, 70), (16, 160)])
def test_the_threshold_is_ten_times_the_degrees(degree: int, threshold: int) -> None:
    found = seuil([Terme("causes", "degre", degree + 2), Terme("causes", "contexte", -2)])
    assert (found.degres, found.seuil) == (degree, threshold)


FAILURES = [("echec", None), ("maladresse", None)]
SUCCESSES = [(result, marge) for result in ("reussite", "critique") for marge in range(46)]
OUTCOMES = [*FAILURES, *SUCCESSES]


def wins_in_opposition(attack: tuple[str, int | None], defence: tuple[str, int | None]) -> bool:
    """combat.md §7: whether the defence is réussie."""
    if attack in FAILURES or defence in FAILURES:
        return False
    if defence[0] == "critique" and attack[0] != "critique":
        return True
    if attack[0] == "critique" and defence[0] != "critique":
        return False
    return (defence[1] or 0) >= (attack[1] or 0)


def test_every_opposition() -> None:
    for attack, defence in product(OUTCOMES, OUTCOMES):
        found = succeeds("opposition", Issue(*attack), Issue(*defence))
        assert found == wins_in_opposition(attack, defence), (attack, defence)


def test_every_pair_in_the_simple_reading() -> None:
    for attack, defence in product(OUTCOMES, OUTCOMES):
        found = succeeds("seuil", Issue(*attack), Issue(*defence))
        assert found == (attack in SUCCESSES and defence in SUCCESSES), (attack, defence)


def test_the_simple_reading_never_helps_the_attacker() -> None:
    for attack, defence in product(OUTCOMES, OUTCOMES):
        pair = Issue(*attack), Issue(*defence)
        assert succeeds("seuil", *pair) or not succeeds("opposition", *pair)
