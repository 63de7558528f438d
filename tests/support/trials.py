"""Tries changes of the rules, each in a process of its own, and tells whether a test notices.

    for mutant, noticed in tried(mutants(path), reach): …

The process is forked from one that has imported pytest and hypothesis; the package is imported
there with one file changed, and nothing on disk is touched. It runs the tests that reach the
changed line (`reach`), a few of each first, and stops at the first that fails.
"""

from __future__ import annotations

import importlib.abc
import importlib.util
import os
import resource
import signal
import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import hypothesis
import pytest

from tests.support.soon import UNCOUNTED
from web.tools.paths import CACHE, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import ModuleType

    from tests.support.mutants import Mutant
    from tests.support.reach import Reach

PATIENCE = 300  # seconds of its own process, however slow the machine: one that loops is noticed
ASLEEP = 3600  # seconds of a clock: so is one that waits for ever
FEW = 3  # tests of each function that are tried before the whole of it
GROUPS = (1, 3, 100)  # so many files of tests at a time, the quickest first


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Imports the mutant in its module's place."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        parts = mutant.path.relative_to(ROOT).with_suffix("").parts
        self.module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        """Answer for the changed module alone."""
        del path, target
        if fullname != self.module:
            return None
        spec = importlib.util.spec_from_file_location(
            fullname, self.mutant.path, loader=self, submodule_search_locations=None
        )
        if spec and self.mutant.path.name == "__init__.py":
            spec.submodule_search_locations = [str(self.mutant.path.parent)]
        return spec

    def get_source(self, fullname: str) -> None:
        """Nothing reads it."""
        del fullname

    def create_module(self, spec: Any) -> None:
        """Take the usual kind of module."""
        del spec

    def exec_module(self, module: ModuleType) -> None:
        """Run the changed code."""
        code = compile(self.mutant.tree(), str(self.mutant.path), "exec")
        exec(code, vars(module))  # noqa: S102


class _Only:
    """Keeps, of the tests that are collected, those that are wanted, by name or by file."""

    def __init__(self, wanted: set[str]) -> None:
        self.wanted = wanted

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave the others out."""
        items[:] = [
            item for item in items if {item.nodeid, item.nodeid.split("::")[0]} & self.wanted
        ]


def order(reach: Reach, mutant: Mutant | None) -> list[set[str]]:
    """List the tests that know a changed line, in the order in which to try them.

    First a few of each function that reaches it, file by file, the quickest first; then, where
    none of them has noticed, all tests of those files: one may see what another has prepared.
    """
    if mutant is None:
        return [set(list(reach.seconds)[::20])]
    lines = reach.tests(mutant.path)
    named = set(lines.get(mutant.line, ()))
    known = named & set(reach.seconds)
    if not known:  # run by an import alone: that of the rules, or of a file of tests
        known = {each for tests in lines.values() for each in tests} & set(reach.seconds)
    known |= {each for each in reach.seconds if each.split("::")[0] in named}
    known = known or set(reach.seconds)
    few: dict[str, list[str]] = {}
    for test in sorted(known, key=lambda each: reach.seconds[each]):
        few.setdefault(test.split("[")[0], []).append(test)
    cost: dict[str, float] = {}
    tried: dict[str, set[str]] = {}
    for name, tests in few.items():
        file = name.split("::")[0]
        # The quickest, and one from the midst: they seldom go the same way.
        chosen = {*tests[: FEW - 1], tests[len(tests) // 2]}
        tried.setdefault(file, set()).update(chosen)
        cost[file] = cost.get(file, 0.2) + sum(reach.seconds[each] for each in chosen)
    files = sorted(tried, key=lambda file: cost[file])
    made: list[set[str]] = []
    for size in GROUPS:
        made.append({test for file in files[:size] for test in tried[file]})
        files = files[size:]
    rest = {each for each in reach.seconds if each.split("::")[0] in tried} - set().union(*made)
    return [group for group in (*made, rest) if group]


class _Trial(NamedTuple):
    """A process that tries a mutant, and when it must have ended."""

    mutant: Mutant | None
    end: float


def tried(
    wanted: Iterable[Mutant | None], reach: Reach, workers: int = 1
) -> Iterator[tuple[Mutant | None, bool]]:
    """Try mutants (None: the rules as they are), several at once; tell whether a test fails."""
    todo = iter(wanted)
    running: dict[int, _Trial] = {}
    more = True
    while more or running:
        while more and len(running) < workers:
            try:
                mutant = next(todo)
            except StopIteration:
                more = False
                break
            groups = order(reach, mutant)
            child = os.fork()
            if child == 0:
                _judge(mutant, groups)
            running[child] = _Trial(mutant, time.monotonic() + ASLEEP)
        for child, trial in list(running.items()):
            done, code = os.waitpid(child, os.WNOHANG)
            if not done and time.monotonic() > trial.end:
                os.kill(child, signal.SIGKILL)
                done, code = os.waitpid(child, 0)
            if done:
                del running[child]
                yield trial.mutant, os.waitstatus_to_exitcode(code) != 0
        time.sleep(0.01)


def _judge(mutant: Mutant | None, groups: list[set[str]]) -> None:
    """Run the tests that know it in this process, which ends with their verdict."""
    code = 1
    try:
        os.environ[UNCOUNTED] = "1"
        resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        for name in [each for each in sys.modules if each.split(".")[0] in {"pycore", "tests"}]:
            del sys.modules[name]
        if mutant is not None:
            sys.meta_path.insert(0, _Changed(mutant))
        _hypothesis()
        code = max(_run(group) for group in groups)
    finally:
        os._exit(code)


def _hypothesis() -> None:
    """Always the same examples, none kept, and no search for the smallest that fails."""
    plain = hypothesis.settings(
        derandomize=True,
        deadline=None,
        suppress_health_check=[hypothesis.HealthCheck.too_slow],  # it knows a clock alone
        database=None,
        phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
    )
    hypothesis.settings.register_profile("mutants", plain)
    hypothesis.settings.load_profile("mutants")


def _run(tests: set[str]) -> int:
    """Run these tests up to the first that fails; ends the process there."""
    options = ["-x", "-q", "--no-header", "-W", "ignore"]
    options += ["-o", f"cache_dir={CACHE / 'mutants'}"]
    code = int(
        pytest.main([*options, *sorted({each.split("::")[0] for each in tests})], [_Only(tests)])
    )
    if code:
        os._exit(code)
    return code
