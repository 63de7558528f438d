"""The settings for nginx and Apache that the guide has included, on the real servers."""

from __future__ import annotations

import gzip
import os
import re
import urllib.request
from typing import TYPE_CHECKING, NamedTuple
from urllib.error import HTTPError, URLError

import brotli
import pytest

from tests.support.processes import running, until
from tests.support.wiki import HOST, Guide, free_port, opened
from web.tools import serve
from web.tools.paths import ROOT
from web.tools.setup import mediawiki
from web.tools.static import FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.wiki

APACHE = """
ServerName essai
Listen {host}:{port}
PidFile {place}/apache.pid
ErrorLog {place}/apache.log
ServerRoot {place}
DocumentRoot {root}
{user}
LoadModule mpm_event_module {modules}/mod_mpm_event.so
LoadModule authz_core_module {modules}/mod_authz_core.so
LoadModule mime_module {modules}/mod_mime.so
LoadModule headers_module {modules}/mod_headers.so
LoadModule rewrite_module {modules}/mod_rewrite.so
TypesConfig {types}
{included}
"""
TYPES = {
    "wiki.js": "text/javascript",
    "calculateur.css": "text/css",
    "pyodide.asm.wasm": "application/wasm",
    "stdlib.zip": "application/zip",
    "manifest.json": "application/json",
    "formulaires/combat.json": "application/json",
}


class Server(NamedTuple):
    """A server with our settings: where the folder is, and the codings it knows."""

    url: str
    folder: Path
    codings: frozenset[str]


class Answer(NamedTuple):
    """Headers, by lower-case name, and the body."""

    headers: dict[str, str]
    body: bytes


def get(url: str, accepted: str = "") -> Answer:
    asked = urllib.request.Request(url, headers={"Accept-Encoding": accepted})
    with urllib.request.urlopen(asked, timeout=30) as told:
        return Answer({name.lower(): value for name, value in told.headers.items()}, told.read())


def ready(url: str) -> bool | None:
    try:
        get(url)
    except (URLError, ConnectionError) as error:
        return True if isinstance(error, HTTPError) else None
    return True


@pytest.fixture(scope="module")
def nginx(dist: Path) -> Iterator[Server]:
    with opened(dist) as wiki:
        (folder,) = (wiki.place / "www" / FOLDER).iterdir()
        yield Server(f"{wiki.url}/{FOLDER}/{folder.name}/", folder, frozenset({"gzip"}))


@pytest.fixture(scope="module")
def apache(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    place, port = tmp_path_factory.mktemp("apache"), free_port()
    home = mediawiki.servers()
    (folder,) = (dist / FOLDER).iterdir()
    types = place / "mime.types"
    # As on Debian: the compressed copies have a type of their own there, and .js an old one.
    types.write_text("application/gzip gz\napplication/javascript js\n", encoding="utf-8")
    block = Guide(dist).block("apache")
    block = block.replace("/chemin/du/site", str(dist)).replace("/chemin/vers", str(dist))
    config = place / "apache.conf"
    config.write_text(
        APACHE.format(
            host=HOST,
            port=port,
            place=place,
            root=dist,
            user="User www-data\nGroup www-data" if os.geteuid() == 0 else "",
            modules=home / "usr/lib/apache2/modules",
            types=types,
            included=block,
        ),
        encoding="utf-8",
    )
    # A user of its own must reach what only its maker could.
    for each in (dist, *dist.parents):
        if each == ROOT:
            break
        each.chmod(0o755)
    variables = {**os.environ, "LD_LIBRARY_PATH": ":".join(map(str, home.glob("usr/lib/*")))}
    command = [str(home / "usr/sbin/apache2"), "-f", str(config), "-DFOREGROUND"]
    url = f"http://{HOST}:{port}/{FOLDER}/{folder.name}/"
    with (place / "sortie.log").open("wb") as log, running(command, log, variables) as process:
        until(lambda: ready(url), process, 30, "Apache")
        yield Server(url, folder, frozenset({"gzip", "br"}))


@pytest.fixture(params=["nginx", pytest.param("apache", marks=pytest.mark.complet)])
def server(request: pytest.FixtureRequest) -> Server:
    found: Server = request.getfixturevalue(request.param)
    return found


@pytest.mark.parametrize("name", TYPES)
@pytest.mark.parametrize("accepted", ["", "gzip", "gzip, br", "gzip, deflate, br, zstd"])
def test_files_come_as_browsers_want_them(server: Server, name: str, accepted: str) -> None:
    answer = get(server.url + name, accepted)
    assert answer.headers["content-type"].partition(";")[0] == TYPES[name]
    coding = answer.headers.get("content-encoding", "")
    packed = {"gzip": ".gz", "br": ".br"}
    there = {
        known for known in server.codings if (server.folder / f"{name}{packed[known]}").is_file()
    }
    usable = [one for one in ("br", "gzip") if one in accepted and one in there]
    assert coding == (usable[0] if usable else "")
    plain = {"gzip": gzip.decompress, "br": brotli.decompress}.get(coding, bytes)(answer.body)
    assert plain == (server.folder / name).read_bytes()
    assert "immutable" in answer.headers["cache-control"]
    if there:
        assert "accept-encoding" in answer.headers.get("vary", "").lower()


@pytest.mark.parametrize("name", ["worker.js", "pyodide.js"])
def test_scripts_may_run_what_they_must(server: Server, name: str) -> None:
    headers = get(server.url + name).headers
    assert headers["content-security-policy"] == serve.CSP
    assert "'wasm-unsafe-eval'" in serve.CSP
    assert headers["x-content-type-options"] == "nosniff"
    assert "utf-8" in headers["content-type"].lower()


def test_folder_shows_no_list(server: Server) -> None:
    with pytest.raises(HTTPError, match=r"403|404"):
        get(server.url)


def test_guide_names_only_what_is_there(dist: Path) -> None:
    text = Guide(dist).text
    (folder,) = (dist / FOLDER).iterdir()
    assert f"/{FOLDER}/{folder.name}/manifest.json" in text
    for name in ("chargeur.js", "emplacement.txt", "widget.txt", "extension/NephilimCalc"):
        assert f"`{name}`" in text
        assert (dist / name).exists()
    assert "{{ " not in text
    for loader in ("chargeur.js", "extension/NephilimCalc/modules/chargeur.js"):
        script = (dist / loader).read_text(encoding="utf-8")
        # What MediaWiki 1.39 refuses in a gadget.
        assert not re.search(r"\b(?:const|let|class|async)\b|=>|`|\?\.|\.\.\.", script)
