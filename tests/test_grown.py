"""Bytes that grow by what they reach in the readers: all are read or refused, soon, within memory.

`test_fuzz` and its like draw texts that have the shape of what is expected; these have none.
"""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from web.tools.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.atheris

READERS = ("scenario", "lien", "journal", "toml")
SECONDS, MINUTES = 8, 5
FEWEST = 100  # texts a second: fewer would have shown nothing
TEXTS = re.compile(r"number_of_executed_units: (\d+)")


def grow(reader: str, folder: Path, seconds: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.support.grown", reader, str(folder), str(seconds)]
    return subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
        timeout=4 * seconds + 60,
    )


def all_is_read(reader: str, folder: Path, seconds: int) -> None:
    done = grow(reader, folder, seconds)
    failed = [each.read_bytes() for each in folder.glob("*-*")]
    assert (done.returncode, failed) == (0, []), done.stderr[-4000:]
    (texts,) = TEXTS.findall(done.stderr)
    assert int(texts) > FEWEST * seconds


@pytest.mark.parametrize("reader", READERS)
def test_all_that_grows_is_read_or_refused(reader: str, tmp_path: Path) -> None:
    all_is_read(reader, tmp_path / "essai", SECONDS)


@pytest.mark.long
@pytest.mark.parametrize("reader", READERS)
def test_all_that_grows_for_long_is_read_or_refused(reader: str, tmp_path: Path) -> None:
    all_is_read(reader, tmp_path / "essai", 60 * MINUTES)


def test_what_grows_finds_a_fault(tmp_path: Path) -> None:
    done = grow("piege", tmp_path / "essai", SECONDS)
    assert done.returncode == 77
    assert "ZeroDivisionError" in done.stderr + done.stdout
    (crash,) = (tmp_path / "essai").glob("crash-*")
    assert crash.read_bytes()[:3] == b"mar"
