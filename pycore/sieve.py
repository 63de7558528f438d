"""What of a JSON value a shape can hold: every part that is right is kept, the rest is named.

A scenario that somebody is still filling in, or that a link has brought, is seldom whole. Unlike
``shapes``, which answers whether a value is right, this answers which part of it is.
"""

from typing import Any

from pycore.shapes import (
    INVALID,
    SHOWN,
    Context,
    Kind,
    Liste,
    Objet,
    OuRien,
    Table,
    fields_of,
    write,
)


def sift(kind: Kind, value: object, path: str, context: Context, *, defaults: bool) -> Any:
    """Answer what of a value is right, as JSON, or ``INVALID``; faults are noted as they are found.

    Null stands for what is empty and is no fault; in a list it keeps its place. What stands at its
    default is left out, unless ``defaults``.
    """
    if isinstance(kind, OuRien):
        return None if value is None else sift(kind.kind, value, path, context, defaults=defaults)
    if isinstance(kind, Objet):
        return _object(kind.type, value, path, context, defaults=defaults)
    if isinstance(kind, Liste):
        return _list(kind, value, path, context, defaults=defaults)
    if isinstance(kind, Table):
        return _table(kind, value, path, context)
    before = len(context.fautes)
    read = kind.check(value, path, context)
    return write(read) if len(context.fautes) == before else INVALID


def _object(shape: type[Any], value: object, path: str, context: Context, *, defaults: bool) -> Any:
    if type(value) is not dict:
        return context.refuse(path, "type.objet")
    dot = f"{path}." if path else ""
    fields = fields_of(shape)
    kept = {}
    for name, kind in fields.items():
        item = value.get(name)
        if name not in value or (item is None and not isinstance(kind, OuRien)):
            continue
        sifted = sift(kind, item, dot + name, context, defaults=defaults)
        if sifted is INVALID or (not defaults and _idle(shape, name, sifted)):
            continue
        kept[name] = sifted
    for key in value:
        if key not in fields:
            cle = key[:SHOWN]
            context.refuse(dot + cle, "inconnu.cle", cle=cle, possibles=" · ".join(fields))
    return kept


def _idle(shape: type[Any], name: str, sifted: object) -> bool:
    """Tell whether a field says no more than its absence would."""
    if sifted == {}:
        return True
    known = shape._field_defaults
    return name in known and sifted == write(known[name])


def _list(kind: Liste, value: object, path: str, context: Context, *, defaults: bool) -> Any:
    if type(value) is not list:
        return context.refuse(path, "type.liste")
    if len(value) > kind.maximum:
        context.refuse(
            path, "longueur.entre", minimum=kind.minimum, maximum=kind.maximum, valeur=len(value)
        )
    kept: list[Any] = []
    for rank, item in enumerate(value[: kind.maximum]):
        where = f"{path}[{rank}]"
        sifted = None if item is None else sift(kind.kind, item, where, context, defaults=defaults)
        if kind.unique:  # a choice among others: its place says nothing
            if sifted is None or sifted is INVALID:
                continue
            if sifted in kept:
                context.refuse(where, "doublon", valeur=sifted)
                continue
        kept.append(None if sifted is INVALID else sifted)
    return kept


def _table(kind: Table, value: object, path: str, context: Context) -> Any:
    if type(value) is not dict:
        return context.refuse(path, "type.objet")
    kept: dict[str, Any] = kind.check(
        {key: item for key, item in value.items() if item is not None}, path, context
    )
    return {key: item for key, item in kept.items() if item is not INVALID}
