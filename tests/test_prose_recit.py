"""The story over a thousand combats: what it states is true, and it is written in good French."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from pycore.donnees import nephilim
from pycore.nephilim.combat.reading import read
from pycore.nephilim.combat.resolve import resolve
from pycore.nephilim.combat.scenario import Ajustement, Jets, Scenario
from pycore.nephilim.recits import SUITE
from pycore.render.combat_json import result_json
from pycore.render.combat_words import MotsCombat
from pycore.render.recit import (
    Passage,
    fill,
    fitting,
    graine_of,
    passages,
    recit_nodes,
)
from pycore.render.recit_faits import opening, seen, situation, whole
from pycore.render.view import text
from tests.support.prose import (
    BODIES,
    Json,
    elision_faults,
    exchange_facts,
    faults,
    flat,
    name_faults,
    overall_facts,
    pieces,
    plain,
    shown_names,
    typed_names,
)
from tests.support.scenarios import scenarios
from tests.support.stories import SEUIL, STORIES, by, duel
from tests.support.story_grid import grid

if TYPE_CHECKING:
    from pycore.nephilim.combat.facts import Resultat

DRAWN, THROWS = 4 * settings().max_examples, 10
GRAINES = (0, 1, 2)
MOST = 6
HAND = frozenset(
    row.id for row in nephilim().armes.values() if row.categorie in ("melee", "naturelle")
)
REGLES = nephilim()


class Told(NamedTuple):
    """A combat: as it was asked, read, resolved, and as every user gets the result."""

    asked: Json
    scenario: Scenario
    resultat: Resultat
    result: Json


def thrown(scenario: Scenario, dice: random.Random, rank: int) -> Scenario:
    """The same combat with other dice, closer, and bare of effects at times.

    What the names, the weapon, the defences and the armour are stays as it was drawn.
    """
    per = REGLES.manoeuvres[scenario.attaque.approche].attaques
    high = dice.choice((20, 45, 100))
    attaque = tuple(dice.randint(1, high) for _ in scenario.jets.attaque) if scenario.jets else ()
    rolls = tuple(tuple(dice.randint(1, high) for _ in range(per)) for _ in scenario.defenseurs)
    kept = (Ajustement(),) * (len(scenario.defenseurs) * per) if rank % 2 else None
    changed = scenario._replace(jets=Jets(attaque, rolls), ajustements=kept)
    if not rank:
        return changed
    even: Json = {"report": dice.choice((0, 6)), "blessures": (), "contexte": 0}
    bare: Json = {"effets": (), "bouclier": None} if rank > 2 and not needs_shield(scenario) else {}
    return changed._replace(
        attaquant=changed.attaquant._replace(**even, degre=dice.randint(4, 12)),
        defenseurs=tuple(
            each._replace(**even, **bare, degre=dice.randint(2, 12)) for each in changed.defenseurs
        ),
    )


def needs_shield(scenario: Scenario) -> bool:
    """Whether a defence may hold by the shield alone."""
    return any(REGLES.defenses[each.defense.type].demande for each in scenario.defenseurs)


@pytest.fixture(scope="module")
def told() -> list[Told]:
    """A thousand combats, the same ones at every run; many more in a complete one."""
    asked: list[Json] = []

    @settings(
        max_examples=DRAWN,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(scenarios())
    def draw(scenario: Json) -> None:
        asked.append(scenario)

    draw()
    dice = random.Random(15)  # noqa: S311 - dice of a test
    made = []
    for each in asked[:DRAWN]:
        first = read(each, REGLES, dice=True)
        for rank in range(THROWS):
            scenario = thrown(first, dice, rank)
            resultat = resolve(scenario, REGLES)
            made.append(Told(each, scenario, resultat, result_json(resultat, REGLES)))
    return made


@pytest.fixture(scope="module")
def known(told: list[Told]) -> list[Told]:
    """The same, and the stories told as examples: they take the rarest turns."""
    made = []
    for each in STORIES.values():
        scenario = read(each, REGLES, dice=True)
        resultat = resolve(scenario, REGLES)
        made.append(Told(each, scenario, resultat, result_json(resultat, REGLES)))
    return told + made


def test_every_fact_stated_is_true(known: list[Told]) -> None:
    for each in known:
        true_of = [
            exchange_facts(rank, each.result, each.asked, REGLES)
            for rank in range(len(each.result["echanges"]))
        ]
        overall = overall_facts(each.result, each.asked, REGLES)
        for graine in GRAINES:
            for passage in passages(each.resultat, each.scenario, REGLES, graine):
                true = overall if passage.echange is None else true_of[passage.echange]
                assert set(passage.recit.affirme) <= true, (passage.recit.id, each.asked)


def test_a_consequence_is_told_of_who_bears_it(told: list[Told]) -> None:
    for each in told:
        borne = {
            (code["code"], code["cible"], rank)
            for rank, echange in enumerate(each.result["echanges"])
            for code in echange["consequences"]
        }
        story = passages(each.resultat, each.scenario, REGLES, 0)
        for passage in story:
            name = passage.recit.situation
            if name in SUITE and name != "garde_ouverte":
                assert (name, passage.porteur, passage.echange) in borne
        for code, cible, _ in borne:
            if code not in SUITE:
                continue
            count = sum(
                passage.recit.situation == code and passage.porteur == cible for passage in story
            )
            assert count == 1 or (count and cible == "defenseur")


def test_every_exchange_is_told(told: list[Told]) -> None:
    for each in told:
        story = passages(each.resultat, each.scenario, REGLES, 0)
        ranks = {passage.echange for passage in story if passage.echange is not None}
        attaques = {jet["resultat"] for jet in each.result["attaques"]}
        burst_missed = len(each.result["attaques"]) < len(
            each.result["echanges"]
        ) and not attaques & {"reussite", "critique"}
        assert burst_missed or ranks == set(range(len(each.result["echanges"])))


def test_prose_is_well_written_and_names_pass_unchanged(known: list[Told]) -> None:
    for each in known:
        for graine in GRAINES:
            nodes = recit_nodes(each.resultat, each.scenario, REGLES, graine)
            assert nodes
            for node in nodes:
                said = pieces(node, each.asked)
                text = plain(said)
                assert faults(text) == [], text
                assert elision_faults(said) == []
                assert name_faults(said) == []
                assert not re.search(r"\d", re.sub(r"défenseur \d+", "", text)), text
                assert not re.search(r"\b(?:ils?|elles?)\b", text, re.IGNORECASE), text


def test_typed_names_are_elements_of_their_own(told: list[Told]) -> None:
    for each in told:
        names = typed_names(each.asked)
        nodes = list(flat(recit_nodes(each.resultat, each.scenario, REGLES, 0)))
        assert all(node.balise in ("p", "bdi", "span") for node in nodes)
        ours = "".join(node.texte for node in nodes if node.balise != "bdi")
        for name in {shown for typed in names for shown in shown_names(typed)}:
            if not re.fullmatch(r"[\w\s.,:;!?’…-]{0,12}", name):
                assert name not in ours


@pytest.mark.parametrize("arme", sorted(HAND))
@pytest.mark.parametrize("dice", [(20, 3), (20, 97), (33, 97)])
def test_nobody_loses_what_is_part_of_him(arme: str, dice: tuple[int, int]) -> None:
    """Bare hands, claws, a limb on fire are held off; a weapon in hand is lost."""
    attack, defence = dice
    for kind in ("desarmer_arme", "desarmer_sans_arme"):
        asked = duel({"arme": arme}, attack, defence, by(kind, degre=13, type="selenim"), **SEUIL)
        scenario = read(asked, REGLES, dice=True)
        resultat = resolve(scenario, REGLES)
        told = {text(recit_nodes(resultat, scenario, REGLES, graine)) for graine in range(2 * MOST)}
        lost = [each for each in told if re.search("sans arme|désarm|vise l’arme|plus rien", each)]
        assert bool(lost) == (arme not in BODIES and attack != 33), told


def test_next_seed_tells_it_in_other_words(told: list[Told]) -> None:
    for each in told[::7]:
        for graine in (0, 5, graine_of("x")):
            one = passages(each.resultat, each.scenario, REGLES, graine)
            other = passages(each.resultat, each.scenario, REGLES, graine + 1)
            assert [a.recit.situation for a in one] == [b.recit.situation for b in other]
            assert all(a.recit.id != b.recit.id for a, b in zip(one, other, strict=True))
            assert one == passages(each.resultat, each.scenario, REGLES, graine)


def fits(each: Told) -> list[list[str]]:
    """Ids of the wordings that fit, for each thing told of a combat."""
    return [
        [row.id for row in fitting(passage.recit.situation, passage.vu, REGLES)]
        for passage in passages(each.resultat, each.scenario, REGLES, 0)
    ]


def test_at_least_three_wordings_always(known: list[Told]) -> None:
    for each in known:
        for found in fits(each):
            assert len(found) >= 3, found


def test_every_wording_can_be_told() -> None:
    reached: set[str] = set()
    for asked in (*grid(REGLES), *STORIES.values()):
        scenario = read(asked, REGLES, dice=True)
        resultat = resolve(scenario, REGLES)
        for found in fits(Told(asked, scenario, resultat, {})):
            assert len(found) >= 3, found
            reached.update(found)
    missing = sorted(set(REGLES.recits) - reached)
    assert not missing, " ".join(missing)


def test_each_fitting_wording_comes_round(told: list[Told]) -> None:
    for each in told[::101]:
        for place, found in enumerate(fits(each)):
            told_ids = {
                passages(each.resultat, each.scenario, REGLES, graine)[place].recit.id
                for graine in range(len(found))
            }
            assert told_ids == set(found)


def test_the_situation_told_is_that_of_the_result(told: list[Told]) -> None:
    for each in told:
        vu = whole(each.resultat, each.scenario, REGLES)
        assert (opening(vu.faits) == "") == (len(each.resultat.echanges) == 1)
        for echange in each.resultat.echanges:
            name = situation(seen(echange, each.resultat, each.scenario, REGLES).faits)
            assert name.startswith("cible_") == (len(each.scenario.defenseurs) > 1)


def test_wordings_fill_alone(told: list[Told]) -> None:
    """A wording never depends on the one before it."""
    each = told[0]
    mots = MotsCombat(REGLES, each.scenario)
    for passage in passages(each.resultat, each.scenario, REGLES, 0):
        assert isinstance(passage, Passage)
        assert fill(mots, passage) == fill(mots, passage._replace(paragraphe=9))


@pytest.mark.parametrize(
    ("source", "graine"), [("", 0x811C9DC5), ("a", 0xE40C292C), ("foobar", 0xBF9CF968)]
)
def test_seed_is_the_same_on_every_machine(source: str, graine: int) -> None:
    assert graine_of(source) == graine


def test_seed_of_facts_and_of_lone_surrogates() -> None:
    assert graine_of(("é", 1)) == graine_of("('\\xe9', 1)")
    assert graine_of("\ud800") != graine_of("\ud801")
