"""Rows of the tables of fighters and their gear: what each holds."""

from typing import Annotated, NamedTuple

from pycore.nephilim.vocabulary import CATEGORIES, COTES, MODES, PORTEES
from pycore.rows import Decisions, Ident, Libelle, Ligne, Prose, Source
from pycore.shapes import Booleen, Choix, Context, Entier, Liste, Objet, OuRien, Texte

Degats = Annotated[int, Entier(0, 30)]
Elements = Annotated[tuple[str, ...], Liste(Choix("elements"), unique=True)]
Modes = Annotated[tuple[str, ...], Liste(Choix("", MODES), 1, unique=True)]
Cadences = Annotated[tuple[str, ...], Liste(Choix("cadences"), unique=True)]
Vrai = Annotated[bool, Booleen()]
Degres = Annotated[int, Entier(-20, 20)]


class Mode(NamedTuple):
    """A way to fight, and whether effects of mêlée or of distance serve in it."""

    id: Ident
    nom: Libelle
    portee: Annotated[str, Choix("", PORTEES)]
    prose: Prose
    resume: Ligne
    source: Source


class Element(NamedTuple):
    """A Ka-élément; ``toute_manoeuvre``: it fits whatever takes a roll."""

    id: Ident
    nom: Libelle
    prose: Prose
    source: Source
    toute_manoeuvre: Vrai = False
    decisions: Decisions = ()


class Initiative(NamedTuple):
    """A Ka and what it is multiplied by."""

    element: Annotated[str, Choix("elements")]
    facteur: Annotated[int, Entier(1, 10)]


class TypeCombattant(NamedTuple):
    """A kind of fighter; without ``initiative`` the figure is typed in.

    ``remplacant`` is the type that stands for it on a side where it cannot stand.
    """

    id: Ident
    nom: Libelle
    prose: Prose
    cotes: Annotated[tuple[str, ...], Liste(Choix("", COTES), 1, unique=True)]
    elements: Elements
    metamorphe: Vrai
    menace: Vrai
    sensible_magie: Vrai
    resume: Ligne
    source: Source
    initiative: Annotated[Initiative | None, OuRien(Objet(Initiative))] = None
    remplacant: Annotated[str, Choix("types")] = ""
    decisions: Decisions = ()

    def verifie(self, where: str, context: Context) -> None:
        """Note a side where neither this type nor another for it may stand."""
        if not self.remplacant and set(self.cotes) != set(COTES):
            context.refuse(f"{where}.remplacant", "requis")


class Blessure(NamedTuple):
    """A wound and the degrees of Vécu it takes away."""

    id: Ident
    nom: Libelle
    malus: Degats
    prose: Prose
    source: Source
    decisions: Decisions = ()


class Arme(NamedTuple):
    """A weapon: its degree and its raw damage, physical and magical.

    ``perce_protections``: an armour that is not magical gives no physical protection against it.
    ``mains_nues``: what a fighter without a weapon has; "Frapper" puts the strength of his body
    in place of its figures (D8). ``corps``: part of who strikes, so that nobody takes it from him;
    natural weapons are so by kind.
    """

    id: Ident
    nom: Libelle
    prose: Prose
    categorie: Annotated[str, Choix("", CATEGORIES)]
    degre: Degats
    physiques: Degats
    magiques: Degats
    source: Source
    element: Annotated[str, Choix("elements")] = ""
    mains_nues: Vrai = False
    corps: Vrai = False
    magique: Vrai = False
    perce_protections: Vrai = False
    arme_a_feu: Vrai = False
    portee: Annotated[str, Texte(40)] = ""
    chargeur: Annotated[str, Texte(40)] = ""
    cadences: Cadences = ("unique",)
    resume: Ligne = ""
    decisions: Decisions = ()


class Munition(NamedTuple):
    """Ammunition: raw physical damage added, with the weapons named or with all."""

    id: Ident
    nom: Libelle
    prose: Prose
    physiques: Degats
    source: Source
    armes: Annotated[tuple[str, ...], Liste(Choix("armes"), unique=True)] = ()
    toutes_armes: Vrai = False
    resume: Ligne = ""
    decisions: Decisions = ()


class Cadence(NamedTuple):
    """A rate of fire: damage added (less 1 for each target beyond the first), targets at most."""

    id: Ident
    nom: Libelle
    prose: Prose
    physiques: Degats
    cibles: Annotated[int, Entier(1, 12)]
    resume: Ligne
    source: Source
    jet_par_cible: Vrai = False
    decisions: Decisions = ()


class Protection(NamedTuple):
    """An armour or a shield.

    ``remplacement`` is the armour that the Phalange gives in its place, ``annule_element`` the
    element of weapon that does no damage at all to who wears it.
    """

    id: Ident
    nom: Libelle
    prose: Prose
    physiques: Degats
    magiques: Degats
    source: Source
    magique: Vrai = False
    annule_element: Annotated[str, Choix("elements")] = ""
    remplacement: Annotated[str, Choix("protections")] = ""
    resume: Ligne = ""
    decisions: Decisions = ()


class Constante(NamedTuple):
    """A number of the rules that stands in no table."""

    id: Ident
    nom: Libelle
    valeur: Degres
    source: Source


class KaFeu(NamedTuple):
    """A score of Ka-Feu and the damage it adds from there on."""

    id: Ident
    nom: Libelle
    minimum: Degats
    bonus: Degats
    source: Source
