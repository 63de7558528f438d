"""Random values of any shape, right in every part: made from the kinds, by a seeded generator.

Two choices of such a scenario may not go together; a link carries them all the same. Much faster
than hypothesis, for the many scenarios of a round trip.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pycore.shapes import (
    Booleen,
    Choix,
    De,
    Entier,
    Kind,
    Liste,
    Objet,
    OuRien,
    Table,
    Texte,
    Version,
    fields_of,
)

if TYPE_CHECKING:
    from random import Random

    from pycore.shapes import Ids

LETTERS = 'abcdeéèàçœ ’ABCÉ«»-_#@*<>&"\\\x00\n\u202e\ud83d\U0001f525\u4e2d'
FEW, MOST = 3, 12


def text(rng: Random, maximum: int) -> str:
    """Text of any characters, mostly short."""
    length = rng.randint(0, rng.choice([0, 8, 8, maximum]))
    if rng.random() < 0.1:
        return "".join(chr(rng.randrange(0x110000)) for _ in range(min(length, maximum)))
    return "".join(rng.choice(LETTERS) for _ in range(min(length, maximum)))


def number(rng: Random, low: int, high: int) -> int:
    return rng.choice([low, high, rng.randint(low, high), min(high, max(low, 0))])


def make(kind: Kind, ids: Ids, rng: Random) -> Any:  # noqa: PLR0911 - one return for each kind
    """Make a value of a kind."""
    match kind:
        case Entier(minimum=low, maximum=high):
            return number(rng, low, high)
        case De(faces=faces):
            return rng.randint(0, faces)
        case Version(read=read):
            return read
        case Texte(maximum=maximum, minimum=minimum):
            return text(rng, maximum) or "x" * minimum
        case Booleen():
            return rng.random() < 0.5
        case Choix():
            return rng.choice(list(kind.allowed(ids)))
        case OuRien(kind=inner):
            return None if rng.random() < 0.3 else make(inner, ids, rng)
        case Liste():
            return _list(kind, ids, rng)
        case Table(table=table, kind=inner):
            return {key: make(inner, ids, rng) for key in ids[table] if rng.random() < 0.5}
        case Objet(type=shape):
            return {
                name: make(inner, ids, rng)
                for name, inner in fields_of(shape).items()
                if name not in shape._field_defaults or rng.random() < 0.6
            }
        case _:  # a figure, or one for each key of a table
            un: Kind = getattr(kind, "un")  # noqa: B009 - of Anima alone
            every = {key: make(un, ids, rng) for key in ids[getattr(kind, "table")]}  # noqa: B009
            return rng.choice([make(un, ids, rng), every])


def _list(kind: Liste, ids: Ids, rng: Random) -> list[Any]:
    most = rng.choice([FEW, FEW, FEW, min(MOST, kind.maximum)])
    made: list[Any] = []
    for _ in range(rng.randint(kind.minimum, max(kind.minimum, min(most, kind.maximum)))):
        item = make(kind.kind, ids, rng)
        if not kind.unique or item not in made:
            made.append(item)
    return made


def scenario(calcul: Any, tables: Any, rng: Random) -> dict[str, Any]:
    """A scenario of a calculator, right in every part."""
    made: dict[str, Any] = make(Objet(calcul.scenario), calcul.ids(tables), rng)
    return made
