"""What a wiki's administrator installs: loader, gadget, extension, server settings, guide.

All of it is copied from web/loader, web/extension and web/guides, with the address of the
versioned folder and the names of the calculators filled in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from pycore import __version__
from web.tools.integrity import scripts
from web.tools.paths import ROOT
from web.tools.serve import CSP
from web.tools.static import FOLDER

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

WEB = ROOT / "web"
ENTRY = "wiki.js"
EXTENSION = "extension/NephilimCalc"
# What the extension's loader reads its folder from: a setting of the wiki.
FROM_SETTINGS = "require( './config.json' ).dossier"
PANNE = (
    "Le calculateur n’a pas pu être affiché : rechargez la page ; si cela dure, prévenez "
    "l’administrateur du wiki."
)

ANCIEN = (
    "Ce navigateur est trop ancien pour le calculateur : mettez-le à jour, ou essayez-en un autre."
)


def write_embedding(out: Path, folder: str, titles: Mapping[str, str]) -> None:
    """Write everything into `out`.

    `folder` is the versioned folder's path under `out`, `titles` those of the calculators by name.
    """
    environment = Environment(
        loader=FileSystemLoader(WEB),
        autoescape=select_autoescape(default=False),  # no HTML page: each text escapes its own way
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    filled = {
        "version": __version__,
        "racine": FOLDER,
        "dossier": f"/{folder}/",
        "titres": titles,
        "types": list(titles),
        "panne": PANNE,
        "ancien": ANCIEN,
        "modules": scripts(out / folder, ENTRY),
        "csp": CSP,
    }

    def write(source: str, target: str, **changed: str) -> str:
        text = environment.get_template(source).render(filled | changed)
        path = out / target
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return text

    quoted = f"'/{folder}/'"
    write("loader/chargeur.js", "chargeur.js", dossier=quoted)
    write("loader/chargeur.js", f"{EXTENSION}/modules/chargeur.js", dossier=FROM_SETTINGS)
    for path in sorted((WEB / EXTENSION).rglob("*")):
        if path.is_file():
            name = path.relative_to(WEB).as_posix()
            write(name, name)
    definition = write("loader/gadget-definition.txt", "gadget-definition.txt")
    places = write("loader/emplacement.txt", "emplacement.txt")
    write("loader/widget.txt", "widget.txt")
    for server in ("apache", "nginx"):
        write(f"loader/serveurs/{server}.conf", f"serveurs/{server}.conf")
    write(
        "guides/INSTALLER.md",
        "INSTALLER.md",
        definition=definition.strip(),
        emplacement=places.splitlines()[0],
    )
