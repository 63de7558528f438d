"""Rules of tabletop role-playing games as pure functions: data in, facts out.

Nothing here reads a file, a clock or a die; only ``__main__`` and ``loader`` touch files. A
calculation takes the rules' tables and a scenario and answers with facts; ``render`` turns facts
into French, a view tree, wikitext or JSON.
"""

__version__ = "0.1.0"
