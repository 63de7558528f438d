"""Which lines and branches of the rules no test reaches, in one process of CPython."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support.mutants import ANIMA, COMBAT, DATA, WORDS
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

LEAST = 98  # percent; the aim is 100, and this figure only goes up
SETTINGS = """[run]
branch = true
source = pycore
data_file = {data}
[report]
exclude_also =
    if TYPE_CHECKING:
    ^\\s*\\.\\.\\.$
"""


@pytest.mark.long
def test_nearly_everything_is_reached(tmp_path: Path) -> None:
    settings, report = tmp_path / "reglages", tmp_path / "rapport.json"
    settings.write_text(SETTINGS.format(data=tmp_path / "mesures"), encoding="utf-8")
    coverage = [sys.executable, "-m", "coverage"]
    known = sorted({path.stem for path in (ROOT / "tests").glob("test_*.py")})
    apart: tuple[str, ...] = (
        "test_page",
        "test_wiki_",
        "test_engine",
        "test_setup",
        "test_static",
        "test_pyscript",
    )
    apart += ("test_integrity", "test_runtime", "test_load", "test_mutants", "test_coverage")
    stems = [stem for stem in known if not stem.startswith(apart)]
    assert {*COMBAT, *DATA, *WORDS, *ANIMA} - {"test_wiki_tables"} <= {*stems}
    named = [f"tests/{stem}.py" for stem in (*stems, "test_wiki_tables")]
    words = ["-q", "-m", "not navigateur and not wiki", "-o", f"cache_dir={tmp_path / 'cache'}"]
    run = [*coverage, "run", f"--rcfile={settings}", "-m", "pytest", *words, *dict.fromkeys(named)]
    done = subprocess.run(
        run, cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ}
    )
    assert done.returncode == 0, done.stdout
    subprocess.run(
        [*coverage, "json", f"--rcfile={settings}", "-q", "-o", str(report)], cwd=ROOT, check=True
    )
    told = json.loads(report.read_text(encoding="utf-8"))
    missed = {
        name: (each["missing_lines"], each["missing_branches"])
        for name, each in told["files"].items()
        if each["missing_lines"] or each["missing_branches"]
    }
    print(json.dumps(missed, indent=1))  # noqa: T201 - with -s
    assert told["totals"]["percent_covered"] >= LEAST, missed
