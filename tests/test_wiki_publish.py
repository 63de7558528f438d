"""`build.py publish` against a real MediaWiki: what it writes, and all that it leaves alone."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import pytest

from tests.support.meddling import CUT_AFTER, CUT_BEFORE, Proxy, meddling
from tests.support.publisher import (
    ARTICLE,
    FILE,
    HUMAN,
    OTHERS,
    ROBOT,
    TITLE,
    Person,
    World,
    history,
    published,
    text_of,
)
from web.tools.wiki_account import Account

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.meddling import Request

pytestmark = pytest.mark.wiki

MORE = tuple(
    f"nephilim/{name}.toml"
    for name in (
        *("armes_melee", "armes_tir", "armures", "defenses_lancer", "defenses_melee"),
        *("defenses_tir", "effets_attaquant", "effets_defenseur", "manoeuvres_melee"),
    )
)


@pytest.fixture(scope="module")
def world(pages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with published(pages, tmp_path_factory.mktemp("publie") / "projet") as made:
        yield made


@pytest.fixture
def clean(world: World) -> World:
    """The same wiki, every page published again."""
    world.start_again()
    return world


@pytest.fixture
def proxy(world: World) -> Iterator[Proxy]:
    with meddling(world.wiki.url) as made:
        yield made


def test_the_first_publication_writes_every_page_once(world: World) -> None:
    done = world.first
    assert (done.code, done.out.count("Publiée : ")) == (0, len(world.pages))
    assert f" sur {len(world.pages)}\n" in done.err  # it takes over a second: it says how far it is
    for title, text in world.pages.items():
        (revision,) = history(world.wiki, title)
        assert text_of(revision) == text.rstrip()
        assert revision["user"] == ROBOT.name
        assert revision["comment"].startswith("Publication des tableaux, données 0.1.0-")


def test_the_second_publication_writes_nothing(world: World) -> None:
    before = len(history(world.wiki, TITLE))
    done = world.publisher.run(said="")
    assert done.code == 0
    assert f"0 à créer, 0 à modifier, {len(world.pages)} identiques, 0 écartée." in done.out
    assert "Rien à publier." in done.out
    assert len(history(world.wiki, TITLE)) == before


def test_only_what_changed_is_shown_then_written_then_seen_in_the_articles(clean: World) -> None:
    clean.rename()
    before = clean.wiki.raw(TITLE)
    dry = clean.publisher.run("--dry-run", account=ROBOT._replace(name="Personne"))
    assert dry.code == 0
    assert f"À modifier : {TITLE}\n  --- sur le wiki\n  +++ d’après data/\n" in dry.out
    assert "0 à créer, 1 à modifier" in dry.out
    assert "rien n’a été écrit" in dry.out
    for said in ("n\n", "", "\n"):
        refused = clean.publisher.run(said=said)
        assert refused.code == 1
        assert "Rien n’a été écrit." in refused.out
    assert clean.wiki.raw(TITLE) == before
    done = clean.publisher.run()
    assert (done.code, done.out.count("Publiée : ")) == (0, 1)
    assert "Articles rafraîchis : 1." in done.out
    assert clean.same()
    assert f"<caption>{clean.names} " in clean.wiki.html(ARTICLE)


def test_a_human_edit_is_kept_and_named_until_it_is_overruled(clean: World) -> None:
    clean.human.add(TITLE, "Une remarque précieuse.")
    clean.rename(FILE, "nephilim/boucliers.toml")
    done = clean.publisher.run()
    assert done.code == 5
    assert f"Écartée : {TITLE} (modifiée depuis la dernière publication)" in done.out
    assert f"modification par {HUMAN.name} le " in done.out
    assert "-Une remarque précieuse." in done.out
    assert "Publiée : Modèle:Combat/Boucliers\n" in done.out
    assert clean.wiki.raw(TITLE).endswith("Une remarque précieuse.")
    assert clean.publisher.run().code == 5
    forced = clean.publisher.run("--force", TITLE)
    assert forced.code == 0
    assert clean.same()


def test_an_edit_that_was_undone_is_no_obstacle(clean: World) -> None:
    text = clean.wiki.raw(TITLE)
    clean.human.edit(TITLE, "vandalisme")
    clean.human.edit(TITLE, text, "annulation")
    clean.rename()
    assert clean.publisher.run().code == 0
    assert clean.same()


def test_an_older_text_that_someone_brought_back_is_an_edit(clean: World) -> None:
    older = clean.wiki.raw(TITLE)
    clean.rename()
    assert clean.publisher.run().code == 0
    clean.human.edit(TITLE, older, "le chiffre d’avant était le bon")
    assert clean.publisher.run().code == 5
    assert clean.wiki.raw(TITLE) == older


def test_a_summary_copied_from_a_publication_does_not_pass_for_one(clean: World) -> None:
    copied_summary = history(clean.wiki, TITLE)[0]["comment"]
    own = Person(clean.wiki, ROBOT)  # even by the account that publishes
    own.edit(TITLE, "à moi", copied_summary)
    assert clean.publisher.run().code == 5
    assert clean.wiki.raw(TITLE) == "à moi"


@pytest.mark.parametrize("whose", ["human", "robot"])
def test_an_edit_between_reading_and_saving_is_kept(clean: World, whose: str) -> None:
    person = clean.human if whose == "human" else Person(clean.wiki, ROBOT)
    clean.rename()

    def meddle(request: Request) -> None:
        if request.is_edit:
            person.edit(TITLE, "J’étais là avant.")

    with meddling(clean.wiki.url) as proxy:
        proxy.meddle = meddle
        done = clean.publisher.run(url=proxy.url)
    assert done.code == 5
    assert f"Écartée : {TITLE} (modifiée à l’instant par " in done.out
    assert clean.wiki.raw(TITLE) == "J’étais là avant."


def test_an_edit_elsewhere_on_the_page_is_merged_by_the_wiki_and_told(clean: World) -> None:
    clean.rename()

    def meddle(request: Request) -> None:
        if request.is_edit:
            clean.human.add(TITLE, "Une ligne de plus.")

    with meddling(clean.wiki.url) as proxy:
        proxy.meddle = meddle
        done = clean.publisher.run(url=proxy.url)
    assert done.code == 5
    assert f"Écartée : {TITLE} (modifiée au même moment ; le wiki a gardé les deux" in done.out
    assert clean.wiki.raw(TITLE).endswith("Une ligne de plus.")
    assert clean.publisher.run().code == 5
    assert clean.wiki.raw(TITLE).endswith("Une ligne de plus.")


def test_a_page_deleted_meanwhile_stays_deleted(clean: World) -> None:
    clean.admin.act("delete", title=TITLE, reason="doublon")
    done = clean.publisher.run()
    assert done.code == 5
    assert f"Écartée : {TITLE} (supprimée par Admin le " in done.out
    assert "missing" in clean.info(TITLE)
    assert clean.publisher.run("--force", TITLE).code == 0
    assert clean.same()


def test_a_page_deleted_between_reading_and_saving_stays_deleted(clean: World) -> None:
    clean.rename()

    def meddle(request: Request) -> None:
        if request.is_edit:
            clean.admin.act("delete", title=TITLE, reason="doublon")

    with meddling(clean.wiki.url) as proxy:
        proxy.meddle = meddle
        done = clean.publisher.run(url=proxy.url)
    assert done.code == 5
    assert f"Écartée : {TITLE} (supprimée à l’instant)" in done.out
    assert "missing" in clean.info(TITLE)


@pytest.mark.parametrize("redirect", [True, False])
def test_a_page_moved_meanwhile_is_not_written_again(clean: World, redirect: bool) -> None:  # noqa: FBT001
    options = {} if redirect else {"noredirect": 1}
    elsewhere = f"Modèle:Ailleurs {redirect}"
    clean.admin.act("move", **{"from": TITLE, "to": elsewhere}, reason="mieux", **options)
    clean.rename()
    done = clean.publisher.run()
    assert done.code == 5
    why = "devenue une redirection par Admin" if redirect else "déplacée par Admin"
    assert f"Écartée : {TITLE} ({why} le " in done.out
    assert ("missing" in clean.info(TITLE)) is not redirect
    assert "Javelot" in clean.wiki.raw(elsewhere)


def test_a_protected_page_is_named_and_left(clean: World) -> None:
    clean.rename()
    clean.admin.act("protect", title=TITLE, protections="edit=sysop", reason="calme")
    before = clean.wiki.raw(TITLE)
    try:
        done = clean.publisher.run()
    finally:
        clean.admin.act("protect", title=TITLE, protections="edit=all")
    assert done.code == 5
    assert f"Écartée : {TITLE} (protégée : ce compte ne peut pas la modifier)" in done.out
    assert clean.wiki.raw(TITLE) == before
    # Protecting a page makes a revision, but changes nothing in it.
    assert clean.publisher.run().code == 0
    assert clean.same()


def test_a_page_protected_between_reading_and_saving_is_left(clean: World) -> None:
    clean.rename(FILE, "nephilim/boucliers.toml")

    def meddle(request: Request) -> None:
        if request.is_edit and request.params["title"] == TITLE:
            clean.admin.act("protect", title=TITLE, protections="edit=sysop", reason="calme")

    try:
        with meddling(clean.wiki.url) as proxy:
            proxy.meddle = meddle
            done = clean.publisher.run(url=proxy.url)
    finally:
        clean.admin.act("protect", title=TITLE, protections="edit=all")
    assert done.code == 5
    assert f"Écartée : {TITLE} (protégée" in done.out
    assert "Publiée : Modèle:Combat/Boucliers\n" in done.out


def test_after_kill_9_no_page_is_half_written_and_the_next_run_ends_the_work(
    clean: World,
) -> None:
    titles = list(clean.pages)
    before = clean.wiki.raws(titles)
    clean.rename(FILE, *OTHERS, *MORE)
    with clean.publisher.start() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("o\n")
        process.stdin.flush()
        seen = 0
        while seen < 5:
            seen += "Publiée : " in process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.communicate()
    after = clean.wiki.raws(titles)
    wanted = {title: text.rstrip() for title, text in clean.pages.items()}
    written = [title for title in wanted if after[title] == wanted[title] != before[title]]
    assert 5 <= len(written) < sum(wanted[title] != before[title] for title in wanted)
    assert all(after[title] in (before[title], wanted[title]) for title in wanted)
    assert clean.publisher.run().code == 0
    assert clean.wiki.raws(titles) == wanted
    assert len(history(clean.wiki, written[0])) == len(
        set(map(text_of, history(clean.wiki, written[0])))
    )


def test_a_page_made_by_hand_is_not_taken_over(clean: World) -> None:
    clean.admin.act("delete", title=TITLE, reason="pour essayer")
    clean.human.edit(TITLE, "Mes armes à moi.")
    (revision,) = history(clean.wiki, TITLE)
    assert text_of(revision) == "Mes armes à moi."
    done = clean.publisher.run()
    assert done.code == 5
    assert f"Écartée : {TITLE} (jamais publiée d’ici)" in done.out
    assert f"modification par {HUMAN.name} le " in done.out


def test_an_answer_that_is_lost_does_not_make_a_page_be_written_twice(
    clean: World, proxy: Proxy
) -> None:
    clean.rename()
    before = len(history(clean.wiki, TITLE))
    edits = []

    def meddle(request: Request) -> str | None:
        if request.is_edit:
            edits.append(request)
        return CUT_AFTER if request.is_edit and len(edits) == 1 else None

    proxy.meddle = meddle
    done = clean.publisher.run(url=proxy.url)
    assert (done.code, done.out.count("Publiée : ")) == (0, 1)
    assert "la connexion au wiki est coupée" in done.err
    assert len(edits) == 2
    assert len(history(clean.wiki, TITLE)) == before + 1
    assert clean.same()


def test_a_network_that_stays_down_stops_the_run_which_can_be_run_again(
    clean: World, proxy: Proxy
) -> None:
    clean.rename(FILE, *OTHERS)
    edits = []

    def meddle(request: Request) -> str | None:
        if request.is_edit:
            edits.append(request)
        return CUT_BEFORE if len(edits) > 1 else None

    proxy.meddle = meddle
    done = clean.publisher.run(url=proxy.url)
    assert (done.code, done.out.count("Publiée : ")) == (1, 1)
    assert "Arrêt : la connexion au wiki est coupée, après 5 essais." in done.err
    again = clean.publisher.run()
    assert (again.code, again.out.count("Publiée : ")) == (0, 2)


def test_a_wrong_password_is_told_and_never_shown(clean: World) -> None:
    clean.rename()
    before = clean.wiki.raw(TITLE)
    done = clean.publisher.run(account=Account(ROBOT.name, "pas-le-bon-mot"))
    assert (done.code, done.out) == (1, "")
    assert done.err == "Arrêt : le wiki ne reconnaît pas ce compte ou ce mot de passe.\n"
    assert clean.wiki.raw(TITLE) == before
