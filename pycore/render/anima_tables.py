"""Tables of Anima that formulas make: damage by margin and armour, the bonus of a counter.

Every figure is computed by the rules themselves, so that a table cannot say another.
"""

from collections.abc import Iterator

from pycore.anima.damage import counter_bonus, percentage
from pycore.anima.rows import BaremeContre, BaremeDegats, Regles
from pycore.render.anima_cells import span
from pycore.render.french import signe
from pycore.render.tableau import Cellule, Tableau
from pycore.render.tables import assemble
from pycore.render.wiki_words import MotsWiki
from pycore.rows import Entete

MOST_ARMOUR = 10


def _titled(regles: Regles, stem: str, row: BaremeDegats | BaremeContre) -> Entete:
    """The head of a table that shows one row: its file's title, then its own."""
    titre = f"{regles.fichiers[stem].entete.titre} : {row.nom.lower()}"
    return Entete(titre, row.source, row.resume)


def damage_table(regles: Regles, row: BaremeDegats) -> Tableau:
    """Percentage of the damage: a row for each ten of margin, a column for each armour."""
    mots = MotsWiki(regles)
    armours = range(MOST_ARMOUR + 1)
    heads = [mots.mot("tableau.marge"), *(mots.mot("tableau.ip", ip=ip) for ip in armours)]

    def line(marge: int) -> tuple[Cellule, ...]:
        least = max(1, marge)
        shown = Cellule(span(mots, least, marge + row.tranche - 1))
        figures = (percentage(row, least, ip).total for ip in armours)
        return (shown, *(Cellule(mots.pour_cent(figure), figure) for figure in figures))

    lines = [
        line(marge)
        for marge in range(0, row.montre + 1, row.tranche)
        if marge + row.tranche > 1  # a margin of 0 is no blow
    ]
    entete = _titled(regles, "anima/baremes_degats", row)
    return assemble(regles, entete, heads, lines, row.decisions)


def _ranks(row: BaremeContre) -> Iterator[tuple[int, int | None, int]]:
    """Each rank of gaps that gives the same bonus: from, to, bonus; the last goes on for ever."""
    start, bonus = 1, counter_bonus(row, 1)
    while bonus < row.maximum:
        gap = start
        while counter_bonus(row, gap) == bonus:
            gap += 1
        yield start, gap - 1, bonus
        start, bonus = gap, counter_bonus(row, gap)
    yield start, None, bonus


def counter_table(regles: Regles, row: BaremeContre) -> Tableau:
    """Bonus of a counter: a row for each rank of gaps."""
    mots = MotsWiki(regles)
    heads = [mots.mot("tableau.ecart"), mots.mot("tableau.bonus")]
    lines = [
        (Cellule(span(mots, least, most)), Cellule(signe(bonus), bonus))
        for least, most, bonus in _ranks(row)
    ]
    entete = _titled(regles, "anima/baremes_contre", row)
    return assemble(regles, entete, heads, lines, row.decisions)
