"""An outcome as text to paste: plain, Markdown for Discord, wikitext, JSON.

Read off the view tree, so that every calculator has it and says the same as the page. Each line is
escaped whole: a name is never markup, a link or a call to everybody.
"""

import re
from collections.abc import Iterator
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

SLOTS = ("verdict", "recit", "technique")
VERDICT, RECIT, TITRE, LIGNE, SUITE = "verdict", "recit", "titre", "ligne", "suite"


class Forme(NamedTuple):
    """How the outcome is wanted, and which telling of the story stands on the page."""

    forme: Annotated[str, Choix("", FORMES)] = TEXTE
    tour: Annotated[int, Entier(0, 10000)] = 0


class Bloc(NamedTuple):
    """A line of the outcome and what it is."""

    genre: str
    texte: str


_UNSEEN = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")
"""Characters that turn the direction of what follows."""

_BREAKS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_HALVES = re.compile("[\ud800-\udfff]")
_DIALOGUE = ("details", "button", "svg")
"""Elements that are there to be pressed or looked into."""


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


def _blocks(tree: Json, genre: str) -> Iterator[Bloc]:
    """List the lines of an element, but for headings of the page and what is there to be pressed.

    Where an exchange has its shorthand, that stands for its rolls.
    """
    balise, classes = tree["balise"], _classes(tree)
    if balise in (*_DIALOGUE, "h3"):
        return
    if balise == "p":
        yield Bloc(genre, _apart(tree, " · ") if "badges" in classes else _text(tree))
    elif balise in ("h4", "li"):
        yield Bloc(TITRE if balise == "h4" else SUITE, _text(tree))
    elif balise == "tr":
        yield Bloc(LIGNE, _apart(tree, " · "))
    elif "jet" in classes:
        yield Bloc(LIGNE, _roll(tree))
    else:
        inner = tree.get("enfants", [])
        short = any("notation" in _classes(each) for each in inner)
        for each in inner:
            rolled = "jet" in _classes(each) or each["balise"] == "div"
            if not (short and rolled):
                yield from _blocks(each, genre)


def blocs(vue: Json) -> list[Bloc]:
    """List the lines of a result, in the order of the page."""
    genres = {"verdict": VERDICT, "recit": RECIT, "technique": LIGNE}
    found = [
        bloc for slot in SLOTS for tree in vue.get(slot, ()) for bloc in _blocks(tree, genres[slot])
    ]
    cleaned = (Bloc(genre, _clean(texte)) for genre, texte in found)
    return [each for each in cleaned if each.texte]


def plain(lines: list[Bloc]) -> str:
    """Write the outcome as plain text."""
    said = [f"- {texte}" if genre == SUITE else texte for genre, texte in lines]
    return "\n".join(_spaced(lines, said))


def _spaced(lines: list[Bloc], said: list[str]) -> Iterator[str]:
    """Set a line apart from what is of another kind: verdict, story, figures."""
    for rank, (bloc, line) in enumerate(zip(lines, said, strict=True)):
        if rank and (bloc.genre == TITRE or {bloc.genre, lines[rank - 1].genre} & {VERDICT, RECIT}):
            yield ""
        yield line


_MARKDOWN = re.compile(
    r"[\\`*_~<>\[\]#@]|^[-+]|^\d+(?=[.)])"  # wherever they stand, or where a line begins
    r"|\|(?=\|)|(?<=\|)\|"  # what is hidden until it is pressed
    r"|:(?! )|(?<!\d)/|/(?!\d)"  # emoji by name, addresses
)


_NOTHING = "\u200b"
_ESCAPED = dict.fromkeys("0123456789", _NOTHING)
"""A number that opens a line cannot be escaped; a space of no width before it does as much."""


def markdown(texte: str) -> str:
    """Write a text so that Discord shows it as it is: no style, link, mention or emoji."""
    escaped = _MARKDOWN.sub(lambda found: _ESCAPED.get(found[0][0], "\\") + found[0], texte)
    return escaped.replace("@", f"@{_NOTHING}")  # mentions are looked for whatever stands before


_DISCORD = {VERDICT: "**{}**", TITRE: "**{}**", RECIT: "> {}", SUITE: "- {}", LIGNE: "{}"}


def discord(lines: list[Bloc]) -> str:
    """Write the outcome for Discord; what is beyond one message's length is left out."""
    said = [_DISCORD[genre].format(markdown(texte)) for genre, texte in lines]
    kept: list[str] = []
    left = DISCORD_MAX - 2
    for line in said:
        # Counted by hand: the browser's Python has no codec for it.
        left -= sum(1 + (letter > "\uffff") for letter in line) + 1
        if left < 0:
            return "\n".join([*kept, "…"])
        kept.append(line)
    return "\n".join(kept)


def wikicode(lines: list[Bloc]) -> str:
    """Write the outcome as wikitext; nothing of it but the layout is markup."""

    def line(bloc: Bloc) -> str:
        if bloc.genre == SUITE:
            return bullet(bloc.texte, numbered=False)
        words = escape(bloc.texte)
        return f"'''{words}'''" if bloc.genre in (VERDICT, TITRE) else words

    said: list[str] = []
    for rank, bloc in enumerate(lines):
        both = rank and bloc.genre == lines[rank - 1].genre == SUITE
        said += [line(bloc)] if both or not rank else ["", line(bloc)]
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
