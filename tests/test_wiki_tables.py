"""The wiki's pages say the data's own figures, each in its column, and the rules' own matrix."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import mwparserfromhell
import pytest
from hypothesis import given

from pycore.nephilim.action.rules import winner
from pycore.nephilim.moves import Defense, Effet, Manoeuvre
from pycore.nephilim.roll import ORDRE, Issue
from pycore.render import wiki_pages, wikitext
from pycore.render.cells import COMPOSED
from pycore.render.french import nombre, signe
from pycore.render.tables import table_of, tableau_of
from pycore.shapes import Entier, fields_of
from tests.support.live import nephilim
from tests.support.wikicode import TEXTS, as_shown, grid, only_template, transcluded

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLES = [name for name, fichier in nephilim().fichiers.items() if fichier.entete.colonnes]


@pytest.mark.parametrize("name", TABLES)
def test_every_figure_of_a_row_stands_in_its_column(name: str) -> None:
    regles = nephilim()
    fichier = regles.fichiers[name]
    colonnes = [regles.colonnes[ident] for ident in fichier.entete.colonnes]
    _, *rows = grid(wiki_pages.wikitext_of(regles, name))
    for ident, cells in zip(fichier.lignes, rows, strict=True):
        row = getattr(regles, fichier.table)[ident]
        assert numbers(row) <= {colonne.champ for colonne in colonnes}
        for colonne, texte in zip(colonnes, cells, strict=True):
            value = getattr(row, colonne.champ)
            if (type(row), colonne.champ) in COMPOSED:
                for figure in composed_figures(row, colonne.champ):
                    assert figure in texte
            elif type(value) is int:
                assert texte == (signe(value) if colonne.forme == "signe" else nombre(value))


def numbers(row: Any) -> set[str]:
    """The fields of a row that are numbers; two attacks are told among a manœuvre's effects."""
    kinds = fields_of(type(row))
    return {champ for champ, kind in kinds.items() if isinstance(kind, Entier)} - {"attaques"}


def composed_figures(row: Any, champ: str) -> Iterator[str]:
    """The figures that a cell made of several fields must say."""
    if isinstance(row, Effet | Manoeuvre) and champ == "apports":
        yield from (nombre(abs(each.valeur)) for each in row.apports if each.valeur)
        if isinstance(row, Manoeuvre) and row.attaques > 1:
            yield nombre(row.attaques)
    elif isinstance(row, Defense) and champ in {"reussie", "ratee"}:
        issue = getattr(row, champ)
        yield from (signe(each) for each in (issue.physiques, issue.magiques) if each)
    elif champ == "minimum":
        yield "Critique" if getattr(row, "critique", False) else nombre(row.minimum)
    elif champ == "malus":
        yield signe(-row.malus)


@pytest.mark.parametrize("name", TABLES)
def test_wikitext_and_facts_of_a_table_are_one(name: str) -> None:
    regles = nephilim()
    tableau = table_of(regles, name)
    heads, *rows = grid(wiki_pages.wikitext_of(regles, name))
    assert heads == [head.texte for head in tableau.tetes]
    assert rows == [[cell.texte for cell in row] for row in tableau.rangees]


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_caption_scopes_and_numeric_keys(name: str) -> None:
    regles = nephilim()
    texte = wiki_pages.wikitext_of(regles, name)
    tableau = table_of(regles, name)
    assert f"|+ {wikitext.escape(tableau.titre)}\n" in texte
    assert texte.count('! scope="col"') == len(tableau.tetes)
    assert texte.count('! scope="row"') == len(tableau.rangees)
    assert ('class="wikitable sortable"' in texte) == regles.fichiers[name].entete.triable
    for row in tableau.rangees:
        for head, cell in zip(tableau.tetes[1:], row[1:], strict=True):
            assert (cell.cle is not None) == head.nombre
            assert cell.cle is None or f'data-sort-value="{cell.cle}" | ' in texte


def test_every_table_of_the_rules_has_a_page() -> None:
    names = {name.rpartition("/")[2] for name in TABLES}
    assert names >= {
        "types",
        *("manoeuvres_melee", "manoeuvres_distance"),
        *("armes_melee", "armes_tir", "armes_lancer", "munitions", "cadences"),
        *("armures", "armures_phalange", "armures_invocation", "manteaux", "armures_autres"),
        "boucliers",
        *("defenses_melee", "defenses_tir", "defenses_lancer"),
        *("effets_attaquant", "effets_defenseur"),
        *("blessures", "marges"),
    }


def test_the_matrix_says_who_the_rules_let_win_whatever_the_margins() -> None:
    regles = nephilim()
    best_first = list(reversed(ORDRE))
    heads, *rows = grid(wiki_pages.wikitext_of(regles, "nephilim/oppositions"))
    assert heads[1:] == [regles.resultats[each].nom for each in best_first]
    assert [row[0] for row in rows] == heads[1:]
    for (rank, one), (other_rank, other) in itertools.product(enumerate(best_first), repeat=2):
        margins = [
            (first, second)
            for first in ((0, 5, 12) if ORDRE[one] > 1 else (None,))
            for second in ((0, 5, 12) if ORDRE[other] > 1 else (None,))
        ]
        winners = {winner(Issue(one, first), Issue(other, second)) for first, second in margins}
        said = winners.pop() if len(winners) == 1 else "marge"
        assert rows[rank][1 + other_rank].replace("\u00a0", " ") == regles.oppositions[said].nom


def test_each_point_of_the_rules_is_a_box_the_one_on_damage_first() -> None:
    regles = nephilim()
    boxes = [page for page in wiki_pages.pages(regles) if page.ligne]
    assert [page.ligne for page in boxes] == ["dommages", *regles.points_de_regle]
    for page in boxes:
        template = only_template(transcluded(page.texte))
        assert template.name.strip() == "PointderègleNL"
        contents = str(template.get("contenu").value)
        assert contents.startswith("\n")
        assert "\n;Définition:\n" in contents
        assert "\nSource : [[" in contents.replace("\u00a0", " ")
    for row in regles.points_de_regle.values():
        (page,) = (each for each in boxes if each.ligne == row.id)
        said = only_template(transcluded(page.texte)).get("contenu").value.strip_code()
        assert row.texte in said.replace("\u00a0", " ")
    whole = wiki_pages.wikitext_of(regles, "nephilim/points_de_regle")
    shown = [str(each.name) for each in mwparserfromhell.parse(whole).filter_templates()]
    assert shown == [page.titre for page in boxes]


def test_the_box_on_damage_gives_the_postulates_and_the_steps_with_the_rules_own_numbers() -> None:
    regles = nephilim()
    texte = wiki_pages.wikitext_of(regles, "nephilim/encarts")
    assert ";Postulats\u00a0:\n* " in texte
    steps = texte.partition(";Étapes du calcul\u00a0:\n")[2].split("\n\n")[0].split("\n")
    assert len(steps) == 10
    assert all(step.startswith("# ") for step in steps)
    assert "{" not in "".join(steps)
    doubled = regles.constantes["facteur_critique"]._replace(valeur=7)
    changed = regles._replace(constantes={**regles.constantes, "facteur_critique": doubled})
    assert "multipliées par 7," in wiki_pages.wikitext_of(changed, "nephilim/encarts")


def test_every_page_is_generated_and_says_so_only_on_itself() -> None:
    made = wiki_pages.pages(nephilim())
    assert len({page.titre for page in made}) == len(made)
    for page in made:
        assert page.texte.startswith("<noinclude>''Page générée\u00a0: ne pas modifier à la main")
        assert page.texte.endswith("[[Catégorie:Pages générées du calculateur]]</noinclude>\n")
        assert f"data/{page.fichier}.toml" in page.texte.split("\n")[0]
        shown = transcluded(page.texte)
        assert shown.startswith(("{|", "{{"))
        assert "[[Catégorie:" not in shown
        assert "Page générée" not in shown


def test_a_margin_scale_with_gaps_says_its_ranges() -> None:
    regles = nephilim()
    marges = {
        ident: row
        for ident, row in regles.marges.items()
        if row.critique or row.minimum in {0, 3, 4, 10}
    }
    fichiers = dict(regles.fichiers)
    fichiers["nephilim/marges"] = fichiers["nephilim/marges"]._replace(lignes=tuple(marges))
    changed = regles._replace(marges=marges, fichiers=fichiers)
    _, *rows = grid(wiki_pages.wikitext_of(changed, "nephilim/marges"))
    assert [row[0] for row in rows] == ["0 à 2", "3", "4 à 9", "10 et plus", "Critique"]


@given(TEXTS.filter(bool))
def test_a_hostile_label_changes_its_own_cells_and_nothing_else(label: str) -> None:
    regles = nephilim()
    row = regles.armes["dague"]._replace(nom=label, resume=label)
    changed = regles._replace(armes={**regles.armes, "dague": row})
    tableau = table_of(changed, "nephilim/armes_melee")
    before = grid(wiki_pages.wikitext_of(regles, "nephilim/armes_melee"))
    after = grid(wiki_pages.wikitext_of(changed, "nephilim/armes_melee"))
    assert after[2][0] == as_shown(tableau.rangees[1][0].texte)
    assert after[2][-1] == as_shown(tableau.rangees[1][-1].texte)
    assert after[2][1:-1] == before[2][1:-1]
    assert [row for rank, row in enumerate(after) if rank != 2] == [
        row for rank, row in enumerate(before) if rank != 2
    ]


def test_chances_by_threshold_are_counted_by_hand() -> None:
    """Rolls that succeed, doubles among them, and failures that are doubles or 00."""
    tableau = tableau_of(nephilim(), "nephilim/seuils")
    assert len(tableau.rangees) == 21
    for rank, row in enumerate(tableau.rangees):
        seuil = 10 * rank
        reussite = min(seuil, 99)
        critiques = sum(1 for double in range(11, 100, 11) if double <= seuil)
        maladresses = 9 - critiques + 1
        assert [cell.cle for cell in row] == [seuil, reussite, critiques, maladresses]
