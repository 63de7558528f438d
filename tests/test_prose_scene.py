"""The scene says everything that was chosen, in good French, and shows what was typed as typed."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given

from pycore.donnees import nephilim
from pycore.nephilim.combat.reading import read
from pycore.nephilim.combat.resolve import resolve
from pycore.render.french import MINUS, NBSP, signe
from pycore.render.recit import recit_nodes
from pycore.render.scene import scene_nodes
from pycore.render.view import text
from tests.support.hostile import CODE, MARKUP
from tests.support.prose import (
    Json,
    elision_faults,
    faults,
    flat,
    name_faults,
    opened,
    pieces,
    plain,
    shown_names,
)
from tests.support.scenarios import scenarios
from tests.support.stories import FIRE, STORIES, by, duel, story

REGLES = nephilim()


def scene(scenario: Json) -> list[Any]:
    return scene_nodes(read(scenario, REGLES, dice=False), REGLES)


def said(scenario: Json) -> str:
    return "\n".join(text([node]) for node in scene(scenario)).replace(NBSP, " ")


@given(scenarios())
def test_scene_is_well_written_and_complete(scenario: Json) -> None:
    asked = read(scenario, REGLES, dice=False)
    people = zip(
        (scenario["attaquant"], *scenario["defenseurs"]),
        (asked.attaquant, *asked.defenseurs),
        strict=True,
    )
    for typed, known in people:  # what shows nothing is read as nothing
        typed |= {key: getattr(known, key) for key in ("nom", "contexte_motif") if key in typed}
    nodes = scene(scenario)
    assert len(nodes) == 1 + len(scenario["defenseurs"])
    whole = text(nodes)
    for node in nodes:
        shown = pieces(node, scenario)
        assert faults(plain(shown)) == [], plain(shown)
        assert elision_faults(shown) == []
        assert name_faults(shown) == []
    fighters = [("effets_attaquant", scenario["attaquant"])]
    fighters += [("effets_defenseur", each) for each in scenario["defenseurs"]]
    assert REGLES.armes[scenario["attaque"]["arme"]].prose.nom in whole
    assert REGLES.manoeuvres[scenario["attaque"]["approche"]].prose.nom in whole
    for rank, (table, fighter) in enumerate(fighters):
        own = text([nodes[rank]]).replace(NBSP, " ")
        typed = shown_names(fighter.get("nom", ""))
        assert any(name.replace(NBSP, " ") in own for name in typed)
        assert REGLES.types[fighter["type"]].prose.nom in own
        for ident in fighter["effets"]:
            assert getattr(REGLES, table)[ident].prose.nom in own
        for ident in fighter.get("blessures", []):
            assert REGLES.blessures[ident].prose.nom in own
        element = fighter["approche"]
        assert element is None or REGLES.elements[element].prose.nom in own
        shows = element is not None and REGLES.types[fighter["type"]].metamorphe
        assert ("métamorphe" in plain(pieces(nodes[rank], scenario))) == shows
        if fighter.get("contexte"):
            assert f"{abs(fighter['contexte'])}" in own
        assert fighter.get("contexte_motif", "").replace(NBSP, " ") in own


@pytest.mark.parametrize("name", [*MARKUP, *CODE, " a ", "{A}", "« x »", "\ud800", "a  b : c"])
def test_typed_text_passes_unchanged(name: str) -> None:
    assert len(name) <= 60
    for origin in ("coup-par-coup", "touche-leger", "echec", "deux-attaques"):
        scenario = copy.deepcopy(STORIES[origin])
        for fighter in (scenario["attaquant"], *scenario["defenseurs"]):
            fighter |= {"nom": name, "contexte": -1, "contexte_motif": name}
        asked = read(scenario, REGLES, dice=True)
        shown = scene_nodes(asked, REGLES)
        told = recit_nodes(resolve(asked, REGLES), asked, REGLES, 3)
        for roots in (shown, told):
            names = [each.texte for each in flat(roots) if each.balise == "bdi"]
            assert names
            assert set(names) <= {name, opened(name)}
        reasons = [each.texte for each in flat(shown) if each.balise == "span"]
        assert reasons.count(name) == len(scenario["defenseurs"]) + 1


def test_a_scene_in_full() -> None:
    scenario = duel(
        {"approche": "attaque_en_force", "arme": "mains_nues"},
        20,
        35,
        by(
            "parer",
            nom="",
            type="nephilim",
            ka={"terre": 3},
            approche="terre",
            protection="manteau_eau",
            bouclier="cavalier_targe",
            blessures=["mineure", "grave"],
        ),
        attaquant=FIRE | {"approche": "feu", "contexte": -2, "contexte_motif": "il neige"},
    )
    assert said(scenario) == (
        "Ézéchiel, un Nephilim, engage le défenseur par une attaque en force, avec ses mains nues."
        " Son Approche par le Feu laisse voir son métamorphe."
        " À l’œuvre de son côté : le Prince de la spirale."
        f" Les circonstances gênent Ézéchiel ({MINUS}2) : « il neige ».\n"
        "Le défenseur, un Nephilim, tente une parade."
        " Pour s’abriter, un manteau d’Eau et le Cavalier à la targe parcheminée."
        " Son Approche par la Terre laisse voir son métamorphe."
        " Le combat se mène malgré une blessure mineure et une blessure grave."
    )


@pytest.mark.parametrize(("contexte", "word"), [(1, "servent"), (-1, "gênent")])
def test_circumstances_of_one_degree_take_the_side_of_their_sign(contexte: int, word: str) -> None:
    shown = said(duel({}, 20, 35, by("parer"), attaquant=FIRE | {"contexte": contexte}))
    assert f"Les circonstances {word} Ézéchiel ({signe(contexte)})." in shown


def test_several_targets_take_a_sentence_each() -> None:
    scenario = story(
        {
            "approche": "tir_visee_3",
            "arme": "ak47",
            "munition": "blindees_assaut",
            "cadence": "raf_cont",
        },
        ([20], [[None], [None]]),
        {"nom": "", "protection": "cuir_legere", "effets": ["taliahad"], "blessures": ["grave"]},
        {
            "nom": "",
            "type": "initie",
            "ka": {"soleil": 2},
            "approche": "soleil",
            "defense": {"type": "parer_projectile", "objet": True},
            "contexte": 3,
        },
        mode="tir",
    )
    assert said(scenario) == (
        "Ézéchiel, un Nephilim, engage le défenseur 1 et le défenseur 2 par un tir longuement visé,"
        " avec un fusil d’assaut et des balles blindées, en rafale continue,"
        " après trois rounds de visée.\n"
        "Le défenseur 1, un personnage ordinaire avec une armure de cuir légère,"
        " Taliahad, gardien de la source et une blessure grave, ne se défend pas.\n"
        "Le défenseur 2, un humain initié, tente une parade, par le Soleil ; circonstances +3."
    )


def test_only_who_has_a_metamorphe_shows_it() -> None:
    initie = {"type": "initie", "ka": {"soleil": 5}, "approche": "soleil"}
    shown = said(duel({}, 20, 35, by("parer"), attaquant=initie))
    assert "Son Approche passe par le Soleil." in shown
    assert "métamorphe" not in shown


def test_the_scene_asks_for_no_dice() -> None:
    scenario = {key: item for key, item in STORIES["touche-leger"].items() if key != "jets"}
    assert said(scenario) == said(STORIES["touche-leger"])
