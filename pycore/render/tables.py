"""Tables of the data as a reader of the wiki sees them: heads, cells, notes; still without markup.

Which columns a table has stands at the head of its file; what a cell says follows from the kind of
the field, unless ``cells`` composes it from several.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pycore.errors import DataError, faute
from pycore.nephilim.action.rules import matrix
from pycore.nephilim.roll import CRITIQUE, DIZAINE, MALADRESSE, ORDRE, issues
from pycore.nephilim.rows import Regles, SeuilRow
from pycore.render import anima_cells, cells
from pycore.render.french import nombre, signe, typographie
from pycore.render.tableau import Cellule, Renvoi, Tableau, Tete
from pycore.render.wiki_words import MotsWiki
from pycore.render.words import Mots
from pycore.rows import Colonne, Entete, PointDeRegle
from pycore.shapes import Booleen, Choix, Entier, Kind, Liste, Texte, fields_of
from pycore.wiki import box_page, columns_file

COMPOSED = {**cells.COMPOSED, **anima_cells.COMPOSED}

UNMEASURED = -1
"""Where a text that holds no number is sorted, in a column of measures."""


def _measure(texte: str) -> int:
    """Read the number that a text starts with ("250 m"); spaces within it are not read."""
    digits = ""
    for char in texte:
        if char not in "0123456789":
            break
        digits += char
    return int(digits) if digits else UNMEASURED


def _plain(mots: MotsWiki, kind: Kind, value: Any, forme: str) -> Cellule | None:
    """Write a value as its kind is written, or answer nothing for a kind that no cell shows."""
    match kind:
        case Entier():
            return Cellule(signe(value) if forme == "signe" else nombre(value), value)
        case Booleen():
            return Cellule(mots.mot("table.oui" if value else "table.non"))
        case Texte():
            cle = _measure(value) if forme == "mesure" else None
            return Cellule(typographie(value) or mots.mot("table.vide"), cle)
        case Choix():
            return Cellule(mots.choix(kind, value))
        case Liste(kind=Choix() as inner):
            return Cellule(mots.liste(mots.choix(inner, each) for each in value))
        case _:
            return None


def _cell(mots: MotsWiki, row: Any, colonne: Colonne) -> Cellule:
    compose = COMPOSED.get((type(row), colonne.champ))
    if compose is not None:
        return compose(mots, row)
    kind = fields_of(type(row))[colonne.champ]
    made = _plain(mots, kind, getattr(row, colonne.champ), colonne.forme)
    if made is None:
        where = f"{columns_file(mots.regles.fichiers)} › {colonne.id}.champ"
        raise DataError([faute(where, "donnees.colonne_composee", champ=colonne.champ)])
    return made


def source_link(regles: Any, ident: str) -> Renvoi | None:
    """Link to the section of the wiki that a source names."""
    if not ident:
        return None
    row = regles.sources[ident]
    said = f"{row.article}, {row.nom}" if row.ancre or row.livre else row.article
    return Renvoi("" if row.livre else row.article, row.ancre, typographie(said))


def point_name(regles: Any, row: PointDeRegle) -> str:
    """Name a point de règle, with its id where the game's are numbers."""
    return Mots(regles).dit("mots.point", id=row.id, nom=typographie(row.nom))


def point_links(regles: Any, cited: Iterable[str]) -> tuple[Renvoi, ...]:
    """Link to each point de règle cited, once, in their own order."""
    wanted = frozenset(cited)
    page = next(
        (each.entete.page for each in regles.fichiers.values() if each.table == "points_de_regle"),
        "",
    )
    return tuple(
        Renvoi(box_page(page, ident) if page else "", "", point_name(regles, row))
        for ident, row in regles.points_de_regle.items()
        if ident in wanted
    )


def assemble(
    regles: Any,
    entete: Entete,
    tetes: Iterable[str],
    rangees: Iterable[tuple[Cellule, ...]],
    cited: Iterable[str],
) -> Tableau:
    """Put a table together; a column with numbers to sort by is one of numbers."""
    rows = tuple(rangees)
    columns = zip(*rows, strict=True)
    numeric = [any(cell.cle is not None for cell in column) for column in columns]
    heads = list(tetes)
    return Tableau(
        typographie(entete.titre),
        tuple(Tete(head, bool(rows) and numeric[rank]) for rank, head in enumerate(heads)),
        rows,
        entete.triable,
        typographie(entete.note),
        point_links(regles, cited),
        source_link(regles, entete.source),
    )


def table_of(regles: Any, fichier_id: str) -> Tableau:
    """Make the table of a file: a column for each that its head names, a row for each of its rows.

    Raises ``DataError`` where the head names no column, or a word is missing.
    """
    fichier = regles.fichiers[fichier_id]
    entete = fichier.entete
    if not entete.colonnes:
        raise DataError([faute(f"{fichier_id}.toml › table.colonnes", "requis")])
    mots = MotsWiki(regles)
    colonnes = [regles.colonnes[ident] for ident in entete.colonnes]
    table = getattr(regles, fichier.table)
    rows = [table[ident] for ident in fichier.lignes]
    return assemble(
        regles,
        entete,
        (typographie(colonne.nom) for colonne in colonnes),
        (tuple(_cell(mots, row, colonne) for colonne in colonnes) for row in rows),
        (point for row in rows for point in getattr(row, "decisions", ())),
    )


def matrix_of(regles: Regles, fichier_id: str) -> Tableau:
    """Make the matrix of an action opposée: who wins, for each pair of results."""
    mots = MotsWiki(regles)
    labels = [typographie(regles.resultats[ident].nom) for ident in reversed(ORDRE)]
    winners = regles.oppositions
    return assemble(
        regles,
        regles.fichiers[fichier_id].entete,
        [mots.mot("matrice.coin"), *labels],
        (
            (Cellule(label), *(Cellule(typographie(winners[each].nom)) for each in line))
            for label, line in zip(labels, matrix(), strict=True)
        ),
        (point for row in winners.values() for point in row.decisions),
    )


def chances_of(regles: Regles, fichier_id: str) -> Tableau:
    """Make the table of chances: for each threshold, the rolls of 100 that come to each result."""
    mots = MotsWiki(regles)
    shown = (CRITIQUE, MALADRESSE)
    heads = [mots.mot("chances.seuil"), mots.mot("chances.reussite")]
    heads += [typographie(regles.resultats[ident].nom) for ident in shown]

    def cells(row: SeuilRow) -> tuple[Cellule, ...]:
        found = issues(row.degres)
        success = sum(count for issue, count in found.items() if issue.reussi)
        counts = [success] + [
            sum(count for issue, count in found.items() if issue.resultat == ident)
            for ident in shown
        ]
        seuil = max(0, DIZAINE * row.degres)
        return tuple(
            Cellule(mots.dit("mots.pour_cent", nombre=nombre(figure)), figure)
            for figure in (seuil, *counts)
        )

    rows = [regles.seuils[ident] for ident in regles.fichiers[fichier_id].lignes]
    entete = regles.fichiers[fichier_id].entete
    return assemble(regles, entete, heads, (cells(row) for row in rows), ())


_MADE: Mapping[str, Callable[[Regles, str], Tableau]] = {
    "oppositions": matrix_of,
    "seuils": chances_of,
}
"""Tables of the data that are counted or composed, not shown column by column."""


def tableau_of(regles: Regles, fichier_id: str) -> Tableau:
    """Make the table of a file, whichever its kind. Raises ``DataError`` as ``table_of`` does."""
    make: Callable[[Regles, str], Tableau] = _MADE.get(regles.fichiers[fichier_id].table, table_of)
    return make(regles, fichier_id)
