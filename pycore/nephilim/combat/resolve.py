"""The course of a combat: who rolls, who wins, what follows (combat.md §7, §9, §10)."""

from typing import NamedTuple

from pycore.errors import Faute, RefusedError, faute
from pycore.nephilim.combat.damage import RIEN, Defendu, Degats, damage
from pycore.nephilim.combat.engagement import (
    Engagement,
    Face,
    Rencontre,
    defence_at,
    engage,
    rank_of,
)
from pycore.nephilim.combat.facts import (
    Consequence,
    DefenseJouee,
    Echange,
    Resultat,
    SeuilDefense,
    Seuils,
)
from pycore.nephilim.combat.idle import idle_effects
from pycore.nephilim.combat.scenario import Ajustement, Scenario
from pycore.nephilim.combat.situation import at_work
from pycore.nephilim.roll import CRITIQUE, Issue, Jet, beats, outcome
from pycore.nephilim.rows import Regles

OPPOSITION = "opposition"


class Reglement(NamedTuple):
    """What the two rolls of an exchange lead to, whichever dice gave them."""

    reussie: bool
    attaque_gagne: bool
    physiques: Degats
    magiques: Degats
    excedent: tuple[int, int]
    consequences: tuple[Consequence, ...]


def defence_needed(face: Face, attaque: Issue) -> bool:
    """Tell whether a defence is rolled at all: against a success, or a riposte is sought (D17)."""
    return not face.defense.sans_jet and (attaque.reussi or face.defense.jouee_sur_echec)


def succeeds(lecture: str, attaque: Issue, defense: Issue) -> bool:
    """Tell whether a defence is réussie, in either reading (combat.md §7, D18)."""
    if not attaque.reussi or not defense.reussi:
        return False
    return lecture != OPPOSITION or not beats(attaque, defense)


def settle(
    engagement: Engagement,
    face: Face,
    attaque: Issue,
    defense: Issue | None,
    ajustement: Ajustement | None = None,
) -> Reglement:
    """Settle an exchange from what its rolls came to.

    ``ajustement`` is what each side spends on damage; the rest of the excédent becomes a malus of
    the next round. ``None``: nobody has chosen yet.
    """
    reussie = defense is not None and succeeds(engagement.lecture, attaque, defense)
    gagne = attaque.reussi and not reussie
    excedent = (
        attaque.excedent,
        defense.excedent if defense is not None and reussie else 0,
    )
    depense = (0, 0) if ajustement is None else (ajustement.attaquant, ajustement.defenseur)
    physiques = magiques = RIEN
    if attaque.reussi and not engagement.assaut.manoeuvre.sans_degats:
        defendu = None if defense is None else Defendu(face.defense, reussie)
        physiques, magiques = damage(
            face.coup, critique=attaque.resultat == CRITIQUE, defendu=defendu, depense=depense
        )
    suites = _consequences(engagement, face, attaque, defense, reussie=reussie, gagne=gagne)
    if ajustement is not None:
        suites += _carried(excedent, depense)
    return Reglement(reussie, gagne, physiques, magiques, excedent, tuple(suites))


def _consequences(
    engagement: Engagement,
    face: Face,
    attaque: Issue,
    defense: Issue | None,
    *,
    reussie: bool,
    gagne: bool,
) -> list[Consequence]:
    """What follows beyond damage, from the manœuvre, the effects and the defence."""
    where = face.coup.situation._replace(attaque_reussie=attaque.reussi, attaque_gagne=gagne)
    found = [
        Consequence(
            actif.apport.consequence,
            actif.apport.subit,
            actif.apport.valeur,
            actif.table,
            actif.source,
        )
        for actif in at_work(engagement.assaut.actifs + face.actifs, "consequence", where)
    ]
    in_vain = defense is not None and defense.reussi and not attaque.reussi
    if reussie or (in_vain and face.defense.jouee_sur_echec):
        found += [
            Consequence(each.consequence, each.subit, 0, "defenses", face.defense.id)
            for each in face.defense.consequences
        ]
    return found


def _carried(excedent: tuple[int, int], depense: tuple[int, int]) -> list[Consequence]:
    """What is left of each excédent weighs on the other side's next round (combat.md §10)."""
    found = []
    if depense[0] < excedent[0]:
        found.append(Consequence("malus_defense", "defenseur", depense[0] - excedent[0]))
    if depense[1] < excedent[1]:
        found.append(Consequence("malus_attaque", "attaquant", depense[1] - excedent[1]))
    return found


class _Dice(NamedTuple):
    """The rolls of the scenario, and the faults found while using them."""

    scenario: Scenario
    fautes: list[Faute]

    def defence(self, rencontre: Rencontre) -> int | None:
        """Roll of the defence in an exchange; noted as missing where it is not there."""
        assert self.scenario.jets is not None
        lists = self.scenario.jets.defense
        path = "jets.defense"
        rolls = lists
        if rolls is not None:
            path += f"[{rencontre.defenseur}]"
            own = rolls[rencontre.defenseur]
            if own is not None:
                path += f"[{rencontre.rang}]"
                roll = own[rencontre.rang]
                if roll is not None:
                    return roll
        missing = faute(path, "requis.jet")
        if missing not in self.fautes:
            self.fautes.append(missing)
        return None

    def spending(self, rank: int, excedent: tuple[int, int]) -> None:
        """Note what is spent beyond the excédent."""
        spent = self.scenario.ajustements and self.scenario.ajustements[rank]
        if not spent:
            return
        for cote, k, maximum in zip(Ajustement._fields, spent, excedent, strict=True):
            if k > maximum:
                path = f"ajustements[{rank}].{cote}"
                self.fautes.append(faute(path, "bornes.excedent", maximum=maximum))


def resolve(scenario: Scenario, regles: Regles) -> Resultat:
    """Resolve a combat with the dice of its scenario.

    Raises ``RefusedError`` when a roll turns out to be needed and is missing, or more is spent
    than the excédent of an exchange.
    """
    assert scenario.jets is not None, "lu avec ses dés"
    engagement = engage(scenario, regles)
    seuil = engagement.assaut.seuil
    attaques = tuple(Jet(jet, seuil, outcome(jet, seuil.degres)) for jet in scenario.jets.attaque)
    dice = _Dice(scenario, [])
    libres: set[int] = set()
    echanges = []
    for rank, rencontre in enumerate(engagement.rencontres):
        face = engagement.faces[rencontre.defenseur]
        attaque = attaques[rencontre.attaque].issue
        jet = None
        if defence_needed(face, attaque):
            roll = dice.defence(rencontre)
            if roll is None:
                continue
            libre = rencontre.defenseur in libres
            needed = defence_at(engagement, rencontre, attaque_reussie=attaque.reussi, libre=libre)
            assert needed is not None, "une défense se joue"
            jet = Jet(roll, needed, outcome(roll, needed.degres))
        spent = scenario.ajustements[rank] if scenario.ajustements else None
        settled = settle(engagement, face, attaque, None if jet is None else jet.issue, spent)
        dice.spending(rank, settled.excedent)
        if settled.reussie and face.defense.libere_rang:
            libres.add(rencontre.defenseur)
        joue = None
        if jet is not None:
            joue = DefenseJouee(face.defense.id, rank_of(face, rencontre), jet, settled.reussie)
        echanges.append(
            Echange(
                rencontre.attaque,
                rencontre.defenseur,
                joue,
                settled.attaque_gagne,
                settled.physiques,
                settled.magiques,
                settled.excedent,
                settled.consequences,
            )
        )
    if dice.fautes:
        raise RefusedError(dice.fautes)
    return Resultat(engagement.assaut.vitesse, attaques, tuple(echanges))


def thresholds(scenario: Scenario, regles: Regles) -> Seuils:
    """Answer every threshold before any die; a defence as it stands if the attack succeeds."""
    engagement = engage(scenario, regles)
    return Seuils(
        engagement.assaut.vitesse,
        (engagement.assaut.seuil,) * engagement.jets,
        tuple(
            SeuilDefense(
                rencontre.attaque,
                rencontre.defenseur,
                face.defense.id,
                rank_of(face, rencontre),
                defence_at(engagement, rencontre, attaque_reussie=True, libre=False),
            )
            for rencontre in engagement.rencontres
            for face in (engagement.faces[rencontre.defenseur],)
        ),
        tuple(idle_effects(engagement)),
    )
