"""Races bots against bots: each sits in every seat equally often, with the same dice.

A race has a number. The races of a rotation share their dice, and each has another line-up of a
Williams design (`line_ups`), so complete rotations are fair to all: each bot sits in each seat, and
right behind each other bot, equally often.
"""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from time import thread_time
from typing import Any

from wreckoning.bots.playing import Bots
from wreckoning.bots.search.bots import SearchBot
from wreckoning.bots.search.live import LiveRace
from wreckoning.bots.search.program import program
from wreckoning.bots.search.settings import searched
from wreckoning.bots.search.thinker import Thinker
from wreckoning.core.compiling.compiled import check_players, code_digest
from wreckoning.core.errors import Illegal, Malformed, unknown
from wreckoning.core.ids import by_seat
from wreckoning.core.ruleset import Ruleset, Seat, course_key, default_opponent, find_ruleset
from wreckoning.core.seats import check_options
from wreckoning.lab import races
from wreckoning.lab.line_ups import line_ups, seats_by_driver

USUAL_SEATS = 6
MOST_RACES = 1_000_000
UNCOMPILED = (Bots, LiveRace, SearchBot, Thinker)  # besides the program of the search


@dataclass(frozen=True)
class Contest:
    """A contest: the bots, the course, and their time to think. Raises Malformed or Illegal."""

    ruleset: str
    bots: tuple[str, ...]
    course: str
    seats: int
    budget: int = 1000  # milliseconds for a turn or activation
    seed: int = 1
    options: tuple[tuple[str, str], ...] = ()

    @property
    def rules(self) -> Ruleset:
        return find_ruleset(self.ruleset)

    @property
    def lineup(self) -> tuple[str, ...]:
        """The bot of each seat in the first race. Of two bots, the first has one seat."""
        if len(self.bots) == 2:
            return self.bots[0], *[self.bots[1]] * (self.seats - 1)
        return tuple(self.bots[at % len(self.bots)] for at in range(self.seats))

    @property
    def rotation(self) -> int:
        """The races of a rotation: all line-ups, with the same dice."""
        return len(line_ups(self.seats))

    def rotation_of(self, race: ArenaRace) -> int:
        """The number of a race's rotation, which selects its dice."""
        return race.number // self.rotation

    @property
    def needs_search(self) -> bool:
        """True if one of the bots thinks. Policies race by the rules alone, as in simulations."""
        return any(name in self.rules.thinking for name in self.bots)

    @property
    def key(self) -> str:
        """A key, equal for equal contests by the same rules and bots."""
        options = check_options(self.rules, dict(self.options))
        where = course_key(self.rules, course_of(self), options)
        found = searched(self.rules)
        styles = {name: asdict(style.values) for name, style in found.styles.items()}
        about = {
            **asdict(self),
            "where": where,
            "line_ups": line_ups(self.seats),
            "program": program(self.rules).folder.name,
            "uncompiled": code_digest(Path(inspect.getfile(part)) for part in UNCOMPILED),
            "searched": {**asdict(found), "styles": styles},
        }
        return hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()[:12]

    def check(self) -> None:
        """Raise Malformed or Illegal for races that are not possible, before any is run."""
        rules = self.rules
        if len(self.bots) < 2 or len(set(self.bots)) < len(self.bots):
            raise Malformed("--bots", "expected two or more different bots, with commas between")
        for name in self.bots:
            if name not in rules.bots:
                raise Malformed("--bots", unknown("bot", name, rules.bots))
        if self.seats < len(self.bots):
            raise Malformed("--seats", f"expected at least {len(self.bots)}, one for each bot")
        if len(self.bots) > 2 and self.seats % len(self.bots):
            raise Malformed("--seats", f"expected the same number for all {len(self.bots)} bots")
        check_players(rules, [name for name in self.bots if name in rules.policies])
        start_of(self, 0)


def usual_seats(rules: Ruleset, bots: Sequence[str], course: str) -> int:
    """The usual number of seats: up to six; with three or more bots, a multiple of them."""
    each = len(bots) if len(bots) > 2 else 1
    for count in reversed(range(max(2, len(bots)), USUAL_SEATS + 1)):
        if count in rules.seats and count % each == 0:
            contest = Contest(rules.key, tuple(bots), course, count)
            try:
                start_of(contest, 0)
            except Illegal:
                continue
            return count
    raise Malformed("--bots", f"{rules.title} has no table for {len(bots)} bots on {course}")


@dataclass(frozen=True)
class ArenaRace:
    """The result of a race: a place for each bot of the lineup, and how long each bot thought."""

    number: int
    places: tuple[int, ...]
    ms: dict[str, list[float]] = field(default_factory=dict)


def start_of(contest: Contest, heat: int) -> tuple[Any, list[str], list[str]]:
    """A race before its first die, the bot of each seat, and the drivers' names."""
    rules = contest.rules
    usual = default_opponent(rules)
    players = [contest.lineup[at] for at in line_ups(contest.seats)[heat]]
    policies = [player if player in rules.policies else usual for player in players]
    seats = [Seat(f"Driver {number}", policy) for number, policy in enumerate(policies, 1)]
    race = rules.start(course_of(contest), seats, check_options(rules, dict(contest.options)))
    return race, players, [seat.name for seat in seats]


@lru_cache(maxsize=8)
def course_of(contest: Contest) -> Any:
    """The course of a contest."""
    return contest.rules.load_course(contest.course)


Answers = dict[int, list[int]]  # the options that each thinking seat chose, in their order


def play(contest: Contest, number: int) -> ArenaRace:
    """Play one race. Times are those of this thread's work, so they do not depend on others'.

    Raises Illegal for a race between policies that does not end.
    """
    return play_keeping(contest, number)[0]


def play_keeping(contest: Contest, number: int) -> tuple[ArenaRace, Answers]:
    """Play one race as `play` does, and keep the answers of the bots that think."""
    dice, heat = divmod(number, contest.rotation)
    race, players, names = start_of(contest, heat)
    ms: dict[str, list[float]] = {}
    answers: Answers = {}
    if contest.needs_search:
        places, ms, answers = _play_thinking(contest, race, players, names, dice)
    else:
        start = races.start_words(race)
        lot = races.play(contest.rules, start, contest.seats, contest.seed, dice, 1)
        places = lot.places[0].tolist()
    in_order = tuple(places[seat] for seat in seats_by_driver(contest.seats, heat))
    return ArenaRace(number, in_order, ms), answers


def _play_thinking(
    contest: Contest, race: Any, players: Sequence[str], names: Sequence[str], dice: int
) -> tuple[list[int], dict[str, list[float]], Answers]:
    """Play a race in which bots think: the places, how long each bot thought, its answers."""
    rules = contest.rules
    thinking = [seat for seat, player in by_seat(players) if player in rules.thinking]
    bots = Bots(rules, dice, contest.budget / 1000, thread_time)
    for seat in thinking:
        bots.seat(players[seat], seat)
    live = LiveRace(program(rules), race, names, thinking, key=contest.seed, number=dice)
    ms: dict[str, list[float]] = {players[seat]: [] for seat in thinking}
    chosen: Answers = {seat: [] for seat in thinking}
    while live.go():
        answers: dict[int, int] = {}
        for ask in live.asks:
            began = thread_time()
            answers[ask.index] = bots.think(players[ask.by], live.outlook(ask.by, answers))
            ms[players[ask.by]].append(round(1000 * (thread_time() - began), 1))
            chosen[ask.by].append(answers[ask.index])
        live.answer(answers)
    return live.places(), ms, chosen
