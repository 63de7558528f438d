"""What the result says: the verdict against every pair of dice, names of nothing, margin spent."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pycore import api
from pycore.donnees import nephilim
from pycore.nephilim.combat.reading import read
from pycore.nephilim.combat.resolve import resolve
from pycore.render.combat_view import result_view
from tests.support.views import slot, text

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


TOUCHE = "Coup critique\u00a0! L’attaquant touche le défenseur\u00a0: 4 dommages."
TIENT = "Défense critique\u00a0! Le défenseur réussit sa défense contre l’attaquant, mais encaisse"
MANQUE = "Maladresse\u00a0! L’attaquant manque complètement son attaque contre le défenseur."


@pytest.mark.parametrize(
    ("attack", "defence", "said"),
    [
        (22, 11, TOUCHE),
        (11, 55, f"{TOUCHE} La défense tourne à la maladresse."),
        (1, 11, f"{TIENT} 1 dommage."),
        (66, 1, MANQUE),
    ],
)
def test_the_verdict_to_the_letter(attack: int, defence: int, said: str) -> None:
    dice = {"jets": {"attaque": [attack], "defense": [[defence]]}}
    answer = api.ask("combat", "resolve", json.dumps(DUEL | dice))
    assert slot(answer.vue(), "verdict") == said


def test_only_a_second_defence_has_its_rank() -> None:
    quick = {"attaque": DUEL["attaque"] | {"approche": "attaque_rapide"}}
    dice = {"jets": {"attaque": [20, 20], "defense": [[90, 90]]}}
    answer = api.ask("combat", "resolve", json.dumps(DUEL | quick | dice))
    _, first, second = answer.vue()["technique"]
    assert "Défense n°" not in text(first)
    assert "(Défense n°\u00a02)" in text(second)


@pytest.mark.parametrize(
    ("degres", "said"),
    [
        ((30, 20), "L’attaquant. Marge à dépenser au-delà de 10\u00a0: 17"),
        ((20, 30), "Le défenseur. Marge à dépenser au-delà de 10\u00a0: 17"),
    ],
)
def test_who_has_a_margin_to_spend_opens_the_sentence(degres: tuple[int, int], said: str) -> None:
    attaquant, defenseur = ({"type": "autre", "degre": degre} for degre in degres)
    able = {
        "attaquant": attaquant,
        "defenseurs": [defenseur | {"defense": {"type": "standard"}}],
        "jets": {"attaque": [75], "defense": [[75]]},
    }
    technique = api.ask("combat", "resolve", json.dumps(DUEL | able)).vue()["technique"]
    assert said in text(technique[1])


def test_what_a_hold_costs_is_not_what_it_comes_to() -> None:
    regles = nephilim()
    row = regles.manoeuvres["immobiliser"]
    apports = (*regles.manoeuvres["attaque_en_force"].apports, *row.apports)
    changed = regles._replace(
        manoeuvres={**regles.manoeuvres, row.id: row._replace(apports=apports)}
    )
    attaquant = DUEL["attaquant"] | {"ka": {"eau": 5}, "approche": "eau"}
    held = {"attaquant": attaquant, "attaque": {"approche": row.id, "arme": "mains_nues"}}
    dice = {"jets": {"attaque": [20], "defense": [[90]]}}
    scenario = read(DUEL | held | dice, changed, dice=True)
    resultat = resolve(scenario, changed)
    suites = [(each.code, each.cible) for each in resultat.echanges[0].consequences]
    assert suites == [("sans_defense", "attaquant"), ("immobilise", "defenseur")]
    (verdict,) = result_view(resultat, scenario, changed)["verdict"]
    assert text(verdict) == "L’attaquant l’emporte sur le défenseur\u00a0: immobilisé."


@pytest.mark.parametrize("tour", [0, 1, 7])
def test_after_a_telling_the_button_asks_for_the_next(tour: int) -> None:
    dice = {"jets": {"attaque": [20], "defense": [[90]]}}
    *_, again = api.ask("combat", "resolve", json.dumps(DUEL | dice), {"tour": tour}).vue()["recit"]
    assert json.loads(again["attributs"]["data-redemander"]) == {"tour": tour + 1}


@pytest.mark.parametrize("name", ["   ", "\u200b", "\u2060 \u00a0", "\t"])
def test_a_name_that_shows_nothing_is_none(name: str) -> None:
    duel = json.loads(json.dumps(DUEL | {"jets": {"attaque": [32], "defense": [[91]]}}))
    duel["attaquant"] |= {"contexte": 1, "contexte_motif": name}
    plain = api.ask("combat", "resolve", json.dumps(duel))
    duel["attaquant"]["nom"] = duel["defenseurs"][0]["nom"] = name
    answer = api.ask("combat", "resolve", json.dumps(duel))
    assert answer.vue() == plain.vue()
    assert "L’attaquant" in slot(answer.vue(), "verdict")
    scene = slot(api.ask("combat", "seuils", json.dumps(duel)).vue(), "scene")
    assert "«" not in scene


def test_margin_once_spent_is_told_and_asked_no_more() -> None:
    duel = DUEL | {
        "attaquant": {"type": "nephilim", "degre": 24},
        "jets": {"attaque": [94], "defense": [[99]]},
    }
    before = slot(api.ask("combat", "resolve", json.dumps(duel)).vue(), "final")
    assert "Combien en dommages" in before
    spent = duel | {"ajustements": [{"attaquant": 4, "defenseur": 0}]}
    answer = api.ask("combat", "resolve", json.dumps(spent))
    after = slot(answer.vue(), "final")
    (margin,) = (each["excedent"]["attaquant"] for each in answer.resultat["echanges"])
    assert "Combien" not in after
    assert f"{margin} de marge, dont 4 en dommages et {margin - 4} pour gêner" in after


def fumbles(attack: int, defence: int, kind: str = "parer", **more: Any) -> tuple[str, str]:
    """The verdict and the story of a duel in which somebody fumbles."""
    fighter = {"nom": "Hans", "type": "nephilim", "degre": 8, "defense": {"type": kind}}
    dice = {"jets": {"attaque": [attack], "defense": [[defence]]}}
    wielder = {"attaquant": {"nom": "Anne", "type": "nephilim", "degre": 9} | more}
    value = json.dumps(DUEL | wielder | {"defenseurs": [fighter]} | dice)
    vue = api.ask("combat", "resolve", value).vue()
    return slot(vue, "verdict").replace("\u00a0", " "), slot(vue, "recit")


HIT = "Anne touche Hans : 2 dommages."


MISSED = "Maladresse ! Anne manque complètement son attaque"
OPEN = "s’expose à la riposte : Hans peut frapper en retour."
FUMBLED = "La défense tourne à la maladresse."


@pytest.mark.parametrize(
    ("attack", "defence", "kind", "said"),
    [
        (20, 100, "parer", f"{HIT} {FUMBLED}"),
        (20, 88, "parer", f"{HIT} {FUMBLED}"),
        (20, 97, "parer", HIT),
        (99, 3, "contre_attaquer", f"{MISSED} et {OPEN}"),
        (97, 3, "contre_attaquer", f"Anne manque son attaque et {OPEN}"),
        (100, 99, "contre_attaquer", f"{MISSED} contre Hans. {FUMBLED}"),
        (97, 90, "contre_attaquer", "Anne manque son attaque contre Hans."),
    ],
)
def test_a_fumble_of_either_side_is_said(attack: int, defence: int, kind: str, said: str) -> None:
    verdict, story = fumbles(attack, defence, kind)
    assert verdict == said
    told = any(word in story for word in ("maladresse", "déroute", "rate tout", "s’effondre"))
    assert told == ("aladresse" in said), story


def test_a_counter_that_fails_is_no_riposte_whatever_else_follows() -> None:
    verdict, _ = fumbles(97, 90, "contre_attaquer", effets=["prince_spirale"], degre=3)
    assert verdict == "Anne manque son attaque contre Hans."


BURST: dict[str, Any] = {
    "mode": "tir",
    "attaquant": {"nom": "Anne", "type": "nephilim", "degre": 9},
    "attaque": {"approche": "tir_sans_visee", "arme": "ak47", "cadence": "raf_cont"},
    "defenseurs": [
        {
            "nom": name,
            "type": "selenim",
            "degre": 9,
            "defense": {"type": "parer_projectile", "objet": True},
        }
        for name in ("Hans", "Bruno", "Cléo")
    ],
}
TWICE = DUEL | {
    "attaque": {"approche": "attaque_rapide", "arme": "marteau"},
    "defenseurs": [{"nom": "Hans", "type": "autre", "degre": 9, "defense": {"type": "standard"}}],
}


def offered(tree: dict[str, Any]) -> list[dict[str, Any]]:
    """What each button of a tree puts into the scenario, in its order."""
    found = tree.get("attributs", {}).get("data-completer")
    own = [] if found is None else [json.loads(found)]
    return own + [each for child in tree.get("enfants", []) for each in offered(child)]


@pytest.mark.parametrize(("attack", "rank"), [([75, 100], 0), ([100, 75], 1)])
def test_each_spending_offered_is_one_that_the_rules_take(attack: list[int], rank: int) -> None:
    able = {"attaquant": {"type": "autre", "degre": 30}}
    value = TWICE | able | {"jets": {"attaque": attack, "defense": [[97, 97]]}}
    answer = api.ask("combat", "resolve", json.dumps(value))
    excess = [each["excedent"]["attaquant"] for each in answer.resultat["echanges"]]
    assert excess[1 - rank] == 0
    _, only = answer.vue()["final"]  # the exchange without any is not there
    spendings = [each["ajustements"] for each in offered(only)]
    assert [each[rank]["attaquant"] for each in spendings] == list(range(excess[rank] + 1))
    for each in spendings:
        assert each[1 - rank] is None
        api.run("combat", "resolve", json.dumps(value | {"ajustements": each}))


@pytest.mark.parametrize(
    ("scenario", "attack", "defence", "said"),
    [
        (BURST, [30], [[97], [75], [85]], "Anne blesse 3 cibles sur 3 : "),
        (BURST, [30], [[97], [97], [97]], "Anne touche 3 cibles sur 3 : "),
        (BURST, [91], [[97], [97], [97]], "Anne touche 0 cible sur 3 : aucun dommage"),
        (TWICE, [20, 12], [[97, 65]], "L’attaquant blesse Hans par 2 attaques sur 2 : "),
        (TWICE, [20, 91], [[97, 75]], "L’attaquant place 1 attaque sur 2 contre Hans : "),
    ],
)
def test_who_is_counted_is_who_takes_the_damage(
    scenario: dict[str, Any], attack: list[int], defence: list[list[int]], said: str
) -> None:
    """A parried blow can still wound: the total is that of everybody counted."""
    dice = {"jets": {"attaque": attack, "defense": defence}}
    answer = api.ask("combat", "resolve", json.dumps(scenario | dice))
    assert slot(answer.vue(), "verdict").startswith(said)
    wounded = [each["total"] > 0 for each in answer.resultat["echanges"]]
    if "blesse" in said:
        assert sum(wounded) == int(said.partition(" sur ")[0].split()[-2])
    else:
        won = [each["attaque_gagne"] for each in answer.resultat["echanges"]]
        assert all(hit for hit, hurt in zip(won, wounded, strict=True) if hurt)


def test_the_threshold_of_a_defence_is_that_against_an_attack_that_succeeds() -> None:
    """Attaque subtile takes 4 degrees from it then (D24)."""
    subtle = DUEL | {"attaque": {"approche": "attaque_subtile", "arme": "epee_hache"}}
    told = [api.run("combat", "seuils", json.dumps(each)) for each in (DUEL, subtle)]
    assert [each["echanges"][0]["defense"]["seuil"] for each in told] == [50, 10]
    assert [each["attaques"][0]["seuil"] for each in told] == [60, 40]
