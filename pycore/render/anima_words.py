"""Words for Anima: two fighters named as the scenario names them, points de règle of the rows."""

from collections.abc import Iterable, Iterator

from pycore.anima.rows import Regles
from pycore.anima.totals import Total
from pycore.recorded import Pas, Terme
from pycore.render.french import nombre, typographie
from pycore.render.names import named
from pycore.render.view import Contenu, Noeud, noeud
from pycore.render.words import Mots, filled

COULEURS = ("attaquant", "defenseur")
"""The colour of each of two sides."""


class MotsDuel(Mots):
    """Words for two who face one another: {A} or {a} is the first, {D} or {d} the second."""

    regles: Regles

    def __init__(self, regles: Regles, cotes: tuple[str, str], noms: tuple[str, str]) -> None:
        """Keep the tables, what each side is called, and its name if one was typed."""
        super().__init__(regles)
        self.cotes = cotes
        self.noms = noms

    def qui(self, rang: int, *, debut: bool) -> Noeud:
        """Name of a side, in its colour."""
        said = self.noms[rang] or self.dit(f"nom.{self.cotes[rang]}")
        return named(said, COULEURS[rang], majuscule=debut)

    def remplit(self, texte: str, **mots: str) -> list[Contenu]:
        """Fill a sentence that may name both sides: {A} and {D} open it, {a} and {d} do not."""

        def word(key: str) -> Contenu:
            if key in mots:
                return mots[key]
            return self.qui("ad".index(key.lower()), debut=key.isupper())

        return filled(typographie(texte), word)

    def phrase(self, ident: str, **mots: str) -> list[Contenu]:
        """Fill a sentence of the data that may name both sides."""
        return self.remplit(self.regles.messages[ident].texte, **mots)


def cited(regles: Regles, steps: Iterable[Terme | Pas]) -> Iterator[str]:
    """Points de règle of the rows that a calculation names."""
    for step in steps:
        source = step.source if isinstance(step, Terme) else step.cause
        yield from getattr(getattr(regles, step.table)[source], "decisions", ())


def dice(des: Iterable[int]) -> str:
    """Write dice as they add up: "93 + 95 + 12"."""
    return " + ".join(nombre(de) for de in des)


def figures(pairs: Iterable[tuple[str, str]]) -> Noeud:
    """Figures with what each is, side by side."""
    items = (noeud("div", noeud("dt", name), noeud("dd", figure)) for name, figure in pairs)
    return noeud("dl", *items, classe="chiffres")


def labelled(label: Contenu, shown: Noeud, resultat: Noeud | None, classe: str = "") -> Noeud:
    """A line of the frame: whose it is, its figures, what it is if that is worth saying."""
    qui = noeud("span", label, classe=f"qui {classe}".strip())
    return noeud("div", qui, shown, resultat, classe="jet")


def thrown(mots: Mots, label: Contenu, total: Total, classe: str) -> Noeud:
    """A roll in figures: its dice, its total, and whether it was a fumble."""
    shown = figures(
        [
            (mots.dit("titre.jet"), dice(total.jet.des)),
            (mots.dit("titre.total"), nombre(total.total)),
        ]
    )
    failed = None
    if total.jet.maladresse:
        failed = noeud("span", mots.dit("mots.maladresse"), classe="resultat maladresse")
    return labelled(label, shown, failed, classe)
