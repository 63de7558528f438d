"""`build.py tables` and `build.py check`, run as an editor runs them: with Python and nothing else."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

import mwparserfromhell
import pytest

from pycore.donnees import nephilim
from pycore.render import wiki_pages
from tests.support.small_wiki import Answer, answer, pages_answer, serving
from tests.support.wikicode import HOSTILE, as_shown, grid
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path


class Done(NamedTuple):
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str


class Copy(NamedTuple):
    """A copy of what the command needs, with data of its own."""

    root: Path

    def run(self, *words: str, seed: str = "0", module: bool = False) -> Done:
        start = ["-m", "pycore"] if module else ["build.py"]
        # -S: no installed package is there to be imported.
        done = subprocess.run(
            [sys.executable, "-S", *start, *words],
            cwd=self.root,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1", "no_proxy": "*"},
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=120,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    @property
    def made(self) -> dict[str, bytes]:
        folder = self.root / "dist" / "tables"
        return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}

    def change(self, name: str, before: str, after: str) -> None:
        path = self.root / "data" / name
        texte = path.read_text(encoding="utf-8")
        assert texte.count(before) == 1
        path.write_text(texte.replace(before, after), encoding="utf-8")

    def pages(self) -> dict[str, str]:
        listed = json.loads(self.made["manifeste.json"])["pages"]
        return {each["titre"]: self.made[each["fichier"]].decode() for each in listed}


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    root = tmp_path / "projet"
    unwanted = shutil.ignore_patterns("__pycache__")
    for folder in ("pycore", "data", "web/tools"):
        shutil.copytree(ROOT / folder, root / folder, ignore=unwanted)
    shutil.copyfile(ROOT / "build.py", root / "build.py")
    return Copy(root)


DAGGER = 'id = "dague"\nnom = "Dague"'


def test_the_first_run_writes_every_page_and_says_so(copy: Copy) -> None:
    done = copy.run("tables")
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
    copy.run("tables", seed="1")
    first = copy.made
    done = copy.run("tables", seed="2")
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


@pytest.mark.parametrize("label", [each for each in HOSTILE if len(each) <= 40])
def test_a_hostile_label_comes_out_as_typed(copy: Copy, label: str) -> None:
    quoted = (
        json.dumps(label)
        .replace("\\ud83d\\udc69\\u200d\\ud83d\\ude80", "👩‍🚀")
        .replace("\x7f", "\\u007f")
    )
    copy.change("nephilim/armes_melee.toml", DAGGER, f'id = "dague"\nnom = {quoted}')
    assert copy.run("tables").code == 0
    rows = grid(copy.made["armes_melee.wiki"].decode())
    shown = rows[2][0]
    # The spaces that French wants before a colon are ours to set, here as on the page.
    assert shown.replace("\u00a0", " ") == as_shown(label).replace("\u00a0", " ")
    assert rows[2][1:4] == ["1", "1", "0"]


def test_a_long_difference_is_cut_and_says_by_how_much(copy: Copy) -> None:
    copy.run("tables")
    path = copy.root / "data/nephilim/armes_melee.toml"
    texte = path.read_text(encoding="utf-8")
    path.write_text(texte.replace("degre = 3", "degre = 9"), encoding="utf-8")
    done = copy.run("tables")
    assert "lignes de plus\n" in done.out
    assert done.out.count("\n") < 50


FAULTS: tuple[tuple[str, str, str, str], ...] = (
    ("nephilim/armes_melee.toml", 'nom = "Dague"', "nom = 3", "un texte est attendu"),
    ("nephilim/armes_melee.toml", 'nom = "Dague"', "nom = ", "l’écriture TOML est fausse"),
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
        "mots_tables.toml › si.esquive : il manque une valeur",
    ),
)


@pytest.mark.parametrize(("name", "before", "after", "said"), FAULTS)
@pytest.mark.parametrize("command", ["tables", "check"])
def test_faulty_data_is_refused_in_french_and_nothing_is_written(
    copy: Copy, command: str, name: str, before: str, after: str, said: str
) -> None:
    copy.change(name, before, after)
    done = copy.run(command)
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


def test_check_tells_whether_the_files_are_those_of_the_data(copy: Copy) -> None:
    assert copy.run("check").code == 1
    copy.run("tables")
    done = copy.run("check")
    assert (done.code, done.err) == (0, "")
    copy.change("nephilim/armes_melee.toml", 'nom = "Dague"', 'nom = "Couteau"')
    before = copy.made
    done = copy.run("check")
    assert done.code == 1
    assert '+! scope="row" | Couteau' in done.out
    assert copy.made == before
    copy.run("tables")
    assert copy.run("check").code == 0


@pytest.mark.parametrize(
    ("name", "text"),
    [("armes_melee.wiki", b"autre"), ("intrus.wiki", b"x"), ("manifeste.json", b"{")],
)
def test_check_sees_a_file_that_someone_changed(copy: Copy, name: str, text: bytes) -> None:
    copy.run("tables")
    (copy.root / "dist/tables" / name).write_bytes(text)
    assert copy.run("check").code == 1
    copy.run("tables")
    assert copy.run("check").code == 0


@pytest.mark.parametrize("words", [("tables", "--json"), ("check", "--wik"), ("check", "--wiki")])
def test_a_badly_typed_command_is_told_in_french(copy: Copy, words: tuple[str, ...]) -> None:
    done = copy.run(*words)
    assert done.code == 2
    assert "option" in done.err.lower()
    assert "usage: " not in done.err


def test_a_wiki_that_holds_the_pages_is_equal_and_is_only_read(copy: Copy) -> None:
    copy.run("tables")
    # A wiki cuts the end of a page, and may compose letters otherwise.
    there = {titre: texte.rstrip() for titre, texte in copy.pages().items()}
    with serving(lambda query: pages_answer(there, query)) as (address, methods):
        done = copy.run("check", "--wiki", address)
        by_entry = copy.run("check", "--wiki", f"{address}w/api.php?action=query")
    assert (done.code, done.err) == (0, "")
    assert f"{len(there)} identiques, 0 différente, 0 absente" in done.out
    assert by_entry == done
    assert set(methods) == {"GET"}


def test_a_wiki_that_differs_is_shown_and_what_it_lacks_is_listed(copy: Copy) -> None:
    copy.run("tables")
    there = copy.pages()
    titre = "Modèle:Combat/Armes de lancer"
    there[titre] = there[titre].replace("| 2", "| 5", 1)
    del there["Modèle:Combat/Munitions"]
    with serving(lambda query: pages_answer(there, query)) as (address, _):
        done = copy.run("check", "--wiki", address)
    assert done.code == 1
    assert f"Différente : {titre}\n  --- sur le wiki\n  +++ d’après data/\n" in done.out
    assert "Absente du wiki : Modèle:Combat/Munitions\n" in done.out
    assert "1 différente, 1 absente" in done.out


BAD_WIKIS: tuple[tuple[Callable[[Mapping[str, list[str]]], Answer], str], ...] = (
    (lambda _: Answer(403, b"no"), "le wiki refuse de laisser lire ses pages"),
    (lambda _: Answer(401, b"no"), "demande de se connecter"),
    (lambda _: Answer(500, b"no"), "erreur 500"),
    (lambda _: Answer(429, b"no"), "trop de demandes"),
    (lambda _: Answer(200, b"<html>"), "ne répond pas comme l’API d’un MediaWiki"),
    (lambda _: Answer(200, b"\xff\xfe"), "ne répond pas comme l’API d’un MediaWiki"),
    (lambda _: Answer(200, b"[" * 100_000), "ne répond pas comme l’API d’un MediaWiki"),
    (lambda _: answer({"errors": [{"code": "readapidenied"}]}), "demande de se connecter"),
    (lambda _: answer({"errors": [{"code": "maxlag"}]}), "refuse la demande (maxlag)"),
    (lambda _: answer({"query": []}), "une réponse incomprise"),
    (lambda _: answer({}), "une réponse incomprise"),
    (lambda _: answer({"query": {"pages": [{"revisions": [{}]}]}}), "une réponse incomprise"),
)


@pytest.mark.parametrize(("reply", "said"), BAD_WIKIS)
def test_a_wiki_that_fails_is_told_in_french(
    copy: Copy, reply: Callable[[Mapping[str, list[str]]], Answer], said: str
) -> None:
    with serving(reply, "/api.php") as (address, _):
        done = copy.run("check", "--wiki", f"{address}api.php")
    assert done.code == 1
    assert said in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://127.0.0.1:9/", "le wiki ne répond pas"),
        ("file:///etc/passwd", "n’est pas l’adresse d’un wiki"),
        ("exemple.org", "n’est pas l’adresse d’un wiki"),
        ("http://[", "n’est pas l’adresse d’un wiki"),
        ("http://a b/", "le wiki ne répond pas"),
    ],
)
def test_an_address_without_a_wiki_is_told_in_french(copy: Copy, address: str, said: str) -> None:
    done = copy.run("check", "--wiki", address)
    assert done.code == 1
    assert said in done.err
    assert "Traceback" not in done.err


def test_the_command_line_of_the_rules_prints_one_page(copy: Copy) -> None:
    copy.run("tables")
    done = copy.run("tables", "armes_melee", "--wiki", module=True)
    assert (done.code, done.err) == (0, "")
    assert done.out.encode() == copy.made["armes_melee.wiki"]
    assert mwparserfromhell.parse(done.out).filter_tags(matches=lambda tag: tag.tag == "td")
    refused = copy.run("tables", "causes", "--wiki", module=True)
    assert refused.code == 2
    assert "n’a pas de page" in json.loads(refused.out)["erreurs"][0]["message"]
