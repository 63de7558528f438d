"""From a JSON value to one attack that the rules accept, or to every reason why not (§1, §5).

``shapes`` judges each value alone; here stands what two values ask of one another. An error that
follows only from another is not reported: a check that needs a value that could not be read, or
one that was itself refused, stays silent.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from pycore.anima.attack import settle, totals
from pycore.anima.critical import draws_place, is_critical, resist
from pycore.anima.rolls import check_count, opening
from pycore.anima.rows import Defense, Regles
from pycore.anima.scenario import VERSION, Defenseur, Scenario
from pycore.errors import Faute, RefusedError
from pycore.operations import Calcul
from pycore.reading import checked, without
from pycore.shapes import INVALID, Context, valid

SEULE = (
    *("competence", "maitrise", "rang", "situations", "modificateur"),
    *("pare_surnaturel", "bouclier"),
)
"""Keys of a defence that mean nothing for who does not defend himself."""

IDLE = (
    *("nom", "constitution", "pare_surnaturel", "a_agi", "action_perdue"),
    *("critique", "resistance", "localisation"),
)
"""Keys on which it does not depend whether a blow is critical."""

LEFT = "pv"
"""The key on which it depends by one reading of what is critical, and not by the other."""

CRITIQUE = ("critique", "resistance")
"""Dice of every critical blow."""


def ids(regles: Regles) -> Mapping[str, Collection[str]]:
    """Ids of every table, and of the situations that a defender may be in."""
    tables: dict[str, Collection[str]] = regles._asdict()
    tables["situations_defenseur"] = [
        row.id for row in regles.situations.values() if not row.projectile
    ]
    return tables


def _judged(value: object, regles: Regles, *, dice: bool) -> tuple[Any, Context]:
    """Judge an attack but for the dice that only its blow can ask for."""
    value = value if dice else without(value, "jets")
    scenario, context = checked(Scenario, value, ids(regles), VERSION)
    if scenario is not INVALID:
        _attacker(scenario.attaquant, regles, context)
        _defender(scenario.defenseur, scenario.attaquant, regles, context)
        if dice:
            if scenario.jets is None:
                context.refuse("jets", "requis")
            _counts(scenario, regles, context)
    return scenario, context


def read(value: object, regles: Regles, *, dice: bool) -> Scenario:
    """Read an attack; without ``dice`` its rolls are ignored.

    Raises ``RefusedError`` with all faults at once.
    """
    scenario, context = _judged(value, regles, dice=dice)
    for key in _later_dice(scenario, regles, context) if dice else ():
        if getattr(scenario.jets, key) is None:
            context.refuse(f"jets.{key}", "requis.jet")
    if context.fautes:
        raise RefusedError(context.fautes)
    read_scenario: Scenario = scenario
    return read_scenario


def read_due(value: object, calcul: str, row: Calcul) -> tuple[str, ...]:
    """Name the dice that an attack turns out to take, by their paths; none while others lack.

    Raises ``RefusedError`` with all faults but those of dice.
    """
    del calcul
    regles: Regles = row.tables()
    scenario, context = _judged(value, regles, dice=True)
    fautes = [each for each in context.fautes if each.chemin.partition(".")[0] != "jets"]
    if fautes:
        raise RefusedError(fautes)
    return tuple(f"jets.{key}" for key in _later_dice(scenario, regles, context))


def due(dus: tuple[str, ...], regles: Regles) -> tuple[str, ...]:
    """Answer the dice that are due: reading them has told all."""
    del regles
    return dus


def check_mastery(
    competence: object, maitrise: object, path: str, regles: Regles, context: Context
) -> None:
    """Note a mastery that the bare skill does not give."""
    minimum = regles.constantes["maitrise"].valeur
    if maitrise is True and isinstance(competence, int) and competence < minimum:
        context.refuse(f"{path}.maitrise", "incompatible.maitrise", minimum=minimum)


def most_attacks(attaque: int, regles: Regles) -> int:
    """How many attacks a bare skill allows in one action: one per hundred, even incomplete."""
    return max(1, -(-attaque // regles.constantes["tranche_attaque"].valeur))


def _attacker(attaquant: Any, regles: Regles, context: Context) -> None:
    """Check the attacker's keys against one another."""
    if not valid(attaquant):
        return
    check_mastery(attaquant.attaque, attaquant.maitrise, "attaquant", regles, context)
    if valid(attaquant.attaque, attaquant.attaques_multiples):
        most = most_attacks(attaquant.attaque, regles)
        if attaquant.attaques_multiples > most:
            where = "attaquant.attaques_multiples"
            context.refuse(where, "bornes.attaques", maximum=most)
    if attaquant.projectile is False and valid(attaquant.situations):
        for rank, ident in enumerate(attaquant.situations):
            if valid(ident) and regles.situations[ident].projectile:
                nom = regles.situations[ident].nom
                where = f"attaquant.situations[{rank}]"
                context.refuse(where, "incompatible.projectile", choix=nom)


def _defender(defenseur: Any, attaquant: Any, regles: Regles, context: Context) -> None:
    """Check the defender's keys against one another, and against the attack."""
    if not valid(defenseur):
        return
    if valid(defenseur.pv, defenseur.pv_max) and defenseur.points > defenseur.pv_max:
        context.refuse("defenseur.pv", "bornes.pv", maximum=defenseur.pv_max)
    if defenseur.a_agi is True and defenseur.action_perdue is True:
        context.refuse("defenseur.action_perdue", "incompatible.action_perdue")
    if not valid(defenseur.defense):
        return
    row = regles.defenses[defenseur.defense]
    if row.jet_seul:
        _undefended(defenseur, row, context)
        return
    if defenseur.competence is None:
        context.refuse("defenseur.competence", "requis")
    check_mastery(defenseur.competence, defenseur.maitrise, "defenseur", regles, context)
    barred = row.arme and valid(attaquant) and attaquant.surnaturel is True
    if barred and defenseur.pare_surnaturel is False:
        context.refuse("defenseur.pare_surnaturel", "condition.pare_surnaturel")


def _undefended(defenseur: Defenseur, row: Defense, context: Context) -> None:
    """Check that whoever does not defend himself leaves the keys of a defence as they are."""
    defaults = Defenseur._field_defaults
    for key in SEULE:
        found = getattr(defenseur, key)
        neutral = found == defaults[key] or (key == "competence" and found == 0)
        if valid(found) and not neutral:
            context.refuse(f"defenseur.{key}", "incompatible.defense", defense=row.nom)


def _counts(scenario: Any, regles: Regles, context: Context) -> None:
    """Check that each roll has the dice that it takes."""
    if scenario.jets is None or not valid(scenario.jets):
        return
    attaquant, defenseur, jets = scenario.attaquant, scenario.defenseur, scenario.jets
    if valid(attaquant):
        check_open(attaquant.maitrise, "attaquant", jets.attaque, "jets.attaque", regles, context)
    if not valid(defenseur) or not valid(defenseur.defense):
        return
    if regles.defenses[defenseur.defense].jet_seul:
        check_count(jets.defense, None, "jets.defense", context)
    else:
        check_open(defenseur.maitrise, "defenseur", jets.defense, "jets.defense", regles, context)


def check_open(
    maitrise: Any, fighter: str, des: Any, path: str, regles: Regles, context: Context
) -> None:
    """Check the dice of an open roll; a mastery that was refused leaves them unjudged."""
    refused = any(each.chemin == f"{fighter}.maitrise" for each in context.fautes)
    if valid(maitrise) and not refused:
        check_count(des, opening(regles, maitrise=maitrise), path, context)


def _stands(fautes: Iterable[Faute], idle: Collection[str]) -> bool:
    """Tell whether these faults leave the blow as it is: they are all of keys that are idle."""
    return all(
        each.variante == "inconnu.cle" or each.chemin.rpartition(".")[2] in idle for each in fautes
    )


def _later_dice(scenario: Any, regles: Regles, context: Context) -> tuple[str, ...]:
    """Name the dice that the blow turns out to take: a critical's, and its place, once known."""
    if scenario is INVALID or scenario.jets is None or not _stands(context.fautes, (*IDLE, LEFT)):
        return ()
    lecture = regles.seuils_critiques[scenario.options.critique_seuil]
    if lecture.restants and not _stands(context.fautes, IDLE):
        return ()
    jets = scenario.jets
    attaque, defense = totals(scenario, jets, regles)
    degats = settle(attaque.total - defense.total, scenario, regles).degats.total
    if not is_critical(degats, scenario.defenseur, lecture, regles):
        return ()
    rolled = (jets.critique, jets.resistance)
    if scenario.attaquant.visee is not None or None in rolled or not valid(*rolled):
        return CRITIQUE
    marge = resist(degats, jets, scenario.defenseur.resistance_physique, regles).marge
    return (*CRITIQUE, "localisation") if draws_place(marge, regles) else CRITIQUE
