"""`build.py tables`: the pages that it writes of the data, and what it says of them."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import pytest

from pycore.donnees import nephilim
from pycore.render import wiki_pages
from tests.support.editor import Copy, copied
from tests.support.wikicode import HOSTILE, as_shown, grid

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return copied(tmp_path / "projet")


DAGGER = 'id = "dague"\nnom = "Dague"'


def test_the_first_run_writes_every_page_and_says_so(copy: Copy) -> None:
    done = copy.run_alone("tables")  # with Python and nothing else
    expected = wiki_pages.pages(nephilim())
    assert (done.code, done.err) == (0, "")
    assert [f"Ajoutée : {page.titre}" for page in expected] == done.out.split("\n")[: len(expected)]
    assert f"{len(expected)} ajoutées" in done.out
    assert copy.pages() == {page.titre: page.texte for page in expected}


def test_the_manifest_names_each_file_with_its_title_and_hash(copy: Copy) -> None:
    copy.run("tables")
    made = copy.made
    listed = json.loads(made.pop("manifeste.json"))["pages"]
    assert {each["fichier"]: each["sha256"] for each in listed} == {
        name: hashlib.sha256(text).hexdigest() for name, text in made.items()
    }
    assert ("Modèle:Combat/Armes de mêlée", "armes_melee.wiki") in {
        (each["titre"], each["fichier"]) for each in listed
    }


def test_two_runs_write_the_same_bytes_and_the_second_has_nothing_to_tell(copy: Copy) -> None:
    copy.run_alone("tables", seed="1")
    first = copy.made
    done = copy.run_alone("tables", seed="2")
    assert copy.made == first
    assert "Pages du wiki : 0 modifiée, 0 ajoutée, 0 retirée" in done.out
    assert "@@" not in done.out


def test_a_changed_figure_changes_its_page_alone_and_the_difference_shows_it(copy: Copy) -> None:
    copy.run("tables")
    before = copy.made
    dagger = f'{DAGGER}\nprose = {{ nom = "dague", genre = "f", nombre = "s", article = "une" }}'
    category = 'categorie = "melee"'
    copy.change(
        "nephilim/armes_melee.toml",
        f"{dagger}\n{category}\ndegre = 1",
        f"{dagger}\n{category}\ndegre = 7",
    )
    done = copy.run("tables")
    after = copy.made
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"armes_melee.wiki", "manifeste.json"}
    lines = [line.strip() for line in done.out.split("\n")]
    assert lines[0] == "Modifiée : Modèle:Combat/Armes de mêlée"
    assert lines[3].endswith("@@ Dague")
    assert [line for line in lines[3:] if line.startswith(("-|", "+|"))] == [
        '-| data-sort-value="1" | 1',
        '+| data-sort-value="7" | 7',
    ]
    assert "1 modifiée, 0 ajoutée, 0 retirée" in done.out


def test_a_point_of_the_rules_added_and_one_taken_away_are_told(copy: Copy) -> None:
    copy.run("tables")
    path = copy.root / "data/nephilim/points_de_regle.toml"
    row = '\n[[ligne]]\nid = "D99"\nnom = "Nouveau"\ntexte = "Un texte."\nsource = "combat §1"\n'
    kept = path.read_text(encoding="utf-8")
    path.write_text(kept + row, encoding="utf-8")
    assert "Ajoutée : Modèle:Combat/Points de règle/D99\n" in copy.run("tables").out
    assert "points_de_regle-D99.wiki" in copy.made
    path.write_text(kept, encoding="utf-8")
    assert "Retirée : Modèle:Combat/Points de règle/D99\n" in copy.run("tables").out
    assert "points_de_regle-D99.wiki" not in copy.made


def test_hostile_labels_come_out_as_typed(copy: Copy) -> None:
    path = copy.root / "data/nephilim/armes_lancer.toml"
    texte = path.read_text(encoding="utf-8")
    template = texte[texte.rindex("[[ligne]]") :]
    for rank, label in enumerate(HOSTILE):
        quoted = json.dumps(label, ensure_ascii=False).replace("\x7f", "\\u007f")
        copied_row = template.replace('id = "javelot"', f'id = "h{rank}"')
        texte += "\n" + copied_row.replace('nom = "Javelot"', f"nom = {quoted}", 1)
    path.write_text(texte, encoding="utf-8")
    done = copy.run("tables")
    assert (done.code, done.err) == (0, "")
    rows = grid(copy.made["armes_lancer.wiki"].decode())[-len(HOSTILE) :]
    for row, label in zip(rows, HOSTILE, strict=True):
        # The spaces that French wants before a colon are ours to set, here as on the page.
        assert row[0].replace("\u00a0", " ") == as_shown(label).replace("\u00a0", " ")
        assert row[1:] == ["2", "2", "0"]


def test_a_long_difference_is_cut_and_says_by_how_much(copy: Copy) -> None:
    copy.run("tables")
    path = copy.root / "data/nephilim/armes_melee.toml"
    texte = path.read_text(encoding="utf-8")
    path.write_text(texte.replace(" = 3\n", " = 9\n"), encoding="utf-8")
    done = copy.run("tables")
    assert "lignes de plus\n" in done.out
    assert done.out.count("\n") < 50


FAULTS: tuple[tuple[str, str, str, str], ...] = (
    ("nephilim/armes_melee.toml", 'nom = "Dague"', "nom = 3", "un texte est attendu"),
    (
        "nephilim/armes_melee.toml",
        'nom = "Dague"',
        "nom = ",
        "il manque une valeur après le signe =",
    ),
    (
        "nephilim/armes_lancer.toml",
        'page = "Modèle:Combat/Armes de lancer"',
        'page = "Modèle:Combat/Armes de tir"',
        "la page « Modèle:Combat/Armes de tir » est déjà celle de",
    ),
    (
        "nephilim/armes_lancer.toml",
        'page = "Modèle:Combat/Armes de lancer"',
        'page = "Modèle:Combat/Armes]] de lancer"',
        "ne peut pas être le titre d’une page du wiki",
    ),
    (
        "nephilim/points_de_regle.toml",
        'id = "D30"',
        'id = "D30|x"',
        "ne peut pas être le titre d’une page du wiki",
    ),
    (
        "nephilim/armes_lancer.toml",
        'colonnes = ["arme", ',
        'colonnes = ["arme", "forme", ',
        "« forme » ne renvoie à rien de connu",
    ),
    (
        "nephilim/armes_lancer.toml",
        'colonnes = ["arme", ',
        'colonnes = ["arme", "modificateur", ',
        "la colonne « modificateur » montre « modificateur », que ces rangées n’ont pas",
    ),
    (
        "nephilim/colonnes.toml",
        'champ = "categorie"',
        'champ = "categorie"\nforme = "signe"',
        "cette forme ne va pas avec « categorie »",
    ),
    (
        "nephilim/colonnes.toml",
        'champ = "categorie"',
        'champ = "prose"',
        "« prose » ne s’écrit pas dans une case",
    ),
    (
        "nephilim/armes_lancer.toml",
        'colonnes = ["arme", "degre", "physiques", "magiques"]',
        "colonnes = []",
        "table.colonnes : il manque une valeur",
    ),
    (
        "nephilim/mots_tables.toml",
        'id = "si.esquive"',
        'id = "si.esquives"',
        "mots_tables.toml › si.esquive : il n’y a plus de « si.esquive »",
    ),
    (  # a figure that no words can say beside a consequence
        "nephilim/effets_attaquant.toml",
        '{ cible = "degres", valeur = 2 }',
        '{ cible = "degres", consequence = "au_sol", valeur = 2 }',
        "mots_tables.toml › apport.degres_chiffree : il manque une valeur",
    ),
)


@pytest.mark.parametrize(("name", "before", "after", "said"), FAULTS)
def test_faulty_data_is_refused_in_french_and_nothing_is_written(
    copy: Copy, name: str, before: str, after: str, said: str
) -> None:
    copy.change(name, before, after)
    done = copy.run("tables")
    assert done.code == 1
    assert said in done.err.replace("\u00a0", " ")
    assert all(line.startswith(("data/", "Rien n’a été écrit")) for line in done.err.splitlines())
    assert not (copy.root / "dist").exists()


def test_all_faults_are_told_at_once(copy: Copy) -> None:
    copy.change("nephilim/armes_melee.toml", 'nom = "Dague"', "nom = 3")
    copy.change("nephilim/armures.toml", 'nom = "Aucune"', "nom = false")
    said = copy.run("tables").err
    assert "armes_melee.toml › dague" in said
    assert "armures.toml › aucune" in said


@pytest.mark.parametrize("words", [("tables", "--json"), ("check", "--wik"), ("check", "--wiki")])
def test_a_badly_typed_command_is_told_in_french(copy: Copy, words: tuple[str, ...]) -> None:
    done = copy.run(*words)
    assert done.code == 2
    assert "option" in done.err.lower()
    assert "usage: " not in done.err


def test_the_command_line_of_the_rules_prints_one_page(copy: Copy) -> None:
    copy.run("tables")
    done = copy.run_alone("tables", "armes_melee", "--wiki", module=True)
    assert (done.code, done.err) == (0, "")
    assert done.out.encode() == copy.made["armes_melee.wiki"]
    refused = copy.run_alone("tables", "causes", "--wiki", module=True)
    assert refused.code == 2
    assert "n’a pas de page" in json.loads(refused.out)["erreurs"][0]["message"]
