"""Chances, advice, examples and the final result, as a reader meets them on the combat page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pycore import api
from pycore.donnees import nephilim
from pycore.render.french import pourcentage, rapport
from tests.support import combat_form
from tests.support.cases import cases
from tests.support.combat_form import SCENARIO, complaints, fill_form, resolve

if TYPE_CHECKING:
    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

TABLES = """[...document.querySelectorAll('[data-vue=chances] table')].map((table) =>
  [...table.querySelectorAll('tbody tr')].map((row) => ({
    label: row.querySelector('th').textContent, got: row.className.includes('obtenu'),
    cells: [...row.querySelectorAll('td')].map((each) => each.textContent),
  })))"""
ADVICE = """[...document.querySelectorAll('[data-vue=conseil] tbody tr')].map((row) => ({
    choice: row.querySelector('th').firstChild.textContent,
    value: row.querySelector('td').textContent, now: row.className.includes('obtenu'),
  }))"""
CASES = {case.name.rpartition("/")[2]: case for case in cases("combat")}


def scenario_of(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(CASES[name].texte)
    found.pop("ajustements", None)
    return found


def held(page: ChromiumPage) -> str:
    """Give the scenario that the form holds, as the page would send it."""
    return json.dumps(page.js(SCENARIO))


def settled(page: ChromiumPage, place: str) -> None:
    """Wait until what a place shows has stopped changing."""
    page.js(f"document.querySelector('[data-vue={place}]').replaceChildren()")
    page.js("document.querySelector('form').dispatchEvent(new Event('input'))")
    page.wait(f"!!document.querySelector('[data-vue={place}] table')")


@pytest.mark.parametrize(
    "name", ["touche-simple", "attaque-rapide-deux-defenses", "rafale-continue-trois-cibles"]
)
def test_chances_before_any_roll_are_those_of_the_rules(combat: ChromiumPage, name: str) -> None:
    fill_form(combat, scenario_of(name))
    settled(combat, "chances")
    odds = api.run("combat", "odds", held(combat))
    tables = combat.js(TABLES)
    for echange in odds["echanges"]:
        figures, amounts = tables[:2]
        keys = ("touche", "blesse", "defense_reussie", "critique", "maladresse")
        assert [row["cells"][0] for row in figures] == [
            pourcentage(echange[key], 10000) for key in keys
        ]
        assert {row["label"]: row["cells"][0] for row in amounts} == {
            amount: pourcentage(count, 10000) for amount, count in echange["total"].items()
        }
        assert not any(row["got"] for row in amounts)
        tables = tables[4:] if set(echange["magiques"]) != {"0"} else tables[2:]
    if len(odds["echanges"]) > 1:
        whole = int(odds["cumul"]["denominateur"])
        assert {row["label"]: row["cells"][0] for row in tables[0]} == {
            amount: pourcentage(int(count), whole)
            for amount, count in odds["cumul"]["total"].items()
        }


def test_result_is_marked_on_the_chances_after_resolving(combat: ChromiumPage) -> None:
    fill_form(combat, scenario_of("touche-simple"))
    resolve(combat)
    combat.wait("!!document.querySelector('[data-vue=chances] .ncalc-obtenu')")
    answer = api.run("combat", "resolve", held(combat))
    (row,) = [row for row in combat.js(TABLES)[1] if row["got"]]
    assert row["label"] == f"{answer['echanges'][0]['total']} obtenu"


def test_advice_is_that_of_the_rules_and_one_tap_adopts_it(combat: ChromiumPage) -> None:
    fill_form(combat, scenario_of("touche-simple") | {"ajustements": None})
    combat.fill("#attaquant-ka-feu", "6")
    combat.js("document.querySelector('[data-op=conseil]').open = true")
    combat.choose("#conseil-but", "moyenne")
    settled(combat, "conseil")
    ranked = api.ask("combat", "conseil", held(combat), {"but": "moyenne"}).resultat["classement"]
    rows = "document.querySelectorAll('[data-vue=conseil] tbody tr')"
    combat.wait(f"{rows}.length === {min(12, len(ranked))}")
    shown = combat.js(ADVICE)
    parts = [[int(each) for each in line["valeur"].split("/")] for line in ranked]
    values = [rapport(part, whole, 2) for part, whole in parts]
    assert [row["value"] for row in shown] == values[: len(shown)]
    assert [row["now"] for row in shown] == [each["actuelle"] for each in ranked[: len(shown)]]
    best = ranked[0]
    combat.click("[data-vue=conseil] tbody tr:first-child button")
    combat.wait(
        "document.querySelector('[data-vue=conseil] tbody tr').className.includes('obtenu')"
    )
    now = json.loads(held(combat))
    assert now["attaque"]["approche"] == best["choix"]
    assert now["attaquant"]["approche"] == best["element"]
    combat.choose("#conseil-cote", "0")
    combat.wait(
        "document.querySelector('[data-vue=conseil] caption').textContent.includes('subis')"
    )
    combat.js("document.querySelector('[data-op=conseil]').open = false")
    assert complaints(combat) == []


def test_margin_is_spent_on_the_result_and_taken_back(combat: ChromiumPage) -> None:
    scenario = scenario_of("excedent-depense-en-degats")
    fill_form(combat, scenario)
    before = resolve(combat)["echanges"][0]
    expected = api.run(
        "combat", "resolve", json.dumps(scenario | {"ajustements": [{"attaquant": 2}]})
    )["echanges"][0]
    buttons = "[data-vue=final] .ncalc-choix"
    assert combat.js(f"document.querySelectorAll('{buttons}').length") == 3
    combat.js(f"document.querySelectorAll('{buttons}')[2].focus()")
    combat.keys("Enter")
    combat.wait(
        f"document.querySelectorAll('{buttons}')[2]?.getAttribute('aria-pressed') === 'true'"
    )
    after = combat_form.read_result(combat)["echanges"][0]
    assert (
        (before["phys"], after["phys"]) == ("2", str(expected["physiques"]["final"])) == ("2", "4")
    )
    assert combat.js(f"document.activeElement === document.querySelectorAll('{buttons}')[2]")
    combat.click("[data-vue=final] > .ncalc-bouton")
    combat.wait("!document.querySelector('[data-vue=final] [aria-pressed=true]')")
    assert combat_form.read_result(combat)["echanges"][0]["phys"] == "2"


def test_no_final_frame_where_no_margin_passes_ten(combat: ChromiumPage) -> None:
    fill_form(combat, scenario_of("touche-simple"))
    resolve(combat)
    assert combat.js("document.querySelector('[data-vue=final]').children.length") == 0


def test_every_example_fills_the_whole_form(combat: ChromiumPage) -> None:
    examples = list(nephilim().exemples.values())
    assert len(examples) >= 6
    fill_form(combat, scenario_of("rafale-continue-trois-cibles"))
    for rank, example in enumerate(examples):
        combat.js(f"document.querySelectorAll('[data-exemple]')[{rank}].click()")
        shown = api.run("combat", "seuils", held(combat))
        assert shown == api.run("combat", "seuils", json.dumps(example.scenario)), example.id
        odds = api.run("combat", "odds", held(combat))
        assert odds == api.run("combat", "odds", json.dumps(example.scenario)), example.id
        now = json.loads(held(combat))
        assert all(roll is None for roll in now["jets"]["attaque"]), "dice are left to the reader"
    assert complaints(combat) == []
