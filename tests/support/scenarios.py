"""Hypothesis strategies: random scenarios that the rules accept, in every mode.

Everything is drawn from the tables, so that a row added to `data/` is drawn too. Numbers that the
rules bound by a constant (a degree of 0 to 30) stand here as the specification gives them.
"""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from pycore import api
from pycore.donnees import nephilim

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hypothesis.strategies import DrawFn, SearchStrategy

    from pycore.nephilim.figures import Arme, Cadence, TypeCombattant
    from pycore.nephilim.moves import Defense, Effet, Manoeuvre
    from pycore.nephilim.rows import Regles

Json = dict[str, Any]

DICE = st.integers(0, 100)
FEW, MOST = 3, 12  # defenders drawn usually, and now and then


USUAL = (
    *("le Rouge", "Le Comte", "le Hibou", "les Frères", "Les Ombres", "la Dame", "l’Ombre"),
    *("LE LOUP", "le  Gris", "Un inconnu", "une ombre", "des brutes", "d’Artagnan", "hans"),
    *("Monsieur X.", "Mme H.", "Qui va là ?", "Taïaut !", "L’Autre…", "les Trois.", "élise d’Ys"),
)
"""Names as people type them: with an article, without a capital, with a sign at the end."""


def names(maximum: int = 60) -> SearchStrategy[str]:
    """Names that people type, and text of any characters, lone surrogates and NUL among them."""
    return st.one_of(st.sampled_from(USUAL), st.text(st.characters(), max_size=maximum))


def _subset(idents: Iterable[str], maximum: int = 4) -> SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(list(idents)), unique=True, max_size=maximum)


def _some(draw: DrawFn, **strategies: SearchStrategy[Any]) -> Json:
    """Draw some of these keys: any may be left out."""
    made: Json = draw(st.fixed_dictionaries({}, optional=strategies))
    return made


def _element(
    draw: DrawFn, ligne: TypeCombattant, permis: tuple[str, ...], *, jet: bool, regles: Regles
) -> str | None:
    """An element that this fighter may declare here, or nothing."""
    fits = [
        ident
        for ident in ligne.elements
        if ident in permis or (jet and regles.elements[ident].toute_manoeuvre)
    ]
    return draw(st.sampled_from([None, *fits]))


def _fighter(draw: DrawFn, cote: str, regles: Regles) -> tuple[Json, TypeCombattant]:
    """What attacker and defender share."""
    ligne = draw(st.sampled_from([each for each in regles.types.values() if cote in each.cotes]))
    scores = st.fixed_dictionaries({}, optional=dict.fromkeys(ligne.elements, st.integers(0, 30)))
    plus = st.integers(0, 10 if ligne.metamorphe else 0)
    fighter = {"type": ligne.id, "degre": draw(st.integers(0, 30)), "ka": draw(scores)}
    fighter |= _some(
        draw,
        nom=names(),
        source=st.sampled_from(["vecu", "menace"] if ligne.menace else ["vecu"]),
        blessures=_subset(regles.blessures),
        metamorphe=plus,
        stase=plus,
        mnemos=plus,
        contexte=st.integers(-10, 10),
        contexte_motif=names(80),
        report=st.one_of(st.integers(-10, 10), st.integers(-200, 200)),
        protection=st.sampled_from(list(regles.protections)),
        bouclier=st.sampled_from([None, *regles.boucliers]),
    )
    return fighter, ligne


def _effects(draw: DrawFn, table: dict[str, Effet], manoeuvre: Manoeuvre) -> list[str]:
    fits = [ident for ident, row in table.items() if set(row.portees) & set(manoeuvre.portees)]
    return draw(_subset(fits))


def _attacker(draw: DrawFn, manoeuvre: Manoeuvre, regles: Regles) -> Json:
    made, ligne = _fighter(draw, "attaquant", regles)
    made["approche"] = _element(draw, ligne, manoeuvre.elements, jet=True, regles=regles)
    if ligne.initiative is None:
        made |= _some(draw, initiative=st.integers(0, 60))
    made["effets"] = _effects(draw, dict(regles.effets_attaquant), manoeuvre)
    return made


def _parry(draw: DrawFn, defense: Defense, attaques: int, bouclier: str | None) -> Json:
    made: Json = {"type": defense.id}
    if not defense.sans_jet:
        ranks = st.lists(st.integers(1, 10), min_size=attaques, max_size=attaques)
        made |= _some(draw, numeros=ranks, rang_sans_malus=st.booleans())
    if defense.demande == "objet_ou_bouclier":
        made["objet"] = True if bouclier is None else draw(st.booleans())
    elif defense.demande:
        made[defense.demande] = True
    return made


def _defender(draw: DrawFn, manoeuvre: Manoeuvre, regles: Regles) -> Json:
    made, ligne = _fighter(draw, "defenseur", regles)
    fits = [each for each in regles.defenses.values() if manoeuvre.defenses in each.modes]
    defense = draw(st.sampled_from(fits))
    made["defense"] = _parry(draw, defense, manoeuvre.attaques, made.get("bouclier"))
    jet = not defense.sans_jet
    made["approche"] = _element(draw, ligne, defense.elements, jet=jet, regles=regles)
    made |= _some(draw, ka_dominant_rate=st.booleans())
    made["effets"] = _effects(draw, dict(regles.effets_defenseur), manoeuvre)
    return made


def _attack(draw: DrawFn, manoeuvre: Manoeuvre, regles: Regles) -> tuple[Json, Cadence]:
    fits = [each for each in regles.armes.values() if each.categorie in manoeuvre.armes]
    arme: Arme = draw(st.sampled_from(fits))
    rates = [ident for ident in arme.cadences if ident in manoeuvre.cadences]
    cadence = regles.cadences[draw(st.sampled_from(rates))]
    loads = [
        each.id for each in regles.munitions.values() if each.toutes_armes or arme.id in each.armes
    ]
    made = {
        "approche": manoeuvre.id,
        "arme": arme.id,
        "munition": draw(st.sampled_from(loads)),
        "cadence": cadence.id,
    }
    if arme.mains_nues and manoeuvre.force_simulacre:
        made |= _some(draw, force_simulacre=st.integers(1, 10))
    return made, cadence


def _rolls(draw: DrawFn, count: int) -> list[int]:
    return draw(st.lists(DICE, min_size=count, max_size=count))


@st.composite
def scenarios(draw: DrawFn, *, mode: str = "") -> Json:
    """A scenario that is accepted: of one mode, or of any; nothing is spent of its margins."""
    regles = nephilim()
    modes = [mode] if mode else list(regles.modes)
    fits = [each for each in regles.manoeuvres.values() if set(modes) & set(each.modes)]
    manoeuvre = draw(st.sampled_from(fits))
    attaque, cadence = _attack(draw, manoeuvre, regles)
    attaquant = _attacker(draw, manoeuvre, regles)
    most = draw(st.sampled_from([FEW, FEW, FEW, MOST]))
    cibles = draw(st.integers(1, min(cadence.cibles, most)))
    defenseurs = [_defender(draw, manoeuvre, regles) for _ in range(cibles)]
    made = {
        "version": 1,
        "mode": draw(st.sampled_from([each for each in manoeuvre.modes if each in modes])),
        "attaquant": attaquant,
        "attaque": attaque,
        "defenseurs": defenseurs,
        "jets": {
            "attaque": _rolls(draw, cibles if cadence.jet_par_cible else manoeuvre.attaques),
            "defense": [
                None
                if regles.defenses[each["defense"]["type"]].sans_jet and draw(st.booleans())
                else _rolls(draw, manoeuvre.attaques)
                for each in defenseurs
            ],
        },
    }
    lecture = st.fixed_dictionaries({}, optional={"defense": st.sampled_from([*regles.lectures])})
    return made | _some(draw, options=lecture, ajustements=st.none())


@st.composite
def spent_scenarios(draw: DrawFn, source: SearchStrategy[Json] | None = None) -> Json:
    """A scenario in which each side may spend of the margin that its rolls leave it."""
    scenario = copy.deepcopy(draw(scenarios() if source is None else source))
    result = api.run("combat", "resolve", json.dumps(scenario))
    spending = [
        draw(
            st.none()
            | st.fixed_dictionaries(
                {}, optional={cote: st.integers(0, most) for cote, most in left.items()}
            )
        )
        for left in (echange["excedent"] for echange in result["echanges"])
    ]
    scenario["ajustements"] = draw(st.sampled_from([None, spending]))
    return scenario
