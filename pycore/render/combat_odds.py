"""Chances of a combat as JSON values and as the page shows them: figures, bars, "au moins n"."""

from typing import Any, NamedTuple

from pycore.nephilim.combat.facts import Resultat
from pycore.nephilim.combat.odds import PAIRS, Chances, ChancesEchange, Repartition, odds
from pycore.nephilim.combat.resolve import resolve
from pycore.nephilim.combat.scenario import VERSION, Scenario
from pycore.nephilim.rows import Regles
from pycore.render.combat_json import REGLE
from pycore.render.combat_words import MotsCombat
from pycore.render.french import rapport
from pycore.render.parts import amounts_table, chances_table
from pycore.render.view import Noeud, noeud, tree

FIGURES = ("touche", "blesse", "defense_reussie", "critique", "maladresse")
COULEURS = {"touche": "attaquant", "defense_reussie": "defenseur", "maladresse": "echec"}


class Bilan(NamedTuple):
    """Chances, and the result that the dice gave in the end."""

    chances: Chances
    resultat: Resultat


def weigh(scenario: Scenario, regles: Regles) -> Bilan:
    """Count the chances of a combat and resolve it. Raises ``RefusedError`` as ``resolve`` does."""
    return Bilan(odds(scenario, regles), resolve(scenario, regles))


def _exchange_json(echange: ChancesEchange) -> dict[str, Any]:
    amounts = ("physiques", "magiques", "total")
    return {
        key: {str(amount): count for amount, count in value.items()} if key in amounts else value
        for key, value in echange._asdict().items()
    }


def odds_json(chances: Chances, regles: Regles) -> dict[str, Any]:
    """Write the chances of a combat; big integers travel as text (combat.md §12)."""
    del regles
    return {
        "version": VERSION,
        "regle": REGLE,
        "denominateur": PAIRS,
        "echanges": [_exchange_json(each) for each in chances.echanges],
        "cumul": {
            "denominateur": str(chances.cumul.denominateur),
            "total": {str(k): str(count) for k, count in chances.cumul.total.items()},
        },
    }


def weighed_json(bilan: Bilan, regles: Regles) -> dict[str, Any]:
    """Write the chances of a combat that was resolved."""
    return odds_json(bilan.chances, regles)


def odds_view(chances: Chances, scenario: Scenario, regles: Regles) -> dict[str, Any]:
    """Show the chances before any roll."""
    return _view(chances, None, MotsCombat(regles, scenario))


def weighed_view(bilan: Bilan, scenario: Scenario, regles: Regles) -> dict[str, Any]:
    """Show the chances with the actual result marked on them."""
    return _view(bilan.chances, bilan.resultat, MotsCombat(regles, scenario))


def _view(chances: Chances, resultat: Resultat | None, mots: MotsCombat) -> dict[str, Any]:
    several = len(chances.echanges) > 1
    nodes = []
    for rank, each in enumerate(chances.echanges):
        got = None if resultat is None else resultat.echanges[rank].total
        nodes.append(_exchange(mots, each, got, several=several))
    if several:
        got = None if resultat is None else sum(each.total for each in resultat.echanges)
        cumul = chances.cumul
        nodes.append(
            noeud(
                "section",
                _mean(mots, cumul.total, cumul.denominateur),
                amounts_table(mots, "chances.cumul", cumul.total, cumul.denominateur, got),
                classe="chances-echange",
            )
        )
    return {"chances": [tree(each) for each in nodes]}


def _exchange(
    mots: MotsCombat, echange: ChancesEchange, got: int | None, *, several: bool
) -> Noeud:
    """The chances of one exchange."""
    title: list[Any] = []
    if several and len(mots.scenario.defenseurs) > 1:
        title = mots.phrase("chances.titre", echange.defenseur)
    elif several:
        title = [mots.dit("chances.attaque", rang=echange.attaque + 1)]
    rows = [
        (mots.dit(f"chances.{key}"), getattr(echange, key), COULEURS.get(key, ""))
        for key in FIGURES
    ]
    return noeud(
        "section",
        noeud("h4", *title) if title else None,
        chances_table(mots, "titre.chances_paires", rows, PAIRS),
        _mean(mots, echange.total, PAIRS),
        amounts_table(mots, "chances.repartition", echange.total, PAIRS, got),
        _components(mots, echange),
        classe="chances-echange",
    )


def _mean(mots: MotsCombat, amounts: Repartition, whole: int) -> Noeud:
    """Mean damage, to a hundredth."""
    total = sum(amount * count for amount, count in amounts.items())
    return noeud("p", mots.dit("chances.moyenne", nombre=rapport(total, whole, 2)))


def _components(mots: MotsCombat, echange: ChancesEchange) -> Noeud | None:
    """Physical and magical damage apart, where both can come."""
    if set(echange.magiques) == {0}:
        return None
    return noeud(
        "details",
        noeud("summary", f"{mots.dit('titre.phys')} / {mots.dit('titre.mag')}"),
        amounts_table(mots, "chances.physiques", echange.physiques, PAIRS, None, "phys"),
        amounts_table(mots, "chances.magiques", echange.magiques, PAIRS, None, "mag"),
        classe="detail",
    )
