"""A journal as JSON values and as the page shows it, with the buttons that change it.

Each button carries, in ``data-journal``, the keys of the journal that it sets; the page puts them
in and asks again. Nothing is computed there.
"""

from typing import Any

from pycore import jsontext
from pycore.nephilim.journal.facts import RETIRE, Combattant, Geste, Prochain, Report, Suite
from pycore.nephilim.journal.shape import BLESSURES_MAX, ENTREES_MAX, SIGNES_MAX, VERSION
from pycore.nephilim.rows import Regles
from pycore.operations import Json
from pycore.render.combat_json import REGLE
from pycore.render.french import NBSP, nombre
from pycore.render.journal_words import MotsJournal, entry_verdict
from pycore.render.personnage_view import dropped, dropped_json
from pycore.render.view import Noeud, noeud, text, tree

NEAR = 16
"""Fighters whom the page offers to wound: those who fought last. A list for each has its price."""


def _report_json(mots: MotsJournal, each: Report) -> Json:
    said = f"{mots.who(each.qui, debut=True)}{NBSP}: {mots.what(each)}. {mots.becomes(each)}"
    return {
        "id": each.id,
        "code": each.code,
        "qui": each.qui,
        "valeur": each.valeur,
        "entree": each.entree,
        "echange": each.echange,
        "debut": each.debut,
        "fin": each.fin,
        "etat": each.etat,
        "chemin": each.chemin,
        "source": mots.where(each),
        "message": said,
    }


def suite_json(suite: Suite, regles: Regles) -> Json:
    """Write a journal as it stands, and the scenario to come."""
    mots = MotsJournal(regles, suite)
    coming = suite.prochain
    return {
        "version": VERSION,
        "regle": REGLE,
        "geste": suite.geste,
        "par": suite.geste,
        "round": suite.round,
        "scenario": None if coming is None else dict(coming.scenario),
        "qui": None if coming is None else _who(coming),
        "reports": [_report_json(mots, each) for each in suite.reports],
        "abandons": [] if coming is None else dropped_json(coming.abandons, regles),
        "initiative": [
            {"qui": each.qui, "initiative": each.initiative} for each in suite.combattants
        ],
        "combattants": [
            {
                "qui": each.qui,
                "nom": each.nom,
                "dommages": each.dommages,
                "blessures": list(each.blessures),
            }
            for each in suite.combattants
        ],
        "limites": {"entrees": ENTREES_MAX, "signes": SIGNES_MAX},
        "gestes": [each._asdict() for each in suite.gestes],
        "entrees": [
            {"round": each.round, "verdict": text([entry_verdict(each, regles)])}
            for each in suite.faits
        ],
    }


def _who(coming: Prochain) -> Json:
    return {"attaquant": coming.attaquant, "defenseurs": list(coming.defenseurs)}


def _button(label: str, keys: Json, classe: str = "bouton", said: str = "") -> Noeud:
    more = {"aria_label": said} if said else {}
    return noeud("button", label, classe=classe, data_journal=jsontext.dump(keys), **more)


def _entries(mots: MotsJournal, suite: Suite, regles: Regles) -> list[Noeud]:
    if not suite.faits:
        return [noeud("p", mots.dit("journal.vide"), classe="discret")]
    items = [
        noeud(
            "li",
            noeud("strong", mots.dit("journal.round", round=each.round)),
            _inline(each, regles),
        )
        for each in suite.faits
    ]
    gestures = [_gesture(mots, suite, each) for each in suite.gestes]
    return [
        noeud("ol", *items, classe="journal"),
        noeud("p", *gestures, classe="gestes"),
    ]


def _inline(fait: Any, regles: Regles) -> Noeud:
    return entry_verdict(fait, regles)._replace(balise="span")


def _gesture(mots: MotsJournal, suite: Suite, each: Geste) -> Noeud:
    nom = "" if each.cible is None else mots.who(suite.faits[-1].defenseurs[each.cible])
    return _button(mots.dit(f"journal.{each.geste}", nom=nom), each._asdict())


def _reports(mots: MotsJournal, suite: Suite) -> list[Noeud]:
    items = [_report(mots, suite, each) for each in suite.reports]
    said = noeud("p", mots.dit("report.round", round=suite.round), classe="aide")
    if not items:
        return [said, noeud("p", mots.dit("report.aucun"), classe="discret")]
    return [said, noeud("ul", *items, classe="reports")]


def _report(mots: MotsJournal, suite: Suite, each: Report) -> Noeud:
    """One report, and the button that takes it away or puts it back."""
    gone = each.etat == RETIRE
    kept = [ident for ident in suite.retires if ident != each.id]
    ident = "bouton.remettre" if gone else "bouton.retirer"
    what = mots.what(each)
    return noeud(
        "li",
        mots.name(each.qui),
        f"{NBSP}: {what}. {mots.becomes(each)} ",
        noeud("small", mots.where(each), classe="section"),
        _button(
            mots.dit(ident),
            {"retires": kept if gone else [*kept, each.id]},
            "lien",
            mots.dit(f"{ident}_quoi", quoi=f"{mots.who(each.qui)}, {what}"),
        ),
        classe=f"report {each.etat}",
    )


def _fighters(mots: MotsJournal, suite: Suite) -> list[Noeud]:
    """Damage and wounds of each fighter, and the wounds that the MJ may give."""
    if not suite.faits:
        return []
    latest = [qui for fait in reversed(suite.faits) for qui in (fait.attaquant, *fait.defenseurs)]
    full = len(suite.blessures) >= BLESSURES_MAX
    near = set() if full else set(list(dict.fromkeys(latest))[:NEAR])
    items = [_fighter(mots, suite, each, near=each.qui in near) for each in suite.combattants]
    said = mots.dit("combattant.plein", maximum=BLESSURES_MAX)
    told = [noeud("p", said, classe="aide")] if full else []
    return [*told, noeud("ul", *items, classe="combattants")]


def _fighter(mots: MotsJournal, suite: Suite, each: Combattant, *, near: bool) -> Noeud:
    said = mots.compte("combattant.dommages", each.dommages)
    who = mots.who(each.qui)
    if each.blessures:
        listed = ", ".join(mots.nom("blessures", ident) for ident in each.blessures)
        said += f"\u00a0; {mots.dit('combattant.blessures', liste=listed)}"
    wounds = [
        _button(
            mots.nom("blessures", ident),
            {"blessures": [*suite.blessures, _wound(suite, each.qui, ident)]},
            "lien",
            mots.dit("bouton.blesser_qui", nom=mots.nom("blessures", ident), qui=who),
        )
        for ident in mots.regles.blessures
        if near and ident not in each.blessures
    ]
    told = noeud("span", mots.name(each.qui), f"{NBSP}: {said}. ")
    if not wounds:
        return noeud("li", told)
    lead = noeud("span", mots.dit("combattant.blesser"), classe="aide")
    return noeud("li", told, noeud("span", lead, *wounds, classe="blesser"))


def _wound(suite: Suite, qui: str, ident: str) -> Json:
    return {"entree": len(suite.faits) - 1, "qui": qui, "blessure": ident}


def _order(mots: MotsJournal, suite: Suite) -> list[Noeud]:
    items = [
        noeud("li", mots.name(each.qui), f"{NBSP}: {nombre(each.initiative)}")
        for each in suite.combattants
    ]
    return [noeud("ol", *items, classe="ordre")] if items else []


def suite_view(suite: Suite, lu: object, regles: Regles) -> Json:
    """Show entries, what weighs on what follows, the fighters, the order of initiative."""
    del lu
    mots = MotsJournal(regles, suite)

    def titled(ident: str, nodes: list[Noeud]) -> list[Json]:
        head = [noeud("h3", mots.dit(ident), classe="titre")] if nodes else []
        return [tree(each) for each in [*head, *nodes]]

    left = None if suite.prochain is None else dropped(suite.prochain.abandons, regles)
    return {
        "journal": titled("titre.journal", _entries(mots, suite, regles)),
        "reports": titled("titre.reports", _reports(mots, suite)),
        "abandons": titled("titre.abandons", [] if left is None else [left]),
        "combattants": titled("titre.combattants", _fighters(mots, suite)),
        "initiative": titled("titre.ordre", _order(mots, suite)),
    }
