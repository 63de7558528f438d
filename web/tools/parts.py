"""The pytest plugin that puts aside the tests of what this machine lacks, and counts them.

`web.tools.check` says what is missing in the variable `MISSING` and reads the counts back in the
file `COUNTS`. Without that variable (pytest run by hand) everything is taken to be there.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from web.tools.environment import LABELS
from web.tools.paths import CACHE

if TYPE_CHECKING:
    from collections.abc import Iterator

MISSING = "PYCORE_NON_EXECUTE"  # JSON: name of the part -> reason
UPDATE_SCREENSHOTS = "PYCORE_MAJ_CAPTURES"  # set: the screenshot test writes the README's picture
COUNTS = CACHE / "non-executes.json"  # name of the part -> number of tests put aside
DEFAULT_ENGINE = "chromium"

put_aside_key = pytest.StashKey[Counter[str]]()


def parts_of(item: pytest.Item) -> Iterator[str]:
    """Give the parts that a test needs, as its marks say."""
    for mark in item.iter_markers("navigateur"):
        engines = mark.args or (DEFAULT_ENGINE,)
        for engine in engines:
            if engine not in LABELS:
                raise pytest.UsageError(f"{item.nodeid}: navigateur inconnu : {engine!r}")
            yield engine
    for part in ("wiki", "atheris"):
        if item.get_closest_marker(part):
            yield part


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--long`."""
    parser.addoption("--long", action="store_true", help="joue aussi les tests longs")


@pytest.hookimpl(trylast=True)  # after -k and -m: what they leave out is not put aside
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests that can run here; remember why the others cannot."""
    missing = json.loads(os.environ.get(MISSING, "{}"))
    put_aside: Counter[str] = Counter()
    kept, dropped = [], []
    for item in items:
        lacking = [part for part in parts_of(item) if part in missing]
        if lacking:
            put_aside[lacking[0]] += 1
        elif not item.get_closest_marker("long") or config.getoption("--long"):
            kept.append(item)
            continue
        dropped.append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=dropped)
    config.stash[put_aside_key] = put_aside


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the counts. A run whose every test was put aside is not a failure of the tests."""
    put_aside = session.config.stash.get(put_aside_key, Counter())
    COUNTS.parent.mkdir(exist_ok=True)
    COUNTS.write_text(json.dumps(put_aside), encoding="utf-8")
    if put_aside and session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        session.exitstatus = pytest.ExitCode.OK
