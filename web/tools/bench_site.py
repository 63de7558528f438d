"""The pages that are measured side by side, in one folder.

    D  the page as it is shipped
    A  the same form with stock PyScript: Pyodide as it comes, on the page's own thread
    J  the shipped page with a worker that answers without Python: what remains is the limit

A is given what may be asked of a careful site: rules of its game alone, files that browsers keep
for ever, brotli, no lock file of packages it does not use.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
import zipfile
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from pycore import api
from web.tools import build
from web.tools.bundle import SOURCES as SCRIPTS
from web.tools.bundle import bundle
from web.tools.compiled import stage_package
from web.tools.compress import precompress
from web.tools.integrity import scripts
from web.tools.paths import CACHE, DIST, ROOT
from web.tools.runtime import shipped_files
from web.tools.static import FOLDER
from web.tools.wheel import EXAMPLE, PYSCRIPT

SITE = CACHE / "bench"
SOURCES = ROOT / "tests" / "bench"
EMPTY = "vide.html"
CALCUL, JEU = "combat", "nephilim"
# Named like versions: browsers keep what is in them.
STOCK, LIMIT = "aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb"
VOUCHED = re.compile(r' (?:integrity|data-avance)="[^"]*"')
USED_BY_STOCK = ("scenario.js", "tree.js")  # read the form, show what Python renders


class Variant(NamedTuple):
    """A page that is measured."""

    nom: str
    fichier: str
    quoi: str


VARIANTS = (
    Variant("A", "stock.html", "la même page avec PyScript tel quel"),
    Variant("D", f"{CALCUL}.html", "la page livrée"),
    Variant("J", "limite.html", "la page livrée, réponse toute prête, sans Python"),
)


def make_site(out: Path = SITE) -> Path:
    """Build everything and put the pages into a folder; answers it."""
    build.build()
    shutil.rmtree(out, ignore_errors=True)
    (page,) = [page for page in build.PAGES if page.calcul == CALCUL]
    text = (DIST / page.fichier).read_text(encoding="utf-8")
    # The folder that the page names: older ones stand beside it.
    version = next(path for path in (DIST / FOLDER).iterdir() if path.name in text)
    shutil.copytree(version, out / FOLDER / version.name)
    shutil.copyfile(DIST / page.fichier, out / page.fichier)
    (out / EMPTY).write_text(f"<!doctype html><title>{EMPTY}</title>", encoding="utf-8")
    _write_limit(out, version, text)
    _write_stock(out, version, page)
    precompress(out)  # the pages too, which a real host compresses on the way
    return out


def _write_limit(out: Path, version: Path, text: str) -> None:
    target = out / LIMIT
    target.mkdir()
    for path in version.glob("*.css"):
        shutil.copyfile(path, target / path.name)
    # Nothing vouches for what is put in the place of other files, and there is nothing to download.
    with tempfile.TemporaryDirectory(dir=CACHE) as made:
        sources = Path(made) / "src"
        shutil.copytree(SCRIPTS, sources)
        shutil.copytree(SOURCES / "limite", sources, dirs_exist_ok=True)
        bundle(target, ["page.js"], sources)
    asked = {"calcul": CALCUL, "texte": json.dumps(EXAMPLE)}
    answers = {
        op: json.loads(api.answer(json.dumps({"v": 1, "n": 1, "op": op, "corps": asked})))["corps"]
        for op in api.CALCULS[CALCUL].operations
    }
    script = f"export const ANSWERS = {json.dumps(answers)};\n"
    (target / "answers.js").write_text(script, encoding="utf-8")
    page = VOUCHED.sub("", text.replace(f"{FOLDER}/{version.name}", LIMIT))
    (out / "limite.html").write_text(page, encoding="utf-8")


def _write_stock(out: Path, version: Path, page: build.Page) -> None:
    target = out / STOCK
    shutil.copytree(DIST / PYSCRIPT, target / PYSCRIPT)
    shutil.copyfile(version / "calculateur.css", target / "calculateur.css")
    needed = {each.nom for entry in USED_BY_STOCK for each in scripts(SCRIPTS, entry)}
    for name in sorted(needed):
        shutil.copyfile(SCRIPTS / name, target / name)
    shutil.copyfile(SOURCES / "stock" / "main.py", target / "main.py")
    with zipfile.ZipFile(target / "regles.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in shipped_files(stage_package())[JEU].items():
            archive.write(path, name)
    config = {
        "interpreter": f"/{STOCK}/{PYSCRIPT}/pyodide/pyodide.mjs",
        "files": {f"/{STOCK}/regles.zip": "./*"},
        "js_modules": {"main": {f"/{STOCK}/{name}": name[:-3] for name in USED_BY_STOCK}},
    }
    (target / "pyscript.json").write_text(json.dumps(config), encoding="utf-8")
    environment = Environment(
        loader=FileSystemLoader(SOURCES / "stock"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
    )
    root = build.form(page)
    for element in root.elements():
        if element.attributes.get("type") == "submit":
            element.attributes["disabled"] = ""  # until Python is there to hear it
    form = build.trusted(root)
    html = environment.get_template("page.html").render(dossier=STOCK, formulaire=form)
    (out / "stock.html").write_text(html, encoding="utf-8")
