"""Chromium, driven by Playwright: one browser for all tests of a process.

A window has a profile of its own in it (Playwright's context), which costs a hundredth of a start.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from typing import TYPE_CHECKING, ClassVar, NamedTuple
from weakref import WeakKeyDictionary

from tests.support.page import LOAD, EngineError, Message, Page, Request

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, ConsoleMessage, Playwright, Response
    from playwright.sync_api import Error as PlaywrightError
    from playwright.sync_api import Page as PlaywrightPage
    from playwright.sync_api import Request as PlaywrightRequest

ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
WITHOUT_WASM = ["--js-flags=--jitless"]
# What the page and its workers have said so far is heard before the answer to this.
SETTLED = "new Promise((done) => setTimeout(() => done(''), 10))"


class ChromiumPage(Page):
    """A window of Chromium; `native` is Playwright's own page."""

    engine: ClassVar[str] = "chromium"

    def __init__(self, native: PlaywrightPage) -> None:
        self.native = native
        browser = native.context.browser
        assert browser is not None
        self._process = process_of(browser)
        # Straight to the debugger: a page's Content-Security-Policy does not bind it.
        self._debugger = native.context.new_cdp_session(native)
        self._messages: list[Message] = []
        self._requests: dict[PlaywrightRequest, int | None] = {}
        native.on("console", self._hear)
        native.on("pageerror", self._hear_uncaught)
        native.on("crash", lambda _: self._messages.append(Message("uncaught", "page crashed")))
        native.context.on("request", self._sent)
        native.context.on("response", self._answered)

    def _hear(self, message: ConsoleMessage) -> None:
        self._messages.append(Message(message.type, message.text))

    def _hear_uncaught(self, error: PlaywrightError) -> None:
        self._messages.append(Message("uncaught", f"{error.name}: {error.message}"))

    def _sent(self, request: PlaywrightRequest) -> None:
        self._requests[request] = None

    def _answered(self, response: Response) -> None:
        self._requests[response.request] = response.status

    @contextlib.contextmanager
    def _within(self, seconds: float) -> Iterator[None]:
        """End the browser if a call takes longer: the debugger itself waits for ever."""
        from playwright.sync_api import Error

        watch = threading.Timer(seconds, os.kill, (self._process, signal.SIGTERM))
        watch.daemon = True
        watch.start()
        try:
            yield
        except Error as error:
            raise EngineError(f"chromium: {error}") from error
        finally:
            watch.cancel()

    def _load(self, url: str) -> None:
        with self._within(LOAD + 5):
            self.native.goto(url, timeout=LOAD * 1000)

    def _evaluate(self, script: str, seconds: float) -> str:
        with self._within(seconds):
            answer = self._debugger.send(
                "Runtime.evaluate",
                {"expression": script, "awaitPromise": True, "returnByValue": True},
            )
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            told = details.get("exception", {}).get("description", details["text"])
            raise EngineError(f"chromium: {told}\nin: {script}")
        return str(answer["result"]["value"])

    def _press(self, keys: list[str]) -> None:
        with self._within(LOAD):
            self.native.keyboard.press("+".join(keys))

    def _type(self, text: str) -> None:
        with self._within(LOAD):
            self.native.keyboard.type(text)

    def _click_at(self, x: int, y: int) -> None:
        with self._within(LOAD):
            self.native.mouse.click(x, y)

    def _photograph(self) -> bytes:
        with self._within(LOAD):
            return self.native.screenshot(timeout=LOAD * 1000)

    def _listen(self) -> None:
        """Let Playwright hand over what it has heard: it does so only during a call."""
        from playwright.sync_api import Error

        with contextlib.suppress(Error, EngineError):
            self._evaluate(SETTLED, LOAD)
            self.native.wait_for_timeout(0)

    def console(self) -> list[Message]:
        """Give what the console said since the window opened, oldest first."""
        self._listen()
        return list(self._messages)

    def requests(self) -> list[Request]:
        """Give the requests sent since the window opened, oldest first."""
        self._listen()
        return [Request(one.method, one.url, status) for one, status in self._requests.items()]


class _Running(NamedTuple):
    """Playwright, which starts once in a process, and the browser that all windows share."""

    playwright: Playwright
    browsers: list[Browser]


_running: list[_Running] = []
_processes: WeakKeyDictionary[Browser, int] = WeakKeyDictionary()


def process_of(browser: Browser) -> int:
    """Give the number of the browser's main process."""
    if browser not in _processes:
        session = browser.new_browser_cdp_session()
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        session.detach()
        _processes[browser] = next(int(one["id"]) for one in processes if one["type"] == "browser")
    return _processes[browser]


def _start(program: Path, *, wasm: bool) -> Browser:
    """Start a browser. Raises `EngineError`."""
    from playwright.sync_api import Error, sync_playwright

    if not _running:
        _running.append(_Running(sync_playwright().start(), []))
    arguments = ARGUMENTS + ([] if wasm else WITHOUT_WASM)
    try:
        return _running[0].playwright.chromium.launch(executable_path=program, args=arguments)
    except Error as error:
        raise EngineError(f"chromium: {error}") from error


def _shared(program: Path) -> Browser:
    """Give the browser of this process; a new one if it has been ended."""
    living = [each for each in _running[0].browsers if each.is_connected()] if _running else []
    if not living:
        living = [_start(program, wasm=True)]
        _running[0].browsers[:] = living
    return living[0]


def end() -> None:
    """End the browser and Playwright, if they were started."""
    from playwright.sync_api import Error

    while _running:
        playwright, started = _running.pop()
        for browser in started:
            with contextlib.suppress(Error):
                browser.close()
        playwright.stop()


@contextlib.contextmanager
def opened(
    program: Path, width: int, height: int, *, dark: bool, wasm: bool
) -> Iterator[ChromiumPage]:
    """Give a window with a profile of its own; without `wasm`, of a browser of its own."""
    from playwright.sync_api import Error

    browser = _shared(program) if wasm else _start(program, wasm=False)
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        locale="fr-FR",
    )
    try:
        yield ChromiumPage(context.new_page())
    finally:
        with contextlib.suppress(Error):  # it may be gone: ended by the watch, or crashed
            context.close()
            if not wasm:
                browser.close()
