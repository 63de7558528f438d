"""The decisions D16 to D30 of the specification, each in a duel that only it decides so."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pycore import api
from pycore.donnees import nephilim
from tests.support.duel import attack, codes, damage, duel, exchange, resolve, terms, thresholds

if TYPE_CHECKING:
    from tests.support.duel import Json

CONTRE = {"defense": {"type": "contre_attaquer"}}
PARER = {"defense": {"type": "parer"}}
ESQUIVER = {"defense": {"type": "esquiver"}}
RIPOSTE = ("riposte", "attaquant", 0)


def test_d16_a_counter_attack_that_succeeds_cancels_and_gives_a_riposte() -> None:
    found = exchange(defenseur=CONTRE, jets=(20, 31))
    assert (found["attaque_gagne"], damage(found)) == (False, (0, 0))
    assert codes(found) == {RIPOSTE}
    lost = exchange(defenseur=CONTRE, jets=(20, 90))
    assert (damage(lost), codes(lost)) == ((5, 0), set())


def test_d17_a_counter_attack_is_rolled_against_an_attack_that_failed() -> None:
    found = exchange(defenseur=CONTRE | {"report": 20}, jets=(90, 31))
    assert codes(found) == {RIPOSTE}
    assert found["defense"]["resultat"] == "reussite"
    assert (found["defense"]["reussie"], found["attaque_gagne"]) == (False, False)
    assert found["defense"]["marge"] == 18
    assert found["excedent"] == {"attaquant": 0, "defenseur": 0}
    assert damage(found) == (0, 0)
    in_vain = exchange(defenseur=CONTRE, jets=(90, 91))
    assert (codes(in_vain), damage(in_vain)) == (set(), (0, 0)), "no ratée effect either"
    other = exchange(defenseur=ESQUIVER, jets=(90, 31))
    assert other["defense"] is None


@pytest.mark.parametrize(
    ("jets", "opposition", "seuil"),
    [
        ((45, 36), False, True),  # 4 against 3: the attack wins
        ((36, 45), True, True),
        ((36, 31), True, True),  # a tie goes to the defender
        ((11, 45), False, True),  # a critical of 1 beats a plain 4
        ((45, 11), True, True),
        ((11, 33), True, True),  # two criticals: by their margins
        ((33, 11), False, True),
        ((36, 60), False, False),  # 60 is above the threshold of 50
        ((36, 55), False, False),
    ],
)
def test_d18_when_a_defence_succeeds(
    jets: tuple[int, int],
    opposition: bool,  # noqa: FBT001 - columns
    seuil: bool,  # noqa: FBT001
) -> None:
    for lecture, expected in (("opposition", opposition), ("seuil", seuil)):
        found = exchange(defenseur=PARER, jets=jets, options={"defense": lecture})
        assert found["defense"]["reussie"] == expected
        assert found["attaque_gagne"] != expected
    assert exchange(defenseur=PARER, jets=jets)["defense"]["reussie"] == opposition


@pytest.mark.parametrize(
    ("arme", "raw"),
    [
        ("dague", {"dague": 1, "phalange": 2}),
        ("griffes", {"griffes": 2, "phalange": 2}),
        ("marteau", {"marteau": 3, "phalange": 2}),
        ("griffe_noire", {"griffe_noire": 3}),
        ("glaive_feu", {"glaive_feu": 3}),
    ],
)
def test_d19_the_phalange_replaces_a_melee_weapon_that_is_not_magical(
    arme: str, raw: dict[str, int]
) -> None:
    side = {"effets": ["phalange"]}
    found = exchange(attaquant=side, attaque={"arme": arme}, jets=(20, None))
    assert terms(found["physiques"]["detail"]) == raw


def test_d19_the_weapon_of_the_phalange_is_magical_and_of_2_degrees_more() -> None:
    side = {"effets": ["phalange"]}
    fur = {"effets": ["transmutation_fauve"]}
    assert damage(exchange(attaquant=side, defenseur=fur, jets=(20, None))) == (5, 0)
    guarded = {"protection": "gardien_silencieux"}
    dagger = {"arme": "dague"}
    assert damage(exchange(attaque=dagger, defenseur=guarded, jets=(20, None))) == (0, 0)
    found = exchange(attaquant=side, attaque=dagger, defenseur=guarded, jets=(20, None))
    assert damage(found) == (1, 0), "a degree of 3 has the minimum"


@pytest.mark.parametrize(
    "side", [{"type": "nephilim", "metamorphe": 4}, {"type": "initie"}, {"type": "autre"}]
)
def test_d20_regisseur_counts_10_instead_of_the_metamorphe(side: Json) -> None:
    found = attack(attaquant=side | {"effets": ["regisseur_fureur"]}, jets=(20, None))
    assert terms(found["detail"]) == {"degre": 8, "regisseur_fureur": 10}


def test_d21_colibris_help_to_dodge_and_nothing_else() -> None:
    swift = {"effets": ["colibris_de_brume"]}
    assert exchange(defenseur=swift | ESQUIVER, jets=(20, 90))["defense"]["degres"] == 9
    assert exchange(defenseur=swift | PARER, jets=(20, 90))["defense"]["degres"] == 5
    thrown: Any = {"mode": "lancer", "attaque": {"approche": "lancer", "arme": "javelot"}}
    for defense, degrees in (
        ({"type": "esquiver_lancee", "voit_lanceur": True}, 9),
        ({"type": "parer_lancee"}, 5),
    ):
        found = exchange(defenseur=swift | {"defense": defense}, jets=(20, 90), **thrown)
        assert found["defense"]["degres"] == degrees


def test_d22_a_critical_doubles_what_is_raw_and_nothing_after() -> None:
    shot: Any = {
        "mode": "tir",
        "attaquant": {"effets": ["poudre_brasiers"]},
        "attaque": {
            "approche": "tir_visee_1",
            "arme": "ak47",
            "munition": "creuses",
            "cadence": "raf_cont",
        },
    }
    found = exchange(jets=(22, None), **shot)
    assert found["physiques"]["bruts"] == 4 + 4 + 5 + 1
    assert damage(found) == (28, 0)
    lost = exchange(defenseur=CONTRE, jets=(22, 90))
    assert damage(lost) == (3 * 2 + 2, 0), "what a lost defence adds"
    spent = exchange(attaquant={"report": 12}, jets=(22, None), ajustements=[{"attaquant": 2}])
    assert damage(spent) == (3 * 2 + 2, 0), "nor what is spent"


def test_d23_what_is_cancelled_has_no_minimum_and_takes_no_spending() -> None:
    strong: Any = {"attaquant": {"report": 20}, "ajustements": [{"attaquant": 6}]}
    dodged = exchange(defenseur=ESQUIVER | {"report": 40}, jets=(20, 31), **strong)
    assert dodged["excedent"]["attaquant"] >= 6
    assert damage(dodged) == (0, 0)
    misty = {"effets": ["corps_brumeux"]}
    sword = {"arme": "glaive_feu"}
    assert damage(exchange(attaque=sword, defenseur=misty, jets=(20, None), **strong)) == (0, 9)
    cloak = {"protection": "manteau_feu"}
    assert damage(exchange(attaque=sword, defenseur=cloak, jets=(20, None), **strong)) == (0, 0)
    reduced = {"protection": "gardien_silencieux"}
    assert damage(exchange(defenseur=reduced, jets=(20, None))) == (1, 0), (
        "reduced is not cancelled"
    )
    misty_counter = misty | CONTRE
    assert damage(exchange(defenseur=misty_counter, jets=(20, 90))) == (0, 0), "nor a lost defence"


def test_d24_subtile_bears_on_the_roll_etrange_on_the_exchange() -> None:
    subtle = {"approche": "attaque_subtile"}
    assert exchange(attaque=subtle, defenseur=PARER, jets=(20, 11))["defense"]["degres"] == 1
    failed = exchange(attaque=subtle, defenseur=CONTRE, jets=(90, 11))
    assert failed["defense"]["degres"] == 5, "an attack that failed hinders nobody"
    strange = {"approche": "attaque_etrange"}
    malus = ("malus_actions", "defenseur", -2)
    assert codes(exchange(attaque=strange, defenseur=PARER, jets=(20, 90))) == {malus}
    parried = exchange(attaque=strange, defenseur=PARER, jets=(20, 31))
    assert parried["defense"]["reussie"]
    assert codes(parried) == set()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (42, 5),  # succeeds: frees the second defence
        (90, 3),  # fails: −2 for the second of the round
    ],
)
def test_d25_an_elaboree_that_succeeds_frees_the_second_defence(first: int, second: int) -> None:
    scenario = duel(attaque={"approche": "attaque_rapide"})
    scenario["defenseurs"][0]["defense"] = {"type": "elaboree"}
    scenario["jets"] = {"attaque": [20, 30], "defense": [[first, 12]]}
    one, other = resolve(scenario)["echanges"]
    assert one["defense"]["degres"] == 5
    assert other["defense"]["degres"] == second
    freed = ("defenses_sans_malus", "defenseur", 0)
    assert (freed in codes(one)) == (first == 42)
    (_, known) = thresholds(scenario)["echanges"]
    assert known["defense"]["degres"] == 3, "before any roll nothing is freed"


def test_d26_the_order_of_the_steps_and_rounding_down() -> None:
    shot: Any = {"mode": "tir", "attaque": {"approche": "tir_visee_1", "arme": "arbalete"}}
    acid = {"effets": ["eau_forte"]}
    assert damage(exchange(defenseur=acid, jets=(20, None), **shot)) == (1, 0), "3 halved"
    assert damage(exchange(defenseur=acid, jets=(22, None), **shot)) == (3, 0), "after the critical"
    shot["attaque"] = {"approche": "tir_visee_1", "arme": "ak47", "munition": "creuses"}
    mail = acid | {"protection": "gilet_lourd"}
    assert damage(exchange(defenseur=mail, jets=(20, None), **shot)) == (1, 0), "before armour"
    guarded = {"protection": "gardien_silencieux"}
    words: Any = {"attaquant": {"report": 12}, "ajustements": [{"attaquant": 2}]}
    assert damage(exchange(defenseur=guarded, jets=(20, None), **words)) == (2, 0), "from 0"


def test_d26_retenue_comes_last() -> None:
    held = {"effets": ["retenue_chrysopee"]}
    sword = {"arme": "glaive_feu"}
    # 6 and 6 by a critical: 2 are left, and those are magical.
    assert damage(exchange(attaque=sword, defenseur=held, jets=(22, None))) == (0, 2)
    # To one whom magic does not touch only 6 come: all are held back.
    plain = held | {"type": "autre"}
    assert damage(exchange(attaque=sword, defenseur=plain, jets=(22, None))) == (0, 0)
    guarded = held | {"protection": "gardien_silencieux"}
    assert damage(exchange(defenseur=guarded, jets=(20, None))) == (0, 0), "the minimum too"


def test_d27_a_critical_keeps_its_margin_and_is_called_legendary() -> None:
    found = resolve(duel(attaquant={"report": 8}, defenseur=PARER, jets=(55, 44)))
    assert found["attaques"][0]["resultat"] == "critique"
    assert found["attaques"][0]["marge"] == 5 + 6
    (echange,) = found["echanges"]
    assert echange["excedent"] == {"attaquant": 1, "defenseur": 0}
    assert not echange["defense"]["reussie"], "of two criticals the greater margin wins"
    for roll, legendary in ((55, True), (54, False)):
        texte = json.dumps(duel(jets=(roll, None)))
        shown = json.dumps(api.ask("combat", "resolve", texte).vue(), ensure_ascii=False)
        assert ("légendaire" in shown) == legendary


def test_d28_no_sapience_and_no_maladresse_of_an_approche() -> None:
    side = {"type": "nephilim", "ka": {"feu": 6}, "approche": "feu"}
    for roll, outcome in ((22, "critique"), (100, "maladresse")):
        result = resolve(
            duel(attaquant=side, attaque={"approche": "attaque_puissante"}, jets=(roll, None))
        )
        assert result["attaques"][0]["resultat"] == outcome
        assert codes(result["echanges"][0]) == set()
        assert "sapience" not in json.dumps(result)


def test_d29_an_attackers_effects_do_not_protect_him_here_but_in_the_riposte() -> None:
    regles = nephilim()
    shared = {"hallucination_guerriere", "amethyste", "consort_rouge", "precognition"}
    shared |= {"phalange", "regisseur_fureur"}
    assert shared <= set(regles.effets_attaquant) & set(regles.effets_defenseur)
    targets = {
        apport.cible for ident in shared for apport in regles.effets_attaquant[ident].apports
    }
    assert targets.isdisjoint({"protection", "annulation", "armure"})
    raging = {
        "type": "creature",
        "effets": ["hallucination_guerriere"],
        "protection": "gilet_lourd",
    }
    # A counter-attack succeeds, and the first attacker now meets the riposte, under the same id.
    riposte = exchange(defenseur=raging | PARER, attaque={"arme": "glaive_feu"}, jets=(22, 90))
    assert terms(riposte["defense"]["detail"])["hallucination_guerriere"] == 3
    steps = {(each["cause"], each["valeur"]) for each in riposte["physiques"]["etapes"]}
    assert ("hallucination_guerriere", -3) in steps


def test_d30_each_target_meets_the_whole_excess() -> None:
    burst = {"approche": "tir_visee_1", "arme": "ak47", "cadence": "raf_ctrl"}
    scenario = duel(mode="tir", attaque=burst, attaquant={"report": 12})
    scenario["defenseurs"] *= 3
    scenario["jets"] = {"attaque": [31]}
    scenario["ajustements"] = [{"attaquant": 3}, {"attaquant": 1}, None]
    found = resolve(scenario)["echanges"]
    assert [each["excedent"]["attaquant"] for each in found] == [3, 3, 3]
    assert [damage(each)[0] for each in found] == [7, 5, 4]
    assert [codes(each) for each in found] == [set(), {("malus_defense", "defenseur", -2)}, set()]
