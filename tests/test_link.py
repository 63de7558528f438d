"""A scenario through its link and back: nothing lost, nothing that a stranger sends breaks it."""

from __future__ import annotations

import itertools
import json
import re
import zlib
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pycore import api, fragment, link
from pycore.errors import RefusedError
from pycore.shapes import Context, Objet
from tests.support.asking import answered
from tests.support.cases import cases
from tests.support.duel import duel
from tests.support.mutations import VALUES
from tests.support.random_values import scenario
from tests.support.scenarios import spent_scenarios
from tests.support.soon import soon
from web.tools.paths import ROOT

Json = dict[str, Any]
CALCULS = list(api.CALCULS)
MANY = 40 * settings().max_examples
FROZEN = json.loads((ROOT / "tests/liens/version-1.json").read_text(encoding="utf-8"))
PLAIN = re.compile(r"ncalc-[a-z]+(-[a-z]+)*-[1-9][0-9]*-[0-9A-Za-z-]*[0-9A-Za-z]")


def linked(value: object, calcul: str = "combat", **demande: str) -> Json:
    return api.run(calcul, "lien", json.dumps(value), demande)


def opened(text: str, calcul: str = "combat") -> Json:
    return api.run(calcul, "ouvrir", json.dumps({"fragment": text}))


def parts(calcul: str, value: object) -> Any:
    """A scenario part by part, defaults in place; every part must be right."""
    row = api.CALCULS[calcul]
    context = Context(row.ids(row.tables()))
    read = Objet(row.scenario).check(value, "", context)
    assert context.fautes == []
    return read


def there_and_back(value: Json, calcul: str = "combat") -> str:
    answer = linked(value, calcul)
    assert answer["laisse"] == []
    assert PLAIN.fullmatch(answer["fragment"])
    back = opened(answer["fragment"], calcul)
    assert back["signale"] == []
    assert parts(calcul, back["scenario"]) == parts(calcul, value)
    text: str = answer["fragment"]
    return text


def test_random_scenarios_come_back() -> None:
    rng = Random(8)  # noqa: S311 - the same scenarios at every run
    tables = {name: api.CALCULS[name].tables() for name in CALCULS}
    weights = [4 if name == "combat" else 1 for name in CALCULS]
    for calcul in rng.choices(CALCULS, weights, k=MANY):
        there_and_back(scenario(api.CALCULS[calcul], tables[calcul], rng), calcul)


# One case in four: the law holds for any, and hypothesis draws others.
@pytest.mark.parametrize("case", cases("combat")[::4], ids=lambda case: case.name)
def test_a_case_comes_back_and_resolves_alike(case: Any) -> None:
    back = opened(there_and_back(case.scenario))["scenario"]
    assert api.run("combat", "resolve", json.dumps(back)) == api.run(
        "combat", "resolve", case.texte
    )


@given(spent_scenarios())
def test_an_accepted_scenario_is_read_alike(value: Json) -> None:
    back = opened(there_and_back(value))["scenario"]
    row = api.CALCULS["combat"]
    assert row.read(back, row.tables(), dice=True) == row.read(value, row.tables(), dice=True)


def test_null_that_says_something_is_kept() -> None:
    second = {
        "vecu": 5,
        "approche": {"ka": "feu", "degre": 3},
        "tentative": 2,
        "approche_precedente": None,
        "jet": 40,
    }
    back = opened(there_and_back(second, "action-simple"), "action-simple")["scenario"]
    assert back["approche_precedente"] is None
    assert api.run("action-simple", "resolve", json.dumps(back))["jet"] == 40


COMMON = duel(
    attaquant={
        "type": "nephilim",
        "nom": "Ézéchiel le Porteur d’Aurore",
        "degre": 8,
        "ka": {"feu": 6, "eau": 4, "air": 3, "terre": 2, "lune": 1},
        "approche": "feu",
        "blessures": ["mineure", "serieuse"],
        "contexte": -2,
        "contexte_motif": "Sous la pluie battante",
        "effets": ["furie_pyretique", "prince_spirale"],
    },
    attaque={"approche": "attaque_en_force", "arme": "glaive_feu"},
    defenseur={
        "type": "autre",
        "nom": "Garde du corps de Maître Hermès",
        "defense": {"type": "contre_attaquer", "numeros": [2]},
        "protection": "gilet_lourd",
        "bouclier": "cavalier_targe",
        "effets": ["liqueur_mouvant"],
    },
    jets=(33, 48),
)


def test_a_common_duel_is_short() -> None:
    assert len(there_and_back(COMMON)) <= 300
    assert len(there_and_back(duel(jets=(33, 48)))) <= 100


def test_an_address_or_a_mark_before_and_a_point_after_are_no_fault() -> None:
    text = there_and_back(COMMON)
    for said in (
        f"#{text}",
        f"https://exemple.invalid/wiki/Combat#{text}",
        f"({text}).",
        f"{text} »",
    ):
        back = opened(said)
        assert (back["signale"], parts("combat", back["scenario"])) == ([], parts("combat", COMMON))


@pytest.mark.parametrize("each", FROZEN, ids=[str(rank) for rank in range(len(FROZEN))])
def test_a_link_of_version_1_means_what_it_meant(each: Json) -> None:
    assert opened(each["fragment"], each["calcul"]) == {"scenario": each["scenario"], "signale": []}


def test_links_of_every_calculator_are_frozen() -> None:
    assert {each["calcul"] for each in FROZEN} == set(CALCULS)


def test_a_former_version_is_taken_forward_step_by_step() -> None:
    def renamed(value: Json) -> Json:
        return {("vecu" if key == "connaissance" else key): item for key, item in value.items()}

    def halved(value: Json) -> Json:
        jet = value.get("jet")
        return value | ({"jet": jet // 2} if isinstance(jet, int) else {})

    row = api.CALCULS["action-simple"]
    tables = row.tables()
    words = link.words("action-simple", 1, tables)
    old = fragment.write(words, {"connaissance": 7, "jet": 80})
    newer = row._replace(migrations=(renamed, halved))
    back = link.read(link.Arrivee("action-simple", newer, old), tables)
    assert (back.scenario, back.fautes) == ({"vecu": 7, "jet": 40}, ())
    second = fragment.write(words._replace(version=2), {"vecu": 7, "jet": 80})
    assert link.read(link.Arrivee("action-simple", newer, second), tables).scenario["jet"] == 40
    third = link.write(
        link.Depart("action-simple", newer, {"vecu": 7, "jet": 80}), tables, link.Envoi()
    )
    assert third.fragment.startswith("ncalc-action-simple-3-")
    assert (
        link.read(link.Arrivee("action-simple", newer, third.fragment), tables).scenario["jet"]
        == 80
    )
    # Today's calculator says that it cannot read tomorrow's link.
    assert refused(third.fragment, "action-simple") == [("", "version")]


def test_what_is_not_finished_or_wrong_is_left_and_named() -> None:
    value = duel(attaquant={"degre": None, "nom": "A"}, defenseur={"degre": 31}, jets=(20, None))
    value["attaquant"]["humeur"] = "noire"
    value["jets"]["attaque"] = [None]
    answer = linked(value)
    assert answer["laisse"] == ["attaquant.humeur", "defenseurs[0].degre"]
    _, listed = api.ask("combat", "lien", json.dumps(value)).vue()["lien"]
    assert (listed["balise"], listed["attributs"]) == ("ul", {"class": "ncalc-signale"})
    assert [each["texte"] for each in listed["enfants"]] == [
        "Attaquant › humeur",
        "Défenseur 1 › Degré",
    ]
    back = opened(answer["fragment"])
    assert back["signale"] == []
    assert back["scenario"]["attaquant"] == {"type": "autre", "nom": "A"}
    assert back["scenario"]["jets"] == {"attaque": [None], "defense": [[None]]}
    assert opened(linked({})["fragment"]) == {"scenario": {}, "signale": []}


def test_a_side_is_left_out_but_for_its_names() -> None:
    answer = linked(COMMON, sans="defenseurs")
    assert answer["laisse"] == ["defenseurs", "jets.defense"]
    back = opened(answer["fragment"])["scenario"]
    assert back["defenseurs"] == [{"nom": "Garde du corps de Maître Hermès"}]
    assert back["jets"] == {"attaque": [33], "defense": [[None]]} | back["jets"]
    assert back["attaquant"] == COMMON["attaquant"]
    other = opened(linked(COMMON, sans="attaquant")["fragment"])["scenario"]
    assert other["attaquant"] == {"nom": "Ézéchiel le Porteur d’Aurore"}
    assert other["defenseurs"] == COMMON["defenseurs"]
    with pytest.raises(RefusedError) as wrong:
        linked(COMMON, sans="personne")
    assert [each.code for each in wrong.value.fautes] == ["inconnu"]


def refused(text: str, calcul: str = "combat") -> list[tuple[str, str]]:
    with pytest.raises(RefusedError) as found:
        opened(text, calcul)
    said = api.refusal(calcul, found.value)["erreurs"]
    return [(each["chemin"], each["code"]) for each in said]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "#Blessures",
        "ncalc-combat-",
        "ncalc-combat-1-",
        "ncalc-combat-1-1",
        "ncalc-action-simple-1-1abc",
        "ncalc-combat-1-1" + "0" * 50,
    ],
)
def test_what_is_no_link_is_refused(text: str) -> None:
    assert refused(text) == [("", "lien")]


def test_every_cut_is_noticed_and_what_came_is_there() -> None:
    text = there_and_back(COMMON)
    whole = parts("combat", COMMON)
    came = 0
    for length in range(len(text)):
        said = answered("ouvrir", "combat", {"fragment": text[:length]})
        if "erreurs" in said:
            assert [each["code"] for each in said["erreurs"]] == ["lien"]
            continue
        back = said["resultat"]
        assert back["signale"]
        came += 1
        if "attaquant" in back["scenario"]:
            assert back["scenario"]["attaquant"] == COMMON["attaquant"]
            assert whole.attaquant.degre == 8
    assert came > len(text) / 2


def test_one_changed_character_costs_two_pieces_at_most() -> None:
    text = there_and_back(COMMON)
    start = text.index("-1-") + 4
    for place in range(start, len(text)):
        changed = text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1 :]
        back = opened(changed)
        assert [each["code"] for each in back["signale"]].count("lien") >= 1, place
        for key, item in back["scenario"].items():
            assert item == COMMON[key], place
        lost = {"mode", "attaquant", "attaque", "defenseurs"} - set(back["scenario"])
        assert len(lost) <= 2, place


def forged(*pieces: object, calcul: str = "combat") -> str:
    """A link that holds anything, its checks right."""
    words = link.words(calcul, 1, api.CALCULS[calcul].tables())
    texts = [words.write(piece) for piece in pieces]
    return f"ncalc-{calcul}-1-{fragment._DIGITS[len(texts)]}{'-'.join(texts)}"  # noqa: SLF001


def test_what_is_unknown_is_named_and_the_rest_loads() -> None:
    text = forged(
        [{"mode": "melee", "musique": 3, "version": 1}],
        [
            "attaquant",
            {"type": "nephilim", "degre": 99, "effets": ["kerubim", "disparu", "kerubim"]},
        ],
        ["defenseurs", 1, {"type": "autre", "degre": 3}],
    )
    back = opened(text)
    assert back["scenario"] == {
        "mode": "melee",
        "version": 1,
        "attaquant": {"type": "nephilim", "effets": ["kerubim"]},
        "defenseurs": [None, {"type": "autre", "degre": 3}],
    }
    assert {(each["chemin"], each["code"]) for each in back["signale"]} == {
        ("musique", "inconnu"),
        ("attaquant.degre", "bornes"),
        ("attaquant.effets[1]", "inconnu"),
        ("attaquant.effets[2]", "doublon"),
    }
    assert all(each["message"].endswith(".") for each in back["signale"])


def test_a_bomb_is_bounded_and_a_flood_of_faults_is_short() -> None:
    with soon(2):
        assert refused(forged([{"nom": "0" * 3_000_000}])) == [("", "lien")]
        two = opened(forged(["x", {"y": "0" * 60_000}], ["attaquant", {"nom": "0" * 6000}]))
        assert two["scenario"] == {}
        flood = opened(forged([{f"k{rank}": rank for rank in range(4000)}]))
        assert len(flood["signale"]) == link.FAUTES_MAX + 1
        deep = forged([{"ka": json.loads("[" * 30 + "]" * 30)}])
        assert opened(deep)["signale"][0]["code"] == "inconnu"
        raw = zlib.compress(b"[" * 60_000)
        assert refused("ncalc-combat-1-1" + raw.hex()) == [("", "lien")]
        assert refused("ncalc-" * 10_000) == [("", "lien")]
        assert refused("ncalc-combat-1-z" + "-0" * 30_000) == [("", "lien")]
        assert refused("ncalc-combat-1-1" + "z" * 65_000) == [("", "lien")]
        assert refused("ncalc-combat-1-1" + "z" * 66_000) == [("", "lien")]


ALPHABET = "0123456789ABCXYZabcxyz-"
BODIES = st.text(ALPHABET, max_size=400) | st.text(max_size=60)


@given(st.sampled_from(CALCULS), BODIES, st.integers(0, 9))
def test_a_random_fragment_gets_an_answer(calcul: str, body: str, version: int) -> None:
    for text in (f"ncalc-{calcul}-{version}-{body}", body):
        answered("ouvrir", calcul, {"fragment": text})


@given(st.sampled_from(CALCULS), st.lists(VALUES, max_size=4))
def test_a_forged_fragment_gets_an_answer(calcul: str, pieces: list[Any]) -> None:
    keys = ["attaquant", "defenseurs", "jets"]
    placed = [[key, each] for key, each in itertools.product(keys, pieces)]
    answered("ouvrir", calcul, {"fragment": forged(*pieces, *placed, calcul=calcul)})


@given(st.sampled_from(CALCULS), VALUES)
def test_any_value_gets_a_link_or_a_refusal(calcul: str, value: Any) -> None:
    said = answered("lien", calcul, value)
    if "resultat" in said:
        answered("ouvrir", calcul, said["resultat"])
