"""LICENCES.txt: whose work is shipped beside ours, in which version, under which terms.

Written from what is installed: names and versions from the packages themselves, terms from the file
that each carries; those that Pyodide and CPython leave out of their package stand in web/licences,
and so does the table of what their files hold of others (works.toml).
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING, NamedTuple

from pycore import __version__
from web.tools.paths import ROOT
from web.tools.runtime import RuntimeBuildError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
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
    texts: tuple[str, ...]


def _text(name: str) -> str:
    return (TEXTS / name).read_text(encoding="utf-8").strip()


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


def held(carriers: Mapping[str, str], modules: Path = MODULES) -> Iterator[Work]:
    """Give what the files of others hold; `carriers` are the versions of those others, by name.

    Raises RuntimeBuildError, with its name, for a work that is no longer where it was.
    """
    for row in tomllib.loads(_text("works.toml"))["work"]:
        content = b"".join(path.read_bytes() for path in sorted(modules.glob(row["file"])))
        found = re.search(row["marker"].encode(), content)
        if not found:
            raise RuntimeBuildError(
                f"{row['name']} n’est plus dans {row['file']} : revoir web/licences/works.toml."
            )
        carrier = row["of"]
        if found.lastindex:
            version = found[1].decode()
        elif carrier == row["name"]:
            version = carriers[carrier]
        else:
            version = f"(dans {carrier} {carriers[carrier]})"
        texts = tuple(_text(name) for name in row["texts"])
        yield Work(row["name"], version, row["licence"], row["use"], texts)


def works() -> list[Work]:
    """List what is shipped, ours first."""
    pyodide, lock = _package("pyodide"), MODULES / "pyodide/pyodide-lock.json"
    info = json.loads(lock.read_text(encoding="utf-8"))["info"]
    own = (ROOT / "LICENSE").read_text(encoding="utf-8").strip()
    mpl, psf = _text("MPL-2.0.txt"), _text("CPython.txt")
    engine = "moteur de calcul, dossier versionné et pyscript/pyodide"
    found = [
        Work("Calculateurs Nephilim", __version__, "MIT", "tout le reste", (own,)),
        Work("Pyodide", pyodide["version"], pyodide["license"], engine, (mpl,)),
        Work("CPython et sa bibliothèque", info["python"], "PSF-2.0", engine, (psf,)),
    ]
    for name in (PYSCRIPT, *_needed(PYSCRIPT, set())):
        told = _package(name)
        use, text = "page PyScript", _terms(MODULES / name)
        if not text:
            use += f" ; son auteur, {told['author']}, n’y joint pas le texte"
        found.append(Work(name, told["version"], told["license"], use, (text,) if text else ()))
    carriers = {
        "Pyodide": pyodide["version"],
        "CPython": info["python"],
        "Emscripten": info["platform"].removeprefix("emscripten_").replace("_", "."),
        "polyscript": _package("polyscript")["version"],
    }
    return [*found, *held(carriers)]


def licences() -> str:
    """Write the whole file; terms that several works share stand once."""
    found = works()
    parts = [HEAD.format(version=__version__)]
    parts += [f"{each.name} {each.version} : {each.licence} ({each.use})" for each in found]
    texts: dict[str, list[str]] = {}
    for each in found:
        for text in each.texts:
            texts.setdefault(text, []).append(each.name)
    for text, names in texts.items():
        parts += ["", RULE, ", ".join(names), RULE, "", text]
    return "\n".join(parts) + "\n"


def write_licences(folder: Path) -> None:
    """Write the file into a folder that is shipped."""
    (folder / NAME).write_text(licences(), encoding="utf-8")
