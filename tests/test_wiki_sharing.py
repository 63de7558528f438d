"""Links, characters, journal and copies where calculators stand in articles of a real MediaWiki."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from pycore import api
from tests.support.combat_form import chromium, fill_form, resolve, wait_ready, window
from tests.support.keeping import (
    ATTACKER,
    BESIDE,
    DEFENDER,
    ENTRIES,
    FULL,
    JOURNAL,
    NAMES,
    REFUSED,
    STRANGE,
    TOLD,
    UNDO,
    again,
    field,
    fight,
    from_menu,
    gesture,
    redo_all,
    save,
    tab,
    undo_all,
    unfold,
)
from tests.support.links import fragment
from tests.support.wiki import opened
from tests.test_wiki_embedding import ONE, TWO, Place, wrong

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.chromium import ChromiumPage

pytestmark = [pytest.mark.navigateur("chromium"), pytest.mark.wiki]

ADDRESS = "document.querySelector('[data-adresse]').value"
OPENED = "document.querySelector('[data-ouverture]')?.checkVisibility()"
REPORTED = "document.querySelector('[data-vue=ouverture]').textContent"
KEPT = "document.querySelectorAll('[data-cle]').length"
COPIED = """navigator.clipboard.readText().then((text) =>
  text && !document.querySelector("[data-copie-dit] [data-dit=reussi]").hidden && text)"""
REPORT = field("defenseurs[0].report")
# What serves on the attack alone is left aside when roles are swapped.
SHARPENED = STRANGE | {"attaquant": STRANGE["attaquant"] | {"effets": ["pierre_affutage"]}}


@pytest.fixture(scope="module")
def place(pages: Path) -> Iterator[Place]:
    with chromium() as page, opened(pages) as wiki:
        yield Place(wiki, "common", page)
        page.goto("about:blank")


@pytest.fixture
def page(place: Place) -> Iterator[ChromiumPage]:
    """Open a window with nothing remembered, and a clipboard."""
    with window(place.page, permissions=["clipboard-read", "clipboard-write"]) as fresh:
        yield fresh
        assert wrong(fresh) == []


def read(place: Place, page: ChromiumPage) -> None:
    """Open the article, and wait until its calculator is ready."""
    page.goto(place.wiki.article(ONE))
    wait_ready(page)


def share(page: ChromiumPage) -> str:
    page.click("[data-menu]")
    page.click(".ncalc-menu [data-partager]")
    return str(page.wait(ADDRESS))


def test_a_link_leads_into_the_article(place: Place, page: ChromiumPage) -> None:
    read(place, page)
    fill_form(page, STRANGE)
    link = share(page)
    assert "(" not in link, "a chat would cut it there"
    page.wait("!document.querySelector('[data-dit=reussi]').hidden")
    assert page.js("navigator.clipboard.readText()") == link
    with window(place.page) as other:
        other.goto(link)
        other.wait(OPENED)
        assert other.js(field("attaquant.nom")) == "Ézéchiel"
        top = "document.querySelector('.ncalc').getBoundingClientRect().top"
        assert -200 < other.js(top) < 500, "it is in sight"
        assert other.js("localStorage.getItem('ncalc:combat')") is None
        assert other.js("document.querySelectorAll('.ncalc-echange').length") == 0
        other.fill(".ncalc [name='attaquant.degre']", "9")
        other.wait("location.hash === ''")
        assert wrong(other) == []


def test_part_of_a_link_is_lost_or_left_out(place: Place, page: ChromiumPage) -> None:
    page.goto(f"{place.wiki.article(ONE)}#{fragment(STRANGE)[:-8]}")
    page.wait(OPENED)
    assert "Défenseur : cette partie du lien est abîmée" in page.js(REPORTED).replace("\u00a0", " ")
    assert page.js(field("attaquant.nom")) == "Ézéchiel"
    assert page.js(field("defenseurs[0].nom")) == ""
    assert page.js(ENTRIES) == []
    page.js(f"void (location.hash = '{fragment(STRANGE)}')")
    page.wait(f"{field('defenseurs[0].nom')} === 'Malik'")
    whole = share(page)
    page.click("[data-sans]")
    link = page.wait(f"{ADDRESS} !== {json.dumps(whole)} && {ADDRESS}")
    page.keys("Escape")
    page.fill(".ncalc [name='defenseurs[0].degre']", "9")
    page.js(f"void (location.hash = {json.dumps(link.partition('#')[2])})")
    page.wait(f"{field('attaquant.degre')} === '12' && {field('defenseurs[0].degre')} !== '9'")
    assert page.js(field("defenseurs[0].nom")) == "Malik"
    told = json.dumps({"fragment": link.partition("#")[2]})
    defender = api.run("combat", "ouvrir", told)["scenario"]["defenseurs"][0]
    assert "degre" not in defender


def test_the_articles_own_anchors_go_on_working(place: Place, page: ChromiumPage) -> None:
    page.goto(f"{place.wiki.article(ONE)}#Suite")
    wait_ready(page)
    assert not page.js(OPENED)
    where = "document.getElementById('Suite').getBoundingClientRect()"
    assert 0 <= page.js(f"{where}.top") < page.js("innerHeight"), "the section is in sight"
    page.fill(".ncalc [name='attaquant.degre']", "9")
    page.native.wait_for_timeout(300)
    assert page.js("location.hash") == "#Suite"
    page.js(f"void (location.hash = '{fragment(STRANGE)}')")
    page.wait(OPENED)
    page.js("void (location.hash = 'Règles')")
    page.native.wait_for_timeout(300)
    assert page.js(field("attaquant.nom")) == "Ézéchiel"


def test_the_first_of_several_takes_the_link(place: Place, page: ChromiumPage) -> None:
    page.goto(f"{place.wiki.article(TWO)}#{fragment(STRANGE)}")
    names = (
        "[...document.querySelectorAll('.ncalc[data-calcul=combat]')]"
        ".map((one) => one.querySelector('[name=\"attaquant.nom\"]').value).join()"
    )
    page.wait(f"{names} === 'Ézéchiel,'")
    page.js(f"void (location.hash = '{fragment({'vecu': 9}, 'action-simple')}')")
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
    read(place, page)
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


def test_characters_are_renamed_deleted_taken_out_and_brought_in(
    place: Place, page: ChromiumPage, tmp_path: Path
) -> None:
    read(place, page)
    fill_form(page, STRANGE)
    save(page, ATTACKER, 1)
    save(page, DEFENDER, 2)
    unfold(page)
    page.click("[data-cle]:nth-of-type(3) [data-placer*=attaquant]")
    page.wait(f"{field('attaquant.nom')} === 'Malik'")
    page.click("[data-cle]:nth-of-type(3) > [data-renommer]")
    page.native.keyboard.type("Zoé")
    page.keys("Enter")
    page.wait(f"{NAMES}.join() === 'Ézéchiel,Zoé' && {TOLD}.includes('Zoé')")
    page.click("[data-cle]:nth-of-type(2) > [data-supprimer]")
    page.wait(f"{NAMES}.join() === 'Zoé' && {TOLD}.includes('Ézéchiel est supprimé')")
    page.click("[data-personnages] [data-remettre]")
    page.wait(f"{NAMES}.join() === 'Ézéchiel,Zoé'")
    page.click("[data-personnages] .ncalc-sous-plis > summary")
    with page.native.expect_download() as caught:
        page.click("[data-exporter]")
    file = tmp_path / caught.value.suggested_filename
    caught.value.save_as(file)
    page.js("navigator.clipboard.writeText('')")
    page.click("[data-copier-export]")
    text = page.wait("navigator.clipboard.readText()")
    assert text == file.read_text(encoding="utf-8")
    for left in (1, 0):
        page.click("[data-cle]:nth-of-type(2) > [data-supprimer]")
        page.wait(f"{NAMES}.length === {left}")
    page.native.fill("[data-import]", text)
    page.click("[data-importer]")
    page.wait(f"{NAMES}.join() === 'Ézéchiel,Zoé'")
    page.click("[data-cle]:nth-of-type(2) > [data-supprimer]")
    page.wait(f"{NAMES}.join() === 'Zoé'")
    page.native.set_input_files("[data-import-fichier]", file)
    page.wait(f"{NAMES}.join() === 'Ézéchiel,Zoé'")


@pytest.mark.parametrize(("how", "word"), [(REFUSED, "refuse"), (FULL, "plein")])
def test_storage_refused_or_full_is_said_and_nothing_is_lost(
    place: Place, how: str, word: str
) -> None:
    with window(place.page) as page:
        page.native.add_init_script(how)
        read(place, page)
        fight(page, STRANGE, 1)
        section = "document.querySelector('[data-journal-de] [data-annonce]')"
        page.wait(f"{section}.innerText.includes({json.dumps(word)})")
        save(page, ATTACKER, 1)
        page.wait(f"{BESIDE}.includes({json.dumps(word)})")
        gesture(page, "round_suivant")
        assert page.js(REPORT) == "-2"
        unfold(page)
        page.click("[data-cle] [data-placer*=defenseur]")
        page.wait(f"{field('defenseurs[0].nom')} === 'Ézéchiel'")
        own = [each for each in wrong(page) if "QuotaExceededError" not in each]
        assert own == [], "the wiki's own store says that it is full"


def test_two_tabs_do_not_overwrite_each_other(place: Place, page: ChromiumPage) -> None:
    read(place, page)
    fight(page, STRANGE, 1)
    save(page, ATTACKER, 1)
    other = tab(page)
    read(place, other)
    other.wait(f"{ENTRIES}.length === 1 && {NAMES}.length === 1")
    again(other, "60", "88", 2)
    save(other, DEFENDER, 2)
    page.wait(f"{ENTRIES}.length === 2 && {NAMES}.length === 2")
    again(page, "61", "88", 3)
    other.wait(f"{ENTRIES}.length === 3")
    unfold(page)
    page.click("[data-cle]:nth-of-type(2) > [data-supprimer]")
    other.wait(f"{NAMES}.join() === 'Malik'")
    assert wrong(other) == []
    other.native.close()


def test_a_fight_goes_on_in_an_article(place: Place, page: ChromiumPage) -> None:
    read(place, page)
    fight(page, STRANGE, 1)
    gesture(page, "round_suivant")
    assert page.js(REPORT) == "-2"
    again(page, "60", "88", 2)
    read(place, page)
    page.wait(f"{ENTRIES}.length === 2")


def test_every_gesture_of_the_journal_and_the_way_back(place: Place, page: ChromiumPage) -> None:
    read(place, page)
    fight(page, SHARPENED, 1)
    order = "[...document.querySelectorAll('[data-vue=initiative] li')].map((li) => li.innerText)"
    assert [line.split()[0] for line in page.js(order)] == ["Malik", "Ézéchiel"]
    page.click("[data-vue=combattants] [data-journal*=grave][data-journal*=Malik]")
    page.wait(f"{JOURNAL}.blessures.length === 1")
    gesture(page, "round_suivant")
    wounded = "[name='defenseurs[0].blessures[]'][value=grave]"
    assert page.js(f'document.querySelector("{wounded}").checked')
    carried = "[data-prepare] .ncalc-report"  # the first: what the blow has left
    assert "Round 1" in page.text(carried), "with its source"
    page.click(f"{carried} button")
    page.wait(f"{REPORT} === '0'")
    page.wait(f"document.querySelector('{carried}').innerText.includes('Retiré')")
    page.click(f"{carried} button")
    page.wait(f"{REPORT} === '-2'")
    page.click(UNDO)
    page.wait(f"{REPORT} === '0'")
    again(page, "42", "88", 2)
    gesture(page, "inverser")
    assert page.js(field("attaquant.nom")) == "Malik"
    assert "affûtage" in page.text("[data-prepare] [data-vue=abandons]"), "what is left aside"
    page.choose("[name='defenseurs[0].defense.type']:not(:disabled)", "contre_attaquer")
    again(page, "99", "5", 3)
    gesture(page, "riposte")
    assert page.js(field("attaquant.nom")) == "Ézéchiel"
    again(page, "60", "88", 4)
    kept = page.js(JOURNAL)
    assert [each.get("par", "") for each in kept["entrees"]] == [
        "",
        "round_suivant",
        "inverser",
        "riposte",
    ]
    assert [each["round"] for each in kept["entrees"]] == [1, 2, 2, 2]
    undo_all(page)
    assert not page.js("document.querySelector('[data-journal-de]').checkVisibility()")
    redo_all(page)
    assert page.js(JOURNAL) == kept
    page.wait(f"{ENTRIES}.length === 4")


def test_an_outcome_is_copied_and_the_form_set_back(place: Place, page: ChromiumPage) -> None:
    read(place, page)
    fill_form(page, STRANGE)
    resolve(page)
    for forme in ("texte", "discord", "wikicode", "json"):
        page.js("navigator.clipboard.writeText('')")
        page.click(f"[data-forme={forme}]")
        copied = page.wait(COPIED)
        if forme == "json":
            assert json.loads(copied)["regle"] == "nephilim/combat"
        else:
            assert "Malik" in copied
    assert page.js(
        "document.querySelector('[data-copie-dit] [data-dit=reussi]').closest('[role=status]')"
        "?.innerText.trim()"
    ) == ("Copié.")
    page.click("[data-changes] > summary")
    row = "[data-changes] li:not([hidden]):has(button)"
    rows = f"[...document.querySelectorAll('{row}')].map((each) => each.innerText)"
    rank = next(rank for rank, said in enumerate(page.js(rows)) if "Degré" in said)
    page.js(f"document.querySelectorAll('{row} button')[{rank}].focus()")
    page.keys("Enter")
    page.wait(f"{field('attaquant.degre')} === '6'")
    assert page.js(field("attaquant.nom")) == "Ézéchiel", "the others are left alone"
    from_menu(page, ".ncalc-menu [data-effacer]")
    page.wait(f"{field('attaquant.nom')} === ''")
    page.click("[data-memoire-dit=remplace] [data-annuler]")
    page.wait(f"{field('attaquant.nom')} === 'Ézéchiel'")
    assert page.js(field("jets.attaque[0]")) == "42", "dice come back too"
