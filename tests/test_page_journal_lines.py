"""Lines of the journal that are taken out, refused, gone on with elsewhere: nothing is lost."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from pycore import api
from tests.support.combat_form import (
    new_page,
    resolve,
    rest,
    strangers,
    wait_ready,
    window,
)
from tests.support.duel import duel
from tests.support.keeping import (
    ENTRIES,
    JOURNAL,
    PREPARED,
    STRANGE,
    UNDO,
    again,
    fight,
    gesture,
    seed,
    tab,
)
from tests.test_page_form import scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

SECTION = "document.querySelector('[data-journal-de]')"
ABIME = "document.querySelector('[data-journal-abime]')"
KEPT = "JSON.parse(localStorage.getItem('ncalc:journal:combat'))"

DUEL = duel(attaquant={"nom": "Aldo"}, defenseur={"nom": "Bruno", "type": "autre"}, jets=(20, None))
BURST = duel(
    mode="tir",
    attaquant={"nom": "Aldo", "degre": 9},
    attaque={"approche": "tir_visee_1", "arme": "ak47", "cadence": "raf_cont"},
) | {
    "defenseurs": [
        {"nom": nom, "type": "autre", "degre": 5, "defense": {"type": "encaisser"}}
        for nom in ("Bruno", "Chloé", "Dario")
    ],
    "jets": {"attaque": [20], "defense": [None] * 3},
}
COUNTERED = duel(
    attaquant={"nom": "Aldo", "degre": 5},
    defenseur={"nom": "Bruno", "type": "autre", "degre": 9, "defense": {"type": "contre_attaquer"}},
    jets=(60, 20),
)


@pytest.fixture
def page(combat: ChromiumPage, home: str) -> Iterator[ChromiumPage]:
    """Open the page with nothing remembered."""
    with new_page(combat, home) as fresh:
        yield fresh
        assert strangers(fresh, home) == []


def line(rank: int) -> str:
    """Give the button that takes out a line."""
    return f"[data-vue=journal] li:nth-of-type({rank}) [data-oter]"


def follows(page: ChromiumPage) -> None:
    """Check that the lines shown are those kept, and that nothing is said against the journal."""
    kept = page.js(f"{JOURNAL}.entrees.length")
    page.wait(f"{ENTRIES}.length === {kept}")
    assert page.text("[data-journal-de] [data-annonce]").strip() == ""
    assert not page.js(f"{ABIME}.checkVisibility()")


def test_a_line_goes_with_the_gesture_that_followed_it(page: ChromiumPage, home: str) -> None:
    seed(page, home, DUEL, BURST)
    page.click("[data-journal-de] [data-journal*=inverser][data-journal*='1']")
    page.wait(PREPARED)
    assert scenario(page)["attaquant"]["nom"] == "Chloé"
    page.click(line(2))
    page.wait(f"{ENTRIES}.length === 1 && !{PREPARED}")
    follows(page)
    page.click(line(1))
    page.wait(f"!{SECTION}.checkVisibility()")
    assert page.js("document.activeElement.matches('[data-journal-dit]')")
    page.click("[data-menu]")
    for count in (1, 2):
        page.click(".ncalc-menu [data-defaire]")
        page.wait(f"{ENTRIES}.length === {count}")
    page.wait(PREPARED)
    page.goto(f"{home}combat.html")
    wait_ready(page)
    page.wait(PREPARED)
    follows(page)


def test_a_line_before_moves_what_follows(page: ChromiumPage, home: str) -> None:
    seed(page, home, STRANGE, BURST)
    page.click("[data-journal-de] [data-journal*=inverser][data-journal*='2']")
    page.wait(PREPARED)
    page.click(line(1))
    page.wait(f"{ENTRIES}.length === 1")
    assert page.js(PREPARED), "the entry that the gesture follows is there"
    follows(page)
    page.goto(f"{home}combat.html")
    wait_ready(page)
    page.wait(PREPARED)
    assert page.js(f"{KEPT}.prepare.entree") == 0


def test_no_riposte_to_a_blow_that_was_taken_out(page: ChromiumPage, home: str) -> None:
    seed(page, home, DUEL, COUNTERED)
    gesture(page, "riposte")
    page.click(line(2))
    page.wait(f"{ENTRIES}.length === 1 && !{PREPARED}")
    page.fill("[name='jets.attaque[0]']:not(:disabled)", "95")
    resolve(page)
    page.wait(f"{ENTRIES}.length === 2")
    assert not page.js(f"{JOURNAL}.entrees[1].par")
    assert page.js(f"{JOURNAL}.entrees[1].qui.attaquant") == "Bruno"


def test_what_another_tab_resolves_ends_the_gesture_that_waits(
    page: ChromiumPage, home: str
) -> None:
    seed(page, home, BURST)
    page.click("[data-journal-de] [data-journal*=inverser][data-journal*='2']")
    page.wait(PREPARED)
    other = tab(page)
    other.goto(f"{home}combat.html")
    wait_ready(other)
    fight(other, DUEL, 2)
    page.wait(f"{ENTRIES}.length === 2 && !{PREPARED}")
    follows(page)
    page.fill("[name='jets.attaque[0]']:not(:disabled)", "95")
    resolve(page)
    page.wait(f"{ENTRIES}.length === 3")
    other.wait(f"{ENTRIES}.length === 3")
    assert not page.js(f"{JOURNAL}.entrees[2].par")
    page.goto(f"{home}combat.html")
    wait_ready(page)
    page.wait(f"{ENTRIES}.length === 3")
    other.native.close()


def test_a_gesture_kept_that_the_rules_refuse_costs_no_journal(
    page: ChromiumPage, home: str
) -> None:
    spoilt = {"geste": "inverser", "cible": 2, "qui": None, "par": "inverser", "round": 1}
    spoilt |= {"base": {}, "scenario": {}, "fait": False, "entree": 0}
    seed(page, home, DUEL, prepare=spoilt)
    page.wait(f"{ENTRIES}.length === 1")
    follows(page)
    assert not page.js(PREPARED)


def test_what_cannot_be_read_is_put_aside_until_its_owner_is_done(
    page: ChromiumPage, home: str
) -> None:
    journal = {"version": 1, "entrees": [{"round": 1, "scenario": {}}]}
    journal |= {"retires": [], "blessures": []}
    text = json.dumps({"v": 1, "journal": journal, "prepare": None})
    page.js(f"localStorage.setItem('ncalc:journal:combat', {json.dumps(text)})")
    page.goto(f"{home}combat.html")
    wait_ready(page)
    page.wait(f"{ABIME}.checkVisibility()")
    fight(page, DUEL, 1)
    page.goto(f"{home}combat.html")
    wait_ready(page)
    page.wait(f"{ENTRIES}.length === 1")
    assert page.js(f"{ABIME}.querySelector('textarea').value") == text
    page.click("[data-journal-abime] [data-ranger]")
    page.goto(f"{home}combat.html")
    wait_ready(page)
    assert not page.js(f"{ABIME}.checkVisibility()")


def test_what_another_tab_spoils_is_put_aside(page: ChromiumPage, home: str) -> None:
    fight(page, DUEL, 1)
    other = tab(page)
    other.goto(f"{home}index.html")
    other.js("localStorage.setItem('ncalc:journal:combat', '{')")
    page.wait(f"{ABIME}.checkVisibility() && !{SECTION}.checkVisibility()")
    assert page.js(f"{ABIME}.querySelector('textarea').value") == "{"
    other.native.close()


def round_of_next(page: ChromiumPage, count: int) -> int:
    """Resolve with other dice, and give the round that it was kept under."""
    rolled = page.js("document.querySelector('[name=\"jets.attaque[0]\"]:not(:disabled)').value")
    die = "[name='jets.attaque[0]']:not(:disabled)"
    page.fill(die, "97" if rolled != "97" else "98")
    resolve(page)
    page.wait(f"{ENTRIES}.length === {count}")
    found: int = page.js(f"{JOURNAL}.entrees.at(-1).round")
    return found


ERASED = "[data-menu]", ".ncalc-menu [data-effacer]"


def test_the_round_goes_on_whatever_is_put_in_the_form(page: ChromiumPage, home: str) -> None:
    seed(page, home, STRANGE)
    gesture(page, "round_suivant")
    assert "pour le round 2" in page.text("[data-prepare]")
    for button in ERASED:
        page.click(button)
    page.wait(f"!{PREPARED}")
    page.goto(f"{home}combat.html")
    wait_ready(page)
    page.wait(f"{ENTRIES}.length === 1")
    assert not page.js(PREPARED), "what was left does not come back"
    page.wait("document.querySelector('[data-journal-de]').textContent.includes('le round 2')")
    fight(page, DUEL, 2)
    assert page.js(f"{JOURNAL}.entrees[1].round") == 2
    assert "qui" not in page.js(f"{JOURNAL}.entrees[1]")


def test_the_round_goes_on_where_what_weighs_is_applied(page: ChromiumPage, home: str) -> None:
    seed(page, home, STRANGE)
    gesture(page, "round_suivant")
    page.click("[data-journal-de] [data-journal*=appliquer]")
    page.wait(f"{KEPT}.prepare.geste === 'appliquer'")
    assert round_of_next(page, 2) == 2


def test_a_link_forgets_the_gesture_once_its_form_is_changed(page: ChromiumPage, home: str) -> None:
    seed(page, home, STRANGE)
    gesture(page, "round_suivant")
    rest(page)  # the form is kept once it is at rest
    stored = page.js("JSON.stringify(localStorage)")
    made = api.run("combat", "lien", json.dumps(DUEL), {"sans": ""})
    page.js(f"location.hash = {json.dumps(made['fragment'])}")
    page.wait("document.getElementById('attaquant-nom').value === 'Aldo'")
    assert page.js("JSON.stringify(localStorage)") == stored
    page.fill("#attaquant-nom", "Chloé")
    page.wait(f"{KEPT}.prepare === null")
    assert page.js(f"{JOURNAL}.round") == 2


def test_the_same_dice_in_another_round_are_another_line(page: ChromiumPage, home: str) -> None:
    seed(page, home, DUEL)
    gesture(page, "round_suivant")
    page.fill("[name='jets.attaque[0]']:not(:disabled)", "20")
    resolve(page)
    page.wait(f"{ENTRIES}.length === 2")
    assert [each["round"] for each in page.js(JOURNAL)["entrees"]] == [1, 2]
    resolve(page)  # now it is the very same
    rest(page)
    assert len(page.js(JOURNAL)["entrees"]) == 2


def test_what_was_lifted_stays_lifted_when_a_line_before_goes(
    page: ChromiumPage, home: str
) -> None:
    wounds = [
        {"entree": 0, "qui": "Aldo", "blessure": "mineure"},
        {"entree": 1, "qui": "Bruno", "blessure": "grave"},
        {"entree": 2, "qui": "Bruno", "blessure": "serieuse"},
    ]
    lifted = ["blessure-0", "blessure-1", "2-0-malus_actions-defenseur", "0-0-rang"]
    seed(page, home, DUEL, DUEL, STRANGE, blessures=wounds, retires=lifted)
    page.click(line(1))
    page.wait(f"{ENTRIES}.length === 2")
    kept = page.js(JOURNAL)
    assert kept["retires"] == ["blessure-0", "1-0-malus_actions-defenseur"]
    assert kept["blessures"] == [
        {"entree": 0, "qui": "Bruno", "blessure": "grave"},
        {"entree": 1, "qui": "Bruno", "blessure": "serieuse"},
    ]


FULL = "document.querySelector('[data-journal-plein]').checkVisibility()"


def test_a_full_journal_says_so_and_loses_nothing(page: ChromiumPage, home: str) -> None:
    lines = [{"round": 1, "scenario": DUEL}] * 2 + [{"round": 2, "scenario": DUEL}] * 198
    seed(page, home, entrees=lines)
    page.wait(FULL)
    assert "n’y est pas entrée" not in page.js(
        "document.querySelector('[data-journal-plein]').innerText"
    )
    page.fill("[name='jets.attaque[0]']:not(:disabled)", "33")
    resolve(page)
    page.wait("document.querySelector('[data-journal-plein] [data-attend]').checkVisibility()")
    assert page.js(f"{JOURNAL}.entrees") == lines
    page.click("[data-alleger]")
    page.wait(f"{ENTRIES}.length === 199")
    assert page.js(f"{JOURNAL}.entrees[0].round") == 2
    assert page.js(f"{JOURNAL}.entrees.at(-1).scenario.jets.attaque") == [33]
    assert not page.js(FULL)
    page.click(UNDO)
    page.wait(f"{ENTRIES}.length === 200")
    assert page.js(f"{JOURNAL}.entrees") == lines


MEMORY = "document.querySelector('[data-memoire]').checkVisibility()"
ERASED_SAID = "!document.querySelector('[data-journal-dit] [data-dit=vide]').hidden"


def test_a_notice_goes_when_its_button_would_take_back_something_else(
    page: ChromiumPage, home: str
) -> None:
    seed(page, home, STRANGE)
    gesture(page, "round_suivant")
    assert page.js(MEMORY)
    page.fill("[name='jets.attaque[0]']:not(:disabled)", "95")
    rest(page)
    assert page.js(MEMORY), "a die is part of what it asks for"
    page.click("[data-memoire-dit=suite] [data-annuler]")
    page.wait(f"{KEPT}.prepare === null")
    assert not page.js(PREPARED)
    gesture(page, "round_suivant")
    again(page, "95", "88", 2)
    page.wait(f"!{MEMORY}")
    page.click("[data-vider]")
    page.wait(ERASED_SAID)
    assert page.js("document.activeElement.matches('[data-journal-dit]')")
    page.fill("#attaquant-nom", "Chloé")
    page.wait(f"!{ERASED_SAID}")
    page.click("[data-menu]")
    page.click(".ncalc-menu [data-defaire]")
    page.click(".ncalc-menu [data-defaire]")
    page.wait(f"{ENTRIES}.length === 2")


def test_what_is_said_of_a_link_goes_once_it_is_resolved(page: ChromiumPage, home: str) -> None:
    made = api.run("combat", "lien", json.dumps(DUEL), {"sans": ""})
    page.goto(f"{home}combat.html#{made['fragment']}")
    wait_ready(page)
    box = "document.querySelector('[data-ouverture]').checkVisibility()"
    page.wait(box)
    page.fill("#attaquant-nom", "Chloé")
    rest(page)
    assert page.js(box), "nothing is resolved yet"
    resolve(page)
    page.wait(f"{ENTRIES}.length === 1")
    assert not page.js(box)


def test_the_focus_goes_to_what_stands_for_what_was_pressed(page: ChromiumPage, home: str) -> None:
    seed(page, home, DUEL, STRANGE, DUEL)
    active = "document.activeElement"
    page.js(f"document.querySelector({json.dumps(line(2))}).focus()")
    page.keys("Enter")
    page.wait(f"{ENTRIES}.length === 2")
    assert page.js(f"{active}.dataset.oter") == "1"
    page.keys("Enter")
    page.wait(f"{ENTRIES}.length === 1")
    assert page.js(f"{active}.dataset.oter") == "0"
    page.js("document.querySelector('[data-vue=combattants] button').focus()")
    page.keys("Enter")
    page.wait(f"{JOURNAL}.blessures.length === 1")
    page.wait(f"{active}.closest('[data-vue=combattants]') !== null")
    page.js("document.querySelector('[data-journal-de] .ncalc-report button').focus()")
    page.keys("Enter")
    page.wait(f"{JOURNAL}.retires.length === 1")
    assert "Remettre" in page.js(f"{active}.textContent")
    page.js("document.querySelector('[data-vider]').focus()")
    page.keys("Enter")
    page.wait(ERASED_SAID)
    page.keys("Tab")
    page.keys("Enter")
    page.wait(f"{ENTRIES}.length === 1")
    assert page.js(f"{active}.matches('[data-journal-de]')")


def test_on_a_phone_the_wounds_leave_the_line_below_them_alone(
    combat: ChromiumPage, home: str
) -> None:
    with window(combat, viewport={"width": 360, "height": 740}) as page:
        seed(page, home, DUEL)
        gaps = page.js("""[...document.querySelectorAll("[data-vue=combattants] li")].map((line) =>
          line.getBoundingClientRect().bottom
            - [...line.querySelectorAll("button")].at(-1).getBoundingClientRect().bottom)""")
        assert len(gaps) == 2
        assert min(gaps) >= 6, "the line itself has 4"
