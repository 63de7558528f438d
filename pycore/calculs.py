"""What can be calculated: a row for each calculator of each game.

A row names its tables, its input, and for each operation the functions that go from a scenario to
facts and from facts to words. Nothing else branches on a calculator's name.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pycore.anima import actions, breakage, disengaging, initiative
from pycore.anima import attack as anima_attack
from pycore.anima import odds as anima_odds
from pycore.anima import reading as anima_reading
from pycore.anima import scenario as anima_scenario
from pycore.donnees import anima, nephilim
from pycore.nephilim.action import rules as action
from pycore.nephilim.action import scenario as action_reading
from pycore.nephilim.combat import advice, needed
from pycore.nephilim.combat import reading as combat_reading
from pycore.nephilim.combat import resolve as combat
from pycore.nephilim.combat.odds import odds
from pycore.nephilim.combat.scenario import Scenario
from pycore.render import (
    action_json,
    action_view,
    anima_json,
    anima_odds_view,
    anima_rounds_view,
    anima_view,
    combat_advice,
    combat_json,
    combat_needed,
    combat_odds,
    combat_view,
)

Json = dict[str, Any]


class Operation(NamedTuple):
    """What can be asked of a calculator.

    ``dice``: whether the scenario's rolls are read. ``run`` goes from the scenario to facts,
    ``json`` from facts to values, ``view`` from facts to what the page shows, slot by slot.
    ``demande`` is the type of what is asked besides the scenario, where anything is.
    """

    dice: bool
    run: Callable[..., Any]
    json: Callable[[Any, Any], Json]
    view: Callable[[Any, Any, Any], Json]
    demande: type | None = None


class Calcul(NamedTuple):
    """A calculator: its tables, its input, what can be asked of it."""

    tables: Callable[[], Any]
    scenario: type
    read: Callable[..., Any]
    ids: Callable[[Any], Mapping[str, Any]]
    operations: Mapping[str, Operation]


CALCULS: Mapping[str, Calcul] = {
    "combat": Calcul(
        nephilim,
        Scenario,
        combat_reading.read,
        combat_reading.ids,
        {
            "resolve": Operation(
                True,
                combat_view.told,
                combat_json.result_json,
                combat_view.result_view,
                combat_view.Tour,
            ),
            "seuils": Operation(
                False, combat.thresholds, combat_json.thresholds_json, combat_view.thresholds_view
            ),
            "odds": Operation(False, odds, combat_odds.odds_json, combat_odds.odds_view),
            "bilan": Operation(
                True, combat_odds.weigh, combat_odds.weighed_json, combat_odds.weighed_view
            ),
            "conseil": Operation(
                False,
                advice.advise,
                combat_advice.advice_json,
                combat_advice.advice_view,
                advice.Demande,
            ),
            "besoin": Operation(
                False,
                needed.needed,
                combat_needed.needed_json,
                combat_needed.needed_view,
                needed.Objectif,
            ),
        },
    ),
    "action-simple": Calcul(
        nephilim,
        action_reading.ActionSimple,
        action_reading.read_simple,
        action_reading.ids,
        {
            "resolve": Operation(
                True, action.resolve, action_json.result_json, action_view.result_view
            ),
            "seuils": Operation(
                False, action.chances, action_json.threshold_json, action_view.threshold_view
            ),
            "odds": Operation(
                False, action.chances, action_json.odds_json, action_view.threshold_view
            ),
        },
    ),
    "action-opposee": Calcul(
        nephilim,
        action_reading.ActionOpposee,
        action_reading.read_opposed,
        action_reading.ids,
        {
            "resolve": Operation(
                True, action.resolve_opposed, action_json.opposed_json, action_view.opposed_view
            ),
            "seuils": Operation(
                False,
                action.chances_opposed,
                action_json.opposed_threshold_json,
                action_view.opposed_threshold_view,
            ),
            "odds": Operation(
                False,
                action.chances_opposed,
                action_json.opposed_odds_json,
                action_view.opposed_threshold_view,
            ),
        },
    ),
    "anima-attaque": Calcul(
        anima,
        anima_scenario.Scenario,
        anima_reading.read,
        anima_reading.ids,
        {
            "resolve": Operation(
                True, anima_attack.resolve, anima_json.attack_json, anima_view.attack_view
            ),
            "odds": Operation(
                False, anima_odds.odds, anima_json.odds_json, anima_odds_view.odds_view
            ),
        },
    ),
    "anima-initiative": Calcul(
        anima,
        initiative.Initiative,
        initiative.read,
        initiative.ids,
        {
            "resolve": Operation(
                True,
                initiative.resolve,
                anima_json.initiative_json,
                anima_rounds_view.initiative_view,
            ),
        },
    ),
    "anima-actions": Calcul(
        anima,
        actions.Vivacite,
        actions.read,
        actions.ids,
        {
            "resolve": Operation(
                True, actions.resolve, anima_json.actions_json, anima_rounds_view.actions_view
            ),
        },
    ),
    "anima-fracassement": Calcul(
        anima,
        breakage.Fracassement,
        breakage.read,
        breakage.ids,
        {
            "resolve": Operation(
                True, breakage.resolve, anima_json.breakage_json, anima_rounds_view.breakage_view
            ),
        },
    ),
    "anima-desengagement": Calcul(
        anima,
        disengaging.Desengagement,
        disengaging.read,
        disengaging.ids,
        {
            "resolve": Operation(
                True,
                disengaging.resolve,
                anima_json.disengaging_json,
                anima_rounds_view.disengaging_view,
            ),
        },
    ),
}
