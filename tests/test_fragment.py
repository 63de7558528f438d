"""The pieces of a link, each to the last byte and sign: how many, how long, what is none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pycore import api, fragment, link
from pycore.errors import RefusedError
from tests.support.duel import duel

WORDS = link.words("combat", 1, api.CALCULS["combat"].tables())
START = "ncalc-combat-1-"
HEAD = [{"mode": "melee"}]
MOST = 65_536  # signs of a text that are looked at; bytes of all pieces together
BLOCK = 43  # signs that write 32 bytes
PIECES = 61  # as many as one sign of 62 counts


def said(text: str) -> str:
    """What is told to whoever opens what cannot be read at all."""
    with pytest.raises(RefusedError) as refused:
        api.run("combat", "ouvrir", json.dumps({"fragment": text}))
    (told,) = api.refusal("combat", refused.value)["erreurs"]
    return told["message"]


def opened(text: str) -> tuple[dict[str, Any], list[str]]:
    back = api.run("combat", "ouvrir", json.dumps({"fragment": text}))
    return back["scenario"], [each["message"] for each in back["signale"]]


def padded(size: int) -> list[Any]:
    """A piece of so many bytes of JSON."""
    bare = len(json.dumps(["x", {"y": ""}], separators=(",", ":")))
    return ["x", {"y": "0" * (size - bare)}]


def read(*pieces: str) -> fragment.Lu:
    return fragment.read(WORDS, fragment.Adresse(1, len(pieces), pieces))


def test_what_is_no_link_is_told_from_one_of_another_calculator() -> None:
    none = "Ce texte n’est pas un lien de ce calculateur."
    other = "Ce lien est celui d’un autre calculateur\u00a0: ouvrez-le dans le sien."
    assert said("https://exemple.invalid/wiki/Combat#Blessures") == none
    assert said("ncalc") == none
    assert said("ncalc-action-simple-1-1abc") == other
    assert said(f"#ncalc-anima-attaque-1-1{WORDS.write(HEAD)}") == other


def test_link_that_was_cut_between_two_pieces_is_cut_and_not_spoilt() -> None:
    text = api.run("combat", "lien", json.dumps(duel()))["fragment"]
    mark = text.rindex("-")
    for cut in (text[:mark], text[: mark + 1]):
        assert opened(cut)[1][-1] == "Ce lien est coupé\u00a0: il en manque la fin."
        assert opened(cut) == opened(text[:mark])


def test_signs_that_write_no_bytes_are_no_piece() -> None:
    unreadable = said(f"{START}1")
    assert unreadable.startswith("Rien de ce lien ne se lit")
    assert said(f"{START}148") == unreadable  # two signs, and one more than a byte holds
    assert said(f"{START}10") == unreadable
    names = ("".join(map(chr, range(97, 97 + size))) for size in range(60))
    texts = (WORDS.write(["attaquant", {"nom": name}]) for name in names)
    whole = next(text for text in texts if len(text) % BLOCK == 0)
    assert opened(f"{START}1{whole}")[0]["attaquant"]
    assert said(f"{START}1{whole}0") == unreadable


def test_bytes_after_the_end_of_a_piece_spoil_it() -> None:
    raw = fragment._bytes(WORDS.write(HEAD))  # noqa: SLF001
    assert raw is not None
    assert read(fragment._digits(raw)).valeur == HEAD[0]  # noqa: SLF001
    with pytest.raises(RefusedError):
        read(fragment._digits(raw + b"\0"))  # noqa: SLF001


def test_as_many_pieces_as_a_sign_counts() -> None:
    value = {f"k{rank}": {"nom": "x" * 40} for rank in range(PIECES)}
    most = fragment.write(WORDS, value)
    assert most.startswith(f"{START}z")
    assert most.removeprefix(START).count("-") == PIECES - 1
    beyond = value | {"un de trop": {"nom": "x" * 40}}
    one = fragment.write(WORDS, beyond)
    assert one.startswith(f"{START}1")
    assert "-" not in one.removeprefix(START)
    for text, meant in ((most, value), (one, beyond)):
        assert fragment.read(WORDS, fragment.locate("combat", text)) == (meant, False, False, False)


@pytest.mark.parametrize(("size", "count"), [(40, "1"), (41, "2")])
def test_what_is_small_has_no_piece_of_its_own(size: int, count: str) -> None:
    small = {"nom": "x" * (size - len('{"nom":""}'))}
    assert fragment.write(WORDS, {"a": small, "b": 1}).startswith(START + count)


def test_bytes_that_all_pieces_may_come_to() -> None:
    most = WORDS.write(padded(MOST))
    spoilt = fragment._digits(b"\xff" * 3)  # noqa: SLF001
    assert set(read(most).valeur) == {"x"}
    assert set(read(spoilt, "zz", most).valeur) == {"x"}  # what cannot be inflated takes nothing
    head = WORDS.write(HEAD)
    rest = MOST - len('[{"mode":"melee"}]')
    assert not read(head, WORDS.write(padded(rest))).abime
    assert read(head, WORDS.write(padded(rest + 1))).abime
    with pytest.raises(RefusedError):
        read(WORDS.write(padded(MOST + 1)))


def test_text_that_is_looked_at() -> None:
    text = f"#{START}1{WORDS.write(HEAD)}"
    address = "x" * (MOST - len(text)) + text
    assert opened(address)[0] == {"mode": "melee"}
    assert said(f"x{address}") == "Ce lien est trop long\u00a0: 65\u00a0536 caractères au plus."
