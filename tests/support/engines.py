"""The same test on three real browser engines: Chromium, Firefox and WebKitGTK.

    with open_engine("firefox", width=360, height=740) as page:
        page.goto(url)
        page.fill("[name=force]", "12")
        page.click("button")
        assert page.text("#reponse") == "…"

What a page can do is told in `tests.support.page.Page`.
"""

from __future__ import annotations

import contextlib
import importlib.util
from typing import TYPE_CHECKING

from tests.support import chromium, firefox, webkit
from tests.support.page import EngineError, EngineTimeoutError, Message, Page, Request
from web.tools.setup import browsers

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ("chromium", "firefox", "webkit")

__all__ = [
    "NAMES",
    "EngineError",
    "EngineTimeoutError",
    "Message",
    "Page",
    "Request",
    "available",
    "open_engine",
]


def available(name: str) -> str | None:
    """Say, in French, why the engine cannot be driven here, or None if it can.

    It only looks: installing is the business of `web.tools.setup.browsers`.
    """
    match name:
        case "chromium":
            found, library = browsers.chromium(), "playwright"
        case "firefox":
            found, library = browsers.firefox(), "websocket"
        case "webkit":
            return webkit.missing()
        case _:
            raise ValueError(f"no engine {name!r}; known: {', '.join(NAMES)}")
    if found is None:
        return f"{name} est introuvable"
    if importlib.util.find_spec(library) is None:
        return f"la bibliothèque Python {library} n’est pas installée"
    return None


@contextlib.contextmanager
def open_engine(
    name: str, *, width: int = 1280, height: int = 900, dark: bool = False, wasm: bool = True
) -> Iterator[Page]:
    """Give a window of an engine with a new profile, in French; close it on leaving.

    `width` and `height` are those of the page, in CSS pixels; without `wasm` the engine runs no
    WebAssembly, as careful administrators have it. Windows of Chromium share a process, unless
    they have no `wasm`. Raises `EngineError` if the engine is missing (see `available`) or does
    not start.
    """
    reason = available(name)
    if reason:
        raise EngineError(f"{name}: {reason}")
    opened: contextlib.AbstractContextManager[Page]
    if name == "chromium" and (program := browsers.chromium()):
        opened = chromium.opened(program, width, height, dark=dark, wasm=wasm)
    elif name == "firefox" and (program := browsers.firefox()):
        opened = firefox.opened(program, width, height, dark=dark, wasm=wasm)
    else:
        opened = webkit.opened(width, height, dark=dark, wasm=wasm)
    with opened as page:
        yield page
