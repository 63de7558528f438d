"""A scenario as a link, and back: inputs only, by version, for any calculator.

A link of an older version is read with the words of its own version, then taken through the
calculator's ``migrations`` one step after the other. Whatever is unknown or damaged is named, the
rest is there; nothing is resolved here.
"""

from typing import Annotated, Any, NamedTuple

from pycore import fragment
from pycore.errors import Faute, RefusedError, faute
from pycore.jsontext import MAX_LENGTH
from pycore.operations import Calcul, Json
from pycore.shapes import Context, Liste, Objet, Texte, fields_of
from pycore.sieve import sift

FAUTES_MAX = 20
"""Faults listed of a damaged link; what is beyond is counted."""


class Envoi(NamedTuple):
    """Which side is left out but for its names; empty where none is."""

    sans: Annotated[str, Texte(40)] = ""


class Fragment(NamedTuple):
    """A fragment to be opened, or the address that ends in it; an answer of ``lien`` is one too."""

    fragment: Annotated[str, Texte(MAX_LENGTH)]
    laisse: Annotated[tuple[str, ...], Liste(Texte(MAX_LENGTH))] = ()


class Depart(NamedTuple):
    """A scenario as the form has it, whose link is wanted."""

    nom: str
    calcul: Calcul
    scenario: dict[str, Any]


class Arrivee(NamedTuple):
    """A fragment whose scenario is wanted."""

    nom: str
    calcul: Calcul
    fragment: str


class Lien(NamedTuple):
    """A fragment, and the paths of what it does not carry."""

    fragment: str
    laisse: tuple[str, ...]


class Ouverture(NamedTuple):
    """What a fragment brought, and what is to be said of the rest."""

    scenario: dict[str, Any]
    fautes: tuple[Faute, ...]


def read_scenario(value: object, nom: str, calcul: Calcul) -> Depart:
    """Take a scenario as it is, right or not. Raises ``RefusedError`` when it is no object."""
    if not isinstance(value, dict):
        raise RefusedError([faute("", "type.objet")])
    return Depart(nom, calcul, value)


def read_fragment(value: object, nom: str, calcul: Calcul) -> Arrivee:
    """Read ``{"fragment"}``. Raises ``RefusedError``."""
    context = Context({})
    read = Objet(Fragment).check(value, "", context)
    if context.fautes:
        raise RefusedError(context.fautes)
    return Arrivee(nom, calcul, read.fragment)


def words(nom: str, version: int, tables: Any) -> fragment.Mots:
    """Words that a version of a calculator's links is written with: its own, or the last before."""
    known = [rank for rank in map(int, tables.liens) if rank <= version]
    lexique = "".join(tables.liens[str(max(known))].mots)
    return fragment.Mots(nom, version, lexique.encode())


def current(calcul: Calcul) -> int:
    """Version of the links that a calculator writes."""
    return 1 + len(calcul.migrations)


def write(depart: Depart, tables: Any, envoi: Envoi) -> Lien:
    """Write the link of a scenario.

    Raises ``RefusedError`` (code ``inconnu``) for a side that the calculator does not have.
    """
    nom, calcul, scenario = depart
    laisse: list[str] = []
    if envoi.sans:
        if envoi.sans not in calcul.cotes:
            possibles = " · ".join(calcul.cotes)
            wrong = faute("sans", "inconnu.choix", valeur=envoi.sans, possibles=possibles)
            raise RefusedError([wrong])
        scenario, laisse = _without(scenario, calcul.cotes[envoi.sans])
    kept, context = _sifted(scenario, calcul, tables, defaults=False)
    meant = _meant(scenario, calcul, tables)
    if meant and _meant(kept, calcul, tables) != meant:  # a default that, written out, says more
        kept, context = _sifted(scenario, calcul, tables, defaults=True)
    laisse += [each.chemin for each in context.fautes]
    text = fragment.write(words(nom, current(calcul), tables), kept)
    return Lien(text, tuple(dict.fromkeys(laisse))[:FAUTES_MAX])


def _sifted(
    value: object, calcul: Calcul, tables: Any, *, defaults: bool
) -> tuple[dict[str, Any], Context]:
    context = Context(calcul.ids(tables))
    kept = sift(Objet(calcul.scenario), value, "", context, defaults=defaults)
    return (kept if isinstance(kept, dict) else {}), context


def _meant(value: object, calcul: Calcul, tables: Any) -> Any:
    """Read a scenario, without its dice where anything is asked before them; none if refused."""
    dice = all(each.dice for each in calcul.operations.values() if each.read is None)
    try:
        return calcul.read(value, tables, dice=dice)
    except RefusedError:
        return None


def _without(value: dict[str, Any], paths: tuple[str, ...]) -> tuple[dict[str, Any], list[str]]:
    """Leave out what stands at these paths but for names; answers what was there to leave."""
    left = []
    for path in paths:
        above, _, key = path.rpartition(".")
        holder = value.get(above) if above else value
        if not isinstance(holder, dict) or holder.get(key) is None:
            continue
        left.append(path)
        changed = {**holder, key: _names(holder[key])}
        value = {**value, above: changed} if above else changed
    return value, left


def _names(value: object) -> object:
    """Keep the names of a side's fighters, and nothing else of them."""
    if isinstance(value, list):
        return [_names(each) for each in value]
    nom = value.get("nom") if isinstance(value, dict) else None
    return {"nom": nom} if isinstance(nom, str) else None


def read(arrivee: Arrivee, tables: Any) -> Ouverture:
    """Open a link.

    Raises ``RefusedError`` where nothing of it can be read (code ``lien``), or where a later
    version wrote it (``version``).
    """
    nom, calcul, texte = arrivee
    adresse = fragment.locate(nom, texte)
    here = current(calcul)
    if not 1 <= adresse.version <= here:
        wrong = {"valeur": str(adresse.version), "attendu": here}
        raise RefusedError([faute("", "version.lien", **wrong)])
    lu = fragment.read(words(nom, adresse.version, tables), adresse)
    value = lu.valeur
    for step in calcul.migrations[adresse.version - 1 :]:
        value = step(value)
    kept, context = _sifted(value, calcul, tables, defaults=True)
    fautes = [*_damage(lu, calcul.scenario, kept), *context.fautes]
    return Ouverture(kept, tuple(few(fautes)))


def _damage(lu: fragment.Lu, shape: type[Any], kept: dict[str, Any]) -> list[Faute]:
    """Say what a damaged link lacks: what no scenario is without, and gaps in lists."""
    fautes = []
    if lu.abime or lu.tronque:
        required = [name for name in fields_of(shape) if name not in shape._field_defaults]
        lost = [name for name in required if name not in kept]
        for name, item in lu.valeur.items():
            if isinstance(item, list) and name in kept:
                lost += [f"{name}[{rank}]" for rank, each in enumerate(item) if each is None]
        fautes = [faute(path, "lien.abime") for path in lost]
        if lu.abime and not lost:
            fautes.append(faute("", "lien.partie"))
    if lu.tronque:
        fautes.append(faute("", "lien.tronque"))
    if lu.suite:
        fautes.append(faute("", "lien.suite"))
    return fautes


def few(fautes: list[Faute]) -> list[Faute]:
    """Keep the first faults; one more says how many there are beyond."""
    beyond = len(fautes) - FAUTES_MAX
    return (
        fautes if beyond <= 0 else [*fautes[:FAUTES_MAX], faute("", "lien.autres", nombre=beyond)]
    )


def link_json(lien: Lien, tables: Any) -> Json:
    """Write a link as JSON values."""
    del tables
    return {"fragment": lien.fragment, "laisse": list(lien.laisse)}
