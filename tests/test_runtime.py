"""The runtime's files: what is in them, that they come out the same twice, what they cost."""

from __future__ import annotations

import ast
import gzip
import hashlib
import json
import shutil
import zipfile
from typing import TYPE_CHECKING

import brotli
import pytest

from tests.support.engine_site import TROUBLE, trouble_package
from web.tools import runtime
from web.tools.compiled import stage_package
from web.tools.compress import precompress
from web.tools.manifest import write_manifest
from web.tools.stand_ins import STAND_INS

if TYPE_CHECKING:
    from pathlib import Path

PACKAGE = {
    "__init__.py": '"""Documented."""\n',
    "__main__.py": "import argparse\n",
    "api.py": '''"""Documented."""
import json
from pycore import tables
def answer(text: str) -> str:
    """Documented."""
    from pycore import late
    return json.dumps({"n": tables.load(), "late": late.value()})
class Row:
    operations = ("n",)
CALCULS = {"c": Row}
def run(calcul: str, operation: str, texte: str) -> int:
    return tables.load()
''',
    "tables.py": """def load() -> int:
    try:
        from pycore._donnees import TABLES
    except ImportError:
        from pycore.loader import load
        return load()
    return TABLES
""",
    "loader.py": "import tomllib\ndef load() -> int:\n    return len(tomllib.loads(''))\n",
    "_donnees.py": "TABLES = 3\n",
    "late.py": "import fractions\ndef value() -> str:\n    return str(fractions.Fraction(1, 2))\n",
    "unused.py": "import sqlite3\n",
    "jeux/__init__.py": "",
    "jeux/un.py": "from pycore import one, tables\n",
    "jeux/deux.py": "import colorsys\nfrom pycore import tables\n",
    "one.py": "",
    "py.typed": "",
}


COMMON = ("__init__", "_donnees", "api", "jeux/__init__", "late", "tables")
ARCHIVES = ("un.zip", "deux.zip")
FILES = {*runtime.COMMON, *ARCHIVES}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("paquet") / "pycore"
    (made / "jeux").mkdir(parents=True)
    for name, text in PACKAGE.items():
        (made / name).write_text(text, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def built(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("moteur")
    runtime.make_runtime(made / "a", package=package, cases=made / "cas", cache=made / "cache")
    return made


def names(archive: Path) -> list[str]:
    with zipfile.ZipFile(archive) as opened:
        return opened.namelist()


@pytest.mark.construction
def test_only_what_the_page_can_reach_is_shipped(built: Path) -> None:
    common = {f"pycore/{name}.pyc" for name in COMMON}
    assert set(names(built / "a" / "un.zip")) == common | {"pycore/jeux/un.pyc", "pycore/one.pyc"}
    assert set(names(built / "a" / "deux.zip")) == common | {"pycore/jeux/deux.pyc"}


@pytest.mark.construction
def test_the_library_has_what_the_rules_import_late_and_no_more(built: Path) -> None:
    modules = set(names(built / "a" / "stdlib.zip"))
    assert {"json/decoder.pyc", "fractions.pyc", "traceback.pyc", "colorsys.pyc"} <= modules
    assert not {name for name in modules if name.startswith(("sqlite3", "tomllib", "argparse"))}
    assert (built / "a" / "stdlib.zip").stat().st_size < 3_000_000


@pytest.mark.construction
def test_archives_are_stored_sorted_dated_alike_and_without_docstrings(built: Path) -> None:
    for name in ("stdlib.zip", *ARCHIVES):
        with zipfile.ZipFile(built / "a" / name) as opened:
            entries = opened.infolist()
            contents = [opened.read(entry) for entry in entries]
        assert [e.filename for e in entries] == sorted(e.filename for e in entries)
        assert {e.compress_type for e in entries} == {zipfile.ZIP_STORED}
        assert {e.date_time for e in entries} == {(1980, 1, 1, 0, 0, 0)}
        assert {content[4:8] for content in contents} == {b"\1\0\0\0"}, "unchecked"
        assert not any(b"Documented." in content for content in contents)


@pytest.mark.construction
def test_the_manifest_tells_every_file(built: Path) -> None:
    manifest = json.loads((built / "a" / "manifest.json").read_text(encoding="utf-8"))
    found = {path.name for path in (built / "a").iterdir()}
    assert found == {*manifest["fichiers"], "manifest.json"} == {*FILES, "manifest.json"}
    for name, told in manifest["fichiers"].items():
        content = (built / "a" / name).read_bytes()
        assert told == {"octets": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    assert manifest["verrou"]["packages"] == {}
    assert manifest["verrou"]["info"]["python"].startswith("3.")


@pytest.mark.complet
def test_built_twice_it_is_the_same(built: Path, package: Path) -> None:
    runtime.make_runtime(built / "b", package=package, cases=built / "cas", cache=built / "another")
    for name in (*FILES, "manifest.json"):
        assert (built / "a" / name).read_bytes() == (built / "b" / name).read_bytes(), name


@pytest.mark.construction
def test_unchanged_it_is_not_built_again(
    built: Path, package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")  # nothing could be run
    runtime.make_runtime(tmp_path, package=package, cases=built / "cas", cache=built / "cache")
    assert (tmp_path / "un.zip").read_bytes() == (built / "a" / "un.zip").read_bytes()


@pytest.mark.complet
def test_a_changed_rule_is_built_again(built: Path, package: Path, tmp_path: Path) -> None:
    changed = tmp_path / "pycore"
    shutil.copytree(package, changed)
    (changed / "_donnees.py").write_text("TABLES = 4\n", encoding="utf-8")
    out = tmp_path / "out"
    runtime.make_runtime(out, package=changed, cases=built / "cas", cache=built / "cache")
    first, second = built / "a", out
    assert (first / "un.zip").read_bytes() != (second / "un.zip").read_bytes()
    assert (first / "stdlib.zip").read_bytes() == (second / "stdlib.zip").read_bytes()


@pytest.mark.construction
def test_rules_that_cannot_answer_end_the_build(package: Path, tmp_path: Path) -> None:
    broken = tmp_path / "pycore"
    shutil.copytree(package, broken)
    (broken / "_donnees.py").unlink()
    case = tmp_path / "cas.json"
    case.write_text('{"texte": ""}', encoding="utf-8")
    with pytest.raises(runtime.RuntimeBuildError, match=r"No module named .pycore\.loader"):
        runtime.make_runtime(tmp_path / "out", package=broken, cases=tmp_path, cache=tmp_path / "c")
    assert not (tmp_path / "out").exists()


def test_the_trouble_package_is_a_package(tmp_path: Path) -> None:
    (files,) = runtime.shipped_files(trouble_package(tmp_path)).values()
    names = ("__init__", "api", "jeux/__init__", f"jeux/{TROUBLE}")
    assert set(files) == {f"pycore/{name}.py" for name in names}


@pytest.mark.parametrize("name", STAND_INS)
def test_a_stand_in_runs_no_text(name: str) -> None:
    names = {each.id for each in ast.walk(ast.parse(STAND_INS[name])) if isinstance(each, ast.Name)}
    assert not names & {"eval", "exec", "compile", "__import__"}


@pytest.mark.construction
def test_a_game_ships_nothing_of_another() -> None:
    shipped = runtime.shipped_files(stage_package())
    assert len(shipped) > 1
    for game, files in shipped.items():
        for other in shipped.keys() - {game}:
            assert [name for name in files if f"pycore/{other}/" in name] == [], (game, other)


def test_compressed_copies_stand_beside_what_gains(tmp_path: Path) -> None:
    folder, cache = tmp_path / "site", tmp_path / "cache"
    folder.mkdir()
    text, noise = b"abc " * 1000, hashlib.shake_256(b"x").digest(4000)
    (folder / "a.js").write_bytes(text)
    (folder / "b.png").write_bytes(noise)
    (folder / "c.css").write_bytes(b"a{}")
    sizes = precompress(folder, cache=cache)
    assert sorted(path.name for path in folder.iterdir()) == [
        "a.js",
        "a.js.br",
        "a.js.gz",
        "b.png",
        "c.css",
    ]
    assert brotli.decompress((folder / "a.js.br").read_bytes()) == text
    packed = (folder / "a.js.gz").read_bytes()
    assert gzip.decompress(packed) == text
    assert packed[4:8] == bytes(4), "no date: the same twice"
    assert sizes["b.png"] == {"octets": 4000}

    (folder / "a.js").write_bytes(noise)
    precompress(folder, cache=cache)
    assert not (folder / "a.js.br").exists(), "a copy of what was there before is no copy"


def test_manifest_of_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_manifest(tmp_path, ["absent"], {})
