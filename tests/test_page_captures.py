"""Pictures of the pages' main states, for whoever wants to look; one is the README's."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.anima_form import PLAIN, open_page, press_resolve
from tests.support.combat_form import fill_form, resolve, wait_ready, window
from tests.test_page_access import errors, going_on, initial, menu, result, sharing, three_targets
from web.tools.parts import ACCEPT
from web.tools.paths import CACHE, ROOT

if TYPE_CHECKING:
    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

CAPTURES = CACHE / "captures"
README_PICTURE = ROOT / "web" / "guides" / "capture-combat.png"
HEAVIEST = 300 * 1024
FOLD = "document.querySelectorAll('form details').forEach((one) => { one.open = false; })"
STATES = {
    "initial": initial,
    "erreurs": errors,
    "resultat": result,
    "trois-cibles": three_targets,
    "menu": menu,
    "partage": sharing,
    "round-suivant": going_on,
}
OTHERS: dict[str, dict[str, Any]] = {
    "action-simple": {"vecu": 5, "approche": {"ka": "feu", "degre": 4}, "jet": 33},
    "anima-combat": PLAIN | {"jets": {"attaque": [10], "defense": [80]}},
}
VIEWS: dict[str, dict[str, Any]] = {
    "large": {"viewport": {"width": 1280, "height": 900}},
    "sombre": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "dark"},
    "telephone": {
        "viewport": {"width": 360, "height": 740},
        "has_touch": True,
        "is_mobile": True,
    },
}
SHOWN: dict[str, Any] = {
    "mode": "melee",
    "attaquant": {
        "nom": "Ézéchiel",
        "type": "nephilim",
        "degre": 6,
        "ka": {"feu": 6, "eau": 4},
        "approche": "feu",
    },
    "attaque": {"approche": "frapper", "arme": "mains_nues", "force_simulacre": 3},
    "defenseurs": [
        {
            "nom": "Malik",
            "type": "autre",
            "degre": 5,
            "defense": {"type": "parer"},
            "protection": "gilet_leger",
        }
    ],
    "jets": {"attaque": [33], "defense": [[48]]},
}


@pytest.mark.complet
@pytest.mark.parametrize("name", VIEWS)
def test_pictures_of_the_main_states(combat: ChromiumPage, home: str, name: str) -> None:
    CAPTURES.mkdir(parents=True, exist_ok=True)
    with window(combat, reduced_motion="reduce", **VIEWS[name]) as page:
        page.goto(f"{home}combat.html")
        wait_ready(page)
        for state, reach in STATES.items():
            reach(page)
            page.js(FOLD)
            path = CAPTURES / f"combat-{name}-{state}.png"
            page.native.screenshot(path=path, full_page=True)
            assert path.stat().st_size > 10_000, "it shows something"


@pytest.mark.complet
@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("calculator", OTHERS)
def test_pictures_of_other_results(
    combat: ChromiumPage, home: str, name: str, calculator: str
) -> None:
    CAPTURES.mkdir(parents=True, exist_ok=True)
    with window(combat, reduced_motion="reduce", **VIEWS[name]) as page:
        open_page(page, home, calculator)
        fill_form(page, OTHERS[calculator])
        press_resolve(page)
        assert page.text("[data-vue=verdict]")
        page.native.screenshot(path=CAPTURES / f"{calculator}-{name}.png", full_page=True)


@pytest.mark.accepte
def test_picture_of_the_readme(combat: ChromiumPage, home: str) -> None:
    """Written only when asked for: no run but that one changes a committed file."""
    size = {"width": 900, "height": 2600}
    with window(combat, reduced_motion="reduce", viewport=size) as page:
        page.goto(f"{home}combat.html")
        wait_ready(page)
        fill_form(page, SHOWN)
        assert resolve(page)["verdict"].endswith("Ézéchiel touche Malik\u00a0: 6 dommages.")
        page.js("document.activeElement.blur()")
        page.native.mouse.move(0, 0)
        picture = page.native.locator("main").screenshot()
    assert len(picture) <= HEAVIEST
    asked = bool(os.environ.get(ACCEPT))
    target = README_PICTURE if asked else CAPTURES / "readme.png"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(picture)
