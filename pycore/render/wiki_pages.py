"""The pages of the wiki that the data makes: one per table, one per point de règle, the matrix."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from pycore.nephilim.rows import Regles
from pycore.render import anima_tables, wikitext
from pycore.render.french import typographie
from pycore.render.tableau import Tableau
from pycore.render.tables import point_links, point_name, source_link, table_of, tableau_of
from pycore.render.wiki_words import MotsWiki
from pycore.rows import Encart, PointDeRegle
from pycore.wiki import box_page

_NUMBER = re.compile(r"\{(\w+)\}")


class PageWiki(NamedTuple):
    """A page: its title, the file of data behind it, the row if it shows one alone, its text."""

    titre: str
    fichier: str
    ligne: str
    texte: str


def pages(regles: Any) -> tuple[PageWiki, ...]:
    """Make every page, in the order of the files. Raises ``DataError`` if a word is missing."""
    return tuple(
        page
        for fichier_id, fichier in regles.fichiers.items()
        for page in _MAKERS.get(fichier.table, _table)(regles, fichier_id)
    )


def wikitext_of(regles: Any, fichier_id: str) -> str:
    """Write the page of a file of data (``nephilim/armes_melee``); "" if it has none.

    For points de règle it is the page that shows them all; for boxes with a page each, their text
    one after the other. Raises ``DataError`` if a word is missing.
    """
    fichier = regles.fichiers[fichier_id]
    made = list(_MAKERS.get(fichier.table, _table)(regles, fichier_id))
    whole = [page.texte for page in made if not page.ligne]
    return "\n".join(whole or [page.texte for page in made])


def _page(mots: MotsWiki, titre: str, fichier_id: str, ligne: str, body: str) -> PageWiki:
    notice = mots.mot("wiki.notice", fichier=f"data/{fichier_id}.toml")
    texte = wikitext.page(notice, body, mots.mot("wiki.categorie"))
    return PageWiki(titre, fichier_id, ligne, texte)


def _body(mots: MotsWiki, tableau: Tableau) -> str:
    """Write a table with its source below it."""
    body = wikitext.table(tableau, mots.mot("wiki.points"))
    if tableau.source is not None:
        body += f"\n{_source(mots, wikitext.link(tableau.source))}"
    return body


def _with_table(
    regles: Any, fichier_id: str, make: Callable[[Any, str], Tableau]
) -> Iterator[PageWiki]:
    titre = regles.fichiers[fichier_id].entete.page
    if not titre:
        return
    mots = MotsWiki(regles)
    yield _page(mots, titre, fichier_id, "", _body(mots, make(regles, fichier_id)))


def _with_rows(
    regles: Any, fichier_id: str, make: Callable[[Any, Any], Tableau]
) -> Iterator[PageWiki]:
    """A page with a table for each row of a file."""
    mots = MotsWiki(regles)
    fichier = regles.fichiers[fichier_id]
    for ident in fichier.lignes:
        row = getattr(regles, fichier.table)[ident]
        yield _page(mots, row.page, fichier_id, ident, _body(mots, make(regles, row)))


def _table(regles: Any, fichier_id: str) -> Iterator[PageWiki]:
    return _with_table(regles, fichier_id, table_of)


def _composed(regles: Regles, fichier_id: str) -> Iterator[PageWiki]:
    return _with_table(regles, fichier_id, tableau_of)


def _source(mots: MotsWiki, written: str) -> str:
    return f"{wikitext.escape(mots.mot('wiki.source'))} {written}"


def _point(mots: MotsWiki, row: PointDeRegle) -> list[str]:
    """Lines of the box of a point de règle."""
    return [
        f"'''{wikitext.escape(point_name(mots.regles, row))}'''",
        wikitext.term(mots.mot("wiki.definition")),
        wikitext.escape(typographie(row.texte)),
        "",
        *_foot(mots, row.source),
    ]


def _foot(mots: MotsWiki, source: str) -> list[str]:
    found = source_link(mots.regles, source)
    return [] if found is None else [_source(mots, wikitext.link(found))]


def _encart(mots: MotsWiki, row: Encart) -> list[str]:
    """Lines of a box with lists."""

    def said(texte: str) -> str:
        return _numbers(mots.regles, typographie(texte))

    lines = [
        f"'''{wikitext.escape(typographie(row.nom))}'''",
        wikitext.term(mots.mot("wiki.definition")),
        wikitext.escape(said(row.definition)),
    ]
    for partie in row.parties:
        lines.append(wikitext.term(typographie(f"{partie.titre} :")))
        lines += [wikitext.bullet(said(each), numbered=partie.numerotee) for each in partie.lignes]
    if row.exemple:
        lines += [wikitext.term(mots.mot("wiki.exemple")), wikitext.escape(said(row.exemple))]
    cited = point_links(mots.regles, row.decisions)
    if cited:
        links = ", ".join(wikitext.link(each) for each in cited)
        lines += ["", f"{wikitext.escape(mots.mot('wiki.points'))} {links}"]
    return [*lines, "", *_foot(mots, row.source)]


def _numbers(regles: Regles, texte: str) -> str:
    """Put the value of a number of the rules in place of its id; other braces stay."""

    def value(found: re.Match[str]) -> str:
        row = regles.constantes.get(found[1])
        return found[0] if row is None else str(row.valeur)

    return _NUMBER.sub(value, texte)


def _encarts(regles: Regles, fichier_id: str) -> Iterator[PageWiki]:
    mots = MotsWiki(regles)
    for ident in regles.fichiers[fichier_id].lignes:
        row = regles.encarts[ident]
        body = wikitext.box(mots.mot("wiki.modele"), _encart(mots, row))
        yield _page(mots, row.page, fichier_id, ident, body)


def _points(regles: Regles, fichier_id: str) -> Iterator[PageWiki]:
    """The page that shows every box, those with lists first; then a page per point."""
    fichier = regles.fichiers[fichier_id]
    titre = fichier.entete.page
    if not titre:
        return
    mots = MotsWiki(regles)
    titles = [row.page for row in regles.encarts.values()]
    titles += [box_page(titre, ident) for ident in fichier.lignes]
    body = "\n".join(wikitext.transclude(each) for each in titles)
    yield _page(mots, titre, fichier_id, "", body)
    for ident in fichier.lignes:
        row = regles.points_de_regle[ident]
        made = wikitext.box(mots.mot("wiki.modele"), _point(mots, row))
        yield _page(mots, box_page(titre, ident), fichier_id, ident, made)


def _damage(regles: Any, fichier_id: str) -> Iterator[PageWiki]:
    return _with_rows(regles, fichier_id, anima_tables.damage_table)


def _counter(regles: Any, fichier_id: str) -> Iterator[PageWiki]:
    return _with_rows(regles, fichier_id, anima_tables.counter_table)


_MAKERS: Mapping[str, Callable[[Any, str], Iterator[PageWiki]]] = {
    "encarts": _encarts,
    "points_de_regle": _points,
    "oppositions": _composed,
    "seuils": _composed,
    "baremes_degats": _damage,
    "baremes_contre": _counter,
}
"""How a table of the data becomes pages, where it is not one table with columns."""
