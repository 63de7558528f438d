"""The story of several targets: what opens it, a few words for each, then what follows."""

from __future__ import annotations

import json
from typing import Any

from pycore import api
from pycore.donnees import nephilim
from pycore.nephilim.combat.reading import read
from pycore.nephilim.combat.resolve import resolve
from pycore.render.recit import passages
from tests.support.views import text

REGLES = nephilim()
NAMES = ("Hans", "Bruno", "Cléo")
DEFENCE = {"type": "parer_projectile", "objet": True}
BURST: dict[str, Any] = {
    "mode": "tir",
    "attaquant": {"nom": "Anne", "type": "nephilim", "degre": 30},
    "attaque": {"approche": "tir_sans_visee", "arme": "ak47", "cadence": "raf_cont"},
    "defenseurs": [
        {"nom": nom, "type": "selenim", "degre": 9, "defense": DEFENCE} for nom in NAMES
    ],
}


def shot(dice: list[int], **more: Any) -> dict[str, Any]:
    """A burst, each defence of which fails."""
    return BURST | {"jets": {"attaque": dice, "defense": [[100]] * 3}} | more


def paragraphs(scenario: dict[str, Any]) -> list[str]:
    _, *told, _ = api.ask("combat", "resolve", json.dumps(scenario)).vue()["recit"]
    return [text(each) for each in told]


def situations(scenario: dict[str, Any]) -> list[str]:
    known = read(scenario, REGLES, dice=True)
    told = passages(resolve(known, REGLES), known, REGLES, 0)
    return [each.recit.situation for each in told]


def test_what_follows_is_told_of_each_who_bears_it_after_all_the_blows() -> None:
    opening, *blows, follows = paragraphs(shot([30], ajustements=[{"attaquant": 0}] * 3))
    assert not any(nom in opening for nom in NAMES)
    told = [[nom in blow for nom in NAMES] for blow in blows]
    assert told == [[nom == own for nom in NAMES] for own in NAMES]
    assert [follows.count(nom) for nom in NAMES] == [1, 1, 1]


def test_a_burst_that_fails_as_one_is_told_as_one() -> None:
    able = {"attaquant": BURST["attaquant"] | {"degre": 9}}
    assert situations(shot([97], **able)) == ["rafale_echec"]
    assert situations(shot([100], **able)) == ["rafale_maladresse"]
    assert len(paragraphs(shot([100], **able))) == 1


def test_shots_one_by_one_fail_each_in_its_own_words() -> None:
    single = {
        "attaquant": BURST["attaquant"] | {"degre": 9},
        "attaque": BURST["attaque"] | {"cadence": "cpc"},
    }
    assert [each for each in situations(shot([97, 100, 30], **single)) if "cible" in each] == [
        "cible_manque",
        "cible_maladresse",
        "cible_touche",
    ]
