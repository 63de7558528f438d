"""Debian's packages, where this machine has apt and lets us use it without a password."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from functools import cache

from web.tools.setup import SetupError

PATIENCE = 600  # seconds: another apt at work (a laptop's own updates) can hold the lock long
PAUSE = 5  # seconds between two tries
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


def _run(*words: str) -> str:
    """Run apt-get, waiting while another one works; return its last error line, or nothing."""
    end = time.monotonic() + PATIENCE
    while True:
        done = subprocess.run(
            [*_prefix(), *words],
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
