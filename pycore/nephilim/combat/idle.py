"""Effects that were chosen and change nothing here, each with the condition that it lacks."""

from collections.abc import Iterable
from typing import NamedTuple

from pycore.nephilim.combat.engagement import Engagement, Face
from pycore.nephilim.combat.facts import Inactif
from pycore.nephilim.combat.situation import Actif, Situation, holds

ATTAQUANT = -1


class _Regard(NamedTuple):
    """What a contribution is judged by: the combat, and the defender whose effect it is."""

    engagement: Engagement
    face: Face | None
    where: Situation


def _replaces_weapon(actif: Actif, regard: _Regard) -> bool:
    return any(terme.source == actif.source for terme in regard.engagement.assaut.arme.bruts)


def _replaces_armour(actif: Actif, regard: _Regard) -> bool:
    return regard.face is not None and regard.face.coup.garde.remplacee_par == actif.source


def _pierces(actif: Actif, regard: _Regard) -> bool:
    del actif
    armours = [each.coup.garde.armure for each in regard.engagement.faces]
    return any(armour.physiques and not armour.magique for armour in armours)


def _adds_damage(actif: Actif, regard: _Regard) -> bool:
    del actif
    return not regard.engagement.assaut.manoeuvre.sans_degats


def _changes_modifier(actif: Actif, regard: _Regard) -> bool:
    return actif.apport.manoeuvre == regard.engagement.assaut.manoeuvre.id


def _rolls(actif: Actif, regard: _Regard) -> bool:
    del actif
    return regard.face is None or not regard.face.defense.sans_jet


def _frees_rank(actif: Actif, regard: _Regard) -> bool:
    return _rolls(actif, regard) and regard.face is not None and max(regard.face.numeros) > 1


_BEARS = {
    "armure": _replaces_armour,
    "perce_protections": _pierces,
    "bruts": _adds_damage,
    "manoeuvre": _changes_modifier,
    "degres": _rolls,
    "rang": _frees_rank,
}
"""For the targets that may find nothing to change: whether they find something."""


def _works(actif: Actif, regard: _Regard) -> bool:
    """Tell whether a contribution changes anything before the roll."""
    cible = actif.apport.cible
    if cible == "arme":  # its condition is about the weapon that it has replaced since
        return _replaces_weapon(actif, regard)
    met = holds(actif.apport.si, regard.where)
    return met and (cible not in _BEARS or _BEARS[cible](actif, regard))


def _side(cote: int, actifs: Iterable[Actif], regard: _Regard) -> list[Inactif]:
    """List the idle effects of a side; an effect works if any of its contributions does."""
    at_work: dict[tuple[str, str], bool] = {}
    lacking: dict[tuple[str, str], str] = {}
    for actif in actifs:
        key = (actif.table, actif.source)
        at_work[key] = at_work.get(key, False) or _works(actif, regard)
        met = holds(actif.apport.si, regard.where)
        lacking.setdefault(key, "toujours" if met else actif.apport.si)
    return [
        Inactif(cote, *key, lacking[key])
        for key, works in at_work.items()
        if not works and key[0] != "manoeuvres"
    ]


def idle_effects(engagement: Engagement) -> list[Inactif]:
    """List every chosen effect that changes nothing before this roll, on either side.

    What hangs on the dice (an attack that succeeds, a defence that follows) counts as met.
    """
    assaut = engagement.assaut
    attaquant = Situation(
        *assaut.declare,
        assaut.arme,
        ka_dominant_rate=any(each.defenseur.ka_dominant_rate for each in engagement.faces),
    )
    found = _side(ATTAQUANT, assaut.actifs, _Regard(engagement, None, attaquant))
    for rank, face in enumerate(engagement.faces):
        where = face.coup.situation._replace(numero=min(face.numeros))
        found += _side(rank, face.actifs, _Regard(engagement, face, where))
    return found
