"""Chromium, driven by Playwright."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from typing import TYPE_CHECKING, ClassVar

from tests.support.page import LOAD, EngineError, Message, Page, Request
from web.tools.setup import browsers

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, ConsoleMessage, Response
    from playwright.sync_api import Error as PlaywrightError
    from playwright.sync_api import Page as PlaywrightPage
    from playwright.sync_api import Request as PlaywrightRequest

ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
WITHOUT_WASM = ["--js-flags=--jitless"]


class ChromiumPage(Page):
    """A window of Chromium; `native` is Playwright's own page."""

    engine: ClassVar[str] = "chromium"

    def __init__(self, native: PlaywrightPage, process: int) -> None:
        self.native = native
        self._process = process
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

        with contextlib.suppress(Error):
            self.native.wait_for_timeout(50)

    def console(self) -> list[Message]:
        """Give what the console said since the window opened, oldest first."""
        self._listen()
        return list(self._messages)

    def requests(self) -> list[Request]:
        """Give the requests sent since the window opened, oldest first."""
        self._listen()
        return [Request(one.method, one.url, status) for one, status in self._requests.items()]


def process_of(browser: Browser) -> int:
    """Give the number of the browser's main process."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return next(int(one["id"]) for one in processes if one["type"] == "browser")


@contextlib.contextmanager
def opened(
    program: Path, width: int, height: int, *, dark: bool, wasm: bool
) -> Iterator[ChromiumPage]:
    """Start Chromium, give its window, close it."""
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as playwright:
        try:
            arguments = ARGUMENTS + ([] if wasm else WITHOUT_WASM)
            browser = playwright.chromium.launch(executable_path=program, args=arguments)
        except Error as error:
            raise EngineError(f"chromium: {error}") from error
        try:
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if dark else "light",
                locale="fr-FR",
            )
            yield ChromiumPage(context.new_page(), process_of(browser))
        finally:
            with contextlib.suppress(Error):  # it may be gone: ended by the watch, or crashed
                browser.close()


@contextlib.contextmanager
def beside(page: ChromiumPage, *, wasm: bool) -> Iterator[ChromiumPage]:
    """Start another Chromium while one is open, for Playwright starts once; give its window."""
    first = page.native.context.browser
    assert first is not None
    arguments = ARGUMENTS + ([] if wasm else WITHOUT_WASM)
    browser = first.browser_type.launch(executable_path=browsers.chromium(), args=arguments)
    try:
        yield ChromiumPage(browser.new_context(locale="fr-FR").new_page(), process_of(browser))
    finally:
        browser.close()
