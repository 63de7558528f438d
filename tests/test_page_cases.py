"""Handed cases, filled in the real form; the figures on the page are those that were expected."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from pycore.donnees import nephilim
from tests.support.combat_form import complaints, fill_form, read_result, resolve, strangers
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

CASES = ROOT / "tests" / "cases" / "combat"
CHOSEN = [
    "touche-simple",
    "option-seuil",
    "amethyste-feu",
    "amethyste-sans-feu-initiative",
    "attaque-en-force",
    "attaque-rapide-deux-defenses",
    "attaque-subtile-moins-4",
    "blessures-plancher-zero",
    "contre-attaque-sur-attaque-ratee",
    "cpc-un-jet-par-cible",
    "rafale-controlee-quatre-cibles",
    "defense-elaboree-rang-3",
    "desarmer-rate-plus-2",
    "frapper-force-simulacre",
    "furie-et-spasmes-non-cumulables",
    "immobiliser",
    "initie-insensible-non",
    "jet-00-toujours-maladresse",
    "lancer-esquive",
    "lancer-ka-feu",
    "opposition-egalite-au-defenseur",
    "rafale-continue-trois-cibles",
    "rang-annule-par-esprit",
    "regisseur-remplace-metamorphe",
    "retenue-plus-de-10",
    "tir-eau-forte-impair",
    "tir-instinctif-contre-objet",
    "attaque-puissante-physique-seul",
]


def number(said: str) -> int | None:
    """Read a figure as the page writes it: "60 %", "légendaire (3)", "−2", "—"."""
    found = re.search(r"[−-]?\d+", said)
    return int(found[0].replace("−", "-")) if found else None


def outcome(roll: dict[str, Any]) -> dict[str, Any]:
    """Give what the page should show of a roll."""
    return {
        "jet": roll["jet"],
        "seuil": roll["seuil"],
        "marge": roll["marge"],
        "resultat": nephilim().resultats[roll["resultat"]].nom,
    }


def shown(roll: dict[str, Any]) -> dict[str, Any]:
    """Give what the page shows of a roll."""
    return {
        "jet": number(roll["jet"]),
        "seuil": number(roll["seuil"]),
        "marge": number(roll["marge"]),
        "resultat": roll["resultat"],
    }


def follows(exchange: dict[str, Any], targets: int, *, spent: bool) -> Counter[str]:
    """Give the lines that should stand under an exchange; margin is left until it is spent."""
    names = {
        "attaquant": "L’attaquant",
        "defenseur": f"Le défenseur {exchange['defenseur'] + 1}" if targets > 1 else "Le défenseur",
    }
    lines = []
    for each in exchange["consequences"]:
        figure = f" ({each['valeur']:+})".replace("-", "−") if each.get("valeur") else ""
        row = nephilim().consequences[each["code"]]
        lines.append(f"{names[each['cible']]}\u00a0: {row.nom}{figure}")
    lines += [
        f"{names[side]}. Marge à dépenser au-delà de 10\u00a0: {left}"
        for side, left in exchange["excedent"].items()
        if left and not spent
    ]
    return Counter(lines)


def read(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Give a case's scenario and what is expected of it."""
    case = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
    return case["scenario"], case["attendu"]


def check(
    result: dict[str, Any], expected: dict[str, Any], targets: int, *, spent: bool = False
) -> None:
    """Compare what the page shows with what is expected."""
    assert "attaquant" in result["verdict"].lower() or "défenseur" in result["verdict"].lower()
    assert not result["perime"]
    assert len(result["echanges"]) == len(expected["echanges"])
    for exchange, wanted in zip(result["echanges"], expected["echanges"], strict=True):
        assert shown(exchange["attaque"]) == outcome(expected["attaques"][wanted["attaque"]])
        if wanted["defense"] is None:
            assert exchange["defense"]["jet"] is None
            assert exchange["defense"]["note"].startswith("aucun jet")
        else:
            assert shown(exchange["defense"]) == outcome(wanted["defense"])
        figures = {key: number(exchange[key]) for key in ("phys", "mag", "total")}
        assert figures == {
            "phys": wanted["physiques"]["final"],
            "mag": wanted["magiques"]["final"],
            "total": wanted["total"],
        }
        assert Counter(exchange["suites"]) == follows(wanted, targets, spent=spent)


@pytest.mark.parametrize("name", CHOSEN)
def test_case_through_the_form(combat: ChromiumPage, home: str, name: str) -> None:
    scenario, expected = read(name)
    fill_form(combat, scenario)
    check(resolve(combat), expected, len(scenario["defenseurs"]))
    assert complaints(combat) == []
    assert strangers(combat, home) == []


def test_margin_above_ten_is_spent_on_the_result(combat: ChromiumPage) -> None:
    scenario, expected = read("excedent-depense-en-degats")
    (spent,) = scenario.pop("ajustements")
    assert spent == {"attaquant": 1, "defenseur": 0}
    fill_form(combat, scenario)
    before = resolve(combat)["echanges"][0]["total"]
    combat.click(".ncalc-depense [data-completer]:nth-child(2)")
    combat.wait("document.querySelector('.ncalc-depense [aria-pressed=true]')?.innerText === '1'")
    assert combat.js("document.activeElement.innerText") == "1", "the focus stays on the choice"
    after = read_result(combat)
    check(after, expected, 1, spent=True)
    assert after["echanges"][0]["total"] == str(int(before) + 1)
