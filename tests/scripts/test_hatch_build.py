"""Building the pages is one quiet line a step; npm's own words are shown when it fails."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

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
