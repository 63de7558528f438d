"""Everything of a combat that is settled before any die: what resolving and odds start from."""

from typing import NamedTuple

from pycore.nephilim.combat.damage import Bruts, Coup, Garde
from pycore.nephilim.combat.degrees import attack_threshold, defence_threshold, rank_term
from pycore.nephilim.combat.facts import Vitesse
from pycore.nephilim.combat.reading import bare_hands
from pycore.nephilim.combat.scenario import Defenseur, Scenario
from pycore.nephilim.combat.situation import (
    Actif,
    ArmeEnMain,
    Situation,
    at_work,
    contributions,
    declared,
    fire_bonus,
    wield,
)
from pycore.nephilim.figures import Cadence, Protection
from pycore.nephilim.moves import Defense, Manoeuvre
from pycore.nephilim.roll import Seuil
from pycore.nephilim.rows import Regles
from pycore.recorded import Terme


class Assaut(NamedTuple):
    """The attacker's side; ``declare`` is his element and its score."""

    manoeuvre: Manoeuvre
    arme: ArmeEnMain
    cadence: Cadence
    declare: tuple[str, int]
    actifs: tuple[Actif, ...]
    seuil: Seuil
    vitesse: Vitesse


class Face(NamedTuple):
    """One defender facing the attack."""

    defenseur: Defenseur
    defense: Defense
    actifs: tuple[Actif, ...]
    numeros: tuple[int, ...]
    coup: Coup


class Rencontre(NamedTuple):
    """An exchange to come: which attack roll meets which defender, at which of his ranks."""

    attaque: int
    defenseur: int
    rang: int


class Engagement(NamedTuple):
    """A combat before the dice."""

    regles: Regles
    lecture: str
    assaut: Assaut
    faces: tuple[Face, ...]
    jets: int
    rencontres: tuple[Rencontre, ...]


def engage(scenario: Scenario, regles: Regles) -> Engagement:
    """Settle all that no die decides."""
    assaut = _assault(scenario, regles)
    bruts = _raw(scenario, assaut, regles)
    faces = tuple(_face(each, assaut, bruts, regles) for each in scenario.defenseurs)
    cibles, attaques = len(faces), assaut.manoeuvre.attaques
    if assaut.cadence.jet_par_cible:
        jets, pairs = cibles, [Rencontre(rank, rank, 0) for rank in range(cibles)]
    else:
        jets = attaques
        pairs = [Rencontre(a, d, a) for a in range(attaques) for d in range(cibles)]
    return Engagement(regles, scenario.options.defense, assaut, faces, jets, tuple(pairs))


def _assault(scenario: Scenario, regles: Regles) -> Assaut:
    """The attacker's weapon, effects, threshold and speed."""
    attaquant, attaque = scenario.attaquant, scenario.attaque
    manoeuvre = regles.manoeuvres[attaque.approche]
    actifs = contributions(manoeuvre, attaquant.effets, "effets_attaquant", regles.effets_attaquant)
    ligne = regles.armes[attaque.arme] if attaque.arme else bare_hands(regles)
    element = declared(attaquant)
    arme = wield(ligne, attaque, manoeuvre, element, actifs)
    where = Situation(*element, arme)
    return Assaut(
        manoeuvre,
        arme,
        regles.cadences[attaque.cadence],
        element,
        actifs,
        attack_threshold(attaquant, manoeuvre, actifs, where, regles),
        _speed(scenario, actifs, where, regles),
    )


def _speed(
    scenario: Scenario, actifs: tuple[Actif, ...], where: Situation, regles: Regles
) -> Vitesse:
    """Initiative and movement of the attacker (D5)."""
    attaquant = scenario.attaquant
    base = regles.types[attaquant.type].initiative
    if base is not None:
        score = base.facteur * attaquant.ka.get(base.element, 0)
        termes = [Terme("elements", base.element, score, "D5")]
    else:
        score = attaquant.degre if attaquant.initiative is None else attaquant.initiative
        termes = [Terme("types", attaquant.type, score, "D5")]
    termes += [actif.terme() for actif in at_work(actifs, "initiative", where)]
    return Vitesse(sum(terme.valeur for terme in termes), tuple(termes))


def _raw(scenario: Scenario, assaut: Assaut, regles: Regles) -> Bruts:
    """Raw damage against each target: weapon, ammunition, burst, bonuses (combat.md §9, step 1)."""
    arme, cadence = assaut.arme, assaut.cadence
    munition = regles.munitions[scenario.attaque.munition]
    baisse = regles.constantes["baisse_par_cible"].valeur * (len(scenario.defenseurs) - 1)
    physiques = list(arme.bruts)
    physiques.append(Terme("munitions", munition.id, munition.physiques, "D10"))
    physiques.append(Terme("cadences", cadence.id, max(0, cadence.physiques - baisse), "D13"))
    feu = Terme("causes", "ka_feu", fire_bonus(scenario.attaquant, arme, regles.ka_feu))
    physiques.append(feu)
    magiques = [Terme("armes", arme.ligne.id, arme.magiques), feu]
    where = Situation(*assaut.declare, arme)
    for actif in at_work(assaut.actifs, "bruts", where):
        if actif.apport.composante in ("physiques", "toutes"):
            physiques.append(actif.terme())
        if actif.apport.composante in ("magiques", "toutes"):
            magiques.append(actif.terme())
    return Bruts(tuple(physiques), tuple(magiques) if arme.magiques else ())


def _armour(
    defenseur: Defenseur, actifs: tuple[Actif, ...], where: Situation, regles: Regles
) -> tuple[Protection, str]:
    """The armour worn, or what an effect puts in its place; and the effect that did."""
    armure = regles.protections[defenseur.protection]
    for actif in at_work(actifs, "armure", where):
        if armure.remplacement:
            return regles.protections[armure.remplacement], actif.source
    return armure, ""


def _face(defenseur: Defenseur, assaut: Assaut, bruts: Bruts, regles: Regles) -> Face:
    """One defender's row of defence, effects and protection."""
    actifs = contributions(None, defenseur.effets, "effets_defenseur", regles.effets_defenseur)
    defense = regles.defenses[defenseur.defense.type]
    where = Situation(
        *declared(defenseur), assaut.arme, defense, ka_dominant_rate=defenseur.ka_dominant_rate
    )
    armure, remplacee_par = _armour(defenseur, actifs, where, regles)
    bouclier = None if defenseur.bouclier is None else regles.boucliers[defenseur.bouclier]
    sensible = regles.types[defenseur.type].sensible_magie
    garde = Garde(armure, remplacee_par, bouclier, actifs, sensible, defenseur.type)
    # Ranks are not asked of one who only takes the blow.
    numeros = None if defense.sans_jet else defenseur.defense.numeros
    numeros = numeros or tuple(range(1, assaut.manoeuvre.attaques + 1))
    coup = Coup(assaut.arme, bruts, assaut.actifs, garde, where, regles)
    return Face(defenseur, defense, actifs, numeros, coup)


def rank_of(face: Face, rencontre: Rencontre) -> int:
    """Which defence of the round this exchange meets."""
    return face.numeros[rencontre.rang]


def defence_at(
    engagement: Engagement, rencontre: Rencontre, *, attaque_reussie: bool, libre: bool
) -> Seuil | None:
    """Threshold of the defence in an exchange, or ``None`` where no roll is made.

    ``libre``: an élaborée that succeeded earlier in this attack frees the rank (D25).
    """
    face = engagement.faces[rencontre.defenseur]
    if face.defense.sans_jet:
        return None
    numero = rank_of(face, rencontre)
    where = face.coup.situation._replace(numero=numero, attaque_reussie=attaque_reussie)
    rang = rank_term(
        numero,
        libre=libre or face.defenseur.defense.rang_sans_malus,
        actifs=face.actifs,
        where=where,
        regles=engagement.regles,
    )
    return defence_threshold(
        face.defenseur,
        face.defense,
        face.actifs,
        engagement.assaut.actifs,
        where,
        rang,
        engagement.regles,
    )
