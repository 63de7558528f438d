"""How a finished installation is known: a stamp written last, and one installer at a time."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

NAME = "complet.txt"


def fingerprint(files: Iterable[Path], *facts: str) -> str:
    """Give the hash of what an installation depends on: its locks and facts of the machine."""
    total = hashlib.sha256()
    for file in files:
        # The name tells an absent lock from an empty one.
        total.update(file.name.encode() + b"\0")
        total.update(hashlib.sha256(file.read_bytes()).digest())
    for fact in facts:
        total.update(fact.encode() + b"\0")
    return total.hexdigest()


def matches(folder: Path, expected: str) -> bool:
    """Tell whether `folder` was completed for exactly this fingerprint."""
    try:
        return (folder / NAME).read_text(encoding="ascii").strip() == expected
    except (OSError, UnicodeDecodeError):
        return False


def write(folder: Path, value: str) -> None:
    """Mark `folder` complete. Call it last: a folder without stamp is made again."""
    (folder / NAME).write_text(value + "\n", encoding="ascii")


@contextlib.contextmanager
def one_at_a_time(root: Path) -> Iterator[None]:
    """Hold the project's installation lock, so that two commands do not install at once.

    The system frees the lock when its holder dies, whatever the way. Windows has no `fcntl`:
    there, two commands started together must be started one after the other.
    """
    if sys.platform == "win32":
        yield
        return
    import fcntl

    cache = root / ".cache"
    cache.mkdir(exist_ok=True)
    handle = os.open(cache / "installation.verrou", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Une autre commande installe : attente…", flush=True)
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
