"""Words for facts: sentences of the data, rows by id, counts in singular and plural."""

from typing import Any

from pycore.render.french import nombre, phrase, typographie


class Mots:
    """What a renderer needs to name things: the tables of the game."""

    def __init__(self, regles: Any) -> None:
        """Keep the tables."""
        self.regles = regles

    def dit(self, ident: str, **mots: object) -> str:
        """Fill a sentence of the data."""
        return phrase(self.regles.messages, ident, **mots)

    def compte(self, ident: str, valeur: int) -> str:
        """Fill a sentence that counts, in the singular or the plural (0 and 1 are singular)."""
        form = ident if abs(valeur) <= 1 else f"{ident}_pluriel"
        return self.dit(form, nombre=nombre(valeur))

    def nom(self, table: str, ident: str) -> str:
        """Label of a row."""
        label: str = getattr(self.regles, table)[ident].nom
        return typographie(label)

    def section(self, table: str, ident: str) -> str:
        """Where the wiki says it: article and section of a row."""
        source = self.regles.sources[getattr(self.regles, table)[ident].source]
        return f"{source.article}, {typographie(source.nom)}"

    def pour_cent(self, valeur: int) -> str:
        """Write a percentage."""
        return self.dit("mots.pour_cent", nombre=nombre(valeur))
