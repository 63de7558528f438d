"""What the tests look at, built once for all processes, and kept until what it is made of changes.

It stands in `.cache/essais/`, in a folder named after the hash of every file that it comes from:
a second run builds nothing, and a process that finds another at work waits for it. What stands
there is for reading; a test that changes a file changes a copy.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock

from tests.support.frozen import FROZEN
from web.tools.paths import CACHE, ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PLACE = CACHE / "essais"
KEPT = 8  # several of two or three sorts
MADE_OF = (
    *(ROOT / name for name in ("pycore", "data", "web", "tests/support", "tests/cases")),
    *(ROOT / name for name in ("pyproject.toml", "LICENSE", "package-lock.json")),
    FROZEN,
)


def shared(name: str, make: Callable[[Path], object]) -> Path:
    """Give the folder that `make` fills, which only the first who asks waits for."""
    PLACE.mkdir(parents=True, exist_ok=True)
    made = PLACE / f"{name}-{inputs()}"
    with FileLock(PLACE / f"{name}.verrou"):
        if not made.is_dir():
            with tempfile.TemporaryDirectory(dir=PLACE) as work:
                make(Path(work) / "made")
                (Path(work) / "made").rename(made)
            prune()
        os.utime(made)
    return made


def prune() -> None:
    """Keep the folders used last."""
    folders = sorted(PLACE.glob("*-*/"), key=lambda each: each.stat().st_mtime_ns, reverse=True)
    for old in folders[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


@cache
def inputs() -> str:
    """Hash the names and contents of all files that something is built of."""
    digest = hashlib.sha256(platform.python_version().encode())
    for path in files():
        content = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:24]


def files() -> Iterator[Path]:
    """List them, in order."""
    for root in MADE_OF:
        found = sorted(root.rglob("*")) if root.is_dir() else [root]
        yield from (each for each in found if each.is_file() and "__pycache__" not in each.parts)
