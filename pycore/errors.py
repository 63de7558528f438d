"""What was wrong with an input, as facts; the words are found later, in ``render.erreurs``."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Faute(NamedTuple):
    """One thing wrong with an input.

    ``chemin`` is where (``defenseurs[0].defense.type``), ``code`` the stable code, ``variante``
    which sentence of ``data/commun/erreurs.toml`` says it, ``valeurs`` what the sentence quotes.
    """

    chemin: str
    code: str
    variante: str
    valeurs: Mapping[str, object]


class RefusedError(Exception):
    """An input that the rules refuse, with every fault found in it."""

    def __init__(self, fautes: Iterable[Faute]) -> None:
        """Keep the faults, in the order in which they were found."""
        self.fautes = tuple(fautes)


def faute(chemin: str, variante: str, **valeurs: object) -> Faute:
    """Make a fault; its code is what stands before the first dot of its variant."""
    return Faute(chemin, variante.partition(".")[0], variante, valeurs)


class DataError(Exception):
    """The data cannot be used; ``fautes`` says where and why, all files together."""

    def __init__(self, fautes: Iterable[Faute]) -> None:
        """Keep the faults in the order of the files."""
        self.fautes = tuple(fautes)
