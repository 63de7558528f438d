"""Fighters kept in this browser: saved, loaded, renamed, deleted, taken out and brought in."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.combat_form import (
    ADD,
    complaints,
    dialogs,
    fill_form,
    new_page,
    resolve,
    strangers,
    wait_ready,
    window,
)
from tests.support.hostile import MARKUP
from tests.support.keeping import (
    ATTACKER,
    BESIDE,
    DEFENDER,
    FULL,
    NAMES,
    REFUSED,
    TOLD,
    names,
    save,
    tab,
    unfold,
)
from tests.test_page_form import scenario

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

EZECHIEL: dict[str, Any] = {
    "mode": "melee",
    "attaquant": {
        "type": "nephilim",
        "degre": 8,
        "nom": "Ézéchiel",
        "ka": {"feu": 4, "eau": 2},
        "blessures": ["serieuse"],
    },
    "attaque": {"approche": "standard", "arme": "marteau"},
    "defenseurs": [
        {
            "nom": "Garde",
            "type": "autre",
            "degre": 7,
            "defense": {"type": "parer"},
            "protection": "gilet_leger",
        }
    ],
}


# Empties what was said of the list, so that what is read next was said after.
SILENT = """(() => {
  document.querySelector("[data-vue=personnages]").replaceChildren();
  for (const said of document.querySelectorAll("[data-personnages] > [data-annonce] [data-dit]"))
    said.hidden = true;
})()"""


@pytest.fixture
def page(combat: ChromiumPage, home: str) -> Iterator[ChromiumPage]:
    """Open the page with nothing remembered, filled with a fight."""
    with new_page(combat, home, permissions=["clipboard-read", "clipboard-write"]) as fresh:
        fill_form(fresh, EZECHIEL)
        yield fresh
        assert strangers(fresh, home) == []


def test_either_side_is_kept_and_put_on_either(page: ChromiumPage) -> None:
    save(page, ATTACKER, 1)
    page.wait(f"{BESIDE}.includes('Ézéchiel est enregistré')")
    assert "dans ce navigateur seulement" in page.js(BESIDE)
    save(page, DEFENDER, 2)
    page.wait(f"{BESIDE}.includes('Garde est enregistré')")
    assert names(page) == ["Ézéchiel", "Garde"]
    unfold(page)
    page.click("[data-personnages] li:nth-of-type(2) [data-placer*=defenseur]")  # Ézéchiel
    page.wait("document.getElementById('defenseurs-0-nom').value === 'Ézéchiel'")
    made = scenario(page)
    assert made["defenseurs"][0]["type"] == "nephilim"
    assert made["defenseurs"][0]["degre"] == 8
    assert made["defenseurs"][0]["ka"]["feu"] == 4
    assert made["defenseurs"][0]["blessures"] == ["serieuse"]
    assert made["attaquant"]["nom"] == "Ézéchiel"
    page.click("[data-personnages] li:nth-of-type(3) [data-placer*=attaquant]")  # Garde
    page.wait("document.getElementById('attaquant-nom').value === 'Garde'")
    assert scenario(page)["attaquant"]["degre"] == 7
    page.click("[data-memoire-dit=personnage] [data-annuler]")
    assert scenario(page)["attaquant"]["nom"] == "Ézéchiel"


# Presses without a pointer, and tells where what follows stands: at once, and a while later.
STANDS = """(async () => {
  const below = document.querySelector("[data-personnages] .ncalc-sous-plis");
  const top = () => Math.round(below.getBoundingClientRect().top + window.scrollY);
  document.querySelector("%s").click();
  const at_once = top();
  const seen = new Set();
  for (const end = performance.now() + 400; performance.now() < end;) {
    await new Promise(requestAnimationFrame);
    seen.add(top());
  }
  return [at_once, ...seen];
})()"""


def test_what_is_said_makes_its_room_at_once(page: ChromiumPage) -> None:
    """A button that slides 60 ms after a press is missed by the next finger."""
    save(page, ATTACKER, 1)
    save(page, DEFENDER, 2)
    unfold(page)
    for press in ("[data-cle] [data-supprimer]", "[data-remettre]") * 2:
        places = page.js(STANDS % press)
        assert set(places) == {places[0]}, press
        page.wait(f"{TOLD} !== ''")


def test_there_after_a_reload_and_only_here(page: ChromiumPage, home: str) -> None:
    save(page, ATTACKER, 1)
    page.goto(f"{home}combat.html")
    page.wait(f"{NAMES}.length === 1")
    assert page.text("[data-personnages] summary").split() == ["Personnages", "1"]
    unfold(page)
    assert "que dans ce navigateur" in page.text("[data-personnages]")
    with window(page) as other:
        other.goto(f"{home}combat.html")
        wait_ready(other)
        assert names(other) == []


def test_loaded_into_any_of_several_targets(page: ChromiumPage) -> None:
    save(page, ATTACKER, 1)
    page.click("#mode-tir")
    page.choose("[name='attaque.arme']:not(:disabled)", "ak47")
    page.choose("[name='attaque.cadence']:not(:disabled)", "raf_cont")
    page.click(ADD)
    page.click(ADD)
    unfold(page)
    page.wait("document.querySelectorAll('li:not([hidden]) > * > [data-placer]').length === 4")
    page.click("[data-placer*='\"rang\":2']")
    page.wait("document.querySelector('[name=\"defenseurs[2].nom\"]').value === 'Ézéchiel'")
    assert [one["nom"] for one in scenario(page)["defenseurs"]] == ["Garde", "", "Ézéchiel"]
    page.click("[data-rang='2'] [data-garder]")
    page.wait(f"!!document.querySelector('[data-rang=\"2\"] [data-garde-dit]') && {BESIDE} !== ''")


def test_the_same_fighter_is_not_kept_twice(page: ChromiumPage) -> None:
    save(page, ATTACKER, 1)
    page.click(ATTACKER)
    page.wait(f"{BESIDE}.includes('déjà')")
    assert len(names(page)) == 1
    page.fill("#attaquant-degre", "9")
    save(page, ATTACKER, 2)


def test_a_side_that_is_wrong_is_not_kept_and_says_why(page: ChromiumPage) -> None:
    page.fill("#attaquant-degre", "six")
    page.click(ATTACKER)
    page.wait("document.getElementById('attaquant-degre').getAttribute('aria-invalid') === 'true'")
    assert names(page) == []


def test_renamed_by_keyboard(page: ChromiumPage) -> None:
    save(page, ATTACKER, 1)
    unfold(page)
    page.js("document.querySelector('li:not([hidden]) > [data-renommer]').focus()")
    page.keys("Enter", "Control+a")
    for letter in "Zacharie":
        page.keys(letter)
    page.keys("Enter")
    page.wait(f"{NAMES}[0] === 'Zacharie'")
    assert page.js("document.activeElement.matches('[data-renommer]')")
    assert page.js("document.querySelector('[data-vue=verdict]').childElementCount") == 0
    page.keys("Enter", "x", "Escape")
    assert names(page) == ["Zacharie"]
    kept = page.js(
        "Object.entries(localStorage).find(([key]) => key.startsWith('ncalc:personnage:'))[1]"
    )
    assert json.loads(kept)["personnage"]["nom"] == "Zacharie"


def test_deleted_and_brought_back(page: ChromiumPage) -> None:
    save(page, ATTACKER, 1)
    save(page, DEFENDER, 2)
    unfold(page)
    page.click("li:nth-of-type(2) > [data-supprimer]")
    page.wait(f"{NAMES}.length === 1")
    page.wait(f"{TOLD}.includes('est supprimé')")
    assert names(page) == ["Garde"]
    page.click("[data-remettre]")
    page.wait(f"{NAMES}.length === 2")
    assert names(page) == ["Ézéchiel", "Garde"]


def test_out_as_file_and_text_and_in_again(page: ChromiumPage, home: str, tmp_path: Path) -> None:
    save(page, ATTACKER, 1)
    save(page, DEFENDER, 2)
    unfold(page)
    page.click(".ncalc-sous-plis > summary")
    with page.native.expect_download() as caught:
        page.click("[data-exporter]")
    path = tmp_path / caught.value.suggested_filename
    caught.value.save_as(path)
    assert path.suffix == ".json"
    text = path.read_text(encoding="utf-8")
    assert {one["nom"] for one in json.loads(text)["personnages"]} == {"Ézéchiel", "Garde"}
    page.click("[data-copier-export]")
    page.wait("!document.querySelector('[data-dit=reussi]').hidden")
    assert page.js("navigator.clipboard.readText()") == text
    for way in ("file", "text"):
        with window(page) as other:
            other.goto(f"{home}combat.html")
            wait_ready(other)
            unfold(other)
            other.click(".ncalc-sous-plis > summary")
            if way == "file":
                other.native.set_input_files("[data-import-fichier]", path)
            else:
                other.native.fill("[data-import]", text)
                other.click("[data-importer]")
            other.wait(f"{NAMES}.length === 2")
            assert names(other) == ["Ézéchiel", "Garde"]
            other.click("[data-personnages] li:nth-of-type(2) [data-placer*=attaquant]")
            other.wait("document.getElementById('attaquant-nom').value === 'Ézéchiel'")
            assert complaints(other) == []


def test_what_cannot_be_brought_in_is_said_and_the_rest_is(page: ChromiumPage) -> None:
    unfold(page)
    page.click(".ncalc-sous-plis > summary")
    mixed = [{"type": "nephilim", "degre": 5, "nom": "Bon"}, {"type": "dragon", "degre": 5}, 7]
    page.native.fill("[data-import]", json.dumps(mixed))
    page.click("[data-importer]")
    page.wait(f"{NAMES}.length === 1 && {TOLD} !== ''")
    assert page.js("document.querySelector('[data-vue=personnages]').textContent.trim()")
    for bad in ("", "{", "[" * 5000, "<b>x</b>", "null"):
        page.js(SILENT)
        page.native.fill("[data-import]", bad)
        page.click("[data-importer]")
        page.wait(
            f"{TOLD} !== ''"
            " || document.querySelector('[data-vue=personnages]').textContent.trim() !== ''"
        )
        assert names(page) == ["Bon"]


def test_what_came_of_an_import_goes_with_the_next(page: ChromiumPage) -> None:
    unfold(page)
    page.click(".ncalc-sous-plis > summary")
    shown = "document.querySelector('[data-vue=personnages]').textContent.trim()"
    page.native.fill("[data-import]", json.dumps([{"type": "nephilim", "degre": 5}]))
    page.click("[data-importer]")
    page.wait(f"{shown} !== ''")
    page.native.fill("[data-import]", "null")
    page.click("[data-importer]")
    page.wait(f"{TOLD}.includes('dans ce texte. Il faut')")
    assert page.js(shown) == ""
    page.native.fill("[data-import]", " ")
    page.click("[data-importer]")
    page.wait(f"{TOLD}.startsWith('Rien à importer')")


def test_where_to_load_follows_the_targets_while_the_list_is_open(page: ChromiumPage) -> None:
    save(page, ATTACKER, 1)
    unfold(page)
    places = "document.querySelectorAll('[data-personnages] [data-placer]').length"
    page.wait(f"{places} === 3")  # one is the model
    page.click("#mode-tir")
    page.choose("[name='attaque.arme']:not(:disabled)", "ak47")
    page.choose("[name='attaque.cadence']:not(:disabled)", "raf_cont")
    page.click(ADD)
    page.wait(f"{places} === 4")
    page.click("[data-rang='1'] [data-retirer]")
    page.wait(f"{places} === 3")


def test_a_file_too_heavy_is_not_even_read(page: ChromiumPage, tmp_path: Path) -> None:
    heavy = tmp_path / "gros.json"
    heavy.write_text(" " * (2 << 20), encoding="utf-8")
    unfold(page)
    page.click(".ncalc-sous-plis > summary")
    page.native.set_input_files("[data-import-fichier]", heavy)
    page.wait(f"{TOLD}.includes('trop gros')")


@pytest.mark.parametrize("name", MARKUP[:8])
def test_hostile_names_are_shown_as_text(page: ChromiumPage, name: str) -> None:
    heard = dialogs(page)
    page.fill("#attaquant-nom", name)
    save(page, ATTACKER, 1)
    assert names(page) == [name]
    unfold(page)
    page.wait(f"{BESIDE}.includes({json.dumps(name)})")
    page.click("li:nth-of-type(2) > [data-supprimer]")
    page.wait(f"{TOLD}.includes({json.dumps(name)})")
    assert page.js("document.querySelectorAll('[data-personnages] :is(script, img)').length") == 0
    assert heard == []


@pytest.mark.parametrize(
    "kept",
    [
        "{",
        "null",
        '{"v":1,"personnage":null}',
        '{"v":2,"personnage":{"nom":"x"}}',
        '{"v":1,"personnage":{"nom":{"a":1},"type":[],"degre":"<b>"}}',
        '{"v":1,"personnage":{"nom":"Vieux","type":"dragon","degre":-7}}',
    ],
)
def test_a_damaged_one_is_no_obstacle(combat: ChromiumPage, home: str, kept: str) -> None:
    with window(combat) as page:
        page.native.add_init_script(
            f"localStorage.setItem('ncalc:personnage:0', {json.dumps(kept)})"
        )
        page.goto(f"{home}combat.html")
        wait_ready(page)
        unfold(page)
        if names(page):
            before = scenario(page)
            page.click("[data-personnages] li:nth-of-type(2) [data-placer*=attaquant]")
            page.wait(
                f"{TOLD} !== '' || document.querySelector('[data-vue=personnage]').textContent"
            )
            assert scenario(page)["defenseurs"] == before["defenseurs"]
        save(page, DEFENDER, len(names(page)) + 1)
        assert complaints(page) == []


@pytest.mark.parametrize(("how", "word"), [(REFUSED, "refuse"), (FULL, "plein")])
def test_storage_refused_or_full_loses_nothing(
    combat: ChromiumPage, home: str, how: str, word: str
) -> None:
    with window(combat) as page:
        page.native.add_init_script(how)
        page.goto(f"{home}combat.html")
        wait_ready(page)
        fill_form(page, EZECHIEL)
        save(page, ATTACKER, 1)
        page.wait(f"{BESIDE}.includes({json.dumps(word)})")
        unfold(page)
        page.click("[data-personnages] li:nth-of-type(2) [data-placer*=defenseur]")
        page.wait("document.getElementById('defenseurs-0-nom').value === 'Ézéchiel'")
        page.click(".ncalc-sous-plis > summary")
        exported = page.js("document.querySelector('[data-export]').value")
        assert json.loads(exported)["personnages"][0]["nom"] == "Ézéchiel"
        page.fill("#jets-attaque-0", "33")
        page.fill("#jets-defense-0-0", "88")
        assert resolve(page)["verdict"]
        assert complaints(page) == []


def test_two_tabs_add_to_one_list(page: ChromiumPage, home: str) -> None:
    other = tab(page)
    other.goto(f"{home}combat.html")
    wait_ready(other)
    fill_form(other, EZECHIEL)
    save(page, ATTACKER, 1)
    other.wait(f"{NAMES}.length === 1")
    save(other, DEFENDER, 2)
    page.wait(f"{NAMES}.length === 2")
    unfold(page)
    page.click("li:nth-of-type(2) > [data-supprimer]")
    other.wait(f"{NAMES}.length === 1")
    assert names(other) == ["Garde"]
    unfold(other)
    other.click("li:nth-of-type(2) > [data-renommer]")
    save(page, ATTACKER, 2)  # while the other is being renamed there
    other.native.keyboard.type("Vigile")
    other.keys("Enter")
    other.wait(f"{NAMES}.length === 2")
    page.wait(f"{NAMES}.join() === 'Ézéchiel,Vigile'")
    other.native.close()
