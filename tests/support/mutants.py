"""Small changes to the rules, each of which some test should notice.

    for mutant, noticed in tried(mutants(path), workers=2): …

A mutant runs in a process of its own, forked from one that has imported pytest and hypothesis; the
package is imported there with one file changed, and nothing on disk is touched.
"""

from __future__ import annotations

import ast
import copy
import importlib.abc
import importlib.util
import os
import signal
import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from web.tools.paths import CACHE, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path
    from types import ModuleType

PATIENCE = 900  # seconds: a mutant that loops is noticed too

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


class Mutant(NamedTuple):
    """A file of the package with one thing changed."""

    module: str
    path: Path
    line: int
    told: str
    tree: ast.Module

    def __str__(self) -> str:
        """Say where it is and what changed."""
        return f"{self.path.relative_to(ROOT).as_posix()}:{self.line}: {self.told}"


def _changes(node: ast.AST) -> Iterator[tuple[str, Any]]:  # noqa: C901, PLR0912 - a table
    """Give what a node could be instead, each with a word for it."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARED:
            other = copy.copy(node)
            other.ops = [COMPARED[type(op)]()]
            yield "comparaison", other
        case ast.BoolOp(op=op, values=values):
            yield "et/ou", ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "non", operand
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            yield "signe", operand
        case ast.BinOp(left=left, op=op, right=right) if type(op) in COMPUTED:
            yield "opération", ast.BinOp(left, COMPUTED[type(op)](), right)
        case ast.AugAssign(op=op) if type(op) in COMPUTED:
            other_assign = copy.copy(node)
            other_assign.op = COMPUTED[type(op)]()
            yield "opération", other_assign
        case ast.Constant(value=bool() as value):
            yield "booléen", ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield "nombre", ast.Constant(value + 1)
        case ast.Constant(value=str() as value) if value:
            yield "texte", ast.Constant(f"{value}§")
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield "choix", ast.IfExp(test, orelse, body)
        case ast.If(test=test):
            other_if = copy.copy(node)
            other_if.test = ast.UnaryOp(ast.Not(), test)
            yield "condition", other_if
        case ast.Return(value=ast.expr()):
            yield "retour", ast.Return(ast.Constant(None))
        case ast.Continue():
            yield "boucle", ast.Break()
        case ast.Expr(value=ast.Call()):
            yield "appel", ast.Pass()
        case ast.comprehension(ifs=[_, *_]):
            other_loop = copy.copy(node)
            other_loop.ifs = []
            yield "filtre", other_loop


def _quiet(tree: ast.Module) -> set[int]:
    """Give the nodes that say nothing to the program: docstrings, annotations, casts."""
    quiet: set[int] = set()
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        match node:
            case ast.Expr(value=ast.Constant()):
                parts = [node]
            case ast.AnnAssign():
                # A kind within `Annotated` is a rule of its own.
                kept = "Annotated" in ast.unparse(node.annotation)
                parts = [] if kept else [node.annotation]
            case ast.arg():
                parts = [node.annotation]
            case ast.FunctionDef():
                parts = [node.returns]
            case ast.If() if ast.unparse(node.test).endswith("TYPE_CHECKING"):
                parts = [node]
            case ast.Call() if ast.unparse(node.func).endswith(("__init__", "cast", "TypeVar")):
                parts = list(node.args)
            case _:
                continue
        quiet |= {id(each) for part in parts if part is not None for each in ast.walk(part)}
    return quiet


def mutants(path: Path) -> Iterator[Mutant]:
    """Give every mutant of a file."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source, str(path))
    parts = path.relative_to(ROOT).with_suffix("").parts
    module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    quiet = _quiet(tree)
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            places = value if isinstance(value, list) else [value]
            for rank, node in enumerate(places):
                if not isinstance(node, ast.AST) or id(node) in quiet:
                    continue
                if isinstance(parent, ast.JoinedStr) and isinstance(node, ast.FormattedValue):
                    continue
                for told, other in _changes(node):
                    _put(parent, field, value, rank, other)
                    changed = ast.fix_missing_locations(copy.deepcopy(tree))
                    _put(parent, field, value, rank, node)
                    line = getattr(node, "lineno", getattr(parent, "lineno", 0))
                    text = ast.unparse(other).split("\n", maxsplit=1)[0][:70]
                    yield Mutant(module, path, line, f"{told} → {text}", changed)


def _put(parent: ast.AST, field: str, value: Any, rank: int, node: Any) -> None:
    if isinstance(value, list):
        value[rank] = node
    else:
        setattr(parent, field, node)


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Imports the mutant in its module's place."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        """Answer for the changed module alone."""
        del path, target
        if fullname != self.mutant.module:
            return None
        spec = importlib.util.spec_from_file_location(
            fullname, self.mutant.path, loader=self, submodule_search_locations=None
        )
        if spec and self.mutant.path.name == "__init__.py":
            spec.submodule_search_locations = [str(self.mutant.path.parent)]
        return spec

    def get_source(self, fullname: str) -> None:
        """Nothing reads it."""
        del fullname

    def create_module(self, spec: Any) -> None:
        """Take the usual kind of module."""
        del spec

    def exec_module(self, module: ModuleType) -> None:
        """Run the changed code."""
        exec(compile(self.mutant.tree, str(self.mutant.path), "exec"), vars(module))  # noqa: S102


class _Trial(NamedTuple):
    """A process that tries a mutant, and when it must have ended."""

    mutant: Mutant | None
    end: float


def tried(
    wanted: Iterable[Mutant | None], workers: int = 1
) -> Iterator[tuple[Mutant | None, bool]]:
    """Try mutants (None: the rules as they are), several at once; tell whether a test fails."""
    todo = iter(wanted)
    running: dict[int, _Trial] = {}
    more = True
    while more or running:
        while more and len(running) < workers:
            try:
                mutant = next(todo)
            except StopIteration:
                more = False
                break
            child = os.fork()
            if child == 0:
                _judge(mutant)
            running[child] = _Trial(mutant, time.monotonic() + PATIENCE)
        for child, trial in list(running.items()):
            done, code = os.waitpid(child, os.WNOHANG)
            if not done and time.monotonic() > trial.end:
                os.kill(child, signal.SIGKILL)
                done, code = os.waitpid(child, 0)
            if done:
                del running[child]
                yield trial.mutant, os.waitstatus_to_exitcode(code) != 0
        time.sleep(0.01)


def _judge(mutant: Mutant | None) -> None:
    """Run the tests that know it in this process, which ends with their verdict."""
    import pytest

    code = 1
    try:
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        for name in [each for each in sys.modules if each.split(".")[0] in {"pycore", "tests"}]:
            del sys.modules[name]
        if mutant is not None:
            sys.meta_path.insert(0, _Changed(mutant))
        options = [
            "-x",
            "-q",
            "--no-header",
            "-W",
            "ignore",
            "-o",
            f"cache_dir={CACHE / 'mutants'}",
        ]
        known = tests_of(mutant.path) if mutant else [f"tests/{stem}.py" for stem in COMBAT[:4]]
        code = int(pytest.main([*options, *known]))
    finally:
        os._exit(code)


# The tests that run in one process and can notice a change, the quickest first.
COMBAT = (
    *("test_combat_arithmetic", "test_cases", "test_combat_decisions_1_to_15"),
    *("test_combat_decisions_16_to_30", "test_combat_rolls", "test_combat_odds"),
    *("test_combat_needed", "test_combat_advice", "test_combat_idle", "test_combat_verdict"),
    *("test_combat_refusals", "test_schema", "test_views", "test_combat_properties"),
)
DATA = ("test_data_loader", "test_data_figures", "test_data_effects", "test_data_sources")
WORDS = (
    *("test_prose_golden", "test_prose_recit", "test_prose_scene", "test_prose_grammaire"),
    *("test_prose_data", "test_views", "test_wikitext", "test_wiki_tables"),
)
ANIMA = (
    *("test_anima_cases", "test_anima_figures", "test_anima_view", "test_anima_odds"),
    *("test_anima_data", "test_anima_wiki", "test_anima_properties"),
)
AREAS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("pycore/anima/", ANIMA),
    ("pycore/jeux/anima", ANIMA),
    ("pycore/render/anima", ANIMA),
    ("pycore/render/action", ("test_views", "test_action_rules")),
    ("pycore/nephilim/action/", ("test_action_rules", "test_views")),
    ("pycore/nephilim/combat/", COMBAT),
    ("pycore/render/combat", (*COMBAT, *WORDS)),
    ("pycore/render/", (*WORDS, *COMBAT, *DATA, *ANIMA)),
    ("pycore/__main__", ("test_cli_inside",)),
    ("", (*COMBAT, "test_fuzz", *DATA, "test_action_rules", *WORDS, *ANIMA, "test_cli_inside")),
)


def tests_of(path: Path) -> list[str]:
    """List the tests that know a file of the package."""
    name = path.relative_to(ROOT).as_posix()
    stems = next(found for start, found in AREAS if name.startswith(start))
    return [f"tests/{stem}.py" for stem in dict.fromkeys(stems)]
