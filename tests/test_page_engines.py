"""The main flows on the three engines, on the standalone page and in an article of a real wiki.

On the page the rules are answered by this process; `test_page_browsers.py` has Pyodide there.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from pycore import api
from pycore.render.french import pourcentage
from tests.support.combat_form import (
    ANSWERED,
    FORGET,
    RESOLVE,
    fill_form,
    read_result,
    strangers,
    type_form,
    wait_ready,
)
from tests.support.engines import NAMES, open_engine
from tests.support.keeping import (
    ATTACK_DIE,
    DEFENCE_DIE,
    ENTRIES,
    JOURNAL,
    MENU_REDO,
    MENU_UNDO,
    PREPARED,
    STRANGE,
    field,
    from_menu,
    gesture,
)
from tests.support.wiki import HOST, opened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.support.page import Page

CASES = Path(__file__).parent / "cases"
TITLES = {"combat": "Combat (règles)", "action-simple": "Actions (règles)"}
CARD = "document.querySelector('.ncalc-echange')"
ADDRESS = "document.querySelector('[data-adresse]').value"
OPENED = "document.querySelector('[data-ouverture]')?.checkVisibility()"
CHANCES = "document.querySelector('[data-vue=chances] tbody td')"


class Place(NamedTuple):
    """Where calculators stand: the address of each."""

    address: Callable[[str], str]


@pytest.fixture(
    scope="module",
    params=["seule", pytest.param("article", marks=[pytest.mark.wiki, pytest.mark.complet])],
)
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    if request.param == "seule":
        home = request.getfixturevalue("home")
        yield Place(lambda kind: f"{home}{kind}.html")
        return
    with opened(request.getfixturevalue("dist")) as wiki:
        wiki.install_common()
        block = wiki.guide.block("html emplacement")
        for kind, title in TITLES.items():
            calculator = block.replace('"combat"', f'"{kind}"')
            wiki.edit(title, f"Une règle.\n\n{calculator}\n\nLa suite.")
        yield Place(lambda kind: wiki.article(TITLES[kind]))


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=pytest.mark.navigateur(name)) for name in NAMES],
)
def page(request: pytest.FixtureRequest) -> Iterator[Page]:
    with open_engine(request.param) as opened_page:
        yield opened_page


def read(name: str) -> dict[str, Any]:
    case: dict[str, Any] = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
    return case


def press(page: Page) -> dict[str, Any]:
    """Press Résoudre from the keyboard, wait for the answer, read it.

    A finger is another test's: thresholds that come between two looks may move the button.
    """
    page.js(FORGET)
    page.js(f"document.querySelector('{RESOLVE}').focus()")
    page.keys("Enter")
    page.wait(ANSWERED)
    return read_result(page)


def sound(page: Page) -> None:
    """Nothing went wrong that nobody caught; no one else was asked for anything."""
    assert [one.text for one in page.console() if one.kind == "uncaught"] == []
    assert strangers(page, f"http://{HOST}:") == []


def test_a_fight_is_resolved_and_its_chances_are_told(page: Page, place: Place) -> None:
    case = read("combat/attaque-en-force")
    page.goto(place.address("combat"))
    wait_ready(page)
    type_form(page, case["scenario"])
    shown = press(page)
    assert [each["total"] for each in shown["echanges"]] == [
        str(each["total"]) for each in case["attendu"]["echanges"]
    ]
    odds = api.run("combat", "odds", json.dumps(case["scenario"]))["echanges"][0]
    wanted = json.dumps(pourcentage(odds["touche"], 10000))
    page.wait(f"{CHANCES}?.textContent === {wanted}")
    sound(page)


def test_a_refusal_is_said_at_its_field(page: Page, place: Place) -> None:
    page.goto(place.address("combat"))
    wait_ready(page)
    degree = "[name='attaquant.degre']"
    page.fill(degree, "beaucoup")
    press(page)
    assert page.js(f"document.querySelector(\"{degree}\").getAttribute('aria-invalid')") == "true"
    page.fill(degree, "6")
    page.click("[data-lancer=tous]")
    assert press(page)["verdict"]
    sound(page)


def test_an_action_is_resolved(page: Page, place: Place) -> None:
    name, case = next(
        (path.stem, case)
        for path in sorted((CASES / "action").glob("*.json"))
        if "seuil" in (case := read(f"action/{path.stem}"))["attendu"]
    )
    page.goto(place.address("action-simple"))
    wait_ready(page)
    fill_form(page, case["scenario"])
    shown = press(page)
    assert f"{case['attendu']['seuil']}\u00a0%" in page.js(f"{CARD}.textContent"), name
    assert shown["verdict"]
    sound(page)


def test_a_link_is_opened_and_another_made(page: Page, place: Place) -> None:
    fragment = api.run("combat", "lien", json.dumps(STRANGE))["fragment"]
    page.goto("about:blank")  # else the page may stand already, and only its fragment change
    page.goto(f"{place.address('combat')}#{fragment}")
    wait_ready(page)
    page.wait(OPENED)
    assert page.js(field("attaquant.nom")) == "Ézéchiel"
    assert page.js(field("jets.defense[0][0]")) == "88"
    assert page.js(f"{CARD} === null"), "it is not resolved"
    page.fill(".ncalc [name='attaquant.degre']", "9")
    page.wait("location.hash === ''")
    page.click("[data-menu]")
    page.click(".ncalc-menu [data-partager]")
    link = page.wait(ADDRESS)
    page.keys("Escape")
    where, _, made = link.partition("#")
    assert where == place.address("combat")
    told = api.run("combat", "ouvrir", json.dumps({"fragment": made}))["scenario"]
    assert (told["attaquant"]["nom"], told["attaquant"]["degre"]) == ("Ézéchiel", 9)
    assert told["jets"] == STRANGE["jets"]
    sound(page)


def test_a_journal_goes_on_and_back(page: Page, place: Place) -> None:
    page.goto(place.address("combat"))
    wait_ready(page)
    if page.js(f"{JOURNAL}?.entrees.length"):  # of the tests before
        page.click("[data-vider]")
    fill_form(page, STRANGE)
    press(page)
    page.wait(f"{ENTRIES}.length === 1")
    gesture(page, "round_suivant")
    report = field("defenseurs[0].report")
    assert page.js(report) == "-2"
    page.click("[data-prepare] .ncalc-report button")
    page.wait(f"{report} === '0'")
    page.fill(ATTACK_DIE, "60")
    page.fill(DEFENCE_DIE, "88")
    press(page)
    page.wait(f"{ENTRIES}.length === 2 && !{PREPARED}")
    assert [each["round"] for each in page.js(JOURNAL)["entrees"]] == [1, 2]
    from_menu(page, MENU_UNDO)
    page.wait(f"{ENTRIES}.length === 1")
    from_menu(page, MENU_REDO)
    page.wait(f"{ENTRIES}.length === 2")
    sound(page)
