"""`build.py publish` and the account it is given: found, kept secret, refused in French."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.support.meddling import meddling
from tests.support.publisher import ROBOT, TITLE, World, grant, history, published
from web.tools.setup import mediawiki
from web.tools.wiki_account import Account

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.meddling import Request

pytestmark = [pytest.mark.wiki, pytest.mark.complet]


@pytest.fixture(scope="module")
def world(pages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with published(pages, tmp_path_factory.mktemp("comptes") / "projet") as made:
        yield made


@pytest.fixture
def changed(world: World) -> World:
    """One page is to be published again."""
    world.rename()
    return world


def test_a_missing_password_is_told(changed: World) -> None:
    done = changed.publisher.run(WIKI_COMPTE=ROBOT.name, WIKI_MOT_DE_PASSE="")
    assert (done.code, done.out) == (1, "")
    assert "WIKI_MOT_DE_PASSE n’est pas défini" in done.err


def test_a_password_is_found_in_the_keyring(changed: World, tmp_path: Path) -> None:
    host = changed.wiki.url.removeprefix("http://")
    (tmp_path / "keyring").mkdir()
    (tmp_path / "keyring/errors.py").write_text("class KeyringError(Exception): ...\n", "utf-8")
    (tmp_path / "keyring/__init__.py").write_text(
        "def get_password(service, name):\n"
        f"    if (service, name) == ('nephilim-calc {host}', {ROBOT.name!r}):\n"
        f"        return {ROBOT.password!r}\n",
        "utf-8",
    )
    done = changed.publisher.run_alone(WIKI_MOT_DE_PASSE="", PYTHONPATH=str(tmp_path))
    assert (done.code, done.out.count("Publiée : ")) == (0, 1)


def test_the_password_of_a_bot_will_do(changed: World) -> None:
    secret = "r0b0t" * 8
    place = changed.wiki.place
    script = str(mediawiki.tree() / "w/maintenance/createBotPassword.php")
    grants = "basic,editpage,createeditmovepage,highvolume"
    subprocess.run(
        [mediawiki.php(), script, "--appid=tableaux", f"--grants={grants}", ROBOT.name, secret],
        env=mediawiki.environment(place),
        check=True,
        capture_output=True,
    )
    done = changed.publisher.run(account=Account(f"{ROBOT.name}@tableaux", secret))
    assert (done.code, done.err) == (0, "")
    assert changed.same()
    assert history(changed.wiki, TITLE, 1)[0]["user"] == ROBOT.name


def test_a_blocked_account_is_told(changed: World) -> None:
    changed.admin.act("block", user=ROBOT.name, reason="trop bavard")
    try:
        done = changed.publisher.run()
    finally:
        changed.admin.act("unblock", user=ROBOT.name)
    assert done.code == 1
    assert f"le compte {ROBOT.name} est bloqué sur le wiki (trop bavard)." in done.err


def test_an_account_blocked_in_the_middle_is_told(changed: World) -> None:
    def meddle(request: Request) -> None:
        if request.is_edit:
            changed.admin.act("block", user=ROBOT.name)

    try:
        with meddling(changed.wiki.url) as proxy:
            proxy.meddle = meddle
            done = changed.publisher.run(url=proxy.url)
    finally:
        changed.admin.act("unblock", user=ROBOT.name)
    assert done.code == 1
    assert "ce compte est bloqué sur le wiki" in done.err


def test_an_account_without_the_right_is_told(changed: World) -> None:
    changed.wiki.settings(
        "droits",
        "$wgGroupPermissions['*']['edit'] = false;\n$wgGroupPermissions['user']['edit'] = false;",
    )
    try:
        done = changed.publisher.run()
    finally:
        changed.wiki.settings("droits", "")
    assert done.code == 1
    assert f"le compte {ROBOT.name} n’a pas le droit de modifier les pages." in done.err


def test_an_account_that_is_no_bot_publishes_too(changed: World) -> None:
    grant(changed.wiki, ROBOT, remove="bot")
    try:
        assert changed.publisher.run().code == 0
    finally:
        grant(changed.wiki, ROBOT, add="bot")
    assert changed.same()
