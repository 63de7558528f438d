"""What a site that runs PyScript writes to use the rules: here, one button and its answer."""

from __future__ import annotations

import json
from typing import Any

from pyscript import document, when

from pycore import api
from pycore.errors import RefusedError


def place(name: str) -> Any:
    """Give an element of the page."""
    return document.getElementById(name)


def texts(tree: dict[str, Any]) -> list[str]:
    """List the texts of what the rules would show, in reading order."""
    own = [tree["texte"]] if tree.get("texte") else []
    return own + [text for child in tree.get("enfants", []) for text in texts(child)]


@when("click", "#resoudre")
def resolve(_event: object) -> None:
    """Answer the scenario that stands in the page."""
    try:
        answer = api.ask("combat", "resolve", place("scenario").value)
    except RefusedError as refused:
        faults = api.refusal("combat", refused)["erreurs"]
        place("verdict").textContent = "\n".join(each["message"] for each in faults)
        place("resultat").textContent = ""
        return
    verdict = answer.vue()["verdict"]
    place("verdict").textContent = "\n".join("".join(texts(each)) for each in verdict)
    place("resultat").textContent = json.dumps(answer.resultat, ensure_ascii=False, indent=1)


place("resoudre").disabled = False
