"""What makes the machine ready: `.venv`, Node's packages, browsers.

Everything here is written with the standard library alone: it runs before anything is installed.
"""

from __future__ import annotations


class SetupError(Exception):
    """Something could not be installed; the message is a French text that says what to do."""
