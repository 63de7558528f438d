"""What every game's tables share: names with their grammar, sources, rules settled, messages."""

from typing import Annotated, NamedTuple

from pycore.shapes import Booleen, Choix, Liste, Objet, Texte

Ident = Annotated[str, Texte(40, 1)]
Libelle = Annotated[str, Texte(120, 1)]
Ligne = Annotated[str, Texte(300)]
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
    """A section of a document, and where a reader finds it on the wiki."""

    id: Ident
    nom: Libelle
    article: Libelle
    ancre: Annotated[str, Texte(120)]


class PointDeRegle(NamedTuple):
    """A decision that the text leaves open, as the calculator settles it."""

    id: Ident
    nom: Libelle
    texte: Annotated[str, Texte(600, 1)]
    source: Source


class Cause(NamedTuple):
    """A step or a term of a calculation that no other table names."""

    id: Ident
    nom: Libelle
    source: Source
    decisions: Decisions = ()


class Champ(NamedTuple):
    """A field of a scenario: its label on the page and a short help."""

    id: Ident
    nom: Libelle
    aide: Ligne = ""


class Message(NamedTuple):
    """A sentence whose words in braces are filled in."""

    id: Ident
    texte: Annotated[str, Texte(600, 1)]


class Entete(NamedTuple):
    """The head of a table's file: its caption, where it comes from, a note below it."""

    titre: Libelle
    source: Annotated[str, Texte(40)] = ""
    note: Annotated[str, Texte(600)] = ""


class Fichier(NamedTuple):
    """A file of the data: the table its rows belong to, its head, and the ids of its rows."""

    table: str
    entete: Entete
    lignes: tuple[str, ...]
