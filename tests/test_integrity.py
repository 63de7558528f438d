"""What a page runs is what was built: hashes beside every address, the same bytes every time."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support import answered
from tests.support.combat_form import chromium, wait_ready
from tests.support.engines import open_engine
from tests.support.faults import Fault, Faults, altered
from tests.support.frozen import FROZEN
from tests.support.sources import FOLDER as SOURCES
from web.tools import build
from web.tools.bundle import APART
from web.tools.embedding import ENTRY
from web.tools.integrity import FINGERPRINTS, imported, integrity, scripts, write_fingerprints
from web.tools.paths import ROOT
from web.tools.static import FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.page import Page

NAMED = re.compile(r'<(?:script|link)[^>]* (?:src|href)="([^"]+)"[^>]*>')
HASH = re.compile(r' integrity="(sha384-[^"]+)"')
KINDS = {"combat.html": "page.js", "tables.html": "copy.js"}


@pytest.fixture(scope="module")
def folder(dist: Path) -> Path:
    (found,) = (dist / FOLDER).iterdir()
    return found


# --- what is written ---------------------------------------------------------------------------


def test_hash_is_the_one_that_browsers_compute() -> None:
    # The example of the specification (W3C, Subresource Integrity, §3.1).
    assert integrity(b"alert('Hello, world.');") == (
        "sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO"
    )


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import { a } from './a.js';", ["a.js"]),
        ("import './a.js';\nimport {\n  b,\n} from './b-c.js';", ["a.js", "b-c.js"]),
        ("export { a } from './a.js';", ["a.js"]),
        ("const x = await import('./a.js');", ["a.js"]),
        ("/** @type {import('./a.js').A} */\n/* import './b.js'; */", []),
        ("const from = './a.js';", []),
        ("import 'pyodide';", []),
        ('var a=1;function b(){}import{c}from"./c.js";import"./d.js";a++;', ["c.js", "d.js"]),
    ],
)
def test_modules_that_a_module_imports(source: str, names: list[str]) -> None:
    assert imported(source) == names


def test_fingerprints_have_a_table_to_fill(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a")
    with pytest.raises(FileNotFoundError):
        write_fingerprints(tmp_path, ["a"])
    (tmp_path / FINGERPRINTS).write_text("export const X = {};\n", encoding="utf-8")
    with pytest.raises(ValueError, match="table"):
        write_fingerprints(tmp_path, ["a"])


def test_every_script_and_style_of_a_page_has_its_hash(dist: Path) -> None:
    seen = 0
    for page in sorted(dist.glob("*.html")):
        for found in NAMED.finditer(page.read_text(encoding="utf-8")):
            tag, address = found[0], found[1]
            if not address.endswith((".js", ".css")):
                continue
            told = HASH.search(tag)
            assert told, tag
            assert told[1] == integrity((dist / address).read_bytes()), tag
            seen += 1
    assert seen > 30


@pytest.mark.parametrize(("page", "entry"), KINDS.items())
def test_a_page_vouches_for_every_module_before_it_is_asked_for(
    dist: Path, folder: Path, page: str, entry: str
) -> None:
    text = (dist / page).read_text(encoding="utf-8")
    named = [one.rpartition("/")[2] for one in NAMED.findall(text) if one.endswith(".js")]
    first = ["guard.js", "early.js"] if entry == "page.js" else ["guard.js"]
    assert named == [*first, *(each.nom for each in scripts(folder, entry))]


def test_the_wiki_vouches_for_every_module(dist: Path, folder: Path) -> None:
    wanted = scripts(folder, ENTRY)
    assert [each.nom for each in wanted] == [*APART, ENTRY]
    for name in ("chargeur.js", "extension/NephilimCalc/modules/chargeur.js", "widget.txt"):
        text = (dist / name).read_text(encoding="utf-8")
        places = [text.index(each.empreinte) for each in wanted]
        assert places == sorted(places)
        assert all(each.nom in text for each in wanted)


def test_scripts_vouch_for_what_they_fetch(folder: Path) -> None:
    text = (folder / FINGERPRINTS).read_text(encoding="utf-8")
    rows = json.loads(text.partition("FINGERPRINTS = ")[2].rstrip().removesuffix(";"))
    forms = [f"formulaires/{page.calcul}.json" for page in build.PAGES]
    assert sorted(rows) == sorted(["manifest.json", "worker.js", *forms])
    for name, row in rows.items():
        content = (folder / name).read_bytes()
        assert row == {"octets": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    assert imported((folder / "worker.js").read_text(encoding="utf-8")) == [], (
        "nothing would vouch for it"
    )
    assert FINGERPRINTS in {each.nom for each in scripts(folder, "page.js")}


# --- the same bytes from another place at another time -------------------------------------------

BUILD = """
import os, sys
os.umask(0o077)
sys.path.insert(0, os.getcwd())
from pathlib import Path
from web.tools import build, paths
assert paths.ROOT == Path.cwd().resolve()
build.build(Path("dist"))
"""


def contents(folder: Path) -> dict[str, str]:
    """Give the hash of every file that is built, by its path."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and SOURCES not in path.relative_to(folder).parts
    }


@pytest.mark.complet
def test_two_builds_are_the_same_byte_for_byte(dist: Path, tmp_path: Path) -> None:
    """Another folder, user's mask, language, time zone, order of sets; nothing from a cache."""
    copy = tmp_path / "une autre place"
    copy.mkdir()
    hidden = shutil.ignore_patterns("__pycache__", "dist")
    for name in ("pycore", "web", "tests/cases"):
        shutil.copytree(ROOT / name, copy / name, ignore=hidden)
    shutil.copytree(FROZEN, copy / "data")
    for name in ("pyproject.toml", "LICENSE", "README.md", "package.json", "package-lock.json"):
        shutil.copyfile(ROOT / name, copy / name)
    (copy / "node_modules").symlink_to(ROOT / "node_modules")
    (copy / ".cache").mkdir()
    for path in copy.rglob("*"):
        if not path.is_symlink():
            os.utime(path, (978_307_200, 978_307_200))
    variables = {**os.environ, "TZ": "Pacific/Auckland", "LC_ALL": "C", "PYTHONHASHSEED": "7"}
    subprocess.run(
        [sys.executable, "-c", BUILD], cwd=copy, env=variables, check=True, capture_output=True
    )
    assert contents(copy / "dist") == contents(dist)


# --- a changed byte ------------------------------------------------------------------------------

GUARD = "[...document.querySelectorAll('[data-garde]')].filter((one) => one.checkVisibility())"
STATE = "document.querySelector('[data-calcul]').dataset.etat"
REASON = "[...document.querySelectorAll('[data-raison]')].find((one) => !one.hidden)?.textContent"


FIELDS = """["attaquant.degre", "attaque.arme", "attaquant.blessures[]"].map((name) =>
  new FormData(document.querySelector("form")).get(name))"""


@pytest.fixture(scope="module")
def window() -> Iterator[Page]:
    with chromium() as page:
        yield page


def spoil(site: Path, page: Page, name: str, fault: Fault) -> Iterator[Faults]:
    """Serve the page with this fault once, open it, type a name."""
    faults = Faults(site)
    faults.next(name, fault)
    url, stop = answered.start(site, faults)
    try:
        page.goto(f"{url}combat.html")
        page.fill("#attaquant-nom", "Ézéchiel")
        yield faults
        page.goto("about:blank")
    finally:
        faults.released.set()
        stop()


def typed(page: Page) -> str:
    return str(page.js("document.querySelector('#attaquant-nom').value"))


def refuse_script(site: Path, page: Page, name: str) -> None:
    """A changed script is not run, the page says so, and is sound once loaded again."""
    for _ in spoil(site, page, name, altered):
        page.wait(f"{GUARD}.length === 1", SOON)
        assert "n’est pas celui qui a été publié" in page.js(f"{GUARD}[0].textContent")
        assert typed(page) == "Ézéchiel"
        assert page.js(STATE) is None, "it never came to life"
        page.fill("#attaquant-degre", "17")
        page.choose("#attaque-arme", "dague")
        page.js("document.querySelector('#attaquant-blessures--mineure').click()")
        page.click("[data-garde-reprendre]")  # a copy that the browser keeps is passed by
        wait_ready(page)
        assert typed(page) == "Ézéchiel"
        assert page.js(FIELDS) == ["17", "dague", "mineure"]
        assert page.js("sessionStorage.length") == 0
        assert page.js(f"{GUARD}.length") == 0


def refuse_file(site: Path, page: Page, name: str) -> None:
    """A changed file is not used, the page says so, and recovers without being loaded again."""
    for faults in spoil(site, page, name, altered):
        page.js("globalThis.sameDocument = true")
        page.wait(f"{STATE} === 'indisponible'", SOON)
        assert "abîmé ou incomplet" in page.js(REASON)
        assert typed(page) == "Ézéchiel"
        page.click("[data-reessayer]")
        wait_ready(page)
        assert typed(page) == "Ézéchiel"
        assert page.js("globalThis.sameDocument")
        assert faults.count(name) >= 2


SOON = 20  # seconds
SCRIPTS = ("page.js", "early.js", "fingerprints.js")
FILES = (
    *("worker.js", "manifest.json", "pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm"),
    *("stdlib.zip", "nephilim.zip"),
)


@pytest.mark.navigateur("chromium")
@pytest.mark.parametrize("name", SCRIPTS)
def test_a_changed_script_is_refused(pages: Path, window: Page, name: str) -> None:
    refuse_script(pages, window, name)


@pytest.mark.navigateur("chromium")
@pytest.mark.parametrize("name", FILES)
def test_a_changed_file_is_refused(pages: Path, window: Page, name: str) -> None:
    refuse_file(pages, window, name)


@pytest.mark.navigateur("chromium")
def test_a_changed_byte_of_what_is_shipped_is_refused(dist: Path, window: Page) -> None:
    refuse_script(dist, window, "page.js")
    for name in ("pyodide.asm.wasm", "nephilim.zip"):
        refuse_file(dist, window, name)


# WebKit compares the script that a page names, not the modules that this one imports.
COMPARED = {"firefox": ("page.js", "fingerprints.js"), "webkit": ("page.js",)}


@pytest.mark.parametrize(
    "engine", [pytest.param(name, marks=pytest.mark.navigateur(name)) for name in COMPARED]
)
def test_a_changed_byte_is_refused_by_the_other_engines(pages: Path, engine: str) -> None:
    with open_engine(engine) as page:
        for name in COMPARED[engine]:
            refuse_script(pages, page, name)
        for name in ("worker.js", "manifest.json", "nephilim.zip"):
            refuse_file(pages, page, name)
