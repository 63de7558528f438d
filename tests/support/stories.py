"""Combats told as examples, one for each turn that a story can take; names as a table gives them.

Figures are set so that the outcome named is the one that comes, whatever the wording.
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

NEPHILIM: Json = {"nom": "Ézéchiel", "type": "nephilim", "degre": 10, "ka": {"feu": 4, "eau": 5}}
GUARD: Json = {"nom": "Malik", "type": "autre", "degre": 5, "defense": {"type": "encaisser"}}
SURE, LOST = 20, 97


def story(
    attaque: Json,
    jets: tuple[list[int], list[list[int | None]]],
    *defenseurs: Json,
    attaquant: Json | None = None,
    mode: str = "melee",
    **reste: Any,
) -> Json:
    """A combat with these rolls; defenders are guards unless told otherwise."""
    return {
        "mode": mode,
        "attaquant": NEPHILIM | (attaquant or {}),
        "attaque": {"approche": "standard", "arme": "epee_hache"} | attaque,
        "defenseurs": [GUARD | each for each in defenseurs or ({},)],
        "jets": {"attaque": jets[0], "defense": jets[1]},
    } | reste


def duel(attaque: Json, roll: int, defence: int | None, defenseur: Json, **reste: Any) -> Json:
    """A combat of one attack against one guard."""
    return story(attaque, ([roll], [[defence]]), defenseur, **reste)


def by(ident: str, **more: Any) -> Json:
    """A guard who defends himself this way."""
    return {"defense": {"type": ident, **more.pop("avec", {})}, **more}


HARD = {"arme": "marteau", "approche": "attaque_puissante"}
BLADE = {"arme": "glaive_feu"}
FIRE = {"ka": {"feu": 10}, "effets": ["prince_spirale"]}
AK = {"arme": "ak47", "approche": "tir_visee_1", "cadence": "raf_ctrl"}
HOLED = {"arme": "ak47", "approche": "tir_visee_2", "cadence": "raf_cont", "munition": "creuses"}
PISTOL = {"arme": "pistolet_9mm", "approche": "tir_visee_1", "cadence": "cpc"}
SHIELD = by("parer_projectile", avec={"objet": True})
PAIR = ({"nom": "Malik"}, {"nom": "Hélène", "protection": "gilet_lourd"})
SEUIL = {"options": {"defense": "seuil"}}

STORIES: dict[str, Json] = {
    "touche-leger": duel({}, SURE, LOST, by("parer")),
    "touche-accuse": duel(HARD, SURE, LOST, by("esquiver", nom="Ombeline")),
    "touche-terrible": duel(HARD, SURE, LOST, by("parer", nom=""), attaquant=FIRE | {"nom": ""}),
    "touche-magie-seule": duel(
        BLADE, SURE, LOST, by("parer", type="selenim", effets=["corps_brumeux"]), attaquant=FIRE
    ),
    "touche-magie-seule-accuse": duel(
        BLADE,
        SURE,
        LOST,
        by("parer", type="selenim", effets=["corps_brumeux"]),
        attaquant={"ka": {"feu": 5}},
    ),
    "touche-armure-percee": duel(
        BLADE, SURE, LOST, by("bloquer", type="initie", protection="militaire"), attaquant=FIRE
    ),
    "touche-armure-percee-accuse": duel(
        BLADE, SURE, LOST, by("bloquer", type="initie", protection="militaire")
    ),
    "critique": duel({}, 33, LOST, by("parer")),
    "critique-contre-ratee": duel(HARD, 33, LOST, by("contre_attaquer")),
    "maladresse": duel({}, 100, None, by("parer")),
    "echec": duel({"arme": "mains_nues"}, 98, None, {"nom": ""}, attaquant={"degre": 3}),
    "esquive": duel({}, SURE, 35, by("esquiver", degre=9)),
    "pare-sans-mal": duel({"arme": "dague"}, SURE, 35, by("parer", degre=9)),
    "pare-blesse": duel(HARD, SURE, 35, by("standard", degre=9)),
    "pare-terrible": duel(HARD, 33, 35, by("parer", degre=9), attaquant=FIRE, **SEUIL),
    "elaboree": duel({}, SURE, 35, by("elaboree", degre=9, nom="Yann")),
    "annule-manteau": duel(
        BLADE, SURE, LOST, by("parer", protection="manteau_feu"), attaquant={"nom": "Garance"}
    ),
    "annule-effet": duel({}, SURE, LOST, by("parer", effets=["armure_invincible"])),
    "arrete-armure": duel({"arme": "dague"}, SURE, LOST, by("parer", protection="ecailles_argent")),
    "desarme": duel({"arme": "dague"}, SURE, 35, by("desarmer_arme", degre=13)),
    "desarmement-rate": duel({}, SURE, LOST, by("desarmer_sans_arme")),
    "desarme-corps": duel(
        {"arme": "membre_embrase"}, SURE, 35, by("desarmer_arme", degre=13, nom="Monsieur X.")
    ),
    "desarme-corps-rate": duel({"arme": "mains_nues"}, SURE, LOST, by("desarmer_sans_arme")),
    "sans-effet": duel(
        {},
        SURE,
        LOST,
        by("parer", nom="le Hibou", effets=["phalange", "eau_de_vie"], contexte=2),
        attaquant={"effets": ["phalange", "sublimation_elementaire"], "contexte": -1},
    ),
    "fuite-blesse": duel(HARD, SURE, 35, by("fuir", degre=9, nom="Le Rôdeur")),
    "libere": duel({}, SURE, 35, by("se_liberer", degre=9, nom="l’Ombre")),
    "riposte": duel({}, SURE, 35, by("contre_attaquer", degre=9)),
    "riposte-sur-echec": duel({}, 98, 35, by("contre_attaquer", degre=9), attaquant={"degre": 3}),
    "maladresse-riposte": duel(
        {}, 99, 3, by("contre_attaquer", degre=8, nom="le Hibou"), attaquant={"degre": 9}
    ),
    "maladresse-defense": duel({}, SURE, 100, by("parer", nom="le Comte")),
    "contre-ratee": duel({"approche": "attaque_en_force"}, SURE, LOST, by("contre_attaquer")),
    "immobilise": duel({"approche": "immobiliser"}, SURE, LOST, by("se_liberer")),
    "au-sol": duel({"approche": "faire_tomber", "arme": "griffes"}, SURE, LOST, by("esquiver")),
    "encaisse": duel({"arme": "crocs_griffes_cornes"}, SURE, None, {}),
    "etrange": duel({"approche": "attaque_etrange"}, SURE, LOST, by("parer", nom="Hans")),
    "lancer": duel(
        {"approche": "lancer", "arme": "hache_lancer"},
        SURE,
        LOST,
        by("parer_lancee"),
        mode="lancer",
        attaquant={"ka": {"feu": 10}},
    ),
    "lancer-terrible": duel(
        {"approche": "lancer", "arme": "javelot"},
        SURE,
        LOST,
        by("parer_lancee"),
        mode="lancer",
        attaquant={"degre": 30, "ka": {"feu": 10}},
        ajustements=[{"attaquant": 6}],
    ),
    "deux-attaques": story({"approche": "attaque_rapide"}, ([20, 97], [[97, 35]]), by("parer")),
    "rafale": story(AK, ([20], [[None], [None]]), *PAIR, mode="tir"),
    "rafale-critique": story(
        HOLED,
        ([33], [[35], [LOST]]),
        SHIELD | {"nom": "Io", "degre": 9},
        SHIELD,
        mode="tir",
        **SEUIL,
    ),
    "rafale-echec": story(AK, ([98], [[None], [None]]), *PAIR, mode="tir", attaquant={"degre": 3}),
    "coup-par-coup": story(
        PISTOL,
        ([20, 98, 33], [[None], [None], [LOST]]),
        *PAIR,
        SHIELD | {"nom": ""},
        mode="tir",
        attaquant={"degre": 8, "contexte": 2, "contexte_motif": "à l’abri d’un pilier"},
    ),
    "coup-par-coup-critique": story(
        PISTOL,
        ([33, 33], [[None], [None]]),
        {"protection": "militaire_integrale"},
        PAIR[1],
        mode="tir",
    ),
    "vigilance": duel(
        {}, SURE, LOST, by("parer", effets=["parfum_concentration"]), attaquant={"nom": "Io"}
    ),
    "marge-gardee": duel(
        {}, 95, LOST, by("parer"), attaquant={"degre": 16}, ajustements=[{"attaquant": 1}]
    ),
}
