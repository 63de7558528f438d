"""A dozen pages as they were read and accepted, each for what only it shows.

`python3 build.py test --accepter` writes them anew, for a person to read what changed. What holds
for every page is asked in tests/test_views.py.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tests.support.anima import ATTAQUE, attack, without_dice
from tests.support.duel import duel
from tests.support.golden import compare
from tests.support.stories import STORIES
from tests.support.told import Question, told
from web.tools.paths import ROOT

pytestmark = pytest.mark.accepte

Json = dict[str, Any]
GOLDEN = ROOT / "tests/golden/vues"


class Page(NamedTuple):
    """Why a page is kept, and what is asked for it."""

    why: str
    asked: tuple[Question, ...]


def fight(name: str, *asked: str | tuple[str, Json]) -> tuple[Question, ...]:
    """Questions about a story: operations, with what is asked besides."""
    pairs = [(each, None) if isinstance(each, str) else each for each in asked]
    return tuple(Question("combat", each, STORIES[name], more) for each, more in pairs)


def following(name: str, **more: Any) -> Question:
    """The round after a story."""
    entries = [{"round": 1, "scenario": STORIES[name]}]
    return Question("combat", "next", {"version": 1, "entrees": entries} | more)


FIGHTER = {
    "version": 1,
    "nom": "Ézéchiel",
    "type": "nephilim",
    "degre": 8,
    "ka": {"feu": 6},
    "arme": "epee_hache",
    "effets": ["furie_pyretique", "esprit_24e"],
}
SPOILT = {"version": 1, "personnages": [FIGHTER, {"type": "?"}, FIGHTER | {"degre": 99}]}
PLACED = {"scenario": duel(defenseur={"defense": {"type": "parer"}}), "personnage": FIGHTER}
WOUND = {"entree": 0, "qui": "Ézéchiel", "blessure": "serieuse"}
WOUNDED: Json = {"vecu": 4, "blessures": ["serieuse"], "jet": 50}
APPROACH: Json = {"vecu": 9, "approche": {"ka": "feu", "degre": 2}, "jet": 11}
CLUMSY: Json = {"vecu": 1, "approche": {"ka": "feu", "degre": 0}, "metamorphe": 1, "jet": 99}
BLOW = attack(
    {"nom": "Aël", "attaque": 200, "degats": 100, "situations": ["flanc"], "visee": "tete"},
    {"nom": "Kain", "competence": 100, "pv_max": 110, "ip": 2, "rang": 2},
    {"attaque": [95, 40], "defense": [3, 50], "critique": 60, "resistance": 5},
    options={"degats": "table", "contre": "table"},
)
COUNTER = attack({"attaque": 80}, {"competence": 150, "nom": "Kain"}, {"attaque": [20]})
ROUND: Json = {
    "options": {"jet": "ouvert"},
    "combattants": [
        {"nom": "Aël", "initiative": 90, "modificateur": -20, "jets": [2]},
        {"nom": "Kain", "initiative": 60, "jets": [95, 30]},
        {"nom": "Sire", "initiative": -5, "jets": [10]},
    ],
}
FLIGHT: Json = {
    "fuyard": {"nom": "Aël", "competence": 120},
    "adversaire": {"nom": "Kain", "competence": 90, "modificateur": -10},
    "jets": {"fuyard": [70], "adversaire": [2, 40]},
}

PAGES = {
    "combat-rafale": Page(
        "Plusieurs cibles pour un jet ; une critique qui double ; des points de règle cités.",
        fight("rafale-critique", "resolve"),
    ),
    "combat-magie": Page(
        "Deux composantes ; une armure percée ; ce qui gêne la suite ; ce qu’un manteau annule.",
        fight("touche-armure-percee", "resolve") + fight("annule-manteau", "resolve"),
    ),
    "combat-deux-attaques": Page(
        "Deux échanges à la suite, l’un manqué ; ce qui reste à dépenser ; une suite au round.",
        fight("deux-attaques", "resolve"),
    ),
    "combat-avant": Page(
        "Avant le jet : la scène, les seuils, ce qui n’a pas d’effet ici et pourquoi.",
        fight("sans-effet", "seuils"),
    ),
    "combat-conseil": Page(
        "Les choix rangés du meilleur au pire, des deux côtés ; ce qui suffirait.",
        fight("riposte", ("conseil", {}), ("conseil", {"cote": 0}), ("besoin", {"chance": 90})),
    ),
    "combat-chances": Page(
        "Les chances de chaque issue en nombres et en barres, par cible et en tout ; l’obtenu.",
        fight("rafale-critique", "bilan"),
    ),
    "combat-suite": Page(
        "Le round suivant : ce qui passe, ce qui est retiré, une blessure notée, une riposte.",
        (
            following("riposte", geste="riposte"),
            following(
                "deux-attaques", geste="round_suivant", blessures=[WOUND], retires=["0-0-rang"]
            ),
        ),
    ),
    "personnages": Page(
        "Un personnage qui entre, ce qu’il laisse derrière lui ; un fichier abîmé.",
        (
            Question("combat", "placer", PLACED, {"cote": "attaquant", "rang": 0}),
            Question("combat", "personnages", SPOILT),
        ),
    ),
    "actions": Page(
        "Une action seule et une action opposée : le degré, l’Approche, la maladresse.",
        (
            Question("action-simple", "resolve", APPROACH),
            Question("action-opposee", "resolve", {"acteur": WOUNDED, "opposant": CLUMSY}),
            Question("action-opposee", "odds", {"acteur": WOUNDED, "opposant": APPROACH}),
        ),
    ),
    "anima-attaque": Page(
        "Un jet ouvert, une maladresse en défense, un coup critique visé ; une contre-attaque.",
        (Question(ATTAQUE, "resolve", BLOW), Question(ATTAQUE, "resolve", COUNTER)),
    ),
    "anima-chances": Page(
        "Les chances d’une attaque d’Anima.",
        (Question(ATTAQUE, "odds", without_dice(attack())),),
    ),
    "anima-round": Page(
        "L’ordre d’un round et les surprises ; actions, fracassement, désengagement.",
        (
            Question("anima-initiative", "resolve", ROUND),
            Question("anima-actions", "resolve", {"agilite": 9, "dexterite": 7}),
            Question("anima-fracassement", "resolve", {"jet": 0, "force": 12, "solidite": 14}),
            Question("anima-desengagement", "resolve", FLIGHT),
        ),
    ),
}


@pytest.mark.parametrize("name", PAGES)
def test_page(name: str) -> None:
    page = PAGES[name]
    shown = [f"Seule à montrer : {page.why}"]
    for question in page.asked:
        shown += ["", *told(question)]
    compare(GOLDEN / f"{name}.txt", "".join(f"{line}\n" for line in shown))


def test_no_other_page_is_kept() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(PAGES)
