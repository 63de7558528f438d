"""Which tests reach each line of the rules, and what no test reaches.

    measured(QUICK) runs them once under coverage, and keeps what it saw until a source changes.

It is a pytest plugin too: in the run that is measured it names, for coverage, the test that runs,
and writes down how long each takes.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import coverage
import hypothesis
import pytest

from tests.support.soon import UNCOUNTED
from web.tools.paths import CACHE, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

KEPT = CACHE / "mutants"
SECONDS = "PYCORE_DUREES"  # the file in which the measured run writes how long each test takes
# What only a type checker reads is left out: imports for it, and the body of an overload.
SETTINGS = """[run]
branch = true
source = pycore
data_file = {data}
[report]
exclude_also =
    if TYPE_CHECKING:
    ^\\s*\\.\\.\\.$
"""
# What reaches no line of the rules in its own process: it opens a page, a wiki, or a command.
APART = (
    *("test_page", "test_wiki_", "test_engine", "test_setup", "test_static", "test_pyscript"),
    *("test_integrity", "test_runtime", "test_load", "test_mutants", "test_coverage"),
    *("test_licences", "test_house", "test_committed", "test_check", "test_serve", "test_style"),
    *("test_bench", "test_places", "test_tables_terminal", "test_cli_names", "test_bundle"),
)


@cache
def _tests(data: Path, path: Path) -> dict[int, list[str]]:
    read = coverage.CoverageData(str(data))
    read.read()
    return read.contexts_by_lineno(str(path))


class Reach(NamedTuple):
    """What a measured run has seen."""

    percent: float
    missed: dict[str, Any]  # file -> the lines and the branches that no test reaches
    data: Path
    seconds: dict[str, float]  # test -> how long it took

    def tests(self, path: Path) -> dict[int, list[str]]:
        """Give for each line of a file the tests that reach it, and the test files, by name alone,
        whose import does."""
        return _tests(self.data, path)


def whole() -> list[str]:
    """List the test files that can reach the rules in one process."""
    stems = sorted(path.stem for path in (ROOT / "tests").glob("test_*.py"))
    kept = [stem for stem in stems if not stem.startswith(APART)]
    return [f"tests/{stem}.py" for stem in (*kept, "test_wiki_tables")]


# What takes long, and reaches little that nothing else does: random values by the hundred.
SLOW = (
    *("test_views.py", "test_prose_recit", "test_link", "test_combat_odds", "test_combat_prop"),
    *("test_anima_properties", "test_anima_odds", "test_fuzz", "test_combat_refusals"),
    *("test_tables_check", "test_tables_command", "test_cli.py"),
    *("test_combat_arithmetic", "test_data_new_effect", "test_data_loader", "test_anima_wiki"),
    *("test_combat_verdict", "test_combat_idle", "test_prose_scene", "test_answers_golden"),
)


def quick() -> list[str]:
    """List those that are soon done: what a short run measures."""
    return [name for name in whole() if not name.startswith(tuple(f"tests/{e}" for e in SLOW))]


def sources(files: list[str]) -> Iterator[Path]:
    """Give every file that the measure depends on."""
    yield from (ROOT / name for name in files)
    harness = {"mutants.py", "reach.py", "trials.py", "children.py", "keeper.py", "order.py"}
    harness |= {"swapped.py"}  # they change nothing of what is reached
    for folder in ("pycore", "data", "tests/support", "tests/cases", "tests/own_cases"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".py", ".toml", ".json"} and path.name not in harness:
                yield path


def measured(files: list[str]) -> Reach:
    """Run these test files under coverage, or remember what they reached."""
    digest = hashlib.sha256(json.dumps(files).encode())
    for path in sources(files):
        digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    place = KEPT / digest.hexdigest()[:16]
    data, report, lasted = place / "mesures", place / "rapport.json", place / "durees.json"
    if not report.exists():
        place.mkdir(parents=True, exist_ok=True)
        settings = place / "reglages"
        settings.write_text(SETTINGS.format(data=data), encoding="utf-8")
        command = [sys.executable, "-m", "coverage"]
        words = [
            "-q",
            "-m",
            "not navigateur and not wiki and not atheris",
            "-o",
            f"cache_dir={place / 'cache'}",
        ]
        asked = ["-m", "pytest", "-p", "tests.support.reach", *words, *files]
        done = subprocess.run(
            [*command, "run", f"--rcfile={settings}", *asked],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, SECONDS: str(lasted), UNCOUNTED: "1"},
        )
        assert done.returncode == 0, done.stdout + done.stderr
        written = [*command, "json", f"--rcfile={settings}", "-q", "-o", str(report)]
        subprocess.run(written, cwd=ROOT, check=True)
    told = json.loads(report.read_text(encoding="utf-8"))
    missed = {
        name: (each["missing_lines"], each["missing_branches"])
        for name, each in told["files"].items()
        if each["missing_lines"] or each["missing_branches"]
    }
    seconds = json.loads(lasted.read_text(encoding="utf-8"))
    return Reach(told["totals"]["percent_covered"], missed, data, seconds)


_lasted: Counter[str] = Counter()


def _spent() -> float:
    """Give the processor's time, of the commands that have ended too: a clock runs while others
    work."""
    return sum(os.times()[:4])


def pytest_configure() -> None:
    """Draw the same examples every time: what is reached is then the same too."""
    plain = hypothesis.settings(
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[hypothesis.HealthCheck.too_slow],  # it knows a clock alone
    )
    hypothesis.settings.register_profile("mesure", plain)
    hypothesis.settings.load_profile("mesure")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Any:
    """Name the test for coverage, and time it."""
    current = coverage.Coverage.current()
    if current is not None:
        current.switch_context(item.nodeid)  # may write for long what was measured before
    start = _spent()
    try:
        return (yield)
    finally:
        _lasted[item.nodeid] += _spent() - start  # type: ignore[assignment]


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Any:
    """Name a file of tests for coverage while it is imported: some ask the rules there."""
    current = coverage.Coverage.current()
    if current is not None and isinstance(collector, pytest.Module):
        current.switch_context(collector.nodeid)
    return (yield)


def pytest_sessionfinish() -> None:
    """Write down how long each test took."""
    if SECONDS in os.environ:
        Path(os.environ[SECONDS]).write_text(json.dumps(_lasted), encoding="utf-8")
