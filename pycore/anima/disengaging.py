"""Whether someone gets away from a mêlée (anima.md §3, §5)."""

from collections.abc import Collection, Mapping
from typing import Annotated, NamedTuple

from pycore.anima.reading import check_mastery, check_open
from pycore.anima.rolls import open_roll, opening
from pycore.anima.rows import Regles
from pycore.anima.scenario import VERSION, Competence, Des, Drapeau, Modificateur, Nom
from pycore.anima.totals import Total, cause, rolled
from pycore.errors import RefusedError
from pycore.reading import checked
from pycore.shapes import INVALID, Objet, Version, valid

COTES = ("fuyard", "adversaire")


class Cote(NamedTuple):
    """One side: acrobatics, or the attack of who holds the other back."""

    competence: Competence
    nom: Nom = ""
    maitrise: Drapeau = False
    modificateur: Modificateur = 0


class Jets(NamedTuple):
    """The dice of both sides."""

    fuyard: Des
    adversaire: Des


class Desengagement(NamedTuple):
    """Who wants to get away, and from whom."""

    fuyard: Annotated[Cote, Objet(Cote)]
    adversaire: Annotated[Cote, Objet(Cote)]
    jets: Annotated[Jets, Objet(Jets)]
    version: Annotated[int, Version(VERSION)] = VERSION


class Fuite(NamedTuple):
    """What the attempt comes to."""

    fuyard: Total
    adversaire: Total
    minimum: int

    @property
    def marge(self) -> int:
        """By how much the one who flees is ahead."""
        return self.fuyard.total - self.adversaire.total

    @property
    def degage(self) -> bool:
        """Whether he gets away."""
        return self.marge >= self.minimum


def ids(regles: Regles) -> Mapping[str, Collection[str]]:
    """Ids that the input names: none."""
    del regles
    return {}


def read(value: object, regles: Regles, *, dice: bool) -> Desengagement:
    """Read an attempt with its dice. Raises ``RefusedError`` with all faults at once."""
    del dice
    scenario, context = checked(Desengagement, value, ids(regles), VERSION)
    for key in COTES if scenario is not INVALID else ():
        cote = getattr(scenario, key)
        if valid(cote):
            check_mastery(cote.competence, cote.maitrise, key, regles, context)
            if valid(scenario.jets):
                des = getattr(scenario.jets, key)
                check_open(cote.maitrise, key, des, f"jets.{key}", regles, context)
    if context.fautes:
        raise RefusedError(context.fautes)
    read_scenario: Desengagement = scenario
    return read_scenario


def _total(cote: Cote, des: tuple[int, ...], regles: Regles) -> Total:
    termes = [cause("competence", cote.competence)]
    if cote.modificateur:
        termes.append(cause("modificateur", cote.modificateur))
    return rolled(termes, open_roll(des, opening(regles, maitrise=cote.maitrise)))


def resolve(scenario: Desengagement, regles: Regles) -> Fuite:
    """Compare the two open rolls."""
    return Fuite(
        _total(scenario.fuyard, scenario.jets.fuyard, regles),
        _total(scenario.adversaire, scenario.jets.adversaire, regles),
        regles.constantes["marge_desengagement"].valeur,
    )
