"""The scene, the story, the shorthand, and what the form does for its reader's comfort."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pycore import api
from pycore.render.view import PREFIX
from tests.support import combat_form
from tests.support.cases import cases
from tests.support.combat_form import SCENARIO, complaints, fill_form, resolve
from tests.support.views import slot

if TYPE_CHECKING:
    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

CASES = {case.name.rpartition("/")[2]: case for case in cases("combat")}


def scenario_of(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(CASES[name].texte)
    found.pop("ajustements", None)
    return found


def said(page: ChromiumPage, place: str) -> str:
    return " ".join(page.text(f"[data-vue={place}]").split())


def squeezed(text: str) -> str:
    return "".join(text.split())


def test_scene_sets_itself_as_the_fighters_are_chosen(combat: ChromiumPage) -> None:
    fill_form(combat, scenario_of("touche-simple"))
    combat.fill("#attaquant-nom", "Ézéchiel")
    combat.wait("document.querySelector('[data-vue=scene]').textContent.includes('Ézéchiel')")
    combat.choose("[name='attaque.arme']:not(:disabled)", "marteau")
    combat.wait("document.querySelector('[data-vue=scene]').textContent.includes('marteau')")
    combat.choose("#defenseurs-0-protection", "manteau_feu")
    combat.wait("document.querySelector('[data-vue=scene]').textContent.includes('manteau de Feu')")
    scenario = json.dumps(combat.js(SCENARIO))
    expected = slot(api.ask("combat", "seuils", scenario).vue(), "scene")
    assert squeezed(said(combat, "scene")) == squeezed(expected)


def test_reason_of_the_circumstances_is_told(combat: ChromiumPage) -> None:
    fill_form(combat, scenario_of("touche-simple"))
    combat.js("document.getElementById('attaquant-contexte_motif').closest('details').open = true")
    combat.fill("#attaquant-contexte", "2")
    combat.fill("#attaquant-contexte_motif", "le soleil dans le dos")
    combat.wait("document.querySelector('[data-vue=scene]').textContent.includes('le soleil')")


def test_story_stands_above_the_technical_frame_and_turns(combat: ChromiumPage) -> None:
    fill_form(combat, scenario_of("touche-simple"))
    resolve(combat)
    order = combat.js(
        "[...document.querySelectorAll('[data-resultats] [data-vue]')].map((x) => x.dataset.vue)"
    )
    assert order.index("verdict") < order.index("recit") < order.index("technique")
    told = {said(combat, "recit")}
    for _ in range(2):
        combat.js("document.querySelector('[data-redemander]').focus()")
        before = said(combat, "recit")
        combat.keys("Enter")
        now = "document.querySelector('[data-vue=recit]').innerText.replace(/\\s+/g, ' ').trim()"
        combat.wait(f"{now} !== {json.dumps(before)}")
        combat.wait("document.activeElement.hasAttribute('data-redemander')")
        told.add(said(combat, "recit"))
    assert len(told) == 3, "another wording each time"
    assert combat_form.read_result(combat)["echanges"][0]["total"] == "2", "and the same facts"


def test_shorthand_of_an_exchange(combat: ChromiumPage) -> None:
    fill_form(combat, scenario_of("touche-simple"))
    resolve(combat)
    line = " ".join(combat.text(f".{PREFIX}notation").split())
    assert line == "ATT 42/60 % m 4 Réussite | DÉF 81/50 % m — Échec | PHYS 2 → 2"


def test_points_lead_to_the_article_where_the_page_is_in_a_wiki(combat: ChromiumPage) -> None:
    fill_form(combat, scenario_of("critique-au-seuil-exact"))
    resolve(combat)
    links = "[...document.querySelectorAll('.ncalc-points a')]"
    assert combat.js(f"{links}.length") >= 2
    assert combat.js(f"{links}.every((each) => !each.hasAttribute('href'))")
    combat.js("void (globalThis.mw = { util: { getUrl: (title) => `/wiki/${encodeURI(title)}` } })")
    resolve(combat)
    hrefs = combat.js(f"{links}.map((each) => each.getAttribute('href'))")
    combat.js("void delete globalThis.mw")
    assert all(href.startswith("/wiki/") for href in hrefs)
    assert any("Combat%20(r%C3%A8gles)#" in href for href in hrefs)


def test_first_target_is_copied_to_all_but_for_name_and_die(combat: ChromiumPage) -> None:
    fill_form(combat, scenario_of("rafale-continue-trois-cibles"))
    combat.fill("#defenseurs-0-nom", "Ulric")
    combat.fill("#defenseurs-1-nom", "Mila")
    combat.choose("#defenseurs-0-protection", "militaire")
    combat.fill("#defenseurs-0-degre", "9")
    combat.click("[data-rang='0'] [data-repandre]")
    targets = combat.js(SCENARIO)["defenseurs"]
    assert [each["protection"] for each in targets] == ["militaire"] * 3
    assert [each["degre"] for each in targets] == [9] * 3
    assert [each["nom"] for each in targets][:2] == ["Ulric", "Mila"]


def test_effects_are_found_by_a_few_letters_without_accents(combat: ChromiumPage) -> None:
    fill_form(combat, scenario_of("touche-simple"))
    fold = "document.getElementById('attaquant-filtre').closest('details')"
    combat.js(f"{fold}.open = true")
    shown = (
        f"[...{fold}.querySelectorAll('.ncalc-case')].filter((each) => each.checkVisibility())"
        ".map((each) => each.querySelector('label').textContent)"
    )
    everything = combat.js(shown)
    combat.fill("#attaquant-filtre", "amethyste")
    assert combat.js(shown) == ["Améthyste revêtue de flammes"]
    combat.click("[id='attaquant-effets--amethyste']")
    combat.fill("#attaquant-filtre", "precog")
    assert set(combat.js(shown)) == {"Améthyste revêtue de flammes", "Précognition"}
    combat.fill("#attaquant-filtre", "")
    assert combat.js(shown) == everything


def test_an_effect_that_changes_nothing_says_so(combat: ChromiumPage) -> None:
    scenario = scenario_of("touche-simple")
    scenario["attaquant"]["effets"] = ["consort_rouge"]
    fill_form(combat, scenario)
    combat.wait("!!document.querySelector('.ncalc-sans-effet')")
    line = " ".join(combat.text(".ncalc-sans-effet").split())
    assert line == "Sans effet ici pour l’attaquant : Consort rouge (il faut une Approche de Feu)."


def test_last_fight_is_there_after_a_reload_and_can_be_erased(
    combat: ChromiumPage, home: str
) -> None:
    with combat_form.window(combat) as page:
        page.goto(f"{home}combat.html")
        combat_form.wait_ready(page)
        assert not page.js("document.querySelector('[data-memoire]').checkVisibility()")
        wanted = scenario_of("rafale-continue-trois-cibles")
        fill_form(page, wanted)
        kept = "JSON.stringify(JSON.parse(localStorage.getItem('ncalc:combat')).scenario)"
        page.wait(f"{SCENARIO}.then((held) => JSON.stringify(held) === {kept})")
        before = page.js(SCENARIO)
        page.goto(f"{home}combat.html")
        page.wait("document.querySelector('[data-memoire]').checkVisibility()")
        page.wait(f"{SCENARIO}.then((held) => JSON.stringify(held).includes('raf_cont'))")
        assert page.js(SCENARIO) == before
        page.click("[data-effacer]")
        assert page.js(SCENARIO)["mode"] == "melee"
        page.click("[data-annuler]")
        assert page.js(SCENARIO) == before
        assert complaints(page) == []


def test_storage_refused_changes_nothing_else(combat: ChromiumPage, home: str) -> None:
    with combat_form.window(combat) as page:
        page.native.add_init_script(
            "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refus'); } })"
        )
        page.goto(f"{home}combat.html")
        combat_form.wait_ready(page)
        fill_form(page, scenario_of("touche-simple"))
        assert resolve(page)["echanges"][0]["total"] == "2"
        assert complaints(page) == []


@pytest.mark.parametrize(
    "kept", ["{", "[]", '{"v":2}', '{"v":1,"scenario":[[[1]]]}', '{"v":1,"scenario":"x"}']
)
def test_a_damaged_memory_is_no_obstacle(combat: ChromiumPage, home: str, kept: str) -> None:
    with combat_form.window(combat) as page:
        page.native.add_init_script(f"localStorage.setItem('ncalc:combat', {json.dumps(kept)})")
        page.goto(f"{home}combat.html")
        combat_form.wait_ready(page)
        assert complaints(page) == []


def test_arrows_step_a_number(combat: ChromiumPage) -> None:
    fill_form(combat, scenario_of("touche-simple"))
    combat.js("document.getElementById('attaquant-degre').focus()")
    combat.keys("ArrowUp", "ArrowUp", "ArrowDown")
    assert combat.js("document.getElementById('attaquant-degre').value") == "7"


def test_nothing_to_complain_of(combat: ChromiumPage) -> None:
    assert complaints(combat) == []


def test_chances_can_be_copied(combat: ChromiumPage, home: str) -> None:
    permitted = ["clipboard-read", "clipboard-write"]
    with combat_form.window(combat, permissions=permitted) as page:
        page.goto(f"{home}combat.html")
        combat_form.wait_ready(page)
        fill_form(page, scenario_of("touche-simple"))
        resolve(page)
        page.wait("!!document.querySelector('[data-vue=chances] .ncalc-obtenu')")
        page.js("document.querySelector('[data-vue=chances]').closest('details').open = true")
        page.click("[data-copier-vue=chances]")
        page.wait("navigator.clipboard.readText().then((text) => text.includes('45'))")
        beside = "document.querySelector('[data-copier-vue=chances]').nextElementSibling"
        page.wait(f"{beside}.innerText.trim() === 'Copié.'")


@pytest.mark.parametrize("width", [320, 360, 768])
def test_nothing_runs_over_the_side_with_everything_open(
    combat: ChromiumPage, home: str, width: int
) -> None:
    """320 px is what 400 % of zoom leaves of a screen of 1280."""
    with combat_form.window(combat, viewport={"width": width, "height": 800}) as page:
        page.goto(f"{home}combat.html")
        combat_form.wait_ready(page)
        fill_form(page, scenario_of("rafale-continue-trois-cibles"))
        resolve(page)
        page.js("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        page.wait("!!document.querySelector('[data-vue=conseil] table')")
        page.wait("!!document.querySelector('[data-vue=besoin] p')")
        assert page.js("document.documentElement.scrollWidth") <= width


def test_targets_that_wait_are_not_counted(combat: ChromiumPage) -> None:
    """Three targets of a burst leave nothing behind in a duel."""
    counted = "document.querySelectorAll('#conseil-cote option').length - 1"
    fill_form(combat, scenario_of("rafale-continue-trois-cibles"))
    assert combat.js(counted) == 3
    combat.click("#mode-melee")
    assert combat.js(counted) == 1
    assert not combat.js("document.querySelector('[data-repandre]').checkVisibility()")
    combat.click("#mode-tir")
    assert combat.js(counted) == 3
    combat.js("document.querySelectorAll('[data-exemple]')[0].click()")
    assert combat.js(counted) == 1
    assert combat.js("document.querySelectorAll('[data-rang]').length") == 1


def test_each_target_has_a_column_and_a_card_on_a_phone(combat: ChromiumPage, home: str) -> None:
    lefts = """[...document.querySelectorAll('[data-rang]')].filter((one) => one.checkVisibility())
      .map((one) => Math.round(one.getBoundingClientRect().left))"""
    attacker = "document.querySelector('[data-cote=attaquant]').getBoundingClientRect().left"
    with combat_form.window(combat, viewport={"width": 1280, "height": 900}) as page:
        page.goto(f"{home}combat.html")
        combat_form.wait_ready(page)
        duel = page.js(lefts)
        assert duel[0] > page.js(attacker), "a duel stands side by side"
        fill_form(page, scenario_of("rafale-continue-trois-cibles"))
        first, second, third = page.js(lefts)
        assert page.js(attacker) == first < second < third
        page.native.set_viewport_size({"width": 360, "height": 740})
        assert len(set(page.js(lefts))) == 1
        page.native.set_viewport_size({"width": 1280, "height": 900})
        page.click("#mode-melee")
        assert page.js(lefts) == duel


@pytest.mark.parametrize("reading", [False, True], ids=["", "lecture"])
def test_print_sheet(combat: ChromiumPage, *, reading: bool) -> None:
    """On paper: what was filled in as text, the calculation open, version, sources; no buttons."""
    chosen_reading = {"options": {"defense": "seuil"}} if reading else {}
    fill_form(combat, scenario_of("touche-simple") | chosen_reading)
    chosen = "document.querySelector('[name=\"attaquant.effets[]\"]')"
    combat.js(f"void {chosen}.click()")
    resolve(combat)
    combat.js("document.querySelectorAll('details').forEach((fold) => { fold.open = false; })")
    detail = "document.querySelector('.ncalc-detail')"
    combat.native.emulate_media(media="print")
    try:
        combat.js("void window.dispatchEvent(new Event('beforeprint'))")
        assert combat.js(f"{detail}.open")
        assert combat.js(f"{detail}.querySelector('.ncalc-section').checkVisibility()")
        assert "ersion" in combat.js("document.querySelector('.ncalc-imprime').innerText")
        assert combat.js(f"{chosen}.checkVisibility()")
        assert combat.js("document.getElementById('options-defense').checkVisibility()") is reading
        buttons = "[...document.querySelectorAll('.ncalc button')]"
        assert combat.js(f"{buttons}.filter((each) => each.checkVisibility()).length") == 0
        frames = "[...document.querySelectorAll('.ncalc :is(input[type=text], select)')]"
        framed = (
            f"{frames}.filter((each) => getComputedStyle(each).borderTopWidth !== '0px').length"
        )
        assert combat.js(framed) == 0
        combat.js("void window.dispatchEvent(new Event('afterprint'))")
        assert not combat.js(f"{detail}.open")
    finally:
        combat.native.emulate_media(media="screen")
