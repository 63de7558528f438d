"""The link to a scenario: made, copied, opened, and what opening one does not do."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pycore import api
from tests.support.combat_form import (
    complaints,
    dialogs,
    fill_form,
    rest,
    strangers,
    wait_ready,
    window,
)
from tests.support.hostile import MARKUP
from tests.support.links import fragment
from tests.test_page_form import scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

DUEL: dict[str, Any] = {
    "mode": "melee",
    "attaquant": {"type": "nephilim", "degre": 8, "nom": "Ézéchiel", "ka": {"feu": 4}},
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
    "jets": {"attaque": [33], "defense": [[88]]},
}
ADDRESS = "document.querySelector('[data-adresse]').value"
STORED = "JSON.stringify(Object.fromEntries(Object.entries(localStorage).sort()))"
OPENED = "document.querySelector('[data-ouverture]').checkVisibility()"
REPORT = "document.querySelector('[data-vue=ouverture]').textContent.replace(/\\s+/g, ' ').trim()"


def opened(page: ChromiumPage, url: str) -> None:
    """Go to a page as a reader who follows a link to it, and wait until it is open."""
    page.goto("about:blank")
    page.goto(url)
    wait_ready(page)
    page.wait(OPENED)
    rest(page)


@pytest.fixture
def page(combat: ChromiumPage, home: str) -> Iterator[ChromiumPage]:
    """Open a window with nothing remembered, and a clipboard."""
    with window(combat, permissions=["clipboard-read", "clipboard-write"]) as fresh:
        yield fresh
        assert complaints(fresh) == []
        assert strangers(fresh, home) == []


def share(page: ChromiumPage, button: str) -> str:
    page.js("document.querySelector('[data-adresse]').value = ''")
    page.click(button)
    return str(page.wait(ADDRESS))


def test_made_copied_and_opened_elsewhere(page: ChromiumPage, home: str) -> None:
    page.goto(f"{home}combat.html")
    wait_ready(page)
    fill_form(page, DUEL)
    held = scenario(page)
    page.click("[data-menu]")
    link = share(page, ".ncalc-menu [data-partager]")
    assert link.startswith(f"{home}combat.html#ncalc-combat-1-")
    assert len(link) - len(home) <= 300
    page.wait("!document.querySelector('[data-dit=reussi]').hidden")
    assert page.js("navigator.clipboard.readText()") == link
    region = "document.querySelector('[data-dit=reussi]').closest('[role=status]')"
    assert page.js(f"{region}.innerText").strip() == "Copié."
    assert page.js("document.querySelector('[data-adresse]').readOnly")
    page.keys("Escape")
    assert not page.js("document.querySelector('[data-partage]').open")
    with window(page) as other:
        opened(other, link)
        assert scenario(other) == held
        assert other.js("document.getElementById('jets-attaque-0').value") == "33"


def test_opening_resolves_rolls_and_stores_nothing(page: ChromiumPage, home: str) -> None:
    wanted = DUEL | {"jets": {}}
    opened(page, f"{home}combat.html#{fragment(wanted)}")
    made = scenario(page)
    assert made["attaquant"]["nom"] == "Ézéchiel"
    assert made["jets"] == {"attaque": [None], "defense": [[None]]}
    assert page.js("document.querySelector('[data-vue=verdict]').childElementCount") == 0
    assert page.js(STORED) == "{}"
    assert not page.js("document.querySelector('[data-journal-de]').checkVisibility()")
    assert not page.js("document.querySelector('[data-memoire]').checkVisibility()"), "no loss"


def test_the_fragment_stays_until_the_reader_changes_something(
    page: ChromiumPage, home: str
) -> None:
    link = f"{home}combat.html?a=b#{fragment(DUEL)}"
    opened(page, link)
    assert page.js("location.href") == link
    before = page.js("history.length")
    page.fill("#attaquant-degre", "9")
    page.wait("location.hash === ''")
    assert page.js("location.href") == f"{home}combat.html?a=b"
    assert page.js("history.length") == before
    page.wait(f"{STORED}.includes('Ézéchiel')")


def test_what_was_there_before_can_be_had_back(page: ChromiumPage, home: str) -> None:
    page.goto(f"{home}combat.html")
    wait_ready(page)
    page.fill("#attaquant-nom", "Mon personnage")
    page.wait(f"{STORED}.includes('Mon personnage')")
    mine = scenario(page)
    stored = page.js(STORED)
    opened(page, f"{home}combat.html#{fragment(DUEL)}")
    assert scenario(page)["attaquant"]["nom"] == "Ézéchiel"
    assert page.js(STORED) == stored, "the reader's own is still kept"
    page.click("[data-memoire-dit=lien] [data-annuler]")
    assert scenario(page) == mine
    page.wait("location.hash === ''")
    page.click("[data-menu]")
    page.click(".ncalc-menu [data-refaire]")
    assert scenario(page)["attaquant"]["nom"] == "Ézéchiel"


def test_a_link_that_comes_while_the_page_stands(page: ChromiumPage, home: str) -> None:
    page.goto(f"{home}combat.html")
    wait_ready(page)
    page.js(f"void (location.hash = '{fragment(DUEL)}')")
    page.wait(OPENED)
    assert scenario(page)["attaquant"]["nom"] == "Ézéchiel"
    other = DUEL | {"attaquant": DUEL["attaquant"] | {"nom": "Mila"}}
    page.js(f"void (location.hash = '{fragment(other)}')")
    page.wait("document.getElementById('attaquant-nom').value === 'Mila'")
    page.js("void (location.hash = 'titre-attaquant')")
    rest(page)
    assert page.js("location.hash") == "#titre-attaquant", "an anchor is left alone"
    assert scenario(page)["attaquant"]["nom"] == "Mila"


def test_back_and_forward_go_from_link_to_link(page: ChromiumPage, home: str) -> None:
    other = DUEL | {"attaquant": DUEL["attaquant"] | {"nom": "Mila"}}
    opened(page, f"{home}combat.html#{fragment(DUEL)}")
    page.js(f"void (location.hash = '{fragment(other)}')")
    page.wait("document.getElementById('attaquant-nom').value === 'Mila'")
    page.js("history.back()")
    page.wait("document.getElementById('attaquant-nom').value === 'Ézéchiel'")


@pytest.mark.parametrize("cut", [1, 8, 40])
def test_a_damaged_link_is_reported_and_the_rest_loads(
    page: ChromiumPage, home: str, cut: int
) -> None:
    whole = fragment(DUEL)
    opened(page, f"{home}combat.html#{whole[:-cut]}")
    assert page.js(REPORT)
    answer = api.answer(
        json.dumps(
            {
                "v": 1,
                "n": 1,
                "op": "ouvrir",
                "corps": {"calcul": "combat", "texte": json.dumps({"fragment": whole[:-cut]})},
            }
        )
    )
    corps = json.loads(answer)["corps"]
    if "resultat" in corps:
        told = corps["resultat"]["scenario"].get("attaquant", {}).get("nom", "")
        assert scenario(page)["attaquant"]["nom"] == told
    page.click("[data-ouverture] [data-ranger]")
    assert not page.js(OPENED)


@pytest.mark.parametrize(
    "tail", ["", "1-", "9-zzzz", "1-%00%ff", "1-" + "A" * 60000, "1-<img src=x onerror=alert(1)>"]
)
def test_a_hostile_fragment_changes_nothing(page: ChromiumPage, home: str, tail: str) -> None:
    page.goto(f"{home}combat.html")
    wait_ready(page)
    before = scenario(page)
    page.js(f"void (location.hash = {json.dumps('ncalc-combat-' + tail)})")
    page.wait(OPENED)
    assert page.js(REPORT)
    assert page.js("document.querySelectorAll('[data-ouverture] img').length") == 0
    assert scenario(page) == before
    assert page.js(STORED) == "{}"


@pytest.mark.parametrize("name", MARKUP[:6])
def test_hostile_names_are_shown_as_text(page: ChromiumPage, home: str, name: str) -> None:
    wanted = DUEL | {"attaquant": DUEL["attaquant"] | {"nom": name}}
    heard = dialogs(page)
    opened(page, f"{home}combat.html#{fragment(wanted)}")
    assert scenario(page)["attaquant"]["nom"] == name
    page.wait(
        f"document.querySelector('[data-vue=scene]').textContent.includes({json.dumps(name)})"
    )
    assert heard == []


def test_without_the_figures_of_one_side(page: ChromiumPage, home: str) -> None:
    page.goto(f"{home}combat.html")
    wait_ready(page)
    fill_form(page, DUEL)
    page.click("[data-menu]")
    whole = share(page, ".ncalc-menu [data-partager]")
    assert not page.js("document.querySelector('[data-sans-cote]').checkVisibility()")
    page.click("[data-sans]")
    assert page.js("document.querySelector('[data-sans-cote]').checkVisibility()")
    page.wait(f"{ADDRESS} && {ADDRESS} !== {json.dumps(whole)}")
    link = page.js(ADDRESS)
    page.wait(f"navigator.clipboard.readText().then((text) => text === {json.dumps(link)})")
    with window(page) as other:
        opened(other, link)
        made = scenario(other)
        assert made["attaquant"]["degre"] == 8
        defender = made["defenseurs"][0]
        assert (defender["nom"], defender["degre"]) == ("Garde", 5)
        assert defender["protection"] == "aucune"
    page.choose("[data-sans-cote]", "attaquant")
    page.wait(f"{ADDRESS} && {ADDRESS} !== {json.dumps(link)}")
    with window(page) as other:
        opened(other, page.js(ADDRESS))
        made = scenario(other)
        assert (made["attaquant"]["nom"], made["attaquant"]["degre"]) == ("Ézéchiel", 6)
        assert made["defenseurs"][0]["degre"] == 7


def test_what_a_link_cannot_carry_is_said(page: ChromiumPage, home: str) -> None:
    page.goto(f"{home}combat.html")
    wait_ready(page)
    page.fill("#attaquant-degre", "six")
    page.click("[data-menu]")
    share(page, ".ncalc-menu [data-partager]")
    page.wait("document.querySelector('[data-vue=lien]').textContent.trim()")


def test_clipboard_refused_leaves_the_link_selected(combat: ChromiumPage, home: str) -> None:
    with window(combat) as page:
        page.native.add_init_script(
            "for (const name of ['write', 'writeText'])"
            " Clipboard.prototype[name] = () => Promise.reject(new DOMException('non'));"
        )
        page.goto(f"{home}combat.html")
        wait_ready(page)
        page.click("[data-menu]")
        link = share(page, ".ncalc-menu [data-partager]")
        page.wait("!document.querySelector('[data-dit=rate]').hidden")
        assert page.js("getSelection().toString()") == link or page.js(
            "document.activeElement.value.slice(document.activeElement.selectionStart,"
            " document.activeElement.selectionEnd)"
        )
        assert complaints(page) == []


def test_phones_are_offered_their_own_way_to_send(combat: ChromiumPage, home: str) -> None:
    with window(combat) as page:
        page.native.add_init_script(
            "navigator.share = (what) => { globalThis.shared = what; return Promise.resolve(); };"
        )
        page.goto(f"{home}combat.html")
        wait_ready(page)
        page.click("[data-menu]")
        link = share(page, ".ncalc-menu [data-partager]")
        page.click("[data-envoyer]")
        assert page.js("globalThis.shared.url") == link


def test_by_keyboard_alone(page: ChromiumPage, home: str) -> None:
    page.goto(f"{home}combat.html")
    wait_ready(page)
    page.js("document.querySelector('[data-menu]').focus()")
    page.keys("Enter", "Tab", "Tab", "Tab", "Enter")
    page.wait(ADDRESS)
    page.wait("document.querySelector('[data-partage]').contains(document.activeElement)")
    for _ in range(12):
        page.keys("Tab")
        assert page.js(
            "document.activeElement === document.body"
            " || document.querySelector('[data-partage]').contains(document.activeElement)"
        ), "the rest waits behind the window"
    page.keys("Escape")
    assert not page.js("document.querySelector('[data-partage]').open")


@pytest.mark.parametrize(
    ("calcul", "wanted"),
    [
        ("action-simple", {"vecu": 9, "jet": 42}),
        ("action-opposee", {"acteur": {"vecu": 9, "jet": 12}, "opposant": {"vecu": 7, "jet": 88}}),
    ],
)
def test_on_the_other_calculators(
    page: ChromiumPage, home: str, calcul: str, wanted: dict[str, Any]
) -> None:
    opened(page, f"{home}{calcul}.html#{fragment(wanted, calcul)}")
    made = scenario(page)
    if calcul == "action-simple":
        assert (made["vecu"], made["jet"]) == (9, 42)
    else:
        assert (made["acteur"]["vecu"], made["opposant"]["jet"]) == (9, 88)
    page.click("[data-menu]")
    link = share(page, ".ncalc-menu [data-partager]")
    assert f"#ncalc-{calcul}-1-" in link


def test_a_link_of_another_calculator_is_an_anchor_here(page: ChromiumPage, home: str) -> None:
    page.goto(f"{home}action-simple.html#{fragment(DUEL)}")
    wait_ready(page)
    rest(page)
    assert not page.js(OPENED)
    page.fill("#vecu", "9")
    rest(page)
    assert page.js("location.hash").startswith("#ncalc-combat-")
