"""The figures of the tables, copied out by hand from the reference a second time.

Columns as in the reference; what it leaves open stands as the specification settles it.
"""

from __future__ import annotations

from pycore.donnees import nephilim

REGLES = nephilim()

# degree, physical, magical, kind, element, magical weapon, pierces (D12)
MELEE = {
    "mains_nues": (1, 1, 0, "naturelle", "", False, False),
    "dague": (1, 1, 0, "melee", "", False, False),
    "griffes": (2, 2, 0, "naturelle", "", False, False),
    "epee_hache": (2, 2, 0, "melee", "", False, False),
    "membre_embrase": (2, 2, 2, "melee", "feu", True, False),
    "marteau": (3, 3, 0, "melee", "", False, False),
    "griffe_noire": (3, 3, 0, "melee", "", True, False),
    "glaive_air": (3, 3, 3, "melee", "air", True, True),
    "glaive_eau": (3, 3, 3, "melee", "eau", True, True),
    "glaive_feu": (3, 3, 3, "melee", "feu", True, True),
    "glaive_lune": (3, 3, 3, "melee", "lune", True, True),
    "glaive_terre": (3, 3, 3, "melee", "terre", True, True),
    "arme_dames_du_lac": (4, 4, 0, "melee", "", True, False),
    "crocs_griffes_cornes": (4, 4, 0, "naturelle", "", True, False),
}
# degree, physical, magical, range, magazine, rates of fire, firearm (D10)
TIR = {
    "arc": (2, 2, 0, "250 m", "1", "unique", False),
    "pistolet_9mm": (2, 2, 0, "100 m", "15", "unique cpc", True),
    "arbalete": (3, 3, 0, "350 m", "1", "unique", False),
    "carabine_22lr": (4, 4, 0, "400 m", "10", "unique cpc", True),
    "ak47": (4, 4, 0, "1000 m", "30", "unique cpc raf_ctrl raf_cont", True),
    "fusil_chasse_cal12": (4, 4, 0, "20 m", "8", "unique cpc", True),
    "poudre_mitraille_courte": (8, 8, 0, "10 m", "durée du sort", "unique", False),
    "poudre_mitraille_longue": (5, 5, 0, "30 m", "durée du sort", "unique", False),
    "taurus": (4, 4, 4, "têtes chercheuses", "7", "unique", False),
}
LANCER = {"fronde": (1, 1, 0), "hache_lancer": (2, 2, 0), "javelot": (2, 2, 0)}
MUNITIONS = {
    "standard": (0, "toutes"),
    "blindees_poing": (2, "pistolet_9mm"),
    "blindees_assaut": (4, "ak47"),
    "chasse_courte": (3, "fusil_chasse_cal12"),
    "chasse_longue": (1, "fusil_chasse_cal12"),
    "creuses": (4, "pistolet_9mm carabine_22lr ak47 fusil_chasse_cal12"),
}
# bonus, targets at most, a roll for each
CADENCES = {
    "unique": (0, 1, False),
    "cpc": (0, 12, True),
    "raf_ctrl": (2, 12, False),
    "raf_cont": (5, 12, False),
}
# physical, magical, magical armour (D14), what the Phalange gives in its place
MUNDANE = {
    "aucune": (0, 0, False, ""),
    "cuir_legere": (1, 0, False, "cuir_legere_phalange"),
    "cuir_renforcee": (2, 0, False, "cuir_renforcee_phalange"),
    "gilet_leger": (2, 0, False, "gilet_leger_phalange"),
    "gilet_lourd": (3, 0, False, "gilet_lourd_phalange"),
    "militaire": (3, 0, False, "militaire_phalange"),
    "militaire_integrale": (4, 0, False, "militaire_integrale_phalange"),
}
MAGICAL = {
    "cuir_legere_phalange": (3, 0),
    "cuir_renforcee_phalange": (4, 0),
    "gilet_leger_phalange": (4, 0),
    "gilet_lourd_phalange": (5, 0),
    "militaire_phalange": (5, 0),
    "militaire_integrale_phalange": (6, 0),
    "dents_semees": (4, 4),
    "boucliers_celestes": (4, 4),
    "ecailles_argent": (4, 4),
    "cuirasses_feu": (4, 4),
    "tissus_temps": (4, 4),
    "carapace": (4, 0),
    "gardien_silencieux": (10, 10),
}
MANTEAUX = ("feu", "eau", "terre", "air", "lune")
ANY = "feu eau terre air lune"
# modifier, elements, attacks
MANOEUVRES = {
    "standard": (0, "", 1),
    "attaque_en_force": (3, "feu terre", 1),
    "attaque_rapide": (-2, "eau air", 2),
    "attaque_puissante": (-2, "terre feu", 1),
    "attaque_subtile": (-2, "air eau", 1),
    "attaque_etrange": (-3, "lune", 1),
    "tir_instinctif": (-4, "feu", 1),
    "frapper": (0, "feu eau", 1),
    "immobiliser": (0, "eau terre", 1),
    "faire_tomber": (0, "feu terre", 1),
    "tir_visee_1": (0, ANY, 1),
    "tir_sans_visee": (-4, ANY, 1),
    "tir_visee_2": (2, ANY, 1),
    "tir_visee_3": (4, ANY, 1),
    "tir_visee_4": (6, ANY, 1),
    "lancer": (0, ANY, 1),
}
# modes, modifier, elements; réussie: physical, magical, cancels; ratée: physical, magical; what
# follows a success and who bears it
NOTHING = (0, 0, False)
CANCELS = (0, 0, True)
DEFENSES = {
    "standard": ("melee", 0, "", (-1, -1, False), (0, 0), ""),
    "esquiver": ("melee", 0, "eau air", CANCELS, (0, 0), ""),
    "parer": ("melee", 0, "terre feu", (-2, -2, False), (0, 0), ""),
    "elaboree": (
        "melee", 0, "air eau", (-2, -2, False), (0, 0), "defenses_sans_malus defenseur",
    ),
    "desarmer_arme": ("melee", -4, "lune", CANCELS, (2, 0), "desarme attaquant"),
    "desarmer_sans_arme": ("melee", -8, "lune", CANCELS, (2, 0), "desarme attaquant"),
    "contre_attaquer": ("melee", 0, "feu terre", CANCELS, (2, 2), "riposte attaquant"),
    "fuir": ("melee", 0, "air eau lune", NOTHING, (0, 0), "en_fuite defenseur"),
    "se_liberer": ("melee", 0, "eau feu", CANCELS, (0, 0), "libere defenseur"),
    "bloquer": ("melee", 0, "terre", (-2, -2, False), (0, 0), ""),
    "encaisser": ("melee tir lancer", 0, "", NOTHING, (0, 0), ""),
    "parer_projectile": ("tir", 0, ANY, (-2, 0, False), (0, 0), ""),
    "parer_lancee": ("lancer", 0, ANY, (-3, -3, False), (0, 0), ""),
    "esquiver_lancee": ("lancer", 0, ANY, CANCELS, (0, 0), ""),
}  # fmt: skip


def test_melee_weapons() -> None:
    found = {
        each.id: (
            each.degre,
            each.physiques,
            each.magiques,
            each.categorie,
            each.element,
            each.magique,
            each.perce_protections,
        )
        for each in REGLES.armes.values()
        if each.categorie in ("melee", "naturelle")
    }
    assert found == MELEE
    assert [each.id for each in REGLES.armes.values() if each.mains_nues] == ["mains_nues"]


def test_shooting_weapons() -> None:
    weapons = {each.id: each for each in REGLES.armes.values() if each.categorie == "tir"}
    found = {
        ident: (
            each.degre,
            each.physiques,
            each.magiques,
            each.portee,
            each.chargeur,
            " ".join(each.cadences),
            each.arme_a_feu,
        )
        for ident, each in weapons.items()
    }
    assert found == TIR
    magical = {"poudre_mitraille_courte", "poudre_mitraille_longue", "taurus"}
    assert {ident for ident, each in weapons.items() if each.magique} == magical
    assert {ident for ident, each in weapons.items() if each.perce_protections} == {"taurus"}
    assert {ident: each.element for ident, each in weapons.items() if each.element} == {
        "taurus": "lune"
    }


def test_thrown_weapons() -> None:
    weapons = {each.id: each for each in REGLES.armes.values() if each.categorie == "lancer"}
    found = {i: (each.degre, each.physiques, each.magiques) for i, each in weapons.items()}
    assert found == LANCER
    assert not any(each.magique or each.element for each in weapons.values())
    assert len(REGLES.armes) == len(MELEE) + len(TIR) + len(LANCER)


def test_ammunition() -> None:
    found = {
        each.id: (each.physiques, "toutes" if each.toutes_armes else " ".join(each.armes))
        for each in REGLES.munitions.values()
    }
    assert found == MUNITIONS


def test_rates_of_fire() -> None:
    rows = REGLES.cadences.values()
    assert {each.id: (each.physiques, each.cibles, each.jet_par_cible) for each in rows} == CADENCES


def test_protections() -> None:
    found = {
        each.id: (
            (each.physiques, each.magiques, each.magique, each.remplacement),
            each.annule_element,
        )
        for each in REGLES.protections.values()
    }
    expected = {ident: (row, "") for ident, row in MUNDANE.items()}
    expected |= {ident: ((*row, True, ""), "") for ident, row in MAGICAL.items()}
    expected |= {f"manteau_{each}": ((3, 3, True, ""), each) for each in MANTEAUX}
    assert found == expected


def test_the_phalange_gives_2_more() -> None:
    for ident, row in MUNDANE.items():
        if row[3]:
            assert MAGICAL[row[3]] == (row[0] + 2, 0), ident


def test_shields() -> None:
    rows = REGLES.boucliers.values()
    assert {each.id: (each.physiques, each.magiques, each.magique) for each in rows} == {
        "cavalier_targe": (4, 4, True),
        "cavalier_targe_renforce": (6, 6, True),
    }


def test_manoeuvres() -> None:
    found = {
        each.id: (each.modificateur, " ".join(each.elements), each.attaques)
        for each in REGLES.manoeuvres.values()
    }
    assert found == MANOEUVRES
    modes = {each.id: each.modes for each in REGLES.manoeuvres.values()}
    assert [ident for ident, each in modes.items() if each == ("melee",)] == list(MANOEUVRES)[:10]
    assert [ident for ident, each in modes.items() if each == ("lancer",)] == ["lancer"]


def test_defences() -> None:
    found = {
        each.id: (
            " ".join(each.modes),
            each.modificateur,
            " ".join(each.elements),
            tuple(each.reussie),
            (each.ratee.physiques, each.ratee.magiques),
            " ".join(f"{suite.consequence} {suite.subit}" for suite in each.consequences),
        )
        for each in REGLES.defenses.values()
    }
    assert found == DEFENSES
    asked = {each.id: each.demande for each in REGLES.defenses.values() if each.demande}
    assert asked == {"parer_projectile": "objet_ou_bouclier", "esquiver_lancee": "voit_lanceur"}


def test_wounds_and_ka_feu() -> None:
    assert {each.id: each.malus for each in REGLES.blessures.values()} == {
        "mineure": 2,
        "serieuse": 4,
        "grave": 6,
    }
    assert {each.minimum: each.bonus for each in REGLES.ka_feu.values()} == {5: 1, 10: 2}
