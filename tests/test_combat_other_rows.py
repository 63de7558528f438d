"""What the rules do with rows that an editor could write and that the data does not hold yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pycore.donnees import nephilim
from pycore.nephilim.combat.engagement import engage
from pycore.nephilim.combat.idle import idle_effects
from pycore.nephilim.combat.needed import Objectif, needed
from pycore.nephilim.combat.reading import read
from pycore.nephilim.moves import Apport
from tests.support.duel import duel

if TYPE_CHECKING:
    from pycore.nephilim.rows import Regles

REGLES = nephilim()


def with_effect(side: str, *apports: Apport, ident: str = "nouvel_effet") -> Regles:
    """The rules with one effect more, of this side."""
    table = f"effets_{side}"
    rows = getattr(REGLES, table)
    some = next(iter(rows.values()))
    row = some._replace(id=ident, nom="Nouvel effet", apports=apports)
    changed: dict[str, Any] = {table: {**rows, ident: row}}
    return REGLES._replace(**changed)


def idle(value: dict[str, Any], regles: Regles) -> list[tuple[int, str, str, str]]:
    """Whose effects change nothing here, and what they lack."""
    found = idle_effects(engage(read(value, regles, dice=False), regles))
    return [(each.cote, each.table, each.effet, each.manque) for each in found]


@pytest.mark.parametrize(
    ("defense", "useless"),
    [
        ({"type": "parer"}, ["nouvel_effet"]),
        ({"type": "parer", "numeros": [1]}, ["nouvel_effet"]),
        ({"type": "parer", "numeros": [2]}, []),
        ({"type": "encaisser"}, ["nouvel_effet"]),
    ],
)
def test_to_free_a_rank_serves_who_rolls_a_second_defence(
    defense: dict[str, Any], useless: list[str]
) -> None:
    regles = with_effect("defenseur", Apport("rang"))
    value = duel(defenseur={"defense": defense, "effets": ["nouvel_effet"]})
    found = [(0, "effets_defenseur", each, "toujours") for each in useless]
    assert idle(value, regles) == found


def test_to_free_a_rank_serves_nobody_who_attacks() -> None:
    regles = with_effect("attaquant", Apport("rang"))
    value = duel(attaquant={"effets": ["nouvel_effet"]}, defenseur={"defense": {"type": "parer"}})
    assert [effet for _, _, effet, _ in idle(value, regles)] == ["nouvel_effet"]


def test_what_a_manoeuvre_brings_by_itself_is_never_named_idle() -> None:
    plain = REGLES.manoeuvres["standard"]
    changed = plain._replace(apports=(Apport("bruts", 2, si="approche"),))
    regles = REGLES._replace(manoeuvres={**REGLES.manoeuvres, "standard": changed})
    assert idle(duel(), regles) == []


def test_of_two_that_replace_the_metamorphosis_the_first_counts() -> None:
    regles = with_effect("attaquant", Apport("metamorphe", 7))
    value = duel(
        attaquant={
            "type": "nephilim",
            "metamorphe": 3,
            "effets": ["nouvel_effet", "regisseur_fureur"],
        },
        defenseur={"defense": {"type": "parer"}},
    )
    engaged = engage(read(value, regles, dice=False), regles)
    terms = {terme.source: terme.valeur for terme in engaged.assaut.seuil.detail}
    assert terms["regisseur_fureur"] == 10
    assert {"nouvel_effet", "metamorphe"}.isdisjoint(terms)


def test_a_melee_attack_that_differs_by_its_modifier_alone_is_no_aiming() -> None:
    twin = REGLES.manoeuvres["standard"]._replace(id="standard_2", modificateur=2)
    regles = REGLES._replace(manoeuvres={**REGLES.manoeuvres, "standard_2": twin})
    scenario = read(duel(), regles, dice=False)
    assert needed(scenario, regles, Objectif(chance=1)).visee is None
