"""The figures of Anima, transcribed anew from the specification, against the data and the rules."""

from __future__ import annotations

from typing import Any

import pytest

from pycore.anima.damage import counter_bonus, percentage
from pycore.donnees import anima
from tests.support.anima import ATTAQUE, ask, attack, view
from tests.support.views import slot

REGLES = anima()

SITUATIONS = """
flanc -10 -30 -30; dos -30 -80 -80; surprise 0 -90 -90; cecite_partielle -30 -30 -15;
cecite_totale -100 -80 -80; position_superieure 20 0 0; renverse -30 -30 -30;
paralysie_legere -20 -20 -40; paralysie_partielle -80 -80 -80; paralysie_totale -200 -200 -200;
en_joue -20 -120 -120; levitation -20 -20 -40; vol 10 10 10; vol_rapide 15 10 20;
charge 10 -10 -20; degaine -25 -25 0; espace_reduit -40 -40 -40; petit_adversaire -10 0 0;
adversaire_minuscule -20 -10 0
"""
SHOTS = """
mouvement -10; course -50; faible_visibilite -20; cible_couverte -40; cible_mobile -20;
cible_rapide -40; cible_tres_rapide -60; apres_defense -40; hors_portee_efficace -30;
grande_cible 30; bout_portant 30; visee_1 10; visee_2 20; visee_3 30
"""
AIMED = """
torse -10; tibia -10; abdomen -20; bras -20; cuisse -20; epaule -30; genou -40; main -40;
poignet -40; pied -50; aine -60; coeur -60; coude -60; tete -60; cou -80; oeil -100
"""
PLACES = """
cotes 10; epaule 20; estomac 30; reins 35; torse 48; coeur 50; bras_droit 54; avant_bras_droit 58;
main_droite 60; bras_gauche 64; avant_bras_gauche 68; main_gauche 70; cuisse_droite 74;
tibia_droit 78; pied_droit 80; cuisse_gauche 84; tibia_gauche 88; pied_gauche 90; tete 100
"""
POINTS = (
    "degats_option contre_option critique_seuil mort_localisee maladresse_niveau actions_32 "
    "attaques_multiples bout_portant initiative_jet"
)


def rows(told: str) -> dict[str, list[int]]:
    """Rows as they are written above."""
    lines = (line.split() for line in told.split(";"))
    return {ident: [int(figure) for figure in figures] for ident, *figures in lines}


def test_situations() -> None:
    listed = {
        row.id: [row.attaque, row.parade, row.esquive]
        for row in REGLES.situations.values()
        if not row.projectile
    }
    assert listed == rows(SITUATIONS)
    shots = {row.id: [row.attaque] for row in REGLES.situations.values() if row.projectile}
    assert shots == rows(SHOTS)
    near = [row.id for row in REGLES.situations.values() if row.permet_contre]
    assert near == ["bout_portant"]


def test_aimed_blows_and_places() -> None:
    assert {row.id: [row.malus] for row in REGLES.visees.values()} == rows(AIMED)
    places = {row.id: [row.maximum] for row in REGLES.localisations.values()}
    assert places == rows(PLACES)
    assert list(places) == list(rows(PLACES)), "a die reads them in order"
    deadly = [row.id for row in REGLES.visees.values() if row.sensible]
    assert sorted(deadly) == ["coeur", "oeil", "tete"]
    assert [row.id for row in REGLES.localisations.values() if row.sensible] == ["coeur", "tete"]


def test_points_de_regle_are_those_of_the_specification_with_their_texts() -> None:
    assert set(REGLES.points_de_regle) == set(POINTS.split())
    for row in REGLES.points_de_regle.values():
        assert len(row.texte) > 100, row.id
        assert row.texte.endswith(".")


def test_kinds_of_damage_and_ranks() -> None:
    assert " ".join(REGLES.types_degats) == "TRA PER CON CHA FR ELE ENE"
    ranks = [(row.minimum, row.valeur) for row in REGLES.rangs.values()]
    assert ranks == [(1, 0), (2, -30), (3, -50), (4, -70), (5, -90)]


def test_actions_and_strength() -> None:
    actions = [(row.maximum, row.actions) for row in REGLES.actions.values()]
    expected = [(10, 1), (14, 2), (19, 3), (22, 4), (25, 5), (28, 6), (31, 8), (80, 10)]
    assert actions == expected
    strength = [(row.minimum, row.valeur) for row in REGLES.forces.values()]
    assert strength == [(1, 0), (8, 1), (10, 2), (11, 4), (13, 6), (15, 8)]


SIDES: list[tuple[str, int]] = [("attaque", 0), ("parade", 1), ("esquive", 2)]


@pytest.mark.parametrize("ident", rows(SITUATIONS))
@pytest.mark.parametrize(("side", "column"), SIDES)
def test_each_situation_weighs_on_who_is_in_it(ident: str, side: str, column: int) -> None:
    held = {"situations": [ident]}
    if side == "attaque":
        told = ask(ATTAQUE, attack(held))["attaque"]
    else:
        told = ask(ATTAQUE, attack(None, held | {"defense": side}))["defense"]
    figure = rows(SITUATIONS)[ident][column]
    noted = [each["valeur"] for each in told["detail"] if each["source"] == ident]
    assert noted == ([figure] if figure else [])
    assert told["total"] == (180 if side == "attaque" else 140) + figure


@pytest.mark.parametrize("ident", rows(SHOTS))
def test_each_situation_of_a_shot(ident: str) -> None:
    told = ask(ATTAQUE, attack({"projectile": True, "situations": [ident]}))["attaque"]
    assert told["total"] == 180 + rows(SHOTS)[ident][0]


@pytest.mark.parametrize("ident", rows(AIMED))
def test_each_aimed_blow(ident: str) -> None:
    told = ask(ATTAQUE, attack({"visee": ident}))["attaque"]
    assert told["total"] == 180 + rows(AIMED)[ident][0]


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
    return next(ident for ident, (most,) in rows(PLACES).items() if de <= most)


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


@pytest.mark.parametrize("de", range(101))
def test_place_of_every_die(de: int) -> None:
    assert critical(60, localisation=de)["localisation"] == place(de or 100)


@pytest.mark.parametrize("marge", range(1, 160))
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
