"""The rules of Anima over every row, die, margin and gap, against formulas written anew."""

from __future__ import annotations

from typing import Any

import pytest

from pycore.anima.damage import counter_bonus, percentage
from pycore.donnees import anima
from tests.support.anima import ATTAQUE, ask, attack, view
from tests.support.views import slot

REGLES = anima()


@pytest.mark.parametrize("ident", [i for i, row in REGLES.situations.items() if not row.projectile])
@pytest.mark.parametrize("side", ["attaque", "parade", "esquive"])
def test_each_situation_weighs_on_who_is_in_it(ident: str, side: str) -> None:
    held = {"situations": [ident]}
    if side == "attaque":
        told = ask(ATTAQUE, attack(held))["attaque"]
    else:
        counted = {"defense_negative": "comptee"}
        told = ask(ATTAQUE, attack(None, held | {"defense": side}, options=counted))["defense"]
    figure = getattr(REGLES.situations[ident], side)
    noted = [each["valeur"] for each in told["detail"] if each["source"] == ident]
    assert noted == ([figure] if figure else [])
    assert told["total"] == (180 if side == "attaque" else 140) + figure


@pytest.mark.parametrize("ident", [i for i, row in REGLES.situations.items() if row.projectile])
def test_each_situation_of_a_shot(ident: str) -> None:
    told = ask(ATTAQUE, attack({"projectile": True, "situations": [ident]}))["attaque"]
    assert told["total"] == 180 + REGLES.situations[ident].attaque


@pytest.mark.parametrize("ident", REGLES.visees)
def test_each_aimed_blow(ident: str) -> None:
    told = ask(ATTAQUE, attack({"visee": ident}))["attaque"]
    assert told["total"] == 180 + REGLES.visees[ident].malus


def expected_percentage(scale: str, margin: int, ip: int) -> int:
    """The formula of the specification, written anew."""
    tens = margin - margin % 10
    if scale == "absorption":
        return max(0, tens - 20 - 10 * ip)
    if margin < 30:
        return 0
    if margin < 40 and ip in (0, 1):
        return 10
    if margin < 50 and ip in (0, 1):
        return (30, 20)[ip]
    return max(0, tens - 10 * ip)


@pytest.mark.parametrize("scale", ["absorption", "table"])
def test_percentage_at_every_margin_and_armour(scale: str) -> None:
    bareme = REGLES.baremes_degats[scale]
    for margin in range(1, 1200):
        for ip in range(11):
            found = percentage(bareme, margin, ip)
            assert found.total == expected_percentage(scale, margin, ip), (margin, ip)
            assert not found.pas or found.pas[-1].total == found.total


def test_counter_at_every_gap() -> None:
    for gap in range(1, 700):
        steps = counter_bonus(REGLES.baremes_contre["paliers"], gap)
        assert steps == min(150, 5 * (gap // 10))
        table = counter_bonus(REGLES.baremes_contre["table"], gap)
        assert table == min(150, 5 * ((gap - 1) // 10))


def place(de: int) -> str:
    return next(ident for ident, row in REGLES.localisations.items() if de <= row.maximum)


def critical(marge: int, **more: Any) -> dict[str, Any]:
    """A critical that fails by this much: level 160, Constitution 8, 50 life points left."""
    sides = {"attaque": 200, "degats": 100}, {"competence": 100, "pv_max": 150}
    resistance = max(0, 155 - marge)
    sides[1]["resistance_physique"] = resistance
    jets = {"attaque": [70], "critique": 60, "resistance": 160 - marge - resistance}
    told = ask(ATTAQUE, attack(*sides, jets | more))
    found: dict[str, Any] = told["critique"] | {"etat": told["etat"]}
    assert (found["niveau"], found["marge_echec"]) == (160, marge)
    return found


def test_place_of_every_die() -> None:
    found = {de: critical(60, localisation=de)["localisation"] for de in range(101)}
    assert found == {de: place(de or 100) for de in range(101)}


# Around each threshold, and between.
@pytest.mark.parametrize("marge", [1, 2, 25, 49, 50, 51, 75, 99, 100, 101, 125, 149, 150, 151, 159])
def test_effects_at_every_margin_of_failure(marge: int) -> None:
    for de, sensible in ((1, False), (100, True)):
        found = critical(marge, localisation=de)
        codes = [each["code"] for each in found["effets"]]
        expected = ["malus"]
        if marge > 100:
            expected.append("membre_detruit")
        if marge > 150:
            expected.append("coma")
        if sensible and marge > 50:
            expected.append("mort")
        assert codes == expected
        assert found["malus"]["initial"] == -marge
        assert 2 * -found["malus"]["plancher"] in (marge, marge + 1)
        assert (found["localisation"] is None) == (marge <= 50)
        state = "mort" if "mort" in codes else "coma" if "coma" in codes else "conscient"
        assert found["etat"] == state


def test_a_margin_too_small_for_a_scale_is_said_to_be() -> None:
    """The step is shown, with the scale that allows nothing."""
    low = attack(jets={"attaque": [4], "defense": [40]}, options={"degats": "table"})
    shown = slot(view(ATTAQUE, low), "technique")
    assert "EffetTotalTableLivre de base, chapitre du combatrien0" in shown


@pytest.mark.parametrize(("skill", "lost"), [(191, []), (192, [-1])])
def test_shot_beyond_280_is_brought_down_to_it(skill: int, lost: list[int]) -> None:
    shot = attack({"attaque": skill, "projectile": True}, {}, {"attaque": [89]})
    told = ask(ATTAQUE, shot)["attaque"]
    assert told["total"] == 280
    assert [row["valeur"] for row in told["detail"] if row["source"] == "limite_280"] == lost
