"""The other calculations of Anima as the page shows them: initiative, actions, breakage, flight."""

from itertools import groupby
from typing import Any

from pycore.anima.actions import Round, Vivacite
from pycore.anima.breakage import Bris, Fracassement
from pycore.anima.disengaging import COTES, Desengagement, Fuite
from pycore.anima.initiative import Initiative, Ordre, Place, Surprise
from pycore.anima.rows import Regles
from pycore.render.anima_words import COULEURS, MotsDuel, cited, dice, figures, labelled, thrown
from pycore.render.french import nombre, signe
from pycore.render.names import named
from pycore.render.parts import points, table, terms_table
from pycore.render.view import Contenu, Noeud, noeud, tree
from pycore.render.words import Mots

Vue = dict[str, list[dict[str, Any]]]


def _vue(verdict: Noeud, frame: Noeud, mots: Mots) -> Vue:
    """Put a verdict and a frame in their slots."""
    title = noeud("h3", mots.dit("titre.technique"), classe="titre")
    return {
        "verdict": [tree(verdict)],
        "technique": [tree(title), tree(frame)],
    }


def _details(mots: Mots, tables: list[Noeud], rules: list[str]) -> Noeud:
    """The calculation, folded, with the points de règle cited."""
    summary = noeud("summary", mots.dit("titre.detail"))
    return noeud("details", summary, *tables, points(mots, rules), classe="detail")


def _fighter(mots: Mots, ordre: Ordre, rank: int, *, debut: bool = False) -> Noeud:
    """Name of someone who takes part; numbered where he has none."""
    said = ordre.noms[rank] or mots.dit("nom.combattant", rang=rank + 1)
    return named(said, "", majuscule=debut)


def initiative_view(ordre: Ordre, scenario: Initiative, regles: Regles) -> Vue:
    """Show the order of a round as a ranked list, with who is surprised by whom."""
    mots = Mots(regles)
    first = [each for each in ordre.places if each.rang == 1]
    if len(first) > 1:
        verdict = noeud("p", mots.dit("initiative.egalite", nombre=nombre(len(first))))
    else:
        opens = _fighter(mots, ordre, first[0].combattant, debut=True)
        verdict = noeud("p", opens, mots.dit("initiative.premier"))
    surprised = {each.sur for each in ordre.surprises}
    rows = [_place(mots, ordre, each, surprised) for each in ordre.places]
    heads = [mots.dit(f"colonne.{key}") for key in ("combattant", "rang", "jet", "total")]
    rules = list(regles.jets_initiative[scenario.options.jet].decisions)
    tables = []
    for each in ordre.places:
        sums = f" = {nombre(each.total.total)}"
        caption = noeud("span", _fighter(mots, ordre, each.combattant), sums)
        tables.append(terms_table(mots, caption, each.total.detail))
    frame = noeud(
        "section",
        noeud("h4", mots.dit("titre.ordre")),
        table(mots.dit("titre.rapidite"), heads, rows),
        _surprises(mots, ordre),
        _details(mots, tables, rules),
        classe="echange ordre",
    )
    return _vue(verdict, frame, mots)


def _place(mots: Mots, ordre: Ordre, place: Place, surprised: set[int]) -> Noeud:
    """One who takes part: name, rank, dice, total; marked where he is surprised or fumbled."""
    said = []
    if place.egalite:
        said.append(mots.dit("mots.ex_aequo"))
    if place.total.jet.maladresse:
        said.append(mots.dit("mots.maladresse"))
    if place.combattant in surprised:
        said.append(mots.nom("situations", ordre.situation))
    noted = [noeud("small", each, classe="section") for each in said]
    return noeud(
        "tr",
        noeud("th", _fighter(mots, ordre, place.combattant), *noted, scope="row"),
        noeud("td", nombre(place.rang), classe="nombre"),
        noeud("td", dice(place.total.jet.des), classe="nombre"),
        noeud("td", nombre(place.total.total), classe="nombre"),
    )


def _surprises(mots: Mots, ordre: Ordre) -> Noeud | None:
    """Who surprises whom and by how much, and what that costs: a line for each who does."""
    if not ordre.surprises:
        return None
    grouped = groupby(ordre.surprises, key=lambda each: each.par)
    items = [_surprised(mots, ordre, par, list(found)) for par, found in grouped]
    return noeud("ul", *items, classe="suites", aria_label=mots.dit("titre.surprises"))


def _surprised(mots: Mots, ordre: Ordre, par: int, found: list[Surprise]) -> Noeud:
    """All whom one surprises."""
    said: list[Contenu] = [_fighter(mots, ordre, par, debut=True), mots.dit("initiative.surprend")]
    for rank, each in enumerate(found):
        if rank:
            last = rank == len(found) - 1
            said.append(mots.dit("initiative.et" if last else "initiative.puis"))
        lead = "initiative.avance_aussi" if rank else "initiative.avance"
        whom = _fighter(mots, ordre, each.sur)
        said += [whom, mots.dit(lead, ecart=nombre(each.ecart))]
    cost = "initiative.malus_pluriel" if len(found) > 1 else "initiative.malus"
    return noeud("li", *said, mots.dit(cost, malus=signe(found[0].malus)))


def actions_view(actions: Round, scenario: Vivacite, regles: Regles) -> Vue:
    """Show how many actions a round has, and what each costs."""
    del scenario
    mots = Mots(regles)
    verdict = noeud("p", mots.compte("actions.verdict", actions.ligne.actions))
    rows = [
        noeud(
            "tr",
            noeud("th", mots.dit("actions.rang", rang=rank), scope="row"),
            noeud("td", signe(malus), classe="nombre"),
        )
        for rank, malus in enumerate(actions.malus, 1)
    ]
    heads = [mots.dit("colonne.action"), mots.dit("colonne.malus")]
    caption = mots.dit("titre.actions", somme=nombre(actions.somme))
    card = noeud(
        "section",
        noeud("h4", mots.dit("titre.actions_round")),
        table(caption, heads, rows),
        points(mots, actions.ligne.decisions),
        classe="echange",
    )
    return _vue(verdict, card, mots)


def breakage_view(bris: Bris, scenario: Fracassement, regles: Regles) -> Vue:
    """Show a test of breakage."""
    del scenario
    mots = Mots(regles)
    ident = "fracassement.brise" if bris.brise else "fracassement.tient"
    verdict = noeud("p", mots.dit(ident))
    shown = figures(
        [
            (mots.dit("titre.total"), nombre(bris.total)),
            (mots.dit("titre.solidite"), nombre(bris.solidite)),
        ]
    )
    caption = mots.dit("titre.total_fracassement", total=nombre(bris.total))
    tables = [terms_table(mots, caption, bris.detail)]
    rules = list(cited(regles, bris.detail))
    line = labelled(mots.dit("titre.fracassement"), shown, None)
    card = noeud("section", line, _details(mots, tables, rules), classe="echange")
    return _vue(verdict, card, mots)


def disengaging_view(fuite: Fuite, scenario: Desengagement, regles: Regles) -> Vue:
    """Show an attempt to get away."""
    mots = MotsDuel(regles, COTES, (scenario.fuyard.nom, scenario.adversaire.nom))
    ident = "fuite.degage" if fuite.degage else "fuite.retenu"
    verdict = noeud("p", *mots.phrase(ident))
    lines = [noeud("h4", *mots.phrase("titre.contre"), classe="contre")]
    tables: list[Noeud] = []
    rules: list[str] = []
    for rank, total in enumerate((fuite.fuyard, fuite.adversaire)):
        lines.append(thrown(mots, mots.qui(rank, debut=True), total, COULEURS[rank]))
        caption = mots.dit(f"titre.total_{COTES[rank]}", total=nombre(total.total))
        tables.append(terms_table(mots, caption, total.detail))
        rules += cited(regles, total.detail)
    margin = [
        (mots.dit("titre.marge"), signe(fuite.marge)),
        (mots.dit("titre.marge_voulue"), nombre(fuite.minimum)),
    ]
    lines.append(labelled(mots.dit("titre.issue"), figures(margin), None))
    card = noeud("section", *lines, _details(mots, tables, rules), classe="echange")
    return _vue(verdict, card, mots)
