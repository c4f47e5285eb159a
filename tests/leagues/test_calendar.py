"""Dates, time zones, what is to be done now; signing up; seasons and champions."""

from __future__ import annotations

import pytest
from tests.leagues.scene import a_league, order, run

from wreckoning.core.errors import Illegal, Malformed
from wreckoning.leagues.calendar import (
    check_calendar,
    close_round,
    evenly,
    in_words,
    open_round,
    steps,
)
from wreckoning.leagues.entries import leave, place_in_line, sign_up
from wreckoning.leagues.model import LeagueRound
from wreckoning.leagues.season import champions, next_season
from wreckoning.leagues.standings import standings
from wreckoning.table.dates import check_local, check_zone, seconds_of

MAY = "2030-05-31T20:00"


def at(local: str, zone: str) -> float:
    """A local time, which must be one, in seconds."""
    found = seconds_of(local, zone)
    assert found is not None
    return found


def test_a_local_time_is_that_of_the_leagues_time_zone() -> None:
    summer = at(MAY, "Europe/Berlin")
    assert summer == at("2030-05-31T18:00", "UTC")
    assert at("2030-12-31T20:00", "Europe/Berlin") == at("2030-12-31T19:00", "UTC")
    assert in_words(summer, "Europe/Berlin") == "Fri 31 May 2030, 20:00 CEST"


def test_an_hour_that_a_clock_shows_twice_or_never_has_a_time() -> None:
    twice = at("2030-10-27T02:30", "Europe/Berlin")
    assert twice == at("2030-10-27T00:30", "UTC")
    never = at("2030-03-31T02:30", "Europe/Berlin")
    assert in_words(never, "Europe/Berlin") == "Sun 31 Mar 2030, 03:30 CEST"


@pytest.mark.parametrize("name", ["", "Mars/Olympus", "../etc/passwd", "Europe/Berlin\x00"])
def test_an_unknown_time_zone_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="expected a time zone"):
        check_zone(name)
    assert at(MAY, name) == at(MAY, "UTC"), "of a league from before the check"


def test_invalid_date_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a local time"):
        check_local("2030-02-30T20:00")


def test_rounds_open_at_their_time_and_close_when_all_is_run() -> None:
    league = a_league("AB", rounds=2)
    dates = evenly(MAY, 7, 2, 48)
    for plan, (opens, closes) in zip(league.rounds, dates, strict=True):
        plan.opens, plan.closes = opens, closes
    first = at(MAY, "UTC")
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
    assert sign_up(league, "E", 1.0).division == 0
    waiting = [sign_up(league, name, 2.0).number for name in "FGH"]
    assert [place_in_line(league, number) for number in waiting] == [1, 2, 3]
    came = leave(league, 1, 3.0)
    assert came is not None
    assert (came.name, came.state, came.division) == ("F", "in", 0)


@pytest.mark.parametrize("name", ["a", "A", "", "dice", "x" * 25, "a\nb"])
def test_a_name_that_is_taken_or_unfit_is_refused(name: str) -> None:
    league = a_league("AB")
    with pytest.raises(Malformed, match=r"taken|visible"):
        sign_up(league, name, 1.0)


def test_only_the_owner_signs_up_drivers_after_the_close() -> None:
    league = a_league("AB", sign_up="closed")
    with pytest.raises(Illegal, match="sign-up is closed"):
        sign_up(league, "C", 1.0)
    assert sign_up(league, "C", 1.0, by_owner=True).name == "C"


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


def test_what_a_new_season_notes_in_a_round_stands_in_no_other() -> None:
    league = a_league("ABC")
    run(league, "1-1-1-1-1", "ABC")
    league.rounds[0].opened, league.rounds[0].closed = 1.0, 2.0
    league.rounds.append(league.rounds[0].model_copy(deep=True))
    first, second = next_season(league).rounds
    first.present.append(1)
    first.lineups.append([1])
    assert (second.present, second.lineups) == ([], [])


def test_a_new_season_drops_the_oldest_tables_that_no_longer_fit() -> None:
    league = a_league("ABC")
    run(league, "1-1-1-1-1", "ABC")
    league.rounds[0].opened, league.rounds[0].closed = 1.0, 2.0
    tables = [{"season": number, "divisions": ["x" * 20_000]} for number in range(100)]
    league.before, league.season = [*tables], 101
    kept = next_season(league).before
    assert kept[:-1] == tables[-(len(kept) - 1) :]
    assert 40 < len(kept) < 60
    league.before = [{"season": number} for number in range(100)]
    assert [each["season"] for each in next_season(league).before] == [*range(1, 100), 101]


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
