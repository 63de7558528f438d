"""Small things that only a look at the very value tells."""

from __future__ import annotations

import pytest

from pycore import api, fragment, jsontext
from pycore.errors import RefusedError
from pycore.render.donnees import text_table
from pycore.render.erreurs import place
from pycore.shapes import Entier, Table
from pycore.wiki import is_title


def test_a_table_of_figures_is_described() -> None:
    described = Table("elements", Entier(0, 20)).schema({"elements": ["feu", "eau"]}, {})
    figure = {"type": "integer", "minimum": 0, "maximum": 20}
    assert described == {
        "type": "object",
        "properties": {"feu": figure, "eau": figure},
        "additionalProperties": False,
    }


def test_text_for_a_terminal() -> None:
    rows = [
        {"id": "a", "vrai": True, "faux": False, "rien": None, "zero": 0, "liste": [1, 2]},
        {"id": "bc", "vrai": False, "faux": False, "rien": "", "zero": 3, "liste": []},
    ]
    assert text_table(rows) == (
        "id  vrai  zero  liste\n"
        "a   oui   0     1, 2\n"
        "bc        3\n"
    )  # fmt: skip


def test_pieces_of_a_link_stand_where_they_say() -> None:
    """The lengths of blocks are those that an address of today is read with."""
    assert fragment._WIDTHS[:5] == [0, 2, 3, 5, 6]  # noqa: SLF001
    assert fragment._WIDTHS[32] == 43  # noqa: SLF001
    assert fragment.MORCEAUX_MAX == 61


@pytest.mark.parametrize(
    ("text", "column"), [('{"a": [1,]}', 9), ('{"a": 1,}', 8), ('{"a": [1 2]}', 10), ("[1}", 3)]
)
def test_a_trailing_comma_is_where_it_stands(text: str, column: int) -> None:
    with pytest.raises(RefusedError) as refused:
        jsontext.parse(text)
    (only,) = refused.value.fautes
    assert (only.variante, only.valeurs) == ("json.syntaxe", {"ligne": 1, "colonne": column})


def test_a_second_rank_is_said_from_the_second_on() -> None:
    champs = api.CALCULS["combat"].tables().champs
    first = place("jets.defense[2][0]", champs)
    assert first.endswith(" 3")
    assert place("jets.defense[2][1]", champs) == f"{first} 2"


@pytest.mark.parametrize(
    "title",
    *[
        [
            "",
            "a#b",
            "a<b",
            "a[b",
            "a|b",
            "a{b",
            "a_b",
            "a~b",
            "a%b",
            "a&b",
            "a  b",
            " a",
            "a ",
            ".",
            "..",
            ":a",
            "/a",
            "a\u00a0b",
            "a\x7f",
        ]
    ],
)
def test_what_is_no_title(title: str) -> None:
    assert not is_title(title)
    assert is_title("Modèle:Combat/Armes")
