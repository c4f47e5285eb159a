"""Dates, time zones, what is to be done now; signing up; seasons and champions."""

from __future__ import annotations

import pytest
from tests.leagues.scene import a_league, order, run

from wreckoning.core.errors import Illegal, Malformed
from wreckoning.table.leagues.calendar import (
    check_calendar,
    close_round,
    evenly,
    in_words,
    open_round,
    seconds_of,
    steps,
)
from wreckoning.table.leagues.entries import (
    join,
    leave,
    place_in_line,
)
from wreckoning.table.leagues.model import LeagueRound
from wreckoning.table.leagues.season import champions, next_season
from wreckoning.table.leagues.standings import standings

MAY = "2030-05-31T20:00"


def test_a_local_time_is_that_of_the_leagues_time_zone() -> None:
    summer = seconds_of(MAY, "Europe/Berlin")
    assert summer == seconds_of("2030-05-31T18:00", "UTC")
    assert seconds_of("2030-12-31T20:00", "Europe/Berlin") == seconds_of("2030-12-31T19:00", "UTC")
    assert in_words(summer, "Europe/Berlin") == "Fri 31 May 2030, 20:00 CEST"


def test_an_hour_that_a_clock_shows_twice_or_never_has_a_time() -> None:
    twice = seconds_of("2030-10-27T02:30", "Europe/Berlin")
    assert twice == seconds_of("2030-10-27T00:30", "UTC")
    never = seconds_of("2030-03-31T02:30", "Europe/Berlin")
    assert in_words(never, "Europe/Berlin") == "Sun 31 Mar 2030, 03:30 CEST"


@pytest.mark.parametrize("name", ["", "Mars/Olympus", "../etc/passwd", "Europe/Berlin\x00"])
def test_an_unknown_time_zone_is_refused(name: str) -> None:
    with pytest.raises(Malformed, match="expected a time zone"):
        seconds_of(MAY, name)


def test_invalid_date_is_refused() -> None:
    with pytest.raises(Malformed, match="expected a date"):
        seconds_of("2030-02-30T20:00", "UTC")


def test_rounds_open_at_their_time_and_close_when_all_is_run() -> None:
    league = a_league("AB", rounds=2)
    dates = evenly(MAY, 7, 2, 48)
    for plan, (opens, closes) in zip(league.rounds, dates, strict=True):
        plan.opens, plan.closes = opens, closes
    first = seconds_of(MAY, "UTC")
    assert steps(league, first - 1) == []
    assert steps(league, first) == [("open", 1)]
    open_round(league, 1, first)
    assert steps(league, first) == []
    assert steps(league, first + 48 * 3600) == [("finish", 1)]
    run(league, "1-1-1-1-1", "AB")
    assert steps(league, first) == [("close", 1)]
    close_round(league, 1, first)


def test_impossible_calendar_is_refused() -> None:
    league = a_league("AB")
    league.rounds[0].opens, league.rounds[0].closes = MAY, MAY
    with pytest.raises(Malformed, match="expected it to close after it opens"):
        check_calendar(league)
    league = a_league("AB", kind="bracket")
    league.rounds[0].heats = 2
    with pytest.raises(Malformed, match="a tournament has one race"):
        check_calendar(league)


def test_a_full_league_puts_drivers_on_its_waiting_list_in_order() -> None:
    league = a_league("AB CD")
    for division in league.terms.divisions:
        division.places = 2
    league.entries[1].state = "out"
    assert join(league, "E", 1.0).division == 0
    waiting = [join(league, name, 2.0).number for name in "FGH"]
    assert [place_in_line(league, number) for number in waiting] == [1, 2, 3]
    came = leave(league, 1)
    assert came is not None
    assert (came.name, came.state, came.division) == ("F", "in", 0)


@pytest.mark.parametrize("name", ["a", "A", "", "dice", "x" * 25, "a\nb"])
def test_a_name_that_is_taken_or_unfit_is_refused(name: str) -> None:
    league = a_league("AB")
    with pytest.raises(Malformed, match=r"taken|printable"):
        join(league, name, 1.0)


def test_only_the_owner_signs_up_drivers_after_the_close() -> None:
    league = a_league("AB", sign_up="closed")
    with pytest.raises(Illegal, match="sign-up is closed"):
        join(league, "C", 1.0)
    assert join(league, "C", 1.0, by_owner=True).name == "C"


def test_the_best_are_promoted_and_the_last_relegated() -> None:
    league = a_league("ABC DEF")
    league.terms.divisions[0].down = league.terms.divisions[1].up = 1
    run(league, "1-1-1-1-1", "ABC")
    run(league, "1-2-1-1-1", "EDF")
    with pytest.raises(Illegal, match="not over yet"):
        next_season(league)
    league.rounds[0].opened, league.rounds[0].closed = 1.0, 2.0
    new = next_season(league)
    assert [[e.name for e in new.driving(n)] for n in (0, 1)] == [["A", "B", "E"], ["C", "D", "F"]]
    assert (new.season, new.races, new.rounds[0].opened) == (2, [], None)
    assert new.before[0]["divisions"][0]["drivers"][0] == {"place": 1, "name": "A", "points": 10}


def test_champions_are_seeded_by_place_then_by_their_share_of_points() -> None:
    close, clear = a_league("AB"), a_league("CD")
    run(close, "1-1-1-1-1", "AB")
    clear.rounds.append(clear.rounds[0].model_copy(deep=True))
    for number in (1, 2):
        run(clear, f"{number}-1-1-1-1", "CD", grid=[1, 2])
    clear.terms.points = clear.terms.points.model_copy(update={"pole": 5})
    for league in (close, clear):
        for plan in league.rounds:
            plan.opened = plan.closed = 1.0
    plan = LeagueRound(ruleset="rtd", courses=["sundae_drive"], seats=2)
    cup = champions("Cup", "", [close, clear], 2, "bracket", plan, 1)
    assert [entry.name for entry in cup.entries] == ["C", "A", "B", "D"]
    open_round(cup, 1, 1.0)
    assert order(cup, standings(cup))[:1] in "CABD"
    assert cup.rounds[0].lineups == [[1, 2, 3, 4]]
