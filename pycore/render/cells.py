"""Cells that say more than one field: what an effect brings, what a defence does, who may use it.

Every figure in them is the rules' own, so that a table cannot say another than the calculator.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from pycore.nephilim.figures import Blessure, KaFeu, Munition, TypeCombattant
from pycore.nephilim.moves import Apport, Defense, Effet, Issue, Manoeuvre
from pycore.nephilim.rows import Marge
from pycore.render.french import nombre, signe
from pycore.render.tableau import Cellule
from pycore.render.wiki_words import MotsWiki


def _consequence(mots: MotsWiki, ident: str) -> str:
    """Name a consequence in the middle of a sentence."""
    nom = mots.nom("consequences", ident)
    return nom[:1].lower() + nom[1:]


def _apport(mots: MotsWiki, apport: Apport) -> str:
    """Say one thing that an effect or a manœuvre changes, and when."""
    ident = f"apport.{apport.cible}"
    by_component = f"{ident}.{apport.composante}"
    if by_component in mots.regles.messages:
        ident = by_component
    elif apport.consequence and apport.valeur:
        ident = f"{ident}_chiffree"
    row = mots.regles.manoeuvres.get(apport.manoeuvre)
    said = mots.accord(
        ident,
        apport.valeur,
        valeur=signe(apport.valeur),
        nombre=nombre(apport.valeur),
        avant=signe(row.modificateur) if row else "",
        manoeuvre=mots.nom("manoeuvres", row.id) if row else "",
        consequence=_consequence(mots, apport.consequence) if apport.consequence else "",
        qui=mots.mot(f"mot.{apport.subit}") if apport.subit else "",
    )
    if apport.si == "toujours":
        return said
    return mots.mot("table.condition", texte=said, condition=mots.mot(f"si.{apport.si}"))


def _effet(mots: MotsWiki, row: Effet) -> Cellule:
    return Cellule(mots.phrases(_apport(mots, each) for each in row.apports))


def _manoeuvre(mots: MotsWiki, row: Manoeuvre) -> Cellule:
    def parts() -> Iterator[str]:
        if row.attaques > 1:
            yield mots.mot("table.attaques", nombre=nombre(row.attaques))
        if row.force_simulacre:
            yield mots.mot("table.force_simulacre")
        if row.sans_degats:
            yield mots.mot("table.sans_degats")
        for each in row.apports:
            yield _apport(mots, each)

    return Cellule(mots.phrases(parts()))


def _issue(mots: MotsWiki, issue: Issue) -> Iterator[str]:
    """Say what a defence does to the damage; both components at once where they change alike."""
    if issue.annule:
        yield mots.mot("table.annule")
    elif issue.physiques == issue.magiques != 0:
        yield _damage(mots, "toutes", issue.physiques)
    else:
        for component in ("physiques", "magiques"):
            valeur = getattr(issue, component)
            if valeur:
                yield _damage(mots, component, valeur)


def _damage(mots: MotsWiki, component: str, valeur: int) -> str:
    return mots.accord(f"table.dommages_{component}", valeur, valeur=signe(valeur))


def _reussie(mots: MotsWiki, row: Defense) -> Cellule:
    def parts() -> Iterator[str]:
        if row.sans_jet:
            yield mots.mot("table.sans_jet")
            return
        if row.reussie == Issue():
            yield mots.mot("table.dommages_inchanges")
        yield from _issue(mots, row.reussie)
        for suite in row.consequences:
            yield mots.mot(
                "apport.consequence",
                consequence=_consequence(mots, suite.consequence),
                qui=mots.mot(f"mot.{suite.subit}"),
            )

    return Cellule(mots.phrases(parts()))


def _ratee(mots: MotsWiki, row: Defense) -> Cellule:
    return Cellule(mots.phrases(_issue(mots, row.ratee)))


def _elements(mots: MotsWiki, row: Manoeuvre | Defense) -> Cellule:
    """Name the elements allowed; "all" are those of a Nephilim."""
    every = {each.id for each in mots.regles.elements.values() if not each.toute_manoeuvre}
    if every and every <= set(row.elements):
        return Cellule(mots.mot("table.tous_elements"))
    return Cellule(mots.liste(mots.nom("elements", each) for each in row.elements))


def _armes(mots: MotsWiki, row: Munition) -> Cellule:
    if row.toutes_armes:
        return Cellule(mots.mot("table.toutes_armes"))
    firearms = {each.id for each in mots.regles.armes.values() if each.arme_a_feu}
    if firearms and firearms == set(row.armes):
        return Cellule(mots.mot("table.toutes_armes_a_feu"))
    return Cellule(mots.liste(mots.nom("armes", each) for each in row.armes))


def _initiative(mots: MotsWiki, row: TypeCombattant) -> Cellule:
    """Say what the initiative of an attacker comes from; who never attacks has none."""
    if "attaquant" not in row.cotes:
        return Cellule(mots.mot("table.vide"))
    if row.initiative is None:
        return Cellule(mots.mot("table.initiative_saisie"))
    facteur = row.initiative.facteur
    ident = "table.initiative" if facteur > 1 else "table.initiative_simple"
    element = mots.nom("elements", row.initiative.element)
    return Cellule(mots.mot(ident, facteur=nombre(facteur), element=element))


def _menace(mots: MotsWiki, row: TypeCombattant) -> Cellule:
    return Cellule(mots.mot("table.vecu_ou_menace" if row.menace else "table.vecu"))


def _malus(mots: MotsWiki, row: Blessure) -> Cellule:
    del mots
    return Cellule(signe(-row.malus), -row.malus)


def _range(mots: MotsWiki, minimum: int, minima: Iterable[int]) -> str:
    """Say the numbers of a rank: from its smallest to the one before the next rank's."""
    least = nombre(minimum)
    above = [each for each in minima if each > minimum]
    if not above:
        return mots.mot("table.plage_derniere", minimum=least)
    most = min(above) - 1
    if most == minimum:
        return least
    return mots.mot("table.plage", minimum=least, maximum=nombre(most))


def _marge(mots: MotsWiki, row: Marge) -> Cellule:
    if row.critique:
        return Cellule(mots.mot("table.marge_critique"))
    ranks = (each.minimum for each in mots.regles.marges.values() if not each.critique)
    return Cellule(_range(mots, row.minimum, ranks))


def _ka_feu(mots: MotsWiki, row: KaFeu) -> Cellule:
    ranks = (each.minimum for each in mots.regles.ka_feu.values())
    return Cellule(_range(mots, row.minimum, ranks))


COMPOSED: Mapping[tuple[type, str], Callable[[MotsWiki, Any], Cellule]] = {
    (TypeCombattant, "initiative"): _initiative,
    (TypeCombattant, "menace"): _menace,
    (Manoeuvre, "elements"): _elements,
    (Manoeuvre, "apports"): _manoeuvre,
    (Munition, "armes"): _armes,
    (Defense, "elements"): _elements,
    (Defense, "reussie"): _reussie,
    (Defense, "ratee"): _ratee,
    (Effet, "apports"): _effet,
    (Blessure, "malus"): _malus,
    (Marge, "minimum"): _marge,
    (KaFeu, "minimum"): _ka_feu,
}
"""Fields that are not written as their kind is: by type of row and name of field."""
