"""The calculators of Anima inside an article of a real MediaWiki."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.anima_form import PLAIN, READY, play, press_resolve, read_result
from tests.support.combat_form import chromium, complaints, fill_form, strangers, window
from tests.support.wiki import opened
from tests.test_page_anima_combat import CASES, check
from tests.test_page_anima_rounds import ORDER, TWENTY

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.chromium import ChromiumPage
    from tests.support.wiki import Wiki

pytestmark = [pytest.mark.navigateur("chromium"), pytest.mark.wiki]

KINDS = ("combat", "initiative", "actions", "fracassement", "desengagement")
PLAYED = [
    path
    for path in CASES
    if path.stem
    in {"contre-10", "maladresse-attaque", "sans-defense", "exemple-du-document-130-a-80"}
]


def title(kind: str) -> str:
    return f"Anima ({kind})"


@pytest.fixture(scope="module")
def wiki(pages: Path) -> Iterator[Wiki]:
    """Open a wiki with one article a calculator, as the guide tells."""
    with opened(pages) as made:
        made.install_common()
        lines = (pages / "emplacement.txt").read_text(encoding="utf-8").splitlines()
        for kind in KINDS:
            (line,) = (each for each in lines if f'data-calcul="anima-{kind}"' in each)
            made.edit(title(kind), f"Avant.\n\n{line}\n\nAprès.")
        yield made


@pytest.fixture(scope="module")
def page() -> Iterator[ChromiumPage]:
    with chromium() as browser, window(browser) as made:
        yield made


def open_article(page: ChromiumPage, wiki: Wiki, kind: str) -> None:
    page.goto(wiki.article(title(kind)))
    page.wait("!!document.querySelector('.nephilim-calc .ncalc form')")
    page.js("document.querySelector('.ncalc').scrollIntoView()")
    page.wait(READY.replace("[data-calcul]", ".ncalc"))


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_case_resolved_in_an_article(page: ChromiumPage, wiki: Wiki, path: Any) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    open_article(page, wiki, "combat")
    check(play(page, case["scenario"]), case["attendu"])
    assert complaints(page) == []
    assert strangers(page, wiki.url) == []


def test_open_roll_critical_and_counter_in_an_article(page: ChromiumPage, wiki: Wiki) -> None:
    open_article(page, wiki, "combat")
    fill_form(page, PLAIN | {"jets": {"attaque": [95], "defense": [4]}})
    page.fill("[name='jets.attaque[1]']", "90")
    press_resolve(page)
    assert page.js("document.activeElement.name") == "jets.critique"
    page.fill("[name='jets.critique']", "50")
    page.fill("[name='jets.resistance']", "99")
    press_resolve(page)
    assert read_result(page)["verdict"].startswith("Coup critique")
    fill_form(page, PLAIN | {"jets": {"attaque": [10], "defense": [80]}})
    press_resolve(page)
    page.click("[data-vue=final] button")
    page.wait("document.activeElement.name === 'attaquant.attaque'")
    assert page.js("document.getElementsByName('attaquant.modificateur')[0].value") == "15"
    assert complaints(page) == []


def test_order_of_twenty_in_an_article(page: ChromiumPage, wiki: Wiki) -> None:
    open_article(page, wiki, "initiative")
    fill_form(page, TWENTY)
    press_resolve(page)
    assert [row["nom"] for row in page.js(ORDER)] == [f"N° {rank}" for rank in range(1, 21)]
    assert complaints(page) == []
    assert strangers(page, wiki.url) == []


@pytest.mark.parametrize("kind", ["actions", "fracassement", "desengagement"])
def test_small_calculators_in_an_article(page: ChromiumPage, wiki: Wiki, kind: str) -> None:
    open_article(page, wiki, kind)
    if page.js("document.querySelector('[data-lancer=tous]').checkVisibility()"):
        page.click("[data-lancer=tous]")
    press_resolve(page)
    assert read_result(page)["verdict"]
    assert complaints(page) == []
