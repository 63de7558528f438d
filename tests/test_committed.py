"""What may be committed: names, locks, hosts, and what the wheel takes of it."""

from __future__ import annotations

import json
import re
import shutil
import stat
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING, Any

import pytest

from web.tools.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

TOP_LEVEL = {
    *(".ci", ".gitattributes", ".gitignore", ".npmrc"),
    *("pycore", "data", "web", "tests"),
    *("build.py", "pyproject.toml", "requirements.lock", "package.json", "package-lock.json"),
    *("README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"),
}


def tracked() -> list[str]:
    """Every file that is committed, or would be by `git add --all`."""
    # The folder may belong to another user, as it does on some CI machines.
    git = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    listed = subprocess.run(
        [*git, "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return sorted({name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()})


def test_nothing_else_stands_at_the_top() -> None:
    assert {name.split("/")[0] for name in tracked()} <= TOP_LEVEL


def test_pip_lock_has_a_hash_for_everything_and_no_host() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert not re.search(r"https?://|file:|--(find-links|index-url|extra-index-url)", lock)
    pins = re.split(r"\n(?=\S)", lock.strip())
    assert len(pins) > 20
    for pin in pins:
        if not pin.startswith("#"):
            assert re.match(r"[a-z0-9.-]+==\S+ .*\\\n +--hash=sha256:[0-9a-f]{64}", pin), pin[:80]


def test_pip_lock_answers_pyproject() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    locked = set(re.findall(r"^([a-z0-9.-]+)==", lock, flags=re.MULTILINE))
    wanted = {
        re.split(r"[^a-z0-9.-]", line)[0]
        for line in project["project"]["optional-dependencies"]["dev"]
    }
    assert wanted <= locked
    assert project["project"]["dependencies"] == []


def test_npm_lock_has_a_hash_for_everything_and_no_host() -> None:
    text = (ROOT / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in text  # a `funding` address is nobody we fetch from
    packages: dict[str, dict[str, Any]] = json.loads(text)["packages"]
    root = packages.pop("")
    assert len(packages) > 4
    assert [
        n for n, p in packages.items() if not p.get("integrity", "").startswith("sha512-")
    ] == []
    wanted = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    assert root["devDependencies"] == wanted
    for name, version in wanted.items():
        assert packages[f"node_modules/{name}"]["version"] == version


# Written so that this file does not match itself.
FORBIDDEN = re.compile(
    r"(?<![\w.~-])/(?:wor[k]|far[m]|tm[p]|roo[t]|hom[e]|User[s])/"
    r"|\b(?:pyp[i]\.org|pythonhosted\.or[g]|npmj[s]\.|registr[y]\.|deb[.]debian|debian[.]org)"
)


@pytest.mark.parametrize(
    ("text", "bad"),
    [
        ("/" + "work/main", True),
        ("see https://registr" + "y.example", True),
        ("python3 -m pip install x", False),
        ("web/work/page", False),
        ("/usr/lib", False),
    ],
)
def test_forbidden_pattern_knows_what_it_looks_for(text: str, bad: bool) -> None:  # noqa: FBT001
    assert bool(FORBIDDEN.search(text)) is bad


def test_no_committed_file_names_this_machine_or_a_registry() -> None:
    found = []
    for name in tracked():
        try:
            text = (ROOT / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture or a font
        for number, line in enumerate(text.splitlines(), 1):
            if FORBIDDEN.search(line):
                found.append(f"{name}:{number}: {line.strip()[:80]}")
    assert found == []


def test_ci_runs_build_test_and_nothing_more() -> None:
    path = ROOT / ".ci/run"
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "#!/usr/bin/env bash"
    assert lines[-1] == "exec python3 build.py test"
    assert len(lines) == 4
    assert path.stat().st_mode & stat.S_IXUSR


@pytest.mark.construction
def test_wheel_holds_pycore_alone(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "pycore", source / "pycore", ignore=ignore)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index"]
    options = ["--no-build-isolation", "--wheel-dir", str(tmp_path), str(source)]
    subprocess.run([*pip, *options], check=True)
    (wheel,) = tmp_path.glob("pycore-*-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"pycore/__init__.py", "pycore/py.typed"} <= set(names)
    assert {name.split("/")[0].split("-")[0] for name in names} == {"pycore"}
