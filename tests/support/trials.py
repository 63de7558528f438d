"""Tries changes of the rules, each in a process of its own, and tells whether a test notices.

    for trial in tried(mutants(path), reach): …

What stands within a function is tried in forks of a process where all is imported already
(`tests.support.keeper`). What an import runs is tried in forks of this one, which has imported
pytest and hypothesis alone: the package is imported there with one file changed. Nothing on disk is
touched. Each runs the tests that reach the changed line (`tests.support.order`), a few of each
first, and stops at the first that fails; all of them are tried, at the end, on what these have not
noticed.
"""

from __future__ import annotations

import importlib.abc
import importlib.util
import multiprocessing
import os
import select
import sys
import time
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

import hypothesis
import pytest

from tests.support.children import APART, SEEN, SURVIVES, Children, Watch
from tests.support.keeper import LOG, QUIET, Task, keep
from tests.support.order import Groups, Order
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator
    from types import ModuleType

    from tests.support.mutants import Mutant
    from tests.support.reach import Reach


class Trial(NamedTuple):
    """What has been seen of a change (None: of the rules as they are)."""

    mutant: Mutant | None
    noticed: bool
    test: str  # the one that noticed, where it could say so
    seconds: float
    whole: bool  # whether all the tests that could notice have been tried


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
        """Run the changed code, without what this file asks of the language (`annotations`)."""
        code = compile(self.mutant.tree(), str(self.mutant.path), "exec", dont_inherit=True)
        exec(code, vars(module))  # noqa: S102


class _Only:
    """Keeps, of the tests that are collected, those that are wanted, by name or by file.

    A test that only the change has made, since its name holds what is changed, is wanted where
    others of its function are.
    """

    def __init__(self, wanted: Iterable[str], known: Container[str]) -> None:
        self.wanted = set(wanted)
        self.functions = {each.split("[")[0] for each in self.wanted}
        self.known = known

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave the others out."""
        items[:] = [item for item in items if self._wants(item.nodeid)]

    def _wants(self, name: str) -> bool:
        made = name not in self.known and name.split("[", maxsplit=1)[0] in self.functions
        return made or bool({name, name.split("::", maxsplit=1)[0]} & self.wanted)


class _Asked(NamedTuple):
    """A change that is being tried."""

    mutant: Mutant | None
    groups: Groups
    start: float
    apart: bool = False


class _Trials:
    """What is to be tried, what is, and who tries it."""

    def __init__(
        self, wanted: Iterable[Mutant | None], reach: Reach, *, whole: bool, anew: bool
    ) -> None:
        self.todo = iter(wanted)
        self.survive: deque[_Asked] = deque()  # the first tests: the others are for the end
        self.whole = whole
        self.anew = anew
        self.reach = reach
        self.order = Order(reach)
        self.asked: dict[int, _Asked] = {}
        self.tests: dict[int, str] = {}  # those that have noticed
        self.children = Children()
        self.reports, self.writing = os.pipe()
        self.unread = b""
        self.count = 0
        there, self.keeper = multiprocessing.Pipe(duplex=False)
        self.kept = os.fork()
        if self.kept == 0:
            self.keeper.close()
            keep(there, reach.seconds, self.writing)
        there.close()

    def start(self) -> bool:
        """Begin the next trial; tells whether there is one."""
        rank, self.count = self.count, self.count + 1
        try:
            mutant = next(self.todo)
            groups = self.order.groups(mutant)
            apart = self.anew or (mutant is not None and self.order.imported(mutant))
            asked = _Asked(mutant, groups, time.monotonic(), apart=apart)
        except StopIteration:
            if not self.survive:
                return False
            asked = self.survive.popleft()._replace(start=time.monotonic())
        self.asked[rank] = asked
        if asked.apart:
            self._apart(rank)
        else:
            tests = list(dict.fromkeys(test for group in asked.groups.few for test in group))
            self.keeper.send(Task(rank, asked.mutant, tests))
        return True

    def _apart(self, rank: int) -> None:
        mutant, groups = self.asked[rank][:2]
        watch = Watch(rank, self.reach.seconds, self.writing)
        self.children.start(rank, lambda: _judge(mutant, groups.few, watch))

    def ended(self) -> Iterator[Trial]:
        """Give what has been seen since."""
        done, status = os.waitpid(self.kept, os.WNOHANG)
        if done:
            raise RuntimeError(f"{os.waitstatus_to_exitcode(status)}\n{LOG.read_text()}")
        verdicts = []
        if select.select([self.reports], [], [], 0.01)[0]:
            *lines, self.unread = (self.unread + os.read(self.reports, 1 << 16)).split(b"\n")
            for line in lines:
                number, word = line.decode().split("\t")
                if word.isdigit():
                    verdicts.append((int(number), int(word)))
                else:
                    self.tests[int(number)] = word
        for rank, code in [*verdicts, *self.children.ended()]:
            if code == APART:
                self.asked[rank] = self.asked[rank]._replace(apart=True)
                self._apart(rank)
            else:
                yield self._told(rank, code)

    def _told(self, rank: int, code: int) -> Trial:
        asked = self.asked.pop(rank)
        mutant, rest = asked.mutant, asked.groups.rest
        test = self.tests.pop(rank, "")
        if mutant is not None and test:
            self.order.noticed(mutant, test)
        if self.whole and code == SURVIVES and rest:
            self.survive.append(asked._replace(groups=Groups([rest], [])))
        return Trial(mutant, code == SEEN, test, time.monotonic() - asked.start, not rest)

    def close(self) -> None:
        """Let all processes end."""
        self.keeper.close()
        os.waitpid(self.kept, 0)
        os.close(self.reports)
        os.close(self.writing)


def tried(
    wanted: Iterable[Mutant | None],
    reach: Reach,
    workers: int = 1,
    *,
    whole: bool = True,
    anew: bool = False,
) -> Iterator[Trial]:
    """Try mutants (None: the rules as they are), several at once; tell whether a test fails.

    One that the first tests do not notice is told twice, at once and after all the tests; the
    latter not where `whole` is not asked for. With `anew`, each is imported in its own process.
    """
    assert "pycore" not in sys.modules, "whoever has imported it would keep what is unchanged"
    _hypothesis()
    trials = _Trials(wanted, reach, whole=whole, anew=anew)
    try:
        more = True
        while more or trials.asked:
            while more and len(trials.asked) < workers:
                more = trials.start()
            yield from trials.ended()
            more = more or bool(trials.survive)
    finally:
        trials.close()


def _judge(mutant: Mutant | None, groups: list[list[str]], watch: Watch) -> int:
    """Run the tests that know it in this process, which ends with their verdict."""
    for name in [each for each in sys.modules if each.split(".")[0] in {"pycore", "tests"}]:
        del sys.modules[name]
    if mutant is not None:
        sys.meta_path.insert(0, _Changed(mutant))
    for group in groups:
        files = list(dict.fromkeys(each.split("::")[0] for each in group))
        # A test that failed has ended this process; a name that has changed leaves nothing to run.
        code = pytest.main([*QUIET, "-x", *files], [_Only(group, watch.seconds), watch])
        if code not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
            return SEEN
    return SURVIVES


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
