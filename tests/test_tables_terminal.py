"""What someone else wrote, shown in a terminal: written out, never obeyed."""

from __future__ import annotations

import pytest

from tests.support.hostile import NAMES
from web.tools.tables import difference, for_terminal


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Épée : 3 → 4\t« x »\n", "Épée : 3 → 4\t« x »\n"),
        ("\x1b[31mrouge\x1b[0m", "\\u001b[31mrouge\\u001b[0m"),
        ("\x9b2Jvide", "\\u009b2Jvide"),
        ("a\rb\x08\x7f", "a\\u000db\\u0008\\u007f"),
        ("\u202egnirts\u2066", "\\u202egnirts\\u2066"),
        ("\ud800", "\\ud800"),
    ],
)
def test_what_a_terminal_obeys_is_written_out(text: str, shown: str) -> None:
    assert for_terminal(text) == shown


def test_a_difference_obeys_nothing() -> None:
    lines = difference("\n".join(NAMES[:30]), "\n".join(NAMES[30:]))
    assert len(lines) > 30
    text = "\n".join(lines)
    assert text.encode("utf-8")
    assert all(mark.isprintable() or mark in "\n\t" or not mark.isascii() for mark in text)
