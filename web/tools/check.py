"""`build.py test`: builds, then checks everything, and says what failed or could not run."""

from __future__ import annotations

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
    from collections.abc import Mapping

FAILURE, NOT_ALL_RUN = 1, 4
PYTHON = (sys.executable, "-m")
# On a busy machine a browser may not answer in time: such a test, and no other, is tried once more,
# a few in all, and the report shows what it waited for.
ONCE_MORE = (
    *("--reruns=1", "--only-rerun=EngineTimeoutError", "--max-suite-reruns=3"),
    "--rerun-show-tracebacks",
)
# The page and the worker have different globals: a project for each.
TYPED_JAVASCRIPT = ("web/tsconfig.json", "web/tsconfig.worker.json")


class Stage(NamedTuple):
    """A step of the check: what it is called, and the command whose exit code judges it."""

    name: str
    command: tuple[str, ...]


def stages(pytest_arguments: list[str]) -> list[Stage]:
    """Give the steps in order: the build first, for the tests look at what it made."""
    tsc = (node.find().executable, str(ROOT / node.FOLDER / "typescript/bin/tsc"))
    return [
        Stage("construction", (sys.executable, str(ROOT / "build.py"), "build")),
        Stage("ruff", (*PYTHON, "ruff", "check", "--output-format=concise", ".")),
        Stage(
            "ruff format", (*PYTHON, "ruff", "format", "--check", "--output-format=concise", ".")
        ),
        Stage("mypy", (*PYTHON, "mypy", "--no-error-summary")),
        *(Stage(f"tsc {name}", (*tsc, "--noEmit", "--project", name)) for name in TYPED_JAVASCRIPT),
        Stage("pytest", (*PYTHON, "pytest", *ONCE_MORE, *pytest_arguments)),
    ]


def run(stage: Stage, environment: Mapping[str, str]) -> bool:
    """Run a step with its output on the terminal; tell whether it went well, and how long."""
    print(f"── {stage.name}", flush=True)
    start = time.monotonic()
    code = subprocess.run(stage.command, cwd=ROOT, env=environment, check=False).returncode
    outcome = "bien" if code == 0 else f"échec (code {code})"
    print(f"   {stage.name} : {outcome}, {_seconds(time.monotonic() - start)}", flush=True)
    return code == 0


def _seconds(duration: float) -> str:
    """Write a duration as French does, with a decimal comma."""
    return f"{duration:.1f} s".replace(".", ",")


def read_counts() -> dict[str, int]:
    """Give the number of tests put aside for each missing part in the last run of pytest."""
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
        lines.append(f"non exécuté : {LABELS[name]} ({reason}), {tests}")
    return lines


def verdict(failed: list[str], missing: Mapping[str, str], *, in_ci: bool) -> int:
    """Give the exit code: on a CI machine, which must have everything, a lack is a failure."""
    if failed or (missing and in_ci):
        return FAILURE
    return NOT_ALL_RUN if missing else 0


def main(arguments: list[str]) -> int:
    """Check everything; what is not one of our options goes to pytest."""
    start = time.monotonic()
    environment = dict(os.environ)
    if "--maj-captures" in arguments:
        environment[parts.UPDATE_SCREENSHOTS] = "1"
    missing = missing_parts()
    environment |= {name: os.environ[name] for name in ("CHROME",) if name in os.environ}
    environment[parts.MISSING] = json.dumps(missing)
    environment["HYPOTHESIS_STORAGE_DIRECTORY"] = str(CACHE / "hypothesis")
    parts.COUNTS.unlink(missing_ok=True)
    print(f"Machine prête en {_seconds(time.monotonic() - start)}", flush=True)

    to_pytest = [word for word in arguments if word != "--maj-captures"]
    failed = [stage.name for stage in stages(to_pytest) if not run(stage, environment)]

    in_ci = os.environ.get("CI", "").lower() not in {"", "0", "false"}
    code = verdict(failed, missing, in_ci=in_ci)
    print(f"── bilan, {_seconds(time.monotonic() - start)}")
    if failed:
        print(f"échec : {', '.join(failed)}")
    for line in not_run(missing, read_counts()):
        print(line)
    if code == 0:
        print("Tout va bien.")
    return code
