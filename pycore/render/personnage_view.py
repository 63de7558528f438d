"""Fighters kept and brought back, as JSON values and as the page shows what went with them."""

from collections.abc import Iterable
from typing import Any

from pycore.nephilim.combat.personnage import VERSION, Abandon, Arrivee, Garde
from pycore.nephilim.combat.registre import Registre
from pycore.nephilim.rows import Regles
from pycore.operations import Json
from pycore.render.erreurs import erreurs, place
from pycore.render.link_view import reported
from pycore.render.view import Noeud, noeud, tree
from pycore.render.words import Mots


def kept_json(garde: Garde, regles: Regles) -> Json:
    """Write a fighter to be kept."""
    del regles
    return {"personnage": garde.personnage, "laisse": list(garde.laisse)}


def no_view(*_: Any) -> Json:
    """Show nothing of its own: the page says what it did."""
    return {}


def _sentence(mots: Mots, each: Abandon) -> str:
    if not each.table:
        return mots.dit(f"abandon.{each.motif}", champ=place(each.chemin, mots.regles.champs))
    return mots.dit(f"abandon.{each.motif}", nom=mots.nom(each.table, each.valeur))


def dropped_json(abandons: Iterable[Abandon], regles: Regles) -> list[Json]:
    """Write what of a fighter has no place on his side."""
    mots = Mots(regles)
    return [
        {"chemin": each.chemin, "valeur": each.valeur, "message": _sentence(mots, each)}
        for each in abandons
    ]


def dropped(abandons: Iterable[Abandon], regles: Regles) -> Noeud | None:
    """List what of a fighter has no place on his side; nothing where all has."""
    mots = Mots(regles)
    items = [noeud("li", _sentence(mots, each)) for each in abandons]
    return noeud("ul", *items, classe="abandons") if items else None


def placed_json(arrivee: Arrivee, regles: Regles) -> Json:
    """Write the scenario with a fighter in his place."""
    return {
        "scenario": arrivee.scenario,
        "abandons": dropped_json(arrivee.abandons, regles),
        "signale": erreurs(arrivee.fautes, regles.messages, regles.champs),
    }


def placed_view(arrivee: Arrivee, arrivant: object, regles: Regles) -> Json:
    """Show what of a fighter has no place on his side, and what of him was not right."""
    del arrivant
    nodes = [dropped(arrivee.abandons, regles), reported(arrivee.fautes, regles)]
    return {"personnage": [tree(each) for each in nodes if each is not None]}


def file_json(registre: Registre, regles: Regles) -> Json:
    """Write the fighters of a file, and the file as it would be exported."""
    made = list(registre.personnages)
    return {
        "personnages": made,
        "fichier": {"version": VERSION, "personnages": made},
        "signale": erreurs(registre.fautes, regles.messages, regles.champs),
    }


def file_view(registre: Registre, lot: object, regles: Regles) -> Json:
    """Say how many fighters were read, and what was wrong with the others."""
    del lot
    mots = Mots(regles)
    count = len(registre.personnages)
    said = mots.compte("personnages.lus", count) if count else mots.dit("personnages.aucun")
    nodes = [noeud("p", said), reported(registre.fautes, regles)]
    return {"personnages": [tree(each) for each in nodes if each is not None]}
