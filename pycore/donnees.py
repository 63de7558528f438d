"""The tables of every game, for what shows more than one; a calculator takes those of its own."""

from pycore.anima.donnees import anima
from pycore.nephilim.donnees import nephilim

__all__ = ["anima", "nephilim"]
