"""Are the tests any good? Small changes to the rules, each of which some test must notice.

A few, always the same, then all of them, which takes hours: both with `--long` alone, until it is
measured what the few cost. By hand, those of one file:
`.venv/bin/python -m tests.bench.mutants pycore/shapes.py`.
"""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from web.tools.paths import ROOT

SAMPLE = (
    *("pycore/jsontext.py", "pycore/nephilim/roll.py", "pycore/nephilim/combat/damage.py"),
    *("pycore/nephilim/combat/degrees.py", "pycore/nephilim/action/rules.py"),
)
APART = 24  # of the changes of a file, one of so many is tried
MOST_SURVIVORS = 0.03
COUNT = re.compile(r"^(\d+) survivants sur (\d+) ", re.MULTILINE)


def run(*words: str) -> tuple[int, int, str]:
    """Try changes; give how many survive, of how many, and what was said."""
    command = [sys.executable, "-m", "tests.bench.mutants", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    (found,) = COUNT.findall(done.stdout)
    return int(found[0]), int(found[1]), done.stdout


@pytest.mark.long
def test_a_few_changes_are_noticed() -> None:
    left, tried, said = run(f"--pas={APART}", *SAMPLE)
    assert tried > 10
    assert left == 0, said


@pytest.mark.long
def test_nearly_every_change_is_noticed() -> None:
    left, tried, said = run()
    print(said)  # noqa: T201 - the survivors, with -s
    assert tried > 5000
    assert left <= tried * MOST_SURVIVORS, said
