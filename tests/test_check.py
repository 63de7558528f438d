"""`build.py test`: its exit codes, its modes, and the tests it puts aside."""

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
def test_a_lack_is_a_failure_in_ci_alone(
    failed: list[str], missing: dict[str, str], *, in_ci: bool, code: int
) -> None:
    assert check.verdict(failed, missing, in_ci=in_ci) == code


def test_missing_part_is_told_with_its_reason_and_its_tests() -> None:
    (line,) = check.not_run({"webkit": "pas de sudo"}, {"webkit": 3})
    assert line == "non exécuté : WebKit (pas de sudo), 3 tests"


def test_the_quick_mode_builds_nothing_and_the_complete_one_measures() -> None:
    def names(mode: str) -> list[str]:
        return [stage.name for stage in check.stages(mode, [])]

    assert "construction" not in names("--vite")
    assert names("--complet")[: len(names(""))] == names("")
    assert names("--complet")[-1] == "mutation"


def test_two_modes_at_once_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main(["--vite", "--complet"]) == 2
    assert "ne vont pas ensemble" in capsys.readouterr().err


SAMPLE = """
import pytest

def test_plain(): pass

@pytest.mark.navigateur
def test_default(): pass

@pytest.mark.navigateur("webkit")
def test_webkit(): raise AssertionError

@pytest.mark.complet
def test_long(): raise AssertionError
"""


@pytest.mark.construction
@pytest.mark.parametrize(
    ("words", "missing", "code", "counts", "told"),
    [
        ([], {"webkit": "non"}, 0, {"webkit": 1}, "2 passed, 2 deselected"),
        ([], {}, 1, {}, "1 failed, 2 passed, 1 deselected"),
        (["--vite"], {}, 0, {}, "1 passed, 3 deselected"),
        (["--complet"], {}, 1, {}, "2 failed, 2 passed"),
        (["-k", "webkit"], {"webkit": "non"}, 0, {"webkit": 1}, "4 deselected"),
        (["-k", "no_such_test"], {}, 5, {}, "4 deselected"),
        (["-n1"], {"webkit": "non"}, 0, {"webkit": 1}, "2 passed"),
    ],
)
def test_a_run_keeps_the_tests_of_its_mode_and_machine(
    tmp_path: Path,
    words: list[str],
    missing: dict[str, str],
    code: int,
    counts: dict[str, int],
    told: str,
) -> None:
    (tmp_path / "test_sample.py").write_text(SAMPLE, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\nmarkers =\n  navigateur\n  complet\n", encoding="utf-8"
    )
    written = tmp_path / "counts.json"
    (tmp_path / "conftest.py").write_text(
        "import pathlib\nfrom web.tools import parts\n"
        f"parts.COUNTS = pathlib.Path({str(written)!r})\n",
        encoding="utf-8",
    )
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "web.tools.parts",
        "-q",
        "-p",
        "no:cacheprovider",
    ]
    done = subprocess.run(
        [*command, "--rootdir", str(tmp_path), str(tmp_path), *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), parts.MISSING: json.dumps(missing)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert told in done.stdout.strip().splitlines()[-1]
    assert json.loads(written.read_text(encoding="utf-8")) == counts
