"""The frozen tables: what the tests of rules, pages and odds run on, instead of `data/`.

An editor may change any figure, word or row of `data/` and no test of a rule is concerned:
`tests/conftest.py` has every process of tests read `tests/figees/` in its place. A frozen file is
one of `data/` with a row to a line. Its figures stay as they are; `main` gives it what a change of
a row's shape asks for (a new file, key, or row that the code calls by name), taken from `data/`.
"""

from __future__ import annotations

import json
import sys
import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any, get_type_hints

from pycore import loader
from pycore.anima import rows as anima_rows
from pycore.errors import DataError
from pycore.named import NAMED
from pycore.nephilim import rows as nephilim_rows
from pycore.render.donnees import data_errors
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

FROZEN = ROOT / "tests" / "figees"
LIVE = ROOT / "data"
GAMES = {
    "nephilim": (nephilim_rows.Regles, nephilim_rows.FICHIERS),
    "anima": (anima_rows.Regles, anima_rows.FICHIERS),
}
HEAD = "# Chiffres figés des tests : voir tests/support/frozen.py. Ne suit pas data/.\n\n"

Row = dict[str, Any]


def written(value: object) -> str:
    """Write a value as TOML, on one line."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {written(each)}' for key, each in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(written(each) for each in value)}]"
    return json.dumps(value, ensure_ascii=False)


def document(head: Row | None, rows: list[Row]) -> str:
    """Write a file of tables, a row to a line."""
    table = f"table = {written(head)}\n\n" if head else ""
    lines = "".join(f"  {written(row)},\n" for row in rows)
    return f"{HEAD}{table}ligne = [\n{lines}]\n"


def laid(folder: Path) -> Path:
    """Write the frozen files in a folder as an editor finds `data/`: a key to a line."""
    for name, text in _texts().items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return folder


@cache
def _texts() -> dict[str, str]:
    made = {}
    for path in FROZEN.rglob("*.toml"):
        whole = read(path)
        assert whole is not None
        tables = [("[table]", whole["table"])] if "table" in whole else []
        tables += [("[[ligne]]", row) for row in whole["ligne"]]
        name = path.relative_to(FROZEN).as_posix()
        made[name] = "\n".join(_block(*each) for each in tables)
    return made


def _block(title: str, row: Row) -> str:
    """Write a row, a key to a line; a list of tables has a line for each."""
    lines = [title]
    for key, value in row.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            inner = "".join(f"  {written(each)},\n" for each in value)
            lines.append(f"{key} = [\n{inner}]")
        else:
            lines.append(f"{key} = {written(value)}")
    return "\n".join(lines) + "\n"


def read(path: Path) -> Row | None:
    """Read a file of tables; None if there is none."""
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


def mended(kind: type, stem: str, frozen: Row, live: Row) -> Row:
    """Give a frozen file the shape that its rows have now; no value that it holds is changed."""
    known = set(get_type_hints(kind))
    needed = known - set(getattr(kind, "_field_defaults", {}))
    origin = {row["id"]: row for row in live["ligne"]}
    rows = []
    for row in frozen["ligne"]:
        model = origin.get(row["id"], live["ligne"][0])
        added = {key: model[key] for key in needed - set(row) if key in model}
        rows.append({key: value for key, value in (row | added).items() if key in known})
    held = {row["id"] for row in rows}
    rows += [origin[each] for each in NAMED.get(stem, ()) if each in origin and each not in held]
    return {"table": frozen.get("table"), "ligne": rows}


def main() -> int:
    """Bring the frozen files to the shape of today's rows; say what they still lack."""
    wanted = {stem: kind for _, files in GAMES.values() for stem, _, kind in files}
    for stem, kind in wanted.items():
        live = read(LIVE / f"{stem}.toml")
        assert live is not None, stem
        target = FROZEN / f"{stem}.toml"
        frozen = read(target)
        whole = live if frozen is None else mended(kind, stem, frozen, live)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(document(whole.get("table"), whole["ligne"]), encoding="utf-8")
    for path in FROZEN.rglob("*.toml"):
        if path.relative_to(FROZEN).with_suffix("").as_posix() not in wanted:
            path.unlink()
    try:
        loader.load_all(GAMES, FROZEN)
    except DataError as refused:
        for each in data_errors(refused):
            sys.stderr.write(each["message"].replace("data/", "tests/figees/", 1) + "\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
