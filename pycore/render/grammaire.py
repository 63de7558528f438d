"""French grammar for prose: articles, possessives, elision, contraction, agreement, lists.

Nouns of ours come as ``Nom`` with their gender, number and article. A name that a person typed
keeps its words: what stands before it is chosen to fit, takes its article over where French does
("du Rouge"), and its first letter is a capital where it opens a sentence.
"""

import re
import unicodedata
from collections.abc import Sequence

from pycore.render.french import typographie
from pycore.render.view import Contenu
from pycore.rows import Nom

APOSTROPHE = "’"
_VOYELLES = frozenset("aeiouyœæ")
_SEULES = frozenset("aeiouœæ")
_H_MUET = (
    *("hé", "hec", "hel", "hen", "her", "hest", "heur", "hy", "hi", "ho", "hubert", "hugo"),
    *("hugue", "hum", "hab", "had", "halluc", "harm", "hadri"),
)
"""Beginnings of names whose h is mute in use ("d’Hélène", "d’Hermès"); other h are aspirated."""

_H_ASPIRE = ("héros", "hérault", "héron", "hibou", "hit", "hob", "hol", "hou", "hos", "hot", "hon ")
"""Beginnings that the list above would take in wrongly."""


def _initiale(mot: str) -> str:
    """First letter, lower case, without its accent; nothing where there is none."""
    return unicodedata.normalize("NFD", mot.lower())[:1]


def elide(mot: str, *, h_aspire: bool = False) -> bool:
    """Tell whether a word of ours takes an apostrophe before it; h is mute unless aspirated."""
    initiale = _initiale(mot)
    if initiale == "h":
        return not h_aspire
    return initiale in _VOYELLES


def elide_nom(nom: str) -> bool:
    """Tell whether a name as typed takes an apostrophe before it ("d’Ézéchiel", "de Yann")."""
    initiale, bas = _initiale(nom), unicodedata.normalize("NFC", nom).lower()
    if initiale == "h":
        return bas.startswith(_H_MUET) and not bas.startswith(_H_ASPIRE)
    if initiale == "y":
        return len(bas) > 1 and bas[1].isalpha() and _initiale(bas[1:]) not in _VOYELLES
    return initiale in _SEULES


def _elide(nom: Nom) -> bool:
    return elide(nom.nom, h_aspire=nom.h_aspire)


def accord(nom: Nom, formes: Sequence[str]) -> str:
    """Make what is written agree with a noun.

    One form is a participle, two are singular and plural, four masculine, feminine, their plurals.
    """
    pluriel = nom.nombre == "p"
    if len(formes) == 1:
        return participe(formes[0], nom)
    if len(formes) == 2:  # noqa: PLR2004 - a verb has two
        return formes[pluriel]
    return formes[2 * pluriel + (nom.genre == "f")]


def participe(base: str, nom: Nom) -> str:
    """Make a participle or an adjective agree: "paré", "parée", "pris" (plural too), "prises"."""
    said = base + ("e" if nom.genre == "f" else "")
    return said if nom.nombre == "s" or said.endswith(("s", "x")) else said + "s"


def _groupe(article: str, nom: Nom) -> str:
    """Put an article before a noun; one that ends in an apostrophe, or none, takes no space."""
    gap = "" if not article or article.endswith(APOSTROPHE) else " "
    return typographie(f"{article}{gap}{nom.nom}")


def nu(nom: Nom) -> str:
    """The noun alone."""
    return typographie(nom.nom)


def un(nom: Nom) -> str:
    """The noun with un, une, des."""
    return _groupe(accord(nom, ("un", "une", "des", "des")), nom)


def introduit(nom: Nom) -> str:
    """The noun as its row introduces it: "une épée", "ses griffes", "la Griffe noire"."""
    return _groupe(nom.article, nom)


def defini(nom: Nom) -> str:
    """The noun with le, la, l’, les; a proper name without article keeps none."""
    if not nom.article:
        return nu(nom)
    if nom.nombre == "s" and _elide(nom):
        return _groupe("l" + APOSTROPHE, nom)
    return _groupe(accord(nom, ("le", "la", "les", "les")), nom)


def possessif(nom: Nom) -> str:
    """The noun with son, sa, ses; "son épée", "sa hache". A proper name without article alone."""
    if not nom.article:
        return nu(nom)
    if nom.nombre == "s" and _elide(nom):
        return _groupe("son", nom)
    return _groupe(accord(nom, ("son", "sa", "ses", "ses")), nom)


def demonstratif(nom: Nom) -> str:
    """The noun with ce, cet, cette, ces."""
    if nom.genre == "m" and nom.nombre == "s" and _elide(nom):
        return _groupe("cet", nom)
    return _groupe(accord(nom, ("ce", "cette", "ces", "ces")), nom)


_CONTRACTE = {"de": {"le ": "du ", "les ": "des "}, "à": {"le ": "au ", "les ": "aux "}}


def contracte(preposition: str, groupe: str) -> tuple[str, str]:
    """Put "de", "à", "que" or none before words of ours: what stands before, and the rest.

    "le défenseur" gives "du " and "défenseur", "l’attaquant" gives "de " and "l’attaquant".
    """
    if not preposition:
        return "", groupe
    for article, fused in _CONTRACTE.get(preposition, {}).items():
        if groupe.startswith(article):
            return fused, groupe[len(article) :]
    return avant_nom(preposition, elision=elide(groupe)), groupe


_ARTICLE = re.compile(r"(les?)\s+(?=\S)", re.IGNORECASE)


def contracte_nom(preposition: str, nom: str) -> tuple[str, str]:
    """Put "de", "à", "que" or none before a name as typed: what stands before, and the rest.

    "le Rouge" gives "du " and "Rouge", "Les Frères" gives "aux " and "Frères", "Élise" gives "d’".
    """
    article = _ARTICLE.match(nom)
    fused = _CONTRACTE.get(preposition, {})
    if article is not None and fused:
        return fused[article[1].lower() + " "], nom[article.end() :]
    return avant_nom(preposition, elision=elide_nom(nom)), nom


def avant_nom(preposition: str, *, elision: bool) -> str:
    """Write "de", "à" or "que" before a name: "de ", "d’"."""
    if not preposition:
        return ""
    if elision and preposition.endswith("e"):
        return preposition[:-1] + APOSTROPHE
    return f"{preposition} "


def de_defini(nom: Nom) -> str:
    """Put "de" before the noun with its article: "de la hache", "du marteau", "des griffes"."""
    if not nom.article:
        return de_nu(nom)
    return "".join(contracte("de", defini(nom)))


def a_defini(nom: Nom) -> str:
    """Put "à" before the noun with its article: "à l’épée", "au marteau", "aux griffes"."""
    return "".join(contracte("à", defini(nom)))


def de_nu(nom: Nom) -> str:
    """Put "de" before the noun alone: "d’épée", "de hache"."""
    return avant_nom("de", elision=_elide(nom)) + nu(nom)


def majuscule(texte: str) -> str:
    """Open a sentence; a letter that has no capital of one letter stays."""
    first = texte[:1].upper()
    return first + texte[1:] if len(first) == 1 else texte


def enumeration(parts: Sequence[Contenu], et: str = "et") -> list[Contenu]:
    """List things, words or elements: "a", "a et b", "a, b et c"."""
    said: list[Contenu] = []
    for rank, part in enumerate(parts):
        if rank:
            said.append(f" {et} " if rank == len(parts) - 1 else ", ")
        said.append(part)
    return said
