"""The wire between the pages that are measured and their server: counted, and slowed if asked."""

from __future__ import annotations

import io
import threading
import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

    from web.tools.serve import Handler

PIECE = 8192  # octets between two looks at the clock


class Net(NamedTuple):
    """A connection: octets a second for all requests together, seconds before each answer."""

    nom: str
    octets: float | None
    attente: float


LOCAL = Net("local", None, 0)
NETS = {net.nom: net for net in (LOCAL, Net("10mbit", 10e6 / 8, 0.04))}


class Wire:
    """A fault of the server (see serve.py) that never answers: it only stands on the wire."""

    def __init__(self, net: Net = LOCAL) -> None:
        """Count from zero."""
        self.net = net
        self.octets = 0
        self._lock = threading.Lock()
        self._free_at = 0.0

    def __call__(self, _path: str, handler: Handler) -> bool:
        """Have what this handler writes pass here."""
        if not isinstance(handler.wfile, _Slow):
            handler.wfile = _Slow(handler.wfile, self)
        time.sleep(self.net.attente)
        return False

    def passes(self, size: int) -> None:
        """Count a piece, and wait until those before it and itself have had their time."""
        with self._lock:
            self.octets += size
            if self.net.octets is None:
                return
            start = max(self._free_at, time.monotonic())
            self._free_at = start + size / self.net.octets
            left = self._free_at - time.monotonic()
        if left > 0:
            time.sleep(left)


class _Slow(io.BufferedIOBase):
    """What a handler writes to: every piece passes the wire first."""

    def __init__(self, out: io.BufferedIOBase, wire: Wire) -> None:
        self._out, self._wire = out, wire

    def writable(self) -> bool:
        return True

    def write(self, data: ReadableBuffer) -> int:
        view = memoryview(data)
        for start in range(0, len(view), PIECE):
            piece = view[start : start + PIECE]
            self._wire.passes(len(piece))
            self._out.write(piece)
        return len(view)

    def flush(self) -> None:
        self._out.flush()
