"""`build.py check`: the generated pages against the data, here and on a wiki, good or bad."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.editor import Copy, copied
from tests.support.small_wiki import Answer, answer, pages_answer, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

pytestmark = pytest.mark.construction


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return copied(tmp_path / "projet")


def test_check_tells_whether_the_files_are_those_of_the_data(copy: Copy) -> None:
    assert copy.run("check").code == 1
    copy.run("tables")
    done = copy.run("check")
    assert (done.code, done.err) == (0, "")
    copy.change("nephilim/armes_melee.toml", 'nom = "Dague"', 'nom = "Couteau"')
    before = copy.made
    done = copy.run("check")
    assert done.code == 1
    assert '+! scope="row" | Couteau' in done.out
    assert copy.made == before
    copy.run("tables")
    assert copy.run_alone("check").code == 0  # with Python and nothing else


@pytest.mark.parametrize(
    ("name", "text"),
    [("armes_melee.wiki", b"autre"), ("intrus.wiki", b"x"), ("manifeste.json", b"{")],
)
def test_check_sees_a_file_that_someone_changed(copy: Copy, name: str, text: bytes) -> None:
    copy.run("tables")
    (copy.root / "dist/tables" / name).write_bytes(text)
    assert copy.run("check").code == 1
    copy.run("tables")
    assert copy.run("check").code == 0


def test_faulty_data_is_told_before_anything_is_compared(copy: Copy) -> None:
    copy.run("tables")
    copy.change("nephilim/armes_melee.toml", 'nom = "Dague"', "nom = 3")
    done = copy.run("check")
    assert (done.code, done.out) == (1, "")
    assert "armes_melee.toml › dague" in done.err


def test_a_wiki_that_holds_the_pages_is_equal_and_is_only_read(copy: Copy) -> None:
    copy.run("tables")
    # A wiki cuts the end of a page, and may compose letters otherwise.
    there = {titre: texte.rstrip() for titre, texte in copy.pages().items()}
    with serving(lambda query: pages_answer(there, query)) as (address, methods):
        done = copy.run("check", "--wiki", address)
        by_entry = copy.run("check", "--wiki", f"{address}w/api.php?action=query")
    assert (done.code, done.err) == (0, "")
    assert f"{len(there)} identiques, 0 différente, 0 absente" in done.out
    assert by_entry == done
    assert set(methods) == {"GET"}


def test_a_wiki_that_differs_is_shown_and_what_it_lacks_is_listed(copy: Copy) -> None:
    copy.run("tables")
    there = copy.pages()
    titre = "Modèle:Combat/Armes de lancer"
    there[titre] = there[titre].replace("| 2", "| 5", 1)
    del there["Modèle:Combat/Munitions"]
    with serving(lambda query: pages_answer(there, query)) as (address, _):
        done = copy.run("check", "--wiki", address)
    assert done.code == 1
    assert f"Différente : {titre}\n  --- sur le wiki\n  +++ d’après data/\n" in done.out
    assert "Absente du wiki : Modèle:Combat/Munitions\n" in done.out
    assert "1 différente, 1 absente" in done.out


BAD_WIKIS: tuple[tuple[Callable[[Mapping[str, list[str]]], Answer], str], ...] = (
    (lambda _: Answer(403, b"no"), "le wiki refuse de laisser lire ses pages"),
    (lambda _: Answer(401, b"no"), "demande de se connecter"),
    (lambda _: Answer(500, b"no"), "erreur 500"),
    (lambda _: Answer(429, b"no"), "trop de demandes"),
    (lambda _: Answer(200, b"<html>"), "ne répond pas comme l’API d’un MediaWiki"),
    (lambda _: Answer(200, b"\xff\xfe"), "ne répond pas comme l’API d’un MediaWiki"),
    (lambda _: Answer(200, b"[" * 100_000), "ne répond pas comme l’API d’un MediaWiki"),
    (lambda _: answer({"errors": [{"code": "readapidenied"}]}), "demande de se connecter"),
    (lambda _: answer({"errors": [{"code": "maxlag"}]}), "refuse la demande (maxlag)"),
    (lambda _: answer({"query": []}), "une réponse incomprise"),
    (lambda _: answer({}), "une réponse incomprise"),
    (lambda _: answer({"query": {"pages": [{"revisions": [{}]}]}}), "une réponse incomprise"),
)


@pytest.mark.parametrize(("reply", "said"), BAD_WIKIS)
def test_a_wiki_that_fails_is_told_in_french(
    copy: Copy, reply: Callable[[Mapping[str, list[str]]], Answer], said: str
) -> None:
    with serving(reply, "/api.php") as (address, _):
        done = copy.run("check", "--wiki", f"{address}api.php")
    assert done.code == 1
    assert said in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://127.0.0.1:9/", "le wiki ne répond pas"),
        ("file:///etc/passwd", "n’est pas l’adresse d’un wiki"),
        ("exemple.org", "n’est pas l’adresse d’un wiki"),
        ("http://[", "n’est pas l’adresse d’un wiki"),
        ("http://a b/", "le wiki ne répond pas"),
    ],
)
def test_an_address_without_a_wiki_is_told_in_french(copy: Copy, address: str, said: str) -> None:
    done = copy.run("check", "--wiki", address)
    assert done.code == 1
    assert said in done.err
    assert "Traceback" not in done.err
