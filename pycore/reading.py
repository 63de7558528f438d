"""How any scenario is read: its version first, then every value alone."""

from collections.abc import Collection, Mapping
from typing import Any

from pycore.errors import RefusedError
from pycore.shapes import SHOWN, Context, Objet


def checked(
    kind: type, value: object, ids: Mapping[str, Collection[str]], version: int
) -> tuple[Any, Context]:
    """Check each value alone; answers the scenario, or ``INVALID``, and the faults so far.

    Raises ``RefusedError`` at once for another version of the format: nothing else can be judged.
    """
    context = Context(ids)
    found = value.get("version", version) if isinstance(value, dict) else version
    if type(found) is int and found != version:
        context.refuse("version", "version", valeur=str(found)[:SHOWN], attendu=version)
        raise RefusedError(context.fautes)
    return Objet(kind).check(value, "", context), context


def without(value: object, *keys: str) -> object:
    """Leave keys out of an object; anything else is left alone."""
    return (
        {name: item for name, item in value.items() if name not in keys}
        if isinstance(value, dict)
        else value
    )
