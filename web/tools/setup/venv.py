"""The project's `.venv`: made from requirements.lock, entered by every command that needs it.

Debian's Python comes without `ensurepip`: `python3 -m venv` then fails and leaves a half-made
folder. It is deleted, `python3-venv` is installed where that is allowed, and the folder is made
again. Nothing is ever installed in the system's Python.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

from web.tools.setup import SetupError, apt, stamps

FOLDER = ".venv"
LOCKS = ("requirements.lock", "package-lock.json")
# Set by the process that checked `.venv` and moves into it: the one that arrives believes it, so
# that two spellings of one Python's place cannot send a command to and fro for ever.
MOVING = "PYCORE_ENTRE_DANS_VENV"


def interpreter(folder: Path) -> Path:
    """Give the path of the Python of a virtual environment."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def wanted_stamp(root: Path) -> str:
    """Give the stamp that a `.venv` must carry: the locks, and the Python it was made with."""
    locks = [root / name for name in LOCKS]
    return stamps.fingerprint(locks, sys.version, str(Path(sys.base_prefix).resolve()))


def is_complete(root: Path) -> bool:
    """Tell whether `.venv` was finished for these locks and this Python."""
    folder = root / FOLDER
    return stamps.matches(folder, wanted_stamp(root)) and interpreter(folder).exists()


def is_current(root: Path) -> bool:
    """Tell whether this very process runs in the project's `.venv`."""
    return Path(sys.prefix).resolve() == (root / FOLDER).resolve()


def delete(folder: Path) -> None:
    """Delete a virtual environment, or a link to one, if there is one."""
    if folder.is_symlink() or folder.is_file():
        folder.unlink()
    elif folder.exists():
        shutil.rmtree(folder)


def create(folder: Path, python: str) -> bool:
    """Make an empty virtual environment with a working pip; leave nothing behind otherwise."""
    delete(folder)
    made = subprocess.run([python, "-m", "venv", str(folder)], capture_output=True, check=False)
    if made.returncode == 0:
        # The exit code is not enough: a venv can be made, and have no pip.
        try:
            pip = [str(interpreter(folder)), "-m", "pip", "--version"]
            if subprocess.run(pip, capture_output=True, check=False).returncode == 0:
                return True
        except OSError:
            pass
    delete(folder)
    return False


def fill(folder: Path, lock: Path) -> None:
    """Install what the lock names, nothing else, and only archives whose hash it gives."""
    pip = [str(interpreter(folder)), "-m", "pip", "install", "--quiet"]
    options = ["--require-hashes", "--only-binary=:all:", "--disable-pip-version-check"]
    command = [*pip, *options, "--requirement", str(lock)]
    # pip also warns of what does not matter here: its words are shown only when it fails.
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        raise SetupError(
            f"{done.stderr.strip()}\n"
            f"Les outils de {lock.name} n’ont pas pu être installés dans {FOLDER}.\n"
            "Vérifiez la connexion, puis relancez la même commande."
        )


def make(root: Path, python: str = sys.executable) -> None:
    """Make `.venv` anew with the interpreter `python`, and stamp it last.

    Raises `SetupError` if `venv` does not work even with Debian's python3-venv, or if a package
    cannot be installed.
    """
    folder = root / FOLDER
    print(f"Installation des outils Python dans {FOLDER} (une à deux minutes)…", flush=True)
    if not create(folder, python):
        reason = ""
        try:
            apt.install("python3-venv")
        except SetupError as error:
            reason = f"({error})\n"
        if not create(folder, python):
            raise SetupError(
                f"Python ne sait pas créer d’environnement virtuel sur cette machine.\n{reason}"
                f"Lancez d’abord :\n  {apt.command_for('python3-venv')}\n"
                "puis relancez la même commande."
            )
    fill(folder, root / "requirements.lock")
    stamps.write(folder, wanted_stamp(root))


def enter(root: Path, command: list[str]) -> None:
    """Return if this process runs in a complete `.venv`; else make it, and run `command` there.

    `command` is the script and its arguments: it replaces this process, which does not return.
    """
    inside, moving = is_current(root), os.environ.pop(MOVING, None) == str(root)
    if inside and (moving or is_complete(root)):
        return
    if inside:
        # A process cannot delete the folder it runs from: back to the Python that made it.
        replace(root, base_interpreter(root / FOLDER), command)
    if not is_complete(root):
        with stamps.one_at_a_time(root):
            if not is_complete(root):
                make(root)
    if moving:
        raise SetupError(f"{FOLDER} est abîmé : supprimez ce dossier, puis relancez la commande.")
    replace(root, str(interpreter(root / FOLDER)), command)


def base_interpreter(folder: Path) -> str:
    """Give the Python that made a virtual environment, as its `pyvenv.cfg` names it."""
    for line in (folder / "pyvenv.cfg").read_text(encoding="utf-8").splitlines():
        key, _, value = line.partition("=")
        if key.strip() == "executable" and Path(value.strip()).exists():
            return value.strip()
    raise SetupError(f"{FOLDER} est périmé : supprimez ce dossier, puis relancez la commande.")


def replace(root: Path, python: str, command: list[str]) -> NoReturn:
    """Go on as `python command…`: same terminal, same signals, same exit code."""
    if Path(python) == interpreter(root / FOLDER):
        os.environ[MOVING] = str(root)
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name != "nt":
        os.execv(python, [python, *command])  # noqa: S606 -- no shell is wanted
    # On Windows `execv` gives the prompt back at once: wait for the child instead.
    child = subprocess.Popen([python, *command])
    while True:
        try:
            sys.exit(child.wait())
        except KeyboardInterrupt:
            continue  # the child had it too, and says so
