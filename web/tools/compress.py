"""Compressed copies beside the files that are served: `x` gains `x.br` and `x.gz`.

A plain web server (Apache, nginx, serve.py) hands them out without computing anything. Brotli at
its best quality takes half a minute for the browser's Python, so every result is kept in
`.cache/compress/` under the fingerprint of the plain content.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from web.tools.paths import CACHE

if TYPE_CHECKING:
    from collections.abc import Callable


SMALLEST = 256  # octets: below, the headers of a response weigh more than what is gained
WORTH = 0.95  # a copy that saves less than a twentieth is not worth a file


def precompress(folder: Path, *, cache: Path = CACHE / "compress") -> dict[str, dict[str, int]]:
    """Write .br (quality 11) and .gz (no date inside) beside each file of `folder` that gains.

    A copy left by an earlier build of a file that no longer gains is removed. Returns
    {file: {"octets": plain, "br": n, "gz": n}}, without the copies that were not worth it.
    """
    cache.mkdir(parents=True, exist_ok=True)
    plain = sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and not (path.suffix in _WAYS and path.with_suffix("").is_file())
    )
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        sizes = pool.map(lambda path: _copies(path, cache), plain)
        return {
            path.relative_to(folder).as_posix(): size
            for path, size in zip(plain, sizes, strict=True)
        }


def _copies(path: Path, cache: Path) -> dict[str, int]:
    content = path.read_bytes()
    sizes = {"octets": len(content)}
    for suffix, way in _WAYS.items():
        target = path.with_name(path.name + suffix)
        packed = _cached(content, suffix, way, cache) if len(content) >= SMALLEST else content
        if len(packed) > len(content) * WORTH:
            target.unlink(missing_ok=True)
            continue
        target.write_bytes(packed)
        sizes[suffix[1:]] = len(packed)
    return sizes


def _cached(content: bytes, suffix: str, way: Callable[[bytes], bytes], cache: Path) -> bytes:
    kept = cache / (hashlib.sha256(content).hexdigest() + suffix)
    if kept.is_file():
        return kept.read_bytes()
    packed = way(content)
    # Renamed once whole: an interrupted build leaves no half file in the cache.
    with tempfile.NamedTemporaryFile(dir=cache, delete=False) as file:
        file.write(packed)
    Path(file.name).replace(kept)
    return packed


def _brotli(content: bytes) -> bytes:
    import brotli

    return bytes(brotli.compress(content, quality=11, lgwin=24))


def _gzip(content: bytes) -> bytes:
    return gzip.compress(content, compresslevel=9, mtime=0)


_WAYS: dict[str, Callable[[bytes], bytes]] = {".br": _brotli, ".gz": _gzip}
