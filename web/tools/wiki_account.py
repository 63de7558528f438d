"""Who publishes on the wiki: name and password, from the environment, a keyring or the keyboard.

Never from the command line, which others on the machine can read; never shown, never written down.
"""

from __future__ import annotations

import getpass
import importlib
import os
import sys
from typing import NamedTuple

from web.tools.wiki_api import WikiError

NAME = "WIKI_COMPTE"
PASSWORD = "WIKI_MOT_DE_PASSE"  # noqa: S105 - the name of a variable
SERVICE = "nephilim-calc"


class Account(NamedTuple):
    """A name and its password, or those of a bot (``Name@robot``)."""

    name: str
    password: str

    def __repr__(self) -> str:
        """Keep the password out of any message."""
        return f"Account({self.name!r})"


def find_account(host: str) -> Account:
    """Find the account for a wiki, asking for what is found nowhere. Raises `WikiError`."""
    name = os.environ.get(NAME, "").strip() or _asked("Compte sur le wiki : ", NAME, hide=False)
    password = (
        os.environ.get(PASSWORD, "")
        or _kept(host, name)
        or _asked(f"Mot de passe de {name} : ", PASSWORD, hide=True)
    )
    return Account(name, password)


def _kept(host: str, name: str) -> str:
    """Look in the system's keyring, where the package `keyring` is installed."""
    try:
        keyring = importlib.import_module("keyring")
        errors = importlib.import_module("keyring.errors")
    except ImportError:
        return ""
    try:
        return str(keyring.get_password(f"{SERVICE} {host}", name) or "")
    except errors.KeyringError:
        return ""


def _asked(question: str, variable: str, *, hide: bool) -> str:
    """Ask a person; a password does not show while it is typed."""
    missing = WikiError(f"Il faut un compte et son mot de passe : {variable} n’est pas défini.")
    if not sys.stdin.isatty():
        raise missing
    try:
        said = getpass.getpass(question) if hide else input(question).strip()
    except EOFError as error:
        raise missing from error
    if not said:
        raise missing
    return said
