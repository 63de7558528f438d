"""The final result: margin above 10 spent degree by degree, and what is left of each blow.

Each choice is a button that carries the spending of all exchanges as the scenario would spell it;
the page hands it back and the rules resolve again. Nothing is computed here.
"""

from pycore import jsontext
from pycore.nephilim.combat.facts import Echange, Resultat
from pycore.nephilim.combat.scenario import Ajustement
from pycore.render.combat_words import MotsCombat
from pycore.render.french import nombre, signe
from pycore.render.view import Noeud, noeud

COTES = ("attaquant", "defenseur")
Depenses = list[dict[str, int] | None]


def spendings(mots: MotsCombat, resultat: Resultat) -> Depenses:
    """The spending of every exchange as it stands, as JSON spells it."""
    chosen = mots.scenario.ajustements or (None,) * len(resultat.echanges)
    return [None if each is None else each._asdict() for each in chosen]


def final_nodes(mots: MotsCombat, resultat: Resultat) -> list[Noeud]:
    """The frame, or nothing where no margin passes 10."""
    if not any(any(each.excedent) for each in resultat.echanges):
        return []
    now = spendings(mots, resultat)
    nodes = [noeud("h3", mots.dit("titre.final"), classe="titre")]
    nodes += [
        _exchange(mots, each, rank, now)
        for rank, each in enumerate(resultat.echanges)
        if any(each.excedent)
    ]
    if any(each is not None for each in now):
        undo = jsontext.dump({"ajustements": None})
        label = mots.dit("bouton.annuler_depense")
        nodes.append(noeud("button", label, classe="bouton", data_completer=undo))
    return nodes


def _exchange(mots: MotsCombat, echange: Echange, rank: int, now: Depenses) -> Noeud:
    """One exchange: what each side may spend, what it does to the blow and to the next round."""
    sides = [
        _side(mots, echange, rank, cote, now)
        for cote, excedent in zip(COTES, echange.excedent, strict=True)
        if excedent
    ]
    return noeud(
        "section",
        noeud("h4", *mots.phrase("titre.contre", echange.defenseur), classe="contre"),
        *sides,
        _outcome(mots, echange),
        classe="echange",
    )


def _who(mots: MotsCombat, echange: Echange, cote: str) -> Noeud:
    if cote == COTES[0]:
        return mots.attaquant(debut=True)
    return mots.defenseur(echange.defenseur, debut=True)


def _side(mots: MotsCombat, echange: Echange, rank: int, cote: str, now: Depenses) -> Noeud:
    """The choice of a side: how many of its degrees go to damage, the rest to the next round."""
    excedent = echange.excedent[COTES.index(cote)]
    spent = now[rank]
    choices = []
    for degres in range(excedent + 1):
        held = spent or Ajustement()._asdict()
        after = [*now[:rank], held | {cote: degres}, *now[rank + 1 :]]
        said = mots.dit(f"depense.{cote}", degres=degres, reste=excedent - degres)
        pressed = spent is not None and spent[cote] == degres
        choices.append(
            noeud(
                "button",
                nombre(degres),
                classe="bouton choix",
                aria_label=said,
                title=said,
                aria_pressed=str(pressed).lower(),
                data_completer=jsontext.dump({"ajustements": after}),
            )
        )
    both = "_deux" if echange.magiques.bruts else ""
    asked = mots.dit(f"depense.{cote}.question{both}", nombre=nombre(excedent))
    said = asked
    if spent is not None:
        figures = {"degres": spent[cote], "reste": excedent - spent[cote]}
        shown = {key: nombre(valeur) for key, valeur in figures.items()}
        said = mots.dit(f"depense.{cote}.faite", nombre=nombre(excedent), **shown)
    return noeud(
        "div",
        noeud("p", _who(mots, echange, cote), f"\u00a0: {said}"),
        noeud("div", *choices, classe="choix-groupe", role="group", aria_label=asked),
        classe="depense",
    )


def badges(mots: MotsCombat, echange: Echange) -> Noeud:
    """Final damage: PHYS, MAG and the total."""

    def badge(ident: str, valeur: int, classe: str) -> Noeud:
        return noeud(
            "span", f"{mots.dit(ident)} ", noeud("strong", nombre(valeur)), classe=f"badge {classe}"
        )

    return noeud(
        "p",
        badge("titre.phys", echange.physiques.final, "phys"),
        badge("titre.mag", echange.magiques.final, "mag"),
        badge("titre.total", echange.total, "total"),
        classe="badges",
    )


def _outcome(mots: MotsCombat, echange: Echange) -> Noeud:
    """What is left of the blow, and what weighs on the next round."""
    carried = [
        noeud(
            "li",
            _who(mots, echange, each.cible),
            f"\u00a0: {mots.nom('consequences', each.code)} ({signe(each.valeur)})",
        )
        for each in echange.consequences
        if each.valeur
    ]
    return noeud(
        "div",
        badges(mots, echange),
        noeud("ul", *carried, classe="suites") if carried else None,
    )
