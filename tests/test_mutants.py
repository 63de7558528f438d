"""Are the tests any good? Small changes to the rules, each of which some test must notice.

Each time a few changes, always the same, with the quick tests first; behind `--long` all, with all.
What may survive stands in `mutants_survivants.toml`, each with its reason. By hand, those of one
file: `.venv/bin/python -m tests.bench.mutants pycore/shapes.py`.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING

import pytest

from tests.bench.mutants import everything, reasons
from tests.support.mutants import Mutant, mutants
from tests.support.order import Order
from tests.support.reach import Reach, measured, quick
from tests.support.trials import tried
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable

FEW = 24
SOME = ("tests/test_anima_view.py", "tests/test_combat_decisions_1_to_15.py")
MOST_SURVIVORS = 0.03
COUNT = re.compile(r"^(\d+) survivants sur (\d+) ", re.MULTILINE)


def run(*words: str) -> tuple[int, int, str]:
    """Try changes; give how many survive, of how many, and what was said."""
    command = [sys.executable, "-m", "tests.bench.mutants", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = COUNT.findall(done.stdout)
    return int(found[0]), int(found[1]), done.stdout


def test_every_survivor_that_is_named_is_a_change_that_can_be_made() -> None:
    made = {str(mutant) for path in everything() for mutant in mutants(path)}
    assert len(made) > 8000
    assert set(reasons()) <= made
    assert all(len(reason) > 20 for reason in reasons().values())


def told(wanted: list[Mutant], reach: Reach, how: dict[str, bool]) -> dict[str, list[bool]]:
    """Say of each change whether it is noticed, as often as it is told."""
    seen: dict[str, list[bool]] = {}
    for trial in tried(wanted, reach, 2, **how):
        seen.setdefault(str(trial.mutant), []).append(trial.noticed)
    return seen


def verdicts(wanted: Iterable[Mutant], reach: Reach, **how: bool) -> list[list[bool]]:
    """Try changes in a process that has imported nothing of the rules yet."""
    changes = list(wanted)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        seen = pool.submit(told, changes, reach, how).result()
    return [seen[str(each)] for each in changes]


def some(reach: Reach) -> Reach:
    """Keep a few files of tests."""
    kept = {name: each for name, each in reach.seconds.items() if name.startswith(SOME)}
    return reach._replace(seconds=kept)


def test_a_change_that_nobody_looks_at_survives() -> None:
    """The trial tells what is noticed from what is not: by tests that look, and by others."""
    reach = measured(quick())
    mutant = next(mutants(ROOT / "pycore/nephilim/combat/degrees.py"))
    blind = {name: each for name, each in reach.seconds.items() if "test_prose_grammaire" in name}
    assert blind
    assert verdicts([mutant], reach) == [[True]]
    # What survives is told twice: after the first tests, and after all.
    assert verdicts([mutant], reach._replace(seconds=blind)) == [[False, False]]


def test_both_ways_of_trying_agree() -> None:
    """A function that is given other code is noticed as one whose file is imported changed."""
    reach = measured(quick())
    within = [each for each in mutants(ROOT / "pycore/render/french.py") if each.where == "decimal"]
    assert len(within) > 3
    assert not any(Order(reach).imported(each) for each in within)
    swapped = verdicts(within, some(reach), whole=False)
    assert [True] in swapped
    assert [False] in swapped
    assert verdicts(within, some(reach), whole=False, anew=True) == swapped


class Unchanged(Mutant):
    """A change that changes nothing."""

    def tree(self) -> ast.Module:
        """Give the module as it is."""
        return ast.parse(self.path.read_bytes(), str(self.path))


def test_a_file_that_is_tried_as_it_is_is_noticed_by_nobody() -> None:
    """Whatever fails then would count as noticed for any change of the file."""
    files = ("shapes", "anima/followup", "nephilim/rows", "nephilim/combat/reading", "render/parts")
    same = [Unchanged(*next(mutants(ROOT / f"pycore/{name}.py"))) for name in files]
    seen = verdicts(same, some(measured(quick())), whole=False, anew=True)
    assert seen == [[False]] * len(files)


def test_a_few_changes_are_noticed() -> None:
    _, number, said = run(f"--nombre={FEW}", "--vite=1")
    assert number > FEW // 2, said


@pytest.mark.long
def test_nearly_every_change_is_noticed() -> None:
    left, number, said = run("--taches=2")
    print(said)  # noqa: T201 - the survivors, with -s
    assert number > 8000
    assert left <= number * MOST_SURVIVORS, said
