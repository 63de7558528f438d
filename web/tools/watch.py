"""What `serve` shows follows its sources: after a change, asking for a page rebuilds it.

Nothing runs between two reloads: the sources' sizes and times are compared with those of the last
build when a page is asked for. The build runs in a Python of its own, since this one holds the
rules and the tables as they were:

    python -m web.tools.watch FOLDER

builds there; what is wrong is told on stderr, in French, and the exit code is 1.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
import traceback
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock

from web.tools.paths import CACHE, ROOT
from web.tools.setup import SetupError

if TYPE_CHECKING:
    from collections.abc import Iterator

SERVED = CACHE / "serve"
FOLDERS = ("data", "pycore", "web")
FILES = ("LICENSE", "package-lock.json", "pyproject.toml", "requirements.lock")
NAMED = 3  # files that a line in the terminal names; of more, it gives the number

Stamps = dict[str, list[int]]


def stamps(root: Path) -> Stamps:
    """Give what shows a change of each source: its size and its times, in nanoseconds."""
    paths = [root / name for name in FILES]
    for folder in FOLDERS:
        paths += _files(root / folder)
    made = {}
    for path in paths:
        try:
            told = path.stat()
        except FileNotFoundError:  # gone meanwhile: that is a change too
            continue
        name = path.relative_to(root).as_posix()
        made[name] = [told.st_size, told.st_mtime_ns, told.st_ctime_ns]
    return made


def _files(folder: Path) -> Iterator[Path]:
    """List the sources of a folder; what Python and editors put beside them is none."""
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if _is_source(name)]
        yield from (Path(place, name) for name in names if _is_source(name))


def _is_source(name: str) -> bool:
    return name != "__pycache__" and not name.startswith((".", "#")) and not name.endswith("~")


class Watch:
    """A built folder that follows its sources; call it before a page is read there."""

    def __init__(self, root: Path = ROOT, kept: Path = SERVED) -> None:
        """Build into `kept`, where an earlier build may stand."""
        self.root, self.folder, self._seen = root, kept / "page", kept / "sources.json"
        self._shown: Stamps = {}  # what was last built here
        self._refused: tuple[Stamps, str] | None = None
        kept.mkdir(parents=True, exist_ok=True)
        self._alone = threading.Lock()  # one reader of this server at a time, then one server
        self._others = FileLock(kept / "verrou")

    def __call__(self) -> str:
        """Rebuild if a source has changed; give what is wrong with them, in French, or nothing."""
        with self._alone, self._others:
            now = stamps(self.root)
            if self._refused and self._refused[0] == now:
                return self._refused[1]
            built = self._built()
            told = "" if built == now else self._rebuild(built or self._shown, now)
            if told:
                self._refused = (now, told)
            else:
                self._shown, self._refused = now, None
            return told

    def _built(self) -> Stamps:
        """Give the stamps of what the folder was built from; none if it is not whole."""
        try:
            made: Stamps = json.loads(self._seen.read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            return {}
        return made if self.folder.is_dir() else {}

    def _rebuild(self, before: Stamps, now: Stamps) -> str:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._seen.unlink(missing_ok=True)  # until it is built, the folder is of no one state
        begun = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-m", "web.tools.watch", str(self.folder.resolve())],
            cwd=self.root,
            env={**os.environ, "PYTHONUTF8": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if done.returncode:
            told = done.stderr.strip() or "La construction s’est arrêtée sans rien dire."
            print(f"La page n’a pas pu être construite.\n{told}", file=sys.stderr, flush=True)
            return told
        self._seen.write_text(json.dumps(now), encoding="utf-8")
        took = f"{time.monotonic() - begun:.1f}".replace(".", ",")
        what = f"Reconstruit en {took} s : {_changed(before, now)}"
        print(what if before else f"La page est construite en {took} s.", flush=True)
        return ""


def _changed(before: Stamps, now: Stamps) -> str:
    """Name the sources that are not as they were, those that came or went included."""
    names = sorted(name for name in before | now if before.get(name) != now.get(name))
    return ", ".join(names) if len(names) <= NAMED else f"{len(names)} fichiers"


def fault_of(error: Exception) -> str:
    """Tell what is wrong and where: the project's own lines that led there, the last one first."""
    lines = [
        f"{name}, ligne {frame.lineno} : {frame.line}"
        for frame in reversed(traceback.extract_tb(error.__traceback__))
        if (name := _within(frame.filename)) and frame.filename != __file__
    ]
    if isinstance(error, SyntaxError) and error.filename:
        name = _within(error.filename) or error.filename
        lines.insert(0, f"{name}, ligne {error.lineno} : {(error.text or '').strip()}")
    return "\n".join([f"{type(error).__name__} : {error}", *lines])


def _within(file: str) -> str | None:
    """Name a source of the project from its root; None for what is not ours."""
    path = Path(file)
    if not path.is_relative_to(ROOT) or path.relative_to(ROOT).parts[0] not in FOLDERS:
        return None
    return path.relative_to(ROOT).as_posix()


def main(arguments: list[str]) -> int:
    """Build into the folder that is named; tell in French what stops it."""
    try:
        build = import_module("web.tools.build")
        return int(build.attempt(lambda: build.trial(Path(arguments[0]))))
    except SetupError as error:
        print(error, file=sys.stderr)
    except Exception as error:  # noqa: BLE001 -- whatever is wrong with a source under work is told
        print(fault_of(error), file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
