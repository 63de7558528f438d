"""The rules as a wheel, and a page that runs them with PyScript: for sites that have it already.

PyScript and Pyodide are copied beside the page, so that it asks nothing of another site. The wheel
carries the tables compiled, as the versioned folder does.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from web.tools.compiled import stage_package
from web.tools.compress import precompress
from web.tools.integrity import integrity
from web.tools.licences import write_licences
from web.tools.pages import templates
from web.tools.paths import CACHE, ROOT
from web.tools.runtime import RuntimeBuildError

MODULES = ROOT / "node_modules"
PYSCRIPT = "pyscript"
# What a page asks for as soon as it has a script of Python: the core, and what that starts of its
# own accord. Editors, terminals, archives and MicroPython are bundled from others' work: left out.
KEPT = (
    *("core.js", "core.css", "core-*.js", "deprecations-manager-*.js", "donkey-*.js"),
    *("error-*.js", "py-editor-*.js", "py-game-*.js", "py-terminal-*.js"),
)
PYODIDE = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
EXAMPLE = {
    "version": 1,
    "mode": "melee",
    "attaquant": {"nom": "Astrée", "type": "nephilim", "degre": 6},
    "attaque": {"approche": "standard", "arme": "epee_hache"},
    "defenseurs": [{"type": "nephilim", "degre": 5, "defense": {"type": "standard"}}],
    "jets": {"attaque": [42], "defense": [[81]]},
}


def write_wheel(out: Path) -> str:
    """Write the wheel into `out`; answers its name. Raises RuntimeBuildError."""
    CACHE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as made:
        source = Path(made)
        stage_package(source)
        for name in ("pyproject.toml", "LICENSE"):
            shutil.copyfile(ROOT / name, source / name)
        # What describes the project would not describe the archive: it has its own words.
        shutil.copyfile(ROOT / "web/guides/PYSCRIPT.md", source / "README.md")
        done = subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "roue"],
            cwd=source,
            env={**os.environ, "SOURCE_DATE_EPOCH": "1577836800", "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        wheels = list((source / "roue").glob("*.whl"))
        if done.returncode != 0 or len(wheels) != 1:
            raise RuntimeBuildError(
                f"L’archive pycore n’a pas pu être faite :\n{done.stdout}{done.stderr}"
            )
        shutil.copyfile(wheels[0], out / wheels[0].name)
        return wheels[0].name


def copy_core(core: Path, target: Path) -> None:
    """Copy from PyScript what the page asks for.

    Raises RuntimeBuildError, naming what is not there.
    """
    target.mkdir()
    for name in KEPT:
        found = sorted(core.glob(name))
        if len(found) != 1:
            raise RuntimeBuildError(f"PyScript : {name} y est {len(found)} fois, une attendue.")
        shutil.copyfile(found[0], target / found[0].name)


def write_pyscript(out: Path, folder: str) -> None:
    """Write into `out` the wheel, `pyscript.json` and a page that shows them at work.

    `folder` is the versioned folder's path under `out`: the page takes its style there.
    """
    wheel = write_wheel(out)
    target = out / PYSCRIPT
    copy_core(MODULES / "@pyscript/core/dist", target)
    pyodide = target / "pyodide"
    pyodide.mkdir()
    for name in PYODIDE:
        shutil.copyfile(MODULES / "pyodide" / name, pyodide / name)
    lock = json.loads((MODULES / "pyodide" / LOCK).read_text(encoding="utf-8"))
    # Its packages stand on another site; the rules need none.
    (pyodide / LOCK).write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")
    write_licences(target)
    precompress(target)
    config = {
        "name": "Les règles de Nephilim Légende",
        "interpreter": f"./{PYSCRIPT}/pyodide/pyodide.mjs",
        "files": {f"./{wheel}": "./*"},
    }
    text = json.dumps(config, ensure_ascii=False, indent=1) + "\n"
    (out / "pyscript.json").write_text(text, encoding="utf-8")
    shutil.copyfile(ROOT / "web/loader/exemple.py", out / "exemple.py")
    template = templates().get_template("pyscript.html")
    page = template.render(
        dossier=folder,
        empreintes={
            name: integrity((out / name).read_bytes())
            for name in (f"{folder}/page.css", f"{PYSCRIPT}/core.css", f"{PYSCRIPT}/core.js")
        },
        scenario=json.dumps(EXAMPLE, ensure_ascii=False, indent=1),
    )
    (out / "pyscript.html").write_text(page, encoding="utf-8")
