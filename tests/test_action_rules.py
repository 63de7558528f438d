"""Action simple and action opposée, against action.md and the article."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pycore import api
from pycore.donnees import nephilim
from pycore.errors import RefusedError
from pycore.nephilim.action.rules import matrix, quality, winner
from pycore.nephilim.roll import Issue, outcome
from tests.support.views import text

CASES = Path(__file__).parent / "cases" / "action"
DOUBLES = (11, 22, 33, 44, 55, 66, 77, 88, 99)
LABELS = (
    "Réussite de justesse",
    "Réussite de peu",
    "Réussite modeste",
    "Réussite convenable",
    "Réussite franche",
    "Belle réussite",
    "Réussite brillante",
    "Réussite remarquable",
    "Réussite mémorable",
    "Réussite extraordinaire",
    "Réussite surnaturelle",
)


def ask(calcul: str, operation: str, scenario: object) -> dict:
    return api.run(calcul, operation, json.dumps(scenario))


def faults(calcul: str, scenario: object, operation: str = "resolve") -> set[tuple[str, str]]:
    with pytest.raises(RefusedError) as refused:
        ask(calcul, operation, scenario)
    return {(each.chemin, each.code) for each in refused.value.fautes}


@pytest.mark.parametrize("path", sorted(CASES.glob("*.json")), ids=lambda path: path.stem)
def test_handed_case(path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    result = ask("action-simple", "resolve", case["scenario"])
    assert {key: result[key] for key in case["attendu"]} == case["attendu"]


def expected(jet: int, degres: int) -> tuple[str, int | None, str | None]:
    """The article's rule, written down anew: result, margin, quality."""
    reussi = jet != 100 and jet <= min(100, max(0, degres * 10))
    if not reussi:
        return ("maladresse" if jet == 100 or jet in DOUBLES else "echec"), None, None
    marge = int(f"{jet:02}"[0]) + (degres - 10 if degres > 10 else 0)
    if jet in DOUBLES:
        return "critique", marge, "Réussite légendaire"
    return "reussite", marge, LABELS[min(marge, 10)]


@pytest.mark.parametrize("degres", range(-5, 31))
def test_every_roll_against_the_article(degres: int) -> None:
    marges = nephilim().marges
    scenario = {"vecu": max(0, degres), "malus": max(0, -degres)}
    counted: dict[str, int] = {}
    for jet in range(1, 101):
        resultat, marge, label = expected(jet, degres)
        issue = outcome(jet, degres)
        named = quality(issue, marges)
        assert (issue.resultat, issue.marge) == (resultat, marge)
        assert (named and marges[named].nom) == label
        result = ask("action-simple", "resolve", scenario | {"jet": jet})
        assert result["degres"] == degres
        assert (result["resultat"], result["marge"]) == (resultat, marge)
        assert result["qualite"] == label
        for key in (resultat, label):
            if key is not None:
                counted[key] = counted.get(key, 0) + 1
    odds = ask("action-simple", "odds", scenario)
    assert odds["denominateur"] == sum(odds["resultats"].values()) == 100
    shown = {**odds["resultats"], **odds["qualites"]}
    assert {key: count for key, count in shown.items() if count} == counted


@pytest.mark.parametrize(("vecu", "floor"), [(3, [1]), (4, []), (5, [])])
def test_wounds_take_no_more_than_there_is(vecu: int, floor: list[int]) -> None:
    told = ask("action-simple", "seuils", {"vecu": vecu, "blessures": ["serieuse"]})
    given = [each["valeur"] for each in told["detail"] if each["source"] == "plancher_vecu"]
    assert (given, told["degres"]) == (floor, max(0, vecu - 4))


@pytest.mark.parametrize(
    ("scenario", "codes"),
    [
        ({"vecu": 4, "blessures": ["serieuse"], "jet": 50}, {"vecu_reduit_a_zero"}),
        ({"vecu": 5, "blessures": ["serieuse"], "jet": 50}, set()),
        ({"vecu": 0, "jet": 50}, set()),
        ({"vecu": 9, "approche": {"ka": "feu", "degre": 0}, "jet": 11}, {"sapience"}),
        ({"vecu": 9, "jet": 11}, set()),
        ({"vecu": 1, "approche": {"ka": "feu", "degre": 0}, "jet": 12}, {"autre_approche"}),
        ({"vecu": 1, "jet": 12}, set()),
        ({"vecu": 1, "metamorphe": 2, "jet": 100}, set()),
        ({"vecu": 1, "approche": {"ka": "feu", "degre": 0}, "jet": 0}, {"maladresse_approche"}),
        (
            {"vecu": 1, "approche": {"ka": "feu", "degre": 0}, "metamorphe": 1, "jet": 99},
            {"maladresse_approche", "maladresse_metamorphe"},
        ),
        (
            {
                "vecu": 1,
                "approche": {"ka": "feu", "degre": 0},
                "tentative": 2,
                "approche_precedente": None,
                "jet": 12,
            },
            {"echec_definitif"},
        ),
    ],
)
def test_consequences(scenario: dict, codes: set[str]) -> None:
    result = ask("action-simple", "resolve", scenario)
    assert {each["code"] for each in result["consequences"]} == codes


@pytest.mark.parametrize(
    ("scenario", "expected_faults"),
    [
        ({"jet": 5}, {("vecu", "requis")}),
        ({"vecu": 31, "jet": 5}, {("vecu", "bornes")}),
        ({"vecu": True, "jet": 5}, {("vecu", "type")}),
        ({"vecu": 5}, {("jet", "requis")}),
        ({"vecu": 5, "jet": None}, {("jet", "type")}),
        ({"vecu": 5, "jet": 101}, {("jet", "bornes")}),
        ({"vecu": 5, "jet": 5, "version": 2}, {("version", "version")}),
        ({"vecu": 5, "jet": 5, "stase": 1}, {("stase", "inconnu")}),
        ({"vecu": 5, "jet": 5, "approche": "feu"}, {("approche", "type")}),
        (
            {"vecu": 5, "jet": 5, "approche": {"ka": "soleil", "degre": 1}},
            {("approche.ka", "inconnu")},
        ),
        ({"vecu": 5, "jet": 5, "approche": {"ka": "feu"}}, {("approche.degre", "requis")}),
        (
            {"vecu": 5, "jet": 5, "blessures": ["grave", "grave"]},
            {("blessures[1]", "doublon")},
        ),
        (
            {"vecu": 5, "jet": 5, "approche_precedente": "feu"},
            {("approche_precedente", "incompatible")},
        ),
        (
            {"vecu": 5, "jet": 5, "tentative": 2, "approche": {"ka": "feu", "degre": 1}},
            {("approche_precedente", "requis")},
        ),
        (
            {
                "vecu": 5,
                "jet": 5,
                "tentative": 2,
                "approche": {"ka": "feu", "degre": 1},
                "approche_precedente": "feu",
            },
            {("approche.ka", "incompatible")},
        ),
        (
            {"vecu": -1, "bonus": 11, "jet": "5"},
            {("vecu", "bornes"), ("bonus", "bornes"), ("jet", "type")},
        ),
        ([], {("", "type")}),
    ],
)
def test_refusal(scenario: object, expected_faults: set[tuple[str, str]]) -> None:
    assert faults("action-simple", scenario) == expected_faults


def test_second_attempt_is_the_last_with_or_without_an_approche() -> None:
    answer = ask("action-simple", "resolve", {"vecu": 5, "tentative": 2, "jet": 60})
    assert answer["consequences"] == [{"code": "echec_definitif"}]
    first = ask("action-simple", "resolve", {"vecu": 5, "jet": 60})
    assert first["consequences"] == []


def test_thresholds_and_odds_ignore_the_die() -> None:
    for operation in ("seuils", "odds"):
        ask("action-simple", operation, {"vecu": 5, "jet": "n’importe quoi"})
        sides = {"acteur": {"vecu": 5, "jet": []}, "opposant": {"vecu": 3}}
        ask("action-opposee", operation, sides)


ORDER = ["maladresse", "echec", "reussite", "critique"]


def test_winner_over_all_pairs_of_results() -> None:
    issues = [Issue("maladresse", None), Issue("echec", None)]
    issues += [Issue(kind, marge) for kind in ("reussite", "critique") for marge in range(13)]
    for one in issues:
        for other in issues:
            ranks = ORDER.index(one.resultat), ORDER.index(other.resultat)
            if ranks[0] != ranks[1]:
                says = "acteur" if ranks[0] > ranks[1] else "opposant"
            elif one.marge == other.marge:
                says = "egalite"
            else:
                says = "acteur" if (one.marge or 0) > (other.marge or 0) else "opposant"
            assert winner(one, other) == says


def test_matrix_of_results() -> None:
    a, o, e, m = "acteur", "opposant", "egalite", "marge"
    assert matrix() == ((m, a, a, a), (o, m, a, a), (o, o, e, a), (o, o, o, e))


def test_opposed_odds_equal_brute_force() -> None:
    sides = {"acteur": {"vecu": 12}, "opposant": {"vecu": 7, "malus": 2}}
    odds = ask("action-opposee", "odds", sides)
    counted = {"acteur": 0, "opposant": 0, "egalite": 0}
    for one in range(1, 101):
        for other in range(1, 101):
            counted[winner(outcome(one, 12), outcome(other, 5))] += 1
    assert odds["vainqueur"] == counted
    assert odds["denominateur"] == 10000


def test_opposed_sides_are_read_like_a_simple_action() -> None:
    scenario = {"acteur": {"vecu": 5, "jet": 22}, "opposant": {"vecu": 8, "jet": 79}}
    result = ask("action-opposee", "resolve", scenario)
    assert result["vainqueur"] == "acteur"
    assert result["opposant"]["qualite"] == "Réussite remarquable"
    assert faults("action-opposee", {"acteur": {"vecu": 5}}) == {
        ("acteur.jet", "requis"),
        ("opposant", "requis"),
    }
    wrong = {"acteur": {"vecu": 5, "jet": 1, "tentative": 2}, "opposant": {"vecu": 5, "jet": 1}}
    assert faults("action-opposee", wrong) == {("acteur.tentative", "inconnu")}


def test_every_detail_adds_up() -> None:
    scenario = {
        "vecu": 3,
        "blessures": ["grave"],
        "approche": {"ka": "eau", "degre": 4},
        "metamorphe": 2,
        "bonus": 5,
        "malus": 1,
        "jet": 50,
    }
    result = ask("action-simple", "resolve", scenario)
    assert sum(each["valeur"] for each in result["detail"]) == result["degres"] == 10
    assert result["vecu_corrige"] == 0
    assert {"source": "plancher_vecu", "valeur": 3} in result["detail"]


@pytest.mark.parametrize(
    ("jet", "said"),
    [(98, "Échec : l’action n’aboutit pas."), (99, "Maladresse ! L’échec est catastrophique.")],
)
def test_a_roll_without_a_margin_has_a_verdict_of_its_own(jet: int, said: str) -> None:
    scenario = {"vecu": 5, "approche": {"ka": "feu", "degre": 2}, "jet": jet}
    shown = api.ask("action-simple", "resolve", json.dumps(scenario)).vue()["verdict"]
    assert " ".join(map(text, shown)).replace("\u00a0", " ").replace("\u202f", " ") == said
