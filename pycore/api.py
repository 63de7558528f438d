"""One entry for page, command line and tests: a calculator's name and an operation to an answer.

A calculator is a row of a game (``pycore.jeux``); nothing here knows one by its name.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pycore import jsontext
from pycore.calculs import CALCULS
from pycore.errors import RefusedError, faute
from pycore.operations import Json
from pycore.render.erreurs import Erreur, erreurs
from pycore.shapes import Context, Ids, Objet


class Reponse(NamedTuple):
    """An answer as values, and as the page shows it."""

    resultat: Json
    vue: Callable[[], Json]


def _demande(kind: type, value: object, ids: Ids) -> Any:
    """Read what is asked besides the scenario. Raises ``RefusedError``."""
    context = Context(ids)
    read = Objet(kind).check(value, "", context)
    if context.fautes:
        raise RefusedError(context.fautes)
    return read


def ask(calcul: str, operation: str, texte: str, demande: object = None) -> Reponse:
    """Answer an operation on a scenario written as JSON text.

    Raises ``RefusedError`` with everything wrong with it.
    """
    asked = CALCULS[calcul].operations[operation]
    tables = CALCULS[calcul].tables()
    value = jsontext.parse(texte)
    scenario = (
        CALCULS[calcul].read(value, tables, dice=asked.dice)
        if asked.read is None
        else asked.read(value, calcul, CALCULS[calcul])
    )
    wanted = (
        ()
        if asked.demande is None
        else (
            _demande(
                asked.demande, {} if demande is None else demande, CALCULS[calcul].ids(tables)
            ),
        )
    )
    facts = asked.run(scenario, tables, *wanted)
    return Reponse(asked.json(facts, tables), lambda: asked.view(facts, scenario, tables))


def run(calcul: str, operation: str, texte: str, demande: object = None) -> Json:
    """Answer an operation as values. Raises ``RefusedError``."""
    return ask(calcul, operation, texte, demande).resultat


def refusal(calcul: str, refused: RefusedError) -> dict[str, list[Erreur]]:
    """Put a refusal into words."""
    tables = CALCULS[calcul].tables()
    return {"erreurs": erreurs(refused.fautes, tables.messages, tables.champs)}


DOCUMENTS: Mapping[str, tuple[str, type]] = {
    name: (calcul, shape)
    for calcul, row in CALCULS.items()
    for name, shape in row.documents.items()
}
"""What is kept beside scenarios, by name: the calculator it belongs to, and its type."""


def schema(name: str) -> Json:
    """Write the JSON Schema of a calculator's scenario or of a document.

    It comes from the types that check it.
    """
    calcul, shape = DOCUMENTS.get(name, (name, None))
    chosen = CALCULS[calcul]
    tables = chosen.tables()
    words = {ident: champ.nom for ident, champ in tables.champs.items()}
    ids = chosen.ids if shape is None else chosen.document_ids
    described = Objet(shape or chosen.scenario).schema(ids(tables), words)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": name} | described


PROTOCOL = 1
ENVELOPE_DEPTH = 8
_NUMBER = re.compile(r'\{"v":\d{1,3},"n":(\d{1,15}),')
"""How the page begins a message: so even one that cannot be read gets an answer of its number."""


def _corps(op: str, corps: Any) -> Json:
    """Answer one message of the page: an operation on ``{"calcul", "texte"}``."""
    known = (
        isinstance(corps, dict)
        and isinstance(corps.get("texte"), str)
        and isinstance(corps.get("calcul"), str)
        and corps["calcul"] in CALCULS
        and op in CALCULS[corps["calcul"]].operations
    )
    if not known:
        return refusal(next(iter(CALCULS)), RefusedError([faute("", "message")]))
    try:
        answered = ask(corps["calcul"], op, corps["texte"], corps.get("demande"))
    except RefusedError as refused:
        return refusal(corps["calcul"], refused)
    return {"resultat": answered.resultat, "vue": answered.vue()}


def answer(text: str) -> str:
    """Answer a message ``{v, n, op, corps}`` of the page with one of the same number.

    The scenario travels as text inside it, so that it is measured and read by the same code as on
    the command line. Whatever comes, an answer goes back; a fault of ours says so.
    """
    begun = _NUMBER.match(text)
    n: object = int(begun[1]) if begun else 0
    op = ""
    try:
        message = jsontext.parse(text, ENVELOPE_DEPTH)
        if isinstance(message, dict):
            op = str(message.get("op", ""))
            if type(message.get("n")) is int:  # a float may be one that JSON cannot write
                n = message["n"]
            corps = _corps(op, message.get("corps"))
        else:
            corps = refusal(next(iter(CALCULS)), RefusedError([faute("", "message")]))
    except RefusedError as refused:
        corps = refusal(next(iter(CALCULS)), refused)
    except Exception:  # noqa: BLE001 - the page must hear of it, and go on
        corps = refusal(next(iter(CALCULS)), RefusedError([faute("", "interne")]))
    return jsontext.dump({"v": PROTOCOL, "n": n, "op": op, "corps": corps})


__all__ = ["CALCULS", "DOCUMENTS", "answer", "ask", "refusal", "run", "schema"]
