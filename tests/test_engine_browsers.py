"""The engine in the other two browser engines: what test_engine.py shows at length, in short."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.engine_site import Site, served
from tests.support.engines import open_engine
from tests.support.faults import Fault, altered, stalled, status, with_headers
from web.tools.runtime import COMMON

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.page import Page

READY = ["pret", None]
FILES = (*COMMON, "nephilim.zip")
ENGINES = [pytest.param(name, marks=pytest.mark.navigateur(name)) for name in ("firefox", "webkit")]


@pytest.fixture(scope="module", params=ENGINES)
def window(request: pytest.FixtureRequest) -> Iterator[Page]:
    with open_engine(request.param) as page:
        yield page


@pytest.fixture
def site(engine_pages: Path, window: Page) -> Iterator[Site]:
    with served(engine_pages, window) as made:
        yield made


def test_pyodide_is_ready_and_answering(engine_folder: Path, window: Page) -> None:
    with served(engine_folder, window) as site:
        site.start()
        assert site.settled() == READY
        assert site.ask("", "") is not None
        shares = [state["progres"] for state in site.page.js("states")]
        assert shares == sorted(shares)
        assert shares[-1] == 1
        assert {name: site.faults.count(name) for name in FILES} == dict.fromkeys(FILES, 1)


@pytest.mark.parametrize(
    ("name", "fault", "reason"),
    [
        ("pyodide.asm.wasm", altered, "integrite"),
        ("pyodide.asm.wasm", stalled, "delai"),
        ("stdlib.zip", status(404), "introuvable"),
        ("worker.js", status(404), "introuvable"),
    ],
)
def test_fault_then_retry(site: Site, name: str, fault: Fault, reason: str) -> None:
    site.faults.next(name, *[fault] * (2 if name == "worker.js" else 1))
    site.start(patience=2)
    assert site.settled() == ["indisponible", reason]
    site.page.js("engine.retry()")
    assert site.settled() == READY
    assert site.ask("", "") is not None


def test_wasm_of_the_wrong_type_is_compiled_all_the_same(site: Site) -> None:
    site.faults.next("pyodide.asm.wasm", with_headers({"Content-Type": "application/octet-stream"}))
    site.start()
    assert site.settled() == READY


@pytest.mark.parametrize("lacking", ["sans_wasm", "sans_worker"])
def test_old_browser(engine_pages: Path, window: Page, lacking: str) -> None:
    with served(engine_pages, window, lacking) as site:
        site.start()
        assert site.settled() == ["indisponible", lacking]
