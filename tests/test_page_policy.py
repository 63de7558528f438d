"""The page under the strictest security policy that the guide allows, and in a browser too old."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support import answered, combat_form
from tests.support.broken_page import SHOWN, SOON, STATE, fill, site
from tests.support.combat_form import complaints, resolve, wait_ready, window
from tests.support.faults import Faults, distrust, with_headers
from tests.support.wiki import Guide

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.chromium import ChromiumPage
    from web.tools import serve

pytestmark = pytest.mark.navigateur("chromium")

ICON = "img-src data:"  # of the standalone page alone


@pytest.fixture(scope="module")
def browser() -> Iterator[ChromiumPage]:
    with combat_form.chromium() as page:
        yield page


def test_the_least_that_the_guide_asks_for_is_enough(pages: Path, browser: ChromiumPage) -> None:
    rule = Guide(pages).block("text regle")
    url, stop = answered.start(pages, csp=f"{rule}; {ICON}")
    try:
        browser.goto(f"{url}combat.html")
        wait_ready(browser)
        fill(browser)
        assert resolve(browser)["verdict"].startswith("Ézéchiel touche")
        assert complaints(browser) == []
        browser.goto("about:blank")
    finally:
        stop()


@pytest.mark.parametrize(
    "words", ["script-src 'self' 'wasm-unsafe-eval'", " 'wasm-unsafe-eval'", "connect-src 'self'"]
)
def test_nothing_less_is_enough(pages: Path, browser: ChromiumPage, words: str) -> None:
    rule = Guide(pages).block("text regle")
    assert words in rule
    url, stop = answered.start(pages, csp=f"{rule.replace(words, '')}; {ICON}")
    try:
        with window(browser) as page:
            page.goto(f"{url}combat.html")
            page.native.wait_for_load_state("networkidle")
            page.wait(f"{STATE} === 'indisponible' || {STATE} === undefined", SOON)
    finally:
        stop()


SINKS = (
    "document.body.innerHTML = '<p>x</p>'",
    "document.createElement('script').src = 'x.js'",
    "document.createElement('iframe').srcdoc = '<p>x</p>'",
    "new DOMParser().parseFromString('<p>x</p>', 'text/html')",
    "new Worker('x.js')",
    "document.body.setAttribute('onclick', 'x()')",
    "trustedTypes.createPolicy('autre', { createHTML: (text) => text })",
)


@pytest.mark.parametrize("sink", SINKS)
def test_no_text_can_become_markup_or_code(browser: ChromiumPage, home: str, sink: str) -> None:
    """Trusted Types: the page could not do it even if it tried."""
    with window(browser) as page:
        page.goto(f"{home}combat.html")
        wait_ready(page)
        tried = f"try {{ {sink}; return 'fait'; }} catch (error) {{ return error.name; }}"
        assert page.js(f"(() => {{ {tried} }})()") == "TypeError"


# --- browsers that are too old -------------------------------------------------------------------

OLD = "document.querySelector('[data-garde=ancien]')"
UNKNOWN = "const seul = @nouveau;"  # stands for any syntax that is newer than a browser


def of_tomorrow(_: Faults, handler: serve.Handler, headers: dict[str, str], body: bytes) -> None:
    """Answer with a script that no browser of today understands."""
    handler.reply(200, headers, body + UNKNOWN.encode())


def without_modules(
    _: Faults, handler: serve.Handler, headers: dict[str, str], body: bytes
) -> None:
    """Answer with scripts of a type that the browser does not know."""
    assert b'<script type="module"' in body
    handler.reply(200, headers, body.replace(b'<script type="module"', b'<script type="inconnu"'))


def test_a_browser_without_modules_is_told(pages: Path, browser: ChromiumPage) -> None:
    """It knows no `noModule`, and leaves alone a script whose type it does not know."""
    with window(browser) as page, site(pages, page) as (url, faults):
        page.native.add_init_script("delete HTMLScriptElement.prototype.noModule;")
        faults.next("combat.html", without_modules)
        page.goto(url)
        page.wait(f"{OLD}.checkVisibility()", SOON)
        assert "trop ancien" in page.js(f"{OLD}.textContent")


@pytest.mark.parametrize("name", ["page.js", "early.js"])
def test_a_browser_that_does_not_know_the_language_is_told(
    pages: Path, browser: ChromiumPage, name: str
) -> None:
    with window(browser) as page, site(pages, page) as (url, faults):
        distrust(faults, "combat.html")
        faults.next(name, of_tomorrow)
        page.goto(url)
        page.wait(f"{OLD}.checkVisibility()", SOON)


def test_python_that_is_newer_than_the_browser_is_told(pages: Path, browser: ChromiumPage) -> None:
    """As on Safari 16.0: the page lives, and Pyodide's own script is not understood."""
    with window(browser) as page, site(pages, page) as (url, faults):
        # What the page checked is sound; what the worker imports is in a language of tomorrow.
        faults.next("pyodide.js", with_headers({"Cache-Control": "no-store"}), of_tomorrow)
        page.goto(url)
        page.wait(f"{STATE} === 'indisponible'", SOON)
        assert "mettez-le à jour, ou essayez-en un autre" in page.js(SHOWN)


def test_an_up_to_date_browser_is_told_nothing(browser: ChromiumPage, home: str) -> None:
    browser.goto(f"{home}combat.html")
    wait_ready(browser)
    assert browser.js("document.querySelectorAll('[data-garde]:not([hidden])').length") == 0
