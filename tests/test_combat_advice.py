"""Advice: every choice that the rules accept and no other, ranked by its exact chances."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given

from pycore import api
from pycore.donnees import nephilim
from pycore.errors import RefusedError
from pycore.nephilim.combat.advice import Demande, advise, variants
from pycore.nephilim.combat.odds import odds
from pycore.nephilim.combat.reading import read
from pycore.shapes import write
from tests.support.scenarios import scenarios

if TYPE_CHECKING:
    from pycore.nephilim.combat.scenario import Scenario

REGLES = nephilim()


def duel(**changes: Any) -> dict[str, Any]:
    return {
        "mode": "melee",
        "attaquant": {"type": "nephilim", "degre": 7, "ka": {"feu": 6, "eau": 3, "lune": 2}},
        "attaque": {"approche": "standard", "arme": "epee_hache"},
        "defenseurs": [
            {
                "type": "nephilim",
                "degre": 6,
                "ka": {"air": 4, "terre": 5},
                "defense": {"type": "standard"},
                "protection": "gilet_leger",
            }
        ],
    } | changes


def scenario(**changes: Any) -> Scenario:
    return read(duel(**changes), REGLES, dice=False)


def ranked(demande: Demande, **changes: Any) -> list[tuple[str, str | None]]:
    found = advise(scenario(**changes), REGLES, demande)
    return [(each.variante.choix, each.variante.element) for each in found.classement]


def test_attack_offers_what_the_weapon_and_the_elements_allow() -> None:
    offered = set(ranked(Demande()))
    assert ("attaque_en_force", "feu") in offered
    assert ("attaque_en_force", None) in offered
    assert ("attaque_etrange", "lune") in offered
    assert ("attaque_subtile", "eau") in offered
    assert ("standard", None) in offered
    assert not any(choix in {"frapper", "tir_instinctif", "lancer"} for choix, _ in offered)
    assert ("attaque_en_force", "terre") not in offered  # no Ka-Terre: it would add nothing
    assert ("standard", "feu") not in offered


@pytest.mark.parametrize("but", ["touche", "moyenne", "au_moins"])
def test_values_are_those_of_the_odds(but: str) -> None:
    demande = Demande(but=but, n=3)
    before = scenario()
    changed = dict(variants(before, -1, REGLES))
    found = advise(before, REGLES, demande)
    values = [each.valeur for each in found.classement]
    assert values == sorted(values, reverse=True)
    assert len(values) == len(changed)
    for each in found.classement:
        chances = odds(changed[each.variante], REGLES)
        cumul = chances.cumul
        whole = cumul.denominateur
        if but == "touche":
            expected = 1 - Fraction(chances.touches.total.get(0, 0), whole)
        elif but == "moyenne":
            expected = Fraction(sum(k * count for k, count in cumul.total.items()), whole)
        else:
            expected = Fraction(sum(n for k, n in cumul.total.items() if k >= 3), whole)
        assert each.valeur == expected


def test_a_single_attack_touches_as_often_as_its_exchange_says() -> None:
    chances = odds(scenario(), REGLES)
    missed = chances.touches.total.get(0, 0)
    assert 1 - Fraction(missed, chances.touches.denominateur) == Fraction(
        chances.echanges[0].touche, 10000
    )


def test_defence_is_ranked_by_the_damage_it_spares() -> None:
    found = advise(scenario(), REGLES, Demande(cote=0))
    values = [each.valeur for each in found.classement]
    assert values == sorted(values)
    assert found.demande.but == "moins_subir"
    assert (found.classement[0].variante.choix, found.classement[0].variante.element) == (
        "esquiver",
        "air",
    )


def test_a_rank_that_nothing_hampers_stays_free_in_every_other_defence() -> None:
    defenseur = duel()["defenseurs"][0]
    second = {"numeros": [2], "rang_sans_malus": True}
    defended = {
        kind: scenario(defenseurs=[defenseur | {"defense": second | {"type": kind}}])
        for kind in ("standard", "esquiver", "parer")
    }
    plain = {"type": "encaisser", "numeros": [2]}
    defended["encaisser"] = scenario(defenseurs=[defenseur | {"defense": plain}])
    found = dict(variants(defended["standard"], 0, REGLES))
    for kind in ("esquiver", "parer", "encaisser"):
        told = next(changed for each, changed in found.items() if each == (kind, None))
        assert told.defenseurs[0].defense == defended[kind].defenseurs[0].defense


def test_se_liberer_only_for_who_says_he_is_held() -> None:
    assert not any(choix == "se_liberer" for choix, _ in ranked(Demande(cote=0)))
    held = duel()["defenseurs"]
    held[0]["defense"] = {"type": "se_liberer"}
    assert any(choix == "se_liberer" for choix, _ in ranked(Demande(cote=0), defenseurs=held))


def test_shields_and_sight_are_said_not_assumed_in_silence() -> None:
    target = {"type": "autre", "degre": 5, "defense": {"type": "encaisser"}}
    shot = {"approche": "tir_visee_1", "arme": "ak47"}
    asked = json.dumps(duel(mode="tir", attaque=shot, defenseurs=[target]))
    answer = api.ask("combat", "conseil", asked, {"cote": 0})
    shown = json.dumps(answer.vue(), ensure_ascii=False)
    assert "parer_projectile" in {each["choix"] for each in answer.resultat["classement"]}
    assert "Il faut un bouclier ou un objet." in shown


def test_cost_of_a_manoeuvre_is_said_beside_its_figure() -> None:
    answer = api.ask("combat", "conseil", json.dumps(duel()), {"but": "touche"})
    assert "Sans défense ce round" in json.dumps(answer.vue(), ensure_ascii=False)


def test_little_by_little_comes_to_the_same() -> None:
    whole = advise(scenario(), REGLES, Demande())
    assert whole.reste == 0
    assert len(whole.classement) > 5
    for until in range(1, 100):
        part = advise(scenario(), REGLES, Demande(jusque=until))
        assert len(part.classement) + part.reste == len(whole.classement)
        assert len(part.classement) == until
        if not part.reste:
            assert part.classement == whole.classement
            return
    raise AssertionError("never done")


@pytest.mark.parametrize("cote", [1, 3])
def test_a_defender_who_is_not_there_gets_no_advice(cote: int) -> None:
    answer = api.ask("combat", "conseil", json.dumps(duel()), {"cote": cote})
    assert answer.resultat["classement"] == []
    assert answer.resultat["reste"] == 0
    (said,) = answer.vue()["conseil"]
    assert said == {"balise": "p", "texte": REGLES.messages["conseil.rien"].texte}


@pytest.mark.parametrize(
    ("demande", "fault"),
    [
        ({"but": "gagner"}, ("but", "inconnu")),
        ({"cote": -2}, ("cote", "bornes")),
        ({"n": "4"}, ("n", "type")),
        ({"autre": 1}, ("autre", "inconnu")),
    ],
)
def test_a_demand_is_checked_like_a_scenario(
    demande: dict[str, Any], fault: tuple[str, str]
) -> None:
    with pytest.raises(RefusedError) as refused:
        api.ask("combat", "conseil", json.dumps(duel()), demande)
    assert [(each.chemin, each.code) for each in refused.value.fautes] == [fault]


def test_the_sentence_compares_with_the_present_choice() -> None:
    answer = api.ask("combat", "conseil", json.dumps(duel()), {"but": "touche"})
    said = json.dumps(answer.vue()["conseil"][0], ensure_ascii=False)
    assert "Attaque en force (Feu)" in said
    assert "avec votre choix (Standard)" in said


@given(value=scenarios())
def test_every_variant_is_a_scenario_and_the_present_one_comes_first(value: dict[str, Any]) -> None:
    before = read(value, REGLES, dice=False)
    for cote in range(-1, min(2, len(before.defenseurs))):
        found = list(variants(before, cote, REGLES))
        assert found[0][1] == before
        assert len({variante for variante, _ in found}) == len(found)
        for _, changed in found:
            assert read(write(changed), REGLES, dice=False) == changed
