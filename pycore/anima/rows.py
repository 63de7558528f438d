"""The tables of Anima: what each row holds and which file it stands in."""

from collections.abc import Mapping
from typing import Annotated, NamedTuple

from pycore.anima.needs import check_tables
from pycore.rows import (
    Cause,
    Champ,
    Colonne,
    Decisions,
    Fichier,
    Ident,
    Lexique,
    Libelle,
    Ligne,
    Message,
    Page,
    PointDeRegle,
    Prose,
    Source,
    SourceRow,
)
from pycore.shapes import Booleen, Choix, Context, Entier, Liste, Objet

COLONNES = ("parade", "esquive")  # those of a situation that a defence may read
Bonus = Annotated[int, Entier(-500, 500)]
Figure = Annotated[int, Entier(0, 1000)]
Vrai = Annotated[bool, Booleen()]


class Nommee(NamedTuple):
    """What has a name and no figure: a kind of damage, an outcome, a consequence."""

    id: Ident
    nom: Libelle
    source: Source
    decisions: Decisions = ()


class Defense(NamedTuple):
    """A way to defend oneself, and ``geste``, what the story says of it.

    ``colonne`` is that of a situation that bears on it; ``contre_projectile`` what a shot takes,
    with a shield, with mastery; ``arme``: only a weapon beyond the ordinary stops the supernatural;
    ``jet_seul``: a plain die, the action is kept.
    """

    id: Ident
    nom: Libelle
    geste: Ligne
    resume: Ligne
    source: Source
    colonne: Annotated[str, Choix("", ("", *COLONNES))] = ""
    contre_projectile: Bonus = 0
    contre_projectile_bouclier: Bonus = 0
    contre_projectile_maitrise: Bonus = 0
    arme: Vrai = False
    jet_seul: Vrai = False
    decisions: Decisions = ()


class Palier(NamedTuple):
    """A figure that holds from a number on, up to the next row's."""

    id: Ident
    nom: Libelle
    minimum: Annotated[int, Entier(1, 40)]
    valeur: Bonus
    source: Source


class Situation(NamedTuple):
    """What weighs on who is in it: ``projectile``, if he shoots; ``suit``, from role to role.

    ``permet_contre``: a target may counter; ``hors_portee``: a shot from beyond the effective
    range; ``ecart_initiative``: the lead that puts one in it.
    """

    id: Ident
    nom: Libelle
    attaque: Bonus
    resume: Ligne
    source: Source
    parade: Bonus = 0
    esquive: Bonus = 0
    suit: Vrai = False
    projectile: Vrai = False
    permet_contre: Vrai = False
    hors_portee: Vrai = False
    ecart_initiative: Figure = 0
    decisions: Decisions = ()


class Visee(NamedTuple):
    """A place that a blow may be aimed at; a critical at one that is ``sensible`` may kill."""

    id: Ident
    nom: Libelle
    malus: Bonus
    prose: Prose
    source: Source
    sensible: Vrai = False
    decisions: Decisions = ()


class Localisation(NamedTuple):
    """A place that a critical strikes, up to a number of the die; ``sensible`` as above."""

    id: Ident
    nom: Libelle
    maximum: Annotated[int, Entier(1, 100)]
    prose: Prose
    source: Source
    sensible: Vrai = False
    decisions: Decisions = ()


class Ecart(NamedTuple):
    """A percentage that the formula does not give, from one margin to another, for one armour."""

    minimum: Figure
    maximum: Figure
    ip: Annotated[int, Entier(0, 10)]
    pourcentage: Figure


class BaremeDegats(NamedTuple):
    """How a margin becomes a percentage of the damage.

    Each whole ``tranche`` of margin gives ``par_tranche``; ``base`` is added, ``par_ip`` per point
    of armour; below ``minimum``, nothing. ``page`` shows it on the wiki, up to margin ``montre``.
    """

    id: Ident
    nom: Libelle
    page: Page
    montre: Figure
    tranche: Annotated[int, Entier(1, 100)]
    par_tranche: Figure
    par_ip: Bonus
    resume: Ligne
    source: Source
    base: Bonus = 0
    minimum: Figure = 0
    exceptions: Annotated[tuple[Ecart, ...], Liste(Objet(Ecart))] = ()
    decisions: Decisions = ()


class BaremeContre(NamedTuple):
    """How a gap becomes a bonus to counter: ``bonus`` per whole ``tranche`` beyond ``decalage``."""

    id: Ident
    nom: Libelle
    page: Page
    tranche: Annotated[int, Entier(1, 100)]
    bonus: Annotated[int, Entier(1, 1000)]
    maximum: Figure
    resume: Ligne
    source: Source
    decalage: Figure = 0
    decisions: Decisions = ()


class LecturePortee(NamedTuple):
    """What a projectile does beyond its effective range; ``sans_danger``: it wounds nobody."""

    id: Ident
    nom: Libelle
    resume: Ligne
    source: Source
    sans_danger: Vrai = False
    decisions: Decisions = ()


class LectureDefense(NamedTuple):
    """What becomes of a defence below 0; ``plancher_zero``: it is brought back to 0."""

    id: Ident
    nom: Libelle
    resume: Ligne
    source: Source
    plancher_zero: Vrai = False
    decisions: Decisions = ()


class LectureCritique(NamedTuple):
    """Life points that the damage of a critical is held against: all, or those ``restants``."""

    id: Ident
    nom: Libelle
    resume: Ligne
    source: Source
    restants: Vrai = False
    decisions: Decisions = ()


class JetInitiative(NamedTuple):
    """Which die is added to the initiative."""

    id: Ident
    nom: Libelle
    resume: Ligne
    source: Source
    ouvert: Vrai = False
    decisions: Decisions = ()


class MaladresseInitiative(NamedTuple):
    """What a die of the initiative costs when it is a fumble."""

    id: Ident
    nom: Libelle
    de: Annotated[int, Entier(1, 100)]
    valeur: Bonus
    source: Source


class Actions(NamedTuple):
    """Actions in a round up to a sum of Agility and Dexterity."""

    id: Ident
    nom: Libelle
    maximum: Figure
    actions: Annotated[int, Entier(1, 20)]
    source: Source
    decisions: Decisions = ()


class EffetCritique(NamedTuple):
    """What a critical leads to, from a margin of failure on.

    ``valeur`` says which number goes with it, ``etat`` the state that it leaves its victim in;
    ``zone_sensible``: only where the place struck is one; ``recit``: what the story adds to it.
    """

    id: Ident
    nom: Libelle
    minimum: Figure
    source: Source
    valeur: Annotated[str, Choix("", ("", "malus", "constitution"))] = ""
    zone_sensible: Vrai = False
    etat: Annotated[str, Choix("etats")] = ""
    recit: Ligne = ""
    decisions: Decisions = ()


class Etat(NamedTuple):
    """A state, up to ``facteur`` × Constitution in life points; ``recit``: how the story ends."""

    id: Ident
    nom: Libelle
    facteur: Bonus
    source: Source
    ordinaire: Vrai = False
    recit: Ligne = ""


class Constante(NamedTuple):
    """A number of the rules that stands in no table."""

    id: Ident
    nom: Libelle
    valeur: Bonus
    source: Source


class Regles(NamedTuple):
    """All tables of the game, each by id and in the order of its files."""

    sources: Mapping[str, SourceRow]
    points_de_regle: Mapping[str, PointDeRegle]
    types_degats: Mapping[str, Nommee]
    defenses: Mapping[str, Defense]
    rangs: Mapping[str, Palier]
    situations: Mapping[str, Situation]
    visees: Mapping[str, Visee]
    localisations: Mapping[str, Localisation]
    baremes_degats: Mapping[str, BaremeDegats]
    baremes_contre: Mapping[str, BaremeContre]
    portees: Mapping[str, LecturePortee]
    defenses_negatives: Mapping[str, LectureDefense]
    seuils_critiques: Mapping[str, LectureCritique]
    jets_initiative: Mapping[str, JetInitiative]
    maladresses_initiative: Mapping[str, MaladresseInitiative]
    actions: Mapping[str, Actions]
    forces: Mapping[str, Palier]
    etats: Mapping[str, Etat]
    effets_critiques: Mapping[str, EffetCritique]
    issues: Mapping[str, Nommee]
    consequences: Mapping[str, Nommee]
    constantes: Mapping[str, Constante]
    causes: Mapping[str, Cause]
    champs: Mapping[str, Champ]
    colonnes: Mapping[str, Colonne]
    messages: Mapping[str, Message]
    liens: Mapping[str, Lexique]
    fichiers: Mapping[str, Fichier]

    def verifie(self, context: Context) -> None:
        """Note what the rules need and the data no longer holds."""
        check_tables(self, context)


FICHIERS: tuple[tuple[str, str, type], ...] = (
    ("anima/sources", "sources", SourceRow),
    ("anima/points_de_regle", "points_de_regle", PointDeRegle),
    ("anima/types_degats", "types_degats", Nommee),
    ("anima/defenses", "defenses", Defense),
    ("anima/rangs", "rangs", Palier),
    ("anima/situations", "situations", Situation),
    ("anima/situations_tir", "situations", Situation),
    ("anima/visees", "visees", Visee),
    ("anima/localisations", "localisations", Localisation),
    ("anima/baremes_degats", "baremes_degats", BaremeDegats),
    ("anima/baremes_contre", "baremes_contre", BaremeContre),
    ("anima/portees", "portees", LecturePortee),
    ("anima/defenses_negatives", "defenses_negatives", LectureDefense),
    ("anima/seuils_critiques", "seuils_critiques", LectureCritique),
    ("anima/jets_initiative", "jets_initiative", JetInitiative),
    ("anima/maladresses_initiative", "maladresses_initiative", MaladresseInitiative),
    ("anima/actions", "actions", Actions),
    ("anima/forces", "forces", Palier),
    ("anima/etats", "etats", Etat),
    ("anima/effets_critiques", "effets_critiques", EffetCritique),
    ("anima/issues", "issues", Nommee),
    ("anima/consequences", "consequences", Nommee),
    ("anima/constantes", "constantes", Constante),
    ("anima/causes", "causes", Cause),
    ("anima/champs", "champs", Champ),
    ("anima/colonnes", "colonnes", Colonne),
    ("anima/mots_tables", "messages", Message),
    ("anima/phrases", "messages", Message),
    ("commun/erreurs", "messages", Message),
    ("commun/partage", "messages", Message),
    ("anima/liens", "liens", Lexique),
)
"""Every file of the game's data: where it is, which table its rows go to, what a row holds."""
