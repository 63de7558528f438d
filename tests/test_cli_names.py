"""Hostile names through the command line and the page's protocol: as typed, and nothing more."""

from __future__ import annotations

import json
from typing import Any

from pycore import api
from tests.support.command import pycore
from tests.support.duel import Json, duel, resolve
from tests.support.hostile import NAMES
from tests.support.prose import opened

PLAIN = resolve(duel(jets=(20, None)))


def named(name: str) -> Json:
    """A duel in which both sides bear a name, for a reason of the same words."""
    side = {"nom": name, "contexte_motif": name}
    return duel(attaquant=side, defenseur=side, jets=(20, None))


def test_there_are_many_names_all_different_and_all_allowed() -> None:
    assert len(NAMES) >= 60
    assert len(set(NAMES)) == len(NAMES)
    assert all(0 < len(name) <= 60 for name in NAMES)
    assert sum(len(name) == 60 for name in NAMES) >= 5


def test_hostile_names_change_nothing() -> None:
    given = "\n".join(json.dumps(named(name)) for name in NAMES).encode("ascii")
    done = pycore("resolve", "combat", "--lines", given=given)
    assert (done.code, done.lines) == (0, [PLAIN] * len(NAMES))


def test_hostile_names_written_as_they_are() -> None:
    """Not escaped, where UTF-8 can write them."""
    whole = [name for name in NAMES if not any("\ud800" <= mark <= "\udfff" for mark in name)]
    assert len(whole) > 60
    given = "\n".join(json.dumps(named(name), ensure_ascii=False) for name in whole)
    done = pycore("resolve", "combat", "--lines", given=given.encode("utf-8"))
    assert (done.code, done.lines) == (0, [PLAIN] * len(whole))


def test_a_hostile_value_is_quoted_as_typed_in_its_refusal() -> None:
    given = "\n".join(
        json.dumps(duel(attaque={"arme": name}, jets=(20, None))) for name in NAMES
    ).encode("ascii")
    done = pycore("resolve", "combat", "--lines", given=given)
    assert done.code == 2
    for name, answer in zip(NAMES, done.lines, strict=True):
        (error,) = answer["erreurs"]
        assert (error["chemin"], error["code"]) == ("attaque.arme", "inconnu")
        assert f"«\u00a0{name[:40]}\u00a0»" in error["message"]


def test_a_hostile_key_is_quoted_as_typed_in_its_refusal() -> None:
    given = "\n".join(json.dumps(duel(jets=(20, None)) | {name: 1}) for name in NAMES).encode(
        "ascii"
    )
    done = pycore("resolve", "combat", "--lines", given=given)
    for name, answer in zip(NAMES, done.lines, strict=True):
        (error,) = answer["erreurs"]
        assert (error["chemin"], error["code"]) == (name[:40], "inconnu")
        assert f"«\u00a0{name[:40]}\u00a0»" in error["message"]


def texts(value: Any) -> list[str]:
    """Every text of a tree of the page."""
    if isinstance(value, dict):
        return [text for item in value.values() for text in texts(item)]
    if isinstance(value, list):
        return [text for item in value for text in texts(item)]
    return [value] if isinstance(value, str) else []


def view(name: str) -> Any:
    """What the page shows of a duel with this name, through its protocol."""
    corps = {"calcul": "combat", "texte": json.dumps(named(name))}
    told = api.answer(json.dumps({"v": 1, "n": 1, "op": "resolve", "corps": corps}))
    assert told.isascii()
    shown = json.loads(told)["corps"]["vue"]
    # The story elides before a name ("d’Orphée"): its own tests follow names there.
    return {slot: trees for slot, trees in shown.items() if slot != "recit"}


def test_the_page_is_told_names_as_typed_and_the_rest_is_the_same() -> None:
    harmless = "Zxq"
    expected = texts(view(harmless))
    assert sum(text.count(harmless) for text in expected) >= 2
    for name in NAMES:
        shown = texts(view(name))
        assert len(shown) == len(expected)
        for one, text in zip(shown, expected, strict=True):
            said = text.replace(harmless, name)
            assert one == said or (text == harmless and one == opened(name))
