"""A match as the view's tests need it: from a position, with the vehicles that are given.

The yard is 54 by 36 inches, of an Arena Race: gate 1, Home, at x = 7, crossed to the left; gate 2,
Far, at x = 47, crossed to the right, from (47, 13) to (47, 23), and next for everybody. A pillar of
2 by 2 inches stands in its middle, (27, 18). Lengths are inches, headings degrees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.rally.scene import Box, Pose

from wreckoning.core.asks import Ask
from wreckoning.core.dice import Seeded
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat
from wreckoning.core.shown import LogLine, Option, Piece, Preview, Row
from wreckoning.rulesets.rally import view
from wreckoning.rulesets.rally.courses import load
from wreckoning.rulesets.rally.race import INCH
from wreckoning.rulesets.rally.ruleset import RULESET
from wreckoning.show.names import bot_names

NAMES = ("Ann", "Bob", "Cid")
AWAY: dict[str, Pose] = {"Ann": (20, 8, 0), "Bob": (12, 30, 0), "Cid": (40, 30, 0)}
YARD: dict[str, Any] = {
    "key": "test-yard",
    "title": "Test Yard",
    "blurb": "A pillar and dust.",
    "difficulty": 1,
    "mission": "arena_race",
    "width": 54,
    "depth": 36,
    "gate": [
        {"name": "Home", "x": 7, "y": 18, "heading": 180},
        {"name": "Far", "x": 47, "y": 18, "heading": 0},
    ],
    "grid": [{"gate": 1, "facing": 0, "rows": 2, "lanes": 6}],
}
PILLAR: Box = ("impassable", 27, 18, 2, 2)
PIECES = {"impassable": "Pillar", "slow": "Mud", "barrier": "Fence", "wreckage": "Bus"}


def yard(terrain: Sequence[Box] = (), tall: bool = False) -> dict[str, Any]:
    """The yard with more boxes of terrain on it, by keyword: `("wreckage", 30, 8, 2, 2)`."""
    pieces = [
        {
            "kind": kind,
            "name": f"{PIECES.get(kind, 'Tank')} {number}",
            "x": x,
            "y": y,
            "length": long,
            "width": wide,
            "tall": tall,
        }
        for number, (kind, x, y, long, wide) in enumerate((PILLAR, *terrain), 1)
    ]
    return {**YARD, "terrain": pieces}


def match_at(
    poses: Mapping[str, Pose] | None = None,
    builds: Mapping[str, str] | None = None,
    terrain: Sequence[Box] = (),
    vehicles: Mapping[str, dict[str, Any]] | None = None,
    tall: bool = False,
    **position: Any,
) -> Match:
    """Ann, Bob and Cid with a car each; Ann is about to choose how she moves, if not said else."""
    codes = {name: (builds or {}).get(name, "car") for name in NAMES}
    seats = [Seat(name, setup={"team": code}) for name, code in codes.items()]
    stand = {**AWAY, **(poses or {})}
    bodies = [
        {"x": round(x * INCH), "y": round(y * INCH), "heading": round(heading * 100)}
        for x, y, heading in (stand[name] for name in NAMES)
    ]
    states = [{"status": "driving", **(vehicles or {}).get(name, {})} for name in NAMES]
    given = {"phase": "move", "bodies": bodies, "vehicles": states, **position}
    return Match(RULESET, load(yard(terrain, tall)), seats, {}, start_position=given)


def planning(*given: str, **more: Any) -> Match:
    """Ann plans her drive, with these legs planned already."""
    match = match_at(**more)
    for answer_ in ("drive", *given):
        match.answer(answer_)
    return match


def option(match: Match, name: str, ask: Ask | None = None) -> Option:
    """An option by its name, described."""
    ask = ask or match.asks[0]
    return view.describe_option(match, ask, ask.names.index(name))


def shown(match: Match, name: str) -> Preview:
    """An option by its name, over the board."""
    ask = match.asks[0]
    return view.preview(match, ask, ask.names.index(name))


def piece(match: Match, key: str) -> Piece:
    """A piece on the board."""
    return next(each for each in view.things(match) if each.key == key)


def row(match: Match, name: str) -> Row:
    """A player in the standings."""
    return next(each for each in view.standings(match) if each.name == name)


def answer(match: Match, *answers: str | int) -> list[LogLine]:
    """Give these answers; the report of what came of them."""
    before = len(match.told)
    for each in answers:
        match.answer(each)
    return view.log_lines(match, match.events(before))


def driven(
    name: str, seed: int, people: int = 0, players: int = 3, policy: str = "random"
) -> Match:
    """A game of bots, as many of them people who have not answered yet."""
    names = [each for each, _ in zip(bot_names([]), range(players), strict=False)]
    seats = [Seat(each, "person" if at < people else policy) for at, each in enumerate(names)]
    return Match(RULESET, load(name), seats, {}, Seeded(seed), bot_seed=seed)
