"""A slip in a file of `data/`: the very line and words, and no slip that hides another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pycore import loader, tomltext
from pycore.errors import DataError, Faute
from pycore.nephilim.rows import FICHIERS, Regles
from tests.support.frozen import laid

if TYPE_CHECKING:
    from pathlib import Path

ARMES = "nephilim/armes_melee.toml"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return laid(tmp_path / "data")


def faults(data: Path) -> list[Faute]:
    with pytest.raises(DataError) as refused:
        loader.load(Regles, FICHIERS, data)
    return list(refused.value.fautes)


def change(data: Path, *changes: tuple[str, str], name: str = ARMES) -> None:
    path = data / name
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("line", "variant"),
    [
        ("source = combat §4", "guillemets"),
        ('nom = "La « lame »" et plus', "syntaxe"),
        ('nom = "La lame" et « plus »', "caractere"),
        ("degre = -2,5", "virgule"),
        ("degre = # à dire", "sans_valeur"),
        ("x" * 100, "syntaxe"),
    ],
)
def test_slip_in_the_midst_of_a_file(line: str, variant: str) -> None:
    said = tomltext.read(f"[[ligne]]\n{line}\nmagique = true\n\n[table]\n", "marges.toml")
    assert isinstance(said, Faute)
    assert said.variante == f"donnees.{variant}"
    assert (said.valeurs["ligne"], said.valeurs["texte"]) == (2, line[:80])


def test_file_that_is_not_there_or_no_text(data: Path) -> None:
    (data / ARMES).write_bytes(b"[table]\n# \xe9\n")
    (data / "nephilim/armes_tir.toml").unlink()
    told = {(each.chemin, each.variante) for each in faults(data)}
    assert told == {(ARMES, "donnees.utf8"), ("nephilim/armes_tir.toml", "donnees.absent")}


def test_faults_of_a_head(data: Path) -> None:
    change(
        data,
        ('source = "combat §4"\npage', 'source = "combat §44"\npage'),
        ('"degre", "physiques"', '"degres_de_lune", "cotes"'),
        ("[table]\n", 'lignes = ""\n\n[table]\n'),
    )
    change(data, ("[table]\n", "[[ligne]]\n"), name="nephilim/elements.toml")
    told = faults(data)
    assert [(each.chemin, each.code) for each in told if "elements.toml › " not in each.chemin] == [
        (f"{ARMES} › lignes", "inconnu"),
        (f"{ARMES} › table.colonnes[1]", "inconnu"),
        (f"{ARMES} › table.source", "inconnu"),
        (f"{ARMES} › table.colonnes", "donnees"),
    ]
    assert told[0].valeurs["possibles"] == "table, ligne"
    assert ("nephilim/elements.toml › table", "requis") in [(e.chemin, e.code) for e in told]


def test_row_without_an_id_hides_no_other(data: Path) -> None:
    change(
        data,
        ('id = "dague"\nnom = "Dague"\n', 'nom = "Dague"\n'),
        ('id = "marteau"', 'id = "griffes"'),
    )
    told = [(each.chemin, each.code) for each in faults(data)]
    assert (f"{ARMES} › ligne 2.id", "requis") in told
    assert (f"{ARMES} › griffes.id", "doublon") in told


def test_example_that_is_no_scenario(data: Path) -> None:
    path = data / "nephilim/exemples.toml"
    head = path.read_text(encoding="utf-8").partition("[[ligne]]")[0]
    row = '[[ligne]]\nid = "javelot"\nnom = "Javelot"\nscenario = 3\n'
    path.write_text(head + row, encoding="utf-8")
    (told,) = (each for each in faults(data) if each.chemin.endswith(".scenario"))
    assert told == Faute("nephilim/exemples.toml › javelot.scenario", "type", "type.objet", {})
