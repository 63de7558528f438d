"""The input of one attack, as the scenario spells it (anima.md §1, §5)."""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from pycore.shapes import (
    Booleen,
    Choix,
    Context,
    De,
    Entier,
    Ids,
    Liste,
    Objet,
    OuRien,
    Table,
    Texte,
    Version,
    Words,
)

VERSION = 1
DES_MAX = 20
Competence = Annotated[int, Entier(0, 999)]
Modificateur = Annotated[int, Entier(-500, 500)]
Drapeau = Annotated[bool, Booleen()]
Nom = Annotated[str, Texte(60, vu=True)]
Des = Annotated[tuple[int, ...], Liste(De(), 1, DES_MAX)]


class Indices(NamedTuple):
    """Armour: one figure for all kinds of damage, or an object with one for each."""

    un: Entier
    table: str

    def check(self, value: object, path: str, context: Context) -> Any:
        """Check the figure, or that every kind of damage has one."""
        if type(value) is not dict:
            return self.un.check(value, path, context)
        read = Table(self.table, self.un).check(value, path, context)
        for ident in context.ids[self.table]:
            if ident not in value:
                read[ident] = context.refuse(f"{path}.{ident}", "requis")
        return read

    def schema(self, ids: Ids, words: Words) -> dict[str, Any]:
        """Describe the kind."""
        each = Table(self.table, self.un).schema(ids, words)
        return {"anyOf": [self.un.schema(ids, words), each | {"required": list(ids[self.table])}]}


class Attaquant(NamedTuple):
    """The attacker and his attack."""

    attaque: Competence
    degats: Annotated[int, Entier(0, 999)]
    nom: Nom = ""
    maitrise: Drapeau = False
    type: Annotated[str, Choix("types_degats")] = "TRA"
    projectile: Drapeau = False
    surnaturel: Drapeau = False
    situations: Annotated[tuple[str, ...], Liste(Choix("situations"), unique=True)] = ()
    visee: Annotated[str | None, OuRien(Choix("visees"))] = None
    actions_precedentes: Annotated[int, Entier(0, 9)] = 0
    attaques_multiples: Annotated[int, Entier(1, 10)] = 1
    modificateur: Modificateur = 0


class Defenseur(NamedTuple):
    """The defender. ``competence`` and ``pv`` are ``None`` where they were not given.

    ``a_agi``: he has used his action already; ``action_perdue``: an earlier blow of the round has
    cost it him. ``pare_surnaturel``: what he parries with stops what is supernatural.
    """

    defense: Annotated[str, Choix("defenses")]
    pv_max: Annotated[int, Entier(1, 9999)]
    resistance_physique: Annotated[int, Entier(0, 500)]
    constitution: Annotated[int, Entier(1, 30)]
    competence: Annotated[int | None, Entier(0, 999)] = None
    nom: Nom = ""
    maitrise: Drapeau = False
    rang: Annotated[int, Entier(1, 20)] = 1
    ip: Annotated[int | Mapping[str, int], Indices(Entier(0, 10), "types_degats")] = 0
    situations: Annotated[tuple[str, ...], Liste(Choix("situations_defenseur"), unique=True)] = ()
    modificateur: Modificateur = 0
    pare_surnaturel: Drapeau = False
    bouclier: Drapeau = False
    a_agi: Drapeau = False
    action_perdue: Drapeau = False
    pv: Annotated[int | None, Entier(-999, 9999)] = None

    @property
    def points(self) -> int:
        """Life points before the blow."""
        return self.pv_max if self.pv is None else self.pv

    @property
    def sans_action(self) -> bool:
        """Whether no action of the round is left to him: used, or lost."""
        return self.a_agi or self.action_perdue


class Options(NamedTuple):
    """Which of two readings of the rules is used, where they leave a choice."""

    degats: Annotated[str, Choix("baremes_degats")] = "absorption"
    contre: Annotated[str, Choix("baremes_contre")] = "paliers"
    portee: Annotated[str, Choix("portees")] = "sans_danger"
    defense_negative: Annotated[str, Choix("defenses_negatives")] = "zero"
    critique_seuil: Annotated[str, Choix("seuils_critiques")] = "maximum"


class Jets(NamedTuple):
    """The dice; the last three are ``None`` where they were not given."""

    attaque: Des
    defense: Des
    critique: Annotated[int | None, De()] = None
    resistance: Annotated[int | None, De()] = None
    localisation: Annotated[int | None, De()] = None


class Scenario(NamedTuple):
    """One attack. ``jets`` is ``None`` where only odds are asked."""

    attaquant: Annotated[Attaquant, Objet(Attaquant)]
    defenseur: Annotated[Defenseur, Objet(Defenseur)]
    version: Annotated[int, Version(VERSION)] = VERSION
    options: Annotated[Options, Objet(Options)] = Options()
    jets: Annotated[Jets | None, Objet(Jets)] = None
