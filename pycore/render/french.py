"""French as it is printed: true minus, non-breaking spaces, guillemets; sentences filled in."""

import re
from collections.abc import Mapping

from pycore.rows import Message

MINUS = "−"
NBSP = "\u00a0"
GROUPED = 10_000
"""The first number whose digits stand in threes."""
_BEFORE = re.compile(r" ([:;!?»%])")
_AFTER = re.compile(r"(«|n°) ")


def typographie(texte: str) -> str:
    """Set the spaces of a sentence of ours; never applied to what a person typed."""
    return _AFTER.sub(r"\1" + NBSP, _BEFORE.sub(NBSP + r"\1", texte))


def signe(valeur: int) -> str:
    """Write a figure with its sign: "+3", "−2", "0"."""
    return f"+{nombre(valeur)}" if valeur > 0 else nombre(valeur)


def nombre(valeur: int) -> str:
    """Write a whole number, with a true minus; from five digits on they stand in threes."""
    written = f"{valeur:,}".replace(",", NBSP) if abs(valeur) >= GROUPED else str(valeur)
    return written.replace("-", MINUS)


def decimal(value: int, digits: int) -> str:
    """Write a number of tenths, hundredths… with a comma and no idle zeros: 125, 1 is "12,5"."""
    whole, rest = divmod(value, 10**digits)
    return f"{whole},{rest:0{digits}}".rstrip("0").removesuffix(",") if digits else str(whole)


def rapport(part: int, whole: int, digits: int) -> str:
    """Write a quotient rounded to some decimals, in whole numbers throughout."""
    return decimal((2 * part * 10**digits + whole) // (2 * whole), digits)


def pourcentage(part: int, whole: int) -> str:
    """Write a share in percent, to a tenth; never "0 %" or "100 %" unless it is exactly that."""
    tenths = (2000 * part + whole) // (2 * whole)
    if part and not tenths:
        said = "< 0,1"
    elif part != whole and tenths == 1000:  # noqa: PLR2004 - a whole, in tenths of a percent
        said = "> 99,9"
    else:
        said = decimal(tenths, 1)
    return f"{said} %".replace(" ", NBSP)


def phrase(messages: Mapping[str, Message], ident: str, **mots: object) -> str:
    """Fill a sentence of the data; what is filled in stays as it is, braces and all."""
    texte = typographie(messages[ident].texte)
    return re.sub(r"\{(\w+)\}", lambda found: str(mots[found[1]]), texte)
