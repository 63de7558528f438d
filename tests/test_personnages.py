"""Fighters kept apart from any side: taken, put back, exported, read from anything."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pycore import api
from pycore.donnees import nephilim
from pycore.errors import RefusedError
from pycore.nephilim.combat.personnage import PERSONNAGES_MAX, Personnage, ids
from pycore.shapes import Context, Objet
from tests.support.asking import answered
from tests.support.cases import places
from tests.support.duel import duel
from tests.support.mutations import VALUES
from tests.support.random_values import make
from tests.support.scenarios import scenarios

Json = dict[str, Any]
REGLES = nephilim()


def asked(op: str, value: object, **demande: Any) -> Json:
    return answered(op, "combat", value, **demande)


def result(op: str, value: object, **demande: Any) -> Json:
    said = asked(op, value, **demande)
    made: Json = said["resultat"]
    return made


FULL: Json = {
    "version": 1,
    "nom": "Ézéchiel",
    "type": "nephilim",
    "degre": 8,
    "ka": {"feu": 6, "eau": 4},
    "blessures": ["mineure"],
    "metamorphe": 3,
    "protection": "gilet_lourd",
    "bouclier": "cavalier_targe",
    "arme": "epee_hache",
    "effets": ["furie_pyretique", "kerubim", "esprit_24e"],
}


def test_an_attacker_is_kept_with_his_weapon() -> None:
    side = {key: item for key, item in FULL.items() if key not in ("version", "arme")}
    side["effets"] = ["furie_pyretique", "kerubim"]
    value = duel(attaquant=side | {"contexte": -2, "report": 4}, attaque={"arme": "epee_hache"})
    kept = result("garder", value, cote="attaquant", rang=0)
    expected = FULL | {"effets": ["furie_pyretique", "kerubim"]}
    assert kept == {"personnage": expected, "laisse": []}


def test_a_defender_is_kept_by_his_rank_whatever_is_wrong_elsewhere() -> None:
    value = duel(attaquant={"degre": "?"})
    value["defenseurs"].append({"type": "creature", "degre": 4, "nom": "Daïmon", "ka": {"feu": 99}})
    kept = result("garder", value, cote="defenseur", rang=1)
    assert kept["personnage"] == {"version": 1, "type": "creature", "degre": 4, "nom": "Daïmon"}
    assert kept["laisse"] == ["defenseurs[1].ka.feu"]
    said = asked("garder", value, cote="attaquant")
    assert places(said["erreurs"]) == [("attaquant.degre", "type")]
    for beyond in (2, 5):
        said = asked("garder", value, cote="defenseur", rang=beyond)
        assert places(said["erreurs"])[0][0].startswith(f"defenseurs[{beyond}]")


def test_what_is_wrong_with_a_weapon_is_left_and_named() -> None:
    value = duel(attaque={"arme": "excalibur", "munition": 3})
    kept = result("garder", value, cote="attaquant")
    assert kept["personnage"] == {"version": 1, "type": "autre", "degre": 8}
    assert kept["laisse"] == ["attaque.arme", "attaque.munition"]


def test_what_stands_at_its_default_is_not_kept() -> None:
    plain = {"version": 1, "type": "autre", "degre": 5}
    told = plain | {"stase": 0, "munition": "standard", "effets": [], "ka": {}}
    assert result("personnages", told)["personnages"] == [plain]


def put(personnage: Json, cote: str, value: Json | None = None, rang: int = 0) -> Json:
    scenario = duel() if value is None else value
    return result("placer", {"scenario": scenario, "personnage": personnage}, cote=cote, rang=rang)


def test_as_attacker_he_brings_weapon_and_effects_of_attack() -> None:
    back = put(FULL, "attaquant")
    assert back["scenario"]["attaquant"]["effets"] == ["furie_pyretique", "kerubim"]
    assert back["scenario"]["attaque"]["arme"] == "epee_hache"
    assert [(each["chemin"], each["valeur"]) for each in back["abandons"]] == [
        ("attaquant.effets", "esprit_24e")
    ]
    assert api.run("combat", "seuils", json.dumps(back["scenario"]))["attaques"][0]["degres"]


def test_as_defender_the_same_ids_serve_and_the_defence_stays() -> None:
    value = duel(defenseur={"defense": {"type": "parer"}, "contexte": 2, "ka_dominant_rate": True})
    back = put(FULL, "defenseur", value)
    held = back["scenario"]["defenseurs"][0]
    assert held["effets"] == ["kerubim", "esprit_24e"]
    assert (held["defense"], held["contexte"], held["ka_dominant_rate"]) == (
        {"type": "parer"},
        2,
        True,
    )
    assert [each["valeur"] for each in back["abandons"]] == ["furie_pyretique"]
    assert api.run("combat", "seuils", json.dumps(back["scenario"]))


def test_a_type_that_cannot_attack_is_stood_for_and_said() -> None:
    back = put({"version": 1, "type": "creature", "degre": 7, "source": "menace"}, "attaquant")
    assert back["scenario"]["attaquant"]["type"] == "autre"
    assert [(each["chemin"], each["valeur"]) for each in back["abandons"]] == [
        ("attaquant.type", "creature")
    ]
    assert back["abandons"][0]["message"].endswith(".")


def test_a_weapon_that_the_manoeuvre_does_not_take_changes_nothing() -> None:
    back = put({"version": 1, "type": "autre", "degre": 7, "arme": "ak47"}, "attaquant")
    assert back["scenario"]["attaque"] == duel()["attaque"]
    assert [each["chemin"] for each in back["abandons"]] == ["attaque.arme"]


def test_into_an_empty_form_and_a_further_rank() -> None:
    back = put(FULL, "defenseur", {}, rang=2)
    assert back["scenario"]["defenseurs"][:2] == [{}, {}]
    assert back["scenario"]["defenseurs"][2]["nom"] == "Ézéchiel"


@given(scenarios(), st.sampled_from(["attaquant", "defenseur"]))
def test_kept_and_put_back_in_his_place_changes_nothing(value: Json, cote: str) -> None:
    row = api.CALCULS["combat"]
    tables = row.tables()
    kept = result("garder", value, cote=cote, rang=0)
    assert kept["laisse"] == []
    back = put(kept["personnage"], cote, value)
    assert back["abandons"] == []
    assert row.read(back["scenario"], tables, dice=True) == row.read(value, tables, dice=True)


@given(scenarios(), scenarios(), st.sampled_from(["attaquant", "defenseur"]))
def test_any_fighter_takes_any_side_as_its_shape_wants(one: Json, two: Json, cote: str) -> None:
    for mine in ("attaquant", "defenseur"):
        kept = result("garder", one, cote=mine, rang=0)["personnage"]
        back = put(kept, cote, two)["scenario"]
        context = Context(api.CALCULS["combat"].ids(REGLES))
        Objet(api.CALCULS["combat"].scenario).check(back, "", context)
        assert context.fautes == []


def test_a_file_is_read_in_every_form() -> None:
    for value in ({"version": 1, "personnages": [FULL]}, [FULL], FULL):
        back = result("personnages", value)
        assert back == {
            "personnages": [FULL],
            "fichier": {"version": 1, "personnages": [FULL]},
            "signale": [],
        }


def test_damaged_ones_are_named_and_the_others_are_there() -> None:
    spoilt = [
        FULL | {"humeur": 1, "effets": ["kerubim", "disparu"]},
        {"type": "dragon", "degre": 3},
        17,
        FULL | {"version": 2},
        {"type": "autre"},
        FULL,
    ]
    back = result("personnages", {"version": 1, "personnages": spoilt})
    assert back["personnages"] == [FULL | {"effets": ["kerubim"]}, FULL]
    assert places(back["signale"]) == [
        ("personnages[0].effets[1]", "inconnu"),
        ("personnages[0].humeur", "inconnu"),
        ("personnages[1].type", "inconnu"),
        ("personnages[2]", "type"),
        ("personnages[3].version", "version"),
        ("personnages[4].degre", "requis"),
    ]
    assert all(each["message"].endswith(".") for each in back["signale"])


@pytest.mark.parametrize(
    ("text", "chemin", "code"),
    [
        ("", "", "json"),
        ("{", "", "json"),
        ("3", "", "type"),
        ('{"personnages": 3}', "personnages", "type"),
        ('{"version": 2, "personnages": []}', "version", "version"),
        ("[" * 60_000, "", "json"),
    ],
)
def test_what_is_no_file_is_refused(text: str, chemin: str, code: str) -> None:
    corps = {"calcul": "combat", "texte": text}
    said = json.loads(api.answer(json.dumps({"n": 1, "op": "personnages", "corps": corps})))[
        "corps"
    ]
    assert places(said["erreurs"]) == [(chemin, code)]


def test_a_version_is_told_of_the_fighter_who_bears_it() -> None:
    (said,) = result("personnages", [FULL, FULL | {"version": 2}])["signale"]
    assert said["message"].replace("\u00a0", " ").startswith("Personnage 2 : la version 2 ")


def test_too_many_are_read_up_to_the_limit() -> None:
    one = {"type": "autre", "degre": 1}
    assert result("personnages", [one] * PERSONNAGES_MAX)["signale"] == []
    back = result("personnages", [one] * (PERSONNAGES_MAX + 1))
    assert len(back["personnages"]) == PERSONNAGES_MAX
    assert places(back["signale"]) == [("personnages", "longueur")]
    flood = result("personnages", [{f"k{rank}": 1 for rank in range(5000)}])
    assert len(flood["signale"]) < 30


@given(VALUES, VALUES)
def test_anything_gets_an_answer(one: Any, two: Any) -> None:
    for value in (
        one,
        [one, two],
        {"personnages": [one, two]},
        {"scenario": one, "personnage": two},
        {"scenario": {"attaque": one, "attaquant": two, "defenseurs": one}, "personnage": FULL},
        {"scenario": {"defenseurs": [one, two]}, "personnage": FULL},
    ):
        for op in ("personnages", "garder", "placer"):
            for cote in ("attaquant", "defenseur"):
                asked(op, value, **({} if op == "personnages" else {"cote": cote, "rang": 1}))


def test_random_fighters_come_back_from_their_file() -> None:
    rng = Random(4)  # noqa: S311 - the same fighters at every run
    known = ids(REGLES)
    for _ in range(300):
        value = make(Objet(Personnage), known, rng)
        back = result("personnages", [value])
        assert back["signale"] == []
        one, two = (
            Objet(Personnage).check(each, "", Context(known))
            for each in (value, back["personnages"][0])
        )
        assert one == two


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3", "Il faut ici un objet JSON, entre accolades."),
        (
            '{"version": 99, "personnages": []}',
            "La version 99 est inconnue\u00a0: ce calculateur lit la version 1.",
        ),
    ],
)
def test_what_cannot_be_brought_in_is_said_in_a_sentence(text: str, said: str) -> None:
    with pytest.raises(RefusedError) as refused:
        api.run("combat", "personnages", text)
    (told,) = api.refusal("combat", refused.value)["erreurs"]
    assert told["message"] == said
