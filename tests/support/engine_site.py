"""A page with nothing but the engine on it, served with the faults a test wants.

Its Python is the real one, or stood in for by the process of the test (`tests.support.answered`).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.support import answered
from tests.support.faults import Faults
from web.tools import serve
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.page import Page

HTML = """<!doctype html><html lang="fr"><meta charset="utf-8"><title>moteur</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="page.css">
<script src="avant.js"></script><script type="module" src="page.js"></script>
<div></div><form id="loin"><input name="x"></form></html>"""

SCRIPT = """
import { createEngine } from './src/engine.js';
import { startWhenNear } from './src/start.js';
const asked = new URLSearchParams(location.search);
const [base, jeu] = [new URL('./%s/', import.meta.url), asked.get('jeu')];
Object.assign(globalThis, { createEngine, startWhenNear, base, jeu });
const timeoutMs = Number(asked.get('patience'));
globalThis.engine = createEngine({ base, jeu, timeoutMs });
globalThis.states = [];
engine.onState((state) => states.push({ ...state, at: performance.now() }));
"""

# What an old browser lacks, taken away before any script of the page runs.
BEFORE = {
    "": "",
    "sans_wasm": "delete globalThis.WebAssembly;",
    # As browsers without module workers do, it never looks at `type`.
    "sans_worker": "globalThis.Worker = class { constructor(url) {} terminate() {} };",
    "economie": "Object.defineProperty(navigator, 'connection', {value: {saveData: true}});",
    # As on a page served without encryption.
    "sans_subtle": "Object.defineProperty(crypto, 'subtle', {value: undefined});",
}


class Site(NamedTuple):
    """A served page, the window it is open in, and what its server does."""

    page: Page
    url: str
    faults: Faults
    jeu: str

    def open(self, *, patience: float = 30) -> None:
        """Load the page; `patience` is the longest silence the engine bears, in seconds."""
        self.page.goto(f"{self.url}?patience={patience * 1000:g}&jeu={self.jeu}")
        self.page.wait("!!globalThis.engine", 10)

    def start(self, *, patience: float = 30) -> None:
        """Load the page and start the engine, waiting for nothing."""
        self.open(patience=patience)
        self.page.js("engine.start()")

    def settled(self) -> Any:
        """Wait until the engine is ready or unavailable; give the state and its reason."""
        return self.page.wait(
            "!['repos', 'chargement'].includes(engine.state.etat)"
            " && [engine.state.etat, engine.state.raison]"
        )

    def ask(self, operation: str, body: object) -> Any:
        """Give the answer of a call, or the name of the error that it was rejected with."""
        words = f"{json.dumps(operation)}, {json.dumps(body)}"
        return self.page.js(f"engine.call({words}).catch((error) => `${{error}}`)", 60)


def make_site(folder: Path, runtime: Path) -> None:
    """Put page, scripts and runtime in `folder`, the runtime under a name that browsers cache."""
    shutil.copytree(ROOT / "web" / "src", folder / "src")
    name = hashlib.sha256((runtime / "manifest.json").read_bytes()).hexdigest()[:16]
    shutil.copytree(runtime, folder / name)
    (folder / "index.html").write_text(HTML, encoding="utf-8")
    (folder / "page.css").write_text("div { height: 4000px }", encoding="utf-8")
    (folder / "page.js").write_text(SCRIPT % name, encoding="utf-8")


class Browser(Faults):
    """The faults of a server to which some browser comes: a script makes ours into that one."""

    def __init__(self, root: Path, before: str) -> None:
        super().__init__(root)
        self.before = before

    def __call__(self, path: str, handler: serve.Handler) -> bool:
        """Answer with that script, or as faults do."""
        if path != "/avant.js":
            return super().__call__(path, handler)
        handler.reply(200, {"Content-Type": serve.MIME[".js"]}, self.before.encode())
        return True


@contextlib.contextmanager
def served(folder: Path, page: Page, lacking: str = "", jeu: str = "nephilim") -> Iterator[Site]:
    """Serve the folder, at an address of its own so that no cache holds anything of it.

    The page has the rules of the game `jeu`.
    """
    faults = Browser(folder, BEFORE[lacking])
    url, stop = answered.start(folder, faults)
    try:
        yield Site(page, url, faults, jeu)
        page.goto("about:blank")  # ends the worker before its server
    finally:
        faults.released.set()
        stop()


TROUBLE = "essai"  # the game of the package below


def trouble_package(folder: Path) -> Path:
    """Make, in `folder`, a package of the rules' name that fails on demand; give its path."""
    package = folder / "pycore"
    (package / "jeux").mkdir(parents=True)
    for name in ("__init__.py", "jeux/__init__.py", f"jeux/{TROUBLE}.py"):
        (package / name).write_text("", encoding="utf-8")
    shutil.copyfile(ROOT / "tests" / "support" / "trouble.py", package / "api.py")
    return package
