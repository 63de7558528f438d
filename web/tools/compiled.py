"""The rules as the browser and the wheel carry them: a copy of `pycore/` with its data ready-made.

The copy stands outside `pycore/`, so that a bare checkout goes on reading `data/` and an editor
who changes a figure never meets an older one.
"""

from __future__ import annotations

import shutil
from importlib import import_module
from typing import TYPE_CHECKING

from pycore import loader, rows
from pycore.anima import rows as anima_rows
from pycore.nephilim import rows as nephilim_rows
from web.tools.paths import CACHE, ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from types import ModuleType

PACKAGE = "pycore"
MODULE = "_donnees.py"
STAGED = CACHE / "paquet"
_HEAD = '"""The tables of data/, checked and ready; made by build.py, not to be edited."""\n\n'


GAMES = {"nephilim": nephilim_rows, "anima": anima_rows}


def compiled_sources(games: Mapping[str, object] | None = None) -> dict[str, str]:
    """Write the tables as Python, for each game the source of `pycore.<game>._donnees`.

    `games` are the tables by game; when None, they are read from `data/`. The rows print themselves
    as the calls that make them. Raises DataError with everything wrong with the data of any game.
    """
    if games is None:
        games = loader.load_all({name: (row.Regles, row.FICHIERS) for name, row in GAMES.items()})
    return {name: _source(GAMES[name], regles) for name, regles in games.items()}


def _source(module: ModuleType, regles: object) -> str:
    written = repr(regles)
    imported = "".join(
        f"from {where} import {', '.join(sorted(used))}\n"
        for where, names in sorted(_row_types(rows, module).items())
        if (used := [name for name in names if f"{name}(" in written])
    )
    return f"{_HEAD}{imported}\nREGLES = {written}\n"


def _row_types(*modules: ModuleType) -> dict[str, set[str]]:
    """Names of the row types that these modules reach, by the module that defines each."""
    found: dict[str, set[str]] = {}
    todo = {module.__name__ for module in modules}
    while todo:
        module = import_module(todo.pop())
        found.setdefault(module.__name__, set())
        for name, each in vars(module).items():
            if isinstance(each, type) and issubclass(each, tuple) and each is not tuple:
                if each.__module__ == module.__name__:
                    found[module.__name__].add(name)
                elif each.__module__ not in found:
                    todo.add(each.__module__)
    return {where: names for where, names in found.items() if names}


def stage_package(out: Path = STAGED, games: Mapping[str, object] | None = None) -> Path:
    """Copy `pycore/` into a folder, with its tables compiled; answers the copy's own folder.

    `games` are the tables by game; when None, they are read from `data/`.
    """
    package = out / PACKAGE
    shutil.rmtree(package, ignore_errors=True)
    source = ROOT / PACKAGE
    shutil.copytree(source, package, ignore=shutil.ignore_patterns("__pycache__", MODULE))
    for name, text in compiled_sources(games).items():
        (package / name / MODULE).write_text(text, encoding="utf-8")
    return package
