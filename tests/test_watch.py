"""What `serve` shows follows its sources: a copy of the checkout is changed, a page asked for."""

from __future__ import annotations

import contextlib
import http.client
import io
import re
import shutil
import zipfile
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import pytest

from tests.support import combat_form
from tests.support.frozen import FROZEN
from web.tools import serve, watch
from web.tools.paths import CACHE, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.construction

WEAPONS = "data/nephilim/armes_melee.toml"


class Checkout(NamedTuple):
    """A copy of the project, the server that follows it, and its address."""

    root: Path
    watch: watch.Watch
    url: str

    def get(self, path: str) -> tuple[int, str]:
        """Ask for a page as a reload does; gives its status and its text."""
        status, body = self.ask(path)
        return status, body.decode()

    def ask(self, path: str) -> tuple[int, bytes]:
        """Ask for a file."""
        with contextlib.closing(
            http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=300)
        ) as connection:
            connection.request("GET", f"/{path}")
            reply = connection.getresponse()
            return reply.status, reply.read()

    def loaded(self, name: str) -> bytes:
        """Give a file of the folder that the combat page loads from."""
        status, page = self.get("combat.html")
        assert status == 200, page
        folder = re.search(r"nephilim-calc/[0-9a-f]{16}/", page)
        assert folder
        status, body = self.ask(f"{folder[0]}{name}")
        assert status == 200
        return body

    def archive(self) -> dict[str, bytes]:
        """Give what the rules' archive holds, by name."""
        with zipfile.ZipFile(io.BytesIO(self.loaded("nephilim.zip"))) as opened:
            return {name: opened.read(name) for name in opened.namelist()}

    @contextlib.contextmanager
    def change(self, name: str, old: str | re.Pattern[str], new: str) -> Iterator[None]:
        """Put `new` in the place of `old` in a file, and what was there back at the end."""
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        pattern = re.compile(re.escape(old)) if isinstance(old, str) else old
        changed, number = pattern.subn(lambda _: new, text, count=1)
        assert number == 1, f"{old} is not in {name}"
        path.write_text(changed, encoding="utf-8")
        try:
            yield
        finally:
            path.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checkout]:
    root = tmp_path_factory.mktemp("copie").resolve()
    for name in ("pycore", "web", "tests/cases"):
        ignored = shutil.ignore_patterns("__pycache__", "node_modules")
        shutil.copytree(ROOT / name, root / name, ignore=ignored)
    shutil.copytree(FROZEN, root / "data")
    for name in watch.FILES:
        shutil.copyfile(ROOT / name, root / name)
    (root / "node_modules").symlink_to(ROOT / "node_modules")
    # What the browser's Python is made from is the same here and there: it is made once.
    (CACHE / "runtime").mkdir(parents=True, exist_ok=True)
    (root / ".cache").mkdir()
    (root / ".cache/runtime").symlink_to(CACHE / "runtime")
    followed = watch.Watch(root, root / ".cache/serve")
    assert followed() == ""
    url, stop = serve.start(followed.folder, follow=followed)
    yield Checkout(root, followed, url)
    stop()


@contextlib.contextmanager
def changed_sword(checkout: Checkout, physiques: str) -> Iterator[None]:
    """Give the sword other physical damage: a figure, or what is none."""
    text = (checkout.root / WEAPONS).read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if '"epee_hache"' in line)
    new = re.sub(r"physiques = \d+", f"physiques = {physiques}", row)
    with checkout.change(WEAPONS, row, new):
        yield


def test_a_changed_figure_is_in_the_tables_and_in_the_rules(checkout: Checkout) -> None:
    with changed_sword(checkout, "29"):
        _, tables = checkout.get("tables.html")
        assert "<td>29</td>" in tables
        assert b"physiques=29" in checkout.archive()["pycore/nephilim/_donnees.py"]
    _, tables = checkout.get("tables.html")
    assert "<td>29</td>" not in tables


@pytest.mark.navigateur("chromium")
def test_a_changed_figure_and_a_changed_rule_are_in_the_verdict(checkout: Checkout) -> None:
    with (
        changed_sword(checkout, "29"),
        checkout.change("pycore/api.py", re.compile(r"\Z"), "import statistics\n"),
        combat_form.chromium() as page,
    ):
        page.goto(f"{checkout.url}combat.html")
        combat_form.wait_ready(page)
        sword = combat_form.PLAIN | {"jets": {"attaque": [10], "defense": [[95]]}}
        combat_form.fill_form(page, sword)
        result = combat_form.resolve(page)
        assert int(result["echanges"][0]["phys"]) >= 29


def test_only_what_has_changed_of_the_rules_is_sent_as_source(checkout: Checkout) -> None:
    with checkout.change("pycore/fragment.py", re.compile(r"\Z"), "# changed\n"):
        sent = checkout.archive()
    assert [name for name in sent if name.endswith(".py")] == ["pycore/fragment.py"]
    assert sent["pycore/fragment.py"].endswith(b"# changed\n")
    assert not [name for name in checkout.archive() if name.endswith(".py")]


def test_changed_script_style_and_template_are_on_the_page(checkout: Checkout) -> None:
    with (
        checkout.change("web/src/page.js", re.compile(r"\Z"), "console.log('changed');\n"),
        checkout.change("web/calculateur.css", re.compile(r"\Z"), ".changed { color: red }\n"),
        checkout.change("web/templates/page.html", "</title>", " (changed)</title>"),
    ):
        status, page = checkout.get("combat.html")
        assert status == 200
        assert "(changed)</title>" in page
        assert b"changed" in checkout.loaded("page.js")
        assert b".changed" in checkout.loaded("calculateur.css")


def test_a_file_that_comes_or_goes_is_a_change(checkout: Checkout) -> None:
    new = checkout.root / "pycore/jeux/nouveau.py"
    new.write_text("", encoding="utf-8")
    assert checkout.ask("combat.html")[0] == 200
    assert checkout.loaded("nouveau.zip")
    new.unlink()
    _, page = checkout.get("combat.html")
    folder = re.search(r"nephilim-calc/[0-9a-f]{16}/", page)
    assert folder
    assert checkout.ask(f"{folder[0]}nouveau.zip")[0] == 404


def test_it_is_told_what_was_rebuilt_and_once(
    checkout: Checkout, capsys: pytest.CaptureFixture[str]
) -> None:
    checkout.get("")
    capsys.readouterr()
    with changed_sword(checkout, "3"):
        checkout.get("")
        checkout.get("combat.html")
        told = capsys.readouterr().out
        assert re.fullmatch(rf"Reconstruit en \d+,\d s : {WEAPONS}\n", told)
        assert watch.Watch(checkout.root, checkout.root / ".cache/serve")() == ""
    assert not capsys.readouterr().out, "another server finds it built"


def test_a_fault_of_the_data_is_told_until_it_is_mended(
    checkout: Checkout, capsys: pytest.CaptureFixture[str]
) -> None:
    with changed_sword(checkout, '"<b>beaucoup</b>"'):
        status, page = checkout.get("combat.html")
        assert status == 500
        where = f"{WEAPONS} › epee_hache.physiques"
        assert where in page
        assert "un nombre entier est attendu" in page
        assert where in capsys.readouterr().err
        assert checkout.get("")[1] == page
        assert not capsys.readouterr().err, "it is told once in the terminal"
    assert checkout.get("combat.html")[0] == 200


def test_what_is_told_is_text(checkout: Checkout) -> None:
    with checkout.change(WEAPONS, "ligne = [", 'ligne = [ { id = "<script>" },'):
        status, page = checkout.get("combat.html")
    assert status == 500
    assert "&lt;script&gt;" in page
    assert "<script" not in page


@pytest.mark.parametrize(
    ("name", "end", "told"),
    [
        ("pycore/shapes.py", "\ndef (\n", "pycore/shapes.py, ligne "),
        ("pycore/render/french.py", "\n1 / 0\n", "ZeroDivisionError"),
        ("web/templates/combat.html", "{% if %}", "web/templates/combat.html, ligne "),
        ("web/src/page.js", "\n)\n", "web/src/page.js:"),
    ],
)
def test_a_fault_of_the_code_is_told_with_its_file(
    checkout: Checkout, name: str, end: str, told: str
) -> None:
    with checkout.change(name, re.compile(r"\Z"), end):
        status, page = checkout.get("combat.html")
        assert status == 500
        assert told in page
    assert checkout.get("combat.html")[0] == 200


def test_a_page_that_is_open_loads_what_it_was_made_for(checkout: Checkout) -> None:
    _, page = checkout.get("combat.html")
    script = re.search(r"nephilim-calc/[0-9a-f]{16}/page.js", page)
    assert script
    with changed_sword(checkout, '"beaucoup"'):
        assert checkout.ask(script[0])[0] == 200
        assert checkout.ask("combat.html")[0] == 500
