"""What vouches for a file that a page loads: the hash beside its address (Subresource Integrity).

A page names its first script and, before it, every module that this one imports, each with its
hash; `fingerprints.js` among them names the files that scripts fetch by themselves, manifest.json
included, and that one names the files of the runtime. So a page vouches for all that it runs.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

FINGERPRINTS = "fingerprints.js"
TABLE = re.compile(r"^export const FINGERPRINTS = \{\};$", re.MULTILINE)
# As the sources write it, over several lines too, and as a bundle does, several in a line:
# `import … from './a.js'`, `import './a.js'`, and late ones, `import('./a.js')`. Comments, where
# types are imported, are taken out before.
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
IMPORT = re.compile(
    r"(?:^|(?<=[;}]))(?:import|export)\b[^'\"();]*['\"]\./([\w-]+\.js)['\"];|"
    r"\bimport\(['\"]\./([\w-]+\.js)['\"]\)",
    re.MULTILINE,
)


class Script(NamedTuple):
    """A script of the versioned folder, and what its bytes must be."""

    nom: str
    empreinte: str


def integrity(content: bytes) -> str:
    """Give the hash of some bytes as the attribute `integrity` has it."""
    return "sha384-" + base64.b64encode(hashlib.sha384(content).digest()).decode()


def imported(source: str) -> list[str]:
    """List the modules beside it that a module imports, in order, each once."""
    found = [one or other for one, other in IMPORT.findall(COMMENT.sub("", source))]
    return list(dict.fromkeys(found))


def scripts(folder: Path, entry: str) -> list[Script]:
    """List a module and all that it leads to, itself last."""
    reached: dict[str, bytes] = {}
    todo = [entry]
    while todo:
        name = todo.pop(0)
        if name in reached:
            continue
        reached[name] = (folder / name).read_bytes()
        todo += imported(reached[name].decode())
    names = [*sorted(name for name in reached if name != entry), entry]
    return [Script(name, integrity(reached[name])) for name in names]


def write_fingerprints(folder: Path, names: Iterable[str]) -> None:
    """Fill the table of `fingerprints.js` in `folder` with these files. Raises ValueError."""
    rows = {}
    for name in sorted(names):
        content = (folder / name).read_bytes()
        rows[name] = {"octets": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    table = f"export const FINGERPRINTS = {json.dumps(rows, indent=2)};"
    target = folder / FINGERPRINTS
    text, filled = TABLE.subn(lambda _: table, target.read_text(encoding="utf-8"))
    if filled != 1:
        message = f"{FINGERPRINTS} n’a pas de table à remplir"
        raise ValueError(message)
    target.write_text(text, encoding="utf-8")
