"""A long session: the worker neither grows nor slows down."""

from __future__ import annotations

import json
import statistics
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.support.cases import cases
from tests.support.faults import Faults
from tests.support.shipped_engine import Shipped, shipped_engine
from web.tools import serve

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [pytest.mark.navigateur("chromium"), pytest.mark.complet]

WHOLE = [case.texte for case in cases("combat")]
WARM = 60  # calls after which nothing more is made once for all
GROWTH, SLOWNESS = 1.10, 1.5  # the clock of a machine that does other things is a rough one
LOTS = 10

# The worker is made to tell what Python holds: its heap in bytes, its objects.
KEPT = ("const python = await loader", "const python = self.python = await loader")
TOLD = (
    "function reply(text) {",
    """function reply(text) {
  if (JSON.parse(text).op === 'memoire') {
    const gc = self.python.pyimport('gc');
    gc.collect();
    const all = gc.get_objects();
    const objets = all.length;
    all.destroy();
    gc.destroy();
    say(JSON.parse(text).n, 'memoire', { tas: self.python._module.HEAPU8.length, objets });
    return;
  }""",
)


class Session(NamedTuple):
    """How many calls of each operation."""

    resolve: int
    odds: int


def telling(_: Faults, handler: serve.Handler, headers: dict[str, str], body: bytes) -> None:
    """Answer with a worker that can be asked what it holds."""
    text = body.decode()
    for old, new in (KEPT, TOLD):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    handler.reply(200, headers, text.encode())


@pytest.fixture(scope="module")
def shipped(dist: Path) -> Iterator[Shipped]:
    faults = Faults(dist)
    url, stop = serve.start(dist, faults=faults)
    faults.next("worker.js", telling)
    with shipped_engine(url) as ready:
        yield ready
        ready.page.goto("about:blank")
    stop()


RUN = """async (op, first, count, texts) => {
  const begun = performance.now();
  for (let n = 0; n < count; n += 1) {
    const texte = texts[(first + n) % texts.length];
    const answer = await engine.call(op, { calcul: 'combat', texte });
    if (!answer || !('resultat' in answer || 'erreurs' in answer)) throw new Error('no answer');
  }
  return [(performance.now() - begun) / count, await engine.call('memoire', null)];
}"""


def run(shipped: Shipped, op: str, first: int, count: int) -> tuple[float, dict[str, int]]:
    """Make calls one after the other; give milliseconds for each, and what Python holds then."""
    words = ", ".join(json.dumps(each) for each in (op, first, count, WHOLE))
    each, held = shipped.page.js(f"({RUN})({words})", 600)
    shipped.forget()
    return each, held


@pytest.mark.parametrize(
    "session",
    [Session(400, 40), Session(10_000, 1_000)],
    ids=["courte", "longue"],
)
def test_a_session_neither_grows_nor_slows_down(shipped: Shipped, session: Session) -> None:
    for op in ("resolve", "odds"):
        run(shipped, op, 0, WARM)
    for op, calls in session._asdict().items():
        size = calls // LOTS
        _, before = run(shipped, op, 0, 1)
        told = [run(shipped, op, lot * size, size) for lot in range(LOTS)]
        after = told[-1][1]
        print(op, [round(ms, 2) for ms, _ in told], before, after)  # noqa: T201 - with -s
        assert after["tas"] <= before["tas"] * GROWTH
        assert after["objets"] <= before["objets"] * GROWTH
        third = LOTS // 3
        begun = statistics.median(ms for ms, _ in told[:third])
        ended = statistics.median(ms for ms, _ in told[-third:])
        assert ended <= begun * SLOWNESS, told
