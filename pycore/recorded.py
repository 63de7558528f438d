"""Arithmetic that writes down what it does, so that a figure and its explanation cannot differ."""

from typing import NamedTuple


class Terme(NamedTuple):
    """A figure of a sum: where it comes from (``table`` and id of the row) and how much.

    ``regle`` is the point de règle that settles it, or nothing.
    """

    table: str
    source: str
    valeur: int
    regle: str = ""


class Pas(NamedTuple):
    """A step of a calculation: what was done with which value, by what cause, and the total since.

    ``operation``: ``ajout`` total + valeur · ``facteur`` total × valeur · ``quotient`` ⌊total ÷
    valeur⌋ · ``plancher`` max(total, valeur) · ``annulation`` 0 · ``sans_effet`` total unchanged.
    """

    operation: str
    table: str
    cause: str
    valeur: int
    total: int
    regle: str = ""


class Compte:
    """A running total; each operation records its step."""

    __slots__ = ("annule", "pas", "total")

    def __init__(self) -> None:
        """Start from 0."""
        self.total = 0
        self.pas: list[Pas] = []
        self.annule = False

    def _note(self, operation: str, table: str, cause: str, valeur: int, regle: str) -> None:
        self.pas.append(Pas(operation, table, cause, valeur, self.total, regle))

    def ajoute(self, table: str, cause: str, valeur: int, regle: str = "") -> None:
        """Add; a 0 changes nothing and is not noted. A cancelled total stays as it is."""
        if valeur and not self.annule:
            self.total += valeur
            self._note("ajout", table, cause, valeur, regle)

    def multiplie(self, table: str, cause: str, facteur: int, regle: str = "") -> None:
        """Multiply; a total of 0 is left alone."""
        if self.total and not self.annule:
            self.total *= facteur
            self._note("facteur", table, cause, facteur, regle)

    def divise(self, table: str, cause: str, diviseur: int, regle: str = "") -> None:
        """Divide, rounding down; a total of 0 is left alone."""
        if self.total and not self.annule:
            self.total //= diviseur
            self._note("quotient", table, cause, diviseur, regle)

    def annule_tout(self, table: str, cause: str, regle: str = "") -> None:
        """Cancel: 0 from here to the end. Only the first cancellation of a total counts."""
        if not self.annule:
            self.total = 0
            self._note("annulation", table, cause, 0, regle)
            self.annule = True

    def releve(self, table: str, cause: str, minimum: int, regle: str = "") -> None:
        """Raise to a minimum where the total is lower."""
        if self.total < minimum and not self.annule:
            self.total = minimum
            self._note("plancher", table, cause, minimum, regle)

    def mentionne(self, table: str, cause: str, regle: str = "") -> None:
        """Note something that might have counted and does not."""
        if not self.annule:
            self._note("sans_effet", table, cause, 0, regle)
