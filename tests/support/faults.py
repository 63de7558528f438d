"""What can go wrong between a server and a page, done by the server.

    faults = Faults(root)
    faults.next("stdlib.zip", truncated)   # the next request for it; the one after goes well
    url, stop = serve.start(root, faults=faults)

A fault gets the handler, the headers and the plain body of the good answer, and answers.
"""

from __future__ import annotations

import re
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from web.tools import serve

if TYPE_CHECKING:
    from pathlib import Path

Fault = Callable[["Faults", serve.Handler, dict[str, str], bytes], None]


class Faults:
    """Gives each request for a file the fault that waits for it, if any; counts requests."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.requests: list[str] = []
        self.released = threading.Event()  # set: what hangs goes away
        self.down = threading.Event()  # set: every request is hung up on
        self._waiting: defaultdict[str, deque[Fault]] = defaultdict(deque)

    def next(self, name: str, *faults: Fault) -> None:
        """Have the next requests for the file `name` fail so, one each."""
        self._waiting[name].extend(faults)

    def count(self, name: str) -> int:
        """Give how often the file was asked for."""
        return self.requests.count(name)

    def __call__(self, path: str, handler: serve.Handler) -> bool:
        """Answer in the server's place where a fault waits."""
        name = path.rsplit("/", 1)[-1] or "index.html"
        self.requests.append(name)
        if self.down.is_set():
            handler.close_connection = True
            return True
        if not self._waiting[name]:
            return False
        good = serve.answer(self.root.resolve(), path, "")
        self._waiting[name].popleft()(self, handler, dict(good.headers), good.body)
        return True


def status(code: int) -> Fault:
    """Give the fault of a file that is refused with this status."""

    def fault(_: Faults, handler: serve.Handler, __: dict[str, str], ___: bytes) -> None:
        handler.reply(code, {"Content-Type": "text/html", "Cache-Control": "no-cache"}, b"<p>?")

    return fault


def truncated(_: Faults, handler: serve.Handler, headers: dict[str, str], body: bytes) -> None:
    """Answer with the first half, as if it were all."""
    handler.reply(200, headers, body[: len(body) // 2])


def cut(_: Faults, handler: serve.Handler, headers: dict[str, str], body: bytes) -> None:
    """Announce all, send half, hang up."""
    handler.reply(200, {**headers, "Content-Length": str(len(body))}, body[: len(body) // 2])
    handler.close_connection = True


def altered(_: Faults, handler: serve.Handler, headers: dict[str, str], body: bytes) -> None:
    """Answer with one bit changed, near the end."""
    changed = bytearray(body)
    changed[-len(body) // 10] ^= 1
    handler.reply(200, headers, bytes(changed))


def mute(faults: Faults, handler: serve.Handler, _: dict[str, str], __: bytes) -> None:
    """Take the request and say nothing."""
    faults.released.wait(60)
    handler.close_connection = True


def stalled(faults: Faults, handler: serve.Handler, headers: dict[str, str], body: bytes) -> None:
    """Announce all, send half, say nothing more."""
    handler.reply(200, {**headers, "Content-Length": str(len(body))}, body[: len(body) // 2])
    handler.wfile.flush()
    faults.released.wait(60)
    handler.close_connection = True


def slowly(seconds: float, parts: int = 12) -> Fault:
    """Give the fault of a sound file that comes piece by piece, as on a telephone far away."""

    def fault(faults: Faults, handler: serve.Handler, headers: dict[str, str], body: bytes) -> None:
        size = -(-len(body) // parts)
        handler.reply(200, {**headers, "Content-Length": str(len(body))}, body[:size])
        for at in range(size, len(body), size):
            faults.released.wait(seconds / parts)
            handler.wfile.write(body[at : at + size])
            handler.wfile.flush()

    return fault


def with_headers(changed: Mapping[str, str]) -> Fault:
    """Give the fault of a sound file under wrong headers."""

    def fault(_: Faults, handler: serve.Handler, headers: dict[str, str], body: bytes) -> None:
        handler.reply(200, {**headers, **changed}, body)

    return fault


def rewritten(old: str, new: str) -> Fault:
    """Give the fault of a script in which something else is written; `old` must be there."""

    def fault(_: Faults, handler: serve.Handler, headers: dict[str, str], body: bytes) -> None:
        text = body.decode()
        if text.count(old) != 1:
            handler.reply(500, {}, b"the text to replace is not there once")
            return
        handler.reply(200, headers, text.replace(old, new).encode())

    return fault


def _unvouched(_: Faults, handler: serve.Handler, headers: dict[str, str], body: bytes) -> None:
    handler.reply(200, headers, re.sub(rb' integrity="[^"]*"', b"", body))


def _unread(_: Faults, handler: serve.Handler, headers: dict[str, str], body: bytes) -> None:
    emptied = re.sub(rb"FINGERPRINTS = \{.*\};", b"FINGERPRINTS = {};", body, flags=re.DOTALL)
    handler.reply(200, headers, emptied)


def distrust(faults: Faults, page: str) -> None:
    """Have the page's next load compare nothing, so that a script may be rewritten."""
    faults.next(page, _unvouched)
    faults.next("fingerprints.js", _unread)
