"""`build.py bench`: how fast the shipped page starts, beside a stock PyScript page and the limit.

One run visits all pages in turn, round after round: a machine that grows slow meanwhile is slow
for all, so only ratios of one run mean anything. Nothing is judged: figures stand beside what was
asked for.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, NoReturn

from web.tools import bench_table, serve
from web.tools.bench_net import NETS, Wire
from web.tools.bench_report import RESULTS, report, write_report
from web.tools.bench_site import VARIANTS, make_site
from web.tools.bench_visit import visits
from web.tools.setup import browsers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from web.tools.bench_net import Net
    from web.tools.bench_visit import Visits

ROUNDS = 5


class Options(argparse.ArgumentParser):
    """A command line whose errors are told in French."""

    def error(self, message: str) -> NoReturn:
        """Exit with code 2; argparse's own message is in English, and left out."""
        del message
        self.exit(
            2,
            "Option mal écrite.\nUsage : python3 build.py bench [--net local|10mbit] "
            "[--only A,D,J] [--repetitions N]\n",
        )


def options() -> Options:
    """Describe the command line."""
    known = [variant.nom for variant in VARIANTS]

    def chosen(text: str) -> list[str]:
        names = text.split(",")
        if not set(names) <= set(known):
            raise argparse.ArgumentTypeError(text)
        return names

    made = Options(add_help=False, allow_abbrev=False)
    made.add_argument("--net", choices=list(NETS))
    made.add_argument("--only", type=chosen, default=known)
    made.add_argument("--repetitions", type=int, choices=range(1, 101), default=ROUNDS)
    return made


def measure(
    site: Path, program: Path, net: Net, names: Sequence[str], rounds: int
) -> dict[str, list[Visits]]:
    """Visit the pages in turn on a net; the order turns too, so that none is always first."""
    from playwright.sync_api import sync_playwright

    wire = Wire(net)
    chosen = [variant for variant in VARIANTS if variant.nom in names]
    done: dict[str, list[Visits]] = {variant.nom: [] for variant in chosen}
    url, stop = serve.start(site, faults=wire, csp=serve.PYSCRIPT_CSP)
    try:
        with sync_playwright() as playwright:
            for rank in range(rounds):
                turn = rank % len(chosen)
                for variant in chosen[turn:] + chosen[:turn]:
                    made = visits(playwright.chromium, program, url, variant.fichier, wire)
                    done[variant.nom].append(made)
                    print(
                        f"{net.nom} {rank + 1}/{rounds} {variant.nom} : "
                        f"{bench_table.milliseconds(made.froide.resultat)} à froid, puis "
                        + ", ".join(bench_table.milliseconds(it.resultat) for it in made.chaudes),
                        flush=True,
                    )
    finally:
        stop()
    return done


def main(arguments: list[str]) -> int:
    """Measure, print the tables; a whole run writes them down too."""
    asked = options().parse_args(arguments)
    browsers.provide("chromium")
    program = browsers.chromium()
    assert program is not None, "provided above"
    site = make_site()
    nets = [NETS[asked.net]] if asked.net else list(NETS.values())
    done: Mapping[str, Mapping[str, Sequence[Visits]]] = {
        net.nom: measure(site, program, net, asked.only, asked.repetitions) for net in nets
    }
    text = report(done, program)
    print(f"\n{text}")
    whole = len(nets) == len(NETS) and len(asked.only) == len(VARIANTS)
    if whole and asked.repetitions >= ROUNDS:
        write_report(text)
        print(f"Écrit dans {RESULTS.name}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
