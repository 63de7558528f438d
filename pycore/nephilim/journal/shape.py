"""The journal of a fight as it is kept: scenarios with their dice, and what the MJ decided.

No result stands in it: every entry is resolved again by the rules whenever the journal is read.
"""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from pycore.jsontext import MAX_LENGTH
from pycore.nephilim.combat.scenario import CIBLES_MAX, Scenario
from pycore.nephilim.vocabulary import GESTES
from pycore.shapes import (
    Choix,
    Context,
    Entier,
    Ids,
    Kind,
    Libre,
    Liste,
    Objet,
    OuRien,
    Texte,
    Version,
    Words,
)

VERSION = 1
ENTREES_MAX = 200
SIGNES_MAX = MAX_LENGTH - 20_000
"""Characters of a journal: room is left for the form that a gesture sends with it."""
BLESSURES_MAX = 60
RETIRES_MAX = 200
ROUND_MAX = 999
CLE_MAX = 80


class Enclos(NamedTuple):
    """A value that its own reader checks; described as the kind that it is."""

    kind: Kind

    def check(self, value: object, path: str, context: Context) -> Any:
        """Check that it is an object, and no more."""
        return Libre().check(value, path, context)

    def schema(self, ids: Ids, words: Words) -> dict[str, Any]:
        """Describe the kind."""
        return self.kind.schema(ids, words)


class Qui(NamedTuple):
    """Who stands on each side: a key for each fighter, the same from one entry to the next."""

    attaquant: Annotated[str, Texte(CLE_MAX)] = ""
    defenseurs: Annotated[tuple[str, ...], Liste(Texte(CLE_MAX), maximum=CIBLES_MAX)] = ()


class Entree(NamedTuple):
    """A combat resolved in a round; ``par`` is the gesture that prepared it, if one did.

    Without ``qui`` a fighter is known by his name, or by his side where he has none.
    """

    round: Annotated[int, Entier(1, ROUND_MAX)]
    scenario: Annotated[Mapping[str, Any], Enclos(Objet(Scenario))]
    qui: Annotated[Qui | None, OuRien(Objet(Qui))] = None
    par: Annotated[str, Choix("", ("", *GESTES))] = ""


class Blessure(NamedTuple):
    """A wound that the MJ gave by hand after an entry."""

    entree: Annotated[int, Entier(0, ENTREES_MAX - 1)]
    qui: Annotated[str, Texte(CLE_MAX, 1)]
    blessure: Annotated[str, Choix("blessures")]


class Journal(NamedTuple):
    """A fight so far, and how it is to go on.

    ``retires`` are ids of reports that the MJ took away, ``cible`` the rank of the defender who
    turns attacker; without it, the first who may. ``scenario`` is the one to which what weighs is
    applied, for the gesture that asks for it; its dice are ignored. ``round`` is the one that has
    begun, where no entry has reached it yet.
    """

    entrees: Annotated[tuple[Entree, ...], Liste(Objet(Entree), maximum=ENTREES_MAX)]
    version: Annotated[int, Version(VERSION)] = VERSION
    retires: Annotated[tuple[str, ...], Liste(Texte(120), maximum=RETIRES_MAX, unique=True)] = ()
    blessures: Annotated[tuple[Blessure, ...], Liste(Objet(Blessure), maximum=BLESSURES_MAX)] = ()
    round: Annotated[int, Entier(1, ROUND_MAX)] = 1
    geste: Annotated[str, Choix("", ("", *GESTES))] = ""
    cible: Annotated[int | None, OuRien(Entier(0, CIBLES_MAX - 1))] = None
    scenario: Annotated[Mapping[str, Any] | None, OuRien(Enclos(Objet(Scenario)))] = None
