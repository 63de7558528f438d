"""A fighter apart from any side: what is kept of him, and how he takes either side.

What belongs to the moment (circumstances, manœuvre, defence, dice, the element engaged) is not his.
An effect counts on a side under the same id (D29): where the side's table has no such row, it is
left aside and named.
"""

from collections.abc import Collection, Mapping
from typing import Annotated, Any, NamedTuple

from pycore.errors import Faute, RefusedError, faute
from pycore.link import Depart
from pycore.nephilim.combat.reading import ids as combat_ids
from pycore.nephilim.combat.scenario import (
    CIBLES_MAX,
    Attaquant,
    Attaque,
    Bonus,
    Defenseur,
    Effets,
)
from pycore.nephilim.moves import Manoeuvre
from pycore.nephilim.rows import Regles
from pycore.nephilim.vocabulary import COTES
from pycore.shapes import Choix, Context, Entier, Liste, Objet, OuRien, Table, Texte, Version
from pycore.sieve import sift

VERSION = 1
ATTAQUANT, DEFENSEUR = COTES
PERSONNAGES_MAX = 200


class Personnage(NamedTuple):
    """A fighter as he is kept; the fields are those of a scenario's sides and of its attack."""

    type: Annotated[str, Choix("types")]
    degre: Annotated[int, Entier(0, 30)]
    version: Annotated[int, Version(VERSION)] = VERSION
    nom: Annotated[str, Texte(60, vu=True)] = ""
    source: Annotated[str, Choix("", ("vecu", "menace"))] = "vecu"
    blessures: Annotated[tuple[str, ...], Liste(Choix("blessures"), unique=True)] = ()
    ka: Annotated[Mapping[str, int], Table("elements", Entier(0, 30))] = {}
    metamorphe: Bonus = 0
    stase: Bonus = 0
    mnemos: Bonus = 0
    initiative: Annotated[int | None, OuRien(Entier(0, 60))] = None
    protection: Annotated[str, Choix("protections")] = "aucune"
    bouclier: Annotated[str | None, OuRien(Choix("boucliers"))] = None
    arme: Annotated[str, Choix("armes")] = ""
    munition: Annotated[str, Choix("munitions")] = "standard"
    cadence: Annotated[str, Choix("cadences")] = "unique"
    force_simulacre: Annotated[int, Entier(1, 10)] = 1
    effets: Annotated[Effets, Liste(Choix("effets"), unique=True)] = ()


class Personnages(NamedTuple):
    """A file of fighters."""

    personnages: Annotated[
        tuple[Personnage, ...], Liste(Objet(Personnage), maximum=PERSONNAGES_MAX)
    ]
    version: Annotated[int, Version(VERSION)] = VERSION


class Place(NamedTuple):
    """A side of a scenario; ``rang`` counts among the defenders."""

    cote: Annotated[str, Choix("", COTES)] = ATTAQUANT
    rang: Annotated[int, Entier(0, CIBLES_MAX - 1)] = 0


class Abandon(NamedTuple):
    """Something of a fighter that has no place on his side: where, the row, and why."""

    chemin: str
    table: str
    valeur: str
    motif: str


class Garde(NamedTuple):
    """A fighter taken from a scenario, and the paths of what of him was not right."""

    personnage: dict[str, Any]
    laisse: tuple[str, ...]


_SIENS = (
    *("nom", "source", "blessures", "ka", "metamorphe", "stase", "mnemos", "initiative"),
    *("protection", "bouclier"),
)
"""Fields that a side of a scenario has of the fighter, beside type, degree and effects."""

_ARMES = ("arme", "munition", "cadence", "force_simulacre")
"""Fields that the attack has of the fighter."""

Json = dict[str, Any]


def ids(regles: Regles) -> Mapping[str, Collection[str]]:
    """Ids of every table; ``effets`` are those of either side."""
    both = [*regles.effets_attaquant, *regles.effets_defenseur]
    return {**combat_ids(regles), "effets": list(dict.fromkeys(both))}


def of_side(side: Mapping[str, Any], attaque: Mapping[str, Any] | None) -> Json:
    """Take a fighter from the values of a side, and of the attack where it is his."""
    made = {key: side[key] for key in ("type", "degre", *_SIENS, "effets") if key in side}
    weapon = {} if attaque is None else {key: attaque[key] for key in _ARMES if key in attaque}
    return made | weapon


def side_path(place: Place) -> str:
    """Path of a side."""
    return ATTAQUANT if place.cote == ATTAQUANT else f"defenseurs[{place.rang}]"


def _side(scenario: Mapping[str, Any], place: Place) -> Any:
    """Find the values of a side in a scenario that may be anything."""
    if place.cote == ATTAQUANT:
        return scenario.get(ATTAQUANT)
    found = scenario.get("defenseurs")
    return found[place.rang] if isinstance(found, list) and place.rang < len(found) else None


def keep(depart: Depart, regles: Regles, place: Place) -> Garde:
    """Take a fighter from a scenario that need not be right elsewhere.

    Raises ``RefusedError`` when the side has no type or no degree that can be used.
    """
    context = Context(combat_ids(regles))
    path = side_path(place)
    shape = Attaquant if place.cote == ATTAQUANT else Defenseur
    side = sift(Objet(shape), _side(depart.scenario, place), path, context, defaults=False)
    attaque: Any = None
    if place.cote == ATTAQUANT:
        asked = depart.scenario.get("attaque", {})
        attaque = sift(Objet(Attaque), asked, "attaque", context, defaults=False)
    mine = of_side(
        side if isinstance(side, dict) else {}, attaque if isinstance(attaque, dict) else {}
    )
    missing = [key for key in ("type", "degre") if key not in mine]
    if missing:
        known = {each.chemin: each for each in context.fautes}
        where = [f"{path}.{key}" for key in missing]
        raise RefusedError([known.get(each, faute(each, "requis")) for each in where])
    return Garde({"version": VERSION} | mine, tuple(each.chemin for each in context.fautes))


def type_on(ident: str, cote: str, regles: Regles) -> str:
    """Answer the type that a fighter has on a side: his own, or the one that stands for it."""
    ligne = regles.types[ident]
    return ident if cote in ligne.cotes else ligne.remplacant


def dress(
    personnage: Mapping[str, Any],
    cote: str,
    path: str,
    regles: Regles,
    portees: Collection[str] | None,
) -> tuple[Json, list[Abandon]]:
    """Write a fighter as the values of a side; answers also what has no place there.

    ``portees``: in what kinds of fight an effect must serve; ``None`` where that is not known.
    """
    left = []
    type_ = type_on(personnage["type"], cote, regles)
    if type_ != personnage["type"]:
        left.append(Abandon(f"{path}.type", "types", personnage["type"], "type"))
    shape = Attaquant if cote == ATTAQUANT else Defenseur
    made = {"type": type_, "degre": personnage["degre"]}
    made |= {key: personnage[key] for key in _SIENS if key in personnage}
    ligne = regles.types[type_]
    if ligne.initiative is not None or shape is Defenseur:
        made.pop("initiative", None)
    own, other = regles.effets_attaquant, regles.effets_defenseur
    if cote == DEFENSEUR:
        own, other = other, own
    effets = []
    for ident in personnage.get("effets", ()):
        if ident not in own:
            table = "effets_attaquant" if other is regles.effets_attaquant else "effets_defenseur"
            left.append(Abandon(f"{path}.effets", table, ident, "cote"))
        elif portees is not None and not set(portees) & set(own[ident].portees):
            table = "effets_attaquant" if own is regles.effets_attaquant else "effets_defenseur"
            left.append(Abandon(f"{path}.effets", table, ident, "portee"))
        else:
            effets.append(ident)
    if effets:
        made["effets"] = effets
    return made, left


def arm(
    personnage: Mapping[str, Any], manoeuvre: Manoeuvre | None, regles: Regles
) -> tuple[Json, list[Abandon]]:
    """Write a fighter's weapon as values of the attack, where the manœuvre takes it."""
    arme = personnage.get("arme", "")
    if not arme:
        return {}, []
    row = regles.armes[arme]
    if manoeuvre is not None and row.categorie not in manoeuvre.armes:
        return {}, [Abandon("attaque.arme", "armes", arme, "arme")]
    made: Json = {"arme": arme}
    munition = regles.munitions[personnage.get("munition", "standard")]
    if munition.toutes_armes or arme in munition.armes:
        made["munition"] = munition.id
    cadence = personnage.get("cadence", "unique")
    if cadence in row.cadences and (manoeuvre is None or cadence in manoeuvre.cadences):
        made["cadence"] = cadence
    if row.mains_nues and (manoeuvre is None or manoeuvre.force_simulacre):
        made["force_simulacre"] = personnage.get("force_simulacre", 1)
    return made, []


class Arrivant(NamedTuple):
    """A scenario as the form has it, and a fighter who comes into it."""

    scenario: Json
    personnage: Json
    fautes: tuple[Faute, ...]


def read_arrival(value: object, _nom: str, calcul: Any) -> Arrivant:
    """Read ``{"scenario", "personnage"}``. Raises ``RefusedError`` when either is of no use."""
    if not isinstance(value, dict):
        raise RefusedError([faute("", "type.objet")])
    scenario = value.get("scenario")
    if not isinstance(scenario, dict):
        raise RefusedError([faute("scenario", "type.objet")])
    context = Context(ids(calcul.tables()))
    made = usable(value.get("personnage"), "personnage", context)
    if made is None:
        raise RefusedError(context.fautes)
    return Arrivant(scenario, made, tuple(context.fautes))


def usable(value: object, path: str, context: Context) -> Json | None:
    """Read a fighter: what is right of him, or nothing where his type or degree is not."""
    made = sift(Objet(Personnage), value, path, context, defaults=False)
    if not isinstance(made, dict):
        return None
    version = value.get("version", VERSION) if isinstance(value, dict) else VERSION
    told = {each.chemin for each in context.fautes}
    for key in ("type", "degre"):
        if key not in made and f"{path}.{key}" not in told:
            context.refuse(f"{path}.{key}", "requis")
    if version != VERSION or "type" not in made or "degre" not in made:
        return None
    return {"version": VERSION} | made


class Arrivee(NamedTuple):
    """The form's scenario with a fighter in his place, what of him had none, what was not right."""

    scenario: Json
    abandons: tuple[Abandon, ...]
    fautes: tuple[Faute, ...]


_DU_MOMENT = ("contexte", "contexte_motif", "report", "approche", "defense", "ka_dominant_rate")
"""What stays of a side when another fighter takes it."""


def place(arrivant: Arrivant, regles: Regles, where: Place) -> Arrivee:
    """Put a fighter in a side's place; manœuvre, defence, circumstances and dice stay."""
    scenario, personnage, fautes = arrivant
    attaque = scenario.get("attaque")
    attaque = attaque if isinstance(attaque, dict) else {}
    asked = attaque.get("approche")
    manoeuvre = regles.manoeuvres.get(asked) if isinstance(asked, str) else None
    portees = None if manoeuvre is None else manoeuvre.portees
    path = side_path(where)
    made, left = dress(personnage, where.cote, path, regles, portees)
    before = _side(scenario, where)
    before = before if isinstance(before, dict) else {}
    made |= {key: before[key] for key in _DU_MOMENT if key in before}
    if made.get("approche") not in regles.types[made["type"]].elements:
        made.pop("approche", None)
    if where.cote == ATTAQUANT:
        weapon, unfit = arm(personnage, manoeuvre, regles)
        if weapon:
            kept = {key: item for key, item in attaque.items() if key not in _ARMES}
            scenario = {**scenario, "attaque": kept | weapon}
        return Arrivee({**scenario, ATTAQUANT: made}, (*left, *unfit), fautes)
    held = scenario.get("defenseurs")
    held = list(held[:CIBLES_MAX]) if isinstance(held, list) else []
    held += [{}] * (where.rang + 1 - len(held))
    held[where.rang] = made
    return Arrivee({**scenario, "defenseurs": held}, tuple(left), fautes)
