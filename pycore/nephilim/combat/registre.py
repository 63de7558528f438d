"""A file of fighters read back: those that are right, and what was wrong with the others."""

from typing import Any, NamedTuple

from pycore.errors import Faute, RefusedError, faute
from pycore.link import few
from pycore.nephilim.combat.personnage import PERSONNAGES_MAX, VERSION, ids, usable
from pycore.shapes import SHOWN, Context


class Lot(NamedTuple):
    """Values that claim to be fighters."""

    valeurs: list[Any]


class Registre(NamedTuple):
    """Fighters read, and what was wrong."""

    personnages: tuple[dict[str, Any], ...]
    fautes: tuple[Faute, ...]


def read(value: object, _nom: str, _calcul: object) -> Lot:
    """Take a file ``{"version", "personnages"}``, a list, or a single fighter.

    Raises ``RefusedError`` for anything else, or a file of a later version.
    """
    if isinstance(value, list):
        return Lot(value)
    if not isinstance(value, dict):
        raise RefusedError([faute("", "type.objet")])
    held = value.get("personnages")
    if held is None:
        return Lot([value])
    version = value.get("version", VERSION)
    if version != VERSION:
        said = str(version)[:SHOWN]
        raise RefusedError([faute("version", "version", valeur=said, attendu=VERSION)])
    if not isinstance(held, list):
        raise RefusedError([faute("personnages", "type.liste")])
    return Lot(held)


def sort_out(lot: Lot, regles: Any) -> Registre:
    """Keep the fighters that can be used, whatever is wrong with others."""
    context = Context(ids(regles))
    made = []
    for rank, value in enumerate(lot.valeurs[:PERSONNAGES_MAX]):
        read_one = usable(value, f"personnages[{rank}]", context)
        if read_one is not None:
            made.append(read_one)
    beyond = len(lot.valeurs) - PERSONNAGES_MAX
    if beyond > 0:
        context.refuse(
            "personnages",
            "longueur.entre",
            minimum=0,
            maximum=PERSONNAGES_MAX,
            valeur=len(lot.valeurs),
        )
    return Registre(tuple(made), tuple(few(context.fautes)))
