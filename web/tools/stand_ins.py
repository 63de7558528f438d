"""Parts of Pyodide that a calculator never uses, and the few lines that take their place.

The worker calls one plain function and installs no package, yet Pyodide starts an event loop and
a loader of packages before anything else: with all that they import, half of its own start and of
the standard library's weight. Whatever asks for them all the same fails by name, and can give no
other answer than before; and no archive is kept that does not answer every case (runtime.mjs).
"""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

STAND_INS = {
    # The core asks for the module, and for what is in it only when something is awaited.
    "asyncio/__init__.py": "",
    "pyodide/webloop.py": "def _initialize_event_loop():\n    pass\n",
    # JavaScript asks both places for their text, and one list when it begins.
    "pyodide/_package_loader.py": """
class Place:
    def __init__(self, path):
        self.path = path
    def __str__(self):
        return self.path
SITE_PACKAGES = Place("/lib/site-packages")
DSO_DIR = Place("/usr/lib")
def init_loaded_packages():
    pass
""",
}


def write_library(source: Path, target: Path) -> None:
    """Write Pyodide's standard library with these in their places.

    Raises KeyError when it has none of one of those names: Pyodide is another then.
    """
    missing = dict(STAND_INS)
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            new.writestr(name, missing.pop(name) if name in missing else old.read(name))
    if missing:
        raise KeyError(*missing)
