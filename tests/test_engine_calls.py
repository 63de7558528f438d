"""Calls to Python through the engine: in order, kept, replaced, failing, killing the worker."""

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


def keep(site: Site, name: str, operation: str, body: str, options: str = "{}") -> None:
    """Make a call and keep what becomes of it in the page's `kept`."""
    site.page.js(f"""void (globalThis.kept ??= {{}}, engine.call(
        '{operation}', '{body}', {options}).then(
        (corps) => {{ kept.{name} = corps; }}, (error) => {{ kept.{name} = `${{error}}`; }}))""")


def test_a_call_starts_the_engine_and_those_before_ready_are_answered_in_order(site: Site) -> None:
    site.open()
    site.page.js("""void (globalThis.order = [], globalThis.sent = [1, 2, 3].map((n) =>
        engine.call('echo', {n}).then((corps) => order.push(corps.n))))""")
    assert site.page.js("engine.state.etat") == "chargement"
    site.page.js("Promise.all(sent)", 60)
    assert site.page.js("order") == [1, 2, 3]


@pytest.mark.parametrize(
    "body",
    ["", "é ’ \u00a0 \U0001f52e", {"a": [1, None, True, "x"]}, None, 10**15, "\0", "[" * 5000],
)
def test_what_goes_in_comes_out(site: Site, body: object) -> None:
    site.start()
    assert site.ask("echo", body) == body


def test_lone_surrogate(site: Site) -> None:
    site.start()
    assert site.page.js("engine.call('echo', '\\ud800').then((c) => c === '\\ud800')", 60)


def test_the_body_is_what_it_was_at_the_call(site: Site) -> None:
    site.open()
    changed = (
        "(() => { const it = {n: 1}; const p = engine.call('echo', it); it.n = 2; return p; })()"
    )
    assert site.page.js(changed, 60) == {"n": 1}


def test_what_json_cannot_hold_is_refused_and_nothing_else_suffers(site: Site) -> None:
    site.start()
    assert site.page.js("engine.call('echo', 1n).catch((error) => error.name)") == "TypeError"
    assert site.ask("echo", "ensuite") == "ensuite"


def test_a_channel_keeps_its_latest_call(site: Site) -> None:
    site.open()
    asked = """Promise.all([
        engine.call('echo', 'a', {canal: 'seuils'}), engine.call('echo', 'b', {canal: 'autre'}),
        engine.call('echo', 'c', {canal: 'seuils'}), engine.call('echo', 'd'),
        engine.call('echo', 'e', {canal: 'seuils'})])"""
    assert site.page.js(asked, 60) == [None, "b", None, "d", "e"]
    # The same when the first of them is already with the worker.
    assert site.page.js(asked, 60) == [None, "b", None, "d", "e"]


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
        ("ancien", "delai", 3),  # an answer to an earlier number is none
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


def test_a_replaced_call_that_kills_is_not_tried_again(site: Site) -> None:
    site.start(patience=3)
    assert site.settled() == READY
    keep(site, "vieux", "boucle", "", "{canal: 'seuils'}")
    keep(site, "neuf", "echo", "z", "{canal: 'seuils'}")
    assert site.page.js("kept.vieux") is None
    site.page.wait("engine.state.raison === 'delai'")
    site.page.js("engine.retry()")
    assert site.page.wait("kept.neuf") == "z"


def test_calculators_share_one_engine(site: Site) -> None:
    site.open()
    assert site.page.js("createEngine({ base, jeu }) === engine")
    assert site.page.js("createEngine({ base: base.pathname.slice(0, -1), jeu }) === engine")
    assert site.page.js("createEngine({ base: './ailleurs/', jeu }) !== engine")
    assert site.page.js("createEngine({ base, jeu: 'autre' }) !== engine")


def test_stop_lets_go_and_start_begins_again(site: Site) -> None:
    site.start()
    keep(site, "seul", "echo", "x")
    site.page.js("engine.stop()")
    assert site.page.js("[engine.state.etat, kept.seul]") == ["repos", None]
    site.page.js("engine.start()")
    assert site.settled() == READY
    assert site.ask("echo", "x") == "x"


def test_a_listener_hears_at_once_and_no_more_once_it_leaves(site: Site) -> None:
    site.open()
    site.page.js("""void (globalThis.heard = [],
        globalThis.leave = engine.onState(({ etat }) => heard.push(etat)))""")
    assert site.page.js("heard") == ["repos"]
    site.page.js("(leave(), engine.start())")
    assert site.settled() == READY
    assert site.page.js("heard") == ["repos"]
