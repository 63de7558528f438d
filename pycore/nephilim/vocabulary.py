"""The closed lists that the rules' code knows by name; everything else is a row of data."""

MODES = ("melee", "tir", "lancer")
PORTEES = ("melee", "distance")
COTES = ("attaquant", "defenseur")
CATEGORIES = ("melee", "naturelle", "tir", "lancer")
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
