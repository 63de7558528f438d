"""The modules that the page's scripts are made of, served beside the pages to be asked alone.

A page runs them joined in one file, which gives nothing away; what a single one does is asked of
its source, loaded into the same page.
"""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from web.tools import serve
from web.tools.bundle import SOURCES

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = "sources"
BASE = f"new URL('/{FOLDER}/', location.href)"


def add_sources(site: Path) -> None:
    """Put the modules beside the pages of a site."""
    shutil.copytree(SOURCES, site / FOLDER)


@contextlib.contextmanager
def served(dist: Path) -> Iterator[str]:
    """Serve what is built with the modules beside it; gives the address, ending in a slash."""
    with tempfile.TemporaryDirectory() as made:
        site = Path(made) / "site"
        shutil.copytree(dist, site)
        add_sources(site)
        url, stop = serve.start(site)
        try:
            yield url
        finally:
            stop()


def load(name: str) -> str:
    """Give the JavaScript that imports a module."""
    return f"import(new URL('{name}', {BASE}))"
