"""A real MediaWiki for the tests: Debian's packages, unpacked into `.cache/`, never installed.

PHP alone is installed, by apt. The rest (MediaWiki, nginx, Apache) is downloaded by apt and
unpacked, so that no service starts and nothing outside the project changes. A wiki is then
installed once with SQLite; tests copy it (tests/support/wiki.py) and throw the copy away.

    .cache/mediawiki/<suite>/w         MediaWiki, without settings
                            /graine    an empty wiki: data/, cache/, LocalSettings.php
    .cache/mediawiki/serveurs          nginx and Apache, under usr/
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

from web.tools.paths import CACHE, ROOT
from web.tools.setup import SetupError, apt, stamps

PLACE = CACHE / "mediawiki"
PHP_PACKAGES = ("php-cli", "php-sqlite3", "php-mbstring", "php-xml", "php-intl")
PHP_MODULES = frozenset({"dom", "intl", "mbstring", "pdo_sqlite", "xmlreader"})
WIKI_PACKAGES = ("mediawiki", "mediawiki-classes")
SERVER_PACKAGES = (
    *("nginx", "nginx-common"),
    *("apache2-bin", "apache2-data", "libapr1", "libaprutil1", "libjansson4", "liblua5.3-0"),
)
SKINS = "Vector,MonoBook,Timeless,MinervaNeue"
EXTENSIONS = "Gadgets,ParserFunctions,Cite,InputBox,WikiEditor"
# The suite whose MediaWiki is the next after the wiki's own; "" is this machine's.
NEXT_SUITE = "trixie"
START = 300  # seconds: what a step may take on a slow machine

SETTINGS = """<?php
// A wiki of the tests: everything that differs from one to the other comes by the environment.
if ( !defined( 'MEDIAWIKI' ) ) { exit; }
$place = getenv( 'WIKI_PLACE' );
$wgSitename = 'Wiki de test';
$wgMetaNamespace = 'Wiki_de_test';
$wgServer = 'http://' . ( $_SERVER['HTTP_HOST'] ?? '127.0.0.1' );
$wgScriptPath = '/w';
$wgResourceBasePath = '/w';
$wgArticlePath = '/wiki/$1';
$wgUsePathInfo = true;
$wgDBtype = 'sqlite';
$wgDBname = 'wiki';
$wgSQLiteDataDir = "$place/data";
$wgCacheDirectory = "$place/cache";
$wgMainCacheType = CACHE_NONE;
$wgParserCacheType = CACHE_NONE;
$wgLanguageCode = 'fr';
$wgSecretKey = str_repeat( '0123456789abcdef', 4 );
$wgUpgradeKey = '0123456789abcdef';
$wgDefaultSkin = 'vector';
$wgJobRunRate = 5;
$wgRateLimits = [];
$wgPingback = false;
$wgEnableEmail = false;
$wgShowExceptionDetails = true;
foreach ( explode( ',', '%(skins)s' ) as $each ) { wfLoadSkin( $each ); }
foreach ( explode( ',', '%(extensions)s' ) as $each ) { wfLoadExtension( $each ); }
foreach ( glob( "$place/conf.d/*.php" ) as $each ) { require $each; }
"""


class Account(NamedTuple):
    """Who writes on the wiki: an administrator who may also write its scripts."""

    name: str = "Admin"
    password: str = "admin-du-wiki-de-test"  # noqa: S105 - of a wiki that nobody else reaches


ACCOUNT = Account()


def tree(suite: str = "") -> Path:
    """Give the folder of a suite's MediaWiki, provided or not."""
    return PLACE / (suite or "debian")


def servers() -> Path:
    """Give the folder that holds nginx and Apache, provided or not."""
    return PLACE / "serveurs"


def php() -> str:
    """Give the PHP program, with all that MediaWiki needs. Raises `SetupError` without it."""
    found = shutil.which("php")
    told = "" if found is None else _run([found, "-m"])
    if found is None or not PHP_MODULES <= set(told.lower().split()):
        raise SetupError(f"PHP est absent ou incomplet (paquets : {', '.join(PHP_PACKAGES)})")
    return found


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
    wanted = stamps.fingerprint([Path(__file__)], suite)
    with stamps.one_at_a_time(ROOT):
        for folder, make in ((servers(), _make_servers), (tree(suite), _make_wiki)):
            if stamps.matches(folder, wanted if make is _make_wiki else _servers_stamp()):
                continue
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            make(folder, suite)
            stamps.write(folder, wanted if make is _make_wiki else _servers_stamp())


def version(suite: str = "") -> str:
    """Give the version of a suite's MediaWiki, as its source says it."""
    source = (tree(suite) / "w/includes/Defines.php").read_text(encoding="utf-8")
    found = re.search(r"define\( 'MW_VERSION', '([^']+)'", source)
    if found is None:
        raise SetupError("MediaWiki ne dit pas sa version")
    return found[1]
