"""What every calculator offers beside its rules: a scenario as a link and back, copies."""

from collections.abc import Mapping

from pycore import link
from pycore.operations import Operation
from pycore.render import link_view
from pycore.render.copie import copying

_LIENS: Mapping[str, Operation] = {
    "lien": Operation(
        run=link.write,
        json=link.link_json,
        view=link_view.link_view,
        demande=link.Envoi,
        read=link.read_scenario,
    ),
    "ouvrir": Operation(
        run=link.read,
        json=link_view.opened_json,
        view=link_view.opened_view,
        read=link.read_fragment,
    ),
}


def shared(operations: Mapping[str, Operation]) -> Mapping[str, Operation]:
    """Add to a calculator's operations what all of them offer."""
    return {**operations, "copie": copying(operations["resolve"]), **_LIENS}
