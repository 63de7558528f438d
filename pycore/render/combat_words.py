"""Who and what a combat speaks of: names in their colour, rows by id, sentences with names."""

from pycore.nephilim.combat.facts import Consequence, Echange, Resultat
from pycore.nephilim.combat.scenario import Scenario
from pycore.nephilim.roll import CRITIQUE, MALADRESSE
from pycore.nephilim.rows import Regles
from pycore.render.french import nombre, typographie
from pycore.render.names import named
from pycore.render.view import Contenu, Noeud, noeud
from pycore.render.words import Mots, filled


class MotsCombat(Mots):
    """Words for a combat: who fights is named as the scenario names him."""

    def __init__(self, regles: Regles, scenario: Scenario) -> None:
        """Keep the tables and the scenario."""
        super().__init__(regles)
        self.scenario = scenario

    def attaquant(self, *, debut: bool) -> Noeud:
        """Name of the attacker, in his colour."""
        typed = self.scenario.attaquant.nom
        return named(typed or self.dit("nom.attaquant"), "attaquant", majuscule=debut)

    def defenseur(self, rank: int, *, debut: bool) -> Noeud:
        """Name of a defender, in his colour; numbered where there are several without a name."""
        typed = self.scenario.defenseurs[rank].nom
        several = len(self.scenario.defenseurs) > 1
        said = self.dit("nom.defenseur_n" if several else "nom.defenseur", rang=rank + 1)
        return named(typed or said, "defenseur", majuscule=debut)

    def phrase(self, ident: str, defenseur: int, **mots: str) -> list[Contenu]:
        """Fill a sentence that names the fighters: {A} and {D} open it, {a} and {d} do not."""

        def word(key: str) -> Contenu:
            if key in "Aa":
                return self.attaquant(debut=key == "A")
            if key in "Dd":
                return self.defenseur(defenseur, debut=key == "D")
            return mots[key]

        return filled(typographie(self.regles.messages[ident].texte), word)


def _main_consequence(echange: Echange) -> Consequence | None:
    """What a won attack without damage leads to, if anything."""
    return next((each for each in echange.consequences if each.cible == "defenseur"), None)


def verdict(mots: MotsCombat, resultat: Resultat) -> Noeud:
    """Say in one sentence what the combat came to, and that it was critical where it was."""
    if len(resultat.echanges) > 1:
        return noeud("p", *_several(mots, resultat.echanges))
    (echange,) = resultat.echanges
    attaque = resultat.attaques[echange.attaque].issue.resultat
    said = _single(mots, echange, maladresse=attaque == MALADRESSE)
    defense = echange.defense
    if echange.attaque_gagne and attaque == CRITIQUE:
        said = [mots.dit("verdict.critique") + " ", *said]
    elif defense is not None and defense.reussie and defense.jet.issue.resultat == CRITIQUE:
        said = [mots.dit("verdict.critique_defense") + " ", *said]
    if defense is not None and defense.jet.issue.resultat == MALADRESSE:
        said += [" ", mots.dit("verdict.maladresse_defense")]
    return noeud("p", *said)


def _several(mots: MotsCombat, echanges: tuple[Echange, ...]) -> list[Contenu]:
    """Count the blows that won; or those that wound, where some of these were parried."""
    counted = "cibles" if len(mots.scenario.defenseurs) > 1 else "attaques"
    parried = any(each.total and not each.attaque_gagne for each in echanges)
    ident = f"verdict.plusieurs_{counted}" + ("_blessent" if parried else "")
    told = sum(bool(each.total) if parried else each.attaque_gagne for each in echanges)
    return mots.phrase(
        ident,
        0,
        touches=mots.compte(f"mots.{counted}", told),
        cibles=nombre(len(echanges)),
        dommages=_damage(mots, sum(each.total for each in echanges)),
    )


def _damage(mots: MotsCombat, total: int) -> str:
    return mots.compte("mots.dommages", total) if total else mots.dit("mots.aucun_dommage")


def _earned(mots: MotsCombat, echange: Echange) -> bool:
    """Tell whether a defence has won what it leads to; an effect's consequences are not its own."""
    if echange.defense is None:
        return False
    own = {each.consequence for each in mots.regles.defenses[echange.defense.type].consequences}
    return any(each.code in own for each in echange.consequences)


def _single(mots: MotsCombat, echange: Echange, *, maladresse: bool) -> list[Contenu]:
    who = echange.defenseur
    dommages = _damage(mots, echange.total)
    if echange.attaque_gagne:
        suite = _main_consequence(echange)
        if echange.total:
            return mots.phrase("verdict.touche", who, dommages=dommages)
        if suite is not None and not echange.physiques.bruts:
            nom = mots.nom("consequences", suite.code)
            return mots.phrase("verdict.prise", who, suite=nom[:1].lower() + nom[1:])
        return mots.phrase("verdict.touche_sans_mal", who)
    if echange.defense is not None and echange.defense.reussie:
        ident = "verdict.defense_blesse" if echange.total else "verdict.defense"
        return mots.phrase(ident, who, dommages=dommages)
    if _earned(mots, echange):
        ident = "verdict.maladresse_riposte" if maladresse else "verdict.echec_riposte"
        return mots.phrase(ident, who)
    return mots.phrase("verdict.maladresse" if maladresse else "verdict.echec", who)
