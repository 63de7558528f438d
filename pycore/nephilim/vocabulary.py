"""The closed lists that the rules' code knows by name; everything else is a row of data."""

MODES = ("melee", "tir", "lancer")
PORTEES = ("melee", "distance")
COTES = ("attaquant", "defenseur")
NATURELLE = "naturelle"
"""The category of weapons that cannot be lost."""

CATEGORIES = ("melee", NATURELLE, "tir", "lancer")
NATURES = ("sort", "invocation", "formule")
COMPOSANTES = ("physiques", "magiques", "toutes")

CIBLES = (
    "degres",  # the bearer's own roll
    "degres_adverses",  # the opponent's defence
    "vecu",  # before the wounds
    "vecu_corrige",  # after the wounds
    "manoeuvre",  # the modifier of the manœuvre named becomes the value
    "metamorphe",  # the métamorphe becomes the value
    "initiative",  # initiative and movement
    "bruts",  # raw damage
    "perce_protections",  # no physical protection from armour that is not magical
    "arme",  # the weapon is replaced: physical damage and degree + value, magical
    "armure",  # the armour is replaced by its own row's ``remplacement``
    "protection",
    "annulation",
    "division",
    "retenue",  # up to the value nothing, above it the value less
    "rang",  # no malus for several defences in the round
    "consequence",
)
"""What an ``Apport`` may change."""

CIBLES_CHIFFREES = (
    *("degres", "degres_adverses", "vecu", "vecu_corrige", "manoeuvre", "metamorphe"),
    *("initiative", "bruts", "arme", "protection", "division", "retenue"),
)
"""Those that say nothing without a figure."""

CONDITIONS = (
    "toujours",
    "approche",  # an element is declared and its score is above 0
    "approche_feu",
    "sans_approche_feu",
    "ka_dominant_rate",
    "attaque_reussie",
    "attaque_gagne",
    "arme_a_feu",
    "arme_melee",
    "arme_melee_non_magique",
    "arme_ni_magique_ni_elementaire",
    "esquive",
    "premiere_defense",
)
"""When an ``Apport`` counts; each is a predicate in ``combat.situation``."""

DEMANDES = ("objet_ou_bouclier", "voit_lanceur")
"""What a defence may ask for."""

REPORTS = (
    "rappel",  # no field can hold it: it is said
    "degres",  # its value is added to the bearer's rolls in the roles named by ``jets``
    "sans_defense",  # he takes the blow
    "rang_libre",  # no malus for several defences in the round
    "arme",  # he fights without his weapon
    "absent",  # he is no longer there
    "leve",  # it ends the consequences that its row names, and is nothing itself
)
"""What a consequence changes in the fights that follow."""

DUREES = ("round", "round_suivant", "combat")
"""How long: the rest of this round, the whole of the next, until lifted or removed."""

ROUND_SUIVANT, RIPOSTE, INVERSER, APPLIQUER = GESTES = (
    *("round_suivant", "riposte", "inverser"),
    "appliquer",  # a scenario given, in the same round
)
"""How a fight goes on."""
