"""What a story may state of a combat: facts read from its result, and the situation they make.

Nothing is computed here: every fact stands in the result, in the scenario or in a row of data.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pycore.nephilim.combat.damage import Degats
from pycore.nephilim.combat.facts import Echange, Resultat
from pycore.nephilim.combat.reading import bare_hands
from pycore.nephilim.combat.scenario import Scenario
from pycore.nephilim.figures import Arme
from pycore.nephilim.moves import Defense
from pycore.nephilim.roll import CRITIQUE, MALADRESSE, Jet
from pycore.nephilim.rows import Regles
from pycore.nephilim.vocabulary import NATURELLE
from pycore.recorded import Pas
from pycore.rows import Nom

CONTACT = ("melee", NATURELLE)
"""Categories of weapons that strike hand to hand."""

_GRADES = {
    "rien": "aucun_dommage",
    "leger": "dommages_legers",
    "accuse": "dommages_nets",
    "terrible": "dommages_terribles",
}
_ANNULE = {"protections": "annule_par_manteau", "effets_defenseur": "annule_par_effet"}
_ARRETE = {"protections": "armure", "boucliers": "bouclier", "effets_defenseur": "effet_protecteur"}


class Vu(NamedTuple):
    """An exchange as a story sees it: what is true of it, its grade, the nouns it may name."""

    faits: frozenset[str]
    grade: str
    noms: Mapping[str, Nom]


def grade(total: int, regles: Regles) -> str:
    """Answer how hard a blow is told: the highest step that its total damage reaches."""
    steps = sorted(regles.paliers.values(), key=lambda each: each.minimum)
    reached = [each.id for each in steps if total >= each.minimum]
    return reached[-1] if reached else steps[0].id


def weapon(scenario: Scenario, regles: Regles) -> Arme:
    """Answer the weapon, bare hands where none is named."""
    arme = scenario.attaque.arme
    return regles.armes[arme] if arme else bare_hands(regles)


def whole(resultat: Resultat, scenario: Scenario, regles: Regles) -> Vu:
    """See what is true of the combat whole, and of its attack roll where one serves for all."""
    faits = set()
    several, rolls = len(resultat.echanges) > 1, len(resultat.attaques)
    if len(scenario.defenseurs) > 1:
        faits |= {"plusieurs_cibles", "un_jet_pour_tous" if rolls == 1 else "un_jet_par_cible"}
    elif several:
        faits.add("deux_attaques")
    if rolls == 1:
        faits.update(_attack(resultat.attaques[0]))
    faits.add(_manner(scenario, regles))
    arme = weapon(scenario, regles)
    if arme.corps or arme.categorie == NATURELLE:
        faits.add("arme_du_corps")
    noms = {
        "arme": arme.prose,
        "cadence": regles.cadences[scenario.attaque.cadence].prose,
        "manoeuvre": regles.manoeuvres[scenario.attaque.approche].prose,
    }
    return Vu(frozenset(faits), "", noms)


def seen(echange: Echange, resultat: Resultat, scenario: Scenario, regles: Regles) -> Vu:
    """See one exchange."""
    faits, _, noms = whole(resultat, scenario, regles)
    found, things = _in_the_way(echange, scenario, regles)
    reached = grade(echange.total, regles)
    defense = regles.defenses[scenario.defenseurs[echange.defenseur].defense.type]
    faits |= found
    faits |= set(_attack(resultat.attaques[echange.attaque]))
    faits |= set(_defence(echange, resultat, defense))
    faits |= {each.code for each in echange.consequences}
    faits |= {_GRADES[reached]} | ({"dommages"} if echange.total else set())
    if echange.attaque_gagne:
        faits |= {"attaque_gagne"}
    if echange.physiques.final:
        faits |= {"dommages_physiques"}
    if echange.magiques.final:
        faits |= {"dommages_magiques"}
        faits |= set() if echange.physiques.final else {"magie_seule"}
    return Vu(faits, reached, {**noms, "defense": defense.prose, **things})


def _manner(scenario: Scenario, regles: Regles) -> str:
    """How the attack is made: a hold, hand to hand, shot or thrown."""
    if regles.manoeuvres[scenario.attaque.approche].sans_degats:
        return "prise"
    categorie = weapon(scenario, regles).categorie
    return "contact" if categorie in CONTACT else categorie


def _attack(jet: Jet) -> Iterator[str]:
    yield "attaque_reussie" if jet.issue.reussi else "attaque_ratee"
    if jet.issue.resultat == CRITIQUE:
        yield "attaque_critique"
    if jet.issue.resultat == MALADRESSE:
        yield "attaque_maladresse"


def _defence(echange: Echange, resultat: Resultat, defense: Defense) -> Iterator[str]:
    codes = {each.consequence for each in defense.consequences}
    if "riposte" in codes:
        yield "contre_attaque"
    if "desarme" in codes:
        yield "desarmement"
    if defense.sans_jet:
        yield "sans_defense_possible"
    if echange.defense is not None and echange.defense.jet.issue.resultat == MALADRESSE:
        yield "defense_maladresse"
    if echange.defense is None or not resultat.attaques[echange.attaque].issue.reussi:
        return
    yield "defense_reussie" if echange.defense.reussie else "defense_ratee"
    if echange.defense.reussie and defense.reussie.annule:
        yield "defense_annule"
    if not echange.defense.reussie and _loss(echange, "defenses", less=False) is not None:
        yield "defense_aggrave"


def _loss(echange: Echange, table: str, *, less: bool = True) -> Pas | None:
    """First figure that a table takes away from the damage, or adds to it."""
    for pas in (*echange.physiques.pas, *echange.magiques.pas):
        if pas.operation == "ajout" and pas.table == table and (pas.valeur < 0) == less:
            return pas
    return None


def _cancelled(degats: Degats) -> Pas | None:
    return next((pas for pas in degats.pas if pas.operation == "annulation"), None)


def _in_the_way(
    echange: Echange, scenario: Scenario, regles: Regles
) -> tuple[frozenset[str], dict[str, Nom]]:
    """What cancelled or lessened the damage: facts, and the nouns of what did."""
    faits: set[str] = set()
    noms: dict[str, Nom] = {}

    def prose(pas: Pas) -> Nom:
        said: Nom = getattr(regles, pas.table)[pas.cause].prose
        return said

    physical, magical = _cancelled(echange.physiques), _cancelled(echange.magiques)
    if physical is not None and physical.table in _ANNULE:
        faits.add(_ANNULE[physical.table])
        noms["cause"] = prose(physical)
        if magical is not None or not echange.magiques.pas:
            faits.add("tout_annule")
    for table, fait in _ARRETE.items():
        pas = _loss(echange, table)
        if pas is not None:
            faits.add(fait)
            noms["effet" if fait == "effet_protecteur" else fait] = prose(pas)
    if any(pas.operation == "sans_effet" for pas in echange.physiques.pas):
        faits.add("armure_percee")
        worn = scenario.defenseurs[echange.defenseur].protection
        noms["armure"] = regles.protections[worn].prose
    return frozenset(faits), noms


_ECHANGE: tuple[tuple[str, frozenset[str]], ...] = tuple(
    (situation, frozenset(needed.split()))
    for situation, needed in (
        ("maladresse_riposte", "attaque_maladresse riposte"),
        ("echec_riposte", "attaque_ratee riposte"),
        ("maladresse", "attaque_maladresse"),
        ("echec", "attaque_ratee"),
        ("riposte", "defense_reussie riposte"),
        ("desarme_corps", "defense_reussie desarme arme_du_corps"),
        ("desarme", "defense_reussie desarme"),
        ("libere", "defense_reussie libere"),
        ("en_fuite", "defense_reussie en_fuite"),
        ("prise_dejouee", "defense_reussie prise"),
        ("esquive", "defense_reussie defense_annule"),
        ("pare", "defense_reussie"),
        ("prise_immobilise", "attaque_gagne immobilise"),
        ("prise_au_sol", "attaque_gagne au_sol"),
        ("annule", "aucun_dommage tout_annule"),
        ("arrete", "aucun_dommage"),
        ("critique", "attaque_critique"),
        ("contre_ratee", "defense_aggrave contre_attaque"),
        ("desarmement_rate_corps", "defense_aggrave desarmement arme_du_corps"),
        ("desarmement_rate", "defense_aggrave desarmement"),
        ("encaisse", "sans_defense_possible"),
        ("touche", ""),
    )
)
"""The situation of an exchange: the first whose facts are all there."""

_CIBLE: tuple[tuple[str, frozenset[str]], ...] = tuple(
    (situation, frozenset(needed.split()))
    for situation, needed in (
        ("cible_maladresse", "attaque_maladresse"),
        ("cible_manque", "attaque_ratee"),
        ("cible_defendu", "defense_reussie"),
        ("cible_critique", "attaque_critique un_jet_par_cible dommages"),
        ("cible_touche", ""),
    )
)


def situation(faits: frozenset[str]) -> str:
    """Answer what an exchange came to; in a few words where there are several targets."""
    known = _CIBLE if "plusieurs_cibles" in faits else _ECHANGE
    return next(name for name, needed in known if faits.issuperset(needed))


def opening(faits: frozenset[str]) -> str:
    """Answer what opens a story with several exchanges; nothing where there is one."""
    if "un_jet_pour_tous" in faits:
        kinds = ("critique", "maladresse", "ratee")
        kind = next((each for each in kinds if f"attaque_{each}" in faits), "")
        return {"": "rafale", "ratee": "rafale_echec"}.get(kind, f"rafale_{kind}")
    if "plusieurs_cibles" in faits:
        return "coup_par_coup"
    return "deux_attaques" if "deux_attaques" in faits else ""
