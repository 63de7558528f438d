"""One entry for page, command line and tests: a calculator's name and an operation to an answer.

A calculator is a row of ``CALCULS``; nothing else branches on its name.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pycore import jsontext
from pycore.donnees import nephilim
from pycore.errors import RefusedError, faute
from pycore.nephilim.combat import reading as combat_reading
from pycore.nephilim.combat import resolve as combat
from pycore.nephilim.combat.scenario import Scenario
from pycore.render import combat_json
from pycore.render.erreurs import Erreur, erreurs
from pycore.shapes import Objet

Json = dict[str, Any]


class Operation(NamedTuple):
    """What can be asked of a calculator.

    ``dice``: whether the scenario's rolls are read. ``run`` goes from the scenario to facts,
    ``json`` from facts to values.
    """

    dice: bool
    run: Callable[[Any, Any], Any]
    json: Callable[[Any], Json]


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
            "resolve": Operation(True, combat.resolve, combat_json.result_json),
            "seuils": Operation(False, combat.thresholds, combat_json.thresholds_json),
        },
    ),
}


def run(calcul: str, operation: str, texte: str) -> Json:
    """Answer an operation on a scenario written as JSON text.

    Raises ``RefusedError`` with everything wrong with it.
    """
    asked = CALCULS[calcul].operations[operation]
    tables = CALCULS[calcul].tables()
    scenario = CALCULS[calcul].read(jsontext.parse(texte), tables, dice=asked.dice)
    return asked.json(asked.run(scenario, tables))


def refusal(calcul: str, refused: RefusedError) -> dict[str, list[Erreur]]:
    """Put a refusal into words."""
    tables = CALCULS[calcul].tables()
    return {"erreurs": erreurs(refused.fautes, tables.messages, tables.champs)}


def schema(calcul: str) -> Json:
    """Write the JSON Schema of a calculator's scenario, from the types that check it."""
    chosen = CALCULS[calcul]
    tables = chosen.tables()
    words = {ident: champ.nom for ident, champ in tables.champs.items()}
    described = Objet(chosen.scenario).schema(chosen.ids(tables), words)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": calcul} | described


__all__ = ["CALCULS", "faute", "refusal", "run", "schema"]
