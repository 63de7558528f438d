"""The scripts that pages load, each joined from many modules."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from web.tools.bundle import ALONE, APART, ENTRIES, SOURCES, BundleError, bundle
from web.tools.integrity import imported

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.construction


def test_only_what_pages_name_is_written(tmp_path: Path) -> None:
    bundle(tmp_path)
    written = {path.name for path in tmp_path.iterdir()}
    assert written == {*ENTRIES, *APART, *ALONE}
    assert all(set(imported((tmp_path / name).read_text("utf-8"))) <= {*APART} for name in written)


def test_every_module_has_its_use() -> None:
    reached: set[str] = set()
    todo = [*ENTRIES, *ALONE]
    while todo:
        name = todo.pop()
        if name not in reached:
            reached.add(name)
            todo += imported((SOURCES / name).read_text(encoding="utf-8"))
    assert sorted(path.name for path in SOURCES.glob("*.js")) == sorted(reached)


def test_french_and_names_come_through(tmp_path: Path) -> None:
    sources, out = tmp_path / "src", tmp_path / "dist"
    shutil.copytree(SOURCES, sources)
    text = "export function resolveTout() { return '« Défense\u00a0» d’Ézéchiel'; }"
    (sources / "mot.js").write_text(text, encoding="utf-8")
    entry = "import { resolveTout } from './mot.js';\ndocument.title = resolveTout();\n"
    (sources / "copy.js").write_text(entry, encoding="utf-8")
    bundle(out, ["copy.js"], sources)
    made = (out / "copy.js").read_text(encoding="utf-8")
    assert "Défense" in made
    assert "d’Ézéchiel" in made
    assert "resolveTout" in made


@pytest.mark.parametrize(
    "broken", ["const = 1;", "import { nulle } from './protocol.js'; nulle();"]
)
def test_scripts_that_are_not_sound_are_refused(tmp_path: Path, broken: str) -> None:
    sources = tmp_path / "src"
    shutil.copytree(SOURCES, sources)
    (sources / "steps.js").write_text(broken, encoding="utf-8")
    with pytest.raises(BundleError, match=r"(?s)n’ont pas pu être réunis.*steps\.js"):
        bundle(tmp_path / "dist", sources=sources)
