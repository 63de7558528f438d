"""Texts that a person has read and accepted, and that a test compares with what is made now."""

from __future__ import annotations

import difflib
import os
from typing import TYPE_CHECKING

import pytest

from web.tools.parts import ACCEPT
from web.tools.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

ACCEPTING = bool(os.environ.get(ACCEPT))
COMMAND = "python3 build.py test --accepter"
"""Writes every accepted text anew and shows what changes."""


def compare(path: Path, now: str) -> None:
    """Fail with what differs from the text that was accepted; write it when accepting."""
    if ACCEPTING:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(now, encoding="utf-8")
    accepted = path.read_text(encoding="utf-8") if path.is_file() else ""
    if now == accepted:
        return
    name = path.relative_to(ROOT).as_posix()
    lines = difflib.unified_diff(
        accepted.splitlines(), now.splitlines(), name, "maintenant", lineterm="", n=2
    )
    pytest.fail("\n".join([*lines, "", f"Si c’est bien ce qu’il faut : {COMMAND}"]), pytrace=False)
