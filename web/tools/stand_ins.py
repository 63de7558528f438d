"""Parts of Pyodide that a calculator never uses, and the few lines that take their place.

The worker calls one plain function with a text, gets a text, and installs no package. Yet before
anything else Pyodide prepares for more: an event loop, a loader of packages, source code to run,
JavaScript modules to import, signatures to bind. With all that these import (`ast`, `inspect`,
`tempfile`, `random`…) it is most of its own start and half the standard library's weight. Whatever
asks for them all the same fails by name, and can give no other answer than before; and no archive
is kept that does not answer every case (runtime.mjs).
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
    # JavaScript imports by the one; of the other it asks four things when it begins, and no source
    # is ever run: another text is a KeyError.
    "_pyodide/_base.py": """
def eval_code(source, names=None):
    import __main__
    import builtins
    import importlib
    return {
        "{}": {},
        "import importlib; importlib": importlib,
        "import __main__; __main__.__dict__": __main__.__dict__,
        "import builtins; builtins.__dict__": builtins.__dict__,
    }[source]
def pyimport_impl(path):
    from importlib import import_module
    return import_module(path)
""",
    "pyodide/code.py": "",
    # What a fault prints loads what that takes when there is one.
    "_pyodide/__init__.py": """
from . import _base, _importhook
def set_excepthook():
    import sys
    sys.excepthook = _print
def _print(*fault):
    from traceback import print_exception
    print_exception(*fault)
""",
    # Python imports no JavaScript here, `js` included: it has texts, and nothing of the page's.
    "_pyodide/_importhook.py": """
jsfinder = None
def register_js_finder():
    pass
def register_js_module(name, module):
    pass
def unregister_js_module(name):
    pass
def register_windows_finder():
    pass
def register_module_not_found_hook(packages, unvendored):
    pass
def add_note_to_module_not_found_error(error):
    pass
""",
    "_pyodide/jsbind.py": "no_default = default_signature = None\n",
    # The core asks this one thing of what it hands to JavaScript.
    "inspect.py": """
def iscoroutinefunction(function):
    return bool(getattr(getattr(function, "__code__", None), "co_flags", 0) & 0x80)
""",
    # Docstrings are not shipped.
    "_pyodide/docstring.py": """
def dedent_docstring(text):
    return text or ""
def get_cmeth_docstring(function):
    return ""
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
