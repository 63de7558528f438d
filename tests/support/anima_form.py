"""The pages of Anima as their reader uses them: an attack played out in the real form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.support import combat_form
from tests.support.combat_form import ANSWERED, FORGET, RESOLVE, fill_form
from tests.support.sources import load

if TYPE_CHECKING:
    from tests.support.page import Page

Json = dict[str, Any]

READY = "!!document.querySelector('[data-calcul][data-etat=pret]')"
LATER = ("critique", "resistance", "localisation")
"""Dice that the form shows once the rules say that they are due."""

# A plain attack, with the figures of the specification's example.
PLAIN: Json = {
    "attaquant": {"attaque": 130, "degats": 50},
    "defenseur": {
        "defense": "parade",
        "competence": 90,
        "ip": 2,
        "pv_max": 110,
        "resistance_physique": 60,
        "constitution": 8,
    },
}

# What a reader sees of a result: lines with their figures, badges, what follows.
RESULT = """(() => {
  const own = (root, css) => [...root.querySelectorAll(css)];
  const text = (root, css) => root.querySelector(css)?.textContent ?? null;
  const frame = document.querySelector("[data-vue=technique]");
  return {
    verdict: text(document, "[data-vue=verdict]"),
    recit: text(document, "[data-vue=recit]"),
    lignes: Object.fromEntries(own(frame, ".ncalc-jet").map((line) => [
      text(line, ".ncalc-qui"),
      {...Object.fromEntries(own(line, "dl div").map((one) =>
        [text(one, "dt"), text(one, "dd")])), dit: text(line, ".ncalc-resultat")},
    ])),
    badges: Object.fromEntries(own(frame, ".ncalc-badge").map((one) =>
      [one.firstChild.textContent.trim(), text(one, "strong")])),
    suites: own(frame, ".ncalc-suites li").map((one) => one.textContent),
    final: text(document, "[data-vue=final]"),
  };
})()"""
# Names of the dice in sight, with what they hold.
DICE = """Object.fromEntries([...document.querySelectorAll("[data-faces]")]
  .filter((die) => !die.closest("[hidden]")).map((die) => [die.name, die.value]))"""
SCENARIO = f"""{load("scenario.js")}
  .then(({{readForm, readAside}}) => {{
    const form = document.querySelector("form");
    return {{...readForm(form), ...readAside(form)}};
  }})"""


def open_page(page: Page, address: str, calcul: str) -> None:
    """Open a calculator with nothing remembered, and wait for Python."""
    page.goto(f"{address}index.html")
    page.js("void localStorage.clear()")
    page.goto(f"{address}{calcul}.html")
    page.wait(READY)


def press_resolve(page: Page) -> None:
    """Press Résoudre and wait for the answer to this very click."""
    page.js(FORGET)
    page.click(RESOLVE)
    page.wait(ANSWERED)


def read_result(page: Page) -> Json:
    """Read the result off the page, word for word."""
    found: Json = page.js(RESULT)
    return found


def dice(page: Page) -> dict[str, str]:
    """Give the dice in sight and what they hold."""
    found: dict[str, str] = page.js(DICE)
    return found


def scenario(page: Page) -> Json:
    """Give what the form holds, as the rules and the memory will have it."""
    found: Json = page.js(SCENARIO)
    return found


def wait_undue(page: Page) -> None:
    """Empty the attack's first die and wait until the dice of a critical are gone."""
    page.fill("[name='jets.attaque[0]']", "")
    page.wait("[...document.querySelectorAll('[data-du]')].every((one) => one.hidden)")


def play(page: Page, told: Json) -> Json:
    """Play an attack: fill the form, resolve, type what a critical then asks for, resolve."""
    wait_undue(page)
    jets = told["jets"]
    later = {key: jets[key] for key in LATER if key in jets}
    first = {key: value for key, value in jets.items() if key not in later}
    fill_form(page, told | {"jets": first})
    press_resolve(page)
    for _ in LATER:
        asked = [fault["name"] for fault in combat_form.faults(page)]
        if not asked:
            break
        for name in asked:
            page.fill(f"[name='{name}']", str(later[name.partition(".")[2]]))
        press_resolve(page)
    return read_result(page)
