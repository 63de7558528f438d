"""Scenes and stories told in full, as they were read and approved.

`NCALC_RECITS=ecrire` writes them again, for a person to read what changed before it is kept.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

import pytest

from pycore.donnees import nephilim
from pycore.nephilim.combat.reading import read
from pycore.nephilim.combat.resolve import resolve, thresholds
from pycore.render.recit import recit_nodes
from pycore.render.scene import scene_nodes
from pycore.render.view import text
from tests.support.golden import kept
from tests.support.stories import STORIES, Json
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pycore.render.view import Noeud

GOLDEN = ROOT / "tests/golden/recits"
WRITING = os.environ.get("NCALC_RECITS") == "ecrire"


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


@pytest.mark.parametrize("name", STORIES)
def test_story(name: str) -> None:
    now = told(STORIES[name])
    assert kept(GOLDEN / f"{name}.txt", now, writing=WRITING) == now


def test_no_other_story_is_kept() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(STORIES)
    assert all(re.fullmatch(r"[a-z-]+", name) for name in STORIES)
