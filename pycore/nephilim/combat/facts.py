"""What a combat came to: facts only, in the terms of combat.md §11. Words are found later."""

from typing import NamedTuple

from pycore.nephilim.combat.damage import Degats
from pycore.nephilim.roll import Jet, Seuil
from pycore.recorded import Terme


class Vitesse(NamedTuple):
    """Initiative and movement of the attacker, which are equal, and what they are made of (D5)."""

    valeur: int
    detail: tuple[Terme, ...]


class DefenseJouee(NamedTuple):
    """A defence that was rolled. ``reussie``: it beat the attack, not only its threshold."""

    type: str
    numero: int
    jet: Jet
    reussie: bool


class Consequence(NamedTuple):
    """Something that an exchange leads to beyond damage; ``valeur`` is 0 where none belongs.

    ``table`` and ``source`` are the row that brings it, empty for margin that was not spent.
    """

    code: str
    cible: str
    valeur: int = 0
    table: str = ""
    source: str = ""


class Echange(NamedTuple):
    """One attack meeting one defender; indexes into the attacks and the defenders.

    ``excedent``: degrees of margin above 10 of attacker and defender.
    """

    attaque: int
    defenseur: int
    defense: DefenseJouee | None
    attaque_gagne: bool
    physiques: Degats
    magiques: Degats
    excedent: tuple[int, int]
    consequences: tuple[Consequence, ...]

    @property
    def total(self) -> int:
        """Damage taken, both components together."""
        return self.physiques.final + self.magiques.final


class Resultat(NamedTuple):
    """A combat resolved. ``graine`` picks the wording of its story, and nothing else."""

    vitesse: Vitesse
    attaques: tuple[Jet, ...]
    echanges: tuple[Echange, ...]
    graine: int = 0


class SeuilDefense(NamedTuple):
    """The threshold of a defence before any die; ``None`` where no roll is made."""

    attaque: int
    defenseur: int
    type: str
    numero: int
    seuil: Seuil | None


class Inactif(NamedTuple):
    """An effect without effect: whose (-1 the attacker, else a rank), which, and what it lacks."""

    cote: int
    table: str
    effet: str
    manque: str


class Seuils(NamedTuple):
    """Every threshold of a combat before any die (combat.md §13), and what changes none of it."""

    vitesse: Vitesse
    attaques: tuple[Seuil, ...]
    echanges: tuple[SeuilDefense, ...]
    inactifs: tuple[Inactif, ...]
