"""The journal of a fight: how it goes on, what the MJ takes away, what a stranger may send."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from pycore import api
from pycore.nephilim.journal.shape import BLESSURES_MAX, ENTREES_MAX
from pycore.nephilim.vocabulary import GESTES
from tests.support.asking import answered
from tests.support.cases import HANDED, cases, places
from tests.support.command import pycore
from tests.support.duel import duel
from tests.support.fights import journals
from tests.support.mutations import VALUES
from tests.support.views import text

Json = dict[str, Any]
COUNTER = {"type": "contre_attaquer"}


def journal(*scenarios: Json, rounds: tuple[int, ...] = (), **more: Any) -> Json:
    """A journal of these scenarios, all of round 1 unless said."""
    entries = [
        {"round": rounds[rank] if rounds else 1, "scenario": each}
        for rank, each in enumerate(scenarios)
    ]
    return {"version": 1, "entrees": entries} | more


def asked(value: object) -> Json:
    """Ask as the page does: an answer or a refusal comes, and soon."""
    return answered("next", "combat", value)


def following(value: Json, geste: str, **more: Any) -> Json:
    answer: Json = asked(value | {"geste": geste} | more)["resultat"]
    return answer


def refused(value: object) -> list[tuple[str, str]]:
    return places(asked(value)["erreurs"])


def states(answer: Json) -> list[tuple[str, str, str]]:
    return [(each["code"], each["qui"], each["etat"]) for each in answer["reports"]]


RIPOSTE = duel(
    attaquant={"nom": "A", "degre": 5},
    defenseur={
        "nom": "B",
        "type": "nephilim",
        "degre": 9,
        "ka": {"feu": 3},
        "approche": "feu",
        "defense": COUNTER,
    },
    jets=(60, 20),
)


def test_a_riposte_is_a_plain_attack_without_element() -> None:
    value = journal(RIPOSTE)
    offered = asked(value)["resultat"]["gestes"]
    assert {"geste": "riposte", "cible": 0} in offered
    answer = following(value, "riposte")
    assert answer["round"] == 1
    assert answer["qui"] == {"attaquant": "B", "defenseurs": ["A"]}
    assert answer["scenario"] == {
        "mode": "melee",
        "attaquant": {"nom": "B", "type": "nephilim", "degre": 9, "ka": {"feu": 3}},
        "attaque": {"approche": "standard", "arme": "mains_nues"},
        "defenseurs": [{"nom": "A", "type": "autre", "degre": 5, "defense": {"type": "standard"}}],
    }
    assert ("riposte", "A", "rappel") not in states(answer)
    assert ("riposte", "A", "rappel") in states(following(value, "inverser"))


def test_after_a_riposte_the_round_goes_on_from_the_attack_before_it() -> None:
    first = following(journal(RIPOSTE), "riposte")
    second = first["scenario"] | {"jets": {"attaque": [90], "defense": [[99]]}}
    value = journal(RIPOSTE, second)
    value["entrees"][1] |= {"qui": first["qui"], "par": "riposte"}
    answer = following(value, "round_suivant")
    assert answer["qui"] == {"attaquant": "A", "defenseurs": ["B"]}
    assert answer["scenario"]["attaque"] == {"approche": "standard", "arme": "marteau"}
    assert answer["scenario"]["defenseurs"][0]["approche"] == "feu"
    assert answer["round"] == 2
    assert not any(each["code"] == "riposte" for each in answer["reports"])


def test_who_attacks_again_has_his_initiative_and_waits_to_defend() -> None:
    force = duel(
        attaquant={"nom": "A", "degre": 9, "initiative": 7},
        attaque={"approche": "attaque_en_force"},
        defenseur={"nom": "B", "type": "autre", "defense": {"type": "parer"}},
        jets=(30, 90),
    )
    back = duel(
        attaquant={"nom": "B", "degre": 5},
        defenseur={"nom": "A", "type": "autre", "degre": 9},
        jets=(90, None),
        options={"defense": "seuil"},
    )
    answer = following(journal(force, back), "inverser")
    assert answer["scenario"]["attaquant"] == force["attaquant"] | {"type": "autre"}
    assert answer["scenario"]["options"] == {"defense": "seuil"}
    assert ("sans_defense", "A", "attente") in states(answer)


def test_what_the_rules_refuse_of_a_fighter_who_comes_back_is_left_out_and_said() -> None:
    first = duel(attaquant={"nom": "A", "type": "nephilim"}, jets=(90, None))
    second = duel(
        attaquant={"nom": "B", "type": "nephilim"},
        defenseur={"nom": "A", "type": "initie", "ka": {"soleil": 1}},
        jets=(90, None),
    )
    answer = following(journal(first, second), "inverser")
    assert answer["scenario"]["attaquant"] == {"nom": "A", "type": "nephilim", "degre": 5}
    place = "Attaquant › Ka › Ka-Soleil"
    message = f"«\u00a0{place}\u00a0» ne convient pas à la suite\u00a0: laissé vide."
    left = {"chemin": "attaquant.ka.soleil", "valeur": "", "message": message}
    assert answer["abandons"] == [left]


def test_the_rank_of_a_defence_is_told_by_the_first_that_had_it() -> None:
    defence = {"nom": "B", "type": "autre", "defense": {"type": "standard", "numeros": [1]}}
    blows = [duel(attaquant={"nom": nom}, defenseur=defence, jets=(20, 40)) for nom in ("A", "C")]
    (told,) = asked(journal(*blows))["resultat"]["reports"]
    assert (told["id"], told["qui"], told["valeur"]) == ("0-0-rang", "B", 1)


def test_a_wound_of_an_entry_that_is_not_there_is_refused_with_those_that_are() -> None:
    blow = duel(jets=(20, None))
    wound = {"entree": 2, "qui": "B", "blessure": "mineure"}
    (told,) = asked(journal(blow, blow, blessures=[wound]))["erreurs"]
    assert (told["chemin"], told["code"]) == ("blessures[0].entree", "bornes")
    assert "de 0 à 1" in told["message"]


def test_a_blow_taken_freely_after_a_round_without_defence_is_a_choice() -> None:
    force = duel(
        attaquant={"nom": "B", "degre": 9},
        attaque={"approche": "attaque_en_force"},
        defenseur={"nom": "A", "type": "autre"},
        jets=(30, None),
    )
    taken = duel(attaquant={"nom": "A"}, defenseur={"nom": "B", "type": "autre"}, jets=(20, None))
    answer = following(journal(force, taken, rounds=(1, 2)), "round_suivant")
    assert answer["scenario"]["defenseurs"][0]["defense"] == {"type": "encaisser"}
    bound = following(journal(force, taken), "round_suivant")
    assert bound["scenario"]["defenseurs"][0]["defense"] == {"type": "standard"}


def burst(**changes: Any) -> Json:
    held = [
        {"nom": nom, "type": "autre", "degre": 9, "defense": {"type": "encaisser"}}
        for nom in ("B", "C", "D")
    ]
    return (
        duel(
            mode="tir",
            attaquant={"nom": "A", "degre": 9},
            attaque={"approche": "tir_visee_1", "arme": "ak47", "cadence": "cpc"},
            jets=(1, None),
        )
        | {"defenseurs": held, "jets": {"attaque": [20, 95, 20], "defense": [None] * 3}}
        | changes
    )


def fled(nom: str) -> Json:
    return duel(
        attaquant={"nom": "A", "degre": 9},
        defenseur={"nom": nom, "type": "autre", "degre": 15, "defense": {"type": "fuir"}},
        jets=(20, 44),
    )


def test_who_fled_is_no_target_of_the_next_round() -> None:
    value = journal(fled("C"), burst())
    value["entrees"].reverse()  # C flees after the burst
    answer = following(value, "round_suivant")
    assert answer["qui"] == {"attaquant": "A", "defenseurs": ["C"]}, "nobody else is left"
    assert ("en_fuite", "C", "rappel") in states(answer)
    value["entrees"].append({"round": 1, "scenario": burst()})
    assert not any(code == "en_fuite" for code, _, _ in states(following(value, "round_suivant")))


def test_who_fled_under_the_burst_itself_is_left_out_unless_the_mj_says_no() -> None:
    tables = api.CALCULS["combat"].tables()
    # No defence of a shot lets one flee: a row that does is all it takes.
    row = tables.defenses["parer_projectile"]
    away = row._replace(consequences=tables.defenses["fuir"].consequences)
    from pycore.nephilim.journal.reading import read
    from pycore.nephilim.journal.suite import follow
    from pycore.render.journal_view import suite_json

    held = burst()
    held["defenseurs"][1] |= {"defense": {"type": "parer_projectile", "objet": True}, "degre": 20}
    held["jets"] = {"attaque": [20, 20, 20], "defense": [None, [66], None]}
    changed = tables._replace(defenses={**tables.defenses, "parer_projectile": away})
    calcul = api.CALCULS["combat"]._replace(tables=lambda: changed)
    for removed, left in (([], ["B", "D"]), (["0-1-en_fuite-defenseur"], ["B", "C", "D"])):
        value = journal(held, geste="round_suivant", retires=removed)
        answer = suite_json(follow(read(value, "combat", calcul), changed), changed)
        assert answer["qui"]["defenseurs"] == left
        (said,) = answer["reports"][:1]
        assert (said["etat"], said["chemin"]) == (
            ("retire", "") if removed else ("applique", "defenseurs")
        )


def held_fast() -> Json:
    return duel(
        attaquant={"nom": "A", "degre": 9},
        attaque={"approche": "immobiliser", "arme": "mains_nues"},
        defenseur={"nom": "B", "degre": 2},
        jets=(20, None),
    )


def test_who_frees_himself_is_no_longer_held() -> None:
    free = duel(
        attaquant={"nom": "A", "degre": 9},
        defenseur={"nom": "B", "degre": 15, "defense": {"type": "se_liberer"}},
        jets=(20, 44),
    )
    assert ("immobilise", "B", "rappel") in states(asked(journal(held_fast()))["resultat"])
    after = asked(journal(held_fast(), free))["resultat"]
    assert not any(code in ("immobilise", "libere") for code, _, _ in states(after))
    again = asked(journal(held_fast(), free, held_fast(), held_fast()))["resultat"]
    assert [code for code, _, _ in states(again)].count("immobilise") == 1


def test_what_the_mj_takes_away_changes_nothing_and_can_be_put_back() -> None:
    force = duel(
        attaquant={"nom": "A", "degre": 9},
        attaque={"approche": "attaque_en_force"},
        defenseur={"nom": "B", "type": "autre", "defense": {"type": "parer"}},
        jets=(30, 90),
    )
    free = following(journal(force), "inverser", retires=["0-0-sans_defense-attaquant"])
    assert free["scenario"]["defenseurs"][0]["defense"] == {"type": "standard"}
    assert ("sans_defense", "A", "retire") in states(free)
    bound = following(journal(force), "inverser")
    assert bound["scenario"]["defenseurs"][0]["defense"] == {"type": "encaisser"}
    removed = journal(force, retires=["0-0-sans_defense-attaquant"])
    view = api.ask("combat", "next", json.dumps(removed)).vue()
    assert {"retires": []} in buttons(view["reports"])


def buttons(tree: Any) -> list[Json]:
    if isinstance(tree, list):
        return [each for item in tree for each in buttons(item)]
    found = tree.get("attributs", {}).get("data-journal")
    own = [json.loads(found)] if found else []
    return own + buttons(tree.get("enfants", []))


@given(journals(2))
def test_every_button_is_a_journal_that_is_answered(value: Json) -> None:
    view = api.ask("combat", "next", json.dumps(value)).vue()
    pressed = [each for slot in view.values() for each in buttons(slot)]
    assert pressed
    for each in pressed[:12]:
        assert set(each) <= {"retires", "blessures", "geste", "cible"}
        assert "resultat" in asked(value | each)


def test_a_wound_taken_away_goes_unless_he_had_it_before() -> None:
    first = duel(
        attaquant={"nom": "A", "blessures": ["grave"]}, defenseur={"nom": "B"}, jets=(90, None)
    )
    wounds = [{"entree": 0, "qui": "A", "blessure": each} for each in ("mineure", "grave")]
    value = journal(first, blessures=wounds)
    second = following(value, "round_suivant")["scenario"]
    assert second["attaquant"]["blessures"] == ["mineure", "grave"]
    value["entrees"].append({"round": 2, "scenario": second | {"jets": first["jets"]}})
    third = following(value, "round_suivant", retires=["blessure-0", "blessure-1"])["scenario"]
    assert third["attaquant"]["blessures"] == ["grave"]


def test_fighters_without_a_name_are_followed_by_their_keys() -> None:
    force = duel(
        attaque={"approche": "attaque_en_force"}, defenseur={"type": "autre"}, jets=(30, None)
    )
    first = following(journal(force), "inverser")
    assert first["qui"] == {"attaquant": "defenseur 1", "defenseurs": ["attaquant"]}
    assert first["scenario"]["attaquant"]["degre"] == 5
    assert first["scenario"]["defenseurs"][0]["defense"] == {"type": "encaisser"}
    second = first["scenario"] | {"jets": {"attaque": [90]}}
    value = journal(force, second)
    value["entrees"][1]["qui"] = first["qui"]
    third = following(value, "inverser")
    assert third["qui"] == {"attaquant": "attaquant", "defenseurs": ["defenseur 1"]}
    assert third["scenario"]["attaque"] == {"approche": "attaque_en_force", "arme": "marteau"}
    del value["entrees"][1]["qui"]
    lost = following(value, "inverser")
    assert lost["scenario"]["attaquant"]["degre"] == 8, "known by side alone, the other way round"


BLOW = duel(
    attaque={"approche": "attaque_etrange"},
    attaquant={"degre": 12},
    defenseur={"type": "autre", "defense": {"type": "standard"}},
    jets=(42, 88),
)
SOURCE = "Combat (règles), Approches d’attaque en mêlée"


def sources(answer: Json) -> dict[str, str]:
    return {each["code"]: each["source"] for each in answer["reports"]}


def test_who_has_no_name_is_told_by_the_side_and_round_that_he_comes_from() -> None:
    """A reader who starts anew knows best whether it is the same man: he can lift the report."""
    was = f"Round 1, le défenseur sans nom, {SOURCE}"
    goes_on = following(journal(BLOW), "round_suivant")
    assert sources(goes_on) == {"malus_actions": f"{was}."}
    turned = following(journal(BLOW), "inverser")
    assert turned["reports"][0]["message"].startswith("L’attaquant\u00a0: "), "as he stands now"
    assert sources(turned)["malus_actions"] == f"{was}.", "as he stood then"
    value = journal(BLOW, BLOW | {"attaque": {"approche": "standard", "arme": "epee_hache"}})
    doubt = " Un autre échange a suivi\u00a0: à retirer si ce n’est plus le même combattant."
    assert sources(following(value, "round_suivant")) == {"malus_actions": f"{was}.{doubt}"}
    applied = following(journal(BLOW), "appliquer", scenario=BLOW)
    assert sources(applied)["malus_actions"] == f"{was}.{doubt}"
    value["entrees"][1] |= {"par": "inverser"}
    assert sources(following(value, "round_suivant")) == {"malus_actions": f"{was}."}
    named = copy.deepcopy(BLOW)
    named["defenseurs"][0]["nom"] = "Malik"
    assert sources(following(journal(named), "appliquer", scenario=named)) == {
        "malus_actions": f"Round 1, {SOURCE}",
        "rang": "Round 1, Combat (règles), Règles spéciales du calculateur",
    }


def labels(value: Json, geste: str = "") -> list[str]:
    """Name every fighter, each gesture, as the page does."""
    vue = api.ask("combat", "next", json.dumps(value | {"geste": geste})).vue()
    listed = next(each for each in vue["initiative"] if each["balise"] == "ol")["enfants"]
    return [text(each).rpartition("\u00a0: ")[0] for each in listed]


@pytest.mark.parametrize("names", [("", "", ""), ("Garde", "Garde", "Garde"), ("Garde", "", "")])
@pytest.mark.parametrize("geste", ["", "round_suivant", "inverser", "appliquer"])
def test_each_fighter_has_a_label_of_his_own(names: tuple[str, ...], geste: str) -> None:
    told = (HANDED / "combat/rafale-continue-trois-cibles.json").read_text(encoding="utf-8")
    burst: Json = json.loads(told)["scenario"]
    for rank, each in enumerate(burst["defenseurs"]):
        each["nom"] = names[rank]
    alone = journal(burst, scenario=BLOW)
    turned = following(alone, "inverser", cible=1)
    jets = {"attaque": [20], "defense": [[88]]}
    taken = journal(burst, turned["scenario"] | {"jets": jets}, scenario=BLOW)
    taken["entrees"][1] |= {"qui": turned["qui"], "par": "inverser"}
    for value in (alone, taken):
        found = labels(value, geste)
        assert len(found) == 4
        assert len(set(found)) == 4, found


def test_namesakes_are_two() -> None:
    value = duel(attaquant={"nom": "A"}, defenseur={"nom": "A", "type": "autre"}, jets=(20, None))
    answer = following(journal(value), "inverser")
    assert answer["qui"] == {"attaquant": "A (defenseur 1)", "defenseurs": ["A"]}
    assert [each["dommages"] for each in answer["combattants"]] == [0, 3]


def test_a_creature_strikes_back_as_another_and_is_itself_again() -> None:
    value = duel(attaquant={"nom": "A"}, defenseur={"nom": "Daïmon"}, jets=(20, None))
    first = following(journal(value), "inverser")
    assert first["scenario"]["attaquant"]["type"] == "autre"
    assert [each["valeur"] for each in first["abandons"]] == ["creature"]
    back = first["scenario"] | {"jets": {"attaque": [90]}}
    second = following(journal(value, back), "inverser")
    assert second["scenario"]["defenseurs"][0]["type"] == "creature"


def test_the_order_of_initiative_is_that_of_the_rules() -> None:
    value = duel(
        attaquant={"nom": "A", "initiative": 3},
        defenseur={"nom": "B", "type": "nephilim", "ka": {"eau": 4}},
        jets=(90, None),
    )
    order = asked(journal(value))["resultat"]["initiative"]
    assert order == [{"qui": "B", "initiative": 8}, {"qui": "A", "initiative": 3}]


WOUND = {"entree": 5, "qui": "A", "blessure": "grave"}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"version": 2}, [("version", "version")]),
        ({"entrees": [{"round": 0, "scenario": {}}]}, [("entrees[0].round", "bornes")]),
        ({"entrees": [{"round": 1, "scenario": duel()}]}, [("entrees[0].scenario.jets", "requis")]),
        ({"geste": "dormir"}, [("geste", "inconnu")]),
        ({"geste": "riposte", "cible": 3}, [("cible", "bornes")]),
        ({"entrees": [], "geste": "riposte"}, [("entrees", "requis")]),
        ({"geste": "appliquer"}, [("scenario", "requis")]),
        ({"geste": "appliquer", "scenario": {}}, None),
        (
            {"blessures": [{"entree": 5, "qui": "A", "blessure": "grave"}]},
            [("blessures[0].entree", "bornes")],
        ),
        ({"gestes": []}, [("gestes", "inconnu")]),
    ],
)
def test_what_is_wrong_is_named(change: Json, expected: Any) -> None:
    found = refused(journal(RIPOSTE) | change)
    if expected is None:
        assert {place.partition(".")[0] for place, _ in found} == {"scenario"}
    else:
        assert found == expected


def test_an_entry_that_is_amiss_hides_nothing_of_the_next() -> None:
    value = journal(duel(), RIPOSTE, duel())
    value["entrees"][1]["round"] = 0
    value["entrees"].insert(0, {"round": 1, "scenario": 3})
    assert set(refused(value)) == {
        ("entrees[0].scenario", "type"),
        ("entrees[1].scenario.jets", "requis"),
        ("entrees[2].round", "bornes"),
        ("entrees[3].scenario.jets", "requis"),
    }


def test_who_is_not_among_the_defenders_cannot_turn_attacker() -> None:
    (said,) = asked(journal(RIPOSTE, geste="inverser", cible=1))["erreurs"]
    assert (said["chemin"], said["code"]) == ("cible", "bornes")
    assert "de 0 à 0 " in said["message"]
    turned = asked(journal(burst(), geste="inverser", cible=2))["resultat"]
    assert turned["qui"]["attaquant"] == "D"


def test_a_wound_without_any_entry_asks_for_one() -> None:
    wound = {"entree": 0, "qui": "A", "blessure": "grave"}
    assert refused(journal(blessures=[wound])) == [("entrees", "requis")]


def test_rounds_do_not_go_back_and_a_missing_die_is_named() -> None:
    value = journal(RIPOSTE, RIPOSTE, rounds=(2, 1))
    assert refused(value) == [("entrees[1].round", "bornes")]
    late = copy.deepcopy(RIPOSTE) | {"jets": {"attaque": [20], "defense": [[None]]}}
    assert refused(journal(late)) == [("entrees[0].scenario.jets.defense[0][0]", "requis")]


def test_no_result_is_trusted() -> None:
    value = journal(RIPOSTE)
    value["entrees"][0]["resultat"] = {"echanges": []}
    assert refused(value) == [("entrees[0].resultat", "inconnu")]


@given(journals())
def test_any_fight_goes_on_and_the_rules_take_what_comes(value: Json) -> None:
    row = api.CALCULS["combat"]
    for geste in GESTES:
        answer = asked(value | {"geste": geste})["resultat"]
        row.read(answer["scenario"], row.tables(), dice=False)
        for each in answer["reports"]:
            assert (each["etat"] == "applique") == bool(each["chemin"])


@given(VALUES, VALUES, st.sampled_from([*GESTES, ""]))
def test_anything_gets_an_answer(one: Any, two: Any, geste: str) -> None:
    asked(one)
    asked({"entrees": [one, two]})
    asked(journal(RIPOSTE) | {"geste": geste, "qui": one, "retires": two, "blessures": one})
    asked(journal(RIPOSTE, geste=geste, scenario=one if isinstance(one, dict) else None))
    entry = {"round": 1, "scenario": RIPOSTE, "qui": one, "par": two}
    asked({"entrees": [entry], "geste": geste})
    for key in ("attaquant", "defenseurs"):
        asked({"entrees": [{"round": 1, "scenario": RIPOSTE, "qui": {key: one}}], "geste": geste})


def test_the_longest_journals_are_soon_answered() -> None:
    short: Json = {
        "mode": "melee",
        "attaquant": {"type": "autre", "degre": 1},
        "attaque": {"approche": "standard"},
        "defenseurs": [{"type": "autre", "degre": 1, "defense": {"type": "parer"}}],
        "jets": {"attaque": [1], "defense": [[1]]},
    }
    many = journal(*[short] * ENTREES_MAX, geste="round_suivant")
    assert "resultat" in asked(many)
    twelve = next(case.scenario for case in cases("combat") if case.name.endswith("douze-cibles"))
    crowd = journal(*[twelve] * (65_536 // len(json.dumps(twelve))), geste="inverser", cible=11)
    assert "resultat" in asked(crowd)
    strangers = [
        short
        | {
            "attaquant": {"type": "autre", "degre": 1, "nom": f"a{rank}"},
            "defenseurs": [short["defenseurs"][0] | {"nom": f"b{rank}"}],
        }
        for rank in range(ENTREES_MAX)
    ]
    wounds = [WOUND | {"entree": 0}] * BLESSURES_MAX
    said = asked(journal(*strangers, geste="inverser", blessures=wounds))
    assert len(json.dumps(said)) < 1_000_000, "no list of lists grows"
    assert refused(journal(*[short] * (ENTREES_MAX + 1))) == [("entrees", "longueur")]
    assert len(asked(journal(*[{"a": 1}] * ENTREES_MAX))["erreurs"]) < 30


SCHEMA = pycore("schema", "journal").json


def test_the_schema_is_written_and_fits() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    validator = Draft202012Validator(SCHEMA)
    assert validator.is_valid(journal(RIPOSTE, geste="riposte", cible=0))
    assert not validator.is_valid(journal(duel(attaquant={"degre": 99})))
    fighters = Draft202012Validator(pycore("schema", "personnages").json)
    assert fighters.is_valid({"version": 1, "personnages": [{"type": "selenim", "degre": 3}]})
    assert not fighters.is_valid({"personnages": [{"type": "selenim"}]})


def test_the_command_line_goes_on() -> None:
    text = json.dumps(journal(RIPOSTE, geste="riposte")).encode()
    done = pycore("next", given=text)
    assert (done.code, done.json) == (0, following(journal(RIPOSTE), "riposte"))
    assert pycore("next", "-", "--lines", given=text + b"\n" + text).lines == [done.json] * 2
    assert pycore("next", given=b"{}").code == 2
