"""The half of the runtime's build that runs inside Pyodide (see runtime.mjs).

`record` says which modules the package takes to answer, `answers` what it answers; `freeze`
compiles them. Nothing is
imported at the top: `record` runs where every import counts.
"""

from __future__ import annotations

FIXED_DATE = (1980, 1, 1, 0, 0, 0)
UNCHECKED = (1).to_bytes(4, "little")  # PEP 552: a hash is there and nobody compares it


def record(package: str, modules: list[str], corpus: list[str]) -> tuple[list[str], str]:
    """Import `modules`, answer every text of `corpus`; give what was in use, and `answers`.

    What the standard library imports only while it works shows in no source file, so the work
    is done. Most answers are refusals, which is work too.
    """
    import sys
    from importlib import import_module

    import_module(f"{package}.api")
    for name in modules:
        try:
            import_module(name)
        except ModuleNotFoundError as error:
            # `from x import y` where y is no module, or a module that is not shipped.
            if error.name is None or not f"{name}.".startswith(f"{error.name}."):
                raise
    told = answers(package, corpus)
    return sorted(n for n, m in sys.modules.items() if not _is_built_in(m)), told


def fail() -> None:
    """Raise ZeroDivisionError."""
    1 / 0  # noqa: B018


def answers(package: str, corpus: list[str]) -> str:
    """Give each answer of the package by its message, as JSON.

    A message for every operation of every calculator (`CALCULS` of `package.api`, where it has
    calculators) on every text. An exception is a fault of the package and ends the build.
    """
    import json
    from importlib import import_module

    api = import_module(f"{package}.api")
    told = {}
    for calculator, row in getattr(api, "CALCULS", {}).items():
        for operation in row.operations:
            for text in corpus:
                body = {"calcul": calculator, "texte": text}
                message = json.dumps({"v": 1, "n": 1, "op": operation, "corps": body})
                told[message] = api.answer(message)
                if '"code":"interne"' in told[message]:
                    api.run(calculator, operation, text)  # raises what `answer` has caught
    return json.dumps(told)


def freeze(modules: list[str], root: str, archives: dict[str, list[str]], out: str) -> None:
    """Write stdlib.zip with the named modules, and the archives with files of `root`.

    All hold unchecked bytecode without docstrings, stored (what serves them compresses, and
    better), in a fixed order with a fixed date: the same input gives the same bytes.
    """
    import os
    import sys
    import zipfile

    major, minor = sys.version_info[:2]
    wanted = set(modules)
    stdlib = {}
    with zipfile.ZipFile(f"/lib/python{major}{minor}.zip") as source:
        for name in source.namelist():
            if name.endswith(".py") and _module(name) in wanted:
                stdlib[name] = source.read(name)
    os.mkdir(out)  # noqa: PTH102  (pathlib is one more import)
    _write(f"{out}/stdlib.zip", stdlib)
    for archive, names in archives.items():
        package = {}
        for name in names:
            with open(f"{root}/{name}", "rb") as file:  # noqa: PTH123
                package[name] = file.read()
        _write(f"{out}/{archive}", package)


def _is_built_in(module: object) -> bool:
    """Whether the interpreter carries the module in itself, as C or as frozen bytecode."""
    spec = getattr(module, "__spec__", None)
    return spec is None or spec.origin in ("built-in", "frozen")


def _module(name: str) -> str:
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _write(target: str, files: dict[str, bytes]) -> None:
    import zipfile

    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            content = files[name]
            if name.endswith(".py"):
                name, content = name + "c", _bytecode(content, name)  # noqa: PLW2901
            entry = zipfile.ZipInfo(name, FIXED_DATE)
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)


def _bytecode(source: bytes, name: str) -> bytes:
    import marshal
    from importlib.util import MAGIC_NUMBER

    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return MAGIC_NUMBER + UNCHECKED + bytes(8) + marshal.dumps(code)
