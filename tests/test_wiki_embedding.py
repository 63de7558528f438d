"""A calculator inside an article of a real MediaWiki, by each way the guide tells.

What stands in the articles is answered by this process; Python itself answers by a gadget, once,
and by every way with `--complet`.
"""

from __future__ import annotations

import json
import re
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from pycore import api
from pycore.render.french import pourcentage
from tests.support.combat_form import (
    chromium,
    complaints,
    fill_form,
    read_result,
    strangers,
    wait_ready,
    window,
)
from tests.support.wiki import Wiki, opened
from web.tools.embedding import PANNE
from web.tools.paths import ROOT
from web.tools.setup import mediawiki
from web.tools.static import FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.chromium import ChromiumPage

pytestmark = [pytest.mark.navigateur("chromium"), pytest.mark.wiki]

WAYS = ("gadget", "common", "extension", "widget")
CASES = (
    "touche-simple",
    "attaque-en-force",
    "opposition-egalite-au-defenseur",
    "attaque-rapide-deux-defenses",
    "rafale-continue-trois-cibles",
    "lancer-esquive",
)
PREVIEWED = "#wikiPreview .ncalc:not(.vu)"
FORM = ".nephilim-calc .ncalc form"
ARTICLE = """Un combat se joue en rounds.
== Règles ==
{{|
! scope="col" | Degré !! scope="col" | Seuil
|-
| 6 || 60 %
|}}

{calculator}

== Suite ==
La suite de l’article.
""".replace("{{|", '{{| class="wikitable"')
ONE, NONE, TWO = "Combat (règles)", "Sans calculateur", "Deux calculateurs"


class Place:
    """A wiki on which one way of the guide was followed, and a window to look at it."""

    def __init__(self, wiki: Wiki, way: str, page: ChromiumPage) -> None:
        self.wiki, self.way, self.page = wiki, way, page
        if way == "gadget":
            wiki.install_gadget()
        elif way == "common":
            wiki.install_common()
        elif way == "extension":
            wiki.install_extension()
        wiki.edit(ONE, ARTICLE.format(calculator=self.calculator("combat")))
        wiki.edit(NONE, ARTICLE.format(calculator="Rien ici."))
        both = "\n\n".join(map(self.calculator, ("combat", "action-simple", "combat")))
        wiki.edit(TWO, ARTICLE.format(calculator=both))

    def calculator(self, kind: str) -> str:
        """Give what an editor writes for a calculator, as the guide says it."""
        if self.way == "widget":
            return self.wiki.install_widget(kind)
        block = "html balise" if self.way == "extension" else "html emplacement"
        text = self.wiki.guide.block(block)
        assert text.count('"combat"') == 1
        return text.replace('"combat"', f'"{kind}"')

    def open(self, title: str, **query: str) -> None:
        """Show an article."""
        self.page.goto(self.wiki.article(title, **query))


@pytest.fixture(scope="module")
def browser() -> Iterator[ChromiumPage]:
    with chromium() as page:
        yield page


@contextmanager
def followed(site: Path, browser: ChromiumPage, way: str, suite: str = "") -> Iterator[Place]:
    """Open a wiki with these files, on which this way was followed."""
    if suite:
        mediawiki.provide(suite)
    with opened(site, suite) as wiki, window(browser) as page:
        yield Place(wiki, way, page)
        page.goto("about:blank")


ALL_WAYS = [
    pytest.param(("dist", each), id=f"{each}, Python", marks=pytest.mark.complet) for each in WAYS
]


@pytest.fixture(scope="module", params=[pytest.param(("pages", "common"), id="common"), *ALL_WAYS])
def place(request: pytest.FixtureRequest, browser: ChromiumPage) -> Iterator[Place]:
    """A wiki that is answered by this process; with `--complet`, one by each way, with Python."""
    site, way = request.param
    with followed(request.getfixturevalue(site), browser, way) as made:
        yield made


@pytest.fixture(
    scope="module", params=["", pytest.param(mediawiki.NEXT_SUITE, marks=pytest.mark.complet)]
)
def wiki(request: pytest.FixtureRequest, pages: Path, browser: ChromiumPage) -> Iterator[Place]:
    """The wiki on which the rest is tried: by Common.js, on each MediaWiki."""
    with followed(pages, browser, "common", request.param) as made:
        yield made


def read_case(name: str) -> Any:
    return json.loads((ROOT / f"tests/cases/combat/{name}.json").read_text(encoding="utf-8"))


def figures(result: dict[str, Any]) -> list[list[int]]:
    """Give, of each exchange shown: threshold, physical and magical damage, total."""
    return [
        [
            int(re.sub(r"\D", "", said))
            for said in (each["attaque"]["seuil"], each["phys"], each["mag"], each["total"])
        ]
        for each in result["echanges"]
    ]


def expected_figures(expected: dict[str, Any]) -> list[list[int]]:
    return [
        [
            expected["attaques"][each["attaque"]]["seuil"],
            each["physiques"]["final"],
            each["magiques"]["final"],
            each["total"],
        ]
        for each in expected["echanges"]
    ]


def wrong(page: ChromiumPage) -> list[str]:
    """Give what the console holds against us: the wiki's editor warns of its own old parts."""
    return [each for each in complaints(page) if "deprecated ResourceLoader module" not in each]


def own(page: ChromiumPage) -> list[str]:
    """Give the names of our files that were asked for."""
    found = [one.url for one in page.requests() if f"/{FOLDER}/" in one.url]
    return [url.rpartition("/")[2] for url in found]


@pytest.mark.parametrize("name", CASES)
def test_case_resolved_in_an_article(place: Place, name: str) -> None:
    check_case(place, name)


@pytest.mark.parametrize("way", [each for each in WAYS if each != "common"])
def test_each_way_leads_to_an_answer(pages: Path, browser: ChromiumPage, way: str) -> None:
    with followed(pages, browser, way) as place:
        check_case(place, CASES[0])


def test_python_itself_answers_in_an_article(dist: Path, browser: ChromiumPage) -> None:
    with followed(dist, browser, "gadget") as place:
        check_case(place, CASES[0])


def check_case(place: Place, name: str) -> None:
    """Resolve a case in the article, and compare every figure shown."""
    place.open(ONE)
    wait_ready(place.page)
    case = read_case(name)
    fill_form(place.page, case["scenario"])
    place.page.click(".ncalc-bouton-fort")
    place.page.wait("!!document.querySelector('.ncalc-echange')")
    result = read_result(place.page)
    assert figures(result) == expected_figures(case["attendu"])
    assert wrong(place.page) == []
    assert strangers(place.page, place.wiki.url) == []


def test_frames_chances_and_advice_in_an_article(place: Place) -> None:
    """By keyboard alone once the dice are there, and with the same figures as the rules."""
    place.open(ONE)
    page = place.page
    wait_ready(page)
    scenario = read_case("excedent-depense-en-degats")["scenario"]
    del scenario["ajustements"]
    fill_form(page, scenario)
    page.js("document.querySelector('.ncalc-bouton-fort').focus()")
    page.keys("Enter")
    page.wait("!!document.querySelector('[data-vue=final] .ncalc-choix')")
    page.wait("!!document.querySelector('[data-vue=chances] .ncalc-obtenu')")
    assert "attaquant" in page.text("[data-vue=scene]")
    assert page.text("[data-vue=recit]").strip()
    odds = api.run("combat", "odds", json.dumps(scenario))["echanges"][0]
    touched = page.js("document.querySelector('[data-vue=chances] td').textContent")
    assert touched == pourcentage(odds["touche"], 10000)
    page.js("document.querySelectorAll('[data-vue=final] .ncalc-choix')[2].focus()")
    page.keys("Enter")
    page.wait("!!document.querySelector('[data-vue=final] [aria-pressed=true]')")
    assert read_result(page)["echanges"][0]["phys"] == "4"
    page.js("document.querySelector('[data-op=conseil] > summary').focus()")
    page.keys("Enter")
    page.wait("!!document.querySelector('[data-vue=conseil] tbody tr')")
    best = api.ask("combat", "conseil", json.dumps(scenario), {}).resultat["classement"][0]
    shown = page.js("document.querySelector('[data-vue=conseil] tbody td').textContent")
    part, whole = (int(each) for each in best["valeur"].split("/"))
    assert shown == pourcentage(part, whole)
    assert wrong(page) == []


def test_the_form_takes_the_place_of_the_text(place: Place) -> None:
    place.open(ONE)
    place.page.wait(f"!!document.querySelector('{FORM}')")
    assert "demande JavaScript" not in place.page.text("#mw-content-text")
    assert (
        place.page.js("document.querySelectorAll('link[href$=\"/calculateur.css\"]').length") == 1
    )


def test_the_text_stands_without_javascript(place: Place) -> None:
    with window(place.page, java_script_enabled=False) as page:
        page.native.goto(place.wiki.article(ONE))
        assert "demande JavaScript" in page.native.inner_text(".nephilim-calc")


def test_nothing_loads_on_a_page_without_calculator(place: Place) -> None:
    with window(place.page) as page:
        page.goto(place.wiki.article(NONE))
        page.wait("mw.loader.getState('mediawiki.page.ready') === 'ready'")
        page.native.wait_for_load_state("networkidle")
        assert own(page) == []


def test_several_calculators_share_one_python(place: Place) -> None:
    with window(place.page) as page:  # nothing remembered from the tests before
        page.goto(place.wiki.article(TWO))
        page.wait("document.querySelectorAll('.ncalc form').length === 3")
        for rank in range(3):
            root = f"document.querySelectorAll('.ncalc')[{rank}]"
            page.js(f"{root}.scrollIntoView()")
            page.wait(f"{root}.dataset.etat === 'pret' && !!{root}.querySelector('[data-vue] > *')")
        asked = own(page)
        assert asked.count("worker.js") == 2  # looked at, then run
        assert asked.count("pyodide.asm.wasm") == 1
        ids = page.js("[...document.querySelectorAll('[id]')].map((each) => each.id)")
        assert len(ids) == len(set(ids))
        # Each answers for itself: the third is resolved, the first stays as it was.
        page.click("#nc3-mode-tir")
        assert page.js("document.querySelector('#nc1-mode-melee').checked")
        page.click("#nc3-mode-melee")
        for die in ("attaque-0", "defense-0-0"):
            page.fill(f"#nc3-jets-{die}", "42")
        page.click(".nephilim-calc:last-of-type .ncalc-bouton-fort")
        page.wait("!!document.querySelectorAll('.ncalc')[2].querySelector('.ncalc-echange')")
        assert page.js("document.querySelectorAll('.ncalc-echange').length") == 1


@pytest.mark.parametrize("live", [False, True])
def test_calculator_survives_preview(place: Place, live: bool) -> None:  # noqa: FBT001
    place.wiki.settings("preview", f"$wgDefaultUserOptions['uselivepreview'] = {int(live)};")
    with window(place.page) as page:
        page.goto(place.wiki.article(ONE, action="edit"))
        page.js(
            "document.querySelector('#wpTextbox1').value += "
            f"{json.dumps(chr(10) + place.calculator('action-simple'))}"
        )
        if live:
            page.wait("mw.loader.getState('mediawiki.action.edit.preview') === 'ready'")
        for _ in range(2):  # a preview of a preview
            page.js("document.querySelectorAll('.ncalc').forEach((one) => one.classList.add('vu'))")
            page.click("#wpPreview")
            page.wait(f"document.querySelectorAll('{PREVIEWED} form').length === 2")
        page.js(f"document.querySelector('{PREVIEWED}').scrollIntoView()")
        page.wait(f"!!document.querySelector('{PREVIEWED}[data-etat=pret] .ncalc-seuils')")
        assert wrong(page) == []


def test_unknown_calculator_leaves_the_text(wiki: Place) -> None:
    title = "Calculateur inconnu"
    kinds = ("tarot", "Combat", "../combat", "com bat")
    wiki.wiki.edit(title, "\n\n".join([*map(wiki.calculator, kinds), wiki.calculator("combat")]))
    with window(wiki.page) as page:
        page.goto(wiki.wiki.article(title))
        page.wait(f"!!document.querySelector('{FORM}')")
        assert page.js("document.querySelectorAll('.ncalc').length") == 1
        assert page.text("#mw-content-text").count("demande JavaScript") == len(kinds)
        assert PANNE not in page.text("#mw-content-text")
        assert {one.kind for one in page.console()} <= {"error"}  # the browser's own, of a 404
        assert all("404" in one.text for one in page.console())


@pytest.mark.parametrize("lost", ["formulaires/combat.json", "wiki.js", "fingerprints.js"])
def test_lost_file_keeps_the_text_and_says_so(wiki: Place, lost: str) -> None:
    (folder,) = (wiki.wiki.place / "www" / FOLDER).iterdir()
    files = [path for ending in ("", ".gz") if (path := folder / (lost + ending)).exists()]
    kept = [path.rename(path.with_name("mis-de-cote-" + path.name)) for path in files]
    if lost != "wiki.js":  # what a transfer that failed leaves
        files[0].write_bytes(kept[0].read_bytes()[:-100])
    try:
        with window(wiki.page) as page:
            page.goto(wiki.wiki.article(ONE))
            page.wait("!!document.querySelector('.nephilim-calc [role=status]')")
            told = page.text(".nephilim-calc")
            assert "demande JavaScript" in told
            assert PANNE in told
    finally:
        for path, aside in zip(files, kept, strict=True):
            aside.replace(path)


def test_calculator_obeys_the_wikis_own_security_policy(wiki: Place) -> None:
    wiki.wiki.settings("csp", "$wgCSPHeader = true;")
    try:
        with window(wiki.page) as page:
            page.goto(wiki.wiki.article(ONE))
            wait_ready(page)
            assert wrong(page) == []
    finally:
        wiki.wiki.settings("csp", "")


def test_older_folder_works_beside_the_newer_one(wiki: Place) -> None:
    (folder,) = (wiki.wiki.place / "www" / FOLDER).iterdir()
    older = folder.with_name("0123456789abcdef")
    shutil.copytree(folder, older)
    loader = wiki.wiki.raw("MediaWiki:Common.js")
    try:
        for name in (older.name, folder.name):
            wiki.wiki.edit("MediaWiki:Common.js", loader.replace(folder.name, name))
            with window(wiki.page) as page:
                page.goto(wiki.wiki.article(ONE))
                wait_ready(page)
                ours = [one.url for one in page.requests() if f"/{FOLDER}/" in one.url]
                assert all(f"/{FOLDER}/{name}/" in url for url in ours)
    finally:
        shutil.rmtree(older)


def test_gadget_and_common_together_mount_once(wiki: Place) -> None:
    if wiki.wiki.raw("MediaWiki:Common.js"):
        wiki.wiki.install_gadget()
    with window(wiki.page) as page:
        page.goto(wiki.wiki.article(ONE))
        wait_ready(page)
        assert page.js("document.querySelectorAll('.ncalc').length") == 1
        assert own(page).count("wiki.js") == 1
        assert wrong(page) == []
