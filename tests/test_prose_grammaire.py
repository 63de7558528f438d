"""Articles, elision, contraction and agreement: on every noun of the data, and on typed names."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given

from pycore.donnees import nephilim
from pycore.nephilim.recits import NOMS, Mot, morceaux, mot
from pycore.render import french, grammaire
from pycore.rows import Nom
from tests.support import live
from tests.support.scenarios import names

REGLES = live.nephilim()
TABLES = [getattr(REGLES, name) for name in REGLES._fields]
NOUNS = sorted(
    {row.prose for table in TABLES for row in table.values() if isinstance(row, tuple)
     and hasattr(row, "prose")}
)  # fmt: skip
VOWELS = "aeiouéèêâîôûàœAEIOUÉÈÊÂÎÔÛÀŒ"


def opens_with_vowel(noun: Nom) -> bool:
    first = noun.nom[0]
    return first in VOWELS or (first in "hH" and not noun.h_aspire)


def expected(noun: Nom) -> dict[str, str]:
    """Forms of a noun, from its gender and number alone."""
    if noun.nombre == "p":
        return {
            "un": f"des {noun.nom}",
            "la": f"les {noun.nom}",
            "sa": f"ses {noun.nom}",
            "ce": f"ces {noun.nom}",
            "de": f"des {noun.nom}",
            "au": f"aux {noun.nom}",
        }
    vowel, woman = opens_with_vowel(noun), noun.genre == "f"
    the = f"l’{noun.nom}" if vowel else f"{'la' if woman else 'le'} {noun.nom}"
    short = vowel or woman
    return {
        "un": f"{'une' if woman else 'un'} {noun.nom}",
        "la": the,
        "sa": f"{'sa' if woman and not vowel else 'son'} {noun.nom}",
        "ce": f"{'cette' if woman else 'cet' if vowel else 'ce'} {noun.nom}",
        "de": f"de {the}" if short else f"du {noun.nom}",
        "au": f"à {the}" if short else f"au {noun.nom}",
    }


WRITE = {
    "un": grammaire.un,
    "la": grammaire.defini,
    "sa": grammaire.possessif,
    "ce": grammaire.demonstratif,
    "de": grammaire.de_defini,
    "au": grammaire.a_defini,
}


def test_there_are_nouns_of_every_kind() -> None:
    assert len(NOUNS) > 100
    assert {(noun.genre, noun.nombre) for noun in NOUNS} == set(product("mf", "sp"))
    assert any(noun.h_aspire for noun in NOUNS)
    assert any(opens_with_vowel(noun) for noun in NOUNS)


@pytest.mark.parametrize(
    "noun", [noun for noun in NOUNS if noun.article], ids=lambda noun: noun.nom
)
def test_every_noun_takes_its_forms(noun: Nom) -> None:
    for form, said in expected(noun).items():
        assert WRITE[form](noun) == said
    bare = f"d’{noun.nom}" if opens_with_vowel(noun) else f"de {noun.nom}"
    assert grammaire.de_nu(noun) == bare
    assert grammaire.nu(noun) == noun.nom


@pytest.mark.parametrize("noun", [noun for noun in NOUNS if not noun.article], ids=lambda n: n.nom)
def test_a_proper_name_keeps_no_article(noun: Nom) -> None:
    for form in ("la", "sa"):
        assert WRITE[form](noun) == noun.nom
    assert grammaire.introduit(noun) == noun.nom
    assert grammaire.de_defini(noun) in (f"de {noun.nom}", f"d’{noun.nom}")


@pytest.mark.parametrize(
    ("ident", "said"),
    [
        ("epee_hache", "une épée, l’épée, son épée, de l’épée, à l’épée, d’épée"),
        ("hache_lancer", "une H, la H, sa H, de la H, à la H, de H"),
        ("marteau", "un marteau, le marteau, son marteau, du marteau, au marteau, de marteau"),
        ("griffes", "ses griffes, les griffes, ses griffes, des griffes, aux griffes, de griffes"),
        ("arc", "un arc, l’arc, son arc, de l’arc, à l’arc, d’arc"),
    ],
)
def test_weapons_as_they_are_said(ident: str, said: str) -> None:
    noun = nephilim().armes[ident].prose
    write = (
        *(grammaire.introduit, grammaire.defini, grammaire.possessif),
        *(grammaire.de_defini, grammaire.a_defini, grammaire.de_nu),
    )
    assert ", ".join(each(noun) for each in write) == said.replace("H", "hache de lancer")


@pytest.mark.parametrize(
    ("name", "elided"),
    [
        *(("Ézéchiel", True), ("Garde", False), ("œil", True), ("E\u0301va", True)),
        *(("Æther", True), ("Ys", True)),
        *(("Hélène", True), ("HERMÈS", True), ("He\u0301lios", True), ("Hugo", True)),
        *(("Hans", False), ("Hassan", False), ("Houdini", False), ("Héros", False)),
        *(("Yves", True), ("Ysengrin", True), ("Yann", False), ("Y", False), ("Y.", False)),
        *(("Le Rôdeur", False), ("l’Ombre", False), ("Un inconnu", True), ("", False)),
        *((" Anne", False), ("« Ange »", False), ("<Anne>", False), ("7", False)),
        ("\ud800", False),
    ],
)  # fmt: skip
def test_elision_before_a_typed_name(name: str, elided: bool) -> None:  # noqa: FBT001
    assert grammaire.elide_nom(name) is elided
    assert grammaire.avant_nom("de", elision=elided) == ("d’" if elided else "de ")
    assert grammaire.avant_nom("que", elision=elided) == ("qu’" if elided else "que ")
    assert grammaire.avant_nom("à", elision=elided) == "à "
    assert grammaire.avant_nom("", elision=elided) == ""


@given(names())
def test_any_name_is_judged(name: str) -> None:
    assert grammaire.elide_nom(name) in (True, False)


@pytest.mark.parametrize(
    ("preposition", "group", "said"),
    [
        ("de", "le défenseur 2", ("du ", "défenseur 2")),
        ("à", "le défenseur", ("au ", "défenseur")),
        ("que", "le défenseur", ("que ", "le défenseur")),
        ("de", "l’attaquant", ("de ", "l’attaquant")),
        ("à", "l’attaquant", ("à ", "l’attaquant")),
        ("de", "les griffes", ("des ", "griffes")),
        ("à", "les griffes", ("aux ", "griffes")),
        ("que", "une épée", ("qu’", "une épée")),
        ("", "le défenseur", ("", "le défenseur")),
    ],
)
def test_contraction(preposition: str, group: str, said: tuple[str, str]) -> None:
    assert grammaire.contracte(preposition, group) == said


def kinds() -> dict[tuple[str, str], Nom]:
    """A noun of each gender and number."""
    return {(genre, nombre): Nom("x", genre, nombre, "un") for genre, nombre in product("mf", "sp")}


def test_agreement_of_participles() -> None:
    made = {kind: grammaire.participe("paré", noun) for kind, noun in kinds().items()}
    assert made == {
        ("m", "s"): "paré",
        ("f", "s"): "parée",
        ("m", "p"): "parés",
        ("f", "p"): "parées",
    }
    taken = [grammaire.participe("pris", noun) for noun in kinds().values()]
    assert taken == ["pris", "pris", "prise", "prises"]
    mended = [grammaire.participe("roux", noun) for noun in kinds().values()]
    assert mended == ["roux", "roux", "rouxe", "rouxes"]  # no such word: only its ending counts


def test_the_demonstrative_of_each_gender_and_number() -> None:
    shown = [grammaire.demonstratif(noun) for noun in kinds().values()]
    assert shown == ["ce x", "ces x", "cette x", "ces x"]


def slots() -> list[tuple[str, Mot]]:
    """Every word in braces of the data that agrees, with the row it stands in."""
    return [
        (row.id, each)
        for row in REGLES.recits.values()
        for each in morceaux(row.texte)
        if isinstance(each, Mot) and each.accord
    ]


def test_each_word_that_agrees_takes_the_form_of_its_noun() -> None:
    assert len(slots()) > 15
    for ident, slot in slots():
        assert len(set(slot.accord)) == len(slot.accord), ident
        for (genre, nombre), noun in kinds().items():
            place = int(nombre == "p")
            if len(slot.accord) == 1:
                ending = ("" if genre == "m" else "e") + ("" if nombre == "s" else "s")
                assert grammaire.accord(noun, slot.accord) == slot.accord[0] + ending
                continue
            if len(slot.accord) == 4:
                place = 2 * place + int(genre == "f")
            assert grammaire.accord(noun, slot.accord) == slot.accord[place]


def test_verbs_of_the_data_are_singular_then_plural() -> None:
    for ident, slot in slots():
        if len(slot.accord) == 2:
            assert slot.accord[1].split()[0].endswith(("nt", "s")), ident
            assert not slot.accord[0].split()[0].endswith("nt"), ident


@pytest.mark.parametrize(
    ("parts", "said"),
    [([], ""), (["a"], "a"), (["a", "b"], "a et b"), (["a", "b", "c"], "a, b et c")],
)
def test_lists(parts: list[Any], said: str) -> None:
    assert "".join(str(part) for part in grammaire.enumeration(parts)) == said


def test_words_in_braces_are_read() -> None:
    assert mot("De_d") == Mot("d", "de", debut=True)
    assert mot("arme_la") == Mot("arme", "la", debut=False)
    assert mot("arme?beau|belle|beaux|belles") is not None
    assert mot("arme?mord|mordent") == Mot("arme", "", debut=False, accord=("mord", "mordent"))
    for wrong in ("", "x", "de_", "_a", "arme", "arme_", "arme_le", "d_de", "arme?a|b|c", "a?b|c"):
        assert mot(wrong) is None, wrong
    for noun in NOMS:
        assert mot(f"{noun}_de") == Mot(noun, "de", debut=False)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (0, "0"),
        (9999, "9999"),
        (-9999, "−9999"),
        (10_000, "10\u00a0000"),
        (-10_000, "−10\u00a0000"),
        (1_234_567, "1\u00a0234\u00a0567"),
    ],
)
def test_digits_stand_in_threes_from_five_on(value: int, told: str) -> None:
    assert french.nombre(value) == told
    assert french.signe(value) == (f"+{told}" if value > 0 else told)


MUETS = (
    *("Hélène", "Hector", "Helmut", "Henri", "Hermès", "Hestia", "Heurtebise", "Hyacinthe"),
    *("Hilaire", "Honoré", "Hubert", "Hugo", "Hugues", "Humbert", "Habib", "Hadès", "Hadrien"),
    *("Hallucinée", "Harmonie"),
)
ASPIRES = (
    *("Héros", "Hérault", "Héron", "Hibou", "Hitomi", "Hobbes", "Holstein", "Houdini", "Hosni"),
    *("Hotman", "Hon Li", "Hans", "Harpie", "Husky", "Hache"),
)


@pytest.mark.parametrize(
    ("nom", "elided"),
    [*((nom, True) for nom in MUETS), *((nom, False) for nom in ASPIRES)],
)
def test_the_h_of_a_name_is_mute_or_aspirated(nom: str, *, elided: bool) -> None:
    for typed in (nom, nom.lower(), nom.upper()):
        assert grammaire.elide_nom(typed) == elided
