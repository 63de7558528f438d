"""Damage of one exchange, physical and magical apart, in the order of combat.md §9 (D26)."""

from typing import NamedTuple

from pycore.nephilim.combat.situation import Actif, ArmeEnMain, Situation, at_work
from pycore.nephilim.figures import Protection
from pycore.nephilim.moves import Defense, Issue
from pycore.nephilim.rows import Regles
from pycore.recorded import Compte, Pas, Terme

COMPOSANTES = ("physiques", "magiques")


class Bruts(NamedTuple):
    """Raw damage before the dice: the terms of each component; no magical one without Mag > 0."""

    physiques: tuple[Terme, ...]
    magiques: tuple[Terme, ...]


class Garde(NamedTuple):
    """What protects a defender, as it stands before the dice."""

    armure: Protection
    remplacee_par: str
    bouclier: Protection | None
    actifs: tuple[Actif, ...]
    sensible: bool
    type: str


class Defendu(NamedTuple):
    """What the defence came to: its row, and whether it succeeded."""

    ligne: Defense
    reussie: bool


class Degats(NamedTuple):
    """One component: raw, what it is made of, the steps, and what is left.

    ``detail`` adds up to ``bruts``; ``pas`` starts with the same terms and ends at ``final``.
    """

    bruts: int
    detail: tuple[Terme, ...]
    pas: tuple[Pas, ...]
    final: int


RIEN = Degats(0, (), (), 0)
"""The component of an exchange that does no damage at all."""


class Coup(NamedTuple):
    """All that the damage of an exchange depends on besides the dice."""

    arme: ArmeEnMain
    bruts: Bruts
    attaquant: tuple[Actif, ...]
    garde: Garde
    situation: Situation
    regles: Regles


def damage(
    coup: Coup, *, critique: bool, defendu: Defendu | None, depense: tuple[int, int]
) -> tuple[Degats, Degats]:
    """Compute both components of an exchange whose attack roll succeeded.

    ``depense`` are the degrees of margin that attacker and defender spend on damage.
    """
    physiques, magiques = Compte(), Compte()
    comptes = {"physiques": physiques}
    if coup.arme.magiques:  # a weapon without magical damage never gets any
        comptes["magiques"] = magiques
    bruts = {nom: _raw(termes, comptes[nom]) for nom, termes in _terms(coup) if nom in comptes}
    if critique:
        facteur = coup.regles.constantes["facteur_critique"].valeur
        for compte in comptes.values():
            compte.multiplie("causes", "critique", facteur, "D22")
    for actif in _guard(coup, "division"):
        for compte in _touched(actif, comptes):
            compte.divise(actif.table, actif.source, actif.apport.valeur, actif.apport.decision)
    _cancel(coup, defendu, comptes)
    if defendu is not None:
        _defence(defendu, comptes)
    _protect(coup, comptes)
    _spend(depense, comptes)
    if coup.arme.degre >= coup.regles.constantes["minimum_degre"].valeur:
        minimum = coup.regles.constantes["minimum_degats"].valeur
        physiques.releve("causes", "minimum", minimum, "D23")
    if not coup.garde.sensible and magiques.total:
        magiques.annule_tout("types", coup.garde.type)
    _hold_back(coup, comptes)
    return (
        Degats(*bruts["physiques"], tuple(physiques.pas), physiques.total),
        Degats(*bruts.get("magiques", (0, ())), tuple(magiques.pas), magiques.total),
    )


def _terms(coup: Coup) -> tuple[tuple[str, tuple[Terme, ...]], ...]:
    """Raw terms of each component."""
    return (("physiques", coup.bruts.physiques), ("magiques", coup.bruts.magiques))


def _raw(termes: tuple[Terme, ...], compte: Compte) -> tuple[int, tuple[Terme, ...]]:
    """Step 1: add the raw terms up; a term of 0 is left out."""
    for terme in termes:
        compte.ajoute(terme.table, terme.source, terme.valeur, terme.regle)
    return compte.total, tuple(terme for terme in termes if terme.valeur)


def _touched(actif: Actif, comptes: dict[str, Compte]) -> list[Compte]:
    """The components that a contribution bears on, of those that the weapon has."""
    composante = actif.apport.composante
    return [compte for nom, compte in comptes.items() if composante in (nom, "toutes")]


def _guard(coup: Coup, cible: str) -> list[Actif]:
    """The defender's contributions with this target, at work here."""
    return list(at_work(coup.garde.actifs, cible, coup.situation))


def _cancel(coup: Coup, defendu: Defendu | None, comptes: dict[str, Compte]) -> None:
    """Step 4: what cancels; a cancelled component stays 0 to the end (D23)."""
    if defendu is not None and defendu.reussie and defendu.ligne.reussie.annule:
        for compte in comptes.values():
            compte.annule_tout("defenses", defendu.ligne.id, "D23")
    element = coup.garde.armure.annule_element
    if element and element == coup.arme.ligne.element:
        for compte in comptes.values():
            compte.annule_tout("protections", coup.garde.armure.id, "D23")
    for actif in _guard(coup, "annulation"):
        for compte in _touched(actif, comptes):
            compte.annule_tout(actif.table, actif.source, actif.apport.decision)


def _defence(defendu: Defendu, comptes: dict[str, Compte]) -> None:
    """Step 5: what the defence takes away when it succeeds, or adds when it fails."""
    issue: Issue = defendu.ligne.reussie if defendu.reussie else defendu.ligne.ratee
    _add_each("defenses", defendu.ligne.id, (issue.physiques, issue.magiques), comptes)


def _add_each(
    table: str, cause: str, valeurs: tuple[int, int], comptes: dict[str, Compte], regle: str = ""
) -> None:
    """Add a physical and a magical figure to the components that the weapon has."""
    for nom, valeur in zip(COMPOSANTES, valeurs, strict=True):
        if nom in comptes:
            comptes[nom].ajoute(table, cause, valeur, regle)


def _protect(coup: Coup, comptes: dict[str, Compte]) -> None:
    """Step 6: armour, shield and effects; then no component is below 0."""
    armure, bouclier = coup.garde.armure, coup.garde.bouclier
    perce = None if armure.magique or not armure.physiques else _pierces(coup)
    if perce is not None:
        comptes["physiques"].mentionne(*perce)
    kept = 0 if perce else armure.physiques
    _add_each("protections", armure.id, (-kept, -armure.magiques), comptes)
    if bouclier is not None:
        figures = (-bouclier.physiques, -bouclier.magiques)
        _add_each("boucliers", bouclier.id, figures, comptes, "D15")
    for actif in _guard(coup, "protection"):
        for compte in _touched(actif, comptes):
            compte.ajoute(actif.table, actif.source, -actif.apport.valeur, actif.apport.decision)
    for compte in comptes.values():
        compte.releve("causes", "plancher", 0, "D26")


def _pierces(coup: Coup) -> tuple[str, str, str] | None:
    """What goes through armour that is not magical: the weapon, or an effect of the attacker."""
    if coup.arme.ligne.perce_protections:
        return "armes", coup.arme.ligne.id, "D12"
    for actif in at_work(coup.attaquant, "perce_protections", coup.situation):
        return actif.table, actif.source, "D14"
    return None


def _spend(depense: tuple[int, int], comptes: dict[str, Compte]) -> None:
    """Step 7: degrees of margin spent on damage, on each component that the weapon has."""
    plus, moins = depense
    for compte in comptes.values():
        compte.ajoute("causes", "depense_attaquant", plus)
        compte.ajoute("causes", "depense_defenseur", -moins)
        compte.releve("causes", "plancher", 0, "D26")


def _hold_back(coup: Coup, comptes: dict[str, Compte]) -> None:
    """Step 10: up to the value nothing is left; above it, that much less, physical first."""
    for actif in _guard(coup, "retenue"):
        reste = actif.apport.valeur
        for compte in comptes.values():
            pris = min(reste, compte.total)
            compte.ajoute(actif.table, actif.source, -pris, actif.apport.decision)
            reste -= pris
