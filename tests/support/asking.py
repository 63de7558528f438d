"""Questions to the rules, put as the page puts them."""

from __future__ import annotations

import json
from typing import Any

from pycore import api
from tests.support.soon import soon


def answered(op: str, calcul: str, value: object, **demande: Any) -> dict[str, Any]:
    """Ask as the page does: an answer or a refusal comes, and soon."""
    corps = {"calcul": calcul, "texte": json.dumps(value), "demande": demande or None}
    with soon():
        told = api.answer(json.dumps({"n": 1, "op": op, "corps": corps}))
    said: dict[str, Any] = json.loads(told)["corps"]
    assert all(each["code"] != "interne" for each in said.get("erreurs", []))
    return said
