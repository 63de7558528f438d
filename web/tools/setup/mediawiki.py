"""A real MediaWiki for the tests: Debian's packages, unpacked into `.cache/`, never installed.

PHP alone is installed, by apt. MediaWiki and the two web servers are downloaded by apt and
unpacked, so that no service starts and nothing outside the project changes. A wiki is then
installed once with SQLite; tests copy it (tests/support/wiki.py) and throw the copy away.

    .cache/mediawiki/<suite>/w         MediaWiki, without settings
                            /graine    an empty wiki: data/, cache/, LocalSettings.php
    .cache/mediawiki/serveurs          nginx and Apache, under usr/
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sqlite3
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from web.tools.paths import CACHE, ROOT
from web.tools.setup import SetupError, apt, stamps

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PLACE = CACHE / "mediawiki"
PHP_PACKAGES = ("php-cli", "php-sqlite3", "php-mbstring", "php-xml", "php-intl")
PHP_MODULES = frozenset({"dom", "intl", "mbstring", "pdo_sqlite", "xmlreader"})
WIKI_PACKAGES = ("mediawiki", "mediawiki-classes")
SERVER_PACKAGES = (
    *("nginx", "nginx-common"),
    *("apache2-bin", "libapr1", "libaprutil1"),
)
SKINS = "Vector,MonoBook,Timeless,MinervaNeue"
EXTENSIONS = "Gadgets,ParserFunctions,Cite,InputBox,WikiEditor"
# The suite whose MediaWiki is the next after the wiki's own; "" is this machine's.
NEXT_SUITE = "trixie"
STEP = 300  # seconds: what a step may take on a slow machine

# Added to what the installer writes.
SETTINGS = """
# A wiki of the tests: everything that differs from one to the other comes by the environment.
$wgServer = 'http://' . ( $_SERVER['HTTP_HOST'] ?? '127.0.0.1' );
$wgArticlePath = '/wiki/$1';
$wgUsePathInfo = true;
$wgCacheDirectory = getenv( 'WIKI_PLACE' ) . '/cache';
$wgJobRunRate = 0;
# Nothing need outlive the machine's fall, and no password is worth guessing.
$wgDBservers = [ [ 'type' => 'sqlite', 'dbname' => 'wiki', 'load' => 1, 'flags' => DBO_DEFAULT,
	'variables' => [ 'synchronous' => 'OFF' ] ] ];
$wgPasswordConfig['pbkdf2']['cost'] = '1';
$wgRateLimits = [];
$wgFavicon = 'data:,';
$wgEnableEmail = false;
$wgShowExceptionDetails = true;
foreach ( glob( getenv( 'WIKI_PLACE' ) . '/conf.d/*.php' ) as $each ) { require $each; }
"""


class Account(NamedTuple):
    """Who writes on the wiki: an administrator who may also write its scripts."""

    name: str
    password: str


ACCOUNT = Account("Admin", "admin-du-wiki-de-test")


def tree(suite: str = "") -> Path:
    """Give the folder of a suite's MediaWiki, provided or not."""
    return PLACE / (suite or "debian")


def servers() -> Path:
    """Give the folder that holds nginx and Apache, provided or not."""
    return PLACE / "serveurs"


def php() -> str:
    """Give the PHP program, with all that MediaWiki needs. Raises `SetupError` without it."""
    found = shutil.which("php")
    modules = set(_run([found, "-m"]).lower().split()) if found else set()
    if found is None or not modules >= PHP_MODULES:
        raise SetupError(f"PHP est absent ou incomplet (paquets : {', '.join(PHP_PACKAGES)})")
    return found


def version(suite: str = "") -> str:
    """Give the version of a suite's MediaWiki, as its source says it."""
    source = (tree(suite) / "w/includes/Defines.php").read_text(encoding="utf-8")
    found = re.search(r"define\( 'MW_VERSION', '([^']+)'", source)
    if found is None:
        raise SetupError("MediaWiki ne dit pas sa version")
    return found[1]


def provide(suite: str = "") -> None:
    """Make an empty wiki ready, and the two servers.

    `suite` names another Debian whose MediaWiki is wanted. Raises `SetupError` with the reason,
    in French, if this machine cannot have it.
    """
    try:
        php()
    except SetupError:
        apt.install(*PHP_PACKAGES)
        php()
    wanted = stamps.fingerprint([Path(__file__)])
    with stamps.one_at_a_time(ROOT):
        if not stamps.matches(servers(), wanted):
            _renew(servers())
            apt.unpack(servers(), *SERVER_PACKAGES)
            stamps.write(servers(), wanted)
        folder = tree(suite)
        if not stamps.matches(folder, wanted):
            _renew(folder)
            _unpack_wiki(folder, suite)
            _install_wiki(folder)
            stamps.write(folder, wanted)


def _renew(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def _unpack_wiki(folder: Path, suite: str) -> None:
    """Put MediaWiki in `w/`; Debian's package keeps settings and images elsewhere, by links."""
    raw = folder / "paquets"
    apt.unpack(raw, *WIKI_PACKAGES, suite=suite)
    wiki = raw / "usr/share/mediawiki"
    for link in ("extensions", "images", "config", "LocalSettings.php"):
        (wiki / link).unlink(missing_ok=True)
    (wiki / "extensions-core").rename(wiki / "extensions")
    for made in ("images", "cache"):
        (wiki / made).mkdir(exist_ok=True)
    wiki.rename(folder / "w")
    shutil.rmtree(raw)


def _install_wiki(folder: Path) -> None:
    """Install an empty wiki in `graine/`, its messages ready, its administrator in place."""
    seed, maintenance = folder / "graine", folder / "w/maintenance"
    for made in ("data", "cache", "conf.d"):
        (seed / made).mkdir(parents=True, exist_ok=True)
    _run(
        [
            *(php(), str(maintenance / "install.php"), "--confpath", str(seed)),
            *("--dbtype", "sqlite", "--dbpath", str(seed / "data"), "--dbname", "wiki"),
            *("--lang", "fr", "--server", "http://127.0.0.1", "--scriptpath", "/w"),
            *(f"--skins={SKINS}", f"--extensions={EXTENSIONS}", "--pass", ACCOUNT.password),
            *("Wiki de test", ACCOUNT.name),
        ]
    )
    settings = seed / "LocalSettings.php"
    text = settings.read_text(encoding="utf-8")
    text = text.replace(f'"{seed / "data"}"', "getenv( 'WIKI_PLACE' ) . '/data'")
    settings.write_text(text + SETTINGS, encoding="utf-8")
    place = environment(seed)
    promote = [php(), str(maintenance / "createAndPromote.php"), "--force"]
    _run([*promote, "--custom-groups=interface-admin,bot", ACCOUNT.name], place)
    _run([php(), str(maintenance / "rebuildLocalisationCache.php"), "--lang=fr,en"], place)
    for base in (seed / "data").glob("*.sqlite"):
        # Readers and a writer at once: a browser asks for ten things together.
        with contextlib.closing(sqlite3.connect(base)) as database:
            database.execute("PRAGMA journal_mode=WAL")


def environment(place: Path) -> dict[str, str]:
    """Give the variables by which MediaWiki finds the wiki that stands in a folder."""
    return {
        **os.environ,
        "WIKI_PLACE": str(place),
        "MW_CONFIG_FILE": str(place / "LocalSettings.php"),
    }


def _run(command: list[str], variables: Mapping[str, str] | None = None) -> str:
    """Run a program to its end; give what it wrote, or raise `SetupError` with its last words."""
    try:
        done = subprocess.run(
            command,
            env=variables,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=STEP,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SetupError(f"{Path(command[0]).name} n’a pas abouti ({error})") from error
    if done.returncode != 0:
        told = (done.stdout + done.stderr).strip()[-400:]
        raise SetupError(f"{' '.join(command[:2])} a échoué (code {done.returncode}) : {told}")
    return done.stdout


PROVIDERS: dict[str, Callable[[], None]] = {"wiki": provide}
