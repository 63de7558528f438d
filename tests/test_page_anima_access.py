"""The pages of Anima for everyone: axe finds nothing, nothing too small or too wide, keys alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.support import combat_form
from tests.support.anima_form import PLAIN, open_page, press_resolve, read_result
from tests.support.combat_form import faults, fill_form, window
from tests.test_page_access import AXE, FINGER, RUN, TARGETS, UNFOLD, VIEWS, still
from tests.test_page_keyboard import HERE, stops

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

Json = dict[str, Any]
LONG = "Ézéchiel" * 7


@pytest.fixture(scope="module")
def browser() -> Iterator[ChromiumPage]:
    with combat_form.chromium() as page:
        yield page


def look(page: ChromiumPage) -> None:
    """Have axe look at what is in sight; check what a finger aims at, and the width."""
    page.js(UNFOLD)
    still(page)
    page.js(f"void ({AXE.read_text(encoding='utf-8').strip().rstrip(';')})")
    violations, passes = page.js(RUN, 60)
    assert violations == []
    assert passes > 10, "axe looked"
    width, room = page.js("[document.documentElement.scrollWidth, innerWidth]")
    assert width <= room
    if page.js("matchMedia('(pointer: coarse)').matches"):
        aims = page.js(TARGETS)
        assert len(aims) > 5
        assert [aim for aim in aims if min(aim[1:]) < FINGER] == []


@pytest.fixture(scope="module", params=VIEWS)
def view(browser: ChromiumPage, request: pytest.FixtureRequest) -> Iterator[ChromiumPage]:
    """Open a window, wide or a phone's, light or dark."""
    phone = request.param.startswith("telephone")
    options: Json = {
        "viewport": {"width": 360, "height": 740} if phone else {"width": 1280, "height": 900},
        "color_scheme": "dark" if request.param.endswith("sombre") else "light",
        "has_touch": phone,
        "is_mobile": phone,
    }
    with window(browser, **options) as page:
        yield page


def test_combat_in_every_state(view: ChromiumPage, home: str) -> None:
    open_page(view, home, "anima-combat")
    look(view)
    kinds = dict.fromkeys(("TRA", "PER", "CON", "CHA", "FR", "ELE", "ENE"), 3)
    attaquant = {"nom": LONG, "attaque": 250, "degats": 300, "projectile": True, "surnaturel": True}
    defenseur = PLAIN["defenseur"] | {"nom": LONG, "ip": kinds, "pare_surnaturel": True}
    told = {"attaquant": attaquant, "defenseur": defenseur}
    fill_form(view, told | {"jets": {"attaque": [95], "defense": [3]}})
    press_resolve(view)
    assert len(faults(view)) == 2, "dice that are due and missing"
    look(view)
    view.fill("#jets-attaque-1", "95")
    view.fill("#jets-defense-1", "40")
    view.fill("#jets-attaque-2", "5")
    press_resolve(view)
    assert len(faults(view)) == 2, "dice of a critical"
    look(view)
    view.fill("#jets-critique", "90")
    view.fill("#jets-resistance", "2")
    press_resolve(view)
    view.fill("#jets-localisation", "9")
    press_resolve(view)
    assert LONG in read_result(view)["verdict"]
    look(view)
    fill_form(view, PLAIN | {"jets": {"attaque": [10], "defense": [80]}})
    press_resolve(view)
    assert "Contre-attaquer" in read_result(view)["final"]
    look(view)
    view.click("[data-vue=final] button")
    view.wait("document.activeElement.name === 'attaquant.attaque'")
    look(view)


def test_initiative_in_every_state(view: ChromiumPage, home: str) -> None:
    open_page(view, home, "anima-initiative")
    look(view)
    fighters: list[Json] = [{"nom": LONG, "initiative": 400, "jets": [95]}]
    fighters += [{"initiative": 60, "jets": [2]}] * 2
    fill_form(view, {"combattants": fighters, "options": {"jet": "ouvert"}})
    press_resolve(view)
    assert len(faults(view)) == 1
    look(view)
    view.fill("#combattants-0-jets-1", "40")
    press_resolve(view)
    assert "Surpris" in view.text("[data-vue=technique]")
    look(view)


@pytest.mark.parametrize("name", ["actions", "fracassement", "desengagement"])
def test_small_forms_in_every_state(view: ChromiumPage, home: str, name: str) -> None:
    open_page(view, home, f"anima-{name}")
    look(view)
    for die in view.js("[...document.querySelectorAll('[data-faces]')].map((one) => one.id)"):
        if view.js(f"document.querySelector('#{die}').checkVisibility()"):
            view.fill(f"#{die}", "9")
    press_resolve(view)
    look(view)


def test_no_sideways_scrolling(browser: ChromiumPage, home: str) -> None:
    open_page(browser, home, "anima-combat")
    fill_form(
        browser,
        PLAIN
        | {
            "attaquant": {"nom": LONG, "attaque": 130, "degats": 50, "projectile": True},
            "jets": {"attaque": [10], "defense": [80]},
        },
    )
    press_resolve(browser)
    browser.js(UNFOLD)
    before = browser.native.viewport_size
    assert before is not None
    for width in (320, 360, 600, 768, 1024, 1280):
        browser.native.set_viewport_size({"width": width, "height": 800})
        assert browser.js("document.documentElement.scrollWidth") <= width
    browser.native.set_viewport_size(before)


def test_the_verdict_is_announced(browser: ChromiumPage, home: str) -> None:
    open_page(browser, home, "anima-combat")
    region = "document.querySelector('[role=status][data-vue=verdict]')"
    assert browser.js(f"{region}.checkVisibility()")
    browser.js(f"globalThis.region = {region}")
    fill_form(browser, PLAIN | {"jets": {"attaque": [10], "defense": [80]}})
    press_resolve(browser)
    assert browser.js("region.isConnected && region.textContent") != ""


def test_every_stop_is_visible_and_in_a_sensible_order(browser: ChromiumPage, home: str) -> None:
    open_page(browser, home, "anima-combat")
    combat_form.wait_ready(browser)
    found = stops(browser)
    assert [one for one in found if not one["outlined"]] == []
    assert [one for one in found if not one["reachable"]] == []
    parts = [one["part"] for one in found]
    assert list(dict.fromkeys(parts)) == ["page", "attaquant", "defenseur", "form", "barre"]
    rolled = [one["name"] for one in found if one["name"].startswith("jets.")]
    assert rolled == ["jets.attaque[0]", "jets.defense[0]"]


def go_to(page: ChromiumPage, name: str, key: str = "Tab") -> None:
    """Press a key until a field of that name has the focus."""
    for _ in range(60):
        page.keys(key)
        if page.js("document.activeElement.name") == name:
            return
    raise AssertionError(f"{key} does not lead to {name}")


def test_an_attack_its_critical_and_what_follows_by_keys_alone(
    browser: ChromiumPage, home: str
) -> None:
    open_page(browser, home, "anima-combat")
    go_to(browser, "attaquant.nom")
    browser.keys("L", "y", "a")
    go_to(browser, "attaquant.attaque")
    browser.keys("Control+a", "2", "0", "0")
    go_to(browser, "attaquant.maitrise")
    go_to(browser, "jets.attaque[0]")
    browser.keys("9", "3", "Tab", "Tab")
    assert browser.js("document.activeElement.name") == "jets.attaque[1]", "the die that came"
    browser.keys("1", "2")
    go_to(browser, "defenseur.defense")
    browser.keys("ArrowRight")
    assert browser.js("document.querySelector('[name=\"defenseur.defense\"]:checked').value") == (
        "esquive"
    )
    go_to(browser, "jets.defense[0]")
    browser.keys("4", "0", "Enter")
    browser.wait("document.activeElement.name === 'jets.critique'")
    assert browser.js(HERE)["outlined"]
    assert browser.js(HERE)["reachable"], "in sight, not under the bar"
    browser.keys("4", "0", "Tab", "Tab", "9", "9", "Enter")
    browser.wait("!!document.querySelector('[data-vue=final] button')")
    assert read_result(browser)["verdict"].startswith("Coup critique")
    for _ in range(15):
        browser.keys("Tab")
        if browser.js("document.activeElement.matches('[data-vue=final] button')"):
            break
    browser.keys("Enter")
    browser.wait("document.activeElement.name === 'jets.attaque[0]'")
    assert browser.js(HERE)["reachable"]
    assert browser.js("document.querySelector('#defenseur-rang').value") == "2"
