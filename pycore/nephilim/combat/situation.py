"""What is true of an exchange: the weapon as it is wielded, and the closed list of conditions."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from pycore.nephilim.combat.scenario import Attaque, Combattant
from pycore.nephilim.figures import Arme, KaFeu
from pycore.nephilim.moves import Apport, Defense, Effet, Manoeuvre
from pycore.recorded import Terme

FEU = "feu"
CORPS_A_CORPS = ("melee", "naturelle")
"""Categories of weapons that are used hand to hand."""

PORTE_KA_FEU = ("melee", "naturelle", "lancer")
"""Categories of weapons that the Ka-Feu of a Nephilim makes stronger (combat.md §9)."""


class ArmeEnMain(NamedTuple):
    """A weapon as it is wielded: what replaces it counts already."""

    ligne: Arme
    degre: int
    magique: bool
    bruts: tuple[Terme, ...]

    @property
    def magiques(self) -> int:
        """Magical damage of the weapon alone; where it is 0 no bonus makes any."""
        return self.ligne.magiques


class Situation(NamedTuple):
    """What the conditions of one side's effects are judged by."""

    element: str
    score: int
    arme: ArmeEnMain | None
    defense: Defense | None = None
    numero: int = 1
    ka_dominant_rate: bool = False
    attaque_reussie: bool = True
    attaque_gagne: bool = True


class Actif(NamedTuple):
    """A contribution at work, with the row that brings it."""

    table: str
    source: str
    apport: Apport

    def terme(self) -> Terme:
        """Make a term of the contribution's value."""
        return Terme(self.table, self.source, self.apport.valeur, self.apport.decision)


def _fire(where: Situation) -> bool:
    return where.element == FEU and where.score > 0


def _bare(where: Situation) -> bool:
    return where.arme is not None and not where.arme.magique and not where.arme.ligne.element


def _hand_to_hand(where: Situation) -> bool:
    return where.arme is not None and where.arme.ligne.categorie in CORPS_A_CORPS


_CONDITIONS: Mapping[str, Callable[[Situation], bool]] = {
    "toujours": lambda where: True,  # noqa: ARG005
    "approche": lambda where: where.score > 0,
    "approche_feu": _fire,
    "sans_approche_feu": lambda where: not _fire(where),
    "ka_dominant_rate": lambda where: where.ka_dominant_rate,
    "attaque_reussie": lambda where: where.attaque_reussie,
    "attaque_gagne": lambda where: where.attaque_gagne,
    "arme_a_feu": lambda where: where.arme is not None and where.arme.ligne.arme_a_feu,
    "arme_melee": _hand_to_hand,
    "arme_melee_non_magique": lambda where: (
        _hand_to_hand(where) and where.arme is not None and not where.arme.magique
    ),
    "arme_ni_magique_ni_elementaire": _bare,
    "esquive": lambda where: where.defense is not None and where.defense.esquive,
    "premiere_defense": lambda where: where.numero == 1,
}


def holds(condition: str, where: Situation) -> bool:
    """Tell whether a condition of the closed list is met."""
    return _CONDITIONS[condition](where)


def contributions(
    manoeuvre: Manoeuvre | None, effets: Iterable[str], table: str, rows: Mapping[str, Effet]
) -> tuple[Actif, ...]:
    """List what a manœuvre and the chosen effects bring, in the order of the data.

    The order in which effects were chosen does not matter.
    """
    chosen = frozenset(effets)
    found = (
        []
        if manoeuvre is None
        else [Actif("manoeuvres", manoeuvre.id, apport) for apport in manoeuvre.apports]
    )
    if chosen:
        found += [
            Actif(table, ident, apport)
            for ident, ligne in rows.items()
            if ident in chosen
            for apport in ligne.apports
        ]
    return tuple(found)


def at_work(actifs: Iterable[Actif], cible: str, where: Situation) -> Iterator[Actif]:
    """Pick the contributions with this target whose condition is met."""
    for actif in actifs:
        if actif.apport.cible == cible and holds(actif.apport.si, where):
            yield actif


def declared(combattant: Combattant) -> tuple[str, int]:
    """Answer the declared element and its score; an empty name and 0 where none is declared."""
    if combattant.approche is None:
        return "", 0
    return combattant.approche, combattant.ka.get(combattant.approche, 0)


def wield(
    arme: Arme,
    attaque: Attaque,
    manoeuvre: Manoeuvre,
    element: tuple[str, int],
    actifs: tuple[Actif, ...],
) -> ArmeEnMain:
    """Take the weapon in hand: the body's own strength for bare hands (D8), replacements (D19).

    ``element`` is the one that the attacker declares, and its score.
    """
    degre = arme.degre
    bruts = [Terme("armes", arme.id, arme.physiques)]
    if arme.mains_nues and manoeuvre.force_simulacre:
        degre = attaque.force_simulacre
        bruts = [Terme("armes", arme.id, degre, "D8")]
    held = ArmeEnMain(arme, degre, arme.magique, tuple(bruts))
    for actif in at_work(actifs, "arme", Situation(*element, held)):
        degre += actif.apport.valeur
        bruts.append(actif.terme())
        held = ArmeEnMain(arme, degre, magique=True, bruts=tuple(bruts))
    return held


def fire_bonus(combattant: Combattant, arme: ArmeEnMain, paliers: Mapping[str, KaFeu]) -> int:
    """Damage that the attacker's Ka-Feu adds to this weapon; 0 for who has no such Ka."""
    carries, score = arme.ligne.categorie in PORTE_KA_FEU, combattant.ka.get(FEU, 0)
    reached = (each.bonus for each in paliers.values() if carries and score >= each.minimum)
    return max(reached, default=0)
