"""What each field accepts: taken at its bounds, refused one beyond, and worth its default unsaid.

The bounds are those of the rules, written by hand in `tests/limites/`.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
import tomllib
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import pycore
from pycore import api
from pycore.anima.followup import Arme
from pycore.errors import RefusedError
from pycore.link import Envoi
from pycore.shapes import Choix, Context, Liste, Objet, fields_of
from tests.support.cases import places
from tests.support.duel import duel
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = dict[str, Any]
TABLES = ROOT / "tests" / "limites"


def table(name: str) -> Json:
    return tomllib.loads((TABLES / f"{name}.toml").read_text(encoding="utf-8"))


SAISIES = table("saisies")
RANGEES = table("rangees")
FIGHT = duel(defenseur={"defense": {"type": "parer"}}, jets=(20, 80))


class Question(NamedTuple):
    """What is asked, and the value in which a field has its place."""

    calcul: str
    operation: str
    value: Json
    wanted: bool  # the field stands in what is asked besides the scenario

    def answer(self, value: Json) -> Json:
        scenario, demande = (FIGHT, value) if self.wanted else (value, None)
        return api.run(self.calcul, self.operation, json.dumps(scenario), demande)

    def refused(self, value: Json) -> list[tuple[str, str]]:
        """Place and code of each error."""
        try:
            self.answer(value)
        except RefusedError as refused:
            return places(api.refusal(self.calcul, refused)["erreurs"])  # type: ignore[arg-type]
        return []


def questions() -> Iterator[tuple[Question, Json]]:
    for row in SAISIES["saisie"]:
        yield (
            Question(row["calcul"], row["operation"], json.loads(row["depart"]), wanted=False),
            row,
        )
    for row in SAISIES["demande"]:
        yield Question("combat", row["operation"], {}, wanted=True), row


def stated(kind: str) -> list[Any]:
    """Every fact of a kind: what is asked, the field, the fact."""
    return [
        pytest.param(question, field, fact, id=f"{question.calcul}-{question.operation}-{field}")
        for question, row in questions()
        for field, fact in row.get(kind, {}).items()
    ]


def put(value: Json, field: str, item: Any) -> Json:
    """A copy of a value in which a field holds this; what it stands in is made."""
    made: Any = json.loads(json.dumps(value))
    *path, last = re.findall(r"[^.\[\]]+", field)
    holder = made
    for rank, step in enumerate(path):
        following = [*path, last][rank + 1]
        key: Any = int(step) if isinstance(holder, list) else step
        if isinstance(holder, dict) and key not in holder:
            holder[key] = [None] if following.isdigit() else {}
        holder = holder[key]
    holder[int(last) if isinstance(holder, list) else last] = item
    return dict(made)


def found(value: Any, field: str) -> Any:
    for step in re.findall(r"[^.\[\]]+", field):
        value = value[int(step) if isinstance(value, list) else step]
    return value


@pytest.mark.parametrize(("question", "field", "bounds"), stated("entiers"))
def test_a_number_is_taken_from_the_least_to_the_greatest(
    question: Question, field: str, bounds: list[int]
) -> None:
    least, most = bounds
    for number in (least, most):
        assert (field, "bornes") not in question.refused(put(question.value, field, number))
    for number in (least - 1, most + 1):
        assert (field, "bornes") in question.refused(put(question.value, field, number))


@pytest.mark.parametrize(("question", "field", "most"), stated("lettres"))
def test_a_text_is_taken_up_to_its_length(question: Question, field: str, most: int) -> None:
    for length in (1, most):
        assert question.refused(put(question.value, field, "é" * length)) == []
    assert question.refused(put(question.value, field, "é" * (most + 1))) == [(field, "bornes")]


@pytest.mark.parametrize(("question", "field", "bounds"), stated("longueurs"))
def test_a_list_is_taken_up_to_its_length(
    question: Question, field: str, bounds: list[int]
) -> None:
    least, most = bounds
    item = found(question.value, field)[0]
    for length in (least, most, least - 1, most + 1):
        if length >= 0:
            items = [f"{rank}" if isinstance(item, str) else item for rank in range(length)]
            refused = (field, "longueur") in question.refused(put(question.value, field, items))
            assert refused == (not least <= length <= most)


@pytest.mark.parametrize(("question", "field", "value"), stated("defauts"))
def test_what_is_left_unsaid_is_worth_its_default(
    question: Question, field: str, value: Any
) -> None:
    # A field of the base is the fact of others: here it is taken away first.
    without = json.loads(json.dumps(question.value))
    *path, last = re.findall(r"[^.\[\]]+", field)
    holder = without
    for step in path:
        holder = holder[int(step)] if isinstance(holder, list) else holder.get(step, {})
    holder.pop(last, None)
    assert question.answer(without) == question.answer(put(without, field, value))


def shapes() -> Iterator[tuple[str, type[Any]]]:
    """Each type of a row of data, with its name from the package on."""
    for module in pkgutil.walk_packages(pycore.__path__, "pycore."):
        if module.name.endswith((".rows", ".figures", ".moves", ".personnage", ".shape")):
            for each in vars(importlib.import_module(module.name)).values():
                if isinstance(each, type) and each.__module__ == module.name:
                    hints = getattr(each, "__annotations__", {}).values()
                    if hints and all(hasattr(hint, "__metadata__") for hint in hints):
                        yield f"{module.name}.{each.__name__}".removeprefix("pycore."), each


SHAPES = dict(shapes())
TEXTS = [
    (name, field, own[field] if field in own else RANGEES["lettres"][field])
    for name, shape in SHAPES.items()
    for own in [RANGEES["textes"].get(name, {})]
    for field, kind in fields_of(shape).items()
    if field in own or (field in RANGEES["lettres"] and not isinstance(kind, Choix))
]
NUMBERS = [
    (name, field, bounds)
    for name, fields in RANGEES["entiers"].items()
    for field, bounds in fields.items()
]


DEFAULTS = [
    (name, field, RANGEES["defauts"].get(name, {}).get(field))
    for name, shape in SHAPES.items()
    for field, kind in fields_of(shape).items()
    if field in shape._field_defaults and not isinstance(kind, Objet)
]


@pytest.mark.parametrize(("name", "field", "stated"), DEFAULTS)
def test_a_field_of_a_row_that_is_left_out_says_no_or_nothing_unless_stated(
    name: str, field: str, stated: Any
) -> None:
    worth = SHAPES[name]._field_defaults[field]
    assert (list(worth) if isinstance(worth, tuple) else worth) == stated if stated else not worth


LISTS = [
    (name, field, kind)
    for name, shape in SHAPES.items()
    for field, kind in fields_of(shape).items()
    if isinstance(kind, Liste) and name.split(".")[-2] in {"rows", "figures", "moves"}
]


@pytest.mark.parametrize(("name", "field", "kind"), LISTS)
def test_a_list_of_a_row_names_a_thing_once_and_may_be_empty_unless_stated(
    name: str, field: str, kind: Liste
) -> None:
    least = field in RANGEES["au_moins_un"].get(name, ())
    assert faults(name, field, []) == (["longueur"] if least else [])
    if isinstance(kind.kind, Choix):
        ident = (kind.kind.parmi or ["feu"])[0]
        assert faults(name, field, [ident]) == []
        assert faults(name, field, [ident, ident]) == ["doublon"]


@pytest.mark.parametrize(("ka", "kept"), [(0, 0), (30, 30), (-1, None), (31, None)])
def test_a_ka_of_a_kept_fighter_is_taken_up_to_30(ka: int, kept: int | None) -> None:
    fighter = {"version": 1, "type": "nephilim", "degre": 5, "ka": {"eau": ka, "feu": 4}}
    value = {"scenario": {}, "personnage": fighter}
    placed = api.run("combat", "placer", json.dumps(value))["scenario"]["attaquant"]
    assert placed["ka"].get("eau", 0) == (kept or 0)


def faults(name: str, field: str, value: object) -> list[str]:
    """The codes of what is wrong with a value of a row's field."""
    context = Context(defaultdict(lambda: ["feu"]))
    fields_of(SHAPES[name])[field].check(value, field, context)
    return [each.code for each in context.fautes]


@pytest.mark.parametrize(("name", "field", "bounds"), NUMBERS)
def test_a_figure_of_a_row_is_taken_from_the_least_to_the_greatest(
    name: str, field: str, bounds: list[int]
) -> None:
    least, most = bounds
    assert faults(name, field, least) == faults(name, field, most) == []
    assert faults(name, field, least - 1) == faults(name, field, most + 1) == ["bornes"]


@pytest.mark.parametrize(("name", "field", "bounds"), TEXTS)
def test_a_text_of_a_row_is_taken_up_to_its_length(
    name: str, field: str, bounds: list[int]
) -> None:
    least, most = bounds
    assert faults(name, field, "é" * least) == faults(name, field, "é" * most) == []
    assert faults(name, field, "é" * (most + 1)) == ["bornes"]
    assert not least or faults(name, field, "") == ["requis"]


@pytest.mark.parametrize(
    ("kind", "field", "last", "beyond"),
    [
        (Envoi, "sans", "x" * 40, "x" * 41),
        (Arme, "attaque", 999, 1000),
        (Arme, "degats", 999, 1000),
        (Arme, "attaque", 0, -1),
        (Arme, "degats", 0, -1),
    ],
)
def test_what_goes_beside_a_scenario_has_its_limits(
    kind: type, field: str, last: object, beyond: object
) -> None:
    for value, codes in ((last, []), (beyond, ["bornes"])):
        context = Context({"types_degats": ["TRA"]})
        Objet(kind).check({field: value}, "", context)
        assert [each.code for each in context.fautes] == codes
