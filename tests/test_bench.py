"""The bench's own arithmetic and pages; of times it asserts nothing."""

from __future__ import annotations

import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from web.tools import bench, serve
from web.tools.bench_net import Net, Wire
from web.tools.bench_report import BY_HAND, report, write_report
from web.tools.bench_site import LIMIT, STOCK, VARIANTS, make_site
from web.tools.bench_table import MEASURES, ratio, table
from web.tools.bench_visit import Visit, Visits, renderer_memory
from web.tools.setup import browsers


def visits(cold: float, warm: float, octets: int = 1000, clic: float = 20) -> Visits:
    made = [Visit(100, time_, 10, [clic, clic], octets, 50.0) for time_ in (cold, warm, warm + 2)]
    return Visits(made[0], made[1:])


DONE = {
    "A": [visits(4000, 3000), visits(5000, 3000), visits(9000, 3000)],
    "D": [visits(2000, 1000, 600), visits(2500, 1000, 600), visits(3000, 1000, 600)],
    "J": [visits(400, 200, 10), visits(500, 200, 10), visits(600, 200, 10)],
}


def test_medians_spreads_and_ratios() -> None:
    lines = table(DONE)
    cold = next(line for line in lines if "à froid, premier résultat" in line)
    assert cold == (
        "| à froid, premier résultat | 5\u202f000\u00a0ms (4\u202f000 à 9\u202f000) "
        "| 2\u202f500\u00a0ms (2\u202f000 à 3\u202f000) **÷\u00a02,00** "
        "| 500\u00a0ms (400 à 600) **÷\u00a010,00** |"
    )
    assert "600\u00a0o **×\u00a00,60**" not in cold
    assert len(lines) == 2 + len(MEASURES)


@pytest.mark.parametrize(
    ("value", "reference", "gain", "written"),
    [
        (50, 100, True, "÷\u00a02,00"),
        (50, 100, False, "×\u00a00,50"),
        (0, 100, True, "–"),
        (50, 0, False, "–"),
    ],
)
def test_ratio(value: float, reference: float, gain: bool, written: str) -> None:  # noqa: FBT001
    assert ratio(value, reference, gain=gain) == written


def test_report_says_what_was_held_and_keeps_what_was_written_by_hand(tmp_path: Path) -> None:
    program = Path(sys.executable)  # any that says its version
    text = report({"local": DONE}, program)
    assert "| octets, D / A | local | ≤\u00a00,7 | 0,60 | tenu |" in text
    assert "| à froid, A / D | local | ≥\u00a02 | 2,00 | tenu |" in text
    assert "10mbit" not in text, "what was not measured is not judged"
    slow = {**DONE, "D": [visits(4900, 2900)]}
    assert "| à chaud, A / D | local | ≥\u00a02,5 | 1,03 | **non tenu** |" in report(
        {"local": slow}, program
    )
    path = tmp_path / "RESULTS.md"
    path.write_text(f"vieux\n\n{BY_HAND}\n\n## Choix\n\nPourquoi.\n", encoding="utf-8")
    write_report(text, path)
    write_report(text, path)
    assert path.read_text(encoding="utf-8") == f"{text}\n{BY_HAND}\n\n## Choix\n\nPourquoi.\n"


def test_the_wire_counts_and_slows(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"x" * 50_000)
    wire = Wire(Net("essai", 100_000, 0.1))
    url, stop = serve.start(tmp_path, faults=wire)
    try:
        start = time.monotonic()
        with urllib.request.urlopen(f"{url}a.txt") as answer:
            assert len(answer.read()) == 50_000
        assert time.monotonic() - start > 0.5
    finally:
        stop()
    assert 50_000 < wire.octets < 51_000


@pytest.mark.parametrize("words", [["--net", "3g"], ["--only", "A,Z"], ["--repetitions", "0"]])
def test_words_badly_written(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        bench.main(words)
    assert left.value.code == 2
    assert "Usage" in capsys.readouterr().err


def test_a_process_that_is_not_there_has_no_memory() -> None:
    assert renderer_memory("/aucun/profil") is None


@pytest.mark.complet
@pytest.mark.navigateur("chromium")
def test_all_pages_show_a_verdict(tmp_path: Path) -> None:
    site = make_site(tmp_path / "site")
    assert not list((site / LIMIT).glob("*.wasm"))
    assert list((site / STOCK).rglob("*.wasm"))
    program = browsers.chromium()
    assert program is not None
    names = [variant.nom for variant in VARIANTS]
    # The bench starts a browser of its own, which Playwright allows once in a thread.
    with ThreadPoolExecutor(1) as thread:
        done = thread.submit(bench.measure, site, program, Net("local", None, 0), names, 1).result()
    (stock,), (shipped,), (limit,) = (done[name] for name in ("A", "D", "J"))
    assert stock.froide.octets > shipped.froide.octets > limit.froide.octets
    assert all(visit.octets < 100_000 for visit in (*stock.chaudes, *shipped.chaudes)), "kept"
    assert min(visit.resultat for visit in (*stock.chaudes, *shipped.chaudes)) > 0
