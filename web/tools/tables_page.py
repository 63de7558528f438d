"""The page of the rules' tables: each as a reader of the wiki sees it, with its wikicode to copy.

An editor who has installed nothing opens this page, copies, and pastes into the wiki.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pycore.render.french import typographie
from pycore.render.tables import Tableau, matrix_of, table_of
from pycore.render.wiki_pages import pages

if TYPE_CHECKING:
    from pycore.nephilim.rows import Regles

MATRIX = "oppositions"


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
        tableau = None
        if fichier.table == MATRIX:
            tableau = matrix_of(regles, page.fichier)
        elif fichier.entete.colonnes and not page.ligne:
            tableau = table_of(regles, page.fichier)
        row = regles.points_de_regle.get(page.ligne)
        texte = typographie(f"{row.nom}. {row.texte}") if row else ""
        made.append(Fiche(f"page-{rank}", page.titre, tableau, texte, page.texte))
    return sorted(made, key=lambda fiche: fiche.tableau is None)
