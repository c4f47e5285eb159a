"""The steps of a race: whose die it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from wreckoning.analysis.steps import DIE, Told, tell
from wreckoning.core.events import Roll
from wreckoning.core.logs.log_file import read_log, replay_steps
from wreckoning.core.match import Match
from wreckoning.core.ruleset import find_ruleset

GOLDEN = Path(__file__).parents[1] / "golden"
TEAMS = "rally/battle_of_teams"  # more vehicles than drivers
SHELLS, SHELL = "rtd/course_midnight_menagerie", "shell_attack"
RACES = (
    SHELLS,
    "kart/sideswipe",
    "rush/course_the_bullring",
    pytest.param(TEAMS, marks=pytest.mark.slow),
)
DRAWN = {"grid_draw", "pole_die"}  # for all drivers


def matches(race: str) -> Iterator[Match]:
    """This race, answer by answer."""
    log = read_log((GOLDEN / f"{race}.jsonl").read_text("utf-8"))
    return replay_steps(log, find_ruleset(log.header["ruleset"]))


def dice(race: str) -> tuple[Told, list[tuple[str, int]]]:
    """The race's steps, and the question and owner of each die that is not drawn for all."""
    told = tell(matches(race))
    steps = [step for step in told.steps if step.kind == DIE and step.question not in DRAWN]
    return told, [(step.question, step.owner) for step in steps]


@pytest.mark.parametrize("race", RACES)
def test_a_die_belongs_to_the_driver_who_rolls_it(race: str) -> None:
    *_, last = matches(race)
    rolls = [event for event in last.events() if isinstance(event, Roll)]
    shown = [(roll.question.name.lower(), roll.who) for roll in rolls]
    assert dice(race)[1] == [each for each in shown if each[0] not in DRAWN]


@pytest.mark.slow
def test_dice_of_all_vehicles_belong_to_their_drivers() -> None:
    told, found = dice(TEAMS)
    assert {owner for _, owner in found} == {0, 1} == set(range(len(told.names)))


def test_a_shell_is_the_luck_of_who_shoots() -> None:
    targets = [m.asks[0].subject for m in matches(SHELLS) if m.asks and m.asks[0].question == SHELL]
    shooters = [owner for question, owner in dice(SHELLS)[1] if question == SHELL]
    assert len(targets) == len(shooters) > 0
    assert all(target != shooter for target, shooter in zip(targets, shooters, strict=True))
