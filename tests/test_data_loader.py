"""What is wrong with a file of `data/` is said with file, row and key, all faults together."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from pycore import loader
from pycore.errors import DataError
from pycore.nephilim.rows import FICHIERS, Regles
from pycore.render.donnees import data_errors
from tests.support.frozen import laid

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ARMES = "nephilim/armes_melee.toml"
TIR = "nephilim/armes_tir.toml"
EFFETS = "nephilim/effets_attaquant.toml"
DEFENSES = "nephilim/defenses_melee.toml"
MUNITIONS = "nephilim/munitions.toml"

DAGUE = 'id = "dague"\nnom = "Dague"\n'
DAGUE_END = (
    'degre = 1\nphysiques = 1\nmagiques = 0\nsource = "combat §4"\n\n[[ligne]]\nid = "griffes"'
)
FURIE = (
    '  { cible = "manoeuvre", manoeuvre = "attaque_en_force", valeur = 6 },\n]\nresume = "L’attaque'
)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return laid(tmp_path / "data")


def faults(data: Path) -> list[tuple[str, str]]:
    """Load a copy of the data; answers place and code of each fault."""
    try:
        loader.load(Regles, FICHIERS, data)
    except DataError as refused:
        said = data_errors(refused)
        for each in said:
            # The file's own path, as an editor finds it, and a sentence that ends.
            assert each["message"].startswith(f"data/{each['chemin']}\u00a0: "), each
            assert each["message"].endswith("."), each
            assert "{" not in each["message"], each
        return [(each["chemin"], each["code"]) for each in said]
    return []


def change(data: Path, name: str, old: str, new: str) -> None:
    """Put a text in place of another, which stands there once."""
    path = data / name
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, (name, old)
    path.write_text(text.replace(old, new), encoding="utf-8")


def without(text: str, line: str) -> str:
    assert text.count(line) == 1
    return text.replace(line, "")


def test_the_data_as_it_is_has_no_fault(data: Path) -> None:
    assert faults(data) == []


ROW = "nephilim/armes_melee.toml › dague"


CHANGES = [
    (ARMES, DAGUE, DAGUE + "poids = 3\n", f"{ROW}.poids", "inconnu"),
    (ARMES, DAGUE, 'id = "dague"\n', f"{ROW}.nom", "requis"),
    (ARMES, DAGUE, 'nom = "Dague"\n', f"{ARMES} › ligne 2.id", "requis"),
    (ARMES, DAGUE, 'id = "dague"\nnom = ""\n', f"{ROW}.nom", "requis"),
    (ARMES, DAGUE, 'id = "dague"\nnom = 3\n', f"{ROW}.nom", "type"),
    (ARMES, DAGUE, f'id = "dague"\nnom = "{"x" * 121}"\n', f"{ROW}.nom", "bornes"),
    (ARMES, DAGUE, 'id = "griffes"\nnom = "Dague"\n', f"{ARMES} › griffes.id", "doublon"),
    (TIR, 'id = "arc"', 'id = "dague"', f"{TIR} › dague.id", "doublon"),
    (ARMES, DAGUE_END, DAGUE_END.replace("1", "true", 1), f"{ROW}.degre", "type"),
    (ARMES, DAGUE_END, DAGUE_END.replace("1", "1.0", 1), f"{ROW}.degre", "type"),
    (ARMES, DAGUE_END, DAGUE_END.replace("1", '"1"', 1), f"{ROW}.degre", "type"),
    (ARMES, DAGUE_END, DAGUE_END.replace("1", "31", 1), f"{ROW}.degre", "bornes"),
    (ARMES, DAGUE_END, DAGUE_END.replace("1", "-1", 1), f"{ROW}.degre", "bornes"),
    (ARMES, DAGUE_END, without(DAGUE_END, 'source = "combat §4"\n'), f"{ROW}.source", "requis"),
    (ARMES, DAGUE_END, DAGUE_END.replace("§4", "§44"), f"{ROW}.source", "inconnu"),
    (
        ARMES,
        DAGUE_END,
        DAGUE_END.replace("magiques = 0", "magiques = 0\nmagique = 1"),
        f"{ROW}.magique",
        "type",
    ),
    (
        ARMES,
        DAGUE_END,
        DAGUE_END.replace("magiques = 0", 'magiques = 0\ndecisions = ["D99"]'),
        f"{ROW}.decisions[0]",
        "inconnu",
    ),
    (
        ARMES,
        DAGUE_END,
        DAGUE_END.replace("magiques = 0", 'magiques = 0\ndecisions = ["D1", "D1"]'),
        f"{ROW}.decisions[1]",
        "doublon",
    ),
    (
        ARMES,
        DAGUE_END,
        DAGUE_END.replace("magiques = 0", 'magiques = 0\nelement = "bois"'),
        f"{ROW}.element",
        "inconnu",
    ),
    (
        EFFETS,
        FURIE,
        FURIE.replace("attaque_en_force", "attaque_en_farce"),
        f"{EFFETS} › furie_pyretique.apports[0].manoeuvre",
        "inconnu",
    ),
    (
        EFFETS,
        FURIE,
        FURIE.replace('cible = "manoeuvre"', 'cible = "chance"'),
        f"{EFFETS} › furie_pyretique.apports[0].cible",
        "inconnu",
    ),
    (
        EFFETS,
        FURIE,
        FURIE.replace("valeur = 6", "valeur = 6, quand = 1"),
        f"{EFFETS} › furie_pyretique.apports[0].quand",
        "inconnu",
    ),
    (
        DEFENSES,
        "ratee = { physiques = 2, magiques = 2 }",
        "ratee = 2",
        f"{DEFENSES} › contre_attaquer.ratee",
        "type",
    ),
    (
        MUNITIONS,
        'armes = ["pistolet_9mm"]',
        'armes = "pistolet_9mm"',
        f"{MUNITIONS} › blindees_poing.armes",
        "type",
    ),
    (
        MUNITIONS,
        'armes = ["pistolet_9mm"]',
        'armes = ["sarbacane"]',
        f"{MUNITIONS} › blindees_poing.armes[0]",
        "inconnu",
    ),
    (
        DEFENSES,
        'modes = ["melee", "tir", "lancer"]',
        "modes = []",
        f"{DEFENSES} › encaisser.modes",
        "longueur",
    ),
    (
        ARMES,
        '[table]\ntitre = "Armes',
        '[table]\ntitra = 1\ntitre = "Armes',
        f"{ARMES} › table.titra",
        "inconnu",
    ),
    (ARMES, 'titre = "Armes de mêlée"\n', "", f"{ARMES} › table.titre", "requis"),
    (
        ARMES,
        '[table]\ntitre = "Armes',
        '[arme]\n[table]\ntitre = "Armes',
        f"{ARMES} › arme",
        "inconnu",
    ),
    # What is no TOML at all.
    (ARMES, DAGUE, 'id = "dague"\n' + DAGUE, ARMES, "donnees"),
    (ARMES, DAGUE, 'id = "dague\nnom = "Dague"\n', ARMES, "donnees"),
    (ARMES, DAGUE, "id =\n" + DAGUE, ARMES, "donnees"),
    ("nephilim/sources.toml", "[table]", "[table", "nephilim/sources.toml", "donnees"),
    (ARMES, '[table]\ntitre = "Armes', 'ligne = 3\n[table]\ntitre = "Armes', ARMES, "donnees"),
]
"""File, what is changed in it, where the fault is, its code."""


@pytest.mark.parametrize(
    ("name", "old", "new", "chemin", "code"),
    CHANGES,
    ids=[f"{chemin} {code}" for *_, chemin, code in CHANGES],
)
def test_one_fault_is_said_once_with_file_row_and_key(
    data: Path, name: str, old: str, new: str, chemin: str, code: str
) -> None:
    change(data, name, old, new)
    assert faults(data) == [(chemin, code)]


WRECKS: list[Callable[[Path], object]] = [
    lambda path: path.write_bytes(path.read_bytes() + b"\n# \xe9\xff\n"),
    lambda path: path.write_text("[table]\ntitre =", encoding="utf-8"),
    lambda path: path.unlink(),
]


@pytest.mark.parametrize(
    ("name", "wreck"),
    [(f"{stem}.toml", WRECKS[rank % 3]) for rank, (stem, _, _) in enumerate(FICHIERS)],
)
def test_a_file_that_cannot_be_read_is_one_fault(
    data: Path, name: str, wreck: Callable[[Path], object]
) -> None:
    wreck(data / name)
    assert faults(data) == [(name, "donnees")]


def test_a_title_that_no_wiki_takes_is_quoted_at_its_beginning(data: Path) -> None:
    name, wrong = "nephilim/marges.toml", "[" + "x" * 98
    path = data / name
    told = path.read_text(encoding="utf-8")
    path.write_text(
        re.sub(r"(?m)^page = .*$", f'page = "{wrong}"', told, count=1), encoding="utf-8"
    )
    with pytest.raises(DataError) as refused:
        loader.load(Regles, FICHIERS, data)
    (only,) = refused.value.fautes
    assert (only.chemin, only.variante) == (f"{name} › table.page", "donnees.titre")
    assert only.valeurs == {"valeur": wrong[:80]}


def test_rows_in_place_of_a_list_of_rows(data: Path) -> None:
    name = "nephilim/marges.toml"
    (data / name).write_text('ligne = 3\n[table]\ntitre = "x"\n', encoding="utf-8")
    assert faults(data) == [(f"{name} › ligne", "donnees")]


@pytest.mark.parametrize(
    ("text", "line", "shown", "advice"),
    [
        ("[table]\ntitre = 'x\n", 2, "titre = 'x", "vérifiez guillemets"),
        ("[table]\ntitre =", 2, "titre =", "manque une valeur"),
        ("a = 1\na = 2\n", 2, "a = 2", "écrite deux fois"),
        ("[[ligne]]\ndegre = 2,5\n", 2, "degre = 2,5", "sans virgule"),
        ("[[ligne]]\nmagique = oui\n", 2, "magique = oui", "true"),
        ("[[ligne]]\nnom = Dague\n", 2, "nom = Dague", "manque des guillemets"),
        ("[[ligne]]\nnom = “Dague”\n", 2, "nom = “Dague”", "« “ »"),
        ("[[ligne]]\nnom = « Dague »\n", 2, "nom = « Dague »", "guillemets droits"),
        ("[[ligne]]\ndegre = −2\n", 2, "degre = −2", "tiret du clavier"),
        ("[[ligne]]\ndegre\u00a0= 2\n", 2, "degre\u00a0= 2", "espaces ordinaires"),
        ("a = " + "[" * 5000, 1, "", "les uns dans les autres"),
    ],
)
def test_where_and_how_the_writing_is_wrong(
    data: Path, text: str, line: int, shown: str, advice: str
) -> None:
    (data / ARMES).write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as refused:
        loader.load(Regles, FICHIERS, data)
    (said,) = data_errors(refused.value)
    message = said["message"]
    assert advice in message or advice in message.replace("\u00a0", " ")
    assert shown in message
    assert f"ligne {line}" in message or not shown
    assert message.endswith(".")


def test_a_byte_order_mark_is_no_fault(data: Path) -> None:
    path = data / ARMES
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert loader.load(Regles, FICHIERS, data) == loader.load(Regles, FICHIERS)


def test_a_table_left_without_rows_is_said(data: Path) -> None:
    text = (data / "nephilim/munitions.toml").read_text(encoding="utf-8")
    head = text.partition("[[ligne]]")[0]
    (data / "nephilim/munitions.toml").write_text(head, encoding="utf-8")
    with pytest.raises(DataError) as refused:
        loader.load(Regles, FICHIERS, data)
    (said,) = data_errors(refused.value)
    assert "aucune rangée" in said["message"]


def test_a_folder_in_place_of_a_file_is_said(data: Path) -> None:
    (data / "nephilim/munitions.toml").unlink()
    (data / "nephilim/munitions.toml").mkdir()
    with pytest.raises(DataError) as refused:
        loader.load(Regles, FICHIERS, data)
    (said,) = data_errors(refused.value)
    assert "ne peut pas être lu" in said["message"]


def test_an_example_that_the_rules_refuse_is_said_where_the_data_is_read(data: Path) -> None:
    change(data, "nephilim/armes_lancer.toml", 'id = "javelot"', 'id = "javelots"')
    with pytest.raises(DataError) as refused:
        loader.load(Regles, FICHIERS, data)
    (said,) = data_errors(refused.value)
    assert said["chemin"] == "nephilim/exemples.toml › javelot"
    assert "javelot" in said["message"]
    assert "Arme" in said["message"]


def test_a_figure_forgotten_in_a_contribution_is_said(data: Path) -> None:
    power = 'cible = "bruts", composante = "physiques"'
    change(data, EFFETS, FURIE, FURIE.replace(", valeur = 6", ""))
    moves = "nephilim/manoeuvres_melee.toml"
    change(data, moves, f"{power}, valeur = 2", power)
    with pytest.raises(DataError) as refused:
        loader.load(Regles, FICHIERS, data)
    said = [each["message"].replace("\u00a0", "~") for each in data_errors(refused.value)]
    rest = "demande un chiffre autre que 0~: ajoutez valeur = …"
    assert said == [
        f"data/{moves} › attaque_puissante.apports[0].valeur~: «~bruts~» {rest}",
        f"data/{EFFETS} › furie_pyretique.apports[0].valeur~: «~manoeuvre~» {rest}",
    ]


def test_faults_of_several_files_are_said_together(data: Path) -> None:
    change(data, ARMES, DAGUE_END, DAGUE_END.replace("1", "99", 1))
    change(data, EFFETS, FURIE, FURIE.replace("valeur = 6", "valeur = true"))
    change(data, MUNITIONS, 'armes = ["pistolet_9mm"]', 'armes = ["arc_en_ciel"]')
    (data / "nephilim/marges.toml").unlink()
    assert sorted(faults(data)) == [
        (f"{ARMES} › dague.degre", "bornes"),
        (f"{EFFETS} › furie_pyretique.apports[0].valeur", "type"),
        ("nephilim/marges.toml", "donnees"),
        (f"{MUNITIONS} › blindees_poing.armes[0]", "inconnu"),
    ]
