"""The versioned folder, and the forms in it as a wiki's page builds them."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from tests.support import answered
from tests.support.combat_form import chromium, window
from tests.support.sources import load
from web.tools import build, markup, static

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.chromium import ChromiumPage

NAMES = [page.calcul for page in build.PAGES]

# The shape of a form as a browser has it: tags, attributes, texts. Ids without their prefix.
SHAPE = """(root) => {
  const shape = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data.replace(/\\s+/g, " ");
    const bare = (value) => value.replaceAll("essai-", "");
    const attributes = [...node.attributes].map(({name, value}) => `${name}=${bare(value)}`).sort();
    return [node.namespaceURI, node.localName, attributes, [...node.childNodes].map(shape)];
  };
  return shape(root);
}"""


# --- the tree ----------------------------------------------------------------------------------


def tree(html: str) -> dict[str, Any]:
    return markup.as_json(markup.only_element(markup.parse(html)))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p></p>", {"balise": "p"}),
        ("<p>a &lt;b&gt;</p>", {"balise": "p", "texte": "a <b>"}),
        (
            "<p>a <strong>b</strong> c\n d</p>",
            {
                "balise": "p",
                "enfants": [
                    {"texte": "a "},
                    {"balise": "strong", "texte": "b"},
                    {"texte": " c d"},
                ],
            },
        ),
        (
            '<input hidden name="a">',
            {"balise": "input", "attributs": {"hidden": "", "name": "a"}},
        ),
        (
            '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>',
            {
                "balise": "svg",
                "attributs": {"viewBox": "0 0 1 1"},
                "enfants": [{"balise": "path", "attributs": {"d": "M0 0"}}],
            },
        ),
        ("<p>12\u00a0%</p>", {"balise": "p", "texte": "12\u00a0%"}),
    ],
)
def test_tree_of_markup(html: str, expected: dict[str, Any]) -> None:
    assert tree(html) == expected


@pytest.mark.parametrize("html", ["", "texte", "<p></p><p></p>", "<p></p>texte"])
def test_form_is_one_element(html: str) -> None:
    with pytest.raises(ValueError, match="un seul élément"):
        markup.only_element(markup.parse(html))


# --- the folder --------------------------------------------------------------------------------


def make_version(place: Path, name: str, age: int) -> Path:
    folder = place / name
    folder.mkdir(parents=True)
    os.utime(folder, (1_000_000 - age, 1_000_000 - age))
    return folder


def test_only_the_latest_versions_are_kept(tmp_path: Path) -> None:
    names = [f"{rank:016x}" for rank in range(5)]
    for rank, name in enumerate(names):
        make_version(tmp_path, name, age=rank)
    (tmp_path / "reste").mkdir()
    (tmp_path / "reste.txt").touch()
    static.prune(tmp_path, names[4])  # built again: the oldest becomes the newest
    assert {path.name for path in tmp_path.iterdir()} == {names[4], names[0], names[1]}


def test_name_changes_with_any_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1", encoding="utf-8")
    names = {static.fingerprint(tmp_path)}
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "a").write_text("1", encoding="utf-8")
    names.add(static.fingerprint(tmp_path))
    (tmp_path / "b" / "a").write_text("2", encoding="utf-8")
    names.add(static.fingerprint(tmp_path))
    assert len(names) == 3
    assert all(static.VERSION.fullmatch(name) for name in names)


@pytest.mark.construction
def test_build_keeps_older_folders_and_no_older_page(tmp_path: Path) -> None:
    older = make_version(tmp_path / static.FOLDER, "0123456789abcdef", age=0)
    (older / "page.js").touch()
    answered.make_pages(tmp_path)
    whole = {path.name for path in tmp_path.iterdir()}
    (now,) = [path for path in (tmp_path / static.FOLDER).iterdir() if path != older]
    (now / "wiki.js").unlink()  # as an interrupted copy would leave it
    (tmp_path / "perime.html").touch()
    (tmp_path / "perime").mkdir()
    answered.make_pages(tmp_path)
    assert (older / "page.js").is_file()
    assert (now / "wiki.js").is_file()
    assert {path.name for path in tmp_path.iterdir()} == whole
    for page in tmp_path.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert older.name not in text
        assert now.name in text


# --- the form in the browser -------------------------------------------------------------------


@pytest.fixture(scope="module")
def page(home: str) -> Iterator[ChromiumPage]:
    # The page's own rule forbids what a test does here: to make markup of a text.
    with chromium() as browser, window(browser, bypass_csp=True) as opened:
        opened.goto(f"{home}index.html")
        yield opened


def built(form: object, use: str) -> str:
    return (
        f"{load('mount.js')}"
        f".then(({{buildForm}}) => ({use})(buildForm({json.dumps(form)}, 'essai-')))"
    )


@pytest.mark.navigateur("chromium")
@pytest.mark.parametrize("name", NAMES)
def test_form_is_that_of_the_page(page: ChromiumPage, home: str, pages: Path, name: str) -> None:
    path = next(pages.glob(f"{static.FOLDER}/*/formulaires/{name}.json"))
    form = json.loads(path.read_text(encoding="utf-8"))
    mounted = page.js(built(form, SHAPE))
    written = page.js(
        f"fetch({json.dumps(f'{home}{name}.html')}).then((it) => it.text()).then((text) =>"
        f"({SHAPE})(new DOMParser().parseFromString(text, 'text/html').querySelector('.ncalc')))"
    )
    assert mounted == written


@pytest.mark.navigateur("chromium")
@pytest.mark.parametrize("name", NAMES)
def test_whatever_refers_to_an_element_finds_it(page: ChromiumPage, pages: Path, name: str) -> None:
    path = next(pages.glob(f"{static.FOLDER}/*/formulaires/{name}.json"))
    form = json.loads(path.read_text(encoding="utf-8"))
    lost = page.js(
        built(
            form,
            """(root) => {
              const ids = [...root.querySelectorAll("[id]")].map(({id}) => id);
              const unique = new Set(ids).size === ids.length;
              const own = unique && ids.every((id) => id.startsWith("essai-"));
              const names = ["for", "aria-labelledby", "aria-describedby", "data-lancer"];
              const asked = names.flatMap((name) => [...root.querySelectorAll(`[${name}]`)].flatMap(
                (one) => one.getAttribute(name).split(" ")));
              return [own, asked.filter((id) => id !== "tous" && !ids.includes(id))];
            }""",
        )
    )
    assert lost == [True, []]


@pytest.mark.navigateur("chromium")
@pytest.mark.parametrize(
    "form",
    [
        {"balise": "script", "texte": "document.title = 'x'"},
        {"balise": "iframe"},
        {"balise": "p", "enfants": [{"balise": "img", "attributs": {"src": "x"}}]},
        {"balise": "p", "attributs": {"onclick": "x()"}},
        {"balise": "p", "attributs": {"style": "position: fixed"}},
        {"balise": "a", "attributs": {"href": "javascript:x()"}},
        {"balise": "a", "attributs": {"href": "https://example.org/"}},
        {"balise": "form", "attributs": {"action": "/w/index.php"}},
    ],
)
def test_what_no_form_holds_is_refused(page: ChromiumPage, form: dict[str, Any]) -> None:
    told = page.js(f"{built(form, 'String')}.catch((error) => error.message)")
    assert told.startswith(("balise: ", "attribut: ", "href: "))


@pytest.mark.navigateur("chromium")
def test_text_of_a_form_is_never_markup(page: ChromiumPage) -> None:
    form = {"balise": "p", "enfants": [{"texte": "<b>a</b>"}, {"balise": "em", "texte": "&lt;"}]}
    assert page.js(built(form, "(one) => one.textContent")) == "<b>a</b>&lt;"
