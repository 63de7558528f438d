"""What the combat page says before any die is rolled, as the form changes."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from tests.support.combat_form import PLAIN, fill_form

if TYPE_CHECKING:
    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")


def expect_thresholds(page: ChromiumPage, said: str) -> None:
    """Wait until the bar says exactly that."""
    bar = "document.querySelector('[data-vue=seuils]').innerText.split(/\\s+/).join(' ').trim()"
    page.wait(f"{bar} === {json.dumps(said)}", 10)


def test_thresholds_are_live(plain: ChromiumPage) -> None:
    expect_thresholds(plain, "Attaque 60 % Défense 50 %")
    plain.fill("#attaquant-degre", "7")
    expect_thresholds(plain, "Attaque 70 % Défense 50 %")
    plain.click("#attaquant-degre + button")
    expect_thresholds(plain, "Attaque 80 % Défense 50 %")
    plain.fill("[name='defenseurs[0].defense.numeros[0]']", "3")
    expect_thresholds(plain, "Attaque 80 % Défense 10 %")
    plain.choose("[name='defenseurs[0].defense.type']:not(:disabled)", "encaisser")
    expect_thresholds(plain, "Attaque 80 %")


def test_thresholds_that_do_not_follow_are_not_left_standing(plain: ChromiumPage) -> None:
    expect_thresholds(plain, "Attaque 60 % Défense 50 %")
    plain.fill("#attaquant-degre", "six")
    expect_thresholds(plain, "Attaquant › Degré : un nombre entier est attendu.")
    plain.fill("#attaquant-degre", "6")
    expect_thresholds(plain, "Attaque 60 % Défense 50 %")


def test_thresholds_follow_a_change_made_just_before_the_click(plain: ChromiumPage) -> None:
    plain.fill("#jets-attaque-0", "33")
    plain.fill("#jets-defense-0-0", "48")
    expect_thresholds(plain, "Attaque 60 % Défense 50 %")
    plain.js(
        """(() => {
          const field = document.querySelector("#attaquant-degre");
          field.value = "9";
          field.dispatchEvent(new Event("input", {bubbles: true}));
          field.form.requestSubmit();
        })()"""
    )
    expect_thresholds(plain, "Attaque 90 % Défense 50 %")


def test_a_threshold_for_each_defence_and_each_target(plain: ChromiumPage) -> None:
    plain.choose("[name='attaque.approche']:not(:disabled)", "attaque_rapide")
    expect_thresholds(plain, "Attaque 40 % Défense n° 1 50 % Défense n° 2 30 %")
    parry = {"type": "parer_projectile", "objet": True}
    fill_form(
        plain,
        PLAIN
        | {
            "mode": "tir",
            "attaque": {"approche": "tir_visee_1", "arme": "ak47", "cadence": "raf_cont"},
            "defenseurs": [{"type": "autre", "degre": degre, "defense": parry} for degre in (5, 8)],
        },
    )
    expect_thresholds(plain, "Attaque 60 % Défense 1 50 % Défense 2 80 %")


def test_the_detail_explains_the_threshold(plain: ChromiumPage) -> None:
    plain.choose("[name='attaque.approche']:not(:disabled)", "frapper")
    plain.fill("[name='attaquant.ka.feu']", "4")
    plain.choose("[name='attaquant.approche']:not(:disabled)", "feu")
    expect_thresholds(plain, "Attaque 100 % Défense 50 %")
    table = "document.querySelector('[data-vue=seuils_detail] table')"
    caption = plain.js(f"{table}.caption.textContent")
    assert [int(one) for one in re.findall(r"\d+", caption)] == [10, 10, 100]
    rows = plain.js(f"[...{table}.tBodies[0].rows].map((row) => row.cells[1].textContent)")
    terms = [int(one.replace("−", "-")) for one in rows]
    assert sum(terms) == 10
    assert len(terms) > 1
