"""The wheel, and the page that runs it with PyScript."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

from pycore import __version__, api
from tests.support.combat_form import chromium, complaints, strangers
from web.tools.licences import MODULES
from web.tools.licences import NAME as LICENCES
from web.tools.paths import ROOT
from web.tools.runtime import RuntimeBuildError
from web.tools.wheel import EXAMPLE, copy_core, write_wheel

if TYPE_CHECKING:
    from pathlib import Path

WHEEL = f"pycore-{__version__}-py3-none-any.whl"


def test_wheel_answers_from_its_own_tables(dist: Path, tmp_path: Path) -> None:
    assert [path.name for path in dist.glob("*.whl")] == [WHEEL]
    script = (
        "import sys\nsys.path.insert(0, sys.argv[1])\nfrom pycore import api\n"
        "sys.stdout.write(repr(api.run('combat', 'resolve', sys.argv[2])))\n"
        "assert 'tomllib' not in sys.modules\n"
        "assert '.whl' in api.__file__\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", script, str(dist / WHEEL), json.dumps(EXAMPLE)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout == repr(api.run("combat", "resolve", json.dumps(EXAMPLE)))


def test_wheel_is_the_same_every_time(dist: Path, tmp_path: Path) -> None:
    assert write_wheel(tmp_path) == WHEEL
    assert (tmp_path / WHEEL).read_bytes() == (dist / WHEEL).read_bytes()


def test_wheel_says_what_it_is(dist: Path) -> None:
    with zipfile.ZipFile(dist / WHEEL) as archive:
        names = archive.namelist()
        metadata = archive.read(f"pycore-{__version__}.dist-info/METADATA").decode()
    assert {"pycore/py.typed", "pycore/nephilim/_donnees.py", "pycore/anima/_donnees.py"} <= set(
        names
    )
    needs = [line for line in metadata.splitlines() if line.startswith("Requires-Dist")]
    assert all("extra == 'dev'" in line for line in needs)
    assert (ROOT / "web/guides/PYSCRIPT.md").read_text(encoding="utf-8").strip() in metadata


def test_nothing_of_pyscript_is_in_the_versioned_folder(dist: Path) -> None:
    (folder,) = (dist / "nephilim-calc").iterdir()
    assert not [path for path in folder.rglob("*") if "pyscript" in path.name]


def test_a_script_of_pyscript_that_is_gone_stops_the_build_by_name(tmp_path: Path) -> None:
    core = tmp_path / "core"
    shutil.copytree(MODULES / "@pyscript/core/dist", core)
    copy_core(core, tmp_path / "whole")
    (plugin,) = core.glob("error-*.js")
    plugin.unlink()
    with pytest.raises(RuntimeBuildError, match=r"error-\*\.js"):
        copy_core(core, tmp_path / "less")


@pytest.mark.navigateur("chromium")
def test_page_runs_the_wheel_with_pyscript(dist: Path, address: str) -> None:
    with chromium() as page:
        page.goto(f"{address}pyscript.html")
        page.wait("!document.querySelector('#resoudre').disabled")
        page.click("#resoudre")
        page.wait("!!document.querySelector('#resultat').textContent")
        shown = json.loads(page.text("#resultat"))
        assert shown == api.run("combat", "resolve", json.dumps(EXAMPLE))
        assert "Astrée" in page.text("#verdict")

        page.fill("#scenario", "{}")
        page.click("#resoudre")
        page.wait("!document.querySelector('#resultat').textContent")
        assert page.text("#verdict").strip()
        assert complaints(page) == []
        assert strangers(page, address) == []

        # Whose work is beside the page and never asked for would be shipped for nothing.
        place = dist / "pyscript"
        shipped = {
            path.relative_to(place).as_posix()
            for path in place.rglob("*")
            if path.is_file() and path.suffix not in {".br", ".gz"} and path.name != LICENCES
        }
        start = f"{address}pyscript/"
        asked = {one.url for one in page.requests() if one.url.startswith(start)}
        assert {url.removeprefix(start) for url in asked} == shipped
