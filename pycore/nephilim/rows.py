"""The tables of Nephilim Légende: what each row holds and which file it stands in."""

from collections.abc import Mapping
from typing import Annotated, NamedTuple

from pycore.errors import RefusedError
from pycore.nephilim.needs import check_needs
from pycore.nephilim.recits import FAITS, PALIERS, SITUATIONS, Gabarit, check_row
from pycore.nephilim.vocabulary import (
    CATEGORIES,
    CIBLES,
    CIBLES_CHIFFREES,
    COMPOSANTES,
    CONDITIONS,
    COTES,
    DEMANDES,
    DUREES,
    GESTES,
    MODES,
    NATURES,
    PORTEES,
    REPORTS,
)
from pycore.rows import (
    Cause,
    Champ,
    Colonne,
    Decisions,
    Encart,
    Fichier,
    Ident,
    Lexique,
    Libelle,
    Ligne,
    Message,
    PointDeRegle,
    Prose,
    Source,
    SourceRow,
)
from pycore.shapes import Booleen, Choix, Context, Entier, Libre, Liste, Objet, OuRien, Texte

Degres = Annotated[int, Entier(-20, 20)]
Degats = Annotated[int, Entier(0, 30)]
Elements = Annotated[tuple[str, ...], Liste(Choix("elements"), unique=True)]
Modes = Annotated[tuple[str, ...], Liste(Choix("", MODES), 1, unique=True)]
Portees = Annotated[tuple[str, ...], Liste(Choix("", PORTEES), 1, unique=True)]
Cadences = Annotated[tuple[str, ...], Liste(Choix("cadences"), unique=True)]
Vrai = Annotated[bool, Booleen()]


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


class Arme(NamedTuple):
    """A weapon: its degree and its raw damage, physical and magical.

    ``perce_protections``: an armour that is not magical gives no physical protection against it.
    ``mains_nues``: what a fighter without a weapon has; "Frapper" puts the strength of his body
    in place of its figures (D8).
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


class Consequence(NamedTuple):
    """What an exchange leads to beyond damage; ``texte`` reads after the bearer's name.

    ``report`` is what it changes in the fights that follow, in the roles of ``jets`` where rolls
    are meant, for as long as ``duree``; ``leve`` are consequences that it ends, ``geste`` how the
    fight may go on because of it. ``suivi`` is its name once it counts.
    """

    id: Ident
    nom: Libelle
    texte: Ligne
    source: Source
    report: Annotated[str, Choix("", REPORTS)] = "rappel"
    jets: Annotated[tuple[str, ...], Liste(Choix("", COTES), unique=True)] = ()
    duree: Annotated[str, Choix("", DUREES)] = "round"
    leve: Annotated[tuple[str, ...], Liste(Choix("consequences"), unique=True)] = ()
    geste: Annotated[str, Choix("", ("", *GESTES))] = ""
    suivi: Annotated[str, Texte(120)] = ""
    decisions: Decisions = ()


class Resultat(NamedTuple):
    """One of the four results of a roll, a reading of "défense réussie", or who wins."""

    id: Ident
    nom: Libelle
    resume: Ligne
    source: Source
    decisions: Decisions = ()


class Marge(NamedTuple):
    """A rank of the margin scale, from its smallest margin on; or the critical's own label."""

    id: Ident
    nom: Libelle
    source: Source
    minimum: Degats = 0
    critique: Vrai = False


class Palier(NamedTuple):
    """How hard a blow is told, from the least total damage on."""

    id: Annotated[str, Choix("", PALIERS[1:])]
    nom: Libelle
    minimum: Degats
    source: Source


Faits = Annotated[tuple[str, ...], Liste(Choix("", FAITS), unique=True)]


class Recit(NamedTuple):
    """A wording of the story: which situation and grade it tells, and what it states.

    ``si`` are the facts it waits for beyond its situation; ``affirme`` those that it states, which
    must be true whenever it is told. Words in braces are those of ``nephilim.recits``.
    """

    id: Ident
    situation: Annotated[str, Choix("", SITUATIONS)]
    affirme: Faits
    texte: Annotated[str, Gabarit()]
    source: Source
    grade: Annotated[str, Choix("", PALIERS)] = ""
    si: Faits = ()

    def verifie(self, where: str, context: Context) -> None:
        """Note what the fields ask of one another."""
        check_row(self, where, context)


class SeuilRow(NamedTuple):
    """A number of degrees of which the table of chances shows the chances."""

    id: Ident
    degres: Annotated[int, Entier(-10, 60)]
    source: Source


class Exemple(NamedTuple):
    """A fight ready to be shown; its scenario is read like any other."""

    id: Ident
    nom: Libelle
    resume: Ligne
    source: Source
    scenario: Annotated[Mapping[str, object], Libre()]


class Regles(NamedTuple):
    """All tables of the game, each by id and in the order of its files."""

    sources: Mapping[str, SourceRow]
    encarts: Mapping[str, Encart]
    points_de_regle: Mapping[str, PointDeRegle]
    modes: Mapping[str, Mode]
    elements: Mapping[str, Element]
    types: Mapping[str, TypeCombattant]
    blessures: Mapping[str, Blessure]
    cadences: Mapping[str, Cadence]
    consequences: Mapping[str, Consequence]
    manoeuvres: Mapping[str, Manoeuvre]
    armes: Mapping[str, Arme]
    munitions: Mapping[str, Munition]
    protections: Mapping[str, Protection]
    boucliers: Mapping[str, Protection]
    defenses: Mapping[str, Defense]
    effets_attaquant: Mapping[str, Effet]
    effets_defenseur: Mapping[str, Effet]
    ka_feu: Mapping[str, KaFeu]
    constantes: Mapping[str, Constante]
    causes: Mapping[str, Cause]
    champs: Mapping[str, Champ]
    resultats: Mapping[str, Resultat]
    lectures: Mapping[str, Resultat]
    oppositions: Mapping[str, Resultat]
    marges: Mapping[str, Marge]
    suites: Mapping[str, Consequence]
    exemples: Mapping[str, Exemple]
    conditions: Mapping[str, Cause]
    seuils: Mapping[str, SeuilRow]
    colonnes: Mapping[str, Colonne]
    messages: Mapping[str, Message]
    liens: Mapping[str, Lexique]
    paliers: Mapping[str, Palier]
    recits: Mapping[str, Recit]
    fichiers: Mapping[str, Fichier]

    def verifie(self, context: Context) -> None:
        """Refuse an example that the rules would refuse, and tables that lack what they need."""
        from pycore.nephilim.combat.reading import read  # noqa: PLC0415 - it reads these tables
        from pycore.render.erreurs import erreurs  # noqa: PLC0415

        check_needs(self, context)
        for ident, exemple in self.exemples.items():
            try:
                read(exemple.scenario, self, dice=False)
            except RefusedError as refused:
                where = f"nephilim/exemples.toml › {ident}"
                for each in erreurs(refused.fautes, self.messages, self.champs):
                    context.refuse(where, "donnees.exemple", raison=each["message"])


FICHIERS: tuple[tuple[str, str, type], ...] = (
    ("nephilim/sources", "sources", SourceRow),
    ("nephilim/encarts", "encarts", Encart),
    ("nephilim/points_de_regle", "points_de_regle", PointDeRegle),
    ("nephilim/modes", "modes", Mode),
    ("nephilim/elements", "elements", Element),
    ("nephilim/types", "types", TypeCombattant),
    ("nephilim/blessures", "blessures", Blessure),
    ("nephilim/cadences", "cadences", Cadence),
    ("nephilim/consequences", "consequences", Consequence),
    ("nephilim/manoeuvres_melee", "manoeuvres", Manoeuvre),
    ("nephilim/manoeuvres_distance", "manoeuvres", Manoeuvre),
    ("nephilim/armes_melee", "armes", Arme),
    ("nephilim/armes_tir", "armes", Arme),
    ("nephilim/armes_lancer", "armes", Arme),
    ("nephilim/munitions", "munitions", Munition),
    ("nephilim/armures", "protections", Protection),
    ("nephilim/armures_phalange", "protections", Protection),
    ("nephilim/armures_invocation", "protections", Protection),
    ("nephilim/manteaux", "protections", Protection),
    ("nephilim/armures_autres", "protections", Protection),
    ("nephilim/boucliers", "boucliers", Protection),
    ("nephilim/defenses_melee", "defenses", Defense),
    ("nephilim/defenses_tir", "defenses", Defense),
    ("nephilim/defenses_lancer", "defenses", Defense),
    ("nephilim/effets_attaquant", "effets_attaquant", Effet),
    ("nephilim/effets_defenseur", "effets_defenseur", Effet),
    ("nephilim/ka_feu", "ka_feu", KaFeu),
    ("nephilim/constantes", "constantes", Constante),
    ("nephilim/causes", "causes", Cause),
    ("nephilim/champs", "champs", Champ),
    ("nephilim/resultats", "resultats", Resultat),
    ("nephilim/lectures", "lectures", Resultat),
    ("nephilim/oppositions", "oppositions", Resultat),
    ("nephilim/marges", "marges", Marge),
    ("nephilim/suites_action", "suites", Consequence),
    ("nephilim/exemples", "exemples", Exemple),
    ("nephilim/conditions", "conditions", Cause),
    ("nephilim/seuils", "seuils", SeuilRow),
    ("nephilim/colonnes", "colonnes", Colonne),
    ("nephilim/mots_tables", "messages", Message),
    ("commun/erreurs", "messages", Message),
    ("commun/partage", "messages", Message),
    ("nephilim/liens", "liens", Lexique),
    ("nephilim/phrases", "messages", Message),
    ("nephilim/journal", "messages", Message),
    ("nephilim/scene", "messages", Message),
    ("nephilim/paliers", "paliers", Palier),
    ("nephilim/recits", "recits", Recit),
    ("nephilim/recits_suites", "recits", Recit),
)
"""Every file of the game's data: where it is, which table its rows go to, what a row holds."""
