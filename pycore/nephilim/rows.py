"""The tables of Nephilim Légende: what each row holds and which file it stands in."""

from collections.abc import Mapping
from typing import Annotated, NamedTuple

from pycore.errors import RefusedError
from pycore.nephilim.figures import (
    Arme,
    Blessure,
    Cadence,
    Constante,
    Degats,
    Element,
    KaFeu,
    Mode,
    Munition,
    Protection,
    TypeCombattant,
    Vrai,
)
from pycore.nephilim.moves import Defense, Effet, Manoeuvre
from pycore.nephilim.needs import check_needs
from pycore.nephilim.recits import FAITS, PALIERS, SITUATIONS, Gabarit, check_row
from pycore.nephilim.vocabulary import (
    COTES,
    DUREES,
    GESTES,
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
    Source,
    SourceRow,
)
from pycore.shapes import Choix, Context, Entier, Libre, Liste, Texte


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
        if context.fautes:  # an example is read with what is needed
            return
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
