"""What the forms of Anima show and when, all of it from the tables (conditions as in forms.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pycore.anima.initiative import COMBATTANTS_MAX
from pycore.anima.rolls import FACES, opening
from pycore.anima.rows import COLONNES
from pycore.anima.scenario import DES_MAX
from pycore.render.french import signe, typographie
from web.tools.forms import Formulaire, one_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pycore.anima.rows import Defense, Regles

MOST = 999
"""The highest skill."""
SHOWN_AS = "0..0"
"""How the dice show their highest face."""


class Choix(NamedTuple):
    """A choice with what it costs, and when it is offered."""

    id: str
    nom: str
    aide: str = ""
    si: str = ""


class Suivant(NamedTuple):
    """A further die of an open roll: its number, and when it is due."""

    numero: int
    si: str


class FormulaireAnima(Formulaire):
    """The forms of Anima, as their templates ask for them."""

    regles: Regles
    combattants_max = COMBATTANTS_MAX
    dernier = MOST

    def _from(self, ident: str) -> int:
        return self.regles.constantes[ident].valeur

    def si_maitrise(self, competence: str) -> str:
        """When a skill is high enough for mastery."""
        return f"{competence}={self._from('maitrise')}..{MOST}"

    def si_plusieurs_attaques(self) -> str:
        """When a skill allows several attacks in one action."""
        return f"attaquant.attaque={self._from('tranche_attaque') + 1}..{MOST}"

    def _defenses(self, wanted: Callable[[Defense], bool]) -> str:
        return one_of("defenseur.defense", filter(wanted, self.regles.defenses.values()))

    def defenses_de_garde(self) -> list[Defense]:
        """Defences that take a skill."""
        return [row for row in self.regles.defenses.values() if not row.jet_seul]

    def si_defense(self) -> str:
        """When the defender defends himself."""
        return self._defenses(lambda row: not row.jet_seul)

    def si_pare_surnaturel(self) -> str:
        """When it matters whether a parry stops what is supernatural."""
        return f"attaquant.surnaturel=oui;{self._defenses(lambda row: row.arme)}"

    def si_bouclier(self) -> str:
        """When a shield counts."""
        counting = self._defenses(
            lambda row: row.contre_projectile_bouclier != row.contre_projectile
        )
        return f"attaquant.projectile=oui;{counting};defenseur.maitrise!=oui"

    def visees(self) -> list[Choix]:
        """Places that may be aimed at, with what that costs."""
        rows = self.regles.visees.values()
        return [Choix(row.id, f"{typographie(row.nom)} ({signe(row.malus)})") for row in rows]

    def situations(self, *, tir: bool) -> list[Choix]:
        """Situations that weigh on an attack; with ``tir``, those of who shoots."""
        return [
            Choix(row.id, f"{typographie(row.nom)} ({signe(row.attaque)})", typographie(row.resume))
            for row in self.regles.situations.values()
            if row.projectile == tir and (row.attaque or row.permet_contre)
        ]

    def situations_defenseur(self) -> Iterator[Choix]:
        """Situations that weigh on a defence, each where the defence chosen feels it."""
        for row in self.regles.situations.values():
            felt = [each for each in COLONNES if getattr(row, each)]
            if row.projectile or not felt:
                continue
            feeling = [each for each in self.regles.defenses.values() if each.colonne in felt]
            figures = ", ".join(
                f"{each.nom.lower()} {signe(getattr(row, each.colonne))}" for each in feeling
            )
            aide = f"{typographie(row.resume)} {figures[:1].upper()}{figures[1:]}."
            yield Choix(row.id, typographie(row.nom), aide, one_of("defenseur.defense", feeling))

    def suivants(
        self, nom: str, maitrise: str = "", *, si: str = "", niveau: bool = True
    ) -> list[Suivant]:
        """Further dice of an open roll, as many as a scenario may hold.

        ``nom`` is the list, ``maitrise`` the box that makes a fumble rarer, ``si`` when the roll
        is an open one. With ``niveau`` a fumble takes a second die, which opens no other.
        """
        always = f"{si};" if si else ""
        plain = opening(self.regles, maitrise=False)
        able = opening(self.regles, maitrise=True)

        def opens(rank: int) -> str:
            least = min(plain.plafond, plain.seuil + plain.pas * rank)
            return f"{nom}[{rank}]={least}..{FACES},{SHOWN_AS}"

        first = f"{always}{opens(0)}"
        fumble = f"|{always}{nom}[0]=1..{able.maladresse if maitrise else plain.maladresse}"
        if maitrise:
            rest = f"{nom}[0]={able.maladresse + 1}..{plain.maladresse}"
            fumble = f"{fumble}|{always}{maitrise}!=oui;{rest}"
        made = [Suivant(2, f"{first}{fumble}" if niveau else first)]
        further = (Suivant(rank + 1, f"{first};{opens(rank - 1)}") for rank in range(2, DES_MAX))
        return [*made, *further]

    def si_initiative_ouverte(self) -> str:
        """When the die of the initiative is an open one."""
        rows = self.regles.jets_initiative.values()
        return one_of("options.jet", (row for row in rows if row.ouvert))
