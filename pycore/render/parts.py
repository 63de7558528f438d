"""What every result has in common: a roll in figures, a threshold term by term, rules cited."""

from collections.abc import Iterable

from pycore.nephilim.roll import CRITIQUE, Jet, Seuil
from pycore.recorded import Terme
from pycore.render.french import nombre, pourcentage, signe, typographie
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


def points(mots: Mots, cited: Iterable[str]) -> Noeud | None:
    """The points de règle that bear on an exchange, each once, in their order."""
    wanted = frozenset(cited)
    rows = [row for ident, row in mots.regles.points_de_regle.items() if ident in wanted]
    if not rows:
        return None
    items = [
        noeud(
            "div",
            noeud("dt", f"{row.id}. {typographie(row.nom)}"),
            noeud("dd", typographie(row.texte)),
        )
        for row in rows
    ]
    return noeud(
        "div",
        noeud("h5", mots.dit("titre.points")),
        noeud("dl", *items, classe="points"),
    )


def table(caption: str, heads: Iterable[str], rows: Iterable[Noeud]) -> Noeud:
    """A table with a caption and a head."""
    first, *figures = heads
    head = noeud(
        "tr",
        noeud("th", first, scope="col"),
        *(noeud("th", each, classe="nombre", scope="col") for each in figures),
    )
    return noeud(
        "table",
        noeud("caption", caption),
        noeud("thead", head),
        noeud("tbody", *rows),
        classe="table",
    )


def cause(mots: Mots, table: str, source: str, regle: str) -> Noeud:
    """The head of a row: what a figure comes from, with the section and the point de règle."""
    section = mots.section(table, source)
    said = f"{section} · {regle}" if regle else section
    return noeud(
        "th",
        mots.nom(table, source),
        noeud("small", said, classe="section"),
        scope="row",
    )


def terms(mots: Mots, ident: str, seuil: Seuil) -> Noeud:
    """What a threshold is made of, term by term."""

    def row(terme: Terme) -> Noeud:
        return noeud(
            "tr",
            cause(mots, terme.table, terme.source, terme.regle),
            noeud("td", signe(terme.valeur), classe="nombre"),
        )

    caption = mots.dit(ident, degres=nombre(seuil.degres), seuil=mots.pour_cent(seuil.seuil))
    heads = [mots.dit(f"colonne.{each}") for each in ("cause", "valeur")]
    return table(caption, heads, [row(terme) for terme in seuil.detail])


def bar(part: int, whole: int, classe: str = "") -> Noeud:
    """A bar as long as a share; the figure beside it says the same to who does not see it."""
    rect = noeud("rect", classe=f"barre-part {classe}".strip(), width=str(part), height="1")
    return noeud(
        "svg",
        rect,
        classe="barre-svg",
        viewBox=f"0 0 {whole} 1",
        preserveAspectRatio="none",
        aria_hidden="true",
        focusable="false",
    )


def chances_table(
    mots: Mots, ident: str, rows: Iterable[tuple[str, int, str]], whole: int
) -> Noeud:
    """Chances as a table: label, figure, bar. A row is a label, its count, a class for its bar."""

    def row(label: str, count: int, classe: str) -> Noeud:
        return noeud(
            "tr",
            noeud("th", label, scope="row"),
            noeud("td", pourcentage(count, whole), classe="nombre"),
            noeud("td", bar(count, whole, classe), classe="cellule-barre"),
        )

    return noeud(
        "table",
        noeud("caption", mots.dit(ident)),
        noeud("tbody", *(row(*each) for each in rows)),
        classe="table chances",
    )
