"""The figures of `data/` are those of the articles, copied by hand a second time.

`tests/articles/` holds the copy. A row more than the article has is an editor's own business; a
figure that differs is named with its file, row, old and new value, and fails one test.
"""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.support import live
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

ARTICLES = ROOT / "tests" / "articles"
GAMES: dict[str, Any] = {"nephilim": live.nephilim(), "anima": live.anima()}


class Stated(NamedTuple):
    """A row as the article has it: where it is in `data/`, and its figures by field."""

    game: str
    file: str
    ident: str
    fields: dict[str, Any]

    @property
    def place(self) -> str:
        return f"{self.game}/{self.file}.toml › {self.ident}"


def stated() -> Iterator[Stated]:
    for game in GAMES:
        text = (ARTICLES / f"{game}.toml").read_text(encoding="utf-8")
        for file, section in tomllib.loads(text).items():
            for ident, values in section["lignes"].items():
                fields = dict(zip(section["champs"], values, strict=True))
                yield Stated(game, file, ident, fields)


def apport(row: Any) -> str:
    """Say what an effect brings as `tests/articles/` writes it."""
    figure = f"{row.valeur:+}" if row.valeur else ""
    more = [row.manoeuvre, row.composante, row.si, row.consequence, row.subit]
    kept = [word for word in more if word not in ("", "toutes", "toujours")]
    return "/".join([row.cible + figure, *kept])


def plain(field: str, value: Any) -> Any:
    """Give a field of a row as a file of figures would hold it."""
    if field == "apports":
        return [apport(each) for each in value]
    if field == "consequences":
        return [f"{each.consequence} {each.subit}" for each in value]
    if isinstance(value, tuple):
        return [plain("", each) for each in value]
    return value


ROWS = list(stated())


@pytest.mark.parametrize("row", ROWS, ids=[f"{row.game}/{row.file}-{row.ident}" for row in ROWS])
def test_a_row_of_the_article_has_its_figures(row: Stated) -> None:
    tables = GAMES[row.game]
    file = tables.fichiers[f"{row.game}/{row.file}"]
    assert row.ident in file.lignes, (
        f"data/{row.place} : l’article a cette rangée, data/ ne l’a pas"
    )
    held = getattr(tables, file.table)[row.ident]
    told = [
        f"data/{row.place} › {field} : l’article dit {expected!r}, data/ dit {found!r}"
        for field, expected in row.fields.items()
        if (found := plain(field, getattr(held, field))) != expected
    ]
    advice = f"Si l’article a changé, changez-le aussi dans tests/articles/{row.game}.toml."
    assert not told, "\n".join([*told, advice])


def test_places_of_a_blow_are_read_in_order() -> None:
    """A die finds the first place whose maximum is not below it."""
    ends = [row.maximum for row in live.anima().localisations.values()]
    assert ends == sorted(ends)
    assert ends[-1] == 100
