"""One attack of Anima as the page shows it: verdict, technical frame, calculation."""

from typing import Any

from pycore.anima.attack import DEGATS, PERD_ACTION, Resultat
from pycore.anima.critical import Critique, is_critical
from pycore.anima.followup import Suivi, may_counter, offered
from pycore.anima.rows import Regles
from pycore.anima.scenario import Scenario
from pycore.render.anima_next import next_nodes
from pycore.render.anima_story import effects, ends, harmless, story
from pycore.render.anima_words import MotsDuel, cited, figures, labelled, thrown
from pycore.render.french import nombre, signe
from pycore.render.parts import points, steps_table, terms_table
from pycore.render.view import Contenu, Noeud, noeud, tree

Vue = dict[str, list[dict[str, Any]]]
COTES = ("attaquant", "defenseur")


def words_of(scenario: Scenario, regles: Regles) -> MotsDuel:
    """Words for an attack: who fights is named as the scenario names him."""
    noms = (scenario.attaquant.nom, scenario.defenseur.nom)
    return MotsDuel(regles, COTES, noms)


def attack_view(suivi: Suivi, scenario: Scenario, regles: Regles) -> Vue:
    """Show an attack resolved: the verdict for the live region, the story, the frame, what next."""
    mots = words_of(scenario, regles)
    resultat = suivi.resultat
    frame = [
        noeud("h3", mots.dit("titre.technique"), classe="titre"),
        _card(mots, resultat, scenario),
    ]
    told = [noeud("h3", mots.dit("titre.recit"), classe="titre"), *story(mots, resultat, scenario)]
    return {
        "verdict": [tree(_verdict(mots, resultat, scenario))],
        "recit": [tree(each) for each in told],
        "technique": [tree(each) for each in frame],
        "final": [tree(each) for each in next_nodes(mots, suivi, scenario)],
    }


def _verdict(mots: MotsDuel, resultat: Resultat, scenario: Scenario) -> Noeud:
    """Say in a sentence or two what the attack came to."""
    coup = resultat.coup
    ident = offered(coup.issue, resultat.etat, mots.regles)
    if coup.issue == DEGATS:
        ident = "critique" if resultat.critique else "degats"
        if not coup.degats.total:
            ident = harmless(coup)
    said = mots.phrase(
        f"verdict.{ident}",
        degats=mots.compte("mots.degats", coup.degats.total),
        bonus=signe(coup.contre_bonus or 0),
    )
    end = ends(mots, resultat, scenario)
    return noeud("p", *said, *([" ", *end] if end else []))


def _card(mots: MotsDuel, resultat: Resultat, scenario: Scenario) -> Noeud:
    """The exchange: both rolls, what came of them, the critical, what follows, the calculation."""
    defense = mots.nom("defenses", resultat.type_defense)
    rolled = thrown(mots, mots.dit("titre.defense"), resultat.defense, "defenseur")
    return noeud(
        "section",
        noeud("h4", *mots.phrase("titre.contre"), classe="contre"),
        thrown(mots, mots.dit("titre.attaque"), resultat.attaque, "attaquant"),
        noeud("div", rolled, noeud("p", defense, classe="discret")),
        _issue(mots, resultat),
        _badges(mots, resultat),
        None if resultat.critique is None else _critical(mots, resultat.critique),
        _follows(mots, resultat, scenario),
        _calculation(mots, resultat, scenario),
        classe="echange",
    )


def _issue(mots: MotsDuel, resultat: Resultat) -> Noeud:
    """The margin, and what it makes of the attack."""
    coup = resultat.coup
    issue = offered(coup.issue, resultat.etat, mots.regles)
    classe = "reussite" if issue == DEGATS else "echec"
    shown = figures([(mots.dit("titre.marge"), signe(coup.marge))])
    said = noeud("span", mots.nom("issues", issue), classe=f"resultat {classe}")
    return labelled(mots.dit("titre.issue"), shown, said)


def _badges(mots: MotsDuel, resultat: Resultat) -> Noeud:
    """Percentage, damage, life points that are left; or the bonus of the counter."""
    coup = resultat.coup

    def badge(ident: str, figure: str, classe: str) -> Noeud:
        return noeud(
            "span", f"{mots.dit(ident)} ", noeud("strong", figure), classe=f"badge {classe}"
        )

    shown = []
    if coup.issue == DEGATS:
        percent = mots.pour_cent(coup.pourcentage.total)
        shown += [
            badge("titre.pourcentage", percent, "mag"),
            badge("titre.degats", nombre(coup.degats.total), "phys"),
        ]
    elif may_counter(resultat, mots.regles):
        shown.append(badge("titre.contre_bonus", signe(coup.contre_bonus or 0), "mag"))
    shown.append(badge("titre.pv", nombre(resultat.pv_restants), "total"))
    return noeud("p", *shown, classe="badges")


def _critical(mots: MotsDuel, critique: Critique) -> Noeud:
    """The test against a critical: its level, the total, the margin, the place."""
    epreuve = critique.epreuve
    shown = [
        (mots.dit("titre.niveau"), nombre(epreuve.gravite)),
        (mots.dit("titre.resistance"), nombre(epreuve.total)),
    ]
    if epreuve.marge is not None:
        shown.append((mots.dit("titre.marge_echec"), nombre(epreuve.marge)))
    if critique.localisation is not None:
        place = critique.localisation
        shown.append((mots.dit("titre.localisation"), mots.nom(place.table, place.id)))
    held = mots.dit("mots.encaisse" if epreuve.reussi else "mots.subi")
    classe = "reussite" if epreuve.reussi else "maladresse"
    said = noeud("span", held, classe=f"resultat {classe}")
    return labelled(mots.dit("titre.critique"), figures(shown), said)


def _follows(mots: MotsDuel, resultat: Resultat, scenario: Scenario) -> Noeud:
    """Effects of a critical, the state that is left, what becomes of the defender's action."""
    items: list[list[Contenu]] = []
    critique = resultat.critique
    able = mots.regles.etats[resultat.etat].ordinaire
    for effet in effects(resultat, mots.regles):
        figure = "" if effet.valeur is None else f" ({nombre(effet.valeur)})"
        items.append([f"{mots.nom('effets_critiques', effet.code)}{figure}"])
    if able and critique is not None and critique.malus is not None:
        malus = critique.malus
        said = mots.dit(
            "mots.recuperation",
            nombre=nombre(malus.recuperation),
            plancher=nombre(malus.plancher),
        )
        items.append([said])
    items.append([mots.dit("mots.etat", etat=mots.nom("etats", resultat.etat))])
    if able and scenario.defenseur.action_perdue:
        items.append([mots.dit("mots.action_perdue")])
    for each in resultat.consequences if able else ():
        figure = "" if each.valeur is None else f" ({signe(each.valeur)})"
        items.append([f"{mots.nom('consequences', each.code)}{figure}"])
    whom = noeud("p", mots.qui(1, debut=True))
    listed = noeud("ul", *(noeud("li", *each) for each in items), classe="suites")
    return noeud("div", whom, listed)


def _calculation(mots: MotsDuel, resultat: Resultat, scenario: Scenario) -> Noeud:
    """Everything the figures are made of, and the points de règle that settled them."""
    regles, coup, critique = mots.regles, resultat.coup, resultat.critique
    sums = [
        ("titre.total_attaque", resultat.attaque.total, resultat.attaque.detail),
        ("titre.total_defense", resultat.defense.total, resultat.defense.detail),
    ]
    if critique is not None:
        epreuve = critique.epreuve
        sums.append(("titre.total_niveau", epreuve.gravite, epreuve.niveau))
        sums.append(("titre.total_resistance", epreuve.total, epreuve.detail))
    tables = [
        terms_table(mots, mots.dit(ident, total=nombre(total)), detail)
        for ident, total, detail in sums
    ]
    rules = [rule for _, _, detail in sums for rule in cited(regles, detail)]
    steps = [("titre.pourcentage", coup.pourcentage.pas), ("titre.degats", coup.degats.pas)]
    for rank, (ident, pas) in enumerate(steps):
        if pas:
            tables.insert(2 + rank, steps_table(mots, mots.dit(ident), pas))
            rules += cited(regles, pas)
    return noeud(
        "details",
        noeud("summary", mots.dit("titre.detail")),
        *tables,
        points(mots, [*rules, *_settled(regles, resultat, scenario)]),
        classe="detail",
    )


def _settled(regles: Regles, resultat: Resultat, scenario: Scenario) -> list[str]:
    """Points de règle of what the exchange came to, besides its sums."""
    coup, critique, options = resultat.coup, resultat.critique, scenario.options
    defenseur = scenario.defenseur
    found = [*regles.issues[coup.issue].decisions]
    if coup.issue == DEGATS:
        found += regles.baremes_degats[options.degats].decisions
    if may_counter(resultat, regles):
        found += regles.baremes_contre[options.contre].decisions
    if resultat.defense.total < 0:
        found += regles.defenses_negatives[options.defense_negative].decisions
    if defenseur.action_perdue:
        found += regles.consequences[PERD_ACTION].decisions
    readings = regles.seuils_critiques.values()
    if any(is_critical(coup.degats.total, defenseur, each, regles) for each in readings):
        found += regles.seuils_critiques[options.critique_seuil].decisions
    if critique is not None:
        for effet in critique.effets:
            found += regles.effets_critiques[effet.code].decisions
        if critique.localisation is not None:
            found += critique.localisation.row(regles).decisions
    return found
