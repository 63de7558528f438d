"""The tables of each game, read once: ready-made where they were compiled, else from TOML."""

from functools import cache

from pycore.nephilim.rows import FICHIERS, Regles


@cache
def nephilim() -> Regles:
    """Tables of Nephilim Légende."""
    try:
        from pycore._donnees import NEPHILIM
    except ImportError:  # a bare checkout carries no compiled module
        from pycore.loader import load

        return load(Regles, FICHIERS)
    compiled: Regles = NEPHILIM
    return compiled
