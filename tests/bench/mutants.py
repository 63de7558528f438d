"""Tries small changes to the rules, and tells those that no test notices.

    .venv/bin/python -m tests.bench.mutants [--nombre=N] [--graine=G] [--taches=T] [--vite=1]
        [--premiers=1] [--journal=JOURNAL] [FILE …]

`--nombre` is a sample of the changes of these files (of all the rules where none is named), drawn
by the words of each change and the seed `--graine`: a line that moves draws no other. The tests
that reach each line are measured first, for some minutes, and again after any change of a source.
`--taches` is how many are tried at once. `--vite=1` measures the quick tests alone, tries the
others on what these do not notice, and leaves out the survivors that are named. `--premiers=1`
stops at the first tests of each function. In `--journal` each verdict is written, a line of JSON,
as soon as it is known; what stands there is not tried again.

A survivor that `tests/mutants_survivants.toml` names is told with its reason; the exit code is 1
where another survives, or where one that is named is noticed, and 2 where the tests fail without
any change.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.mutants import Mutant, mutants
from tests.support.reach import measured, quick, whole
from tests.support.trials import Trial, tried
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tests.support.reach import Reach

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


class Journal:
    """Remembers in a file, if there is one, what has been seen of each change."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.known: dict[str, bool] = {}  # mutant -> whether it is noticed
        if path and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                if row["vu"] or row["tous_les_tests"]:  # or it has not been tried to the end
                    self.known[row["mutant"]] = row["vu"]

    def write(self, trial: Trial) -> None:
        """Add a line."""
        self.known[str(trial.mutant)] = trial.noticed
        if self.path:
            row = {
                "mutant": str(trial.mutant),
                "vu": trial.noticed,
                "par": trial.test,
                "secondes": round(trial.seconds, 2),
                "tous_les_tests": trial.whole,
            }
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row, ensure_ascii=False) + "\n")


class FailingError(Exception):
    """The tests fail without any change."""


def judged(
    found: list[Mutant], reach: Reach, workers: int, journal: Journal, *, all_tests: bool
) -> Iterator[Mutant]:
    """Try them; give the survivors."""
    done, doubtful = 0, 0
    for trial in tried([None, *found], reach, workers, whole=all_tests):
        if trial.mutant is None:
            if trial.noticed:
                raise FailingError(trial.test)
            continue
        journal.write(trial)
        if trial.noticed or not trial.whole:
            done += 1
            doubtful += not trial.noticed
            if done % 100 == 0:
                say(f"… {done} sur {len(found)}, {doubtful} que les premiers tests ne voient pas")
        if not trial.noticed and (trial.whole or not all_tests):
            yield trial.mutant


def main(arguments: list[str]) -> int:
    """Try what is asked for; give the exit code."""
    options = dict(
        word.removeprefix("--").split("=", 1) for word in arguments if word.startswith("--")
    )
    files = [(ROOT / word).resolve() for word in arguments if not word.startswith("--")]
    found = [each for path in files or everything() for each in mutants(path)]
    if "nombre" in options:
        found = drawn(found, int(options["nombre"]), options.get("graine", "0"))
    journal = Journal(Path(options["journal"]) if "journal" in options else None)
    quickly, known, start = "vite" in options, reasons(), time.monotonic()
    if quickly:  # one that is known to survive costs all the tests
        found = [each for each in found if str(each) not in known]
    todo = [each for each in found if str(each) not in journal.known]
    reach = measured(quick() if quickly else whole())
    workers = int(options.get("taches", os.cpu_count() or 1))
    others = reach._replace(seconds=dict.fromkeys(set(whole()) - set(quick()), 1.0))
    try:
        for mutant in judged(todo, reach, workers, journal, all_tests="premiers" not in options):
            if quickly:
                say(f"les autres tests sont joués pour {mutant}")
                if any(trial.noticed for trial in tried([mutant], others)):
                    journal.known[str(mutant)] = True
    except FailingError as failing:
        say(f"les tests échouent sans rien changer : {failing}")
        return 2
    left = [each for each in found if not journal.known[str(each)]]
    for mutant in left:
        why = known.get(str(mutant))
        say(f"survit (ligne {mutant.line}) {mutant}" + (f" : {why}" if why else ""))
    wrong = sum(str(each) not in known for each in left)
    for mutant in found:
        if journal.known[str(mutant)] and str(mutant) in known:
            say(f"nommé survivant, et vu : {mutant}")
            wrong += 1
    spent, rate = time.monotonic() - start, len(left) / max(1, len(found))
    say(f"{len(left)} survivants sur {len(found)} ({rate:.1%}), {spent:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
