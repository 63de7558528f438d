"""Rows that an editor may change or take away: what is asked gets its answer all the same."""

from __future__ import annotations

import json
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

import mwparserfromhell
import pytest

from pycore import api
from pycore.anima.donnees import anima
from pycore.errors import DataError, RefusedError
from pycore.nephilim.donnees import nephilim
from pycore.nephilim.needs import check_needs
from pycore.nephilim.recits import Gabarit
from pycore.operations import Calcul, Operation
from pycore.render import wiki_pages
from pycore.render.anima_cells import span
from pycore.render.donnees import data_errors, text_table
from pycore.render.french import typographie
from pycore.render.recit_faits import grade
from pycore.render.wiki_words import MotsWiki
from pycore.shapes import Context, Libre, Texte
from tests.support.cases import places
from tests.support.duel import duel
from tests.support.views import slot

if TYPE_CHECKING:
    from collections.abc import Callable

Json = dict[str, Any]
REGLES: Any = nephilim()
BURST = duel(
    mode="tir",
    attaquant={"degre": 3},
    attaque={"approche": "tir_visee_1", "arme": "ak47", "cadence": "cpc"},
)


def changed(monkeypatch: pytest.MonkeyPatch, **rows: Any) -> Any:
    """Give the combat other tables."""
    made = REGLES._replace(**rows)
    calcul = api.CALCULS["combat"]._replace(tables=lambda: made)
    monkeypatch.setitem(api.CALCULS, "combat", calcul)
    return made


def asked(operation: str, value: Json, demande: Json | None = None) -> Any:
    return api.ask("combat", operation, json.dumps(value), demande)


def test_an_aiming_that_no_longer_takes_the_rate_of_fire_is_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wanted = {"chance": 45}
    before = asked("besoin", BURST, wanted).resultat["visee"]
    row = REGLES.manoeuvres[before]._replace(cadences=("unique",))
    changed(monkeypatch, manoeuvres={**REGLES.manoeuvres, before: row})
    after = asked("besoin", BURST, wanted).resultat["visee"]
    rows = sorted(
        (each for each in REGLES.manoeuvres.values() if each.id.startswith("tir_")),
        key=lambda each: each.modificateur,
    )
    order = [each.id for each in rows if "tir" in each.modes]
    assert after == order[order.index(before) + 1]


def test_nobody_is_freed_where_no_consequence_frees(monkeypatch: pytest.MonkeyPatch) -> None:
    free = {"type": "parer", "numeros": [3], "rang_sans_malus": True}
    held = duel(defenseur={"degre": 2, "defense": free}, jets=(20, 90))
    value = {"version": 1, "entrees": [{"round": 1, "scenario": held}]}
    reports = asked("next", value).resultat["reports"]
    assert [each["code"] for each in reports] == ["defenses_sans_malus", "rang"]
    kept = {ident: row for ident, row in REGLES.consequences.items() if row.report != "rang_libre"}
    changed(monkeypatch, consequences=kept)
    reports = asked("next", value).resultat["reports"]
    assert [each["code"] for each in reports] == ["rang"]


def test_a_type_whose_stand_in_cannot_stand_there_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fight = duel(jets=(20, None))
    value = {"version": 1, "geste": "inverser", "entrees": [{"round": 1, "scenario": fight}]}
    assert asked("next", value).resultat["scenario"]["attaquant"]["type"] == "autre"
    row = REGLES.types["creature"]._replace(remplacant="creature")
    changed(monkeypatch, types={**REGLES.types, "creature": row})
    with pytest.raises(RefusedError) as refused:
        asked("next", value)
    assert [(each.chemin, each.code) for each in refused.value.fautes] == [
        ("attaquant.type", "requis")
    ]


def test_who_names_no_weapon_has_his_hands_wherever_they_stand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fight = duel(jets=(20, None))
    del fight["attaque"]["arme"]
    before = asked("resolve", fight).resultat
    assert before["echanges"][0]["physiques"]["detail"][0]["source"] == "mains_nues"
    last = dict(reversed(REGLES.armes.items()))
    assert next(iter(last)) != "mains_nues"
    changed(monkeypatch, armes=last)
    assert asked("resolve", fight).resultat == before


@pytest.mark.parametrize(("feu", "bonus"), [(0, 0), (1, 1), (5, 1), (10, 2)])
def test_a_first_step_of_the_ka_feu_is_only_for_who_has_some(
    monkeypatch: pytest.MonkeyPatch, feu: int, bonus: int
) -> None:
    first = REGLES.ka_feu["ka_feu_5"]._replace(id="ka_feu_1", minimum=1)
    changed(monkeypatch, ka_feu={"ka_feu_1": first, **REGLES.ka_feu})
    ka = {"feu": feu} if feu else {}
    fight = duel(attaquant={"type": "nephilim", "ka": ka}, jets=(20, None))
    (echange,) = asked("resolve", fight).resultat["echanges"]
    detail = {each["source"]: each["valeur"] for each in echange["physiques"]["detail"]}
    assert detail.get("ka_feu", 0) == bonus


@pytest.mark.parametrize(("element", "ka", "strong"), [("feu", 3, 1), ("feu", 0, 0), (None, 3, 0)])
def test_a_weapon_may_be_replaced_under_an_element(
    monkeypatch: pytest.MonkeyPatch, element: str | None, ka: int, strong: int
) -> None:
    row = REGLES.effets_attaquant["phalange"]
    fire = row.apports[0]._replace(si="approche_feu")
    rows = {**REGLES.effets_attaquant, "phalange": row._replace(apports=(fire,))}
    changed(monkeypatch, effets_attaquant=rows)
    mage = {"type": "nephilim", "ka": {"feu": ka}, "approche": element, "effets": ["phalange"]}
    fight = duel(attaquant=mage, attaque={"approche": "attaque_en_force"}, jets=(20, None))
    answer = asked("resolve", fight).resultat
    detail = {
        each["source"]: each["valeur"] for each in answer["echanges"][0]["physiques"]["detail"]
    }
    assert detail.get("phalange", 0) == 2 * strong


def test_a_situation_without_wording_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = duel(jets=(20, None))
    whole = slot(asked("resolve", fight).vue(), "recit")
    opening = {ident: row for ident, row in REGLES.recits.items() if row.situation != "encaisse"}
    assert len(opening) < len(REGLES.recits)
    changed(monkeypatch, recits=opening)
    left = slot(asked("resolve", fight).vue(), "recit")
    assert left != whole
    assert len(left) < len(whole)


@pytest.mark.parametrize(
    ("nom", "said"),
    [
        ("Ézéchiel", "L’attaquant tient mieux qu’Ézéchiel et montre à Ézéchiel qui est là."),
        ("", "L’attaquant tient mieux que le défenseur et montre au défenseur qui est là."),
    ],
)
def test_a_wording_may_put_any_small_word_before_a_name(
    monkeypatch: pytest.MonkeyPatch, nom: str, said: str
) -> None:
    texte = "{A} tient mieux {que_d} et montre {au_d} qui est là."
    rows = {
        ident: row._replace(texte=texte, si=()) if row.situation == "encaisse" else row
        for ident, row in REGLES.recits.items()
    }
    changed(monkeypatch, recits=rows)
    fight = duel(defenseur={"nom": nom}, jets=(20, None))
    assert said in slot(asked("resolve", fight).vue(), "recit")


def test_an_effect_may_bear_on_magic_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = duel(
        attaquant={"type": "nephilim", "effets": ["prince_spirale"]},
        attaque={"arme": "glaive_feu"},
        jets=(1, None),
    )
    (before,) = asked("resolve", fight).resultat["echanges"]
    row = REGLES.effets_attaquant["prince_spirale"]
    magic = tuple(
        each._replace(composante="magiques") if each.cible == "bruts" else each
        for each in row.apports
    )
    assert magic != row.apports
    changed(
        monkeypatch,
        effets_attaquant={
            **REGLES.effets_attaquant,
            row.id: row._replace(apports=magic),
        },
    )
    (after,) = asked("resolve", fight).resultat["echanges"]
    assert after["magiques"]["bruts"] == before["magiques"]["bruts"]
    assert after["physiques"]["bruts"] == before["physiques"]["bruts"] - 3


@pytest.mark.parametrize(
    ("name", "read"),
    [("pycore.nephilim._donnees", nephilim), ("pycore.anima._donnees", anima)],
)
def test_compiled_tables_are_taken_where_they_are(
    monkeypatch: pytest.MonkeyPatch, name: str, read: Callable[[], Any]
) -> None:
    compiled = ModuleType(name)
    compiled.REGLES = read()  # type: ignore[attr-defined]
    changed_tables = compiled.REGLES._replace(constantes={})
    compiled.REGLES = changed_tables  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, name, compiled)
    read.cache_clear()  # type: ignore[attr-defined]
    try:
        assert read() is changed_tables
    finally:
        read.cache_clear()  # type: ignore[attr-defined]


def test_a_fault_of_ours_is_said_and_the_page_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Any:
        raise ZeroDivisionError

    plain = api.CALCULS["combat"]
    row = Operation(run=broken, json=broken, view=broken, read=lambda value, *_: value)
    faulty = Calcul(plain.tables, plain.scenario, plain.read, plain.ids, {"resolve": row})
    monkeypatch.setitem(api.CALCULS, "panne", faulty)
    corps = {"calcul": "panne", "texte": "{}"}
    said = json.loads(api.answer(json.dumps({"n": 7, "op": "resolve", "corps": corps})))
    assert (said["n"], said["op"]) == (7, "resolve")
    (told,) = said["corps"]["erreurs"]
    assert (told["chemin"], told["code"]) == ("", "interne")
    assert told["message"].endswith(".")


FICHIER = "nephilim/armes_melee"


def page(**rows: Any) -> str:
    return wiki_pages.wikitext_of(REGLES._replace(**rows), FICHIER)


def head(**words: Any) -> Json:
    """The tables' files, one with another head."""
    fichier = REGLES.fichiers[FICHIER]
    entete = fichier.entete._replace(**words)
    return {**REGLES.fichiers, FICHIER: fichier._replace(entete=entete)}


def refused(**rows: Any) -> list[tuple[str, str]]:
    with pytest.raises(DataError) as found:
        page(**rows)
    return [(each["chemin"], each["code"]) for each in data_errors(found.value)]


def test_a_table_says_its_source_where_it_has_one() -> None:
    word = typographie(REGLES.messages["wiki.source"].texte)
    assert word in page()
    assert word not in page(fichiers=head(source=""))


def test_a_table_without_columns_or_words_is_named() -> None:
    assert refused(fichiers=head(colonnes=())) == [(f"{FICHIER}.toml › table.colonnes", "requis")]
    less = {ident: row for ident, row in REGLES.messages.items() if ident != "wiki.source"}
    assert refused(messages=less) == [("nephilim/mots_tables.toml › wiki.source", "requis")]


def test_a_column_that_no_cell_can_show_is_named() -> None:
    column = REGLES.colonnes["arme"]._replace(champ="prose")
    places_ = refused(colonnes={**REGLES.colonnes, "arme": column})
    assert places_ == [("nephilim/colonnes.toml › arme.champ", "donnees")]


def test_a_box_has_an_example_and_links_where_its_row_has() -> None:
    row = next(iter(REGLES.encarts.values()))
    word = typographie(REGLES.messages["wiki.exemple"].texte).removesuffix("\u00a0:")

    def shown(**words: Any) -> str:
        encarts = {row.id: row._replace(**words)}
        made = REGLES._replace(encarts=encarts)
        text = wiki_pages.wikitext_of(made, "nephilim/encarts")
        assert mwparserfromhell.parse(text).filter_templates()
        return text

    plain = shown()
    assert word not in plain
    assert "Points de règle" in plain
    assert f"{word}" in shown(exemple="Un loup mord.")
    assert "Un loup mord." in shown(exemple="Un loup mord.")
    assert "Points de règle" not in shown(decisions=())


def test_a_rank_of_one_number_is_that_number() -> None:
    mots = MotsWiki(anima())
    assert span(mots, 7, 7) == "7"
    assert "7" in span(mots, 7, 8)
    assert span(mots, 7, 8) != span(mots, 7, None)


def test_kinds_of_the_data_describe_themselves() -> None:
    assert Gabarit(40).schema({}, {}) == Texte(40, 1).schema({}, {})
    assert Libre().schema({}, {}) == {"type": "object"}
    described = api.schema("journal")["properties"]["entrees"]["items"]["properties"]["scenario"]
    assert described["properties"].keys() == api.schema("combat")["properties"].keys()
    context = Context({})
    Libre().check([], "ici", context)
    assert places([{"chemin": each.chemin, "code": each.code} for each in context.fautes]) == [
        ("ici", "type")
    ]


def test_what_two_effects_leave_can_be_put_back_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    prince = REGLES.effets_attaquant["prince_spirale"]
    twin = {"jumeau": prince._replace(id="jumeau", nom="Jumeau")}
    changed(monkeypatch, effets_attaquant={**REGLES.effets_attaquant, **twin})
    fighter = {"type": "nephilim", "effets": ["prince_spirale", "jumeau"]}
    entry = {"round": 1, "scenario": duel(attaquant=fighter, jets=(20, None))}
    value = {"version": 1, "entrees": [entry]}
    both = asked("next", value).resultat["reports"]
    ids = ["0-0-malus_attaque-defenseur", "0-0-malus_attaque-defenseur-2"]
    assert [each["id"] for each in both] == ids, "stored journals name them so"
    one = asked("next", value | {"retires": ids[1:]}).resultat["reports"]
    assert [each["etat"] for each in one] == [both[0]["etat"], "retire"]


def test_what_each_mode_needs_is_named() -> None:
    context = Context({})
    check_needs(REGLES._replace(manoeuvres={}, defenses={}), context)
    assert [
        (each.chemin.partition(" › ")[2], each.valeurs["valeur"]) for each in context.fautes
    ] == [
        (key, f"{key} ({row.nom})")
        for row in REGLES.modes.values()
        for key in ("ordinaire", "sans_jet")
    ]


def test_a_blow_under_every_step_is_told_as_the_lowest() -> None:
    steps = {ident: row for ident, row in REGLES.paliers.items() if row.minimum > 1}
    lowest = min(steps.values(), key=lambda each: each.minimum)
    less = REGLES._replace(paliers=steps)
    assert grade(lowest.minimum - 1, less) == grade(lowest.minimum, less) == lowest.id


def test_a_table_of_one_row_is_written() -> None:
    assert text_table([{"id": "dague", "vide": "", "degre": 1}]) == "id     degre\ndague  1\n"
