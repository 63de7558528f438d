"""The page as it is built, with its rules answered by the process of the test.

All is the page's own, the worker and every check of what it downloads included; only Pyodide is
not there. In its place stand a few lines that start at once and hand each message to the server,
which asks `pycore.api.answer`. So a page is ready in a tenth of a second, and a test that looks
at a form or a result need not wait for WebAssembly. What Pyodide itself does is tested with it.
"""

from __future__ import annotations

import json
import threading
from http import HTTPStatus
from typing import TYPE_CHECKING
from unittest.mock import patch

from pycore import api
from pycore.calculs import JEUX
from web.tools import build, serve, static
from web.tools.manifest import write_manifest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ASK = "/api.answer"

# What worker.js takes from Pyodide, in the order in which it takes it. Text travels as JSON, so
# that half a character, which UTF-8 cannot say, arrives as it left.
PYODIDE = """
export async function loadPyodide({ stdLibURL, fsInit }) {
  await WebAssembly.instantiateStreaming(await fetch('pyodide.asm.wasm'), {});
  await (await fetch(stdLibURL)).arrayBuffer();
  await fsInit({ writeFile() {} });
  return { pyimport: () => ({ answer }) };
}

function answer(text) {
  const asked = new XMLHttpRequest();
  asked.open('POST', '%s', false);
  asked.send(JSON.stringify(text));
  if (asked.status !== 200) throw new Error(`the test's process: ${asked.status}`);
  return JSON.parse(asked.responseText);
}
"""
SMALLEST_MODULE = bytes((0, 97, 115, 109, 1, 0, 0, 0))
SPARE = b"archive " * 16  # long enough to be cut and altered

_one_at_a_time = threading.Lock()


def make_runtime(out: Path) -> None:
    """Fill `out` with the files that a page downloads, as `web.tools.runtime` does."""
    out.mkdir(parents=True, exist_ok=True)
    files = {
        "pyodide.js": (PYODIDE % ASK).encode(),
        "pyodide.asm.js": b"// nothing\n" * 8,
        "pyodide.asm.wasm": SMALLEST_MODULE,
        "stdlib.zip": SPARE,
        **{f"{jeu}.zip": SPARE for jeu in JEUX},
    }
    for name, content in files.items():
        (out / name).write_bytes(content)
    lock = {"info": {"python": "3.13.2"}, "packages": {}}
    write_manifest(out, files, {"pyodide": "0.29.5", "verrou": lock})


def make_pages(out: Path) -> None:
    """Build the pages into `out`, with this runtime."""
    with patch.object(static, "make_trial", lambda out, **_: make_runtime(out)):
        build.trial(out)


class Answering(serve.Handler):
    """Answers the page's messages as well."""

    def do_POST(self) -> None:  # noqa: N802 -- as inherited
        """Hand a message to the rules, or refuse what is sent anywhere else."""
        sent = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path != ASK:
            self.send_error(HTTPStatus.NOT_IMPLEMENTED)
            return
        with _one_at_a_time:
            answer = api.answer(json.loads(sent))
        body = json.dumps(answer).encode()
        self.reply(HTTPStatus.OK, {"Content-Type": serve.MIME[".json"]}, body)


def start(
    root: Path, faults: serve.Fault | None = None, *, csp: str = serve.CSP
) -> tuple[str, Callable[[], None]]:
    """Serve these pages as `serve.start` does, and answer them."""
    with patch.object(serve, "Handler", Answering):
        return serve.start(root, faults=faults, csp=csp)
