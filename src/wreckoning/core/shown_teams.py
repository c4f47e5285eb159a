"""What a ruleset's `builder` gives: a team under construction, and every step to another one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ReadyMade:
    """A ready-made team."""

    key: str
    title: str
    text: str
    points: int
    vehicles: int
    code: str


@dataclass(frozen=True)
class BuiltPart:
    """A part of a vehicle; `without` is the code of the team without it."""

    title: str
    text: str
    points: int
    without: str


@dataclass(frozen=True)
class VehicleToAdd:
    """A vehicle that may be added, and the code of the team with it; `off` says why not."""

    title: str
    text: str
    points: int
    code: str
    off: str


@dataclass(frozen=True)
class PartToAdd:
    """A part that may be added, and the code of the team with it; `off` says why not."""

    kind: str
    title: str
    text: str
    points: int
    code: str
    off: str


@dataclass(frozen=True)
class BuiltVehicle:
    """A vehicle of a team. `without`, `again`: the team's codes without it, and with it twice."""

    name: str
    card: str
    points: int
    figures: list[tuple[str, int]]
    special: list[str]
    parts: list[BuiltPart]
    add: list[PartToAdd]
    without: str
    again: str


@dataclass(frozen=True)
class BuildProblem:
    """A fault of a team; `missing`: something is still missing."""

    vehicle: int
    text: str
    rule: str
    missing: bool


@dataclass(frozen=True)
class TeamSize:
    """A size of game."""

    key: str
    title: str
    words: str


@dataclass(frozen=True)
class Built:
    """A team under construction, and the parts that may be added or removed."""

    code: str
    title: str
    text: str
    size: str
    size_words: str
    points: int
    limit: int
    legal: bool
    problems: list[BuildProblem]
    file: str
    sizes: list[TeamSize]
    ready_made: list[ReadyMade]
    vehicles: list[BuiltVehicle]
    add: list[VehicleToAdd]
