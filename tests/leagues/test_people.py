"""A person stands once in a league, however they leave, come back, change their name or profile."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.run import wreck
from tests.leagues.scene import TEN, a_league
from tests.leagues.scene import run as enter
from tests.leagues.serving import COMMAND, Hours, Played, run
from tests.table.devices import Device
from tests.table.hosting import hosting
from tests.table.serving import REQUESTS

from wreckoning.core.errors import Illegal, Malformed, WreckError
from wreckoning.leagues.entries import leave, sign_up
from wreckoning.leagues.model import (
    Away,
    League,
    LeagueEntry,
    document_of,
    read_league,
    to_document,
)
from wreckoning.leagues.people import MOST_AWAY, MOST_JOINED, can_join
from wreckoning.leagues.records import head_to_head
from wreckoning.leagues.season import champions, next_season
from wreckoning.leagues.standings import standings
from wreckoning.server.leagues.commands import adopt_entries, carry_out
from wreckoning.server.leagues.running import LeagueDraft
from wreckoning.server.leagues.storage import LeagueKeeping
from wreckoning.table.table import digest

ROUNDS = 4
HOST = "host-token"
PLACES = TEN.places


def a_field(**terms: Any) -> LeagueDraft:
    """A league without drivers."""
    league = a_league("", ROUNDS, divisions=a_league("A").terms.divisions, **terms)
    return LeagueDraft(league, LeagueKeeping(host=digest(HOST)), [], 1.0)


def race(league: League, number: int) -> None:
    """Run a round with everybody who is in."""
    driving = league.driving(0)
    if len(driving) < 2:
        return
    plan = league.rounds[number - 1]
    plan.opened, plan.closed = 1.0, 2.0
    plan.lineups = [[entry.number for entry in driving]]
    enter(league, f"{number}-1-1-1-1", "".join(entry.name for entry in driving))


def table(league: League) -> dict[str, int]:
    """The points of each driver; fails if one stands there twice."""
    names = league.names()
    rows = standings(league)
    assert len({names[row.entry] for row in rows}) == len(rows)
    return {names[row.entry]: row.points for row in rows}


def do(draft: LeagueDraft, do: str, token: str, **fields: Any) -> dict[str, Any]:
    """Carry out a command as the server does, with the proof of a profile or another token."""
    wanted = COMMAND.validate_python({"do": do, "request": next(REQUESTS), "token": "", **fields})
    reply = carry_out(draft, wanted.model_copy(update={"token": token}), {})
    return dict(json.loads(reply or "{}"))


STEPS = st.lists(
    st.tuples(st.sampled_from(["join", "leave", "race"]), st.sampled_from("ABCDE")),
    max_size=25,
)


@given(STEPS)
def test_in_a_file_who_comes_back_keeps_number_and_points(steps: list[tuple[str, str]]) -> None:
    league, expected, driven = a_field().league, Counter[str](), 0
    numbers: dict[str, int] = {}
    for what, name in steps:
        entry = next((e for e in league.entries if e.name == name), None)
        if what == "join" and (entry is None or entry.state == "out"):
            now = sign_up(league, name, 5.0, by_owner=True)
            assert numbers.setdefault(name, now.number) == now.number
        elif what == "leave" and entry is not None and entry.state != "out":
            leave(league, entry.number, 4.0)
        elif what == "race" and driven < ROUNDS:
            driven += 1
            field = [e.name for e in league.driving(0)]
            race(league, driven)
            if len(field) > 1:
                expected.update(dict(zip(field, PLACES, strict=False)))
    again = read_league(to_document(league))
    for each in (league, again):
        found = table(each)
        assert {name: points for name, points in found.items() if points} == +expected
        assert len(each.entries) == len(numbers)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["join", "leave", "race", "link"]),
            st.sampled_from(["@a", "@b", "@c"]),
            st.sampled_from("ABCDEF"),
        ),
        max_size=25,
    )
)
def test_at_a_server_each_profile_stands_once(steps: list[tuple[str, str, str]]) -> None:
    draft, driven = a_field(), 0
    guests: dict[str, str] = {}  # the tokens of entries without a profile, by their person
    for what, person, name in steps:
        league = draft.league
        own = [e for e in league.entries if e.profile == person[1:]]
        try:
            if what == "join":
                do(draft, "sign_up", person, name=name)
            elif what == "link" and person not in guests:
                guests[person] = do(draft, "sign_up", "", name=name)["token"]
            elif what == "link":
                adopt_entries(draft, [guests.pop(person)], [person[1:]])
            elif what == "leave" and own:
                do(draft, "withdraw", person, entry=own[0].number)
            elif what == "race" and driven < ROUNDS:
                driven += 1
                race(league, driven)
        except WreckError:
            continue
        document_of(draft.league)  # it can be read again
    given_out = sum(sum(PLACES[: len(each.entries)]) for each in draft.league.races if each.entries)
    assert sum(row.points for row in standings(draft.league)) == given_out
    for one, other in itertools.combinations(draft.league.entries, 2):
        if one.profile and one.profile == other.profile:  # they drove both in one round
            assert not can_join(draft.league, one, other)


def test_who_leaves_again_and_again_spoils_nothing() -> None:
    """Only the latest absences are kept; a file with more of them is read."""
    league = a_field().league
    entry = sign_up(league, "Ann", 0.0)
    for second in range(3 * MOST_AWAY):
        leave(league, entry.number, float(second))
        sign_up(league, "Ann", second + 0.5, own=entry)
    assert [each.left for each in entry.away] == [*range(2 * MOST_AWAY, 3 * MOST_AWAY)]
    document_of(league)
    entry.away = [Away(left=0.0, back=1.0)] * 2000
    again = read_league(to_document(league))
    assert len(again.entry(entry.number).away) == MOST_AWAY
    document_of(league)


def test_an_entry_takes_only_so_many_others() -> None:
    league = a_field().league
    one, other = sign_up(league, "Ann", 0.0), sign_up(league, "Bob", 0.0)
    one.also = [*range(1000, 1000 + MOST_JOINED - 1)]
    assert can_join(league, one, other)
    other.also = [77]
    assert not can_join(league, one, other)


def test_a_guest_comes_back_by_their_token_and_another_may_not_take_their_name() -> None:
    draft = a_field()
    for name in "AB":
        do(draft, "sign_up", HOST, name=name, bot="rookie")
    token = do(draft, "sign_up", "", name="C")["token"]
    race(draft.league, 1)
    do(draft, "withdraw", token, entry=3)
    with pytest.raises(Malformed, match="'C' drove here and left"):
        do(draft, "sign_up", "", name="C")
    back = do(draft, "sign_up", token, name="Cid")
    assert back["entry"] == 3
    assert table(draft.league) == {"A": 10, "B": 6, "Cid": 4}
    with pytest.raises(Illegal, match="signed up already"):
        do(draft, "sign_up", back["token"], name="Dan")
    entry = draft.league.entry(3)
    assert [(each.left, each.back) for each in entry.away] == [(1.0, 1.0)]


def test_the_owner_brings_back_whom_they_name() -> None:
    draft = a_field()
    for name in "AB":
        do(draft, "sign_up", HOST, name=name, bot="rookie")
    do(draft, "sign_up", "@p", name="C")
    race(draft.league, 1)
    do(draft, "withdraw", HOST, entry=3)
    assert do(draft, "sign_up", HOST, name="c")["entry"] == 3
    assert draft.league.entry(3).profile == "p"
    draft.keeping.host_profile = "p"  # the owner drives too, leaves, and signs up another person
    do(draft, "withdraw", "@p", entry=3)
    assert do(draft, "sign_up", "@p", name="D")["entry"] == 4
    assert do(draft, "sign_up", "@p", name="c")["entry"] == 3


def test_two_entries_that_turn_out_to_be_one_profile_become_one() -> None:
    draft = a_field()
    for name in "AB":
        do(draft, "sign_up", HOST, name=name, bot="rookie")
    first = do(draft, "sign_up", "@old", name="C")
    race(draft.league, 1)
    do(draft, "withdraw", "@old", entry=3)
    do(draft, "sign_up", "@new", name="D")
    race(draft.league, 2)
    do(draft, "withdraw", "@new", entry=4)
    again = do(draft, "sign_up", "@new@old", name="D")  # the old profile has joined the new one
    assert (first["entry"], again["entry"]) == (3, 3)
    assert table(draft.league) == {"A": 20, "B": 12, "D": 8}
    assert draft.league.entry(4) is draft.league.entry(3)
    assert [meeting.other for meeting in head_to_head(draft.league, 1)] == [2, 3]


def test_an_imported_entry_that_was_left_is_taken_by_its_name() -> None:
    draft = a_field()
    for name in "AB":
        do(draft, "sign_up", HOST, name=name, bot="rookie")
    do(draft, "sign_up", HOST, name="C")
    race(draft.league, 1)
    do(draft, "withdraw", HOST, entry=3)
    done = do(draft, "sign_up", "@p", name="C")
    assert (done["entry"], draft.league.entry(3).profile) == (3, "p")
    assert table(draft.league)["C"] == 4


def split(profile: str) -> League:
    """A league as earlier versions left it: C has left, come back, and stands there twice."""
    league = a_league("ABC", ROUNDS)
    for entry in league.entries:
        entry.bot = ""
    race(league, 1)
    league.entries[2].state = "out"
    league.entries.append(LeagueEntry(number=4, name="C"))
    for entry in league.entries[2:]:
        entry.profile = profile
    league.rounds[1].opened, league.rounds[1].closed = 1.0, 2.0
    league.rounds[1].lineups = [[1, 2, 4]]
    enter(league, "2-1-1-1-1", "ABC")
    return league


@pytest.mark.parametrize("profile", ["p", ""])
def test_a_split_driver_of_an_earlier_file_is_one_again(profile: str) -> None:
    league = read_league(to_document(split(profile)))
    assert table(league) == {"A": 20, "B": 12, "C": 8}
    assert [(e.number, e.also) for e in league.entries] == [(1, []), (2, []), (3, [4])]
    assert league.rounds[1].lineups == [[1, 2, 3]]
    again = read_league(to_document(league))
    assert to_document(again) == to_document(league)


def test_two_of_one_name_who_drove_in_one_round_stay_two() -> None:
    league = split("")
    league.rounds[0].lineups = [[1, 2, 3, 4]]
    assert len(read_league(to_document(league)).entries) == 4


def test_who_drove_in_a_division_comes_back_there() -> None:
    draft = a_field()
    league = draft.league
    league.terms.divisions = a_league("A B").terms.divisions
    league.terms.divisions[0].places = league.terms.divisions[1].places = 2
    for name in "ABCD":
        sign_up(league, name, 1.0)
    plan = league.rounds[0]
    plan.lineups = [[1, 2], [3, 4]]
    leave(league, 3, 2.0)
    assert sign_up(league, "E", 3.0).division == 1
    leave(league, 1, 4.0)
    with pytest.raises(Illegal, match="C drove in D2 before, and comes back there"):
        sign_up(league, "C", 5.0, division=0, by_owner=True)
    back = sign_up(league, "C", 5.0, by_owner=True)
    assert (back.number, back.state, back.division) == (3, "waiting", 1)
    assert sign_up(league, "F", 6.0).division == 0
    leave(league, 2, 7.0)
    assert back.state == "waiting"  # the free place is in the other division
    leave(league, 4, 8.0)
    assert (back.state, back.division) == ("in", 1)


def test_who_comes_back_to_a_full_league_waits_behind_the_others() -> None:
    league = a_field().league
    league.terms.divisions[0].places = 2
    for name in "ABCD":
        sign_up(league, name, 1.0)
    leave(league, 1, 2.0)
    sign_up(league, "A", 3.0, by_owner=True)
    assert [entry.name for entry in league.waiting()] == ["D", "A"]


def test_a_champion_of_two_leagues_is_one_by_their_profile() -> None:
    sources = []
    for name, profile in (("C", "p"), ("D", "p"), ("C", "q")):
        league = a_league("AB", 1)
        league.entries[0].name, league.entries[0].profile = name, profile
        race(league, 1)
        sources.append(league)
    plan = sources[0].rounds[0].model_copy(update={"lineups": [], "opened": None, "closed": None})
    made = champions("Best", "", sources, 1, "bracket", plan)
    assert sorted((e.name, e.profile) for e in made.entries) == [("C", "p"), ("C 2", "q")]


def test_a_number_that_is_given_again_next_season_opens_no_entry(tmp_path: Path) -> None:
    async def play(league: Played, _: Hours) -> None:
        plan = {"ruleset": "rtd", "courses": ["sundae_drive"], "laps": 1}
        await league.make(title="Cup", rounds=[plan])
        for name in ("Bolt", "Gasket"):
            await league.sign_up(name, "rookie")
        await league.sign_up("Ann")
        await league.do("withdraw", league.tokens["Ann"], entry=3)
        await league.do("open", round=1)
        league.id = (await league.do("next_season"))["league"]
        assert (await league.sign_up("Spark", "rookie")) == 3
        assert "not your entry" in await league.refused("withdraw", league.tokens["Ann"], entry=3)

    run(tmp_path, play)


def test_a_guests_entry_goes_with_the_profile_made_later(tmp_path: Path) -> None:
    plan = {"ruleset": "rtd", "courses": ["sundae_drive"], "laps": 1, "seats": 4}
    with hosting(tmp_path / "table.db") as hosted:
        made = hosted.post("/api/leagues", title="Cup", rounds=[plan, plan])
        at = f"/api/leagues/{made['id']}"

        def sign(token: str, name: str, **more: Any) -> dict[str, Any]:
            body = {"do": "sign_up", "request": next(REQUESTS), "token": token, "name": name}
            found: dict[str, Any] = hosted.post(f"{at}/do", **body, **more)
            return found

        guest = sign("", "Ann")
        device = Device(hosted, "Ann")
        held = {f"league:{made['id']}": [guest["token"]], "league:none": ["x"]}
        adopted = device.post("/api/profile/adopt", tables=held)
        assert adopted["tables"] == [f"league:{made['id']}"]
        body = {"do": "withdraw", "request": next(REQUESTS), "entry": guest["entry"]}
        hosted.post(f"{at}/do", token=device.token, **body)
        assert sign(device.token, "Ann")["entry"] == guest["entry"]
        rows = hosted.get(f"{at}/entries")["rows"]
        assert [(row["entry"], row["name"], row["state"]) for row in rows] == [(1, "Ann", "in")]
        [away] = hosted.get(f"{at}/drivers/1")["away"]
        assert 0 < away["left"] <= away["back"]


def test_in_the_terminal_who_leaves_and_joins_again_is_one_driver(tmp_path: Path) -> None:
    new = ("league", "new", "cup.json", "--game", "rtd", "--rounds", "2", "--laps", "1")
    assert wreck(*new, "--bots", "2", folder=tmp_path).status == 0
    for step in (["join", "cup.json", "Ann", "--bot", "rookie"], ["advance", "cup.json"]):
        assert wreck("league", *step, folder=tmp_path).status == 0
    for step in (["leave", "cup.json", "Ann"], ["join", "cup.json", "ann", "--bot", "rookie"]):
        assert wreck("league", *step, folder=tmp_path).status == 0
    assert wreck("league", "advance", "cup.json", folder=tmp_path).status == 0
    kept = json.loads((tmp_path / "cup.json").read_text())
    assert [entry["number"] for entry in kept["entries"]] == [1, 2, 3]
    assert [len(each["entries"]) for each in kept["races"]] == [3, 3]
    shown = wreck("league", "show", "cup.json", folder=tmp_path).out
    assert shown.casefold().count("ann") == 1
    drivers = wreck("league", "show", "cup.json", "drivers", folder=tmp_path).out
    assert "back since " in next(line for line in drivers.splitlines() if "ann" in line)
    assert wreck("league", "verify", "cup.json", folder=tmp_path).status == 0


def test_a_next_season_forgets_who_was_away() -> None:
    league = a_league("AB", 1)
    league.entries[0].away = [Away(left=1.0, back=2.0)]
    race(league, 1)
    assert [entry.away for entry in next_season(league).entries] == [[], []]
