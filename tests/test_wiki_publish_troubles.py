"""`build.py publish` when the wiki, the network or the account fails: told in French, no harm."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from tests.support.meddling import CUT_BEFORE, Proxy, meddling
from tests.support.publisher import FILE, OTHERS, ROBOT, TITLE, World, history, published

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.meddling import Request

pytestmark = [pytest.mark.wiki, pytest.mark.complet]


@pytest.fixture(scope="module")
def world(pages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with published(pages, tmp_path_factory.mktemp("ennuis") / "projet") as made:
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
        "$wgMainCacheType = CACHE_DB;\n$wgRateLimits = ['edit' => ['user' => [2, 1]]];",
    )
    try:
        done = world.publisher.run(pause=lambda _: time.sleep(1.1))
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
