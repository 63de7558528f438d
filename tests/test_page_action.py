"""Action simple and action opposée in a real browser: the forms, the chances, a second attempt."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pycore import api
from tests.support import combat_form
from tests.support.combat_form import complaints, fill_form, resolve, strangers
from web.tools.build import PAGES
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

CASES = sorted((Path(__file__).parent / "cases" / "action").glob("*.json"))
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
NAMES = {
    "critique": "Réussite critique",
    "reussite": "Réussite",
    "echec": "Échec",
    "maladresse": "Maladresse",
}
CHANCES = """[...document.querySelectorAll('[data-vue=chances] table')].map((table) =>
  Object.fromEntries([...table.querySelectorAll('tr')].map((row) =>
    [row.querySelector('th').textContent, row.querySelector('td').textContent])))"""
BARS = """[...document.querySelectorAll('[data-vue=chances] table:first-child rect')]
  .map((bar) => Number(bar.getAttribute('width')))"""
CARDS = """[...document.querySelectorAll('.ncalc-echange')].map((card) => ({
  figures: [...card.querySelectorAll('.ncalc-chiffres dd')].map((each) => each.textContent),
  resultat: card.querySelector('.ncalc-resultat').textContent,
  text: card.textContent,
}))"""


def shown(chances: list[dict[str, str]]) -> str:
    """Give the question whether these chances, and no others, are on the page."""
    return f"JSON.stringify({CHANCES}) === JSON.stringify({json.dumps(chances)})"


def read(path: Path) -> dict[str, Any]:
    case: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return case


@pytest.fixture(scope="module")
def simple(home: str) -> Iterator[ChromiumPage]:
    with combat_form.chromium() as page:
        page.goto(f"{home}action-simple.html")
        combat_form.wait_ready(page)
        yield page


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case_through_the_form(simple: ChromiumPage, path: Path) -> None:
    case = read(path)
    wanted = case["attendu"]
    fill_form(simple, case["scenario"])
    resolve(simple)
    (card,) = simple.js(CARDS)
    jet, seuil, marge = card["figures"]
    assert jet == str(case["scenario"]["jet"])
    assert seuil == f"{wanted['seuil']}\u00a0%"
    if wanted["resultat"] == "critique":
        assert marge == f"légendaire ({wanted['marge']})"
    else:
        assert marge == ("—" if wanted["marge"] is None else str(wanted["marge"]))
    assert card["resultat"] == NAMES[wanted["resultat"]]
    assert (wanted["qualite"] or "Qualité") in card["text"] or wanted["qualite"] is None
    suites = api.CALCULS["action-simple"].tables().suites
    for code, row in suites.items():
        expected = any(each["code"] == code for each in wanted["consequences"])
        assert (row.nom in card["text"]) == expected, code


def test_chances_follow_the_form_before_any_roll(simple: ChromiumPage) -> None:
    fill_form(simple, {"vecu": 7, "jet": ""})
    odds = api.run("action-simple", "odds", '{"vecu": 7}')
    results = {NAMES[key]: f"{count}\u00a0%" for key, count in odds["resultats"].items()}
    qualities = {key: f"{count}\u00a0%" for key, count in odds["qualites"].items() if count}
    # The threshold and the chances are two answers: one may be there before the other.
    simple.wait("document.querySelector('[data-vue=seuils] strong').textContent === '70\u00a0%'")
    bars = list(odds["resultats"].values())
    drawn = f"JSON.stringify({BARS}) === JSON.stringify({json.dumps(bars)})"
    simple.wait(f"{shown([results, qualities])} && {drawn}")


def test_second_attempt_keeps_all_but_the_approche_and_the_die(simple: ChromiumPage) -> None:
    first = {
        "vecu": 3,
        "blessures": ["mineure"],
        "approche": {"ka": "eau", "degre": 2},
        "bonus": 1,
        "jet": 61,
    }
    fill_form(simple, first)
    resolve(simple)
    simple.click("[data-remplir]")
    held = simple.js(
        """Object.fromEntries([...document.querySelectorAll('form [name]')]
          .filter((each) => !each.matches(':disabled') && each.type !== 'hidden')
          .filter((each) => !['radio', 'checkbox'].includes(each.type) || each.checked)
          .map((each) => [each.name, each.value]))"""
    )
    assert held["tentative"] == "2"
    assert held["approche_precedente"] == "eau"
    assert (held["vecu"], held["blessures[]"], held["bonus"]) == ("3", "mineure", "1")
    assert (held["approche.ka"], held["jet"]) == ("", "")
    simple.choose("#approche-ka", "eau")
    simple.fill("#jet", "61")
    simple.js(combat_form.FORGET)
    simple.click(combat_form.RESOLVE)
    simple.wait("!document.querySelector('[data-erreurs]').hidden")
    assert simple.js("document.activeElement.name") == "approche.ka"
    simple.choose("#approche-ka", "air")
    resolve(simple)
    assert "Échec définitif" in simple.text("[data-vue=technique]")
    assert simple.js("!document.querySelector('[data-remplir]')")


def test_no_second_attempt_without_an_approche(simple: ChromiumPage) -> None:
    fill_form(simple, {"vecu": 3, "jet": 61})
    resolve(simple)
    assert simple.js("!document.querySelector('[data-remplir]')")


@pytest.mark.parametrize("width", [1280, 360])
def test_opposed_through_the_form(simple: ChromiumPage, home: str, width: int) -> None:
    size = {"width": width, "height": 800}
    with combat_form.window(simple, viewport=size) as page:
        page.goto(f"{home}action-opposee.html")
        combat_form.wait_ready(page)
        sides = {
            "acteur": {"vecu": 12, "jet": 53},
            "opposant": {"vecu": 9, "approche": {"ka": "lune", "degre": 2}, "jet": 62},
        }
        fill_form(page, sides)
        resolve(page)
        answer = api.run("action-opposee", "resolve", json.dumps(sides))
        assert answer["vainqueur"] == "egalite"
        assert page.text("[data-vue=verdict]").startswith("Égalité")
        figures = [card["figures"] for card in page.js(CARDS)]
        assert figures == [["53", "120\u00a0%", "7"], ["62", "110\u00a0%", "7"]]
        page.wait("document.querySelector('[data-vue=seuils]').textContent.includes('110')")
        odds = api.run("action-opposee", "odds", json.dumps(sides))["vainqueur"]
        said = [f"{round(count / 10) / 10:g}\u00a0%".replace(".", ",") for count in odds.values()]
        page.wait(f"{CHANCES}.length === 1")
        page.wait(f"Object.values({CHANCES}[0]).join() === {json.dumps(','.join(said))}")
        assert page.js("document.documentElement.scrollWidth") <= width
        assert complaints(page) == []
        assert strangers(page, home) == []


@pytest.mark.parametrize("name", ["action-simple", "action-opposee", "index"])
@pytest.mark.parametrize("dark", [False, True])
def test_accessible(simple: ChromiumPage, home: str, name: str, dark: bool) -> None:  # noqa: FBT001
    scheme = "dark" if dark else "light"
    with combat_form.window(simple, color_scheme=scheme, bypass_csp=True) as page:
        page.goto(f"{home}{name}.html")
        if name != "index":
            combat_form.wait_ready(page)
            for die in page.js("[...document.querySelectorAll('[data-faces]')].map((x) => x.id)"):
                page.fill(f"#{die}", "33")
            resolve(page)
            page.wait("document.getAnimations().every((each) => each.playState === 'finished')")
            page.js("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        page.native.add_script_tag(path=str(AXE))
        found = page.js(
            """axe.run().then(({ violations }) =>
              violations.map((one) => [one.id, one.nodes.map((node) => node.html)]))"""
        )
        assert found == []


def test_index_leads_to_every_calculator(simple: ChromiumPage, home: str) -> None:
    with combat_form.window(simple) as page:
        page.goto(f"{home}index.html")
        links = page.js("[...document.querySelectorAll('main a')].map((each) => each.href)")
        expected = sorted([*(page.fichier for page in PAGES), "tables.html"])
        assert sorted(link.rpartition("/")[2] for link in links) == expected
