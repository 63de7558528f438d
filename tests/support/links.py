"""Links as the calculators make them."""

from __future__ import annotations

import json
from typing import Any

from pycore import api


def fragment(scenario: dict[str, Any], calcul: str = "combat") -> str:
    """Give the fragment of the address that carries a scenario."""
    return str(api.run(calcul, "lien", json.dumps({"version": 1} | scenario))["fragment"])
