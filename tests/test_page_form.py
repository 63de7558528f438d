"""The combat form: complete without scripts, and what shows when."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pycore import api
from tests.support.combat_form import ADD, SCENARIO, window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

# Fields that a reader sees, those inside closed folds included.
IN_SIGHT = """[...document.querySelectorAll("form [name]")]
  .filter((field) => field.type !== "hidden" && !field.closest("[hidden]"))
  .map((field) => field.id)"""


def scenario(page: ChromiumPage) -> dict[str, Any]:
    """Give the scenario that the page would hand to Python."""
    found: dict[str, Any] = page.js(SCENARIO)
    return found


def seen(page: ChromiumPage, name: str) -> bool:
    """Tell whether a field of that name is in sight."""
    return bool(
        page.js(
            f"[...document.getElementsByName({json.dumps(name)})]"
            ".some((field) => !field.closest('[hidden]'))"
        )
    )


@pytest.fixture(scope="module")
def bare(combat: ChromiumPage, home: str) -> Iterator[ChromiumPage]:
    """Open the page in a browser that runs no script."""
    with window(combat, java_script_enabled=False) as page:
        page.goto(f"{home}combat.html")
        yield page


def test_the_form_is_there_before_any_script(bare: ChromiumPage) -> None:
    native = bare.native
    for label in (
        "Nom",
        "Type",
        "Degré",
        "Approche d’attaque",
        "Arme",
        "Défense",
        "Protection",
        "Bouclier",
        "Jet d’attaque",
        "Jet de défense",
    ):
        assert native.get_by_label(label, exact=True).locator("visible=true").count() >= 1, label
    for button in ("Lancer les dés", "Résoudre"):
        assert native.get_by_role("button", name=button, exact=True).is_visible()
    assert "activez JavaScript" in native.locator("noscript p:visible").inner_text()
    for absent in (
        "Ajouter une cible",
        "Relancer",
        "Retirer",
        "Munition",
        "Cadence de tir",
        "Initiative",
        "Force du simulacre",
        "Voit le lanceur",
        "Jet d’attaque (seconde attaque)",
        "Soleil",
    ):
        assert native.get_by_text(absent, exact=True).locator("visible=true").count() == 0, absent


def test_it_can_be_filled_before_any_script_and_loses_nothing(
    bare: ChromiumPage, home: str
) -> None:
    native = bare.native
    native.fill("#attaquant-nom", "Ézéchiel")
    native.select_option("#attaquant-type", "initie")
    native.fill("#jets-attaque-0", "33")
    native.click("button[type=submit]")
    native.press("#jets-attaque-0", "Enter")
    assert native.url == f"{home}combat.html"
    assert native.input_value("#attaquant-nom") == "Ézéchiel"
    assert native.input_value("#attaquant-type") == "initie"
    assert native.input_value("#jets-attaque-0") == "33"


def test_nothing_moves_when_the_scripts_run(
    bare: ChromiumPage, combat: ChromiumPage, home: str
) -> None:
    with window(combat) as fresh:
        fresh.goto(f"{home}combat.html")
        fresh.wait("document.querySelector('[data-calcul]').dataset.etat")
        assert fresh.js(IN_SIGHT) == bare.js(IN_SIGHT)


def test_what_does_not_apply_is_hidden_and_kept(plain: ChromiumPage) -> None:
    plain.choose("#attaquant-type", "autre")
    plain.fill("#attaquant-initiative", "12")
    assert scenario(plain)["attaquant"]["initiative"] == 12
    assert not seen(plain, "attaquant.ka.feu")
    plain.choose("#attaquant-type", "nephilim")
    plain.fill("[name='attaquant.ka.feu']", "4")
    assert not seen(plain, "attaquant.initiative")
    assert "initiative" not in scenario(plain)["attaquant"]
    assert scenario(plain)["attaquant"]["ka"]["feu"] == 4

    plain.choose("#attaquant-type", "autre")
    assert seen(plain, "attaquant.initiative")
    assert scenario(plain)["attaquant"]["initiative"] == 12
    assert "ka" not in scenario(plain)["attaquant"]
    plain.choose("#attaquant-type", "nephilim")
    assert scenario(plain)["attaquant"]["ka"]["feu"] == 4


def test_second_attack_comes_and_goes_with_its_dice(plain: ChromiumPage) -> None:
    plain.fill("#jets-attaque-0", "12")
    plain.choose("[name='attaque.approche']:not(:disabled)", "attaque_rapide")
    plain.fill("#jets-attaque-1", "34")
    plain.fill("#jets-defense-0-1", "56")
    assert scenario(plain)["jets"] == {"attaque": [12, 34], "defense": [[None, 56]]}
    plain.choose("[name='attaque.approche']:not(:disabled)", "standard")
    assert not seen(plain, "jets.attaque[1]")
    assert not seen(plain, "jets.defense[0][1]")
    assert scenario(plain)["jets"] == {"attaque": [12], "defense": [[None]]}
    plain.choose("[name='attaque.approche']:not(:disabled)", "attaque_rapide")
    assert scenario(plain)["jets"] == {"attaque": [12, 34], "defense": [[None, 56]]}


def test_choices_survive_a_detour_by_another_mode(plain: ChromiumPage) -> None:
    plain.choose("[name='attaque.arme']:not(:disabled)", "marteau")
    plain.choose("[name='defenseurs[0].defense.type']:not(:disabled)", "parer")
    plain.click("#mode-tir")
    plain.choose("[name='attaque.arme']:not(:disabled)", "pistolet_9mm")
    made = scenario(plain)
    assert made["defenseurs"][0]["defense"]["type"] != "parer"
    assert seen(plain, "attaque.munition")
    plain.click("#mode-melee")
    made = scenario(plain)
    assert (made["attaque"]["arme"], made["defenseurs"][0]["defense"]["type"]) == (
        "marteau",
        "parer",
    )
    assert not seen(plain, "attaque.munition")


def test_targets_survive_a_detour_too(plain: ChromiumPage) -> None:
    plain.click("#mode-tir")
    plain.choose("[name='attaque.approche']:not(:disabled)", "tir_visee_1")
    plain.choose("[name='attaque.arme']:not(:disabled)", "ak47")
    plain.choose("[name='attaque.cadence']:not(:disabled)", "raf_cont")
    plain.fill("[name='defenseurs[0].nom']", "Un")
    plain.click(ADD)
    assert plain.js("document.activeElement.name") == "defenseurs[1].nom"
    plain.fill("[name='defenseurs[1].nom']", "Deux")
    plain.click(ADD)
    plain.fill("[name='defenseurs[2].nom']", "Trois")
    assert [one["nom"] for one in scenario(plain)["defenseurs"]] == ["Un", "Deux", "Trois"]
    plain.click("#mode-melee")
    assert len(scenario(plain)["defenseurs"]) == 1
    plain.click("#mode-tir")
    assert [one["nom"] for one in scenario(plain)["defenseurs"]] == ["Un", "Deux", "Trois"]
    plain.click("[data-rang='1'] [data-retirer]")
    assert [one["nom"] for one in scenario(plain)["defenseurs"]] == ["Un", "Trois"]
    ids = plain.js("[...document.querySelectorAll('[id]')].map((one) => one.id)")
    assert len(ids) == len(set(ids))


def test_twelve_targets_and_no_more(combat: ChromiumPage, home: str) -> None:
    with window(combat) as page:
        page.goto(f"{home}combat.html")
        page.click("#mode-tir")
        page.choose("[name='attaque.arme']:not(:disabled)", "ak47")
        page.choose("[name='attaque.cadence']:not(:disabled)", "raf_cont")
        while not page.js(f"document.querySelector('{ADD}').disabled"):
            page.click(ADD)
        made = scenario(page)
    assert len(made["defenseurs"]) == 12
    api.run("combat", "seuils", json.dumps(made))


def test_whatever_is_typed_hidden_fields_never_reach_the_rules(
    combat: ChromiumPage, home: str
) -> None:
    """Fill every field to the brim, then go through modes, types, manœuvres and defences."""
    walk = """(async () => {
      const {readForm} = await import("/sources/scenario.js");
      const form = document.querySelector("form");
      for (const field of form.querySelectorAll("input[name]")) {
        if (field.type === "checkbox") field.checked = true;
        else if (field.dataset.faces) field.value = "50";
        else if (field.dataset.genre === "entier" && field.type !== "hidden") field.value = "3";
      }
      const tell = (field) => {
        for (const type of ["input", "change"])
          field.dispatchEvent(new Event(type, {bubbles: true}));
      };
      const live = (name) => [...document.getElementsByName(name)]
        .find((field) => !field.matches(":disabled"));
      const each = (name, then) => {
        const list = live(name);
        for (const option of [...list.options]) {
          list.value = option.value;
          tell(list);
          then();
        }
      };
      const made = new Set();
      const read = () => made.add(JSON.stringify(readForm(form)));
      for (const mode of document.getElementsByName("mode")) {
        mode.checked = true;
        tell(mode);
        each("attaquant.type", () => {
          each("attaque.approche", read);
          if (live("attaquant.approche")) each("attaquant.approche", read);
        });
        each("attaque.approche", () => {
          each("attaque.arme", read);
          each("defenseurs[0].defense.type", read);
        });
        each("defenseurs[0].type", read);
      }
      return [...made];
    })()"""
    with window(combat) as page:
        page.goto(f"{home}combat.html")
        page.wait("document.querySelector('[data-calcul]').dataset.etat")
        texts = page.js(walk, 60)
    assert len(texts) > 300
    for text in texts:
        api.run("combat", "resolve", text)  # refuses what does not belong there
