"""What goes wrong around the page, one test each: it says so, loses nothing, and comes back.

Faults are put in at the server, in the worker's script or in the browser. test_page_states.py and
test_engine.py have the others: a file that is missing, cut, altered or mute, a worker that dies.
"""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.support import answered, combat_form
from tests.support.broken_page import (
    HASTY,
    PATIENT,
    SHOWN,
    SOON,
    STATE,
    Held,
    asks,
    fill,
    kept,
    offline,
    recovers,
    site,
    told,
)
from tests.support.combat_form import ANSWERED, read_result, resolve, wait_ready, window
from tests.support.engines import NAMES, open_engine
from tests.support.faults import Faults, cut, distrust, rewritten, slowly, status, with_headers
from web.tools.static import FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.chromium import ChromiumPage
    from tests.support.page import Page
    from web.tools import serve

chromium = pytest.mark.navigateur("chromium")

DOWN = "Le serveur ou la connexion ne répond pas"
MISSING = "manque sur le serveur"
STOPPED = "s’est arrêté"
SILENT = "Rien n’avance depuis trop longtemps"
MEMORY = "manque de mémoire"
NO_WASM = "ne sait pas exécuter WebAssembly, ou l’interdit"


@pytest.fixture(scope="module")
def browser() -> Iterator[ChromiumPage]:
    with combat_form.chromium() as page:
        yield page


# --- the server ----------------------------------------------------------------------------------


@chromium
@pytest.mark.parametrize(
    ("name", "said"), [("pyodide.js", DOWN), ("pyodide.asm.js", DOWN), ("worker.js", STOPPED)]
)
def test_script_of_the_wrong_type(pages: Path, browser: ChromiumPage, name: str, said: str) -> None:
    """The page may read it, and a browser runs no module of such a type."""
    wrong = with_headers({"Content-Type": "text/html", "Cache-Control": "no-store"})
    with site(pages, browser) as (url, faults):
        faults.next(name, wrong, wrong, *[wrong] * (name == "worker.js"))
        browser.goto(url)
        asks(browser)
        told(browser, said)
        recovers(browser)


@chromium
def test_page_whose_script_has_the_wrong_type(pages: Path, browser: ChromiumPage) -> None:
    with site(pages, browser) as (url, faults):
        faults.next("page.js", with_headers({"Content-Type": "text/plain"}))
        browser.goto(url)
        browser.wait("!!document.querySelector('[data-garde=fichier]:not([hidden])')", SOON)
        assert browser.js("document.querySelector('[data-muet]').hidden"), "one sentence will do"
        browser.click("[data-garde-reprendre]")
        wait_ready(browser)


@chromium
def test_page_none_of_whose_scripts_come_says_so_by_itself(
    pages: Path, browser: ChromiumPage
) -> None:
    late = "document.querySelector('[data-muet]')"
    seen = f"getComputedStyle({late}).visibility === 'visible'"
    with site(pages, browser) as (url, faults):
        distrust(faults, "combat.html")
        faults.next("page.css", rewritten("0s 20s", "0s 2s"))
        faults.next("guard.js", status(500))
        faults.next("page.js", status(500))
        browser.goto(url)
        assert not browser.js(seen), "not before it is late"
        browser.wait(seen, SOON)
        assert "tardent à arriver" in browser.text("[data-muet]")
    with window(browser) as page, site(pages, page) as (url, _):
        page.goto(url)
        wait_ready(page)
        assert page.js(f"{late} === null"), "nothing is late any more"


class Gone(Faults):
    """A server whose versioned folder has been taken away, until it is brought back."""

    gone = False

    def __call__(self, path: str, handler: serve.Handler) -> bool:
        if self.gone and path.startswith(f"/{FOLDER}/"):
            handler.reply(404, {"Content-Type": "text/html", "Cache-Control": "no-cache"}, b"<p>")
            return True
        return super().__call__(path, handler)


@chromium
def test_everything_gone_after_a_deploy(pages: Path, browser: ChromiumPage) -> None:
    faults = Gone(pages)
    url, stop = answered.start(pages, faults=faults)
    try:
        faults.next("combat.html", rewritten("<main>", "<main>" + "<br>" * 200))
        browser.goto(f"{url}combat.html")
        browser.wait(f"{STATE} === 'repos'", SOON)
        faults.gone = True
        asks(browser)
        told(browser, MISSING)
        faults.gone = False
        recovers(browser)
        browser.goto("about:blank")
    finally:
        stop()


@chromium
def test_slow_line_is_waited_for(pages: Path, browser: ChromiumPage) -> None:
    """Longer in all than the page is patient, but something always comes."""
    with site(pages, browser) as (url, faults):
        distrust(faults, "combat.html")
        faults.next("page.js", rewritten(PATIENT, HASTY))
        faults.next("pyodide.asm.wasm", slowly(2.4))
        faults.next("stdlib.zip", slowly(3))
        browser.goto(url)
        asks(browser)
        shares = set()
        while browser.js(STATE) == "chargement":
            shares.add(browser.js("document.querySelector('[data-etat=attente] progress').value"))
            browser.js("new Promise(requestAnimationFrame)")
        assert browser.js(STATE) == "pret"
        assert len(shares) > 5, "the bar moves"
        browser.wait(ANSWERED, SOON)
        assert kept(browser)


# --- the line ------------------------------------------------------------------------------------


@chromium
def test_offline_before_it_starts(pages: Path, browser: ChromiumPage) -> None:
    with window(browser) as page, site(pages, page) as (url, faults):
        faults.next("combat.html", rewritten("<main>", "<main>" + "<br>" * 200))
        page.goto(url)
        page.wait(f"{STATE} === 'repos'", SOON)
        with offline(faults):
            asks(page)
            told(page, DOWN)
        recovers(page)


@chromium
def test_offline_while_it_loads(pages: Path, browser: ChromiumPage) -> None:
    held = Held(cut)  # what is under way when the line goes is lost with it
    with window(browser) as page, site(pages, page) as (url, faults):
        faults.next("stdlib.zip", held)
        page.goto(url)
        page.wait(f"{STATE} === 'chargement'", SOON)
        assert held.asked.wait(SOON)
        with offline(faults):
            held.go_on.set()
            asks(page)
            told(page, DOWN)
        recovers(page)


@chromium
def test_offline_once_it_is_ready(dist: Path, browser: ChromiumPage) -> None:
    with window(browser) as page, site(dist, page) as (url, faults):
        page.goto(url)
        wait_ready(page)
        with offline(faults):
            fill(page)
            assert resolve(page)["verdict"].startswith("Ézéchiel touche")


# --- the worker ----------------------------------------------------------------------------------


@chromium
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        # It disappears without a word on its first call.
        ("function reply(text) {", "function reply(text) { self.close(); return;", SILENT),
        # The device has no memory for Python.
        (
            "await WebAssembly.instantiate(",
            "await Promise.reject(new RangeError('could not allocate memory')) ?? (",
            MEMORY,
        ),
        # It throws where nobody looks.
        ("function reply(text) {", "function reply(text) { absent();", STOPPED),
    ],
    ids=["tue", "memoire", "erreur"],
)
def test_worker_lost(pages: Path, browser: ChromiumPage, old: str, new: str, said: str) -> None:
    with site(pages, browser) as (url, faults):
        distrust(faults, "combat.html")
        faults.next("page.js", rewritten(PATIENT, HASTY))
        faults.next("worker.js", rewritten(old, new))
        browser.goto(url)
        asks(browser)
        told(browser, said)
        recovers(browser)


# --- the browser ---------------------------------------------------------------------------------


def without_wasm(pages: Path, page: Page) -> None:
    """Nothing helps, nothing heavy is fetched in vain, and the page says what to do."""
    with site(pages, page) as (url, faults):
        page.goto(url)
        asks(page)
        told(page, NO_WASM)
        assert faults.count("pyodide.asm.wasm") == 0
        page.click("[data-reessayer]")
        told(page, NO_WASM)


@pytest.mark.parametrize(
    "engine", [pytest.param(name, marks=pytest.mark.navigateur(name)) for name in NAMES]
)
def test_webassembly_forbidden(pages: Path, engine: str) -> None:
    with open_engine(engine, wasm=False) as page:
        without_wasm(pages, page)


@chromium
def test_storage_is_full(pages: Path, browser: ChromiumPage) -> None:
    filled = """for (let size = 2 ** 22; size > 0; size = Math.floor(size / 2)) {
      try {
        for (;;) localStorage.setItem(`plein${localStorage.length}`, 'x'.repeat(size));
      } catch {}
    }"""
    with window(browser) as page, site(pages, page) as (url, _):
        page.goto(url)
        wait_ready(page)
        page.js(f"(() => {{ {filled} }})()")
        fill(page)
        assert resolve(page)["verdict"].startswith("Ézéchiel touche")
        assert page.js("localStorage.getItem('ncalc:combat')") is None
        assert combat_form.complaints(page) == []


@chromium
@pytest.mark.parametrize(
    "stored",
    [
        '{"a":' * 5000 + "1" + "}" * 5000,
        "[" * 5000 + "]" * 5000,
        '[[{"nom":[]}]]',
        '"x"',
        '{"__proto__":{"nom":5},"attaquant":7,"defenseurs":{"length":1e9},"jets":[[]]}',
        '{"attaquant":{"nom":{"a":[[[]]]},"effets":[5,[],{}],"ka":"feu"},"version":{}}',
    ],
    ids=["profond", "listes", "liste", "texte", "pieges", "genres"],
)
def test_what_is_stored_keeps_no_page_from_starting(
    pages: Path, browser: ChromiumPage, stored: str
) -> None:
    kept = {
        "ncalc:combat": f'{{"v":1,"scenario":{stored}}}',
        "ncalc:personnage:0": f'{{"v":1,"personnage":{stored}}}',
        "ncalc:journal:combat": f'{{"v":1,"journal":{stored},"prepare":{stored}}}',
    }
    with window(browser) as page, site(pages, page) as (url, _):
        page.goto(url.replace("combat.html", "index.html"))
        for key, value in kept.items():
            page.js(f"localStorage.setItem({json.dumps(key)}, {json.dumps(value)})")
        page.goto(url)
        wait_ready(page)
        fill(page)
        assert resolve(page)["verdict"].startswith("Ézéchiel touche")
        page.click("[data-menu]")
        assert combat_form.complaints(page) == []


@chromium
@pytest.mark.parametrize("date", ["1970-01-01", "2099-12-31"])
def test_clock_is_wrong(pages: Path, browser: ChromiumPage, date: str) -> None:
    """Off by decades when the page opens, and set right while it loads."""
    held = Held()
    with window(browser) as page, site(pages, page) as (url, faults):
        faults.next("stdlib.zip", held)
        page.native.clock.set_system_time(date)
        page.goto(url)
        assert page.js("new Date().getFullYear()") == int(date[:4])
        asks(page)
        page.native.clock.set_system_time("2026-06-01")
        held.go_on.set()
        page.wait(ANSWERED, 30)
        assert read_result(page)["verdict"].startswith("Ézéchiel touche")
        assert kept(page)


@chromium
def test_two_versions_side_by_side(pages: Path, browser: ChromiumPage, tmp_path: Path) -> None:
    """A page of the version before and one of this, open at once, in one browser's storage."""
    both = tmp_path / "pages"
    shutil.copytree(pages, both)
    (now,) = (both / FOLDER).iterdir()
    older = now.with_name("0123456789abcdef")
    shutil.copytree(now, older)
    page = (both / "combat.html").read_text(encoding="utf-8")
    (both / "ancienne.html").write_text(page.replace(now.name, older.name), encoding="utf-8")
    url, stop = answered.start(both)
    try:
        with window(browser) as first:
            first.goto(f"{url}ancienne.html")
            wait_ready(first)
            second = type(first)(first.native.context.new_page())
            second.goto(f"{url}combat.html")
            wait_ready(second)
            for one, name in ((first, older.name), (second, now.name)):
                fill(one)
                assert resolve(one)["verdict"].startswith("Ézéchiel touche")
                asked = [each.url for each in one.requests() if f"/{FOLDER}/" in each.url]
                used = {re.split("/", each)[4] for each in asked}
                assert name in used
            own = "performance.getEntriesByType('resource').map((one) => one.name)"
            for one, name in ((first, older.name), (second, now.name)):
                assert all(name in each for each in one.js(own) if f"/{FOLDER}/" in each)
    finally:
        stop()


@chromium
def test_a_sentence_for_every_reason(browser: ChromiumPage, home: str) -> None:
    browser.goto(f"{home}combat.html")
    reasons = browser.js(
        "[...document.querySelectorAll('[data-raison]')].map((one) => one.dataset.raison)"
    )
    assert sorted(reasons) == sorted(
        [
            "reseau",
            "introuvable",
            "integrite",
            "delai",
            "memoire",
            "sans_wasm",
            "sans_worker",
            "interne",
        ]
    )
    assert "indisponible" not in browser.js(SHOWN)
