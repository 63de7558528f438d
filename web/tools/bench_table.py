"""Medians, spreads and ratios of the visits, as a table of RESULTS.md."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from web.tools.bench_visit import Visit, Visits

REFERENCE = "A"
LONG_TASK_MS = 50  # below, browsers do not report a task


class Measure(NamedTuple):
    """A line of the table: what it is called, where it is read, how it is written.

    ``gain``: by how much A takes more (a time), else the share of A's (a weight).
    """

    nom: str
    read: Callable[[Visits], Sequence[float]]
    write: Callable[[float], str]
    gain: bool


def _cold(read: Callable[[Visit], float]) -> Callable[[Visits], Sequence[float]]:
    return lambda visits: [read(visits.froide)]


def _warm(read: Callable[[Visit], float]) -> Callable[[Visits], Sequence[float]]:
    return lambda visits: [read(each) for each in visits.chaudes]


def milliseconds(value: float) -> str:
    """Write a time as French does."""
    return f"{value:,.0f}".replace(",", "\u202f") + "\u00a0ms"


def tenths(value: float) -> str:
    """Write a short time."""
    return f"{value:.1f}".replace(".", ",") + "\u00a0ms"


def kilobytes(value: float) -> str:
    """Write a weight in thousands of octets."""
    return f"{value / 1000:,.0f}".replace(",", "\u202f") + "\u00a0ko"


def mebibytes(value: float) -> str:
    """Write a memory."""
    return f"{value:.0f}\u00a0Mio"


def task(value: float) -> str:
    """Write the longest task; browsers tell only of long ones."""
    return f"<\u00a0{LONG_TASK_MS}\u00a0ms" if value < LONG_TASK_MS else milliseconds(value)


MEASURES = (
    Measure("octets, première visite", _cold(lambda it: it.octets), kilobytes, gain=False),
    Measure("à froid, formulaire", _cold(lambda it: it.formulaire), milliseconds, gain=True),
    Measure("à froid, premier résultat", _cold(lambda it: it.resultat), milliseconds, gain=True),
    Measure("à chaud, formulaire", _warm(lambda it: it.formulaire), milliseconds, gain=True),
    Measure("à chaud, premier résultat", _warm(lambda it: it.resultat), milliseconds, gain=True),
    Measure("plus longue tâche, à froid", _cold(lambda it: it.tache), task, gain=False),
    Measure("plus longue tâche, à chaud", _warm(lambda it: it.tache), task, gain=False),
    Measure(
        "clic → affiché",
        lambda it: [*it.froide.clics, *(click for each in it.chaudes for click in each.clics)],
        tenths,
        gain=False,
    ),
    Measure("mémoire du rendu", _cold(lambda it: it.memoire or 0), mebibytes, gain=False),
)


def ratio(value: float, reference: float, *, gain: bool) -> str:
    """Compare with the reference: "÷ 2,5" for a time, "× 0,68" for a weight."""
    if not value or not reference:
        return "–"
    figure = reference / value if gain else value / reference
    return f"{'÷' if gain else '×'}\u00a0{figure:.2f}".replace(".", ",")


def table(done: Mapping[str, Sequence[Visits]]) -> list[str]:
    """Write the lines of a table: a column for each page, with its ratio to the reference."""
    lines = [
        "| " + " | ".join(["mesure : médiane (de … à …) rapport à A", *done]) + " |",
        "| --- |" + " --- |" * len(done),
    ]
    for measure in MEASURES:
        values = {
            name: [value for each in visits for value in measure.read(each)]
            for name, visits in done.items()
        }
        reference = statistics.median(values[REFERENCE]) if values.get(REFERENCE) else 0.0
        cells = [
            _cell(measure, each, reference, own=name == REFERENCE) for name, each in values.items()
        ]
        lines.append("| " + " | ".join([measure.nom, *cells]) + " |")
    return lines


def _cell(measure: Measure, values: Sequence[float], reference: float, *, own: bool) -> str:
    middle = statistics.median(values)
    text = measure.write(middle)
    low, high = measure.write(min(values)), measure.write(max(values))
    if low != high:
        text += f" ({low.rpartition(chr(160))[0]} à {high.rpartition(chr(160))[0]})"
    return text if own else f"{text} **{ratio(middle, reference, gain=measure.gain)}**"
