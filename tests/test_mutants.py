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

import pytest

from tests.bench.mutants import everything, reasons
from tests.support.mutants import Mutant, mutants
from tests.support.order import Order
from tests.support.reach import measured, quick
from tests.support.trials import tried
from web.tools.paths import ROOT

FEW = 24
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


def test_a_change_that_nobody_looks_at_survives() -> None:
    """The trial tells what is noticed from what is not: by tests that look, and by others."""
    reach = measured(quick())
    mutant = next(mutants(ROOT / "pycore/nephilim/combat/degrees.py"))
    blind = {name: each for name, each in reach.seconds.items() if "test_prose_grammaire" in name}
    assert blind
    seen = [trial.noticed for trial in tried([mutant], reach)]
    unseen = [trial.noticed for trial in tried([mutant], reach._replace(seconds=blind))]
    # What survives is told twice: after the first tests, and after all.
    assert (seen, unseen) == ([True], [False, False])


def test_both_ways_of_trying_agree() -> None:
    """A function that is given other code is noticed as one whose file is imported changed."""
    reach = measured(quick())
    within = [each for each in mutants(ROOT / "pycore/render/french.py") if each.where == "decimal"]
    assert len(within) > 3
    assert not any(Order(reach).imported(each) for each in within)
    few = reach._replace(seconds=dict(list(reach.seconds.items())[::40]))
    for tests in (reach, few):
        told = [
            {
                trial.mutant: trial.noticed
                for trial in tried(within, tests, 2, whole=False, anew=anew)
            }
            for anew in (False, True)
        ]
        assert told[0] == told[1]


class Unchanged(Mutant):
    """A change that changes nothing."""

    def tree(self) -> ast.Module:
        """Give the module as it is."""
        return ast.parse(self.path.read_bytes(), str(self.path))


def test_a_file_that_is_tried_as_it_is_is_noticed_by_nobody() -> None:
    """Whatever fails then would count as noticed for any change of the file."""
    reach = measured(quick())
    few = reach._replace(seconds=dict(list(reach.seconds.items())[::40]))
    files = ("shapes", "anima/followup", "nephilim/rows", "nephilim/combat/reading", "render/parts")
    same = [Unchanged(*next(mutants(ROOT / f"pycore/{name}.py"))) for name in files]
    told = [trial.noticed for trial in tried(same, few, 2, whole=False, anew=True)]
    assert told == [False] * len(files)


def test_a_few_changes_are_noticed() -> None:
    _, number, said = run(f"--nombre={FEW}", "--vite=1")
    assert number > FEW // 2, said


@pytest.mark.long
def test_nearly_every_change_is_noticed() -> None:
    left, number, said = run("--taches=2")
    print(said)  # noqa: T201 - the survivors, with -s
    assert number > 8000
    assert left <= number * MOST_SURVIVORS, said
