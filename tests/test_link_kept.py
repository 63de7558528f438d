"""What a link carries, what it leaves behind, and what is said of either, to the letter."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pycore import api, link
from pycore.rows import Lexique
from tests.support.anima import ATTAQUE, attack
from tests.support.asking import answered
from tests.support.duel import duel

Json = dict[str, Any]
FIRST = {"nom": "A", "initiative": 40, "jets": [50]}
TABLES = api.CALCULS["combat"].tables()
WORDS = link.words("combat", 1, TABLES)


def linked(value: object, calcul: str = "combat", **demande: str) -> Json:
    return api.run(calcul, "lien", json.dumps(value), demande)


def opened(text: str, calcul: str = "combat") -> tuple[Json, list[tuple[str, str]]]:
    back = api.run(calcul, "ouvrir", json.dumps({"fragment": text}))
    return back["scenario"], [(each["chemin"], each["message"]) for each in back["signale"]]


def forged(*pieces: object, calcul: str = "combat") -> str:
    words = WORDS._replace(calcul=calcul)
    texts = [words.write(piece) for piece in pieces]
    return f"ncalc-{calcul}-1-{len(texts)}{'-'.join(texts)}"


@pytest.mark.parametrize(
    ("calcul", "plain", "told"),
    [
        ("combat", duel(), {"version": 1, "options": {}}),
        ("action-simple", {"vecu": 5}, {"bonus": 0, "malus": 0, "tentative": 1, "blessures": []}),
        (ATTAQUE, attack(), {"version": 1, "options": {}}),
        ("anima-initiative", {"combattants": [FIRST]}, {"version": 1, "options": {}}),
    ],
)
def test_what_says_nothing_takes_no_room(calcul: str, plain: Json, told: Json) -> None:
    assert linked(plain | told, calcul) == linked(plain, calcul)


def test_side_that_is_not_there_to_leave_out() -> None:
    jets = {"attaque": [20], "defense": [[40]]}
    told = linked({"mode": "melee", "jets": jets}, sans="defenseurs")
    assert told["laisse"] == ["jets.defense"]
    assert opened(told["fragment"])[0]["jets"] == {"attaque": [20], "defense": [[None]]}
    value = duel(attaquant={"nom": 5}, defenseur={"nom": "B"})
    assert "nom" not in opened(linked(value, sans="attaquant")["fragment"])[0].get("attaquant", {})


def test_of_a_side_of_anima_that_is_left_out_the_name_alone_is_kept() -> None:
    value = attack({"nom": "Lya"}, {"nom": "Kaï"})
    value["jets"]["resistance"] = 50
    told = linked(value, ATTAQUE, sans="attaquant")
    assert told["laisse"] == ["attaquant", "jets.attaque"]
    back, _ = opened(told["fragment"], ATTAQUE)
    assert (back["attaquant"], back["defenseur"]) == ({"nom": "Lya"}, value["defenseur"])
    assert back["jets"] == {"attaque": [None], "defense": [50], "resistance": 50}
    told = linked(value, ATTAQUE, sans="defenseur")
    assert told["laisse"] == ["defenseur", "jets.defense", "jets.resistance"]
    back, _ = opened(told["fragment"], ATTAQUE)
    assert (back["attaquant"], back["defenseur"]) == (value["attaquant"], {"nom": "Kaï"})
    assert back["jets"] == {"attaque": [50], "defense": [None]}


def test_side_that_does_not_exist_is_not_left_out() -> None:
    (told,) = answered("lien", "combat", duel(), sans="personne")["erreurs"]
    assert (told["chemin"], told["code"]) == ("sans", "inconnu")
    assert "«\u00a0personne\u00a0»" in told["message"]
    assert "attaquant · defenseurs" in told["message"]


def test_gap_in_a_damaged_link_is_named() -> None:
    side = {"type": "autre", "degre": 3}
    head = [{"mode": "melee", "attaque": {"approche": "standard"}, "version": 1}]
    pieces: list[object] = [
        head,
        ["attaquant", side],
        *(["defenseurs", k, side] for k in (0, 1, 2)),
    ]
    text = forged(*pieces)
    assert opened(text)[1] == []
    gone = WORDS.write(pieces[3])
    back, told = opened(text.replace(gone, gone[:-3]))
    assert back["defenseurs"] == [side, None, side]
    spoilt = "cette partie du lien est abîmée et n’a pas été lue."
    assert [where for where, _ in told] == ["defenseurs[1]"]
    assert told[0][1].endswith(spoilt)
    # What is unknown has no gaps: it is named itself.
    odd = forged(*pieces, [{"inconnu": [None]}], "perdu")
    assert [where for where, _ in opened(odd)[1]] == ["", "inconnu"]
    few = forged([{"vecu": 5}], "perdu", calcul="action-simple")
    assert opened(few, "action-simple") == (
        {"vecu": 5},
        [("", "Une partie de ce lien est abîmée et n’a pas été lue.")],
    )


@pytest.mark.parametrize("count", [20, 21, 25])
def test_faults_of_a_link_are_listed_to_the_twentieth(count: int) -> None:
    told = opened(forged([{f"k{rank}": rank for rank in range(count)}]))[1]
    beyond = [f"Et {count - 20} de plus, qui n’ont pas été lus."] if count > 20 else []
    assert [where for where, _ in told][:20] == [f"k{rank}" for rank in range(20)]
    assert [message for _, message in told[20:]] == beyond


def test_link_has_the_words_of_its_version_or_of_the_last_before() -> None:
    tables = TABLES._replace(liens={each: Lexique(each, (each,)) for each in ("1", "3")})
    words = [link.words("combat", version, tables).lexique for version in (1, 2, 3, 4)]
    assert words == [b"1", b"1", b"3", b"3"]


def test_fragment_is_all_that_is_opened() -> None:
    text = linked(duel())["fragment"]
    assert "resultat" in answered("ouvrir", "combat", {"fragment": text, "laisse": []})
    (told,) = answered("ouvrir", "combat", {"fragment": text, "version": 1})["erreurs"]
    assert (told["chemin"], told["code"]) == ("version", "inconnu")


def test_what_is_empty_is_no_fault_and_what_is_wrong_is_said_with_what_may_stand() -> None:
    side = {"ka": {"feu": None, "eau": 3}, "degre": None}
    assert opened(forged(["attaquant", side])) == ({"attaquant": {"ka": {"eau": 3}}}, [])
    wrong = "« musique » n’est pas une clé connue ici : retirez-la. Clés possibles : "
    (told,) = opened(forged([{"mode": "melee", "musique": 3}]))[1]
    assert told[0] == "musique"
    words = told[1].replace("\u00a0", " ")
    assert wrong + "mode · attaquant · attaque · defenseurs · " in words


@pytest.mark.parametrize(("count", "told"), [(12, 0), (13, 1)])
def test_link_of_more_targets_than_there_may_be(count: int, told: int) -> None:
    back, said = opened(forged([{"defenseurs": [{"degre": 1}] * count}]))
    assert len(back["defenseurs"]) == 12
    assert said == [("defenseurs", "Défenseur\u00a0: il en faut de 1 à 12, il y en a 13.")] * told
