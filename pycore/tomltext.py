"""TOML as an editor writes it: read, or the line and the slip that a person most likely made."""

import re
import tomllib
from typing import Any

from pycore.errors import Faute, faute

_PLACE = re.compile(r"at line (\d+)")
_LOOKALIKES = "“”„«»‘‚\u00a0\u202f−–"
"""Characters that a word processor puts where TOML wants a plain one."""

_SLIPS = (
    ("donnees.sans_valeur", re.compile(r"=\s*(#|$)")),
    ("donnees.virgule", re.compile(r"=\s*[-+]?\d+,\d")),
    ("donnees.guillemets", re.compile(r"=\s*[^\W\d_]")),
)
"""What a line looks like after a common slip."""

_DEEP_KEY = re.compile(r"(?:^|[{,])[ \t\[]*(?:[\w-]+[ \t]*\.[ \t]*){32}", re.MULTILINE)
"""A key of more parts than any file has: the reader takes memory by the square of their number."""

SHOWN = 80


def read(text: str, name: str) -> dict[str, Any] | Faute:
    """Read the text of the file of that name; answers what is wrong where it cannot be read."""
    if _DEEP_KEY.search(text):
        return faute(name, "donnees.profondeur")
    try:
        return tomllib.loads(text)
    except RecursionError:
        return faute(name, "donnees.profondeur")
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        # Without a place the fault is at the end of the document.
        line = int(place[1]) if place else text.rstrip().count("\n") + 1
        return _slip(text, line, name, twice="overwrite" in str(error))


def _slip(text: str, line: int, name: str, *, twice: bool) -> Faute:
    """Name the slip in a line, as far as it can be told."""
    lines = text.splitlines() or [""]
    shown = lines[min(line, len(lines)) - 1].strip()[:SHOWN]
    quoted: dict[str, object] = {"ligne": line, "texte": shown}
    if twice:
        return faute(name, "donnees.cle_repetee", **quoted)
    curly = next((char for char in shown if char in _LOOKALIKES), None)
    if curly is not None and not re.search(rf'"[^"]*{re.escape(curly)}[^"]*"', shown):
        return faute(name, "donnees.caractere", caractere=curly, **quoted)
    found = next((variant for variant, slip in _SLIPS if slip.search(shown)), "donnees.syntaxe")
    return faute(name, found, **quoted)
