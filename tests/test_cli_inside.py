"""The command line called as a function: the same words, the same exit codes, without a process."""

from __future__ import annotations

import io
import json
import os
import re
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from pycore import __main__ as command
from pycore import __version__, api, jsontext
from pycore.donnees import nephilim
from pycore.errors import RefusedError
from pycore.render.donnees import table_rows, text_table
from pycore.render.wiki_pages import wikitext_of
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
    resolved = api.run("combat", "resolve", DUEL)
    assert [("erreurs" in each) for each in told] == [False, True, False], "an empty line is none"
    assert told[0] == told[2] == resolved
    assert said(capsys, monkeypatch, "resolve", "combat", "--lines", given=DUEL)[0] == 0


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


def test_tables_that_there_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What games share is the first's, and of another game than the first each bears its name."""
    code, out = said(capsys, monkeypatch, "tables", "--json")
    listed = json.loads(out)
    assert code == 0
    assert [list(each) for each in listed] == [["id", "titre"]] * len(listed)
    titles = {each["id"]: each["titre"] for each in listed}
    assert len(titles) == len(listed)
    assert titles["armes_melee"] == "Armes de mêlée"
    assert {"types", "anima/defenses", "partage", "conditions"} <= set(titles)
    assert "defenses" not in titles
    assert {name.split("/")[0] for name in titles if "/" in name} == {"anima"}
    assert "anima/partage" not in titles
    assert said(capsys, monkeypatch, "tables") == (0, text_table(listed))


def test_rows_within_rows_are_written_in_their_cell(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out = said(capsys, monkeypatch, "tables", "defenses_melee")
    written = {line.split()[0]: re.split(r" {2,}", line) for line in out.splitlines()}
    assert code == 0
    assert "nom=désarmement genre=m nombre=s article=un" in written["desarmer_arme"]
    assert "consequence=desarme subit=attaquant" in written["desarmer_arme"]
    assert "physiques=0 magiques=0 annule=oui" in written["desarmer_arme"]
    assert "physiques=-1 magiques=-1" in written["standard"]


def test_a_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    regles = nephilim()
    rows = table_rows(regles, regles.fichiers["nephilim/armes_melee"])
    code, out = said(capsys, monkeypatch, "tables", "armes_melee", "--json")
    assert (code, json.loads(out)) == (0, json.loads(jsontext.dump(rows)))
    assert said(capsys, monkeypatch, "tables", "armes_melee") == (0, text_table(rows))
    wikitext = wikitext_of(regles, "nephilim/armes_melee")
    assert said(capsys, monkeypatch, "tables", "armes_melee", "--wiki") == (0, wikitext)
    assert wikitext


def test_schema(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for calcul in api.CALCULS:
        code, out = said(capsys, monkeypatch, "schema", calcul)
        assert (code, json.loads(out)) == (0, api.schema(calcul))


UNREAD = "Ce fichier ne peut pas être lu : vérifiez son nom."
OPERATIONS = (
    "besoin,bilan,conseil,copie,garder,jets,lien,next,odds,ouvrir,personnages,placer,resolve,seuils"
)
USAGE = f"python3 -m pycore [-h] [--version] {{{OPERATIONS},schema,tables}} ..."
CALCULS = ",".join([*api.CALCULS, *api.DOCUMENTS])
BADLY = {
    ("resolve", "combat", "absent.json"): ("absent.json", "fichier", UNREAD),
    ("resolve", "combat", "."): (".", "fichier", UNREAD),
    ("schema", "absent"): (
        "",
        "commande",
        f"Commande mal écrite. usage: python3 -m pycore schema [-h] {{{CALCULS}}}",
    ),
    ("absent",): ("", "commande", f"Commande mal écrite. usage: {USAGE}"),
    (): ("", "commande", f"Commande mal écrite. usage: {USAGE}"),
    ("resolve", "combat", "--absente"): ("", "commande", f"Commande mal écrite. usage: {USAGE}"),
    ("--absente", "resolve", "combat"): ("", "commande", f"Commande mal écrite. usage: {USAGE}"),
}


@pytest.mark.parametrize("words", BADLY)
def test_what_is_asked_badly(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    try:
        code, out = said(capsys, monkeypatch, *words)
    except SystemExit as left:
        code, out = int(str(left.code)), capsys.readouterr().out
    assert code == 2
    told = json.loads(out)["erreurs"]
    assert [(each["chemin"], each["code"], each["message"]) for each in told] == [BADLY[words]]


def test_a_table_that_is_not_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = json.loads(said(capsys, monkeypatch, "tables", "--json")[1])
    known = ", ".join(each["id"] for each in listed)
    code, out = said(capsys, monkeypatch, "tables", "absente" * 10)
    (told,) = json.loads(out)["erreurs"]
    assert (code, told["chemin"], told["code"]) == (2, ("absente" * 10)[:40], "inconnu")
    assert told["message"] == f"table inconnue. Tables\u00a0: {known}."


def help_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Give the help of a command on one line, without the words that are Python's own."""
    with pytest.raises(SystemExit) as left:
        command.main([*words, "--help"])
    assert left.value.code == 0
    return " ".join(capsys.readouterr().out.split())


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    """Read as a terminal shows it; what argparse says by itself differs with its version."""
    whole = help_of(capsys)
    assert whole.startswith(f"usage: {USAGE} ")
    listed = [f"{name} calcule un scénario" for name in OPERATIONS.split(",")]
    listed += [
        "schema écrit le schéma JSON d’un scénario ou d’un fichier gardé",
        "tables montre les tables des règles",
    ]
    assert f" {' '.join(listed)} options: " in whole
    lines = "--lines un scénario par ligne"
    asked = "--demande DEMANDE ce qui est demandé de plus, en JSON : --demande={…}"
    assert help_of(capsys, "seuils").endswith(lines)
    assert help_of(capsys, "conseil").endswith(f"{lines} {asked}")
    assert help_of(capsys, "tables").endswith("--wiki écrit le wikicode de la table")


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        command.main(["--version"])
    assert (left.value.code, capsys.readouterr().out) == (0, f"{__version__}\n")


def test_an_operation_that_names_no_calculator(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    given = json.dumps({"journal": {"version": 1, "entrees": []}, "geste": "absent"})
    code, out = said(capsys, monkeypatch, "next", given=given)
    with pytest.raises(RefusedError) as refused:
        api.run("combat", "next", given)
    assert (code, json.loads(out)) == (
        2,
        json.loads(jsontext.dump(api.refusal("combat", refused.value))),
    )


def test_words_of_the_command_line_itself(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without arguments of its own it takes those it was called with, options anywhere."""
    monkeypatch.setattr(sys, "argv", ["pycore", "--lines", "resolve", "combat"])
    monkeypatch.setattr(sys, "stdin", Bytes(f"{DUEL}\n{DUEL}\n".encode()))
    assert command.main() == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines == [api.run("combat", "resolve", DUEL)] * 2


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
