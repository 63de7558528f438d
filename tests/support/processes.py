"""Programs started for a test: with all their children, and never left behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from typing import IO, TYPE_CHECKING, TypeVar

from tests.support.page import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

T = TypeVar("T")

POLITE = 5  # seconds left to a program that was asked to end


def _signal(process: subprocess.Popen[bytes], *, force: bool) -> None:
    """Ask `process` and its children to end, or end them by `force`."""
    if sys.platform == "win32":
        process.kill()
        return
    # The group outlives its leader while a child is left; it is gone when all are.
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL if force else signal.SIGTERM)


@contextlib.contextmanager
def running(
    command: Sequence[str],
    log: IO[bytes],
    env: Mapping[str, str] | None = None,
    pass_fds: Sequence[int] = (),
) -> Iterator[subprocess.Popen[bytes]]:
    """Run `command` in its own group of processes; end the whole group on leaving."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        env=env,
        pass_fds=pass_fds,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        _signal(process, force=False)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(POLITE)
        _signal(process, force=True)
        process.wait()


def until(
    ready: Callable[[], T | None], process: subprocess.Popen[bytes], seconds: float, what: str
) -> T:
    """Poll `ready` until it gives something, while `process` lives.

    Raises `EngineError` naming `what` if the program ends first, or after `seconds`.
    """
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        answer = ready()
        if answer is not None:
            return answer
        if process.poll() is not None:
            raise EngineError(f"{what} ended while starting, with code {process.returncode}")
        time.sleep(0.02)
    raise EngineError(f"{what} did not start in {seconds:g} s")
