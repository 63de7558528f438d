"""A proxy on this machine, between a program and a wiki: it cuts, alters or delays requests.

What the program gets is the wiki's own answer to what was passed on, or no answer at all, or the
bare status of a server that stands before the wiki.
"""

from __future__ import annotations

import http.client
import http.server
import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode, urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CUT_BEFORE, CUT_AFTER = "coupe avant", "coupe après"
HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding"}
DROPPED = {"host", "content-length", "connection", "accept-encoding"}


class Request:
    """A request on its way, which may be altered."""

    def __init__(self, method: str, path: str, headers: dict[str, str], body: bytes) -> None:
        self.method, self.path, self.headers = method, path, headers
        self.params = dict(
            parse_qsl(
                body.decode() if method == "POST" else urlsplit(path).query, keep_blank_values=True
            )
        )

    @property
    def is_edit(self) -> bool:
        return self.params.get("action") == "edit"

    def target(self) -> tuple[str, bytes | None]:
        """Write the request again, from its parameters."""
        if self.method == "POST":
            return self.path, urlencode(self.params).encode()
        return f"{urlsplit(self.path).path}?{urlencode(self.params)}", None


class Proxy:
    """The proxy: `meddle` sees each request before the wiki, may have it cut, or give a status."""

    def __init__(self, target: str) -> None:
        self.target = urlsplit(target).netloc
        self.url = ""
        self.meddle: Callable[[Request], str | None] = lambda _: None

    def pass_on(self, request: Request) -> tuple[int, list[tuple[str, str]], bytes]:
        """Ask the wiki."""
        connection = http.client.HTTPConnection(self.target, timeout=60)
        path, body = request.target()
        connection.request(request.method, path, body, request.headers)
        answer = connection.getresponse()
        told = answer.status, answer.getheaders(), answer.read()
        connection.close()
        return told


@contextmanager
def meddling(target: str) -> Iterator[Proxy]:
    """Serve a proxy in front of the wiki at `target`."""
    proxy = Proxy(target)

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            size = int(self.headers.get("Content-Length", 0))
            headers = {k: v for k, v in self.headers.items() if k.lower() not in DROPPED}
            headers["Host"] = self.headers["Host"]
            request = Request(self.command, self.path, headers, self.rfile.read(size))
            cut = proxy.meddle(request)
            if cut == CUT_BEFORE:
                self.cut()
                return
            if cut is not None and cut.isdecimal():
                self.send_response(int(cut))
                self.send_header("Retry-After", "2")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            status, found, body = proxy.pass_on(request)
            if cut == CUT_AFTER:
                self.cut()
                return
            self.send_response(status)
            for name, value in found:
                if name.lower() not in HOP:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET  # noqa: N815 - the base class calls it so

        def cut(self) -> None:
            """End the connection without a word."""
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    proxy.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield proxy
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
