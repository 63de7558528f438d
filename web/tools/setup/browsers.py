"""The browsers that the tests drive: found where they usually are, else installed.

`chromium()`, `firefox()` and `webkit()` only look, and may be called at any time;
`provide(name)` looks, then installs, and says why it could not.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from web.tools.setup import SetupError, apt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

START = 60  # seconds: what a browser may take to say that it works on a slow machine
DOWNLOAD = 900  # seconds: what Playwright may take to fetch its own Chromium

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FIREFOX = ("firefox-esr", "firefox")
# Where the two are when they are not on PATH.
CHROMIUM_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
FIREFOX_PLACES = (
    "/Applications/Firefox.app/Contents/MacOS/firefox",
    "C:/Program Files/Mozilla Firefox/firefox.exe",
)
# WebKitGTK is opened by a Python of the system: only that one has the bindings of `gi`.
WEBKIT_PACKAGES = ("webkit2gtk-driver", "gir1.2-webkit2-4.1", "python3-gi", "xvfb")
HAS_WEBKIT = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"


class WebKit(NamedTuple):
    """WebKitGTK: its WebDriver, the X server it needs, and the Python that can open it.

    Without a display it hangs: always give it one, and a time-out.
    """

    driver: Path
    display: Path
    python: Path


def _first(names: Iterable[str], places: Iterable[str] = ()) -> Path | None:
    """Give the first program of `names` on PATH, else the first file of `places`."""
    for name in names:
        found = shutil.which(name)
        if found:
            return Path(found)
    return next((path for path in map(Path, places) if path.is_file()), None)


def chromium() -> Path | None:
    """Give the Chromium to drive: `$CHROME` if it is set, else PATH and the usual places."""
    chosen = os.environ.get("CHROME")
    return _first([chosen]) if chosen else _first(CHROMIUM, CHROMIUM_PLACES)


def firefox() -> Path | None:
    """Give the Firefox to drive, from PATH or the usual places."""
    return _first(FIREFOX, FIREFOX_PLACES)


def webkit() -> WebKit | None:
    """Give the three programs that drive WebKitGTK, if all are there."""
    driver, display = _first(["WebKitWebDriver"]), _first(["Xvfb"])
    # The system's own Python first: `gi` is made for that one.
    for path in (os.defpath, os.environ.get("PATH", os.defpath)):
        python = shutil.which("python3", path=path)
        if driver and display and python and _works([python, "-I", "-c", HAS_WEBKIT]):
            return WebKit(driver, display, Path(python))
    return None


def _works(command: list[str]) -> bool:
    """Tell whether a command ends well, and soon."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=START, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _starts(program: Path) -> None:
    """Raise `SetupError` unless `program` can say its version (a stub or a ruin cannot)."""
    # On Windows, a browser asked for its version opens a window instead.
    if os.name != "nt" and not _works([str(program), "--version"]):
        raise SetupError(f"{program.name} est là mais ne démarre pas")


def _playwright_chromium() -> Path | None:
    """Give the path of the Chromium that Playwright fetched, if it did."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        path = Path(driver.chromium.executable_path)
    return path if path.is_file() else None


def _provide_chromium() -> None:
    if os.environ.get("CHROME") and chromium() is None:
        raise SetupError(f"$CHROME désigne un fichier absent ({os.environ['CHROME']})")
    found = chromium()
    if found is None:
        try:
            apt.install("chromium")
            found, refusal = chromium(), "apt n’a pas donné de Chromium"
        except SetupError as error:
            refusal = str(error)
        found = found or _playwright_chromium()
        if found is None:
            print("Téléchargement de Chromium par Playwright…", flush=True)
            fetch = [sys.executable, "-m", "playwright", "install", "chromium"]
            try:
                subprocess.run(fetch, capture_output=True, timeout=DOWNLOAD, check=False)
            except subprocess.TimeoutExpired:
                refusal += " ; le téléchargement de Playwright a duré trop longtemps"
            found = _playwright_chromium()
        if found is None:
            raise SetupError(f"{refusal} ; Playwright n’a pas pu télécharger le sien")
        # The tests, in their own process, look here first.
        os.environ["CHROME"] = str(found)
    _starts(found)


def _provide_firefox() -> None:
    if firefox() is None:
        apt.install("firefox-esr")
    found = firefox()
    if found is None:
        raise SetupError("firefox est introuvable")
    _starts(found)


def _provide_webkit() -> None:
    if sys.platform != "linux":
        raise SetupError("WebKitGTK n’existe que sous Linux")
    if webkit() is None:
        apt.install(*WEBKIT_PACKAGES)
    if webkit() is None:
        raise SetupError(f"WebKitGTK est incomplet (paquets Debian : {', '.join(WEBKIT_PACKAGES)})")


PROVIDERS: dict[str, Callable[[], None]] = {
    "chromium": _provide_chromium,
    "firefox": _provide_firefox,
    "webkit": _provide_webkit,
}


def provide(name: str) -> None:
    """Find or install the browser `name` (a key of `PROVIDERS`).

    Raises `SetupError` with the reason, in French, if this machine cannot have it.
    """
    PROVIDERS[name]()
