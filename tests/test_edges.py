"""Scenarios at the edge of the rules: a side that is amiss, nothing to show, more than is asked."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from typing import Any

import pytest

from pycore import api, calculs, fragment, link
from pycore.errors import RefusedError
from tests.support.anima import ATTAQUE, attack, without_dice
from tests.support.duel import duel, resolve
from tests.support.stories import STORIES
from tests.support.views import slot

Json = dict[str, Any]


def run(calcul: str, operation: str, value: object, demande: Json | None = None) -> Json:
    return api.run(calcul, operation, json.dumps(value), demande)


def view(calcul: str, operation: str, value: object, demande: Json | None = None) -> Json:
    return api.ask(calcul, operation, json.dumps(value), demande).vue()


def refused(calcul: str, value: object, operation: str = "resolve") -> list[tuple[str, str]]:
    with pytest.raises(RefusedError) as found:
        run(calcul, operation, value)
    return [(each.chemin, each.code) for each in found.value.fautes]


def test_a_side_that_is_amiss_costs_no_check_of_the_other() -> None:
    fine = {"competence": 100}
    jets = {"fuyard": [50], "adversaire": [95]}
    value = {"fuyard": 3, "adversaire": fine, "jets": jets}
    assert refused("anima-desengagement", value) == [
        ("fuyard", "type"),
        ("jets.adversaire", "longueur"),
    ]
    assert refused("anima-desengagement", value | {"fuyard": fine, "jets": 3}) == [("jets", "type")]
    order = {"combattants": [3, {"nom": "B", "initiative": 60, "jets": []}]}
    assert next(chemin for chemin, _ in refused("anima-initiative", order)) == "combattants[0]"
    assert refused("action-opposee", [3]) == [("", "type")]


def test_every_missing_roll_is_named_once() -> None:
    held = {"type": "autre", "degre": 9, "defense": {"type": "parer_projectile", "objet": True}}
    burst = duel(
        mode="tir",
        attaque={"approche": "tir_visee_1", "arme": "ak47", "cadence": "cpc"},
    ) | {"defenseurs": [held] * 3}
    assert refused("combat", burst | {"jets": {"attaque": [20, 20, 20]}}) == [
        ("jets.defense", "requis")
    ]
    some = {"attaque": [20, 20, 20], "defense": [None, [30], [None]]}
    assert refused("combat", burst | {"jets": some}) == [
        ("jets.defense[0]", "requis"),
        ("jets.defense[2][0]", "requis"),
    ]


def test_ranks_of_who_only_takes_the_blow_change_nothing() -> None:
    twice: Json = {
        "attaque": {"approche": "attaque_rapide"},
        "jets": (20, None),
    }
    plain = duel(**twice) | {"jets": {"attaque": [20, 30], "defense": [None]}}
    told = json.loads(json.dumps(plain))
    told["defenseurs"][0]["defense"]["numeros"] = [1]
    one, two = resolve(plain)["echanges"], resolve(told)["echanges"]
    assert [each["total"] for each in one] == [each["total"] for each in two]
    assert len(two) == 2
    assert run("combat", "seuils", told)["echanges"] == run("combat", "seuils", plain)["echanges"]


def test_a_journal_without_entries_says_so() -> None:
    shown = view("combat", "next", {"version": 1, "entrees": []})
    assert slot(shown, "journal").startswith("Journal du combat")
    answer = run("combat", "next", {"version": 1, "entrees": []})
    assert (answer["round"], answer["gestes"], answer["combattants"]) == (1, [], [])
    assert refused("combat", {"version": 1, "entrees": [], "geste": "inverser"}, "next") == [
        ("entrees", "requis")
    ]


def test_who_is_disarmed_of_bare_hands_keeps_them() -> None:
    disarm = {"type": "desarmer_sans_arme"}
    fight = duel(
        attaquant={"nom": "A", "degre": 5},
        attaque={"arme": "mains_nues"},
        defenseur={"nom": "B", "type": "autre", "degre": 15, "defense": disarm},
        jets=(1, 60),
    )
    value = {"version": 1, "geste": "round_suivant", "entrees": [{"round": 1, "scenario": fight}]}
    answer = run("combat", "next", value)
    (report,) = (each for each in answer["reports"] if each["code"] == "desarme")
    assert (report["etat"], report["chemin"]) == ("rappel", "")
    assert answer["scenario"]["attaque"]["arme"] == "mains_nues"
    fight["attaque"]["arme"] = "dague"
    armed = run("combat", "next", value)
    (report,) = (each for each in armed["reports"] if each["code"] == "desarme")
    assert (report["etat"], report["chemin"]) == ("applique", "attaque.arme")
    assert armed["scenario"]["attaque"] == {"approche": "standard", "arme": "mains_nues"}


def test_who_was_shot_at_and_has_no_weapon_strikes_back_with_his_hands() -> None:
    shot = duel(mode="tir", attaque={"approche": "tir_visee_1", "arme": "arc"}, jets=(20, None))
    value = {"version": 1, "geste": "inverser", "entrees": [{"round": 1, "scenario": shot}]}
    scenario = run("combat", "next", value)["scenario"]
    assert scenario["mode"] == "melee"
    assert scenario["attaque"] == {"approche": "standard", "arme": "mains_nues"}


def test_advice_to_who_is_not_there() -> None:
    shown = view("combat", "conseil", duel(), {"cote": 3})
    assert slot(shown, "conseil") == "Aucun choix à comparer."
    assert run("combat", "conseil", duel(), {"cote": 3})["classement"] == []


def arrive(personnage: Json, scenario: Json | None = None) -> Json:
    value = {
        "scenario": duel() if scenario is None else scenario,
        "personnage": {"version": 1, **personnage},
    }
    answer = run("combat", "placer", value, {"cote": "attaquant", "rang": 0})
    taken: Json = answer["scenario"]["attaque"]
    return taken


def test_a_weapon_comes_with_what_fits_it() -> None:
    plain = {"type": "autre", "degre": 5, "arme": "dague"}
    odd = arrive(plain | {"munition": "blindees_poing", "cadence": "cpc", "force_simulacre": 3})
    assert odd == {"approche": "standard", "arme": "dague"}
    rifle = plain | {"arme": "ak47", "munition": "blindees_assaut", "cadence": "cpc"}
    assert arrive(rifle, {}) == {
        "arme": "ak47",
        "munition": "blindees_assaut",
        "cadence": "cpc",
    }
    near = duel(attaque={"approche": "tir_instinctif", "arme": "arc"})
    assert arrive(rifle, near) == {
        "approche": "tir_instinctif",
        "arme": "ak47",
        "munition": "blindees_assaut",
    }


def test_bare_hands_come_with_their_strength_where_it_counts() -> None:
    plain = {"type": "autre", "degre": 5}
    bare = plain | {"arme": "mains_nues", "force_simulacre": 3}
    usual = {"munition": "standard", "cadence": "unique"}
    assert arrive(bare) == {"approche": "standard", "arme": "mains_nues", **usual}
    fists = {"arme": "mains_nues", **usual, "force_simulacre": 3}
    assert arrive(bare, {}) == fists
    strike = {"approche": "frapper"}
    assert arrive(bare, duel(attaque=strike | {"arme": "griffes"})) == strike | fists
    claws = {"arme": "griffes", **usual}
    assert arrive(plain | claws | {"force_simulacre": 3}, duel(attaque=strike | fists)) == (
        strike | claws
    ), "what was the other weapon’s is gone"


def test_an_element_that_the_newcomer_has_not_goes_with_who_declared_it() -> None:
    fire = {"type": "nephilim", "ka": {"feu": 3}, "approche": "feu"}
    for cote, where in (("attaquant", "attaquant"), ("defenseur", "defenseurs")):
        for type_, kept in (("autre", None), ("nephilim", "feu")):
            value = {
                "scenario": duel(attaquant=fire, defenseur=fire),
                "personnage": {"version": 1, "type": type_, "degre": 5},
            }
            taken = run("combat", "placer", value, {"cote": cote, "rang": 0})["scenario"][where]
            side = taken[0] if isinstance(taken, list) else taken
            assert side.get("approche") == kept


def test_thresholds_of_an_opposed_action_are_shown_with_who_wins() -> None:
    value = {"acteur": {"vecu": 5}, "opposant": {"vecu": 3}}
    shown = view("action-opposee", "odds", value)
    assert slot(shown, "seuils") == "Acteur 50\u00a0%Opposant 30\u00a0%"
    counted = run("action-opposee", "odds", value)["vainqueur"]
    assert sum(counted.values()) == 10000
    chances = slot(shown, "chances")
    for words in ("Acteur", "Opposant", "Égalité"):
        assert words in chances
    assert len(shown["seuils_detail"]) == 2


def test_an_attack_that_harms_nobody_shows_no_amount() -> None:
    helpless = attack({"attaque": 1}, {"competence": 900})
    shown = slot(view(ATTAQUE, "odds", without_dice(helpless)), "chances")
    assert "Elle blesse0\u00a0%" in shown
    assert "Dégâts en moyenne\u00a0: 0" in shown
    usual = slot(view(ATTAQUE, "odds", without_dice(attack())), "chances")
    assert len(usual) > len(shown)


def opened(text: str) -> Json:
    return run("combat", "ouvrir", {"fragment": text})


def signals(text: str) -> list[tuple[str, str]]:
    told = opened(text)["signale"]
    assert all(each["message"].endswith(".") for each in told)
    return [(each["chemin"], each["code"]) for each in told]


WORDS = link.words("combat", 1, api.CALCULS["combat"].tables())
LACKS = [("attaquant", "lien"), ("attaque", "lien"), ("defenseurs", "lien")]
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def forged(*pieces: object, told: int = 0) -> str:
    texts = [WORDS.write(piece) for piece in pieces]
    return f"ncalc-combat-1-{DIGITS[told or len(texts)]}{'-'.join(texts)}"


def test_a_damaged_link_says_what_it_lacks() -> None:
    side = {"type": "autre", "degre": 3}
    whole = (
        [{"mode": "melee", "attaque": {"approche": "standard"}}],
        ["attaquant", side],
        ["defenseurs", 0, side | {"defense": {"type": "encaisser"}}],
    )
    assert signals(forged(*whole)) == []
    assert signals(forged(*whole, "perdu")) == [("", "lien")]
    assert signals(forged(*whole, ["jets", {"attaque": [3]}], told=3)) == [("", "lien")]
    assert signals(forged(*whole[:2], told=3)) == [("defenseurs", "lien"), ("", "lien")]


def test_a_scenario_of_many_pieces_is_one() -> None:
    fighter = {"type": "autre", "degre": 3, "defense": {"type": "encaisser"}}
    most = fragment.MORCEAUX_MAX
    value = {"defenseurs": [fighter] * 3, "jets": {}}
    assert "-" in fragment.write(WORDS, value).removeprefix("ncalc-combat-1-")
    many = {"defenseurs": [fighter] * (most + 1)}
    text = fragment.write(WORDS, many)
    assert text.startswith("ncalc-combat-1-1")
    assert fragment.read(WORDS, fragment.locate("combat", text)).valeur == many


def test_bytes_that_are_no_words_and_pieces_beyond_the_bound_are_left() -> None:
    head = [{"mode": "melee"}]
    # No JSON: a value that is written and cannot be read again, its check right.
    assert signals(forged(head, [{"ka": float("nan")}])) == LACKS
    most = fragment.CLAIR_MAX
    full = fragment.locate(
        "combat", forged(head, ["x", {"y": "0" * (most - 32)}], [{"options": 1}])
    )
    sizes = [WORDS.read(each, most)[1] for each in full.morceaux]
    assert sizes[0] + sizes[1] == most
    read = fragment.read(WORDS, full)
    assert "options" not in read.valeur
    assert read.abime


def test_more_targets_than_there_may_be_are_left_and_said() -> None:
    fighter = {"type": "autre", "degre": 3, "defense": {"type": "encaisser"}}
    told = run("combat", "lien", duel() | {"defenseurs": [fighter] * 13})
    back = opened(told["fragment"])["scenario"]
    assert "defenseurs" in told["laisse"]
    assert len(back["defenseurs"]) == 12


def test_a_game_that_is_not_carried_is_no_calculator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pycore.jeux.anima", None)
    assert calculs._calculs("anima") == {}  # noqa: SLF001
    assert "combat" in calculs._calculs("nephilim")  # noqa: SLF001
    monkeypatch.delitem(sys.modules, "pycore.jeux.anima")
    monkeypatch.setitem(sys.modules, "pycore.anima.scenario", None)
    with pytest.raises(ModuleNotFoundError, match=r"pycore\.anima\.scenario"):
        calculs._calculs("anima")  # noqa: SLF001


def test_advice_to_one_target_of_several_weighs_what_he_takes_alone() -> None:
    told = run("combat", "conseil", STORIES["rafale"], {"cote": 1, "but": "moins_subir"})
    (taken,) = (each["valeur"] for each in told["classement"] if each["actuelle"])
    assert Fraction(taken) == Fraction(2 * 90 + 7 * 9, 100), "2 usually, 7 when it is critical"


@pytest.mark.parametrize(
    ("story", "waiting"), [("elaboree", "defenses_sans_malus"), ("desarme", "desarme")]
)
def test_what_concerns_one_role_waits_for_who_bears_it_to_play_it(story: str, waiting: str) -> None:
    entry = {"round": 1, "scenario": STORIES[story]}
    told = run("combat", "next", {"version": 1, "entrees": [entry], "geste": "inverser"})
    states = {each["code"]: each["etat"] for each in told["reports"]}
    assert states[waiting] == "attente"
