"""Small changes to the rules, each of which some test should notice."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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

    path: Path
    rank: int  # among the changes of its file, in the order of `mutants`
    line: int
    where: str  # the function or the class that it stands in
    told: str
    again: int  # how many of the same words stand before it in the same place

    def __str__(self) -> str:
        """Say what changed where, in words that do not move with the lines above."""
        place = f"{self.path.relative_to(ROOT).as_posix()} {self.where}".rstrip()
        return f"{place}: {self.told}" + (f" ({self.again + 1})" if self.again else "")

    def tree(self) -> ast.Module:
        """Make the changed module."""
        tree = ast.parse(self.path.read_text(encoding="utf-8"), str(self.path))
        for rank, place in enumerate(_places(tree)):
            if rank == self.rank:
                _put(place.parent, place.field, place.item, place.changed)
                return ast.fix_missing_locations(tree)
        raise LookupError(str(self))


class _Place(NamedTuple):
    """Where a node stands, and what it could be instead."""

    parent: ast.AST
    field: str
    item: int | None  # its rank, where the field is a list
    node: ast.AST
    word: str
    changed: Any
    where: str


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
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
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
    """Give the nodes that say nothing to the program: docstrings, annotations, casts, codecs."""
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
            case ast.Assert():
                parts = [node.msg]
            case ast.Assign(targets=[ast.Name(id="__all__")]):
                parts = [node]
            case ast.If() if ast.unparse(node.test).endswith("TYPE_CHECKING"):
                parts = [node]
            case ast.Call() if ast.unparse(node.func).endswith(("__init__", "cast", "TypeVar")):
                parts = list(node.args)
            case ast.Call(func=ast.Attribute(attr="encode" | "decode"), args=[ast.Constant(), *_]):
                parts = [node.args[0]]  # a codec's name is read without the signs it cannot have
            case ast.keyword(arg="encoding"):
                parts = [node.value]
            case _:
                continue
        quiet |= {id(each) for part in parts if part is not None for each in ast.walk(part)}
    return quiet


def _words(node: ast.AST, most: int = 60) -> str:
    """Write a node on one line, cut short."""
    return ast.unparse(node).split("\n", maxsplit=1)[0][:most]


def _places(tree: ast.Module) -> Iterator[_Place]:
    """Give every change of a module, without making any."""
    quiet = _quiet(tree)
    todo: list[tuple[ast.AST, str]] = [(tree, "")]
    while todo:
        parent, where = todo.pop()
        if isinstance(parent, ast.FunctionDef | ast.ClassDef):
            where = f"{where}.{parent.name}".lstrip(".")
        for field, value in ast.iter_fields(parent):
            for rank, node in enumerate(value if isinstance(value, list) else [value]):
                if not isinstance(node, ast.AST):
                    continue
                todo.append((node, where))
                whole = isinstance(parent, ast.JoinedStr) and isinstance(node, ast.FormattedValue)
                if id(node) in quiet or whole:
                    continue
                item = rank if isinstance(value, list) else None
                for word, changed in _changes(node):
                    yield _Place(parent, field, item, node, word, changed, where)


def mutants(path: Path) -> Iterator[Mutant]:
    """Give every mutant of a file."""
    seen: Counter[tuple[str, str]] = Counter()
    for rank, place in enumerate(_places(ast.parse(path.read_text(encoding="utf-8"), str(path)))):
        line = getattr(place.node, "lineno", getattr(place.parent, "lineno", 0))
        told = f"{place.word}: {_words(place.node)} → {_words(place.changed)}"
        yield Mutant(path, rank, line, place.where, told, seen[place.where, told])
        seen[place.where, told] += 1


def _put(parent: ast.AST, field: str, item: int | None, node: Any) -> None:
    if item is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[item] = node
