"""A race that all players handed over to bots waits for one of them."""

from __future__ import annotations

import pytest
from tests.table.sitting import HOST, Sitting, one, pair, refused

from wreckoning.core.errors import Illegal
from wreckoning.server.live.saving import set_deadline
from wreckoning.table.racing import RacingTable, expire

NOW = 1_000_000.0


def handed(table: Sitting, *seats: int) -> Sitting:
    """These seats go to bots; the clock is set as a server sets it."""
    for seat in seats:
        table.do("hand_over", table.tokens[seat], seat=seat, player="rookie")
        set_deadline(table.game, NOW)
    return table


@pytest.mark.parametrize(
    ("pace", "seconds"),
    [
        ({"kind": "live", "seconds": 90}, 360),
        ({"kind": "live", "seconds": 5}, 60),
        ({"kind": "relaxed"}, 900),
        ({"kind": "days", "days": 2}, 2 * 24 * 3600),
    ],
)
def test_the_pace_sets_how_long_it_waits(pace: dict[str, object], seconds: int) -> None:
    table = one(dice="fair", pace=pace)
    set_deadline(table.game, NOW - 20)
    entries = list(table.entries)
    handed(table, 0)
    game = table.game
    assert (game.state, game.is_held, table.entries) == ("running", True, entries)
    assert game.deadline == NOW + seconds


def test_it_goes_on_as_soon_as_a_player_drives() -> None:
    table = handed(one(dice="fair", pace={"kind": "live", "seconds": 90}), 0)
    table.do("take_back", table.tokens[0], seat=0)
    set_deadline(table.game, NOW + 50)
    assert not table.game.is_held
    assert table.asked == [("Ann", "rocket_start")]
    assert table.game.deadline == NOW + 140
    handed(table, 0)
    assert table.game.is_held, "each time it waits again"


def test_when_the_time_is_up_the_bots_race_on() -> None:
    table = handed(one(dice="fair"), 0)
    change = expire(table.game, NOW)
    assert table.game.state == "over"
    assert change.settings, "another process has to know"
    assert change.entries


def test_a_player_may_let_them_race_on_at_once() -> None:
    table = one(dice="fair")
    refused(table, Illegal, "players drive", lambda: table.do("race_on", table.tokens[0]))
    handed(table, 0)
    assert table.game.is_held
    table.do("race_on", table.tokens[0])
    assert table.game.state == "over"


def test_it_does_not_wait_while_a_player_drives_or_is_only_absent() -> None:
    table = handed(pair(dice="fair"), 0)
    assert not table.game.is_held
    expire(table.game, NOW)  # Bob is absent now: the table waits at each question
    assert table.game.settings.seats[1].driver == "absent"
    assert not table.game.is_held
    handed(table, 1)
    assert table.game.is_held


def test_a_race_of_bots_alone_waits_for_nobody() -> None:
    table = Sitting("Bea:rookie", "Cid:rookie", dice="fair").start()
    assert table.game.state == "over"


def test_who_is_removed_leaves_a_race_that_waits() -> None:
    table = one(dice="fair")
    table.do("remove", HOST, seat=0)
    assert table.game.is_held


def test_what_fails_leaves_it_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    table = handed(one(dice="fair"), 0)

    def fails(_: RacingTable) -> None:
        raise Illegal("no")

    monkeypatch.setattr(RacingTable, "drive", fails)
    refused(table, Illegal, "no", lambda: table.do("race_on", HOST))
    assert table.game.is_held


def test_it_waits_after_a_restart_too() -> None:
    table = handed(one(dice="fair"), 0)
    twin = table.reloaded([])
    assert twin.is_held
