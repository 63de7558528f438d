"""The verdict's sentence, against every pair of dice of a duel."""

from __future__ import annotations

import json
from typing import Any

from pycore import api
from tests.support.views import slot

DUEL: dict[str, Any] = {
    "version": 1,
    "mode": "melee",
    "attaquant": {"type": "nephilim", "degre": 6},
    "attaque": {"approche": "standard", "arme": "epee_hache"},
    "defenseurs": [{"type": "autre", "degre": 5, "defense": {"type": "standard"}}],
}


def test_a_critical_is_said_where_it_decided_and_nowhere_else() -> None:
    seen = set()
    for attack in range(1, 101):
        for defence in range(1, 101, 3):
            dice = {"jets": {"attaque": [attack], "defense": [[defence]]}}
            answer = api.ask("combat", "resolve", json.dumps(DUEL | dice))
            verdict = slot(answer.vue(), "verdict")
            exchange = answer.resultat["echanges"][0]
            first = exchange["defense"] or {}
            won = answer.resultat["attaques"][0]["resultat"] if exchange["attaque_gagne"] else None
            held = first["resultat"] if first.get("reussie") else None
            assert ("Coup critique" in verdict) == (won == "critique")
            assert ("Défense critique" in verdict) == (held == "critique")
            seen.add((won, held))
    assert {("critique", None), ("reussite", None), (None, "critique"), (None, "reussite")} <= seen
