"""What fills the pages' templates: every text is escaped, and set as French is printed."""

from __future__ import annotations

import re

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from jinja2.ext import Extension

from pycore.render.french import typographie
from web.tools.paths import ROOT

# What is no text to be read: the language of the templates, then the tags.
_APART = re.compile(r"(\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|<[^>]*>)", re.DOTALL)


class Spaces(Extension):
    """Sets the spaces of the sentences that stand in a template, as those of the data are set."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Give the source with them; jinja calls it."""
        del name, filename
        parts = _APART.split(source)
        parts[::2] = [typographie(text) for text in parts[::2]]
        return "".join(parts)


def templates() -> Environment:
    """Give the templates of `web/templates`."""
    made = Environment(
        loader=FileSystemLoader(ROOT / "web/templates"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[Spaces],
    )
    made.filters["typo"] = typographie
    return made
