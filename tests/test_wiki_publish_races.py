"""People who edit while the publisher reads, compares and saves: no edit of theirs is lost.

Each round the data changes and everything is published; at moments drawn at random, between two
requests of the publisher, people add lines, some under the publisher's own account, delete pages,
or undo what they did. Everything is on a real wiki, whose history is the judge.
"""

from __future__ import annotations

import itertools
import random
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.meddling import CUT_AFTER, meddling
from tests.support.publisher import HUMAN, ROBOT, Person, history, register, text_of
from tests.support.wiki import Wiki, opened
from web.tools import publish
from web.tools.publication import Fate
from web.tools.setup import mediawiki
from web.tools.tables import Ecrite
from web.tools.wiki_account import Account
from web.tools.wiki_writer import Writer

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.meddling import Request

pytestmark = pytest.mark.wiki

SEED = 20261129
TITLES = ("Modèle:Combat/Un", "Modèle:Combat/Deux")
EDIT = re.compile(r"^edit-\d+$", re.MULTILINE)


def page_text(rank: int) -> str:
    """A page of this round: its first line changes, as a figure would."""
    lines = [f"Chiffre : {rank}", *(f"ligne {line}" for line in range(8))]
    return "\n".join(lines)


class People:
    """What people do to the pages, and which of their lines must stand."""

    def __init__(self, wiki: Wiki, dice: random.Random) -> None:
        self.wiki, self.dice = wiki, dice
        self.editors = [Person(wiki, HUMAN), Person(wiki, ROBOT)]
        self.admin = Person(wiki, Account(*mediawiki.ACCOUNT))
        self.kept: dict[str, set[str]] = {title: set() for title in TITLES}
        self.deleted: set[str] = set()
        self.edits = 0

    def act(self) -> None:
        """Do something, to a page that is there."""
        title = self.dice.choice(TITLES)
        found = history(self.wiki, title, 1)
        if not found:
            return
        draw = self.dice.random()
        if draw < 0.08:
            self.admin.act("delete", title=title)
            self.kept[title].clear()
            self.deleted.add(title)
            return
        self.edits += 1
        mark = f"edit-{self.edits}"
        lines = text_of(found[0]).split("\n")
        # At the top it collides with the figure, elsewhere the wiki can merge.
        lines.insert(0 if draw < 0.5 else self.dice.randrange(3, len(lines) + 1), mark)
        told = self.dice.choice(self.editors).act(
            "edit", title=title, text="\n".join(lines), baserevid=found[0]["revid"], nocreate=1
        )
        assert told["edit"]["result"] == "Success"
        self.kept[title].add(mark)

    def tidy(self, title: str) -> None:
        """Take back all edits of a page, so that it can be published again."""
        published = [one for one in history(self.wiki, title) if is_publication(one)]
        if published:
            self.editors[0].edit(title, text_of(published[0]), "annulation")
            self.kept[title].clear()


def is_publication(revision: dict[str, Any]) -> bool:
    comment = str(revision["comment"])
    return comment.startswith("Publication ") and not EDIT.search(text_of(revision))


def marks(text: str) -> set[str]:
    return set(EDIT.findall(text))


@pytest.mark.parametrize("rounds", [15, pytest.param(200, marks=pytest.mark.complet)])
def test_no_edit_is_lost(pages: Path, rounds: int) -> None:
    dice = random.Random(SEED)  # noqa: S311 - a play, not a secret
    with opened(pages) as wiki, meddling(wiki.url) as proxy:
        register(wiki, ROBOT, "bot")
        register(wiki, HUMAN)
        people = People(wiki, dice)
        writer = Writer(f"{proxy.url}/w/api.php", lambda _: None)
        writer.login(ROBOT)

        def meddle(request: Request) -> str | None:
            if dice.random() < (0.35 if request.is_edit else 0.12):
                people.act()
            return CUT_AFTER if request.is_edit and dice.random() < 0.02 else None

        proxy.meddle = meddle
        published = conflicts = skipped = 0
        for rank in range(rounds):
            made = {title: Ecrite(title, page_text(rank)) for title in TITLES}
            # A page that was deleted is asked for again, as an editor would.
            forced, people.deleted = people.deleted, set()
            steps = publish.plan(writer, made, forced)
            result = publish.write(writer, steps, f"essai-{rank}")
            published += len(result.written)
            conflicts += len(result.left)
            skipped += sum(step.fate is Fate.SKIPPED for step in steps)
            for title in TITLES:
                found = history(wiki, title, 1)
                assert people.kept[title] <= (marks(text_of(found[0])) if found else set()), title
                if people.kept[title] and dice.random() < 0.6:
                    people.tidy(title)
        # The wiki's own history says the same: nothing of ours replaced a line of theirs.
        for title in TITLES:
            found = history(wiki, title)
            for newer, older in itertools.pairwise(found):
                if str(newer["comment"]).startswith("Publication "):
                    assert marks(text_of(older)) <= marks(text_of(newer))
    # The play was worth it: all three happened, often.
    assert min(published, conflicts, skipped, people.edits) > rounds // 10
