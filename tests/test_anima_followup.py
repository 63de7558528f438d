"""The dice that an attack turns out to take, and the attack that may follow it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pycore import api
from pycore.anima import followup, reading
from pycore.donnees import anima
from pycore.errors import RefusedError
from pycore.render import anima_view
from tests.support.anima import ATTAQUE, Json, ask, attack
from tests.support.views import slot

CRITICAL: Json = attack({"attaque": 400, "degats": 120}, {"pv_max": 110})
BOTH = ["jets.critique", "jets.resistance"]


def dues(scenario: Json) -> list[str]:
    found: list[str] = ask(ATTAQUE, scenario, "jets")["dus"]
    return found


def with_dice(**jets: Any) -> Json:
    return CRITICAL | {"jets": CRITICAL["jets"] | jets}


@pytest.mark.parametrize(
    ("jets", "due"),
    [
        ({}, BOTH),
        ({"critique": 50}, BOTH),
        ({"critique": None, "resistance": None}, BOTH),
        ({"critique": 50, "resistance": 100}, BOTH),
        ({"critique": 50, "resistance": 1}, [*BOTH, "jets.localisation"]),
        ({"critique": 50, "resistance": 1, "localisation": 3}, [*BOTH, "jets.localisation"]),
        ({"critique": 101, "resistance": 1}, BOTH),
        ({"attaque": [None]}, []),
        ({"attaque": [95]}, []),
        ({"attaque": [4]}, BOTH),
        ({"defense": [3]}, []),
    ],
)
def test_dice_that_are_due(jets: Json, due: list[str]) -> None:
    assert dues(with_dice(**jets)) == due


def test_no_die_is_due_beyond_the_blow() -> None:
    assert dues(attack()) == []
    assert dues({key: CRITICAL[key] for key in ("attaquant", "defenseur")}) == []
    aimed = CRITICAL["attaquant"] | {"visee": "tete"}
    assert dues(with_dice(critique=50, resistance=1) | {"attaquant": aimed}) == BOTH


def test_what_is_due_is_what_resolving_asks_for() -> None:
    scenario = with_dice()
    for _ in range(3):
        try:
            ask(ATTAQUE, scenario)
        except RefusedError as refused:
            missing = [each.chemin for each in refused.fautes]
            assert set(missing) <= set(dues(scenario))
            for each in missing:
                scenario["jets"][each.partition(".")[2]] = 1
        else:
            break
    assert scenario["jets"]["localisation"] == 1


def test_a_scenario_that_is_amiss_is_refused_but_for_its_dice() -> None:
    with pytest.raises(RefusedError) as refused:
        dues(attack({"attaque": 1000}, jets={"attaque": [None]}))
    assert [each.chemin for each in refused.value.fautes] == ["attaquant.attaque"]


def following(scenario: Json, fiche: Json | None = None) -> list[Json]:
    """Give the attacks that the page offers after this one."""
    vue = api.ask(ATTAQUE, "resolve", json.dumps(scenario), {"fiche": fiche or {}}).vue()

    def presses(node: Json) -> list[Json]:
        own = node.get("attributs", {}).get("data-exemple")
        found = [json.loads(own)] if own else []
        return found + [each for child in node.get("enfants", []) for each in presses(child)]

    return [each for node in vue["final"] for each in presses(node)]


LOST: Json = attack(
    {"nom": "Lya", "attaque": 60}, {"nom": "Kaï", "rang": 2, "ip": 3}, {"attaque": [10]}
)


def test_a_counter_is_an_attack_that_the_rules_read() -> None:
    garde = {"defense": "esquive", "competence": 80, "pv_max": 90, "resistance_physique": 40}
    fiche = {"attaquant": garde | {"constitution": 6}, "defenseur": {"attaque": 120, "degats": 40}}
    counter, another = following(LOST, fiche)
    assert counter["attaquant"]["modificateur"] == 20
    assert counter["defenseur"]["a_agi"] is True
    del counter["fiche"]
    for key in ("ip", "pv"):
        assert counter["defenseur"].pop(key) == "", "unknown"
    answered = ask(ATTAQUE, counter | {"jets": {"attaque": [5], "defense": [89]}})
    assert answered["issue"] == "defense", "who attacked first has acted"
    assert another["defenseur"]["rang"] == 3


def test_who_did_not_defend_himself_may_parry_when_the_roles_return() -> None:
    passive = attack({"attaque": 20}, {"defense": "aucune", "competence": None}, {"attaque": [5]})
    kept = following(passive | {"jets": {"attaque": [5], "defense": [89]}})[0]["fiche"]["attaquant"]
    assert (kept["defense"], kept["competence"]) == ("parade", "")


KINDS = {"TRA": 4, "PER": 2, "CON": 5, "CHA": 1, "FR": 1, "ELE": 0, "ENE": 0}


def final(scenario: Json, fiche: Json | None = None) -> str:
    """What the page says of what may follow."""
    return slot(
        api.ask(ATTAQUE, "resolve", json.dumps(scenario), {"fiche": fiche or {}}).vue(), "final"
    )


def test_a_counter_keeps_what_weighs_on_both() -> None:
    """A critical of −25 and a fall weigh on the one who counters; the other keeps his own."""
    mirwen = {"nom": "Mirwen", "competence": 100, "situations": ["renverse"], "pv_max": 100}
    struck = attack(
        {"nom": "Kael", "attaque": 150, "degats": 60},
        mirwen | {"resistance_physique": 60},
        {"attaque": [80], "defense": [5], "critique": 60, "resistance": 50},
    )
    fiche = {"defenseur": {"attaque": 140, "degats": 40}}
    malus = ask(ATTAQUE, struck)["critique"]["malus"]["initial"]
    (again,) = following(struck, fiche)
    del again["fiche"], again["attaquant"]["visee"]
    assert again["defenseur"]["modificateur"] == malus
    again["defenseur"]["action_perdue"] = False  # the round after
    again["attaquant"] |= {"situations": ["flanc"], "modificateur": -15}
    again["jets"] = {"attaque": [10], "defense": [94, 89]}
    again["defenseur"]["competence"] = 200
    won = ask(ATTAQUE, again)
    bonus = won["contre_bonus"]
    counter = following(again, fiche | {"attaquant": {"competence": 90}})[0]
    assert counter["attaquant"]["modificateur"] == malus + bonus
    assert counter["attaquant"]["situations"] == ["renverse"]
    assert counter["defenseur"]["modificateur"] == -15
    assert counter["defenseur"]["situations"] == ["flanc"]
    del counter["fiche"]
    for key in ("ip", "pv", "pv_max", "resistance_physique", "constitution"):
        counter["defenseur"][key] = 10
    answered = ask(ATTAQUE, counter | {"jets": {"attaque": [50], "defense": [50]}})
    assert answered["attaque"]["total"] == 140 + malus + bonus - 30 + 50
    assert answered["defense"]["total"] == 90 - 15 - 30 + 50
    assert f". Les circonstances de Mirwen (−{-malus}) s’y ajoutent." in final(again)


def test_a_counter_keeps_armour_by_kind_and_what_is_parried_with() -> None:
    won = LOST | {
        "attaquant": LOST["attaquant"] | {"type": "PER"},
        "defenseur": LOST["defenseur"] | {"ip": KINDS, "bouclier": True, "pare_surnaturel": True},
    }
    fiche = {"attaquant": {"ip": KINDS, "bouclier": True, "pare_surnaturel": True}}
    counter = following(won, fiche | {"defenseur": {"type": "CON"}})[0]
    told = {"ip": KINDS, "bouclier": True, "pare_surnaturel": True}
    assert {key: counter["defenseur"][key] for key in told} == told
    assert {key: counter["fiche"]["attaquant"][key] for key in told} == told
    assert counter["attaquant"]["type"] == "CON"
    assert counter["fiche"]["defenseur"]["type"] == "PER"


def test_what_a_counter_does_not_carry_is_named() -> None:
    won = LOST | {
        "attaquant": LOST["attaquant"] | {"situations": ["degaine", "vol"]},
        "defenseur": LOST["defenseur"] | {"competence": 150, "situations": ["degaine", "vol"]},
    }
    counter = following(won)[0]
    assert counter["attaquant"]["situations"] == ["vol"]
    assert counter["defenseur"]["situations"] == ["vol"]
    said = final(won)
    for nom in ("Lya", "Kaï"):
        assert f"{nom} ne garde pas «\u00a0En dégainant\u00a0»" in said
    assert "En vol" not in said
    assert "ne garde pas" not in final(LOST)


def test_several_that_a_counter_does_not_carry_are_named_in_one_sentence() -> None:
    """An editor may have more than one that suits nobody in his defence."""
    rules = anima()
    changed = {"vol": rules.situations["vol"]._replace(suit=False)}
    regles = rules._replace(situations={**rules.situations, **changed})
    won = LOST | {
        "attaquant": LOST["attaquant"] | {"situations": ["degaine", "vol"]},
        "defenseur": LOST["defenseur"] | {"competence": 150},
    }
    scenario = reading.read(won, regles, dice=True)
    suivi = followup.resolve_on(scenario, regles, followup.Demande())
    said = slot(anima_view.attack_view(suivi, scenario, regles), "final")
    assert "Lya ne garde pas «\u00a0En dégainant, En vol\u00a0»" in said


def test_circumstances_that_would_pass_their_bounds_are_named() -> None:
    heavy = LOST | {"defenseur": LOST["defenseur"] | {"modificateur": 490}}
    bonus = ask(ATTAQUE, heavy)["contre_bonus"]
    assert following(heavy)[0]["attaquant"]["modificateur"] == 500
    assert f"Les circonstances de Kaï feraient +{490 + bonus}" in final(heavy)
    assert "feraient" not in final(LOST)


@pytest.mark.parametrize("ident", list(anima().situations))
def test_a_situation_follows_its_fighter_where_its_row_says_so(ident: str) -> None:
    row = anima().situations[ident]
    shot = {"projectile": True, "situations": [ident, "bout_portant"]}
    held = shot if row.projectile else {"situations": [ident]}
    if ident == "bout_portant":
        held["situations"] = [ident]
    won = LOST | {
        "attaquant": LOST["attaquant"] | held,
        "defenseur": LOST["defenseur"] | {"competence": 400},
    }
    assert following(won)[0]["defenseur"]["situations"] == ([ident] if row.suit else [])
    if not row.projectile:
        won["defenseur"] |= {"situations": [ident]}
        assert following(won)[0]["attaquant"]["situations"] == ([ident] if row.suit else [])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"a_agi": True}, "Pas de contre-attaque\u00a0: Kaï a déjà agi dans ce round."),
        ({"action_perdue": True}, "Pas de contre-attaque\u00a0: Kaï a perdu son action du round."),
        ({}, "Pas de contre-attaque\u00a0: un projectile ne se contre qu’à bout portant."),
    ],
)
def test_a_counter_that_is_refused_says_why(changes: Json, said: str) -> None:
    scenario = LOST | {
        "attaquant": LOST["attaquant"] | {"projectile": True},
        "defenseur": LOST["defenseur"] | {"competence": 200} | changes,
    }
    assert len(following(scenario)) == 1, "the next attack alone"
    assert said in slot(api.ask(ATTAQUE, "resolve", json.dumps(scenario)).vue(), "final")


GONE = "Son action du round est perdue\u00a0: l’emporter cette fois ne la lui rendra pas."
HELD: list[tuple[str, Json, Json, bool]] = [
    ("a blow", {}, {}, True),
    ("a draw", {}, {"attaque": [10]}, True),
    ("a defence that wins", {}, {"attaque": [5]}, False),
    ("a blow, once he has acted", {"a_agi": True}, {}, False),
    (
        "a blow that he does not defend against",
        {"defense": "aucune", "competence": None},
        {},
        False,
    ),
    ("a blow, once it is lost", {"action_perdue": True}, {}, True),
    ("a defence that wins, once it is lost", {"action_perdue": True}, {"attaque": [5]}, True),
]


@pytest.mark.parametrize(("blow", "defenseur", "jets", "gone"), HELD)
def test_the_next_attack_finds_the_action_lost_that_this_one_has_cost(
    blow: str, defenseur: Json, jets: Json, *, gone: bool
) -> None:
    scenario = attack(None, {"nom": "Kaï"} | defenseur, jets)
    another = following(scenario)[-1]
    assert another["defenseur"]["action_perdue"] is gone, blow
    assert (GONE in final(scenario)) is gone
    del another["fiche"], another["attaquant"]["visee"]
    if not another["defenseur"]["competence"]:
        del another["defenseur"]["competence"]
    after = ask(ATTAQUE, another | {"jets": {"attaque": [4], "defense": [89]}})
    free = not gone and not defenseur.get("a_agi")
    assert bool(after["consequences"]) is free


def test_the_action_that_an_attacker_has_lost_is_not_that_of_the_other() -> None:
    """A counter exchanges the roles: who attacked has acted, and nothing was lost."""
    counter = following(LOST)[0]
    assert counter["defenseur"].get("action_perdue", False) is False


def test_nothing_follows_who_cannot_answer_any_more() -> None:
    scenario = attack({"attaque": 150}, {"pv_max": 100, "pv": 20})
    assert ask(ATTAQUE, scenario)["etat"] == "coma"
    assert following(scenario) == []


@pytest.mark.parametrize("pv", [0, -39, -40, -999])
def test_nothing_follows_the_defence_of_who_was_out_already(pv: int) -> None:
    scenario = attack({"attaque": 50}, {"competence": 200, "pv": pv})
    assert ask(ATTAQUE, scenario)["issue"] == "contre"
    assert following(scenario) == []


def test_who_does_not_defend_himself_stays_at_his_rank() -> None:
    scenario = attack(defenseur={"defense": "aucune", "competence": None})
    (another,) = following(scenario)
    assert another["defenseur"]["rang"] == 1
    assert another["defenseur"]["modificateur"] == 0
    assert another["defenseur"]["pv"] == ask(ATTAQUE, scenario)["pv_restants"]


def test_the_last_rank_and_the_lowest_modifier_hold() -> None:
    scenario = attack(
        {"attaque": 500, "degats": 120},
        {"pv_max": 2000, "rang": 20, "modificateur": -490, "resistance_physique": 500},
        {"critique": 1, "resistance": 99, "localisation": 60},
        options={"defense_negative": "comptee"},
    )
    (another,) = following(scenario)
    assert another["defenseur"]["rang"] == 20
    assert another["defenseur"]["modificateur"] == -500
    del another["fiche"]
    assert another["attaquant"].pop("visee") == "", "none"
    assert ask(ATTAQUE, another, "odds")["lot"], "the rules read it"


@pytest.mark.parametrize(
    ("fiche", "chemin"),
    [
        ({"attaquant": {"competence": 1000}}, "fiche.attaquant.competence"),
        ({"attaquant": {"defense": "aucune"}}, "fiche.attaquant.defense"),
        ({"defenseur": {"degats": "x"}}, "fiche.defenseur.degats"),
        ({"defenseur": {"pv": 1}}, "fiche.defenseur.pv"),
        ([], "fiche"),
    ],
)
def test_what_is_told_of_the_fighters_is_checked(fiche: Any, chemin: str) -> None:
    with pytest.raises(RefusedError) as refused:
        api.run(ATTAQUE, "resolve", json.dumps(attack()), {"fiche": fiche})
    assert [each.chemin for each in refused.value.fautes] == [chemin]
    message = api.refusal(ATTAQUE, refused.value)["erreurs"][0]["message"]
    assert message.startswith("Dans l’autre rôle")
