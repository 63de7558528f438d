"""Small things that only a look at the very value tells."""

from __future__ import annotations

import copy
import json

import pytest
from jsonschema import Draft202012Validator

from pycore import api, fragment, jsontext
from pycore.errors import RefusedError
from pycore.nephilim.recits import possibles
from pycore.render import donnees, wiki_pages, wikitext
from pycore.render.donnees import text_table
from pycore.render.erreurs import place
from pycore.render.tables import _measure
from pycore.rows import Champ
from pycore.shapes import Booleen, Entier, Liste, Table, Texte
from pycore.wiki import is_title
from tests.support.duel import duel, refusals, thresholds
from tests.support.stories import STORIES
from tests.support.views import slot


def test_a_table_of_figures_is_described() -> None:
    described = Table("elements", Entier(0, 20)).schema({"elements": ["feu", "eau"]}, {})
    figure = {"type": "integer", "minimum": 0, "maximum": 20}
    assert described == {
        "type": "object",
        "properties": {"feu": figure, "eau": figure},
        "additionalProperties": False,
    }


def test_a_list_is_described_with_what_bounds_it() -> None:
    described = {"type": "array", "items": {"type": "boolean"}}
    assert Liste(Booleen()).schema({}, {}) == described
    assert Liste(Booleen(), maximum=999).schema({}, {}) == described | {"maxItems": 999}
    few = Liste(Booleen(), 1, 2, unique=True).schema({}, {})
    assert few == described | {"minItems": 1, "maxItems": 2, "uniqueItems": True}


def test_a_text_is_described_with_what_bounds_it() -> None:
    described = {"type": "string", "maxLength": 5}
    assert Texte(5).schema({}, {}) == described
    assert Texte(5, 1).schema({}, {}) == described | {"minLength": 1}


def test_text_for_a_terminal() -> None:
    rows = [
        {"id": "a", "vrai": True, "faux": False, "rien": None, "zero": 0, "liste": [1, 2]},
        {"id": "bc", "vrai": False, "faux": False, "rien": "", "zero": 3, "liste": []},
    ]
    assert text_table(rows) == (
        "id  vrai  zero  liste\n"
        "a   oui   0     1, 2\n"
        "bc        3\n"
    )  # fmt: skip


def test_pieces_of_a_link_stand_where_they_say() -> None:
    """The lengths of blocks are those that an address of today is read with."""
    assert fragment._WIDTHS[:5] == [0, 2, 3, 5, 6]  # noqa: SLF001
    assert fragment._WIDTHS[32] == 43  # noqa: SLF001
    assert len(fragment._WIDTHS) == 33  # noqa: SLF001
    assert fragment.MORCEAUX_MAX == 61


@pytest.mark.parametrize(
    ("text", "column"), [('{"a": [1,]}', 9), ('{"a": 1,}', 8), ('{"a": [1 2]}', 10), ("[1}", 3)]
)
def test_a_trailing_comma_is_where_it_stands(text: str, column: int) -> None:
    with pytest.raises(RefusedError) as refused:
        jsontext.parse(text)
    (only,) = refused.value.fautes
    assert (only.variante, only.valeurs) == ("json.syntaxe", {"ligne": 1, "colonne": column})


def test_a_second_rank_is_said_from_the_second_on() -> None:
    champs = api.CALCULS["combat"].tables().champs
    first = place("jets.defense[2][0]", champs)
    assert first.endswith(" 3")
    assert place("jets.defense[2][1]", champs) == f"{first} 2"
    several = {"grille": Champ("grille", "Grille")}
    assert [place(f"grille[1][{rank}]", several) for rank in (0, 1)] == ["Grille 2", "Grille 2 2"]


@pytest.mark.parametrize(
    "title",
    *[
        [
            "",
            "a#b",
            "a<b",
            "a[b",
            "a|b",
            "a{b",
            "a_b",
            "a~b",
            "a%b",
            "a&b",
            "a  b",
            " a",
            "a ",
            ".",
            "..",
            ":a",
            "/a",
            "a\u00a0b",
            "a\x7f",
            "a\ud800",
            "é" * 120 + "a",
        ]
    ],
)
def test_what_is_no_title(title: str) -> None:
    assert not is_title(title)
    assert is_title("Modèle:Combat/Armes")
    assert is_title("é" * 120)


def test_every_schema_is_one() -> None:
    for name in (*api.CALCULS, *api.DOCUMENTS):
        Draft202012Validator.check_schema(api.schema(name))
    assert Booleen().schema({}, {}) == {"type": "boolean"}


def test_a_carriage_return_is_written_as_a_sign() -> None:
    assert "\r" not in wikitext.escape("a\rb\nc")
    assert wikitext.escape("a\rb") == wikitext.escape("a\nb")


def test_what_may_stand_in_braces_is_said_in_full() -> None:
    said = possibles()
    assert "§" not in said
    assert said.count(", ") > 8
    assert "  " not in said


def test_a_defender_has_no_initiative_of_his_own() -> None:
    assert refusals(duel(defenseur={"initiative": 3}, jets=(20, None))) == [
        ("defenseurs[0].initiative", "incompatible")
    ]


def test_freeing_the_first_defence_frees_nothing() -> None:
    parry = {"type": "parer"}
    for numero, idle in ((1, True), (2, False)):
        held = {
            "type": "autre",
            "effets": ["liqueur_mouvant", "esprit_24e"],
            "defense": parry | {"numeros": [numero]},
        }
        told = thresholds(duel(defenseur=held))["effets_sans_effet"]
        named = json.dumps(told)
        assert "esprit_24e" not in named
        assert bool(told) is idle or "liqueur_mouvant" not in named


def test_a_message_that_cannot_be_read_is_answered_under_its_number() -> None:
    said = json.loads(api.answer('{"v":1,"n":12,"op":'))
    assert (said["n"], said["corps"]["erreurs"][0]["code"]) == (12, "json")


def test_every_sentence_on_the_data_ends() -> None:
    for variant, sentence in donnees._SENTENCES.items():  # noqa: SLF001
        assert sentence.endswith((".", "…", "{raison}")), variant
        assert "§" not in sentence


def test_a_schema_says_the_labels_of_the_form() -> None:
    champs = api.CALCULS["combat"].tables().champs
    fields = api.schema("combat")["properties"]
    assert fields["mode"]["title"] == champs["mode"].nom
    assert fields["attaquant"]["properties"]["degre"]["title"] == champs["degre"].nom


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("250 m", 250),
        ("0 m", 0),
        ("1 200 m", 1),
        ("9§ m", 9),
        ("à 3 m", -1),
        ("", -1),
        ("1234567890 m", 1_234_567_890),
    ],
)
def test_a_measure_is_the_number_that_its_text_starts_with(text: str, number: int) -> None:
    assert _measure(text) == number


def test_a_text_is_searched_for_a_link_up_to_its_longest() -> None:
    link = "ncalc-combat-1-1abc"
    assert fragment.locate("combat", link.rjust(65_536)).morceaux == ("abc",)
    with pytest.raises(RefusedError) as refused:
        fragment.locate("combat", link.rjust(65_537))
    (only,) = refused.value.fautes
    assert (only.variante, only.valeurs) == ("lien.taille", {"maximum": 65_536})


@pytest.mark.parametrize("calcul", api.CALCULS)
def test_what_a_link_leaves_out_is_a_part_of_the_scenario(calcul: str) -> None:
    for side, paths in api.CALCULS[calcul].cotes.items():
        assert side in paths
        for path in paths:
            part = api.schema(calcul)
            for name in path.split("."):
                assert name in part["properties"], path
                part = part["properties"][name]


def test_braces_that_name_no_number_of_the_rules_stay() -> None:
    regles = api.CALCULS["combat"].tables()
    (known, *_) = regles.constantes.values()
    told = wiki_pages._numbers(regles, f"{{{known.id}}} et {{nul_autre}}")  # noqa: SLF001
    assert told == f"{known.valeur} et {{nul_autre}}"


def test_beside_what_may_be_spent_stands_only_what_weighs_on_the_next_round() -> None:
    fight = copy.deepcopy(STORIES["critique-contre-ratee"])
    fight["attaquant"]["degre"] = fight["defenseurs"][0]["degre"] = 29
    fight["jets"] = {"attaque": [20], "defense": [[12]]}
    answer = api.ask("combat", "resolve", json.dumps(fight), None)
    (exchange,) = answer.resultat["echanges"]
    said = slot(answer.vue(), "final")
    figures = [each["valeur"] for each in exchange["consequences"] if "valeur" in each]
    assert "riposte" in {each["code"] for each in exchange["consequences"]}
    assert "riposte" not in said.lower()
    for figure in figures:
        assert f"(−{-figure})" in said
