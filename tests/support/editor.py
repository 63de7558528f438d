"""A copy of what an editor needs to make the wiki's tables, with data of its own to spoil."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

from tests.support.frozen import laid
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path


class Done(NamedTuple):
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str


class Copy(NamedTuple):
    """The copy, and what can be done with it."""

    root: Path

    def run(self, *words: str, seed: str = "0", module: bool = False) -> Done:
        """Run a command as `python3 build.py` does, or as `python3 -m pycore`."""
        start = ["-m", "pycore"] if module else ["build.py"]
        # -S: no installed package is there to be imported.
        done = subprocess.run(
            [sys.executable, "-S", *start, *words],
            cwd=self.root,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1", "no_proxy": "*"},
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=120,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    @property
    def made(self) -> dict[str, bytes]:
        """What stands in `dist/tables/`, by name of file."""
        folder = self.root / "dist" / "tables"
        return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}

    def change(self, name: str, before: str, after: str) -> None:
        """Change what stands once in a file of data."""
        path = self.root / "data" / name
        texte = path.read_text(encoding="utf-8")
        assert texte.count(before) == 1
        path.write_text(texte.replace(before, after), encoding="utf-8")

    def pages(self) -> dict[str, str]:
        """The pages of `dist/tables/` by title, as its manifest says."""
        listed = json.loads(self.made["manifeste.json"])["pages"]
        return {each["titre"]: self.made[each["fichier"]].decode() for each in listed}


def copied(root: Path) -> Copy:
    """Copy the rules, the data and the commands."""
    unwanted = shutil.ignore_patterns("__pycache__")
    for folder in ("pycore", "web/tools"):
        shutil.copytree(ROOT / folder, root / folder, ignore=unwanted)
    laid(root / "data")
    shutil.copyfile(ROOT / "build.py", root / "build.py")
    return Copy(root)
