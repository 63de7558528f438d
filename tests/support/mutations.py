"""Hypothesis strategies: scenarios that are accepted, spoilt at random.

A spoilt scenario may still be one that is accepted: what is asked of it is only that it gets an
answer.
"""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from tests.support.cases import cases

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

WHOLE = [case.texte for case in cases("combat")]
KEYS = sorted(
    {key for texte in WHOLE for key in json.loads(texte)} | {"type", "degre", "ka", "nom"}
)

LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.sampled_from([101, -201, 10**30, 6.0, 1e300]),
    st.sampled_from(
        ["", "standard", "melee", "tir", "feu", "soleil", "nephilim", "autre", "mineure"]
    ),
    st.text(st.characters(), max_size=70),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=5,
)
"""Any JSON value, often one that might have stood in a scenario."""


def _containers(value: Any) -> list[Any]:
    """The objects and lists within a value that hold something, itself among them."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    found = [value] if value and isinstance(value, (dict, list)) else []
    return found + [each for item in inner for each in _containers(item)]


def _spoil(draw: DrawFn, scenario: Any) -> None:
    """Change one thing somewhere in a scenario."""
    where = draw(st.sampled_from(_containers(scenario)))
    keys = list(where) if isinstance(where, dict) else list(range(len(where)))
    key = draw(st.sampled_from(keys))
    match draw(st.sampled_from(["replace", "remove", "double", "add", "swap"])):
        case "replace":
            where[key] = draw(VALUES)
        case "remove":
            del where[key]
        case "double" if isinstance(where, list):
            where.insert(key, copy.deepcopy(where[key]))
        case "swap":
            other = draw(st.sampled_from(keys))
            where[key], where[other] = where[other], where[key]
        case _ if isinstance(where, dict):
            where[draw(st.sampled_from(KEYS) | st.text(st.characters(), max_size=5))] = draw(VALUES)
        case _:
            where.append(draw(VALUES))


@st.composite
def spoilt_scenarios(draw: DrawFn) -> str:
    """The text of a scenario in which one to three things were changed."""
    scenario = json.loads(draw(st.sampled_from(WHOLE)))
    for _ in range(draw(st.integers(1, 3))):
        if _containers(scenario):
            _spoil(draw, scenario)
    return json.dumps(scenario)


@st.composite
def spoilt_texts(draw: DrawFn) -> str:
    """The text of a scenario cut, or with some characters put in place of others."""
    texte = draw(st.sampled_from(WHOLE))
    start = draw(st.integers(0, len(texte)))
    end = draw(st.sampled_from([start, start + 1, start + 2, len(texte)]))
    put = draw(
        st.sampled_from(
            ["", ",", "}", "]", " , }", ",\n]", '"', "\\", "\\u12", "nan", "-", "1e5", "\t"]
        )
        | st.text(st.characters(), max_size=4)
    )
    return texte[:start] + put + texte[end:]
