"""Odds of one attack of Anima as the page shows them, with the scores before any die."""

from collections import Counter
from fractions import Fraction
from typing import Any

from pycore.anima.attack import DEGATS, state
from pycore.anima.followup import offered
from pycore.anima.odds import Chances
from pycore.anima.rows import Regles
from pycore.anima.scenario import Scenario
from pycore.recorded import Terme
from pycore.render.anima_view import words_of
from pycore.render.anima_words import MotsDuel
from pycore.render.french import nombre, pourcentage, rapport
from pycore.render.parts import amounts_table, chances_table, terms_table
from pycore.render.view import Noeud, noeud, tree

SHOWN = 1_000_000
"""Shares are shown as so many of this: more than a page can tell apart."""

COULEURS = {"degats": "attaquant", "contre": "defenseur", "defense": "defenseur"}


def odds_view(
    chances: Chances, scenario: Scenario, regles: Regles
) -> dict[str, list[dict[str, Any]]]:
    """Show the scores, what they are made of, and the odds that they give."""
    mots = words_of(scenario, regles)
    sides = (
        ("attaque", chances.attaque, "attaquant"),
        ("defense", chances.defense, "defenseur"),
    )
    short = [_score(mots, *side) for side in sides]
    detail = [_detail(mots, ident, termes) for ident, termes, _ in sides]
    return {
        "seuils": [tree(noeud("p", *short, classe="seuils"))],
        "seuils_detail": [tree(each) for each in detail],
        "chances": [tree(each) for each in _odds(mots, chances, scenario)],
    }


def _sum(termes: tuple[Terme, ...]) -> int:
    return sum(terme.valeur for terme in termes)


def _score(mots: MotsDuel, ident: str, termes: tuple[Terme, ...], classe: str) -> Noeud:
    """What a roll is added to, in short."""
    label = f"{mots.dit(f'titre.{ident}')} "
    figure = noeud("strong", nombre(_sum(termes)))
    return noeud("span", label, figure, classe=f"seuil {classe}")


def _detail(mots: MotsDuel, ident: str, termes: tuple[Terme, ...]) -> Noeud:
    """What a score is made of, term by term; the score alone for a roll that nothing goes with."""
    caption = mots.dit(f"titre.score_{ident}", total=nombre(_sum(termes)))
    return terms_table(mots, caption, termes) if termes else noeud("p", caption)


def _count(share: Fraction) -> int:
    """Bring a share to whole numbers; one that is not 0 stays so."""
    return max(int(share > 0), int(share * SHOWN))


def _odds(mots: MotsDuel, chances: Chances, scenario: Scenario) -> list[Noeud]:
    """Odds of each outcome, then of each amount of damage."""
    defenseur = scenario.defenseur
    before = state(defenseur.points, None, defenseur.constitution, mots.regles)
    outcomes: dict[str, Fraction] = {}
    amounts: Counter[int] = Counter()
    harmless, mean = Fraction(0), Fraction(0)
    for each in chances.lot:
        issue = offered(each.issue, before, mots.regles)
        outcomes[issue] = outcomes.get(issue, Fraction(0)) + each.p
        if each.issue == DEGATS:
            amounts[each.degats] += _count(each.p)
            mean += each.degats * each.p
            harmless += each.p if each.degats == 0 else 0
    rows = [
        (mots.nom("issues", ident), _count(outcomes[ident]), COULEURS.get(ident, "echec"))
        for ident in mots.regles.issues
        if ident in outcomes
    ]
    wounds = outcomes.get(DEGATS, Fraction(0)) - harmless
    rows.insert(1, (mots.dit("chances.blesse"), _count(wounds), "attaquant"))
    made = [chances_table(mots, "chances.issues", rows, SHOWN)]
    average = rapport(mean.numerator, mean.denominator, 2)
    made.append(noeud("p", mots.dit("chances.moyenne", nombre=average)))
    if amounts:
        made.append(amounts_table(mots, "chances.repartition", amounts, SHOWN, None))
    left = pourcentage(chances.reste.numerator, chances.reste.denominator)
    made.append(noeud("p", mots.dit("chances.reste", part=left), classe="discret"))
    return made
