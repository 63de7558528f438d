"""Hostile names through the real form: shown as they were typed, and nothing else happens."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.support import combat_form
from tests.support.combat_form import (
    ANSWERED,
    FORGET,
    PLAIN,
    complaints,
    faults,
    fill_form,
    strangers,
    wait_ready,
    window,
)

if TYPE_CHECKING:
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


@pytest.fixture(scope="module")
def dialogs(combat: ChromiumPage) -> list[str]:
    """Collect what the page says in windows of its own."""
    return combat_form.dialogs(combat)


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


@pytest.fixture(scope="module", autouse=True)
def fight(combat: ChromiumPage, dialogs: list[str]) -> None:
    """An ordinary duel, with its dice."""
    fill_form(combat, PLAIN)
    combat.fill("#jets-attaque-0", "33")
    combat.fill("#jets-defense-0-0", "48")
    assert dialogs == []


def test_nothing_was_asked_of_anyone_and_nothing_failed(
    combat: ChromiumPage, home: str, dialogs: list[str]
) -> None:
    for name in ("<img src=https://mal.example/p.png>", "\ud800\0"):
        submit(combat, name)
    assert strangers(combat, home) == []
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


@pytest.mark.parametrize("mark", ["x", "\ud800", "\0", "["])
def test_a_pasted_book_is_refused_in_a_sentence(combat: ChromiumPage, mark: str) -> None:
    combat.js(FORGET)
    combat.js(SUBMIT % json.dumps({"attaquant-nom": mark * 300_000, "attaquant-degre": "6"}))
    combat.wait(ANSWERED, 10)
    assert "200" in combat.text("[data-erreurs]")
    assert combat.js("document.getElementById('attaquant-nom').value.length") == 300_000
    assert combat.js("document.querySelector('[data-calcul]').dataset.etat") == "pret"
    combat.js("document.getElementById('attaquant-nom').value = ''")


def test_a_name_full_of_nothing_does_not_break_the_page(combat: ChromiumPage, home: str) -> None:
    with window(combat) as page:  # a profile of its own: nothing is remembered
        page.goto(f"{home}combat.html")
        wait_ready(page)
        page.fill("#jets-attaque-0", "33")
        page.fill("#jets-defense-0-0", "48")
        submit(page, "   ")
        assert faults(page) == []
        assert page.js("document.querySelector('[data-vue=verdict]').textContent")
