"""Loading Python into a page, in a real browser, when it goes well and when it does not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pycore import api
from pycore.calculs import JEUX
from tests.support.broken_page import NEXT_FRAMES
from tests.support.engine_site import Site, served
from tests.support.engines import open_engine
from tests.support.faults import (
    Fault,
    altered,
    cut,
    mute,
    rewritten,
    slowly,
    stalled,
    status,
    truncated,
    with_headers,
)
from web.tools.paths import ROOT
from web.tools.runtime import COMMON, warm_up_texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.page import Page

pytestmark = pytest.mark.navigateur("chromium")

READY = ["pret", None]
FILES = (*COMMON, "nephilim.zip")
NO_WASM = "default-src 'none'; script-src 'self'; connect-src 'self'"


@pytest.fixture(scope="module")
def window() -> Iterator[Page]:
    with open_engine("chromium") as page:
        yield page


@pytest.fixture
def site(engine_pages: Path, window: Page) -> Iterator[Site]:
    """Serve the engine with Python stood in for: what becomes of downloads and worker is ours."""
    with served(engine_pages, window) as made:
        yield made


@pytest.fixture
def real(engine_folder: Path, window: Page) -> Iterator[Site]:
    """Serve the engine with Pyodide."""
    with served(engine_folder, window) as made:
        yield made


def answers(site: Site) -> bool:
    """Tell whether a call gets an answer: of what kind is the rules' business."""
    return site.ask("", "") is not None and site.page.js("engine.state.etat") == "pret"


def test_states_from_rest_to_ready(real: Site) -> None:
    real.open()
    assert real.page.js("engine.state") == {
        "etat": "repos",
        "progres": 0,
        "etape": None,
        "raison": None,
        "versions": None,
    }
    assert real.faults.count("manifest.json") == 0, "nothing is fetched before it is asked for"
    real.faults.next("pyodide.asm.wasm", slowly(1.5, 40))  # from here, all comes before its size
    real.page.js("engine.start()")
    assert real.settled() == READY
    assert answers(real)

    states = real.page.js("states")
    assert [s["etat"] for s in states[:2]] == ["repos", "chargement"]
    assert {s["etat"] for s in states[1:-1]} == {"chargement"}
    shares = [s["progres"] for s in states]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert len(set(shares)) > 10, "the bar moves by small steps"
    steps = list(dict.fromkeys(s["etape"] for s in states if s["etape"]))
    assert steps == ["telechargement", "compilation", "demarrage", "regles"]
    assert states[-1]["versions"]["python"].startswith("3.")
    assert [m for m in real.page.console() if m.kind in {"error", "uncaught"}] == []


def test_stopped_while_loading_then_started_at_once(site: Site) -> None:
    site.open()
    site.page.js("void (engine.start(), engine.stop(), engine.start())")
    site.page.wait("engine.state.etat !== 'chargement'")
    assert site.page.js("[engine.state.etat, engine.state.raison]") == READY
    assert answers(site)


def test_each_file_is_asked_for_once(site: Site) -> None:
    site.start()
    assert site.settled() == READY
    assert {name: site.faults.count(name) for name in (*FILES, "manifest.json")} == dict.fromkeys(
        (*FILES, "manifest.json"), 1
    )


def meant(calcul: str, corps: Any) -> Any:
    """An answer, links opened: two builds of zlib may write the same in other bytes."""
    fragment = corps.get("resultat", {}).get("fragment")
    if fragment is None:
        return corps
    return api.run(calcul, "ouvrir", json.dumps({"fragment": fragment}))


@pytest.mark.parametrize("jeu", JEUX)
def test_the_browser_answers_every_case_as_the_command_line_does(
    engine_folder: Path, window: Page, jeu: str
) -> None:
    calls: list[list[Any]] = [
        [operation, {"calcul": calculator, "texte": text}]
        for calculator, row in JEUX[jeu].items()
        for operation in row.operations
        for text in warm_up_texts(ROOT / "tests" / "cases")
    ]
    expected = [
        json.loads(api.answer(json.dumps({"v": 1, "n": 1, "op": op, "corps": body})))["corps"]
        for op, body in calls
    ]
    with served(engine_folder, window, jeu=jeu) as site:
        site.start()
        told = site.page.js(
            f"Promise.all({json.dumps(calls)}.map(([op, corps]) => engine.call(op, corps)))", 120
        )
    assert len(told) == len(expected) > 100
    for call, one, other in zip(calls, told, expected, strict=True):
        assert meant(call[1]["calcul"], one) == meant(call[1]["calcul"], other), call
    assert sum("resultat" in corps for corps in told) > 30, "not refusals alone"


@pytest.mark.parametrize(
    ("name", "fault", "reason"),
    [
        ("manifest.json", status(404), "introuvable"),
        ("manifest.json", truncated, "integrite"),
        ("pyodide.asm.wasm", status(404), "introuvable"),
        ("pyodide.asm.wasm", status(503), "reseau"),
        ("pyodide.asm.wasm", truncated, "integrite"),
        ("pyodide.asm.wasm", cut, "reseau"),
        ("pyodide.asm.wasm", altered, "integrite"),
        ("pyodide.asm.js", altered, "integrite"),
        ("pyodide.js", status(404), "introuvable"),
        ("stdlib.zip", truncated, "integrite"),
        ("stdlib.zip", cut, "reseau"),
        ("nephilim.zip", status(404), "introuvable"),
        ("nephilim.zip", altered, "integrite"),
        ("worker.js", status(404), "introuvable"),
        ("worker.js", truncated, "interne"),
        ("worker.js", rewritten("boot(data.base", "absent(data.base"), "interne"),
        ("worker.js", rewritten("await WebAssembly.instantiate(", "absent("), "interne"),
    ],
)
def test_fault_then_retry(site: Site, name: str, fault: Fault, reason: str) -> None:
    # A worker script that fails is looked at once more, to tell why it did.
    again = [fault] if name == "worker.js" and reason == "introuvable" else []
    site.faults.next(name, fault, *again)
    site.open()
    site.page.js("void (globalThis.early = engine.call('', ''))")  # starts it, and waits
    assert site.settled() == ["indisponible", reason]
    sound = {one for one in FILES if one != name and site.faults.count(one)}

    site.page.js("engine.retry()")
    assert site.settled() == READY
    assert site.page.js("early.then((corps) => corps !== null)"), "the call was kept"
    assert answers(site)
    assert {one: site.faults.count(one) for one in sound} == dict.fromkeys(sound, 1)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("manifest.json", mute),
        ("pyodide.asm.wasm", mute),
        ("pyodide.asm.wasm", stalled),
        ("stdlib.zip", stalled),
        ("worker.js", mute),
        # It neither fails nor goes on.
        ("worker.js", rewritten("say(0, 'pret', null);", "")),
        ("worker.js", rewritten("answer = python.pyimport(", "for (;;) python.pyimport(")),
        ("worker.js", rewritten("say(0, 'etape', 'demarrage');", "self.close();")),
    ],
)
def test_silence_then_retry(site: Site, name: str, fault: Fault) -> None:
    site.faults.next(name, fault)
    site.start(patience=1.5)
    assert site.settled() == ["indisponible", "delai"]
    site.page.js("engine.retry()")
    assert site.settled() == READY
    assert answers(site)


def test_slow_is_not_silent(site: Site) -> None:
    # Longer in all than the patience, but something comes before it runs out.
    late = "await new Promise((resume) => setTimeout(resume, 800)); say(0, 'etape', 'regles');"
    site.faults.next("worker.js", rewritten("say(0, 'etape', 'regles');", late * 3))
    site.start(patience=1.8)
    assert site.settled() == READY


def test_wasm_of_the_wrong_type_is_compiled_all_the_same(site: Site) -> None:
    site.faults.next("pyodide.asm.wasm", with_headers({"Content-Type": "application/octet-stream"}))
    site.start()
    assert site.settled() == READY
    assert site.faults.count("pyodide.asm.wasm") == 1


def test_policy_that_forbids_wasm_in_the_page_alone(site: Site) -> None:
    site.faults.next("index.html", with_headers({"Content-Security-Policy": NO_WASM}))
    site.start()
    assert site.settled() == READY


@pytest.mark.parametrize("names", [["worker.js"], ["index.html", "worker.js"]])
def test_policy_that_forbids_wasm_where_python_runs(site: Site, names: list[str]) -> None:
    for name in names:
        site.faults.next(name, with_headers({"Content-Security-Policy": NO_WASM}))
    site.start()
    assert site.settled() == ["indisponible", "sans_wasm"]


def test_lack_of_memory(site: Site) -> None:
    refusal = (
        "await Promise.reject(new RangeError('WebAssembly.Memory(): could not allocate')) ?? ("
    )
    site.faults.next("worker.js", rewritten("await WebAssembly.instantiate(", refusal))
    site.start()
    assert site.settled() == ["indisponible", "memoire"]
    site.page.js("engine.retry()")
    assert site.settled() == READY


@pytest.mark.parametrize("lacking", ["sans_wasm", "sans_worker"])
def test_old_browser(engine_pages: Path, window: Page, lacking: str) -> None:
    with served(engine_pages, window, lacking) as site:
        site.start()
        assert site.settled() == ["indisponible", lacking]
        assert site.faults.count("pyodide.asm.wasm") == 0, "nothing heavy is fetched in vain"


def test_without_subtle_crypto_sizes_are_still_checked(engine_pages: Path, window: Page) -> None:
    with served(engine_pages, window, "sans_subtle") as site:
        site.faults.next("stdlib.zip", truncated)
        site.start()
        assert site.settled() == ["indisponible", "integrite"]
        site.page.js("engine.retry()")
        assert site.settled() == READY


def test_start_is_put_off_until_near(site: Site) -> None:
    site.open()
    site.page.js("void startWhenNear(document.querySelector('#loin'), engine)")
    site.page.js(NEXT_FRAMES)
    assert site.page.js("engine.state.etat") == "repos"
    site.page.js("scrollTo(0, 3000)")
    assert site.settled() == READY


def test_saving_data_waits_for_a_touch(engine_pages: Path, window: Page) -> None:
    with served(engine_pages, window, "economie") as site:
        site.open()
        site.page.js("void startWhenNear(document.querySelector('#loin'), engine)")
        site.page.js("document.querySelector('#loin').scrollIntoView()")
        site.page.js(NEXT_FRAMES)
        assert site.page.js("engine.state.etat") == "repos"
        site.page.click("#loin input")
        assert site.settled() == READY
