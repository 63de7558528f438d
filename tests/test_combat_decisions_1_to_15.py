"""The decisions D1 to D15 of the specification, each in a duel that only it decides so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.support.duel import (
    attack,
    codes,
    damage,
    duel,
    exchange,
    refusals,
    resolve,
    terms,
    thresholds,
)

if TYPE_CHECKING:
    from tests.support.duel import Json

NEPHILIM = {"type": "nephilim", "degre": 6}
INITIE = {"type": "initie", "degre": 6}


def threshold(side: Json, attaque: Json | None = None) -> Json:
    """The attack's threshold."""
    (only,) = thresholds(duel(attaquant=side, attaque=attaque))["attaques"]
    made: Json = only
    return made


def test_d01_stase_and_mnemos_are_plain_degrees() -> None:
    found = threshold(NEPHILIM | {"stase": 3, "mnemos": 2})
    assert terms(found["detail"]) == {"degre": 6, "stase": 3, "mnemos": 2}
    assert found["seuil"] == 110


def test_d02_coordination_before_the_wounds_amdouat_after_them() -> None:
    wounded = {"type": "autre", "degre": 2, "blessures": ["serieuse", "grave"]}
    before = threshold(wounded | {"effets": ["coordination_aquatique"]})
    assert terms(before["detail"]) == {
        "degre": 2,
        "coordination_aquatique": 2,
        "blessures": -10,
        "plancher_vecu": 6,
    }
    assert before["degres"] == 0, "what is raised before the wounds is lost to them"
    after = threshold(wounded | {"effets": ["portes_amdouat"]})
    assert terms(after["detail"]) == {
        "degre": 2,
        "blessures": -10,
        "plancher_vecu": 8,
        "portes_amdouat": 5,
    }
    assert after["degres"] == 5


@pytest.mark.parametrize(
    ("approche", "element", "permitted"),
    [
        ("attaque_en_force", "feu", True),
        ("attaque_en_force", "eau", False),
        ("attaque_etrange", "lune", True),
        ("standard", "feu", False),
    ],
)
def test_d03_a_nephilim_declares_an_element_of_the_manoeuvre(
    approche: str,
    element: str,
    permitted: bool,  # noqa: FBT001 - a column
) -> None:
    side = NEPHILIM | {"ka": {element: 7}, "approche": element}
    scenario = duel(attaquant=side, attaque={"approche": approche}, jets=(20, None))
    if permitted:
        assert terms(resolve(scenario)["attaques"][0]["detail"])["approche"] == 7
    else:
        assert refusals(scenario) == [("attaquant.approche", "incompatible")]


@pytest.mark.parametrize("element", ["feu", "eau", "terre", "air", "lune"])
def test_d03_any_element_serves_where_no_list_is_given(element: str) -> None:
    side = NEPHILIM | {"ka": {element: 7}, "approche": element}
    for mode, attaque in (
        ("tir", {"approche": "tir_visee_1", "arme": "arc"}),
        ("lancer", {"approche": "lancer", "arme": "javelot"}),
    ):
        found = attack(mode=mode, attaquant=side, attaque=attaque, jets=(20, None))
        assert found["degres"] == 13


def test_d04_ka_soleil_fits_every_manoeuvre_that_takes_a_roll() -> None:
    sun = INITIE | {"ka": {"soleil": 4}, "approche": "soleil"}
    for approche in ("standard", "attaque_etrange", "immobiliser"):
        assert terms(threshold(sun, {"approche": approche})["detail"])["approche"] == 4
    parries = exchange(defenseur=sun | {"defense": {"type": "standard"}}, jets=(20, 90))
    assert parries["defense"]["degres"] == 10
    takes_it = duel(defenseur=sun | {"defense": {"type": "encaisser"}}, jets=(20, None))
    assert refusals(takes_it) == [("defenseurs[0].approche", "incompatible")]


@pytest.mark.parametrize(
    ("side", "speed"),
    [
        (NEPHILIM | {"ka": {"eau": 7, "feu": 9}}, 14),
        (INITIE | {"ka": {"soleil": 5}}, 5),
        ({"type": "autre", "degre": 4}, 4),
        ({"type": "autre", "degre": 4, "initiative": 11}, 11),
    ],
)
def test_d05_initiative_and_movement_are_shown_without_a_die(side: Json, speed: int) -> None:
    found = resolve(duel(attaquant=side, jets=(20, None)))["attaquant"]
    assert (found["initiative"], found["mv"]) == (speed, speed)


def test_d06_attaque_puissante_adds_2_raw_physical_only() -> None:
    found = exchange(
        attaque={"approche": "attaque_puissante", "arme": "glaive_lune"}, jets=(20, None)
    )
    assert terms(found["physiques"]["detail"]) == {"glaive_lune": 3, "attaque_puissante": 2}
    assert terms(found["magiques"]["detail"]) == {"glaive_lune": 3}
    assert damage(found) == (5, 3)
    critical = exchange(
        attaque={"approche": "attaque_puissante", "arme": "glaive_lune"}, jets=(22, None)
    )
    assert damage(critical) == (10, 6), "raw: a critical doubles it"


def test_d07_tir_instinctif_takes_a_shooting_weapon_and_meets_the_defences_of_tir() -> None:
    attaque = {"approche": "tir_instinctif", "arme": "arc"}
    parries = {"defense": {"type": "parer_projectile", "objet": True}}
    found = exchange(attaque=attaque, defenseur=parries, jets=(20, 31))
    assert found["defense"]["reussie"]
    assert damage(found) == (1, 0), "2, less 2, and at least 1"
    dodges = duel(attaque=attaque, defenseur={"defense": {"type": "esquiver"}}, jets=(20, 31))
    assert refusals(dodges) == [("defenseurs[0].defense.type", "incompatible")]
    hammer = duel(attaque=attaque | {"arme": "marteau"}, jets=(20, None))
    assert refusals(hammer) == [("attaque.arme", "incompatible")]
    burst = duel(attaque=attaque | {"arme": "ak47", "cadence": "raf_cont"}, jets=(20, None))
    assert refusals(burst) == [("attaque.cadence", "incompatible")]


def test_d08_bare_hands_strike_with_the_strength_of_the_body() -> None:
    armoured = {"protection": "gardien_silencieux"}
    for strength, left in ((1, 0), (2, 1), (9, 1)):
        bare = {"approche": "frapper", "arme": "mains_nues", "force_simulacre": strength}
        found = exchange(attaque=bare, jets=(20, None))
        assert found["physiques"]["bruts"] == strength
        # The degree too: of 2 and more there is the minimum of 1.
        assert damage(exchange(attaque=bare, defenseur=armoured, jets=(20, None))) == (left, 0)


@pytest.mark.parametrize(
    ("approche", "code"), [("immobiliser", "immobilise"), ("faire_tomber", "au_sol")]
)
def test_d09_holding_and_throwing_do_no_damage(approche: str, code: str) -> None:
    words: Any = {
        "attaquant": {"report": 20},
        "attaque": {"approche": approche, "arme": "glaive_feu"},
        "ajustements": [{"attaquant": 5}],
    }
    won = exchange(jets=(20, None), **words)
    assert (won["physiques"]["bruts"], won["magiques"]["bruts"], damage(won)) == (0, 0, (0, 0))
    assert (code, "defenseur", 0) in codes(won)
    lost = exchange(
        defenseur={"report": 40, "defense": {"type": "esquiver"}}, jets=(20, 90), **words
    )
    assert codes(lost).isdisjoint({(code, "defenseur", 0)})


def test_d10_four_firearms_take_special_ammunition_and_powder() -> None:
    for arme, fires in (
        ("pistolet_9mm", True),
        ("carabine_22lr", True),
        ("ak47", True),
        ("fusil_chasse_cal12", True),
        ("arbalete", False),
        ("poudre_mitraille_courte", False),
        ("taurus", False),
    ):
        attaque = {"approche": "tir_visee_1", "arme": arme}
        shot: Any = {"mode": "tir", "attaquant": {"effets": ["poudre_brasiers"]}}
        found = exchange(attaque=attaque, jets=(20, None), **shot)
        assert ("poudre_brasiers" in terms(found["physiques"]["detail"])) == fires
        hollow = duel(attaque=attaque | {"munition": "creuses"}, jets=(20, None), **shot)
        if fires:
            (echange,) = resolve(hollow)["echanges"]
            assert terms(echange["physiques"]["detail"])["creuses"] == 4
        else:
            assert refusals(hollow) == [("attaque.munition", "incompatible")]


@pytest.mark.parametrize(
    ("arme", "raw", "left"),
    [
        ("poudre_mitraille_courte", 8, 8),
        ("poudre_mitraille_longue", 5, 5),
        ("taurus", 4, 4),
        ("ak47", 4, 1),
    ],
)
def test_d11_powder_shot_and_taurus_are_magical(arme: str, raw: int, left: int) -> None:
    found = exchange(
        mode="tir",
        attaque={"approche": "tir_visee_1", "arme": arme},
        defenseur={"effets": ["transmutation_fauve"]},
        jets=(20, None),
    )
    assert (found["physiques"]["bruts"], found["physiques"]["final"]) == (raw, left)


def test_d12_the_five_glaives_and_taurus_pierce_mundane_armour_and_nothing_else_does() -> None:
    mail = {"protection": "militaire_integrale"}
    for arme in ("glaive_air", "glaive_eau", "glaive_feu", "glaive_lune", "glaive_terre"):
        assert damage(exchange(attaque={"arme": arme}, defenseur=mail, jets=(20, None))) == (3, 3)
    shot: Any = {"mode": "tir", "attaque": {"approche": "tir_visee_1", "arme": "taurus"}}
    assert damage(exchange(defenseur=mail, jets=(20, None), **shot)) == (4, 4)
    for arme, left in (("membre_embrase", (1, 2)), ("griffe_noire", (1, 0))):
        assert damage(exchange(attaque={"arme": arme}, defenseur=mail, jets=(20, None))) == left


@pytest.mark.parametrize(
    ("cadence", "targets", "bonus"),
    [
        ("raf_ctrl", 1, 2),
        ("raf_ctrl", 2, 1),
        ("raf_ctrl", 3, 0),
        ("raf_ctrl", 12, 0),
        ("raf_cont", 1, 5),
        ("raf_cont", 3, 3),
        ("raf_cont", 6, 0),
        ("raf_cont", 12, 0),
    ],
)
def test_d13_a_burst_loses_1_for_each_target_beyond_the_first(
    cadence: str, targets: int, bonus: int
) -> None:
    scenario = duel(
        mode="tir", attaque={"approche": "tir_visee_1", "arme": "ak47", "cadence": cadence}
    )
    scenario["defenseurs"] *= targets
    result = resolve(scenario | {"jets": {"attaque": [20]}})
    assert len(result["attaques"]) == 1
    assert result["attaques"][0]["degres"] == 8, "no malus"
    assert [each["physiques"]["final"] for each in result["echanges"]] == [4 + bonus] * targets


@pytest.mark.parametrize(
    ("protection", "left"),
    [
        ("militaire", (3, 3)),
        ("militaire_phalange", (1, 3)),
        ("manteau_eau", (1, 0)),
        ("carapace", (1, 3)),
        ("dents_semees", (1, 0)),
        ("gardien_silencieux", (1, 0)),
    ],
)
def test_d14_all_protections_but_the_first_seven_are_magical(
    protection: str, left: tuple[int, int]
) -> None:
    found = exchange(
        attaque={"arme": "glaive_feu"}, defenseur={"protection": protection}, jets=(20, None)
    )
    assert damage(found) == left


@pytest.mark.parametrize(
    ("bouclier", "left"),
    [(None, (6, 6)), ("cavalier_targe", (2, 2)), ("cavalier_targe_renforce", (1, 0))],
)
def test_d15_the_targe_gives_4_and_4_or_6_and_6_and_is_magical(
    bouclier: str | None, left: tuple[int, int]
) -> None:
    # A critical of 6 and 6, by a weapon that would pierce a shield that is not magical.
    found = exchange(
        attaque={"arme": "glaive_feu"}, defenseur={"bouclier": bouclier}, jets=(22, None)
    )
    assert damage(found) == left
    both = exchange(
        attaque={"arme": "glaive_feu"},
        defenseur={"bouclier": bouclier, "protection": "manteau_eau"},
        jets=(22, None),
    )
    assert damage(both) == (max(1, left[0] - 3), max(0, left[1] - 3))
