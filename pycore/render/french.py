"""French as it is printed: true minus, non-breaking spaces, guillemets; sentences filled in."""

import re
from collections.abc import Mapping

from pycore.rows import Message

MINUS = "−"
NBSP = "\u00a0"
_BEFORE = re.compile(r" ([:;!?»%])")
_AFTER = re.compile(r"« ")


def typographie(texte: str) -> str:
    """Set the spaces of a sentence of ours; never applied to what a person typed."""
    return _AFTER.sub("«" + NBSP, _BEFORE.sub(NBSP + r"\1", texte))


def signe(valeur: int) -> str:
    """Write a figure with its sign: "+3", "−2", "0"."""
    return f"+{valeur}" if valeur > 0 else nombre(valeur)


def nombre(valeur: int) -> str:
    """Write a whole number, with a true minus."""
    return str(valeur).replace("-", MINUS)


def decimal(centiemes: int) -> str:
    """Write hundredths as a number with a decimal comma, without idle zeros: 1250 is "12,5"."""
    whole, rest = divmod(centiemes, 100)
    return f"{whole},{rest:02}".rstrip("0").rstrip(",")


def phrase(messages: Mapping[str, Message], ident: str, **mots: object) -> str:
    """Fill a sentence of the data; what is filled in stays as it is, braces and all."""
    texte = typographie(messages[ident].texte)
    return re.sub(r"\{(\w+)\}", lambda found: str(mots[found[1]]), texte)
