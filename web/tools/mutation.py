"""Small changes to the rules, each of which a test must notice: mutmut over `pycore/`.

    .venv/bin/python -m web.tools.mutation [FILE …]

`build.py test --complet` tries them all; with files, those of these alone. mutmut works in a copy,
`.cache/mutation`, so that the tree stays clean; there it remembers each function that has not
changed since, so a second run is short. What survives is listed with the command that shows it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING

from web.tools.paths import CACHE, ROOT

if TYPE_CHECKING:
    from pathlib import Path

COPY = CACHE / "mutation"
COPIED = ("pycore", "data", "web", "tests")
FILES = ("pyproject.toml", "README.md", "LICENSE", "build.py", "package.json", "requirements.lock")
MOST_SURVIVORS = (
    0.12  # of the changes that tests reach; most that are left change a message or none
)
SETTINGS = """

[tool.mutmut]
source_paths = ["pycore"]
only_mutate = {files}
also_copy = {also}
pytest_add_cli_args = ["--vite"]
pytest_add_cli_args_test_selection = ["tests"]
"""
# What mutmut's exit codes stand for, of those that a run can leave.
NAMES = {0: "survit", 1: "noté", 3: "noté", 33: "jamais atteint", 34: "laissé", 36: "trop long"}
OUTCOME = re.compile(r"^ +(\S+): (survived|no tests|timeout|suspicious)$", re.MULTILINE)


def laid(files: list[str]) -> Path:
    """Bring the copy to what the tree holds now, and tell mutmut what to try in it."""
    for name in COPIED:
        shutil.rmtree(COPY / name, ignore_errors=True)
        shutil.copytree(ROOT / name, COPY / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copyfile(ROOT / name, COPY / name)
    also = [name for name in (*COPIED, *FILES) if name not in {"pycore", "tests", FILES[0]}]
    settings = SETTINGS.format(files=json.dumps(files or ["pycore/*"]), also=json.dumps(also))
    with (COPY / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write(settings)
    return COPY


def outcomes(folder: Path) -> Counter[str]:
    """Count what became of the changes, by mutmut's own record of each file."""
    counts: Counter[str] = Counter()
    for path in (folder / "mutants").rglob("*.meta"):
        codes = json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
        counts.update(NAMES.get(code, f"code {code}") for code in codes.values())
    return counts


def main(arguments: list[str]) -> int:
    """Try the changes; fail if more than a few survive of those that tests reach."""
    folder = laid(arguments)
    environment = {**os.environ, "PYCORE_SANS_HORLOGE": "1"}
    mutmut = (sys.executable, "-m", "mutmut")
    log = folder / "mutmut.txt"
    with log.open("w", encoding="utf-8") as said:
        ran = subprocess.run(
            (*mutmut, "run"), cwd=folder, env=environment, stdout=said, stderr=said, check=False
        )
    counts = outcomes(folder)
    if ran.returncode != 0 or not counts:
        print("\n".join(log.read_text(encoding="utf-8").replace("\r", "\n").splitlines()[-30:]))
        return 1
    listed = subprocess.run(
        (*mutmut, "results"), cwd=folder, capture_output=True, text=True, check=False
    ).stdout
    for name, outcome in OUTCOME.findall(listed):
        print(f"{outcome:10} {name}")
    survivors = counts["survit"]
    reached = survivors + counts["noté"] + counts["trop long"]
    told = ", ".join(f"{name} : {number}" for name, number in sorted(counts.items()))
    print(f"{told}\n{survivors} survivants sur {reached} modifications atteintes")
    print(f"Pour en voir une : cd {folder.relative_to(ROOT)} && mutmut show NOM")
    return 0 if survivors <= MOST_SURVIVORS * reached else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
