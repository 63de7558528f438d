"""One visit after the other in a Chromium with a profile of its own: cold, then warm."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from web.tools.bench_site import EMPTY
from web.tools.paths import CACHE, ROOT

if TYPE_CHECKING:
    from playwright.sync_api import BrowserType, Page

    from web.tools.bench_net import Wire

PROBE = ROOT / "tests" / "bench" / "probe.js"
ARGUMENTS = (
    *("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
WARM = 2  # visits after the first
PATIENCE_MS = 90_000


class Visit(NamedTuple):
    """What a visit took: milliseconds from its start, octets on the wire, mebioctets of memory."""

    formulaire: float
    resultat: float
    tache: float
    clics: list[float]
    octets: int
    memoire: float | None


class Visits(NamedTuple):
    """The first visit of a profile, and those after it."""

    froide: Visit
    chaudes: list[Visit]


def visits(engine: BrowserType, program: Path, address: str, page: str, wire: Wire) -> Visits:
    """Visit a page in a fresh profile, several times."""
    with tempfile.TemporaryDirectory(dir=CACHE, ignore_cleanup_errors=True) as profile:
        context = engine.launch_persistent_context(
            profile, executable_path=program, args=list(ARGUMENTS), locale="fr-FR"
        )
        try:
            window = context.pages[0]
            window.goto(address + EMPTY)  # the browser itself has started
            window.add_init_script(path=PROBE)
            done = [_visit(window, address + page, wire, profile) for _ in range(1 + WARM)]
        finally:
            context.close()
    return Visits(done[0], done[1:])


def _visit(window: Page, url: str, wire: Wire, profile: str) -> Visit:
    window.goto("about:blank")
    window.wait_for_timeout(500)  # what the browser puts by, it has put by
    wire.octets = 0
    window.set_default_timeout(PATIENCE_MS)
    window.goto(url, wait_until="commit")
    window.wait_for_function("!!globalThis.measured")
    told: dict[str, Any] = window.evaluate("globalThis.measured")
    if not told["text"].strip():
        raise RuntimeError(f"{url}: no verdict")
    return Visit(
        told["form"],
        told["result"],
        told["longest"],
        told["clicks"],
        wire.octets,
        renderer_memory(profile),
    )


def renderer_memory(profile: str) -> float | None:
    """Add up the memory of the renderers of a profile, shared pages by their share.

    None where the system does not tell.
    """
    parents: dict[str, str] = {}
    words: dict[str, str] = {}
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            words[path.name] = (path / "cmdline").read_text(encoding="utf-8", errors="replace")
            state = (path / "stat").read_text(encoding="utf-8", errors="replace")
            parents[path.name] = state.rpartition(")")[2].split()[1]
    found = [
        _memory(number)
        for number, command in words.items()
        if "--type=renderer" in command and _descends(number, profile, parents, words)
    ]
    return sum(found) or None


def _descends(number: str, profile: str, parents: dict[str, str], words: dict[str, str]) -> bool:
    while number in parents:
        if profile in words.get(number, ""):
            return True
        number = parents[number]
    return False


def _memory(number: str) -> float:
    with contextlib.suppress(OSError):
        text = Path(f"/proc/{number}/smaps_rollup").read_text(encoding="utf-8")
        for line in text.splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0
