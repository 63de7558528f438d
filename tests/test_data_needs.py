"""What an editor's change takes away from a fight, or from the wiki, is said when it is read."""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from pycore import loader
from pycore.anima import rows as anima_rows
from pycore.errors import DataError
from pycore.named import NAMED
from pycore.nephilim import rows as nephilim_rows
from pycore.render.donnees import data_errors
from tests.support.frozen import laid
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

GAMES: dict[str, Any] = {
    "nephilim": (nephilim_rows.Regles, nephilim_rows.FICHIERS),
    "anima": (anima_rows.Regles, anima_rows.FICHIERS),
}
MELEE = "nephilim/armes_melee.toml"
PAGE = 'page = "Modèle:Combat/Armes de mêlée"'
LONG_TITLE = "—" * 81  # three bytes each, and 240 at most


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return laid(tmp_path / "data")


def faults(data: Path) -> list[tuple[str, str, str]]:
    """Read both games; give place, code and sentence of each fault."""
    try:
        loader.load_all(GAMES, data)
    except DataError as refused:
        return [(e["chemin"], e["code"], e["message"]) for e in data_errors(refused)]
    return []


def change(data: Path, name: str, old: str, new: str) -> None:
    path = data / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@cache
def named_in_code() -> tuple[set[str], list[str]]:
    """Whole texts of the code, and patterns of those that it puts together."""
    whole, made = set(), []
    for folder in ("pycore", "web/tools"):
        for path in (ROOT / folder).rglob("*.py"):
            if path.name in {"named.py", "_donnees.py"}:
                continue
            for node in ast.walk(ast.parse(path.read_bytes())):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    whole.add(node.value)
                elif isinstance(node, ast.JoinedStr):
                    parts = [
                        re.escape(str(each.value)) if isinstance(each, ast.Constant) else ".+"
                        for each in node.values
                    ]
                    made.append("".join(parts))
    return whole, [each for each in made if each.strip(".+")]


@pytest.mark.parametrize("stem", NAMED)
def test_what_the_code_calls_by_name_cannot_be_taken_away(data: Path, stem: str) -> None:
    """All rows of these files; and none stands there that nothing calls."""
    path = data / f"{stem}.toml"
    head, *rows = re.split(r"(?m)^(?=\[\[ligne\]\]$)", path.read_text(encoding="utf-8"))
    idents = [re.findall(r'(?m)^id = "(.+)"$', row)[0] for row in rows]
    assert sorted(NAMED[stem]) == sorted(idents)
    whole, made = named_in_code()
    assert [
        each
        for each in idents
        if each not in whole and not any(re.fullmatch(pattern, each) for pattern in made)
    ] == []
    path.write_text(head + rows[0], encoding="utf-8")
    said = {place: sentence for place, code, sentence in faults(data) if code == "donnees"}
    assert set(said) >= {f"{stem}.toml › {each}" for each in idents[1:]}
    last = idents[-1]
    assert said[f"{stem}.toml › {last}"] == (
        f"data/{stem}.toml › {last}\u00a0: il n’y a plus de «\u00a0{last}\u00a0», "
        "que les règles demandent\u00a0: remettez-le."
    )


CHANGES = [
    # A mode without a plain attack, or without a defence that takes no roll and asks for nothing.
    (
        "nephilim/manoeuvres_melee.toml",
        "ordinaire = true",
        "ordinaire = false",
        ["nephilim/manoeuvres_melee.toml › ordinaire"],
        "donnees",
    ),
    (
        "nephilim/defenses_melee.toml",
        "sans_jet = true",
        "sans_jet = false",
        ["nephilim/defenses_melee.toml › sans_jet"] * 3,
        "donnees",
    ),
    (
        "nephilim/defenses_melee.toml",
        "sans_jet = true",
        'sans_jet = true\ndemande = "voit_lanceur"',
        ["nephilim/defenses_melee.toml › sans_jet"] * 3,
        "donnees",
    ),
    # The only way to attack in a mode, which an example takes.
    (
        "nephilim/manoeuvres_distance.toml",
        'modes = ["lancer"]',
        'modes = ["tir"]',
        ["nephilim/manoeuvres_melee.toml › ordinaire"],
        "donnees",
    ),
    # Who may stand on one side alone, and nobody to stand for him on the other.
    (
        "nephilim/types.toml",
        'remplacant = "autre"\n',
        "",
        ["nephilim/types.toml › creature.remplacant"],
        "requis",
    ),
    # Who is followed by a place that serves in a shot alone.
    (
        "anima/situations_tir.toml",
        "projectile = true",
        "projectile = true\nsuit = true",
        ["anima/situations.toml"],
        "donnees",
    ),
    # Titles that no wiki takes, and one that stands twice, whatever its case.
    (MELEE, PAGE, 'page = "Armes [mêlée]"', [f"{MELEE} › table.page"], "donnees"),
    (MELEE, PAGE, f'page = "{LONG_TITLE}"', [f"{MELEE} › table.page"], "donnees"),
    (
        MELEE,
        PAGE,
        'page = "modèle:combat/armes de TIR"',
        ["nephilim/armes_tir.toml › table.page"],
        "donnees",
    ),
    (
        MELEE,
        PAGE,
        'page = "Modèle:Combat/Points de règle/D1"',
        [f"{MELEE} › table.page"],
        "donnees",
    ),
    (MELEE, PAGE, "page = 3", [f"{MELEE} › table.page"], "type"),
    (
        "nephilim/encarts.toml",
        'page = "Modèle:Combat/Dommages physiques et magiques"',
        'page = "Dommages [physiques]"',
        ["nephilim/encarts.toml › dommages.page"],
        "donnees",
    ),
    # A column of what the rows have not, or in a form that does not fit; a head that is no table.
    (
        MELEE,
        '"degre", "physiques"',
        '"cotes", "physiques"',
        [f"{MELEE} › table.colonnes"],
        "donnees",
    ),
    # One that is read nowhere else: no more is said of it than what is wrong with its own row.
    (
        MELEE,
        '"degre", "physiques"',
        '"degres_de_lune", "physiques"',
        [f"{MELEE} › table.colonnes[1]"],
        "inconnu",
    ),
    (
        "nephilim/colonnes.toml",
        'champ = "degre"\n',
        "champ = 3\n",
        ["nephilim/colonnes.toml › degre.champ"],
        "type",
    ),
    (
        "nephilim/colonnes.toml",
        'champ = "degre"\n',
        'champ = "degre"\nforme = "carre"\n',
        ["nephilim/colonnes.toml › degre.forme"],
        "inconnu",
    ),
    (
        "nephilim/colonnes.toml",
        'champ = "cotes"\n',
        'champ = "cotes"\nforme = "signe"\n',
        ["nephilim/colonnes.toml › cotes.forme"],
        "donnees",
    ),
]


@pytest.mark.parametrize(("name", "old", "new", "places", "code"), CHANGES)
def test_what_is_missing_is_named(
    data: Path, name: str, old: str, new: str, places: list[str], code: str
) -> None:
    change(data, name, old, new)
    found = faults(data)
    # An example that asks for what is gone is named too.
    assert [each[0] for each in found if "exemples.toml" not in each[0]] == places
    assert {said for _, said, _ in found} == {code}
    for _, _, message in found:
        assert message.startswith("data/")
        assert message.endswith(".")


def test_what_is_missing_is_named_as_it_is_written(data: Path) -> None:
    change(data, "nephilim/manoeuvres_melee.toml", "ordinaire = true\n", "")
    change(data, "nephilim/defenses_melee.toml", "sans_jet = true\n", "")
    change(data, MELEE, "mains_nues = true\n", "")
    change(data, "nephilim/munitions.toml", 'id = "standard"', 'id = "ordinaires"')
    change(data, "nephilim/armures.toml", 'id = "aucune"', 'id = "nue"')
    told = {chemin: message.replace("\u00a0", " ") for chemin, _, message in faults(data)}
    for chemin, said in (
        ("nephilim/manoeuvres_melee.toml › ordinaire", "ordinaire (Mêlée)"),
        ("nephilim/defenses_melee.toml › sans_jet", "sans_jet (Lancer)"),
        (f"{MELEE} › mains_nues", "mains_nues = true"),
        ("nephilim/munitions.toml › standard", "standard"),
        ("nephilim/armures.toml › aucune", "aucune"),
    ):
        assert f" : il n’y a plus de « {said} », que les règles demandent" in told.pop(chemin)
    assert not told


def test_faults_of_both_games_are_said_together_and_what_they_share_once(data: Path) -> None:
    assert faults(data) == []
    change(data, "nephilim/types.toml", 'remplacant = "autre"\n', "")
    change(data, "anima/visees.toml", 'nom = "Genou"\n', "")
    (data / "commun/erreurs.toml").write_bytes(b"\xff")
    places = [chemin for chemin, _, _ in faults(data)]
    assert places.count("commun/erreurs.toml") == 1
    assert "nephilim/types.toml › creature.remplacant" in places
    assert "anima/visees.toml › genou.nom" in places


def test_the_other_page_of_that_title_is_named(data: Path) -> None:
    change(data, MELEE, PAGE, 'page = "Modèle:Combat/Points de règle/D1"')
    ((_, _, message),) = faults(data)
    assert "nephilim/points_de_regle.toml › D1.id\u00a0:" in message


def test_a_title_is_as_long_as_a_wiki_takes(data: Path) -> None:
    change(data, MELEE, PAGE, f'page = "{LONG_TITLE[1:]}"')
    assert faults(data) == []


def test_a_head_that_is_no_table_is_one_fault(data: Path) -> None:
    path = data / MELEE
    head, rows = path.read_text(encoding="utf-8").split("[[ligne]]", 1)
    path.write_text(f"table = 3\n\n[[ligne]]{rows}", encoding="utf-8")
    assert head
    assert [(chemin, code) for chemin, code, _ in faults(data)] == [(f"{MELEE} › table", "type")]
