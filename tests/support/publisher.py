"""`build.py publish`, on data of an editor's own, and the people of the wiki it publishes on.

The command runs in the process of the test, which it takes a hundredth of a second to start, and
waits for nothing; `start` gives it a process of its own, as `build.py` does.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import mwclient

from pycore import loader
from tests.support.editor import Copy, Done, copied
from tests.support.frozen import laid
from tests.support.wiki import Wiki, opened
from web.tools import publish, tables, wiki_writer
from web.tools.setup import mediawiki
from web.tools.wiki_account import Account

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

# What build.py does for this command, once its .venv is there.
COMMAND = "import sys; from web.tools import publish; sys.exit(publish.main(sys.argv[1:]))"
ROBOT = Account("Robot", "robot-du-wiki-de-test")
HUMAN = Account("Humaine", "humaine-du-wiki-de-test")

BOX = "Modèle:PointderègleNL"
TITLE = "Modèle:Combat/Armes de lancer"
ARTICLE = "Armes (règles)"
FILE = "nephilim/armes_lancer.toml"
OTHERS = ("nephilim/boucliers.toml", "nephilim/munitions.toml")


def without_pause(_: float) -> None:
    """Wait for nothing: what the publisher waits for, a test has made."""


class Publisher:
    """Someone who publishes from a copy of the project."""

    def __init__(self, copy: Copy, url: str) -> None:
        self.copy, self.url = copy, url

    def environment(self, account: Account, variables: dict[str, str]) -> dict[str, str]:
        """Give the variables of the command; one that is empty is not set."""
        env = {key: value for key, value in os.environ.items() if not key.startswith("WIKI_")}
        env |= {"WIKI_COMPTE": account.name, "WIKI_MOT_DE_PASSE": account.password}
        env |= {"PYTHONUTF8": "1", "no_proxy": "*"} | variables
        return {key: value for key, value in env.items() if value}

    def start(
        self, *words: str, account: Account = ROBOT, **variables: str
    ) -> subprocess.Popen[str]:
        """Start the command in a process; what it asks is still to be answered."""
        return subprocess.Popen(
            [sys.executable, "-c", COMMAND, "--wiki", self.url, *words],
            cwd=self.copy.with_code(),
            env=self.environment(account, variables),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,  # no terminal: nothing can be asked but on standard input
        )

    def run_alone(self, *words: str, said: str = "o\n", **variables: str) -> Done:
        """Run the command to its end, in a process."""
        with self.start(*words, account=ROBOT, **variables) as process:
            out, err = process.communicate(said, timeout=240)
        assert "Traceback" not in err, err
        return self.checked(Done(process.returncode, out, err), ROBOT)

    def run(
        self,
        *words: str,
        said: str = "o\n",
        account: Account = ROBOT,
        url: str = "",
        pause: Callable[[float], object] = without_pause,
        **variables: str,
    ) -> Done:
        """Run the command to its end."""
        out, err = io.StringIO(), io.StringIO()
        with (
            patch.dict(os.environ, self.environment(account, variables), clear=True),
            patch.object(loader, "DATA", self.copy.root / "data"),
            patch.object(wiki_writer, "time", SimpleNamespace(sleep=pause)),
            patch.object(sys, "stdin", io.StringIO(said)),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            try:
                code = publish.main(["--wiki", url or self.url, *words])
            except SystemExit as ended:
                code = int(ended.code or 0)
        return self.checked(Done(code, out.getvalue(), err.getvalue()), account)

    def checked(self, done: Done, account: Account) -> Done:
        """The password must be nowhere in what was said."""
        assert account.password not in done.out + done.err
        return done


class Person:
    """Someone who edits the wiki with an account of their own."""

    def __init__(self, wiki: Wiki, account: Account) -> None:
        self.site = mwclient.Site(wiki.url.removeprefix("http://"), path="/w/", scheme="http")
        self.site.login(account.name, account.password)

    def edit(self, title: str, text: str, summary: str = "correction à la main") -> int:
        """Write a page whole, over whatever stands there; give its revision."""
        told = self.act("edit", title=title, text=text, summary=summary)["edit"]
        return int(told.get("newrevid", 0))

    def add(self, title: str, line: str) -> None:
        """Add a line at the end of a page."""
        self.act("edit", title=title, appendtext=f"\n{line}", summary="ajout")

    def act(self, action: str, **question: Any) -> Any:
        """Do something that needs a token."""
        return self.site.post(action, token=self.site.get_token("csrf"), **question)


def register(wiki: Wiki, account: Account, *groups: str) -> None:
    """Make an account, in these groups."""
    site = wiki.site
    site.post(
        "createaccount",
        username=account.name,
        password=account.password,
        retype=account.password,
        createreturnurl=wiki.url,
        createtoken=token(wiki, "createaccount"),
    )
    if groups:
        grant(wiki, account, add="|".join(groups))


def grant(wiki: Wiki, account: Account, **change: str) -> None:
    """Add an account to groups, or remove it."""
    wiki.site.post("userrights", user=account.name, token=token(wiki, "userrights"), **change)


def token(wiki: Wiki, kind: str) -> str:
    """Get a token of a kind that mwclient does not know."""
    told = wiki.site.get("query", meta="tokens", type=kind)
    return str(told["query"]["tokens"][f"{kind}token"])


def history(wiki: Wiki, title: str, limit: int = 500) -> list[dict[str, Any]]:
    """Give a page's last revisions, newest first, with their texts."""
    (page,) = wiki.site.get(
        "query",
        titles=title,
        prop="revisions",
        rvprop="ids|user|comment|content|flags",
        rvslots="main",
        rvlimit=limit,
        formatversion=2,
    )["query"]["pages"]
    return list(page.get("revisions", ()))


def text_of(revision: dict[str, Any]) -> str:
    return str(revision["slots"]["main"]["content"])


class World:
    """A wiki with its people, on which everything was published once."""

    def __init__(self, wiki: Wiki, copy: Copy, first: Done) -> None:
        self.wiki, self.copy, self.first = wiki, copy, first
        self.publisher = Publisher(copy, wiki.url)
        self.human = Person(wiki, HUMAN)
        self.admin = Person(wiki, Account(*mediawiki.ACCOUNT))
        self.names = 0

    def rename(self, *names: str) -> None:
        """Change what the data says, so that a page must be published again."""
        self.names += 1
        for name in names or (FILE,):
            path = self.copy.root / "data" / name
            text = path.read_text(encoding="utf-8")
            mark = '[table]\ntitre = "'
            assert text.count(mark) == 1
            path.write_text(text.replace(mark, f"{mark}{self.names} "), encoding="utf-8")

    def start_again(self) -> None:
        """Come back to the wiki and the data as they were after the first publication."""
        shutil.rmtree(self.copy.root / "data")
        laid(self.copy.root / "data")
        self.wiki.go_back()

    @property
    def pages(self) -> dict[str, str]:
        """What the data makes, by title."""
        with patch.object(loader, "DATA", self.copy.root / "data"):
            made = tables.generated()
        return {page.titre: page.texte for page in made["nephilim"].values()}

    def same(self, title: str = TITLE) -> bool:
        return self.wiki.raw(title) == self.pages[title].rstrip()

    def info(self, title: str) -> Any:
        """What the wiki says of a page; "missing" is in it if there is none."""
        (page,) = self.wiki.site.get("query", titles=title)["query"]["pages"].values()
        return page


@contextmanager
def published(site: Path, place: Path) -> Iterator[World]:
    """Open a wiki where an article shows a table, and publish there for the first time."""
    copy = copied(place)
    with opened(site) as wiki:
        register(wiki, ROBOT, "bot")
        register(wiki, HUMAN)
        wiki.edit(BOX, "<div>\n{{{contenu}}}\n</div>")
        wiki.edit(ARTICLE, "{{Combat/Armes de lancer}}")
        world = World(wiki, copy, Publisher(copy, wiki.url).run_alone())
        for session in (wiki.site, world.human.site, world.admin.site):
            session.get_token("csrf")  # a part of their sessions, which are to be remembered
        wiki.remember()
        yield world
