"""A throw-away MediaWiki: nginx, with the settings that we ship, in front of PHP.

    with opened(dist) as wiki:
        wiki.edit("Combat (règles)", text)
        page.goto(wiki.article("Combat (règles)", useskin="timeless"))

The steps of `INSTALLER.md` are methods of `Wiki`; what an administrator pastes is read in the guide
itself, block by block. MediaWiki's own files are those of `.cache/`, by links. Where `dist` has no
Python of its own (`tests.support.answered`), the process of the test answers its calculators.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import sqlite3
import tempfile
import urllib.request
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import URLError
from urllib.parse import quote, urlencode

import mwclient

from tests.support import answered
from tests.support.processes import running, until
from web.tools.paths import ROOT
from web.tools.setup import mediawiki
from web.tools.static import FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

HOST = "127.0.0.1"
START = 60  # seconds
ROUTER = ROOT / "tests/support/wiki_router.php"
WORKERS = 4
BATCH = 50  # titles that the wiki lets one ask for at once
SUMMARY = "essai"

PHP_OPTIONS = {
    "opcache.enable": "1",
    "opcache.revalidate_freq": "0",
    "opcache.memory_consumption": "192",
    "memory_limit": "512M",
    "display_errors": "0",
    "log_errors": "1",
}

NGINX = """
daemon off;
worker_processes 1;
pid %(place)s/nginx.pid;
%(user)s
events {}
http {
    access_log off;
    include %(servers)s/etc/nginx/mime.types;
    client_body_temp_path %(place)s/nginx-1;
    proxy_temp_path %(place)s/nginx-2;
    fastcgi_temp_path %(place)s/nginx-3;
    uwsgi_temp_path %(place)s/nginx-4;
    scgi_temp_path %(place)s/nginx-5;
    server {
        listen %(host)s:%(port)d;
        root %(place)s/www;
        %(include)s
        location = %(ask)s {
            proxy_pass %(rules)s;
        }
        location / {
            proxy_pass http://%(host)s:%(php)d;
            proxy_set_header Host $http_host;
            proxy_read_timeout 120s;
        }
    }
}
"""


def free_port() -> int:
    """Give a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


class Guide:
    """What `INSTALLER.md` tells an administrator to paste, by the words after each fence."""

    def __init__(self, dist: Path) -> None:
        self.text = (dist / "INSTALLER.md").read_text(encoding="utf-8")

    def block(self, words: str) -> str:
        """Give the one block that bears these words."""
        (found,) = re.findall(
            rf"^```{re.escape(words)}\n(.*?)\n```$", self.text, re.MULTILINE | re.DOTALL
        )
        return str(found)


class Wiki:
    """A wiki that answers."""

    def __init__(self, place: Path, dist: Path, port: int) -> None:
        self.place, self.dist = place, dist
        self.url = f"http://{HOST}:{port}"
        self.guide = Guide(dist)
        self._site: mwclient.Site | None = None

    @property
    def site(self) -> mwclient.Site:
        """The wiki's API, with the administrator logged in."""
        if self._site is None:
            site = mwclient.Site(self.url.removeprefix("http://"), path="/w/", scheme="http")
            site.login(mediawiki.ACCOUNT.name, mediawiki.ACCOUNT.password)
            self._site = site
        return self._site

    def edit(self, title: str, text: str) -> int:
        """Write a page whole; give its revision."""
        told: dict[str, Any] = self.site.post(
            "edit",
            title=title,
            text=text,
            summary=SUMMARY,
            bot=True,
            **{"assert": "user", "token": self.site.get_token("edit")},
        )
        assert told["edit"]["result"] == "Success", told
        return int(told["edit"].get("newrevid", 0))

    def raw(self, title: str) -> str:
        """Give a page's text as it stands."""
        return self.raws([title])[title]

    def raws(self, titles: Sequence[str]) -> dict[str, str]:
        """Give the texts of pages that are there, by their titles as the wiki writes them."""
        found: dict[str, str] = {}
        for start in range(0, len(titles), BATCH):
            told = self.site.get(
                "query",
                titles="|".join(titles[start : start + BATCH]),
                prop="revisions",
                rvprop="content",
                rvslots="main",
            )
            for page in told["query"]["pages"].values():
                found[page["title"]] = str(page["revisions"][0]["slots"]["main"]["*"])
        return found

    def html(self, title: str) -> str:
        """Give a page as the wiki renders it, without the skin."""
        return str(self.site.get("parse", page=title, prop="text")["parse"]["text"]["*"])

    def article(self, title: str, **query: str) -> str:
        """Give the address of an article."""
        asked = f"?{urlencode(query)}" if query else ""
        return f"{self.url}/wiki/{quote(title.replace(' ', '_'))}{asked}"

    def settings(self, name: str, php: str) -> None:
        """Add lines to LocalSettings.php; they hold from the next request on."""
        (self.place / "conf.d" / f"{name}.php").write_text(f"<?php\n{php}\n", encoding="utf-8")

    def remember(self) -> None:
        """Keep all that the wiki knows now: pages, histories, accounts, who is logged in."""
        for base in self._bases():
            _copy_base(base, base.with_suffix(".garde"))

    def go_back(self) -> None:
        """Make the wiki know what it knew when it was asked to remember, and nothing more."""
        for base in self._bases():
            _copy_base(base.with_suffix(".garde"), base)

    def _bases(self) -> list[Path]:
        return sorted((self.place / "data").glob("*.sqlite"))

    def install_gadget(self) -> None:
        """Do step 3 of the guide by a gadget."""
        self.edit("MediaWiki:Gadgets-definition", self.guide.block("text gadget"))
        self.edit("MediaWiki:Gadget-nephilim-calc", self.guide.block("text titre"))
        self.edit("MediaWiki:Gadget-nephilim-calc.js", self._loader())

    def install_common(self) -> None:
        """Do step 3 of the guide by MediaWiki:Common.js."""
        self.edit("MediaWiki:Common.js", self._loader())

    def install_extension(self) -> None:
        """Do step 3 of the guide by the extension."""
        name = "NephilimCalc"
        shutil.copytree(self.dist / "extension" / name, self.place / "www/w/extensions" / name)
        self.settings("extension", self.guide.block("php"))

    def install_widget(self, kind: str) -> str:
        """Do step 3 of the guide by Extension:Widgets; give what an article then holds.

        The extension is in no package: what it does with the text is done here, and the HTML that
        comes of it put in as it does, raw.
        """
        self.settings("widgets", "$wgRawHtml = true;")
        text = (self.dist / "widget.txt").read_text(encoding="utf-8")
        shown = text.partition("<includeonly>")[2].partition("</includeonly>")[0]
        html, number = re.subn(r"<!--\{\$type\|.*?\}-->", kind, shown)
        assert number == 1
        return f"<html>{html.strip()}</html>"

    def _loader(self) -> str:
        return (self.dist / "chargeur.js").read_text(encoding="utf-8")


def _copy_base(source: Path, target: Path) -> None:
    """Copy a database that may be in use, and over one that may be: all at once, by its locks."""
    with (
        contextlib.closing(sqlite3.connect(source)) as there,
        contextlib.closing(sqlite3.connect(target)) as here,
    ):
        there.backup(here)


def _link_tree(source: Path, target: Path) -> None:
    """Make a folder that has what is in another, by links; files can be added to it."""
    target.mkdir(parents=True)
    for each in source.iterdir():
        (target / each.name).symlink_to(each)


def _prepare(place: Path, dist: Path, suite: str) -> None:
    """Copy the empty wiki, and do step 1 of the guide: the folder, at the site's root."""
    tree = mediawiki.tree(suite)
    shutil.copytree(tree / "graine", place, dirs_exist_ok=True)
    _link_tree(tree / "w", place / "www/w")
    (place / "www/w/extensions").unlink()
    _link_tree(tree / "w/extensions", place / "www/w/extensions")
    shutil.copytree(dist / FOLDER, place / "www" / FOLDER)


def _nginx(place: Path, dist: Path, port: int, php: int, rules: str) -> Path:
    """Write the settings of nginx, ours included as step 2 of the guide says."""
    config = place / "nginx.conf"
    filled = {
        "place": place,
        "servers": mediawiki.servers(),
        "user": "user root;" if os.geteuid() == 0 else "",
        "host": HOST,
        "port": port,
        "php": php,
        "ask": answered.ASK,
        "rules": rules.removesuffix("/"),
        "include": Guide(dist).block("nginx").replace("/chemin/vers", str(dist)),
    }
    config.write_text(NGINX % filled, encoding="utf-8")
    return config


@contextlib.contextmanager
def opened(dist: Path, suite: str = "") -> Iterator[Wiki]:
    """Make a wiki, with the static files of `dist` at its site's root; serve it; delete it.

    `suite` is a Debian whose MediaWiki was provided.
    """
    # opcache.file_cache would start it in half the time, and now and then crashes PHP.
    options = [word for name, value in PHP_OPTIONS.items() for word in ("-d", f"{name}={value}")]
    with contextlib.ExitStack() as stack:
        # nginx, which is another user, must reach it.
        place = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=mediawiki.PLACE)))
        _prepare(place, dist, suite)
        port, behind = free_port(), free_port()
        root = str(place / "www")
        rules, stop = answered.start(dist)
        stack.callback(stop)
        php = [mediawiki.php(), *options, "-S", f"{HOST}:{behind}", "-t", root, str(ROUTER)]
        nginx = [str(mediawiki.servers() / "usr/sbin/nginx"), "-p", str(place)]
        nginx += ["-e", str(place / "nginx.log")]
        nginx += ["-c", str(_nginx(place, dist, port, behind, rules))]
        variables = mediawiki.environment(place) | {
            "PHP_CLI_SERVER_WORKERS": str(WORKERS),
            "MW_INSTALL_PATH": f"{root}/w",
        }
        log = stack.enter_context((place / "serveur.log").open("wb"))
        php_server = stack.enter_context(running(php, log, variables))
        stack.enter_context(running(nginx, log))
        wiki = Wiki(place, dist, port)
        until(lambda: _answers(wiki), php_server, START, "MediaWiki")
        yield wiki


def _answers(wiki: Wiki) -> bool | None:
    """Tell whether the API answers; None while it does not."""
    with contextlib.suppress(URLError, ConnectionError):
        asked = f"{wiki.url}/w/api.php?action=query&meta=siteinfo&format=json"
        with urllib.request.urlopen(asked, timeout=START) as told:
            return bool(told.status == HTTPStatus.OK)
    return None
