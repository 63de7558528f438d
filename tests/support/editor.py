"""What an editor has: data of their own to spoil, and the commands that make the wiki's tables.

A command runs in the process of the test, which takes it no time to start; `run_alone` gives it one
of its own, with a copy of the code and no installed package.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

from pycore import loader
from tests.support.frozen import laid
from web.tools import check_tables, tables
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

COMMANDS = {"tables": tables.main, "check": check_tables.main}


class Done(NamedTuple):
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str


class Copy(NamedTuple):
    """The data, and what can be done with it."""

    root: Path

    def run(self, command: str, *words: str) -> Done:
        """Run a command, which finds its files here."""
        out, err = io.StringIO(), io.StringIO()
        with (
            patch.object(loader, "DATA", self.root / "data"),
            patch.object(tables, "DIST", self.root / "dist"),
            patch.object(check_tables, "DIST", self.root / "dist"),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            try:
                code = COMMANDS[command](list(words))
            except SystemExit as ended:
                code = int(ended.code or 0)
        return Done(code, out.getvalue(), err.getvalue())

    def run_alone(self, *words: str, seed: str = "0", module: bool = False) -> Done:
        """Run a command as `python3 build.py` does, or as `python3 -m pycore`."""
        start = ["-m", "pycore"] if module else ["build.py"]
        # -S: no installed package is there to be imported.
        done = subprocess.run(
            [sys.executable, "-S", *start, *words],
            cwd=self.with_code(),
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1", "no_proxy": "*"},
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=120,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def with_code(self) -> Path:
        """Copy the rules and the commands beside the data; give the folder."""
        if not (self.root / "build.py").exists():
            unwanted = shutil.ignore_patterns("__pycache__")
            for folder in ("pycore", "web/tools"):
                shutil.copytree(ROOT / folder, self.root / folder, ignore=unwanted)
            shutil.copyfile(ROOT / "build.py", self.root / "build.py")
        return self.root

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
    """Lay the data."""
    laid(root / "data")
    return Copy(root)
