"""What every effect brings, copied out by hand from the specification (combat.md §8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycore.donnees import nephilim

if TYPE_CHECKING:
    from pycore.nephilim.moves import Effet

REGLES = nephilim()
MODES = {("melee",): "m", ("distance",): "d", ("melee", "distance"): "md"}

ATTACKER = {
    "furie_pyretique": "m manoeuvre+6/attaque_en_force",
    "hallucination_guerriere": "m degres+3",
    "spasmes_de_furies": "m manoeuvre+6/attaque_en_force degres_adverses-2/ka_dominant_rate",
    "sublimation_elementaire": "md degres+2/approche",
    "precognition": "md degres+4",
    "point_faible": "md perce_protections",
    "coordination_aquatique": "md vecu+2",
    "portes_amdouat": "md vecu_corrige+5",
    "amethyste": "md degres+6/approche_feu initiative+3/sans_approche_feu",
    "anges_guerriers": "md degres+3",
    "consort_rouge": "md degres+5/approche_feu",
    "kerubim": "md degres+4",
    "phalange": "m arme+2/arme_melee_non_magique",
    "prince_spirale": "m degres+3 bruts+3 consequence-3/malus_attaque/defenseur",
    "regisseur_fureur": "md metamorphe+10",
    "parfum_concentration": "m degres+2 consequence-2/vigilance/attaquant",
    "pierre_affutage": "m bruts+1/physiques/arme_melee",
    "poudre_brasiers": "d bruts+1/physiques/arme_a_feu",
}
DEFENDER = {
    "armure_invincible": "md annulation",
    "corps_brumeux": "md annulation/physiques",
    "hallucination_guerriere": "m degres+3 protection+3/physiques",
    "portes_amdouat": "md vecu_corrige+5",
    "precognition": "md degres+4",
    "sublimation_elementaire": "md degres+2/approche",
    "amethyste": "md protection+3/physiques/approche",
    "colibris_de_brume": "md degres+4/esquive",
    "consort_rouge": "md protection+5",
    "esprit_24e": "md degres+5 rang",
    "kerubim": "md degres+4",
    "phalange": "m armure",
    "porteuse_souffles": "md protection+3",
    "regisseur_fureur": "md annulation/physiques",
    "taliahad": "md protection+5",
    "coagulation_metallique": "md protection+5",
    "eau_de_vie": "md protection+4/physiques",
    "eau_forte": "d division+2/physiques",
    "reduction_faille": "md protection+3/physiques",
    "liqueur_mouvant": "md degres+2/premiere_defense rang",
    "parfum_concentration": "m degres+2 consequence-2/vigilance/defenseur",
    "retenue_chrysopee": "md retenue+10",
    "transmutation_fauve": "md protection+6/physiques/arme_ni_magique_ni_elementaire",
    "vaisseau_androgyne": "md protection+10/physiques",
}
ESQUIVES = {"esquiver", "esquiver_lancee"}


def said(effet: Effet) -> str:
    """An effect in one line: modes, then each contribution with what qualifies it."""
    words = [MODES[effet.portees]]
    for each in effet.apports:
        figure = f"{each.valeur:+}" if each.valeur else ""
        more = [each.manoeuvre, each.composante, each.si, each.consequence, each.subit]
        kept = [word for word in more if word not in ("", "toutes", "toujours")]
        words.append("/".join([each.cible + figure, *kept]))
    return " ".join(words)


def test_attackers_effects() -> None:
    assert {ident: said(each) for ident, each in REGLES.effets_attaquant.items()} == ATTACKER


def test_defenders_effects() -> None:
    assert {ident: said(each) for ident, each in REGLES.effets_defenseur.items()} == DEFENDER


def test_what_a_dodge_is() -> None:
    assert {each.id for each in REGLES.defenses.values() if each.esquive} == ESQUIVES
