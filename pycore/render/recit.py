"""The story of a combat resolved: wordings of the data, chosen by a seed, filled with its names."""

from collections.abc import Iterator
from typing import NamedTuple

from pycore.nephilim.combat.facts import Consequence, Echange, Resultat
from pycore.nephilim.combat.scenario import Scenario
from pycore.nephilim.recits import PREPOSITIONS, SUITE, Mot, morceaux
from pycore.nephilim.rows import Recit, Regles
from pycore.render import grammaire
from pycore.render.combat_words import MotsCombat
from pycore.render.french import typographie
from pycore.render.names import fitted
from pycore.render.recit_faits import Vu, opening, seen, situation, whole
from pycore.render.view import Contenu, Noeud, noeud

_FNV_BASIS, _FNV_PRIME, _BITS = 0x811C9DC5, 0x01000193, 0xFFFFFFFF

_FORMES = {
    "une": grammaire.introduit,
    "un": grammaire.un,
    "la": grammaire.defini,
    "sa": grammaire.possessif,
    "ce": grammaire.demonstratif,
    "de": grammaire.de_defini,
    "au": grammaire.a_defini,
    "nu": grammaire.nu,
    "d": grammaire.de_nu,
}


class Passage(NamedTuple):
    """A wording chosen for a story.

    ``echange`` is the rank of the exchange it tells, or nothing; ``defenseur`` who {d} is,
    ``porteur`` the side of {q}, ``paragraphe`` where it stands.
    """

    recit: Recit
    vu: Vu
    echange: int | None
    defenseur: int
    porteur: str
    paragraphe: int


def graine_of(source: object) -> int:
    """Make a seed of a text, or of facts; the same one on every machine (FNV-1a, 32 bits)."""
    texte = source if isinstance(source, str) else ascii(source)
    mixed = _FNV_BASIS
    for byte in texte.encode("utf-8", "surrogatepass"):
        mixed = (mixed ^ byte) * _FNV_PRIME & _BITS
    return mixed


def fitting(name: str, vu: Vu, regles: Regles) -> list[Recit]:
    """List the wordings of a situation that fit what is seen."""
    return [
        each
        for each in regles.recits.values()
        if each.situation == name and each.grade in ("", vu.grade) and vu.faits.issuperset(each.si)
    ]


class _Choice:
    """Picks wordings; one that comes again in the same story is another where there is one."""

    def __init__(self, regles: Regles, graine: int) -> None:
        self.regles = regles
        self.graine = graine
        self.told: dict[str, int] = {}

    def pick(self, name: str, vu: Vu) -> Recit | None:
        """Pick a wording, the next one for the next seed; ``None`` where the data has none."""
        found = fitting(name, vu, self.regles)
        if not found:
            return None
        key = f"{name}/{vu.grade}"
        times = self.told[key] = self.told.get(key, -1) + 1
        return found[(graine_of(key) + self.graine + times) % len(found)]


def passages(resultat: Resultat, scenario: Scenario, regles: Regles, graine: int) -> list[Passage]:
    """Choose the wordings of a story, in order."""
    choice = _Choice(regles, graine)
    told: list[Passage] = []

    def tell(name: str, vu: Vu, rank: int | None, porteur: str = "") -> None:
        recit = choice.pick(name, vu)
        if recit is not None:
            who = resultat.echanges[rank or 0].defenseur
            told.append(Passage(recit, vu, rank, who, porteur, paragraphe))

    paragraphe = 0
    overall = whole(resultat, scenario, regles)
    first = opening(overall.faits)
    if first:
        tell(first, overall, None)
    if first not in ("rafale_echec", "rafale_maladresse"):
        for rank, echange in enumerate(resultat.echanges):
            if rank and first == "deux_attaques":
                paragraphe += 1
                tell("seconde_attaque", overall, None)
            elif first and first != "deux_attaques":
                paragraphe += 1
            vu = seen(echange, resultat, scenario, regles)
            name = situation(vu.faits)
            tell(name, vu, rank)
            if name == "critique" and "defense_aggrave" in vu.faits:
                tell("garde_ouverte", vu, rank)
            if "defense_maladresse" in vu.faits:
                tell("defense_maladresse", vu, rank)
    paragraphe += 1
    for rank, suite in _follows(resultat.echanges):
        vu = seen(resultat.echanges[rank], resultat, scenario, regles)
        tell(suite.code, vu, rank, suite.cible)
    return told


def _follows(echanges: tuple[Echange, ...]) -> Iterator[tuple[int, Consequence]]:
    """Consequences that are told after the blows, each once for who bears it."""
    known = set()
    for rank, echange in enumerate(echanges):
        for each in echange.consequences:
            who = echange.defenseur if each.cible == "defenseur" else None
            if each.code in SUITE and (each.code, who) not in known:
                known.add((each.code, who))
                yield rank, each


def _person(mots: MotsCombat, passage: Passage, mot: Mot) -> list[Contenu]:
    """Name a fighter, with the preposition that fits."""
    if mot.nom == "a" or (mot.nom == "q" and passage.porteur == "attaquant"):
        named = mots.attaquant(debut=False)
    else:
        named = mots.defenseur(passage.defenseur, debut=False)
    before, rest = grammaire.contracte_nom(PREPOSITIONS[mot.forme], named.texte)
    if mot.debut:
        before = grammaire.majuscule(before)
        rest = rest if before else grammaire.majuscule(rest)
    return [before, named._replace(texte=rest)]


def fill(mots: MotsCombat, passage: Passage) -> list[Contenu]:
    """Fill a wording: words of ours as text, each name an element in its colour."""
    said: list[Contenu] = []
    for each in morceaux(passage.recit.texte):
        if isinstance(each, str):
            said.append(typographie(each))
        elif each.nom in passage.vu.noms:
            noun = passage.vu.noms[each.nom]
            if each.accord:
                said.append(grammaire.accord(noun, each.accord))
            else:
                group = _FORMES[each.forme](noun)
                said.append(grammaire.majuscule(group) if each.debut else group)
        else:
            said += _person(mots, passage, each)
    return said


def joined(parts: list[Contenu]) -> list[Contenu]:
    """Join words that follow one another; what is empty is left out."""
    made: list[Contenu] = []
    for part in parts:
        if isinstance(part, str) and made and isinstance(made[-1], str):
            made[-1] += part
        elif part != "":
            made.append(part)
    return made


def recit_nodes(resultat: Resultat, scenario: Scenario, regles: Regles, graine: int) -> list[Noeud]:
    """Tell a combat in prose, paragraph by paragraph; the next seed tells it in other words."""
    mots = MotsCombat(regles, scenario)
    paragraphs: dict[int, list[Contenu]] = {}
    for passage in passages(resultat, scenario, regles, graine):
        words = paragraphs.setdefault(passage.paragraphe, [])
        words += [" ", *fill(mots, passage)] if words else fill(mots, passage)
    return [noeud("p", *fitted(joined(words))) for words in paragraphs.values()]
