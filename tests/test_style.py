"""What the style sheets owe to older browsers."""

from __future__ import annotations

import re

import pytest

from web.tools.paths import ROOT

ASKED = "@supports (color: light-dark(red, red)) {"


def without_modern(css: str) -> str:
    """Give a style sheet as a browser that knows no light-dark() reads it."""
    while ASKED in css:
        start = css.index(ASKED)
        depth, end = 1, start + len(ASKED)
        while depth:
            depth += {"{": 1, "}": -1}.get(css[end], 0)
            end += 1
        css = css[:start] + css[end:]
    return css


@pytest.mark.parametrize("name", ["calculateur.css", "page.css"])
def test_every_colour_has_a_value_in_browsers_without_light_dark(name: str) -> None:
    """A custom property that names an unknown function leaves white on white, and no error."""
    css = (ROOT / "web" / name).read_text(encoding="utf-8")
    old = without_modern(css)
    given = set(re.findall(r"^\s*(--[\w-]+): ", old, re.MULTILINE))
    assert given == set(re.findall(r"^\s*(--[\w-]+): ", css, re.MULTILINE))
    assert given, "the palette"
    assert not re.search(r"--[\w-]+:[^;]*light-dark", old)
    # A plain declaration that is not understood is left out: the text on it must not be white.
    for rule in re.findall(r"\{([^{}]*)\}", old):
        if "light-dark(" in re.sub(r"(?m)\b(?:border|outline)[\w-]*:[^;]*;", "", rule):
            white = re.search(r"\bcolor: #fff", rule)
            plain = re.search(r"background(?:-color)?: #", rule)
            assert plain or not white, rule
