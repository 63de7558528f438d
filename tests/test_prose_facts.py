"""What a story may state is what the data may ask of it, and nothing else."""

from __future__ import annotations

from pycore.donnees import nephilim
from pycore.nephilim.combat.reading import read
from pycore.nephilim.combat.resolve import resolve
from pycore.nephilim.recits import FAITS, NOMS
from pycore.render.recit_faits import seen, whole
from tests.support.cases import cases

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
