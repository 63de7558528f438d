"""A process in which all tests are collected, once; each trial is a fork of it.

Here a trial costs what its tests cost. It can try what stands within functions alone
(`tests.support.swapped`), and answers APART for what does not.
"""

from __future__ import annotations

import gc
import os
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import pytest

from tests.support.children import APART, SEEN, SURVIVES, Children, Watch, tell
from tests.support.swapped import ApartError, Functions
from web.tools.paths import CACHE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.connection import Connection

    from tests.support.mutants import Mutant

QUIET = ["-q", "--no-header", "-W", "ignore", "-o", f"cache_dir={CACHE / 'mutants'}"]
PUT_ASIDE = "not navigateur and not wiki and not atheris"
LOG = CACHE / "mutants" / "essais.txt"


class Task(NamedTuple):
    """What to try: a change (None: none), and the tests to run, in their order."""

    rank: int
    mutant: Mutant | None
    tests: list[str]


class _Keeper:
    """The pytest plugin that tries what it is asked instead of running what is collected."""

    def __init__(self, asked: Connection, seconds: dict[str, float], reports: int) -> None:
        self.asked = asked
        self.seconds = seconds
        self.reports = reports

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Answer until nobody asks any more."""
        items = {item.nodeid: item for item in session.items}
        functions = Functions()
        gc.collect()
        gc.freeze()  # no child copies what it does not change
        children = Children()
        while True:
            for rank, code in children.ended():
                tell(self.reports, rank, code)
            if not self.asked.poll(0.002 if children.running else None):
                continue
            try:
                task: Task = self.asked.recv()
            except EOFError:
                return True
            wanted = [items[test] for test in task.tests if test in items]
            children.start(task.rank, partial(self._judge, task, functions, wanted))

    def _judge(self, task: Task, functions: Functions, items: Sequence[pytest.Item]) -> int:
        if task.mutant is not None:
            try:
                functions.put(task.mutant)
            except ApartError:
                return APART
        if not items:
            return APART
        config = items[0].config
        config.pluginmanager.register(Watch(task.rank, self.seconds, self.reports))
        for item, following in zip(items, [*items[1:], None], strict=True):
            config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return SURVIVES


def keep(asked: Connection, seconds: dict[str, float], reports: int) -> NoReturn:
    """Be that process: collect the tests, then answer."""
    code = SEEN
    try:
        LOG.parent.mkdir(parents=True, exist_ok=True)
        log = os.open(LOG, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for stream in (1, 2):
            os.dup2(log, stream)
        files = sorted({test.split("::")[0] for test in seconds})
        words = [*QUIET, "-s", "-m", PUT_ASIDE, *files]
        code = int(pytest.main(words, [_Keeper(asked, seconds, reports)]))
    finally:
        os._exit(code)
