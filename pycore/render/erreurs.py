"""Faults in French: where, what is wrong, what to do."""

import re
from collections.abc import Iterable, Mapping
from typing import TypedDict

from pycore.errors import Faute
from pycore.render.french import NBSP, nombre, phrase, typographie
from pycore.render.grammaire import majuscule
from pycore.rows import Champ, Message

_RANK = re.compile(r"\[(\d+)\]")


class Erreur(TypedDict):
    """A fault as the command line and the page show it."""

    chemin: str
    code: str
    message: str


def place(chemin: str, champs: Mapping[str, Champ]) -> str:
    """Say a path in the labels of the form: "Défenseur 1 › Degré".

    A label that stands for a key under another says both, unless the other has a rank to tell; a
    second rank counts from the second on, and so does the first of a field that says so.
    """
    said: list[str] = []
    above = ""
    ranks: list[int] = []
    for part in chemin.split("."):
        key = part.partition("[")[0]
        own = champs.get(f"{above}.{key}")
        champ = own or champs.get(key)
        if own and said and not ranks:
            said.pop()
        ranks = [int(rank) + 1 for rank in _RANK.findall(part)]
        first = 0 if champ and champ.premier_sans_rang else 1
        shown = ranks[:first] + [rank for rank in ranks[first:] if rank > 1]
        label = (typographie(champ.nom) if champ else key) + "".join(f" {rank}" for rank in shown)
        said.append(label)
        above = key
    return " › ".join(said)


def erreurs(
    fautes: Iterable[Faute], messages: Mapping[str, Message], champs: Mapping[str, Champ]
) -> list[Erreur]:
    """Put each fault into a sentence that names its place in the form's own words."""
    made: list[Erreur] = []
    for each in fautes:
        quoted = {
            key: nombre(value) if isinstance(value, int) else value
            for key, value in each.valeurs.items()
        }
        said = phrase(messages, each.variante, **quoted)
        above, _, last = each.chemin.rpartition(".")
        where = above if last == each.variante else each.chemin  # its sentence names it
        said = f"{place(where, champs)}{NBSP}: {said}" if where else majuscule(said)
        made.append({"chemin": each.chemin, "code": each.code, "message": said})
    return made
