"""What can be calculated: the calculators of every game that is here, by name.

A game is a module of ``pycore.jeux``. A page downloads the modules of its own game alone, so one
may be missing; nothing outside ``pycore.jeux`` branches on a game's or a calculator's name.
"""

from collections.abc import Mapping
from importlib import import_module

from pycore.operations import Calcul


def _calculs(jeu: str) -> Mapping[str, Calcul]:
    """Rows of a game; none where it is not carried."""
    name = f"pycore.jeux.{jeu}"
    try:
        rows: Mapping[str, Calcul] = import_module(name).CALCULS
    except ModuleNotFoundError as error:
        if error.name != name:  # it is there, and lacks something
            raise
        return {}
    return rows


JEUX: Mapping[str, Mapping[str, Calcul]] = {jeu: _calculs(jeu) for jeu in ("nephilim", "anima")}

CALCULS: Mapping[str, Calcul] = {
    name: calcul for calculs in JEUX.values() for name, calcul in calculs.items()
}
