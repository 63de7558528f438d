"""What an attack and a defence come to: skill, what weighs on it, the roll, the limit (§1, §4)."""

from collections.abc import Iterable
from typing import NamedTuple

from pycore.anima.rolls import Jet
from pycore.anima.rows import Defense, Palier, Regles
from pycore.anima.scenario import Attaquant, Defenseur, Scenario
from pycore.recorded import Terme


class Total(NamedTuple):
    """A roll and everything that is added to it; the total is the sum of the detail."""

    jet: Jet
    detail: tuple[Terme, ...]

    @property
    def total(self) -> int:
        """The sum."""
        return sum(terme.valeur for terme in self.detail)


def cause(source: str, valeur: int) -> Terme:
    """A term that no other table names."""
    return Terme("causes", source, valeur)


def _present(termes: Iterable[Terme]) -> list[Terme]:
    """Leave out what is 0."""
    return [terme for terme in termes if terme.valeur]


def attack_terms(attaquant: Attaquant, regles: Regles) -> list[Terme]:
    """What an attack is made of besides its roll."""
    numbers = regles.constantes
    visee = 0 if attaquant.visee is None else regles.visees[attaquant.visee].malus
    others = [
        cause(
            "actions_precedentes", numbers["malus_action"].valeur * attaquant.actions_precedentes
        ),
        cause(
            "attaques_multiples",
            numbers["malus_attaque"].valeur * (attaquant.attaques_multiples - 1),
        ),
        *(
            Terme("situations", ident, regles.situations[ident].attaque)
            for ident in attaquant.situations
        ),
        cause("visee", visee),
        cause("modificateur", attaquant.modificateur),
    ]
    return [cause("attaque", attaquant.attaque), *_present(others)]


def rank_row(rang: int, regles: Regles) -> Palier:
    """The row of a rank of the defence in the round."""
    return [row for row in regles.rangs.values() if row.minimum <= rang][-1]


def against_shot(defenseur: Defenseur, row: Defense) -> int:
    """What a defence loses against a projectile; mastery counts before a shield."""
    if defenseur.maitrise:
        return row.contre_projectile_maitrise
    return row.contre_projectile_bouclier if defenseur.bouclier else row.contre_projectile


def defence_terms(scenario: Scenario, regles: Regles) -> list[Terme]:
    """What a defence is made of besides its roll; nothing for who does not defend himself."""
    defenseur = scenario.defenseur
    row = regles.defenses[defenseur.defense]
    if row.jet_seul:
        return []
    assert defenseur.competence is not None, "lue avec sa compétence"
    shot = against_shot(defenseur, row) if scenario.attaquant.projectile else 0
    others = [
        cause("rang", rank_row(defenseur.rang, regles).valeur),
        *(
            Terme("situations", ident, getattr(regles.situations[ident], row.colonne))
            for ident in defenseur.situations
        ),
        cause("contre_projectile", shot),
        cause("modificateur", defenseur.modificateur),
    ]
    return [cause("competence", defenseur.competence), *_present(others)]


def limit(attaquant: Attaquant, regles: Regles) -> int | None:
    """The highest total that this attack may reach, or nothing for one without limit."""
    if attaquant.projectile and not attaquant.surnaturel:
        return regles.constantes["limite_projectile"].valeur
    return None


def floor(scenario: Scenario, regles: Regles) -> int | None:
    """The lowest total that this defence may come to, or nothing for one without a floor."""
    passive = regles.defenses[scenario.defenseur.defense].jet_seul
    reading = regles.defenses_negatives[scenario.options.defense_negative]
    return 0 if reading.plancher_zero and not passive else None


def rolled(
    termes: Iterable[Terme], jet: Jet, limite: int | None = None, plancher: int | None = None
) -> Total:
    """Add a roll to what it goes with, then bring the whole within its limit and its floor."""
    detail = [*termes, cause("maladresse" if jet.maladresse else "jet", jet.valeur)]
    total = sum(terme.valeur for terme in detail)
    if limite is not None and total > limite:
        detail.append(cause("limite_280", limite - total))
    if plancher is not None and total < plancher:
        detail.append(cause("plancher_zero", plancher - total))
    return Total(jet, tuple(detail))
