"""The browser's Python: what a page downloads before it can answer.

`make_runtime(out)` fills a folder with
  pyodide.js, pyodide.asm.js, pyodide.asm.wasm   as installed, untouched but for the names:
                many a server does not know `.mjs`, and browsers run no module of an unknown type
  stdlib.zip    the modules of the standard library that the rules use, and no other
  nephilim.zip, anima.zip   the rules, an archive for each game: a page downloads its own alone
  manifest.json sizes and fingerprints (manifest.py)
and nothing else: where the folder stands and how it is served is the caller's business.
web/src/engine.js reads it.

The archives hold bytecode compiled by Pyodide itself, run by Node (runtime.mjs). That takes some
seconds, so the result is kept in `.cache/runtime/` under a hash of everything that goes in.
`make_trial` is for a page under work: it takes the latest result and puts what has changed since
in it as source, which every Python reads; nobody proves what comes out.

A game is a module of `pycore/jeux/`. What `pycore.api` and that module reach by their imports goes
into its archive, those inside functions included, but for the modules that read TOML: a browser
has no `data/`, and the compiled tables (compiled.py) take their place.

By hand: `python -m web.tools.runtime OUT`, which also compresses and tells what it weighs.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from functools import cache as remembered
from pathlib import Path
from typing import NamedTuple

from web.tools.compiled import stage_package
from web.tools.compress import precompress
from web.tools.manifest import NAME as MANIFEST
from web.tools.manifest import write_manifest
from web.tools.paths import CACHE, ROOT
from web.tools.setup import node
from web.tools.stand_ins import write_library

PACKAGE = "pycore"
FROM_PYODIDE = {  # name served: name in the installed package
    "pyodide.js": "pyodide.mjs",
    "pyodide.asm.js": "pyodide.asm.js",
    "pyodide.asm.wasm": "pyodide.asm.wasm",
}
COMMON = (*FROM_PYODIDE, "stdlib.zip")  # what every page downloads, besides its game's archive
KEPT_IN_CACHE = 3
WHERE_STATEMENTS_STAND = ("body", "orelse", "finalbody", "handlers", "cases")
# What imports one of these reads `data/`, which a browser does not have.
READ_FROM_FILES = frozenset({"tomllib", f"{PACKAGE}.tomltext"})


class RuntimeBuildError(RuntimeError):
    """The runtime could not be built; the message says why, in French."""


class _Inputs(NamedTuple):
    """What the runtime is made from, and the folder of the cache where that result belongs.

    ``tools`` is the hash of what is the same for all packages.
    """

    package: Path
    pyodide: Path
    shipped: dict[str, dict[str, Path]]
    corpus: list[str]
    tools: str
    folder: Path

    @property
    def made(self) -> bool:
        """Whether the result is there."""
        return (self.folder / MANIFEST).is_file()

    @property
    def files(self) -> dict[str, Path]:
        """The package's files of all archives, by name."""
        return {name: path for game in self.shipped.values() for name, path in game.items()}


def make_runtime(
    out: Path,
    *,
    package: Path | None = None,
    cases: Path = ROOT / "tests" / "cases",
    pyodide: Path = ROOT / "node_modules" / "pyodide",
    cache: Path = CACHE / "runtime",
) -> None:
    """Fill the folder `out` (made when missing) with the runtime's files.

    `package` holds the rules with their tables compiled; when None, they are made from `data/`.
    Raises RuntimeBuildError when Pyodide is missing or the package fails to answer, SetupError
    when there is no Node.
    """
    _give(_inputs(package or stage_package(), cases, pyodide, cache), out)


def make_trial(
    out: Path,
    *,
    package: Path,
    cases: Path = ROOT / "tests" / "cases",
    pyodide: Path = ROOT / "node_modules" / "pyodide",
    cache: Path = CACHE / "runtime",
) -> None:
    """Fill `out` as `make_runtime` does, at once and unproved where an earlier result is near.

    The library is whole then: which modules the changed rules take is not known.
    """
    inputs = _inputs(package, cases, pyodide, cache)
    near = None if inputs.made else _latest(cache, inputs.tools)
    if near is None:
        _give(inputs, out)
        return
    out.mkdir(parents=True, exist_ok=True)
    for name in FROM_PYODIDE:
        shutil.copyfile(near / name, out / name)
    with tempfile.TemporaryDirectory(dir=cache) as made:
        library = Path(made) / "python_stdlib.zip"
        write_library(pyodide / library.name, library)
        with zipfile.ZipFile(library) as whole:
            sources = {name: whole.read(name) for name in whole.namelist()}
        _patch(near / "stdlib.zip", out / "stdlib.zip", sources, set(sources))
    compiled = json.loads(_record(near).read_text(encoding="utf-8"))["sources"]
    for game, files in inputs.shipped.items():
        sources = {name: path.read_bytes() for name, path in files.items()}
        same = {name for name, text in sources.items() if compiled.get(name) == _hash(text)}
        _patch(near / f"{game}.zip", out / f"{game}.zip", sources, same)
    write_manifest(out, [path.name for path in out.iterdir()], _head(pyodide))


def _inputs(package: Path, cases: Path, pyodide: Path, cache: Path) -> _Inputs:
    if not (pyodide / "pyodide.asm.wasm").is_file():
        raise RuntimeBuildError(f"Pyodide n’est pas installé dans {pyodide}.")
    if not (package / "api.py").is_file():
        raise RuntimeBuildError(f"{package} ne contient pas api.py.")
    shipped, corpus, tools = shipped_files(package), warm_up_texts(cases), _tools(pyodide)
    folder = cache / _fingerprint(tools, shipped, corpus)
    return _Inputs(package, pyodide, shipped, corpus, tools, folder)


def _give(inputs: _Inputs, out: Path) -> None:
    """Fill `out` from the cache, where the result is put first if it is not there."""
    if not inputs.made:
        _build(inputs)
        _prune(inputs.folder.parent, inputs.folder)
    os.utime(inputs.folder)
    out.mkdir(parents=True, exist_ok=True)
    for path in inputs.folder.iterdir():
        shutil.copyfile(path, out / path.name)


def _patch(old: Path, new: Path, sources: dict[str, bytes], same: set[str]) -> None:
    """Write an archive of these files: those of `same` as `old` has them, if it does."""
    made = {} if not old.is_file() else _content(old)
    with zipfile.ZipFile(new, "w") as archive:
        for name, text in sorted(sources.items()):
            ready = f"{name}c"
            taken = name in same and ready in made
            entry = zipfile.ZipInfo(ready if taken else name)
            archive.writestr(entry, made[ready] if taken else text)


def _content(archive: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(archive) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def shipped_files(package: Path) -> dict[str, dict[str, Path]]:
    """Give the package's files that go to the browser: for each game, by name in its archive.

    Modules that `api` and the game's own module reach, and files that are no Python (they would
    be read as data). Raises RuntimeBuildError for one that is no Python, by its name in there.
    """
    modules = {_module(path, package): path for path in package.rglob("*.py")}
    data = {
        path
        for path in package.rglob("*")
        if path.is_file() and path.suffix not in {".py", ".pyc", ".typed"}
    }
    start = f"{package.name}.jeux."
    try:
        return {
            name.removeprefix(start): {
                path.relative_to(package.parent).as_posix(): path
                for path in sorted(data | _reached([f"{package.name}.api", name], modules))
            }
            for name in sorted(modules)
            if name.startswith(start)
        }
    except SyntaxError as error:
        place = Path(str(error.filename)).relative_to(package.parent).as_posix()
        raise RuntimeBuildError(f"{place}, ligne {error.lineno} : {error.msg}") from error


def _reached(roots: list[str], modules: dict[str, Path]) -> set[Path]:
    """Give the files of the modules that these reach, those that read files left out."""
    reached: set[str] = set()
    todo = list(roots)
    while todo:
        name = todo.pop()
        if name in reached or name not in modules or READ_FROM_FILES & imports(modules[name]):
            continue
        reached.add(name)
        todo.extend(imports(modules[name]))
        todo.append(name.rpartition(".")[0])  # its package runs first
    return {modules[name] for name in reached}


def imports(path: Path) -> frozenset[str]:
    """Give every module that a source file may import, inside functions too.

    For `from a import b` both `a` and `a.b` are named, since b may be a module. What stands
    under `if TYPE_CHECKING:` never runs and is left out. Relative imports are refused.
    """
    return _imports(path.read_bytes(), str(path))


@remembered  # both games reach most modules
def _imports(source: bytes, path: str) -> frozenset[str]:
    found: set[str] = set()
    todo: list[ast.AST] = list(ast.parse(source, path).body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            todo.extend(node.orelse)
            continue
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                raise RuntimeBuildError(f"{path}:{node.lineno} : import relatif.")
            found.add(str(node.module))
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
        for inner in WHERE_STATEMENTS_STAND:
            todo.extend(getattr(node, inner, ()))
    return frozenset(found)


def _module(path: Path, package: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def warm_up_texts(cases: Path) -> list[str]:
    """Give every scenario of the handed cases, as the text a reader's form would send."""
    texts = []
    for path in sorted(cases.rglob("*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        texts.append(case["texte"] if "texte" in case else json.dumps(case["scenario"]))
    return texts


def _build(inputs: _Inputs) -> None:
    """Build into a folder beside its own, renamed at the end: what is in place is complete."""
    folder, package, pyodide, files = inputs.folder, inputs.package, inputs.pyodide, inputs.files
    folder.parent.mkdir(parents=True, exist_ok=True)
    tools = Path(__file__).parent
    with tempfile.TemporaryDirectory(dir=folder.parent) as made:
        work = Path(made) / "out"
        work.mkdir()
        library = Path(made) / "python_stdlib.zip"
        write_library(pyodide / library.name, library)
        sources = [path for path in files.values() if path.suffix == ".py"]
        modules = {_module(path, package) for path in sources}
        plan = {
            "pyodide": str(pyodide.resolve()),
            "library": str(library),
            "inside": str(tools / "runtime_inside.py"),
            "package": package.name,
            "files": {name: str(path.resolve()) for name, path in files.items()},
            "archives": {f"{game}.zip": sorted(names) for game, names in inputs.shipped.items()},
            "modules": sorted(modules.union(*map(imports, sources))),
            "corpus": inputs.corpus,
            "out": str(work),
        }
        plan_file = Path(made) / "plan.json"
        plan_file.write_text(json.dumps(plan), encoding="utf-8")
        command = [node.find().executable, str(tools / "runtime.mjs"), str(plan_file)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeBuildError(
                f"Le moteur n’a pas pu être préparé :\n{done.stdout}{done.stderr}"
            )
        for name, installed in FROM_PYODIDE.items():
            shutil.copyfile(pyodide / installed, work / name)
        write_manifest(work, [path.name for path in work.iterdir()], _head(pyodide))
        shutil.rmtree(folder, ignore_errors=True)
        compiled = {name: _hash(path.read_bytes()) for name, path in files.items()}
        told = json.dumps({"tools": inputs.tools, "sources": compiled})
        _record(folder).write_text(told, encoding="utf-8")
        work.rename(folder)


def _record(folder: Path) -> Path:
    """Where it is written what a result was made from; beside it, for all in it is served."""
    return folder.with_suffix(".json")


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _latest(cache: Path, tools: str) -> Path | None:
    """Give the latest result that these tools made, if there is one."""
    found = [
        path
        for path in cache.glob("*/")
        if (path / MANIFEST).is_file()
        and _record(path).is_file()
        and json.loads(_record(path).read_text(encoding="utf-8"))["tools"] == tools
    ]
    return max(found, key=lambda path: path.stat().st_mtime_ns, default=None)


def _head(pyodide: Path) -> dict[str, object]:
    """Give the versions, and the lock file without a package: the runtime installs none."""
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    version = json.loads((pyodide / "package.json").read_text(encoding="utf-8"))["version"]
    return {"pyodide": version, "verrou": {"info": lock["info"], "packages": {}}}


def _tools(pyodide: Path) -> str:
    """Hash Pyodide and the tools that make a runtime of it."""
    here = Path(__file__).parent
    own = ("runtime.py", "runtime.mjs", "runtime_inside.py", "manifest.py", "stand_ins.py")
    theirs = (*FROM_PYODIDE.values(), "python_stdlib.zip", "pyodide-lock.json", "package.json")
    inputs = {f"tools/{name}": here / name for name in own}
    return _digest(inputs | {f"pyodide/{name}": pyodide / name for name in theirs}).hexdigest()


def _fingerprint(tools: str, shipped: dict[str, dict[str, Path]], corpus: list[str]) -> str:
    """Hash all that the runtime is made from, the tools that make it included."""
    digest = _digest(
        {f"{game}/{name}": path for game, files in shipped.items() for name, path in files.items()}
    )
    digest.update(f"{tools}{json.dumps(corpus)}".encode())
    return digest.hexdigest()[:24]


def _digest(inputs: dict[str, Path]) -> hashlib._Hash:
    digest = hashlib.sha256()
    for name, path in sorted(inputs.items()):
        content = path.read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest


def _prune(cache: Path, kept: Path) -> None:
    """Keep the latest results only: each weighs a dozen megabytes."""
    results = [path for path in cache.iterdir() if (path / MANIFEST).is_file() and path != kept]
    results.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for old in results[KEPT_IN_CACHE - 1 :]:
        shutil.rmtree(old, ignore_errors=True)
        _record(old).unlink(missing_ok=True)


if __name__ == "__main__":
    make_runtime(Path(sys.argv[1]))
    weights = precompress(Path(sys.argv[1]))
    for file, weight in weights.items():
        print(f"{file:18}", *(f"{coding} {size:>9,}" for coding, size in weight.items()))
    print("br, en tout :", f"{sum(w.get('br', w['octets']) for w in weights.values()):,}")
