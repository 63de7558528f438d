"""A link written or opened, as JSON values and as the page shows it."""

from collections.abc import Iterable
from typing import Any

from pycore.errors import Faute
from pycore.link import Lien, Ouverture
from pycore.operations import Json
from pycore.render.erreurs import erreurs, place
from pycore.render.view import Noeud, noeud, tree
from pycore.render.words import Mots


def link_view(lien: Lien, depart: object, tables: Any) -> Json:
    """Say what a link does not carry, if anything."""
    del depart
    if not lien.laisse:
        return {"lien": []}
    mots = Mots(tables)
    items = [noeud("li", place(each, tables.champs)) for each in lien.laisse]
    nodes = [noeud("p", mots.dit("lien.laisse")), noeud("ul", *items, classe="signale")]
    return {"lien": [tree(each) for each in nodes]}


def opened_json(ouverture: Ouverture, tables: Any) -> Json:
    """Write what a link brought."""
    said = erreurs(ouverture.fautes, tables.messages, tables.champs)
    return {"scenario": ouverture.scenario, "signale": said}


def opened_view(ouverture: Ouverture, arrivee: object, tables: Any) -> Json:
    """Say that a link was opened, and what of it was not read."""
    del arrivee
    ident = "lien.ouvert_en_partie" if ouverture.fautes else "lien.ouvert"
    nodes = [noeud("p", Mots(tables).dit(ident)), reported(ouverture.fautes, tables)]
    return {"ouverture": [tree(each) for each in nodes if each is not None]}


def reported(fautes: Iterable[Faute], tables: Any) -> Noeud | None:
    """List what could not be read, each in a sentence; nothing where there is none."""
    said = erreurs(fautes, tables.messages, tables.champs)
    items = [noeud("li", each["message"]) for each in said]
    return noeud("ul", *items, classe="signale") if items else None
