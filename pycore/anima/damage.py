"""From a margin to damage, and from a gap to the bonus of a counter (anima.md §1)."""

from collections.abc import Mapping

from pycore.anima.rows import BaremeContre, BaremeDegats
from pycore.recorded import Compte

CENT = 100


def armour(ip: int | Mapping[str, int], kind: str) -> int:
    """The armour's figure for a kind of damage."""
    return ip if isinstance(ip, int) else ip[kind]


def percentage(bareme: BaremeDegats, marge: int, ip: int) -> Compte:
    """Turn a margin above 0 into a percentage of the damage, step by step."""
    compte = Compte()
    if marge < bareme.minimum:
        compte.annule_tout("baremes_degats", bareme.id)
        return compte
    for each in bareme.exceptions:
        if each.minimum <= marge <= each.maximum and each.ip == ip:
            compte.ajoute("baremes_degats", bareme.id, each.pourcentage)
            return compte
    compte.ajoute("causes", "marge", bareme.par_tranche * (marge // bareme.tranche))
    compte.ajoute("baremes_degats", bareme.id, bareme.base)
    compte.ajoute("causes", "ip", bareme.par_ip * ip)
    compte.releve("causes", "plancher", 0)
    return compte


def damage(degats: int, pourcentage: int) -> Compte:
    """Take a percentage of the damage, rounded down; there is no upper limit."""
    compte = Compte()
    compte.ajoute("causes", "degats", degats)
    compte.multiplie("causes", "pourcentage", pourcentage)
    compte.divise("causes", "pourcentage", CENT)
    return compte


def counter_bonus(bareme: BaremeContre, ecart: int) -> int:
    """Turn a gap above 0, defence less attack, into the bonus of the counter."""
    return min(bareme.maximum, bareme.bonus * ((ecart - bareme.decalage) // bareme.tranche))
