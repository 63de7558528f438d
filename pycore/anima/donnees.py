"""The tables of Anima: Beyond Fantasy, read once: ready-made where compiled, else from TOML."""

from functools import cache

from pycore.anima.rows import FICHIERS, Regles


@cache
def anima() -> Regles:
    """Tables of Anima: Beyond Fantasy."""
    try:
        from pycore.anima._donnees import REGLES
    except ImportError:  # a bare checkout carries no compiled module
        from pycore.loader import load

        return load(Regles, FICHIERS)
    made: Regles = REGLES
    return made
