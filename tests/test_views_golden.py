"""What is answered and shown, in full, as it was read and approved: every word, class and figure.

`NCALC_VUES=ecrire` writes it again, for a person to read what changed before it is kept.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from pycore import api
from tests.support.anima import anima_cases, without_dice
from tests.support.duel import duel
from tests.support.golden import WRITING, kept
from tests.support.stories import STORIES
from tests.support.told import Question, told
from web.tools.paths import ROOT

Json = dict[str, Any]
GOLDEN = ROOT / "tests/golden/vues"


def fight(name: str) -> list[Question]:
    """A fight: before its dice, after them, and how it goes on."""
    value = STORIES[name]
    plain = ("resolve", "seuils", "odds", "bilan", "copie", "lien")
    asked = [Question("combat", each, value) for each in plain]
    asked += [Question("combat", "conseil", value, each) for each in ({}, {"cote": 0})]
    asked += [Question("combat", "besoin", value, each) for each in ({}, {"but": "au_moins"})]
    asked += [Question("combat", "garder", value, {"cote": each, "rang": 0}) for each in SIDES]
    entries = [{"round": 1, "scenario": value}]
    asked += [
        Question("combat", "next", {"version": 1, "entrees": entries} | more)
        for more in (
            {},
            {"geste": "round_suivant"},
            {"geste": "inverser"},
            {"geste": "riposte"},
            {"geste": "round_suivant", "retires": ["0-0-riposte-attaquant", "0-0-rang"]},
            {"blessures": [{"entree": 0, "qui": "attaquant", "blessure": "serieuse"}]},
        )
    ]
    return asked


SIDES = ("attaquant", "defenseur")
FIGHTER = {
    "version": 1,
    "nom": "Ézéchiel",
    "type": "nephilim",
    "degre": 8,
    "ka": {"feu": 6},
    "arme": "epee_hache",
    "effets": ["furie_pyretique", "esprit_24e"],
}
FIGHTS = (
    *("touche-terrible", "critique-contre-ratee", "riposte", "deux-attaques", "rafale"),
    *("annule-effet", "vigilance", "pare-blesse", "desarme", "immobilise", "coup-par-coup"),
)
BRIEFLY = (
    *("critique", "maladresse", "echec", "elaboree", "lancer", "fuite-blesse", "au-sol"),
    *("touche-magie-seule", "arrete-armure", "annule-manteau", "rafale-critique", "marge-gardee"),
    *("sans-effet", "maladresse-riposte", "maladresse-defense", "desarme-corps"),
)
ACTIONS: tuple[Json, ...] = (
    {"vecu": 4, "blessures": ["serieuse"], "jet": 50},
    {"vecu": 9, "approche": {"ka": "feu", "degre": 2}, "jet": 11},
    {"vecu": 1, "approche": {"ka": "feu", "degre": 0}, "metamorphe": 1, "jet": 99},
    {"vecu": 1, "approche": {"ka": "feu", "degre": 0}, "jet": 12},
)
ATTACKS = 17  # of the cases of an attack, one of so many


def actions() -> list[Question]:
    asked = [
        Question("action-simple", operation, each)
        for each in ACTIONS
        for operation in ("resolve", "seuils", "odds", "copie", "lien")
    ]
    for other in ACTIONS[1:]:
        both = {"acteur": ACTIONS[0], "opposant": other}
        asked += [
            Question("action-opposee", operation, both)
            for operation in ("resolve", "seuils", "odds", "copie", "lien")
        ]
    return asked


def anima(calcul: str) -> list[Question]:
    asked = []
    mine = [each for each in anima_cases() if each.calcul == calcul and each.erreurs is None]
    step = {"anima-attaque": ATTACKS, "anima-initiative": 1}.get(calcul, 4)
    for each in mine[::step]:
        value = json.loads(each.texte)
        asked += [Question(calcul, "resolve", value), Question(calcul, "copie", value)]
        if calcul == "anima-attaque":
            asked.append(Question(calcul, "jets", value))
    if calcul == "anima-attaque":
        asked += [
            Question(calcul, "odds", without_dice(json.loads(each.texte)))
            for each in mine[: ATTACKS * 5 : ATTACKS]
        ]
    return asked


def fighters() -> list[Question]:
    scenario = duel(defenseur={"defense": {"type": "parer"}})
    value = {"scenario": scenario, "personnage": FIGHTER}
    file = {"version": 1, "personnages": [FIGHTER, {"type": "?"}, FIGHTER | {"degre": 99}]}
    asked = [Question("combat", "placer", value, {"cote": each, "rang": 0}) for each in SIDES]
    asked.append(Question("combat", "personnages", file))
    little = {"contexte": 1, "contexte_motif": "pluie"}
    told = duel(attaquant=little, defenseur={"contexte": -1}, jets=(20, None))
    return [*asked, Question("combat", "resolve", told)]


LEGEND = duel(
    attaquant={"nom": "Ézéchiel", "degre": 25, "effets": ["prince_spirale"]},
    defenseur={"nom": "Garde"},
    jets=(99, None),
)


def copies() -> list[Question]:
    """Texts to paste, but for the plain one, which stands with what it tells."""
    return [
        *(
            Question("combat", "copie", value, {"forme": forme})
            for value in (LEGEND, STORIES["rafale"])
            for forme in ("discord", "wikicode")
        ),
        Question("action-simple", "copie", ACTIONS[0], {"forme": "json"}),
    ]


PAGES = {
    **{f"combat-{name}": fight(name) for name in FIGHTS},
    **{name: anima(name) for name in api.CALCULS if name.startswith("anima-")},
    **{
        f"combat-{name}": [
            Question("combat", each, STORIES[name]) for each in ("resolve", "seuils", "bilan")
        ]
        for name in BRIEFLY
    },
    "actions": actions(),
    "copies": copies(),
    "personnages": fighters(),
}


@pytest.mark.parametrize("name", PAGES)
def test_page(name: str) -> None:
    now = "".join(f"{line}\n" for question in PAGES[name] for line in told(question))
    assert kept(GOLDEN / f"{name}.txt", now, writing=WRITING) == now


def test_no_other_page_is_kept() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(PAGES)
