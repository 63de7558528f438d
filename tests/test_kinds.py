"""Small things that only a look at the very value tells."""

from __future__ import annotations

from pycore import fragment
from pycore.render.donnees import text_table
from pycore.shapes import Entier, Table


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
