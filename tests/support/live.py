"""The tables of `data/` as they are today, for the few tests of what an editor may change."""

from __future__ import annotations

from functools import cache

from pycore import loader
from pycore.anima import rows as anima_rows
from pycore.nephilim import rows as nephilim_rows
from tests.support.frozen import LIVE


@cache
def nephilim() -> nephilim_rows.Regles:
    """Give the tables of Nephilim Légende."""
    return loader.load(nephilim_rows.Regles, nephilim_rows.FICHIERS, LIVE)


@cache
def anima() -> anima_rows.Regles:
    """Give the tables of Anima: Beyond Fantasy."""
    return loader.load(anima_rows.Regles, anima_rows.FICHIERS, LIVE)
