"""Small experiments for the tests, and the toy ruleset raced in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.toy.ruleset import TOY

from wreckoning.core.ruleset import Ruleset
from wreckoning.lab import experiment_file
from wreckoning.lab.experiment import Experiment
from wreckoning.lab.variants import Lineup, line_up

SMALL = """
title = "Small"
ruleset = "toy"
course = "dash"
seed = 7
races = 1200

[[seats]]
name = "Ann"
player = "steady"

[[seats]]
name = "Rest"
count = 2
player = "random"

[[vary]]
what = "seats.Ann.player"
values = "all"
"""


def toys(monkeypatch: pytest.MonkeyPatch, ruleset: Ruleset = TOY) -> None:
    """The toy is the only ruleset there is."""
    monkeypatch.setattr(experiment_file, "find_ruleset", lambda _: ruleset)


def read(text: str = SMALL, folder: Path = Path()) -> Experiment:
    """An experiment from its text."""
    return experiment_file.read(text, "small.toml", folder)


def lineup(text: str = SMALL) -> Lineup:
    """Its variants."""
    return line_up(read(text))
