"""Whatever text comes to a loader: it is read or refused, soon, and within little memory.

Scenarios of the other games and calculators have theirs beside their rules (test_combat_refusals,
test_anima_properties); here are JSON text, TOML text and whole files of data.
"""

from __future__ import annotations

import json
import tracemalloc
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pycore import api, jsontext, tomltext
from pycore.errors import DataError, Faute, RefusedError
from pycore.loader import load
from pycore.nephilim.rows import FICHIERS, Regles
from pycore.render.donnees import data_errors
from tests.support.hostile import LONG, NAMES
from tests.support.soon import UNCOUNTED, soon
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LITTLE = 64_000_000  # bytes at most while one text is read
FILES = {
    f"{stem}.toml": (ROOT / "data" / f"{stem}.toml").read_text(encoding="utf-8")
    for stem, _, _ in FICHIERS
}
PIECES = st.sampled_from(
    [
        *("[", "]", "{", "}", "[[", "]]", "=", ",", ".", '"', "'", '"""', "'''", "\\", "\\u", "#"),
        *(
            "\n",
            "\r",
            "\t",
            " ",
            "\0",
            "true",
            "false",
            "nan",
            "inf",
            "-",
            "1e9999",
            "0x",
            "9" * 5000,
        ),
        *("id", "ligne", "[[ligne]]\n", "[table]\n", "1979-05-27", "null", ":", "[" * 50, "{" * 50),
        *("\ud800", "\ufeff", "a.b.c=1\n", "a={b={c=1}}\n", *NAMES),
    ]
)
TEXTS = st.lists(PIECES | st.text(st.characters(), max_size=9), max_size=30).map("".join)


def bounded(read: Callable[[], Any]) -> None:
    """Read within a second; tracing takes longer than reading, so memory has its own test."""
    with soon():
        read()


def read_json(text: str) -> None:
    codes = ["json"]
    try:
        jsontext.parse(text)
    except RefusedError as refused:
        codes = [each.code for each in refused.fautes]
    assert codes == ["json"]


def read_toml(text: str) -> None:
    read = tomltext.read(text, "x.toml")
    if isinstance(read, Faute):
        (said,) = data_errors(DataError([read]))
        assert said["message"].startswith("data/x.toml\u00a0: ")


@given(TEXTS)
def test_any_text_is_json_or_refused(text: str) -> None:
    bounded(lambda: read_json(text))


@given(TEXTS)
def test_any_text_is_toml_or_refused(text: str) -> None:
    bounded(lambda: read_toml(text))


@given(
    st.sampled_from(sorted(api.CALCULS)), TEXTS | TEXTS.map(lambda text: f'{{"version":1,{text}')
)
def test_any_text_is_a_scenario_or_refused(calcul: str, text: str) -> None:
    def read() -> None:
        for operation in api.CALCULS[calcul].operations:
            with_refusal(calcul, operation, text)

    bounded(read)


def with_refusal(calcul: str, operation: str, text: str) -> None:
    """Ask; a refusal is said in words."""
    told: list[str] = []
    try:
        api.run(calcul, operation, text)
    except RefusedError as refused:
        told = [each["message"] for each in api.refusal(calcul, refused)["erreurs"]]
    assert all(told)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the data, all files of it as they are."""
    made = tmp_path_factory.mktemp("donnees")
    for name, text in FILES.items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text(text, encoding="utf-8")
    return made


@given(st.data())
def test_a_spoilt_file_of_data_is_read_or_refused(data: Path, drawn: st.DataObject) -> None:
    name = drawn.draw(st.sampled_from(sorted(FILES)))
    text = FILES[name]
    start = drawn.draw(st.integers(0, len(text)))
    end = drawn.draw(st.sampled_from([start, start + 1, start + 20, len(text)]))
    spoilt = text[:start] + drawn.draw(TEXTS) + text[end:]
    (data / name).write_bytes(spoilt.encode("utf-8", "surrogatepass"))
    told = ["lu"]
    try:
        with soon(3):  # all the files are read each time
            load(Regles, FICHIERS, data)
    except DataError as refused:
        told = [each["message"] for each in data_errors(refused)]
    finally:
        (data / name).write_text(text, encoding="utf-8")
    assert told
    assert all(told)


DEEP = [
    *LONG,
    *(
        "[" * 100_000,
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 50_000,
        '"' * 190_001,
        "\\" * 190_000,
    ),
    *(
        '"\\' * 90_000,
        "[" * 33 + '"\\' * 90_000,
        "[" + '"",' * 60_000 + "]",
        "9" * 190_000,
        "-" * 190_000,
        "1e" + "9" * 100_000,
    ),
    json.dumps({f"k{rank}": rank for rank in range(12_000)}),
    json.dumps("\ud800" * 30_000),
]


@pytest.mark.construction
@pytest.mark.parametrize("rank", range(len(DEEP)))
def test_long_and_deep_texts_take_little_time_and_memory(rank: int) -> None:
    text = DEEP[rank]
    bounded(lambda: read_json(text))
    tracemalloc.start()
    try:
        read_json(text)
        with_refusal("combat", "resolve", text)
        api.answer('{"v":1,"n":1,"op":"resolve","corps":' + text)
        assert tracemalloc.get_traced_memory()[1] < LITTLE
    finally:
        tracemalloc.stop()


TOML = [
    *(
        "a = {" + "a." * 20_000 + "b = 1}",
        "x.\n" * 9,
        "a = " + "[" * 100_000,
        "a." * 20_000 + "b = 1",
    ),
    *("[" + "a." * 20_000 + "b]", "#" * 500_000),
    *('a = "' + "x" * 500_000, "a = 1\n" * 20_000, "[[a]]\n" * 50_000, "a = {b = " * 20_000),
]


@pytest.mark.complet
@pytest.mark.parametrize("rank", range(len(TOML)))
def test_long_and_deep_toml_takes_little_time_and_memory(rank: int) -> None:
    tracemalloc.start()
    try:
        read_toml(TOML[rank])
        assert tracemalloc.get_traced_memory()[1] < LITTLE
    finally:
        tracemalloc.stop()
    bounded(lambda: read_toml(TOML[rank]))


def test_what_takes_too_long_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(UNCOUNTED, raising=False)
    with pytest.raises(AssertionError), soon(0):
        pass
