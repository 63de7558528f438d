"""Odds of Anima: they add up, and agree with every roll counted one by one."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter, defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pycore import api
from pycore.anima.odds import open_values, plain_values
from pycore.anima.rolls import Ouverture
from tests.support.anima import ATTAQUE, Json, ask, attack, view, without_dice
from tests.support.views import text

if TYPE_CHECKING:
    from collections.abc import Iterator

ONE_LEFT = Fraction(99, 100_000)


def odds(scenario: dict[str, Any]) -> tuple[dict[tuple[str, int], Fraction], Fraction]:
    """Odds by outcome and damage, and what was left out."""
    told = ask(ATTAQUE, without_dice(scenario), "odds")
    assert set(told) == {"version", "regle", "lot", "reste"}
    keys = [(each["issue"], each["degats"]) for each in told["lot"]]
    assert keys == sorted(set(keys))
    for share in (*(each["p"] for each in told["lot"]), told["reste"]):
        over, _, under = share.partition("/")
        assert f"{Fraction(share).numerator}/{Fraction(share).denominator}" == f"{over}/{under}"
    lot = {key: Fraction(each["p"]) for key, each in zip(keys, told["lot"], strict=True)}
    return lot, Fraction(told["reste"])


def rolls(fumble: int) -> Iterator[tuple[int, Fraction]]:
    """Every open roll of three dice at most, written anew: what it adds, how likely it is."""
    for first in range(1, 101):
        if first <= fumble:
            yield from ((-level, Fraction(1, 10**4)) for level in range(1, 101))
        elif first < 90:
            yield first, Fraction(1, 10**2)
        else:
            for second in range(1, 101):
                if second < 91:
                    yield first + second, Fraction(1, 10**4)
                else:
                    thirds = range(1, 92)
                    yield from ((first + second + third, Fraction(1, 10**6)) for third in thirds)


def shares(fumble: int) -> dict[int, Fraction]:
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    for valeur, share in rolls(fumble):
        found[valeur] += share
    return found


PLAIN = {de: Fraction(1, 100) for de in range(1, 101)}


def absorption(margin: int, ip: int) -> int:
    return max(0, 10 * (margin // 10) - 20 - 10 * ip)


def table(margin: int, ip: int) -> int:
    if margin < 30:
        return 0
    rows = {3: {0: 10, 1: 10}, 4: {0: 30, 1: 20}}
    return rows.get(margin // 10, {}).get(ip, max(0, 10 * (margin // 10) - 10 * ip))


COUNTED = {"defense_negative": "comptee"}
FAR = {"attaque": 200, "projectile": True, "situations": ["hors_portee_efficace"]}
CASES: list[tuple[dict[str, Any], int, int, int, int, str]] = [
    # scenario, attack before the roll, its fumble, defence before, its fumble (-1: plain), scale
    (attack(), 130, 3, 90, 3, "absorption"),
    (attack(options={"degats": "table"}), 130, 3, 90, 3, "table"),
    (attack(defenseur={"ip": 1}, options={"degats": "table"}), 130, 3, 90, 3, "table"),
    (attack({"attaque": 210, "maitrise": True}), 210, 2, 90, 3, "absorption"),
    (attack(defenseur={"defense": "aucune", "competence": None}), 130, 3, 0, -1, "absorption"),
    (attack({"degats": 7}, {"ip": 4, "a_agi": True}), 130, 3, 90, 3, "absorption"),
    (attack({"attaque": 250, "projectile": True}), 250, 3, 10, 3, "absorption"),
    (attack(None, {"action_perdue": True}), 130, 3, 90, 3, "absorption"),
    (attack(None, {"modificateur": -150}), 130, 3, -60, 3, "absorption"),
    (attack(None, {"modificateur": -150}, options=COUNTED), 130, 3, -60, 3, "absorption"),
    (attack(None, {"defense": "esquive", "competence": 0}), 130, 3, 0, 3, "absorption"),
    (attack(FAR), 170, 3, 10, 3, "absorption"),
    (attack(FAR, options={"portee": "malus"}), 170, 3, 10, 3, "absorption"),
    (attack(FAR, options={"degats": "table"}), 170, 3, 10, 3, "table"),
]


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_odds_agree_with_every_roll_counted(
    case: tuple[dict[str, Any], int, int, int, int, str],
) -> None:
    scenario, base, fumble, against, other_fumble, scale = case
    shot = scenario["attaquant"].get("projectile", False)
    barred = shot or any(scenario["defenseur"].get(key) for key in ("a_agi", "action_perdue"))
    options = scenario.get("options", {})
    far = bool(scenario["attaquant"].get("situations")) and options.get("portee") != "malus"
    least = 1 - 10**6 if options.get("defense_negative") == "comptee" else 0
    ip, weapon = scenario["defenseur"].get("ip", 0), scenario["attaquant"]["degats"]
    percent = table if scale == "table" else absorption
    found: defaultdict[tuple[str, int], Fraction] = defaultdict(Fraction)
    defence = PLAIN if other_fumble < 0 else shares(other_fumble)
    attacks: defaultdict[int, Fraction] = defaultdict(Fraction)
    for valeur, share in shares(fumble).items():
        total = min(280, base + valeur) if shot else base + valeur
        attacks[total] += share
    for (total, one), (valeur, other) in itertools.product(attacks.items(), defence.items()):
        margin = total - max(least, against + valeur)
        if margin > 0:
            key = ("degats", 0 if far else weapon * percent(margin, ip) // 100)
        elif margin == 0:
            key = ("egalite", 0)
        else:
            key = ("defense" if barred else "contre", 0)
        found[key] += one * other
    lot, reste = odds(scenario)
    assert lot == dict(found)
    assert reste == 1 - sum(lot.values())
    left = 0 if other_fumble < 0 else ONE_LEFT
    assert reste == 1 - (1 - ONE_LEFT) * (1 - left)


def falls(fumble: int) -> dict[int, list[int]]:
    """Dice for everything that an open roll of three dice at most may add."""
    found = {-level: [1, level] for level in range(1, 101)}
    found |= {first: [first] for first in range(fumble + 1, 90)}
    for first, second in itertools.product(range(90, 101), range(1, 91)):
        found.setdefault(first + second, [first, second])
    for first, second, third in itertools.product(range(90, 101), range(91, 101), range(1, 92)):
        found.setdefault(first + second + third, [first, second, third])
    return found


SWEPT: list[Json] = [
    attack(),
    attack(None, {"competence": 10, "modificateur": -20, "rang": 3}),
    attack(None, {"competence": 10, "modificateur": -20, "rang": 3}, options=COUNTED),
    attack({"attaque": 20}, {"defense": "esquive", "situations": ["dos"], "action_perdue": True}),
    attack(FAR),
    attack(FAR, {"ip": 3}, options={"portee": "malus", "degats": "table"}),
]


@pytest.mark.parametrize("scenario", SWEPT, ids=range(len(SWEPT)))
def test_odds_are_those_of_the_attack_resolved_with_every_roll(scenario: Json) -> None:
    """Each roll of either side is resolved, and each pair that makes a margin of its own."""
    dice = falls(3)

    def told(jets: Json) -> Json:
        return ask(ATTAQUE, scenario | {"jets": jets})

    late = {"critique": 1, "resistance": 100}
    share = shares(3)
    attaque = {value: told(late | {"attaque": dice[value], "defense": [50]}) for value in share}
    defense = {value: told(late | {"attaque": [50], "defense": dice[value]}) for value in share}
    by_margin: dict[int, tuple[str, int]] = {}
    found: defaultdict[tuple[str, int], Fraction] = defaultdict(Fraction)
    for (one, mine), (other, his) in itertools.product(share.items(), share.items()):
        margin = attaque[one]["attaque"]["total"] - defense[other]["defense"]["total"]
        if margin not in by_margin:
            answer = told(late | {"attaque": dice[one], "defense": dice[other]})
            assert answer["marge"] == margin
            by_margin[margin] = (answer["issue"], answer["degats"])
        found[by_margin[margin]] += mine * his
    lot, _ = odds(scenario)
    assert lot == dict(found)


def reduced(ouverture: Ouverture, faces: int) -> Counter[int]:
    """Every fall of three small dice, read as an open roll; those that would go on are left out."""
    found: Counter[int] = Counter()
    for des in itertools.product(range(1, faces + 1), repeat=3):
        if des[0] <= ouverture.maladresse:
            found[-des[1]] += 1
            continue
        total = 0
        for rank, de in enumerate(des):
            total += de
            if de < min(ouverture.plafond, ouverture.seuil + rank * ouverture.pas):
                found[total] += 1
                break
    return found


@pytest.mark.parametrize("fumble", [0, 1, 3])
@pytest.mark.parametrize(("seuil", "pas"), [(8, 1), (9, 1), (10, 1), (6, 2), (9, 0)])
def test_open_rolls_agree_with_every_fall_of_small_dice(fumble: int, seuil: int, pas: int) -> None:
    ouverture = Ouverture(seuil, pas, 10, fumble)
    counted = {key: count for key, count in open_values(ouverture, 10).items() if count}
    assert counted == dict(reduced(ouverture, 10))


def test_a_plain_die_has_nothing_left_out() -> None:
    assert sum(plain_values().values()) == 100**3
    assert min(plain_values()) == 1
    assert max(plain_values()) == 100


def test_odds_ignore_the_dice_whatever_they_are() -> None:
    told = ask(ATTAQUE, attack(jets={"attaque": "?"}), "odds")
    assert told == ask(ATTAQUE, without_dice(attack()), "odds")


@given(
    st.integers(0, 999),
    st.integers(0, 999),
    st.integers(0, 999),
    st.integers(0, 10),
    st.sampled_from(["absorption", "table"]),
)
def test_odds_add_up(attaque: int, competence: int, degats: int, ip: int, bareme: str) -> None:
    sides = {"attaque": attaque, "degats": degats}, {"competence": competence, "ip": ip}
    lot, reste = odds(attack(*sides, options={"degats": bareme}))
    assert sum(lot.values()) + reste == 1
    assert reste == 1 - (1 - ONE_LEFT) ** 2
    assert all(share > 0 for share in lot.values())


def test_what_cannot_wound_has_no_chance_of_it() -> None:
    harmless = json.dumps(without_dice(attack({"degats": 0}, {"ip": 10})))
    told = json.dumps(api.ask(ATTAQUE, "odds", harmless).vue(), ensure_ascii=False)
    row = told.partition("Elle blesse")[2]
    assert re.findall(r'"texte": "([^"]*)"', row)[0] == "0\u00a0%"


def test_a_score_that_nothing_makes_up_is_said_without_an_empty_table() -> None:
    """Who does not defend himself adds nothing to his die."""
    plain = attack(defenseur={"defense": "aucune", "competence": None})
    attacks, defends = view(ATTAQUE, without_dice(plain), "odds")["seuils_detail"]
    assert attacks["balise"] == "table"
    assert (defends["balise"], text(defends)) == ("p", "Défense avant le jet\u00a0: 0")
