"""Feeds a reader with bytes that grow by what they reach in its code, for a while.

    python -m tests.support.grown READER FOLDER SECONDS

FOLDER takes what it grows, and the bytes that it failed on (`crash-…`, `timeout-…`, `oom-…`). The
exit code is 0 where every text was read or refused, in time and within the memory. It is a process
of its own: what grows the bytes ends it, and slows what it looks at several times.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import atheris

with atheris.instrument_imports(include=["pycore"]):
    from pycore import api, loader
    from pycore.errors import DataError, RefusedError
    from pycore.nephilim.rows import FICHIERS, Regles
    from pycore.render.donnees import data_errors

    for _row in api.CALCULS.values():  # a game is imported, and its tables read, when asked for
        _row.tables()

from pycore.nephilim.vocabulary import GESTES
from tests.support.cases import cases
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pycore.shapes import Context

TOO_LONG = 5  # seconds for one text, looked at as it is
MOST_MEMORY = 600  # mebioctets of the whole process: Python, tables and all
LONGEST = 8192

SCENARIOS = [
    (calcul, operation)
    for calcul, row in sorted(api.CALCULS.items())
    for operation in row.operations
    if operation in {"resolve", "seuils", "jets", "lien"}
]


def text_of(data: bytes) -> str:
    """Read bytes as text; those that are no UTF-8 become lone surrogates."""
    return data.decode("utf-8", "surrogateescape")


def ask(calcul: str, operation: str, text: str) -> None:
    """Ask the rules; a refusal is said in words."""
    try:
        api.run(calcul, operation, text)
    except RefusedError as refused:
        told = [each["message"] for each in api.refusal(calcul, refused)["erreurs"]]
        assert told
        assert all(told)


def scenario(data: bytes, folder: Path) -> None:  # noqa: ARG001
    """Read a scenario of the calculator, for the operation, that the first byte names."""
    if data:
        ask(*SCENARIOS[data[0] % len(SCENARIOS)], text_of(data[1:]))


def link(data: bytes, folder: Path) -> None:  # noqa: ARG001
    """Open a link."""
    ask("combat", "ouvrir", text_of(data))


def journal(data: bytes, folder: Path) -> None:  # noqa: ARG001
    """Take a fight on to its next round."""
    ask("combat", "next", text_of(data))


class Alone(Regles):
    """The tables where one file is there."""

    def verifie(self, context: Context) -> None:
        """Ask nothing of them all together."""


def toml(data: bytes, folder: Path) -> None:
    """Load the file of data that the first byte names, alone."""
    if not data:
        return
    stem, table, kind = FICHIERS[data[0] % len(FICHIERS)]
    file = folder / "data" / f"{stem}.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data[1:])
    try:
        loader.load(Alone, [(stem, table, kind)], folder / "data")
    except DataError as refused:
        told = [each["message"] for each in data_errors(refused)]
        assert told
        assert all(told)


@atheris.instrument_func
def trap(data: bytes, folder: Path) -> None:  # noqa: ARG001
    """Fail on bytes that nobody would hit upon at once: so does what grows them find a fault."""
    if data[:1] == b"m" and data[1:2] == b"a" and data[2:3] == b"r":
        raise ZeroDivisionError


def of_scenarios() -> Iterator[bytes]:
    """Give what scenarios grow from: cases of each calculator, for each operation."""
    for folder in ("combat", "action", "anima"):
        for case in cases(folder)[::5]:
            for rank, (calcul, _) in enumerate(SCENARIOS):
                if calcul.startswith(folder):
                    yield bytes([rank]) + case.texte.encode()


def of_links() -> Iterator[bytes]:
    """Give the links that are kept for ever."""
    for frozen in json.loads((ROOT / "tests/liens/version-1.json").read_text(encoding="utf-8")):
        yield frozen["fragment"].encode()


def of_journals() -> Iterator[bytes]:
    """Give a journal of two rounds, for each gesture."""
    entry = {"round": 1, "scenario": json.loads(cases("combat")[0].texte)}
    for geste in GESTES:
        made = {"version": 1, "entrees": [entry, entry | {"round": 2}], "geste": geste}
        yield json.dumps(made | {"retires": [], "blessures": []}, ensure_ascii=False).encode()


def of_data() -> Iterator[bytes]:
    """Give the files of data, as they are."""
    for rank, (stem, _, _) in enumerate(FICHIERS):
        yield bytes([rank]) + (loader.DATA / f"{stem}.toml").read_bytes()[:LONGEST]


READERS: dict[str, tuple[Callable[[bytes, Path], None], Callable[[], Iterable[bytes]]]] = {
    "scenario": (scenario, of_scenarios),
    "lien": (link, of_links),
    "journal": (journal, of_journals),
    "toml": (toml, of_data),
    "piege": (trap, lambda: [b"manie"[::-1]]),
}


def words() -> Iterator[str]:
    """Give the keys and ids that a scenario may have, as what grows the bytes reads them."""
    schemas = json.dumps([api.schema(name) for name in (*api.CALCULS, *api.DOCUMENTS)])
    for word in sorted(set(re.findall(r'"([a-z_0-9]+)"', schemas))):
        yield f'"{word}"\n'


def main(name: str, folder: Path, seconds: int) -> None:
    """Grow and read; ends the process."""
    reader, seeds = READERS[name]
    corpus = folder / "corpus"
    corpus.mkdir(parents=True)
    for rank, seed in enumerate(seeds()):
        (corpus / f"{rank}").write_bytes(seed)
    dictionary = folder / "mots"
    dictionary.write_text("".join(words()), encoding="ascii")
    options = {
        "max_total_time": seconds,
        "timeout": TOO_LONG,
        "rss_limit_mb": MOST_MEMORY,
        "max_len": LONGEST,
        "seed": 1,
        "dict": dictionary,
        "artifact_prefix": f"{folder}/",
        "print_final_stats": 1,
    }
    arguments = [name, *(f"-{key}={value}" for key, value in options.items()), str(corpus)]
    atheris.Setup(arguments, lambda data: reader(data, folder))
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
