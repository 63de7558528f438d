"""Whose work is shipped is said beside it, with its terms."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from web.tools.licences import MODULES, NAME, licences, works
from web.tools.static import FOLDER

if TYPE_CHECKING:
    from pathlib import Path


def test_every_work_has_its_version_and_licence() -> None:
    found = {each.name: each for each in works()}
    pyodide = json.loads((MODULES / "pyodide/package.json").read_text(encoding="utf-8"))
    assert found["Pyodide"].version == pyodide["version"]
    assert found["CPython et sa bibliothèque"].version.startswith("3.")
    assert found["@pyscript/core"].licence.upper() == "APACHE-2.0"
    assert "polyscript" in found
    assert all(each.version and each.licence for each in found.values())
    assert not {"typescript", "axe-core"} & set(found), "these are not shipped"


def test_terms_are_there_whole() -> None:
    text = licences()
    for words in (
        *("Mozilla Public License Version 2.0", "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2"),
        *("Apache License", "ISC License", "Permission is hereby granted, free of charge"),
    ):
        assert words in text
    assert text.count("Mozilla Public License Version 2.0\n") == 1


def test_the_file_stands_wherever_the_works_do(dist: Path) -> None:
    (folder,) = (dist / FOLDER).iterdir()
    for place in (dist, folder, dist / "pyscript"):
        assert (place / NAME).read_text(encoding="utf-8") == licences()
