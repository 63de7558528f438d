"""The combat page on a server that fails: what its reader sees, and what must survive."""

from __future__ import annotations

import contextlib
import threading
from typing import TYPE_CHECKING

from tests.support import answered
from tests.support.combat_form import ANSWERED, RESOLVE, read_result, wait_ready
from tests.support.faults import Faults

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.faults import Fault
    from tests.support.page import Page
    from web.tools import serve

STATE = "document.querySelector('[data-calcul]').dataset.etat"
SHOWN = """[...document.querySelectorAll("[data-etat]")]
  .filter((one) => one.matches(".ncalc [data-etat]") && !one.hidden)
  .map((one) => one.innerText).join(" ").split(/\\s+/).join(" ")"""
HEAVY = ("pyodide.asm.wasm", "stdlib.zip", "manifest.json", "nephilim.zip")
# By then an observer of what is near has looked, and what a click begins is begun.
NEXT_FRAMES = """new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"""
WAITING = "!document.querySelector('[data-etat=attente]').hidden"
PATIENT, HASTY = "PATIENCE_MS=3e4", "PATIENCE_MS=1500"  # as the joined script has it
SOON = 20  # seconds


class Held:
    """The fault of a file that comes only when the test says so: whole, or with another fault."""

    def __init__(self, then: Fault | None = None) -> None:
        self.asked, self.go_on = threading.Event(), threading.Event()
        self.then = then

    def __call__(
        self, faults: Faults, handler: serve.Handler, headers: dict[str, str], body: bytes
    ) -> None:
        self.asked.set()
        self.go_on.wait(20)
        if self.then:
            self.then(faults, handler, headers, body)
        else:
            handler.reply(200, headers, body)


@contextlib.contextmanager
def site(pages: Path, page: Page) -> Iterator[tuple[str, Faults]]:
    """Serve the page at an address of its own, with faults."""
    faults = Faults(pages)
    url, stop = answered.start(pages, faults=faults)
    try:
        yield f"{url}combat.html", faults
        page.goto("about:blank")  # ends the worker before its server
    finally:
        faults.released.set()
        stop()


@contextlib.contextmanager
def offline(faults: Faults) -> Iterator[None]:
    """Cut the line: the server hangs up on every request."""
    faults.down.set()
    try:
        yield
    finally:
        faults.down.clear()


def fill(page: Page) -> None:
    """Type what must survive, and what a result needs."""
    page.fill("#attaquant-nom", "Ézéchiel")
    page.click("[name='attaquant.degre'] + button")
    page.fill("#jets-attaque-0", "20")
    page.fill("#jets-defense-0-0", "90")
    page.js("globalThis.sameDocument = true")


def kept(page: Page) -> bool:
    """Tell whether it is all there, in the page that was opened first."""
    return bool(
        page.js("globalThis.sameDocument")
        and page.js("document.querySelector('#attaquant-nom').value") == "Ézéchiel"
        and page.js("document.querySelector('#attaquant-degre').value") == "7"
        and page.js("document.querySelector('#jets-attaque-0').value") == "20"
    )


def told(page: Page, said: str) -> None:
    """Wait for the sentence that says what happened, and that nothing is lost; all is there."""
    page.wait(f"{STATE} === 'indisponible'", SOON)
    shown = page.js(SHOWN)
    assert "Le calculateur est indisponible." in shown
    assert "Votre saisie est intacte." in shown
    assert said in shown
    assert kept(page)


def recovers(page: Page) -> None:
    """Press Réessayer: Python comes, what was asked is answered, nothing was lost."""
    page.click("[data-reessayer]")
    wait_ready(page)
    page.wait(ANSWERED, SOON)
    assert read_result(page)["verdict"].startswith("Ézéchiel touche")
    assert kept(page)
    assert "indisponible" not in page.js(SHOWN)


def asks(page: Page) -> None:
    """Fill the form and press Résoudre."""
    fill(page)
    page.click(RESOLVE)
