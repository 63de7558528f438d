"""What every result has in common: sums term by term, calculations, rules cited, chances."""

from collections.abc import Iterable, Mapping

from pycore.recorded import Pas, Terme
from pycore.render.french import nombre, pourcentage, signe, typographie
from pycore.render.view import Contenu, Noeud, noeud
from pycore.render.words import Mots

MOST_ROWS = 40
"""Amounts shown one by one; beyond, the tail stands in "au moins" alone."""


def points(mots: Mots, cited: Iterable[str]) -> Noeud | None:
    """The points de règle that bear on an exchange, each once, in their order."""
    wanted = frozenset(cited)
    rows = [row for ident, row in mots.regles.points_de_regle.items() if ident in wanted]
    if not rows:
        return None
    items = [
        noeud(
            "div",
            noeud("dt", mots.dit("mots.point", id=row.id, nom=typographie(row.nom))),
            noeud("dd", typographie(row.texte), _link(mots, row.source)),
        )
        for row in rows
    ]
    return noeud(
        "div",
        noeud("h5", mots.dit("titre.points")),
        noeud("dl", *items, classe="points"),
    )


def _link(mots: Mots, ident: str) -> Noeud:
    """Lead to the section of the wiki; where the page is no wiki, the words alone remain."""
    source = mots.regles.sources[ident]
    said = f"{source.article}, {typographie(source.nom)}"
    return noeud("a", said, classe="renvoi", data_article=source.article, data_ancre=source.ancre)


def table(caption: Contenu, heads: Iterable[str], rows: Iterable[Noeud]) -> Noeud:
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


def terms_table(
    mots: Mots, caption: Contenu, termes: Iterable[Terme], unite: str = "valeur"
) -> Noeud:
    """A sum, term by term: where each figure comes from, and how much of what."""

    def row(terme: Terme) -> Noeud:
        return noeud(
            "tr",
            cause(mots, terme.table, terme.source, terme.regle),
            noeud("td", signe(terme.valeur), classe="nombre"),
        )

    heads = [mots.dit(f"colonne.{each}") for each in ("cause", unite)]
    return table(caption, heads, [row(terme) for terme in termes])


def steps_table(mots: Mots, caption: str, steps: Iterable[Pas]) -> Noeud:
    """A calculation, step by step, with the running total."""

    def row(pas: Pas) -> Noeud:
        done = (
            signe(pas.valeur)
            if pas.operation == "ajout"
            else mots.dit(f"operation.{pas.operation}", valeur=nombre(pas.valeur))
        )
        return noeud(
            "tr",
            cause(mots, pas.table, pas.cause, pas.regle),
            noeud("td", done, classe="nombre"),
            noeud("td", nombre(pas.total), classe="nombre"),
        )

    heads = [mots.dit(f"colonne.{each}") for each in ("cause", "effet", "total")]
    return table(caption, heads, [row(pas) for pas in steps])


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


def _at_least(amounts: Mapping[int, int]) -> Iterable[tuple[int, int, int]]:
    """Each amount, its count, and the count of that much or more."""
    left = sum(amounts.values())
    for amount, count in sorted(amounts.items()):
        yield amount, count, left
        left -= count


def amounts_table(
    mots: Mots,
    ident: str,
    amounts: Mapping[int, int],
    whole: int,
    got: int | None,
    classe: str = "total",
) -> Noeud:
    """Damage as a chart that reads as a table: amount, chance, at least that much, bar."""

    def row(amount: int, count: int, more: int) -> Noeud:
        reached = amount == got
        head = noeud(
            "th",
            nombre(amount),
            noeud("em", f" {mots.dit('chances.obtenu')}") if reached else None,
            scope="row",
        )
        share = count * 1000 // whole
        return noeud(
            "tr",
            head,
            noeud("td", pourcentage(count, whole), classe="nombre"),
            noeud("td", pourcentage(more, whole), classe="nombre"),
            noeud("td", bar(max(share, 1), 1000, classe), classe="cellule-barre"),
            classe="obtenu" if reached else "",
        )

    listed = list(_at_least(amounts))[:MOST_ROWS]
    heads = [mots.dit(f"chances.{key}") for key in ("dommages", "chance", "au_moins")]
    return noeud(
        "table",
        noeud("caption", mots.dit(ident)),
        noeud(
            "thead",
            noeud(
                "tr",
                noeud("th", heads[0], scope="col"),
                *(noeud("th", each, scope="col", classe="nombre") for each in heads[1:]),
                noeud("td"),
            ),
        ),
        noeud("tbody", *(row(*each) for each in listed)),
        classe="table chances",
    )
