"""The combat page as its reader uses it: fills the real form, reads the result off the page.

fill_form(page, scenario)      # at once, by the events that a reader's gestures make
type_form(page, scenario)      # by choosing, typing, ticking, adding targets, one after the other
page.click("[type=submit]")
read_result(page)["verdict"]
"""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

from tests.support.chromium import ChromiumPage
from tests.support.engines import open_engine
from tests.support.sources import load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Dialog

    from tests.support.page import Page

RESOLVE = "button[type=submit]"
# The scenario that the form holds, as the page would hand it to Python.
SCENARIO = f"""{load("scenario.js")}
  .then(({{readForm}}) => readForm(document.querySelector("form")))"""
ADD = "[data-ajouter]"
PAUSE = 120  # milliseconds after which what was changed counts as done (calculator.js)
MOST_CHANGES = 400  # of one form; more means that two fields undo each other

# An ordinary fight, as the form opens.
PLAIN: dict[str, Any] = {
    "mode": "melee",
    "attaquant": {"type": "nephilim", "degre": 6},
    "attaque": {"approche": "standard", "arme": "epee_hache"},
    "defenseurs": [{"type": "autre", "degre": 5, "defense": {"type": "standard"}}],
}

# Fields that apply, in the order of the page, with what each holds now and held at first.
FIELDS = """[...document.querySelectorAll("form [name]")]
  .filter((field) => !field.matches(":disabled") && field.type !== "hidden")
  .map((field) => {
    const ticks = ["checkbox", "radio"].includes(field.type);
    const list = field.localName === "select";
    const first = list
      && ([...field.options].find((one) => one.defaultSelected) ?? field.options[0]);
    return {
      id: field.id, name: field.name, value: field.value, kind: list ? "select" : field.type,
      now: ticks ? field.checked : field.value, opens: field.dataset.genre === "rien",
      first: ticks ? field.defaultChecked : list ? first.value : field.defaultValue,
    };
  })"""

# Does what `type_form` does, without leaving the page: a field is set, then said to have changed.
FILL = """(async () => {
  const wanted = %(wanted)s, targets = %(targets)d;
  const all = (css) => [...document.querySelectorAll(css)];
  const ticks = (field) => ["checkbox", "radio"].includes(field.type);
  const held = (field) => ticks(field) ? field.checked : field.value;
  const first = (field) => {
    if (field.type === "radio") return field.defaultChecked;
    if (field.localName !== "select") return field.defaultValue;
    return ([...field.options].find((one) => one.defaultSelected) ?? field.options[0]).value;
  };
  const goal = (field) => {
    const asked = wanted[field.name];
    if (field.type === "checkbox") {
      if (field.dataset.genre === "rien") // an object in the place of a figure
        return Object.keys(wanted).some((name) => name.startsWith(`${field.name}.`));
      return Array.isArray(asked) ? asked.includes(field.value) : Boolean(asked);
    }
    if (asked === undefined) return first(field);
    return field.type === "radio" ? String(asked) === field.value : String(asked);
  };
  const set = (field, to) => {
    if (ticks(field)) return field.click();
    const offered = [...field.options ?? []].filter((one) => !one.matches(":disabled"));
    if (field.options && !offered.some((one) => one.value === to))
      throw new Error(`${field.name} cannot be ${to}`);
    field.value = to;
    for (const type of ["input", "change"])
      field.dispatchEvent(new Event(type, {bubbles: true, composed: type === "input"}));
  };
  for (let left = %(most)d; left > 0; left -= 1) {
    const fields = all("form [name]")
      .filter((one) => !one.matches(":disabled") && one.type !== "hidden");
    const wrong = fields.find((one) => goal(one) !== held(one)
      && (one.type !== "radio" || goal(one))); // a button is left by pressing another of its name
    const columns = all("[data-rang]").filter((one) => one.offsetParent).length;
    if (wrong) set(wrong, goal(wrong));
    else if (columns < targets) document.querySelector("%(add)s").click();
    else if (columns > targets)
      document.querySelector(`[data-rang="${columns - 1}"] [data-retirer]`).click();
    else return Object.keys(wanted).filter((name) => !fields.some((one) => one.name === name));
    await new Promise((resume) => setTimeout(resume));
  }
  throw new Error("two fields undo each other");
})()"""

RESULT = """(() => {
  const text = (root, css) => root.querySelector(css)?.textContent ?? null;
  const roll = (jet) => {
    if (!jet) return null;
    const figures = [...jet.querySelectorAll("dd")].map((each) => each.textContent);
    return {
      qui: text(jet, ".ncalc-qui"), jet: figures[0] ?? null, seuil: figures[1] ?? null,
      marge: figures[2] ?? null, resultat: text(jet, ".ncalc-resultat"),
      note: text(jet, ".ncalc-discret"),
    };
  };
  return {
    verdict: text(document, "[role=status] > p:only-child"),
    perime: !document.querySelector("[data-perime]").hidden,
    echanges: [...document.querySelectorAll(".ncalc-echange:has(.ncalc-jet)")].map((each) => {
      const [attack, defence] = each.querySelectorAll(".ncalc-jet");
      return {
        titre: text(each, "h4"), attaque: roll(attack), defense: roll(defence),
        phys: text(each, ".ncalc-phys strong"), mag: text(each, ".ncalc-mag strong"),
        total: text(each, ".ncalc-total strong"),
        suites: [...each.querySelectorAll(".ncalc-suites li")].map((one) => one.textContent),
      };
    }),
  };
})()"""

# Empties the places of an answer, so that what is read next was written after.
FORGET = """document.querySelectorAll(
    "[data-vue=verdict], [data-vue=technique], [data-erreurs] ul",
  ).forEach((place) => place.replaceChildren())"""
ANSWERED = """!!document.querySelector("[data-vue=verdict] > *, [data-erreurs]:not([hidden]) li")"""


@contextlib.contextmanager
def chromium(*, width: int = 1280, height: int = 900, dark: bool = False) -> Iterator[ChromiumPage]:
    """Open a Chromium, known as such to the type checker."""
    with open_engine("chromium", width=width, height=height, dark=dark) as page:
        assert isinstance(page, ChromiumPage)
        yield page


@contextlib.contextmanager
def window(page: ChromiumPage, **options: Any) -> Iterator[ChromiumPage]:
    """Open another window of the same Chromium, in a profile of its own, with these options."""
    browser = page.native.context.browser
    assert browser is not None
    context = browser.new_context(**({"locale": "fr-FR"} | options))
    try:
        yield ChromiumPage(context.new_page())
    finally:
        context.close()


def rest(page: Page, pause: int = PAUSE) -> None:
    """Wait until a pause of the page that has begun is over: its timers end in their order."""
    page.js(f"new Promise((done) => setTimeout(done, {pause + 1}))")


def wait_ready(page: Page) -> None:
    """Wait until Python is there and the thresholds stand in the bar."""
    page.wait("!!document.querySelector('[data-calcul][data-etat=pret] .ncalc-seuils')")


@contextlib.contextmanager
def new_page(page: ChromiumPage, address: str, **options: Any) -> Iterator[ChromiumPage]:
    """Open the combat page with nothing remembered and Python ready; nothing may go wrong there."""
    with window(page, **options) as fresh:
        fresh.goto(f"{address}combat.html")
        wait_ready(fresh)
        yield fresh
        assert complaints(fresh) == []


def flat(value: object, path: str = "") -> dict[str, Any]:
    """Give a scenario by the names of the form's fields; what is null is left out."""
    if isinstance(value, dict):
        found: dict[str, Any] = {}
        for key, inner in value.items():
            found |= flat(inner, f"{path}.{key}" if path else key)
        return found
    if isinstance(value, list):
        if path.rpartition(".")[2] in {"effets", "blessures", "situations"}:
            return {f"{path}[]": list(value)} if value else {}
        found = {}
        for rank, inner in enumerate(value):
            found |= flat(inner, f"{path}[{rank}]")
        return found
    return {} if value is None or value is False else {path: value}


def _goal(field: dict[str, Any], wanted: dict[str, Any]) -> Any:
    """Give what a field is to hold: what the scenario says, else what it held at first."""
    asked = wanted.get(field["name"])
    if field["kind"] == "radio":
        return field["first"] if asked is None else str(asked) == field["value"]
    if field["kind"] == "checkbox":
        if field["opens"]:  # an object in the place of a figure
            return any(name.startswith(f"{field['name']}.") for name in wanted)
        return field["value"] in asked if isinstance(asked, list) else bool(asked)
    return field["first"] if asked is None else str(asked)


def set_field(page: Page, ident: str, kind: str, goal: str) -> None:
    """Change one field as a reader does, unfolding what it lies in."""
    css = f"[id={json.dumps(ident)}]"
    closed = page.js(f"!!document.querySelector({json.dumps(css)}).closest('details:not([open])')")
    if closed:
        page.click(f"details:not([open]):has({css}) > summary")
    if kind in {"checkbox", "radio"}:
        page.click(css)
    elif kind == "select":
        page.choose(css, goal)
    else:
        page.fill(css, goal)


def _asked(scenario: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """Give what fields are to hold, by name, and how many targets there are."""
    wanted = flat({key: value for key, value in scenario.items() if key != "version"})
    return wanted, len(scenario.get("defenseurs", scenario.get("combattants", [])))


def fill_form(page: Page, scenario: dict[str, Any]) -> None:
    """Bring the form to a scenario at once; what it does not say gets its first value.

    The form may hold anything before. Raises `AssertionError` naming what has no field.
    """
    wanted, targets = _asked(scenario)
    words = {"wanted": json.dumps(wanted), "targets": targets, "most": MOST_CHANGES, "add": ADD}
    lacking = page.js(FILL % words)
    assert not lacking, f"the form has no place for {lacking}"


def type_form(page: Page, scenario: dict[str, Any]) -> None:
    """Bring the form to a scenario as `fill_form` does, by a reader's own gestures."""
    wanted, targets = _asked(scenario)
    shown: dict[str, Any] = {}
    for _ in range(MOST_CHANGES):
        fields = page.js(FIELDS)
        shown = {field["name"]: field for field in fields}
        change = next(
            (
                (field, goal)
                for field in fields
                if (goal := _goal(field, wanted)) != field["now"]
                # A button is left by pressing another of its name.
                and not (field["kind"] == "radio" and not goal)
            ),
            None,
        )
        if change is not None:
            set_field(page, change[0]["id"], change[0]["kind"], change[1])
            continue
        columns = page.js(
            "[...document.querySelectorAll('[data-rang]')].filter((one) => one.offsetParent).length"
        )
        if columns < targets:
            page.click(ADD)
        elif columns > targets:
            page.click(f"[data-rang='{columns - 1}'] [data-retirer]")
        else:
            break
    lacking = [name for name in wanted if name not in shown]
    assert not lacking, f"the form has no place for {lacking}"


def resolve(page: Page) -> dict[str, Any]:
    """Press Résoudre, wait for the answer to this very click, and read it."""
    page.js(FORGET)
    page.click(RESOLVE)
    page.wait(ANSWERED)
    return read_result(page)


def read_result(page: Page) -> dict[str, Any]:
    """Read the verdict and the technical frame off the page, word for word."""
    found: dict[str, Any] = page.js(RESULT)
    return found


def thresholds(page: Page) -> str:
    """Give the thresholds as the bar says them, with ordinary spaces."""
    return " ".join(page.text("[data-vue=seuils]").split())


def faults(page: Page) -> list[dict[str, str]]:
    """Give the fields marked as wrong, each with what is said at it."""
    found: list[dict[str, str]] = page.js(
        """[...document.querySelectorAll("[aria-invalid=true]")].map((field) => ({
          name: field.name, value: field.value,
          said: document.getElementById(field.getAttribute("aria-errormessage"))?.textContent,
        }))"""
    )
    return found


def strangers(page: Page, address: str) -> list[str]:
    """Give the addresses that the page asked of anyone but its own server."""
    own = (address, "blob:" + address, "data:", "about:")
    return [one.url for one in page.requests() if not one.url.startswith(own)]


def complaints(page: Page) -> list[str]:
    """Give what the console holds against the page."""
    return [
        f"{one.kind}: {one.text}"
        for one in page.console()
        if one.kind in {"error", "warning", "uncaught"}
    ]


def dialogs(page: ChromiumPage) -> list[str]:
    """Collect from now on what the page says in windows of its own, which it has no reason to."""
    heard: list[str] = []

    def hear(dialog: Dialog) -> None:
        heard.append(dialog.message)
        dialog.dismiss()

    page.native.on("dialog", hear)
    return heard
