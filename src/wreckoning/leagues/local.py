"""Runs a round here with bots, without a server; and counts races from their logs."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

from wreckoning.core.dice import Random
from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.ids import by_seat
from wreckoning.core.logs.log_file import read_log as read_log_file
from wreckoning.core.logs.log_file import replay, write_log
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Ruleset, Seat, default_opponent, find_ruleset
from wreckoning.core.seats import check_options
from wreckoning.core.series import Series, read_raced, rules_of
from wreckoning.leagues.calendar import close_round, next_round, open_round
from wreckoning.leagues.campaigns import (
    campaign_outcome,
    checked_campaign,
    play_campaign,
    race_of_campaign,
)
from wreckoning.leagues.model import GUEST, League, LeagueRace, LeagueRound
from wreckoning.leagues.outcome import outcome
from wreckoning.leagues.rounds import (
    Bout,
    Drivers,
    OtherDrivers,
    course_of,
    drivers_of,
    file_of,
    game_of,
    next_bouts,
    read_key,
    round_of,
)
from wreckoning.show.names import bot_names
from wreckoning.table.campaigns.playing import check_terms, kind_of


@dataclass(frozen=True)
class BoutLineup:
    """A race before its start: its drivers (including guests), and its course."""

    ruleset: Ruleset
    course: Any
    drivers: Drivers
    series: Series | None


def lineup_of(league: League, bout: Bout) -> BoutLineup:
    """The lineup of a race. Raises a WreckError."""
    plan = league.rounds[bout.round - 1]
    ruleset = game_of(plan)
    course = load_course(ruleset, plan, course_of(plan, bout))
    return BoutLineup(
        ruleset, course, drivers_of(league, bout), _series(league, plan, bout, ruleset)
    )


def load_course(ruleset: Ruleset, plan: LeagueRound, name: str) -> Any:
    """A course of a round, with the round's own number of laps."""
    course = ruleset.load_course(name)
    if not plan.laps or "laps" not in course.document:
        return course
    return ruleset.load_course({**course.document, "laps": plan.laps})


@contextmanager
def in_round(number: int) -> Iterator[None]:
    """Name the round in a Malformed."""
    try:
        yield
    except Malformed as error:
        raise Malformed(f"round {number}: {error.where}", error.problem) from None


def check_round(plan: LeagueRound) -> None:
    """Check that this round can be run. Raises a WreckError."""
    if plan.campaign is not None:
        check_terms(kind_of(plan.ruleset), plan.campaign)
    ruleset = game_of(plan)
    check_options(ruleset, plan.options)
    for name in plan.courses:
        load_course(ruleset, plan, name)


def check_scoring(plan: LeagueRound) -> None:
    """Raise Malformed if the game's own points count, and it has none."""
    ruleset = find_ruleset(plan.ruleset)
    if plan.scoring == "own" and plan.campaign is None and not has_points(ruleset):
        problem = f"a race of {ruleset.title} has no points of its own: expected league or order"
        raise Malformed("scoring", problem)


def has_points(ruleset: Ruleset) -> bool:
    """True if a race of this game ends with points of its own."""
    seats = [
        Seat(name, default_opponent(ruleset)) for name in islice(bot_names([]), ruleset.seats[0])
    ]
    course = ruleset.load_course(ruleset.course_names()[0])
    race = ruleset.start(course, seats, check_options(ruleset, {}))
    return all("points" in each for each in ruleset.result(race, seats)["places"])


def _series(league: League, plan: LeagueRound, bout: Bout, ruleset: Ruleset) -> Series | None:
    """The game's own series for races in a row, if the game has one."""
    if len(plan.courses) < 2 or ruleset.series is None:
        return None
    courses = [load_course(ruleset, plan, name).document for name in plan.courses]
    start = bout.key.rsplit("-", 1)[0] + "-"
    past = [race for race in league.races_of(bout.round) if race.key.startswith(start)]
    past.sort(key=lambda race: int(race.key.rsplit("-", 1)[1]))
    return Series(tuple(courses), tuple(read_raced("raced", race.raced) for race in past))


def seats_with_setup(lineup: BoutLineup) -> list[dict[str, str]]:
    """The setup with which each seat begins: in a series with what was bought before."""
    if lineup.series is None or not lineup.series.past:
        return [{} for _ in lineup.drivers.entries]
    past, rules = lineup.series.past, rules_of(lineup.ruleset)
    last = past[-1].drivers
    return [
        rules.setup_after(past, at, Seat(name, bot or "person", dict(last[at].setup)))
        for at, (name, bot) in by_seat(zip(lineup.drivers.names, lineup.drivers.bots, strict=True))
    ]


def play_bout(
    league: League, bout: Bout, log_name: str, bots_for_all: bool
) -> tuple[LeagueRace, str]:
    """Play a race of bots to its end: the race, and its log. Raises Illegal if people drive."""
    lineup = lineup_of(league, bout)
    drivers, usual = lineup.drivers, default_opponent(lineup.ruleset)
    if not bots_for_all:
        drivers.check_bots(bout)
    setups = seats_with_setup(lineup)
    match = Match(
        lineup.ruleset,
        lineup.course,
        [
            Seat(name, bot or usual, setup)
            for name, bot, setup in zip(drivers.names, drivers.bots, setups, strict=True)
        ],
        league.rounds[bout.round - 1].options,
        dice=Random(secrets.randbelow),
        bot_seed=secrets.randbelow(2**62),
        series=lineup.series,
    )
    return outcome(match, bout.key, log_name, drivers.entries), write_log(match)


def race_of_log(league: League, bout: Bout, text: str, log_name: str) -> LeagueRace:
    """Read a race that was played elsewhere from its log, or a campaign from its file.

    Raises a WreckError.
    """
    plan = league.rounds[bout.round - 1]
    if plan.campaign is not None:
        return race_of_campaign(league, bout, text, log_name)
    log = read_log_file(text, log_name)
    ruleset = find_ruleset(str(log.header["ruleset"]))
    if ruleset.key != plan.ruleset:
        raise Illegal(
            f"{log_name} is a race of {ruleset.key}, round {bout.round} is {plan.ruleset}"
        )
    match = replay(log, ruleset, log_name)
    if not match.is_over:
        raise Illegal(f"the race in {log_name} is not over")
    by_name = {league.entry(number).name: number for number in bout.entries}
    missing = sorted(set(by_name) - set(match.names))
    if missing:
        raise OtherDrivers(f"nobody called {missing[0]} drives in {log_name}")
    if log.header.get("position") is not None:
        raise Illegal(f"the race in {log_name} starts from a position of its own")
    _check_terms(plan, bout, match, log_name)
    entries = [by_name.get(name, GUEST) for name in match.names]
    return outcome(match, bout.key, log_name, entries)


def recompute(league: League, read: Callable[[str], str]) -> list[LeagueRace]:
    """Compute all races again from their logs: `read` returns the log of a race."""
    found: list[LeagueRace] = []
    for race in league.races:
        plan, text = round_of(league, race), read(race.kept)
        if plan.campaign is not None:
            campaign = checked_campaign(plan, text, race.kept)
            kept = race.key, race.kept, race.entries
            found.append(campaign_outcome(plan.ruleset, campaign, *kept))
        else:
            match = _replayed(text, race.kept)
            _check_terms(plan, read_key(race.key), match, race.kept)
            found.append(outcome(match, race.key, race.kept, race.entries, race.shares))
        found[-1].luck = race.luck  # of a review, not of the log
    return found


def _check_terms(plan: LeagueRound, bout: Bout, match: Match, name: str) -> None:
    """Raise Illegal if a race has other cards and figures, course or house rules than its round.

    How many laps it has, and whether it has a referee, is for its players to say.
    """
    if match.ruleset.changes != game_of(plan).changes:
        of = "the round's house file" if plan.house else "printed: the round has no house file"
        raise Illegal(f"race {bout.key}: expected cards and figures as {of}, {name} has others")
    due = match.ruleset.load_course(course_of(plan, bout))
    if {**due.document, "laps": 0} != {**match.course.document, "laps": 0}:
        found = match.course.title
        found = f"another course called {found}" if found == due.title else found
        raise Illegal(f"race {bout.key}: expected a race on {due.title}, {name} is on {found}")
    agreed = check_options(match.ruleset, plan.options)
    for option, value in match.options.items():
        if option != "referee" and agreed[option] != value:
            expected = f"{option}={agreed[option]}"
            raise Illegal(f"race {bout.key}: expected {expected}, {name} has {option}={value}")


def _replayed(text: str, name: str) -> Match:
    log = read_log_file(text, name)
    return replay(log, find_ruleset(str(log.header["ruleset"])), name)


def unlike(races: Iterable[LeagueRace], others: Iterable[LeagueRace]) -> list[str]:
    """The keys of races that differ."""
    found = {race.key: race for race in others}
    return [race.key for race in races if race != found.get(race.key)]


def run_round(
    league: League, now: float, keep: Callable[[str, str], None], bots_for_all: bool
) -> int:
    """Run the open round, or the next one, as far as bots can. Returns its number.

    `keep` stores each race's log, or campaign's file, under its name. Raises Illegal if all rounds
    are closed, or at the first race that waits for people; the races before it are run.
    """
    number = next((n for n, p in enumerate(league.rounds, 1) if p.opened and not p.closed), None)
    if number is None:
        number = next_round(league)
        if number is None:
            raise Illegal("all rounds of this league are over")
        with in_round(number):
            check_round(league.rounds[number - 1])
        open_round(league, number, now)
    plan = league.rounds[number - 1]
    while bouts := next_bouts(league, number):
        for bout in bouts:
            name = file_of(plan, bout)
            if plan.campaign is None:
                race, log = play_bout(league, bout, name, bots_for_all)
            else:
                race, log = play_campaign(league, bout, name, bots_for_all, keep)
            keep(race.kept, log)
            league.races.append(race)
    close_round(league, number, now)
    return number
