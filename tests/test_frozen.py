"""The frozen tables: they load, and a row that changes its shape changes there by one command."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Annotated, NamedTuple

from pycore import loader
from pycore.nephilim.rows import FICHIERS, Regles
from pycore.shapes import Booleen, Entier, Texte
from tests.support import frozen
from tests.support.frozen import GAMES, document, laid, mended, written

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


class Shape(NamedTuple):
    """A row as it is to be: `portee` is asked for, `usage` is not, `poids` is gone."""

    id: Annotated[str, Texte(40, 1)]
    degre: Annotated[int, Entier(0, 30)]
    portee: Annotated[int, Entier(0, 30)]
    usage: Annotated[bool, Booleen()] = False


FROZEN = {"ligne": [{"id": "dague", "degre": 1, "poids": 3}, {"id": "ancienne", "degre": 7}]}
LIVE = {
    "ligne": [
        {"id": "dague", "degre": 5, "portee": 2, "usage": True},
        {"id": "nouvelle", "degre": 4, "portee": 9},
    ]
}


def test_a_new_key_is_taken_from_data_and_no_frozen_figure_changes() -> None:
    rows = mended(Shape, "essai/armes", FROZEN, LIVE)["ligne"]
    assert rows == [
        {"id": "dague", "degre": 1, "portee": 2},
        {"id": "ancienne", "degre": 7, "portee": 2},
    ]


def test_a_row_that_the_code_calls_by_name_is_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frozen, "NAMED", {"essai/armes": ("nouvelle", "dague")})
    rows = mended(Shape, "essai/armes", FROZEN, LIVE)["ligne"]
    assert [row["id"] for row in rows] == ["dague", "ancienne", "nouvelle"]


def test_both_layouts_say_the_same_tables(tmp_path: Path) -> None:
    assert loader.load_all(GAMES, laid(tmp_path)) == loader.load_all(GAMES, frozen.FROZEN)


def test_what_is_written_is_read_back() -> None:
    row = {"id": "a", "nom": 'L’« un »\t"b"\\', "liste": [1, -2], "vrai": True, "dans": {"x": []}}
    whole = tomllib.loads(document({"titre": "T"}, [row]))
    assert whole == {"table": {"titre": "T"}, "ligne": [row]}
    assert tomllib.loads(f"x = {written(row)}") == {"x": row}


def test_tests_read_the_frozen_tables_and_not_those_of_data() -> None:
    assert loader.DATA == frozen.FROZEN != frozen.LIVE
    assert loader.load(Regles, FICHIERS) == loader.load(Regles, FICHIERS, frozen.FROZEN)
