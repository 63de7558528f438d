"""One attack against one defence, from the dice to the state that it leaves (anima.md §1, §5)."""

from typing import NamedTuple

from pycore.anima.critical import Critique, critical, is_critical
from pycore.anima.damage import armour, counter_bonus, damage, percentage
from pycore.anima.rolls import Jet, open_roll, opening, plain_roll
from pycore.anima.rows import Regles
from pycore.anima.scenario import Jets, Scenario
from pycore.anima.totals import Total, attack_terms, defence_terms, floor, limit, rolled
from pycore.recorded import Compte

DEGATS, EGALITE, CONTRE, DEFENSE = "degats", "egalite", "contre", "defense"
PERD_ACTION = "perd_action"


class Coup(NamedTuple):
    """What a margin comes to. ``contre_bonus`` is ``None`` where there is no counter.

    ``trop_loin``: a projectile that landed beyond the range where it is dangerous.
    """

    marge: int
    issue: str
    ip: int
    pourcentage: Compte
    degats: Compte
    contre_bonus: int | None
    trop_loin: bool


class Consequence(NamedTuple):
    """What the exchange changes for the defender; ``valeur`` is ``None`` where none belongs."""

    code: str
    valeur: int | None = None


class Resultat(NamedTuple):
    """One attack resolved."""

    attaque: Total
    type_defense: str
    defense: Total
    coup: Coup
    critique: Critique | None
    pv_restants: int
    etat: str
    consequences: tuple[Consequence, ...]


def _outcome(marge: int, scenario: Scenario, regles: Regles) -> str:
    """Tell what a margin is: damage, a draw, a defence, or one that may be turned to a counter."""
    if marge >= 0:
        return DEGATS if marge else EGALITE
    attaquant = scenario.attaquant
    near = any(regles.situations[ident].permet_contre for ident in attaquant.situations)
    barred = scenario.defenseur.sans_action or (attaquant.projectile and not near)
    return DEFENSE if barred else CONTRE


def spent(scenario: Scenario, regles: Regles) -> str | None:
    """The situation beyond whose range the projectile is no danger, if there it is none."""
    if not regles.portees[scenario.options.portee].sans_danger:
        return None
    held = scenario.attaquant.situations
    return next((ident for ident in held if regles.situations[ident].hors_portee), None)


def settle(marge: int, scenario: Scenario, regles: Regles) -> Coup:
    """Turn a margin, attack less defence, into damage or the bonus of a counter."""
    ip = armour(scenario.defenseur.ip, scenario.attaquant.type)
    issue = _outcome(marge, scenario, regles)
    percent, dealt, bonus, far = Compte(), Compte(), None, None
    if issue == DEGATS:
        percent = percentage(regles.baremes_degats[scenario.options.degats], marge, ip)
        far = spent(scenario, regles)
        if far is not None:
            percent.annule_tout("situations", far)
        dealt = damage(scenario.attaquant.degats, percent.total)
    elif issue == CONTRE:
        bonus = counter_bonus(regles.baremes_contre[scenario.options.contre], -marge)
    return Coup(marge, issue, ip, percent, dealt, bonus, far is not None)


def defence_roll(des: tuple[int, ...], scenario: Scenario, regles: Regles) -> Jet:
    """Read the roll of the defence: open, or a plain die for who does not defend himself."""
    if regles.defenses[scenario.defenseur.defense].jet_seul:
        return plain_roll(des)
    return open_roll(des, opening(regles, maitrise=scenario.defenseur.maitrise))


def totals(scenario: Scenario, jets: Jets, regles: Regles) -> tuple[Total, Total]:
    """Add up the attack and the defence."""
    attaquant = scenario.attaquant
    thrown = open_roll(jets.attaque, opening(regles, maitrise=attaquant.maitrise))
    attaque = rolled(attack_terms(attaquant, regles), thrown, limit(attaquant, regles))
    answer = defence_roll(jets.defense, scenario, regles)
    least = floor(scenario, regles)
    return attaque, rolled(defence_terms(scenario, regles), answer, plancher=least)


def state(pv: int, critique: Critique | None, constitution: int, regles: Regles) -> str:
    """The state that the life points and a critical leave a fighter in: the worst that fits."""
    effets = () if critique is None else critique.effets
    led = {regles.effets_critiques[effet.code].etat for effet in effets}
    return next(
        row.id
        for row in regles.etats.values()
        if row.ordinaire or row.id in led or pv <= row.facteur * constitution
    )


def _consequences(scenario: Scenario, coup: Coup, regles: Regles) -> tuple[Consequence, ...]:
    """Tell what becomes of the defender's action, and whether he may counter."""
    found = []
    if not scenario.defenseur.sans_action:
        defends = not regles.defenses[scenario.defenseur.defense].jet_seul
        lost = defends and coup.issue in (DEGATS, EGALITE)
        found.append(Consequence(PERD_ACTION if lost else "garde_action"))
    if coup.contre_bonus is not None:
        found.append(Consequence("peut_contrer", coup.contre_bonus))
    return tuple(found)


def resolve(scenario: Scenario, regles: Regles) -> Resultat:
    """Resolve an attack with its dice."""
    assert scenario.jets is not None, "lue avec ses dés"
    attaque, defense = totals(scenario, scenario.jets, regles)
    coup = settle(attaque.total - defense.total, scenario, regles)
    defenseur = scenario.defenseur
    degats = coup.degats.total
    lecture = regles.seuils_critiques[scenario.options.critique_seuil]
    struck = is_critical(degats, defenseur, lecture, regles)
    critique = critical(degats, scenario, regles) if struck else None
    pv = defenseur.points - degats
    return Resultat(
        attaque,
        defenseur.defense,
        defense,
        coup,
        critique,
        pv,
        state(pv, critique, defenseur.constitution, regles),
        _consequences(scenario, coup, regles),
    )
