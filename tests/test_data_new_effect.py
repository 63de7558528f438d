"""A "+2" written into `data/` works everywhere, and no line of code knows of it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.duel import duel, terms
from tests.support.frozen import laid
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

ROW = """
[[ligne]]
id = "souffle_du_bourdon"
nom = "Souffle du bourdon"
nature = "sort"
prose = { nom = "Souffle du bourdon", genre = "m", nombre = "s", article = "le" }
portees = ["melee", "distance"]
apports = [{ cible = "degres", valeur = 2 }]
resume = "+2 degrés."
source = "combat §12"
"""
NEW = {"effets": ["souffle_du_bourdon"]}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the rules and of the data, with the row on both sides."""
    made = tmp_path_factory.mktemp("copie")
    hidden = shutil.ignore_patterns("__pycache__")
    for folder in ("pycore", "web"):
        shutil.copytree(ROOT / folder, made / folder, ignore=hidden)
    laid(made / "data")
    for side in ("attaquant", "defenseur"):
        with (made / f"data/nephilim/effets_{side}.toml").open("a", encoding="utf-8") as file:
            file.write(ROW)
    return made


def run(checkout: Path, *words: str, asked: Any = None) -> str:
    """Run the command line of the copy; it must end well."""
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-m", "pycore", *words],
        cwd=checkout,
        input=json.dumps(asked).encode(),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b""), done
    return done.stdout.decode()


SCENARIO = duel(
    attaquant=NEW, defenseur=NEW | {"defense": {"type": "parer"}}, jets=(20, 31), version=1
)
PLUS_2 = {"souffle_du_bourdon": 2}


def test_it_is_resolved(checkout: Path) -> None:
    result = json.loads(run(checkout, "resolve", "combat", asked=SCENARIO))
    assert terms(result["attaques"][0]["detail"]) == {"degre": 8} | PLUS_2
    assert terms(result["echanges"][0]["defense"]["detail"]) == {"degre": 5} | PLUS_2


def test_it_is_in_the_thresholds(checkout: Path) -> None:
    result = json.loads(run(checkout, "seuils", "combat", asked=SCENARIO))
    assert [each["seuil"] for each in result["attaques"]] == [100]
    assert result["echanges"][0]["defense"]["seuil"] == 70


def test_it_is_in_the_schema(checkout: Path) -> None:
    schema = json.loads(run(checkout, "schema", "combat"))
    properties = schema["properties"]
    sides = (properties["attaquant"], properties["defenseurs"]["items"])
    for side in sides:
        assert "souffle_du_bourdon" in side["properties"]["effets"]["items"]["enum"]


def test_it_is_in_the_tables(checkout: Path) -> None:
    for table in ("effets_attaquant", "effets_defenseur"):
        rows = json.loads(run(checkout, "tables", table, "--json"))
        assert rows[-1]["nom"] == "Souffle du bourdon"
        assert "souffle_du_bourdon" in run(checkout, "tables", table).splitlines()[-1]


def test_it_is_in_what_the_page_shows(checkout: Path) -> None:
    program = "import sys; from pycore.api import answer; print(answer(sys.stdin.read()))"
    message = {"v": 1, "n": 1, "op": "resolve"}
    corps = {"calcul": "combat", "texte": json.dumps(SCENARIO)}
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-c", program],
        cwd=checkout,
        input=json.dumps(message | {"corps": corps}),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.dumps(json.loads(done.stdout)["corps"]["vue"]).count("Souffle du bourdon") >= 2


def test_it_is_in_the_page(checkout: Path) -> None:
    program = (
        "from web.tools.build import PAGES, form; from web.tools.markup import serialise;"
        "print(serialise(form(next(page for page in PAGES if page.calcul == 'combat'))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=checkout, capture_output=True, text=True, check=True
    )
    assert done.stdout.count('value="souffle_du_bourdon"') == 2
    assert done.stdout.count("Souffle du bourdon") >= 2


def test_elsewhere_it_is_unknown() -> None:
    from tests.support.duel import refusals

    assert refusals(SCENARIO) == [
        ("attaquant.effets[0]", "inconnu"),
        ("defenseurs[0].effets[0]", "inconnu"),
    ]
