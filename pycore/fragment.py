"""A value as the fragment of an address: letters and digits alone, in pieces that stand alone.

``ncalc-combat-1-…``: whose it is, the version of its words, how many pieces there are, then the
pieces, each with its own check. A piece that was cut or changed is told and costs no other. Piece:
two bytes of CRC-32 and raw deflate, in base 62 by blocks; deflate starts from the words of the
version (``liens`` in the data), which never change. Nothing here knows a game or a shape.
"""

import re
import zlib
from typing import Any, NamedTuple

from pycore import jsontext
from pycore.errors import RefusedError, faute

PREFIXE = "ncalc"
LONGUEUR_MAX = 65_536
"""Characters of a fragment that are looked at; twelve targets with everything said take 8,000."""

CLAIR_MAX = 65_536
"""Bytes that all pieces may come to once inflated: no small text becomes a large one."""

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_BASE = len(_DIGITS)
_RANKS = {digit: rank for rank, digit in enumerate(_DIGITS)}
_BLOCK = 32
MORCEAUX_MAX = _BASE - 1
_CHECK = 2
_RAW = -15
_SMALL = 40
"""Characters of JSON under which a value of its own is not worth a piece of its own."""


def _width(size: int) -> int:
    """Digits that this many bytes take."""
    width = 0
    while _BASE**width < 256**size:
        width += 1
    return width


_WIDTHS = [_width(size) for size in range(_BLOCK + 1)]
_SIZES = {width: size for size, width in enumerate(_WIDTHS)}


def _digits(raw: bytes) -> str:
    """Write bytes in base 62, block by block."""
    said: list[str] = []
    for start in range(0, len(raw), _BLOCK):
        block = raw[start : start + _BLOCK]
        number = int.from_bytes(block, "big")
        digits = []
        for _ in range(_WIDTHS[len(block)]):
            number, rank = divmod(number, _BASE)
            digits.append(_DIGITS[rank])
        said += reversed(digits)
    return "".join(said)


def _bytes(digits: str) -> bytes | None:
    """Read base 62 back; nothing where no bytes are written so."""
    made = []
    whole = _WIDTHS[_BLOCK]
    for start in range(0, len(digits), whole):
        block = digits[start : start + whole]
        size = _SIZES.get(len(block))
        number = 0
        for digit in block:
            number = number * _BASE + _RANKS[digit]
        if size is None or number >= 256**size:
            return None
        made.append(number.to_bytes(size, "big"))
    return b"".join(made)


class Mots(NamedTuple):
    """What a piece is written with: whose it is, the version, the words that deflate starts from.

    The check knows whose piece it is: one of another calculator does not pass.
    """

    calcul: str
    version: int
    lexique: bytes

    def _check(self, plain: bytes) -> bytes:
        whose = f"{self.calcul}-{self.version}-".encode()
        crc = zlib.crc32(whose + plain) % (1 << 8 * _CHECK)
        return crc.to_bytes(_CHECK, "big")

    def write(self, value: object) -> str:
        """Write a piece."""
        plain = _compact(value).encode("utf-8", "surrogatepass")
        deflate = zlib.compressobj(9, zlib.DEFLATED, _RAW, 9, zlib.Z_DEFAULT_STRATEGY, self.lexique)
        return _digits(self._check(plain) + deflate.compress(plain) + deflate.flush())

    def read(self, digits: str, most: int) -> tuple[Any, int]:
        """Read a piece; answers its value, or ``None``, and how many bytes it came to.

        ``most``: bytes at most.
        """
        raw = _bytes(digits) or b""
        inflater = zlib.decompressobj(_RAW, self.lexique)
        try:
            plain = inflater.decompress(raw[_CHECK:], most)
        except zlib.error:
            return None, 0
        whole = inflater.eof and not inflater.unused_data
        if not whole or raw[:_CHECK] != self._check(plain):
            return None, len(plain)
        try:
            return jsontext.parse(plain.decode("utf-8", "surrogatepass")), len(plain)
        except (UnicodeDecodeError, RefusedError):
            return None, len(plain)


def _compact(value: object) -> str:
    return jsontext.dump(value, ascii_only=False)


def _pieces(value: dict[str, Any]) -> list[Any]:
    """Cut an object into pieces: each larger object of its own, the rest together first."""
    head: dict[str, Any] = {}
    pieces: list[Any] = []
    for key, item in value.items():
        if isinstance(item, dict) and len(_compact(item)) > _SMALL:
            pieces.append([key, item])
        elif isinstance(item, list) and item and all(isinstance(each, dict) for each in item):
            pieces += [[key, rank, each] for rank, each in enumerate(item)]
        else:
            head[key] = item
    return [[head], *pieces] if head or not pieces else pieces


def write(mots: Mots, value: dict[str, Any]) -> str:
    """Write an object as a fragment, without the ``#``."""
    pieces = _pieces(value)
    if len(pieces) > MORCEAUX_MAX:
        pieces = [[value]]
    texts = [mots.write(piece) for piece in pieces]
    body = _DIGITS[len(texts)] + "-".join(texts)
    return f"{PREFIXE}-{mots.calcul}-{mots.version}-{body}"


class Adresse(NamedTuple):
    """A fragment taken apart: the version that wrote it, how many pieces, those that came."""

    version: int
    nombre: int
    morceaux: tuple[str, ...]


def locate(calcul: str, texte: str) -> Adresse:
    """Find a calculator's fragment in a text: the fragment itself, or an address that ends in it.

    Raises ``RefusedError`` (code ``lien``) where there is none.
    """
    if len(texte) > LONGUEUR_MAX:
        raise RefusedError([faute("", "lien.taille", maximum=LONGUEUR_MAX)])
    prefix = f"{PREFIXE}-{calcul}-"
    start = texte.find(prefix)
    if start < 0:
        kind = "lien.autre" if f"{PREFIXE}-" in texte else "lien"
        raise RefusedError([faute("", kind)])
    found = re.match(r"(\d{1,4})-([0-9A-Za-z])([0-9A-Za-z-]*)", texte[start + len(prefix) :])
    if found is None:
        raise RefusedError([faute("", "lien.tronque")])
    pieces = [each for each in found[3].split("-", MORCEAUX_MAX)[:MORCEAUX_MAX] if each]
    return Adresse(int(found[1]), _RANKS[found[2]], tuple(pieces))


class Lu(NamedTuple):
    """What the pieces hold, and whether some were damaged, are missing, or have others after."""

    valeur: dict[str, Any]
    abime: bool
    tronque: bool
    suite: bool


def read(mots: Mots, adresse: Adresse) -> Lu:
    """Put the pieces together again.

    Raises ``RefusedError`` (code ``lien``) where none can be read.
    """
    value: dict[str, Any] = {}
    lists: dict[str, dict[int, Any]] = {}
    left, good = CLAIR_MAX, 0
    came = adresse.morceaux[: adresse.nombre]
    for digits in came:
        if not left:
            break
        piece, size = mots.read(digits, left)
        left -= size
        good += _put(piece, value, lists)
    if not good:
        raise RefusedError([faute("", "lien.illisible")])
    for key, items in lists.items():
        value[key] = [items.get(rank) for rank in range(max(items) + 1)]
    total = len(adresse.morceaux)
    return Lu(value, good < len(came), total < adresse.nombre, total > adresse.nombre)


def _put(piece: object, value: dict[str, Any], lists: dict[str, dict[int, Any]]) -> bool:
    """Put a piece in its place; answers whether it has one."""
    match piece:
        case [dict() as head]:
            value.update(head)
        case [str() as key, dict() as item]:
            value[key] = item
        case [str() as key, int() as rank, dict() as item] if 0 <= rank < MORCEAUX_MAX:
            lists.setdefault(key, {})[rank] = item
        case _:
            return False
    return True
