"""Every row says where it comes from, and every point de règle is cited where it governs."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

import pytest

from pycore.nephilim.rows import FICHIERS
from tests.support import live
from web.tools.compiled import GAMES, compiled_sources
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

REGLES = live.nephilim()
POINTS = [f"D{number}" for number in range(1, 31)]

# Labels and sentences of the project itself, and the sources, which are where the others lead.
WITHOUT_SOURCE = {"SourceRow", "Champ", "Colonne", "Lexique", "Message"}


def tables() -> Iterator[tuple[str, type, Any]]:
    """Every row: its file, its type, itself."""
    for stem, table, kind in FICHIERS:
        held = getattr(REGLES, table)
        for ident in REGLES.fichiers[stem].lignes:
            yield stem, kind, held[ident]


def test_every_row_has_a_source_that_a_reader_can_find() -> None:
    seen = 0
    for stem, kind, row in tables():
        if kind.__name__ not in WITHOUT_SOURCE:
            assert row.source in REGLES.sources, (stem, row.id)
            seen += 1
    assert seen > 200
    for source in REGLES.sources.values():
        assert source.article, source.id


def test_every_file_of_figures_has_a_source() -> None:
    for stem, _, kind in FICHIERS:
        if kind.__name__ not in WITHOUT_SOURCE:
            assert REGLES.fichiers[stem].entete.source in REGLES.sources, stem


def cited(value: Any) -> Iterator[str]:
    """Every point de règle that a row or a part of it names."""
    if hasattr(value, "_asdict"):
        for key, item in value._asdict().items():
            if key == "decisions":
                yield from item
            elif key == "decision":
                yield from [item] if item else []
            else:
                yield from cited(item)
    elif isinstance(value, tuple):
        for item in value:
            yield from cited(item)


def in_code() -> set[str]:
    """Every point de règle that a step of the calculation names."""
    trees = [ast.parse(path.read_bytes()) for path in (ROOT / "pycore").rglob("*.py")]
    words = {
        node.value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return {word for word in words if re.fullmatch(r"D\d+", word)}


def test_points_de_regle_are_there_with_words_and_source() -> None:
    points = REGLES.points_de_regle
    assert [ident for ident in points if ident in POINTS] == POINTS
    for point in points.values():
        assert len(point.nom) > 5
        assert len(point.texte) > 40
        assert point.texte.endswith("."), point.id


def test_each_point_de_regle_of_combat_is_cited_where_it_governs() -> None:
    in_rows = {ident for _, _, row in tables() for ident in cited(row)}
    assert set(POINTS) - in_rows - in_code() == set()
    # D16, the riposte, say: more than half stand in rows of figures, not in code alone.
    assert len(set(POINTS) & in_rows) > 25


def test_code_cites_no_point_de_regle_that_is_not_there() -> None:
    assert in_code() <= set(REGLES.points_de_regle)


@pytest.mark.parametrize(("game", "module"), GAMES.items(), ids=list(GAMES))
def test_compiled_tables_are_those_of_the_files(game: str, module: ModuleType) -> None:
    from pycore import loader

    made: dict[str, Any] = {}
    exec(compile(compiled_sources()[game], "_donnees.py", "exec"), made)  # noqa: S102 - as shipped
    compiled = made["REGLES"]
    read = loader.load(module.Regles, module.FICHIERS)
    assert compiled == read
    assert type(compiled) is type(read)
    for table, one, other in zip(read._fields, read, compiled, strict=True):
        # Equality of dictionaries and tuples sees neither order nor type.
        assert list(one) == list(other), table
        assert repr(one) == repr(other), table
