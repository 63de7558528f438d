"""What Python hands to the page: built from what the page allows, and from nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pycore import api
from pycore.errors import RefusedError
from tests.support.cases import cases
from tests.support.duel import duel
from tests.support.hostile import NAMES
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = (ROOT / "web/src/tree.js").read_text(encoding="utf-8")
ACTIONS = [
    json.loads(path.read_text(encoding="utf-8"))["scenario"]
    for path in sorted((Path(__file__).parent / "cases/action").glob("*.json"))
]
TURNS = [{"tour": 1}, {"tour": 7}]
ADVICE = [{}, {"cote": 0}, {"but": "touche"}, {"but": "moyenne"}, {"but": "au_moins", "n": 3}]
NEEDS = [{}, {"chance": 1}, {"chance": 100}, {"but": "au_moins", "n": 2, "chance": 50}]
SPARSE = 9  # advice weighs hundreds of fights: one case of so many is asked for it


def read(texte: str) -> Any:
    """Read a case's text; nothing where it is no JSON."""
    try:
        return json.loads(texte)
    except ValueError:
        return None


def allowed(name: str) -> set[str]:
    """Read a list of words of tree.js."""
    found = re.search(rf"const {name} = new Set\(\[(.*?)\]\)", SOURCE, re.DOTALL)
    assert found
    return set(re.findall(r"'([^']+)'", found[1]))


TAGS = allowed("TAGS") | allowed("DRAWN")
ATTRIBUTES = allowed("ATTRIBUTES")


def elements(tree: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """An element and all below it."""
    yield tree
    for child in tree.get("enfants", []):
        yield from elements(child)


def judge(answer: api.Reponse) -> None:
    """Every element of every place is one that the page builds, and says something whole."""
    json.dumps(answer.resultat, allow_nan=False)
    for place in answer.vue().values():
        for tree in place:
            for element in elements(tree):
                assert set(element) <= {"balise", "attributs", "texte", "enfants"}
                assert element["balise"] in TAGS
                for name, value in element.get("attributs", {}).items():
                    assert name in ATTRIBUTES
                    assert isinstance(value, str)
                assert not re.search(r"\{\w*\}|None", element.get("texte", ""))


def demands(operation: str, *, thoroughly: bool) -> list[Any]:
    """What is asked besides the scenario."""
    match operation:
        case "conseil":
            return ADVICE if thoroughly else []
        case "besoin":
            return NEEDS if thoroughly else [{}]
        case _:
            return [None]


def asked(calcul: str, scenario: dict[str, Any], *, thoroughly: bool = False) -> int:
    """Ask everything of a scenario; give how many answers came that are no refusals."""
    count = 0
    for operation in api.CALCULS[calcul].operations:
        for demand in demands(operation, thoroughly=thoroughly):
            try:
                answer = api.ask(calcul, operation, json.dumps(scenario), demand)
            except RefusedError as refused:
                told = api.refusal(calcul, refused)["erreurs"]
            else:
                judge(answer)
                count += 1
                continue
            assert told
    return count


def test_the_page_allows_something() -> None:
    assert len(TAGS) > 20
    assert len(ATTRIBUTES) > 10
    assert not TAGS & {"script", "iframe", "img", "a:href"}


FIGHTS = [case for case in cases("combat") if isinstance(read(case.texte), dict)]


@pytest.mark.parametrize("rank", range(len(FIGHTS)))
def test_fights(rank: int) -> None:
    scenario = read(FIGHTS[rank].texte)
    asked("combat", scenario, thoroughly=rank % SPARSE == 0)
    for turn in TURNS:
        try:
            judge(api.ask("combat", "resolve", json.dumps(scenario), turn))
        except RefusedError:
            return


@pytest.mark.parametrize("rank", range(len(ACTIONS)))
def test_actions(rank: int) -> None:
    scenario = ACTIONS[rank]
    taking = set(api.CALCULS["action-simple"].operations) - {"ouvrir"}  # which takes a link
    assert asked("action-simple", scenario) == len(taking)
    side = {key: value for key, value in scenario.items() if key != "version"}
    other = {"vecu": 5, "jet": 44, "nom": NAMES[rank]}
    for acteur, opposant in ((side, other), (other, side)):
        asked("action-opposee", {"acteur": acteur, "opposant": opposant})


@pytest.mark.parametrize(
    ("degre", "contexte", "said"),
    [
        (5, -4, "Seuil de l’attaque : 1 × 10 = 10 %"),
        (5, -5, "Seuil de l’attaque : 0 × 10 = 0 %"),
        (5, -6, "Seuil de l’attaque : \u22121 × 10, jamais moins de 0 : 0 %"),
    ],
)
def test_a_threshold_says_when_it_stops_at_nought(degre: int, contexte: int, said: str) -> None:
    value = duel(attaquant={"degre": degre, "contexte": contexte})
    vue = api.ask("combat", "seuils", json.dumps(value)).vue()
    first = vue["seuils_detail"][0]["enfants"][0]["texte"]
    assert first.replace("\u00a0", " ").replace("\u202f", " ") == said
