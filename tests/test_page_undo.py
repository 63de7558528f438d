"""Undo, redo, and what sets a field back, on the combat page and on another."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.combat_form import (
    ADD,
    fill_form,
    new_page,
    resolve,
    rest,
    wait_ready,
)
from tests.support.hostile import MARKUP
from tests.support.keeping import MENU_REDO as REDO
from tests.support.keeping import MENU_UNDO as UNDO
from tests.support.keeping import from_menu as press
from tests.support.keeping import idle
from tests.test_page_form import scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

CHANGES = "document.querySelector('[data-changes]')"
ROWS = """[...document.querySelectorAll("[data-changes] li:not([hidden])")]
  .map((row) => row.querySelector(".ncalc-ligne-dit").textContent.replace(/\\s+/g, " ").trim())"""


@pytest.fixture
def page(combat: ChromiumPage, home: str) -> Iterator[ChromiumPage]:
    """Open the page with nothing remembered."""
    with new_page(combat, home) as fresh:
        yield fresh


def test_step_by_step_back_and_forth(page: ChromiumPage) -> None:
    assert idle(page, UNDO)
    assert idle(page, REDO)
    states = [scenario(page)]
    page.fill("#attaquant-nom", "Ézéchiel")
    rest(page)
    states.append(scenario(page))
    page.choose("[name='attaque.arme']:not(:disabled)", "marteau")
    rest(page)
    states.append(scenario(page))
    page.click("#mode-tir")
    rest(page)
    states.append(scenario(page))
    for state in reversed(states[:-1]):
        press(page, UNDO)
        assert scenario(page) == state
    assert idle(page, UNDO)
    for state in states[1:]:
        press(page, REDO)
        assert scenario(page) == state
    assert idle(page, REDO)


def test_a_change_after_an_undo_takes_the_place_of_what_was_undone(page: ChromiumPage) -> None:
    page.fill("#attaquant-degre", "8")
    rest(page)
    press(page, UNDO)
    page.fill("#attaquant-degre", "9")
    rest(page)
    assert idle(page, REDO)
    press(page, UNDO)
    assert scenario(page)["attaquant"]["degre"] == 6


def test_what_is_typed_in_one_go_is_one_step(page: ChromiumPage) -> None:
    page.js("document.getElementById('attaquant-nom').focus()")
    for letter in "Ada":
        page.keys(letter)
        rest(page)
    press(page, UNDO)
    assert scenario(page)["attaquant"]["nom"] == ""
    assert idle(page, UNDO)


def test_targets_come_and_go(page: ChromiumPage) -> None:
    page.click("#mode-tir")
    page.choose("[name='attaque.arme']:not(:disabled)", "ak47")
    page.choose("[name='attaque.cadence']:not(:disabled)", "raf_cont")
    rest(page)
    page.click(ADD)
    rest(page)
    page.fill("[name='defenseurs[1].nom']", "Mila")
    rest(page)
    full = scenario(page)
    press(page, UNDO)
    assert [one["nom"] for one in scenario(page)["defenseurs"]] == ["", ""]
    press(page, UNDO)
    assert len(scenario(page)["defenseurs"]) == 1
    press(page, REDO)
    press(page, REDO)
    assert scenario(page) == full


def test_everything_erased_comes_back_with_its_dice(page: ChromiumPage) -> None:
    page.fill("#attaquant-nom", "Ézéchiel")
    page.fill("#jets-attaque-0", "07")
    page.fill("#jets-defense-0-0", "00")
    rest(page)
    before = scenario(page)
    press(page, ".ncalc-menu [data-effacer]")
    assert scenario(page)["attaquant"]["nom"] == ""
    page.click("[data-annuler]")
    assert scenario(page) == before
    assert page.js("document.getElementById('jets-attaque-0').value") == "07"
    assert page.js("document.getElementById('jets-defense-0-0').value") == "00"
    press(page, REDO)
    assert scenario(page)["attaquant"]["nom"] == ""
    press(page, UNDO)
    assert scenario(page) == before


def test_keys_undo_outside_what_is_being_typed(page: ChromiumPage) -> None:
    page.choose("[name='attaque.arme']:not(:disabled)", "marteau")
    rest(page)
    page.keys("Control+z")  # in the list that was just set
    assert scenario(page)["attaque"]["arme"] == "epee_hache"
    page.keys("Control+Shift+Z")
    assert scenario(page)["attaque"]["arme"] == "marteau"
    page.js("document.activeElement.blur()")
    page.keys("Control+z")  # nowhere: meant for the calculator touched last
    assert scenario(page)["attaque"]["arme"] == "epee_hache"
    page.keys("Control+y")
    assert scenario(page)["attaque"]["arme"] == "marteau"


def test_keys_belong_to_the_browser_in_a_field_being_typed_in(page: ChromiumPage) -> None:
    page.choose("[name='attaque.arme']:not(:disabled)", "marteau")
    rest(page)
    page.fill("#attaquant-nom", "Ada")
    rest(page)
    page.keys("Control+z")
    rest(page)
    assert scenario(page)["attaquant"]["nom"] != "Ada"
    assert scenario(page)["attaque"]["arme"] == "marteau", "the list was left alone"


def test_undo_leaves_the_focus_where_it_is(page: ChromiumPage) -> None:
    page.click("#mode-tir")
    page.choose("[name='attaque.arme']:not(:disabled)", "ak47")
    page.choose("[name='attaque.cadence']:not(:disabled)", "raf_cont")
    rest(page)
    page.click(ADD)
    rest(page)
    page.js("document.querySelector('[data-ajouter]').focus()")
    page.keys("Control+z")
    assert page.js("document.activeElement.hasAttribute('data-ajouter')")
    assert len(scenario(page)["defenseurs"]) == 1


def test_menu_by_keyboard(page: ChromiumPage) -> None:
    page.js("document.querySelector('[data-menu]').focus()")
    expanded = "document.querySelector('[data-menu]').getAttribute('aria-expanded')"
    page.keys("Enter")
    assert page.js(expanded) == "true"
    page.keys("Tab")
    assert page.js("document.activeElement.matches('[data-defaire]')")
    page.keys("Escape")
    assert page.js(expanded) == "false"
    assert page.js("document.activeElement.matches('[data-menu]')")
    page.keys("Enter")
    page.click("#mode-melee")
    assert page.js(expanded) == "false", "a press elsewhere closes it"


def test_each_changed_field_can_be_set_back(page: ChromiumPage) -> None:
    assert not page.js(f"{CHANGES}.checkVisibility()")
    wanted: dict[str, Any] = {
        "mode": "tir",
        "attaquant": {"type": "nephilim", "degre": 8, "nom": MARKUP[0], "blessures": ["serieuse"]},
        "attaque": {"approche": "tir_visee_1", "arme": "ak47"},
        "defenseurs": [{"type": "autre", "degre": 5, "defense": {"type": "encaisser"}}],
        "jets": {"attaque": [33]},
    }
    fill_form(page, wanted)
    rest(page)
    page.click("[data-changes] > summary")
    rows = page.js(ROWS)
    assert any(row.startswith("Attaquant Nom <script>") for row in rows), "as text"
    assert "Attaquant Degré 8" in rows
    assert "Mode de combat Tir" in rows
    assert "Attaquant Jet d’attaque 33" in rows
    assert page.js("document.querySelectorAll('[data-changes] script').length") == 0
    count = "Number(document.querySelector('[data-changes] [data-nombre]').textContent)"
    left = page.js(count)
    assert left == len(rows) >= 6
    while left:
        page.js("document.querySelector('[data-changes] li:not([hidden]) button').focus()")
        page.keys("Enter")
        now = page.js(count)
        assert now < left
        rest(page)
        left = now
    assert not page.js(f"{CHANGES}.checkVisibility()")
    page.js("document.body.focus()")
    made = scenario(page)
    assert (made["mode"], made["attaquant"]["degre"]) == ("melee", 6)
    press(page, UNDO)
    assert page.js(count) == 1, "and each of them can be undone"


def test_undo_of_a_field_set_back_and_its_neighbours_untouched(page: ChromiumPage) -> None:
    page.fill("#attaquant-degre", "9")
    page.fill("#defenseurs-0-degre", "7")
    rest(page)
    page.click("[data-changes] > summary")
    page.click("[data-changes] li:not([hidden]) button")
    rest(page)
    made = scenario(page)
    assert (made["attaquant"]["degre"], made["defenseurs"][0]["degre"]) == (6, 7)
    assert page.js("document.activeElement.closest('[data-changes]') !== null")


def test_on_another_calculator_too(page: ChromiumPage, home: str) -> None:
    page.goto(f"{home}action-simple.html")
    wait_ready(page)
    page.fill("#vecu", "9")
    rest(page)
    page.click("[data-changes] > summary")
    assert page.js(ROWS) == ["Action Vécu 9"]
    press(page, UNDO)
    assert scenario(page)["vecu"] == 5
    press(page, REDO)
    assert scenario(page)["vecu"] == 9


def test_an_example_is_undone_like_the_rest(page: ChromiumPage) -> None:
    before = scenario(page)
    page.click(".ncalc-exemples > summary")
    page.click("[data-exemple]")
    assert scenario(page) != before
    press(page, UNDO)
    assert scenario(page) == before


def test_a_resolved_fight_is_undone_without_a_fault(page: ChromiumPage) -> None:
    page.fill("#jets-attaque-0", "33")
    page.fill("#jets-defense-0-0", "88")
    assert resolve(page)["verdict"]
    for _ in range(6):
        press(page, UNDO)
    assert json.dumps(scenario(page)["jets"]["attaque"]) == "[null]"
