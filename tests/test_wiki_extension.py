"""The extension's tag, with what an editor may type in it."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

import pytest

from tests.support.wiki import Wiki, opened
from web.tools import build
from web.tools.setup import mediawiki

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.wiki

LATER = pytest.param(mediawiki.NEXT_SUITE, marks=pytest.mark.complet)
TITLE = "Balise"
HOSTILE = (
    '"><script>alert(1)</script>',
    "' onmouseover='x()",
    "<b>combat</b>",
    'combat" class="x',
    "$1 $2 {{PAGENAME}} [[Accueil]] ''a''",
    "",
)


@pytest.fixture(scope="module", params=["", LATER])
def wiki(request: pytest.FixtureRequest, pages: Path) -> Iterator[Wiki]:
    if request.param:
        mediawiki.provide(request.param)
    with opened(pages, request.param) as made:
        made.install_extension()
        yield made


def shown(wiki: Wiki, text: str) -> str:
    """Give the HTML of a page that holds this, and nothing else."""
    wiki.edit(TITLE, text)
    return wiki.html(TITLE)


@pytest.mark.parametrize("page", build.PAGES, ids=lambda page: page.calcul)
def test_tag_leaves_a_place(wiki: Wiki, page: build.Page) -> None:
    found = shown(wiki, f"<calculateur type=\"{page.calcul}\">un ''mot''</calculateur>")
    assert f'<div class="nephilim-calc" data-calcul="{page.calcul}">un <i>mot</i></div>' in found


def test_tag_without_text_or_type(wiki: Wiki) -> None:
    found = shown(wiki, "<calculateur />")
    place = re.search(r'<div class="nephilim-calc" data-calcul="combat">(.*?)</div>', found)
    assert place is not None
    assert place[1] == "Le calculateur s’affiche ici. Il demande JavaScript."


def test_no_javascript_where_there_is_no_tag(wiki: Wiki) -> None:
    for text, expected in (("<calculateur />", True), ("rien", False)):
        wiki.edit(TITLE, text)
        parsed = wiki.site.get("parse", page=TITLE, prop="modules")["parse"]
        assert ("ext.nephilimCalc" in parsed["modules"]) is expected


@pytest.mark.parametrize("kind", HOSTILE)
def test_unknown_type_is_told_as_typed(wiki: Wiki, kind: str) -> None:
    quoted = html.escape(kind, quote=True)
    found = shown(wiki, f'<calculateur type="{quoted}">texte</calculateur>')
    told = re.search(r'<strong class="error">(.*?)</strong>', found)
    assert told is not None
    assert "<" not in told[1]
    assert html.unescape(told[1]).startswith(f"Calculateur inconnu\u00a0: «\u00a0{kind}\u00a0».")
    assert "nephilim-calc" not in found
    assert "<script" not in found


def test_text_is_wikitext_and_no_more(wiki: Wiki) -> None:
    found = shown(wiki, '<calculateur><script>x()</script><b onclick="x()">a</b></calculateur>')
    assert "<script" not in found
    assert "onclick" not in re.sub(r"&lt;.*?&gt;", "", found)
    assert "<b>a</b>" in found


def test_messages_in_both_languages(wiki: Wiki) -> None:
    for language, word in (("fr", "Calculateur inconnu"), ("en", "Unknown calculator")):
        asked = wiki.site.get(
            "query", meta="allmessages", ammessages="nephilimcalc-type-inconnu", amlang=language
        )
        assert word in asked["query"]["allmessages"][0]["*"]
