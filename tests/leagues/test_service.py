"""Leagues on a server: sign-ups, rounds that run by themselves, substitutes, corrections."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert
from tests.leagues.serving import BEGUN, COMMAND, Hours, Played, other_process, run
from tests.table.serving import REQUESTS

from wreckoning.core.errors import Illegal
from wreckoning.core.ruleset import find_ruleset
from wreckoning.leagues.local import recompute, unlike
from wreckoning.leagues.model import read_league
from wreckoning.leagues.standings import standings
from wreckoning.server.leagues.loading import load_league
from wreckoning.server.leagues.luck import keep_luck, luck_in
from wreckoning.server.leagues.storage import LeagueChange, awaited, change
from wreckoning.server.store import schema
from wreckoning.server.workers.review_worker import pack
from wreckoning.table.deadlines import SeatHoliday
from wreckoning.table.ids import TableId
from wreckoning.table.models import Abandon, Leave
from wreckoning.table.profile_messages import ProfileSettings

ROUND = {"ruleset": "rtd", "courses": ["sundae_drive"], "laps": 1, "seats": 4}
KART_COURSES = find_ruleset("kart").course_names()[:2]
TERMS = {"points": {"places": [10, 6, 4, 2]}, "divisions": [{"title": "One", "places": 4}]}


def terms(**more: Any) -> dict[str, Any]:
    return {**TERMS, **more}


async def four(league: Played, *people: str, **more: Any) -> None:
    """A league of four drivers: these people, and bots."""
    await league.make(title="Cup", **{"terms": terms(), "rounds": [ROUND, ROUND]} | more)
    for name in people:
        await league.sign_up(name)
    for number in range(4 - len(people)):
        await league.sign_up(f"Bot {number}", "rookie")


def test_a_round_of_bots_runs_by_itself_at_its_date(tmp_path: Path) -> None:
    async def does(league: Played, hours: Hours) -> None:
        dated = [{**ROUND, "opens": "2030-03-17T19:00"}, {**ROUND, "opens": "2030-03-18T19:00"}]
        await four(league, terms=terms(time_zone="Europe/Berlin"), rounds=dated)
        assert await league.leagues.due() == []
        hours.now = BEGUN + 13 * 60  # 18:59:40 in Berlin
        await league.clock.look()
        assert league.stored_tables() == {}
        hours.now += 21
        await league.clock.look()
        assert list(league.stored_tables().values()) == ["over"]
        seen = await league.look()
        assert (seen.races, seen.state, seen.next_round) == (1, "running", 2)
        points = [row.points for row in standings(await league.league(), 0)]
        assert points == [10, 6, 4, 2]
        assert await league.leagues.due() == []

    run(tmp_path, does)


def test_results_follow_from_the_logs(tmp_path: Path) -> None:
    async def does(league: Played, _: Hours) -> None:
        await four(league)
        await league.do("advance")
        await league.do("advance")
        found = await league.league()
        document = await league.file()
        again = recompute(found, document["logs"].__getitem__)
        assert len(again) == 2
        assert unlike(found.races, again) == []
        assert (await league.look()).state == "over"

    run(tmp_path, does)


def test_people_are_invited_to_their_race_once(tmp_path: Path) -> None:
    async def does(league: Played, _: Hours) -> None:
        await four(league, "Ann")
        await league.do("open", round=1)
        await league.clock.look()
        await league.leagues.bring_on(league.id)
        [invited] = (await league.look("Ann")).you.invitations
        assert list(league.stored_tables()) == [invited.table]
        assert (invited.round, invited.state) == (1, "running")
        [own] = invited.seats
        assert await league.answer(invited.table, own.seat, own.token)
        assert (await league.look()).you.invitations == []
        await league.hand_over("Ann")
        await league.clock.look()
        assert (await league.look("Ann")).you.invitations == []
        assert (await league.look()).races == 1

    run(tmp_path, does)


def test_sign_ups_beyond_the_places_wait_in_line(tmp_path: Path) -> None:
    async def does(league: Played, _: Hours) -> None:
        await four(league, "Ann")
        bob, cem = await league.sign_up("Bob"), await league.sign_up("Cem")
        [card] = (await league.look("Cem")).you.entries
        assert (card.state, card.line) == ("waiting", 2)
        await league.do("withdraw", league.tokens["Ann"], entry=league.numbers["Ann"])
        states = {entry.number: entry.state for entry in (await league.league()).entries}
        assert (states[bob], states[cem]) == ("in", "waiting")
        assert (await league.look("Cem")).you.entries[0].line == 1

    run(tmp_path, does)


def test_a_driver_who_does_not_show_up_is_replaced(tmp_path: Path) -> None:
    async def does(league: Played, hours: Hours) -> None:
        await four(league, "Ann", "Bob", terms=terms(check_in=10))
        await league.sign_up("Cem")
        await league.sign_up("Dan")
        await league.do("open", round=1)
        for name in ("Ann", "Dan"):
            given: dict[str, Any] = {"entry": league.numbers[name], "round": 1}
            await league.do("check_in", league.tokens[name], **given)
        await league.clock.look()
        assert list(league.stored_tables().values()) == ["open"]
        hours.now += 600
        await league.clock.look()
        assert list(league.stored_tables().values()) == ["running"]
        assert (await league.look("Bob")).you.invitations == []
        [own] = (await league.look("Dan")).you.invitations[0].seats
        [change] = (await league.look()).substitutions
        assert (change.leaves, change.comes) == ("Bob", "Dan")
        [table] = league.stored_tables()
        live = await league.tables.live_tables.get(table)
        assert live.table.settings.seats[own.seat].name == "Dan"
        assert live.table.seats_of([own.token]) == [own.seat]

    run(tmp_path, does)


def test_a_driver_who_left_the_table_sits_in_their_seat_at_the_start(tmp_path: Path) -> None:
    async def does(league: Played, hours: Hours) -> None:
        await four(league, "Ann", "Bob", terms=terms(check_in=10, substitutes="none"))
        await league.do("open", round=1)
        [race] = (await league.look("Ann")).you.invitations
        [own] = race.seats
        await league.tables.do(
            race.table, Leave.model_validate({"request": next(REQUESTS), **vars(own)})
        )
        hours.now += 600
        await league.clock.look()
        live = await league.tables.live_tables.get(race.table)
        assert (live.table.state, live.table.settings.seats[own.seat].name) == ("running", "Ann")
        assert live.table.seats_of([own.token]) == [own.seat]

    run(tmp_path, does)


def test_a_race_that_cannot_start_does_not_stop_the_others(tmp_path: Path) -> None:
    async def does(league: Played, hours: Hours) -> None:
        two = [{"title": "A", "places": 2}, {"title": "B", "places": 2}]
        await four(league, "Ann", "Bob", "Cem", terms=terms(check_in=10, divisions=two))
        await league.do("open", round=1)
        first, _ = awaited(league.tables.store.engine, league.id)
        broken = first.seats.model_copy(update={"host": "lost"})
        reseated = LeagueChange(reseated={first.key: broken})
        row = await league.leagues._load(league.id)
        changed = {"id": league.id, "version": row.version + 1}
        assert change(league.tables.store.engine, changed, reseated)
        hours.now += 600
        await league.clock.look()
        assert sorted(league.stored_tables().values()) == ["open", "running"]
        await league.do("change", title="Still at work")
        assert (await league.look()).title == "Still at work"

    run(tmp_path, does)


def test_a_seat_changes_hands_during_a_race(tmp_path: Path) -> None:
    async def does(league: Played, _hours: Hours) -> None:
        during = terms(substitutes="during", share="split")
        await four(league, "Ann", terms=during)
        await league.sign_up("Bob")
        await league.do("open", round=1)
        [race] = (await league.look("Ann")).you.invitations
        [own] = race.seats
        for _ in range(4):
            assert await league.answer(race.table, own.seat, own.token)
        await league.do("replace", round=1, leaves=league.numbers["Ann"])
        assert (await league.look("Ann")).you.invitations == []
        live = await league.tables.live_tables.get(race.table)
        assert live.table.seats_of([own.token]) == []
        assert live.table.settings.seats[own.seat].name == "Ann"
        await league.hand_over("Bob")
        await league.clock.look()
        [result] = (await league.league()).races
        [(seat, drivers)] = result.shares.items()
        numbers = [entry for entry, _ in drivers]
        assert (seat, numbers) == (own.seat, [league.numbers["Ann"], league.numbers["Bob"]])
        assert sum(share for _, share in drivers) == 1000
        assert result.entries[seat] == league.numbers["Bob"]

    run(tmp_path, does)


def test_a_correction_keeps_its_reason(tmp_path: Path) -> None:
    async def does(league: Played, _: Hours) -> None:
        await four(league)
        await league.do("open", round=1)
        before = standings(await league.league(), 0)
        last = before[-1].entry
        given: dict[str, Any] = {"race": "1-1-1-1-1", "entry": last}
        given |= {"change": "place", "value": 1}
        await league.do("correct", **given, reason="A lap was not counted")
        assert standings(await league.league(), 0)[0].entry == last
        [shown] = (await league.look()).corrections
        assert shown.reason == "A lap was not counted"
        assert shown.words.endswith("gets place 1")
        [kept] = (await league.league()).races
        assert kept.places[kept.entries.index(last)] == 4

    run(tmp_path, does)


def test_a_round_closes_at_its_date_with_races_missing(tmp_path: Path) -> None:
    async def does(league: Played, hours: Hours) -> None:
        dated = {**ROUND, "opens": "2030-03-17T18:00", "closes": "2030-03-17T20:00"}
        await four(league, "Ann", rounds=[dated])
        hours.now += 3600
        await league.clock.look()
        assert (await league.look()).open_rounds == [1]
        hours.now += 7200
        await league.clock.look()
        seen = await league.look("Ann")
        assert (seen.state, seen.races, seen.you.invitations) == ("over", 0, [])
        await league.clock.look()
        assert await league.leagues.due() == []

    run(tmp_path, does)


def test_a_race_that_was_given_up_is_run_at_another_table(tmp_path: Path) -> None:
    async def does(league: Played, _: Hours) -> None:
        await four(league, "Ann")
        await league.do("open", round=1)
        [first] = league.stored_tables()
        [race] = awaited(league.tables.store.engine, league.id)
        give_up = Abandon(request="give-it-up-now", token=race.seats.host)
        await league.tables.do(race.table, give_up)
        await league.clock.look()
        states = league.stored_tables()
        assert states.pop(first) == "abandoned"
        assert list(states.values()) == ["running"]
        [invited] = (await league.look("Ann")).you.invitations
        assert invited.table in states

    run(tmp_path, does)


def test_a_league_goes_to_another_server_in_a_file(tmp_path: Path) -> None:
    async def does(league: Played, _: Hours) -> None:
        await four(league, "Ann")
        await league.do("open", round=1)
        await league.hand_over("Ann")
        await league.clock.look()
        race = (await league.league()).races[0]
        with league.tables.store.engine.begin() as connection:
            some = [{"luck": {"value": 0.25, "band": 0.02}} for _ in race.entries]
            keep_luck(connection, TableId(race.kept), pack({"drivers": some}))
        lucks = await league.leagues.luck(league.id)
        document = await league.file()
        assert (
            luck_in(
                read_league({key: document[key] for key in document if key != "logs"}).races, ()
            )
            == lucks
            != {}
        )
        before = standings(await league.league(), 0)
        other = Played(league.tables)
        await other.make(document=document)
        assert standings(await other.league(), 0) == before
        assert await other.leagues.luck(other.id) == lucks
        assert await other.leagues.log(other.id, "1-1-1-1-1")
        number = await other.sign_up("ann")
        assert number == league.numbers["Ann"]
        assert [card.name for card in (await other.look("ann")).you.entries] == ["Ann"]
        assert "taken" in await other.refused("sign_up", "", name="Ann")

    run(tmp_path, does)


def test_the_next_season_promotes_the_best(tmp_path: Path) -> None:
    async def does(league: Played, _: Hours) -> None:
        two = [{"title": "A", "places": 2, "down": 1}, {"title": "B", "places": 2, "up": 1}]
        await four(league, rounds=[ROUND], terms=terms(divisions=two))
        assert "not over" in await league.refused("next_season")
        await league.do("advance")
        found = await league.league()
        best = standings(found, 1)[0].entry
        done = await league.do("next_season")
        assert "begun already" in await league.refused("next_season")
        after = load_league(league.tables.store.engine, done["league"])[1]
        assert (after.season, after.entry(best).division) == (2, 0)
        assert after.races == []

    run(tmp_path, does)


def test_only_the_owner_runs_a_league(tmp_path: Path) -> None:
    async def does(league: Played, _: Hours) -> None:
        await four(league, "Ann")
        ann = league.tokens["Ann"]
        tried: list[tuple[str, dict[str, Any]]] = [
            ("open", {"round": 1}),
            ("advance", {}),
            ("change", {"title": "Mine"}),
            ("next_season", {}),
            ("sign_up", {"name": "X", "bot": "rookie"}),
        ]
        for do, fields in tried:
            assert "only the owner" in await league.refused(do, ann, **fields)
        assert "not your entry" in await league.refused("withdraw", "", entry=1)
        assert "not open" in await league.refused("close", round=1)
        assert "this league has 2" in await league.refused("open", round=3)
        empty = Played(league.tables)
        await empty.make(rounds=[ROUND])
        assert "nobody drives" in await empty.refused("advance")
        assert "expected one of" in await league.refused("sign_up", name="Y", bot="nobody")

    run(tmp_path, does)


def test_a_repeated_request_is_done_once(tmp_path: Path) -> None:
    async def does(league: Played, _: Hours) -> None:
        await four(league)
        given = {"request": "the-same-request", "token": ""}
        command = COMMAND.validate_python({"do": "sign_up", "name": "Eve", **given})
        first = await league.leagues.do(league.id, command)
        assert await league.leagues.do(league.id, command) == first
        names = [entry.name for entry in (await league.league()).entries]
        assert names.count("Eve") == 1

    run(tmp_path, does)


@pytest.mark.slow
def test_a_grand_prix_runs_within_a_round(tmp_path: Path) -> None:
    async def does(league: Played, _: Hours) -> None:
        cup = {"ruleset": "kart", "courses": KART_COURSES, "scoring": "own", "seats": 3}
        await four(league, rounds=[cup], terms=terms(divisions=[{"title": "One", "places": 3}]))
        await league.do("advance")
        races = (await league.league()).races
        assert [race.key for race in races] == ["1-1-1-1-1", "1-1-1-1-2"]
        for entry in (1, 2, 3):
            own = [race.own[race.entries.index(entry)] for race in races]
            row = next(r for r in standings(await league.league(), 0) if r.entry == entry)
            assert row.points == sum(own)

    run(tmp_path, does, within=60)


def test_heats_lead_to_a_final(tmp_path: Path) -> None:
    async def does(league: Played, _: Hours) -> None:
        await four(league, rounds=[{**ROUND, "heats": 2, "final": 2}])
        await league.do("open", round=1)
        found = await league.league()
        assert [race.key for race in found.races] == ["1-1-1-1-1", "1-1-2-1-1", "1-1-f-1-1"]
        assert len([entry for entry in found.races[-1].entries if entry]) == 2
        assert found.rounds[0].closed is not None

    run(tmp_path, does)


def test_a_bracket_gets_rounds_until_one_race_is_left(tmp_path: Path) -> None:
    async def does(league: Played, _: Hours) -> None:
        await four(league, rounds=[{**ROUND, "seats": 2}], terms=terms(kind="bracket"))
        await league.do("advance")
        assert (await league.look()).rounds == 2
        await league.do("advance")
        found = await league.league()
        assert [len(found.races_of(number)) for number in (1, 2)] == [2, 1]
        assert (await league.look()).state == "over"

    run(tmp_path, does)


def test_champions_of_two_leagues_meet(tmp_path: Path) -> None:
    async def does(league: Played, _: Hours) -> None:
        of: list[Played] = []
        for number in range(2):
            one = Played(league.tables)
            await one.make(title=f"Cup {number}", terms=terms(), rounds=[ROUND])
            for at in range(4):
                await one.sign_up(f"Driver {number}{at}", "rookie")
            wanted: dict[str, Any] = {"leagues": [one.id], "each": 2, "kind": "bracket", "go_on": 2}
            with pytest.raises(Illegal, match="is not over yet"):
                await league.make(title="Champions", champions=wanted, rounds=[ROUND])
            await one.do("advance")
            of.append(one)
        wanted["leagues"] = [one.id for one in of]
        await league.make(title="Champions", champions=wanted, rounds=[ROUND])
        best = [standings(await one.league(), 0)[0].entry for one in of]
        found = await league.league()
        winners = {(await one.league()).names()[n] for one, n in zip(of, best, strict=True)}
        assert winners == {entry.name for entry in found.entries if entry.seed <= 2}
        await league.do("advance")
        assert (await league.look()).state == "over"

    run(tmp_path, does)


def test_a_process_that_was_too_late_makes_no_second_table(tmp_path: Path) -> None:
    async def does(league: Played, hours: Hours) -> None:
        await four(league, "Ann", rounds=[{**ROUND, "opens": "2030-03-17T18:00"}])
        hours.now += 3600
        done: list[str] = []
        hours.meanwhile = other_process(tmp_path, league, hours, done)
        await league.clock.look()
        assert done == [league.id]
        assert list(league.stored_tables().values()) == ["running"]
        [invited] = (await league.look("Ann")).you.invitations
        assert [invited.table] == list(league.stored_tables())

    run(tmp_path, does)


def test_table_of_a_race_leads_back_to_its_league(tmp_path: Path) -> None:
    async def does(league: Played, _: Hours) -> None:
        await four(league, "Ann")
        await league.do("open", round=1)
        (table,) = league.stored_tables()
        live = await league.tables.live_tables.get(table)
        assert live.table_message().league == league.id

    run(tmp_path, does)


def test_owner_changes_the_rounds_that_have_not_opened(tmp_path: Path) -> None:
    async def does(league: Played, _: Hours) -> None:
        await four(league, "Ann", rounds=[ROUND, ROUND, ROUND])
        await league.do("open", round=1)
        kart = {"ruleset": "kart", "courses": [KART_COURSES[0]], "seats": 4, "title": "Final"}
        await league.do("change", rounds=[{**kart, "opens": "2031-03-17T19:00"}])
        rounds = (await league.league()).rounds
        assert [(plan.ruleset, plan.title) for plan in rounds] == [("rtd", ""), ("kart", "Final")]
        problem = await league.refused("change", rounds=[{**kart, "opens": "2029-01-01T19:00"}])
        assert "a date that is still to come" in problem

    run(tmp_path, does)


def test_a_race_by_post_of_a_league_follows_its_drivers_rhythms(tmp_path: Path) -> None:
    """As at any table: no deadline on Ann's holiday, which the round's pace lets it wait for."""
    holiday = {"first": "2030-03-17", "last": "2030-03-20"}
    kept = ProfileSettings.model_validate({"rhythm": {"holidays": [holiday]}})
    row = {"id": "ann", "name": "Ann", "colour": "", "settings": kept.model_dump_json()}

    async def does(league: Played, _: Hours) -> None:
        with league.tables.store.engine.begin() as connection:
            connection.execute(insert(schema.profiles), {**row, "created": 0.0, "seen": 0.0})
        pace = {"kind": "days", "days": 1, "holiday_days": 9}
        rounds = [{**ROUND, "pace": pace}]
        await league.make(title="Cup", terms=terms(check_in=0), rounds=rounds)
        wanted = {"do": "sign_up", "request": next(REQUESTS), "token": "", "name": "Ann"}
        proved = COMMAND.validate_python(wanted).model_copy(update={"token": "@ann"})
        await league.leagues.do(league.id, proved)
        await league.sign_up("Bot", "rookie")
        await league.do("advance")
        (table,) = league.stored_tables()
        game = (await league.tables.live_tables.get(table)).table
        assert game.deadlines.holidays == [SeatHoliday("Ann", **holiday)]
        after = datetime.fromisoformat("2030-03-21T17:46:40+00:00").timestamp()
        assert game.deadline is not None
        assert game.deadline >= after - 24 * 3600

    run(tmp_path, does)
