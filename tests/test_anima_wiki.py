"""The generated tables of Anima: a set of their own, every figure that of the rules."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from pycore.donnees import anima
from pycore.render import anima_tables, wiki_pages
from pycore.render.wikitext import escape
from tests.support.editor import Copy, copied
from tests.support.small_wiki import pages_answer, serving
from tests.support.wikicode import grid

if TYPE_CHECKING:
    from pathlib import Path

REGLES = anima()
PAGES = wiki_pages.pages(REGLES)
NAMES = {
    "Modèle:Anima/Situations",
    "Modèle:Anima/Situations d’un tir",
    "Modèle:Anima/Coups visés",
    "Modèle:Anima/Localisation des critiques",
    "Modèle:Anima/Dégâts (absorption)",
    "Modèle:Anima/Dégâts (table)",
    "Modèle:Anima/Contre-attaque (paliers)",
    "Modèle:Anima/Contre-attaque (table)",
    "Modèle:Anima/Actions par round",
}


def page(titre: str) -> str:
    (texte,) = [page.texte for page in PAGES if page.titre == f"Modèle:Anima/{titre}"]
    return texte


def test_there_is_a_page_for_each_table_and_no_other() -> None:
    assert {page.titre for page in PAGES} == NAMES
    assert len(PAGES) == len(NAMES)


def percent(scale: str, tens: int, ip: int) -> int:
    """The specification, for a whole ten of margin."""
    if scale == "absorption":
        return max(0, tens - 20 - 10 * ip)
    rare = {(30, 0): 10, (30, 1): 10, (40, 0): 30, (40, 1): 20}
    return rare.get((tens, ip), 0 if tens < 30 else max(0, tens - 10 * ip))


@pytest.mark.parametrize("scale", ["absorption", "table"])
def test_damage_by_margin_and_armour(scale: str) -> None:
    heads, *rows = grid(page(f"Dégâts ({scale})"))
    assert heads == ["Marge", *(f"IP {ip}" for ip in range(11))]
    assert len(rows) == 31
    for rank, (margin, *cells) in enumerate(rows):
        tens = 10 * rank
        assert margin == f"{tens or 1} à {tens + 9}"
        assert [cell.replace("\u00a0", " ") for cell in cells] == [
            f"{percent(scale, tens, ip)} %" for ip in range(11)
        ]
    assert "sans plafond" in page(f"Dégâts ({scale})")
    assert escape(REGLES.points_de_regle["degats_option"].nom) in page(f"Dégâts ({scale})")


@pytest.mark.parametrize(("scale", "first", "shift"), [("paliers", 9, 0), ("table", 10, 1)])
def test_bonus_of_a_counter(scale: str, first: int, shift: int) -> None:
    heads, *lines = grid(page(f"Contre-attaque ({scale})"))
    assert heads == ["Écart", "Bonus"]
    assert lines[0] == [f"1 à {first}", "0"]
    assert lines[1] == [f"{10 + shift} à {19 + shift}", "+5"]
    assert lines[-2] == [f"{290 + shift} à {299 + shift}", "+145"]
    assert lines[-1] == [f"{300 + shift} et plus", "+150"]
    assert len(lines) == 31


def test_scales_that_go_by_single_figures() -> None:
    """What an editor may make of them: each margin and each gap stands once, to the last."""
    counter = REGLES.baremes_contre["paliers"]._replace(tranche=1, bonus=5, maximum=20, decalage=0)
    lines = anima_tables.counter_table(REGLES, counter).rangees
    assert [[cell.texte for cell in line] for line in lines] == [
        *(["1", "+5"], ["2", "+10"], ["3", "+15"], ["4 et plus", "+20"]),
    ]
    damage = REGLES.baremes_degats["absorption"]._replace(tranche=1, montre=3)
    lines = anima_tables.damage_table(REGLES, damage).rangees
    assert [line[0].texte for line in lines] == ["1", "2", "3"]


def test_rows_of_the_data() -> None:
    _, *rows = grid(page("Situations"))
    assert rows[0][:4] == ["De flanc", "−10", "−30", "−30"]
    assert len(rows) == 19
    assert escape(REGLES.points_de_regle["portee"].nom) in page("Situations d’un tir")
    _, *rows = grid(page("Localisation des critiques"))
    assert rows[0] == ["1 à 10", "Côtes"]
    assert rows[5] == ["49 à 50", "Cœur"]
    assert rows[18] == ["91 à 100", "Tête"]
    _, *rows = grid(page("Actions par round"))
    assert rows[:2] == [["10 ou moins", "1"], ["11 à 14", "2"]]
    _, *rows = grid(page("Coups visés"))
    assert rows[-1] == ["Œil", "−100"]


def test_a_printed_book_is_named_and_not_linked() -> None:
    assert escape("Livre de base") in page("Coups visés")
    assert "[[Livre de base" not in page("Coups visés")
    assert "[[Système de Combat#Agir plusieurs fois dans le round|" in page("Actions par round")


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return copied(tmp_path / "projet")


def made(copy: Copy) -> dict[str, str]:
    """The pages of the set by title, as its manifest says."""
    folder = copy.root / "dist" / "tables-anima"
    listed = json.loads((folder / "manifeste.json").read_text(encoding="utf-8"))["pages"]
    return {each["titre"]: (folder / each["fichier"]).read_text("utf-8") for each in listed}


def test_the_command_writes_each_set_in_a_folder_of_its_own(copy: Copy) -> None:
    done = copy.run("tables")
    assert (done.code, done.err) == (0, "")
    assert made(copy) == {page.titre: page.texte for page in PAGES}
    assert not set(made(copy)) & set(copy.pages())
    assert copy.run("check").code == 0
    before = copy.pages()
    copy.change("anima/visees.toml", "malus = -80", "malus = -70")
    assert copy.run("check").code == 1
    done = copy.run("tables")
    assert "Modifiée : Modèle:Anima/Coups visés" in done.out
    assert "−70" in done.out
    assert copy.pages() == before
    there = {titre: texte.rstrip() for titre, texte in made(copy).items()}
    with serving(lambda query: pages_answer(there, query)) as (address, _):
        assert copy.run("check", "--wiki", address, "--jeu", "anima").code == 0
        assert copy.run("check", "--wiki", address).code == 1


def test_faults_of_both_games_are_said_together_and_what_they_share_once(copy: Copy) -> None:
    copy.change("anima/visees.toml", "malus = -80", 'malus = "-80"')
    copy.change("nephilim/armes_melee.toml", 'nom = "Dague"', "nom = 3")
    copy.change("commun/erreurs.toml", 'id = "json.vide"\n', 'id = "json.vide"\nnom = "x"\n')
    done = copy.run("tables")
    assert done.code == 1
    said = [line for line in done.err.splitlines() if line.startswith("data/")]
    assert len(said) == 3
    assert sum("commun/erreurs.toml" in line for line in said) == 1
