"""Words of the wiki's tables, found in the data; one that is missing is a fault of the data."""

from collections.abc import Iterable

from pycore.errors import DataError, faute
from pycore.render.french import NBSP, typographie
from pycore.render.words import Mots
from pycore.shapes import Choix

WORDS = "mots_tables"
PARTS = f"{NBSP}; "
"""Between two things that one cell says."""


class MotsWiki(Mots):
    """What the tables need to name things."""

    def mot(self, ident: str, **mots: object) -> str:
        """Fill a sentence of the data. Raises ``DataError`` where the data lacks it."""
        if ident not in self.regles.messages:
            raise DataError([faute(f"{self._words()} › {ident}", "requis")])
        return self.dit(ident, **mots)

    def _words(self) -> str:
        """Name the file of these words."""
        return next(f"{name}.toml" for name in self.regles.fichiers if name.endswith(WORDS))

    def accord(self, ident: str, compte: int, **mots: object) -> str:
        """Fill a sentence that counts, in the plural where there is one and it is called for."""
        several = f"{ident}_pluriel"
        plural = abs(compte) > 1 and several in self.regles.messages
        return self.mot(several if plural else ident, **mots)

    def choix(self, kind: Choix, ident: str) -> str:
        """Label of a choice: the name of the row, or the word of a closed list."""
        if not ident:
            return self.mot("table.vide")
        if kind.parmi:
            return self.mot(f"mot.{ident}")
        return self.nom(kind.table, ident)

    def liste(self, items: Iterable[str]) -> str:
        """Enumerate, or say that there is nothing."""
        return ", ".join(items) or self.mot("table.vide")

    def phrases(self, parts: Iterable[str]) -> str:
        """Say several things in one cell, with a capital; or that there is nothing."""
        said = PARTS.join(parts)
        return typographie(said[:1].upper() + said[1:]) or self.mot("table.vide")
