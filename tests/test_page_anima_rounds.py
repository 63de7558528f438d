"""The other forms of Anima: order of the round, actions, breakage, getting away."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pycore import api
from tests.support import combat_form
from tests.support.anima_form import READY, dice, open_page, press_resolve, read_result, scenario
from tests.support.combat_form import ADD, complaints, faults, fill_form, strangers, window
from tests.support.hostile import NAMES as HOSTILE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

Json = dict[str, Any]
INITIATIVE = "anima-initiative"
TWENTY: Json = {
    "combattants": [
        {"nom": f"N° {rank}", "initiative": 300 - 15 * rank, "modificateur": 0, "jets": [50]}
        for rank in range(1, 21)
    ],
    "options": {"jet": "simple"},
}
ORDER = """[...document.querySelectorAll("[data-vue=technique] table")].slice(0, 1)
  .flatMap((table) => [...table.querySelectorAll("tbody tr")].map((row) => ({
    nom: row.querySelector("bdi").textContent,
    notes: [...row.querySelectorAll("small")].map((one) => one.textContent),
    cases: [...row.querySelectorAll("td")].map((one) => one.textContent),
  })))"""
COPY = "[data-forme=texte]"


@pytest.fixture(scope="module")
def page(home: str) -> Iterator[ChromiumPage]:
    with combat_form.chromium() as made:
        open_page(made, home, INITIATIVE)
        yield made


@pytest.fixture
def order(page: ChromiumPage, home: str) -> ChromiumPage:
    """Open the order of the round with two plain fighters."""
    if not page.js(f"!!document.querySelector('[data-calcul={INITIATIVE}]')"):
        open_page(page, home, INITIATIVE)
    fill_form(page, {"combattants": [{}, {}], "options": {"jet": "simple"}})
    return page


def fighter(nom: str, initiative: int, *jets: int, modificateur: int = 0) -> Json:
    return {
        "nom": nom,
        "initiative": initiative,
        "modificateur": modificateur,
        "jets": list(jets),
    }


def told(*fighters: Json, jet: str = "simple") -> Json:
    return {"combattants": list(fighters), "options": {"jet": jet}}


def check(page: ChromiumPage, asked: Json) -> None:
    """Compare the order on the page with that of the rules."""
    wanted = api.run(INITIATIVE, "resolve", json.dumps(asked))
    surprised = {each["sur"] for each in wanted["surprises"]}
    rows = page.js(ORDER)
    assert len(rows) == len(wanted["ordre"])
    for row, each in zip(rows, wanted["ordre"], strict=True):
        assert row["nom"] == (each["nom"] or f"Combattant {each['combattant'] + 1}")
        assert row["cases"][0] == str(each["rang"])
        assert row["cases"][2].replace("−", "-") == str(each["total"])
        assert ("ex æquo" in row["notes"]) == each["egalite"]
        assert ("Maladresse" in row["notes"]) == each["maladresse"]
        assert ("Surpris" in row["notes"]) == (each["combattant"] in surprised)


def test_two_fighters_stand_there_at_first(page: ChromiumPage, home: str) -> None:
    open_page(page, home, INITIATIVE)
    assert len(scenario(page)["combattants"]) == 2
    assert scenario(page)["options"] == {"jet": "simple"}


def test_twenty_fighters_and_no_more(order: ChromiumPage, home: str) -> None:
    fill_form(order, TWENTY)
    assert order.js(f"document.querySelector('{ADD}').disabled")
    ids = order.js("[...document.querySelectorAll('[id]')].map((one) => one.id)")
    assert len(ids) == len(set(ids))
    press_resolve(order)
    check(order, TWENTY)
    surprised = ["Surpris" in row["notes"] for row in order.js(ORDER)]
    assert surprised == [False] * 10 + [True] * 10
    assert complaints(order) == []
    assert strangers(order, home) == []


def test_surprise_and_ties_are_marked(order: ChromiumPage) -> None:
    asked = told(
        fighter("Lya", 250, 50), fighter("", 80, 20), fighter("Kaï", 60, 10, modificateur=30)
    )
    fill_form(order, asked)
    press_resolve(order)
    check(order, asked)
    assert read_result(order)["verdict"] == "Lya agit en premier."
    assert [row["notes"] for row in order.js(ORDER)] == [[], *[["ex æquo", "Surpris"]] * 2]
    said = order.text("[data-vue=technique]")
    assert (
        "Lya surprend Combattant 2 (200 d’avance) et Kaï (200)\u00a0: −90 à leur défense." in said
    )


def test_open_rolls(order: ChromiumPage) -> None:
    """Further dice in the open variant alone; a fumble is a single die."""
    fill_form(order, told(fighter("Lya", 60, 90), fighter("Kaï", 60, 2)))
    assert sorted(dice(order)) == ["combattants[0].jets[0]", "combattants[1].jets[0]"]
    order.click("#options-jet-ouvert")
    order.click(ADD)
    order.fill("#combattants-2-jets-0", "00")
    order.fill("#combattants-2-jets-1", "91")
    order.fill("#combattants-2-jets-2", "5")
    order.fill("#combattants-0-jets-1", "40")
    asked = told(
        fighter("Lya", 60, 90, 40), fighter("Kaï", 60, 2), fighter("", 60, 100, 91, 5), jet="ouvert"
    )
    press_resolve(order)
    check(order, asked)


def test_roll_gives_every_fighter_his_dice(order: ChromiumPage) -> None:
    fill_form(order, told(*[fighter("", 60) for _ in range(6)], jet="ouvert"))
    order.click("[data-lancer=tous]")
    assert all(dice(order).values())
    press_resolve(order)
    assert len(order.js(ORDER)) == 6


def test_one_who_leaves_takes_his_figures_with_him(order: ChromiumPage) -> None:
    fill_form(
        order,
        told(
            fighter("Un", 10, 95, 12),
            fighter("Deux", 20, 3),
            fighter("Trois", 30, 91, 7),
            jet="ouvert",
        ),
    )
    order.click("[data-rang='1'] [data-retirer]")
    made = scenario(order)["combattants"]
    assert [one["nom"] for one in made] == ["Un", "Trois"]
    assert [one["jets"] for one in made] == [[95, 12], [91, 7]]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("combattants[1].initiative", "1000", "de −999 à 999"),
        ("combattants[0].modificateur", "x", "nombre entier"),
        ("combattants[1].jets[0]", "", "lancez le dé"),
    ],
)
def test_an_error_stands_at_its_field(
    order: ChromiumPage, name: str, value: str, said: str
) -> None:
    fill_form(order, told(fighter("", 60, 50), fighter("", 60, 51)))
    order.fill(f"[name='{name}']", value)
    press_resolve(order)
    (fault,) = faults(order)
    assert fault["name"] == name
    assert said in fault["said"]
    assert order.js("document.activeElement.name") == name


def test_the_order_is_copied(page: ChromiumPage, home: str) -> None:
    with window(page, permissions=["clipboard-read", "clipboard-write"]) as other:
        open_page(other, home, INITIATIVE)
        fill_form(other, told(fighter("Lya", 250, 50), fighter("Kaï", 60, 10)))
        press_resolve(other)
        other.click(COPY)
        other.wait("!document.querySelector('[data-copie-dit] [data-dit=reussi]').hidden")
        copied = other.js("navigator.clipboard.readText()")
        for words in ("Lya agit en premier.", "Surpris", "Lya surprend Kaï"):
            assert words in copied, words
        assert "Détail du calcul" not in copied


def test_the_last_order_is_there_after_a_reload(order: ChromiumPage, home: str) -> None:
    fill_form(
        order,
        told(fighter("Lya", 70, 95, 12), fighter("Kaï", 60, 2), fighter("Un", 5, 4), jet="ouvert"),
    )
    before = scenario(order)
    order.wait("localStorage.getItem('ncalc:anima-initiative').includes('Un')")
    order.goto(f"{home}{INITIATIVE}.html")
    order.wait(READY)
    assert scenario(order) == before


SUBMIT = """(() => {
  %s.forEach((text, rank) => {
    const field = document.getElementById(`combattants-${rank}-nom`);
    field.value = text;
    field.dispatchEvent(new Event("input", {bubbles: true}));
  });
  document.querySelector("form").requestSubmit();
})()"""


def test_hostile_names_stand_as_they_were_typed(order: ChromiumPage) -> None:
    fill_form(order, told(*[fighter("", 60 - rank, 50) for rank in range(20)]))
    for start in range(0, len(HOSTILE) - 20, 60):
        order.js(combat_form.FORGET)
        order.js(SUBMIT % json.dumps(HOSTILE[start : start + 20]))
        order.wait(combat_form.ANSWERED)
        typed = order.js(
            "[...document.querySelectorAll('[name$=\".nom\"]')].map((one) => one.value)"
        )
        shown = [row["nom"] for row in order.js(ORDER)]
        assert shown == [name or f"Combattant {rank}" for rank, name in enumerate(typed, 1)]
    assert complaints(order) == []


SMALL: list[tuple[str, Json, str]] = [
    ("anima-actions", {"agilite": 9, "dexterite": 7}, "3 actions dans le round."),
    ("anima-actions", {"agilite": 16, "dexterite": 16}, "10 actions dans le round."),
    (
        "anima-fracassement",
        {"jet": 7, "bonus": 2, "force": 10, "solidite": 10},
        "L’arme frappée se brise.",
    ),
    (
        "anima-fracassement",
        {"jet": 0, "bonus": 0, "force": 7, "solidite": 10},
        "L’arme frappée résiste.",
    ),
    (
        "anima-desengagement",
        {
            "fuyard": {"nom": "Lya", "competence": 80},
            "adversaire": {"competence": 60},
            "jets": {"fuyard": [54], "adversaire": [30]},
        },
        "Lya se dégage et va où bon lui semble.",
    ),
    (
        "anima-desengagement",
        {
            "fuyard": {"competence": 80},
            "adversaire": {"nom": "Kaï", "competence": 210, "maitrise": True},
            "jets": {"fuyard": [93, 95, 12], "adversaire": [3]},
        },
        "Le fuyard se dégage et va où bon lui semble.",
    ),
]


@pytest.mark.parametrize(("calcul", "asked", "verdict"), SMALL)
def test_small_forms(page: ChromiumPage, home: str, calcul: str, asked: Json, verdict: str) -> None:
    open_page(page, home, calcul)
    fill_form(page, asked)
    press_resolve(page)
    assert read_result(page)["verdict"] == verdict
    assert complaints(page) == []
    assert strangers(page, home) == []


def test_a_die_of_ten_faces(page: ChromiumPage, home: str) -> None:
    open_page(page, home, "anima-fracassement")
    rolled = page.js(
        "Array.from({length: 400}, () => (document.querySelector('[data-lancer=jet]').click(),"
        " document.querySelector('#jet').value))"
    )
    # A fair die misses one of its faces here once in a million million runs.
    assert set(rolled) == {str(face) for face in range(10)}
    page.fill("#jet", "11")
    press_resolve(page)
    (fault,) = faults(page)
    assert fault["name"] == "jet"


def test_without_dice_nothing_is_rolled(page: ChromiumPage, home: str) -> None:
    open_page(page, home, "anima-actions")
    press_resolve(page)
    for button in ("[data-lancer]", "[data-relancer]"):
        assert not page.js(f"document.querySelector('{button}').checkVisibility()")
