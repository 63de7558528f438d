"""Tries small changes to the rules, and tells those that no test notices.

    .venv/bin/python -m tests.bench.mutants [--nombre=N] [--graine=G] [--pas=N] [FILE …]

`--nombre` is a sample drawn with the seed `--graine`; `--pas` takes every so many-th of each file.
The last line counts them; the exit code is 1 where one survives, 2 where the tests fail without.
"""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path

import hypothesis  # imported once for all that is forked from here
import pytest

from tests.support.mutants import mutants, tried
from web.tools.paths import ROOT

IMPORTED = (hypothesis, pytest)


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(arguments: list[str]) -> int:
    """Try what is asked for; give the exit code."""
    options = dict(
        word.removeprefix("--").split("=", 1) for word in arguments if word.startswith("--")
    )
    named = [(ROOT / word).resolve() for word in arguments if not word.startswith("--")]
    files = named or sorted((ROOT / "pycore").rglob("*.py"))
    step = int(options.get("pas", 1))
    found = [each for path in files for each in list(mutants(Path(path)))[step // 2 :: step]]
    if "nombre" in options:
        drawn = random.Random(int(options.get("graine", 0)))  # noqa: S311 - a sample, no secret
        found = drawn.sample(found, min(len(found), int(options["nombre"])))
    start, left = time.monotonic(), 0
    for mutant, noticed in tried([None, *found], os.cpu_count() or 1):
        if mutant is None and noticed:
            say("les tests échouent sans rien changer")
            return 2
        if mutant is not None and not noticed:
            left += 1
            say(f"survit {mutant}")
    spent = time.monotonic() - start
    say(f"{left} survivants sur {len(found)} ({left / max(1, len(found)):.1%}), {spent:.0f} s")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
