"""The engine's states as a reader sees them, when the server is slow, mute or broken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support import combat_form
from tests.support.broken_page import (
    HASTY,
    HEAVY,
    NEXT_FRAMES,
    PATIENT,
    SHOWN,
    STATE,
    WAITING,
    Held,
    fill,
    kept,
    site,
)
from tests.support.combat_form import ANSWERED, read_result, strangers, wait_ready, window
from tests.support.faults import Fault, distrust, mute, rewritten, status, truncated
from web.tools import serve

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.chromium import ChromiumPage
    from tests.support.faults import Fault, Faults

pytestmark = pytest.mark.navigateur("chromium")


@pytest.fixture(scope="module")
def browser() -> Iterator[ChromiumPage]:
    with combat_form.chromium() as page:
        yield page


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (status(404), "manque sur le serveur"),
        (truncated, "abîmé ou incomplet"),
        (mute, "Rien n’avance depuis trop longtemps"),
    ],
    ids=["introuvable", "tronque", "muet"],
)
def test_fault_is_said_and_retry_recovers(
    pages: Path, browser: ChromiumPage, fault: Fault, said: str
) -> None:
    with site(pages, browser) as (url, faults):
        faults.next("pyodide.asm.wasm", fault)
        if fault is mute:
            distrust(faults, "combat.html")
            faults.next("page.js", rewritten(PATIENT, HASTY))
        browser.goto(url)
        fill(browser)
        browser.click(combat_form.RESOLVE)
        browser.wait(f"{STATE} === 'indisponible'", 20)
        told = browser.js(SHOWN)
        assert "Le calculateur est indisponible." in told
        assert "Votre saisie est intacte." in told
        assert said in told
        reasons = browser.js(
            "[...document.querySelectorAll('[data-raison]')]"
            ".filter((one) => one.checkVisibility()).length"
        )
        assert reasons == 1
        assert browser.js("!!document.querySelector('[role=status] [data-etat=indisponible]')"), (
            "announced"
        )
        assert kept(browser)

        browser.click("[data-reessayer]")
        wait_ready(browser)
        # The click that came too early is answered now.
        browser.wait(ANSWERED, 20)
        assert read_result(browser)["verdict"].startswith("Ézéchiel touche")
        assert kept(browser)
        assert "indisponible" not in browser.js(SHOWN)
        assert strangers(browser, f"http://{serve.HOST}:") == []


def test_a_click_before_it_is_ready_is_queued_and_answered(
    pages: Path, browser: ChromiumPage
) -> None:
    held = Held()
    with site(pages, browser) as (url, faults):
        faults.next("stdlib.zip", held)
        browser.goto(url)
        browser.wait(f"{STATE} === 'chargement'", 20)
        assert "se prépare…" in browser.js(SHOWN)
        assert browser.js(
            "!!document.querySelector('.ncalc-etats [data-etat=chargement] progress')"
        )
        fill(browser)
        browser.click(combat_form.RESOLVE)
        browser.wait(WAITING, 10)
        assert "la réponse viendra" in browser.js(SHOWN)
        assert browser.js("document.querySelector('[data-etat=attente] progress').value") > 0
        held.go_on.set()
        browser.wait(ANSWERED, 20)
        assert read_result(browser)["verdict"].startswith("Ézéchiel touche")
        assert kept(browser)


def test_the_last_of_two_early_clicks_is_the_one_answered(
    pages: Path, browser: ChromiumPage
) -> None:
    held = Held()
    with site(pages, browser) as (url, faults):
        faults.next("stdlib.zip", held)
        browser.goto(url)
        fill(browser)
        browser.click(combat_form.RESOLVE)
        browser.wait(WAITING, 10)
        browser.fill("#jets-attaque-0", "30")
        browser.click(combat_form.RESOLVE)
        browser.js(NEXT_FRAMES)
        assert browser.js(WAITING), "the second click still waits"
        held.go_on.set()
        browser.wait(ANSWERED, 20)
        assert read_result(browser)["echanges"][0]["attaque"]["jet"] == "30"
        assert not read_result(browser)["perime"]


def _in_an_article(fault: Fault) -> Fault:
    """The same fault on a page that begins nothing by itself, as an article does."""

    def changed(
        faults: Faults, handler: serve.Handler, headers: dict[str, str], body: bytes
    ) -> None:
        assert b" data-avance=" in body
        fault(faults, handler, headers, body.replace(b" data-avance=", b" data-rien="))

    return changed


def test_it_starts_only_when_the_calculator_is_near(pages: Path, browser: ChromiumPage) -> None:
    with site(pages, browser) as (url, faults):
        below = rewritten("<main>", "<main>" + "<br>" * 200)
        faults.next("combat.html", _in_an_article(below))
        browser.goto(url)
        browser.js(NEXT_FRAMES)
        assert browser.js(STATE) == "repos"
        assert not any(faults.count(name) for name in HEAVY)
        browser.js("document.querySelector('form').scrollIntoView()")
        wait_ready(browser)


def test_a_reader_who_saves_data_starts_it_by_touching(pages: Path, browser: ChromiumPage) -> None:
    with window(browser) as page, site(pages, page) as (url, faults):
        page.native.add_init_script(
            "Object.defineProperty(navigator, 'connection', {value: {saveData: true}})"
        )
        page.goto(url)
        page.js(NEXT_FRAMES)
        assert page.js(STATE) == "repos"
        assert not any(faults.count(name) for name in HEAVY)
        page.click("#attaquant-nom")
        wait_ready(page)


def test_the_page_asks_nothing_of_anyone_else(dist: Path, browser: ChromiumPage) -> None:
    with window(browser) as page, site(dist, page) as (url, _):
        page.goto(url)
        wait_ready(page)
        fill(page)
        page.click(combat_form.RESOLVE)
        page.wait(ANSWERED)
        assert strangers(page, url.removesuffix("combat.html")) == []
        sent = [one.url for one in page.requests() if "?" in one.url or one.method != "GET"]
        assert sent == []
        assert page.js("sessionStorage.length + document.cookie.length") == 0
        assert set(page.js("Object.keys(localStorage)")) <= {"ncalc:combat", "ncalc:journal:combat"}
