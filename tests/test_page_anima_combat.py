"""One attack of Anima through its form: handed cases, open rolls, criticals, what comes next."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from pycore import api
from pycore.anima.followup import offered
from pycore.donnees import anima
from pycore.render.french import pourcentage
from tests.support import combat_form
from tests.support.anima import ATTAQUE
from tests.support.anima_form import (
    PLAIN,
    dice,
    open_page,
    play,
    press_resolve,
    read_result,
    scenario,
    wait_undue,
)
from tests.support.combat_form import complaints, faults, fill_form, strangers, window
from tests.support.hostile import NAMES as HOSTILE
from tests.support.prose import opened
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.chromium import ChromiumPage

pytestmark = pytest.mark.navigateur("chromium")

Json = dict[str, Any]
CASES = sorted((ROOT / "tests" / "cases" / "anima").glob("*.json"))
FIRST = "#jets-attaque-0"
COUNTER, NEXT = (f"[data-vue=final] section:{which}-of-type button" for which in ("first", "last"))
DUES = "[...document.querySelectorAll('[data-du]')].filter((one) => !one.hidden).length"


@pytest.fixture(scope="module")
def form(home: str) -> Iterator[ChromiumPage]:
    with combat_form.chromium() as page:
        open_page(page, home, "anima-combat")
        yield page


@pytest.fixture
def fresh(form: ChromiumPage) -> ChromiumPage:
    """Bring the form back to a plain attack."""
    wait_undue(form)
    fill_form(form, PLAIN)
    return form


def number(said: str) -> int:
    """Read a figure as the page writes it."""
    found = re.search(r"[−-]?\d+", said)
    assert found, said
    return int(found[0].replace("−", "-"))


def check(shown: Json, wanted: Json) -> None:
    """Compare what the page shows with what is expected."""
    lignes = shown["lignes"]
    for name, key in (("Attaque", "attaque"), ("Défense", "defense")):
        assert lignes[name]["Jet"] == " + ".join(map(str, wanted[key]["jets"]))
        assert number(lignes[name]["Total"]) == wanted[key]["total"]
        assert lignes[name]["dit"] == ("Maladresse" if wanted[key]["maladresse"] else None)
    assert number(lignes["Comparaison"]["Marge"]) == wanted["marge"]
    issue = offered(wanted["issue"], wanted["etat"], anima())
    assert lignes["Comparaison"]["dit"] == anima().issues[issue].nom
    badges = {key: number(said) for key, said in shown["badges"].items()}
    expected = {"Points de vie": wanted["pv_restants"]}
    if wanted["issue"] == "degats":
        expected |= {"Pourcentage": wanted["pourcentage"], "Dégâts": wanted["degats"]}
    if issue == "contre":
        expected["Contre-attaque"] = wanted["contre_bonus"]
    assert badges == expected
    critique = wanted["critique"]
    assert ("Coup critique" in lignes) == (critique is not None)
    if critique is not None:
        line = lignes["Coup critique"]
        assert number(line["Niveau"]) == critique["niveau"]
        assert number(line["Résistance"]) == critique["test"]["total"]
        assert line["dit"] == ("Encaissé" if critique["test"]["reussi"] else "Subi")
        assert (critique["localisation"] is not None) == ("Endroit" in line)
        able = anima().etats[wanted["etat"]].ordinaire
        for effet in critique["effets"]:
            row = anima().effets_critiques[effet["code"]]
            if (row.valeur == "malus" and not able) or row.etat not in {"", wanted["etat"]}:
                continue
            name = anima().effets_critiques[effet["code"]].nom
            assert any(said.startswith(name) for said in shown["suites"]), name
    assert f"État\u00a0: {anima().etats[wanted['etat']].nom}" in shown["suites"]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case_through_the_form(form: ChromiumPage, home: str, path: Any) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    check(play(form, case["scenario"]), case["attendu"])
    assert complaints(form) == []
    assert strangers(form, home) == []


@pytest.mark.parametrize(
    ("typed", "due"),
    [
        (["89"], 1),
        (["90"], 2),
        (["90", "90"], 2),
        (["90", "91"], 3),
        (["90", "91", "91"], 3),
        (["90", "91", "92"], 4),
        (["00"], 2),
        (["100"], 2),
        (["0", "00", "0"], 4),
        (["4"], 1),
        (["3"], 2),
        (["1"], 2),
        (["3", "95"], 2),
        (["9x"], 1),
        ([""], 1),
    ],
)
def test_each_further_die_comes_when_it_is_due(
    fresh: ChromiumPage, typed: list[str], due: int
) -> None:
    for rank, value in enumerate(typed):
        fresh.fill(f"#jets-attaque-{rank}", value)
    assert sum(name.startswith("jets.attaque") for name in dice(fresh)) == due
    assert sum(name.startswith("jets.defense") for name in dice(fresh)) == 1
    assert len(scenario(fresh)["jets"]["attaque"]) == due


def test_a_die_that_is_no_longer_due_goes(fresh: ChromiumPage) -> None:
    for rank, value in enumerate(("93", "95", "12")):
        fresh.fill(f"#jets-attaque-{rank}", value)
    fresh.fill(FIRST, "50")
    assert scenario(fresh)["jets"]["attaque"] == [50]
    fresh.fill(FIRST, "99")
    assert scenario(fresh)["jets"]["attaque"] == [99, None], "another roll, not the one of before"


def test_twenty_dice_and_no_more(fresh: ChromiumPage) -> None:
    for rank in range(20):
        fresh.fill(f"#jets-attaque-{rank}", "100")
    assert len(scenario(fresh)["jets"]["attaque"]) == 20
    assert sum(name.startswith("jets.attaque") for name in dice(fresh)) == 20


def test_mastery_makes_a_fumble_rarer(fresh: ChromiumPage) -> None:
    fresh.fill("#attaquant-attaque", "199")
    fresh.fill(FIRST, "3")
    assert "jets.attaque[1]" in dice(fresh)
    assert not fresh.js("document.querySelector('#attaquant-maitrise').checkVisibility()")
    fresh.fill("#attaquant-attaque", "200")
    fresh.click("#attaquant-maitrise")
    assert "jets.attaque[1]" not in dice(fresh)
    fresh.fill(FIRST, "2")
    assert "jets.attaque[1]" in dice(fresh)
    fresh.fill("#attaquant-attaque", "130")
    fresh.fill(FIRST, "3")
    assert "jets.attaque[1]" in dice(fresh), "no mastery without the skill"


def test_a_plain_die_for_who_does_not_defend_himself(fresh: ChromiumPage) -> None:
    fresh.fill("#jets-defense-0", "95")
    assert "jets.defense[1]" in dice(fresh)
    fresh.click("#defenseur-defense-aucune")
    assert "jets.defense[1]" not in dice(fresh)
    assert not fresh.js("document.querySelector('#defenseur-competence').checkVisibility()")
    fresh.fill("#jets-defense-0", "2")
    assert "jets.defense[1]" not in dice(fresh)


# Faces that the browser's source of chance gives, one after the other.
RIGGED = """(() => {
  const faces = [%s];
  Object.defineProperty(Crypto.prototype, "getRandomValues", {value: (bytes) => {
    bytes[0] = faces.shift() - 1;
    return bytes;
  }});
})()"""


def test_roll_rolls_all_that_becomes_due(form: ChromiumPage, home: str) -> None:
    """Open rolls first, then the critical that they lead to, then its place."""
    with window(form) as page:
        page.native.add_init_script(RIGGED % "93, 95, 12, 2, 60, 100, 1, 50")
        page.goto(f"{home}anima-combat.html")
        combat_form.wait_ready(page)
        fill_form(page, PLAIN)
        page.click("[data-lancer=tous]")
        page.wait("document.querySelector('#jets-localisation').value")
        assert dice(page) == {
            **{f"jets.attaque[{rank}]": face for rank, face in enumerate(("93", "95", "12"))},
            "jets.defense[0]": "02",
            "jets.defense[1]": "60",
            "jets.critique": "00",
            "jets.resistance": "01",
            "jets.localisation": "50",
        }
        press_resolve(page)
        assert read_result(page)["lignes"]["Coup critique"]["Endroit"] == "Cœur"


def test_roll_again_goes_on_to_the_critical(fresh: ChromiumPage) -> None:
    fill_form(fresh, PLAIN | {"attaquant": {"attaque": 900, "degats": 500}})
    fresh.fill(FIRST, "50")
    fresh.fill("#jets-defense-0", "50")
    press_resolve(fresh)
    fresh.js(combat_form.FORGET)
    fresh.js("document.querySelector('[data-relancer]').hidden = false")
    fresh.click("[data-relancer]")
    fresh.wait("!!document.querySelector('[data-vue=verdict] > *')")
    shown = read_result(fresh)
    assert shown["verdict"].startswith("Coup critique")
    assert faults(fresh) == []


def test_a_critical_asks_for_its_dice_then_goes_on(fresh: ChromiumPage) -> None:
    told = {
        "attaquant": {"attaque": 130, "degats": 120},
        "jets": {"attaque": [92], "defense": [10]},
    }
    fill_form(fresh, PLAIN | told)
    fresh.fill("#jets-attaque-1", "60")
    fresh.wait(f"{DUES} === 2")
    assert fresh.js("document.querySelector('#titre-critique').checkVisibility()")
    press_resolve(fresh)
    asked = faults(fresh)
    assert [each["name"] for each in asked] == ["jets.critique", "jets.resistance"]
    assert all("lancez le dé" in each["said"] for each in asked)
    assert fresh.js("document.activeElement.name") == "jets.critique"
    fresh.fill("#jets-critique", "60")
    fresh.fill("#jets-resistance", "20")
    fresh.keys("Enter")
    fresh.wait("document.activeElement.name === 'jets.localisation'")
    fresh.fill("#jets-localisation", "100")
    press_resolve(fresh)
    shown = read_result(fresh)
    assert shown["lignes"]["Coup critique"]["Endroit"] == "Tête"
    assert "meurt" in shown["verdict"]
    assert shown["final"] == "", "nothing follows a death"
    fresh.fill("#jets-attaque-1", "1")
    fresh.fill("#attaquant-degats", "10")
    fresh.wait(f"{DUES} === 0")
    assert "critique" not in scenario(fresh)["jets"]
    assert not fresh.js("document.querySelector('#titre-critique').checkVisibility()")


def test_a_critical_that_is_no_longer_due_stands_in_nobody_s_way(fresh: ChromiumPage) -> None:
    """Its dice are still there, empty, when Résoudre is pressed: the rules have not said yet."""
    told = {"attaque": 330, "degats": 120}
    fill_form(fresh, PLAIN | {"attaquant": told, "jets": {"attaque": [50], "defense": [10]}})
    fresh.wait(f"{DUES} === 2")
    fresh.js(combat_form.FORGET)
    fresh.js(
        """(() => {
          const damage = document.querySelector("#attaquant-degats");
          damage.value = "5";
          damage.dispatchEvent(new Event("input", {bubbles: true}));
          damage.form.requestSubmit();
        })()"""
    )
    fresh.wait(combat_form.ANSWERED)
    assert faults(fresh) == []
    assert "touche" in read_result(fresh)["verdict"]
    fresh.wait(f"{DUES} === 0")


def test_an_aimed_blow_draws_no_place(fresh: ChromiumPage) -> None:
    told = {"attaque": 330, "degats": 120, "visee": "tete"}
    fill_form(fresh, PLAIN | {"attaquant": told, "jets": {"attaque": [50], "defense": [10]}})
    fresh.wait(f"{DUES} === 2")
    fresh.fill("#jets-critique", "99")
    fresh.fill("#jets-resistance", "2")
    press_resolve(fresh)
    assert read_result(fresh)["lignes"]["Coup critique"]["Endroit"] == "Tête"


WON: Json = PLAIN | {
    "attaquant": {"nom": "Lya", "attaque": 130, "degats": 50},
    "defenseur": PLAIN["defenseur"] | {"nom": "Kaï", "rang": 2, "pv": 80},
    "jets": {"attaque": [10], "defense": [99]},
    "fiche": {
        "attaquant": {
            "defense": "esquive",
            "competence": 70,
            "ip": 3,
            "pv_max": 120,
            "pv": 95,
            "resistance_physique": 45,
            "constitution": 7,
            "rang": 3,
        },
        "defenseur": {"attaque": 140, "degats": 60},
    },
}


def test_a_counter_exchanges_the_roles(fresh: ChromiumPage) -> None:
    fill_form(fresh, WON)
    fresh.fill("#jets-defense-1", "71")
    press_resolve(fresh)
    shown = read_result(fresh)
    assert "bonus de +45" in shown["verdict"], shown["verdict"]
    assert "La défense l’emporte de 90" in shown["final"]
    assert "Lya vient d’agir" in shown["final"]
    fresh.click(COUNTER)
    fresh.wait("document.querySelector('#attaquant-nom').value === 'Kaï'")
    made = scenario(fresh)
    assert made["attaquant"] == {
        "nom": "Kaï",
        "attaque": 140,
        "degats": 60,
        "visee": None,
        "modificateur": 45,
        "actions_precedentes": 0,
        "attaques_multiples": 1,
    }
    assert made["defenseur"] == {
        "nom": "Lya",
        "defense": "esquive",
        "competence": 70,
        "ip": 3,
        "pv_max": 120,
        "pv": 95,
        "resistance_physique": 45,
        "constitution": 7,
        "rang": 3,
        "a_agi": True,
        "modificateur": 0,
    }
    assert made["jets"] == {"attaque": [None], "defense": [None]}
    assert made["fiche"]["defenseur"] == {"attaque": 130, "degats": 50}
    assert made["fiche"]["attaquant"] == {
        "defense": "parade",
        "competence": 90,
        "ip": 2,
        "pv_max": 110,
        "pv": 80,
        "resistance_physique": 60,
        "constitution": 8,
        "rang": 3,
    }
    assert fresh.js("document.activeElement.name") == "jets.attaque[0]"
    assert not fresh.js("document.querySelector('[data-perime]').hidden")
    # The one who attacked first has acted: his defence, however high, opens no counter.
    fresh.fill(FIRST, "4")
    fresh.fill("#jets-defense-0", "89")
    fresh.fill("#defenseur-competence", "300")
    press_resolve(fresh)
    shown = read_result(fresh)
    assert "Pas de contre-attaque\u00a0: Lya a déjà agi dans ce round." in shown["final"]
    assert "Contre-attaquer" not in shown["final"]


def test_a_counter_keeps_what_weighs_on_each(fresh: ChromiumPage) -> None:
    """A malus, a fall, a shield out of sight, armour by kind of damage; nothing of the other's."""
    kinds = {"TRA": 4, "PER": 2, "CON": 5, "CHA": 1, "FR": 1, "ELE": 0, "ENE": 0}
    weighed = {"situations": ["renverse", "degaine"], "modificateur": -25, "bouclier": True}
    near = {"projectile": True, "situations": ["flanc", "bout_portant"], "modificateur": -10}
    guard = WON["fiche"]["attaquant"] | {"ip": kinds, "defense": "parade"}
    told = WON | {
        "attaquant": WON["attaquant"] | near,
        "defenseur": WON["defenseur"] | weighed | {"competence": 190},
        "fiche": {"attaquant": guard, "defenseur": {"attaque": 140, "degats": 60, "type": "PER"}},
    }
    fill_form(fresh, told)
    fresh.fill("#jets-defense-1", "71")
    press_resolve(fresh)
    assert "Kaï ne garde pas «\u00a0En dégainant\u00a0»" in read_result(fresh)["final"]
    bonus = number(read_result(fresh)["badges"]["Contre-attaque"])
    fresh.click(COUNTER)
    fresh.wait("document.querySelector('#attaquant-nom').value === 'Kaï'")
    made = scenario(fresh)
    assert made["attaquant"]["situations"] == ["renverse"]
    assert made["attaquant"]["modificateur"] == bonus - 25
    assert made["attaquant"]["type"] == "PER"
    assert made["defenseur"]["situations"] == ["flanc"]
    assert made["defenseur"]["modificateur"] == -10
    assert made["defenseur"]["ip"] == kinds
    assert made["fiche"]["attaquant"]["bouclier"] is True, "Kaï's"
    combat_form.set_field(fresh, "attaquant-projectile", "checkbox", "")
    assert scenario(fresh)["attaquant"]["projectile"] is True
    assert "bouclier" not in scenario(fresh)["defenseur"], "Lya has none"


def test_a_counter_of_someone_unknown_leaves_what_is_not_known_to_be_typed(
    fresh: ChromiumPage,
) -> None:
    fill_form(fresh, PLAIN | {"jets": {"attaque": [10], "defense": [80]}})
    press_resolve(fresh)
    fresh.click(COUNTER)
    fresh.wait("document.activeElement.name === 'attaquant.attaque'")
    made = scenario(fresh)
    assert made["attaquant"]["modificateur"] == 15
    assert {"attaque", "degats"}.isdisjoint(made["attaquant"])
    press_resolve(fresh)
    missing = [each["name"] for each in faults(fresh)]
    assert missing == [
        *("attaquant.attaque", "attaquant.degats", "jets.attaque[0]"),
        *("defenseur.competence", "defenseur.pv_max", "defenseur.resistance_physique"),
        *("defenseur.constitution", "jets.defense[0]"),
    ]
    fresh.click("[data-annuler]")
    assert scenario(fresh)["attaquant"]["attaque"] == 130
    assert scenario(fresh)["jets"] == {"attaque": [10], "defense": [80]}


def test_no_counter_against_a_shot_from_afar(fresh: ChromiumPage) -> None:
    shot = {"attaque": 130, "degats": 50, "projectile": True}
    told = PLAIN | {"attaquant": shot, "jets": {"attaque": [10], "defense": [89]}}
    fill_form(fresh, told | {"defenseur": PLAIN["defenseur"] | {"competence": 190}})
    press_resolve(fresh)
    assert "un projectile ne se contre qu’à bout portant" in read_result(fresh)["final"]
    assert "Contre-attaquer" not in read_result(fresh)["final"]
    combat_form.set_field(fresh, "attaquant-situations--bout_portant", "checkbox", "")
    press_resolve(fresh)
    assert "Contre-attaquer" in read_result(fresh)["final"]


def test_the_next_attack_of_the_round(fresh: ChromiumPage) -> None:
    """Life points left, a rank more, and what the critical costs."""
    told: Json = PLAIN | {"jets": {"attaque": [93], "defense": [41]}}
    fill_form(fresh, told)
    fresh.fill("#jets-attaque-1", "95")
    fresh.fill("#jets-attaque-2", "12")
    fresh.wait(f"{DUES} === 2")
    fresh.fill("#jets-critique", "55")
    fresh.fill("#jets-resistance", "40")
    press_resolve(fresh)
    assert "défense n°\u00a02" in read_result(fresh)["final"]
    assert "(−30) est reporté" in read_result(fresh)["final"]
    fresh.click(NEXT)
    fresh.wait("document.querySelector('#defenseur-pv').value === '35'")
    made = scenario(fresh)
    assert made["attaquant"]["attaque"] == 130
    assert (made["defenseur"]["rang"], made["defenseur"]["modificateur"]) == (2, -30)
    assert made["defenseur"]["action_perdue"] is True, "the blow has cost it"
    assert made["jets"] == {"attaque": [None], "defense": [None]}
    fresh.wait(f"{DUES} === 0")
    fresh.fill(FIRST, "93")
    assert dice(fresh)["jets.attaque[1]"] == "", "no die of the attack before"


def test_who_has_acted_has_no_action_to_lose(fresh: ChromiumPage) -> None:
    """The two boxes never go together: the first hides the second, which is then left out."""
    fill_form(fresh, PLAIN | {"jets": {"attaque": [50], "defense": [20]}})
    fresh.js("document.querySelector('#defenseur-action_perdue').click()")
    assert scenario(fresh)["defenseur"]["action_perdue"] is True
    fresh.js("document.querySelector('#defenseur-a_agi').click()")
    made = scenario(fresh)["defenseur"]
    assert (made["a_agi"], made.get("action_perdue")) == (True, None)
    press_resolve(fresh)
    assert faults(fresh) == []


def test_several_attacks_in_one_action(fresh: ChromiumPage) -> None:
    shown = "document.querySelector('#attaquant-attaques_multiples').closest('[hidden]') === null"
    fresh.fill("#attaquant-attaque", "100")
    assert not fresh.js(shown)
    fresh.fill("#attaquant-attaque", "130")
    assert fresh.js(shown)
    told = {"attaque": 130, "degats": 50, "attaques_multiples": 3}
    fill_form(fresh, PLAIN | {"attaquant": told, "jets": {"attaque": [50], "defense": [20]}})
    press_resolve(fresh)
    (fault,) = faults(fresh)
    assert fault["name"] == "attaquant.attaques_multiples"
    assert "2 au plus" in fault["said"]


def test_odds_before_any_die_are_those_of_the_rules(fresh: ChromiumPage) -> None:
    fill_form(fresh, PLAIN | {"attaquant": {"attaque": 140, "degats": 50}})
    fresh.wait("document.querySelector('[data-vue=seuils]').textContent.includes('140')")
    attack = {key: value for key, value in scenario(fresh).items() if key != "fiche"}
    lot = api.run(ATTAQUE, "odds", json.dumps(attack))["lot"]
    fresh.click("details:has([data-vue=chances]) > summary")
    rows = fresh.js(
        """Object.fromEntries([...document.querySelectorAll(
          "[data-vue=chances] table:first-child tr")].map((row) =>
            [row.querySelector("th").textContent, row.querySelector("td").textContent]))"""
    )
    draws = [each["p"] for each in lot if each["issue"] == "egalite"]
    part, whole = (int(each) for each in draws[0].split("/"))
    assert rows["Match nul"] == pourcentage(part, whole)
    assert len(rows) == 4
    fresh.click("details:has([data-vue=chances]) > summary")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("attaquant.attaque", "1000", "de 0 à 999"),
        ("attaquant.degats", "douze", "nombre entier"),
        ("defenseur.ip", "11", "de 0 à 10"),
        ("defenseur.pv", "111", "110 au plus"),
        ("defenseur.constitution", "", "manque"),
        ("jets.attaque[0]", "101", "100"),
        ("jets.defense[0]", "", "lancez le dé"),
        ("fiche.defenseur.attaque", "-1", "de 0 à 999"),
        ("fiche.attaquant.constitution", "31", "de 1 à 30"),
    ],
)
def test_an_error_stands_at_its_field(
    fresh: ChromiumPage, name: str, value: str, said: str
) -> None:
    fill_form(fresh, PLAIN | {"jets": {"attaque": [50], "defense": [50]}})
    combat_form.set_field(fresh, name.replace(".", "-").replace("[", "-").strip("]"), "text", value)
    press_resolve(fresh)
    (fault,) = faults(fresh)
    assert fault["name"] == name
    assert said in fault["said"]
    assert fresh.js("document.activeElement.name") == name


def test_a_missing_die_of_an_open_roll_is_said_at_it(fresh: ChromiumPage) -> None:
    fill_form(fresh, PLAIN | {"jets": {"attaque": [95], "defense": [3]}})
    press_resolve(fresh)
    names = [each["name"] for each in faults(fresh)]
    assert names == ["jets.attaque[1]", "jets.defense[1]"]
    fresh.fill(FIRST, "50")
    assert [each["name"] for each in faults(fresh)] == ["jets.defense[1]"], "it has gone"


def test_armour_by_kind_of_damage(fresh: ChromiumPage) -> None:
    kinds = {"TRA": 4, "PER": 2, "CON": 5, "CHA": 1, "FR": 1, "ELE": 0, "ENE": 0}
    assert not fresh.js("document.querySelector('#attaquant-type').closest('[hidden]') === null")
    told = PLAIN["attaquant"] | {"type": "PER"}
    fill_form(fresh, PLAIN | {"attaquant": told, "defenseur": PLAIN["defenseur"] | {"ip": kinds}})
    assert scenario(fresh)["defenseur"]["ip"] == kinds
    assert scenario(fresh)["attaquant"]["type"] == "PER"
    fill_form(fresh, PLAIN)
    assert scenario(fresh)["defenseur"]["ip"] == 2


def test_what_does_not_matter_is_not_shown(fresh: ChromiumPage) -> None:
    def offered(ident: str) -> bool:
        css = json.dumps(f"[id='{ident}']")
        return bool(fresh.js(f"document.querySelector({css}).closest('[hidden]') === null"))

    for ident in (
        *("defenseur-bouclier", "defenseur-pare_surnaturel", "attaquant-situations--visee_2"),
    ):
        assert not offered(ident), ident
    fill_form(
        fresh, PLAIN | {"attaquant": PLAIN["attaquant"] | {"projectile": True, "surnaturel": True}}
    )
    assert offered("defenseur-bouclier")
    assert offered("defenseur-pare_surnaturel")
    assert offered("attaquant-situations--visee_2")
    assert offered("defenseur-situations--degaine")
    fresh.click("#defenseur-defense-esquive")
    assert not offered("defenseur-bouclier")
    assert not offered("defenseur-pare_surnaturel")
    assert not offered("defenseur-situations--degaine"), "it weighs on a parry alone"
    fresh.click("#defenseur-defense-aucune")
    for ident in ("defenseur-rang", "defenseur-modificateur", "defenseur-situations--flanc"):
        assert not offered(ident), ident


def test_folds_count_what_is_set_in_them(fresh: ChromiumPage) -> None:
    told = PLAIN["attaquant"] | {"situations": ["flanc", "vol"], "modificateur": 10}
    fill_form(fresh, PLAIN | {"attaquant": told})
    counts = fresh.js(
        "[...document.querySelectorAll('.ncalc-cote-attaquant [data-compte-de]')]"
        ".map((one) => one.hidden ? '' : one.textContent)"
    )
    assert counts == ["1", "2", ""]


def test_the_last_attack_is_there_after_a_reload(fresh: ChromiumPage, home: str) -> None:
    kinds = {"TRA": 4, "PER": 2, "CON": 5, "CHA": 1, "FR": 1, "ELE": 0, "ENE": 0}
    told = WON | {"defenseur": WON["defenseur"] | {"ip": kinds}}
    fill_form(fresh, told | {"jets": {"attaque": [93], "defense": [50]}})
    fresh.fill("#jets-attaque-1", "95")
    fresh.fill("#jets-attaque-2", "12")
    fresh.wait(f"{DUES} === 2")
    fresh.fill("#jets-resistance", "44")
    before = scenario(fresh)
    fresh.wait("localStorage.getItem('ncalc:anima-combat').includes('44')")
    fresh.goto(f"{home}anima-combat.html")
    combat_form.wait_ready(fresh)
    assert scenario(fresh) == before
    assert before["fiche"]["defenseur"]["attaque"] == 140
    assert before["jets"]["resistance"] == 44
    fresh.click("[data-effacer]")
    assert scenario(fresh)["jets"] == {"attaque": [None], "defense": [None]}


SUBMIT = """(() => {
  for (const [id, text] of Object.entries(%s)) {
    const field = document.getElementById(id);
    field.value = text;
    field.dispatchEvent(new Event("input", {bubbles: true}));
  }
  document.querySelector("form").requestSubmit();
})()"""
NAMES = """["attaquant", "defenseur"].map((side) => [...new Set(
  [...document.querySelectorAll(`[data-resultats] .ncalc-nom.ncalc-${side}`)]
    .map((each) => each.textContent))])"""


def test_hostile_names_stand_as_they_were_typed(fresh: ChromiumPage) -> None:
    """In the result, and in the attack that follows from it."""
    told = PLAIN | {"jets": {"attaque": [10], "defense": [80]}}
    scripts = fresh.js("document.scripts.length")
    fill_form(fresh, told)
    for one, other in zip(HOSTILE[::15], HOSTILE[7::15], strict=False):
        fresh.js(combat_form.FORGET)
        ids = json.dumps({"attaquant-nom": one, "defenseur-nom": other})
        fresh.js(SUBMIT % ids)
        fresh.wait("!!document.querySelector('[data-vue=verdict] > *')")
        typed = fresh.js(
            "['attaquant', 'defenseur'].map((side) => document.getElementById(`${side}-nom`).value)"
        )
        for shown, name in zip(fresh.js(NAMES), typed, strict=True):
            assert shown
            assert set(shown) <= {name, opened(name)}
        fresh.click(COUNTER)
        made = scenario(fresh)
        assert [made["attaquant"]["nom"], made["defenseur"]["nom"]] == typed[::-1]
        fresh.click("[data-memoire-dit=remplace] [data-annuler]")
    assert complaints(fresh) == []
    assert fresh.js("document.scripts.length") == scripts


def test_the_form_is_there_before_any_script(form: ChromiumPage, home: str) -> None:
    with window(form, java_script_enabled=False) as page:
        page.goto(f"{home}anima-combat.html")
        native = page.native
        for label in ("Attaque", "Dégâts", "Compétence", "Jet d’attaque", "Jet de défense"):
            assert native.get_by_label(label, exact=True).locator("visible=true").count() == 1
        for absent in ("Jet d’attaque, 2ᵉ dé", "Maîtrise", "Coup critique", "Relancer"):
            assert native.get_by_text(absent, exact=True).locator("visible=true").count() == 0
