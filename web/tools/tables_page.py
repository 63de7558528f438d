"""The page of the rules' tables: each as a reader of the wiki sees it, with its wikicode to copy.

An editor who has installed nothing opens this page, copies, and pastes into the wiki.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pycore.render.tables import Tableau, matrix_of, table_of
from pycore.render.wiki_pages import pages

if TYPE_CHECKING:
    from pycore.nephilim.rows import Regles

MATRIX = "oppositions"


class Fiche(NamedTuple):
    """A page of the wiki: an anchor, its title there, its table if it is one, its wikicode."""

    ancre: str
    titre: str
    tableau: Tableau | None
    wikicode: str


def fiches(regles: Regles) -> list[Fiche]:
    """List every generated page of the wiki, in the order of the data."""
    made = []
    for rank, page in enumerate(pages(regles)):
        fichier = regles.fichiers[page.fichier]
        tableau = None
        if fichier.table == MATRIX:
            tableau = matrix_of(regles, page.fichier)
        elif fichier.entete.colonnes and not page.ligne:
            tableau = table_of(regles, page.fichier)
        made.append(Fiche(f"page-{rank}", page.titre, tableau, page.texte))
    return made
