"""What all tests share: the frozen tables, and the pages built of them, once.

Whatever reads the tables in a process of tests reads `tests/figees/`. A test of what an editor may
change asks `tests.support.live` for the tables of `data/`, by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pycore import loader
from tests.support import combat_form
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
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build what readers get, in a folder of its own; the scripts' sources stand beside it."""
    made = tmp_path_factory.mktemp("page") / "dist"
    build.build(made)
    add_sources(made)
    return made


@pytest.fixture(scope="session")
def engine_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a page with nothing but the engine on it, and what it loads, compressed as shipped."""
    made = tmp_path_factory.mktemp("moteur")
    make_runtime(made / "runtime")
    precompress(made / "runtime")
    make_site(made / "site", made / "runtime")
    return made / "site"


@pytest.fixture(scope="session")
def address(dist: Path) -> Iterator[str]:
    """Serve it; gives the address, ending in a slash."""
    url, stop = serve.start(dist)
    yield url
    stop()


@pytest.fixture(scope="module")
def combat(address: str) -> Iterator[ChromiumPage]:
    """Open the combat page in a Chromium that the module's tests share, with Python ready."""
    with combat_form.chromium() as page:
        page.goto(f"{address}combat.html")
        combat_form.wait_ready(page)
        yield page


@pytest.fixture
def plain(combat: ChromiumPage) -> ChromiumPage:
    """Bring the shared page back to an ordinary fight."""
    combat_form.fill_form(combat, combat_form.PLAIN)
    return combat
