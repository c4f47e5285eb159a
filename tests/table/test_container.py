"""The image: its user, its health check, and that it starts with what it is given."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from tests.cli.run import wreck
from tests.table.serving import serving

from wreckoning.server.serving_at import USUAL, note_address, noted_address

ROOT = Path(__file__).parents[2]
LINES = (ROOT / "Dockerfile").read_text().replace("\\\n", " ").splitlines()


def told(instruction: str) -> list[str]:
    """What follows this instruction in the Dockerfile, in order."""
    return [line.split(None, 1)[1] for line in LINES if line.startswith(f"{instruction} ")]


def test_the_user_is_a_number_that_the_image_makes() -> None:
    """Kubernetes cannot tell whether a name is root's."""
    [user] = told("USER")
    found = re.fullmatch(r"(\d+):(\d+)", user)
    assert found
    assert 0 not in map(int, found.groups())
    made = " ".join(told("RUN"))
    assert f"--uid {found[1]} " in made
    assert f"groupadd --system --gid {found[2]} " in made


def test_its_command_and_its_check_are_commands_of_ours() -> None:
    [entry], [command], [check] = told("ENTRYPOINT"), told("CMD"), told("HEALTHCHECK")
    [program] = json.loads(entry)
    checking = json.loads(check.split("CMD", 1)[1])
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert {program, checking[0]} == {"wreck"} <= set(scripts)
    assert wreck(*checking[1:], "--help").status == 0
    name, *options = json.loads(command)
    known = wreck(name, "--help").out
    assert [one for one in options if one.startswith("--") and one not in known] == []


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "options", [[], ["--root-path", "/race"], ["--host", "0.0.0.0"], ["--host", "localhost"]]
)
def test_health_is_known_whatever_the_server_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    monkeypatch.setenv("WRECK_DATA", str(tmp_path))
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    database = tmp_path / "table.db"
    with serving(str(database), tmp_path, *options):
        ran = wreck("healthy")
        assert (ran.status, ran.out.split(": ")[-1]) == (0, "ok\n"), ran.out
        database.rename(tmp_path / "away.db")
        assert "503" in wreck("healthy").out
        assert wreck("healthy").status == 1
        (tmp_path / "away.db").rename(database)
    ran = wreck("healthy")
    assert (ran.status, "refused" in ran.out) == (1, True), "it has ended"
    assert wreck("healthy", "http://127.0.0.1:9/").status == 1


def test_a_folder_that_cannot_be_written_to_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("WRECK_DATA", str(tmp_path / "file" / "data"))
    note_address("http://127.0.0.1:1/")
    assert noted_address() == USUAL
