"""Gives a changed function its code in a process where the package is imported already.

    Functions().put(mutant)

What stands within a function needs no new import: whoever holds the function, under any name and
behind any decorator, runs the changed code at its next call.
"""

from __future__ import annotations

import ast
import gc
import inspect
from collections import defaultdict
from types import CodeType, FunctionType
from typing import TYPE_CHECKING

from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.mutants import Mutant


class ApartError(Exception):
    """The change does not stand within a function alone: its module must be imported anew."""


def _inner(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def _same_but_within(one: CodeType, other: CodeType) -> bool:
    """Tell whether only what stands in functions or classes of its own differs."""
    bare = [
        code.replace(co_consts=tuple(e for e in code.co_consts if not isinstance(e, CodeType)))
        for code in (one, other)
    ]
    return bare[0] == bare[1] and len(_inner(one)) == len(_inner(other))


def _changed(before: CodeType, after: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Give the outermost functions that differ; a module's own lines, or a class's, must not."""
    if before == after:
        return
    if before.co_flags & inspect.CO_OPTIMIZED:
        yield before, after
    elif _same_but_within(before, after):
        for one, other in zip(_inner(before), _inner(after), strict=True):
            yield from _changed(one, other)
    else:
        raise ApartError


class Functions:
    """Every function of the package that this process holds."""

    def __init__(self) -> None:
        self.files: dict[str, list[FunctionType]] = defaultdict(list)
        root = str(ROOT / "pycore")
        for each in gc.get_objects():
            if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(root):
                self.files[each.__code__.co_filename].append(each)

    def put(self, mutant: Mutant) -> None:
        """Change the functions that the mutant changes; raises ApartError where that is not all."""
        path = str(mutant.path)
        trees = ast.parse(mutant.path.read_text(encoding="utf-8"), path), mutant.tree()
        before, after = (compile(tree, path, "exec", dont_inherit=True) for tree in trees)
        for one, other in _changed(before, after):
            if not self._swap(one, other):  # a comprehension that an import alone has run
                raise ApartError

    def _swap(self, before: CodeType, after: CodeType) -> bool:
        """Change those who run this code, and those made by it that run what stands within."""
        if before.co_freevars != after.co_freevars:
            raise ApartError
        held = [each for each in self.files[before.co_filename] if each.__code__ == before]
        for function in held:
            function.__code__ = after
        inner = _inner(before), _inner(after)
        if len(inner[0]) != len(inner[1]):
            if any(each.__code__ in inner[0] for each in self.files[before.co_filename]):
                raise ApartError
            return bool(held)
        for one, other in zip(*inner, strict=True):
            if one != other:
                self._swap(one, other)
        return bool(held)
