"""The tables of Nephilim Légende, read once: ready-made where compiled, else from TOML."""

from functools import cache

from pycore.nephilim.rows import FICHIERS, Regles


@cache
def nephilim() -> Regles:
    """Tables of Nephilim Légende."""
    try:
        from pycore.nephilim._donnees import REGLES
    except ImportError:  # a bare checkout carries no compiled module
        from pycore.loader import load

        return load(Regles, FICHIERS)
    made: Regles = REGLES
    return made
