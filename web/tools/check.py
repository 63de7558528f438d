"""`build.py test`: builds, then checks everything, and says what failed or could not run.

`--vite` is for after each edit: no browser, no wiki, no build. `--complet` is for before a
release: it adds the long tests, coverage and mutation, and writes what it measured, with the
commit and the date. `--accepter` writes anew what is kept of the screen, and shows the difference.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

from web.tools import parts
from web.tools.environment import LABELS, missing_parts
from web.tools.paths import CACHE, ROOT
from web.tools.setup import node

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FAILURE, NOT_ALL_RUN = 1, 4
PYTHON = (sys.executable, "-m")
MODES = ("--vite", "--complet", "--accepter")
MOST_PROCESSES = 4  # each holds a browser
# A browser that was late is asked once more (parts.py), a few times in all; the report says why.
ONCE_MORE = ("--max-suite-reruns=3", "--rerun-show-tracebacks")
# The page and the worker have different globals: a project for each.
TYPED_JAVASCRIPT = ("web/tsconfig.json", "web/tsconfig.worker.json")
LINTED_JAVASCRIPT = ("web", "tests/js")
ACCEPTED = ("tests/figees", "tests/golden", "web/guides/capture-combat.png")
NODE_TEST = ("--test", "--test-reporter=dot")
MODULES = ROOT / "tests" / "js"  # the scripts that need no page
# import-linter is a command of `.venv`, and no module that -m runs.
LAYERS = (
    "from importlinter.cli import lint_imports_command as lint; "
    "lint(['--no-logo', '--cache-dir', '.cache/import-linter'])"
)
GIT = ("git", "-c", "safe.directory=*")  # the folder may be another user's
SUMMARY = CACHE / "complet.txt"
UNTIMED = (("PYCORE_SANS_HORLOGE", "1"),)  # where all is slower, no test counts the time
LEFT_OUT = (
    "Laissé de côté par --vite : la construction, les navigateurs, MediaWiki, les tests longs. "
    "Avant de rendre le travail : python3 build.py test"
)


class Stage(NamedTuple):
    """A step of the check: what it is called, and the command whose exit code judges it."""

    name: str
    command: tuple[str, ...]
    variables: tuple[tuple[str, str], ...] = ()


def looks() -> Iterator[Stage]:
    """Give the steps that read the sources and run nothing of them."""
    executable = node.find().executable
    modules = ROOT / node.FOLDER
    yield Stage("ruff", (*PYTHON, "ruff", "check", "--output-format=concise", "."))
    formatted = ("ruff", "format", "--check", "--output-format=concise", ".")
    yield Stage("ruff format", (*PYTHON, *formatted))
    yield Stage("mypy", (*PYTHON, "mypy", "--no-error-summary"))
    yield Stage("import-linter", (sys.executable, "-c", LAYERS))
    tsc = str(modules / "typescript/bin/tsc")
    for name in TYPED_JAVASCRIPT:
        yield Stage(f"tsc {name}", (executable, tsc, "--noEmit", "--project", name))
    eslint = str(modules / "eslint/bin/eslint.js")
    options = ("--config", "web/eslint.config.mjs", *LINTED_JAVASCRIPT)
    yield Stage("eslint", (executable, eslint, *options))
    modules_tests = map(str, sorted(MODULES.glob("*.test.mjs")))
    yield Stage("node --test", (executable, *NODE_TEST, *modules_tests))


def stages(mode: str, pytest_arguments: list[str]) -> Iterator[Stage]:
    """Give the steps in order: the build first, for the tests look at what it made."""
    if mode != "--vite":
        yield Stage("construction", (sys.executable, str(ROOT / "build.py"), "build"))
    yield from looks()
    # A test of a page waits half of its time: one process more than there are cores.
    processes = min((os.cpu_count() or 1) + (mode != "--vite"), MOST_PROCESSES)
    spread = () if _alone(pytest_arguments) else (f"-n{processes}", "--dist=loadfile")
    asked = () if mode == "" else (mode,)
    yield Stage("pytest", (*PYTHON, "pytest", *ONCE_MORE, *spread, *asked, *pytest_arguments))
    if mode == "--complet":
        measured = ("run", "-m", "pytest", "-q", "--vite")
        yield Stage("couverture", (*PYTHON, "coverage", *measured), UNTIMED)
        yield Stage("couverture, bilan", (*PYTHON, "coverage", "report"))
        yield Stage("mutation", (*PYTHON, "web.tools.mutation"))


def _alone(arguments: list[str]) -> bool:
    """Tell whether whoever asks wants one process: to stop in it, or to choose how many."""
    return any(word.startswith(("-n", "--pdb", "--collect-only", "--co")) for word in arguments)


def run(stage: Stage, environment: Mapping[str, str]) -> tuple[bool, float]:
    """Run a step with its output on the terminal; tell whether it went well, and how long."""
    print(f"── {stage.name}", flush=True)
    start = time.monotonic()
    variables = {**environment, **dict(stage.variables)}
    code = subprocess.run(stage.command, cwd=ROOT, env=variables, check=False).returncode
    outcome = "bien" if code == 0 else f"échec (code {code})"
    spent = time.monotonic() - start
    print(f"   {stage.name} : {outcome}, {_seconds(spent)}", flush=True)
    return code == 0, spent


def _seconds(duration: float) -> str:
    """Write a duration as French does, with a decimal comma."""
    return f"{duration:.1f} s".replace(".", ",")


def read_counts() -> dict[str, int]:
    """Return the number of tests put aside for each missing part in the last run of pytest."""
    try:
        counts: dict[str, int] = json.loads(parts.COUNTS.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}  # pytest could not even start: its own failure says so
    return counts


def not_run(missing: Mapping[str, str], counts: Mapping[str, int]) -> list[str]:
    """Say, for each missing part, why it is missing and how many tests that put aside."""
    lines = []
    for name, reason in missing.items():
        number = counts.get(name, 0)
        tests = f"{number} test{'s' if number > 1 else ''}"
        lines.append(f"non exécuté : {LABELS[name]} ({reason}), {tests}")
    return lines


def verdict(failed: list[str], missing: Mapping[str, str], *, in_ci: bool) -> int:
    """Return the exit code: on a CI machine, which must have everything, a lack is a failure."""
    if failed or (missing and in_ci):
        return FAILURE
    return NOT_ALL_RUN if missing else 0


def commit() -> str:
    """Name the commit that is checked, and say whether the tree differs from it."""
    name, changed = (
        subprocess.run((*GIT, *words), cwd=ROOT, capture_output=True, text=True, check=False).stdout
        for words in (("rev-parse", "HEAD"), ("status", "--porcelain"))
    )
    return f"{name.strip()}{', arbre modifié' if changed else ''}"


def accept(environment: dict[str, str], pytest_arguments: list[str]) -> int:
    """Write anew the shape of the frozen tables, the goldens and the picture; show what changed."""
    golden = pytest_arguments or ["-m", "accepte"]
    steps = (
        Stage("tables figées", (*PYTHON, "tests.support.frozen")),
        Stage("captures et vues", (*PYTHON, "pytest", "-q", *golden)),
    )
    failed = [stage.name for stage in steps if not run(stage, environment | {parts.ACCEPT: "1"})[0]]
    print("── ce qui change (git diff) : à relire avant d’enregistrer", flush=True)
    subprocess.run((*GIT, "diff", "--", *ACCEPTED), cwd=ROOT, check=False)
    return FAILURE if failed else 0


def main(arguments: list[str]) -> int:
    """Check what the mode asks for; what is not one of our options goes to pytest."""
    modes = [word for word in arguments if word in MODES]
    if len(modes) > 1:
        print(f"{' et '.join(modes)} ne vont pas ensemble : choisissez.", file=sys.stderr)
        return 2
    mode = modes[0] if modes else ""
    to_pytest = [word for word in arguments if word not in MODES]
    start = time.monotonic()
    environment = dict(os.environ)
    missing = {} if mode == "--vite" else missing_parts()
    environment |= {name: os.environ[name] for name in ("CHROME",) if name in os.environ}
    environment[parts.MISSING] = json.dumps(missing)
    environment["HYPOTHESIS_STORAGE_DIRECTORY"] = str(CACHE / "hypothesis")
    parts.COUNTS.unlink(missing_ok=True)
    print(f"Machine prête en {_seconds(time.monotonic() - start)}", flush=True)
    if mode == "--accepter":
        return accept(environment, to_pytest)

    failed, lines = [], []
    for stage in stages(mode, to_pytest):
        well, spent = run(stage, environment)
        lines.append(f"{stage.name} : {'bien' if well else 'échec'}, {_seconds(spent)}")
        if not well:
            failed.append(stage.name)

    in_ci = os.environ.get("CI", "").lower() not in {"", "0", "false"}
    code = verdict(failed, missing, in_ci=in_ci)
    lines.append(f"en tout : {_seconds(time.monotonic() - start)}")
    print(f"── bilan, {lines[-1]}")
    if failed:
        print(f"échec : {', '.join(failed)}")
    for line in not_run(missing, read_counts()):
        print(line)
    if mode == "--vite":
        print(LEFT_OUT)
    if mode == "--complet":
        today = dt.datetime.now(tz=dt.UTC).date().isoformat()
        SUMMARY.write_text("\n".join([commit(), today, *lines, ""]), encoding="utf-8")
        print(f"Écrit dans {SUMMARY.relative_to(ROOT)}")
    if code == 0:
        print("Tout va bien.")
    return code
