"""A copy of the data whose names, captions, notes and rules are hostile labels."""

from __future__ import annotations

import itertools
import json
import re
from typing import TYPE_CHECKING

from tests.support.hostile import NAMES
from tests.support.wikicode import HOSTILE

if TYPE_CHECKING:
    from tests.support.editor import Copy

LABELS = [
    label
    for label in dict.fromkeys((*NAMES, *HOSTILE, "{{Infobox|x}}", "#ffffff", "a\\b"))
    if label and not re.search("[\ud800-\udfff]", label)  # no file can hold half a character
]
WRITTEN = re.compile(r'^(  )?(nom|titre|note|resume|definition|exemple) = ".*"$', re.MULTILINE)
NOT_LABELS = {"sources.toml", "phrases.toml", "mots_tables.toml"}


def toml_string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def spoil(copy: Copy) -> None:
    """Put hostile labels everywhere a label stands, and each once in a row of its own."""
    labels = itertools.cycle(LABELS)
    for path in sorted((copy.root / "data/nephilim").glob("*.toml")):
        if path.name in NOT_LABELS:
            continue
        text = WRITTEN.sub(
            lambda found: f"{found[1] or ''}{found[2]} = {toml_string(next(labels))}",
            path.read_text(encoding="utf-8"),
        )
        path.write_text(text, encoding="utf-8")
    rows = copy.root / "data/nephilim/armes_melee.toml"
    prose = '{ nom = "chose", genre = "f", nombre = "s", article = "une" }'
    with rows.open("a", encoding="utf-8") as file:
        for rank, label in enumerate(LABELS):
            file.write(
                f'\n[[ligne]]\nid = "h{rank}"\nnom = {toml_string(label)}\nprose = {prose}\n'
                'categorie = "melee"\ndegre = 1\nphysiques = 1\nmagiques = 0\n'
                f'resume = {toml_string(label)}\nsource = "combat §4"\n'
            )
    points = copy.root / "data/nephilim/points_de_regle.toml"
    text = re.sub(
        r'^texte = ".*"$',
        lambda _: f"texte = {toml_string(next(labels))}",
        points.read_text(encoding="utf-8"),
        flags=re.MULTILINE,
    )
    points.write_text(text, encoding="utf-8")
    boxes = copy.root / "data/nephilim/encarts.toml"
    lines = ", ".join(map(toml_string, LABELS))
    more = "".join(
        f'{{ titre = "Tout", numerotee = {numbered}, lignes = [{lines}] }}, '
        for numbered in ("true", "false")
    )
    text = boxes.read_text(encoding="utf-8")
    boxes.write_text(text.replace("parties = [", f"parties = [{more}", 1), encoding="utf-8")
