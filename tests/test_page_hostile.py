"""Hostile names through the real form: shown as they were typed, and nothing else happens."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.combat_form import (
    ANSWERED,
    FORGET,
    PLAIN,
    complaints,
    faults,
    fill_form,
    resolve,
    strangers,
    wait_ready,
    window,
)
from tests.support.hostile import NAMES as HOSTILE

if TYPE_CHECKING:
    from playwright.sync_api import Dialog

    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

# By script: no keyboard types a NUL or half a character.
SUBMIT = """(() => {
  for (const [id, text] of Object.entries(%s)) {
    const field = document.getElementById(id);
    field.value = text;
    field.dispatchEvent(new Event("input", {bubbles: true}));
  }
  document.querySelector("form").requestSubmit();
  return document.getElementById("attaquant-nom").value;
})()"""
# Everything of the document but its text: what a name must not change. Of the lists beside the
# scenario, which grow, the kinds of elements.
SKELETON = """[
  [...document.querySelectorAll(":not([data-hors] *)")].map((element) => [
    element.localName, ...[...element.attributes].map(({name, value}) => `${name}=${value}`)]),
  [...new Set([...document.querySelectorAll("[data-hors] *")].map((one) => one.localName))].sort(),
]"""
JOURNAL = "document.querySelectorAll('[data-vue=journal] li').length"
NAMES = """Object.fromEntries(["attaquant", "defenseur"].map((side) => [side,
  [...document.querySelectorAll(`[data-resultats] .ncalc-nom.ncalc-${side}`)]
    .map((each) => each.textContent)]))"""


@pytest.fixture(scope="module")
def dialogs(combat: ChromiumPage) -> list[str]:
    """Collect what the page says in windows of its own."""
    heard: list[str] = []

    def hear(dialog: Dialog) -> None:
        heard.append(dialog.message)
        dialog.dismiss()

    combat.native.on("dialog", hear)
    return heard


def submit(page: ChromiumPage, name: str) -> str:
    """Give both fighters this name and this reason, resolve; give what the field kept."""
    fields = {
        "attaquant-nom": name,
        "defenseurs-0-nom": name,
        "attaquant-contexte_motif": name,
        "defenseurs-0-contexte_motif": name,
    }
    page.js(FORGET)
    kept: str = page.js(SUBMIT % json.dumps(fields))
    page.wait(ANSWERED)
    return kept


@pytest.fixture(scope="module")
def skeleton(combat: ChromiumPage, dialogs: list[str]) -> Any:
    """Resolve a duel between harmless names; give the elements of the page then."""
    fill_form(combat, PLAIN)
    combat.fill("#jets-attaque-0", "33")
    combat.fill("#jets-defense-0-0", "48")
    resolve(combat)
    submit(combat, "Ézéchiel")
    combat.wait(f"{JOURNAL} >= 2")
    assert dialogs == []
    return combat.js(SKELETON)


def test_there_are_enough_of_them() -> None:
    assert len(set(HOSTILE)) == len(HOSTILE) >= 60
    assert all(0 < len(name) <= 60 for name in HOSTILE)


@pytest.mark.parametrize("rank", range(len(HOSTILE)))
def test_shown_as_typed(combat: ChromiumPage, dialogs: list[str], skeleton: Any, rank: int) -> None:
    # A field of one line keeps no line break.
    name = HOSTILE[rank].replace("\r", "").replace("\n", "")
    assert submit(combat, HOSTILE[rank]) == name
    assert faults(combat) == []
    shown = combat.js(NAMES)
    assert len(shown["attaquant"]) >= 2, "in the verdict and in the technical frame"
    assert set(shown["attaquant"]) == set(shown["defenseur"]) == {name}
    assert name in combat.js("document.querySelector('[data-vue=verdict]').textContent")
    assert combat.js(SKELETON) == skeleton, "no element or attribute more, or less"
    assert dialogs == []


def test_nothing_was_asked_of_anyone_and_nothing_failed(
    combat: ChromiumPage, address: str, dialogs: list[str]
) -> None:
    for name in ("<img src=https://mal.example/p.png>", "\ud800\0"):
        submit(combat, name)
    assert strangers(combat, address) == []
    assert complaints(combat) == []
    assert dialogs == []
    width, room = combat.js("[document.documentElement.scrollWidth, innerWidth]")
    assert width <= room


@pytest.mark.parametrize("name", ["x" * 61, "<b>" * 21, "\U0001f409" * 61, "\ud800" * 61])
def test_too_long_is_refused_whole(combat: ChromiumPage, name: str) -> None:
    assert submit(combat, name) == name
    said = {fault["name"]: fault for fault in faults(combat)}
    assert {"attaquant.nom", "defenseurs[0].nom"} <= set(said)
    assert all(fault["value"] == name for fault in said.values())
    assert "60" in said["attaquant.nom"]["said"]


@pytest.mark.parametrize(
    "value", ["<b>6</b>", "6; alert(1)", "\u0666", "\uff16", "6\0", "0x6", "1e1", "\ud800"]
)
def test_hostile_numbers_are_refused_as_typed(combat: ChromiumPage, value: str) -> None:
    combat.js(FORGET)
    names = {"attaquant-nom": "", "defenseurs-0-nom": "", "attaquant-contexte_motif": ""}
    names["defenseurs-0-contexte_motif"] = ""
    combat.js(SUBMIT % json.dumps(names | {"attaquant-degre": value}))
    combat.wait(ANSWERED)
    (fault,) = faults(combat)
    assert (fault["name"], fault["value"]) == ("attaquant.degre", value)
    assert combat.js("document.querySelectorAll('[data-erreurs] li *').length") == 1


def test_a_name_full_of_nothing_does_not_break_the_page(combat: ChromiumPage, address: str) -> None:
    with window(combat) as page:  # a profile of its own: nothing is remembered
        page.goto(f"{address}combat.html")
        wait_ready(page)
        page.fill("#jets-attaque-0", "33")
        page.fill("#jets-defense-0-0", "48")
        submit(page, "   ")
        assert faults(page) == []
        assert page.js("document.querySelector('[data-vue=verdict]').textContent")
