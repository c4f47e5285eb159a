"""Building the pages is one quiet line a step; npm's own words are shown when it fails.

A release's wheel gets the compiled rules as well, no other one does.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import wreckoning
from wreckoning.core.compiling import shipped

SOURCE = Path(__file__).parents[2] / "hatch_build.py"
NPM = """import sys
print("vite v8 building for production")
print("a warning", file=sys.stderr)
sys.exit(int("fails" in sys.argv))
"""


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """`hatch_build.py`, with an npm that talks much and does nothing."""
    spec = importlib.util.spec_from_file_location("hatch_build", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    script = tmp_path / "npm.py"
    script.write_text(NPM)
    monkeypatch.setattr(module, "find_npm", lambda: (Path(sys.executable), script))
    return module


def test_output_of_npm_is_hidden(build: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    build.npm("run", "build", quiet=True)
    assert capfd.readouterr() == ("", "")


def test_output_of_npm_is_shown_on_failure(
    build: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match=r"npm fails failed in web/; its own words are above\."):
        build.npm("fails", quiet=True)
    said = capfd.readouterr().err
    assert "vite v8 building" in said
    assert "a warning" in said


def test_output_of_page_tests_is_shown(
    build: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    build.npm("run", "test")
    assert "vite v8 building" in capfd.readouterr().out


def test_a_build_is_a_line_a_step(
    build: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "package-lock.json").write_text("{}")
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "index.html").touch()
    monkeypatch.setattr(build, "WEB", tmp_path)
    monkeypatch.setattr(build, "PAGES", tmp_path)
    build.build_pages()
    build.build_pages()
    assert capfd.readouterr().out.splitlines() == [
        "  fetching what the pages are made with …",
        "  building the pages …",
        "  building the pages …",
    ]


@pytest.fixture
def hook(build: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The hook of a wheel, which builds no pages; its compiler makes one program."""
    (tmp_path / "scripts").mkdir()
    compiler = "from pathlib import Path; import sys; assert sys.argv[1] == '--ship'; "
    compiler += "Path(sys.argv[2]).mkdir(); (Path(sys.argv[2]) / 'a.program').touch()"
    (tmp_path / "scripts" / "compile").write_text(compiler)
    monkeypatch.setattr(build, "build_pages", lambda: None)
    monkeypatch.setattr(build, "PAGES", tmp_path / "pages")
    monkeypatch.setattr(build, "ROOT", tmp_path)
    return object.__new__(build.WheelHook)


def build_data() -> dict[str, Any]:
    return {"artifacts": [], "force_include": {}, "pure_python": True}


def test_an_ordinary_wheel_compiles_nothing(hook: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WRECK_WHEEL", raising=False)
    data = build_data()
    hook.initialize("standard", data)
    assert data == build_data() | {"artifacts": ["/pages/"]}


def test_a_release_brings_compiled_rules(hook: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its wheel is for this Python and this kind of machine."""
    monkeypatch.setenv("WRECK_WHEEL", "compiled")
    data = build_data()
    hook.initialize("standard", data)
    ((programs, place),) = data["force_include"].items()
    assert [path.name for path in Path(programs).iterdir()] == ["a.program"]
    assert place == shipped.SHIPPED.relative_to(Path(wreckoning.__file__).parents[1]).as_posix()
    assert not data["pure_python"]
    python, anything, machine = data["tag"].split("-")
    assert (python, anything) == (f"cp3{sys.version_info.minor}", "none")
    assert not machine.startswith("linux"), "package indexes take no such wheel"
    hook.finalize("standard", data, "")
    assert not Path(programs).exists()


def test_an_editable_install_compiles_nothing(hook: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WRECK_WHEEL", "compiled")
    data = build_data()
    hook.initialize("editable", data)
    assert data == build_data()


def test_a_compiler_that_fails_ends_the_build(
    hook: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WRECK_WHEEL", "compiled")
    (tmp_path / "scripts" / "compile").write_text("raise SystemExit(1)")
    with pytest.raises(SystemExit, match="could not be compiled"):
        hook.initialize("standard", build_data())
