"""Whose work is shipped is said beside it, with its terms."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from web.tools.licences import MODULES, NAME, TEXTS, held, licences, works
from web.tools.runtime import FROM_PYODIDE, RuntimeBuildError
from web.tools.static import FOLDER

CORE = MODULES / "@pyscript/core/dist"
# By what the works of others betray themselves in Pyodide's files, those that it holds and those
# that another version may well hold.
MARKERS = {
    "BLAKE2": r"blake2b provides",
    "ErrorStackParser": r"ErrorStackParser",
    "Emscripten": r"emscripten_resize_heap",
    "FreeSec": r"__crypt_des",
    "HACL": r"PyInit__(md5|sha[123])|Hacl_",
    "LLVM": r"terminating due to %s exception",
    "MiniLZ4": r"LZ4",
    "OpenSSL": r"PyInit__(ssl|hashlib)\b|OpenSSL \d",
    "SQLite": r"PyInit__sqlite3|SQLite format 3",
    "StackFrame": r"StackFrame\$\$",
    "TRE": r'"regexec"',
    "Unicode": r"UnicodeData",
    "XZ": r"PyInit__lzma|lzma_(code|end)",
    "Zstandard": r"PyInit__zstd|ZSTD_",
    "bzip2": r"bzip2/libbzip2",
    "dlmalloc": r"independent_comalloc",
    "expat": r"XML_ParserCreate|expat_\d",
    "hiwire": r"hiwire",
    "libffi": r"ffi_call",
    "libmpdec": r"libmpdec",
    "mimalloc": r"mimalloc",
    "musl": r"__stdio_write|__vfprintf_internal",
    "readline": r"PyInit_readline",
    "zlib": r"Jean-loup Gailly",
    "Œuvres reprises par CPython": r"PyInit__random",
}


def betrayed(content: bytes) -> set[str]:
    """Name the works that betray themselves in files' content."""
    return {work for work, marker in MARKERS.items() if re.search(marker.encode(), content)}


def unnamed(found: set[str], names: set[str]) -> set[str]:
    """Give those of the works found that no name begins with."""
    return {work for work in found if not any(each.startswith(work) for each in names)}


def engine(dist: Path) -> bytes:
    """Give all that is shipped of Pyodide, in both places."""
    (folder,) = (dist / FOLDER).iterdir()
    paths = [folder / name for name in FROM_PYODIDE]
    paths += [
        path for path in (dist / "pyscript/pyodide").iterdir() if path.suffix not in {".br", ".gz"}
    ]
    return b"".join(path.read_bytes() for path in paths)


def bundled(script: str) -> set[str]:
    """Name what one of PyScript's scripts was bundled from, as the map beside it tells."""
    sources = json.loads((CORE / f"{script}.map").read_text(encoding="utf-8"))["sources"]
    found = set()
    for source in sources:
        inside, _, path = source.rpartition("node_modules/")
        if "/3rd-party/" in source:
            found.add(Path(source).stem)
        elif inside:
            found.add("/".join(path.split("/")[: 2 if path.startswith("@") else 1]))
    return found


def names() -> set[str]:
    return {each.name for each in works()}


def test_every_work_has_its_version_and_licence() -> None:
    found = {each.name: each for each in works()}
    pyodide = json.loads((MODULES / "pyodide/package.json").read_text(encoding="utf-8"))
    assert found["Pyodide"].version == pyodide["version"]
    assert found["CPython et sa bibliothèque"].version.startswith("3.")
    assert found["@pyscript/core"].licence.upper() == "APACHE-2.0"
    assert "polyscript" in found
    assert all(each.version and each.licence for each in found.values())
    assert not {"typescript", "axe-core"} & set(found), "these are not shipped"


def test_terms_are_there_whole() -> None:
    text = licences()
    for words in (
        *("Mozilla Public License Version 2.0", "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2"),
        *("Apache License", "ISC License", "Permission is hereby granted, free of charge"),
    ):
        assert words in text
    assert text.count("Mozilla Public License Version 2.0\n") == 1


def test_the_file_stands_wherever_the_works_do(dist: Path) -> None:
    (folder,) = (dist / FOLDER).iterdir()
    for place in (dist, folder, dist / "pyscript"):
        assert (place / NAME).read_text(encoding="utf-8") == licences()


def test_every_text_is_shipped_and_every_work_has_one_or_says_why() -> None:
    text = licences()
    for path in TEXTS.glob("*.txt"):
        assert path.read_text(encoding="utf-8").strip() in text, path.name
    for each in works():
        assert each.texts or "n’y joint pas le texte" in each.use, each.name


def test_scripts_of_pyscript_are_bundled_from_named_works(dist: Path) -> None:
    scripts = sorted(path.name for path in (dist / "pyscript").glob("*.js"))
    assert len(scripts) > 1
    assert set().union(*map(bundled, scripts)) - names() == set()


@pytest.mark.parametrize("left_out", ["codemirror-*.js", "xterm-B*.js", "zip-*.js", "storage.js"])
def test_a_script_of_unnamed_works_would_show(left_out: str) -> None:
    (path,) = CORE.glob(left_out)
    assert bundled(path.name) - names()


def test_engine_holds_named_works_only(dist: Path) -> None:
    assert unnamed(betrayed(engine(dist)), names()) == set()


def test_a_work_that_the_list_lacks_would_show(dist: Path) -> None:
    found = betrayed(engine(dist))
    for each in works():
        for work in MARKERS:
            if each.name.startswith(work):
                assert unnamed(found, names() - {each.name}) == {work}
    assert unnamed(betrayed(b"SQLite format 3\0"), names()) == {"SQLite"}


def test_what_pyodide_bundles_is_named() -> None:
    told = json.loads((MODULES / "pyodide/pyodide.mjs.map").read_text(encoding="utf-8"))
    vendored = {Path(each).stem for each in told["sources"] if "/vendor/" in each}
    assert vendored
    assert {each.replace("-", "") for each in vendored} <= {each.lower() for each in names()}


def test_a_work_that_is_gone_stops_the_build_by_name(tmp_path: Path) -> None:
    carriers = dict.fromkeys(("Pyodide", "CPython", "Emscripten", "polyscript"), "1")
    (tmp_path / "pyodide").mkdir()
    (tmp_path / "pyodide/pyodide.mjs").write_text("StackFrame$$fromString", encoding="utf-8")
    with pytest.raises(RuntimeBuildError, match="ErrorStackParser n’est plus dans pyodide"):
        list(held(carriers, tmp_path))
