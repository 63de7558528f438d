"""The driver of the three engines does what it says, on a small page made for that."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from tests.support import trial_page
from tests.support.engines import (
    NAMES,
    EngineError,
    EngineTimeoutError,
    Message,
    Page,
    Request,
    available,
    open_engine,
)
from web.tools.serve import start

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ENGINES = [pytest.param(name, marks=pytest.mark.navigateur(name)) for name in NAMES]
each_engine = pytest.mark.parametrize("name", ENGINES)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    root = tmp_path_factory.mktemp("site")
    for name, content in trial_page.FILES.items():
        (root / name).write_text(content, encoding="utf-8")
    url, stop = start(root)
    yield url
    stop()


@pytest.fixture(scope="module", params=ENGINES)
def window(request: pytest.FixtureRequest) -> Iterator[Page]:
    """Open each engine once: a start takes a second, and nothing here needs a new one."""
    with open_engine(request.param, width=360, height=700) as page:
        yield page


@pytest.fixture
def page(window: Page, site: str) -> Page:
    window.goto(site)
    window.wait("document.querySelector('#reponse').textContent")
    window.js("heard.length = 0")
    return window


def events(page: Page, kind: str) -> list[tuple[str, str]]:
    """Give target and key of what the page heard; each must be a real event."""
    found = page.js(f"heard.filter(([type]) => type === {kind!r})")
    assert all(trusted for *_, trusted in found)
    return [(target, key) for _, target, key, _ in found]


def test_window_is_as_wide_as_asked_and_speaks_french(page: Page) -> None:
    assert page.js("[innerWidth, innerHeight]") == [360, 700]
    assert page.js("navigator.language") == "fr-FR"


def test_js_gives_json_and_awaits(page: Page) -> None:
    assert page.js("Promise.resolve({a: [1, null, 'é\\ud800']})") == {"a": [1, None, "é\ud800"]}
    assert page.js("undefined") is None
    assert page.js("1 + 1 // a comment") == 2


def test_js_tells_the_error_of_the_page(page: Page) -> None:
    with pytest.raises(EngineError, match="TypeError"):
        page.js("null.nothing")
    with pytest.raises(EngineError, match="SyntaxError"):
        page.js("1 +")
    with pytest.raises(EngineError, match=r"no answer after 0\.2 s"):
        page.js("new Promise(() => {})", seconds=0.2)


def test_worker_module_answers(page: Page) -> None:
    assert page.text("#reponse") == "Le worker répond."


def test_text_of_nothing_is_an_error(page: Page) -> None:
    with pytest.raises(EngineError, match="not in the page"):
        page.text("#nulle-part")


def test_wait_polls(page: Page) -> None:
    page.js("setTimeout(() => { globalThis.later = {ready: 7}; }, 200)")
    assert page.wait("later.ready", seconds=10) == 7


def test_wait_that_fails_tells_the_story_of_the_page(page: Page) -> None:
    with pytest.raises(EngineTimeoutError) as caught:
        page.wait("document.querySelector('#nulle-part')", seconds=0.3)
    told = str(caught.value)
    for word in ("#nulle-part", "last value: None", page.js("location.href"), "Le worker répond"):
        assert word in told
    assert "uncaught: " in told
    assert "première ligne" in told


def test_wait_does_not_wait_for_a_syntax_error(page: Page) -> None:
    begun = time.monotonic()
    with pytest.raises(EngineError, match="SyntaxError"):
        page.wait("1 +", seconds=30)
    assert time.monotonic() - begun < 10


def test_fill_types_in_place_of_what_was_there(page: Page) -> None:
    page.fill("[name=nom]", "L’Éveillé + œ €")
    page.fill("[name=age]", "12")
    page.fill("[name=notes]", "un\ndeux")
    assert page.js("Object.fromEntries(new FormData(form))") == {
        "nom": "L’Éveillé + œ €",
        "age": "12",
        "notes": "un\ndeux",
        "arme": "epee",
        "date": "",
    }
    assert ("age", "") in events(page, "input")
    assert events(page, "change") == [("nom", ""), ("age", "")]
    page.fill("[name=nom]", "")
    assert page.js("form.nom.value") == ""


@pytest.mark.parametrize("field", ["ferme", "date", "arme", "nulle-part"])
def test_fill_refuses_what_cannot_be_typed_in(page: Page, field: str) -> None:
    with pytest.raises(EngineError, match="cannot be filled"):
        page.fill(f"[name={field}]", "x")


def test_choose_tells_the_page(page: Page) -> None:
    page.choose("[name=arme]", "arc")
    assert page.js("form.arme.value") == "arc"
    assert page.js("heard.map(([type, target]) => `${type} ${target}`)") == [
        "input arme",
        "change arme",
    ]


@pytest.mark.parametrize(
    ("field", "value"), [("arme", "canon"), ("arme", "hache"), ("nom", "arc"), ("rien", "arc")]
)
def test_choose_refuses_what_a_reader_could_not_choose(page: Page, field: str, value: str) -> None:
    with pytest.raises(EngineError, match="cannot be set"):
        page.choose(f"[name={field}]", value)


def test_keys_move_write_and_press(page: Page) -> None:
    page.fill("[name=nom]", "a")
    page.keys("Backspace", "b", "+", "Space", "Tab", "ArrowUp", "Shift+Tab", "End", "!")
    assert page.js("[document.activeElement.name, form.nom.value]") == ["nom", "b+ !"]
    pressed = events(page, "keydown")[1:]
    keys = [key for _, key in pressed]
    # WebKitGTK moves the focus on Shift+Tab, but has no name for that key.
    assert keys.pop(7) in {"Tab", "Unidentified"}
    assert keys == ["Backspace", "b", "+", " ", "Tab", "ArrowUp", "Shift", "End", "!"]
    assert pressed[5][0] == "age"
    page.js("document.querySelector('#bas').focus()")
    page.keys("Enter")
    assert events(page, "click") == [("bas", "")]
    with pytest.raises(ValueError, match="unknown key"):
        page.keys("Entrée")


def test_click_scrolls_to_what_it_clicks(page: Page) -> None:
    assert page.js("scrollY") == 0
    page.click("#bas")
    assert page.js("scrollY") > 1000
    assert events(page, "click") == [("bas", "")]


def test_click_goes_through_a_label(page: Page) -> None:
    page.click("#case")
    assert page.js("document.querySelector('#case').checked") is True


def test_click_waits_for_the_element(page: Page) -> None:
    page.js("setTimeout(() => { document.querySelector('#cache').hidden = false; }, 300)")
    page.click("#cache")
    assert events(page, "click") == [("cache", "")]


def test_click_does_not_fall_beside_what_has_moved(page: Page) -> None:
    """The page moves once it was looked at, before the finger comes down."""
    page.js("""addEventListener("pointermove", () => {
      const between = document.createElement("button");
      between.id = "venu";
      between.style.cssText = "display: block; height: 300px; width: 300px";
      document.querySelector("#bas").before(between);
    }, {once: true})""")
    page.click("#bas")
    assert page.js("!!document.querySelector('#venu')")
    assert events(page, "click") == [("bas", "")]
    page.click("#venu")
    assert events(page, "click") == [("bas", ""), ("venu", "")]


@pytest.mark.parametrize(
    ("css", "reason"),
    [
        ("#nulle-part", "is not in the page"),
        ("#cache", "is not displayed"),
        ("#dessous", 'is under <div id="dessus"'),
        ("[name=ferme]", "is disabled"),
    ],
)
def test_click_refuses_what_a_finger_could_not_touch(
    page: Page, monkeypatch: pytest.MonkeyPatch, css: str, reason: str
) -> None:
    monkeypatch.setattr("tests.support.page.PATIENCE", 0.2)
    with pytest.raises(EngineTimeoutError, match=reason):
        page.click(css)


def test_console_has_messages_and_uncaught_errors(page: Page) -> None:
    found = page.console()
    for wanted in (
        Message("log", "bonjour 1"),
        Message("log", "du worker"),
        Message("warning", "attention"),
        Message("error", "première ligne\nseconde ligne"),
    ):
        assert wanted in found
    uncaught = [message.text for message in found if message.kind == "uncaught"]
    assert any("TypeError: personne ne m’attrape" in text for text in uncaught)
    assert any("RangeError: rejetée" in text for text in uncaught)


def test_requests_of_page_and_worker(page: Page, site: str) -> None:
    found = page.requests()
    for name in ("", "style.css", "page.js", "worker.js", "answer.js", "donnees.json"):
        assert any(
            one.url == site + name and one.method == "GET" and one.status in {200, 304}
            for one in found
        ), name
    assert Request("GET", site + "absent.json", 404) in found


def test_screenshot_is_the_window(page: Page, tmp_path: Path) -> None:
    picture = tmp_path / "window.png"
    page.screenshot(picture)
    width, height, rows = trial_page.rows_of(picture.read_bytes())
    assert (width, height) == (360, 700)
    assert len(set(rows)) > 50


@pytest.mark.parametrize("dark", [True, False])
@each_engine
def test_colour_scheme(name: str, site: str, *, dark: bool) -> None:
    with open_engine(name, width=1280, height=900, dark=dark) as page:
        page.goto(site)
        assert page.js("matchMedia('(prefers-color-scheme: dark)').matches") is dark
        assert page.js("[innerWidth, innerHeight]") == [1280, 900]


@each_engine
def test_a_page_that_hangs_does_not_hang_the_test(
    name: str, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.support.page.GRACE", 1)
    begun = time.monotonic()
    with open_engine(name) as page:
        page.goto(site)
        with pytest.raises(EngineError):
            page.js("(() => { for (;;); })()", seconds=1)
    assert time.monotonic() - begun < 30


def test_unknown_engine() -> None:
    with pytest.raises(ValueError, match="no engine"):
        available("netscape")


def test_missing_engine_is_told_in_french(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CHROME", str(tmp_path / "absent"))
    assert available("chromium") == "chromium est introuvable"
    with (
        pytest.raises(EngineError, match="chromium est introuvable"),
        open_engine("chromium"),
    ):
        pass
