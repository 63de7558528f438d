"""The server of `build.py serve` and of the tests."""

from __future__ import annotations

import http.client
import threading
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import brotli
import pytest

from web.tools import serve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture
def site(tmp_path: Path) -> Path:
    root = tmp_path / "dist"
    (root / "0.1.0").mkdir(parents=True)
    (root / "data").mkdir()
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    (root / "lien.txt").symlink_to(tmp_path / "secret.txt")
    (root / "index.html").write_text("<!doctype html>é", encoding="utf-8")
    (root / "data/index.html").write_text("data", encoding="utf-8")
    for name in ("py.wasm", "page.mjs", "page.js", "a.json", "a.zip", "a.inconnu", "index.html"):
        (root / "0.1.0" / name).write_bytes(b"x" * 500)
    (root / "0.1.0/py.wasm.br").write_bytes(brotli.compress(b"x" * 500))
    (root / "0.1.0/py.wasm.gz").write_bytes(b"gz")
    (root / "page.mjs").write_text("1", encoding="utf-8")
    (root / "calc/61dde009634e513c").mkdir(parents=True)
    (root / "calc/61dde009634e513c/page.mjs").write_text("1", encoding="utf-8")
    return root


class Client:
    """Asks one server, and sends the path as it is written."""

    def __init__(self, url: str) -> None:
        self.place = urlsplit(url).netloc

    def __call__(
        self, path: str, method: str = "GET", timeout: float = 10, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection(self.place, timeout=timeout)
        try:
            connection.request(
                method, path, headers={k.replace("_", "-"): v for k, v in headers.items()}
            )
            reply = connection.getresponse()
            return reply.status, dict(reply.getheaders()), reply.read()
        finally:
            connection.close()


@pytest.fixture
def served(site: Path) -> Iterator[Callable[..., Client]]:
    """Start servers of `site` that stop with the test."""
    stops = []

    def start(faults: serve.Fault | None = None, csp: str = serve.CSP) -> Client:
        url, stop = serve.start(site, faults=faults, csp=csp)
        stops.append(stop)
        return Client(url)

    yield start
    for stop in stops:
        stop()


@pytest.mark.parametrize(
    ("path", "mime", "cache"),
    [
        ("/", "text/html; charset=utf-8", serve.ASK_AGAIN),
        ("/data/", "text/html; charset=utf-8", serve.ASK_AGAIN),
        ("/page.mjs", "text/javascript; charset=utf-8", serve.ASK_AGAIN),
        ("/page.mjs?v=0.1.0/", "text/javascript; charset=utf-8", serve.ASK_AGAIN),
        ("/0.1.0/index.html", "text/html; charset=utf-8", serve.ASK_AGAIN),
        ("/0.1.0/py.wasm", "application/wasm", serve.FOR_EVER),
        ("/0.1.0/page.mjs", "text/javascript; charset=utf-8", serve.FOR_EVER),
        ("/0.1.0/page.js", "text/javascript; charset=utf-8", serve.FOR_EVER),
        ("/calc/61dde009634e513c/page.mjs", "text/javascript; charset=utf-8", serve.FOR_EVER),
        ("/0.1.0/a.json", "application/json", serve.FOR_EVER),
        ("/0.1.0/a.zip", "application/zip", serve.FOR_EVER),
        ("/0.1.0/a.inconnu", "application/octet-stream", serve.FOR_EVER),
    ],
)
def test_type_and_cache(served: Callable[..., Client], path: str, mime: str, cache: str) -> None:
    status, headers, _ = served()(path)
    assert status == 200
    assert headers["Content-Type"] == mime
    assert headers["Cache-Control"] == cache
    assert headers["Content-Security-Policy"] == serve.CSP
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("identity", None),
        ("brotli", None),
        ("", None),
    ],
)
def test_coding(served: Callable[..., Client], accepted: str, coding: str | None) -> None:
    _, headers, body = served()("/0.1.0/py.wasm", Accept_Encoding=accepted)
    assert headers.get("Content-Encoding") == coding
    assert headers["Vary"] == "Accept-Encoding"
    assert headers["Content-Type"] == "application/wasm"
    plain = {"br": brotli.decompress, "gzip": lambda _: b"x" * 500, None: bytes}[coding](body)
    assert plain == b"x" * 500
    _, headers, _ = served()("/0.1.0/a.zip", Accept_Encoding=accepted)
    assert "Content-Encoding" not in headers


def test_head_has_the_headers_and_no_body(served: Callable[..., Client]) -> None:
    ask = served()
    _, with_body, _ = ask("/0.1.0/py.wasm")
    status, headers, body = ask("/0.1.0/py.wasm", "HEAD")
    assert (status, body) == (200, b"")
    assert headers.keys() == with_body.keys()
    assert headers["Content-Length"] == "500"


def test_absent_page_is_told_in_french(served: Callable[..., Client]) -> None:
    status, headers, body = served()("/rien")
    assert status == 404
    assert "introuvable" in body.decode()
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert headers["Cache-Control"] == serve.ASK_AGAIN


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/data/..%2f..%2fsecret.txt",
        "/data/..\\..\\secret.txt",
        "//../secret.txt",
        "/lien.txt",
        "/secret%00.txt",
        "/0.1.0",
    ],
)
def test_nothing_outside_is_served(served: Callable[..., Client], path: str) -> None:
    status, _, body = served()(path)
    assert status == (301 if path == "/0.1.0" else 404)
    assert b"secret" not in body


def test_folder_without_slash_is_moved_on_this_host(served: Callable[..., Client]) -> None:
    ask = served()
    for path in ("/data", "//data"):
        status, headers, _ = ask(path)
        assert (status, headers["Location"]) == (301, "/data/")


def test_other_methods_are_refused(served: Callable[..., Client]) -> None:
    status, _, body = served()("/", "POST")
    assert status == 501
    assert "Demande refusée" in body.decode()


def test_csp_can_be_chosen(served: Callable[..., Client]) -> None:
    _, headers, _ = served(csp="default-src 'self'")("/")
    assert headers["Content-Security-Policy"] == "default-src 'self'"


def test_faults(served: Callable[..., Client]) -> None:
    free = threading.Event()

    def faults(path: str, handler: serve.Handler) -> bool:
        if path == "/absent":
            handler.reply(404, {}, b"")
        elif path == "/court":
            handler.reply(200, {"Content-Length": "1000"}, b"abc")
            handler.close_connection = True
        elif path == "/type":
            handler.reply(200, {"Content-Type": "text/plain"}, b"x")
        elif path == "/attente":
            free.wait(30)
        else:
            return False
        return True

    ask = served(faults=faults)
    assert ask("/absent")[0] == 404
    with pytest.raises(http.client.IncompleteRead):
        ask("/court")
    assert ask("/type")[1]["Content-Type"] == "text/plain"
    with pytest.raises(TimeoutError):
        ask("/attente", timeout=0.3)
    assert ask("/")[0] == 200, "a hanging answer must not hold the others"
    free.set()


def test_taken_port_gives_the_next_one(site: Path) -> None:
    url, stop = serve.start(site)
    port = urlsplit(url).port
    assert port is not None
    try:
        with pytest.raises(OSError, match="in use"):
            serve.start(site, port)
        other, stop_other = serve.start_near(site, port)
        stop_other()
        assert other != url
    finally:
        stop()
