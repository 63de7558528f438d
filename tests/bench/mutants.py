"""Tries small changes to the rules, and tells those that no test notices.

    .venv/bin/python -m tests.bench.mutants [--nombre=N] [--graine=G] [--taches=T] [--vite=1] [FILE]

`--nombre` is a sample of the changes of these files (of all the rules where none is named), drawn
by the words of each change and the seed `--graine`: a line that moves draws no other. The tests
that reach each line are measured first, for some minutes, and again after any change of a source.
`--vite=1` measures the quick tests alone, tries the others on what these do not notice, and leaves
out the survivors that are named.

A survivor that `tests/mutants_survivants.toml` names is told with its reason; the exit code is 1
where another survives, or where one that is named is noticed, and 2 where the tests fail without
any change.
"""

from __future__ import annotations

import hashlib
import sys
import time
import tomllib
from typing import TYPE_CHECKING

from tests.support.mutants import Mutant, mutants
from tests.support.reach import measured, quick, whole
from tests.support.trials import tried
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

LISTED = ROOT / "tests" / "mutants_survivants.toml"


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def reasons() -> dict[str, str]:
    """Give the survivors that are known, with why each may survive."""
    rows = tomllib.loads(LISTED.read_text(encoding="utf-8"))["survivant"]
    return {row["mutant"]: row["raison"] for row in rows}


def drawn(found: Iterable[Mutant], number: int, seed: str) -> list[Mutant]:
    """Draw a sample in which each change stands or not whatever the others are."""

    def place(mutant: Mutant) -> bytes:
        return hashlib.sha256(f"{seed}\0{mutant}".encode()).digest()

    return sorted(found, key=place)[:number]


def everything() -> list[Path]:
    """List the files of the rules."""
    return sorted((ROOT / "pycore").rglob("*.py"))


def main(arguments: list[str]) -> int:
    """Try what is asked for; give the exit code."""
    options = dict(
        word.removeprefix("--").split("=", 1) for word in arguments if word.startswith("--")
    )
    files = [(ROOT / word).resolve() for word in arguments if not word.startswith("--")]
    found = [each for path in files or everything() for each in mutants(path)]
    if "nombre" in options:
        found = drawn(found, int(options["nombre"]), options.get("graine", "0"))
    reach = measured(quick() if "vite" in options else whole())
    known = reasons()
    if "vite" in options:  # one that is known to survive costs all the tests
        found = [each for each in found if str(each) not in known]
    others = reach._replace(seconds=dict.fromkeys(set(whole()) - set(quick()), 1.0))
    start, left, wrong, done = time.monotonic(), 0, 0, 0
    for mutant, seen in tried([None, *found], reach, int(options.get("taches", 1))):
        noticed = seen
        if "vite" in options and mutant is not None and not seen:
            say(f"les autres tests sont joués pour {mutant}")
            ((_, noticed),) = tried([mutant], others)
        if mutant is None and noticed:
            say("les tests échouent sans rien changer")
            return 2
        if mutant is None:
            continue
        done += 1
        if done % 25 == 0:
            say(f"… {done} sur {len(found)}, {left} survivants")
        why = known.get(str(mutant))
        left += not noticed
        wrong += noticed == (why is not None)
        if not noticed:
            say(f"survit (ligne {mutant.line}) {mutant}" + (f" : {why}" if why else ""))
        elif why is not None:
            say(f"nommé survivant, et vu : {mutant}")
    spent = time.monotonic() - start
    say(f"{left} survivants sur {len(found)} ({left / max(1, len(found)):.1%}), {spent:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
