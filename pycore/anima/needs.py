"""What the rules of Anima ask of its tables by name; a row of these that is missing is a fault."""

from collections.abc import Iterator, Mapping
from typing import Any

from pycore.shapes import Context

CONSTANTES = (
    *("ouverture", "ouverture_pas", "ouverture_plafond", "maladresse", "maladresse_maitrise"),
    *("maitrise", "malus_action", "malus_attaque", "tranche_attaque", "limite_projectile"),
    *("part_critique", "niveau_entier", "niveau_diviseur", "resistance_naturelle"),
    *("recuperation", "part_malus", "marge_localisation", "marge_desengagement"),
)
CAUSES = (
    *("attaque", "competence", "actions_precedentes", "attaques_multiples", "visee"),
    *("modificateur", "jet", "maladresse", "limite_280", "plancher_zero", "rang"),
    *("contre_projectile", "marge", "ip", "plancher", "degats", "pourcentage"),
    *("au_dela_de_200", "resistance_physique", "initiative", "bonus", "force"),
)
NEEDED: Mapping[str, tuple[str, ...]] = {
    "constantes": CONSTANTES,
    "causes": CAUSES,
    "issues": ("degats", "egalite", "contre", "defense"),
    "consequences": ("perd_action", "garde_action", "peut_contrer"),
    "types_degats": ("TRA",),
    "baremes_degats": ("absorption",),
    "baremes_contre": ("paliers",),
    "portees": ("sans_danger",),
    "defenses_negatives": ("zero",),
    "seuils_critiques": ("maximum",),
    "jets_initiative": ("simple",),
}
"""Ids that the rules, or the defaults of a scenario, name."""

DIVISEURS = ("tranche_attaque", "part_critique", "niveau_diviseur", "part_malus")
"""Constants by which something is divided."""

DE, SOMME = 100, 80
"""The highest face of a die; the highest sum of two characteristics."""


def check_tables(regles: Any, context: Context) -> None:
    """Note every row that is missing, and every scale with a gap."""
    for table, idents in NEEDED.items():
        for ident in idents:
            if ident not in getattr(regles, table):
                context.refuse(file_of(regles, table), "donnees.manque", valeur=ident)
    for ident in DIVISEURS:
        row = regles.constantes.get(ident)
        if row is not None and row.valeur < 1:
            where = f"{file_of(regles, 'constantes')} › {ident}.valeur"
            context.refuse(where, "bornes", minimum=1, maximum=500)
    for table, suite in _gaps(regles):
        context.refuse(file_of(regles, table), "donnees.suite", suite=suite)


def file_of(regles: Any, table: str) -> str:
    """Name the first file of a table."""
    return next(f"{name}.toml" for name, each in regles.fichiers.items() if each.table == table)


def _gaps(regles: Any) -> Iterator[tuple[str, str]]:
    """Scales that do not answer for every number, or not in order; with what they must do."""
    for table, last in (("localisations", DE), ("actions", SOMME)):
        tops = [row.maximum for row in getattr(regles, table).values()]
        if tops != sorted(set(tops)) or tops[-1:] != [last]:
            yield table, f"maximum monte de rangée en rangée, jusqu’à {last}"
    for table in ("rangs", "forces"):
        bottoms = [row.minimum for row in getattr(regles, table).values()]
        if bottoms != sorted(set(bottoms)) or bottoms[:1] != [1]:
            yield table, "minimum monte de rangée en rangée, à partir de 1"
    ordinary = [row.ordinaire for row in regles.etats.values()]
    if ordinary != sorted(ordinary) or ordinary.count(True) != 1:
        yield "etats", "seul le dernier état est ordinaire"
    if sum(bool(row.ecart_initiative) for row in regles.situations.values()) != 1:
        yield "situations", "une seule situation a un ecart_initiative"
    if any(row.suit and row.projectile for row in regles.situations.values()):
        yield "situations", "une situation d’un tir ne suit personne dans sa défense"
