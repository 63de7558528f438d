"""The command line: answers in JSON and ASCII, refusals with exit code 2, never a traceback."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from pycore import __version__
from pycore.donnees import anima, nephilim
from tests.support.cases import cases, places
from tests.support.command import pycore
from tests.support.duel import duel, resolve, thresholds

if TYPE_CHECKING:
    from pathlib import Path

# Each test starts processes; test_cli_inside asks the same functions without any.
pytestmark = pytest.mark.construction

GOOD = duel(jets=(20, None))
BAD = duel(attaquant={"degre": -1}, jets=(20, None))
WORDS = json.dumps(GOOD).encode()


def test_resolve_from_a_file_and_from_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "duel.json"
    file.write_bytes(WORDS)
    expected = resolve(GOOD)
    for words, given in (([str(file)], b""), (["-"], WORDS), ([], WORDS)):
        done = pycore("resolve", "combat", *words, given=given)
        assert (done.code, done.json) == (0, expected)


def test_thresholds() -> None:
    done = pycore("seuils", "combat", given=json.dumps(duel()).encode())
    assert (done.code, done.json) == (0, thresholds(duel()))
    spoilt = duel(jets=(101, None), ajustements="n’importe quoi")
    assert pycore("seuils", "combat", given=json.dumps(spoilt).encode()).json == done.json


def test_all_errors_of_a_refused_scenario_are_printed() -> None:
    scenario = duel(attaquant={"degre": -1, "type": "dieu"}, jets=(101, None))
    done = pycore("resolve", "combat", given=json.dumps(scenario).encode())
    assert done.code == 2
    assert set(done.json) == {"erreurs"}
    assert places(done.json["erreurs"]) == [
        ("attaquant.degre", "bornes"),
        ("attaquant.type", "inconnu"),
        ("jets.attaque[0]", "bornes"),
    ]
    for each in done.json["erreurs"]:
        assert set(each) == {"chemin", "code", "message"}
        assert each["message"].endswith(".")


@pytest.mark.parametrize(
    ("given", "chemin", "code"),
    [
        (b"", "", "json"),
        (b" \n\t ", "", "json"),
        (b"\xef\xbb\xbf", "", "json"),
        (WORDS[:-1], "", "json"),
        (WORDS[: len(WORDS) // 2], "", "json"),
        (WORDS + b"}", "", "json"),
        (WORDS + WORDS, "", "json"),
        (b"[" * 5000 + b"]" * 5000, "", "json"),
        (b"[" * 5000, "", "json"),
        (b'{"a":' * 5000, "", "json"),
        (b"\xff\xfe" + WORDS, "", "json"),
        ('{"mode": "mêlée"}'.encode("latin-1"), "", "json"),
        (WORDS.decode().encode("utf-16"), "", "json"),
        (b"\x00", "", "json"),
        (b"9" * 5000, "", "json"),
        (b'{"mode": NaN}', "", "json"),
        (b"[]", "", "type"),
        (b"null", "", "type"),
        (b'"combat"', "", "type"),
        (b'{"version": 2}', "version", "version"),
    ],
)
def test_what_is_no_scenario_is_refused(given: bytes, chemin: str, code: str) -> None:
    done = pycore("resolve", "combat", given=given)
    assert done.code == 2
    assert places(done.json["erreurs"]) == [(chemin, code)]
    for word in ("Traceback", "Expecting", "codec", "delimiter", "line 1"):
        assert word not in done.text


def test_a_byte_order_mark_is_no_fault() -> None:
    assert pycore("resolve", "combat", given=b"\xef\xbb\xbf" + WORDS).json == resolve(GOOD)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for name in (str(tmp_path / "absent.json"), str(tmp_path), "x" * 5000, "\udcffé", "é\n"):
        done = pycore("resolve", "combat", name)
        assert done.code == 2
        assert places(done.json["erreurs"]) == [(name, "fichier")]


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["resoudre"],
        ["resolve"],
        ["resolve", "echecs"],
        ["resolve", "combat", "a", "b"],
        ["resolve", "combat", "--vite"],
        ["schema"],
        ["schema", "echecs"],
        ["seuils", "<script>"],
    ],
)
def test_a_command_that_is_not_known(words: list[str]) -> None:
    done = pycore(*words)
    assert done.code == 2
    assert places(done.json["erreurs"]) == [("", "commande")]
    assert "invalid" not in done.text


def test_lines_are_answered_in_order_and_a_refused_one_stops_nothing() -> None:
    damages = [duel(attaque={"arme": arme}, jets=(20, None)) for arme in ("dague", "marteau")]
    one, other = (json.dumps(each).encode() for each in damages)
    bad = json.dumps(BAD).encode()
    given = b"\n".join([one, b"", bad, b"   ", other, b"{", b"\xff", one + b"\r", b"[" * 5000, b""])
    done = pycore("resolve", "combat", "--lines", given=given)
    assert done.code == 2
    assert [
        each["erreurs"][0]["code"] if "erreurs" in each else each["echanges"][0]["total"]
        for each in done.lines
    ] == [1, "bornes", 3, "json", "json", 1, "json"]
    assert all(set(each) == {"erreurs"} for each in done.lines if "erreurs" in each)


def test_lines_that_are_all_good_end_well() -> None:
    done = pycore("resolve", "combat", "-", "--lines", given=b"\n\n" + WORDS + b"\n\n" + WORDS)
    assert (done.code, done.lines) == (0, [resolve(GOOD)] * 2)
    assert pycore("resolve", "combat", "--lines").text == ""
    done = pycore("seuils", "combat", "--lines", given=WORDS)
    assert (done.code, done.lines) == (0, [thresholds(GOOD)])


def test_lines_answer_every_case() -> None:
    known = [case for case in cases("combat", "refus") if "\n" not in case.texte and case.texte]
    given = "\n".join(case.texte for case in known).encode()
    done = pycore("resolve", "combat", "--lines", given=given)
    assert done.code == 2
    assert len(done.lines) == len(known)
    assert [("erreurs" in each) for each in done.lines] == [bool(case.erreurs) for case in known]


def test_tables_are_listed() -> None:
    listed = pycore("tables", "--json").json
    known = [each["id"] for each in listed]
    files = {*nephilim().fichiers, *anima().fichiers}
    assert len(known) == len(set(known)) == len(files)
    assert {"armes_melee", "defenses_melee", "points_de_regle", "anima/situations"} <= set(known)
    lines = pycore("tables", ascii_only=False).text.splitlines()
    assert [line.split()[0] for line in lines[1:]] == known


@pytest.mark.parametrize("name", ["armes_melee", "munitions", "points_de_regle"])
def test_a_table_is_shown_as_text_and_as_json(name: str) -> None:
    fichier = nephilim().fichiers[f"nephilim/{name}"]
    rows = pycore("tables", name, "--json").json
    assert [row["id"] for row in rows] == list(fichier.lignes)
    held = getattr(nephilim(), fichier.table)
    assert [row["nom"] for row in rows] == [held[ident].nom for ident in fichier.lignes]
    text = pycore("tables", name, ascii_only=False).text
    assert [line.split()[0] for line in text.splitlines()[1:]] == list(fichier.lignes)


def test_a_table_that_is_not_known() -> None:
    for name in ("table_ronde", "<script>alert(1)</script>", "../data", ""):
        done = pycore("tables", name)
        assert done.code == 2
        assert places(done.json["erreurs"]) == [(name, "inconnu")]


def test_help_and_version() -> None:
    assert pycore("--version").text.strip() == __version__
    assert "pycore" in pycore("--help", ascii_only=False).text


def test_advice_and_needs_are_asked_for_more() -> None:
    scenario = json.dumps(
        {
            "mode": "melee",
            "attaquant": {"type": "nephilim", "degre": 6},
            "attaque": {"approche": "standard"},
            "defenseurs": [{"type": "autre", "degre": 5, "defense": {"type": "parer"}}],
        }
    ).encode()
    done = pycore("conseil", "combat", '--demande={"cote": 0}', given=scenario)
    assert (done.code, done.json["but"]) == (0, "moins_subir")
    done = pycore("besoin", "combat", "-", '--demande={"chance": 90}', given=scenario)
    assert (done.code, done.json["objectif"]["chance"]) == (0, 90)
    for wrong, code in (("{", "json"), ('{"chance": 0}', "bornes"), ("[]", "type")):
        done = pycore("besoin", "combat", f"--demande={wrong}", given=scenario)
        assert done.code == 2
        assert {each["code"] for each in done.json["erreurs"]} == {code}


def test_a_link_goes_out_and_comes_back() -> None:
    link = pycore("lien", "combat", given=WORDS)
    assert link.json["fragment"].startswith("ncalc-combat-1-")
    back = pycore("ouvrir", "combat", given=link.text.encode()).json
    assert back["signale"] == []
    assert resolve(back["scenario"]) == resolve(GOOD)
    done = pycore("ouvrir", "combat", given=b'{"fragment": "#Blessures"}')
    assert (done.code, places(done.json["erreurs"])) == (2, [("", "lien")])


def test_the_outcome_is_copied() -> None:
    done = pycore("copie", "combat", '--demande={"forme": "discord"}', given=WORDS)
    assert (done.code, done.json["texte"][:2]) == (0, "**")
