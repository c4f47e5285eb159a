"""House files of rounds: the races of such a round, their records, and its place in the league."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.leagues.scene import a_league
from tests.leagues.scene import run as enter
from tests.leagues.serving import Hours, Played, run

from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.logs.log_file import read_log
from wreckoning.leagues.local import recompute, unlike
from wreckoning.leagues.model import read_league, to_document
from wreckoning.leagues.records import records
from wreckoning.server.leagues import pages
from wreckoning.server.leagues.running import check_rounds
from wreckoning.table.ids import TableId

HOUSE = """
[items]
table = ["banana", "star"]
"""
SAME = """# As in autumn.
items = {table = [ "banana", "star" ]}
"""
CHANGES = {"items.table": ["banana", "star"]}
TOLD = (
    "items: table is Banana, Star (printed: Banana, Fake Item Box, Green Shell, Blooper, Bob-omb, "
    "Mushroom, Red Shell, Boo, Blue Shell, Triple Red Shell, Star, Thunderbolt)"
)
ROUND = {"ruleset": "rtd", "courses": ["sundae_drive"], "laps": 1, "seats": 4}
WRONG = "[items]\ntable = ['starr']"


async def three(league: Played, *rounds: dict[str, Any]) -> None:
    """A league of three bots."""
    await league.make(title="Cup", rounds=[*rounds])
    for name in ("Bolt", "Gasket", "Spark"):
        await league.sign_up(name, "rookie")


def test_races_of_a_round_have_the_cards_and_figures_of_its_house_file(tmp_path: Path) -> None:
    async def does(league: Played, _: Hours) -> None:
        await three(league, ROUND, {**ROUND, "house": HOUSE})
        await league.do("open", round=1)
        await league.do("open", round=2)
        found = await league.league()
        tables = [TableId(race.kept) for race in found.races]
        kept = [(await league.tables.live_tables.get(one)).table for one in tables]
        assert [table.settings.data for table in kept] == [{}, CHANGES]
        document = await league.file()
        logs = document.pop("logs")
        headers = [read_log(logs[race.kept], race.kept).header for race in found.races]
        assert [header.get("data") for header in headers] == [None, CHANGES]
        rows = pages.records_page(found, 1).rows
        fastest = [row.house for row in rows if row.what == "fastest race"]
        assert fastest == [0, 2]

        assert unlike(found.races, recompute(found, logs.__getitem__)) == []
        there = read_league(json.loads(json.dumps(document)))
        assert there.rounds[1].house == HOUSE
        other = Played(league.tables)
        await other.make(document={**document, "logs": dict(logs)})
        assert pages.records_page(await other.league(), 1).rows[0].house == 0

        there.rounds[1].house = ""
        with pytest.raises(Illegal, match="race 2-1-1-1-1: expected cards and figures as print"):
            recompute(there, logs.__getitem__)

    run(tmp_path, does)


def test_calendar_tells_the_changes_before_a_round_opens(tmp_path: Path) -> None:
    async def does(league: Played, _: Hours) -> None:
        own = {"scoring": "own", "ruleset": "kart", "courses": ["dishwater_dip"]}
        await three(league, {**ROUND, "house": HOUSE, "options": {"carry": "2"}}, own)
        seen = await league.leagues.look(league.id)
        first, second = pages.calendar_page(seen, 1).rows
        assert [rule.text for rule in first.house_rules][1:] == [TOLD]
        assert second.house_rules == []
        assert (await league.look()).scoring == ["league", "own"]

    run(tmp_path, does)


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"house": WRONG}, 'round 2: house file: items.table: row 1: .*did you mean "star"'),
        ({"house": "[items"}, "round 2: house file: line 1: not readable as TOML"),
        ({"ruleset": "rally", "courses": ["dry_dock"], "house": HOUSE}, "round 2: house file: "),
        (
            {"ruleset": "rally", "courses": [], "laps": 0, "campaign": {}, "house": HOUSE},
            "round 2: a campaign has no house file of its own",
        ),
    ],
)
def test_a_wrong_house_file_is_refused_when_the_round_is_written(
    tmp_path: Path, fields: dict[str, Any], problem: str
) -> None:
    async def does(league: Played, _: Hours) -> None:
        with pytest.raises(Malformed, match=problem):
            await league.make(rounds=[ROUND, {**ROUND, **fields}])
        await three(league, ROUND)
        await league.do("open", round=1)
        with pytest.raises(Malformed, match=problem):
            await league.do("change", rounds=[{**ROUND, **fields}])
        assert len((await league.league()).rounds) == 1

    run(tmp_path, does)


def test_records_with_a_house_file_are_apart_whatever_its_layout() -> None:
    league = a_league("ABC", rounds=4)
    for number, house in enumerate(("", HOUSE, SAME, "[karts.standard]\nmaximum = 6"), 1):
        league.rounds[number - 1].house = house
        finish = [20 - number, 30, 30]
        enter(league, f"{number}-1-1-1-1", "ABC", finish=finish)
    found = {row.house: row.value for row in records(league) if row.what == "fastest race"}
    assert found == {0: 19, 2: 17, 4: 16}


@pytest.mark.parametrize("house", [WRONG, "[items"])
def test_a_closed_round_that_the_rules_no_longer_read_can_be_looked_at(house: str) -> None:
    league = a_league("AB", rounds=2)
    for plan in league.rounds:
        plan.house, plan.opened, plan.closed = house, 1.0, 2.0
    enter(league, "2-1-1-1-1", "AB")
    again = read_league(to_document(league))
    check_rounds(again)
    assert {row.house for row in records(again)} == {1}
