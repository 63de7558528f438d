"""A grid of combats, small enough to run whole, that meets every turn a story can take."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from tests.support.stories import FIRE, story

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pycore.nephilim.rows import Regles

Json = dict[str, Any]

SEUIL = {"options": {"defense": "seuil"}}
BURST = {"approche": "tir_visee_1", "arme": "ak47", "munition": "creuses"}

MELEE: tuple[Json, ...] = (
    {"arme": "dague"},
    {"arme": "griffes"},
    {"arme": "glaive_feu"},
    {"arme": "marteau", "approche": "attaque_puissante"},
    {"arme": "griffes", "approche": "immobiliser"},
    {"arme": "griffes", "approche": "faire_tomber"},
    {"arme": "epee_hache", "approche": "attaque_etrange"},
    {"arme": "epee_hache", "approche": "attaque_rapide"},
)
FAR: tuple[Json, ...] = (
    BURST,
    BURST | {"cadence": "raf_cont"},
    BURST | {"cadence": "cpc"},
    {"approche": "tir_visee_1", "arme": "taurus"},
    {"approche": "tir_visee_1", "arme": "arc"},
    {"approche": "lancer", "arme": "javelot"},
)
GUARDED: tuple[Json, ...] = (
    {"type": "selenim"},
    {"type": "selenim", "protection": "manteau_feu"},
    {"type": "selenim", "protection": "militaire"},
    {"type": "selenim", "bouclier": "cavalier_targe"},
    {"type": "selenim", "effets": ["armure_invincible"]},
    {"type": "selenim", "effets": ["corps_brumeux"]},
    {"type": "selenim", "effets": ["vaisseau_androgyne"]},
)
ATTACKERS: tuple[Json, ...] = ({"degre": 9, "ka": {}}, {"degre": 9} | FIRE)
DICE = ((20, 97), (33, 97), (20, 1), (33, 1), (98, 1), (98, 97), (99, 97), (20, 100), (99, 1))


def grid(regles: Regles) -> Iterator[Json]:
    """Every attack of the lists against every defence, guard and pair of dice."""
    for attaque, attaquant, guard, dice in product(MELEE + FAR, ATTACKERS, GUARDED, DICE):
        approche = attaque.get("approche", "standard")
        manoeuvre = regles.manoeuvres[approche]
        (mode,) = manoeuvre.modes
        far = mode != "melee"
        if far and attaquant.get("effets"):
            attaquant = {**attaquant, "effets": ["precognition"]}  # noqa: PLW2901
        targets = 2 if attaque.get("cadence") else 1
        for defense in regles.defenses.values():
            if manoeuvre.defenses not in defense.modes:
                continue
            parade: Json = {"type": defense.id}
            if defense.demande:
                key = "objet" if defense.demande == "objet_ou_bouclier" else defense.demande
                parade[key] = True
            rolls = manoeuvre.attaques if targets == 1 else targets
            attack_rolls = [dice[0]] * (1 if attaque.get("cadence") == "raf_cont" else rolls)
            defence_rolls: list[list[int | None]] = [
                [dice[1]] * manoeuvre.attaques for _ in range(targets)
            ]
            fighters = [guard | {"defense": parade} for _ in range(targets)]
            jets = (attack_rolls, defence_rolls)
            yield story(attaque, jets, *fighters, attaquant=attaquant, mode=mode, **SEUIL)
