"""Every calculator as it is shipped, Pyodide in it: its page says what this process answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.support import combat_form
from tests.support.anima_form import PLAIN as ATTACK
from tests.support.anima_form import READY, press_resolve
from tests.support.combat_form import PLAIN, complaints, fill_form, strangers, window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.chromium import ChromiumPage
    from tests.support.page import Page

pytestmark = pytest.mark.navigateur("chromium")

ASKED: dict[str, dict[str, Any]] = {
    "combat": PLAIN | {"jets": {"attaque": [33], "defense": [[48]]}},
    "action-simple": {"vecu": 7, "jet": 42},
    "action-opposee": {"acteur": {"vecu": 12, "jet": 5}, "opposant": {"vecu": 3, "jet": 44}},
    "anima-combat": ATTACK | {"jets": {"attaque": [80], "defense": [10]}},
    "anima-initiative": {
        "combattants": [{"initiative": 70, "jets": [50]}, {"initiative": 40, "jets": [60]}],
        "options": {"jet": "simple"},
    },
    "anima-actions": {"agilite": 9, "dexterite": 7},
    "anima-fracassement": {"jet": 7, "bonus": 2, "force": 10, "solidite": 10},
    "anima-desengagement": {
        "fuyard": {"competence": 80},
        "adversaire": {"competence": 60},
        "jets": {"fuyard": [54], "adversaire": [30]},
    },
}
SAID = """["verdict", "recit", "technique"].map((name) =>
  document.querySelector(`[data-vue=${name}]`)?.textContent ?? "")"""


@pytest.fixture(scope="module")
def browser() -> Iterator[ChromiumPage]:
    with combat_form.chromium() as page:
        yield page


def told(page: Page, address: str, name: str) -> list[str]:
    """Open a calculator, fill it, resolve; give all that it says then."""
    page.goto(f"{address}{name}.html")
    page.wait(READY)
    fill_form(page, ASKED[name])
    press_resolve(page)
    assert complaints(page) == []
    assert strangers(page, address) == []
    said: list[str] = page.js(SAID)
    return said


@pytest.mark.parametrize("name", ASKED)
def test_a_calculator_says_with_pyodide_what_it_says_without(
    browser: ChromiumPage, address: str, home: str, name: str
) -> None:
    with window(browser) as ours:
        expected = told(ours, home, name)
    assert expected[0]
    assert told(browser, address, name) == expected
