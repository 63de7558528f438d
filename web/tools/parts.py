"""The pytest plugin that keeps the tests of a run: quick, ordinary or complete, on this machine.

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
ACCEPT = "PYCORE_ACCEPTER"  # set: goldens and the README's picture are written, not compared
COUNTS = CACHE / "non-executes.json"  # name of the part -> number of tests put aside
DEFAULT_ENGINE = "chromium"
BUILT = frozenset({"dist", "address", "pages", "home", "engine_folder", "engine_pages"})  # build

EXAMPLES = {"court": 25, "complet": 500}  # that hypothesis draws for each property

# On a busy machine a browser may not answer in time: such a test, and no other, is tried once more.
LATE = pytest.mark.flaky(reruns=1, only_rerun=["EngineTimeoutError"])

put_aside_key = pytest.StashKey[Counter[str]]()


def parts_of(item: pytest.Item) -> Iterator[str]:
    """Give the parts that a test needs, as its marks say."""
    for mark in item.iter_markers("navigateur"):
        engines = mark.args or (DEFAULT_ENGINE,)
        for engine in engines:
            if engine not in LABELS:
                raise pytest.UsageError(f"{item.nodeid}: navigateur inconnu : {engine!r}")
            yield engine
    if item.get_closest_marker("wiki"):
        yield "wiki"


def is_quick(item: pytest.Item) -> bool:
    """Tell whether a test needs no browser, no wiki and no build."""
    built = BUILT.intersection(getattr(item, "fixturenames", ()))
    marks = ("navigateur", "wiki", "construction", "complet")
    return not built and not any(item.get_closest_marker(mark) for mark in marks)


def weight(item: pytest.Item) -> int:
    """Rank a test by what its file waits for: the longest come first, so that none comes last."""
    return sum(
        rank
        for rank, mark in ((4, "wiki"), (2, "navigateur"), (1, "construction"))
        if item.get_closest_marker(mark)
    )


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--vite` and `--complet`."""
    parser.addoption("--vite", action="store_true", help="ni navigateur, ni wiki, ni construction")
    parser.addoption("--complet", action="store_true", help="joue aussi les tests longs")


def pytest_configure(config: pytest.Config) -> None:
    """Have hypothesis draw few examples, always the same, or many, other ones each time."""
    from hypothesis import HealthCheck, settings

    name = "complet" if config.getoption("--complet") else "court"
    settings.register_profile(
        name,
        max_examples=EXAMPLES[name],
        derandomize=name == "court",
        deadline=None,  # the machine may be busy
        suppress_health_check=list(HealthCheck),
    )
    settings.load_profile(name)


@pytest.hookimpl(trylast=True)  # after -k and -m: what they leave out is not put aside
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests that are asked for and can run here; remember why the others cannot."""
    missing = json.loads(os.environ.get(MISSING, "{}"))
    put_aside: Counter[str] = Counter()
    kept, dropped = [], []
    for item in items:
        lacking = [part for part in parts_of(item) if part in missing]
        complete = item.get_closest_marker("complet") and not config.getoption("--complet")
        if complete or (config.getoption("--vite") and not is_quick(item)):
            dropped.append(item)
        elif lacking:
            put_aside[lacking[0]] += 1
            dropped.append(item)
        else:
            kept.append(item)
            if item.get_closest_marker("navigateur"):
                item.add_marker(LATE)
    heaviest: dict[str, int] = {}
    for item in kept:
        file = item.nodeid.split("::", maxsplit=1)[0]
        heaviest[file] = max(heaviest.get(file, 0), weight(item))
    kept.sort(key=lambda item: -heaviest[item.nodeid.split("::", maxsplit=1)[0]])
    items[:] = kept
    config.hook.pytest_deselected(items=dropped)
    config.stash[put_aside_key] = put_aside


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the counts. A run whose every test was put aside is not a failure of the tests."""
    put_aside = session.config.stash.get(put_aside_key, None)
    if put_aside is None:
        return  # the process that hands out the tests collects none
    COUNTS.parent.mkdir(exist_ok=True)
    COUNTS.write_text(json.dumps(put_aside), encoding="utf-8")
    if put_aside and session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        session.exitstatus = pytest.ExitCode.OK
