"""Words for facts: sentences of the data, rows by id, counts in singular and plural."""

import re
from collections.abc import Callable
from typing import Any

from pycore.render.french import nombre, phrase, typographie
from pycore.render.names import fitted
from pycore.render.view import Contenu

_SLOT = re.compile(r"\{(\w+)\}")


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


def filled(texte: str, word: Callable[[str], Contenu]) -> list[Contenu]:
    """Fill a sentence with words and elements, each found by what its braces hold.

    What is filled in stays a piece of its own: what a person typed is never joined to our text.
    """
    said: list[Contenu] = []
    end = 0
    for found in _SLOT.finditer(texte):
        said += [texte[end : found.start()], word(found[1])]
        end = found.end()
    said.append(texte[end:])
    return fitted([each for each in said if each != ""])
