"""`build.py publish` when the wiki, the network or the account fails: told in French, no harm."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support.meddling import CUT_AFTER, CUT_BEFORE, Proxy, meddling
from tests.support.publisher import FILE, ROBOT, TITLE, World, history, published
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.meddling import Request

pytestmark = pytest.mark.wiki

OTHERS = ("nephilim/boucliers.toml", "nephilim/munitions.toml")


@pytest.fixture(scope="module")
def world(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with published(dist, tmp_path_factory.mktemp("ennuis") / "projet") as made:
        yield made


@pytest.fixture
def changed(world: World) -> World:
    """One page is to be published again."""
    world.rename()
    return world


@pytest.fixture
def proxy(world: World) -> Iterator[Proxy]:
    with meddling(world.wiki.url) as made:
        yield made


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://wiki.invalid/", "n’est pas chiffrée"),
        ("https://Robot:secret@wiki.invalid/", "Pas de compte ni de mot de passe"),
        ("http://127.0.0.1:9/", "le wiki ne répond pas"),
        ("wiki.invalid", "n’est pas l’adresse d’un wiki"),
    ],
)
def test_an_address_that_will_not_do_is_told(world: World, address: str, said: str) -> None:
    done = world.publisher.run(url=address)
    assert (done.code, done.out) == (1, "")
    assert said in done.err
    assert "secret" not in done.err


@pytest.mark.parametrize("words", [("--force", "Accueil"), ("--password", "x"), ("--jeu", "x")])
def test_a_command_badly_typed_is_told(world: World, words: tuple[str, str]) -> None:
    done = world.publisher.run(*words)
    assert (done.code, done.out) == (2, "")
    assert "Usage" in done.err or "n’est pas une page générée" in done.err


def test_the_command_is_one_of_build_py(world: World) -> None:
    done = subprocess.run(
        [sys.executable, "build.py", "publish", "--dry-run", "--wiki", world.wiki.url],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "Essai : rien n’a été écrit." in done.stdout, done.stderr


def test_a_late_wiki_is_waited_for(changed: World, proxy: Proxy) -> None:
    edits = []

    def meddle(request: Request) -> None:
        if request.is_edit:
            edits.append(request.params["maxlag"])
            if len(edits) < 3:
                request.params["maxlag"] = "-2"  # any wiki is later than that

    proxy.meddle = meddle
    done = changed.publisher.run(url=proxy.url)
    assert done.code == 0
    assert edits == ["5"] * 3
    assert done.err.count("le wiki est surchargé") == 2
    assert changed.same()


@pytest.mark.parametrize(
    ("status", "code", "said"),
    [
        ("503", 0, "Attente de 2 s : le serveur répond par l’erreur 503."),
        ("429", 0, "Attente de 5 s : le wiki reçoit trop de demandes."),
        ("403", 1, "Arrêt : le serveur répond par l’erreur 403."),
    ],
)
def test_a_server_that_stands_in_the_way_is_waited_for_or_told(
    changed: World, proxy: Proxy, status: str, code: int, said: str
) -> None:
    edits = []

    def meddle(request: Request) -> str | None:
        if request.is_edit:
            edits.append(request)
        return status if request.is_edit and len(edits) == 1 else None

    proxy.meddle = meddle
    done = changed.publisher.run(url=proxy.url)
    assert (done.code, said in done.err) == (code, True), done.err
    assert changed.same() is (code == 0)


def test_an_answer_that_is_lost_does_not_make_a_page_be_written_twice(
    changed: World, proxy: Proxy
) -> None:
    before = len(history(changed.wiki, TITLE))
    edits = []

    def meddle(request: Request) -> str | None:
        if request.is_edit:
            edits.append(request)
        return CUT_AFTER if request.is_edit and len(edits) == 1 else None

    proxy.meddle = meddle
    done = changed.publisher.run(url=proxy.url)
    assert (done.code, done.out.count("Publiée : ")) == (0, 1)
    assert "la connexion au wiki est coupée" in done.err
    assert len(edits) == 2
    assert len(history(changed.wiki, TITLE)) == before + 1
    assert changed.same()


def test_every_request_may_be_lost_once(changed: World, proxy: Proxy) -> None:
    lost: set[str] = set()

    def meddle(request: Request) -> str | None:
        key = "".join(request.params.get(each, "") for each in ("action", "meta", "list", "prop"))
        known = key in lost or "siteinfo" in key
        lost.add(key)
        return None if known else CUT_BEFORE

    proxy.meddle = meddle
    done = changed.publisher.run(url=proxy.url)
    assert (done.code, done.out.count("Publiée : ")) == (0, 1)
    assert done.err.count("la connexion au wiki est coupée") >= 5
    assert changed.same()


def test_a_network_that_stays_down_stops_the_run_which_can_be_run_again(
    world: World, proxy: Proxy
) -> None:
    world.rename(FILE, *OTHERS)
    edits = []

    def meddle(request: Request) -> str | None:
        if request.is_edit:
            edits.append(request)
        return CUT_BEFORE if len(edits) > 1 else None

    proxy.meddle = meddle
    done = world.publisher.run(url=proxy.url)
    assert (done.code, done.out.count("Publiée : ")) == (1, 1)
    assert "Arrêt : la connexion au wiki est coupée, après 5 essais." in done.err
    again = world.publisher.run()
    assert (again.code, again.out.count("Publiée : ")) == (0, 2)


def test_a_session_that_expires_is_opened_again(changed: World, proxy: Proxy) -> None:
    edits = []

    def meddle(request: Request) -> None:
        if request.is_edit:
            edits.append(request)
            if len(edits) == 1:
                del request.headers["Cookie"]

    proxy.meddle = meddle
    done = changed.publisher.run(url=proxy.url)
    assert done.code == 0
    assert "La connexion a expiré ; nouvelle connexion." in done.err
    assert changed.same()
    assert history(changed.wiki, TITLE)[0]["user"] == ROBOT.name


def test_a_session_that_never_lasts_stops_the_run(changed: World, proxy: Proxy) -> None:
    before = changed.wiki.raw(TITLE)

    def meddle(request: Request) -> None:
        if request.is_edit:
            del request.headers["Cookie"]

    proxy.meddle = meddle
    done = changed.publisher.run(url=proxy.url)
    assert done.code == 1
    assert "Arrêt : le wiki oublie aussitôt la connexion." in done.err
    assert changed.wiki.raw(TITLE) == before


def test_a_wiki_in_reading_only_is_waited_for(changed: World, proxy: Proxy) -> None:
    edits = []

    def meddle(request: Request) -> None:
        if request.is_edit:
            edits.append(request)
            lines = "$wgReadOnly = 'sauvegarde';" if len(edits) == 1 else ""
            changed.wiki.settings("lecture", lines)

    proxy.meddle = meddle
    done = changed.publisher.run(url=proxy.url)
    assert done.code == 0
    assert "le wiki est en lecture seule" in done.err
    assert changed.same()


def test_a_limit_of_edits_is_obeyed(world: World) -> None:
    world.rename(FILE, *OTHERS)
    world.wiki.settings(
        "limites",
        "$wgMainCacheType = CACHE_DB;\n$wgRateLimits = ['edit' => ['user' => [2, 4]]];",
    )
    try:
        done = world.publisher.run()
    finally:
        world.wiki.settings("limites", "")
    assert (done.code, done.out.count("Publiée : ")) == (0, 3)
    assert "le wiki demande d’écrire moins vite" in done.err


def test_a_captcha_is_told(changed: World) -> None:
    before = changed.wiki.raw(TITLE)
    changed.wiki.settings(
        "captcha",
        "wfLoadExtension( 'ConfirmEdit' );\n$wgCaptchaTriggers['edit'] = true;\n"
        "$wgGroupPermissions['bot']['skipcaptcha'] = false;",
    )
    try:
        done = changed.publisher.run()
    finally:
        changed.wiki.settings("captcha", "")
    assert done.code == 1
    assert "skipcaptcha" in done.err
    assert changed.wiki.raw(TITLE) == before
