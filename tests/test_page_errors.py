"""What the page says of an entry that the rules refuse: at the field, in a summary, in French."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.combat_form import RESOLVE, faults, resolve

if TYPE_CHECKING:
    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

ATTACK, DEFENCE = "#jets-attaque-0", "#jets-defense-0-0"
SUMMARY = "[data-erreurs]"
LINKS = f"[...document.querySelectorAll('{SUMMARY} a')].map((link) => link.textContent)"
FOCUS = "document.activeElement.id"


@pytest.fixture
def plain(plain: ChromiumPage) -> ChromiumPage:
    """Give an ordinary fight, with both dice, every fold closed."""
    plain.fill(ATTACK, "33")
    plain.fill(DEFENCE, "48")
    plain.js("document.querySelectorAll('form details').forEach((one) => { one.open = false; })")
    return plain


def summary_shown(page: ChromiumPage) -> bool:
    """Tell whether the summary of faults is in sight."""
    return bool(page.js(f"document.querySelector('{SUMMARY}').checkVisibility()"))


def refused(page: ChromiumPage, ident: str) -> str:
    """Resolve, expect this one field to be refused and to have the focus; give what is said."""
    resolve(page)
    (fault,) = faults(page)
    assert page.js(FOCUS) == ident
    assert page.js("document.activeElement.getAttribute('aria-invalid')") == "true"
    assert page.js("document.activeElement.checkVisibility()")
    assert summary_shown(page)
    assert page.js(LINKS) == [fault["said"]]
    described = page.js(
        "document.activeElement.getAttribute('aria-describedby').split(' ')"
        ".map((id) => document.getElementById(id).textContent).join(' ')"
    )
    assert described.endswith(fault["said"])
    return fault["said"]


@pytest.mark.parametrize(
    ("ident", "typed", "said"),
    [
        ("jets-attaque-0", "", "Jet d’attaque"),
        ("jets-attaque-0", "101", "100"),
        ("jets-attaque-0", "douze", "nombre entier"),
        ("jets-defense-0-0", "", "lancez le dé"),
        ("attaquant-degre", "six", "nombre entier"),
        ("attaquant-degre", "6,5", "nombre entier"),
        ("attaquant-degre", "31", "de 0 à 30"),
        ("attaquant-degre", "99999999999999999999", "nombre"),
        ("defenseurs-0-degre", "-1", "de 0 à 30"),
        ("defenseurs-0-nom", "é" * 61, "60 caractères au plus"),
        ("attaquant-contexte", "-11", "10 à 10"),
        ("attaquant-contexte_motif", "m" * 81, "80 caractères au plus"),
        ("defenseurs-0-defense-numeros-0", "11", "de 1 à 10"),
    ],
)
def test_one_field(plain: ChromiumPage, ident: str, typed: str, said: str) -> None:
    was = plain.js(f"document.getElementById('{ident}').value")
    folded = plain.js(f"!!document.getElementById('{ident}').closest('details')")
    if folded:
        plain.js(f"document.getElementById('{ident}').value = '{typed}'")
    else:
        plain.fill(f"#{ident}", typed)
    message = refused(plain, ident)
    assert said in message
    assert message[0].isupper()
    assert plain.js(f"document.getElementById('{ident}').value") == typed, "nothing is lost"

    plain.fill(f"#{ident}", was)
    assert faults(plain) == [], "the field has changed: nothing is known against it any more"
    assert not summary_shown(plain)
    assert resolve(plain)["verdict"]
    assert not summary_shown(plain)


def test_several_fields_the_first_has_the_focus(plain: ChromiumPage) -> None:
    plain.fill("#attaquant-nom", "x" * 61)
    plain.fill("#attaquant-degre", "beaucoup")
    plain.fill(ATTACK, "")
    resolve(plain)
    assert [fault["name"] for fault in faults(plain)] == [
        "attaquant.nom",
        "attaquant.degre",
        "jets.attaque[0]",
    ]
    assert plain.js(FOCUS) == "attaquant-nom"
    assert len(plain.js(LINKS)) == 3
    plain.click(f"{SUMMARY} li:nth-child(2) a")
    assert plain.js(FOCUS) == "attaquant-degre"
    plain.click(f"{SUMMARY} li:nth-child(3) a")
    assert plain.js(FOCUS) == "jets-attaque-0"

    plain.fill("#attaquant-degre", "6")
    assert [fault["name"] for fault in faults(plain)] == ["attaquant.nom", "jets.attaque[0]"]
    assert len(plain.js(LINKS)) == 2
    resolve(plain)
    assert [fault["name"] for fault in faults(plain)] == ["attaquant.nom", "jets.attaque[0]"]


def test_a_link_opens_the_fold_of_its_field(plain: ChromiumPage) -> None:
    plain.fill("#attaquant-degre", "beaucoup")
    plain.js("document.getElementById('attaquant-report').value = '201'")
    resolve(plain)
    assert not plain.js("document.getElementById('attaquant-report').checkVisibility()")
    plain.click(f"{SUMMARY} li:nth-child(2) a")
    assert plain.js("document.getElementById('attaquant-report').checkVisibility()")
    assert plain.js(FOCUS) == "attaquant-report"


def test_condition_of_a_defence(plain: ChromiumPage) -> None:
    plain.click("#mode-lancer")
    plain.choose("[name='defenseurs[0].defense.type']:not(:disabled)", "esquiver_lancee")
    said = refused(plain, "defenseurs-0-defense-voit_lanceur")
    assert "voir le lanceur" in said
    plain.click("#defenseurs-0-defense-voit_lanceur")
    assert faults(plain) == []
    assert resolve(plain)["verdict"]


def test_condition_met_by_another_field(plain: ChromiumPage) -> None:
    plain.click("#mode-tir")
    plain.choose("[name='defenseurs[0].defense.type']:not(:disabled)", "parer_projectile")
    said = refused(plain, "defenseurs-0-defense-objet")
    assert "bouclier" in said
    plain.choose("#defenseurs-0-bouclier", "cavalier_targe")
    assert resolve(plain)["verdict"]
    assert faults(plain) == []
    assert not summary_shown(plain)


def test_faults_of_the_first_target_are_not_copied(plain: ChromiumPage) -> None:
    plain.click("#mode-tir")
    plain.choose("[name='attaque.arme']:not(:disabled)", "ak47")
    plain.choose("[name='attaque.cadence']:not(:disabled)", "raf_cont")
    plain.choose("[name='defenseurs[0].defense.type']:not(:disabled)", "encaisser")
    plain.fill("#defenseurs-0-degre", "31")
    plain.fill("#defenseurs-0-nom", "Ulric")
    resolve(plain)
    assert [fault["name"] for fault in faults(plain)] == ["defenseurs[0].degre"]
    plain.click("[data-ajouter]")
    assert [fault["name"] for fault in faults(plain)] == ["defenseurs[0].degre"]
    assert plain.js("document.getElementById('defenseurs-1-nom').value") == "", "two are not one"
    resolve(plain)
    assert [fault["name"] for fault in faults(plain)] == [
        "defenseurs[0].degre",
        "defenseurs[1].degre",
    ], "what was typed is copied, and is as wrong there"
    plain.click("[data-rang='1'] [data-retirer]")


def test_a_refusal_leaves_the_last_result_marked_as_old(plain: ChromiumPage) -> None:
    assert resolve(plain)["verdict"]
    plain.fill("#attaquant-degre", "six")
    plain.click(RESOLVE)
    plain.wait(f"document.querySelector('{SUMMARY}').checkVisibility()")
    assert plain.js("!document.querySelector('[data-perime]').hidden")
    said = "document.querySelector('[data-vue=seuils]').innerText"
    plain.wait(f"{said}.includes('un nombre entier est attendu') && !{said}.includes('%')", 10)
