"""One duel through the real form, by real gestures, with Pyodide, in the other two engines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.support.combat_form import faults, resolve, strangers, type_form, wait_ready
from tests.support.engines import open_engine

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.page import Page

ENGINES = [pytest.param(name, marks=pytest.mark.navigateur(name)) for name in ("firefox", "webkit")]
DUEL: dict[str, Any] = {
    "mode": "melee",
    "attaquant": {
        "nom": "Ézéchiel",
        "type": "nephilim",
        "degre": 6,
        "ka": {"terre": 3},
        "approche": "terre",
        "blessures": ["mineure"],
        "effets": ["phalange"],
    },
    "attaque": {"approche": "attaque_en_force", "arme": "marteau"},
    "defenseurs": [
        {
            "nom": "Garde <b>",
            "type": "nephilim",
            "degre": 5,
            "defense": {"type": "parer"},
            "protection": "gilet_lourd",
        }
    ],
    "jets": {"attaque": [65], "defense": [[80]]},
}


@pytest.fixture(scope="module", params=ENGINES)
def duel(address: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    with open_engine(request.param) as page:
        page.goto(f"{address}combat.html")
        wait_ready(page)
        yield page


def test_a_duel_is_resolved(duel: Page, address: str) -> None:
    type_form(duel, DUEL)
    result = resolve(duel)
    assert result["verdict"].startswith("Ézéchiel touche Garde <b>")
    (exchange,) = result["echanges"]
    attack, defence = exchange["attaque"], exchange["defense"]
    assert [attack["jet"], attack["seuil"], attack["resultat"]] == ["65", "100\u00a0%", "Réussite"]
    assert [defence["jet"], defence["seuil"], defence["resultat"]] == ["80", "50\u00a0%", "Échec"]
    assert int(exchange["total"]) == int(exchange["phys"]) + int(exchange["mag"]) > 0
    assert strangers(duel, address) == []
    assert [one.text for one in duel.console() if one.kind == "uncaught"] == []


def test_dice_are_rolled_and_read(duel: Page) -> None:
    duel.click("[data-lancer=tous]")
    die = int(duel.js("document.querySelector('#jets-attaque-0').value")) or 100
    assert resolve(duel)["echanges"][0]["attaque"]["jet"] == str(die)


def test_what_does_not_apply_is_hidden_and_a_fault_is_shown(duel: Page) -> None:
    duel.click("#mode-lancer")
    duel.choose("[name='defenseurs[0].defense.type']:not(:disabled)", "esquiver_lancee")
    assert not duel.js("!!document.querySelector('[name=\"attaquant.initiative\"]').offsetParent")
    resolve(duel)
    assert [fault["name"] for fault in faults(duel)] == ["defenseurs[0].defense.voit_lanceur"]
    assert duel.js("document.activeElement.name") == "defenseurs[0].defense.voit_lanceur"
