"""Processes that each try one change, and end with their verdict."""

from __future__ import annotations

import os
import resource
import signal
import time
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import pytest

from tests.support.soon import UNCOUNTED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

SURVIVES, SEEN, APART = 0, 1, 2  # what a child ends with; by a signal, it has been seen too
ASLEEP = 3600  # seconds of a clock: one that waits for ever is noticed
LEAST, TIMES = 8, 8  # seconds of a process, and times what a test takes: one that loops is noticed
IMPORTED = 60  # the same for what stands between two tests: imports
MOST = 4 << 30  # bytes: one that grows for ever is noticed


class _Running(NamedTuple):
    rank: int
    end: float


class Children:
    """The trials that are running in forks of this process."""

    def __init__(self) -> None:
        self.running: dict[int, _Running] = {}

    def start(self, rank: int, judge: Callable[[], int]) -> None:
        """Fork; `judge` gives the verdict in the child."""
        child = os.fork()
        if child == 0:
            _alone(judge)
        self.running[child] = _Running(rank, time.monotonic() + ASLEEP)

    def ended(self) -> Iterator[tuple[int, int]]:
        """Give the rank and the verdict of those that have ended."""
        for child, trial in list(self.running.items()):
            done, status = os.waitpid(child, os.WNOHANG)
            if not done and time.monotonic() > trial.end:
                os.kill(child, signal.SIGKILL)
                done, status = os.waitpid(child, 0)
            if done:
                del self.running[child]
                code = os.waitstatus_to_exitcode(status)
                yield trial.rank, code if code in {SURVIVES, APART} else SEEN


def silent() -> None:
    """Read and write nothing more."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)


def _alone(judge: Callable[[], int]) -> NoReturn:
    code = SEEN
    try:
        os.environ[UNCOUNTED] = "1"
        silent()
        resource.setrlimit(resource.RLIMIT_AS, (MOST, MOST))
        signal.setitimer(signal.ITIMER_PROF, IMPORTED)
        code = judge()
    finally:
        os._exit(code)


class Watch:
    """The pytest plugin of a child: it ends at the first test that fails, and says which."""

    def __init__(self, rank: int, seconds: Mapping[str, float], reports: int) -> None:
        self.rank = rank
        self.seconds = seconds
        self.reports = reports

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        """Let it take some time, and no more."""
        most = LEAST + TIMES * self.seconds.get(item.nodeid, LEAST)
        signal.setitimer(signal.ITIMER_PROF, most)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, IMPORTED)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """End where a test fails."""
        self._end_if(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """End where a file of tests cannot be read."""
        self._end_if(report)

    def _end_if(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.failed:
            tell(self.reports, self.rank, report.nodeid)
            os._exit(SEEN)


def tell(reports: int, rank: int, word: str | int) -> None:
    """Write a line to whoever started the trials, at once and whole."""
    os.write(reports, f"{rank}\t{word}\n".encode()[:4096])
