"""What prose is judged by, apart from the code that writes it: facts, spelling, sentences."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pycore.nephilim.rows import Regles
    from pycore.render.view import Noeud

Json = dict[str, Any]

NAME = "Nom"
"""Stands for a typed name while the words around it are judged."""

NBSP = "\u00a0"
ENDS = (".", "!", "?", "…")
PERSON = "ncalc-nom"


def flat(roots: Iterable[Noeud]) -> Iterator[Noeud]:
    """Every element, parents first."""
    for root in roots:
        yield root
        yield from flat(root.enfants)


def typed_names(scenario: Json) -> set[str]:
    """Names that a person typed."""
    fighters = [scenario["attaquant"], *scenario["defenseurs"]]
    return {each["nom"] for each in fighters if each.get("nom")}


def opened(name: str) -> str:
    """The name as it stands at the head of a sentence."""
    capital = name[:1].upper()
    return capital + name[1:] if len(capital) == 1 else name


def shown_names(name: str) -> set[str]:
    """Every way a typed name may stand: as typed, at the head of a sentence, after "du", "aux"."""
    return {name, opened(name), re.sub(r"^les?\s+(?=\S)", "", name, flags=re.IGNORECASE)}


def pieces(paragraph: Noeud, scenario: Json) -> list[tuple[str, bool]]:
    """The text of a paragraph piece by piece, and whether each was typed by a person."""
    names = {shown for name in typed_names(scenario) for shown in shown_names(name)}
    fighters = [scenario["attaquant"], *scenario["defenseurs"]]
    reasons = {each["contexte_motif"] for each in fighters if each.get("contexte_motif")}

    found: list[tuple[str, bool]] = []
    for node in flat([paragraph]):
        if PERSON in node.attributs.get("class", ""):
            found.append((node.texte, node.texte in names))
        elif node.texte:
            quoted = bool(found) and found[-1][0].endswith(f"«{NBSP}")
            found.append((node.texte, quoted and node.texte in reasons))
    return found


def plain(said: list[tuple[str, bool]]) -> str:
    """The text with each typed piece put aside; one that ends a sentence leaves its stop."""
    made = []
    for rank, (text, typed) in enumerate(said):
        after = said[rank + 1][0] if rank + 1 < len(said) else ""
        ends = text.rstrip().endswith(ENDS) and re.match(r" [A-ZÀ-ÝŒ«]| ?$", after)
        made.append((NAME + "." if ends else NAME) if typed else text)
    return "".join(made)


def _letter(word: str) -> str:
    return unicodedata.normalize("NFD", word.lower())[:1]


def elision_faults(said: list[tuple[str, bool]]) -> list[str]:
    """Where "de" before a typed name should be "d’" or the reverse; h and y are left to usage."""
    found = []
    for (before, _), (name, typed) in pairwise(said):
        if not typed or _letter(name) in "hy":
            continue
        vowel = _letter(name) in "aeiouœæ"
        if re.search(r"\b(?:[dD]|[qQ]u)e $", before) and vowel:
            found.append(before[-8:] + name)
        if re.search(r"\b(?:[dD]|[qQ]u)’$", before) and not vowel:
            found.append(before[-8:] + name)
    return found


def name_faults(said: list[tuple[str, bool]]) -> list[str]:
    """Where a typed name does not fit the words around it: article, capital, stop."""
    found = []
    for rank, (name, typed) in enumerate(said):
        before = said[rank - 1][0] if rank else ""
        after = said[rank + 1][0] if rank + 1 < len(said) else ""
        if not typed or before.endswith(f"«{NBSP}"):
            continue
        if re.search(r"(?:^|\W)(?:de|à) $", before, re.IGNORECASE) and re.match(
            r"les?\s+\S", name, re.IGNORECASE
        ):
            found.append(before[-8:] + name)
        opens = not before or re.search(r"[.!?…] $", before)
        if opens and name != opened(name):
            found.append(f"| {name}")
        if name.rstrip().endswith(ENDS) and after.startswith("."):
            found.append(name + after[:8])
    return found


_FAULTS = {
    "empty slot": re.compile(r"[{}|]"),
    "double space": re.compile(r"[ \u00a0]{2}"),
    "space before comma or period": re.compile(r"[ \u00a0][.,]"),
    "space at an end": re.compile(r"^\s|\s$"),
    "elision": re.compile(
        r"\b(?:[dDlLjJmMtTsSnNcC]e|[lL]a|[qQ]ue|[jJ]usque|[pP]uisque) (?=[aeiouyàâéèêëîïôûœæ])"
    ),
    "aspirated h": re.compile(r"\b(?:[ldLD]’|[cC]et |son )hache"),
    "contraction": re.compile(r"\b(?:[dD]e|[àÀ]) les? (?=[A-Za-zéÉ])"),
    "plain space before a sign": re.compile(r"[^\u00a0][:;!?»]|«[^\u00a0]"),
    "straight sign": re.compile(r"['\"]|\.\.\.|-(?=\d)"),
    "sentence in lower case": re.compile(r"(?:^|[.!?…] )(?:«\u00a0)?[a-zà-ÿœ]"),
}


def faults(text: str) -> list[str]:
    """Names of the rules of typography and grammar that a paragraph breaks."""
    found = [name for name, pattern in _FAULTS.items() if pattern.search(text)]
    return found if text.endswith(ENDS) else [*found, "sentence without end"]


def _damage_facts(echange: Json) -> Iterator[tuple[str, bool]]:
    total, physical = echange["total"], echange["physiques"]["final"]
    yield "aucun_dommage", total == 0
    yield "dommages", total >= 1
    yield "dommages_legers", 1 <= total <= 3
    yield "dommages_nets", 4 <= total <= 7
    yield "dommages_terribles", total >= 8
    yield "dommages_physiques", physical > 0
    yield "dommages_magiques", total > physical
    yield "magie_seule", total > physical == 0
    assert total == physical + echange["magiques"]["final"]


def _step_facts(echange: Json, scenario: Json, regles: Regles) -> Iterator[tuple[str, bool]]:
    physical, magical = echange["physiques"]["etapes"], echange["magiques"]["etapes"]

    def cancelled(steps: list[Json]) -> str:
        return next((each["table"] for each in steps if each["operation"] == "annulation"), "")

    def adds(table: str, sign: int) -> bool:
        return any(
            each["operation"] == "ajout" and each["table"] == table and each["valeur"] * sign > 0
            for each in physical + magical
        )

    ours = ("protections", "effets_defenseur")
    whole = not magical or bool(cancelled(magical))
    yield "annule_par_manteau", cancelled(physical) == "protections"
    yield "annule_par_effet", cancelled(physical) == "effets_defenseur"
    yield "tout_annule", cancelled(physical) in ours and whole
    yield "armure", adds("protections", -1)
    yield "bouclier", adds("boucliers", -1)
    yield "effet_protecteur", adds("effets_defenseur", -1)
    yield "defense_aggrave", adds("defenses", 1)
    worn = scenario["defenseurs"][echange["defenseur"]].get("protection", "aucune")
    pierced = any(each["operation"] == "sans_effet" for each in physical)
    yield "armure_percee", pierced and regles.protections[worn].physiques > 0


def _roll_facts(echange: Json, attaque: Json, scenario: Json) -> Iterator[tuple[str, bool]]:
    hit = attaque["resultat"] in ("reussite", "critique")
    defense, kind = echange["defense"], scenario["defenseurs"][echange["defenseur"]]["defense"]
    won = defense is not None and defense["reussie"]
    yield "attaque_reussie", hit
    yield "attaque_ratee", not hit
    yield "attaque_critique", attaque["resultat"] == "critique"
    yield "attaque_maladresse", attaque["resultat"] == "maladresse"
    yield "attaque_gagne", echange["attaque_gagne"]
    yield "defense_reussie", won
    yield "defense_ratee", defense is not None and hit and not won
    yield "sans_defense_possible", kind["type"] == "encaisser"
    cancels = ("esquiver", "esquiver_lancee", "contre_attaquer", "se_liberer")
    disarms = ("desarmer_arme", "desarmer_sans_arme")
    yield "defense_annule", won and kind["type"] in cancels + disarms
    yield "contre_attaque", kind["type"] == "contre_attaquer"
    yield "desarmement", kind["type"] in disarms
    yield "defense_maladresse", defense is not None and defense["resultat"] == "maladresse"


def _manner(scenario: Json, regles: Regles) -> str:
    if scenario["attaque"]["approche"] in ("immobiliser", "faire_tomber"):
        return "prise"
    categorie = regles.armes[scenario["attaque"].get("arme", "mains_nues")].categorie
    return {"melee": "contact", "naturelle": "contact"}.get(categorie, categorie)


BODIES = ("mains_nues", "griffes", "crocs_griffes_cornes", "membre_embrase", "griffe_noire")
"""Weapons that nobody can take from who strikes with them."""


def overall_facts(result: Json, scenario: Json, regles: Regles) -> set[str]:
    """What is true of a combat whole, read from its result as every user gets it."""
    targets, rolls = len(scenario["defenseurs"]), len(result["attaques"])
    stated = {
        "plusieurs_cibles": targets > 1,
        "un_jet_pour_tous": targets > 1 and rolls == 1,
        "un_jet_par_cible": targets > 1 and rolls == targets,
        "deux_attaques": targets == 1 and rolls == 2,
        _manner(scenario, regles): True,
        "arme_du_corps": scenario["attaque"].get("arme", "mains_nues") in BODIES,
    }
    if rolls == 1:
        first = result["echanges"][0]
        hit = dict(_roll_facts(first, result["attaques"][0], scenario))
        stated |= {fact: true for fact, true in hit.items() if fact.startswith("attaque_r")}
        stated |= {fact: hit[fact] for fact in ("attaque_critique", "attaque_maladresse")}
    return {fact for fact, true in stated.items() if true}


def exchange_facts(rank: int, result: Json, scenario: Json, regles: Regles) -> set[str]:
    """What is true of one exchange, read from the result as every user gets it."""
    echange = result["echanges"][rank]
    attaque = result["attaques"][echange["attaque"]]
    stated = [
        *_roll_facts(echange, attaque, scenario),
        *_damage_facts(echange),
        *_step_facts(echange, scenario, regles),
    ]
    true = {fact for fact, holds in stated if holds}
    true |= {each["code"] for each in echange["consequences"]}
    return true | overall_facts(result, scenario, regles)
