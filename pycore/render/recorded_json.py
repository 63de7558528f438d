"""Arithmetic as the rules record it, as JSON values."""

from collections.abc import Iterable
from typing import Any

from pycore.recorded import Terme


def detail_json(termes: Iterable[Terme]) -> list[dict[str, Any]]:
    """Write a sum: where each figure comes from, and how much."""
    return [{"source": terme.source, "valeur": terme.valeur} for terme in termes]
