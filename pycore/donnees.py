"""The tables of each game, read once: ready-made where they were compiled, else from TOML."""

from functools import cache

from pycore.anima import rows as anima_rows
from pycore.nephilim import rows as nephilim_rows


@cache
def nephilim() -> nephilim_rows.Regles:
    """Tables of Nephilim Légende."""
    try:
        from pycore._donnees import nephilim as compiled
    except ImportError:  # a bare checkout carries no compiled module
        from pycore.loader import load

        return load(nephilim_rows.Regles, nephilim_rows.FICHIERS)
    made: nephilim_rows.Regles = compiled()
    return made


@cache
def anima() -> anima_rows.Regles:
    """Tables of Anima: Beyond Fantasy."""
    try:
        from pycore._donnees import anima as compiled
    except ImportError:
        from pycore.loader import load

        return load(anima_rows.Regles, anima_rows.FICHIERS)
    made: anima_rows.Regles = compiled()
    return made
