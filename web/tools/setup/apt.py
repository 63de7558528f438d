"""Debian's packages, where this machine has apt and lets us use it without a password."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path

from web.tools.setup import SetupError

PATIENCE = 600  # seconds: another apt at work (a laptop's own updates) can hold the lock long
PAUSE = 5  # seconds between two tries
SOURCES = Path("/etc/apt/sources.list.d/debian.sources")  # the machine's own mirror
LOCKED = ("Could not get lock", "Unable to lock", "Unable to acquire")


def command_for(*packages: str) -> str:
    """Give the command that a person would type to install `packages`."""
    return f"sudo apt-get update && sudo apt-get install {' '.join(packages)}"


@cache
def _prefix() -> list[str]:
    """Give the words before `apt-get`, or raise if this user may not install."""
    if shutil.which("apt-get") is None:
        raise SetupError("apt n’existe pas sur cette machine")
    plain = ["env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C", "apt-get"]
    if os.geteuid() == 0:
        return plain
    sudo = shutil.which("sudo")
    if sudo and subprocess.run([sudo, "-n", "true"], capture_output=True, check=False).returncode:
        sudo = None
    if sudo is None:
        raise SetupError("installer demande les droits d’administrateur")
    return [sudo, "-n", *plain]


def _run(*words: str, folder: Path | None = None) -> str:
    """Run apt-get, waiting while another one works; return its last error line, or nothing.

    `folder` is where it runs, for what it downloads.
    """
    end = time.monotonic() + PATIENCE
    while True:
        done = subprocess.run(
            [*_prefix(), *words],
            cwd=folder,
            capture_output=True,
            text=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
            check=False,
        )
        if done.returncode == 0:
            return ""
        if not any(sign in done.stderr for sign in LOCKED) or time.monotonic() > end:
            lines = [line for line in done.stderr.splitlines() if line.startswith("E:")]
            return (lines or [f"code {done.returncode}"])[0].removeprefix("E:").strip()
        time.sleep(PAUSE)


@cache
def _update() -> None:
    """Fetch the lists of packages, once a run.

    Its failure is not ours to judge: one broken list of many does not stop an installation.
    """
    _run("update", "-q")


def install(*packages: str) -> None:
    """Install Debian packages, without those they only recommend.

    Raises `SetupError` with the reason, in French, if that is not possible here.
    """
    _prefix()
    print(f"Installation par apt : {' '.join(packages)}…", flush=True)
    _update()
    failure = _run("install", "-y", "-q", "--no-install-recommends", *packages)
    if failure:
        raise SetupError(f"apt n’a pas pu installer {' '.join(packages)} : {failure}")


def unpack(folder: Path, *packages: str, suite: str = "") -> None:
    """Download Debian packages and unpack them into `folder`, without installing anything.

    `suite` takes them from another Debian than this machine's, on the same mirror. Raises
    `SetupError` with the reason, in French, if that is not possible here.
    """
    _prefix()
    print(f"Téléchargement par apt : {' '.join(packages)}…", flush=True)
    with tempfile.TemporaryDirectory() as made:
        place = Path(made)
        options = _options_of(suite, place) if suite else []
        if suite:
            _run(*options, "update", "-q")
        else:
            _update()
        # Root's own `_apt` user may not write in a folder of root's.
        words = [*options, "-o", "APT::Sandbox::User=root", "-q", "download", *packages]
        failure = _run(*words, folder=place)
        if failure:
            raise SetupError(f"apt n’a pas pu télécharger {' '.join(packages)} : {failure}")
        folder.mkdir(parents=True, exist_ok=True)
        dpkg = shutil.which("dpkg-deb") or "dpkg-deb"
        for package in sorted(place.glob("*.deb")):
            subprocess.run([dpkg, "-x", str(package), str(folder)], check=True)


def _options_of(suite: str, place: Path) -> list[str]:
    """Give the options that make apt work for another Debian, in a folder of its own."""
    if not SOURCES.is_file():
        raise SetupError(f"la liste des dépôts Debian ({SOURCES}) est introuvable")
    release = Path("/etc/os-release").read_text(encoding="utf-8")
    here = re.search(r"^VERSION_CODENAME=(\w+)$", release, re.MULTILINE)
    if here is None:
        raise SetupError("cette machine ne dit pas quel Debian elle est")
    for needed in ("lists/partial", "cache/archives/partial"):
        (place / needed).mkdir(parents=True)
    text = re.sub(rf"\b{here[1]}\b", suite, SOURCES.read_text(encoding="utf-8"))
    (place / "autre.sources").write_text(text, encoding="utf-8")
    settings = {
        "Dir::Etc::sourcelist": place / "autre.sources",
        "Dir::Etc::sourceparts": "/dev/null",
        "Dir::State::lists": place / "lists",
        "Dir::Cache": place / "cache",
    }
    return [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]
