"""What a reader keeps of a fight, on a page of ours or in an article: its journal, its fighters.

    fight(page, STRANGE, 1)            # fill, resolve, one entry in the journal
    gesture(page, "round_suivant")
    again(page, "60", "88", 2)
    save(page, ATTACKER, 1)            # « Enregistrer », beside « Attaquant »

Expressions are for `Page.js` and `Page.wait`; fields are found by name, for in an article each id
has a prefix.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.support.chromium import ChromiumPage
from tests.support.combat_form import fill_form, resolve, wait_ready

if TYPE_CHECKING:
    from tests.support.page import Page

# A hit of the attaque étrange: −2 to what Malik does in the round after.
STRANGE: dict[str, Any] = {
    "mode": "melee",
    "attaquant": {"type": "nephilim", "degre": 12, "nom": "Ézéchiel"},
    "attaque": {"approche": "attaque_etrange", "arme": "epee_hache"},
    "defenseurs": [
        {"nom": "Malik", "type": "autre", "degre": 5, "defense": {"type": "standard"}},
    ],
    "jets": {"attaque": [42], "defense": [[88]]},
}

JOURNAL = "JSON.parse(localStorage.getItem('ncalc:journal:combat'))?.journal"
ENTRIES = """[...document.querySelectorAll("[data-vue=journal] li")]
  .map((each) => each.textContent.replace(/\\s+/g, " ").trim())"""
PREPARED = "document.querySelector('[data-prepare]').checkVisibility()"
UNDO = "[data-journal-de] [data-defaire]"
MENU_UNDO, MENU_REDO = ".ncalc-menu [data-defaire]", ".ncalc-menu [data-refaire]"
MOST_STEPS = 60
ATTACK_DIE = ".ncalc [name='jets.attaque[0]']:not(:disabled)"
DEFENCE_DIE = ".ncalc [name='jets.defense[0][0]']:not(:disabled)"

ATTACKER = ".ncalc-cote-attaquant [data-garder]"
DEFENDER = ".ncalc-cote-defenseur [data-garder]"
NAMES = """[...document.querySelectorAll("[data-personnages] li[data-cle]")]
  .map((row) => row.querySelector(".ncalc-ligne-dit [data-dit-nom]").textContent)"""
TOLD = "document.querySelector('[data-personnages] > [data-annonce]').innerText.trim()"
BESIDE = "document.querySelector('[data-garde-dit]').innerText.trim()"

REFUSED = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refus'); } })"
FULL = """Storage.prototype.setItem = () => {
  throw new DOMException("plein", "QuotaExceededError");
}"""


def field(name: str) -> str:
    """Give the expression of what the field of that name holds."""
    css = f".ncalc [name={json.dumps(name)}]:not(:disabled)"
    return f"document.querySelector({json.dumps(css)}).value"


def entries(page: Page) -> list[str]:
    """Give the journal's entries as they are shown."""
    found: list[str] = page.js(ENTRIES)
    return found


def fight(page: Page, wanted: dict[str, Any], count: int) -> None:
    """Fill, resolve, and wait for the journal to hold so many resolutions."""
    fill_form(page, wanted)
    resolve(page)
    page.wait(f"{ENTRIES}.length === {count}")


def again(page: Page, attack: str, defence: str, count: int) -> None:
    """Roll by hand and resolve what a gesture has prepared."""
    page.fill(ATTACK_DIE, attack)
    page.fill(DEFENCE_DIE, defence)
    resolve(page)
    page.wait(f"{ENTRIES}.length === {count}")


def gesture(page: Page, name: str) -> None:
    """Press the button of a gesture, and wait until what follows is in the form."""
    page.click(f"[data-journal-de] [data-journal*='{name}']")
    page.wait(PREPARED)


def from_menu(page: Page, button: str) -> None:
    """Press a button of the menu, opening it first where it is shut."""
    if not page.js("document.querySelector('.ncalc-menu').checkVisibility()"):
        page.click("[data-menu]")
    page.click(button)


def idle(page: Page, button: str) -> bool:
    """Tell whether a button says of itself that there is nothing for it to do."""
    state = page.js(f"document.querySelector({json.dumps(button)}).getAttribute('aria-disabled')")
    return bool(state == "true")


def undo_all(page: Page) -> None:
    """Undo until the journal is empty."""
    for _ in range(MOST_STEPS):
        if not page.js(f"{JOURNAL}.entrees.length"):
            return
        from_menu(page, MENU_UNDO)
    raise AssertionError("the journal is never empty")


def redo_all(page: Page) -> None:
    """Do again all that was undone."""
    for _ in range(MOST_STEPS):
        if idle(page, MENU_REDO):
            return
        from_menu(page, MENU_REDO)
    raise AssertionError("there is always something left to do again")


def unfold(page: Page) -> None:
    """Open the list of fighters."""
    page.js("document.querySelector('[data-personnages]').open = true")


def save(page: Page, button: str, count: int) -> None:
    """Keep a side, and wait for the list to hold so many."""
    page.click(button)
    page.wait(f"{NAMES}.length === {count}")


def names(page: Page) -> list[str]:
    """Give the names in the list of fighters, in its order."""
    found: list[str] = page.js(NAMES)
    return found


def tab(page: ChromiumPage) -> ChromiumPage:
    """Open another tab of the same browser, which shares its storage."""
    return ChromiumPage(page.native.context.new_page())


def seed(
    page: Page,
    address: str,
    *scenarios: dict[str, Any],
    prepare: dict[str, Any] | None = None,
    **more: Any,
) -> None:
    """Open the page anew with a journal of these scenarios kept, the last one in the form."""
    made = [{"round": 1, "scenario": each} for each in scenarios]
    journal: dict[str, Any] = {"version": 1, "entrees": made, "retires": [], "blessures": []} | more
    kept = json.dumps({"v": 1, "journal": journal, "prepare": prepare})
    form = json.dumps({"v": 1, "scenario": journal["entrees"][-1]["scenario"]})
    page.goto(f"{address}index.html")
    page.js(f"localStorage.setItem('ncalc:journal:combat', {json.dumps(kept)})")
    page.js(f"localStorage.setItem('ncalc:combat', {json.dumps(form)})")
    page.goto(f"{address}combat.html")
    wait_ready(page)
    page.wait(f"{ENTRIES}.length === {len(journal['entrees'])}")
