"""The case files, and when an answer is the one that a case expects.

`tests/cases/` holds the sets that were handed over, byte for byte; `tests/own_cases/` those written
by hand from the specification. The rule of agreement is that of `tests/cases/README.md`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HANDED = ROOT / "tests" / "cases"
OWN = ROOT / "tests" / "own_cases"

MULTISETS = frozenset({"detail", "consequences"})
"""Lists whose order is free."""


class Case(NamedTuple):
    """A case: its name, the text that is sent, and what is expected of the answer."""

    name: str
    texte: str
    attendu: Any
    erreurs: Any

    @property
    def scenario(self) -> Any:
        """The scenario as a value of its own; only for a case that has one."""
        return json.loads(self.texte)


def read_case(path: Path) -> Case:
    """Read one file. Its name is that of its folder and its own."""
    case = json.loads(path.read_text(encoding="utf-8"))
    texte = case["texte"] if "texte" in case else json.dumps(case["scenario"])
    name = f"{path.parent.parent.name}/{path.parent.name}/{path.stem}"
    return Case(name, texte, case.get("attendu"), case.get("erreurs"))


def cases(*folders: str) -> list[Case]:
    """Every case of these folders ("combat", "refus"), the handed ones first."""
    return [
        read_case(path)
        for root in (HANDED, OWN)
        for folder in folders
        for path in sorted((root / folder).glob("*.json"))
    ]


def scenario_of(folder: str, stem: str) -> Any:
    """The scenario of one of our own cases."""
    return read_case(OWN / folder / f"{stem}.json").scenario


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
