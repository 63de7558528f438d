"""Tables of the data as values and as text, and what is wrong with a file of data, in French."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pycore.errors import DataError
from pycore.render.french import NBSP, typographie
from pycore.rows import Fichier

_SENTENCES = {
    "donnees.absent": "ce fichier manque : remettez-le, ou reprenez la version précédente.",
    "donnees.utf8": "ce fichier n’est pas en UTF-8 : enregistrez-le dans ce format.",
    "donnees.illisible": "ce fichier ne peut pas être lu : vérifiez que c’est bien un fichier.",
    "donnees.vide": "il n’y a plus aucune rangée : remettez-les, ou reprenez "
    "la version précédente.",
    "donnees.profondeur": "trop de crochets ou d’accolades les uns dans les autres.",
    "donnees.manque": "il n’y a plus de « {valeur} », que les règles demandent : remettez-le.",
    "donnees.suite": "ces rangées ne se suivent plus : {suite}.",
    "donnees.exemple": "les règles refusent cet exemple. {raison}",
    "donnees.valeur": "« {cible} » demande un chiffre autre que 0 : ajoutez valeur = …",
    "donnees.syntaxe": "l’écriture est fausse vers la ligne {ligne} ({texte}) : "
    "vérifiez guillemets, crochets et signes =.",
    "donnees.caractere": "le signe « {caractere} » n’a pas sa place à la ligne {ligne} ({texte}) : "
    "écrivez des guillemets droits, des espaces ordinaires et le tiret du clavier.",
    "donnees.sans_valeur": "il manque une valeur après le signe = à la ligne {ligne} ({texte}).",
    "donnees.virgule": "un nombre entier est attendu, sans virgule, à la ligne {ligne} ({texte}).",
    "donnees.guillemets": "il manque des guillemets à la ligne {ligne} ({texte}) : un texte se met "
    "entre guillemets droits ; oui s’écrit true et non s’écrit false.",
    "donnees.cle_repetee": "une clé est écrite deux fois vers la ligne {ligne} ({texte}) : "
    "gardez-en une.",
    "donnees.lignes": "chaque rangée commence par [[ligne]], entre doubles crochets.",
    "type.objet": "il faut ici une table, entre accolades.",
    "type.liste": "il faut ici une liste, entre crochets.",
    "type.entier": "un nombre entier est attendu, sans guillemets ni virgule.",
    "type.texte": "un texte est attendu, entre guillemets.",
    "type.booleen": "répondez true (oui) ou false (non).",
    "inconnu.cle": "« {cle} » n’est pas une clé connue ici. Clés possibles : {possibles}.",
    "inconnu.choix": "« {valeur} » ne renvoie à rien de connu. Choix possibles : {possibles}.",
    "inconnu.mot": "« {valeur} » n’est pas un mot entre accolades connu. Possibles : {possibles}.",
    "recit.accolade": "une accolade est ouverte sans être fermée, ou l’inverse.",
    "recit.phrase": "chaque phrase commence par une majuscule et finit par . ! ? ou …",
    "recit.signes": "ni chiffre, ni guillemet ou apostrophe droits, ni espace double, au bord, "
    "ou devant un point ou une virgule.",
    "recit.majuscule": "« {valeur} » : majuscule en tête de phrase, minuscule ailleurs.",
    "recit.grade": "« {valeur} » demande un grade si elle se raconte selon les dommages, "
    "et n’en a pas sinon.",
    "recit.sans_fait": "« {valeur} » n’a pas toujours de sens ici : il faut {faits}.",
    "requis": "il manque une valeur : donnez-la.",
    "bornes": "un nombre de {minimum} à {maximum} est attendu.",
    "bornes.texte": "{maximum} caractères au plus, il y en a {valeur}.",
    "doublon": "« {valeur} » est écrit deux fois : gardez-en un.",
    "longueur.entre": "il en faut de {minimum} à {maximum}, il y en a {valeur}.",
    "donnees.titre": "« {valeur} » ne peut pas être le titre d’une page du wiki : "
    "ni # < > [ ] | {{ }} _ ~ % & ni espace au bord ou double, et 240 octets au plus.",
    "donnees.page": "la page « {valeur} » est déjà celle de {autre} : donnez-en une autre.",
    "donnees.colonne": "la colonne « {valeur} » montre « {champ} », que ces rangées n’ont pas.",
    "donnees.forme": "cette forme ne va pas avec « {champ} » dans {fichier} : "
    "« signe » va avec un nombre, « mesure » avec un texte.",
    "donnees.colonne_composee": "« {champ} » ne s’écrit pas dans une case : retirez cette colonne.",
}
"""Said of ``data/`` itself, so they cannot stand in ``data/``."""


def data_errors(refused: DataError) -> list[dict[str, str]]:
    """Put each fault of the data into a sentence that names file, row and key."""
    made = []
    for each in refused.fautes:
        said = typographie(_SENTENCES[each.variante]).format(**each.valeurs)
        message = f"data/{each.chemin}{NBSP}: {said}"
        made.append({"chemin": each.chemin, "code": each.code, "message": message})
    return made


def _plain(value: Any) -> Any:
    """Turn rows within rows into dictionaries, tuples into lists."""
    if hasattr(value, "_asdict"):
        return {key: _plain(item) for key, item in value._asdict().items()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def table_rows(tables: Any, fichier: Fichier) -> list[dict[str, Any]]:
    """List the rows of a file as dictionaries, in its order."""
    rows = getattr(tables, fichier.table)
    return [_plain(rows[ident]) for ident in fichier.lignes]


def _cell(value: object) -> str:
    """Write a value in a cell: nothing for what is absent, "oui" for true."""
    if value is True:
        return "oui"
    if value is False or value in (None, "", [], {}):
        return ""
    if isinstance(value, list):
        return ", ".join(_cell(item) for item in value)
    if isinstance(value, dict):
        return " ".join(f"{key}={_cell(item)}" for key, item in value.items() if _cell(item))
    return str(value)


def text_table(rows: Iterable[Mapping[str, Any]]) -> str:
    """Write rows as columns of text, for a terminal; columns that are all empty are left out."""
    listed = [{key: _cell(value) for key, value in row.items()} for row in rows]
    keys = [key for key in listed[0] if any(row[key] for row in listed)]
    lines: list[Sequence[str]] = [keys, *([row[key] for key in keys] for row in listed)]
    widths = [max(len(line[rank]) for line in lines) for rank in range(len(keys))]
    padded = (
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        for line in lines
    )
    return "".join(f"{line.rstrip()}\n" for line in padded)
