"""`build.py publish` before it has any wiki to talk to: what was typed, and where it leads."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.editor import copied
from tests.support.publisher import Publisher
from web.tools.paths import ROOT

NOBODY = "http://127.0.0.1:9/"


@pytest.fixture(scope="module")
def publisher(tmp_path_factory: pytest.TempPathFactory) -> Publisher:
    return Publisher(copied(tmp_path_factory.mktemp("publie") / "projet"), NOBODY)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://wiki.invalid/", "n’est pas chiffrée"),
        ("https://Robot:secret@wiki.invalid/", "Pas de compte ni de mot de passe"),
        (NOBODY, "le wiki ne répond pas"),
        ("wiki.invalid", "n’est pas l’adresse d’un wiki"),
    ],
)
def test_an_address_that_will_not_do_is_told(publisher: Publisher, address: str, said: str) -> None:
    done = publisher.run(url=address)
    assert (done.code, done.out) == (1, "")
    assert said in done.err
    assert "secret" not in done.err


@pytest.mark.parametrize("words", [("--force", "Accueil"), ("--password", "x"), ("--jeu", "x")])
def test_a_command_badly_typed_is_told(publisher: Publisher, words: tuple[str, str]) -> None:
    done = publisher.run(*words)
    assert (done.code, done.out) == (2, "")
    assert "Usage" in done.err or "n’est pas une page générée" in done.err


def test_the_command_is_one_of_build_py() -> None:
    done = subprocess.run(
        [sys.executable, "build.py", "publish", "--dry-run", "--wiki", NOBODY],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "le wiki ne répond pas" in done.stderr, done.stdout
