"""Six scenes and stories told in full, as they were read and accepted.

`python3 build.py test --accepter` writes them anew, for a person to read what changed. What holds
for every story is asked in tests/test_prose_recit.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pycore.donnees import nephilim
from pycore.nephilim.combat.reading import read
from pycore.nephilim.combat.resolve import resolve, thresholds
from pycore.render.recit import recit_nodes
from pycore.render.scene import scene_nodes
from pycore.render.view import text
from tests.support.golden import compare
from tests.support.stories import STORIES, Json
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pycore.render.view import Noeud

GOLDEN = ROOT / "tests/golden/recits"
KEPT = {
    "coup-par-coup": "Un jet par cible : chacune a son sort.",
    "rafale-critique": "Un jet pour tous : ce qu’il fait, puis ce que chacun reçoit.",
    "deux-attaques": "Deux attaques de suite, l’une après l’autre.",
    "maladresse-riposte": "L’attaquant se trompe, le défenseur en profite.",
    "desarme-corps": "Une arme du corps ne se perd pas.",
    "fuite-blesse": "Il fuit, mais le coup l’atteint ; un nom avec son article.",
}
"""The stories that are kept, each for what only it shows."""

pytestmark = pytest.mark.accepte


def lines(title: str, nodes: Iterable[Noeud]) -> str:
    """A title and a line a paragraph; a non-breaking space shows as a tie."""
    return f"## {title}\n" + "".join(text([node]).replace("\u00a0", "~") + "\n" for node in nodes)


def told(scenario: Json) -> str:
    """The scene, then the story in three wordings."""
    regles = nephilim()
    asked = read(scenario, regles, dice=True)
    resultat = resolve(asked, regles)
    idle = thresholds(asked, regles).inactifs
    said = lines("La scène", scene_nodes(asked, regles, idle))
    for graine in range(3):
        said += "\n" + lines(f"Le récit {graine}", recit_nodes(resultat, asked, regles, graine))
    return said


@pytest.mark.parametrize("name", KEPT)
def test_story(name: str) -> None:
    compare(GOLDEN / f"{name}.txt", f"{KEPT[name]}\n\n{told(STORIES[name])}")


def test_no_other_story_is_kept() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(KEPT)
