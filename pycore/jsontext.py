"""JSON text to values and back, safe for text that a stranger wrote.

The nesting is measured before any parser sees the text: deep input ends Pyodide for good in
Chromium. Duplicate keys and NaN are refused, and no message repeats the parser's own words.
"""

import json
import re
from typing import NoReturn

from pycore.errors import RefusedError, faute

MAX_LENGTH = 200_000
"""Characters of a text at most: twelve targets with everything said come to a tenth of that."""

MAX_DEPTH = 32
"""How deep brackets may stand in one another."""

_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
"""A quotation mark always begins a string here: one that failed would be tried from each mark."""

_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


class _PlainError(Exception):
    """A refusal raised inside the parser's own call-backs."""


def _depth(text: str) -> int:
    """Deepest nesting of brackets outside strings, by one linear scan."""
    depth = deepest = 0
    for found in _STRING_OR_BRACKET.finditer(text):
        depth += _STEPS.get(found[0], 0)
        deepest = max(deepest, depth)
    return deepest


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Make an object of its pairs; a key that stands twice is refused."""
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _PlainError("json.cle_repetee")
    return made


def _no_constant(_name: str) -> NoReturn:
    raise _PlainError("json.constante")


def _place(text: str, position: int) -> dict[str, int]:
    """Line and column of a fault. For a trailing comma, those of the comma.

    Python says so from 3.13 on; before, it points at the bracket that follows.
    """
    if text[position : position + 1] in ("}", "]"):
        before = text[:position].rstrip()
        position = len(before) - 1 if before.endswith(",") else position
    place = json.JSONDecodeError("", text, position)
    return {"ligne": place.lineno, "colonne": place.colno}


def parse(text: str, max_depth: int = MAX_DEPTH) -> object:
    """Read JSON text.

    Raises ``RefusedError`` with one fault of code ``json`` and an empty path when the text is
    empty, too deep, malformed, or holds a duplicate key, NaN or a number of absurd length.
    """
    if not text.strip():
        raise RefusedError([faute("", "json.vide")])
    if len(text) > MAX_LENGTH:
        raise RefusedError([faute("", "json.taille", maximum=MAX_LENGTH)])
    if _depth(text) > max_depth:
        raise RefusedError([faute("", "json.profondeur", maximum=max_depth)])
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except _PlainError as refusal:
        raise RefusedError([faute("", str(refusal))]) from None
    except json.JSONDecodeError as error:
        raise RefusedError([faute("", "json.syntaxe", **_place(text, error.pos))]) from None
    except ValueError:  # an integer with more digits than Python converts
        raise RefusedError([faute("", "json.nombre")]) from None


def decode(raw: bytes) -> str:
    """Read bytes as UTF-8; a byte-order mark is dropped.

    Raises ``RefusedError`` (code ``json``) when they are not UTF-8.
    """
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RefusedError([faute("", "json.utf8")]) from None


def dump(value: object, indent: int | None = None, *, ascii_only: bool = True) -> str:
    """Write a value as JSON; in ASCII, a lone surrogate passes through any terminal."""
    separators = (",", ":") if indent is None else (",", ": ")
    return json.dumps(value, indent=indent, separators=separators, ensure_ascii=ascii_only)
