"""The next mission, and the games of its players (W42)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wreckoning.core.rules import table_rule
from wreckoning.rulesets.rally.race import SIDES, Mission

Roll = Callable[[str, int], int]  # what for, and how many sides

LEAST_ROUNDS = 3
BETWEEN = (
    Mission.TWO_LAP_RACE,
    Mission.ARENA_RACE,
    Mission.ELIMINATION_RACE,
    Mission.BATTLE_ROYALE,
)
FACES = SIDES // len(BETWEEN)  # of the die for each of them
MOST_IN_GAME = 3


def mission_title(mission: Mission) -> str:
    """`Two Lap Race`."""
    return mission.name.replace("_", " ").title()


@table_rule("W42")
def draw_mission(number: int, rounds: int, before: Mission | None, roll: Roll) -> Mission:
    """Draw the mission of a round, from 1: Two Lap Race first, Outrun last, else by a die."""
    if number == 1:
        return Mission.TWO_LAP_RACE
    if number == rounds:
        return Mission.OUTRUN
    drawn = (roll("mission", SIDES) - 1) // FACES
    if BETWEEN[drawn] == before:
        drawn = (drawn + 1) % len(BETWEEN)
    return BETWEEN[drawn]


@table_rule("W42")
def draw_games(players: Sequence[int], roll: Roll) -> list[tuple[int, ...]]:
    """Draw the games of a round: two or three players each, by a die for each player."""
    order = list(players)
    if len(order) > MOST_IN_GAME:
        order = _by_lot(order, roll)
    games, at = [], 0
    for size in sizes_of_games(len(order)):
        games.append(tuple(sorted(order[at : at + size])))
        at += size
    return games


def sizes_of_games(players: int) -> list[int]:
    """The sizes of games: as many threes as leave no player alone: 4 is 2 + 2, 7 is 3 + 2 + 2."""
    if players <= MOST_IN_GAME:
        return [players]
    pairs = -players % MOST_IN_GAME
    return [3] * ((players - 2 * pairs) // 3) + [2] * pairs


def _by_lot(players: Sequence[int], roll: Roll) -> list[int]:
    """Order players by die, highest first; tied players roll again among themselves."""
    if len(players) < 2:
        return list(players)
    faces = {player: roll("lot", SIDES) for player in players}
    order: list[int] = []
    for face in sorted(set(faces.values()), reverse=True):
        order += _by_lot([player for player in players if faces[player] == face], roll)
    return order
