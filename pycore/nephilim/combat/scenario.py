"""The input of a combat, as the scenario spells it (combat.md §1)."""

from collections.abc import Mapping
from typing import Annotated, NamedTuple

from pycore.shapes import Booleen, Choix, De, Entier, Liste, Objet, OuRien, Table, Texte, Version

VERSION = 1
CIBLES_MAX = 12
Bonus = Annotated[int, Entier(0, 10)]
Drapeau = Annotated[bool, Booleen()]
Effets = tuple[str, ...]


class Attaquant(NamedTuple):
    """The attacker. ``initiative`` is ``None`` where it was not given.

    ``protection`` and ``bouclier`` do nothing here: they count when he defends himself in turn.
    """

    type: Annotated[str, Choix("types_attaquant")]
    degre: Annotated[int, Entier(0, 30)]
    nom: Annotated[str, Texte(60, vu=True)] = ""
    source: Annotated[str, Choix("", ("vecu", "menace"))] = "vecu"
    blessures: Annotated[tuple[str, ...], Liste(Choix("blessures"), unique=True)] = ()
    ka: Annotated[Mapping[str, int], Table("elements", Entier(0, 30))] = {}
    approche: Annotated[str | None, OuRien(Choix("elements"))] = None
    metamorphe: Bonus = 0
    stase: Bonus = 0
    mnemos: Bonus = 0
    contexte: Annotated[int, Entier(-10, 10)] = 0
    contexte_motif: Annotated[str, Texte(80, vu=True)] = ""
    report: Annotated[int, Entier(-200, 200)] = 0
    initiative: Annotated[int | None, Entier(0, 60)] = None
    protection: Annotated[str, Choix("protections")] = "aucune"
    bouclier: Annotated[str | None, OuRien(Choix("boucliers"))] = None
    effets: Annotated[Effets, Liste(Choix("effets_attaquant"), unique=True)] = ()


class Parade(NamedTuple):
    """What a defender does. ``numeros`` is ``None`` where it was not given: 1, or 1 and 2."""

    type: Annotated[str, Choix("defenses")]
    numeros: Annotated[tuple[int, ...] | None, Liste(Entier(1, 10))] = None
    rang_sans_malus: Drapeau = False
    objet: Drapeau = False
    voit_lanceur: Drapeau = False


class Defenseur(NamedTuple):
    """A defender; the first fields are the attacker's."""

    type: Annotated[str, Choix("types_defenseur")]
    degre: Annotated[int, Entier(0, 30)]
    defense: Annotated[Parade, Objet(Parade)]
    nom: Annotated[str, Texte(60, vu=True)] = ""
    source: Annotated[str, Choix("", ("vecu", "menace"))] = "vecu"
    blessures: Annotated[tuple[str, ...], Liste(Choix("blessures"), unique=True)] = ()
    ka: Annotated[Mapping[str, int], Table("elements", Entier(0, 30))] = {}
    approche: Annotated[str | None, OuRien(Choix("elements"))] = None
    metamorphe: Bonus = 0
    stase: Bonus = 0
    mnemos: Bonus = 0
    contexte: Annotated[int, Entier(-10, 10)] = 0
    contexte_motif: Annotated[str, Texte(80, vu=True)] = ""
    report: Annotated[int, Entier(-200, 200)] = 0
    initiative: Annotated[int | None, Entier(0, 60)] = None
    protection: Annotated[str, Choix("protections")] = "aucune"
    bouclier: Annotated[str | None, OuRien(Choix("boucliers"))] = None
    ka_dominant_rate: Drapeau = False
    effets: Annotated[Effets, Liste(Choix("effets_defenseur"), unique=True)] = ()


Combattant = Attaquant | Defenseur


class Attaque(NamedTuple):
    """What the attacker does. ``arme`` is empty where it was not given."""

    approche: Annotated[str, Choix("manoeuvres")]
    arme: Annotated[str, Choix("armes")] = ""
    munition: Annotated[str, Choix("munitions")] = "standard"
    cadence: Annotated[str, Choix("cadences")] = "unique"
    force_simulacre: Annotated[int, Entier(1, 10)] = 1


class Options(NamedTuple):
    """How the rules are read."""

    defense: Annotated[str, Choix("lectures")] = "opposition"


class Jets(NamedTuple):
    """The dice: one or more attack rolls, and per defender one roll an exchange or nothing."""

    attaque: Annotated[tuple[int, ...], Liste(De())]
    defense: Annotated[
        tuple[tuple[int | None, ...] | None, ...] | None, Liste(OuRien(Liste(OuRien(De()))))
    ] = None


class Ajustement(NamedTuple):
    """Degrees of margin above 10 that each side spends on damage in an exchange."""

    attaquant: Annotated[int, Entier(0, 1000)] = 0
    defenseur: Annotated[int, Entier(0, 1000)] = 0


class Scenario(NamedTuple):
    """A combat to resolve. ``jets`` is ``None`` where only thresholds or odds are asked."""

    mode: Annotated[str, Choix("modes")]
    attaquant: Annotated[Attaquant, Objet(Attaquant)]
    attaque: Annotated[Attaque, Objet(Attaque)]
    defenseurs: Annotated[tuple[Defenseur, ...], Liste(Objet(Defenseur), 1, CIBLES_MAX)]
    version: Annotated[int, Version(VERSION)] = VERSION
    options: Annotated[Options, Objet(Options)] = Options()
    jets: Annotated[Jets | None, Objet(Jets)] = None
    ajustements: Annotated[
        tuple[Ajustement | None, ...] | None, OuRien(Liste(OuRien(Objet(Ajustement))))
    ] = None
