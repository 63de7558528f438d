"""Degrees and thresholds of either side, term by term (combat.md §2, §6)."""

from collections.abc import Iterable

from pycore.nephilim.combat.scenario import Combattant
from pycore.nephilim.combat.situation import Actif, Situation, at_work
from pycore.nephilim.moves import Defense, Manoeuvre
from pycore.nephilim.roll import Seuil, seuil, vecu
from pycore.nephilim.rows import Regles
from pycore.recorded import Terme


def _own_terms(
    combattant: Combattant,
    actifs: tuple[Actif, ...],
    where: Situation,
    modificateur: Terme,
    regles: Regles,
) -> list[Terme]:
    """Terms that attack and defence share, from the Vécu to what is carried over."""
    base = Terme("causes", "degre", combattant.degre)
    avant = [actif.terme() for actif in at_work(actifs, "vecu", where)]
    termes = vecu(base, avant, combattant.blessures, regles.blessures)
    termes += [actif.terme() for actif in at_work(actifs, "vecu_corrige", where)]
    termes.append(Terme("causes", "approche", where.score))
    metamorphe = [actif.terme() for actif in at_work(actifs, "metamorphe", where)]
    termes += metamorphe[:1] or [Terme("causes", "metamorphe", combattant.metamorphe)]
    termes.append(Terme("causes", "stase", combattant.stase, "D1"))
    termes.append(Terme("causes", "mnemos", combattant.mnemos, "D1"))
    termes.append(modificateur)
    termes += [actif.terme() for actif in at_work(actifs, "degres", where)]
    termes.append(Terme("causes", "contexte", combattant.contexte))
    termes.append(Terme("causes", "report", combattant.report))
    return termes


def _settle(termes: list[Terme]) -> Seuil:
    """Leave out the zeros, except the base, and add up."""
    return seuil([terme for terme in termes if terme.valeur or terme.source == "degre"])


def _modifier(manoeuvre: Manoeuvre, actifs: tuple[Actif, ...], where: Situation) -> Terme:
    """The manœuvre's modifier, or the best that an effect puts in its place.

    Replacements do not add up: of two that are equal, the first of the data is named.
    """
    remplace = [
        actif.terme()
        for actif in at_work(actifs, "manoeuvre", where)
        if actif.apport.manoeuvre == manoeuvre.id
    ]
    own = Terme("manoeuvres", manoeuvre.id, manoeuvre.modificateur)
    return max(remplace, key=lambda terme: terme.valeur, default=own)


def attack_threshold(
    combattant: Combattant,
    manoeuvre: Manoeuvre,
    actifs: tuple[Actif, ...],
    where: Situation,
    regles: Regles,
) -> Seuil:
    """Threshold of an attack roll."""
    modifier = _modifier(manoeuvre, actifs, where)
    return _settle(_own_terms(combattant, actifs, where, modifier, regles))


def rank_term(
    numero: int, *, libre: bool, actifs: Iterable[Actif], where: Situation, regles: Regles
) -> Terme:
    """What the rank of the defence in the round costs; nothing when something frees it."""
    malus = regles.constantes["malus_rang"].valeur * (numero - 1)
    if malus and (libre or any(at_work(actifs, "rang", where))):
        malus = 0
    return Terme("causes", "rang", malus)


def defence_threshold(
    combattant: Combattant,
    defense: Defense,
    actifs: tuple[Actif, ...],
    adverses: Iterable[Actif],
    where: Situation,
    rang: Terme,
    regles: Regles,
) -> Seuil:
    """Threshold of a defence roll; ``adverses`` are the contributions of the attacker."""
    modifier = Terme("defenses", defense.id, defense.modificateur)
    termes = _own_terms(combattant, actifs, where, modifier, regles)
    termes.append(rang)
    termes += [actif.terme() for actif in at_work(adverses, "degres_adverses", where)]
    return _settle(termes)
