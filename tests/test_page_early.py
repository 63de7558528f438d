"""The largest file is asked for before the scripts are there, once, and only where wanted."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import pytest

from tests.support import answered, combat_form
from tests.support.broken_page import NEXT_FRAMES, STATE, Held
from tests.support.faults import Faults, status, truncated

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.chromium import ChromiumPage
from tests.support.faults import Fault

pytestmark = pytest.mark.navigateur("chromium")

WASM = "pyodide.asm.wasm"


@pytest.fixture(scope="module")
def page() -> Iterator[ChromiumPage]:
    with combat_form.chromium() as opened:
        yield opened


@contextlib.contextmanager
def served(pages: Path, page: ChromiumPage) -> Iterator[tuple[str, Faults]]:
    faults = Faults(pages)
    url, stop = answered.start(pages, faults=faults)
    try:
        yield url, faults
        page.goto("about:blank")  # ends the worker before its server
    finally:
        faults.released.set()
        stop()


def test_asked_for_before_the_page_has_its_scripts_and_once(
    pages: Path, page: ChromiumPage
) -> None:
    with served(pages, page) as (url, faults):
        held = Held()
        faults.next("page.js", held)
        page.native.goto(f"{url}combat.html", wait_until="commit")
        page.wait(
            f"performance.getEntriesByType('resource').some((one) => one.name.endsWith('{WASM}'))"
        )
        assert faults.count(WASM) == 1
        assert faults.count("manifest.json") == 0, "nothing else is"
        held.go_on.set()
        page.wait(f"{STATE} === 'pret'")
        assert faults.count(WASM) == 1


@pytest.mark.parametrize(("fault", "reason"), [(status(503), "reseau"), (truncated, "integrite")])
def test_a_failure_of_it_is_told_and_made_good(
    pages: Path, page: ChromiumPage, fault: Fault, reason: str
) -> None:
    with served(pages, page) as (url, faults):
        faults.next(WASM, fault)
        page.goto(f"{url}combat.html")
        page.wait(f"{STATE} === 'indisponible'")
        assert page.js(f"!document.querySelector('[data-raison={reason}]').hidden")
        page.click("[data-reessayer]")
        page.wait(f"{STATE} === 'pret'")
        assert faults.count(WASM) == 2


def test_nothing_is_begun_where_there_is_no_calculator(pages: Path, page: ChromiumPage) -> None:
    with served(pages, page) as (url, faults):
        page.goto(f"{url}tables.html")
        page.js(NEXT_FRAMES)
        assert faults.count(WASM) == 0
