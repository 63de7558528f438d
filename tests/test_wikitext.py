"""Texts show as typed: nothing that a label holds is markup to a wiki, wherever it stands."""

from __future__ import annotations

import re
import unicodedata

import mwparserfromhell
import pytest
from hypothesis import given
from mwparserfromhell.nodes import Tag, Wikilink

from pycore.donnees import nephilim
from pycore.render import wiki_pages, wikitext
from pycore.render.tableau import Cellule, Renvoi, Tableau, Tete
from pycore.wiki import is_title
from tests.support.wikicode import TEXTS, as_shown, children, inside, only_template, read

# What has no markup of its own in it, wherever it stands, once `&#…;` are taken out.
MARKUP = re.compile(
    r"[\n\t<>\[\]{}|&'=*#~]|__|!!|^[ :;!-]| $|(?<!\u00a0):|(?:ISBN|RFC|PMID)\s| (?=[ ?:;!%»›])"
)


def one_cell_table(label: str) -> Tableau:
    here = Renvoi("Combat (règles)", label, label)
    row = (Cellule(label), Cellule(label), Cellule(label, 3))
    heads = tuple(Tete(label, nombre=False) for _ in row)
    return Tableau(
        titre=label,
        tetes=heads,
        rangees=(row, row),
        triable=True,
        note=label,
        points=(here,),
        source=here,
    )


@given(TEXTS)
def test_a_text_shows_as_typed_and_nothing_in_it_is_markup(label: str) -> None:
    written = wikitext.escape(label)
    assert read(mwparserfromhell.parse(written)) == as_shown(label)
    assert not MARKUP.search(re.sub(r"&#\d+;", "\ufffd", written))


@given(TEXTS.filter(bool))
def test_a_label_leaves_head_cell_caption_and_note_of_a_table_as_they_are(label: str) -> None:
    parsed = mwparserfromhell.parse(wikitext.table(one_cell_table(label), "Points :"))
    (table,) = parsed.nodes
    assert isinstance(table, Tag)
    head, *rows, notes = children(table, "tr")
    assert [inside(cell.contents) for cell in children(head, "th")] == [as_shown(label)] * 3
    assert len(rows) == 2
    for row in rows:
        (first,) = children(row, "th")
        assert str(first.get("scope").value) == "row"
        assert inside(first.contents) == as_shown(label)
        assert [inside(cell.contents) for cell in children(row, "td")] == [as_shown(label)] * 2
    (note,) = children(notes, "td")
    said, _, after = str(note.contents).partition("<br>")
    assert read(mwparserfromhell.parse(said)) == f" {as_shown(label)}"
    (link,) = mwparserfromhell.parse(after).filter_wikilinks()
    assert read(link.text) == as_shown(label)
    assert not parsed.filter_templates()
    assert not parsed.filter_external_links()
    # mwparserfromhell reads a caption as text: its line is the second, and holds it whole.
    caption = wikitext.table(one_cell_table(label), "").split("\n")[1]
    assert read(mwparserfromhell.parse(caption.removeprefix("|+ "))) == as_shown(label)


@given(TEXTS, TEXTS)
def test_a_label_stays_within_the_parameter_of_a_box(label: str, other: str) -> None:
    lines = [wikitext.escape(label), wikitext.bullet(other, numbered=True)]
    template = only_template(wikitext.box("PointderègleNL", lines))
    assert [str(each.name) for each in template.params] == ["contenu"]
    first, second = str(template.params[0].value)[1:-1].split("\n")
    assert read(mwparserfromhell.parse(first)) == as_shown(label)
    assert read(mwparserfromhell.parse(second.removeprefix("# "))) == as_shown(other)


@given(TEXTS, TEXTS, TEXTS)
def test_a_link_goes_to_one_page_or_is_no_link(page: str, anchor: str, words: str) -> None:
    parsed = mwparserfromhell.parse(wikitext.link(Renvoi(page, anchor, words)))
    if not words or not is_title(page):
        assert read(parsed) == as_shown(words)
        return
    (link,) = parsed.nodes
    assert isinstance(link, Wikilink)
    assert read(link.text) == as_shown(words)
    title = str(link.title).removeprefix(":")
    assert title.partition("#")[0] == unicodedata.normalize("NFC", page)


def test_a_link_to_a_category_is_a_link_and_not_a_membership() -> None:
    assert wikitext.link(Renvoi("Catégorie:X", "", "x")) == "[[:Catégorie:X|x]]"


def test_a_label_of_ours_stays_readable_in_the_source() -> None:
    plain = "Épée/hache (formule)\u00a0: −2 degrés, l’arme d’Air\u00a0! +3 ; « Frapper » n° 2."
    assert wikitext.escape(plain.replace(" ;", "\u00a0;").replace("« F", "«\u00a0F")) == (
        plain.replace(" ;", "\u00a0;").replace("« F", "«\u00a0F").replace(" »", "&#32;»")
    )


def test_every_end_of_line_is_one() -> None:
    assert wikitext.escape("a\r\nb\rc\nd") == "a&#10;b&#10;c&#10;d"


@pytest.mark.parametrize("char", ["\ufffe", "\uffff", "\U0001fffe", "\U0010ffff"])
def test_what_no_page_can_hold_is_replaced(char: str) -> None:
    assert wikitext.escape(f"a{char}b") == "a\ufffdb"


def test_a_page_is_shown_by_its_whole_title() -> None:
    assert wikitext.transclude("Modèle:Combat/Armes") == "{{Modèle:Combat/Armes}}"
    assert wikitext.transclude("Combat (règles)") == "{{:Combat (règles)}}"


def test_boxes_with_a_page_each_are_written_one_after_the_other() -> None:
    regles, stem = nephilim(), "nephilim/encarts"
    (ident,) = regles.encarts  # an editor may write a second
    row = regles.encarts[ident]._replace(id="autre", page="Modèle:Combat/Autre")
    fichier = regles.fichiers[stem]._replace(lignes=(ident, "autre"))
    changed = regles._replace(
        encarts={**regles.encarts, "autre": row}, fichiers={**regles.fichiers, stem: fichier}
    )
    texts = [each.texte for each in wiki_pages.pages(changed) if each.fichier == stem]
    assert len(texts) == 2
    assert wiki_pages.wikitext_of(changed, stem) == "\n".join(texts)
