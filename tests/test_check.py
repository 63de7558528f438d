"""`build.py test`: its exit codes, and the tests it puts aside."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from web.tools import check, parts
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("failed", "missing", "in_ci", "code"),
    [
        ([], {}, False, 0),
        ([], {}, True, 0),
        ([], {"webkit": "non"}, False, 4),
        ([], {"webkit": "non"}, True, 1),
        (["ruff"], {}, False, 1),
        (["ruff"], {"webkit": "non"}, False, 1),
    ],
)
def test_verdict(failed: list[str], missing: dict[str, str], *, in_ci: bool, code: int) -> None:
    assert check.verdict(failed, missing, in_ci=in_ci) == code


def test_missing_part_is_told_with_its_reason_and_its_tests() -> None:
    (line,) = check.not_run({"webkit": "pas de sudo"}, {"webkit": 3})
    assert line == "non exécuté : WebKit (pas de sudo), 3 tests"


SAMPLE = """
import pytest

def test_plain(): pass

@pytest.mark.navigateur
def test_default(): pass

@pytest.mark.navigateur("webkit")
def test_webkit(): raise AssertionError

@pytest.mark.long
def test_long(): raise AssertionError
"""


# The first is late once, the second always; the third is wrong once.
LATE = """
import pytest
from tests.support.page import EngineTimeoutError

tried = []

@pytest.mark.parametrize(("name", "times", "error"), [
    ("once", 1, EngineTimeoutError),
    ("always", 9, EngineTimeoutError),
    ("wrong", 1, AssertionError),
])
def test_late(name, times, error):
    tried.append(name)
    if tried.count(name) <= times:
        raise error(f"chromium: {name}\\nwhat was waited for")
"""


def run_sample(
    folder: Path, *arguments: str, sample: str = SAMPLE, **variables: str
) -> tuple[int, str, dict[str, int]]:
    """Run it under the plugin; give the exit code, the last line and the counts."""
    (folder / "test_sample.py").write_text(sample, encoding="utf-8")
    counts = folder / "counts.json"
    runner = (
        "import pathlib, sys, pytest; from web.tools import parts; "
        "parts.COUNTS = pathlib.Path(sys.argv[1]); sys.exit(pytest.main(sys.argv[2:]))"
    )
    command = [sys.executable, "-c", runner, str(counts), "-p", "web.tools.parts", "-q"]
    options = ["-p", "no:cacheprovider", "--rootdir", str(folder), "-c", os.devnull]
    done = subprocess.run(
        [*command, *options, str(folder), *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    lines = done.stdout.strip().splitlines()
    return done.returncode, lines[-1], json.loads(counts.read_text(encoding="utf-8"))


def test_tests_of_a_missing_part_are_put_aside_and_counted(tmp_path: Path) -> None:
    code, last, counts = run_sample(tmp_path, **{parts.MISSING: json.dumps({"webkit": "non"})})
    assert code == 0
    assert counts == {"webkit": 1}
    assert "2 passed, 2 deselected" in last


def test_tests_of_a_present_part_run(tmp_path: Path) -> None:
    code, last, counts = run_sample(tmp_path, "--long", **{parts.MISSING: "{}"})
    assert code == 1
    assert counts == {}
    assert "2 failed, 2 passed" in last


def test_run_of_missing_parts_alone_is_no_failure(tmp_path: Path) -> None:
    missing = {parts.MISSING: json.dumps({"webkit": "non"})}
    code, _, counts = run_sample(tmp_path, "-k", "webkit", **missing)
    assert (code, counts) == (0, {"webkit": 1})
    code, _, counts = run_sample(tmp_path, "-k", "no_such_test", **missing)
    assert (code, counts) == (5, {})


def test_browser_that_was_late_is_asked_once_more_and_nothing_else_is(tmp_path: Path) -> None:
    code, last, _ = run_sample(tmp_path, *check.ONCE_MORE, sample=LATE)
    assert code == 1
    assert "2 failed, 1 passed" in last
    assert "2 rerun" in last
