"""The combat page for everyone: axe finds nothing, nothing is too small or too wide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.support.combat_form import PLAIN, fill_form, resolve, wait_ready, window
from tests.support.keeping import ATTACKER, STRANGE, gesture, save
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
RUN = """axe.run(document, {resultTypes: ["violations"]}).then(({violations, passes}) => [
  violations.map(({id, nodes}) => `${id}: ${nodes.map((node) =>
    node.target.join(" ") + " — " + node.any.map((one) => one.message).join(", ")).join(" | ")}`),
  passes.length])"""
THREE: dict[str, Any] = {
    "mode": "tir",
    "attaquant": {"type": "nephilim", "degre": 6, "nom": "Ézéchiel"},
    "attaque": {"approche": "tir_visee_1", "arme": "ak47", "cadence": "raf_cont"},
    "defenseurs": [
        {"nom": "Garde", "type": "autre", "degre": 5, "defense": {"type": "encaisser"}},
        {
            "type": "nephilim",
            "degre": 5,
            "defense": {"type": "parer_projectile", "objet": True},
        },
        {"type": "selenim", "degre": 5, "defense": {"type": "encaisser"}},
    ],
    "jets": {"attaque": [20], "defense": [None, [22], None]},
}
DUEL: dict[str, Any] = PLAIN | {"jets": {"attaque": [33], "defense": [[48]]}}
UNFOLD = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
FINGER = 44 - 0.01  # least width and height of a target, in CSS pixels, but for rounding
# What a finger aims at: a control and the label that stands for it.
TARGETS = """[...document.querySelectorAll(
    ".ncalc :is(button, input, select, textarea, summary, a[href]):not([type=hidden])")]
  .filter((one) => one.checkVisibility() && !one.matches(":disabled"))
  .map((one) => {
    const boxes = [one, ...(one.labels ?? [])].map((part) => part.getBoundingClientRect());
    const reach = (key, pick) => pick(...boxes.map((box) => box[key]));
    return [
      one.id || one.textContent.trim() || one.outerHTML,
      reach("right", Math.max) - reach("left", Math.min),
      reach("bottom", Math.max) - reach("top", Math.min),
    ];
  })"""


def still(page: ChromiumPage) -> None:
    """Wait until nothing moves any more: a colour half-way through a fade is no colour."""
    page.js("Promise.all(document.getAnimations().map((one) => one.finished))")


def initial(page: ChromiumPage) -> None:
    """Leave the form as it opens."""
    fill_form(page, PLAIN)


def unfolded(page: ChromiumPage) -> None:
    """Show all there is to fill."""
    fill_form(page, PLAIN)
    page.js(UNFOLD)


def errors(page: ChromiumPage) -> None:
    """Have several fields refused."""
    fill_form(page, PLAIN)
    page.fill("#attaquant-nom", "x" * 61)
    page.fill("#attaquant-degre", "six")
    page.fill("#jets-attaque-0", "")
    resolve(page)
    assert page.js("document.querySelectorAll('[aria-invalid]').length") == 3


def result(page: ChromiumPage) -> None:
    """Show a result with all its calculation."""
    fill_form(page, DUEL)
    assert resolve(page)["verdict"]
    page.js(UNFOLD)


def old_result(page: ChromiumPage) -> None:
    """Show a result that the form has left behind."""
    result(page)
    page.fill("#attaquant-degre", "9")
    page.wait("!document.querySelector('[data-perime]').hidden")


def three_targets(page: ChromiumPage) -> None:
    """Show a burst on three targets and its result."""
    fill_form(page, THREE)
    assert len(resolve(page)["echanges"]) == 3
    page.js(UNFOLD)


def menu(page: ChromiumPage) -> None:
    """Open the menu of the bar over a form with changed fields."""
    fill_form(page, DUEL)
    page.js("document.querySelector('[data-changes]').open = true")
    if not page.js("document.querySelector('.ncalc-menu').checkVisibility()"):
        page.click("[data-menu]")


def sharing(page: ChromiumPage) -> None:
    """Show the link to a fight, one side left out."""
    fill_form(page, DUEL)
    if not page.js("document.querySelector('.ncalc-menu').checkVisibility()"):
        page.click("[data-menu]")
    page.click(".ncalc-menu [data-partager]")
    if not page.js("document.querySelector('[data-sans]').checked"):
        page.click("[data-sans]")
    page.wait("document.querySelector('[data-adresse]').value")


def going_on(page: ChromiumPage) -> None:
    """Carry a fight on to its next round, with fighters kept."""
    page.js("document.querySelector('[data-partage]').close()")
    fill_form(page, STRANGE)
    resolve(page)
    gesture(page, "round_suivant")
    save(page, ATTACKER, 1)
    page.js(UNFOLD)


STATES = [
    initial,
    unfolded,
    errors,
    result,
    old_result,
    three_targets,
    menu,
    sharing,
    going_on,
]


# Wide or a phone's, light or dark: two show each of the four, a complete run crosses them.
VIEWS = [
    *("large", "telephone-sombre"),
    *(pytest.param(name, marks=pytest.mark.complet) for name in ("sombre", "telephone")),
]


@pytest.fixture(scope="module", params=VIEWS)
def view(combat: ChromiumPage, home: str, request: pytest.FixtureRequest) -> Iterator[ChromiumPage]:
    """Open the page on a wide screen or a phone, light or dark."""
    phone = request.param.startswith("telephone")
    options: dict[str, Any] = {
        "viewport": {"width": 360, "height": 740} if phone else {"width": 1280, "height": 900},
        "color_scheme": "dark" if request.param.endswith("sombre") else "light",
        "has_touch": phone,
        "is_mobile": phone,
    }
    with window(combat, **options) as page:
        page.goto(f"{home}combat.html")
        wait_ready(page)
        # Straight to the debugger, as an expression: the page's policy allows no other script.
        page.js(f"void ({AXE.read_text(encoding='utf-8').strip().rstrip(';')})")
        yield page


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_nothing_stands_in_a_reader_s_way(
    view: ChromiumPage, state: Callable[[ChromiumPage], None]
) -> None:
    state(view)
    still(view)
    violations, passes = view.js(RUN, 60)
    assert violations == []
    assert passes > 10, "axe looked"
    width, room = view.js("[document.documentElement.scrollWidth, innerWidth]")
    assert width <= room
    if view.js("matchMedia('(pointer: coarse)').matches"):
        aims = view.js(TARGETS)
        assert len(aims) > 20
        assert [aim for aim in aims if min(aim[1:]) < FINGER] == []


def test_no_sideways_scrolling(combat: ChromiumPage) -> None:
    long = {"nom": "Ézéchiel" * 7, "effets": ["phalange"]}
    fill_form(combat, THREE | {"attaquant": THREE["attaquant"] | long})
    resolve(combat)
    combat.js(UNFOLD)
    before = combat.native.viewport_size
    assert before is not None
    for width in (320, 360, 600, 768, 1024, 1280):
        combat.native.set_viewport_size({"width": width, "height": 800})
        assert combat.js("document.documentElement.scrollWidth") <= width
    combat.native.set_viewport_size(before)


def test_the_verdict_is_announced(combat: ChromiumPage, home: str) -> None:
    """A live region speaks of what changes in it only if it was there before."""
    combat.goto(f"{home}combat.html")
    wait_ready(combat)
    region = "document.querySelector('[role=status][data-vue=verdict]')"
    assert combat.js(f"{region}.checkVisibility()")
    assert combat.js(f"{region}.textContent") == ""
    combat.js(f"globalThis.region = {region}")
    fill_form(combat, DUEL)
    resolve(combat)
    assert combat.js("region.isConnected && region.textContent") != ""


def test_colours_of_the_badges(combat: ChromiumPage) -> None:
    fill_form(combat, DUEL)
    resolve(combat)
    colours = combat.js(
        "['phys', 'mag'].map((one) => document.querySelector(`.ncalc-badge.ncalc-${one}`))"
        ".map((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).color])"
    )
    white = "rgb(255, 255, 255)"
    assert colours == [["rgb(192, 82, 78)", white], ["rgb(107, 78, 138)", white]]
