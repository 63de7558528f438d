"""Who is who from one entry of a journal to the next.

A fighter is known by the key that the entry gives him, as long as he bears the name that he had
under it; by his name otherwise, or by his side where he has none.
"""

import unicodedata

from pycore.nephilim.journal.shape import CLE_MAX, Qui

SHORT = CLE_MAX - 20
"""What is left of a name that is too long for what tells it from another."""


def same(nom: str) -> str:
    """Bring a name to what it is compared by: no space around, one between words, NFC."""
    return unicodedata.normalize("NFC", " ".join(nom.split()))


class Cles:
    """Keys of the fighters of a journal, entry after entry."""

    def __init__(self) -> None:
        """Start with nobody known."""
        self.noms: dict[str, str] = {}

    def keys(self, noms: list[str], qui: Qui) -> list[str]:
        """Give each fighter of an entry a key of his own; they are known from then on."""
        given = [qui.attaquant, *qui.defenseurs]
        made: list[str] = []
        for rank, typed in enumerate(noms):
            nom = same(typed)
            side = f"defenseur {rank}" if rank else "attaquant"
            key = same(given[rank]) if rank < len(given) else ""
            if not key or not self._his(key, nom) or key in made:
                key = (nom or side)[:CLE_MAX]
            again = 1
            while key in made or not self._his(key, nom):  # a namesake, or somebody else's key
                more = side if again == 1 else f"{side}, {again}"
                key = f"{(nom or side)[:SHORT]} ({more})"
                again += 1
            made.append(key)
        self.noms |= dict(zip(made, map(same, noms), strict=True))
        return made

    def _his(self, key: str, nom: str) -> bool:
        """Tell whether a key is nobody's yet, or that of a fighter of this name."""
        return self.noms.get(key, nom) == nom
