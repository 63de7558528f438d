"""Rows of the tables of what fighters do: manœuvres, defences, effects, what each changes."""

from typing import Annotated, NamedTuple

from pycore.nephilim.figures import Cadences, Degres, Elements, Modes, Vrai
from pycore.nephilim.vocabulary import (
    CATEGORIES,
    CIBLES,
    CIBLES_CHIFFREES,
    COMPOSANTES,
    CONDITIONS,
    COTES,
    DEMANDES,
    MODES,
    NATURES,
    PORTEES,
)
from pycore.rows import Decisions, Ident, Libelle, Ligne, Prose, Source
from pycore.shapes import Choix, Context, Entier, Liste, Objet

Portees = Annotated[tuple[str, ...], Liste(Choix("", PORTEES), 1, unique=True)]


class Apport(NamedTuple):
    """One thing that a manœuvre or an effect changes.

    ``cible`` names what is changed, ``valeur`` by how much (degrees, damage or the new value),
    ``si`` when. ``manoeuvre`` belongs to the target of that name, ``consequence`` and ``subit``
    to a consequence. ``decision`` is the point de règle that settles it.
    """

    cible: Annotated[str, Choix("", CIBLES)]
    valeur: Degres = 0
    composante: Annotated[str, Choix("", COMPOSANTES)] = "toutes"
    si: Annotated[str, Choix("", CONDITIONS)] = "toujours"
    manoeuvre: Annotated[str, Choix("manoeuvres")] = ""
    consequence: Annotated[str, Choix("consequences")] = ""
    subit: Annotated[str, Choix("", COTES)] = ""
    decision: Annotated[str, Choix("points_de_regle")] = ""


def forgotten_figures(apports: tuple[Apport, ...], where: str, context: Context) -> None:
    """Refuse a contribution that says nothing without a figure and has none."""
    for rank, apport in enumerate(apports):
        if apport.cible in CIBLES_CHIFFREES and not apport.valeur:
            path = f"{where}.apports[{rank}].valeur"
            context.refuse(path, "donnees.valeur", cible=apport.cible)


Apports = Annotated[tuple[Apport, ...], Liste(Objet(Apport))]


class Manoeuvre(NamedTuple):
    """A way to attack ("approche d’attaque"); ``ordinaire``: the plain one of its mode."""

    id: Ident
    nom: Libelle
    prose: Prose
    modes: Modes
    modificateur: Degres
    elements: Elements
    armes: Annotated[tuple[str, ...], Liste(Choix("", CATEGORIES), 1, unique=True)]
    defenses: Annotated[str, Choix("", MODES)]
    portees: Portees
    resume: Ligne
    source: Source
    attaques: Annotated[int, Entier(1, 2)] = 1
    cadences: Cadences = ("unique",)
    force_simulacre: Vrai = False
    sans_degats: Vrai = False
    ordinaire: Vrai = False
    apports: Apports = ()
    decisions: Decisions = ()

    def verifie(self, where: str, context: Context) -> None:
        """Note what the fields ask of one another."""
        forgotten_figures(self.apports, where, context)


class Issue(NamedTuple):
    """What a defence does to the damage: cancels it, or changes each component."""

    physiques: Degres = 0
    magiques: Degres = 0
    annule: Vrai = False


class Suite(NamedTuple):
    """A consequence of a defence that succeeds, and who bears it."""

    consequence: Annotated[str, Choix("consequences")]
    subit: Annotated[str, Choix("", COTES)]


class Defense(NamedTuple):
    """A way to defend oneself.

    ``besoin`` says what it takes, ``seulement_si`` the consequence that one must be under: the
    rules do not check them, advice does.
    """

    id: Ident
    nom: Libelle
    prose: Prose
    modes: Modes
    modificateur: Degres
    elements: Elements
    resume: Ligne
    source: Source
    reussie: Annotated[Issue, Objet(Issue)] = Issue()
    ratee: Annotated[Issue, Objet(Issue)] = Issue()
    consequences: Annotated[tuple[Suite, ...], Liste(Objet(Suite))] = ()
    demande: Annotated[str, Choix("", DEMANDES)] = ""
    besoin: Ligne = ""
    seulement_si: Annotated[str, Choix("consequences")] = ""
    esquive: Vrai = False
    sans_jet: Vrai = False
    jouee_sur_echec: Vrai = False
    libere_rang: Vrai = False
    decisions: Decisions = ()


class Effet(NamedTuple):
    """A spell, an invocation or a formula at work during the exchange."""

    id: Ident
    nom: Libelle
    nature: Annotated[str, Choix("", NATURES)]
    prose: Prose
    portees: Portees
    apports: Annotated[tuple[Apport, ...], Liste(Objet(Apport), 1)]
    resume: Ligne
    source: Source
    decisions: Decisions = ()

    def verifie(self, where: str, context: Context) -> None:
        """Note what the fields ask of one another."""
        forgotten_figures(self.apports, where, context)
