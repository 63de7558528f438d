"""What can be calculated for Nephilim Légende."""

from collections.abc import Mapping

from pycore.link import read_scenario
from pycore.nephilim.action import rules as action
from pycore.nephilim.action import scenario as action_reading
from pycore.nephilim.combat import advice, needed, personnage, registre
from pycore.nephilim.combat import reading as combat_reading
from pycore.nephilim.combat import resolve as combat
from pycore.nephilim.combat.odds import odds
from pycore.nephilim.combat.scenario import Scenario
from pycore.nephilim.donnees import nephilim
from pycore.nephilim.journal.reading import read as read_journal
from pycore.nephilim.journal.shape import Journal
from pycore.nephilim.journal.suite import follow
from pycore.operations import Calcul, Operation
from pycore.partage import shared
from pycore.render import (
    action_json,
    action_view,
    combat_advice,
    combat_json,
    combat_needed,
    combat_odds,
    combat_view,
    journal_view,
    personnage_view,
)

CALCULS: Mapping[str, Calcul] = {
    "combat": Calcul(
        nephilim,
        Scenario,
        combat_reading.read,
        combat_reading.ids,
        shared(
            {
                "resolve": Operation(
                    combat_view.told,
                    combat_json.result_json,
                    combat_view.result_view,
                    combat_view.Tour,
                    dice=True,
                ),
                "seuils": Operation(
                    combat.thresholds,
                    combat_json.thresholds_json,
                    combat_view.thresholds_view,
                ),
                "odds": Operation(odds, combat_odds.odds_json, combat_odds.odds_view),
                "bilan": Operation(
                    combat_odds.weigh, combat_odds.weighed_json, combat_odds.weighed_view, dice=True
                ),
                "conseil": Operation(
                    advice.advise,
                    combat_advice.advice_json,
                    combat_advice.advice_view,
                    advice.Demande,
                ),
                "besoin": Operation(
                    needed.needed,
                    combat_needed.needed_json,
                    combat_needed.needed_view,
                    needed.Objectif,
                ),
                "next": Operation(
                    follow,
                    journal_view.suite_json,
                    journal_view.suite_view,
                    None,
                    read_journal,
                ),
                "garder": Operation(
                    personnage.keep,
                    personnage_view.kept_json,
                    personnage_view.no_view,
                    personnage.Place,
                    read_scenario,
                ),
                "placer": Operation(
                    personnage.place,
                    personnage_view.placed_json,
                    personnage_view.placed_view,
                    personnage.Place,
                    personnage.read_arrival,
                ),
                "personnages": Operation(
                    registre.sort_out,
                    personnage_view.file_json,
                    personnage_view.file_view,
                    None,
                    registre.read,
                ),
            }
        ),
        {
            "attaquant": ("attaquant", "attaque.force_simulacre", "jets.attaque", "ajustements"),
            "defenseurs": ("defenseurs", "jets.defense", "ajustements"),
        },
        documents={"journal": Journal, "personnages": personnage.Personnages},
        document_ids=personnage.ids,
    ),
    "action-simple": Calcul(
        nephilim,
        action_reading.ActionSimple,
        action_reading.read_simple,
        action_reading.ids,
        shared(
            {
                "resolve": Operation(
                    action.resolve, action_json.result_json, action_view.result_view, dice=True
                ),
                "seuils": Operation(
                    action.chances, action_json.threshold_json, action_view.threshold_view
                ),
                "odds": Operation(
                    action.chances, action_json.odds_json, action_view.threshold_view
                ),
            }
        ),
    ),
    "action-opposee": Calcul(
        nephilim,
        action_reading.ActionOpposee,
        action_reading.read_opposed,
        action_reading.ids,
        shared(
            {
                "resolve": Operation(
                    action.resolve_opposed,
                    action_json.opposed_json,
                    action_view.opposed_view,
                    dice=True,
                ),
                "seuils": Operation(
                    action.chances_opposed,
                    action_json.opposed_threshold_json,
                    action_view.opposed_threshold_view,
                ),
                "odds": Operation(
                    action.chances_opposed,
                    action_json.opposed_odds_json,
                    action_view.opposed_threshold_view,
                ),
            }
        ),
        {"acteur": ("acteur",), "opposant": ("opposant",)},
    ),
}
