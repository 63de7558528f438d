"""manifest.json: the size and the fingerprint of every file the engine downloads.

The page reads it first. Sizes are those of the plain files, since a browser counts bytes after
decompression; fingerprints tell a truncated or altered file from a sound one. It also carries
`verrou`, the lock file handed to Pyodide, so that the browser has one request less to make.

    {"pyodide": "0.29.5", "verrou": {"info": {...}, "packages": {}},
     "fichiers": {"pyodide.js": {"octets": 17931, "sha256": "<hex>"}, ...}}
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

NAME = "manifest.json"


def write_manifest(folder: Path, names: Iterable[str], head: Mapping[str, object]) -> Path:
    """Write the manifest of the files `names` of `folder`, after the entries of `head`."""
    files = {}
    for name in sorted(names):
        content = (folder / name).read_bytes()
        files[name] = {"octets": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    target = folder / NAME
    text = json.dumps({**head, "fichiers": files}, indent=1, ensure_ascii=False)
    target.write_text(text + "\n", encoding="utf-8")
    return target
