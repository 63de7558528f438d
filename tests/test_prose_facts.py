"""What a story may state is what the data may ask of it, and nothing else."""

from __future__ import annotations

from pycore.donnees import nephilim
from pycore.nephilim.combat.reading import read
from pycore.nephilim.combat.resolve import resolve
from pycore.nephilim.recits import FAITS, NOMS
from pycore.render.recit import passages
from pycore.render.recit_faits import seen, whole
from tests.support.cases import cases
from tests.support.stories import STORIES

REGLES = nephilim()
FIGHTS = [case.scenario for case in cases("combat")]


def test_every_fact_and_noun_is_one_that_a_row_may_ask_for() -> None:
    facts: set[str] = set()
    nouns: set[str] = set()
    for value in FIGHTS:
        scenario = read(value, REGLES, dice=True)
        resultat = resolve(scenario, REGLES)
        found = [whole(resultat, scenario, REGLES)]
        found += [seen(each, resultat, scenario, REGLES) for each in resultat.echanges]
        for each in found:
            facts |= each.faits
            nouns |= set(each.noms)
    assert facts <= set(FAITS)
    assert nouns == set(NOMS)
    assert {"attaque_reussie", "attaque_ratee", "defense_reussie", "defense_ratee"} <= facts


def test_what_a_defence_gave_is_stated_of_it() -> None:
    seen_of: set[str] = set()
    for value in STORIES.values():
        scenario = read(value, REGLES, dice=True)
        resultat = resolve(scenario, REGLES)
        for each in resultat.echanges:
            faits = seen(each, resultat, scenario, REGLES).faits
            row = REGLES.defenses[scenario.defenseurs[each.defenseur].defense.type]
            hit = resultat.attaques[each.attaque].issue.reussi
            rolled = each.defense is not None and hit
            held = rolled and each.defense is not None and each.defense.reussie
            assert ("defense_reussie" in faits) == held
            assert ("defense_ratee" in faits) == (rolled and not held)
            assert ("defense_annule" in faits) == (held and row.reussie.annule)
            seen_of |= faits
    assert {"defense_reussie", "defense_ratee", "defense_annule"} <= seen_of


def test_a_defence_that_goes_wrong_is_told_after_the_blow() -> None:
    wrong = 0
    for value in STORIES.values():
        scenario = read(value, REGLES, dice=True)
        resultat = resolve(scenario, REGLES)
        fumbles = [
            rank
            for rank, each in enumerate(resultat.echanges)
            if each.defense is not None and each.defense.jet.issue.resultat == "maladresse"
        ]
        told = passages(resultat, scenario, REGLES, 0)
        added = [each.echange for each in told if each.recit.situation == "defense_maladresse"]
        assert added == fumbles
        wrong += len(fumbles)
    assert wrong
