"""RESULTS.md: what was measured, with what, on what; then what was decided, written by hand."""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from web.tools.bench_site import VARIANTS
from web.tools.bench_table import LONG_TASK_MS, table
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from web.tools.bench_visit import Visit, Visits

    Done = Mapping[str, Mapping[str, Sequence[Visits]]]

RESULTS = ROOT / "tests" / "bench" / "RESULTS.md"
BY_HAND = "<!-- Ce qui suit est écrit à la main et reste. -->"


class Aim(NamedTuple):
    """What was asked for: the figure, and what it should be at most or at least."""

    quoi: str
    net: str
    figure: Callable[[Mapping[str, Sequence[Visits]]], float]
    limite: float
    minimum: bool  # whether the figure is to be at least that


def _middle(visits: Sequence[Visits], read: Callable[[Visits], Sequence[float]]) -> float:
    return statistics.median(value for each in visits for value in read(each))


def _versus(
    one: str, other: str, read: Callable[[Visits], Sequence[float]]
) -> Callable[[Mapping[str, Sequence[Visits]]], float]:
    return lambda done: _middle(done[one], read) / _middle(done[other], read)


def _cold(visits: Visits) -> Sequence[float]:
    return [visits.froide.resultat]


def _warm(visits: Visits) -> Sequence[float]:
    return [each.resultat for each in visits.chaudes]


def _all(visits: Visits) -> list[Visit]:
    return [visits.froide, *visits.chaudes]


AIMS = (
    Aim(
        "octets, D / A",
        "local",
        _versus("D", "A", lambda it: [it.froide.octets]),
        limite=0.70,
        minimum=False,
    ),
    Aim("à froid, A / D", "local", _versus("A", "D", _cold), limite=2, minimum=True),
    Aim("à chaud, A / D", "local", _versus("A", "D", _warm), limite=2.5, minimum=True),
    Aim("à froid, A / D", "10mbit", _versus("A", "D", _cold), limite=2, minimum=True),
    Aim(
        "plus longue tâche de D, en ms",
        "local",
        lambda done: _middle(done["D"], lambda it: [visit.tache for visit in _all(it)]),
        limite=LONG_TASK_MS,
        minimum=False,
    ),
    Aim(
        "clic → affiché, D / J",
        "local",
        _versus("D", "J", lambda it: [click for visit in _all(it) for click in visit.clics]),
        limite=1.5,
        minimum=False,
    ),
)
TEXT = """# Le démarrage, mesuré

Par `python3 build.py bench` : Chromium sans fenêtre, un profil neuf pour chaque page à chaque
tour, les pages l’une après l’autre dans un tour, un serveur local qui envoie du brotli et compte
les octets, en-têtes compris. « Premier résultat » : un clic sur « Résoudre » dès qu’on peut
cliquer, le résultat peint, depuis le début de la navigation. « À chaud » : les deux visites
suivantes du même profil. « < 50 ms » : aucune tâche que le navigateur dise longue. La machine est
bruyante : seuls les rapports d’un même passage veulent dire quelque chose.
"""


def _aims(done: Done) -> list[str]:
    lines = ["| visé | réseau | limite | mesuré | |", "| --- | --- | --- | --- | --- |"]
    for aim in AIMS:
        measured = done.get(aim.net, {})
        if not {"A", "D", "J"} <= set(measured):
            continue
        figure = aim.figure(measured)
        held = figure >= aim.limite if aim.minimum else figure <= aim.limite
        sign = "≥" if aim.minimum else "≤"
        cells = (
            aim.quoi,
            aim.net,
            f"{sign}\u00a0{aim.limite:g}".replace(".", ","),
            f"{figure:.2f}".replace(".", ","),
            "tenu" if held else "**non tenu**",
        )
        lines.append(f"| {' | '.join(cells)} |")
    return lines if len(lines) > 2 else []  # noqa: PLR2004 - the two lines of the head


def _versions(program: Path) -> str:
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    modules = ROOT / "node_modules"
    found = {
        name: json.loads((modules / name / "package.json").read_text(encoding="utf-8"))["version"]
        for name in ("pyodide", "@pyscript/core")
    }
    return (
        f"{told.stdout.strip().split(' built')[0]}, Pyodide {found['pyodide']}, "
        f"PyScript {found['@pyscript/core']}"
    )


def _machine() -> str:
    name = platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                name = line.partition(":")[2].strip()
                break
    return f"{os.cpu_count()} cœurs, {name}, {_system()}"


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:  # no Linux
        return platform.platform()


def report(done: Done, program: Path) -> str:
    """Write everything down, but for what was decided."""
    today = datetime.now(tz=UTC).date().isoformat()
    lines = [
        TEXT,
        *(f"- **{variant.nom}** : {variant.quoi}." for variant in VARIANTS),
        "",
        f"{today}. {_versions(program)}. {_machine()}.",
    ]
    for net, measured in done.items():
        rounds = max(len(each) for each in measured.values())
        tours = "tours" if rounds > 1 else "tour"
        lines += ["", f"## Réseau : {net} ({rounds} {tours})", "", *table(measured)]
    aims = _aims(done)
    if aims:
        lines += ["", "## Ce qui était visé", "", *aims]
    return "\n".join(lines) + "\n"


def write_report(text: str, path: Path = RESULTS) -> None:
    """Write the results in the place of older ones; what was written by hand stays."""
    before = path.read_text(encoding="utf-8") if path.is_file() else ""
    _, _, by_hand = before.partition(BY_HAND)
    path.write_text(f"{text}\n{BY_HAND}\n\n{by_hand.lstrip()}", encoding="utf-8")
