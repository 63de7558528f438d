"""A combat as the page shows it: verdict, technical frame, thresholds before the dice."""

from typing import Annotated, Any, NamedTuple

from pycore import jsontext
from pycore.nephilim.combat.facts import Echange, Resultat, Seuils
from pycore.nephilim.combat.idle import ATTAQUANT
from pycore.nephilim.combat.resolve import resolve
from pycore.nephilim.combat.scenario import Scenario
from pycore.nephilim.roll import Jet, Seuil
from pycore.nephilim.rows import Regles
from pycore.render.combat_words import MotsCombat, verdict
from pycore.render.final_view import badges, final_nodes
from pycore.render.french import nombre, signe
from pycore.render.grammaire import majuscule, nu
from pycore.render.names import fitted
from pycore.render.parts import points, steps_table, terms_table
from pycore.render.recit import graine_of, recit_nodes
from pycore.render.roll_parts import margin_terms, roll, terms
from pycore.render.scene import scene_nodes
from pycore.render.view import Noeud, noeud, tree
from pycore.shapes import Entier

Vue = dict[str, list[dict[str, Any]]]


def result_view(resultat: Resultat, scenario: Scenario, regles: Regles) -> Vue:
    """Show a resolved combat: the verdict for the live region, and the technical frame."""
    mots = MotsCombat(regles, scenario)
    frame = [noeud("h3", mots.dit("titre.technique"), classe="titre")]
    frame += [_exchange(mots, each, resultat) for each in resultat.echanges]
    return {
        "verdict": [tree(verdict(mots, resultat))],
        "recit": [tree(each) for each in _story(mots, resultat)],
        "technique": [tree(each) for each in frame],
        "final": [tree(each) for each in final_nodes(mots, resultat)],
    }


class Tour(NamedTuple):
    """Which telling of a result is asked for: 0 the first, then each another wording."""

    tour: Annotated[int, Entier(0, 10000)] = 0


def told(scenario: Scenario, regles: Regles, tour: Tour) -> Resultat:
    """Resolve a combat and settle how it will be told. Raises ``RefusedError``."""
    resultat = resolve(scenario, regles)
    return resultat._replace(graine=_seed(resultat) + tour.tour)


def _seed(resultat: Resultat) -> int:
    """Make a seed of the dice that counted: one that was not needed tells no other story."""
    defenses = (each.defense for each in resultat.echanges if each.defense is not None)
    rolled = [each.jet for each in resultat.attaques] + [each.jet.jet for each in defenses]
    return graine_of(" ".join(map(str, rolled)))


def _story(mots: MotsCombat, resultat: Resultat) -> list[Noeud]:
    """The story, and the button that tells it in other words."""
    tour = resultat.graine - _seed(resultat) + 1
    again = noeud(
        "button",
        mots.dit("bouton.autre_recit"),
        classe="lien",
        data_redemander=jsontext.dump({"tour": max(tour, 1)}),
    )
    nodes = recit_nodes(resultat, mots.scenario, mots.regles, resultat.graine)
    return [noeud("h3", mots.dit("titre.recit"), classe="titre"), *nodes, again]


def thresholds_view(seuils: Seuils, scenario: Scenario, regles: Regles) -> Vue:
    """Show the thresholds before any roll, in short and with what they are made of."""
    mots = MotsCombat(regles, scenario)
    attaque = seuils.attaques[0]
    short = [_short(mots, mots.dit("titre.attaque"), attaque, "attaquant")]
    long = [terms(mots, "titre.seuil_attaque", attaque)]
    several = len(seuils.echanges) > 1
    for each in seuils.echanges:
        if each.seuil is None:
            continue
        label = mots.dit("titre.defense")
        if several:
            ranked = len(scenario.defenseurs) == 1
            label = (
                mots.dit("titre.defense_rang", rang=each.numero)
                if ranked
                else f"{label} {each.defenseur + 1}"
            )
        short.append(_short(mots, label, each.seuil, "defenseur"))
        long.append(terms(mots, "titre.seuil_defense", each.seuil))
    head = mots.dit("titre.initiative", valeur=nombre(seuils.vitesse.valeur))
    vitesse = terms_table(mots, head, seuils.vitesse.detail, "points")
    scene = [*scene_nodes(scenario, regles, seuils.inactifs), *_idle(mots, seuils)]
    return {
        "seuils": [tree(noeud("p", *short, classe="seuils"))],
        "seuils_detail": [tree(each) for each in [*long, vitesse]],
        "scene": [tree(each) for each in scene],
    }


def _idle(mots: MotsCombat, seuils: Seuils) -> list[Noeud]:
    """Say which chosen effects change nothing here, for whom, and what they lack."""
    made = []
    for each in seuils.inactifs:
        cote = "attaquant" if each.cote == ATTAQUANT else "defenseur"
        said = mots.phrase(
            f"mots.sans_effet_{cote}",
            max(each.cote, 0),
            effet=mots.nom(each.table, each.effet),
            manque=mots.nom("conditions", each.manque),
        )
        made.append(noeud("p", *said, classe="sans-effet"))
    return made


def _short(mots: MotsCombat, label: str, seuil: Seuil, classe: str) -> Noeud:
    figure = noeud("strong", mots.pour_cent(seuil.seuil))
    return noeud("span", f"{label} ", figure, classe=f"seuil {classe}")


def _exchange(mots: MotsCombat, echange: Echange, resultat: Resultat) -> Noeud:
    """One attack against one defender: the rolls, the damage, what follows, the calculation."""
    attaque = resultat.attaques[echange.attaque]
    title = mots.phrase("titre.contre", echange.defenseur)
    label = mots.dit("titre.attaque")
    if len(resultat.attaques) > 1:
        label = mots.dit("titre.attaque_n", rang=echange.attaque + 1)
    return noeud(
        "section",
        noeud("h4", *title, classe="contre"),
        roll(mots, label, attaque, "attaquant"),
        _defence_roll(mots, echange, attaque),
        badges(mots, echange),
        noeud("p", _notation(mots, echange, attaque), classe="notation"),
        _follows(mots, echange, spent=_spent(mots, echange, resultat)),
        _calculation(mots, echange, attaque),
        classe="echange",
    )


def _defence_roll(mots: MotsCombat, echange: Echange, attaque: Jet) -> Noeud:
    """The defence's roll and whether it beat the attack; or why there was none."""
    defense = echange.defense
    if defense is None:
        said = "mots.sans_jet" if attaque.issue.reussi else "mots.pas_de_jet"
        return noeud(
            "div",
            noeud("span", mots.dit("titre.defense"), classe="qui defenseur"),
            noeud("span", mots.dit(said), classe="discret"),
            classe="jet",
        )
    label = majuscule(nu(mots.regles.defenses[defense.type].prose))
    if defense.numero > 1:
        label += f" ({mots.dit('titre.defense_rang', rang=defense.numero)})"
    rolled = roll(mots, label, defense.jet, "defenseur")
    if not attaque.issue.reussi:
        return rolled
    said = "mots.defense_reussie" if defense.reussie else "mots.defense_battue"
    return noeud("div", rolled, noeud("p", mots.dit(said), classe="discret"))


def _notation(mots: MotsCombat, echange: Echange, attaque: Jet) -> str:
    """The exchange in shorthand: rolls against thresholds, raw and final damage."""

    def rolled(ident: str, jet: Jet) -> str:
        marge = "—" if jet.issue.marge is None else nombre(jet.issue.marge)
        return mots.dit(
            ident,
            jet=nombre(jet.jet),
            seuil=mots.pour_cent(jet.seuil.seuil),
            marge=marge,
            resultat=mots.nom("resultats", jet.issue.resultat),
        )

    parts = [rolled("notation.attaque", attaque)]
    if echange.defense is not None:
        parts.append(rolled("notation.defense", echange.defense.jet))
    for ident, degats in (("phys", echange.physiques), ("mag", echange.magiques)):
        if degats.bruts:
            figures = {"bruts": nombre(degats.bruts), "final": nombre(degats.final)}
            parts.append(mots.dit(f"notation.{ident}", **figures))
    return " | ".join(parts)


def _spent(mots: MotsCombat, echange: Echange, resultat: Resultat) -> bool:
    """Tell whether the margin of this exchange has been spent."""
    chosen = mots.scenario.ajustements
    return chosen is not None and chosen[resultat.echanges.index(echange)] is not None


def _follows(mots: MotsCombat, echange: Echange, *, spent: bool) -> Noeud | None:
    """Consequences, each with who bears it, and the margin that is left to spend."""
    items = []
    for each in echange.consequences:
        row = mots.regles.consequences[each.code]
        who = (
            mots.attaquant(debut=True)
            if each.cible == "attaquant"
            else mots.defenseur(echange.defenseur, debut=True)
        )
        figure = f" ({signe(each.valeur)})" if each.valeur else ""
        items.append(noeud("li", who, f" : {row.nom}{figure}".replace(" :", "\u00a0:")))
    for k, who in zip(
        echange.excedent,
        (mots.attaquant(debut=True), mots.defenseur(echange.defenseur, debut=True)),
        strict=True,
    ):
        if k and not spent:
            said = mots.dit("mots.excedent", nombre=nombre(k))
            items.append(noeud("li", *fitted([who, f". {said}"])))
    if not items:
        return None
    return noeud("ul", *items, classe="suites", aria_label=mots.dit("titre.suites"))


def _calculation(mots: MotsCombat, echange: Echange, attaque: Jet) -> Noeud:
    """Everything the figures are made of, and the points de règle that settled them."""
    tables: list[Noeud | None] = [
        terms(mots, "titre.seuil_attaque", attaque.seuil),
        margin_terms(mots, "titre.marge_attaque", attaque),
    ]
    cited = [terme.regle for terme in attaque.seuil.detail]
    if echange.defense is not None:
        seuil = echange.defense.jet.seuil
        tables.append(terms(mots, "titre.seuil_defense", seuil))
        tables.append(margin_terms(mots, "titre.marge_defense", echange.defense.jet))
        cited += [terme.regle for terme in seuil.detail]
        cited += mots.regles.lectures[mots.scenario.options.defense].decisions
    for ident, degats in (
        ("titre.physiques", echange.physiques),
        ("titre.magiques", echange.magiques),
    ):
        if degats.pas:
            tables.append(steps_table(mots, mots.dit(ident), degats.pas))
            cited += [pas.regle for pas in degats.pas]
    return noeud(
        "details",
        noeud("summary", mots.dit("titre.detail")),
        *tables,
        points(mots, cited),
        classe="detail",
    )
