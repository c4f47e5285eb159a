"""A match as the view's tests need it: from a position, with the karts that are given."""

from __future__ import annotations

from typing import Any

from tests.kart.scene import road
from tests.kart.table import Pose

from wreckoning.core.asks import Ask
from wreckoning.core.dice import Seeded
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat
from wreckoning.core.shown import LogLine, Option, Piece, Preview, Row
from wreckoning.rulesets.kart import view
from wreckoning.rulesets.kart.courses import load
from wreckoning.rulesets.kart.race import MM
from wreckoning.rulesets.kart.ruleset import RULESET
from wreckoning.show.names import bot_names

CLASSES = ("light", "middle", "heavy")
START: dict[str, Pose] = {
    "Ann": (1200, 400, 0),
    "Bob": (600, 1600, 180),
    "Cid": (2400, 1600, 180),
}


def match_at(
    poses: dict[str, Pose] | None = None,
    karts: dict[str, dict[str, Any]] | None = None,
    track: dict[str, Any] | None = None,
    options: dict[str, str] | None = None,
    **position: Any,
) -> Match:
    """Ann (light), Bob (middle) and Cid (heavy); Ann is to choose a template unless it says so."""
    seats = [Seat(name, setup={"kart": key}) for name, key in zip(START, CLASSES, strict=True)]
    bodies = {
        name: {"x": round(x * MM), "y": round(y * MM), "heading": round(heading * 100)}
        for name, (x, y, heading) in {**START, **(poses or {})}.items()
    }
    given = {"phase": "manoeuvre", "rounds": 1, "karts": karts or {}, "bodies": bodies, **position}
    loaded = load(road() if track is None else track)
    return Match(RULESET, loaded, seats, options or {}, start_position=given)


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
    """A driver in the standings."""
    return next(each for each in view.standings(match) if each.name == name)


def answer(match: Match, *answers: str | int) -> list[LogLine]:
    """Give these answers; the report of what came of them."""
    before = len(match.told)
    for each in answers:
        match.answer(each)
    return view.log_lines(match, match.events(before))


def rookies(name: str, seed: int, people: int = 0, racers: int = 6) -> Match:
    """A race of rookies, as many of them people who have not answered yet."""
    names = [each for each, _ in zip(bot_names([]), range(racers), strict=False)]
    seats = [
        Seat(each, "person" if at < people else "rookie", {"kart": CLASSES[at % 3]})
        for at, each in enumerate(names)
    ]
    return Match(RULESET, load(name), seats, {}, Seeded(seed), bot_seed=seed)
