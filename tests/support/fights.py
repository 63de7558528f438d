"""Hypothesis strategies: journals of fights, each entry a scenario that the rules resolve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from pycore.donnees import nephilim
from pycore.nephilim.vocabulary import GESTES
from tests.support.scenarios import spent_scenarios

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

Json = dict[str, Any]
NAMES = ["", "Ézéchiel", "Garde", "Daïmon"]


@st.composite
def journals(draw: DrawFn, most: int = 3) -> Json:
    """A journal of some entries, with wounds, and ids of reports taken away."""
    entries = []
    round_ = 1
    for _ in range(draw(st.integers(1, most))):
        scenario = draw(spent_scenarios())
        for each in (scenario["attaquant"], *scenario["defenseurs"]):
            each["nom"] = draw(st.sampled_from(NAMES))
        entries.append({"round": round_, "scenario": scenario})
        round_ += draw(st.integers(0, 1))
    wound = st.fixed_dictionaries(
        {
            "entree": st.integers(0, len(entries) - 1),
            "qui": st.sampled_from([*NAMES[1:], "attaquant", "defenseur 1"]),
            "blessure": st.sampled_from(list(nephilim().blessures)),
        }
    )
    return {
        "version": 1,
        "entrees": entries,
        "blessures": draw(st.lists(wound, max_size=2)),
        "retires": draw(st.lists(st.sampled_from(["blessure-0", "0-0-rang"]), unique=True)),
        "geste": draw(st.sampled_from(GESTES)),
        "scenario": draw(spent_scenarios()),
    }
