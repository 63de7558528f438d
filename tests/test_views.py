"""What Python hands to the page: built from what the page allows, and from nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pycore import api
from pycore.donnees import nephilim
from pycore.errors import RefusedError
from tests.support.anima import anima_cases
from tests.support.cases import cases
from tests.support.duel import duel
from tests.support.hostile import NAMES
from tests.support.views import text
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.cases import Case

Json = dict[str, Any]
SOURCE = (ROOT / "web/src/tree.js").read_text(encoding="utf-8")
ACTIONS = [
    json.loads(path.read_text(encoding="utf-8"))["scenario"]
    for path in sorted((Path(__file__).parent / "cases/action").glob("*.json"))
]
TURNS = [{"tour": 1}, {"tour": 7}]
ADVICE = [{}, {"cote": 0}, {"but": "touche"}, {"but": "moyenne"}, {"but": "au_moins", "n": 3}]
NEEDS = [{}, {"chance": 1}, {"chance": 100}, {"but": "au_moins", "n": 2, "chance": 50}]
SPARSE = 9  # advice weighs hundreds of fights: one case of so many is asked for it
APART = 4  # of our own cases, one of so many is asked for all that may be asked of a fight


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
STYLES = [*(ROOT / "web").glob("*.css"), *(ROOT / "web/src").glob("*.js")]
NAMED = set(re.findall(r"ncalc-[a-z-]+", "".join(path.read_text("utf-8") for path in STYLES)))
UNSTYLED = {f"ncalc-{each}" for each in ("contre", "conseil-phrase", "cellule-barre", "signale")}
"""Classes for the style of a wiki alone."""

LOOSE = re.compile(r"\S [:;!?»%]|« |  |\.\.\.|\w'\w")
"""What French does not print; a name is as it was typed."""


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
                judge_words(element)
                judge_layout(element)


def judge_words(element: Json) -> None:
    """Words are whole and French; a class is one that a style or a script knows."""
    said = element.get("texte", "")
    assert not re.search(r"\{\w*\}|None", said)
    if element["balise"] != "bdi" and "data-article" not in element.get("attributs", {}):
        assert not LOOSE.search(said), said
    classes = set(element.get("attributs", {}).get("class", "").split())
    assert classes <= NAMED | UNSTYLED, classes


def judge_layout(element: Json) -> None:
    """A table has its title and rows of one width; a term its value; a button what it does."""
    inside = element.get("enfants", [])
    match element["balise"]:
        case "table":
            assert inside[0]["balise"] == "caption"
            assert text(inside[0])
            rows = [row for part in inside[1:] for row in part.get("enfants", [])]
            assert len({len(row["enfants"]) for row in rows}) == 1
            assert all(row["enfants"][0]["balise"] == "th" for row in rows)
        case "dl":
            pairs = [each["enfants"] if each["balise"] == "div" else [each] for each in inside]
            tags = [each["balise"] for pair in pairs for each in pair]
            assert tags[0] == "dt"
            assert tags[-1] == "dd"
        case "details":
            assert inside[0]["balise"] == "summary"
        case "button":
            assert any(name.startswith("data-") for name in element["attributs"])
            assert text(element).strip()
        case "ul" | "ol":
            assert inside
            assert all(each["balise"] == "li" and text(each).strip() for each in inside)


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


ATTACKS = [case for case in anima_cases() if case.erreurs is None]
REGLES: Any = nephilim()
EXCEDENT = "Marge à dépenser"
FIGHTS = [case for case in cases("combat") if isinstance(read(case.texte), dict)]
OWN = [case for case in FIGHTS if case.name.startswith("own_cases/")]
WHOLE = [case for case in FIGHTS if case not in OWN] + OWN[::APART]


@pytest.mark.parametrize("rank", range(len(WHOLE)))
def test_fights(rank: int) -> None:
    scenario = read(WHOLE[rank].texte)
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


@pytest.mark.parametrize("case", ATTACKS[::APART], ids=lambda case: case.name)
def test_attacks_of_the_other_game(case: Case) -> None:
    for operation in api.CALCULS[case.calcul].operations:
        try:
            judge(api.ask(case.calcul, operation, case.texte))
        except RefusedError:
            assert operation == "ouvrir", "which takes a link"


def within(tree: Json, balise: str, classe: str = "") -> list[Json]:
    """Elements of a tag, and of a class if one is named, in the order of reading."""
    return [
        each
        for each in elements(tree)
        if each["balise"] == balise
        and (not classe or f"ncalc-{classe}" in each.get("attributs", {}).get("class", "").split())
    ]


def number(words: str) -> int:
    """Read a figure as French prints it."""
    return int(re.sub(r"[\s+]", "", words).replace("\u2212", "-"))


def calculations(section: Json) -> dict[str, list[list[str]]]:
    """Each table of a section by the first words of its title: its rows, cell by cell."""
    made = {}
    for table in within(section, "table", "table"):
        title = re.split(r"\s*:", text(table["enfants"][0]))[0]
        rows = within(table["enfants"][-1], "tr")
        for row in rows:
            (source,) = within(row, "small", "section")
            assert text(source).strip(), "each step says where its rule stands"
        made[title] = [[text(cell) for cell in row["enfants"]] for row in rows]
    return made


def shown_roll(jet: Json, roll: Json) -> None:
    """A roll shows its die, its threshold, its margin and what it is."""
    found = [text(each) for each in within(jet, "dd")]
    assert found[:2] == [str(roll["jet"]), f"{roll['seuil']}\u00a0%"]
    margin = "—" if roll["marge"] is None else str(roll["marge"])
    assert found[2] == margin or found[2] == f"légendaire ({margin})"
    assert (roll["resultat"] == "critique") == found[2].startswith("légendaire")
    (said,) = within(jet, "span", "resultat")
    assert text(said) == REGLES.resultats[roll["resultat"]].nom
    assert f"ncalc-{roll['resultat']}" in said["attributs"]["class"]


def shown_damage(rows: list[list[str]], damage: Json) -> None:
    """Each step of the damage is a row: what it does and what is left."""
    assert [number(row[2]) for row in rows] == [step["total"] for step in damage["etapes"]]
    for row, step in zip(rows, damage["etapes"], strict=True):
        nom = getattr(REGLES, step["table"])[step["cause"]].nom
        assert row[0].replace("\u00a0", " ").startswith(nom)
        assert step["regle"] in row[0]
        if step["operation"] == "ajout":
            assert number(row[1]) == step["valeur"]


@pytest.mark.parametrize("case", FIGHTS, ids=[case.name for case in FIGHTS])
def test_each_figure_of_an_exchange_is_shown_with_where_it_comes_from(case: Case) -> None:
    answer = api.ask("combat", "resolve", case.texte)
    found = [each for tree in answer.vue()["technique"] for each in within(tree, "section")]
    result = answer.resultat
    for exchange, section in zip(result["echanges"], found, strict=True):
        attaque, defense = result["attaques"][exchange["attaque"]], exchange["defense"]
        parts = [exchange["physiques"], exchange["magiques"]]
        badges = [number(text(each)) for each in within(section, "strong")[:3]]
        assert badges == [*(each["final"] for each in parts), exchange["total"]]
        jets = within(section, "div", "jet")
        shown_roll(jets[0], attaque)
        tables = calculations(section)
        rolls = [("l’attaque", attaque)] + ([("la défense", defense)] if defense else [])
        for whose, roll in rolls:
            rows = tables.pop(f"Seuil de {whose}")
            assert [number(row[1]) for row in rows] == [term["valeur"] for term in roll["detail"]]
            margin = tables.pop(f"Marge de {whose}", [])
            assert sum(number(row[1]) for row in margin) == (roll["marge"] or 0)
        if defense:
            shown_roll(jets[1], defense)
            rank = defense["numero"]
            whose = text(within(jets[1], "span", "qui")[0])
            ranked = re.fullmatch(r".*? \(Défense n°\u00a0(\d+)\)|[^(]*", whose)
            assert ranked
            assert (ranked[1] or "1") == str(rank)
        for title, damage in zip(("physiques", "magiques"), parts, strict=True):
            shown_damage(tables.pop(f"Dommages {title}", []), damage)
        assert not tables
        followed = " / ".join(
            text(each) for ul in within(section, "ul") for each in within(ul, "li")
        )
        for each in exchange["consequences"]:
            figure = f" ({each['valeur']})".replace("-", "\u2212") if each.get("valeur") else ""
            assert f"\u00a0: {REGLES.consequences[each['code']].nom}{figure}" in followed
        chosen = json.loads(case.texte).get("ajustements")
        spent = chosen is not None and chosen[result["echanges"].index(exchange)] is not None
        left = [each for each in exchange["excedent"].values() if each and not spent]
        assert followed.replace("\u00a0", " ").count(EXCEDENT) == len(left)
