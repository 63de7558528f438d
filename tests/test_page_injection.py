"""Hundreds of hostile texts by every path into the page: shown as typed, nothing run, no markup.

The page stands here without its security policy: what would be stopped by it would be seen.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import mwparserfromhell
import pytest

from pycore import api, jsontext
from pycore.calculs import CALCULS
from pycore.loader import load
from pycore.nephilim.rows import FICHIERS, Regles
from pycore.render.combat_view import Tour
from tests.support import answered, combat_form
from tests.support.combat_form import complaints, strangers, wait_ready, window
from tests.support.duel import duel
from tests.support.editor import copied
from tests.support.hostile import LONG, NAMES
from tests.support.spoiled_data import LABELS, spoil
from tests.support.text_paths import BURST, PATHS, TARGETS, TextPath, bring, with_modules
from web.tools import build, markup
from web.tools.integrity import Script
from web.tools.pages import templates
from web.tools.paths import ROOT
from web.tools.tables_page import fiches

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

# Whatever a text manages to run, it runs one of these; what it manages to load is a request.
CANARY = """for (const name of ['alert', 'confirm', 'prompt', 'open', 'print'])
  globalThis[name] = () => { globalThis.executed = name; };"""


def of_a_script(name: str) -> set[str]:
    """Read the elements that one of the page's scripts may build."""
    source = (ROOT / "web/src" / name).read_text(encoding="utf-8")
    lists = re.findall(r"const (?:TAGS|DRAWN) = new Set\(\[(.*?)\]\)", source, re.DOTALL)
    assert lists
    return set(re.findall(r"'([a-z0-9]+)'", "".join(lists)))


# What scripts may build, and what stands in every page besides.
ALLOWED = {
    *of_a_script("tree.js"),
    *of_a_script("mount.js"),
    *("body", "footer", "head", "header", "h1", "html", "link", "main", "meta", "nav", "noscript"),
    *("optgroup", "script", "title"),
}
# Of every element: its name, and its attributes that could run, load or draw something.
ELEMENTS = """[...document.querySelectorAll('*')].map((one) => [one.localName,
  [...one.attributes].filter(({ name }) => /^on|^style$|^src|^href$|^xlink|action$/.test(name))
    .map(({ name, value }) => `${name}=${value}`)])"""


@pytest.fixture(scope="module")
def page(pages: Path) -> Iterator[ChromiumPage]:
    url, stop = answered.start(pages, csp="")
    with combat_form.chromium() as browser, window(browser, bypass_csp=True) as opened:
        opened.native.add_init_script(CANARY)
        opened.goto(f"{url}combat.html")
        wait_ready(opened)
        bring(opened, BURST)
        yield opened
        opened.goto("about:blank")
    stop()


def nothing_happened(page: ChromiumPage) -> None:
    """Nothing ran, nothing was asked of anyone, no element or attribute is there that could."""
    assert page.js("globalThis.executed ?? null") is None
    own = page.js("location.origin") + "/"
    assert strangers(page, own) == []
    for name, attributes in page.js(ELEMENTS):
        assert name in ALLOWED, name
        for attribute in attributes:
            kind, _, value = attribute.partition("=")
            assert kind in {"href", "src"}, (name, attribute)
            mine = value.startswith(("#", own, "nephilim-calc/", "data:,")) or value in PAGES
            assert mine, (name, attribute)


PAGES = {"index.html", *(each.fichier for each in build.PAGES)}


def test_there_are_enough_of_them() -> None:
    assert len(set(NAMES)) == len(NAMES) >= 200
    assert all(0 < len(name) <= 60 for name in NAMES)
    assert all(len(text) > 9000 for text in LONG)


# One in four, or all: each costs what a reader's whole gesture costs.
TEXTS = pytest.mark.parametrize(
    "texts",
    [
        pytest.param(NAMES[::4], id="un sur quatre"),
        pytest.param(NAMES, id="tous", marks=pytest.mark.complet),
    ],
)


@TEXTS
@pytest.mark.parametrize("path", PATHS, ids=[path.name for path in PATHS])
def test_shown_as_typed_and_nothing_else_happens(
    page: ChromiumPage, path: TextPath, texts: tuple[str, ...]
) -> None:
    assert path.send(page, texts) == list(texts)
    nothing_happened(page)
    assert complaints(page) == []


def test_the_canary_sings(page: ChromiumPage) -> None:
    """A page that did write text as markup would be found out."""
    with window(page, bypass_csp=True) as other:
        other.native.add_init_script(CANARY)
        other.goto(page.js("location.href"))
        other.js("document.querySelector('main').innerHTML = '<img src=x: onerror=alert(1)>'")
        other.wait("globalThis.executed === 'alert'", 5)
        with pytest.raises(AssertionError):
            nothing_happened(other)


# --- what is copied ------------------------------------------------------------------------------


@TEXTS
def test_what_is_copied_is_what_was_typed(page: ChromiumPage, texts: tuple[str, ...]) -> None:
    heard = """void (globalThis.copied = [], navigator.clipboard.write = async ([item]) => {
      copied.push(await (await item.getType('text/plain')).text());
    })"""
    page.js(heard)
    for at in range(0, len(texts), TARGETS):
        lot = texts[at : at + TARGETS]
        PATHS[0].send(page, lot)
        page.js("void (copied.length = 0)")
        page.click("[data-forme=texte]")
        page.wait("copied.length === 1", 10)
        (text,) = page.js("copied")
        lost = [name for name in lot if name.isprintable() and plain(name) not in plain(text)]
        assert lost == []
    nothing_happened(page)


def marks(text: str) -> list[str]:
    """Give what a wiki would make of a text besides words: what it is, in order."""
    nodes = mwparserfromhell.parse(text).filter()
    kinds = [type(node).__name__ for node in nodes]
    return [kind for kind in kinds if kind not in {"Text", "HTMLEntity"}]


def test_what_is_copied_for_the_wiki_holds_no_markup_but_ours() -> None:
    def copied(name: str) -> str:
        side = {"nom": name, "contexte_motif": name}
        texte = json.dumps(duel(attaquant=side, defenseur=side, jets=(20, None)))
        told = api.run("combat", "copie", texte, {"forme": "wikicode"})
        return str(told["texte"])

    harmless = marks(copied("Ulric"))
    assert harmless == ["Tag", "Tag"]
    assert [name for name in NAMES if marks(copied(name)) != harmless] == []


# --- what is too long ----------------------------------------------------------------------------


def test_long_texts_are_refused_with_few_words(page: ChromiumPage) -> None:
    fields = [{"attaquant": {"nom": text}, "mode": text, text[:50_000]: 1} for text in LONG]
    body = """
      const { createEngine } = await load('./engine.js');
      const { showFaults, clearFaults } = await load('./faults.js');
      const engine = createEngine({ base, jeu });
      const form = document.querySelector('form');
      const told = [];
      for (const each of texts) {
        const answer = await engine.call('resolve', { calcul: 'combat', texte: each });
        showFaults(form, answer.erreurs);
        told.push(form.querySelector('[data-erreurs]').textContent.length);
      }
      clearFaults(form);
      return told;
    """
    texts = [json.dumps(each, ensure_ascii=False) for each in fields] + list(LONG)
    told = page.js(with_modules(body, texts=texts), 120)
    assert len(told) == len(texts)
    assert all(0 < length < 4000 for length in told)
    nothing_happened(page)


# --- labels of the data --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def regles(tmp_path_factory: pytest.TempPathFactory) -> Regles:
    """Rules whose every label is hostile."""
    copy = copied(tmp_path_factory.mktemp("hostile") / "projet")
    spoil(copy)
    made: Regles = load(Regles, FICHIERS, copy.root / "data")
    return made


def test_hostile_labels_in_a_page_and_in_a_form(page: ChromiumPage, regles: Regles) -> None:
    """The page that the build writes and the form that a wiki builds show the same labels."""
    form = build.form(build.PAGES[0], regles=regles)
    html = markup.serialise(form)
    tree = markup.as_json(markup.only_element(form))
    assert len(html) > 100_000
    body = """
      const { buildForm } = await load('./mount.js');
      const written = document.implementation.createHTMLDocument('');
      written.body.innerHTML = html; // as a browser reads the page
      const options = (root) => [...root.querySelectorAll('option, label, legend, summary')]
        .map((one) => [one.value ?? '', one.textContent]);
      const built = buildForm(tree, '');
      const all = [written.body, built].flatMap((root) => [...root.querySelectorAll('*')]);
      const active = all.flatMap((one) => [...one.attributes].map(({ name }) => name))
        .filter((name) => /^on|^style|^src/.test(name));
      const names = [...all.map((one) => one.localName), ...active];
      return [options(written.body), options(built), names];
    """
    written, built, names = page.js(with_modules(body, html=html, tree=tree), 60)
    squeezed = [[plain(word) for word in each] for each in written]
    both = zip(squeezed, [[plain(word) for word in each] for each in built], strict=True)
    assert [(one, other) for one, other in both if one != other] == []
    assert set(names) <= ALLOWED
    shown = {text for _, text in squeezed}
    lost = [label for label in LABELS if not any(plain(label) in one for one in shown)]
    assert lost == []


def plain(text: str) -> str:
    """Give a text without its blanks, which French moves, and without NUL, which HTML drops."""
    return "".join(text.replace("\0", "").split())


def test_hostile_labels_in_the_answers(page: ChromiumPage, regles: Regles) -> None:
    """The views of a fight for each weapon of the spoiled rules, built as the page builds them."""
    views = [view for rank in range(len(LABELS)) for view in fight(regles, f"h{rank}")]
    body = """
      const { build } = await load('./tree.js');
      const place = document.createElement('div');
      document.body.append(place);
      const told = trees.map((tree) => {
        const made = build(tree);
        place.replaceChildren(made);
        return made.textContent;
      });
      place.remove();
      return told;
    """
    told = page.js(with_modules(body, trees=views), 120)
    assert told == [words(view) for view in views]
    nothing_happened(page)


def fight(regles: Regles, arme: str) -> list[dict[str, Any]]:
    """Resolve a duel with a weapon of these rules; give everything that the page would show."""
    asked = CALCULS["combat"].operations["resolve"]
    texte = json.dumps(duel(attaque={"arme": arme}, jets=(20, None)))
    scenario = CALCULS["combat"].read(jsontext.parse(texte), regles, dice=True)
    facts = asked.run(scenario, regles, Tour())
    return [tree for place in asked.view(facts, scenario, regles).values() for tree in place]


def words(tree: dict[str, Any]) -> str:
    return str(tree.get("texte", "")) + "".join(map(words, tree.get("enfants", [])))


def test_hostile_labels_in_the_page_of_the_tables(regles: Regles, pages: Path) -> None:
    listed = fiches(regles)
    html = (
        templates()
        .get_template("tables.html")
        .render(
            dossier="x",
            version="0",
            csp="",
            modules={"copy.js": [Script("copy.js", "")]},
            empreintes={"guard.js": "", "page.css": ""},
            fiches=listed,
        )
    )
    root = markup.parse(html.partition("<body>")[2].partition("</body>")[0])
    assert {each.tag for each in root.elements()} <= ALLOWED | {""}
    assert not [
        name for each in root.elements() for name in each.attributes if name.startswith("on")
    ]
    assert pages.is_dir()
    areas = [each for each in root.elements() if each.tag == "textarea"]
    assert ["".join(map(str, each.children)).strip() for each in areas] == [
        each.wikicode.replace("\r", "").strip() for each in listed
    ]
