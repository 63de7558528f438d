"""`build.py serve`: builds the page and serves it on this machine, as a real host would.

What is served follows its sources (watch.py), in a folder of its own: `dist/` is what `build`
proved. The tests start the same server by `start`, and can have it fail on purpose: see `Fault`.
"""

from __future__ import annotations

import argparse
import html
import http.server
import os
import re
import sys
import threading
import webbrowser
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn
from urllib.parse import unquote, urlsplit

from web.tools.watch import Watch

if TYPE_CHECKING:
    from pathlib import Path

HOST = "127.0.0.1"
PORT = 8000
TRIES = 20  # ports tried after the one asked for
LAST_PORT = 65535

# What a page of this project may do: run its own scripts and WebAssembly, ask its own server for
# what they need, show its own style, and nothing else.
CSP = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "connect-src 'self'; style-src 'self'; img-src 'self' data:; frame-ancestors 'self'; "
    "base-uri 'none'; form-action 'none'"
)

# A page takes its own rule along, for servers that give none. It leaves to them what only a header
# can say, and adds that no text becomes markup, code or an address of code (Trusted Types), but for
# the worker's address (web/src/workers.js).
TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types nephilim-calc"
META_CSP = CSP.replace(" frame-ancestors 'self';", "") + "; " + TRUSTED_TYPES

# PyScript itself makes functions out of text: its page, and no other, is allowed that.
PYSCRIPT_PAGE = "pyscript.html"
PYSCRIPT_CSP = CSP.replace("'wasm-unsafe-eval'", "'wasm-unsafe-eval' 'unsafe-eval'")

MIME = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
# Best first: the coding's name in HTTP, and the ending of the file beside the original.
CODINGS = (("br", ".br"), ("gzip", ".gz"))

# A folder named after a version (0.1.0, v0.1.0-3f2a) or a hash never changes its content.
VERSIONED = re.compile(r"/(?:v?\d+\.\d+\.\d+[^/]*|[0-9a-f]{8,64})/")
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

NOT_FOUND = (
    '<!doctype html><html lang="fr"><meta charset="utf-8"><title>Page introuvable</title>'
    "<h1>Page introuvable</h1><p>Il n’y a rien à cette adresse.</p></html>"
)
# Told instead of any page while the sources cannot be built; %s is why.
NOT_BUILT = (
    '<!doctype html><html lang="fr"><meta charset="utf-8"><title>Page non construite</title>'
    "<h1>La page n’a pas pu être construite</h1><p>Corrigez, enregistrez, puis rechargez.</p>"
    '<pre style="white-space: pre-wrap">%s</pre></html>'
)
NOT_BUILT_CSP = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
# What a method other than GET and HEAD is told.
REFUSED = (
    '<!doctype html><html lang="fr"><meta charset="utf-8"><title>Demande refusée</title>'
    "<h1>Demande refusée (%(code)d)</h1></html>"
)


class Reply(NamedTuple):
    """An answer: its status, its headers and its body."""

    status: HTTPStatus
    headers: dict[str, str]
    body: bytes


def accepts(header: str, coding: str) -> bool:
    """Tell whether an Accept-Encoding header names `coding` with a weight above zero."""
    for part in header.split(","):
        name, _, parameters = part.partition(";")
        if name.strip().lower() == coding:
            weight = re.fullmatch(r"\s*q=([0-9.]+)\s*", parameters)
            return weight is None or float(weight[1]) > 0
    return False


def locate(root: Path, path: str) -> Path | None:
    """Give the file or folder that a URL's path names, if it exists inside `root`."""
    words = unquote(path).split("/")
    if any(word == ".." or "\\" in word or "\0" in word for word in words):
        return None
    found = root.joinpath(*[word for word in words if word not in {"", "."}]).resolve()
    return found if found.is_relative_to(root) and found.exists() else None


def answer(root: Path, path: str, accepted: str) -> Reply:
    """Give the answer to a GET of `path` from a browser that accepts these codings."""
    file = locate(root, path)
    if file is not None and file.is_dir():
        if not path.endswith("/"):
            # Leading slashes are made one: two would name another host.
            place = "/" + path.strip("/") + "/"
            headers = {"Location": place, "Cache-Control": ASK_AGAIN}
            return Reply(HTTPStatus.MOVED_PERMANENTLY, headers, b"")
        file = locate(root, path + "index.html")
    if file is None or not file.is_file():
        headers = {"Content-Type": MIME[".html"], "Cache-Control": ASK_AGAIN}
        return Reply(HTTPStatus.NOT_FOUND, headers, NOT_FOUND.encode())
    page = file.suffix == ".html"
    for_ever = not page and VERSIONED.search(path) is not None
    headers = {
        "Content-Type": MIME.get(file.suffix, "application/octet-stream"),
        "Cache-Control": FOR_EVER if for_ever else ASK_AGAIN,
    }
    if file.name == PYSCRIPT_PAGE:
        headers["Content-Security-Policy"] = PYSCRIPT_CSP
    for coding, ending in CODINGS:
        packed = file.with_name(file.name + ending)
        if packed.is_file():
            headers["Vary"] = "Accept-Encoding"
            if accepts(accepted, coding):
                headers["Content-Encoding"] = coding
                return Reply(HTTPStatus.OK, headers, packed.read_bytes())
    return Reply(HTTPStatus.OK, headers, file.read_bytes())


def not_built(told: str) -> Reply:
    """Give the page that says why there is none: what is told stands in it as text."""
    headers = {
        "Content-Type": MIME[".html"],
        "Cache-Control": "no-store",
        "Content-Security-Policy": NOT_BUILT_CSP,
    }
    body = NOT_BUILT % html.escape(told)
    return Reply(HTTPStatus.INTERNAL_SERVER_ERROR, headers, body.encode())


class Server(http.server.ThreadingHTTPServer):
    """A server that does not wait for its slowest answer when it stops."""

    daemon_threads = True
    block_on_close = False
    # On Windows this option would let two servers share one port.
    allow_reuse_address = os.name != "nt"

    def __init__(
        self, port: int, root: Path, faults: Fault | None, csp: str, follow: Follow | None
    ) -> None:
        """Listen on `port` of this machine alone (0: any free one)."""
        self.root, self.faults, self.csp, self.follow = root.resolve(), faults, csp, follow
        super().__init__((HOST, port), Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a browser that hung up: a page that was left does that."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers GET and HEAD from the server's folder, unless a fault answers first."""

    protocol_version = "HTTP/1.1"
    error_message_format = REFUSED
    server: Server
    timeout = 60

    def do_GET(self) -> None:
        """Answer with the body."""
        self.respond()

    def do_HEAD(self) -> None:
        """Answer with the headers alone."""
        self.respond()

    def respond(self) -> None:
        """Let the fault answer if it wants to; else answer as a good server."""
        path = urlsplit(self.path).path
        try:
            if self.server.faults is not None and self.server.faults(path, self):
                return
            self.reply(*self.current(path))
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the reader went away: nothing to tell

    def current(self, path: str) -> Reply:
        """Give the answer, of the sources as they are now; a versioned folder is of one state."""
        if self.server.follow is not None and not VERSIONED.search(path):
            told = self.server.follow()
            if told:
                return not_built(told)
        return answer(self.server.root, path, self.headers.get("Accept-Encoding", ""))

    def reply(self, status: int, headers: dict[str, str], body: bytes) -> None:
        """Send an answer whole; a fault may give a false status, type or length here."""
        self.send_response(status)
        sent = {
            "Content-Length": str(len(body)),
            "Content-Security-Policy": self.server.csp,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
        } | headers
        for name, value in sent.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 -- as inherited
        """Say nothing: a terminal full of requests hides the address."""


# Called with the path and the handler before every answer. It may answer itself, with
# `handler.reply` or by writing to `handler.wfile`, or wait; it then returns True.
Fault = Callable[[str, Handler], bool]

# Called before what may have changed is read; gives what is wrong with the sources, or nothing.
Follow = Callable[[], str]


def start(
    root: Path,
    port: int = 0,
    faults: Fault | None = None,
    *,
    csp: str = CSP,
    follow: Follow | None = None,
) -> tuple[str, Callable[[], None]]:
    """Serve `root` from a thread; give the address, ending in a slash, and what stops it.

    Raises `OSError` if `port` is taken (0, the default, takes any free one).
    """
    server = Server(port, root, faults, csp, follow)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()

    def stop() -> None:
        server.shutdown()
        server.server_close()

    return f"http://{HOST}:{server.server_port}/", stop


def start_near(
    root: Path, port: int, follow: Follow | None = None
) -> tuple[str, Callable[[], None]]:
    """Serve `root` on `port`, or on the first free one after it."""
    for candidate in range(port, min(port + TRIES, LAST_PORT)):
        try:
            return start(root, candidate, follow=follow)
        except OSError:
            continue
    return start(root, follow=follow)


class Options(argparse.ArgumentParser):
    """A command line whose errors are told in French."""

    def error(self, message: str) -> NoReturn:
        """Exit with code 2; argparse's own message is in English, and left out."""
        del message
        self.exit(
            2, "Option mal écrite.\nUsage : python3 build.py serve [--port N] [--sans-navigateur]\n"
        )


def main(arguments: list[str]) -> int:
    """Build, serve what follows the sources until Ctrl-C, unless told not to, open the browser."""
    options = Options(add_help=False, allow_abbrev=False)
    options.add_argument("--port", type=int, default=PORT)
    options.add_argument("--sans-navigateur", action="store_true")
    asked = options.parse_args(arguments)
    if not 0 <= asked.port <= LAST_PORT:
        options.error("port")
    watch = Watch()
    if watch():
        return 1
    url, stop = start_near(watch.folder, asked.port, watch)
    print(f"La page est servie à l’adresse {url} (Ctrl-C pour arrêter).", flush=True)
    if not asked.sans_navigateur:
        webbrowser.open(url)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        print("\nArrêté.")
    finally:
        stop()
    return 0
