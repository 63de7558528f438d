"""How long exact chances take: one exchange, a burst on twelve targets, a whole piece of advice.

    .venv/bin/python -m tests.bench.bench_odds

CPython, and Python in the page where `dist/` is built. Nothing is judged here.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from functools import partial
from typing import TYPE_CHECKING, Any

from pycore import api
from tests.support.engines import available
from tests.support.shipped_engine import shipped_engine
from tests.support.sources import served
from web.tools.paths import DIST

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 15
DUEL = {
    "mode": "melee",
    "attaquant": {"type": "nephilim", "degre": 7, "ka": {"feu": 6, "eau": 3, "lune": 2}},
    "attaque": {"approche": "standard", "arme": "glaive_feu"},
    "defenseurs": [
        {"type": "nephilim", "degre": 6, "ka": {"air": 4}, "defense": {"type": "parer"}}
    ],
}
TARGET = {
    "type": "autre",
    "degre": 6,
    "defense": {"type": "parer_projectile", "objet": True},
    "protection": "gilet_leger",
}
BURST = {
    "mode": "tir",
    "attaquant": {"type": "nephilim", "degre": 12},
    "attaque": {"approche": "tir_visee_1", "arme": "ak47", "cadence": "raf_cont"},
    "defenseurs": [TARGET | {"degre": 3 + rank} for rank in range(12)],
}
ASKED = (
    ("un échange", "odds", DUEL),
    ("rafale sur 12 cibles", "odds", BURST),
    ("conseil", "conseil", DUEL),
)


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")


def milliseconds(work: Callable[[], Any]) -> float:
    """Median time of a call, after one that is not counted."""
    work()
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


def main() -> None:
    """Print the figures."""
    for label, operation, scenario in ASKED:
        texte = json.dumps(scenario)
        spent = milliseconds(partial(api.run, "combat", operation, texte))
        say(f"CPython, {label} : {spent:.1f} ms")
    reason = available("chromium") or (None if DIST.is_dir() else "dist/ n’est pas construit")
    if reason:
        say(f"Pyodide : non mesuré ({reason})")
        return
    with served(DIST) as url, shipped_engine(url) as shipped:
        for label, operation, scenario in ASKED:
            call = [(operation, "combat", json.dumps(scenario))]
            spent = milliseconds(partial(shipped.ask, call))
            say(f"Pyodide, réponse de la page, {label} : {spent:.1f} ms")


if __name__ == "__main__":
    main()
