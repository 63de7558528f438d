#!/usr/bin/env python3
"""The one door to the project's commands: checks the machine, then hands over to `web.tools`.

Nothing but the standard library is needed to start: what a command needs more is installed in
`.venv` and `node_modules` by `web.tools.setup`, once, then the command runs inside `.venv`.
Exit codes: 0 all is well, 1 a failure, 2 a command badly typed, 3 something could not be
installed, 4 every test that ran passed but a part of the machine is missing, 5 a page of the wiki
was left as someone made it, 130 interrupted.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent
OLDEST_PYTHON = (3, 11)


class Command(NamedTuple):
    """A command: the module whose `main(arguments)` does it, what that needs, and its use."""

    module: str
    needs: str  # "rien", "venv", "venv+node" or "venv+node+navigateurs"
    use: str
    help: str


COMMANDS = {
    "serve": Command(
        "web.tools.serve",
        "venv+node",
        "serve [--port N] [--sans-navigateur]",
        "construit la page, l’ouvre, et la refait à chaque changement",
    ),
    "test": Command(
        "web.tools.check",
        "venv+node+navigateurs",
        "test [--vite | --complet | --accepter] [options de pytest]",
        "construit, puis vérifie tout ; --vite : en une minute, sans navigateur",
    ),
    "build": Command(
        "web.tools.build",
        "venv+node",
        "build",
        "construit la page dans dist/",
    ),
    "bench": Command(
        "web.tools.bench",
        "venv+node+navigateurs",
        "bench [--net local|10mbit] [--only A,D,J] [--repetitions N]",
        "mesure le démarrage, à côté d’une page PyScript ordinaire",
    ),
    "tables": Command(
        "web.tools.tables",
        "rien",
        "tables",
        "refait les tableaux du wiki et dit ce qui change ; ne demande que Python",
    ),
    "check": Command(
        "web.tools.check_tables",
        "rien",
        "check [--wiki ADRESSE [--jeu anima]]",
        "compare les tableaux à data/, ici ou sur le wiki",
    ),
    "publish": Command(
        "web.tools.publish",
        "venv",
        "publish --wiki ADRESSE [--dry-run] [--force PAGE] [--jeu anima]",
        "met les tableaux sur le wiki, sans rien écraser",
    ),
}


def usage() -> str:
    """Give the list of commands, in French."""
    width = max(len(command.use) for command in COMMANDS.values())
    lines = [f"  {command.use:{width}}  {command.help}" for command in COMMANDS.values()]
    lines.append(f"  {'aide':{width}}  montre cette liste")
    return "\n".join(["Usage : python3 build.py COMMANDE", "", *lines])


def run(name: str, arguments: list[str]) -> int:
    """Install what command `name` needs, run it, and return its exit code."""
    from web.tools.setup import SetupError, node, venv

    command = COMMANDS[name]
    needs = command.needs.split("+")
    try:
        if "venv" in needs:
            venv.enter(ROOT, [str(ROOT / "build.py"), name, *arguments])
        if "node" in needs:
            node.provide(ROOT)
        # Browsers are left to the command: a missing one is told, and stops nothing.
        code = import_module(command.module).main(arguments)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 3
    return int(code)


def main(arguments: list[str]) -> int:
    """Do what the command line asks and return the exit code."""
    if sys.version_info < OLDEST_PYTHON:
        wanted = ".".join(map(str, OLDEST_PYTHON))
        found = ".".join(map(str, sys.version_info[:3]))
        print(f"Il faut Python {wanted} ou plus récent ; celui-ci est {found}.", file=sys.stderr)
        return 3
    name = arguments[0] if arguments else "aide"
    if name in {"aide", "--aide", "-h", "--help"}:
        print(usage())
        return 0
    if name not in COMMANDS:
        print(f"Commande inconnue : {name}\n\n{usage()}", file=sys.stderr)
        return 2
    sys.path.insert(0, str(ROOT))
    try:
        return run(name, arguments[1:])
    except KeyboardInterrupt:
        print("\nInterrompu.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
