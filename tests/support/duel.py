"""A duel said in few words: what a test does not name is as plain as can be.

    fight(attaquant={"degre": 8}, attaque={"arme": "marteau"}, attaque_jet=20, defense_jet=90)

The attacker is an ordinary person of degree 8 with a marteau, the defender a creature of degree 5
that takes the blow.
"""

from __future__ import annotations

import json
from typing import Any

from pycore import api
from pycore.errors import RefusedError

Json = dict[str, Any]

ENCAISSER = {"type": "encaisser"}


def duel(
    *,
    attaquant: Json | None = None,
    attaque: Json | None = None,
    defenseur: Json | None = None,
    jets: tuple[int, int | None] | None = None,
    mode: str = "melee",
    **reste: Any,
) -> Json:
    """A scenario with one exchange; `jets` are the attack roll and the defence roll."""
    made: Json = {
        "mode": mode,
        "attaquant": {"type": "autre", "degre": 8} | (attaquant or {}),
        "attaque": {"approche": "standard", "arme": "marteau"} | (attaque or {}),
        "defenseurs": [{"type": "creature", "degre": 5, "defense": ENCAISSER} | (defenseur or {})],
    }
    if jets is not None:
        made["jets"] = {"attaque": [jets[0]], "defense": [[jets[1]]]}
    return made | reste


def resolve(scenario: Json) -> Json:
    """Resolve a scenario through JSON text, as every user does."""
    return api.run("combat", "resolve", json.dumps(scenario))


def exchange(**words: Any) -> Json:
    """Resolve a duel; answers its only exchange."""
    (only,) = resolve(duel(**words))["echanges"]
    made: Json = only
    return made


def attack(**words: Any) -> Json:
    """Resolve a duel; answers its only attack roll."""
    (only,) = resolve(duel(**words))["attaques"]
    made: Json = only
    return made


def thresholds(scenario: Json) -> Json:
    """Answer the thresholds of a scenario."""
    return api.run("combat", "seuils", json.dumps(scenario))


def refusals(scenario: Json) -> list[tuple[str, str]]:
    """Why a scenario is refused: place and code of each error; nothing when it is not."""
    try:
        resolve(scenario)
    except RefusedError as refused:
        return [(each.chemin, each.code) for each in refused.fautes]
    return []


def terms(detail: list[Json]) -> dict[str, int]:
    """A detail as figures by source."""
    made = {each["source"]: each["valeur"] for each in detail}
    assert len(made) == len(detail), "a source stands once"
    return made


def codes(echange: Json) -> set[tuple[str, str, int]]:
    """The consequences of an exchange: code, who bears it, figure (0 where none belongs)."""
    return {
        (each["code"], each["cible"], each.get("valeur", 0)) for each in echange["consequences"]
    }


def damage(echange: Json) -> tuple[int, int]:
    """Final damage of an exchange, physical and magical."""
    return echange["physiques"]["final"], echange["magiques"]["final"]
