"""What each refusal says, in full, as it was read and approved: place, code and words.

`NCALC_VUES=ecrire` writes it again, for a person to read what changed before it is kept.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pycore import api
from pycore.errors import RefusedError
from tests.support.anima import anima_cases
from tests.support.cases import cases
from tests.support.golden import WRITING, kept
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

GOLDEN = ROOT / "tests/golden/refus.txt"
FIRE = {"ka": "feu", "degre": 4}
SIMPLE: tuple[Any, ...] = (
    {},
    [],
    {"vecu": 5},
    {"vecu": 31, "jet": 10},
    {"vecu": 5, "jet": 101},
    {"vecu": 5, "jet": [10]},
    {"vecu": 5, "jet": 10, "tentative": 3},
    {"vecu": 5, "jet": 10, "bonus": 11, "malus": -1},
    {"vecu": 5, "jet": 10, "blessures": ["?"]},
    {"vecu": 5, "jet": 10, "approche": {"ka": "feu"}},
    {"vecu": 5, "jet": 10, "approche": {"ka": "or", "degre": 1}},
    {"vecu": 5, "jet": 10, "approche": FIRE, "approche_precedente": "feu"},
    {"vecu": 5, "jet": 10, "tentative": 2, "approche": FIRE, "approche_precedente": "feu"},
    {"vecu": 5, "jet": 10, "tentative": 2, "approche": FIRE},
    {"vecu": 5, "jet": 10, "tentative": 2, "approche_precedente": "feu"},
    {"vecu": 5, "jet": 10, "version": 2},
    {"vecu": 5, "jet": 10, "inconnue": 1},
)


def asked() -> Iterator[tuple[str, str, str]]:
    """A name, a calculator and a text that it refuses."""
    for case in cases("refus"):
        yield case.name, "combat", case.texte
    for each in anima_cases():
        if each.erreurs is not None:
            yield each.name, each.calcul, each.texte
    for value in SIMPLE:
        yield json.dumps(value), "action-simple", json.dumps(value)
        if isinstance(value, dict):
            for side, other in (("acteur", "opposant"), ("opposant", "acteur")):
                both = json.dumps({side: value, other: {"vecu": 3, "jet": 20}})
                yield both, "action-opposee", both


def told() -> Iterator[str]:
    """Each refusal: where, its code, its words; a non-breaking space shows as a tie."""
    for name, calcul, texte in asked():
        yield f"# {calcul} {name}"
        try:
            api.run(calcul, "resolve", texte)
        except RefusedError as refused:
            for each in api.refusal(calcul, refused)["erreurs"]:
                line = f"{each['chemin']} | {each['code']} | {each['message']}"
                yield json.dumps(line, ensure_ascii=False).replace("\u00a0", "~")
        else:
            yield "accepté"


@pytest.mark.parametrize("calcul", ["combat", "action-simple", "anima-attaque"])
def test_there_are_some(calcul: str) -> None:
    assert sum(each == calcul for _, each, _ in asked()) > 10


def test_every_refusal() -> None:
    now = "".join(f"{line}\n" for line in told())
    assert kept(GOLDEN, now, writing=WRITING) == now
