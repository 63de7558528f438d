"""What the tables together must have for a fight to go on, whatever an editor changes."""

from typing import Any

from pycore.nephilim.combat.scenario import Attaquant, Attaque, Defenseur, Options
from pycore.shapes import Choix, Context, fields_of


def check_needs(regles: Any, context: Context) -> None:
    """Note a mode without a plain attack, or without a defence that takes no roll; no bare hands.

    Note also a row that a scenario takes where it names none, and that is not there.
    """
    for mode, row in regles.modes.items():
        plain = [
            each for each in regles.manoeuvres.values() if each.ordinaire and mode in each.modes
        ]
        if not plain:
            where = "nephilim/manoeuvres_melee.toml › ordinaire"
            context.refuse(where, "donnees.manque", valeur=f"ordinaire ({row.nom})")
        held = [
            each
            for each in regles.defenses.values()
            if each.sans_jet and not each.demande and mode in each.modes
        ]
        if not held:
            where = "nephilim/defenses_melee.toml › sans_jet"
            context.refuse(where, "donnees.manque", valeur=f"sans_jet ({row.nom})")
    if not any(each.mains_nues for each in regles.armes.values()):
        where = "nephilim/armes_melee.toml › mains_nues"
        context.refuse(where, "donnees.manque", valeur="mains_nues = true")
    for table, ident in dict.fromkeys(_neutral()):
        if ident not in getattr(regles, table):
            stem = next(stem for stem, each in regles.fichiers.items() if each.table == table)
            context.refuse(f"{stem}.toml › {ident}", "donnees.manque", valeur=ident)


def _neutral() -> list[tuple[str, str]]:
    """Tables, and the row of each that a scenario takes where it names none."""
    return [
        (kind.table, shape._field_defaults[name])
        for shape in (Attaquant, Defenseur, Attaque, Options)
        for name, kind in fields_of(shape).items()
        if isinstance(kind, Choix) and kind.table and shape._field_defaults.get(name)
    ]
