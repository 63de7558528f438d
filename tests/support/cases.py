"""The case files, and when an answer is the one that a case expects.

`tests/cases/` holds the sets that were handed over, byte for byte, a case to a file;
`tests/own_cases/` those written by hand from the specification, a table to a rule. A table has a
line of JSON for each thing: the rule; the scenario that all cases start from; what it gives (not
where everything is refused); then a case to a line, until another start is given:

    cas      its name
    change   what differs in the scenario: objects, and lists of one length, change item by item
    sans     what is taken away from it, by place
    attendu  what differs in what is expected; a detail says each source with its value
    erreurs  of a scenario that is refused, where each error is and which sentence says it, by its
             name in `commun/erreurs.toml`: the code is what stands before the dot
    texte    what is sent instead of a scenario

The rule of agreement is that of `tests/cases/README.md`.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HANDED = ROOT / "tests" / "cases"
OWN = ROOT / "tests" / "own_cases"
CALCULS = {"combat": "combat", "refus": "combat", "anima": "anima-attaque"}
"""What the cases of a folder ask where they do not say it."""

MULTISETS = frozenset({"detail", "consequences"})
"""Lists whose order is free."""


class Case(NamedTuple):
    """A case: its name, what is sent to which calculator, what is expected of the answer."""

    name: str
    calcul: str
    texte: str
    attendu: Any
    erreurs: Any

    @property
    def scenario(self) -> Any:
        """The scenario as a value of its own; only for a case that has one."""
        return json.loads(self.texte)


def read_case(path: Path) -> Case:
    """Read a handed file. Its name is that of its folder and its own."""
    case = json.loads(path.read_text(encoding="utf-8"))
    texte = case["texte"] if "texte" in case else json.dumps(case["scenario"])
    name = f"{path.parent.parent.name}/{path.parent.name}/{path.stem}"
    calcul = CALCULS.get(path.parent.name, "")
    return Case(name, case.get("calcul", calcul), texte, case.get("attendu"), case.get("erreurs"))


def read_table(path: Path) -> Iterator[Case]:
    """Read the cases of a table. A case's name is that of its folder, its table and its own."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    head: dict[str, Any] = {}
    for line in lines:
        if "cas" not in line:
            head |= line
            continue
        name = f"{OWN.name}/{path.parent.name}/{path.stem}/{line['cas']}"
        calcul = head.get("calcul", "combat")
        texte = line["texte"] if "texte" in line else json.dumps(_changed(head["scenario"], line))
        if "erreurs" in line:
            erreurs = [
                {"chemin": where, "code": said.partition(".")[0], "variante": said}
                for where, said in line["erreurs"]
            ]
            yield Case(name, calcul, texte, None, erreurs)
        else:
            attendu = _spread(merge(head["attendu"], line.get("attendu", {})))
            yield Case(name, calcul, texte, attendu, None)


def cases(*folders: str) -> list[Case]:
    """Every case of these folders ("combat", "refus"), the handed ones first."""
    handed = [
        read_case(path) for each in folders for path in sorted((HANDED / each).glob("*.json"))
    ]
    tables = [path for each in folders for path in sorted((OWN / each).glob("*.jsonl"))]
    return handed + [case for path in tables for case in read_table(path)]


def merge(value: Any, change: Any, key: str = "") -> Any:
    """Put a change over a value: objects and lists of one length are changed item by item."""
    if key in MULTISETS:
        return change
    if isinstance(value, dict) and isinstance(change, dict):
        return value | {name: merge(value.get(name), each, name) for name, each in change.items()}
    if isinstance(value, list) and isinstance(change, list) and len(value) == len(change):
        return [merge(one, other) for one, other in zip(value, change, strict=True)]
    return change


def _changed(scenario: Any, line: dict[str, Any]) -> Any:
    made = json.loads(json.dumps(merge(scenario, line.get("change", {}))))
    for place in line.get("sans", ()):
        *path, last = re.findall(r"[^.\[\]]+", place)
        holder = made
        for step in path:
            holder = holder[int(step)] if isinstance(holder, list) else holder[step]
        del holder[last]
    return made


def _spread(attendu: Any) -> Any:
    """Write the details as answers do: a list of sources, each with its value."""
    if isinstance(attendu, list):
        return [_spread(each) for each in attendu]
    if not isinstance(attendu, dict):
        return attendu
    return {
        key: [{"source": name, "valeur": figure} for name, figure in each.items()]
        if key == "detail" and isinstance(each, dict)
        else _spread(each)
        for key, each in attendu.items()
    }


def _in_order(items: list[Any]) -> list[str]:
    return sorted(json.dumps(each, sort_keys=True) for each in items)


def differences(attendu: Any, found: Any, path: str = "", key: str = "") -> Iterator[str]:
    """Say where an answer is not what was expected; nothing when it agrees.

    The answer may hold more keys. A list has the same length, and the same order unless it is a
    multiset. Types count: True is not 1.
    """
    if isinstance(attendu, dict) and isinstance(found, dict):
        for name, value in attendu.items():
            if name in found:
                yield from differences(value, found[name], f"{path}.{name}", name)
            else:
                yield f"{path}.{name}: missing, expected {value!r}"
    elif isinstance(attendu, list) and isinstance(found, list):
        if len(attendu) != len(found):
            yield f"{path}: {len(found)} items, expected {len(attendu)}: {found!r} {attendu!r}"
        elif key in MULTISETS:
            one, other = _in_order(attendu), _in_order(found)
            if one != other:
                yield f"{path}: {other}, expected {one}"
        else:
            for rank, (one, other) in enumerate(zip(attendu, found, strict=True)):
                yield from differences(one, other, f"{path}[{rank}]")
    elif type(attendu) is not type(found) or attendu != found:
        yield f"{path}: {found!r}, expected {attendu!r}"


def places(erreurs: list[dict[str, str]]) -> list[tuple[str, str]]:
    """Where and with which code each error stands, in an order of its own."""
    return sorted((each["chemin"], each["code"]) for each in erreurs)
