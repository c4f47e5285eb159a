"""The points for a race. Five tables of points are included as data."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from wreckoning.core.errors import Illegal, Malformed, unknown
from wreckoning.core.ids import SeatIndex
from wreckoning.leagues.model import (
    GUEST,
    MOST_CORRECTIONS,
    WHOLE,
    League,
    LeagueRace,
    Points,
    ResultCorrection,
    Share,
)

BEST_LAP = "best_lap"  # the tally of games that count laps


@cache
def shipped() -> dict[str, Points]:
    """The included tables of points, by key."""
    folder = files("wreckoning.leagues") / "data"
    found = {}
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.name.endswith(".toml"):
            table = read_points(file.read_text("utf-8"), file.name)
            found[table.key] = table
    return found


def find_points(key: str) -> Points:
    """An included table of points. Raises Malformed."""
    if key not in shipped():
        raise Malformed("points", unknown("table of points", key, shipped()))
    return shipped()[key].model_copy(deep=True)


def read_points(text: str, where: str) -> Points:
    """Read a table of points from TOML. Raises Malformed."""
    from pydantic import ValidationError

    from wreckoning.leagues.model import first_fault

    try:
        return Points.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise Malformed(where, str(error)) from None
    except ValidationError as error:
        raise Malformed(where, first_fault(error)) from None


def places_of(race: LeagueRace, corrections: Sequence[ResultCorrection]) -> list[int]:
    """The places of a race's seats among its entries, as corrected; 0 for guests.

    Moving a driver to another place changes the order; equal places stay equal.
    """
    order = [
        (place, seat)
        for seat, (entry, place) in enumerate(zip(race.entries, race.places, strict=True))
        if entry != GUEST
    ]
    for change in corrections:
        if change.do == "place":
            order = _moved(order, race, change)
    places = [0] * len(race.entries)
    for place, seat in order:
        places[seat] = 1 + sum(other < place for other, _ in order)
    return places


def correct(league: League, change: ResultCorrection) -> None:
    """Enter a correction of a result. Raises Malformed or Illegal.

    The whole race is corrected if `change` makes it void, else one driver's result.
    """
    race = next((race for race in league.races if race.key == change.race), None)
    if race is None:
        known = [one.key for one in league.races][:60]
        raise Malformed("race", unknown("race", change.race, known))
    if change.do != "void" and (change.entry not in race.entries or not change.entry):
        name = league.names().get(change.entry, f"entry {change.entry}")
        raise Illegal(f"{name} did not drive in race {change.race}")
    if change.do == "place" and not 1 <= change.value <= len(race.entries):
        raise Malformed("place", f"expected 1 to {len(race.entries)}, found {change.value}")
    if len(league.corrections) >= MOST_CORRECTIONS:
        raise Illegal(f"expected at most {MOST_CORRECTIONS} corrections")
    league.corrections.append(change)


def _moved(
    order: list[tuple[int, int]], race: LeagueRace, change: ResultCorrection
) -> list[tuple[int, int]]:
    """The order with one driver moved to another place; later ones move down by one."""
    moved = [seat for _, seat in order if race.entries[seat] == change.entry]
    if not moved:
        return order
    others = sorted(each for each in order if each[1] != moved[0])
    ranked = [(1 + sum(o < place for o, _ in others), seat) for place, seat in others]
    wanted = min(max(change.value, 1), len(order))
    after = [(place + (place >= wanted), seat) for place, seat in ranked]
    return sorted([(wanted, moved[0]), *after])


def best_of_lap(race: LeagueRace) -> list[int]:
    """The seats with the fastest lap, if the game counts laps."""
    laps = race.tallies.get(BEST_LAP, [])
    driven = [lap for lap in laps if lap > 0]
    return [seat for seat, lap in enumerate(laps) if driven and lap == min(driven)]


def bonus(points: Points, race: LeagueRace) -> list[int]:
    """The extra points of each seat."""
    earned = [0] * len(race.entries)
    if points.pole:
        for seat, place in enumerate(race.grid):
            earned[seat] += points.pole if place == 1 else 0
    if points.fastest_lap:
        for seat in best_of_lap(race):
            earned[seat] += points.fastest_lap
    for tally, worth in points.each.items():
        for seat, count in enumerate(race.tallies.get(tally, ())):
            earned[seat] += worth * count
    for tally, worth in points.most.items():
        column = race.tallies.get(tally, [])
        most = max(column, default=0)
        for seat, count in enumerate(column):
            earned[seat] += worth if most > 0 and count == most else 0
    return earned


def for_place(points: Points, place: int) -> int:
    """The points for a place; 0 means no place."""
    return points.places[place - 1] if 1 <= place <= len(points.places) else 0


def split(race: LeagueRace, seat: SeatIndex, worth: int, share: Share) -> list[tuple[int, int]]:
    """Divide a seat's points between its drivers: (entry, points)."""
    drivers = race.shares.get(seat)
    if not drivers:
        return [(race.entries[seat], worth)]
    if share == "starter":
        return [(drivers[0][0], worth)]
    if share == "finisher":
        return [(drivers[-1][0], worth)]
    parts = [(entry, int(worth * part / WHOLE)) for entry, part in drivers]
    left = worth - sum(part for _, part in parts)  # the remainder goes to the driver at the finish
    return [*parts[:-1], (parts[-1][0], parts[-1][1] + left)]
