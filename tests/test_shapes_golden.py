"""Every field of every file and scenario, with its kind, its limits and its default, as approved.

A limit that moves lets in what was refused, or refuses what was let in: it moves on purpose, and
`NCALC_VUES=ecrire` writes the list again.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from typing import TYPE_CHECKING, Any

import pycore
from pycore.shapes import fields_of
from tests.support.golden import WRITING, kept
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

GOLDEN = ROOT / "tests/golden/formes.txt"
CLASS, BARE = re.compile(r"<class 'pycore[.]([^>]*)'>"), r"\1"


def shapes() -> Iterator[type[Any]]:
    """Give the types of the rules whose every field has a kind."""
    names = sorted(each.name for each in pkgutil.walk_packages(pycore.__path__, "pycore."))
    for name in names:
        if name.endswith("__main__"):
            continue
        for each in vars(importlib.import_module(name)).values():
            if not (isinstance(each, type) and hasattr(each, "_fields")):
                continue
            hints = each.__annotations__.values()
            if (
                each.__module__ == name
                and hints
                and all(hasattr(it, "__metadata__") for it in hints)
            ):
                yield each


def told(shape: type[Any]) -> Iterator[str]:
    """A field a line."""
    yield f"{shape.__module__.removeprefix('pycore.')} {shape.__name__}"
    defaults = shape._field_defaults
    for name, kind in fields_of(shape).items():
        default = f" = {defaults[name]!r}" if name in defaults else ""
        yield f"  {name}: {CLASS.sub(BARE, repr(kind))}{default}"


def test_every_limit_is_the_one_that_was_approved() -> None:
    now = "".join(f"{line}\n" for shape in shapes() for line in told(shape))
    assert now == kept(GOLDEN, now, writing=WRITING)
