"""What is answered to a question and shown for it, in lines that can be compared."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from pycore import api
from pycore.errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = dict[str, Any]


class Question(NamedTuple):
    """What is asked, of which calculator."""

    calcul: str
    operation: str
    value: Json
    demande: Json | None = None


def outline(tree: Json, depth: int = 0) -> Iterator[str]:
    """An element a line: its tag, its attributes, its text; a non-breaking space shows as a tie."""
    attributes = "".join(f" {key}={word}" for key, word in tree.get("attributs", {}).items())
    text = tree.get("texte", "")
    said = f"{'  ' * depth}{tree['balise']}{attributes}" + (f" | {text}" if text else "")
    yield said.replace("\u00a0", "~")
    for child in tree.get("enfants", []):
        yield from outline(child, depth + 1)


def told(question: Question) -> Iterator[str]:
    """The answer, then each place of the page."""
    yield f"## {question.calcul} {question.operation} {json.dumps(question.demande)}"
    texte = json.dumps(question.value)
    try:
        answer = api.ask(question.calcul, question.operation, texte, question.demande)
    except RefusedError as refused:
        for each in api.refusal(question.calcul, refused)["erreurs"]:
            yield json.dumps(each, ensure_ascii=False).replace("\u00a0", "~")
        return
    for key, item in answer.resultat.items():
        yield f"{key}: {json.dumps(item, ensure_ascii=False)}".replace("\u00a0", "~")
    for place, trees in answer.vue().items():
        yield f"# {place}"
        for tree in trees:
            yield from outline(tree) if isinstance(tree, dict) else [json.dumps(tree)]
