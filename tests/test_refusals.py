"""What is said of each thing wrong: which sentence, in whole words, with what it quotes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from pycore import api
from pycore.errors import RefusedError
from tests.support.cases import cases

if TYPE_CHECKING:
    from tests.support.cases import Case

REFUSED = [case for case in cases("refus", "anima-refus", "action-refus") if case.erreurs]
BY_NAME = {case.name.rsplit("/", 1)[1]: case for case in REFUSED}
LOOSE = re.compile(r" [:;!?»%]|« |\.\.\.|'|\{|  ")

SENTENCES = {
    "nom-de-61-caracteres": "Attaquant › Nom : 60 caractères au plus, il y en a 61.",
    "attaque-rapide-un-seul-jet": "Jet d’attaque : il en faut 2, il y en a 1.",
    "numero-11": "Défenseur 1 › Défense › Défense n° 1 : un nombre de 1 à 10 est attendu.",
    "fracassement-bornes": (
        "Jet : un jet va de 1 à 10 ; 0 se lit 10.",
        "Bonus de fracassement : un nombre de −50 à 50 est attendu.",
        "Force : un nombre de 1 à 40 est attendu.",
        "Solidité : un nombre de 0 à 99 est attendu.",
    ),
    "inconnu-attaquant-type": (
        "Attaquant › Type de dégâts : « TR » n’est pas un choix connu. "
        "Choix possibles : TRA · PER · CON · CHA · FR · ELE · ENE."
    ),
    "la-version-n-est-pas-d-un-cote": (
        "Acteur › Version : « version » n’est pas une clé connue ici : retirez-la. "
        "Clés possibles : vecu · blessures · approche · metamorphe · bonus · malus · jet."
    ),
    "trois-attaques-pour-200": (
        "Attaquant › Attaques dans l’action : 2 au plus avec cette compétence : "
        "une attaque par tranche de 100 points."
    ),
    "critique-sans-de-et-pv-trop-hauts": (
        "Défenseur › Points de vie : 110 au plus : ce sont les points de vie au maximum."
    ),
    "action-jouee-et-perdue": (
        "Défenseur › Action perdue : « A déjà agi » est coché aussi, et une action jouée ne se "
        "perd plus : ne gardez que l’une des deux cases."
    ),
    "texte-virgule-finale": (
        "Ce texte n’est pas du JSON : vérifiez accolades, guillemets et virgules "
        "vers la ligne 1, colonne 17."
    ),
    "metamorphe-stase-et-mnemos-d-un-humain": (
        "Défenseur 1 › Métamorphe : cela ne concerne pas le type « Autre PNJ » : "
        "laissez ce champ vide ou à sa valeur neutre."
    ),
    "ip-sans-froid": (
        "Défenseur › Indice de protection › Froid : il manque une valeur : donnez-la."
    ),
    "version-2": "La version 2 est inconnue : ce calculateur lit la version 1.",
}
"""Sentences with a figure, a name, a list or a place in them: those that are put together."""


def said(case: Case) -> list[str]:
    with pytest.raises(RefusedError) as refused:
        api.run(case.calcul, "resolve", case.texte)
    return [each["message"] for each in api.refusal(case.calcul, refused.value)["erreurs"]]


@pytest.mark.parametrize("case", REFUSED, ids=[case.name for case in REFUSED])
def test_each_thing_wrong_is_said_by_its_sentence(case: Case) -> None:
    with pytest.raises(RefusedError) as refused:
        api.run(case.calcul, "resolve", case.texte)
    found = sorted((each.chemin, each.variante) for each in refused.value.fautes)
    told = sorted((each["chemin"], each.get("variante", each["code"])) for each in case.erreurs)
    if "variante" not in case.erreurs[0]:  # a handed case names the code alone
        found = [(where, variante.partition(".")[0]) for where, variante in found]
    assert found == told
    for message in said(case):
        assert message.endswith("."), message
        assert not LOOSE.search(message), message


@pytest.mark.parametrize("name", SENTENCES)
def test_a_sentence_is_put_together(name: str) -> None:
    words = SENTENCES[name]
    wanted = [words] if isinstance(words, str) else list(words)
    found = [each.replace("\u00a0", " ") for each in said(BY_NAME[name])]
    assert set(wanted) <= set(found), found
