"""WebKitGTK (the engine of Safari), driven by selenium in a small browser of our own.

It needs a display, without which it hangs: each window gets an Xvfb of its own. The browser is
`webkit_shell.py` because MiniBrowser, under automation, tells nothing of its console and is never
narrower than 447 pixels.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from tests.support import gestures, processes
from tests.support.page import LOAD, EngineError, Message, Page, Request

if TYPE_CHECKING:
    from collections.abc import Iterator

    from selenium.webdriver.remote.client_config import ClientConfig
    from selenium.webdriver.remote.webdriver import WebDriver

SHELL = Path(__file__).with_name("webkit_shell.py")
PACKAGES = "webkit2gtk-driver gir1.2-webkit2-4.1 python3-gi xvfb"
HAS_WEBKIT = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"
START = 60  # seconds
ANSWER = LOAD + 5  # seconds for the driver to answer, when it has not been told otherwise
# "http://…/a.js:1:40: CONSOLE ERROR text", "CONSOLE JS ERROR text": source, level, text.
LINE = re.compile(r"(?:\S+:\d+:\d+: )?CONSOLE (?:([A-Z ]+) )?(LOG|INFO|DEBUG|WARN|ERROR) (.*)")
# "(process:123): Gtk-WARNING **: …": what the libraries themselves have to say.
NOISE = re.compile(r"\(\S+:\d+\): \S+ \*\*: ")
KINDS = {"WARN": "warning"}


class Programs(NamedTuple):
    """What drives, what displays, and the Python that has WebKitGTK."""

    driver: str
    display: str
    python: str


@functools.cache
def programs() -> Programs | None:
    """Find the programs of Debian's packages `PACKAGES`, if all are there."""
    driver, display = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    # The system's own Python first: the bindings of `gi` are made for that one.
    for path in (os.defpath, os.environ.get("PATH", os.defpath)):
        python = shutil.which("python3", path=path)
        if not (driver and display and python):
            return None
        asked = [python, "-I", "-c", HAS_WEBKIT]
        with contextlib.suppress(subprocess.SubprocessError, OSError):
            subprocess.run(asked, capture_output=True, timeout=START, check=True)
            return Programs(driver, display, python)
    return None


def missing() -> str | None:
    """Say, in French, why WebKitGTK cannot be driven here, or None if it can."""
    if programs() is None:
        return f"WebKitGTK est incomplet ou absent (paquets Debian : {PACKAGES})"
    if importlib.util.find_spec("selenium") is None:
        return "selenium n’est pas installé"
    return None


class WebKitPage(Page):
    """A window of WebKitGTK; `native` is selenium's driver."""

    engine: ClassVar[str] = "webkit"

    def __init__(self, native: WebDriver, config: ClientConfig, folder: Path) -> None:
        self.native = native
        self._config = config
        self._folder = folder
        native.set_page_load_timeout(LOAD)
        native.set_script_timeout(LOAD)

    @contextlib.contextmanager
    def _heard(self) -> Iterator[None]:
        """Turn what selenium raises, or its silence, into an `EngineError`."""
        from selenium.common.exceptions import WebDriverException
        from urllib3.exceptions import HTTPError

        try:
            yield
        except (WebDriverException, HTTPError, OSError) as error:
            raise EngineError(f"webkit: {error}") from error

    def _load(self, url: str) -> None:
        with self._heard():
            self.native.get(url)

    def _evaluate(self, script: str, seconds: float) -> str:
        from selenium.common.exceptions import JavascriptException

        # A page that is busy for ever keeps the driver busy too: only the connection gives up.
        self._config.timeout = seconds
        try:
            with self._heard():
                return str(self.native.execute_async_script(f"{script}.then(arguments[0])"))
        except EngineError as error:
            # All else that a script can throw is caught in it.
            if isinstance(error.__cause__, JavascriptException):
                raise EngineError(f"webkit: SyntaxError: {error.__cause__.msg}") from error
            raise
        finally:
            self._config.timeout = ANSWER

    def _perform(self, source: gestures.Source) -> None:
        from selenium.webdriver.remote.command import Command

        with self._heard():
            self.native.execute(Command.W3C_ACTIONS, {"actions": [source]})

    def _press(self, keys: list[str]) -> None:
        self._perform(gestures.press(keys))

    def _type(self, text: str) -> None:
        self._perform(gestures.write(text))

    def _click_at(self, x: int, y: int) -> None:
        self._perform(gestures.click(x, y))

    def _photograph(self) -> bytes:
        with self._heard():
            return self.native.get_screenshot_as_png()

    def _told(self, name: str) -> list[str]:
        """Give the lines that the browser wrote to a file, once it has had time to write them."""
        time.sleep(0.05)
        path = self._folder / name
        return path.read_text("utf-8", "replace").splitlines() if path.exists() else []

    def console(self) -> list[Message]:
        """Give what the console said since the window opened, oldest first."""
        messages: list[Message] = []
        ours = False
        for line in self._told("console.txt"):
            found = LINE.fullmatch(line)
            if found:
                source, level, text = found.groups()
                kind = KINDS.get(level, level.lower())
                messages.append(Message("uncaught" if source == "JS" else kind, text))
                ours = True
            elif NOISE.match(line):
                ours = False
            elif ours:  # a message of several lines
                last = messages[-1]
                messages[-1] = Message(last.kind, f"{last.text}\n{line}")
        return [Message(one.kind, one.text.rstrip("\n")) for one in messages]

    def requests(self) -> list[Request]:
        """Give the requests sent since the window opened, oldest first."""
        found: dict[int, Request] = {}
        for line in self._told("requests.txt"):
            number, method, url, status = json.loads(line)
            found[number] = Request(method, url, status or None)
        return list(found.values())


@contextlib.contextmanager
def _display(program: str, width: int, height: int, folder: Path) -> Iterator[str]:
    """Start an X server on the first free display; give that display's name."""
    read, write = os.pipe()
    with contextlib.ExitStack() as stack:
        pipe = stack.enter_context(os.fdopen(read, "rb", buffering=0))
        os.set_blocking(read, False)
        log = stack.enter_context((folder / "xvfb.log").open("wb"))
        screen = ["-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"]
        command = [program, "-displayfd", str(write), *screen]
        try:
            process = stack.enter_context(processes.running(command, log, pass_fds=[write]))
        finally:
            os.close(write)
        number = processes.until(lambda: pipe.read(16) or None, process, START, "Xvfb")
        yield f":{number.decode().strip()}"


@contextlib.contextmanager
def _driver(program: str, display: str, folder: Path, *, wasm: bool) -> Iterator[int]:
    """Start WebKitWebDriver on a free port; give the port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]

    def answers() -> bool | None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return True
        return None

    env = os.environ | {"DISPLAY": display, "GDK_BACKEND": "x11", "HOME": str(folder)}
    env |= {} if wasm else {"JSC_useWasm": "0"}
    with (folder / "driver.log").open("wb") as log:
        command = [program, f"--port={port}"]
        with processes.running(command, log, env) as process:
            processes.until(answers, process, START, "WebKitWebDriver")
            yield port


@contextlib.contextmanager
def opened(width: int, height: int, *, dark: bool, wasm: bool) -> Iterator[WebKitPage]:
    """Start a display, WebKitGTK's driver and the browser; give its window; end all three."""
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.remote.client_config import ClientConfig
    from selenium.webdriver.remote.remote_connection import RemoteConnection
    from selenium.webdriver.webkitgtk.options import Options
    from urllib3.exceptions import HTTPError

    found = programs()
    if found is None:
        raise EngineError(f"webkit: {missing()}")
    with contextlib.ExitStack() as stack:
        # The last processes of the browser may still write there while it is emptied.
        parent = tempfile.TemporaryDirectory(prefix="webkit-", ignore_cleanup_errors=True)
        folder = Path(stack.enter_context(parent))
        display = stack.enter_context(_display(found.display, width, height, folder))
        port = stack.enter_context(_driver(found.driver, display, folder, wasm=wasm))
        options = Options()
        options.binary_location = found.python
        scheme = "dark" if dark else "light"
        for word in ("-I", str(SHELL), str(folder), str(width), str(height), scheme):
            options.add_argument(word)
        config = ClientConfig(f"http://127.0.0.1:{port}", timeout=ANSWER)
        connection = RemoteConnection(client_config=config)
        stack.callback(connection.close)
        try:
            native = webdriver.Remote(connection, options=options)
        except (WebDriverException, HTTPError, OSError) as error:
            raise EngineError(f"webkit: {error}") from error
        # Nothing is kept of this session: its processes are ended, not asked to close it.
        yield WebKitPage(native, config, folder)
