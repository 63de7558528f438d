"""Links, characters, journal and copies where calculators stand in articles of a real MediaWiki."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from pycore import api
from tests.support.combat_form import chromium, fill_form, wait_ready, window
from tests.support.wiki import opened
from tests.test_page_journal import STRANGE
from tests.test_wiki_embedding import ONE, TWO, Place, wrong

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.chromium import ChromiumPage

pytestmark = [pytest.mark.navigateur("chromium"), pytest.mark.wiki]

ADDRESS = "document.querySelector('[data-adresse]').value"
OPENED = "document.querySelector('[data-ouverture]')?.checkVisibility()"
ENTRIES = "document.querySelectorAll('[data-vue=journal] li').length"
KEPT = "document.querySelectorAll('[data-cle]').length"


@pytest.fixture(scope="module")
def place(dist: Path) -> Iterator[Place]:
    with chromium() as page, opened(dist) as wiki:
        yield Place(wiki, "common", page)
        page.goto("about:blank")


@pytest.fixture
def page(place: Place) -> Iterator[ChromiumPage]:
    """Open a window with nothing remembered, and a clipboard."""
    with window(place.page, permissions=["clipboard-read", "clipboard-write"]) as fresh:
        yield fresh
        assert wrong(fresh) == []


def share(page: ChromiumPage) -> str:
    page.click("[data-menu]")
    page.click(".ncalc-menu [data-partager]")
    return str(page.wait(ADDRESS))


def test_a_link_leads_into_the_article(place: Place, page: ChromiumPage) -> None:
    page.goto(place.wiki.article(ONE))
    wait_ready(page)
    fill_form(page, STRANGE)
    link = share(page)
    assert "(" not in link, "a chat would cut it there"
    page.wait("!document.querySelector('[data-dit=reussi]').hidden")
    assert page.js("navigator.clipboard.readText()") == link
    with window(place.page) as other:
        other.goto(link)
        other.wait(OPENED)
        assert other.js("document.querySelector('.ncalc [name=\"attaquant.nom\"]').value") == (
            "Ézéchiel"
        )
        top = "document.querySelector('.ncalc').getBoundingClientRect().top"
        assert -200 < other.js(top) < 500, "it is in sight"
        assert other.js("localStorage.getItem('ncalc:combat')") is None
        assert other.js("document.querySelectorAll('.ncalc-echange').length") == 0
        other.fill(".ncalc [name='attaquant.degre']", "9")
        other.wait("location.hash === ''")
        assert wrong(other) == []


def test_the_articles_own_anchors_go_on_working(place: Place, page: ChromiumPage) -> None:
    page.goto(f"{place.wiki.article(ONE)}#Suite")
    wait_ready(page)
    assert not page.js(OPENED)
    where = "document.getElementById('Suite').getBoundingClientRect()"
    assert 0 <= page.js(f"{where}.top") < page.js("innerHeight"), "the section is in sight"
    page.fill(".ncalc [name='attaquant.degre']", "9")
    page.native.wait_for_timeout(300)
    assert page.js("location.hash") == "#Suite"
    fragment = api.run("combat", "lien", json.dumps(STRANGE))["fragment"]
    page.js(f"void (location.hash = '{fragment}')")
    page.wait(OPENED)
    page.js("void (location.hash = 'Règles')")
    page.native.wait_for_timeout(300)
    assert page.js("document.querySelector('.ncalc [name=\"attaquant.nom\"]').value") == "Ézéchiel"


def test_the_first_of_several_takes_the_link(place: Place, page: ChromiumPage) -> None:
    fragment = api.run("combat", "lien", json.dumps(STRANGE))["fragment"]
    page.goto(f"{place.wiki.article(TWO)}#{fragment}")
    names = (
        "[...document.querySelectorAll('.ncalc[data-calcul=combat]')]"
        ".map((one) => one.querySelector('[name=\"attaquant.nom\"]').value).join()"
    )
    page.wait(f"{names} === 'Ézéchiel,'")
    simple = api.run("action-simple", "lien", json.dumps({"vecu": 9}))["fragment"]
    page.js(f"void (location.hash = '{simple}')")
    page.wait("document.querySelector('[data-calcul=action-simple] [name=vecu]').value === '9'")
    assert page.js(names) == "Ézéchiel,"


def test_a_link_made_in_a_preview_leads_to_the_article(place: Place, page: ChromiumPage) -> None:
    place.wiki.settings("preview", "$wgDefaultUserOptions['uselivepreview'] = 0;")
    page.goto(place.wiki.article(ONE, action="edit"))
    page.click("#wpPreview")
    page.wait("!!document.querySelector('#wikiPreview .ncalc form')")
    page.js("document.querySelector('.ncalc').scrollIntoView()")
    wait_ready(page)
    link = share(page)
    assert "action=" not in link
    with window(place.page) as other:
        other.goto(link)
        other.wait(OPENED)


def test_characters_go_from_article_to_article(place: Place, page: ChromiumPage) -> None:
    page.goto(place.wiki.article(ONE))
    wait_ready(page)
    fill_form(page, STRANGE)
    page.click(".ncalc-cote-attaquant [data-garder]")
    page.wait(f"{KEPT} === 1")
    page.goto(place.wiki.article(TWO))
    page.wait(f"{KEPT} === 2")  # the same, in both lists
    page.fill("#nc3-attaquant-nom", "Ariane")
    page.click("#nc3-titre-attaquant [data-garder]")
    page.wait(f"{KEPT} === 4")
    page.js("document.querySelectorAll('[data-personnages]')[1].open = true")
    row = "[data-calcul=combat]:not(:has(#nc1-mode-melee)) [data-cle]:nth-of-type(3)"
    page.click(f"{row} [data-placer*=defenseur]")
    page.wait("document.querySelector('#nc3-defenseurs-0-nom').value === 'Ézéchiel'")
    assert page.js("document.querySelector('#nc1-defenseurs-0-nom').value") == "Malik"


def test_a_fight_goes_on_in_an_article(place: Place, page: ChromiumPage) -> None:
    page.goto(place.wiki.article(ONE))
    wait_ready(page)
    fill_form(page, STRANGE)
    page.click(".ncalc-bouton-fort")
    page.wait(f"{ENTRIES} === 1")
    page.click("[data-journal-de] [data-journal*=round_suivant]")
    page.wait("document.querySelector('[data-prepare]').checkVisibility()")
    assert page.js("document.querySelector('[name=\"defenseurs[0].report\"]').value") == "-2"
    page.fill(".ncalc [name='jets.attaque[0]']", "60")
    page.fill(".ncalc [name='jets.defense[0][0]']", "88")
    page.click(".ncalc-bouton-fort")
    page.wait(f"{ENTRIES} === 2")
    page.goto(place.wiki.article(ONE))
    wait_ready(page)
    page.wait(f"{ENTRIES} === 2")


@pytest.mark.parametrize("forme", ["texte", "discord", "wikicode", "json"])
def test_an_outcome_is_copied_from_an_article(place: Place, page: ChromiumPage, forme: str) -> None:
    page.goto(place.wiki.article(ONE))
    wait_ready(page)
    fill_form(page, STRANGE)
    page.click(".ncalc-bouton-fort")
    page.wait("document.querySelector('[data-forme]').checkVisibility()")
    page.click(f"[data-forme={forme}]")
    page.wait("!document.querySelector('[data-dit=reussi]').hidden")
    copied = page.js("navigator.clipboard.readText()")
    if forme == "json":
        assert json.loads(copied)["regle"] == "nephilim/combat"
    else:
        assert "Malik" in copied
