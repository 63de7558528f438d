"""What stands under a finger stays there, and a result says truly whether it is out of date."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pycore import api
from tests.support.broken_page import NEXT_FRAMES
from tests.support.combat_form import (
    RESOLVE,
    fill_form,
    new_page,
    resolve,
    rest,
    wait_ready,
)
from tests.test_page_form import scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
# Thirteen degrees of margin to spend.
LARGE: dict[str, Any] = {
    "mode": "melee",
    "attaquant": {"type": "nephilim", "degre": 22, "nom": "Ézéchiel"},
    "attaque": {"approche": "standard", "arme": "epee_hache"},
    "defenseurs": [{"nom": "Malik", "type": "autre", "degre": 5, "defense": {"type": "standard"}}],
    "jets": {"attaque": [79], "defense": [[55]]},
}
on_a_phone = pytest.mark.parametrize("page", [PHONE], indirect=True, ids=["telephone"])
CHOICES = "[...document.querySelectorAll('[data-vue=final] .ncalc-choix')]"
AGAIN = "[data-redemander]"
OLD = "!document.querySelector('[data-perime]').hidden"


@pytest.fixture(scope="module", params=[PHONE, WIDE], ids=["telephone", "large"])
def page(combat: ChromiumPage, home: str, request: pytest.FixtureRequest) -> Iterator[ChromiumPage]:
    with new_page(combat, home, **request.param) as fresh:
        yield fresh


LEAVING = 300  # milliseconds after which the keys of a die go, or come into sight (dice.js)
# Resolves once the page has not changed its height for a while: what comes by itself has come.
AT_REST = """(async () => {
  let height = 0;
  for (let since = performance.now(); performance.now() < since + 200;) {
    await new Promise(requestAnimationFrame);
    if (document.documentElement.scrollHeight !== height) since = performance.now();
    height = document.documentElement.scrollHeight;
  }
})()"""


def put(page: ChromiumPage, element: str, height: int) -> int:
    """Bring an element to a height of the window; give where it stands."""
    page.js(AT_REST)
    page.js(f"scrollBy({{top: {element}.getBoundingClientRect().top - {height}}})")
    return int(page.js(f"Math.round({element}.getBoundingClientRect().top)"))


def midst(page: ChromiumPage, element: str) -> tuple[int, int]:
    x, y = page.js(
        f"(({{left, top, width, height}}) => [left + width / 2, top + height / 2])"
        f"({element}.getBoundingClientRect())"
    )
    return x, y


def pressed(page: ChromiumPage, element: str, done: str) -> int:
    """Press it where it stands, by pointer; give where what stands for it is in the end."""
    page.native.mouse.click(*midst(page, element))
    page.wait(done)
    page.js(AT_REST)
    return int(page.js(f"Math.round({element}.getBoundingClientRect().top)"))


@pytest.mark.parametrize("height", [150, 350, 500])
def test_a_spent_degree_stays_under_the_finger(page: ChromiumPage, height: int) -> None:
    fill_form(page, LARGE)
    resolve(page)
    count = page.js(f"{CHOICES}.length")
    assert count > 8
    for rank in (3, count - 1, 0, 6):
        button = f"{CHOICES}[{rank}]"
        before = put(page, button, height)
        after = pressed(page, button, f"{button}?.getAttribute('aria-pressed') === 'true'")
        assert abs(after - before) <= 1, rank
        assert page.js(f"document.activeElement === {button}")


def test_the_same_degree_of_another_target_is_another_button(page: ChromiumPage) -> None:
    attack = {"approche": "tir_visee_1", "arme": "ak47", "cadence": "raf_cont"}
    targets = [
        {"nom": nom, "type": "autre", "degre": 5, "defense": {"type": "encaisser"}}
        for nom in ("Malik", "Garde")
    ]
    dice = {"attaque": [79], "defense": [None, None]}
    fill_form(page, LARGE | {"mode": "tir", "attaque": attack, "defenseurs": targets, "jets": dice})
    resolve(page)
    labels = page.js(f"{CHOICES}.map((each) => each.getAttribute('aria-label'))")
    rank = len(labels) // 2 + 2
    assert labels.count(labels[rank]) == 2
    button = f"{CHOICES}[{rank}]"
    before = put(page, button, 350)
    after = pressed(page, button, f"{button}?.getAttribute('aria-pressed') === 'true'")
    assert page.js(f"document.activeElement === {button}")
    assert abs(after - before) <= 1


def test_another_story_stays_under_the_finger(page: ChromiumPage) -> None:
    fill_form(page, LARGE)
    resolve(page)
    link = f"document.querySelector('{AGAIN}')"
    for _ in range(4):
        told = page.text("[data-vue=recit]")
        before = put(page, link, 320)
        wanted = f"document.querySelector('[data-vue=recit]').innerText !== {json.dumps(told)}"
        assert abs(pressed(page, link, wanted) - before) <= 1


def test_an_example_of_several_targets_leaves_the_reader_where_he_is(
    page: ChromiumPage, home: str
) -> None:
    page.goto(f"{home}index.html")
    page.js("void localStorage.clear()")
    page.goto(f"{home}combat.html")
    wait_ready(page)
    page.click(".ncalc-exemples > summary")
    rank = page.js(
        "[...document.querySelectorAll('[data-exemple]')]"
        ".findIndex((one) => one.textContent.includes('trois cibles'))"
    )
    button = f"document.querySelectorAll('[data-exemple]')[{rank}]"
    before = put(page, button, 500)
    scrolled = page.js("scrollY")
    after = pressed(page, button, "document.querySelectorAll('[data-rang]').length === 3")
    notice = page.js("document.querySelector('[data-memoire]').offsetHeight")
    assert 0 < notice < 150
    assert page.js("scrollY") <= scrolled + notice
    assert abs(after - before) <= notice + 20


@on_a_phone
def test_all_keys_come_into_sight_above_the_bar(page: ChromiumPage) -> None:
    fill_form(page, LARGE)
    die = "document.querySelector('#jets-attaque-0')"
    for height in (120, 400, 560, 590):
        page.js("void document.activeElement.blur()")
        rest(page, LEAVING)
        put(page, die, height)
        page.native.tap("#jets-attaque-0")
        rest(page, LEAVING)
        top, bottom, bar = page.js(
            "[...['top', 'bottom'].map((side) => "
            "document.querySelector('[data-pave]').getBoundingClientRect()[side]), "
            "document.querySelector('.ncalc-barre').getBoundingClientRect().top]"
        )
        assert top >= 0, height
        assert bottom <= bar, height


@on_a_phone
@pytest.mark.parametrize(
    "gone", ["requestSubmit()", "querySelector('[type=submit]').focus({preventScroll: true})"]
)
def test_keys_do_not_pull_back_who_has_gone_on(page: ChromiumPage, gone: str) -> None:
    fill_form(page, LARGE)
    resolve(page)
    page.js(AT_REST)
    page.js(
        "(() => { document.querySelector('#jets-attaque-0').focus({preventScroll: true});"
        f" document.querySelector('form').{gone};"
        " scrollTo({top: document.documentElement.scrollHeight}); })()"
    )
    page.js(NEXT_FRAMES)
    before = page.js("scrollY")
    rest(page, LEAVING)
    assert abs(page.js("scrollY") - before) < 300, "the keys that go make the page a little shorter"


def test_a_result_is_old_when_the_form_says_something_else(page: ChromiumPage) -> None:
    fill_form(page, LARGE)
    resolve(page)
    assert not page.js(OLD)
    made = scenario(page)
    page.fill("#jets-attaque-0", "78")
    page.wait(OLD)
    page.fill("#jets-attaque-0", "79")
    page.wait(f"!({OLD})")
    for _ in range(3):  # what was typed, then the round, which goes out of the journal
        page.js("document.querySelector('.ncalc-menu [data-defaire]').click()")
        rest(page)
        assert page.js(OLD) is (scenario(page) != made)


def test_a_change_while_the_answer_comes_makes_it_old(page: ChromiumPage) -> None:
    fill_form(page, LARGE)
    page.js(
        f"(() => {{ document.querySelector('{RESOLVE}').click();"
        " const die = document.querySelector('#jets-attaque-0'); die.value = '12';"
        " die.dispatchEvent(new Event('input', {bubbles: true})); })()"
    )
    page.wait(OLD)


def test_a_link_without_a_weapon_is_of_bare_hands(page: ChromiumPage, home: str) -> None:
    bare = LARGE | {"version": 1, "attaque": {"approche": "attaque_subtile"}}
    fragment = api.run("combat", "lien", json.dumps(bare))["fragment"]
    page.goto("about:blank")
    page.goto(f"{home}combat.html#{fragment}")
    wait_ready(page)
    page.wait("document.querySelector('#attaquant-nom').value === 'Ézéchiel'")
    answer = api.run("combat", "resolve", json.dumps(bare))["echanges"][0]
    assert scenario(page)["attaque"]["arme"] == "mains_nues"
    assert resolve(page)["echanges"][0]["phys"] == str(answer["physiques"]["final"])


NAMED = """(() => {
  const field = document.querySelector("#attaquant-nom");
  field.value = %s;
  field.dispatchEvent(new Event("input", {bubbles: true}));
})()"""

# Once a finger is down the name changes; what is in sight 400 ms later is kept for the test. All
# in the page, whose timers end in their order however slow the machine is.
NAMED_UNDER_THE_FINGER = """(() => {
  globalThis.inSight = null;
  addEventListener("pointerdown", () => {
    %(named)s;
    setTimeout(() => {
      globalThis.inSight = [
        Math.round(%(button)s.getBoundingClientRect().top),
        document.querySelector("[data-vue=scene]").innerText,
      ];
    }, 400);
  }, {once: true});
})()"""


def hold(page: ChromiumPage, element: str) -> None:
    """Put a finger down in the midst of it, and leave it there."""
    page.native.mouse.move(*midst(page, element))
    page.native.mouse.down()


def test_a_press_that_lasts_is_a_press(page: ChromiumPage) -> None:
    """What Python answers meanwhile, and how it fares, waits for the finger to leave."""
    fill_form(page, LARGE)
    button = f"document.querySelector({json.dumps(RESOLVE)})"
    for name in ("Ève", "Un nom si long qu’il lui faut deux lignes à lui tout seul"):
        page.js("document.querySelector('[data-vue=verdict]').replaceChildren()")
        before = put(page, button, 400)
        scene = page.text("[data-vue=scene]")
        named = NAMED % json.dumps(name)
        page.js(NAMED_UNDER_THE_FINGER % {"named": named, "button": button})
        page.native.mouse.click(*midst(page, button), delay=500)
        page.wait("!!document.querySelector('[data-vue=verdict] > *')")
        assert page.js("inSight") == [before, scene]
        page.wait(f"document.querySelector('[data-vue=scene]').innerText.includes('{name[:6]}')")


def test_a_press_that_never_ends_holds_nothing_up(page: ChromiumPage) -> None:
    fill_form(page, LARGE)
    page.js(AT_REST)
    hold(page, "document.querySelector('h1')")
    page.js(NAMED % '"Noé"')
    page.wait("document.querySelector('[data-vue=scene]').innerText.includes('Noé')", 5)
    page.native.mouse.up()
