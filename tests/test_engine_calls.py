"""Calls to a real Python through the engine: what it answers, what it survives, what kills it.

In what order calls go, and which are kept or replaced: tests/js/calls.test.mjs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.engine_site import TROUBLE, Site, make_site, served, trouble_package
from tests.support.engines import open_engine
from web.tools.runtime import make_runtime

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.page import Page

pytestmark = pytest.mark.navigateur("chromium")

READY = ["pret", None]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("appels")
    make_runtime(made / "runtime", package=trouble_package(made), cases=made / "cas")
    make_site(made / "site", made / "runtime")
    return made / "site"


@pytest.fixture(scope="module")
def window() -> Iterator[Page]:
    with open_engine("chromium") as page:
        yield page


@pytest.fixture
def site(folder: Path, window: Page) -> Iterator[Site]:
    with served(folder, window, jeu=TROUBLE) as made:
        yield made


def keep(site: Site, name: str, operation: str, body: str) -> None:
    """Make a call and keep what becomes of it in the page's `kept`."""
    site.page.js(f"""void (globalThis.kept ??= {{}}, engine.call('{operation}', '{body}').then(
        (corps) => {{ kept.{name} = corps; }}, (error) => {{ kept.{name} = `${{error}}`; }}))""")


BODIES: tuple[object, ...] = (
    *("", "é ’ \u00a0 \U0001f52e", {"a": [1, None, True, "x"]}, None, 10**15, "\0"),
    "[" * 5000,
)


def test_what_goes_in_comes_out(site: Site) -> None:
    site.start()
    for body in BODIES:
        assert site.ask("echo", body) == body
    assert site.page.js("engine.call('echo', '\\ud800').then((c) => c === '\\ud800')", 60)


def test_an_exception_fails_its_call_alone(site: Site) -> None:
    site.start()
    assert site.ask("exception", "non") == "EngineError: interne"
    assert site.ask("nombre", "") == "EngineError: interne"
    assert site.ask("echo", "encore là") == "encore là"
    assert site.settled() == READY


def test_printing_is_not_answering(site: Site) -> None:
    site.start()
    assert site.ask("imprime", "bonjour") == "bonjour"


@pytest.mark.parametrize(
    ("operation", "reason", "patience"),
    [
        ("boucle", "delai", 3),
        ("memoire", "memoire", 30),
        ("pile", "interne", 30),
        ("charabia", "interne", 30),
    ],
)
def test_a_call_that_kills_is_tried_twice_and_the_others_are_kept(
    site: Site, operation: str, reason: str, patience: float
) -> None:
    site.start(patience=patience)
    assert site.settled() == READY
    keep(site, "poison", operation, "x")
    keep(site, "autre", "echo", "y")
    for known in ({}, {"poison": f"EngineError: {reason}"}):
        site.page.wait("engine.state.etat === 'indisponible'")
        assert site.page.js("engine.state.raison") == reason
        assert site.page.js("kept") == known
        site.page.js("engine.retry()")
    assert site.page.wait("kept.autre") == "y"
    assert site.settled() == READY
    assert site.faults.count("pyodide.asm.wasm") == 1, "a new worker needs no new download"
