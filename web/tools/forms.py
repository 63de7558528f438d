"""What a form shows and when: choices grouped by the rows that allow them.

A condition is text that the page's one interpreter reads (web/src/conditions.js): clauses joined
by ";", all of which must hold, each `name=a,b` (the field has one of these values) or `name!=a`.
All of it comes from the data: a row added there appears in the form where it belongs.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from pycore.nephilim.combat import reading
from pycore.nephilim.combat.scenario import CIBLES_MAX
from pycore.render.french import typographie

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pycore.nephilim.moves import Effet
    from pycore.nephilim.rows import Regles

# What stands chosen when the form opens, besides the first row of each list.
PREFERRED = frozenset({"epee_hache"})

Row = TypeVar("Row")


class Groupe(NamedTuple):
    """Choices that apply together: when, and a suffix that keeps ids apart."""

    si: str
    lignes: list[Any]
    suffixe: str
    choisie: str
    sous_entendue: str = ""
    """What a scenario that names none has, where that is a row of these."""

    @property
    def elements(self) -> list[Any]:
        """The rows, where they are elements."""
        return self.lignes


def one_of(name: str, rows: Iterable[Any]) -> str:
    """Write the clause "the field has one of these rows chosen"."""
    return f"{name}={','.join(row.id for row in rows)}"


def grouped(rows: Iterable[Row], key: Callable[[Row], Any]) -> list[tuple[Any, list[Row]]]:
    """Group rows by a key, in the order in which the keys first come."""
    groups: dict[Any, list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return list(groups.items())


def groups(pairs: Iterable[tuple[str, Iterable[Any]]]) -> list[Groupe]:
    """Number groups of choices given as condition and rows."""
    made = []
    for rank, (si, lignes) in enumerate(pairs):
        rows = list(lignes)
        chosen = next((row.id for row in rows if row.id in PREFERRED), rows[0].id)
        made.append(Groupe(si, rows, f"-{rank}" if rank else "", chosen))
    return made


class Formulaire:
    """What every form asks for, of whatever game: labels and help of its fields."""

    def __init__(self, regles: Any) -> None:
        """Keep the tables."""
        self.regles = regles

    def champ(self, ident: str) -> str:
        """Label of a field."""
        return typographie(self.regles.champs[ident].nom)

    def aide(self, ident: str) -> str:
        """Short help of a field."""
        return typographie(self.regles.champs[ident].aide)


class FormulaireAction(Formulaire):
    """The forms of action simple and action opposée, as their templates ask for it."""

    regles: Regles

    def ka(self) -> list[Any]:
        """Elements that a Nephilim can engage."""
        return [row for row in self.regles.elements.values() if not row.toute_manoeuvre]

    def si_approche(self, prefixe: str) -> str:
        """When an Approche is declared."""
        return one_of(f"{prefixe}approche.ka", self.ka())

    def tentatives(self) -> list[Any]:
        """First or second attempt."""
        return [{"id": "1", "nom": "Première tentative"}, {"id": "2", "nom": "Seconde tentative"}]


class FormulaireCombat(Formulaire):
    """The combat form, as its template asks for it."""

    regles: Regles
    cibles_max = CIBLES_MAX

    def exemples(self) -> list[dict[str, str]]:
        """Fights ready to be shown, each read as the rules will read it.

        Raises RefusedError where the data holds one that they refuse.
        """
        shown = []
        for row in self.regles.exemples.values():
            reading.read(row.scenario, self.regles, dice=False)
            scenario = json.dumps(row.scenario, ensure_ascii=False)
            shown.append({"nom": row.nom, "resume": row.resume, "json": scenario})
        return shown

    def types(self, cote: str) -> list[Any]:
        """Types of fighter of a side."""
        return [row for row in self.regles.types.values() if cote in row.cotes]

    def _typed(self, prefixe: str, wanted: Callable[[Any], bool]) -> str:
        return one_of(f"{prefixe}.type", filter(wanted, self.regles.types.values()))

    def manoeuvres(self) -> list[Groupe]:
        """Attack manœuvres, by mode."""
        rows = grouped(self.regles.manoeuvres.values(), lambda row: row.modes)
        return groups((f"mode={','.join(modes)}", each) for modes, each in rows)

    def _manoeuvres(self, wanted: Callable[[Any], bool]) -> str:
        return one_of("attaque.approche", filter(wanted, self.regles.manoeuvres.values()))

    def armes(self) -> list[Groupe]:
        """Weapons, by what the manœuvres allow."""
        rows = grouped(self.regles.manoeuvres.values(), lambda row: row.armes)
        weapons = self.regles.armes.values()
        bare = next(arme.id for arme in weapons if arme.mains_nues)
        made = groups(
            (
                one_of("attaque.approche", each),
                [arme for arme in weapons if arme.categorie in categories],
            )
            for categories, each in rows
        )
        return [
            each._replace(sous_entendue=bare) if bare in {row.id for row in each.lignes} else each
            for each in made
        ]

    def si_force(self) -> str:
        """When the strength of the body counts."""
        bare = one_of("attaque.arme", (a for a in self.regles.armes.values() if a.mains_nues))
        return f"{self._manoeuvres(lambda row: row.force_simulacre)};{bare}"

    def munitions(self) -> list[Groupe]:
        """Ammunition, for the weapons that have a choice."""

        def offered(arme: Any) -> tuple[str, ...]:
            return tuple(
                row.id
                for row in self.regles.munitions.values()
                if row.toutes_armes or arme.id in row.armes
            )

        return groups(
            (one_of("attaque.arme", each), [self.regles.munitions[ident] for ident in idents])
            for idents, each in grouped(self.regles.armes.values(), offered)
            if len(idents) > 1
        )

    def cadences(self) -> list[Groupe]:
        """Rates of fire, for the weapons and manœuvres that have a choice."""
        free = self._manoeuvres(lambda row: len(row.cadences) > 1)
        return groups(
            (f"{one_of('attaque.arme', each)};{free}", [self.regles.cadences[i] for i in idents])
            for idents, each in grouped(self.regles.armes.values(), lambda row: row.cadences)
            if len(idents) > 1
        )

    def si_plusieurs(self) -> str:
        """When several targets are possible."""
        rows = self.regles.cadences.values()
        return one_of("attaque.cadence", (row for row in rows if row.cibles > 1))

    def si_jet_par_cible(self) -> str:
        """When each target has an attack roll of its own."""
        rows = self.regles.cadences.values()
        return one_of("attaque.cadence", (row for row in rows if row.jet_par_cible))

    def si_jet_commun(self) -> str:
        """When one attack roll serves for all."""
        return self.si_jet_par_cible().replace("=", "!=", 1)

    def si_seconde(self) -> str:
        """When there is a second attack."""
        return self._manoeuvres(lambda row: row.attaques > 1)

    def ka(self, cote: str, prefixe: str) -> list[Groupe]:
        """Scores of Ka, by what the types have."""
        return groups(
            (one_of(f"{prefixe}.type", each), [self.regles.elements[i] for i in idents])
            for idents, each in grouped(self.types(cote), lambda row: row.elements)
            if idents
        )

    def approches(self, cote: str) -> list[Groupe]:
        """Elements that can be declared, by type and by manœuvre or defence."""
        attack = cote == "attaquant"
        prefixe = "attaquant" if attack else "defenseurs[0]"
        name = "attaque.approche" if attack else "defenseurs[0].defense.type"
        rows: list[Any] = list(
            (self.regles.manoeuvres if attack else self.regles.defenses).values()
        )
        pairs: list[tuple[str, list[Any]]] = []
        for idents, types in grouped(self.types(cote), lambda row: row.elements):
            typed = one_of(f"{prefixe}.type", types)
            elements = [self.regles.elements[ident] for ident in idents]
            universal = [row for row in elements if row.toute_manoeuvre]
            if universal:
                rolled = [row for row in rows if not getattr(row, "sans_jet", False)]
                pairs.append((f"{typed};{one_of(name, rolled)}", universal))
                continue
            for allowed, each in grouped(rows, lambda row: frozenset(row.elements)):
                choices = [row for row in elements if row.id in allowed]
                if choices:
                    pairs.append((f"{typed};{one_of(name, each)}", choices))
        return groups(pairs)

    def si_initiative(self) -> str:
        """When the attacker's initiative is typed in."""
        return self._typed(
            "attaquant", lambda row: row.initiative is None and "attaquant" in row.cotes
        )

    def si_metamorphe(self, prefixe: str) -> str:
        """When a fighter has a métamorphe."""
        return self._typed(prefixe, lambda row: row.metamorphe)

    def si_menace(self, prefixe: str) -> str:
        """When a fighter's degree may be a Menace."""
        return self._typed(prefixe, lambda row: row.menace)

    def si_effet(self, effet: Effet) -> str:
        """When an effect serves; always, where it serves in every fight."""
        able = [
            row
            for row in self.regles.manoeuvres.values()
            if set(row.portees).intersection(effet.portees)
        ]
        if len(able) == len(self.regles.manoeuvres):
            return ""
        return one_of("attaque.approche", able)

    def defenses(self) -> list[Groupe]:
        """Defences, by what the manœuvres may meet."""
        rows = grouped(self.regles.manoeuvres.values(), lambda row: row.defenses)
        return groups(
            (
                one_of("attaque.approche", each),
                [row for row in self.regles.defenses.values() if mode in row.modes],
            )
            for mode, each in rows
        )

    def _defenses(self, wanted: Callable[[Any], bool]) -> str:
        rows = filter(wanted, self.regles.defenses.values())
        return one_of("defenseurs[0].defense.type", rows)

    def si_demande(self, demande: str) -> str:
        """When a defence asks for something."""
        return self._defenses(lambda row: row.demande == demande)

    def si_jet_defense(self) -> str:
        """When the defender rolls."""
        return self._defenses(lambda row: not row.sans_jet)

    def si_seconde_defense(self) -> str:
        """When the defender rolls a second time."""
        return f"{self.si_seconde()};{self.si_jet_defense()}"

    def si_ka_dominant(self) -> str:
        """When a failed roll of the defender's Ka dominant matters."""
        rows = self.regles.effets_attaquant.values()
        asking = (row for row in rows if any(each.si == "ka_dominant_rate" for each in row.apports))
        return one_of("attaquant.effets[]", asking)
