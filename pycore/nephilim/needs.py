"""What the tables together must have for a fight to go on, whatever an editor changes."""

from typing import Any

from pycore.shapes import Context


def check_needs(regles: Any, context: Context) -> None:
    """Note a mode without a plain attack, or without a defence that takes no roll."""
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
