"""The calendar of a league: when rounds open and close, and what is due. The clock is passed in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

from wreckoning.core.errors import Illegal, Malformed
from wreckoning.leagues.model import BRACKET, SEASON, League, LeagueEntry, LeagueRound, check_kind
from wreckoning.leagues.rounds import is_bracket_over, is_run, lineup_after
from wreckoning.leagues.standings import standings
from wreckoning.table.dates import LAST, as_local, check_local, seconds_of

Step = tuple[Literal["open", "finish", "close"], int]  # and the round's number, from 1


def in_words(seconds: float, time_zone: str) -> str:
    """`Fri 31 May 2030, 20:00 CEST`."""
    return as_local(seconds, time_zone).strftime("%a %d %b %Y, %H:%M %Z")


def opens_at(league: League, plan: LeagueRound) -> float | None:
    """When a round opens by itself; None if it does not."""
    return None if plan.opens is None else seconds_of(plan.opens, league.terms.time_zone)


def closes_at(league: League, plan: LeagueRound) -> float | None:
    """When a round closes, even with races missing; None if it does not."""
    return None if plan.closes is None else seconds_of(plan.closes, league.terms.time_zone)


def check_calendar(league: League) -> None:
    """Check the dates of the calendar. Raises Malformed."""
    for number, plan in enumerate(league.rounds, 1):
        check_kind(plan, f"round {number}")
        opens, closes = opens_at(league, plan), closes_at(league, plan)
        if opens is not None and closes is not None and closes <= opens:
            raise Malformed(f"round {number}", "expected it to close after it opens")
        tournament = league.terms.kind != SEASON
        if tournament and (plan.heats > 1 or plan.final or len(plan.courses) > 1):
            raise Malformed(f"round {number}", "a tournament has one race, or the best of several")
        if plan.scoring == "order" and (tournament or plan.final or plan.best_of > 1):
            problem = "its own order counts only in a season without a final and a best of several"
            raise Malformed(f"round {number}: scoring", problem)
        if len(plan.courses) > 1 and plan.best_of > 1:
            raise Malformed(f"round {number}", "expected several courses or the best of several")


def evenly(start: str, days: int, rounds: int, hours: int) -> list[tuple[str, str]]:
    """Evenly spaced dates: a round opens every `days` days, and closes `hours` hours later.

    Raises ValueError for a date that is no local time, or too far ahead.
    """
    first = datetime.fromisoformat(check_local(start))
    found = []
    for number in range(rounds):
        try:
            opens = first + timedelta(days=days * number)
            closes = opens + timedelta(hours=hours)
        except OverflowError:
            closes = datetime.max
        if closes.year > LAST:
            raise ValueError(f"round {number + 1} would close after the year {LAST}")
        found.append((opens.isoformat("T", "minutes"), closes.isoformat("T", "minutes")))
    return found


def is_over(league: League) -> bool:
    """True if all rounds are closed."""
    return bool(league.rounds) and all(plan.closed is not None for plan in league.rounds)


def steps(league: League, now: float) -> list[Step]:
    """The steps that are due now, in order."""
    found: list[Step] = []
    for number, plan in enumerate(league.rounds, 1):
        if plan.closed is not None:
            continue
        if plan.opened is None:
            opens = opens_at(league, plan)
            if opens is not None and opens <= now and may_open(league, number):
                found.append(("open", number))
            continue
        closes = closes_at(league, plan)
        if is_run(league, number):
            found.append(("close", number))
        elif closes is not None and closes <= now:
            found.append(("finish", number))
    return found


def may_open(league: League, number: int) -> bool:
    """True if a round may open: in a tournament after the one before, in a season any time."""
    return league.terms.kind == SEASON or all(
        plan.closed is not None for plan in league.rounds[: number - 1]
    )


def next_round(league: League) -> int | None:
    """The first round that has not opened, from 1."""
    for number, plan in enumerate(league.rounds, 1):
        if plan.opened is None:
            return number
    return None


def open_round(league: League, number: int, now: float, like: LeagueRound | None = None) -> None:
    """Open a round and fix its drivers. Raises Illegal.

    In a season they are those of another round (`like`) that has just opened.
    """
    if not 1 <= number <= len(league.rounds):
        raise Illegal(f"this league has {len(league.rounds)} rounds")
    plan = league.rounds[number - 1]
    if plan.opened is not None:
        raise Illegal(f"round {number} has opened already")
    if not may_open(league, number):
        raise Illegal("the round before is not over yet")
    plan.opened = now
    if league.terms.kind == SEASON and like is not None:
        plan.lineups = [[*lineup] for lineup in like.lineups]
    elif league.terms.kind == SEASON:
        divisions = range(len(league.terms.divisions))
        plan.lineups = [_by_standing(league, division) for division in divisions]
    else:
        driving = [entry.number for entry in by_seed(league)]
        plan.lineups = [lineup_after(league, number - 1, driving)]


def _by_standing(league: League, division: int) -> list[int]:
    driving = {entry.number for entry in league.driving(division)}
    if not league.races:
        return [entry.number for entry in league.driving(division)]
    return [row.entry for row in standings(league, division) if row.entry in driving]


def by_seed(league: League) -> Sequence[LeagueEntry]:
    """The drivers of a tournament, the best seed first; those without a seed last."""
    driving = [entry for entry in league.entries if entry.state == "in"]
    return sorted(driving, key=lambda entry: (entry.seed or 10**6, entry.number))


def again(plan: LeagueRound) -> LeagueRound:
    """A round of the same races that is still to be run; it has no dates yet."""
    dates = dict.fromkeys(["opens", "closes", "opened", "closed"])
    return plan.model_copy(update={**dates, "lineups": [], "present": []}, deep=True)


def close_round(league: League, number: int, now: float) -> None:
    """Close a round. A bracket that needs one more round gets it."""
    plan = league.rounds[number - 1]
    plan.closed = now
    is_last = number == len(league.rounds)
    if league.terms.kind == BRACKET and is_last and not is_bracket_over(league, number):
        league.rounds.append(again(plan))
        league.rounds[-1].title = ""
    if league.terms.kind == BRACKET and is_bracket_over(league, number):
        del league.rounds[number:]
