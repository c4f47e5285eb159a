"""Finds the line of the experiment's file that makes a combination impossible."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from wreckoning.core.errors import Malformed, WreckError
from wreckoning.lab.experiment import (
    ASK,
    COURSE,
    DATA,
    VARIANT,
    Axis,
    AxisValue,
    Experiment,
)

SEAT = re.compile(r"seat (\d+)\b")
Build = Callable[[Experiment, Sequence[AxisValue]], Any]


def blame(
    experiment: Experiment, choices: Sequence[AxisValue], error: WreckError, build: Build
) -> Malformed:
    """The error with the line of its cause, and the combination.

    `build` builds these choices, always with the course's. The cause is the axis whose choice
    brings the error; otherwise it is in the rest of the file.
    """
    axes = experiment.axes
    for count in range(1, 1 + len(axes)):
        if _problem(build, experiment, choices[:count]) == str(error):
            if count == 1:
                break
            return _of_axis(experiment, axes[count - 1], choices, error, build)
    return _of_file(experiment, choices, error, build)


def _problem(build: Build, experiment: Experiment, choices: Sequence[AxisValue]) -> str:
    try:
        build(experiment, choices)
    except WreckError as error:
        return str(error)
    return ""


def _of_axis(
    experiment: Experiment,
    axis: Axis,
    choices: Sequence[AxisValue],
    error: WreckError,
    build: Build,
) -> Malformed:
    """The value of an axis as the cause; for a variant the single thing in it, if there is one."""
    at = experiment.axes.index(axis)
    choice = choices[at]
    places = [f"{axis.place}: values", axis.place]
    if axis.name == VARIANT:
        place = f"{VARIANT} {1 + axis.choices.index(choice)}"
        places = [f"{place}: set", place]
        for path in choice.sets:
            rest = {other: value for other, value in choice.sets.items() if other != path}
            without = [*choices[:at], replace(choice, sets=rest)]
            if _problem(build, experiment, without) != str(error):
                places.insert(0, f"{place}: set: {path}")
                break
    others = [other.label for other in choices if other is not choice]
    given = choice.label if axis.name == ASK else f"{axis.name} = {choice.label}"
    where = experiment.lines.at(*places)
    return Malformed(where, f"{given} (with {', '.join(others)}): {error}")


def _of_file(
    experiment: Experiment, choices: Sequence[AxisValue], error: WreckError, build: Build
) -> Malformed:
    """The seats that the error names; or the figure whose removal helps; or else the course."""
    places = [f"seat {_group_of(experiment, int(found))}" for found in SEAT.findall(str(error))[:1]]
    for path in experiment.data:
        rest = {other: value for other, value in experiment.data.items() if other != path}
        if _problem(build, replace(experiment, data=rest), choices) != str(error):
            places.append(f"{DATA}: {path}")
    if isinstance(error, Malformed):
        places.append(COURSE)
    return Malformed(experiment.lines.at(*places, "seat 1"), str(error))


def _group_of(experiment: Experiment, driver: int) -> int:
    """The group of seats in the file to which this driver belongs; both are counted from 1."""
    seen = 0
    for number, group in enumerate(experiment.groups, 1):
        seen += group.count
        if driver <= seen:
            return number
    return len(experiment.groups)
