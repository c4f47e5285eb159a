"""Name vehicles and their weapons.

A player's only vehicle goes by the player's name, one of a team by its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.rally.cards import WeaponCard, weapons
from wreckoning.rulesets.rally.course_words import CourseFile
from wreckoning.rulesets.rally.match import Match
from wreckoning.rulesets.rally.race import INCH, Race, Weapon
from wreckoning.rulesets.rally.teams.seating import seat_teams, vehicle_names
from wreckoning.show.words import by_code

_card_of_weapon = by_code(weapons)


def vehicle_word(match: Match, index: int) -> str:
    """A vehicle by its name."""
    return names_of(match)[index]


@dataclass(frozen=True)
class _Game:
    """The parts of a game that names depend on: teams, and the mission."""

    mission: int
    players: tuple[tuple[str, str | None], ...]
    seats: tuple[Seat, ...] = field(compare=False)
    course: CourseFile = field(compare=False)


def _game(match: Match) -> _Game:
    players = tuple((seat.name, seat.setup.get("team")) for seat in match.seats)
    return _Game(match.course.record.mission, players, tuple(match.seats), match.course)


def names_of(match: Match) -> tuple[str, ...]:
    """All vehicles by name, in the order of their numbers."""
    return _names(_game(match))


@lru_cache(maxsize=256)
def _names(game: _Game) -> tuple[str, ...]:
    given, found = iter(vehicle_names(game.course, game.seats)), []
    for seat, team in zip(game.seats, seat_teams(game.course, game.seats), strict=True):
        own = [next(given) for _ in team.vehicles]
        found += [seat.name] if len(own) == 1 else own
    return tuple(found)


def title_of(match: Match, index: int) -> str:
    """A vehicle's name in its team, without its player's."""
    return _titles(_game(match))[index]


@lru_cache(maxsize=256)
def _titles(game: _Game) -> tuple[str, ...]:
    return tuple(vehicle_names(game.course, game.seats))


def is_single(match: Match, index: int) -> bool:
    """Whether it is its player's only vehicle."""
    race: Race = match.race
    owner = race.vehicles[index].owner
    return sum(race.vehicles[n].owner == owner for n in range(race.vehicle_count)) == 1


def weapon_card(weapon: Weapon) -> WeaponCard:
    """The card of a mounted weapon."""
    return _card_of_weapon(weapon.kind)


def is_touching(weapon: Weapon) -> bool:
    """Whether it reaches no further than assault range: a ram, wheels, an arm (W10)."""
    return weapon.reach <= INCH


def weapon_word(match: Match, vehicle: int, slot: int) -> str:
    """A vehicle's weapon by its name."""
    race: Race = match.race
    return weapon_card(race.builds[vehicle].weapons[slot]).title
