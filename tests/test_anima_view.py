"""What the page shows of Anima: verdict, story, frame, odds, order of the round."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from pycore import api
from pycore.donnees import anima
from pycore.errors import RefusedError
from tests.support.anima import ATTAQUE, anima_cases, ask, attack, view, without_dice
from tests.support.views import slot, text
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.cases import Case

Json = dict[str, Any]
GOOD = [case for case in anima_cases() if case.erreurs is None]
STYLE = (ROOT / "web" / "calculateur.css").read_text(encoding="utf-8")
PLAIN = {"ncalc-nom", "ncalc-titre", "ncalc-contre", "ncalc-chances"}


def nodes(value: Any) -> Iterator[Json]:
    yield value
    for each in value.get("enfants", []):
        yield from nodes(each)


def whole(vue: Json) -> Iterator[Json]:
    for roots in vue.values():
        for root in roots:
            yield from nodes(root)


@pytest.mark.parametrize("case", GOOD, ids=[case.name for case in GOOD])
def test_every_case_is_shown(case: Case) -> None:
    vue = api.ask(case.calcul, "resolve", case.texte).vue()
    assert {"verdict", "technique"} <= set(vue)
    for node in whole(vue):
        said = node.get("texte", "")
        assert "{" not in said
        assert not re.search(r"(?<!\u00a0)[:;!?%»]|-\d", said), said
        for name in node.get("attributs", {}).get("class", "").split():
            assert f".{name}" in STYLE or name in PLAIN, name
    assert slot(vue, "verdict").endswith(".")


CRITICAL: Json = {
    "attaquant": {"nom": "Lya", "attaque": 200, "degats": 100},
    "defenseur": {"nom": "Kaï", "pv_max": 150, "competence": 100, "resistance_physique": 0},
}


def critical(resistance: int, **jets: int) -> Json:
    return attack(
        **CRITICAL, jets={"attaque": [70], "critique": 60, "resistance": resistance} | jets
    )


def sentences(*each: str) -> str:
    """Sentences, a space between them."""
    return " ".join(each)


STORIES: list[tuple[str, Json, str, str]] = [
    (
        "touche",
        attack({"attaque": 150}),
        "L’attaquant touche le défenseur\u00a0: 20 points de dégâts.",
        sentences(
            "L’attaquant attaque le défenseur.",
            "Le défenseur tente de parer le coup.",
            "Le coup porte\u00a0: le défenseur perd 20 points de vie.",
        ),
    ),
    (
        "un seul point",
        attack({"attaque": 120, "degats": 10, "nom": "Lya"}),
        "Lya touche le défenseur\u00a0: 1 point de dégâts.",
        sentences(
            "Lya attaque le défenseur.",
            "Le défenseur tente de parer le coup.",
            "Le coup porte\u00a0: le défenseur perd 1 point de vie.",
        ),
    ),
    (
        "sans mal",
        attack({"attaque": 100}),
        "L’attaquant touche le défenseur, sans lui faire de mal.",
        sentences(
            "L’attaquant attaque le défenseur.",
            "Le défenseur tente de parer le coup.",
            "Le coup porte, sans entamer le défenseur.",
        ),
    ),
    (
        "trop loin",
        attack({"attaque": 250, "projectile": True, "situations": ["hors_portee_efficace"]}),
        "L’attaquant touche le défenseur, de trop loin pour lui faire du mal.",
        sentences(
            "L’attaquant attaque le défenseur à distance.",
            "Le défenseur tente de parer le coup.",
            "Le coup porte, mais de trop loin pour entamer le défenseur.",
        ),
    ),
    (
        "egalite",
        attack({"attaque": 90}, {"nom": "Kaï", "defense": "esquive"}),
        "Match nul entre l’attaquant et Kaï.",
        sentences(
            "L’attaquant attaque Kaï.",
            "Kaï tente d’esquiver le coup.",
            "Attaque et défense se valent\u00a0: personne ne l’emporte.",
        ),
    ),
    (
        "contre",
        attack({"attaque": 60, "visee": "oeil", "modificateur": 100}),
        "Le défenseur repousse l’attaquant et peut contre-attaquer, avec un bonus de +15.",
        sentences(
            "L’attaquant attaque le défenseur et vise l’œil.",
            "Le défenseur tente de parer le coup.",
            "L’attaque échoue, et le défenseur peut contre-attaquer aussitôt, avec un bonus de",
            "+15.",
        ),
    ),
    (
        "tir manque",
        attack({"attaque": 10, "projectile": True, "visee": "cou"}),
        "Le défenseur repousse l’attaquant.",
        sentences(
            "L’attaquant attaque le défenseur à distance et vise le cou.",
            "Le défenseur tente de parer le coup.",
            "L’attaque échoue.",
        ),
    ),
    (
        "maladresses",
        attack(
            defenseur={"nom": "Kaï"},
            jets={"attaque": [1, 10], "defense": [2, 90]},
        ),
        "L’attaquant touche Kaï\u00a0: 50 points de dégâts.",
        sentences(
            "L’attaquant attaque Kaï.",
            "Mais l’attaquant commet une maladresse.",
            "Kaï tente de parer le coup.",
            "Sa défense tourne à la maladresse.",
            "Le coup porte\u00a0: Kaï perd 50 points de vie.",
        ),
    ),
    (
        "sans defense",
        attack(defenseur={"defense": "aucune", "competence": None}, jets={"attaque": [4]}),
        "L’attaquant touche le défenseur\u00a0: 30 points de dégâts.",
        sentences(
            "L’attaquant attaque le défenseur.",
            "Le défenseur ne se défend pas.",
            "Le coup porte\u00a0: le défenseur perd 30 points de vie.",
        ),
    ),
    (
        "critique encaisse",
        critical(100),
        "Coup critique\u00a0! Lya touche Kaï\u00a0: 100 points de dégâts.",
        sentences(
            "Lya attaque Kaï.",
            "Kaï tente de parer le coup.",
            "Le coup porte\u00a0: Kaï perd 100 points de vie.",
            "C’est un coup critique.",
            "Kaï l’encaisse sans autre suite.",
        ),
    ),
    (
        "critique subi sans marge",
        attack(
            CRITICAL["attaquant"],
            CRITICAL["defenseur"] | {"resistance_physique": 100},
            {"attaque": [70], "critique": 60, "resistance": 60},
        ),
        "Coup critique\u00a0! Lya touche Kaï\u00a0: 100 points de dégâts.",
        sentences(
            "Lya attaque Kaï.",
            "Kaï tente de parer le coup.",
            "Le coup porte\u00a0: Kaï perd 100 points de vie.",
            "C’est un coup critique.",
            "Kaï ne l’encaisse pas, mais d’assez peu pour n’en garder aucune suite.",
        ),
    ),
    (
        "critique subi",
        critical(50, localisation=60),
        "Coup critique\u00a0! Lya touche Kaï\u00a0: 100 points de dégâts.",
        sentences(
            "Lya attaque Kaï.",
            "Kaï tente de parer le coup.",
            "Le coup porte\u00a0: Kaï perd 100 points de vie.",
            "C’est un coup critique, porté à la main droite.",
            "La douleur pèse de −110 sur toutes ses actions.",
            "La zone touchée est détruite.",
        ),
    ),
    (
        "critique au coeur",
        critical(90, localisation=50),
        "Coup critique\u00a0! Lya touche Kaï\u00a0: 100 points de dégâts. Kaï meurt.",
        sentences(
            "Lya attaque Kaï.",
            "Kaï tente de parer le coup.",
            "Le coup porte\u00a0: Kaï perd 100 points de vie.",
            "C’est un coup critique, porté au cœur.",
            "Kaï meurt.",
        ),
    ),
    (
        "coma",
        attack({"attaque": 150}, {"pv_max": 100, "pv": 20}),
        sentences(
            "L’attaquant touche le défenseur\u00a0: 20 points de dégâts.",
            "Le défenseur sombre dans le coma.",
        ),
        sentences(
            "L’attaquant attaque le défenseur.",
            "Le défenseur tente de parer le coup.",
            "Le coup porte\u00a0: le défenseur perd 20 points de vie.",
            "Le défenseur sombre dans le coma.",
        ),
    ),
]


@pytest.mark.parametrize(("name", "scenario", "verdict", "recit"), STORIES)
def test_the_whole_story(name: str, scenario: Json, verdict: str, recit: str) -> None:
    del name
    vue = view(ATTAQUE, scenario)
    assert slot(vue, "verdict") == verdict
    assert slot(vue, "recit") == f"Le récit {recit}"


def test_a_state_that_was_there_before_is_no_news() -> None:
    scenario = attack({"attaque": 150}, {"pv": -3})
    assert "coma" not in slot(view(ATTAQUE, scenario), "verdict")


OUT = [("coma", 0), ("coma", -39), ("mort", -40), ("mort", -999)]


@pytest.mark.parametrize(
    ("attaquant", "defenseur", "issue"),
    [
        ({}, {}, "contre"),
        ({"projectile": True, "situations": ["bout_portant"]}, {}, "contre"),
        ({"projectile": True}, {}, "defense"),
        ({}, {"a_agi": True}, "defense"),
        ({}, {"action_perdue": True}, "defense"),
    ],
)
@pytest.mark.parametrize(("etat", "pv"), OUT)
def test_nobody_out_of_the_fight_is_told_that_he_may_counter(
    etat: str, pv: int, attaquant: Json, defenseur: Json, issue: str
) -> None:
    """Neither verdict, story, frame, follow-up nor odds. The facts say all."""
    attaquant = {"nom": "Lya", "attaque": 50} | attaquant
    scenario = attack(attaquant, {"nom": "Kaï", "competence": 200, "pv": pv} | defenseur)
    facts = ask(ATTAQUE, scenario)
    assert (facts["etat"], facts["issue"]) == (etat, issue)
    assert (facts["contre_bonus"] is None) == (issue == "defense")
    vue = view(ATTAQUE, scenario)
    assert slot(vue, "verdict") == "Kaï repousse Lya."
    assert slot(vue, "recit").endswith("L’attaque échoue.")
    final = "La suite du round Pas de contre-attaque\u00a0: Kaï n’est pas en état d’agir."
    assert slot(vue, "final") == final
    said = slot(vue, "technique").lower()
    assert "défense réussie" in said
    assert "contre-attaque" not in said.partition("détail")[0]
    chances = slot(view(ATTAQUE, without_dice(scenario), "odds"), "chances")
    assert "Défense réussie" in chances
    assert "ontre-attaque" not in chances


@pytest.mark.parametrize("pv", [1, 9999])
def test_who_stands_may_counter_down_to_his_last_life_point(pv: int) -> None:
    scenario = attack({"attaque": 50}, {"competence": 200, "pv": pv})
    vue = view(ATTAQUE, scenario)
    for name in ("verdict", "recit", "final", "technique"):
        assert "contre-attaque" in slot(vue, name).lower(), name


BEFORE = {"portee": "malus", "defense_negative": "comptee"}
"""What was answered before each of these readings could be chosen."""
LINKS = json.loads((ROOT / "tests" / "liens" / "version-1.json").read_text(encoding="utf-8"))


def resolved(scenario: Json) -> Json | None:
    """The answer to a scenario; nothing where it has no dice, or not all."""
    try:
        return ask(ATTAQUE, scenario)
    except RefusedError:
        return None


@pytest.mark.parametrize(("option", "former"), BEFORE.items())
def test_a_link_of_before_whose_answer_has_changed_names_what_has_changed_it(
    option: str, former: str
) -> None:
    name, changed = anima().points_de_regle[option].nom, 0
    for link in LINKS:
        if link["calcul"] != ATTAQUE:
            continue
        opened = api.run(ATTAQUE, "ouvrir", json.dumps({"fragment": link["fragment"]}))
        assert opened["signale"] == []
        scenario = opened["scenario"]
        assert option not in scenario.get("options", {})
        now, then = (
            resolved(scenario | {"options": scenario.get("options", {}) | more})
            for more in ({}, {option: former})
        )
        if now and then and now != then:
            changed += 1
            assert name in slot(view(ATTAQUE, scenario), "technique")
    assert changed


def test_a_critical_by_one_reading_alone_is_shown_with_what_settles_it() -> None:
    """Half of the life points left, and not half of them all: by either reading it is said."""
    name = anima().points_de_regle["critique_seuil"].nom
    wounded = attack({"attaque": 200}, {"pv": 60, "pv_max": 200}, {"critique": 1, "resistance": 99})
    for reading, critical in (("maximum", False), ("restants", True)):
        told = wounded | {"options": {"critique_seuil": reading}}
        assert (ask(ATTAQUE, told)["critique"] is not None) is critical
        assert name in slot(view(ATTAQUE, told), "technique")
    assert name not in slot(view(ATTAQUE, attack({"attaque": 200}, {"pv_max": 200})), "technique")


def test_an_action_that_was_lost_before_is_said_of_the_defender() -> None:
    said = "Son action du round est déjà perdue"
    lost = attack(None, {"action_perdue": True})
    assert said in slot(view(ATTAQUE, lost), "technique")
    assert said not in slot(view(ATTAQUE, attack()), "technique")
    lost["defenseur"]["pv"] = 0
    assert said not in slot(view(ATTAQUE, lost), "technique"), "he has none any more"


ALL_TOLD = {"Malus", "Ce malus", "Zone", "Perd son action", "État\u00a0: Conscient"}
ENDS: list[tuple[str, Json, Json, set[str]]] = [
    ("conscient", {}, {"localisation": 60}, ALL_TOLD),
    ("coma", {"pv": 100}, {"localisation": 60}, {"Zone", "État\u00a0: Dans le coma"}),
    (
        "coma du critique",
        {},
        {"critique": 100, "resistance": 1, "localisation": 60},
        {"Zone", "Coma\u00a0: sans soins", "État\u00a0: Dans le coma"},
    ),
    (
        "mort du critique",
        {},
        {"critique": 100, "resistance": 1, "localisation": 100},
        {"Zone", "Mort sur le coup", "État\u00a0: Mort"},
    ),
    (
        "mort des points de vie",
        {"pv": 10},
        {"critique": 100, "resistance": 1, "localisation": 60},
        {"Zone", "État\u00a0: Mort"},
    ),
]
FOLLOWS = ("Malus", "Zone", "Coma", "Mort sur", "Ce malus", "Perd", "Garde", "État")


@pytest.mark.parametrize(("name", "defenseur", "jets", "told"), ENDS)
def test_who_is_out_of_the_fight_has_no_malus_left(
    name: str, defenseur: Json, jets: Json, told: set[str]
) -> None:
    """Neither malus, nor recovery, nor action; the dead are in no coma. The facts say all."""
    scenario = attack(
        CRITICAL["attaquant"],
        CRITICAL["defenseur"] | defenseur,
        {"attaque": [70], "critique": 60, "resistance": 50} | jets,
    )
    shown = [
        text(node)
        for node in whole(view(ATTAQUE, scenario))
        if node["balise"] == "li" and text(node).startswith(FOLLOWS)
    ]
    standing = name == "conscient"
    assert len(shown) == len(told), shown
    for words in told:
        assert any(words in each for each in shown), (words, shown)
    facts = ask(ATTAQUE, scenario)
    assert facts["critique"]["malus"]
    assert facts["consequences"]
    recit = slot(view(ATTAQUE, scenario), "recit")
    assert ("La douleur pèse" in recit) == standing
    assert "coma" not in recit or facts["etat"] == "coma"


def test_a_critical_that_is_resisted_consoles_no_dead() -> None:
    scenario = critical(100)
    scenario["defenseur"]["pv"] = 10
    recit = slot(view(ATTAQUE, scenario), "recit")
    assert recit.endswith("C’est un coup critique. Kaï meurt.")


def test_the_frame_holds_every_figure() -> None:
    case = next(case for case in GOOD if case.name.endswith("exemple-de-la-specification"))
    shown = slot(view(ATTAQUE, json.loads(case.texte)), "technique")
    for figure in ("93 + 95 + 12", "330", "131", "+199", "150\u00a0%", "75", "35", "130", "100"):
        assert figure in shown, figure
    for words in ("jusqu’à −15", "Perd son action", "Conscient", "Absorption", "× 150", "÷ 100"):
        assert words in shown, words


def test_odds_show_the_scores_and_every_amount() -> None:
    vue = view(ATTAQUE, without_dice(attack({"situations": ["dos"]})), "odds")
    assert slot(vue, "seuils") == "Attaque 100Défense 90"
    assert "De dos" in slot(vue, "seuils_detail")
    shown = slot(vue, "chances")
    for words in ("L’attaque touche", "Elle blesse", "Match nul", "Contre-attaque", "0,2\u00a0%"):
        assert words in shown, words


def initiative(*scores: tuple[str, int, int], jet: str = "simple") -> Json:
    fighters = [{"nom": nom, "initiative": score, "jets": [de]} for nom, score, de in scores]
    return {"combattants": fighters, "options": {"jet": jet}}


def test_the_order_marks_ties_fumbles_and_surprise() -> None:
    scenario = initiative(("Lya", 250, 50), ("", 80, 20), ("Kaï", 90, 10))
    vue = view("anima-initiative", scenario)
    assert slot(vue, "verdict") == "Lya agit en premier."
    assert [each["balise"] for each in vue["verdict"]] == ["p"]
    rows = [node for node in whole(vue) if node["balise"] == "tr"][1:4]
    assert [text(row) for row in rows] == [
        "Lya150300",
        "Combattant 2ex æquoSurpris220100",
        "Kaïex æquoSurpris210100",
    ]
    shown = slot(vue, "technique")
    assert (
        "Lya surprend Combattant 2 (200 d’avance) et Kaï (200)\u00a0: −90 à leur défense." in shown
    )
    typed = view("anima-initiative", initiative(("lya", 250, 50), ("kaï", 90, 10)))
    assert slot(typed, "verdict") == "Lya agit en premier."
    lines = [text(node) for node in whole(typed) if node["balise"] == "tr"][1:3]
    assert [line[:3] for line in lines] == ["lya", "kaï"]
    failed = view("anima-initiative", initiative(("Lya", 50, 1), jet="ouvert"))
    assert "Maladresse" in slot(failed, "technique")
    tied = view("anima-initiative", initiative(("Lya", 50, 10), ("Kaï", 40, 20)))
    assert slot(tied, "verdict") == "2 combattants agissent en premier, à égalité."
    assert [each["balise"] for each in tied["verdict"]] == ["p"]


def test_a_line_for_each_who_surprises() -> None:
    scenario = initiative(("A", 500, 50), ("B", 300, 50), ("C", 100, 50), ("", 90, 50))
    vue = view("anima-initiative", scenario)
    assert [text(node) for node in whole(vue) if node["balise"] == "li"] == [
        "A surprend B (200 d’avance), C (400) et Combattant 4 (410)\u00a0: −90 à leur défense.",
        "B surprend C (200 d’avance) et Combattant 4 (210)\u00a0: −90 à leur défense.",
    ]
    alone = view("anima-initiative", initiative(("A", 300, 50), ("B", 100, 50)))
    (line,) = (text(node) for node in whole(alone) if node["balise"] == "li")
    assert line == "A surprend B (200 d’avance)\u00a0: −90 à sa défense."


def test_a_name_in_the_detail_is_isolated() -> None:
    vue = view("anima-initiative", initiative(("\u202eLya", 50, 10)))
    named = [node for node in whole(vue) if "Lya" in node.get("texte", "")]
    assert len(named) == 3, "verdict, order, detail"
    assert {node["balise"] for node in named} == {"bdi"}
    (caption,) = (
        text(node) for node in whole(vue) if node["balise"] == "caption" and "=" in text(node)
    )
    assert caption == "\u202eLya = 60"


def test_what_an_action_costs_is_headed_by_its_name() -> None:
    shown = slot(view("anima-actions", {"agilite": 9, "dexterite": 7}), "technique")
    assert "ActionMalus" in shown


@pytest.mark.parametrize(
    ("calcul", "scenario", "verdict"),
    [
        ("anima-actions", {"agilite": 9, "dexterite": 7}, "3 actions dans le round."),
        ("anima-actions", {"agilite": 1, "dexterite": 7}, "1 action dans le round."),
        (
            "anima-fracassement",
            {"jet": 9, "force": 10, "solidite": 10},
            "L’arme frappée se brise.",
        ),
        (
            "anima-fracassement",
            {"jet": 8, "force": 10, "solidite": 10},
            "L’arme frappée résiste.",
        ),
    ],
)
def test_small_verdicts(calcul: str, scenario: Json, verdict: str) -> None:
    assert slot(view(calcul, scenario), "verdict") == verdict


def test_getting_away() -> None:
    scenario: Json = {
        "fuyard": {"competence": 80, "nom": "Lya"},
        "adversaire": {"competence": 60},
        "jets": {"fuyard": [54], "adversaire": [30]},
    }
    vue = view("anima-desengagement", scenario)
    assert slot(vue, "verdict") == "Lya se dégage et va où bon lui semble."
    scenario["jets"]["fuyard"] = [49]
    vue = view("anima-desengagement", scenario)
    assert slot(vue, "verdict") == "L’adversaire retient Lya dans la mêlée."
    assert "+39" in slot(vue, "technique")
