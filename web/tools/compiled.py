"""The rules as the browser and the wheel carry them: a copy of `pycore/` with its data ready-made.

The copy stands outside `pycore/`, so that a bare checkout goes on reading `data/` and an editor
who changes a figure never meets an older one.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from pycore import loader, rows
from pycore.anima import rows as anima_rows
from pycore.nephilim import rows as nephilim_rows
from web.tools.paths import CACHE, ROOT

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

PACKAGE = "pycore"
MODULE = "_donnees.py"
STAGED = CACHE / "paquet"
_HEAD = '"""The tables of data/, checked and ready; made by build.py, not to be edited."""\n\n'


GAMES = {"nephilim": nephilim_rows, "anima": anima_rows}


def compiled_source(folder: Path = loader.DATA) -> str:
    """Write the tables as a Python module: the rows print themselves as the calls that make them.

    Each game has a function that makes its tables, with names of its own: a page makes those of
    its game alone. Raises DataError with everything wrong with the data.
    """
    games = {name: (each.Regles, each.FICHIERS) for name, each in GAMES.items()}
    made = loader.load_all(games, folder)
    return _HEAD + "\n\n".join(_game(name, regles) for name, regles in made.items())


def _game(name: str, regles: object) -> str:
    """Write the function that makes the tables of a game."""
    imported = "".join(
        f"    from {each.__name__} import {', '.join(_row_types(each))}\n"
        for each in (rows, GAMES[name])
    )
    return f"def {name}():\n{imported}\n    return {regles!r}\n"


def _row_types(module: ModuleType) -> list[str]:
    """Names of the row types that a module defines."""
    return sorted(
        name
        for name, each in vars(module).items()
        if isinstance(each, type) and issubclass(each, tuple) and each.__module__ == module.__name__
    )


def stage_package(out: Path = STAGED) -> Path:
    """Copy `pycore/` into a folder, with its tables compiled; answers the copy's own folder."""
    package = out / PACKAGE
    shutil.rmtree(package, ignore_errors=True)
    source = ROOT / PACKAGE
    shutil.copytree(source, package, ignore=shutil.ignore_patterns("__pycache__", MODULE))
    (package / MODULE).write_text(compiled_source(), encoding="utf-8")
    return package
