"""A roll of Nephilim Légende in figures, and its threshold term by term."""

from pycore.nephilim.roll import CRITIQUE, Jet, Seuil
from pycore.render.french import nombre
from pycore.render.parts import terms_table
from pycore.render.view import Noeud, noeud
from pycore.render.words import Mots


def roll(mots: Mots, label: str, jet: Jet, classe: str) -> Noeud:
    """A roll in figures: roll, threshold, margin, result."""
    issue = jet.issue
    marge = "—" if issue.marge is None else nombre(issue.marge)
    if issue.resultat == CRITIQUE:
        marge = mots.dit("mots.legendaire", marge=marge)
    figures = [
        (mots.dit("titre.jet"), nombre(jet.jet)),
        (mots.dit("titre.seuil"), mots.pour_cent(jet.seuil.seuil)),
        (mots.dit("titre.marge"), marge),
    ]
    return noeud(
        "div",
        noeud("span", label, classe=f"qui {classe}"),
        noeud(
            "dl",
            *(noeud("div", noeud("dt", name), noeud("dd", figure)) for name, figure in figures),
            classe="chiffres",
        ),
        noeud("span", mots.nom("resultats", issue.resultat), classe=f"resultat {issue.resultat}"),
        classe="jet",
    )


def terms(mots: Mots, ident: str, seuil: Seuil, **words: str) -> Noeud:
    """What a threshold is made of, term by term; below 0 degrees it stops at 0, and says so."""
    said = f"{ident}_nul" if seuil.degres < 0 else ident
    figures = {"degres": nombre(seuil.degres), "seuil": mots.pour_cent(seuil.seuil)}
    return terms_table(mots, mots.dit(said, **figures, **words), seuil.detail)


def margin_terms(mots: Mots, ident: str, jet: Jet) -> Noeud | None:
    """What a margin is made of, where the roll succeeds."""
    if jet.issue.marge is None:
        return None
    return terms_table(mots, mots.dit(ident, marge=nombre(jet.issue.marge)), jet.detail_marge)
