"""The rules as they are shipped: asked through the built page's own worker.

What the worker is sent and what it answers is written down as the text that passes, so that a
test can compare bytes.
"""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.support.engines import open_engine

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tests.support.page import Page

READY = 60  # seconds for Python to be there
ANSWERS = 120  # seconds for a batch

# A worker of the page's own that lets its messages be read: the page calls `Worker` by that name.
LISTEN = """void (globalThis.sent = [], globalThis.heard = [],
  globalThis.Worker = class extends Worker {
    constructor(...words) {
      super(...words);
      this.addEventListener('message', ({ data }) => heard.push(data));
    }
    postMessage(data, ...rest) {
      if (typeof data === 'string') sent.push(data);
      super.postMessage(data, ...rest);
    }
  })"""

# The only engine of a page that has none: another's messages would bear the same numbers.
START = """(async () => {
  const script = document.querySelector('script[type=module]').src;
  const { createEngine } = await import('/sources/engine.js');
  globalThis.engine = createEngine({ base: new URL('./', script), jeu: %s });
  engine.stop();
  engine.start();
})()"""


class Passed(NamedTuple):
    """A message to Python and its answer, as text."""

    sent: str
    heard: str


class Shipped(NamedTuple):
    """The page, with an engine that is ready."""

    page: Page

    def ask(self, calls: Iterable[tuple[str, str, str]]) -> list[Any]:
        """Answer calls (operation, calculator, text) in one batch, each with its `corps`."""
        words = [[op, {"calcul": calcul, "texte": texte}] for op, calcul, texte in calls]
        told = self.page.js(
            f"Promise.all({json.dumps(words)}.map(([op, corps]) => engine.call(op, corps)))",
            ANSWERS,
        )
        assert isinstance(told, list)
        return told

    def forget(self) -> None:
        """Forget the messages that have passed."""
        self.page.js("void (sent.length = heard.length = 0)")

    def passed(self) -> list[Passed]:
        """Each message of the page since then, with the answer of the same number."""
        sent, heard = self.page.js("[sent, heard]")
        answers = {json.loads(each)["n"]: each for each in heard}
        return [Passed(each, answers[json.loads(each)["n"]]) for each in sent]


@contextlib.contextmanager
def shipped_engine(address: str, jeu: str = "nephilim") -> Iterator[Shipped]:
    """Open the built page, served there, in Chromium; start its engine for a game."""
    with open_engine("chromium") as page:
        yield start(page, address, jeu)


def start(page: Page, address: str, jeu: str) -> Shipped:
    """Start the engine of a game in a window, on a page that has none of its own."""
    page.goto(f"{address}tables.html")
    page.js(LISTEN)
    page.js(START % json.dumps(jeu))
    page.wait("engine.state.etat === 'pret'", READY)
    return Shipped(page)
