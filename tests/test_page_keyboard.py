"""A duel from the top of the page to its result, by keyboard alone."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.combat_form import read_result, wait_ready

if TYPE_CHECKING:
    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

# Where the focus is: whether a reader sees it, and whether anything covers it.
HERE = """(() => {
  const field = document.activeElement;
  if (field === document.body) return null;
  const drawn = field.type === "radio" ? field.labels[0] : field;
  const style = getComputedStyle(drawn);
  const box = drawn.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return {
    id: field.id, name: field.name ?? "", tag: field.localName, text: field.textContent.trim(),
    part: field.closest(".ncalc-barre") ? "barre"
      : field.closest(".ncalc-cote-attaquant") ? "attaquant"
      : field.closest(".ncalc-cote-defenseur") ? "defenseur"
      : field.closest("form") ? "form" : "page",
    outlined: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    reachable: !!top && (drawn.contains(top) || field.contains(top)),
    left: box.left, top: box.top + scrollY,
  };
})()"""


@pytest.fixture
def top(combat: ChromiumPage, home: str) -> ChromiumPage:
    """Load the page anew, with the focus nowhere and nothing remembered."""
    combat.goto(f"{home}index.html")
    combat.js("void localStorage.clear()")
    combat.goto(f"{home}combat.html")
    wait_ready(combat)
    return combat


def stops(page: ChromiumPage, key: str = "Tab") -> list[dict[str, Any]]:
    """Press the key until the focus leaves the page; give each place it went through."""
    found: list[dict[str, Any]] = []
    while len(found) < 80:
        page.keys(key)
        here = page.js(HERE)
        if here is None or (found and here == found[0]):
            return found
        found.append(here)
    raise AssertionError("the focus goes round and round")


def test_every_stop_is_visible_and_in_a_sensible_order(top: ChromiumPage) -> None:
    found = stops(top)
    assert [one for one in found if not one["outlined"]] == []
    assert [one for one in found if not one["reachable"]] == []
    parts = [one["part"] for one in found]
    assert list(dict.fromkeys(parts)) == ["page", "form", "attaquant", "defenseur", "barre"]
    assert sum(a != b for a, b in pairwise(parts)) <= 5, "no part twice"
    for side in ("attaquant", "defenseur"):
        places = [(one["top"], one["left"]) for one in found if one["part"] == side]
        rows = [round(place[0] / 10) for place in places]
        assert rows == sorted(rows), "downwards"
    assert [one["name"] for one in found if one["name"].startswith("jets.")] == [
        "jets.attaque[0]",
        "jets.defense[0][0]",
    ]
    assert top.js("document.querySelectorAll('[tabindex]:not([tabindex=\"-1\"])').length") == 0


def test_backwards_is_the_same_way(top: ChromiumPage) -> None:
    forth = [(one["id"], one["text"]) for one in stops(top)]
    top.js("document.activeElement.blur()")
    back = [(one["id"], one["text"]) for one in stops(top, "Shift+Tab")]
    assert sorted(back) == sorted(forth)


def go_to(page: ChromiumPage, name: str) -> None:
    """Press Tab until a field of that name has the focus."""
    for _ in range(40):
        page.keys("Tab")
        if page.js("document.activeElement.name") == name:
            return
    raise AssertionError(f"Tab does not lead to {name}")


def test_from_the_top_to_a_result(top: ChromiumPage) -> None:
    go_to(top, "mode")
    top.keys("ArrowRight")
    assert top.js("document.querySelector('[name=mode]:checked').value") == "tir"
    top.keys("ArrowLeft")
    assert top.js("document.querySelector('[name=mode]:checked').value") == "melee"
    go_to(top, "attaquant.nom")
    top.keys("A", "d", "a")
    go_to(top, "attaquant.degre")
    top.keys("Control+a", "8")
    go_to(top, "attaque.arme")
    top.keys("m", "a", "r")  # a list goes to the option that starts so
    assert top.js("document.activeElement.value") == "marteau"
    for _ in range(20):
        top.keys("Tab")
        if top.js("document.activeElement.localName") == "summary":
            break
    top.keys("Enter")
    assert top.js("document.activeElement.parentElement.open")
    go_to(top, "attaquant.blessures[]")
    top.keys("Space")
    assert top.js("document.activeElement.checked")
    go_to(top, "jets.attaque[0]")
    top.keys("2", "0")
    go_to(top, "jets.defense[0][0]")
    top.keys("9", "0", "Enter")
    top.wait("!!document.querySelector('[data-vue=verdict] > *')")

    result = read_result(top)
    assert result["verdict"].startswith("Ada touche le défenseur")
    assert result["echanges"][0]["attaque"]["seuil"] == "60\u00a0%"
    assert result["echanges"][0]["attaque"]["jet"] == "20"
    # The next stops lead on to the bar, then to the calculation.
    texts = []
    for _ in range(18):
        top.keys("Tab")
        here = top.js(HERE)
        if here is None:
            break
        texts.append(here["text"])
    assert "Relancer" in texts
    assert "Détail du calcul" in texts


def test_enter_on_a_fault_brings_the_focus_to_it(top: ChromiumPage) -> None:
    go_to(top, "jets.defense[0][0]")
    top.keys("9", "0", "Enter")
    top.wait("document.activeElement.name === 'jets.attaque[0]'", 10)
    assert top.js(HERE)["outlined"]
    assert top.js(HERE)["reachable"], "and it is in sight, not under the bar"
