"""The journal of a fight on the page: kept, carried on round by round, undone and done again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pycore import api
from tests.support.combat_form import (
    complaints,
    dialogs,
    new_page,
    resolve,
    rest,
    strangers,
    wait_ready,
    window,
)
from tests.support.hostile import MARKUP
from tests.support.keeping import (
    ENTRIES,
    FULL,
    JOURNAL,
    PREPARED,
    REFUSED,
    STRANGE,
    UNDO,
    again,
    entries,
    fight,
    gesture,
    redo_all,
    tab,
    undo_all,
)
from tests.test_page_form import scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

KEY = "ncalc:journal:combat"
SECTION = "document.querySelector('[data-journal-de]')"
REPORT = "document.getElementById('defenseurs-0-report').value"


@pytest.fixture
def page(combat: ChromiumPage, home: str) -> Iterator[ChromiumPage]:
    """Open the page with nothing remembered."""
    with new_page(combat, home) as fresh:
        yield fresh
        assert strangers(fresh, home) == []


def told(page: ChromiumPage, geste: str) -> Any:
    """What the rules themselves say of the journal that the page keeps."""
    journal = page.js(JOURNAL)
    message = journal | {"geste": geste, "cible": None, "scenario": None}
    return api.run("combat", "next", json.dumps(message))


def test_nothing_before_the_first_resolution(page: ChromiumPage) -> None:
    assert not page.js(f"{SECTION}.checkVisibility()")
    assert page.js(JOURNAL) is None


def test_each_resolution_is_kept_with_its_round(page: ChromiumPage) -> None:
    fight(page, STRANGE, 1)
    assert entries(page)[0].startswith("Round 1 : Ézéchiel touche Malik")
    made = scenario(page)
    kept = page.js(JOURNAL)
    assert kept["entrees"] == [{"round": 1, "scenario": made}]
    again(page, "43", "88", 2)
    assert [each["round"] for each in page.js(JOURNAL)["entrees"]] == [1, 1]
    resolve(page)  # the very same: no second entry
    rest(page)
    assert len(entries(page)) == 2


def test_round_after_round_with_what_carries_over(page: ChromiumPage) -> None:
    fight(page, STRANGE, 1)
    expected = told(page, "round_suivant")["scenario"]
    assert expected["defenseurs"][0]["report"] == -2
    gesture(page, "round_suivant")
    assert page.js(REPORT) == "-2"
    made = scenario(page)
    assert made["attaque"] == {"approche": "attaque_etrange", "arme": "epee_hache"}
    assert made["jets"] == {"attaque": [None], "defense": [[None]]}
    box = page.text("[data-prepare]")
    assert "Actions gênées (−2)" in box
    assert "Round 1" in box, "with its source"
    assert page.js("document.activeElement.matches('[data-prepare]')")
    again(page, "100", "88", 2)
    assert not page.js(PREPARED)
    assert [each["round"] for each in page.js(JOURNAL)["entrees"]] == [1, 2]
    assert page.js(JOURNAL)["entrees"][1]["par"] == "round_suivant"
    gesture(page, "round_suivant")
    assert page.js(REPORT) == "0", "what was for round 2 is over"
    again(page, "42", "88", 3)
    assert [each.split(" : ")[0] for each in entries(page)] == ["Round 1", "Round 2", "Round 3"]


def test_roles_are_swapped(page: ChromiumPage) -> None:
    fight(page, STRANGE, 1)
    gesture(page, "inverser")
    made = scenario(page)
    assert made["attaquant"]["nom"] == "Malik"
    assert made["attaquant"]["degre"] == 5
    assert made["defenseurs"][0]["nom"] == "Ézéchiel"
    again(page, "20", "90", 2)
    assert page.js(JOURNAL)["entrees"][1]["qui"] == {
        "attaquant": "Malik",
        "defenseurs": ["Ézéchiel"],
    }


def test_riposte_when_it_was_earned(page: ChromiumPage) -> None:
    counter = {"type": "contre_attaquer"}
    wanted = STRANGE | {
        "attaquant": STRANGE["attaquant"] | {"degre": 6},
        "attaque": {"approche": "standard", "arme": "epee_hache"},
        "defenseurs": [STRANGE["defenseurs"][0] | {"degre": 9, "defense": counter}],
        "jets": {"attaque": [99], "defense": [[5]]},
    }
    fight(page, wanted, 1)
    assert "riposte" in [each["geste"] for each in told(page, "")["gestes"]]
    gesture(page, "riposte")
    made = scenario(page)
    assert made["attaquant"]["nom"] == "Malik"
    assert made["attaque"]["approche"] == "standard"
    again(page, "20", "90", 2)
    assert page.js(JOURNAL)["entrees"][1]["par"] == "riposte"


def test_a_report_is_lifted_and_put_back(page: ChromiumPage) -> None:
    fight(page, STRANGE, 1)
    gesture(page, "round_suivant")
    page.fill("#attaquant-nom", "Ézéchiel le Sage")  # the MJ goes on filling
    rest(page)
    page.click("[data-prepare] .ncalc-report button")
    page.wait(f"{REPORT} === '0'")
    assert scenario(page)["attaquant"]["nom"] == "Ézéchiel le Sage", "the rest is left alone"
    assert page.js(JOURNAL)["retires"] == ["0-0-malus_actions-defenseur"]
    assert "Retiré" in page.text("[data-prepare] .ncalc-report")
    page.click("[data-prepare] .ncalc-report button")
    page.wait(f"{REPORT} === '-2'")
    assert page.js(JOURNAL)["retires"] == []
    page.click(UNDO)
    page.wait(f"{REPORT} === '0'")
    page.click(UNDO)
    page.wait(f"{REPORT} === '-2'")
    assert scenario(page)["attaquant"]["nom"] == "Ézéchiel le Sage"


def test_a_wound_by_hand(page: ChromiumPage) -> None:
    fight(page, STRANGE, 1)
    page.click("[data-vue=combattants] [data-journal*=grave][data-journal*=Malik]")
    page.wait(f"{JOURNAL}.blessures.length === 1")
    assert page.js(JOURNAL)["blessures"] == [{"entree": 0, "qui": "Malik", "blessure": "grave"}]
    gesture(page, "round_suivant")
    assert scenario(page)["defenseurs"][0]["blessures"] == ["grave"]
    page.click("[data-vue=combattants] [data-journal*=mineure][data-journal*=Malik]")
    page.wait("document.getElementById('defenseurs-0-blessures--mineure').checked")
    page.click(UNDO)
    page.wait("!document.getElementById('defenseurs-0-blessures--mineure').checked")
    assert len(page.js(JOURNAL)["blessures"]) == 1


def test_what_weighs_is_applied_to_a_fight_filled_by_hand(page: ChromiumPage) -> None:
    fight(page, STRANGE, 1)
    gesture(page, "round_suivant")
    again(page, "42", "88", 2)
    gesture(page, "appliquer")
    expected = told(page, "")["reports"]
    assert expected
    assert "Malik" in page.text("[data-prepare]")


def test_undo_and_redo_through_the_whole_journal(page: ChromiumPage) -> None:
    fight(page, STRANGE, 1)
    gesture(page, "round_suivant")
    again(page, "60", "88", 2)
    gesture(page, "inverser")
    again(page, "20", "90", 3)
    whole, form = page.js(JOURNAL), scenario(page)
    undo_all(page)
    assert page.js(JOURNAL)["entrees"] == []
    assert not page.js(f"{SECTION}.checkVisibility()")
    redo_all(page)
    assert page.js(JOURNAL) == whole
    assert scenario(page) == form
    page.wait(f"{ENTRIES}.length === 3")


def test_there_after_a_reload_and_undone_from_there(page: ChromiumPage, home: str) -> None:
    fight(page, STRANGE, 1)
    gesture(page, "round_suivant")
    again(page, "60", "88", 2)
    whole = page.js(JOURNAL)
    gesture(page, "round_suivant")
    page.goto(f"{home}combat.html")
    wait_ready(page)
    page.wait(f"{ENTRIES}.length === 2")
    page.wait(PREPARED)
    assert page.js(JOURNAL) == whole | {"round": 3}, "the third has begun"
    assert page.js("document.querySelector('[data-vue=verdict]').childElementCount") == 0
    for left in (1, 0):
        for _ in range(8):
            if page.js(f"{JOURNAL}.entrees.length") == left:
                break
            page.click("[data-menu]")
            page.click(".ncalc-menu [data-defaire]")
            page.keys("Escape")
        assert page.js(f"{JOURNAL}.entrees.length") == left
    assert scenario(page)["jets"] == STRANGE["jets"]


def test_a_resolution_made_by_mistake_is_taken_out(page: ChromiumPage) -> None:
    fight(page, STRANGE, 1)
    again(page, "43", "88", 2)
    again(page, "44", "88", 3)
    page.click("[data-vue=journal] li:nth-of-type(2) [data-oter]")
    page.wait(f"{ENTRIES}.length === 2")
    dice = [each["scenario"]["jets"]["attaque"] for each in page.js(JOURNAL)["entrees"]]
    assert dice == [[42], [44]]
    page.click(UNDO)
    page.wait(f"{ENTRIES}.length === 3")


def test_erased_and_brought_back(page: ChromiumPage) -> None:
    fight(page, STRANGE, 1)
    again(page, "43", "88", 2)
    page.click("[data-vider]")
    page.wait(f"!{SECTION}.checkVisibility()")
    page.wait("document.querySelector('[data-journal-dit] [data-defaire]').checkVisibility()")
    assert page.js(JOURNAL)["entrees"] == []
    page.click("[data-journal-dit] [data-defaire]")
    page.wait(f"{ENTRIES}.length === 2")
    assert len(page.js(JOURNAL)["entrees"]) == 2


def test_the_margin_spent_later_belongs_to_the_same_entry(page: ChromiumPage) -> None:
    wanted = STRANGE | {
        "attaquant": STRANGE["attaquant"] | {"degre": 16},
        "attaque": {"approche": "standard", "arme": "epee_hache"},
        "jets": {"attaque": [75], "defense": [[97]]},
    }
    fight(page, wanted, 1)
    page.click("[data-completer]:nth-of-type(2)")
    page.wait(f"{JOURNAL}.entrees[0].scenario.ajustements")
    assert len(page.js(JOURNAL)["entrees"]) == 1


def test_initiative_is_shown(page: ChromiumPage) -> None:
    fight(page, STRANGE, 1)
    page.wait("!!document.querySelector('[data-vue=initiative] li')")
    order = [each["qui"] for each in told(page, "")["initiative"]]
    shown = page.js(
        "[...document.querySelectorAll('[data-vue=initiative] li')].map((li) => li.textContent)"
    )
    assert len(shown) == len(order) == 2
    assert all(line.startswith(name) for line, name in zip(shown, order, strict=True))


@pytest.mark.parametrize("name", MARKUP[:6])
def test_hostile_names_are_shown_as_text(page: ChromiumPage, name: str) -> None:
    heard = dialogs(page)
    fight(page, STRANGE | {"attaquant": STRANGE["attaquant"] | {"nom": name}}, 1)
    assert name in page.js("document.querySelector('[data-vue=journal] li').textContent")
    gesture(page, "inverser")
    assert scenario(page)["defenseurs"][0]["nom"] == name
    assert page.js("document.querySelectorAll('.ncalc :is(script, img, iframe)').length") == 0
    assert heard == []


@pytest.mark.parametrize(
    "kept",
    [
        "{",
        "[]",
        '{"v":1,"journal":{"version":1,"entrees":[7],"retires":[],"blessures":[]}}',
        (
            '{"v":1,"journal":{"version":1,"entrees":[{"round":1,"scenario":{}}],'
            '"retires":[],"blessures":[]},"prepare":null}'
        ),
        (
            '{"v":1,"journal":{"version":9,"entrees":[{"round":-1,"scenario":{"mode":"<b>"}}],'
            '"retires":[{}],"blessures":[{"entree":99}]},"prepare":{"geste":"x"}}'
        ),
    ],
)
def test_a_damaged_journal_is_said_and_kept_for_its_owner(
    combat: ChromiumPage, home: str, kept: str
) -> None:
    with window(combat, permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(f"{home}index.html")
        page.js(f"localStorage.setItem('{KEY}', {json.dumps(kept)})")
        page.goto(f"{home}combat.html")
        wait_ready(page)
        page.wait("document.querySelector('[data-journal-abime]').checkVisibility()")
        assert page.js("document.querySelector('[data-journal-abime] textarea').value") == kept
        fight(page, STRANGE, 1)
        assert len(page.js(JOURNAL)["entrees"]) == 1
        page.click("[data-copier-abime]")
        page.wait("document.querySelector('[data-copie-dit]').innerText.includes('Copié')")
        assert page.js("navigator.clipboard.readText()") == kept
        page.click("[data-journal-abime] [data-ranger]")
        assert not page.js("document.querySelector('[data-journal-abime]').checkVisibility()")
        assert complaints(page) == []


@pytest.mark.parametrize(("how", "word"), [(REFUSED, "refuse"), (FULL, "plein")])
def test_storage_refused_or_full_is_said_and_the_fight_goes_on(
    combat: ChromiumPage, home: str, how: str, word: str
) -> None:
    with window(combat) as page:
        page.native.add_init_script(how)
        page.goto(f"{home}combat.html")
        wait_ready(page)
        fight(page, STRANGE, 1)
        page.wait(f"{SECTION}.querySelector('[data-annonce]').innerText.includes('{word}')")
        gesture(page, "round_suivant")
        assert page.js(REPORT) == "-2"
        again(page, "60", "88", 2)
        assert complaints(page) == []


def test_two_tabs_hold_one_journal(page: ChromiumPage, home: str) -> None:
    fight(page, STRANGE, 1)
    other = tab(page)
    other.goto(f"{home}combat.html")
    wait_ready(other)
    other.wait(f"{ENTRIES}.length === 1")
    again(other, "60", "88", 2)
    page.wait(f"{ENTRIES}.length === 2")
    again(page, "61", "88", 3)
    other.wait(f"{ENTRIES}.length === 3")
    page.click(UNDO)
    page.wait(f"{ENTRIES}.length === 2")
    dice = [each["scenario"]["jets"]["attaque"] for each in page.js(JOURNAL)["entrees"]]
    assert dice == [[42], [60]], "what the other tab did stays"
    other.native.close()


def test_by_keyboard(page: ChromiumPage) -> None:
    fight(page, STRANGE, 1)
    page.js("document.querySelector('[data-journal*=round_suivant]').focus()")
    page.keys("Enter")
    page.wait(PREPARED)
    page.keys("Tab")
    assert page.js("document.activeElement.closest('[data-prepare]') !== null")
    page.keys("Enter")
    page.wait(f"{REPORT} === '0'")
