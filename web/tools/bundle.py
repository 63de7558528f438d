"""One file of many modules: what a page runs comes in two or three requests, not in forty.

`esbuild` joins the modules that an entry of web/src leads to and takes out comments and spaces;
names stay, so that an error told in the console can be found in the sources. Two modules stay
apart: `early.js`, which runs before the others have come, and `fingerprints.js`, which the build
fills.
"""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from web.tools.integrity import FINGERPRINTS
from web.tools.paths import ROOT
from web.tools.setup import node

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

SOURCES = ROOT / "web" / "src"
EARLY = "early.js"
APART = (EARLY, FINGERPRINTS)
ENTRIES = ("page.js", "wiki.js", "copy.js")  # the first script of each kind of page
ALONE = ("guard.js", "worker.js")  # import nothing; the guard is in a language of its own
PROGRAM = ROOT / "node_modules" / "esbuild" / "bin" / "esbuild"
OPTIONS = (
    *("--bundle", "--format=esm", "--target=es2022", "--charset=utf8"),
    *("--minify-whitespace", "--minify-syntax", "--log-level=warning"),
)


class BundleError(RuntimeError):
    """The scripts could not be joined; the message says why, in French."""


def bundle(out: Path, entries: Sequence[str] = ENTRIES, sources: Path = SOURCES) -> None:
    """Write each entry into `out`, with all that it leads to, and what stays apart beside it.

    Raises BundleError when a script is not sound, SetupError when there is no Node.
    """
    apart = [f"--external:./{name}" for name in APART]
    places = [str(sources / name) for name in entries]
    command = [node.find().executable, str(PROGRAM), *OPTIONS, *apart, f"--outdir={out}", *places]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode or done.stderr:
        told = done.stderr.partition("\nnode:")[0]  # Node adds where it was in its own code
        raise BundleError(f"Les scripts de la page n’ont pas pu être réunis :\n{told}")
    for name in (*APART, *ALONE):
        (out / name).write_bytes((sources / name).read_bytes())
