"""The browser's Python: what a page downloads before it can answer.

`make_runtime(out)` fills a folder with
  pyodide.js, pyodide.asm.js, pyodide.asm.wasm   as installed, untouched but for the names:
                many a server does not know `.mjs`, and browsers run no module of an unknown type
  stdlib.zip    the modules of the standard library that the rules use, and no other
  pycore.zip    the rules
  manifest.json sizes and fingerprints (manifest.py)
and nothing else: where the folder stands and how it is served is the caller's business.
web/src/engine.js reads it.

The archives hold bytecode compiled by Pyodide itself, run by Node (runtime.mjs). That takes some
seconds, so the result is kept in `.cache/runtime/` under a hash of everything that goes in.

Of the rules, what `pycore.api` and the games reach by their imports is shipped, those inside
functions included, but for the modules that read TOML: a browser has no `data/`, and the compiled
tables (compiled.py) take their place.

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
from pathlib import Path

from web.tools.compiled import stage_package
from web.tools.compress import precompress
from web.tools.manifest import NAME as MANIFEST
from web.tools.manifest import write_manifest
from web.tools.paths import CACHE, ROOT
from web.tools.setup import node

PACKAGE = "pycore"
FROM_PYODIDE = {  # name served: name in the installed package
    "pyodide.js": "pyodide.mjs",
    "pyodide.asm.js": "pyodide.asm.mjs",
    "pyodide.asm.wasm": "pyodide.asm.wasm",
}
BUILT = ("stdlib.zip", f"{PACKAGE}.zip")
FILES = (*FROM_PYODIDE, *BUILT)
KEPT_IN_CACHE = 3
# What imports one of these reads `data/`, which a browser does not have.
READ_FROM_FILES = frozenset({"tomllib", f"{PACKAGE}.tomltext"})


class RuntimeBuildError(RuntimeError):
    """The runtime could not be built; the message says why, in French."""


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
    if not (pyodide / "pyodide.asm.wasm").is_file():
        raise RuntimeBuildError(f"Pyodide n’est pas installé dans {pyodide}.")
    package = package or stage_package()
    if not (package / "api.py").is_file():
        raise RuntimeBuildError(f"{package} ne contient pas api.py.")
    shipped = shipped_files(package)
    corpus = warm_up_texts(cases)
    folder = cache / _fingerprint(pyodide, shipped, corpus)
    if not (folder / MANIFEST).is_file():
        _build(folder, package=package, pyodide=pyodide, shipped=shipped, corpus=corpus)
        _prune(cache, folder)
    os.utime(folder)
    out.mkdir(parents=True, exist_ok=True)
    for name in (*FILES, MANIFEST):
        shutil.copyfile(folder / name, out / name)


def shipped_files(package: Path) -> dict[str, Path]:
    """Give the package's files that go to the browser, by their name in the archive.

    Modules that `api` reaches, and files that are no Python (they would be read as data).
    """
    modules = {_module(path, package): path for path in package.rglob("*.py")}
    reached: set[str] = set()
    games = sorted(path.stem for path in (package / "jeux").glob("*.py"))
    todo = [f"{package.name}.api", *(f"{package.name}.jeux.{game}" for game in games)]
    while todo:
        name = todo.pop()
        if name in reached or name not in modules or READ_FROM_FILES & imports(modules[name]):
            continue
        reached.add(name)
        todo.extend(imports(modules[name]))
        todo.append(name.rpartition(".")[0])  # its package runs first
    data = {
        path
        for path in package.rglob("*")
        if path.is_file() and path.suffix not in {".py", ".pyc", ".typed"}
    }
    return {
        path.relative_to(package.parent).as_posix(): path
        for path in sorted(data | {modules[name] for name in reached})
    }


def imports(path: Path) -> set[str]:
    """Give every module that a source file may import, inside functions too.

    For `from a import b` both `a` and `a.b` are named, since b may be a module. What stands
    under `if TYPE_CHECKING:` never runs and is left out. Relative imports are refused.
    """
    found: set[str] = set()
    todo: list[ast.AST] = [ast.parse(path.read_bytes(), str(path))]
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
        todo.extend(ast.iter_child_nodes(node))
    return found


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


def _build(
    folder: Path,
    *,
    package: Path,
    pyodide: Path,
    shipped: dict[str, Path],
    corpus: list[str],
) -> None:
    """Build into a folder beside `folder`, renamed at the end: what is in place is complete."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    tools = Path(__file__).parent
    with tempfile.TemporaryDirectory(dir=folder.parent) as made:
        work = Path(made) / "out"
        work.mkdir()
        sources = [path for path in shipped.values() if path.suffix == ".py"]
        modules = {_module(path, package) for path in sources}
        plan = {
            "pyodide": str(pyodide.resolve()),
            "inside": str(tools / "runtime_inside.py"),
            "package": package.name,
            "files": {name: str(path.resolve()) for name, path in shipped.items()},
            "modules": sorted(modules.union(*map(imports, sources))),
            "corpus": corpus,
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
        write_manifest(work, FILES, _head(pyodide))
        shutil.rmtree(folder, ignore_errors=True)
        work.rename(folder)


def _head(pyodide: Path) -> dict[str, object]:
    """Give the versions, and the lock file without a package: the runtime installs none."""
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    version = json.loads((pyodide / "package.json").read_text(encoding="utf-8"))["version"]
    return {"pyodide": version, "verrou": {"info": lock["info"], "packages": {}}}


def _fingerprint(pyodide: Path, shipped: dict[str, Path], corpus: list[str]) -> str:
    """Hash all that the runtime is made from, the tools that make it included."""
    digest = hashlib.sha256()
    tools = Path(__file__).parent
    inputs: dict[str, Path] = {
        f"tools/{name}": tools / name
        for name in ("runtime.py", "runtime.mjs", "runtime_inside.py", "manifest.py")
    }
    for name in (*FROM_PYODIDE.values(), "python_stdlib.zip", "pyodide-lock.json", "package.json"):
        inputs[f"pyodide/{name}"] = pyodide / name
    inputs |= shipped
    for name, path in sorted(inputs.items()):
        content = path.read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    digest.update(json.dumps(corpus).encode())
    return digest.hexdigest()[:24]


def _prune(cache: Path, kept: Path) -> None:
    """Keep the latest results only: each weighs a dozen megabytes."""
    results = [path for path in cache.iterdir() if (path / MANIFEST).is_file() and path != kept]
    results.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for old in results[KEPT_IN_CACHE - 1 :]:
        shutil.rmtree(old, ignore_errors=True)


if __name__ == "__main__":
    make_runtime(Path(sys.argv[1]))
    weights = precompress(Path(sys.argv[1]))
    for file, weight in weights.items():
        print(f"{file:18}", *(f"{coding} {size:>9,}" for coding, size in weight.items()))
    print("br, en tout :", f"{sum(w.get('br', w['octets']) for w in weights.values()):,}")
