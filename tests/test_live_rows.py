"""Every row of `data/` as it is today plays once: laws hold, whatever its figures are.

A row that an editor adds is played too, and nothing here knows of it. The rules themselves are
tested on the frozen tables (tests/support/frozen.py).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from pycore import api
from pycore.donnees import anima as frozen_anima
from pycore.donnees import nephilim as frozen_nephilim
from pycore.render import wiki_pages
from tests.support import live
from tests.support.views import text
from tests.support.wikicode import grid

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = dict[str, Any]

REGLES: Any = live.nephilim()
ANIMA: Any = live.anima()
GAMES: dict[Any, Any] = {frozen_nephilim: live.nephilim, frozen_anima: live.anima}
ROLLS = ((20, 20), (20, 98), (98, 20))
"""Attack and defence: both succeed, the attack alone, the attack fails."""
PORTEES = {"melee": "melee", "distance": "tir"}
SPEND = {"objet_ou_bouclier": "objet", "voit_lanceur": "voit_lanceur"}


@pytest.fixture(autouse=True)
def live_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every calculator answer with the tables of `data/`."""
    for name, row in api.CALCULS.items():
        changed = row._replace(tables=GAMES[row.tables])
        monkeypatch.setitem(api.CALCULS, name, changed)


class Play(NamedTuple):
    """A row that is played: its table and id, what the answer must name, and the fight."""

    table: str
    ident: str
    noms: tuple[str, ...]
    scenario: Json


def fight(mode: str, attaque: Json, **sides: Json) -> Json:
    ka = {"type": "nephilim", "degre": 9, "ka": dict.fromkeys(("feu", "eau", "terre", "air"), 8)}
    return {
        "mode": mode,
        "attaquant": ka | sides.get("attaquant", {}),
        "attaque": attaque,
        "defenseurs": [ka | {"defense": {"type": "encaisser"}} | sides.get("defenseur", {})],
    }


def weapon_for(manoeuvre: Any) -> Any:
    return next(arme for arme in REGLES.armes.values() if arme.categorie in manoeuvre.armes)


def manoeuvre_for(mode: str, arme: Any) -> Any:
    return next(
        row
        for row in REGLES.manoeuvres.values()
        if mode in row.modes and arme.categorie in row.armes
    )


def attack_of(mode: str, arme: Any, **more: Any) -> Json:
    manoeuvre = manoeuvre_for(mode, arme)
    rate = next(each for each in arme.cadences if each in manoeuvre.cadences)
    return {"approche": manoeuvre.id, "arme": arme.id, "cadence": rate} | more


def defence(row: Any) -> Json:
    asked = {SPEND[row.demande]: True} if row.demande else {}
    return {"defense": {"type": row.id} | asked}


def names(row: Any) -> tuple[str, ...]:
    """Give the words by which a sentence may name a row; one is enough."""
    return (row.nom, row.prose.nom)


def melee() -> Json:
    return {"approche": "standard", "arme": "mains_nues"}


def weapons() -> Iterator[Play]:
    """Each weapon against each defence of its mode, and at each of its rates of fire."""
    for arme in REGLES.armes.values():
        for mode in REGLES.modes:
            if not any(
                mode in row.modes and arme.categorie in row.armes
                for row in REGLES.manoeuvres.values()
            ):
                continue
            attaque = attack_of(mode, arme)
            manoeuvre = REGLES.manoeuvres[attaque["approche"]]
            for row in REGLES.defenses.values():
                if manoeuvre.defenses in row.modes:
                    told = fight(mode, attaque, defenseur=defence(row))
                    yield Play("armes", f"{arme.id}-{row.id}", names(arme), told)
            for rate in arme.cadences:
                fits = [
                    row
                    for row in REGLES.manoeuvres.values()
                    if mode in row.modes and arme.categorie in row.armes and rate in row.cadences
                ]
                if rate != attaque["cadence"] and fits:
                    shot = attaque | {"cadence": rate, "approche": fits[0].id}
                    yield Play("cadences", f"{arme.id}-{rate}", (), fight(mode, shot))


def attacks() -> Iterator[Play]:
    """Each manœuvre, and each kind of ammunition."""
    for row in REGLES.manoeuvres.values():
        arme = weapon_for(row)
        rate = next(each for each in arme.cadences if each in row.cadences)
        attaque = {"approche": row.id, "arme": arme.id, "cadence": rate}
        yield Play("manoeuvres", row.id, names(row), fight(row.modes[0], attaque))
    for row in REGLES.munitions.values():
        arme = next(
            each
            for each in REGLES.armes.values()
            if each.id in row.armes or (row.toutes_armes and each.categorie == "tir")
        )
        attaque = attack_of("tir", arme, munition=row.id)
        yield Play("munitions", row.id, (), fight("tir", attaque))


def fighters() -> Iterator[Play]:
    """Each protection, shield, effect and kind of fighter."""
    for table in ("protections", "boucliers"):
        for row in getattr(REGLES, table).values():
            worn = {"protection" if table == "protections" else "bouclier": row.id}
            yield Play(table, row.id, (), fight("melee", melee(), defenseur=worn))
    for side in ("attaquant", "defenseur"):
        for row in getattr(REGLES, f"effets_{side}").values():
            mode = PORTEES[row.portees[0]]
            arme = next(each for each in REGLES.armes.values() if each.categorie == mode)
            told = fight(mode, attack_of(mode, arme), **{side: {"effets": [row.id]}})
            yield Play(f"effets_{side}", row.id, names(row), told)
    for row in REGLES.types.values():
        for side in row.cotes:
            plain = {side: {"type": row.id, "ka": {}}}
            yield Play("types", f"{row.id}-{side}", (), fight("melee", melee(), **plain))


PLAYS = [*weapons(), *attacks(), *fighters()]


def texts(vue: Json) -> str:
    """Give all that the page shows."""
    trees = [tree for trees in vue.values() if isinstance(trees, list) for tree in trees]
    return " ".join(text(tree) for tree in trees).replace("\u00a0", " ").replace("\u202f", " ")


def rolled(play: Play, attack: int, defend: int) -> Json:
    manoeuvre = REGLES.manoeuvres[play.scenario["attaque"]["approche"]]
    (defender,) = play.scenario["defenseurs"]
    silent = REGLES.defenses[defender["defense"]["type"]].sans_jet
    times = manoeuvre.attaques
    jets = {"attaque": [attack] * times, "defense": [None if silent else [defend] * times]}
    return play.scenario | {"jets": jets}


@pytest.mark.parametrize("play", PLAYS, ids=[f"{each.table}-{each.ident}" for each in PLAYS])
def test_a_row_of_combat_plays_and_its_sums_add_up(play: Play) -> None:
    said = texts(api.ask("combat", "seuils", json.dumps(play.scenario)).vue())
    for attack, defend in ROLLS:
        answered = api.ask("combat", "resolve", json.dumps(rolled(play, attack, defend)))
        for exchange in answered.resultat["echanges"]:
            parts = [exchange[each] for each in ("physiques", "magiques")]
            assert exchange["total"] == sum(each["final"] for each in parts)
            for each in parts:
                assert sum(term["valeur"] for term in each["detail"]) == each["bruts"]
                assert each["final"] == (each["etapes"][-1]["total"] if each["etapes"] else 0)
        for roll in answered.resultat["attaques"]:
            assert sum(term["valeur"] for term in roll["detail"]) == roll["degres"]
        shown = texts(answered.vue())
        assert "{" not in shown
        assert "None" not in shown
        said += shown
    assert not play.noms or any(nom.lower() in said.lower() for nom in play.noms), play.noms


def test_every_row_that_may_be_chosen_is_played() -> None:
    played = {(each.table, each.ident.partition("-")[0]) for each in PLAYS}
    tables = ("armes", "manoeuvres", "munitions", "protections", "boucliers", "types")
    for table in (*tables, "effets_attaquant", "effets_defenseur"):
        assert {(table, ident) for ident in getattr(REGLES, table)} <= played, table
    defences = {each.ident.partition("-")[2] for each in PLAYS if each.table == "armes"}
    assert set(REGLES.defenses) == defences


@pytest.mark.parametrize(
    ("tables", "name"),
    [
        pytest.param(tables, name, id=name.replace("/", "-"))
        for tables in (REGLES, ANIMA)
        for name, fichier in tables.fichiers.items()
        if fichier.entete.colonnes
    ],
)
def test_every_row_has_its_line_in_the_tables_of_the_wiki(tables: Any, name: str) -> None:
    fichier = tables.fichiers[name]
    _, *lines = grid(wiki_pages.wikitext_of(tables, name))
    assert len(lines) == len(fichier.lignes)
    assert all(any(cell for cell in line) for line in lines)


HELD = [
    (side, ident)
    for ident, row in ANIMA.situations.items()
    for side in ("attaquant", "defenseur")
    if side == "attaquant" or not row.projectile  # a shot's situation is the shooter's
]


@pytest.mark.parametrize(("side", "ident"), HELD)
def test_a_situation_of_anima_plays(side: str, ident: str) -> None:
    shot = {"projectile": True} if ANIMA.situations[ident].projectile else {}
    assert_adds_up(blow(**{side: {"situations": [ident]} | shot}))


@pytest.mark.parametrize("ident", ANIMA.visees)
def test_an_aimed_blow_of_anima_weighs_what_its_row_says(ident: str) -> None:
    plain = blow()["attaque"]["total"]
    told = blow(attaquant={"visee": ident})
    assert told["attaque"]["total"] == plain + ANIMA.visees[ident].malus
    assert_adds_up(told)


@pytest.mark.parametrize("ident", ANIMA.defenses)
def test_a_defence_of_anima_plays(ident: str) -> None:
    alone = {"competence": None} if ANIMA.defenses[ident].jet_seul else {}
    assert_adds_up(blow(defenseur={"defense": ident} | alone))


@pytest.mark.parametrize("ident", ANIMA.types_degats)
def test_a_kind_of_damage_of_anima_plays(ident: str) -> None:
    assert_adds_up(blow(attaquant={"type": ident}))


def blow(**sides: Json) -> Json:
    base: Json = {
        "attaquant": {"attaque": 130, "degats": 50},
        "defenseur": {
            "defense": "parade",
            "competence": 90,
            "pv_max": 9999,
            "resistance_physique": 60,
            "constitution": 8,
        },
        "jets": {"attaque": [50], "defense": [50]},
    }
    for side, changes in sides.items():
        held = base[side] | changes
        base[side] = {key: value for key, value in held.items() if value is not None}
    answered = api.ask("anima-attaque", "resolve", json.dumps(base))
    shown = texts(answered.vue())
    assert "{" not in shown
    assert "None" not in shown
    return answered.resultat


def assert_adds_up(told: Json) -> None:
    for roll in (told["attaque"], told["defense"]):
        assert sum(term["valeur"] for term in roll["detail"]) == roll["total"]
