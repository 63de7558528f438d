"""How many scenarios a second: CPython, and Python in the page where `dist/` is built.

    .venv/bin/python -m tests.bench.bench_resolve

Nothing is judged here. "résolus" is the result with every step of the calculation; "réponses" is
what the page asks for, the result and what it shows of it, as text in and text out.
"""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING

from pycore import api
from tests.support.cases import cases
from tests.support.engines import available
from tests.support.shipped_engine import shipped_engine
from tests.support.sources import served
from web.tools.paths import DIST

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS = 3.0
BATCH = 2000


def rate(work: Callable[[str], object], texts: list[str]) -> float:
    """Scenarios a second, over whole rounds of all of them."""
    for texte in texts:
        work(texte)
    start, done = time.perf_counter(), 0
    while time.perf_counter() - start < SECONDS:
        for texte in texts:
            work(texte)
        done += len(texts)
    return done / (time.perf_counter() - start)


def envelope(texte: str) -> str:
    """A message of the page that asks for a scenario."""
    corps = {"calcul": "combat", "texte": texte}
    return json.dumps({"v": 1, "n": 1, "op": "resolve", "corps": corps})


def browser_rate(texts: list[str]) -> float:
    """Answers a second in the page, there and back again through its worker."""
    many = (texts * (BATCH // len(texts) + 1))[:BATCH]
    with served(DIST) as url, shipped_engine(url) as shipped:
        shipped.ask([("resolve", "combat", texte) for texte in texts])
        start = time.perf_counter()
        shipped.ask([("resolve", "combat", texte) for texte in many])
        return BATCH / (time.perf_counter() - start)


def tell(what: str, figure: float) -> None:
    """Print one line."""
    sys.stdout.write(f"{what:<42}{figure:>8.0f} par seconde\n")


def main() -> None:
    """Measure, and print."""
    texts = [case.texte for case in cases("combat")]
    tell("CPython, scénarios résolus", rate(lambda it: api.run("combat", "resolve", it), texts))
    tell("CPython, seuils", rate(lambda it: api.run("combat", "seuils", it), texts))
    tell("CPython, réponses à la page", rate(lambda it: api.answer(envelope(it)), texts))
    if not DIST.is_dir():
        sys.stdout.write("Pyodide : dist/ n’est pas construit (python3 build.py build).\n")
    elif reason := available("chromium"):
        sys.stdout.write(f"Pyodide : {reason}.\n")
    else:
        tell("Pyodide, réponses à la page, aller-retour", browser_rate(texts))


if __name__ == "__main__":
    main()
