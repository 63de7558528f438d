"""Names set in sentences of ours: the capital that opens one, articles that contract, stops.

A name stays an element of its own whatever stands around it; what changes is its first letter at
the head of a sentence, and an article of its that a preposition takes over.
"""

import re

from pycore.render import grammaire
from pycore.render.view import Contenu, Noeud, noeud

_PREPOSITION = re.compile(r"(?:^|[\s«(’])(de|à|que) $", re.IGNORECASE)
_STOPS = (".", "!", "?", "…")


def named(nom: str, classe: str, *, majuscule: bool) -> Noeud:
    """A fighter's name in the colour of his side; it may open a sentence."""
    said = grammaire.majuscule(nom) if majuscule else nom
    return noeud("bdi", said, classe=f"nom {classe}".strip())


def _joined(before: str, name: Noeud) -> tuple[str, Noeud]:
    """Let a preposition that ends our words meet the name that follows."""
    found = _PREPOSITION.search(before)
    if found is None:
        return before, name
    written, rest = grammaire.contracte_nom(found[1].lower(), name.texte)
    if found[1][0].isupper():
        written = grammaire.majuscule(written)
    return before[: found.start(1)] + written, name._replace(texte=rest)


def fitted(said: list[Contenu]) -> list[Contenu]:
    """Fit words and the names among them: "du Rouge", "d’Élise", one stop after "Monsieur X."."""
    made: list[Contenu] = []
    for part in said:
        last = made[-1] if made else ""
        if isinstance(part, Noeud) and isinstance(last, str) and made:
            made[-1], fit = _joined(last, part)
            made.append(fit)
        elif isinstance(part, str) and isinstance(last, Noeud):
            stopped = part.startswith(".") and last.texte.rstrip().endswith(_STOPS)
            made.append(part[1:] if stopped else part)
        else:
            made.append(part)
    return made
