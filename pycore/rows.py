"""What every game's tables share: names with their grammar, sources, rules settled, messages."""

from typing import Annotated, NamedTuple

from pycore.shapes import Booleen, Choix, Liste, Objet, Texte

Ident = Annotated[str, Texte(40, 1)]
Libelle = Annotated[str, Texte(120, 1)]
Ligne = Annotated[str, Texte(300)]
Page = Annotated[str, Texte(120)]
Source = Annotated[str, Choix("sources")]
Decisions = Annotated[tuple[str, ...], Liste(Choix("points_de_regle"), unique=True)]


class Nom(NamedTuple):
    """A noun as prose needs it.

    ``article`` is the one that introduces it ("une", "ses", "l’", or nothing for a proper name);
    ``h_aspire`` forbids elision ("la hache").
    """

    nom: Libelle
    genre: Annotated[str, Choix("", ("m", "f"))]
    nombre: Annotated[str, Choix("", ("s", "p"))]
    article: Annotated[str, Texte(10)]
    h_aspire: Annotated[bool, Booleen()] = False


Prose = Annotated[Nom, Objet(Nom)]


class SourceRow(NamedTuple):
    """A section of a document, and where a reader finds it on the wiki.

    ``livre``: it is printed, and has no page there.
    """

    id: Ident
    nom: Libelle
    article: Libelle
    ancre: Annotated[str, Texte(120)]
    livre: Annotated[bool, Booleen()] = False


class PointDeRegle(NamedTuple):
    """A decision that the text leaves open, as the calculator settles it."""

    id: Ident
    nom: Libelle
    texte: Annotated[str, Texte(600, 1)]
    source: Source


class Partie(NamedTuple):
    """A list within a box, numbered where the order counts."""

    titre: Libelle
    lignes: Annotated[tuple[str, ...], Liste(Texte(600, 1), 1)]
    numerotee: Annotated[bool, Booleen()] = False


class Encart(NamedTuple):
    """A point de règle with lists of its own, on its own page of the wiki.

    Words in braces are ids of numbers of the rules, and show their value.
    """

    id: Ident
    nom: Libelle
    page: Page
    definition: Annotated[str, Texte(1200, 1)]
    parties: Annotated[tuple[Partie, ...], Liste(Objet(Partie))]
    source: Source
    exemple: Annotated[str, Texte(1200)] = ""
    decisions: Decisions = ()


class Cause(NamedTuple):
    """A step or a term of a calculation that no other table names."""

    id: Ident
    nom: Libelle
    source: Source
    decisions: Decisions = ()


class Champ(NamedTuple):
    """A field of a scenario: its label on the page and a short help.

    ``premier_sans_rang``: of several, the first has no number beside its label.
    """

    id: Ident
    nom: Libelle
    aide: Ligne = ""
    premier_sans_rang: Annotated[bool, Booleen()] = False


class Message(NamedTuple):
    """A sentence whose words in braces are filled in."""

    id: Ident
    texte: Annotated[str, Texte(600, 1)]


class Lexique(NamedTuple):
    """What a version of the links writes in short: its words, whose text and order never change."""

    id: Ident
    mots: Annotated[tuple[str, ...], Liste(Texte(2000, 1), 1)]


class Colonne(NamedTuple):
    """A column of a table on the wiki: its head, and the field of the row that it shows.

    ``forme``: a number "signe" shows its sign, a text "mesure" is sorted by the number it starts
    with; without a form, a field is written as its kind is.
    """

    id: Ident
    nom: Libelle
    champ: Ident
    forme: Annotated[str, Choix("", ("", "signe", "mesure"))] = ""


class Entete(NamedTuple):
    """The head of a table's file: its caption, where it comes from, a note below it.

    ``page`` is the page of the wiki that shows the table, ``colonnes`` what it shows of a row,
    ``triable`` whether a reader may sort it.
    """

    titre: Libelle
    source: Annotated[str, Texte(40)] = ""
    note: Annotated[str, Texte(600)] = ""
    page: Page = ""
    colonnes: Annotated[tuple[str, ...], Liste(Choix("colonnes"), unique=True)] = ()
    triable: Annotated[bool, Booleen()] = False


class Fichier(NamedTuple):
    """A file of the data: the table its rows belong to, its head, and the ids of its rows."""

    table: str
    entete: Entete
    lignes: tuple[str, ...]
