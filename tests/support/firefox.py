"""Firefox, driven by WebDriver BiDi straight over its own websocket: no other program needed."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from tests.support import gestures, processes
from tests.support.page import LOAD, EngineError, Message, Page, Request

if TYPE_CHECKING:
    from collections.abc import Iterator

    from websocket import WebSocket

START = 60  # seconds
QUIET = 0.05  # seconds without an event: all that was said has been heard
EVENTS = [
    "log.entryAdded",
    "network.beforeRequestSent",
    "network.responseCompleted",
]
PREFERENCES: dict[str, bool | int | str] = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "fr-FR,fr",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "remote.active-protocols": 1,  # BiDi alone
    "toolkit.telemetry.enabled": False,
}


class FirefoxPage(Page):
    """A window of Firefox; `command` sends it any BiDi command."""

    engine: ClassVar[str] = "firefox"

    def __init__(self, socket: WebSocket, width: int, height: int) -> None:
        self._socket = socket
        self._number = 0
        self._messages: list[Message] = []
        self._requests: dict[tuple[str, int], Request] = {}
        self.command("session.new", capabilities={})
        self.command("session.subscribe", events=EVENTS)
        # Not the tab that Firefox starts with: it never has the focus, and so hears neither
        # `change` nor the click of an Enter on a button.
        self._context = self.command("browsingContext.create", type="tab")["context"]
        self.command(
            "browsingContext.setViewport",
            context=self._context,
            viewport={"width": width, "height": height},
        )

    def command(self, method: str, seconds: float = LOAD, **parameters: object) -> dict[str, Any]:
        """Send one BiDi command and give its result."""
        from websocket import WebSocketException

        self._number += 1
        order = {"id": self._number, "method": method, "params": parameters}
        end = time.monotonic() + seconds
        try:
            self._socket.settimeout(seconds)
            self._socket.send(json.dumps(order))
            while True:
                self._socket.settimeout(max(0.001, end - time.monotonic()))
                answer = json.loads(self._socket.recv())
                if answer.get("id") == self._number:
                    break
                self._hear(answer)
        except (WebSocketException, OSError, ValueError) as error:
            raise EngineError(f"firefox: no answer to {method}: {error}") from error
        if answer["type"] == "error":
            raise EngineError(f"firefox: {method}: {answer['error']}: {answer['message']}")
        result: dict[str, Any] = answer["result"]
        return result

    def _hear(self, event: dict[str, Any]) -> None:
        """Keep what an event tells; an answer that came too late tells nothing."""
        about = event.get("params", {})
        match event.get("method"):
            case "log.entryAdded":
                self._messages.append(_message(about))
            case "network.beforeRequestSent":
                sent = about["request"]
                key = (sent["request"], about["redirectCount"])
                self._requests[key] = Request(sent["method"], sent["url"], None)
            case "network.responseCompleted":
                sent = about["request"]
                key = (sent["request"], about["redirectCount"])
                status = about["response"]["status"]
                self._requests[key] = Request(sent["method"], sent["url"], status)

    def _load(self, url: str) -> None:
        self.command("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def _evaluate(self, script: str, seconds: float) -> str:
        answer = self.command(
            "script.evaluate",
            seconds,
            expression=script,
            target={"context": self._context},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise EngineError(f"firefox: {answer['exceptionDetails']['text']}\nin: {script}")
        return str(answer["result"]["value"])

    def _perform(self, source: gestures.Source) -> None:
        self.command("input.performActions", context=self._context, actions=[source])

    def _press(self, keys: list[str]) -> None:
        self._perform(gestures.press(keys))

    def _type(self, text: str) -> None:
        self._perform(gestures.write(text))

    def _click_at(self, x: int, y: int) -> None:
        self._perform(gestures.click(x, y))

    def _photograph(self) -> bytes:
        taken = self.command("browsingContext.captureScreenshot", context=self._context)
        return base64.b64decode(taken["data"])

    def _listen(self) -> None:
        """Take from the socket what has come since the last command."""
        from websocket import WebSocketException

        self._socket.settimeout(QUIET)
        with contextlib.suppress(WebSocketException, OSError, ValueError):
            while True:
                self._hear(json.loads(self._socket.recv()))

    def console(self) -> list[Message]:
        """Give what the console said since the window opened, oldest first."""
        self._listen()
        return list(self._messages)

    def requests(self) -> list[Request]:
        """Give the requests sent since the window opened, oldest first."""
        self._listen()
        return list(self._requests.values())


def _message(entry: dict[str, Any]) -> Message:
    """Read one entry of Firefox's log."""
    text = str(entry.get("text") or "")
    if entry["type"] == "console":
        kind = {"warn": "warning"}.get(entry["method"], entry["method"])
        return Message(kind, text)
    return Message({"error": "uncaught", "warn": "warning"}.get(entry["level"], "info"), text)


def _write_profile(folder: Path, *, dark: bool, wasm: bool) -> None:
    """Make a profile that reports nothing, asks nothing and speaks French."""
    # 0 is dark, 1 is light.
    scheme: dict[str, bool | int | str] = {
        "layout.css.prefers-color-scheme.content-override": 0 if dark else 1,
        "javascript.options.wasm": wasm,
    }
    lines = [
        f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
        for name, value in (PREFERENCES | scheme).items()
    ]
    (folder / "user.js").write_text("".join(lines), encoding="utf-8")


def _address(profile: Path) -> str | None:
    """Give the websocket's address, once Firefox has written it."""
    try:
        told = json.loads((profile / "WebDriverBiDiServer.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):  # not there yet, or half written
        return None
    return f"ws://{told['ws_host']}:{told['ws_port']}/session"


@contextlib.contextmanager
def opened(
    program: Path, width: int, height: int, *, dark: bool, wasm: bool
) -> Iterator[FirefoxPage]:
    """Start Firefox with a profile of its own, give its window, close it."""
    import websocket

    with contextlib.ExitStack() as stack:
        folder = tempfile.TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True)
        profile = Path(stack.enter_context(folder))
        _write_profile(profile, dark=dark, wasm=wasm)
        log = stack.enter_context((profile / "firefox.log").open("wb"))
        options = ["--headless", "--no-remote", "--profile", str(profile)]
        command = [str(program), *options, "--remote-debugging-port", "0", "about:blank"]
        # Nothing is left in the home of the person who tests.
        env = os.environ | {"HOME": str(profile), "MOZ_CRASHREPORTER_DISABLE": "1"}
        process = stack.enter_context(processes.running(command, log, env))
        address = processes.until(lambda: _address(profile), process, START, "firefox")
        try:
            socket = websocket.create_connection(address, timeout=START, suppress_origin=True)
        except (websocket.WebSocketException, OSError) as error:
            raise EngineError(f"firefox: {error}") from error
        stack.callback(socket.shutdown)
        page = FirefoxPage(socket, width, height)
        yield page
        with contextlib.suppress(EngineError):
            page.command("browser.close", 5)
