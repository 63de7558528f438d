"""The page of the rules' tables: each as a reader of the wiki sees it, with its wikicode to copy.

An editor who has installed nothing opens this page, copies, and pastes into the wiki.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pycore.render.french import typographie
from pycore.render.tables import tableau_of
from pycore.render.wiki_pages import pages

if TYPE_CHECKING:
    from pycore.nephilim.rows import Regles
    from pycore.render.tableau import Tableau

COMPOSED = ("oppositions", "seuils")
"""Tables of the data without columns of their own that are tables on the wiki all the same."""


class Fiche(NamedTuple):
    """A page of the wiki: an anchor, its title there, its table or its text, its wikicode."""

    ancre: str
    titre: str
    tableau: Tableau | None
    texte: str
    wikicode: str


def fiches(regles: Regles) -> list[Fiche]:
    """List every generated page of the wiki: tables first, then boxes, in the order of the data."""
    made = []
    for rank, page in enumerate(pages(regles)):
        fichier = regles.fichiers[page.fichier]
        tabular = fichier.entete.colonnes or fichier.table in COMPOSED
        tableau = tableau_of(regles, page.fichier) if tabular and not page.ligne else None
        row = regles.points_de_regle.get(page.ligne)
        texte = typographie(f"{row.nom}. {row.texte}") if row else ""
        made.append(Fiche(f"page-{rank}", page.titre, tableau, texte, page.texte))
    return sorted(made, key=lambda fiche: fiche.tableau is None)
