"""The command line in a process of its own, on the frozen tables."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, NamedTuple

from tests.support.frozen import FROZEN
from web.tools.paths import ROOT

# What `-m pycore` does, once the frozen tables stand in the place of `data/`.
START = f"""
import pathlib, runpy
from pycore import loader
loader.DATA = pathlib.Path({str(FROZEN)!r})
runpy.run_module("pycore", run_name="__main__", alter_sys=True)
"""


class Done(NamedTuple):
    """What a command left: its exit code and its output, which is judged already."""

    code: int
    text: str

    @property
    def json(self) -> Any:
        """The output as one JSON value."""
        return json.loads(self.text)

    @property
    def lines(self) -> list[Any]:
        """The output as JSON Lines."""
        return [json.loads(line) for line in self.text.splitlines()]


def pycore(*words: str, given: bytes = b"", ascii_only: bool = True) -> Done:
    """Run `python3 -m pycore`; nothing may be said on standard error."""
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-W", "error", "-c", START, *words],
        cwd=ROOT,
        input=given,
        capture_output=True,
        check=False,
    )
    assert done.stderr == b"", done.stderr.decode(errors="replace")
    assert done.returncode in (0, 2), done
    if ascii_only:
        assert done.stdout.isascii()
    return Done(done.returncode, done.stdout.decode())
