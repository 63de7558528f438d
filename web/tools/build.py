"""`build.py build`: the pages and everything they load, in `dist/`.

`dist/` holds a page per calculator and one folder named after the hash of its content, so that it
can be kept for ever by browsers and an older one goes on working beside a newer one (static.py);
beside them, what a wiki's administrator installs (embedding.py) and the same rules for sites that
run PyScript (wheel.py).
"""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from pycore import __version__
from pycore.calculs import CALCULS, JEUX
from pycore.errors import DataError
from pycore.render.donnees import data_errors
from web.tools import markup, tables
from web.tools.bundle import EARLY, BundleError
from web.tools.embedding import write_embedding
from web.tools.forms import Formulaire, FormulaireAction, FormulaireCombat
from web.tools.forms_anima import FormulaireAnima
from web.tools.integrity import integrity, scripts
from web.tools.licences import NAME as LICENCES
from web.tools.pages import templates
from web.tools.paths import DIST, ROOT
from web.tools.runtime import RuntimeBuildError
from web.tools.serve import META_CSP
from web.tools.static import FOLDER, STYLES, make_static, make_trial_static
from web.tools.tables_page import fiches
from web.tools.wheel import write_pyscript

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from jinja2 import Environment

    from pycore.nephilim.rows import Regles

WEB = ROOT / "web"
GUARD = "guard.js"
LARGEST = "pyodide.asm.wasm"  # its download begins before all scripts are there
SCRIPTS = ("page.js", "copy.js")  # the first script of each kind of page

NOMS = {"nephilim": "Nephilim", "anima": "Anima"}
"""What pages call each game."""


class Page(NamedTuple):
    """A calculator's page: its template, its title and what it is for.

    ``regle`` is what the rules call the calculator, where that is another name.
    """

    calcul: str
    titre: str
    chapeau: str
    formulaire: type[Formulaire]
    regle: str = ""

    @property
    def calculateur(self) -> str:
        """Name of the calculator among those of the rules."""
        return self.regle or self.calcul

    @property
    def jeu(self) -> str:
        """The game that it belongs to."""
        return next(jeu for jeu, calculs in JEUX.items() if self.calculateur in calculs)

    @property
    def fichier(self) -> str:
        """Name of the page's file."""
        return f"{self.calcul}.html"


PAGES = (
    Page(
        "combat",
        "Combat",
        "Remplissez, lancez les dés, résolvez : qui l’emporte, combien de dommages, et pourquoi.",
        FormulaireCombat,
    ),
    Page(
        "action-simple",
        "Action simple",
        "Le seuil, les chances, le jet : la qualité de la réussite et ses suites.",
        FormulaireAction,
    ),
    Page(
        "action-opposee",
        "Action opposée",
        "Deux actions l’une contre l’autre : qui l’emporte, et avec quelles chances.",
        FormulaireAction,
    ),
    Page(
        "anima-combat",
        "Combat d’Anima",
        "Une attaque contre une défense : jets ouverts, dégâts, critique, contre-attaque.",
        FormulaireAnima,
        "anima-attaque",
    ),
    Page(
        "anima-initiative",
        "Initiative d’Anima",
        "L’ordre du round, jusqu’à vingt combattants, et qui surprend qui.",
        FormulaireAnima,
    ),
    Page(
        "anima-actions",
        "Actions d’Anima",
        "Combien d’actions dans le round, et ce que chacune coûte.",
        FormulaireAnima,
    ),
    Page(
        "anima-fracassement",
        "Fracassement d’Anima",
        "L’arme, le bouclier ou l’armure cède-t-elle sous le coup ?",
        FormulaireAnima,
    ),
    Page(
        "anima-desengagement",
        "Désengagement d’Anima",
        "Quitter une mêlée : deux jets ouverts l’un contre l’autre.",
        FormulaireAnima,
    ),
)


def form(
    page: Page, environment: Environment | None = None, regles: Regles | None = None
) -> markup.Element:
    """Give a calculator's form, set to its first state."""
    template = (environment or templates()).get_template(f"{page.calcul}.html")
    regles = regles or CALCULS[page.calculateur].tables()
    root = markup.parse(template.render(f=page.formulaire(regles), version=__version__))
    markup.settle(root)
    # The page asks for the rules of its game, and for no other's.
    attributes = markup.only_element(root).attributes
    attributes["data-jeu"] = page.jeu
    if page.regle:
        attributes["data-regle"] = page.regle
    return root


def trusted(root: markup.Element) -> Markup:
    """Write a form as markup that a page takes as it is: our own templates made it, and escape."""
    return Markup(markup.serialise(root))  # noqa: S704


def build(out: Path = DIST) -> None:
    """Build everything into a folder; what was in it goes, but for the last versioned folders."""
    made = _made()
    _clear(out)
    folder = make_static(out, made.forms, made.games)
    write_pyscript(out, folder)
    _write_pages(out, folder, made)


def trial(out: Path) -> None:
    """Build what `serve` shows while someone works: the pages, in a moment.

    Nothing is proved or compressed, and what is for sites that run PyScript is left out.
    """
    made = _made()
    _clear(out)
    _write_pages(out, make_trial_static(out, made.forms, made.games), made)


class _Made(NamedTuple):
    """What all parts of a build take: the templates, each game's tables, the forms of these."""

    environment: Environment
    games: dict[str, Any]
    forms: dict[str, markup.Element]


def _made() -> _Made:
    """Read the tables, once for the whole build, and make the forms."""
    environment, games = templates(), tables.read()
    forms = {page.calcul: form(page, environment, games[page.jeu]) for page in PAGES}
    return _Made(environment, games, forms)


def _clear(out: Path) -> None:
    """Take out of a folder what the next build does not write over."""
    out.mkdir(parents=True, exist_ok=True)
    kept = {FOLDER, *(jeu.dossier for jeu in tables.JEUX.values())}
    for stale in out.iterdir():
        if stale.is_file():
            stale.unlink()
        elif stale.name not in kept:
            shutil.rmtree(stale)


def _write_pages(out: Path, folder: str, made: _Made) -> None:
    """Write what loads from the versioned folder: the pages, the wiki's tables and loader."""
    environment = made.environment
    for name, written in tables.generated(made.games).items():
        tables.follow(written, out / tables.JEUX[name].dossier)
    write_embedding(out, folder, {page.calcul: page.titre for page in PAGES})
    shutil.copyfile(out / folder / LICENCES, out / LICENCES)
    shared = {
        "dossier": folder,
        "version": __version__,
        "csp": META_CSP,
        "modules": {name: scripts(out / folder, name) for name in SCRIPTS},
        "empreintes": {
            name: integrity((out / folder / name).read_bytes()) for name in (GUARD, *STYLES)
        },
        "avance": {
            "script": EARLY,
            "empreinte": integrity((out / folder / EARLY).read_bytes()),
            "fichier": LARGEST,
        },
    }
    for page in PAGES:
        html = environment.get_template("page.html").render(
            **shared,
            titre=page.titre,
            chapeau=page.chapeau,
            jeu=NOMS[page.jeu],
            formulaire=trusted(made.forms[page.calcul]),
        )
        (out / page.fichier).write_text(html, encoding="utf-8")
    index = environment.get_template("index.html").render(**shared, pages=PAGES, jeux=NOMS)
    (out / "index.html").write_text(index, encoding="utf-8")
    listed = fiches(made.games["nephilim"])
    page_of_tables = environment.get_template("tables.html").render(**shared, fiches=listed)
    (out / "tables.html").write_text(page_of_tables, encoding="utf-8")


def attempt(make: Callable[[], None]) -> int:
    """Build, and give the exit code; says in French what is wrong with the data, if anything."""
    try:
        make()
    except DataError as refused:
        for each in data_errors(refused):
            print(each["message"], file=sys.stderr)
        return 1
    except (RuntimeBuildError, BundleError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def main(arguments: list[str]) -> int:
    """Build `dist/`; says in French what is wrong with the data, if anything."""
    if arguments:
        print("build.py build ne prend pas d’option.", file=sys.stderr)
        return 2
    if attempt(build):
        return 1
    print("La page est construite dans dist/.")
    return 0
