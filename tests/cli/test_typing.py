"""What is typed at a question whose options stand in groups, in the terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.run import wreck


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Races and records go to a folder of the test's own."""
    monkeypatch.setenv("WRECK_DATA", str(tmp_path / "data"))


PLAY = (
    *("play", "rally", "--course", "gasket_gulch", "--seats", "Ann=you,absent"),
    *("--team", "Dot:car/light_machine_gun", "--dice", "seeded:3"),  # 10 inches
)


@pytest.mark.usefixtures("home")
def test_w14_v16_a_refused_leg_gets_its_rule() -> None:
    typed = ["", "drive", "f 50", "l 3", "r 45, f 2, l 20, b 2, go"]
    out = " ".join(wreck(*PLAY, given="\n".join(typed)).out.split())
    assert "forward 50 inches, 10 of 10 inches are left (W14)" in out
    assert "3° is not a multiple of 5°: turns go in steps of 5° (V15)" in out
    assert "back 2 inches: this vehicle moves forward in this activation, not both ways" in out


@pytest.mark.usefixtures("home")
def test_moves_typed_in_a_line_are_not_asked_for_one_by_one() -> None:
    out = wreck(*PLAY, given="\ndrive\nr 10, f 2, go\n").out
    assert out.count("Which way?") == 1
    assert re.search(r"Ann drove 2 inches with 1 manoeuvre", out)
    assert "    right, degrees  5   10   15" in out, "no numbers next to figures"
