"""The parts of a machine that some tests need and a laptop may lack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.tools.setup import SetupError, browsers, mediawiki

if TYPE_CHECKING:
    from collections.abc import Callable

LABELS = {
    "chromium": "Chromium",
    "firefox": "Firefox",
    "webkit": "WebKit",
    "wiki": "MediaWiki",
}


# Each raises `SetupError` with its reason if the part cannot be had here.
PROVIDERS: dict[str, Callable[[], None]] = {
    **browsers.PROVIDERS,
    **mediawiki.PROVIDERS,
}


def missing_parts() -> dict[str, str]:
    """Find or install every part; give those that cannot be had, each with a reason in French."""
    missing = {}
    for name, provide in PROVIDERS.items():
        try:
            provide()
        except SetupError as error:
            missing[name] = str(error)
    return missing
