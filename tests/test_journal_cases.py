"""Fights of several rounds, worked out by hand: what carries over, and the figures it leads to."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from pycore import api
from pycore.donnees import nephilim
from tests.support.cases import OWN, differences

Json = dict[str, Any]
REGLES: Any = nephilim()
CASES = sorted((OWN / "journal").glob("*.json"))
SAID = ("code", "qui", "valeur", "etat", "chemin", "debut", "fin")


def asked(op: str, value: object) -> Json:
    return api.run("combat", op, json.dumps(value))


def merge(value: Any, change: Any) -> Any:
    """Put what the MJ changed on the form into a scenario; lists are taken item by item."""
    if isinstance(value, dict) and isinstance(change, dict):
        return value | {key: merge(value.get(key), item) for key, item in change.items()}
    if isinstance(value, list) and isinstance(change, list) and len(value) == len(change):
        return [merge(one, other) for one, other in zip(value, change, strict=True)]
    return change


def reported(answer: Json) -> list[Json]:
    """Reports as a case tells them: a wound with which it is."""
    said = []
    for each in answer["reports"]:
        told = {key: each[key] for key in SAID}
        if each["id"].startswith("blessure-"):
            told["code"] = f"blessure-{each['code']}"
        said.append(told)
    return sorted(said, key=json.dumps)


def resolved(entry: Json, expected: Json) -> None:
    assert list(differences(expected, asked("resolve", entry["scenario"]))) == []


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Any) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    journal: Json = {"version": 1, "entrees": [], "retires": [], "blessures": []}
    first = {"round": 1, "scenario": case["depart"]["scenario"]}
    resolved(first, case["depart"].get("resultat", {}))
    journal["entrees"].append(first)
    for step in case["etapes"]:
        journal["blessures"] += step.get("blessures", [])
        journal["retires"] += step.get("retires", [])
        message = copy.deepcopy(journal) | {"geste": step["geste"], "cible": step.get("cible")}
        answer = asked("next", message | {"scenario": step.get("scenario")})
        assert list(differences(step["attendu"], answer)) == [], step["geste"]
        if "reports" in step:
            assert reported(answer) == sorted(step["reports"], key=json.dumps)
        for each in answer["reports"]:
            assert each["message"].endswith(".")
            row = REGLES.consequences.get(each["code"])
            assert row is None or (row.suivi or row.nom) in each["message"].replace("\u00a0", " ")
            assert row is None or not row.suivi or row.nom not in each["message"]
            assert each["source"].startswith(
                f"Round {journal['entrees'][each['entree']]['round']}, "
            )
        if "jets" not in step:
            break
        scenario = merge(answer["scenario"], step.get("modifie", {}))
        scenario |= {"jets": step["jets"], "ajustements": step.get("ajustements")}
        entry = {
            "round": answer["round"],
            "scenario": scenario,
            "qui": answer["qui"],
            "par": answer["par"],
        }
        resolved(entry, step["resultat"])
        journal["entrees"].append(entry)


def test_the_three_rounds_hold_every_consequence_that_carries_over() -> None:
    case = json.loads((OWN / "journal/trois-rounds-tous-les-reports.json").read_text("utf-8"))
    seen = {each["code"] for step in case["etapes"] for each in step["reports"]}
    tables = api.CALCULS["combat"].tables()
    carried = {row.id for row in tables.consequences.values() if row.report != "leve"}
    assert carried - seen == {"riposte", "vigilance"}  # cases of their own
    assert max(step["attendu"]["round"] for step in case["etapes"]) == 4
