"""An outcome as text to paste: plain, Markdown for Discord, wikitext, JSON.

Read off the view tree, so that every calculator has it and says the same as the page. Each line is
escaped whole: a name is never markup, a link or a call to everybody.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from enum import Enum, auto
from itertools import accumulate
from typing import Annotated, Any, NamedTuple

from pycore import jsontext
from pycore.operations import Json, Operation
from pycore.render.view import PREFIX
from pycore.render.wikitext import REPLACEMENT, bullet, escape
from pycore.shapes import Choix, Entier

TEXTE, DISCORD, WIKICODE, JSON = "texte", "discord", "wikicode", "json"
FORMES = (TEXTE, DISCORD, WIKICODE, JSON)
DISCORD_MAX = 2000
"""What a message of Discord holds, in UTF-16 units."""


class Genre(Enum):
    """What a line of the outcome is."""

    VERDICT = auto()
    RECIT = auto()
    TITRE = auto()
    LIGNE = auto()
    SUITE = auto()


SLOTS = {"verdict": Genre.VERDICT, "recit": Genre.RECIT, "technique": Genre.LIGNE}
"""The places of the page that are copied, in its order, and what their lines are."""


class Forme(NamedTuple):
    """How the outcome is wanted, and which telling of the story stands on the page."""

    forme: Annotated[str, Choix("", FORMES)] = TEXTE
    tour: Annotated[int, Entier(0, 10000)] = 0


class Bloc(NamedTuple):
    """A line of the outcome and what it is."""

    genre: Genre
    texte: str


_UNSEEN = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")
"""Characters that turn the direction of what follows."""

_BREAKS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_HALVES = re.compile("[\ud800-\udfff]")


def _clean(texte: str) -> str:
    """Make one line of a text, of characters that any program can hold."""
    plain = _HALVES.sub(REPLACEMENT, _UNSEEN.sub("", _BREAKS.sub(" ", texte)))
    return plain.strip(" ")


def _text(tree: Json) -> str:
    """Read an element's text. A chip's parts, or a cell's, are told apart by the caller."""
    inner = "".join(_text(each) for each in tree.get("enfants", ()))
    return str(tree.get("texte", "")) + inner


def _classes(tree: Json) -> list[str]:
    said: str = tree.get("attributs", {}).get("class", "")
    return [each.removeprefix(PREFIX) for each in said.split()]


def _apart(tree: Json, mark: str) -> str:
    """Read the texts of an element's children, told apart by a mark."""
    return mark.join(_text(each) for each in tree.get("enfants", ()))


def _roll(tree: Json) -> str:
    """Read a roll: whose it is, its figures by name, what it came to."""
    said = []
    for each in tree.get("enfants", ()):
        if each["balise"] == "dl":
            said += [_apart(pair, " ") for pair in each.get("enfants", ())]
        else:
            said.append(_text(each))
    return " · ".join(said)


def _blocks(tree: Json, genre: Genre) -> Iterator[Bloc]:
    """List the lines of an element, but for what is there to be looked into.

    Where an exchange has its shorthand, that stands for its rolls.
    """
    balise, classes = tree["balise"], _classes(tree)
    if balise == "details":
        return
    if balise == "p":
        yield Bloc(genre, _apart(tree, " · ") if "badges" in classes else _text(tree))
    elif balise in ("h4", "li"):
        yield Bloc(Genre.TITRE if balise == "h4" else Genre.SUITE, _text(tree))
    elif balise == "tr":
        yield Bloc(Genre.LIGNE, _apart(tree, " · "))
    elif "jet" in classes:
        yield Bloc(Genre.LIGNE, _roll(tree))
    else:
        inner = tree.get("enfants", [])
        short = any("notation" in _classes(each) for each in inner)
        for each in inner:
            if not (short and each["balise"] == "div"):
                yield from _blocks(each, genre)


def blocs(vue: Json) -> list[Bloc]:
    """List the lines of a result, in the order of the page."""
    return [
        Bloc(bloc.genre, _clean(bloc.texte))
        for slot, genre in SLOTS.items()
        for tree in vue.get(slot, ())
        for bloc in _blocks(tree, genre)
    ]


def plain(lines: list[Bloc]) -> str:
    """Write the outcome as plain text, a line set apart from what is of another kind."""
    said: list[str] = []
    before: Genre | None = None
    for genre, texte in lines:
        if before and (genre is Genre.TITRE or {genre, before} & {Genre.VERDICT, Genre.RECIT}):
            said.append("")
        said.append(f"- {texte}" if genre is Genre.SUITE else texte)
        before = genre
    return "\n".join(said)


_MARKDOWN = re.compile(
    r"[\\`*_~<>\[\]#@]|^[-+]|^\d+(?=[.)])"  # wherever they stand, or where a line begins
    r"|\|(?=\|)|(?<=\|)\|"  # what is hidden until it is pressed
    r"|:(?! )|(?<!\d)/|/(?!\d)"  # emoji by name, addresses
)


_NOTHING = "\u200b"
"""A space of no width."""


def _escape(found: re.Match[str]) -> str:
    """Say that a sign is no markup; before a number, where that cannot be said, nothing stands."""
    return (_NOTHING if found[0].isdecimal() else "\\") + found[0]


def markdown(texte: str) -> str:
    """Write a text so that Discord shows it as it is: no style, link, mention or emoji."""
    escaped = _MARKDOWN.sub(_escape, texte)
    return escaped.replace("@", f"@{_NOTHING}")  # mentions are looked for whatever stands before


_DISCORD = {
    Genre.VERDICT: "**{}**",
    Genre.TITRE: "**{}**",
    Genre.RECIT: "> {}",
    Genre.SUITE: "- {}",
    Genre.LIGNE: "{}",
}


def discord(lines: list[Bloc]) -> str:
    """Write the outcome for Discord; the lines beyond one message's length are left out."""
    whole = "\n".join(_DISCORD[genre].format(markdown(texte)) for genre, texte in lines)
    # Counted by hand: the browser's Python has no codec for it.
    ends = list(accumulate(1 + bool(ord(letter) >> 16) for letter in whole))
    held = bisect_right(ends, DISCORD_MAX)
    if held == len(whole):
        return whole
    return whole[: held - 1].rpartition("\n")[0] + "\n…"


def wikicode(lines: list[Bloc]) -> str:
    """Write the outcome as wikitext; nothing of it but the layout is markup."""

    def line(bloc: Bloc) -> str:
        if bloc.genre is Genre.SUITE:
            return bullet(bloc.texte, numbered=False)
        words = escape(bloc.texte)
        return f"'''{words}'''" if bloc.genre in (Genre.VERDICT, Genre.TITRE) else words

    said: list[str] = []
    before: Genre | None = None
    for bloc in lines:
        if before and not (before is bloc.genre is Genre.SUITE):
            said.append("")
        said.append(line(bloc))
        before = bloc.genre
    return "\n".join(said) + "\n"


_WRITERS = {TEXTE: plain, DISCORD: discord, WIKICODE: wikicode}


def copying(resolve: Operation) -> Operation:
    """Make the operation that writes what another answers."""

    def run(scenario: Any, tables: Any, forme: Forme) -> str:
        kind: Any = resolve.demande
        told = {} if kind is None or "tour" not in kind._fields else {"tour": forme.tour}
        wanted = () if kind is None else (kind(**told),)
        facts = resolve.run(scenario, tables, *wanted)
        if forme.forme == JSON:
            return jsontext.dump(resolve.json(facts, tables), 1)
        return _WRITERS[forme.forme](blocs(resolve.view(facts, scenario, tables)))

    return Operation(
        dice=resolve.dice,
        run=run,
        json=lambda texte, _tables: {"texte": texte},
        view=lambda _texte, _scenario, _tables: {},
        demande=Forme,
    )
