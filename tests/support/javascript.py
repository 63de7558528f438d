"""Just enough of JavaScript's words to tell code, strings and comments apart."""

from __future__ import annotations

import re
from typing import NamedTuple

# Before a slash: what can only be followed by a value, so that the slash opens a pattern.
BEFORE_PATTERN = re.compile(
    r"(?:^|[=(,:;!&|?{}\[+\-*%<>~^\n]|\b(?:return|typeof|case|in|of|await))\s*$"
)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
QUOTED = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"", re.DOTALL)
PATTERN = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
CHUNK = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.DOTALL)


class Words(NamedTuple):
    """A script without its comments: its code, with nothing between quotes, and its strings."""

    code: str
    strings: list[str]


def words(source: str) -> Words:
    """Take a script apart. The text between the values of a template is a string each."""
    code: list[str] = []
    strings: list[str] = []
    end = _code(source, 0, code, strings, nested=False)
    assert end == len(source), f"not understood from here: {source[end : end + 60]!r}"
    return Words("".join(code), strings)


def _code(source: str, at: int, code: list[str], strings: list[str], *, nested: bool) -> int:
    """Read code up to its end, or up to the brace that ends a value within a template."""
    depth = 0
    while at < len(source):
        mark = source[at]
        if found := COMMENT.match(source, at):
            at = found.end()
        elif found := QUOTED.match(source, at):
            strings.append(found[0][1:-1])
            code.append('""')
            at = found.end()
        elif mark == "`":
            at = _template(source, at + 1, code, strings)
        elif (
            mark == "/"
            and BEFORE_PATTERN.search("".join(code[-40:]))
            and (found := PATTERN.match(source, at))
        ):
            code.append("/x/")
            at = found.end()
        else:
            depth += (mark == "{") - (mark == "}")
            if nested and depth < 0:
                return at
            code.append(mark)
            at += 1
    return at


def _template(source: str, at: int, code: list[str], strings: list[str]) -> int:
    """Read a template from behind its first backtick to behind its last."""
    code.append("``")
    while True:
        chunk = CHUNK.match(source, at)
        assert chunk is not None
        strings.append(chunk[0])
        at = chunk.end()
        if source[at : at + 1] == "`":
            return at + 1
        assert source[at : at + 2] == "${", "a template without an end"
        at = _code(source, at + 2, code, strings, nested=True) + 1
