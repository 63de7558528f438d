"""Where things are in the project, and where its tools may write."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"  # what is built, and served
CACHE = ROOT / ".cache"  # what the tools remember; may be deleted at any time
