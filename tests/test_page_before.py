"""What a reader does before the page lives, or while Python is still on its way, on a slow line.

The form is there long before the scripts are: what is typed then counts, a press is answered once
it can be, and no answer speaks of another fight than the one that is shown.
"""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.support import combat_form
from tests.support.broken_page import SOON, STATE, WAITING, Held, site
from tests.support.cases import HANDED, read_case
from tests.support.combat_form import (
    ANSWERED,
    RESOLVE,
    faults,
    read_result,
    rest,
    wait_ready,
    window,
)
from tests.support.duel import duel
from tests.support.faults import status
from tests.support.links import fragment

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

TYPED = {"#attaquant-nom": "Ézéchiel", "#jets-attaque-0": "20", "#jets-defense-0-0": "90"}
KEPT: dict[str, Any] = read_case(HANDED / "combat/rafale-continue-trois-cibles.json").scenario
KEPT["attaquant"]["nom"] = "Hier"
for rank, target in enumerate(("Gardien", "Second", "Dernier")):
    KEPT["defenseurs"][rank]["nom"] = target
RECORD = "JSON.parse(localStorage.getItem('ncalc:journal:combat'))"
WASM = "pyodide.asm.wasm"


@pytest.fixture(scope="module")
def browser() -> Iterator[ChromiumPage]:
    with combat_form.chromium() as page:
        yield page


@contextlib.contextmanager
def early(
    pages: Path, browser: ChromiumPage, held: Held, stored: object = None, link: str = ""
) -> Iterator[ChromiumPage]:
    """Open the page while its script is on its way; `stored` is what another day has left."""
    with window(browser) as page, site(pages, page) as (url, changed):
        changed.next("page.js", status(500), held)
        page.goto(url)
        if stored:
            text = json.dumps({"v": 1, "scenario": stored})
            page.js(f"localStorage.setItem('ncalc:combat', {json.dumps(text)})")
        if link:
            page.js(f"history.replaceState(null, '', {json.dumps(f'#{link}')})")
        page.js("void location.reload()")
        page.wait("performance.getEntriesByType('navigation')[0].type === 'reload'", SOON)
        page.wait("document.readyState === 'interactive'", SOON)
        page.js("globalThis.sameDocument = true")
        yield page
        assert page.js("globalThis.sameDocument")


def type_in(page: ChromiumPage) -> None:
    for place, text in TYPED.items():
        page.fill(place, text)


def name(page: ChromiumPage, place: str) -> Any:
    return page.js(f"document.querySelector('#{place}-nom').value")


def test_a_press_is_answered_with_what_was_typed(pages: Path, browser: ChromiumPage) -> None:
    held = Held()
    with early(pages, browser, held) as page:
        type_in(page)
        page.click(RESOLVE)
        page.click(RESOLVE)
        page.fill("#attaquant-nom", "Azrael")
        held.go_on.set()
        page.wait(ANSWERED, SOON)
        assert read_result(page)["verdict"].startswith("Azrael")
        lines = page.wait(f"{RECORD}?.journal.entrees.length", SOON)
        assert lines == 1, "answered once"


def test_what_is_typed_stands_alone_and_what_was_kept_can_be_had_back(
    pages: Path, browser: ChromiumPage
) -> None:
    held = Held()
    with early(pages, browser, held, KEPT) as page:
        type_in(page)
        page.click(RESOLVE)
        held.go_on.set()
        page.wait(ANSWERED, SOON)
        assert read_result(page)["verdict"].startswith("Ézéchiel")
        assert name(page, "defenseurs-0") == ""
        assert page.js("document.querySelector('[name=mode]:checked').value") == "melee"
        assert page.js("document.querySelectorAll('[data-rang]').length") == 1
        page.click("[data-menu]")
        page.click(".ncalc-menu [data-defaire]")
        page.click(".ncalc-menu [data-defaire]")
        assert name(page, "defenseurs-0") == "Gardien"


def test_typed_without_a_press_what_was_kept_is_offered(pages: Path, browser: ChromiumPage) -> None:
    held = Held()
    with early(pages, browser, held, KEPT) as page:
        type_in(page)
        held.go_on.set()
        wait_ready(page)
        assert name(page, "attaquant") == "Ézéchiel"
        page.click("[data-memoire-dit=lien] [data-annuler]")
        assert (name(page, "attaquant"), name(page, "defenseurs-2")) == ("Hier", "Dernier")


def test_a_press_on_an_empty_form_is_no_answer_to_what_was_kept(
    pages: Path, browser: ChromiumPage
) -> None:
    held = Held()
    with early(pages, browser, held, duel(jets=(20, 90))) as page:
        page.click(RESOLVE)
        held.go_on.set()
        wait_ready(page)
        page.wait("document.querySelector('[data-memoire-dit=repris]').checkVisibility()", SOON)
        assert not page.js(WAITING)
        assert not page.js(ANSWERED)


def test_a_press_before_a_link_opens_is_given_up(pages: Path, browser: ChromiumPage) -> None:
    """The form is the link's from then on: a result of what was there would speak of another."""
    held = Held()
    link = fragment(duel(attaquant={"nom": "Varga"}))
    with early(pages, browser, held, link=link) as page:
        type_in(page)
        page.click(RESOLVE)
        held.go_on.set()
        wait_ready(page)
        page.wait("document.querySelector('#attaquant-nom').value === 'Varga'", SOON)
        page.wait("document.querySelector('[data-ouverture]').checkVisibility()", SOON)
        assert not page.js(WAITING)
        assert not page.js(ANSWERED)
        page.click("[data-memoire-dit=lien] [data-annuler]")
        assert name(page, "attaquant") == "Ézéchiel"


@contextlib.contextmanager
def asked_too_early(pages: Path, browser: ChromiumPage, held: Held) -> Iterator[ChromiumPage]:
    """Press Résoudre on a form without dice, while Python is on its way."""
    with window(browser) as page, site(pages, page) as (url, changed):
        changed.next(WASM, held)
        page.goto(url)
        page.fill("#attaquant-nom", "Ézéchiel")
        page.click(RESOLVE)
        page.wait(WAITING, SOON)
        yield page


def test_a_late_refusal_is_of_what_the_form_holds_and_moves_no_focus(
    pages: Path, browser: ChromiumPage
) -> None:
    held = Held()
    with asked_too_early(pages, browser, held) as page:
        page.fill("#jets-attaque-0", "23")
        page.click("#defenseurs-0-nom")
        page.keys("B")
        held.go_on.set()
        page.wait("document.querySelectorAll('[aria-invalid]').length > 0", SOON)
        assert [each["name"] for each in faults(page)] == ["jets.defense[0][0]"]
        assert page.js("document.activeElement.id") == "defenseurs-0-nom"
        page.keys("o")
        assert name(page, "defenseurs-0") == "Bo"


def test_a_late_refusal_of_what_is_whole_by_now_is_a_result(
    pages: Path, browser: ChromiumPage
) -> None:
    held = Held()
    with asked_too_early(pages, browser, held) as page:
        for place, text in TYPED.items():
            page.fill(place, text)
        page.js("scrollTo(0, 0)")
        held.go_on.set()
        page.wait(ANSWERED, SOON)
        assert read_result(page)["verdict"].startswith("Ézéchiel")
        assert page.js("document.querySelectorAll('[aria-invalid]').length") == 0
        assert page.js("document.activeElement.id") == list(TYPED)[-1].removeprefix("#")
        assert page.js("scrollY") < 100, "the reader is left where he types"


def test_a_page_that_cannot_live_says_so_where_the_reader_is(
    pages: Path, browser: ChromiumPage
) -> None:
    size = {"width": 360, "height": 640}
    with window(browser, viewport=size) as page, site(pages, page) as (url, changed):
        changed.next("page.js", status(503))
        page.goto(url)
        page.fill("#jets-defense-0-0", "20")
        page.click(RESOLVE)
        box = page.js(
            "document.querySelector('[data-garde=fichier]').getBoundingClientRect().toJSON()"
        )
        assert 0 <= box["top"] < box["bottom"] <= size["height"]
        page.click("[data-garde-reprendre]")
        wait_ready(page)
        assert page.js("document.querySelector('#jets-defense-0-0').value") == "20"


def test_what_was_typed_is_kept_for_the_same_page_alone(pages: Path, browser: ChromiumPage) -> None:
    with window(browser) as page, site(pages, page) as (url, changed):
        changed.next("page.js", status(503))
        page.goto(url)
        page.fill("#attaquant-nom", "Ézéchiel")
        changed.next("combat.html", status(503))
        page.click("[data-garde-reprendre]")
        page.wait("document.querySelector('form') === null", SOON)
        page.goto(url.replace("combat.html", "anima-combat.html"))
        wait_ready(page)
        assert name(page, "attaquant") == ""


@pytest.mark.parametrize("saving", [False, True], ids=["", "economie"])
def test_a_list_that_was_kept_takes_no_focus(
    pages: Path, browser: ChromiumPage, *, saving: bool
) -> None:
    """Nor does it start Python for a reader who has touched nothing and saves data."""
    with window(browser) as page, site(pages, page) as (url, _):
        if saving:
            page.native.add_init_script(
                "Object.defineProperty(navigator, 'connection', {value: {saveData: true}})"
            )
        text = json.dumps({"v": 1, "scenario": KEPT})
        page.native.add_init_script(f"localStorage.setItem('ncalc:combat', {json.dumps(text)})")
        page.goto(url)
        page.wait("document.querySelectorAll('[data-rang]').length === 3", SOON)
        assert page.js("document.activeElement === document.body")
        if saving:
            rest(page)
            assert page.js(STATE) == "repos"
        page.click("[data-ajouter]")
        assert page.js("document.activeElement.id") == "defenseurs-3-nom", "a press does"
