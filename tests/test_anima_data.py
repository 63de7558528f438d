"""The data of Anima: every row has its source, every point de règle is shown where it governs."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

import pytest

from pycore import loader
from pycore.anima.needs import DIVISEURS, NEEDED, file_of
from pycore.anima.rows import FICHIERS, Regles
from pycore.errors import DataError
from pycore.render.donnees import data_errors
from tests.support import live
from tests.support.anima import ATTAQUE, attack, view
from tests.support.command import pycore
from tests.support.frozen import laid
from tests.support.views import slot
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

REGLES = live.anima()
WITHOUT_SOURCE = {"SourceRow", "Champ", "Colonne", "Lexique", "Message"}
FROM_ONE = "minimum monte de rangée en rangée, à partir de 1"
OWN = [entry for entry in FICHIERS if entry[0].startswith("anima/")]


def test_every_row_has_a_source() -> None:
    seen = 0
    for stem, table, kind in FICHIERS:
        if kind.__name__ in WITHOUT_SOURCE:
            continue
        assert REGLES.fichiers[stem].entete.source in REGLES.sources, stem
        for ident in REGLES.fichiers[stem].lignes:
            assert getattr(REGLES, table)[ident].source in REGLES.sources, (stem, ident)
            seen += 1
    assert seen > 150


def test_every_sentence_is_printed_french() -> None:
    for stem, table, _ in OWN:
        for ident in REGLES.fichiers[stem].lignes:
            row = getattr(REGLES, table)[ident]
            for key, value in row._asdict().items():
                if key != "id" and isinstance(value, str):
                    assert "'" not in value, (stem, ident)
                    assert "..." not in value, (stem, ident)
                    assert "\u00a0" not in value, (stem, ident, "set when it is shown")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return laid(tmp_path / "data")


def faults(data: Path) -> list[tuple[str, str]]:
    try:
        loader.load(Regles, FICHIERS, data)
    except DataError as refused:
        return [(each["chemin"], each["code"]) for each in data_errors(refused)]
    return []


@pytest.mark.parametrize(
    ("name", "old", "new", "chemin", "code"),
    [
        ("situations", "attaque = -30\nparade = -80", "attaque = 501\nparade = -80", "", ""),
        ("situations", 'id = "vol"', 'id = "flanc"', "flanc.id", "doublon"),
        ("situations", "ecart_initiative = 150", "ecart = 150", "surprise.ecart", "inconnu"),
        ("visees", 'nom = "Genou"\n', "", "genou.nom", "requis"),
        ("visees", 'nom = "tête", genre = "f"', 'nom = "tête"', "tete.prose.genre", "requis"),
        ("localisations", "maximum = 48", "maximum = 101", "torse.maximum", "bornes"),
        ("actions", 'decisions = ["actions_32"]', 'decisions = ["x"]', "", ""),
        ("etats", "facteur = -5", 'facteur = "-5"', "mort.facteur", "type"),
        ("effets_critiques", 'etat = "coma"', 'etat = "sommeil"', "coma.etat", "inconnu"),
        ("defenses", 'colonne = "esquive"', 'colonne = "fuite"', "esquive.colonne", "inconnu"),
    ],
)
def test_a_fault_is_named(
    data: Path, name: str, old: str, new: str, chemin: str, code: str
) -> None:
    path = data / "anima" / f"{name}.toml"
    told = path.read_text(encoding="utf-8")
    assert old in told
    path.write_text(told.replace(old, new, 1), encoding="utf-8")
    found = faults(data)
    assert found
    assert all(where.startswith(f"anima/{name}.toml › ") for where, _ in found)
    if chemin:
        assert found == [(f"anima/{name}.toml › {chemin}", code)]


def rows_of(told: str) -> list[str]:
    """A file of data, cut into its head and its rows."""
    head, *rows = told.split("[[ligne]]\n")
    return [head, *rows]


NAMED = [(table, ident) for table, idents in NEEDED.items() for ident in idents]


@pytest.mark.parametrize(("table", "ident"), NAMED)
def test_a_row_that_the_rules_name_cannot_be_taken_away(data: Path, table: str, ident: str) -> None:
    path = data / file_of(REGLES, table)
    head, *rows = rows_of(path.read_text(encoding="utf-8"))
    kept = [row for row in rows if not row.startswith(f'id = "{ident}"\n')]
    assert len(kept) == len(rows) - 1
    path.write_text("[[ligne]]\n".join([head, *kept]), encoding="utf-8")
    assert faults(data) == [(file_of(REGLES, table), "donnees")]


@pytest.mark.parametrize("ident", DIVISEURS)
def test_what_divides_is_one_or_more(data: Path, ident: str) -> None:
    path, told = data / "anima" / "constantes.toml", {}
    head, *rows = rows_of(path.read_text(encoding="utf-8"))
    for value in (0, 1):
        changed = [
            re.sub(r"(?m)^valeur = .*$", f"valeur = {value}", row)
            if row.startswith(f'id = "{ident}"\n')
            else row
            for row in rows
        ]
        path.write_text("[[ligne]]\n".join([head, *changed]), encoding="utf-8")
        told[value] = faults(data)
        if not value:
            with pytest.raises(DataError) as refused:
                loader.load(Regles, FICHIERS, data)
            (error,) = data_errors(refused.value)
            assert error["message"].endswith("\u00a0: un nombre de 1 à 500 est attendu.")
    assert told == {0: [(f"anima/constantes.toml › {ident}.valeur", "bornes")], 1: []}


def test_every_name_that_the_rules_use_is_needed() -> None:
    words = set()
    for path in (ROOT / "pycore" / "anima").glob("*.py"):
        if path.name != "needs.py":
            nodes = ast.walk(ast.parse(path.read_bytes()))
            words |= {node.value for node in nodes if isinstance(node, ast.Constant)}
    for table in ("constantes", "causes", "issues", "consequences"):
        assert set(getattr(REGLES, table)) & words <= set(NEEDED[table]), table
        assert set(NEEDED[table]) == set(getattr(REGLES, table)), table


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("localisations", "maximum = 100", "maximum = 99"),
        ("localisations", "maximum = 48", "maximum = 34"),
        ("actions", "maximum = 80", "maximum = 79"),
        ("actions", "maximum = 14", "maximum = 10"),
        ("rangs", "minimum = 1", "minimum = 2"),
        ("forces", "minimum = 10", "minimum = 12"),
        ("etats", "ordinaire = true\n", ""),
        ("situations", "ecart_initiative = 150\n", ""),
        ("constantes", 'attaque permise"\nvaleur = 100', 'attaque permise"\nvaleur = 0'),
    ],
)
def test_a_scale_with_a_gap_is_named(data: Path, name: str, old: str, new: str) -> None:
    path = data / "anima" / f"{name}.toml"
    told = path.read_text(encoding="utf-8")
    assert old in told
    path.write_text(told.replace(old, new, 1), encoding="utf-8")
    ((where, _),) = faults(data)
    assert where.startswith(f"anima/{name}.toml")


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        (
            "localisations",
            "maximum = 48",
            "maximum = 34",
            "maximum monte de rangée en rangée, jusqu’à 100",
        ),
        (
            "actions",
            "maximum = 14",
            "maximum = 10",
            "maximum monte de rangée en rangée, jusqu’à 80",
        ),
        ("rangs", "minimum = 1", "minimum = 2", FROM_ONE),
        ("forces", "minimum = 10", "minimum = 12", FROM_ONE),
        ("etats", "ordinaire = true\n", "", "seul le dernier état est ordinaire"),
        (
            "situations",
            "ecart_initiative = 150\n",
            "",
            "une seule situation a un ecart_initiative",
        ),
        (
            "situations_tir",
            "projectile = true",
            "projectile = true\nsuit = true",
            "une situation d’un tir ne suit personne dans sa défense",
        ),
    ],
)
def test_what_a_scale_must_do_is_said(data: Path, name: str, old: str, new: str, said: str) -> None:
    path = data / "anima" / f"{name}.toml"
    told = path.read_text(encoding="utf-8")
    assert old in told
    path.write_text(told.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as refused:
        loader.load(Regles, FICHIERS, data)
    (only,) = refused.value.fautes
    assert only.valeurs == {"suite": said}


@pytest.mark.parametrize("stem", [stem for stem, _, _ in OWN])
def test_a_file_that_is_missing_is_one_fault(data: Path, stem: str) -> None:
    (data / f"{stem}.toml").unlink()
    assert faults(data) == [(f"{stem}.toml", "donnees")]


def test_a_figure_changed_in_the_data_changes_the_rules(data: Path) -> None:
    from pycore.anima.attack import resolve
    from pycore.anima.reading import read

    path = data / "anima" / "situations.toml"
    told = path.read_text(encoding="utf-8")
    path.write_text(told.replace("attaque = -10\nparade = -30", "attaque = -1\nparade = -30", 1))
    changed = loader.load(Regles, FICHIERS, data)
    scenario = attack({"situations": ["flanc"]})
    totals = [
        resolve(read(scenario, regles, dice=True), regles).attaque.total
        for regles in (REGLES, changed)
    ]
    assert totals == [170, 179]


CRITICAL: dict[str, Any] = {
    "attaquant": {"attaque": 200, "degats": 100, "visee": "tete", "modificateur": 60},
    "defenseur": {"pv_max": 100, "competence": 100},
    "jets": {"attaque": [70], "critique": 60, "resistance": 20},
}
SHOT = {"attaque": 100, "projectile": True}
FAR = {"attaque": 250, "projectile": True, "situations": ["hors_portee_efficace"]}
GOVERNS: list[tuple[str, str, dict[str, Any]]] = [
    ("degats_option", ATTAQUE, attack({"attaque": 200})),
    ("contre_option", ATTAQUE, attack({"attaque": 0})),
    ("critique_seuil", ATTAQUE, attack(**CRITICAL)),
    ("mort_localisee", ATTAQUE, attack(**CRITICAL)),
    ("maladresse_niveau", ATTAQUE, attack(jets={"attaque": [3, 50]})),
    ("actions_32", "anima-actions", {"agilite": 16, "dexterite": 16}),
    ("attaques_multiples", ATTAQUE, attack({"attaque": 200, "attaques_multiples": 2})),
    ("bout_portant", ATTAQUE, attack(SHOT | {"situations": ["bout_portant"]})),
    ("bout_portant", ATTAQUE, attack(SHOT, {"defense": "esquive", "competence": 300})),
    ("portee", ATTAQUE, attack(FAR)),
    ("portee", ATTAQUE, attack(FAR, options={"portee": "malus"})),
    ("defense_negative", ATTAQUE, attack(defenseur={"modificateur": -200})),
    (
        "defense_negative",
        ATTAQUE,
        attack(defenseur={"modificateur": -200}, options={"defense_negative": "comptee"}),
    ),
    ("action_perdue", ATTAQUE, attack(defenseur={"action_perdue": True})),
    ("critique_seuil", ATTAQUE, attack({"attaque": 200}, {"pv": 40})),
    ("initiative_jet", "anima-initiative", {"combattants": [{"initiative": 1, "jets": [5]}]}),
]


@pytest.mark.parametrize(("ident", "calcul", "scenario"), GOVERNS)
def test_a_point_de_regle_is_shown_where_it_governs(
    ident: str, calcul: str, scenario: dict[str, Any]
) -> None:
    row = REGLES.points_de_regle[ident]
    assert row.nom in slot(view(calcul, scenario), "technique")


def test_every_point_de_regle_is_shown_somewhere_and_not_everywhere() -> None:
    assert {ident for ident, _, _ in GOVERNS} == set(REGLES.points_de_regle)
    shown = slot(view(ATTAQUE, attack(jets={"attaque": [10]})), "technique")
    named = [row.id for row in REGLES.points_de_regle.values() if row.nom in shown]
    assert named == []


def test_tables_of_the_game_on_the_command_line() -> None:
    listed = [each["id"] for each in pycore("tables", "--json").json]
    assert {stem for stem, _, _ in OWN} <= set(listed)
    assert "erreurs" in listed
    assert "commun/erreurs" not in listed
    rows = pycore("tables", "anima/visees", "--json").json
    assert [row["id"] for row in rows] == list(REGLES.visees)
    assert rows[0]["malus"] == -10
    text = pycore("tables", "anima/situations", ascii_only=False).text
    assert "Pris de flanc." in text
