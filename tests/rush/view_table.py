"""A match as the view's tests need it: from a position, with the cars that are given."""

from __future__ import annotations

from typing import Any

from tests.rush.table import course

from wreckoning.core.asks import Ask
from wreckoning.core.dice import Seeded
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat
from wreckoning.core.shown import LogLine, Option
from wreckoning.rulesets.rush import view
from wreckoning.rulesets.rush.courses import load
from wreckoning.rulesets.rush.ruleset import RULESET
from wreckoning.show.names import bot_names


def match_at(
    track: dict[str, Any] | str | None = None, driver: str = "deacon", **position: Any
) -> Match:
    """Ann (Ironclad, this driver), Bob (Battleaxe, Twitch) and Cid (Hornet, Needle), from here."""
    cards = (("ironclad", driver), ("battleaxe", "twitch"), ("hornet", "needle"))
    seats = [
        Seat(name, setup={"car": car, "driver": who})
        for name, (car, who) in zip(("Ann", "Bob", "Cid"), cards, strict=True)
    ]
    loaded = load(course() if track is None else track)
    return Match(RULESET, loaded, seats, {}, start_position=position)


def moving(
    speed: str,
    cars: dict[str, Any],
    track: dict[str, Any] | None = None,
    driver: str = "deacon",
) -> Match:
    """Ann at the wheel, with this spot and as many lane changes as she likes."""
    own = {"gear": speed, **cars["Ann"]}
    placed = {"Bob": {"square": "1.a.1"}, "Cid": {"square": "1.e.1"}, **cars, "Ann": own}
    given = {name: {"gear": "g4_8", **car} for name, car in placed.items()}
    order: dict[str, Any] = {"queue": ["Ann", "Bob", "Cid"], "slot": 0}
    return match_at(track, driver, phase="move", rounds=2, cars=given, **order)


def option(match: Match, name: str, ask: Ask | None = None) -> Option:
    """An option by its name, described."""
    ask = ask or match.asks[0]
    return view.describe_option(match, ask, ask.names.index(name))


def answer(match: Match, *answers: str | int) -> list[LogLine]:
    """Give these answers; the report of what came of them."""
    before = len(match.told)
    for each in answers:
        match.answer(each)
    return view.log_lines(match, match.events(before))


def rookies(name: str, seed: int, people: int = 0, racers: int = 6) -> Match:
    """A race of rookies, as many of them people who have not answered yet."""
    names = [each for each, _ in zip(bot_names([]), range(racers), strict=False)]
    seats = [Seat(each, "person" if at < people else "rookie", {}) for at, each in enumerate(names)]
    return Match(RULESET, load(name), seats, {}, Seeded(seed), bot_seed=seed)
