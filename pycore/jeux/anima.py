"""What can be calculated for Anima: Beyond Fantasy."""

from collections.abc import Mapping

from pycore.anima import actions, breakage, disengaging, followup, initiative, odds, reading
from pycore.anima.donnees import anima
from pycore.anima.scenario import Scenario
from pycore.operations import Calcul, Operation
from pycore.partage import shared
from pycore.render import anima_json, anima_odds_view, anima_rounds_view, anima_view

CALCULS: Mapping[str, Calcul] = {
    "anima-attaque": Calcul(
        anima,
        Scenario,
        reading.read,
        reading.ids,
        shared(
            {
                "resolve": Operation(
                    followup.resolve_on,
                    anima_json.attack_json,
                    anima_view.attack_view,
                    followup.Demande,
                    dice=True,
                ),
                "jets": Operation(
                    reading.due,
                    anima_json.due_json,
                    anima_json.nothing_shown,
                    read=reading.read_due,
                ),
                "odds": Operation(odds.odds, anima_json.odds_json, anima_odds_view.odds_view),
            }
        ),
        {
            "attaquant": ("attaquant", "jets.attaque"),
            "defenseur": ("defenseur", "jets.defense", "jets.resistance"),
        },
    ),
    "anima-initiative": Calcul(
        anima,
        initiative.Initiative,
        initiative.read,
        initiative.ids,
        shared(
            {
                "resolve": Operation(
                    initiative.resolve,
                    anima_json.initiative_json,
                    anima_rounds_view.initiative_view,
                    dice=True,
                ),
            }
        ),
    ),
    "anima-actions": Calcul(
        anima,
        actions.Vivacite,
        actions.read,
        actions.ids,
        shared(
            {
                "resolve": Operation(
                    actions.resolve,
                    anima_json.actions_json,
                    anima_rounds_view.actions_view,
                ),
            }
        ),
    ),
    "anima-fracassement": Calcul(
        anima,
        breakage.Fracassement,
        breakage.read,
        breakage.ids,
        shared(
            {
                "resolve": Operation(
                    breakage.resolve,
                    anima_json.breakage_json,
                    anima_rounds_view.breakage_view,
                ),
            }
        ),
    ),
    "anima-desengagement": Calcul(
        anima,
        disengaging.Desengagement,
        disengaging.read,
        disengaging.ids,
        shared(
            {
                "resolve": Operation(
                    disengaging.resolve,
                    anima_json.disengaging_json,
                    anima_rounds_view.disengaging_view,
                ),
            }
        ),
    ),
}
