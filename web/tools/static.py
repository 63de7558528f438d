"""The folder that pages and wikis load from: scripts, style, forms and the browser's Python.

It is named after the hash of its content, so that browsers may keep it for ever; an older one
stays beside it for the pages that were made for it and are still about.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from web.tools import compiled, markup
from web.tools.bundle import bundle
from web.tools.compress import precompress
from web.tools.integrity import write_fingerprints
from web.tools.licences import write_licences
from web.tools.manifest import NAME as MANIFEST
from web.tools.paths import CACHE, ROOT
from web.tools.runtime import make_runtime, make_trial

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FOLDER = "nephilim-calc"
FORMS = "formulaires"
STYLES = ("page.css", "calculateur.css")
VERSION = re.compile(r"[0-9a-f]{16}")
KEPT = 3  # folders, the newest included: a wiki's caches forget the older ones sooner


def make_static(out: Path, forms: Mapping[str, markup.Element], games: Mapping[str, object]) -> str:
    """Write the versioned folder, with each calculator's form; answers its path under `out`.

    `games` are the tables of each game. Older folders that stand in `out` are kept, the latest of
    them. Raises RuntimeBuildError and BundleError.
    """
    with _staged(games) as (package, work):
        make_runtime(work, package=package)
        _add_own_files(work, forms)
        name = fingerprint(work)
        precompress(work)
        return _put(work, out / FOLDER, name)


def make_trial_static(
    out: Path, forms: Mapping[str, markup.Element], games: Mapping[str, object]
) -> str:
    """Write the versioned folder as `make_static` does, neither proved nor compressed."""
    with _staged(games) as (package, work):
        make_trial(work, package=package)
        _add_own_files(work, forms)
        return _put(work, out / FOLDER, fingerprint(work))


@contextlib.contextmanager
def _staged(games: Mapping[str, object]) -> Iterator[tuple[Path, Path]]:
    """Give the rules with their tables compiled, and a folder to work in, until they are used."""
    CACHE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as made:
        yield compiled.stage_package(Path(made) / "paquet", games), Path(made) / "statique"


def _put(work: Path, place: Path, name: str) -> str:
    """Move a finished folder to its place under this name; answers its path, `place` the last."""
    place.mkdir(parents=True, exist_ok=True)
    # What stands there under this name may be incomplete: it gives way.
    shutil.rmtree(place / name, ignore_errors=True)
    work.rename(place / name)
    prune(place, name)
    return f"{place.name}/{name}"


def _add_own_files(work: Path, forms: Mapping[str, markup.Element]) -> None:
    bundle(work)
    for style in STYLES:
        shutil.copyfile(ROOT / "web" / style, work / style)
    write_licences(work)
    (work / FORMS).mkdir()
    for calcul, form in forms.items():
        tree = markup.as_json(markup.only_element(form))
        text = json.dumps(tree, ensure_ascii=False, separators=(",", ":"))
        (work / FORMS / f"{calcul}.json").write_text(text, encoding="utf-8")
    write_fingerprints(
        work, [MANIFEST, "worker.js", *(f"{FORMS}/{calcul}.json" for calcul in forms)]
    )


def fingerprint(folder: Path) -> str:
    """Hash the names and the content of all files of a folder."""
    digest = hashlib.sha256()
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:16]


def prune(place: Path, newest: str) -> None:
    """Keep the newest folder and the latest before it; what is no version's folder goes."""
    (place / newest).touch()
    versions = [each for each in place.iterdir() if VERSION.fullmatch(each.name)]
    versions.sort(key=lambda each: (each.name == newest, each.stat().st_mtime_ns), reverse=True)
    for each in set(place.iterdir()) - set(versions[:KEPT]):
        if each.is_dir():
            shutil.rmtree(each)
        else:
            each.unlink()
