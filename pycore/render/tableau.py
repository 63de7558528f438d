"""What a table of the wiki is, before anyone lays it out."""

from typing import NamedTuple


class Cellule(NamedTuple):
    """What a cell says, and the number it is sorted by, if any."""

    texte: str
    cle: int | None = None


class Renvoi(NamedTuple):
    """A link: the page, the section on it, the words. Without a page, the words alone."""

    page: str
    ancre: str
    texte: str


class Tete(NamedTuple):
    """The head of a column; ``nombre``: its cells are sorted as numbers."""

    texte: str
    nombre: bool


class Tableau(NamedTuple):
    """A table. The first cell of each row is the row's own head."""

    titre: str
    tetes: tuple[Tete, ...]
    rangees: tuple[tuple[Cellule, ...], ...]
    triable: bool
    note: str
    points: tuple[Renvoi, ...]
    source: Renvoi | None
