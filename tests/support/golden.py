"""Texts that a person has read and approved, and that a test compares with what is made now."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

WRITING = os.environ.get("NCALC_VUES") == "ecrire"  # answers, pages, refusals and limits anew


def kept(path: Path, now: str, *, writing: bool) -> str:
    """Give the text as it was approved; when `writing`, what is made now takes its place first."""
    if writing:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(now, encoding="utf-8")
    return path.read_text(encoding="utf-8")
