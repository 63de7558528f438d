"""Dice on the page: typed, rolled one by one or all at once, tapped on a touch screen."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.support.combat_form import RESOLVE, read_result, resolve, wait_ready, window
from tests.support.sources import load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

ATTACK, DEFENCE = "#jets-attaque-0", "#jets-defense-0-0"
VALUES = f"['{ATTACK}', '{DEFENCE}'].map((die) => document.querySelector(die).value)"
ROLL = f"""{load("dice.js")}
  .then(({{roll}}) => Array.from({{length: 20000}}, () => roll(100)))"""
FINGER = 44  # least width and height of what a finger aims at, in CSS pixels


@pytest.mark.parametrize(
    ("typed", "read"), [("00", "100"), ("0", "100"), ("7", "7"), ("07", "7"), ("100", "100")]
)
def test_typed(plain: ChromiumPage, typed: str, read: str) -> None:
    plain.fill(ATTACK, typed)
    plain.fill(DEFENCE, "42")
    attack = resolve(plain)["echanges"][0]["attaque"]
    assert attack["jet"] == read
    assert plain.js(f"document.querySelector('{ATTACK}').value") == typed, "not written over"


def test_one_die(plain: ChromiumPage) -> None:
    plain.fill(DEFENCE, "42")
    plain.click("[data-lancer=jets-attaque-0]")
    attack, defence = plain.js(VALUES)
    assert re.fullmatch(r"\d\d", attack)
    assert defence == "42"


def test_all_dice_that_count(plain: ChromiumPage) -> None:
    plain.fill("#attaquant-degre", "6")
    plain.click("[data-lancer=tous]")
    assert all(re.fullmatch(r"\d\d", value) for value in plain.js(VALUES))
    assert plain.js("document.querySelector('#jets-attaque-1').value") == "", "there is no second"


def test_every_face_comes_from_the_button(plain: ChromiumPage) -> None:
    button = "document.querySelector('[data-lancer=jets-attaque-0]')"
    die = f"document.querySelector('{ATTACK}')"
    rolled = plain.js(f"Array.from({{length: 2000}}, () => ({button}.click(), {die}.value))", 60)
    # A fair die misses one of its faces here once in five million runs.
    assert set(rolled) == {f"{face:02}" for face in range(100)}


def test_the_die_is_fair(plain: ChromiumPage) -> None:
    counts = Counter(plain.js(ROLL))
    assert set(counts) == set(range(1, 101))
    expected = 200
    distance = sum((counts[face] - expected) ** 2 / expected for face in range(1, 101))
    # Chi square of 99 degrees of freedom: above 200 once in a hundred million runs; a die of a
    # byte modulo 100, which favours low faces, lies near 1,000.
    assert distance < 200


def test_roll_again_rolls_all_and_resolves(plain: ChromiumPage) -> None:
    plain.fill(ATTACK, "33")
    plain.fill(DEFENCE, "48")
    before = resolve(plain)
    assert not before["perime"]
    plain.fill("#attaquant-degre", "7")
    assert read_result(plain)["perime"], "the form has changed since"
    seen = set()
    for _ in range(3):
        plain.js("document.querySelector('[data-vue=verdict]').replaceChildren()")
        plain.click("[data-relancer]")
        plain.wait("!!document.querySelector('[data-vue=verdict] > *')")
        result = read_result(plain)
        assert not result["perime"]
        exchange = result["echanges"][0]
        attack, defence = (int(value) or 100 for value in plain.js(VALUES))
        assert int(exchange["attaque"]["jet"]) == attack
        assert exchange["attaque"]["seuil"] == "70\u00a0%"
        if exchange["defense"]["jet"] is not None:
            assert int(exchange["defense"]["jet"]) == defence
        seen.add((attack, defence))
    assert len(seen) > 1


@pytest.fixture(scope="module")
def phone(combat: ChromiumPage, home: str) -> Iterator[ChromiumPage]:
    """Open the page on a touch screen."""
    size = {"width": 360, "height": 740}
    with window(combat, viewport=size, has_touch=True, is_mobile=True) as page:
        page.goto(f"{home}combat.html")
        wait_ready(page)
        yield page


def test_no_pad_for_a_mouse(plain: ChromiumPage) -> None:
    plain.click(ATTACK)
    assert plain.js("document.querySelector('[data-pave]').hidden")


def test_pads_set_tens_and_units(phone: ChromiumPage) -> None:
    native = phone.native
    native.tap(ATTACK)
    pads = native.locator("[data-pave]")
    assert pads.is_visible()
    assert native.locator(ATTACK).get_attribute("inputmode") == "none", "no keyboard over them"
    pads.get_by_role("button", name="40", exact=True).tap()
    assert native.input_value(ATTACK) == "40"
    pads.get_by_role("button", name="2", exact=True).tap()
    assert native.input_value(ATTACK) == "42"
    pads.get_by_role("button", name="90", exact=True).tap()
    assert native.input_value(ATTACK) == "92"
    pressed = phone.js(
        "[...document.querySelectorAll('[data-pave] [aria-pressed=true]')]"
        ".map((key) => key.textContent)"
    )
    assert pressed == ["90", "2"]
    small = phone.js(
        "[...document.querySelectorAll('[data-pave] button')]"
        ".map((key) => key.getBoundingClientRect())"
        f".filter((box) => box.width < {FINGER} || box.height < {FINGER}).length"
    )
    assert small == 0

    native.tap(DEFENCE)
    pads.get_by_role("button", name="00", exact=True).tap()
    pads.get_by_role("button", name="0", exact=True).tap()
    assert native.input_value(DEFENCE) == "00"
    assert native.input_value(ATTACK) == "92"
    native.tap("#defenseurs-0-nom")
    pads.wait_for(state="hidden")

    native.tap(RESOLVE)
    phone.wait("!!document.querySelector('[data-vue=verdict] > *')")
    exchange = read_result(phone)["echanges"][0]
    assert exchange["attaque"]["jet"] == "92"


def test_pads_show_what_the_die_holds_whoever_set_it(phone: ChromiumPage) -> None:
    pressed = (
        "[...document.querySelectorAll('[data-pave] [aria-pressed=true]')]"
        ".map((key) => key.textContent).join()"
    )
    native = phone.native
    native.tap(ATTACK)
    native.locator("[data-pave]").get_by_role("button", name="40", exact=True).tap()
    native.locator("[data-pave]").get_by_role("button", name="2", exact=True).tap()
    assert phone.js(pressed) == "40,2"
    phone.fill(ATTACK, "17")
    phone.wait(f"{pressed} === '10,7'")
    phone.js("document.querySelector('[data-effacer]').click()")
    assert phone.js(f"document.querySelector('{ATTACK}').value") == ""
    phone.wait(f"{pressed} === ''")


def test_pads_are_not_copied_with_a_target(phone: ChromiumPage) -> None:
    native = phone.native
    native.tap("#mode-tir")
    native.select_option("[name='attaque.arme']:not(:disabled)", "ak47")
    native.select_option("[name='attaque.cadence']:not(:disabled)", "raf_cont")
    native.select_option("[name='defenseurs[0].defense.type']:not(:disabled)", "parer_projectile")
    native.tap(DEFENCE)
    native.tap("[data-ajouter]")
    assert native.locator("[data-pave]").count() == 1
    native.tap("#jets-defense-1-0")
    native.locator("[data-pave] [data-dizaine='5']").tap()
    assert native.input_value("#jets-defense-1-0") == "50"
    native.tap("[data-rang='1'] [data-retirer]")
    native.tap(DEFENCE)
    native.locator("[data-pave] [data-unite='3']").tap()
    assert native.input_value(DEFENCE).endswith("3")
