"""What the house asks of its code: rules stand in `data/`, and nothing of a game in a script."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from pycore.donnees import anima, nephilim
from tests.support.duel import duel
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PYTHON = sorted((ROOT / "pycore").rglob("*.py"))
SCRIPTS = sorted(path for path in (ROOT / "web").rglob("*.js") if "node_modules" not in path.parts)

GOVERNED = (
    *("armes", "munitions", "cadences", "protections", "boucliers"),
    *("manoeuvres", "defenses", "effets_attaquant", "effets_defenseur"),
)
IDS = {ident for table in GOVERNED for ident in getattr(nephilim(), table)}

ANIMA = {  # but for what a script says of a worker that has died
    ident
    for table in (
        *("situations", "visees", "localisations", "types_degats", "defenses", "issues", "etats"),
        *("effets_critiques", "consequences", "jets_initiative", "constantes", "causes"),
    )
    for ident in getattr(anima(), table)
} - {"mort"}

ALLOWED = {
    "standard": "the ammunition of a scenario that names none (combat.md §1)",
    "unique": "the rate of fire of a scenario, and of a weapon, that names none (combat.md §1, §4)",
    "aucune": "the protection of a scenario that names none (combat.md §1)",
    "lancer": "a mode and a category of weapons; the manœuvre has the name of its mode",
}


def literals(path: Path) -> Iterator[tuple[str, int]]:
    """Every whole string of a Python file, with its line."""
    for node in ast.walk(ast.parse(path.read_bytes(), str(path))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value, node.lineno


def of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_there_is_something_to_look_at() -> None:
    assert len(IDS) > 100
    assert len(PYTHON) > 20
    assert len(SCRIPTS) > 10


@pytest.mark.parametrize("path", PYTHON, ids=of)
def test_no_rule_knows_a_row_by_its_id(path: Path) -> None:
    known = IDS - set(ALLOWED)
    assert [(word, line) for word, line in literals(path) if word in known] == []


def test_what_is_allowed_is_used() -> None:
    used = {word for path in PYTHON for word, _ in literals(path)}
    assert set(ALLOWED) <= used & IDS


# A word of its own between quotes, or between the values of a template.
QUOTED = re.compile(r"""(?<=['"`}])\w+(?=['"`]|\$\{)""")


@pytest.mark.parametrize("path", SCRIPTS, ids=of)
def test_no_script_knows_a_row_by_its_id(path: Path) -> None:
    quoted = set(QUOTED.findall(path.read_text(encoding="utf-8")))
    rows = IDS | set(nephilim().consequences) | set(nephilim().elements) | set(nephilim().types)
    assert quoted & (rows | ANIMA) == set()


TEMPLATES = sorted(
    path for path in (ROOT / "web").rglob("*") if path.suffix in {".html", ".txt", ".php", ".json"}
)
# An attribute that runs, a style or a script written in the page, an address that is code, a text
# that nobody escapes.
INLINE = re.compile(
    r"""\son[a-z]+\s*=|\sstyle\s*=|<style|javascript:|<script(?![^>]*\ssrc=)|\|\s*safe\b|Markup\(""",
    re.IGNORECASE,
)


@pytest.mark.parametrize("path", TEMPLATES, ids=of)
def test_no_template_holds_code_or_trusts_a_text(path: Path) -> None:
    assert INLINE.findall(path.read_text(encoding="utf-8")) == []


def test_code_in_a_page_is_known_when_it_is_seen() -> None:
    for bad in (
        *(
            "<a onclick=x>",
            "<p style='x'>",
            "<script>x</script>",
            "<script type=module>",
            "{{ x|safe }}",
        ),
        *("<STYLE>", "href=javascript:x", "{{ Markup(x) }}"),
    ):
        assert INLINE.search(bad), bad
    assert not INLINE.search('<script src="x.js"></script> mon style libre, person=1')


def test_markup_is_trusted_once() -> None:
    """The form that our own templates wrote, and nothing that a person typed."""
    trusting = {
        of(path): path.read_text(encoding="utf-8").count("Markup(")
        for path in [*(ROOT / "web").rglob("*.py"), *PYTHON]
    }
    assert {name: times for name, times in trusting.items() if times} == {"web/tools/build.py": 1}


FILE_WORDS = {
    "open",
    "read_text",
    "read_bytes",
    "write_text",
    "write_bytes",
    "Path",
    "exec",
    "eval",
}
FILE_MODULES = {"pathlib", "os", "io", "shutil", "tempfile", "subprocess", "socket", "urllib"}
TOUCH_FILES = {"pycore/__main__.py", "pycore/loader.py"}


def names(path: Path) -> set[str]:
    """Every name and attribute that a file uses."""
    nodes = list(ast.walk(ast.parse(path.read_bytes(), str(path))))
    return {node.id for node in nodes if isinstance(node, ast.Name)} | {
        node.attr for node in nodes if isinstance(node, ast.Attribute)
    }


def imported(path: Path) -> set[str]:
    """The first word of every module that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_bytes(), str(path))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, of(path)
            found.add((node.module or "").partition(".")[0])
    return found


def test_only_the_command_line_and_the_loader_touch_files() -> None:
    touching = {
        of(path) for path in PYTHON if names(path) & FILE_WORDS or imported(path) & FILE_MODULES
    }
    assert touching == TOUCH_FILES


@pytest.mark.parametrize("path", PYTHON, ids=of)
def test_the_rules_need_the_standard_library_alone(path: Path) -> None:
    assert imported(path) <= sys.stdlib_module_names | {"pycore"}


def test_a_bare_checkout_answers_with_nothing_installed(tmp_path: Path) -> None:
    for folder in ("pycore", "data"):
        hidden = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=hidden)
    # -S: no package of any kind; -E: no variable of the environment; -B: nothing is written.
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-B", "-W", "error", "-m", "pycore", "resolve", "combat"],
        cwd=tmp_path,
        input=json.dumps(duel(jets=(20, None))).encode(),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["echanges"][0]["total"] == 3
    assert list(tmp_path.rglob("__pycache__")) == []
