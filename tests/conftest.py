"""What all tests share: the frozen tables, the pages built of them, once, and a browser.

Whatever reads the tables in a process of tests reads `tests/figees/`. A test of what an editor may
change asks `tests.support.live` for the tables of `data/`, by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pycore import loader
from tests.support import answered, built, chromium, combat_form
from tests.support.engine_site import make_site
from tests.support.frozen import FROZEN
from tests.support.sources import add_sources
from web.tools import build, serve
from web.tools.compress import precompress
from web.tools.runtime import make_runtime

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.chromium import ChromiumPage

loader.DATA = FROZEN  # before any test reads a table: each is read once in a process


@pytest.fixture(scope="session")
def dist() -> Path:
    """Build what readers get; the scripts' sources stand beside it. It is not to be changed."""
    return built.shared("dist", make_dist)


@pytest.fixture(scope="session")
def pages() -> Path:
    """Build the pages with their rules answered by this process: see `tests.support.answered`."""
    return built.shared("pages", make_pages)


@pytest.fixture(scope="session")
def engine_folder() -> Path:
    """Make a page with nothing but the engine on it, and what it loads, compressed as shipped."""
    return built.shared("moteur", make_engine_folder) / "site"


@pytest.fixture(scope="session")
def engine_pages() -> Path:
    """Make the page with nothing but the engine, Python stood in for by this process."""
    return built.shared("moteur-essai", make_engine_pages) / "site"


def make_dist(made: Path) -> None:
    build.build(made)
    add_sources(made)


def make_pages(made: Path) -> None:
    answered.make_pages(made)
    add_sources(made)


def make_engine_folder(made: Path) -> None:
    make_runtime(made / "runtime")
    precompress(made / "runtime")
    make_site(made / "site", made / "runtime")


def make_engine_pages(made: Path) -> None:
    answered.make_runtime(made / "runtime")
    make_site(made / "site", made / "runtime")


@pytest.fixture(scope="session", autouse=True)
def _one_browser() -> Iterator[None]:
    """End, after the last test, the Chromium that the tests of a process share."""
    yield
    chromium.end()


@pytest.fixture(scope="session")
def address(dist: Path) -> Iterator[str]:
    """Serve it; gives the address, ending in a slash."""
    url, stop = serve.start(dist)
    yield url
    stop()


@pytest.fixture(scope="session")
def home(pages: Path) -> Iterator[str]:
    """Serve the pages that this process answers; gives the address, ending in a slash."""
    url, stop = answered.start(pages)
    yield url
    stop()


@pytest.fixture(scope="module")
def combat(home: str) -> Iterator[ChromiumPage]:
    """Open the combat page in a window that the module's tests share, ready to answer."""
    with combat_form.chromium() as page:
        page.goto(f"{home}combat.html")
        combat_form.wait_ready(page)
        yield page


@pytest.fixture
def plain(combat: ChromiumPage) -> ChromiumPage:
    """Bring the shared page back to an ordinary fight."""
    combat_form.fill_form(combat, combat_form.PLAIN)
    return combat
