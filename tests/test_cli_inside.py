"""The command line called as a function: the same words, the same exit codes, without a process."""

from __future__ import annotations

import io
import json
import os
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from pycore import __main__ as command
from pycore import api
from pycore.donnees import nephilim
from tests.support.duel import duel

DUEL = json.dumps(duel(jets=(20, None)))


class Bytes:
    """A standard input that holds these bytes."""

    def __init__(self, content: bytes) -> None:
        self.buffer = io.BytesIO(content)


def said(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    *words: str,
    given: str = "",
) -> tuple[int, str]:
    """Give the exit code and what was printed."""
    monkeypatch.setattr(sys, "stdin", Bytes(given.encode("utf-8", "surrogatepass")))
    code = command.main(list(words))
    out = capsys.readouterr()
    assert out.err == ""
    return code, out.out


def test_every_operation(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "scenario.json"
    path.write_text(DUEL, encoding="utf-8")
    plain = {
        name: row for name, row in api.CALCULS["combat"].operations.items() if row.read is None
    }
    assert len(plain) > 5, "those that take a scenario as it is"
    for operation in plain:
        code, out = said(capsys, monkeypatch, operation, "combat", str(path))
        assert (code, json.loads(out)) == (0, api.run("combat", operation, DUEL))
        code, out = said(capsys, monkeypatch, operation, "combat", "-", given=DUEL)
        assert (code, json.loads(out)) == (0, api.run("combat", operation, DUEL))


def test_lines(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    given = f"{DUEL}\n\n{{\n{DUEL}\n"
    code, out = said(capsys, monkeypatch, "resolve", "combat", "--lines", given=given)
    told: list[Any] = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert [("erreurs" in each) for each in told].count(True) >= 1
    assert told[0] == api.run("combat", "resolve", DUEL)


@pytest.mark.parametrize(
    "demand", ["{", "[]", '{"cote": 0}', '{"cote": 99}', '{"inconnu": 1}', "\ud800"]
)
def test_demands(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, demand: str
) -> None:
    words = ("conseil", "combat", "-", f"--demande={demand}")
    code, out = said(capsys, monkeypatch, *words, given=DUEL)
    assert code == (0 if demand == '{"cote": 0}' else 2)
    assert ("erreurs" in json.loads(out)) is (code == 2)


TABLES = [
    *(("tables",), ("tables", "--json"), ("tables", "armes_melee"), ("tables", "types")),
    *(("tables", "armes_melee", "--json"), ("tables", "armes_melee", "--wiki")),
]


@pytest.mark.parametrize("words", TABLES)
def test_tables(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    code, out = said(capsys, monkeypatch, *words)
    assert code == 0
    assert out


def test_schema(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for calcul in api.CALCULS:
        code, out = said(capsys, monkeypatch, "schema", calcul)
        assert (code, json.loads(out)) == (0, api.schema(calcul))


@pytest.mark.parametrize(
    "words",
    [
        ("resolve", "combat", "absent.json"),
        ("resolve", "combat", "."),
        ("tables", "absente"),
        ("schema", "absent"),
        ("absent",),
        (),
        ("resolve", "combat", "--absente"),
    ],
)
def test_what_is_asked_badly(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    try:
        code, out = said(capsys, monkeypatch, *words)
    except SystemExit as left:
        code, out = int(str(left.code)), capsys.readouterr().out
    assert code == 2
    assert json.loads(out)["erreurs"][0]["message"]


def test_as_a_module(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["pycore", "schema", "combat"])
    monkeypatch.delitem(sys.modules, "pycore.__main__")
    with pytest.raises(SystemExit) as left:
        runpy.run_module("pycore", run_name="__main__")
    assert left.value.code == 0
    assert json.loads(capsys.readouterr().out)["title"] == "combat"


def test_a_table_without_a_page_of_the_wiki_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out = said(capsys, monkeypatch, "tables", "phrases", "--wiki")
    (told,) = json.loads(out)["erreurs"]
    assert (code, told["chemin"], told["code"]) == (2, "phrases", "inconnu")
    assert told["message"] == "cette table n’a pas de page sur le wiki."


def test_bytes_that_are_no_text_are_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", Bytes(b'{"mode": "\xff"}'))
    assert command.main(["resolve", "combat"]) == 2
    (told,) = json.loads(capsys.readouterr().out)["erreurs"]
    assert (told["chemin"], told["code"]) == ("", "json")
    assert "UTF-8" in told["message"]


def test_data_that_cannot_be_read_are_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk gives an empty file where a table was."""
    real = Path.read_bytes

    def empty(path: Path) -> bytes:
        return b"" if path.name == "armes_tir.toml" else real(path)

    monkeypatch.setattr(Path, "read_bytes", empty)
    nephilim.cache_clear()
    try:
        code = command.main(["tables"])
    finally:
        nephilim.cache_clear()
    (told,) = json.loads(capsys.readouterr().out)["erreurs"]
    assert (code, told["chemin"]) == (2, "nephilim/armes_tir.toml")
    assert told["message"].startswith("data/nephilim/armes_tir.toml\u00a0: ")


def test_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted:
        """A keyboard on which Ctrl-C is pressed."""

        buffer: Any = None

        def read(self) -> bytes:
            raise KeyboardInterrupt

    keyboard = Interrupted()
    keyboard.buffer = keyboard
    monkeypatch.setattr(sys, "stdin", keyboard)
    assert command.main(["resolve", "combat"]) == 130


def test_whoever_read_us_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w", encoding="utf-8") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        assert command.main(["tables"]) == 1
        pipe.write("rien ne se perd plus")  # Python's last flush finds somewhere to go


def test_a_standard_output_that_has_no_encoding_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["pycore", "schema", "combat"])
    written = io.StringIO()
    monkeypatch.setattr(sys, "stdout", written)
    monkeypatch.delitem(sys.modules, "pycore.__main__")
    with pytest.raises(SystemExit) as left:
        runpy.run_module("pycore", run_name="__main__")
    assert left.value.code == 0
    assert json.loads(written.getvalue())["title"] == "combat"
