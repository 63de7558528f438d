"""The calculator in every skin of the wiki: it fits, is readable, takes nothing and gives nothing.

Each skin at one width, Vector's two on a desk and the others on a phone, with the reader's machine
set to day or night in turn; with `--complet`, at the other width too, and every combination on the
next MediaWiki, whose skins have a night of their own.
"""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.support.combat_form import chromium, wait_ready, window
from tests.support.wiki import Wiki, opened
from web.tools.paths import CACHE, ROOT
from web.tools.setup import mediawiki

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.chromium import ChromiumPage

pytestmark = [pytest.mark.navigateur("chromium"), pytest.mark.wiki]

SKINS = ("vector", "vector-2022", "monobook", "timeless", "minerva")
WIDTHS = (1280, 360)
AXE = ROOT / "node_modules/axe-core/axe.min.js"
CAPTURES = CACHE / "captures"
NIGHT = "$wgVectorNightMode = [ 'logged_out' => true, 'logged_in' => true, 'beta' => true ];"
TITLE = "Combat (règles)"
ARTICLE = """Un combat se joue en [[rounds]].

== Règles ==
* une liste
{| class="wikitable sortable"
|+ Seuils
! scope="col" | Degré !! scope="col" | Seuil
|-
| 6 || 60 %
|}
<div class="mw-collapsible">Un <code>code</code>, un <small>aparté</small>, un ''mot''.</div>
<inputbox>
type=search
</inputbox>

CALCULATEUR

=== Suite ===
La suite de l’article.
"""


class Look(NamedTuple):
    """How an article is looked at; `night` is the skin's own, where it has one."""

    skin: str
    width: int
    dark: bool
    night: bool = False

    def __str__(self) -> str:
        """Name of its picture."""
        time = "nuit" if self.night else "sombre" if self.dark else "jour"
        return f"{self.skin}-{self.width}-{time}"


PAIRS = [
    pytest.param(
        Look(skin, width, dark=bool((rank + column) % 2)),
        marks=() if column == (rank > 1) else pytest.mark.complet,
    )
    for rank, skin in enumerate(SKINS)
    for column, width in enumerate(WIDTHS)
]
MATRIX = [
    Look(skin, width, dark=night, night=night)
    for skin, width, night in itertools.product(SKINS, WIDTHS, (False, True))
]

# What a style can change without the size of anything around it.
KEPT = (
    *("background-color", "background-image", "border-bottom-style", "border-bottom-width"),
    *("border-collapse", "border-left-width", "border-radius", "border-top-width", "box-shadow"),
    *("box-sizing", "color", "display", "float", "font-size", "font-style", "font-variant"),
    *("font-weight", "letter-spacing", "line-height", "list-style-type", "margin-bottom"),
    *("margin-left", "margin-top", "opacity", "outline-style", "padding-bottom", "padding-left"),
    *("padding-right", "padding-top", "position", "text-align", "text-decoration-line"),
    *("text-indent", "text-shadow", "text-transform", "vertical-align", "white-space"),
    *("word-spacing",),
)
# The wiki lends these on purpose: its colours (axe judges them), and the size of its own font.
LENT = {"background-color", "color"}
# Widths are the container's: the same one everywhere, for what depends on it.
SAME_WIDTH = "document.querySelector('.ncalc').style.width = '330px'"

STYLES = """(() => {
  const seen = (one) => one.checkVisibility() && !one.closest("svg, head, script, style");
  const chosen = [...document.querySelectorAll(%(css)s)].filter(seen);
  return chosen.map((element) => {
    const style = getComputedStyle(element);
    const of = `${element.localName}.${element.className}[${element.type ?? ""}]`;
    return [of, %(properties)s.map((name) => style.getPropertyValue(name))];
  });
})()"""
OUTSIDE = "body :not(.nephilim-calc, .nephilim-calc *)"
INSIDE = ".ncalc, .ncalc *"

# What reaches over the edges of the calculator, but for what scrolls by itself.
OVER = """(() => {
  const root = document.querySelector(".ncalc");
  const edge = root.getBoundingClientRect();
  const scrolls = (one) => one !== root && ["auto", "scroll", "hidden"].includes(
    getComputedStyle(one).overflowX);
  return [...root.querySelectorAll("*")].filter((one) => {
    const box = one.getBoundingClientRect();
    if (!one.checkVisibility() || box.width <= 1) return false;
    for (let at = one.parentElement; at !== root; at = at.parentElement) {
      if (scrolls(at)) return false;
    }
    return box.right > edge.right + 1 || box.left < edge.left - 1;
  }).map((one) => `${one.localName}.${one.className}`);
})()"""

# Python fills some folds when they open, little by little.
CALM = """(async () => {
  const count = () => document.querySelectorAll(".ncalc *").length;
  const before = count();
  await new Promise((resolve) => setTimeout(resolve, 200));
  return document.querySelector("[data-vue=conseil] tbody tr, [data-op]:not([open])")
    && count() === before
    && document.getAnimations().every(({playState}) => playState === "finished");
})()"""

AUDIT = """axe.run(".ncalc").then(({violations, passes}) => ({
  checked: passes.filter(({id}) => id === "color-contrast").flatMap(({nodes}) => nodes).length,
  bad: violations.flatMap(({id, nodes}) => nodes.map(({html}) => `${id}: ${html}`)),
}))"""


def styles(page: ChromiumPage, css: str, properties: tuple[str, ...]) -> list[Any]:
    """Give the computed style of every visible element that matches, in order."""
    filled = {"css": json.dumps(css), "properties": json.dumps(properties)}
    found: list[Any] = page.js(STYLES % filled)
    return found


def show_result(page: ChromiumPage) -> None:
    """Resolve the same fight everywhere, with every fold open: all there is can be seen."""
    wait_ready(page)
    for die in page.js("[...document.querySelectorAll('.ncalc [data-faces]')].map(({id}) => id)"):
        selector = f"[id={json.dumps(die)}]"
        if page.js(f"!document.querySelector({json.dumps(selector)}).matches(':disabled')"):
            page.fill(selector, "42")
    page.click(".ncalc-bouton-fort")
    page.wait("!!document.querySelector('.ncalc-echange')")
    page.js("document.querySelectorAll('.ncalc details').forEach((one) => { one.open = true; })")
    page.js("document.activeElement.blur()")
    page.wait(CALM)


@pytest.fixture(scope="module")
def browser() -> Iterator[ChromiumPage]:
    with chromium() as page:
        yield page


@pytest.fixture(scope="module")
def wiki(pages: Path) -> Iterator[Wiki]:
    with opened(pages) as made:
        fill(made)
        yield made


@pytest.fixture(scope="module")
def next_wiki(pages: Path) -> Iterator[Wiki]:
    mediawiki.provide(mediawiki.NEXT_SUITE)
    with opened(pages, mediawiki.NEXT_SUITE) as made:
        made.settings("nuit", NIGHT)
        fill(made)
        yield made


def fill(wiki: Wiki) -> None:
    wiki.install_gadget()
    wiki.edit(TITLE, ARTICLE.replace("CALCULATEUR", wiki.guide.block("html emplacement")))


@pytest.fixture(scope="module")
def alone(home: str, browser: ChromiumPage) -> list[Any]:
    """The style of the calculator on a page of its own: what it should be everywhere."""
    with window(browser, viewport={"width": 1280, "height": 900}) as page:
        page.goto(f"{home}combat.html")
        show_result(page)
        page.js(SAME_WIDTH)
        found = styles(page, INSIDE, KEPT)
        page.goto("about:blank")
    return found


@pytest.mark.parametrize("look", PAIRS, ids=str)
def test_calculator_fits_the_skin(
    browser: ChromiumPage, wiki: Wiki, alone: list[Any], look: Look
) -> None:
    check(browser, wiki, alone, look, "139")


@pytest.mark.complet
@pytest.mark.parametrize("look", MATRIX, ids=str)
def test_calculator_fits_the_skin_of_the_next_wiki(
    browser: ChromiumPage, next_wiki: Wiki, alone: list[Any], look: Look
) -> None:
    check(browser, next_wiki, alone, look, "143")


def check(browser: ChromiumPage, wiki: Wiki, alone: list[Any], look: Look, version: str) -> None:
    phone = look.width < 600
    with window(
        browser,
        viewport={"width": look.width, "height": 800},
        color_scheme="dark" if look.dark else "light",
        is_mobile=phone,
        has_touch=phone,
    ) as page:
        query = {"useskin": look.skin}
        if look.night:
            query |= {"vectornightmode": "1", "minervanightmode": "1"}
        page.goto(wiki.article(TITLE, **query))
        show_result(page)
        CAPTURES.mkdir(exist_ok=True)
        page.native.screenshot(path=CAPTURES / f"wiki-{version}-{look}.png", full_page=True)
        fits(page)
        readable(page)
        stays_readable_under_the_pointer(page)
        takes_nothing(page, alone)
        gives_nothing(page)


def fits(page: ChromiumPage) -> None:
    assert page.js(OVER) == []
    wide = "document.documentElement.scrollWidth"
    with_us = page.js(wide)
    hidden = "document.querySelector('.ncalc').style.display = 'none'"
    page.js(hidden)
    without_us = page.js(wide)
    page.js(hidden.replace("none", ""))
    assert with_us <= without_us
    small = page.js(
        """[...document.querySelectorAll(".ncalc :is(input, select, textarea)")]
          .filter((one) => one.checkVisibility() && parseFloat(getComputedStyle(one).fontSize) < 16)
          .map((one) => one.name)"""
    )
    assert small == []


def readable(page: ChromiumPage) -> None:
    page.native.add_script_tag(path=AXE)
    found = page.js(AUDIT, 60)
    assert found["bad"] == []
    assert found["checked"] > 50


def stays_readable_under_the_pointer(page: ChromiumPage) -> None:
    for css in (".ncalc-boutons [type=button]", ".ncalc-bouton-fort", ".ncalc-pas button"):
        button = page.native.locator(f".ncalc {css} >> visible=true").first
        painted = "getComputedStyle(document.querySelector('.ncalc button:hover')).backgroundColor"
        page.native.mouse.move(0, 0)
        before = button.evaluate("(one) => getComputedStyle(one).backgroundColor")
        button.hover()
        assert page.js(painted) == before, css


def gives_nothing(page: ChromiumPage) -> None:
    """Nothing outside the calculator changes when its style goes."""
    before = styles(page, OUTSIDE, KEPT)
    assert len(before) > 40
    link = "document.querySelector('link[href$=\"/calculateur.css\"]')"
    page.js(f"{link}.disabled = true")
    bare = styles(page, OUTSIDE, KEPT)
    page.js(f"{link}.disabled = false")
    page.wait(f"{link}.sheet?.cssRules.length")
    assert before == bare


def takes_nothing(page: ChromiumPage, alone: list[Any]) -> None:
    """Everything inside looks as on a page of its own, but for what the wiki lends."""
    page.js(SAME_WIDTH)
    found = styles(page, INSIDE, KEPT)
    assert [of for of, _ in found] == [of for of, _ in alone]
    different = {
        f"{of}: {name} {here} au lieu de {there}"
        for (of, ours), (_, theirs) in zip(found, alone, strict=True)
        for name, here, there in zip(KEPT, ours, theirs, strict=True)
        if here != there and name not in LENT
    }
    assert different == set()
