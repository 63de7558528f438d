"""LICENCES.txt: whose work is shipped beside ours, in which version, under which terms.

Written from what is installed: names and versions from the packages themselves, terms from the file
that each carries; those that Pyodide and CPython leave out of their package stand in web/licences.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from pycore import __version__
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAME = "LICENCES.txt"
TEXTS = ROOT / "web/licences"
MODULES = ROOT / "node_modules"
PYSCRIPT = "@pyscript/core"
RULE = "=" * 78
HEAD = """Calculateurs Nephilim {version}
Ce que ce dossier contient et que d’autres ont écrit : nom, version, licence, puis le texte de
chaque licence. Fichier produit par build.py.
"""


class Work(NamedTuple):
    """What someone else wrote: its name, version and licence, where it is used, its terms."""

    name: str
    version: str
    licence: str
    use: str
    text: str


def _package(name: str) -> dict[str, str]:
    """Read the description of an installed package."""
    described: dict[str, str] = json.loads(
        (MODULES / name / "package.json").read_text(encoding="utf-8")
    )
    return described


def _terms(folder: Path) -> str:
    """Give the licence that a package carries, or nothing."""
    found = sorted(path for path in folder.iterdir() if path.name.upper().startswith("LICENSE"))
    return found[0].read_text(encoding="utf-8").strip() if found else ""


def _needed(name: str, seen: set[str]) -> Iterator[str]:
    """List what a package is built from, each once."""
    for each in sorted(_package(name).get("dependencies", {})):
        if each not in seen and (MODULES / each / "package.json").is_file():
            seen.add(each)
            yield each
            yield from _needed(each, seen)


def works() -> list[Work]:
    """List what is shipped, ours first."""
    pyodide, lock = _package("pyodide"), MODULES / "pyodide/pyodide-lock.json"
    python = json.loads(lock.read_text(encoding="utf-8"))["info"]["python"]
    own = (ROOT / "LICENSE").read_text(encoding="utf-8").strip()
    mpl = (TEXTS / "MPL-2.0.txt").read_text(encoding="utf-8").strip()
    psf = (TEXTS / "CPython.txt").read_text(encoding="utf-8").strip()
    engine = "moteur de calcul, dossier versionné et pyscript/pyodide"
    found = [
        Work("Calculateurs Nephilim", __version__, "MIT", "tout le reste", own),
        Work("Pyodide", pyodide["version"], pyodide["license"], engine, mpl),
        Work("CPython et sa bibliothèque", python, "PSF-2.0", engine, psf),
    ]
    for name in (PYSCRIPT, *_needed(PYSCRIPT, set())):
        told = _package(name)
        text = _terms(MODULES / name)
        found.append(Work(name, told["version"], told["license"], "page PyScript", text))
    return found


def licences() -> str:
    """Write the whole file; terms that several works share stand once."""
    found = works()
    parts = [HEAD.format(version=__version__)]
    parts += [f"{each.name} {each.version} : {each.licence} ({each.use})" for each in found]
    texts: dict[str, list[str]] = {}
    for each in found:
        if each.text:
            texts.setdefault(each.text, []).append(each.name)
    for text, names in texts.items():
        parts += ["", RULE, ", ".join(names), RULE, "", text]
    return "\n".join(parts) + "\n"


def write_licences(folder: Path) -> None:
    """Write the file into a folder that is shipped."""
    (folder / NAME).write_text(licences(), encoding="utf-8")
