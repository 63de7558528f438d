"""The generated pages on a real MediaWiki: written by its API, read back from its HTML.

Two wikis: one has the pages of `data/`, the other those of a copy whose names, captions, notes and
rules are hostile labels.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from pycore.donnees import nephilim
from pycore.loader import load
from pycore.nephilim.rows import FICHIERS, Regles
from pycore.render import wiki_pages
from pycore.render.french import NBSP, typographie
from pycore.render.tables import point_links, point_name, source_link, tableau_of
from tests.support.editor import Copy, copied
from tests.support.spoiled_data import LABELS, spoil
from tests.support.wiki import Wiki, opened
from tests.support.wiki_html import (
    Node,
    Parsed,
    Seen,
    expected_marks,
    parsed,
    shown,
    table_marks,
    table_seen,
)
from tests.support.wikicode import as_shown
from web.tools.setup import mediawiki

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pycore.render.tableau import Tableau

pytestmark = pytest.mark.wiki

BOX = "Modèle:PointderègleNL"
BOX_TEXT = '<div class="point-de-regle">\n{{{contenu}}}\n</div>'
ARTICLE = "Tous les tableaux"
CATEGORY = "Pages générées du calculateur"
PLAIN = {"div", "p", "i", "b", "dl", "dt", "dd", "ul", "ol", "li", "a", "br"} | {
    "table",
    "caption",
    "tbody",
    "tr",
    "th",
    "td",
}


class Place:
    """A wiki that holds the pages of some rules, and the copy of the project they came from."""

    def __init__(self, wiki: Wiki, copy: Copy, regles: Regles) -> None:
        self.wiki, self.copy, self.regles = wiki, copy, regles
        self.pages = wiki_pages.pages(regles)
        self._parsed: dict[str, Parsed] = {}
        wiki.edit(BOX, BOX_TEXT)
        for page in reversed(self.pages):  # what a page shows stands before it
            wiki.edit(page.titre, page.texte)
        self.tables = [page for page in self.pages if "{|" in page.texte]
        names = [page.titre.removeprefix("Modèle:") for page in self.tables]
        names.append(regles.fichiers["nephilim/points_de_regle"].entete.page)
        body = "\n\n".join(f"{{{{{name}}}}}" for name in names)
        wiki.edit(ARTICLE, f"Un article.\n\n{body}\n\nLa suite.")

    def parsed(self, titre: str) -> Parsed:
        """Give a page as the wiki shows it; asked for once."""
        if titre not in self._parsed:
            self._parsed[titre] = parsed(self.wiki, titre)
        return self._parsed[titre]

    def tableau(self, fichier: str) -> Tableau:
        return tableau_of(self.regles, fichier)


def read_rules(copy: Copy) -> Regles:
    return load(Regles, FICHIERS, copy.root / "data")


@pytest.fixture(
    scope="module", params=["", pytest.param(mediawiki.NEXT_SUITE, marks=pytest.mark.complet)]
)
def suite(request: pytest.FixtureRequest) -> str:
    if request.param:
        mediawiki.provide(request.param)
    return str(request.param)


@pytest.fixture(scope="module")
def faithful(suite: str, pages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """The data as it is."""
    copy = copied(tmp_path_factory.mktemp("fidele") / "projet")
    with opened(pages, suite) as wiki:
        yield Place(wiki, copy, nephilim())


@pytest.fixture(scope="module")
def spoiled(suite: str, pages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Hostile labels in their thousands."""
    copy = copied(tmp_path_factory.mktemp("hostile") / "projet")
    spoil(copy)
    with opened(pages, suite) as wiki:
        yield Place(wiki, copy, read_rules(copy))


@pytest.fixture(scope="module", params=["faithful", "spoiled"])
def place(request: pytest.FixtureRequest, faithful: Place, spoiled: Place) -> Place:
    return {"faithful": faithful, "spoiled": spoiled}[request.param]


def expected(tableau: Tableau, points: str) -> Seen:
    """What a reader must see of a table of the data."""
    notes = [tableau.note] if tableau.note else []
    if tableau.points:
        notes.append(f"{points} {', '.join(each.texte for each in tableau.points)}")
    return Seen(
        as_shown(tableau.titre),
        [as_shown(head.texte) for head in tableau.tetes],
        [[as_shown(cell.texte) for cell in row] for row in tableau.rangees],
        as_shown("".join(notes)),
    )


def words(place: Place, ident: str) -> str:
    return typographie(place.regles.messages[ident].texte)


def linked(place: Place, page: wiki_pages.PageWiki) -> set[str]:
    """The pages that a generated page may link to: its source, the points that it cites."""
    regles: Any = place.regles
    fichier = regles.fichiers[page.fichier]
    table = getattr(regles, fichier.table)
    rows = [table[page.ligne]] if page.ligne else [table[each] for each in fichier.lignes]
    cited = [each for row in rows for each in getattr(row, "decisions", ())]
    source = source_link(regles, rows[0].source if page.ligne else fichier.entete.source)
    pages = {source.page} if source and source.page else set()
    return pages | {each.page for each in point_links(regles, cited)}


def test_every_table_shows_the_data_cell_for_cell(place: Place) -> None:
    assert len(place.tables) >= 20
    for page in place.tables:
        (table,) = place.parsed(page.titre).root.all("table")
        tableau = place.tableau(page.fichier)
        assert table_seen(table) == expected(tableau, words(place, "wiki.points")), page.titre
        assert table_marks(table) == expected_marks(tableau), page.titre


def test_an_article_shows_every_table_and_every_point(place: Place) -> None:
    article = place.parsed(ARTICLE)
    points = words(place, "wiki.points")
    assert [table_seen(each) for each in article.root.all("table")] == [
        expected(place.tableau(page.fichier), points) for page in place.tables
    ]
    boxes = [each for each in article.root.all("div") if is_box(each)]
    shows = place.regles.encarts.values(), place.regles.points_de_regle.values()
    assert len(boxes) == sum(map(len, shows))
    assert "Page générée" not in article.root.text
    assert article.categories == frozenset()
    assert article.templates == {BOX, *(page.titre for page in place.pages)}
    assert article.root.text.rstrip().endswith("La suite.")


def is_box(node: Node) -> bool:
    return node.attributes.get("class") == "point-de-regle"


def lines_of(box: Node) -> list[str]:
    """The lines of a box as they are shown."""
    return [shown(each.text) for each in box.all("p", "dt", "li")]


def test_every_point_shows_its_text(place: Place) -> None:
    points = [page for page in place.pages if page.fichier == "nephilim/points_de_regle"]
    for page in points[1:]:
        row = place.regles.points_de_regle[page.ligne]
        (box,) = filter(is_box, place.parsed(page.titre).root.all("div"))
        (name,) = box.all("b")
        assert name.text == as_shown(point_name(place.regles, row))
        first, term, text, source = lines_of(box)
        assert first == name.text
        assert term == "Définition"
        assert text == as_shown(typographie(row.texte))
        assert source.startswith(words(place, "wiki.source"))


def test_the_box_with_lists_shows_each_line(place: Place) -> None:
    (row,) = place.regles.encarts.values()
    (page,) = (each for each in place.pages if each.fichier == "nephilim/encarts")
    (box,) = filter(is_box, place.parsed(page.titre).root.all("div"))
    constants = {ident: str(each.valeur) for ident, each in place.regles.constantes.items()}

    def said(text: str) -> str:
        return as_shown(
            re.sub(r"\{(\w+)\}", lambda it: constants.get(it[1], it[0]), typographie(text))
        )

    lists = box.all("ul", "ol")
    assert [each.name for each in lists] == [
        "ol" if part.numerotee else "ul" for part in row.parties
    ]
    for part, found in zip(row.parties, lists, strict=True):
        assert [item.text for item in found.all("li")] == list(map(said, part.lignes))
    lines = lines_of(box)
    assert lines[0] == as_shown(typographie(row.nom))
    assert said(row.definition) in lines


def test_no_label_makes_a_link_a_template_a_tag_or_a_category(place: Place) -> None:
    for page in place.pages:
        found = place.parsed(page.titre)
        tags = {each.name for each in found.root.all()}
        assert tags <= PLAIN, page.titre
        attributes = {name for each in found.root.all() for name in each.attributes}
        assert attributes <= {"class", "href", "title", "scope", "colspan"} | {
            "data-sort-type",
            "data-sort-value",
        }, page.titre
        assert found.others == (), page.titre
        assert found.categories == {CATEGORY}, page.titre
        if page.fichier == "nephilim/points_de_regle" and not page.ligne:
            continue  # it shows all the others
        assert found.links == linked(place, page), page.titre
        assert found.templates == (frozenset() if page in place.tables else {BOX}), page.titre


def test_the_wiki_keeps_every_page_as_it_was_written(place: Place) -> None:
    done = place.copy.run("check", "--wiki", place.wiki.url)
    assert (done.code, done.err) == (0, "")
    assert f"Sur le wiki : {len(place.pages)} identiques, 0 différente, 0 absente" in done.out


def test_every_hostile_label_comes_out_as_it_was_typed(spoiled: Place) -> None:
    titre = spoiled.regles.fichiers["nephilim/armes_melee"].entete.page
    (table,) = spoiled.parsed(titre).root.all("table")
    rows = table_seen(table).rows[-len(LABELS) :]
    for label, row in zip(LABELS, rows, strict=True):
        for cell in (row[0], row[-1]):
            # French spacing is set by the data's own renderer; nothing else may change.
            assert cell.replace(NBSP, " ") == as_shown(label).replace(NBSP, " ")


def test_check_shows_what_a_human_edit_changed(faithful: Place) -> None:
    titre = "Modèle:Combat/Armes de lancer"
    text = faithful.wiki.raw(titre)
    changed = text.replace('data-sort-value="2" | 2', 'data-sort-value="2" | 5', 1)
    assert changed != text
    faithful.wiki.edit(titre, changed)
    try:
        done = faithful.copy.run("check", "--wiki", faithful.wiki.url)
    finally:
        faithful.wiki.edit(titre, text)
    assert (done.code, done.err) == (1, "")
    assert f"Différente : {titre}\n  --- sur le wiki\n  +++ d’après data/\n" in done.out
    assert '\n  -| data-sort-value="2" | 5\n  +| data-sort-value="2" | 2\n' in done.out
    assert "1 différente, 0 absente" in done.out
    assert faithful.copy.run("check", "--wiki", faithful.wiki.url).code == 0
