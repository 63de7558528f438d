"""The scene of a combat before it is resolved: who faces whom, with what, in which circumstances.

Every sentence is one of the data; what a person typed stays a piece of text of its own.
"""

import re
from collections.abc import Sequence

from pycore.nephilim.combat.facts import Inactif
from pycore.nephilim.combat.idle import ATTAQUANT
from pycore.nephilim.combat.scenario import Attaquant, Attaque, Combattant, Defenseur, Scenario
from pycore.nephilim.rows import Regles
from pycore.render import grammaire
from pycore.render.combat_words import MotsCombat
from pycore.render.french import signe, typographie
from pycore.render.names import fitted
from pycore.render.recit import joined
from pycore.render.recit_faits import weapon
from pycore.render.view import Contenu, Noeud, noeud

_SLOT = re.compile(r"\{(\w+)\}")
_ORDINAIRE = Attaque._field_defaults
Mots = str | Noeud | Sequence[Contenu]


class _Scene(MotsCombat):
    """Words for the scene."""

    def qui(self, rank: int | None) -> Noeud:
        """Name the attacker (``None``) or a defender."""
        return self.attaquant(debut=False) if rank is None else self.defenseur(rank, debut=False)

    def remplit(self, ident: str, **mots: Mots) -> list[Contenu]:
        """Fill a sentence of the scene with words and elements; what is typed is not joined."""
        said: list[Contenu] = []
        end = 0
        texte = typographie(self.regles.messages[f"scene.{ident}"].texte)
        for found in _SLOT.finditer(texte):
            said.append(texte[end : found.start()])
            filled = mots[found[1]]
            said += [filled] if isinstance(filled, str | Noeud) else filled
            end = found.end()
        return [*said, texte[end:]]

    def selon(self, table: str, idents: Sequence[str]) -> list[str]:
        """Nouns of rows, as each row introduces them."""
        return [grammaire.introduit(getattr(self.regles, table)[ident].prose) for ident in idents]

    def element(self, combattant: Combattant) -> str:
        """The element declared, with its article; nothing where there is none."""
        return "".join(
            self.selon("elements", (combattant.approche,) if combattant.approche else ())
        )

    def type(self, combattant: Combattant) -> str:
        """What kind of fighter: "un Nephilim", "une créature magique"."""
        return grammaire.un(self.regles.types[combattant.type].prose)

    def protections(self, defenseur: Defenseur) -> list[str]:
        """Armour and shield."""
        armour = [defenseur.protection] if defenseur.protection != _SANS_ARMURE else []
        shield = [defenseur.bouclier] if defenseur.bouclier is not None else []
        return self.selon("protections", armour) + self.selon("boucliers", shield)


_SANS_ARMURE = Defenseur._field_defaults["protection"]


def _at_work(scenario: Scenario, inactifs: Sequence[Inactif]) -> Scenario:
    """The same combat without the effects that change nothing in it."""
    idle = {(each.cote, each.effet) for each in inactifs}

    def left(combattant: Combattant, cote: int) -> tuple[str, ...]:
        return tuple(each for each in combattant.effets if (cote, each) not in idle)

    attaquant = scenario.attaquant
    return scenario._replace(
        attaquant=attaquant._replace(effets=left(attaquant, ATTAQUANT)),
        defenseurs=tuple(
            each._replace(effets=left(each, rank)) for rank, each in enumerate(scenario.defenseurs)
        ),
    )


def scene_nodes(
    scenario: Scenario, regles: Regles, inactifs: Sequence[Inactif] = ()
) -> list[Noeud]:
    """Set the scene in short paragraphs: the attack, the attacker, then each defender.

    An effect that changes nothing here is not at work: it is named after the scene, with why.
    """
    scenario = _at_work(scenario, inactifs)
    mots = _Scene(regles, scenario)
    paragraphs = [_sentences([_attack(mots), *_fighter(mots, scenario.attaquant, None)])]
    if len(scenario.defenseurs) > 1:
        paragraphs += [_target(mots, each, rank) for rank, each in enumerate(scenario.defenseurs)]
    else:
        (only,) = scenario.defenseurs
        paragraphs.append(_sentences([*_guard(mots, only), *_fighter(mots, only, 0)]))
    return [noeud("p", *fitted(joined(each))) for each in paragraphs]


def _sentences(sentences: list[list[Contenu]]) -> list[Contenu]:
    """Put sentences one after the other."""
    said: list[Contenu] = []
    for each in sentences:
        said += [" ", *each] if said else each
    return said


def _attack(mots: _Scene) -> list[Contenu]:
    """Who attacks whom, how, with what."""
    scenario, regles = mots.scenario, mots.regles
    attaque = scenario.attaque
    manoeuvre = regles.manoeuvres[attaque.approche]
    plus: list[Contenu] = []
    if attaque.munition != _ORDINAIRE["munition"]:
        (munition,) = mots.selon("munitions", [attaque.munition])
        plus += mots.remplit("munition", munition=munition)
    if attaque.cadence != _ORDINAIRE["cadence"]:
        cadence = grammaire.nu(regles.cadences[attaque.cadence].prose)
        plus += mots.remplit("cadence", cadence=cadence)
    if f"scene.visee.{manoeuvre.id}" in regles.messages:
        plus += mots.remplit(f"visee.{manoeuvre.id}")
    cibles = [mots.defenseur(rank, debut=False) for rank in range(len(scenario.defenseurs))]
    return mots.remplit(
        "attaque",
        A=mots.attaquant(debut=True),
        type=mots.type(scenario.attaquant),
        cibles=grammaire.enumeration(cibles),
        manoeuvre=grammaire.introduit(manoeuvre.prose),
        arme=grammaire.introduit(weapon(scenario, regles).prose),
        plus=plus,
    )


def _effects_table(combattant: Combattant) -> str:
    return "effets_attaquant" if isinstance(combattant, Attaquant) else "effets_defenseur"


def _fighter(mots: _Scene, combattant: Combattant, rank: int | None) -> list[list[Contenu]]:
    """What a fighter brings: Approche, effects, wounds, circumstances, a sentence each."""
    made = []
    if combattant.approche is not None:
        shown = mots.regles.types[combattant.type].metamorphe
        ident = "approche_metamorphe" if shown else "approche"
        made.append(mots.remplit(ident, element=mots.element(combattant)))
    if combattant.effets:
        effets = grammaire.enumeration(mots.selon(_effects_table(combattant), combattant.effets))
        made.append(mots.remplit("effets", effets=effets))
    if combattant.blessures:
        wounds = mots.selon("blessures", combattant.blessures)
        made.append(mots.remplit("blessures", blessures=grammaire.enumeration(wounds)))
    if combattant.contexte or combattant.contexte_motif:
        ident = "contexte_nul"
        if combattant.contexte:
            ident = "contexte_plus" if combattant.contexte > 0 else "contexte_moins"
        valeur, motif = signe(combattant.contexte), _reason(mots, combattant)
        made.append(mots.remplit(ident, q=mots.qui(rank), valeur=valeur, motif=motif))
    return made


def _reason(mots: _Scene, combattant: Combattant) -> list[Contenu]:
    """The reason of the circumstances, as typed."""
    if not combattant.contexte_motif:
        return []
    return mots.remplit("motif", motif=noeud("span", combattant.contexte_motif))


def _tries(mots: _Scene, defenseur: Defenseur) -> list[Contenu]:
    """What a defender does."""
    defense = mots.regles.defenses[defenseur.defense.type]
    if defense.sans_jet:
        return mots.remplit("sans_defense")
    return mots.remplit("tente", defense=grammaire.introduit(defense.prose))


def _guard(mots: _Scene, defenseur: Defenseur) -> list[list[Contenu]]:
    """What the only defender does, and what protects him."""
    opens = mots.defenseur(0, debut=True)
    tries = _tries(mots, defenseur)
    made = [mots.remplit("defense", D=opens, type=mots.type(defenseur), tente=tries)]
    protections = mots.protections(defenseur)
    if protections:
        worn = grammaire.enumeration(protections)
        made.append(mots.remplit("protections", protections=worn))
    return made


def _target(mots: _Scene, defenseur: Defenseur, rank: int) -> list[Contenu]:
    """One of several defenders, in one sentence."""
    things = [
        *mots.protections(defenseur),
        *mots.selon("effets_defenseur", defenseur.effets),
        *mots.selon("blessures", defenseur.blessures),
    ]
    avec = mots.remplit("avec", liste=grammaire.enumeration(things)) if things else []
    plus: list[Contenu] = []
    if defenseur.approche is not None:
        shown = mots.regles.types[defenseur.type].metamorphe
        ident = "par_metamorphe" if shown else "par"
        plus += mots.remplit(ident, element=mots.element(defenseur))
    if defenseur.contexte or defenseur.contexte_motif:
        motif = _reason(mots, defenseur)
        plus += mots.remplit("circonstances", valeur=signe(defenseur.contexte), motif=motif)
    return mots.remplit(
        "cible",
        D=mots.defenseur(rank, debut=True),
        type=mots.type(defenseur),
        avec=avec,
        tente=_tries(mots, defenseur),
        plus=plus,
    )
