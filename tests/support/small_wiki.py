"""A server that answers like the reading half of a MediaWiki's API, or badly, as a test wants.

A real MediaWiki is another test's; this one shows what the command does when the wiki fails.
"""

from __future__ import annotations

import http.server
import json
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qs, urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


class Answer(NamedTuple):
    """What the server sends."""

    status: int
    body: bytes


def pages_answer(pages: Mapping[str, str], query: Mapping[str, list[str]]) -> Answer:
    """Answer a question about pages, in two parts when there are several, as a wiki may."""
    titles = query.get("titles", [""])[0].split("|")
    told = {"normalized": [{"from": titre, "to": wiki_title(titre)} for titre in titles]}
    half = len(titles) // 2
    asked = titles[half:] if "rvcontinue" in query else titles[:half]
    listed = []
    for titre in titles:
        text = pages.get(titre)
        entry: dict[str, object] = {"title": wiki_title(titre)}
        if text is None:
            entry["missing"] = True
        elif titre in asked:
            entry["revisions"] = [{"slots": {"main": {"content": text}}}]
        listed.append(entry)
    more = {} if "rvcontinue" in query else {"continue": {"rvcontinue": "1", "continue": "||"}}
    return answer(more | {"query": told | {"pages": listed}})


def wiki_title(titre: str) -> str:
    """Give the title as this wiki writes it: with a capital after the namespace."""
    space, colon, name = titre.rpartition(":")
    return f"{space}{colon}{name[:1].upper()}{name[1:]}"


def answer(value: object) -> Answer:
    """Answer with a value as JSON."""
    return Answer(200, json.dumps(value).encode())


@contextmanager
def serving(
    reply: Callable[[Mapping[str, list[str]]], Answer], entry: str = "/w/api.php"
) -> Iterator[tuple[str, list[str]]]:
    """Serve from a thread; gives the address and the methods of the requests it had."""
    methods: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            methods.append(self.command)
            parts = urlsplit(self.path)
            sent = reply(parse_qs(parts.query)) if parts.path == entry else Answer(404, b"?")
            self.send_response(sent.status)
            self.send_header("Content-Length", str(len(sent.body)))
            self.end_headers()
            self.wfile.write(sent.body)

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", methods
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
