"""From a JSON value to a scenario that the rules accept, or to every reason why not (combat.md §1).

``shapes`` judges each value alone; here stands what two choices ask of one another. An error that
follows only from another is not reported: a check that needs a value that could not be read, or
a choice that was itself refused, stays silent.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from pycore.errors import RefusedError
from pycore.nephilim.combat.scenario import VERSION, Attaque, Defenseur, Scenario
from pycore.nephilim.figures import Arme, Cadence
from pycore.nephilim.moves import Defense, Manoeuvre
from pycore.nephilim.rows import Regles
from pycore.reading import checked, without
from pycore.shapes import INVALID, Context, valid

SANS_DES = ("jets", "ajustements")
"""Keys that thresholds and odds ignore."""


def ids(regles: Regles) -> Mapping[str, Collection[str]]:
    """Ids of every table, and of the types that each side may have."""
    tables: dict[str, Collection[str]] = regles._asdict()
    for cote in ("attaquant", "defenseur"):
        tables[f"types_{cote}"] = [
            ident for ident, ligne in regles.types.items() if cote in ligne.cotes
        ]
    return tables


def read(value: object, regles: Regles, *, dice: bool) -> Scenario:
    """Read a scenario; without ``dice`` its rolls and their spending are ignored.

    Raises ``RefusedError`` with all faults at once.
    """
    value = value if dice else without(value, *SANS_DES)
    scenario, context = checked(Scenario, value, ids(regles), VERSION)
    if scenario is not INVALID:
        choix = _attack(scenario, regles, context)
        _attacker(scenario.attaquant, choix, regles, context)
        if valid(scenario.defenseurs):
            for rank, defenseur in enumerate(scenario.defenseurs):
                if valid(defenseur):
                    _defender(defenseur, f"defenseurs[{rank}]", choix, regles, context)
        if dice:
            _dice(scenario, choix, regles, context)
    if context.fautes:
        raise RefusedError(context.fautes)
    read_scenario: Scenario = scenario
    return read_scenario


class Choix(NamedTuple):
    """The attack's choices that hold together; ``None`` where one was refused.

    ``candidates`` are the manœuvres that it may be: the one chosen, or all that the mode allows.
    """

    candidates: tuple[Manoeuvre, ...]
    manoeuvre: Manoeuvre | None
    arme: Arme | None
    cadence: Cadence | None
    cibles_permises: bool


def bare_hands(regles: Regles) -> Arme:
    """Answer the weapon of who has none."""
    return next(arme for arme in regles.armes.values() if arme.mains_nues)


def _attack(scenario: Any, regles: Regles, context: Context) -> Choix:
    """Check manœuvre, weapon, ammunition, rate of fire and number of targets together."""
    mode, attaque = scenario.mode, scenario.attaque
    manoeuvre = None
    if valid(attaque) and valid(attaque.approche):
        manoeuvre = regles.manoeuvres[attaque.approche]
        if valid(mode) and mode not in manoeuvre.modes:
            nom_mode = regles.modes[mode].nom
            context.refuse(
                "attaque.approche", "incompatible.mode", choix=manoeuvre.nom, mode=nom_mode
            )
            manoeuvre = None
    candidates = tuple(regles.manoeuvres.values()) if manoeuvre is None else (manoeuvre,)
    if manoeuvre is None and valid(mode):
        candidates = tuple(each for each in candidates if mode in each.modes)
    arme = cadence = None
    if valid(attaque):
        arme = _weapon(attaque, candidates, regles, context)
        if arme is not None:
            cadence = _rate(attaque, arme, candidates, regles, context)
            _small_choices(attaque, arme, manoeuvre, regles, context)
    permises = True
    if valid(scenario.defenseurs) and cadence is not None and manoeuvre is not None:
        permises = len(scenario.defenseurs) <= cadence.cibles
        if not permises:
            context.refuse("defenseurs", "incompatible.cibles")
    return Choix(candidates, manoeuvre, arme, cadence, permises)


def _weapon(
    attaque: Any, candidates: tuple[Manoeuvre, ...], regles: Regles, context: Context
) -> Arme | None:
    """Find the weapon: the one named, or bare hands where the manœuvre allows them."""
    if not valid(attaque.arme):
        return None
    arme = regles.armes[attaque.arme] if attaque.arme else bare_hands(regles)
    if any(arme.categorie in each.armes for each in candidates):
        return arme
    if not attaque.arme:
        context.refuse("attaque.arme", "requis")
    else:
        context.refuse(
            "attaque.arme",
            "incompatible.manoeuvre",
            choix=arme.nom,
            manoeuvre=candidates[0].nom,
        )
    return None


def _rate(
    attaque: Attaque,
    arme: Arme,
    candidates: tuple[Manoeuvre, ...],
    regles: Regles,
    context: Context,
) -> Cadence | None:
    """Check the rate of fire: the weapon must offer it and the manœuvre allow it."""
    if not valid(attaque.cadence):
        return None
    cadence = regles.cadences[attaque.cadence]
    if cadence.id not in arme.cadences:
        context.refuse("attaque.cadence", "incompatible.arme", choix=cadence.nom, arme=arme.nom)
        return None
    if not any(cadence.id in each.cadences for each in candidates):
        context.refuse(
            "attaque.cadence",
            "incompatible.manoeuvre",
            choix=cadence.nom,
            manoeuvre=candidates[0].nom,
        )
        return None
    return cadence


def _small_choices(
    attaque: Attaque, arme: Arme, manoeuvre: Manoeuvre | None, regles: Regles, context: Context
) -> None:
    """Check ammunition and strength of the body against the weapon."""
    if valid(attaque.munition):
        munition = regles.munitions[attaque.munition]
        if not munition.toutes_armes and arme.id not in munition.armes:
            context.refuse(
                "attaque.munition", "incompatible.arme", choix=munition.nom, arme=arme.nom
            )
    neutral = Attaque._field_defaults["force_simulacre"]
    if valid(attaque.force_simulacre) and attaque.force_simulacre != neutral:
        bare = arme.mains_nues and (manoeuvre is None or manoeuvre.force_simulacre)
        if not bare:
            context.refuse("attaque.force_simulacre", "incompatible.force")


def _fighter(combattant: Any, path: str, context: Context, regles: Regles) -> bool:
    """Check what the fighter's type forbids; answers whether its declared element fits the type."""
    if not valid(combattant.type):
        return False
    ligne = regles.types[combattant.type]

    def refuse(key: str) -> None:
        context.refuse(f"{path}.{key}", "incompatible.type", type=ligne.nom)

    if combattant.source == "menace" and not ligne.menace:
        refuse("source")
    if valid(combattant.ka):
        for element, score in combattant.ka.items():
            if element not in ligne.elements and valid(score) and score:
                refuse(f"ka.{element}")
    for key in ("metamorphe", "stase", "mnemos"):
        score = getattr(combattant, key)
        if valid(score) and score and not ligne.metamorphe:
            refuse(key)
    if combattant.approche is None or not valid(combattant.approche):
        return False
    if combattant.approche not in ligne.elements:
        refuse("approche")
        return False
    return True


def _element(
    combattant: Any,
    path: str,
    choix: tuple[Manoeuvre, ...] | tuple[Defense, ...],
    regles: Regles,
    context: Context,
) -> None:
    """Check the declared element against what the manœuvre or the defence allows (D3, D4)."""
    element = regles.elements[combattant.approche]
    for each in choix:
        takes_roll = not (isinstance(each, Defense) and each.sans_jet)
        if element.id in each.elements or (element.toute_manoeuvre and takes_roll):
            return
    context.refuse(
        f"{path}.approche",
        "incompatible.element",
        choix=element.nom,
        manoeuvre=choix[0].nom,
    )


def _effects(
    effets: Any, path: str, table: Mapping[str, Any], choix: Choix, context: Context
) -> None:
    """Check that each effect serves in this kind of fight."""
    if not valid(effets):
        return
    portees = {portee for each in choix.candidates for portee in each.portees}
    for rank, ident in enumerate(effets):
        if valid(ident) and not portees.intersection(table[ident].portees):
            context.refuse(
                f"{path}.effets[{rank}]",
                "incompatible.manoeuvre",
                choix=table[ident].nom,
                manoeuvre=choix.candidates[0].nom,
            )


def _attacker(attaquant: Any, choix: Choix, regles: Regles, context: Context) -> None:
    """Check the attacker against his type and the attack."""
    if not valid(attaquant):
        return
    if _fighter(attaquant, "attaquant", context, regles) and choix.manoeuvre is not None:
        _element(attaquant, "attaquant", (choix.manoeuvre,), regles, context)
    if valid(attaquant.type, attaquant.initiative) and attaquant.initiative is not None:
        ligne = regles.types[attaquant.type]
        if ligne.initiative is not None:
            context.refuse("attaquant.initiative", "incompatible.type", type=ligne.nom)
    _effects(attaquant.effets, "attaquant", regles.effets_attaquant, choix, context)


def _defender(defenseur: Any, path: str, choix: Choix, regles: Regles, context: Context) -> None:
    """Check a defender against his type, the attack and his own defence."""
    fits = _fighter(defenseur, path, context, regles)
    if valid(defenseur.type, defenseur.initiative) and defenseur.initiative is not None:
        nom = regles.types[defenseur.type].nom
        context.refuse(f"{path}.initiative", "incompatible.type", type=nom)
    _effects(defenseur.effets, path, regles.effets_defenseur, choix, context)
    if not valid(defenseur.defense) or not valid(defenseur.defense.type):
        return
    defense = regles.defenses[defenseur.defense.type]
    if not any(each.defenses in defense.modes for each in choix.candidates):
        context.refuse(
            f"{path}.defense.type",
            "incompatible.manoeuvre",
            choix=defense.nom,
            manoeuvre=choix.candidates[0].nom,
        )
        return
    if fits:
        _element(defenseur, path, (defense,), regles, context)
    _defence(defenseur, defense, path, choix, context)


def _defence(
    defenseur: Defenseur, defense: Defense, path: str, choix: Choix, context: Context
) -> None:
    """Check the keys of a defence against its row: what it asks for, its ranks in the round."""
    parade = defenseur.defense
    held = {"objet_ou_bouclier": parade.objet, "voit_lanceur": parade.voit_lanceur}
    keys = {"objet_ou_bouclier": "objet", "voit_lanceur": "voit_lanceur"}
    for demande, given in held.items():
        where = f"{path}.defense.{keys[demande]}"
        if not valid(given, defenseur.bouclier):
            continue
        if defense.demande != demande:
            if given:
                context.refuse(where, "incompatible.defense", defense=defense.nom)
        elif not given and not (demande == "objet_ou_bouclier" and defenseur.bouclier):
            context.refuse(where, f"condition.{demande}")
    if defense.sans_jet:
        if parade.rang_sans_malus is True:
            where = f"{path}.defense.rang_sans_malus"
            context.refuse(where, "incompatible.defense", defense=defense.nom)
    elif valid(parade.numeros) and parade.numeros is not None and choix.manoeuvre is not None:
        attendu = choix.manoeuvre.attaques
        if len(parade.numeros) != attendu:
            context.refuse(
                f"{path}.defense.numeros",
                "longueur",
                attendu=attendu,
                valeur=len(parade.numeros),
            )


def _dice(scenario: Any, choix: Choix, regles: Regles, context: Context) -> None:
    """Check that there are as many rolls and spendings as the attack has exchanges."""
    if scenario.jets is None:
        context.refuse("jets", "requis")
    manoeuvre, cadence = choix.manoeuvre, choix.cadence
    if not valid(scenario.defenseurs) or manoeuvre is None or cadence is None:
        return
    if not choix.cibles_permises:
        return
    cibles = len(scenario.defenseurs)

    def count(path: str, found: object, attendu: int) -> bool:
        if found is None or not valid(found):
            return False
        assert isinstance(found, tuple)
        if len(found) == attendu:
            return True
        context.refuse(path, "longueur", attendu=attendu, valeur=len(found))
        return False

    if scenario.jets is not None and valid(scenario.jets):
        jets = scenario.jets
        count("jets.attaque", jets.attaque, cibles if cadence.jet_par_cible else manoeuvre.attaques)
        if count("jets.defense", jets.defense, cibles):
            for rank, (rolls, defenseur) in enumerate(
                zip(jets.defense, scenario.defenseurs, strict=True)
            ):
                if not valid(defenseur) or not valid(defenseur.defense):
                    continue
                ident = defenseur.defense.type
                if valid(ident) and not regles.defenses[ident].sans_jet:
                    count(f"jets.defense[{rank}]", rolls, manoeuvre.attaques)
    count("ajustements", scenario.ajustements, cibles * manoeuvre.attaques)
