"""After a race: playing on from a moment, once more, the next race of a Grand Prix (E21)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.table import house
from tests.table.serving import REQUESTS
from tests.table.sitting import (
    COURSE,
    HOST,
    RULESET,
    Sitting,
    chance,
    pair,
)

from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.fair import commitment
from wreckoning.core.logs.log_file import read_log, replay
from wreckoning.core.match import Match
from wreckoning.core.ruleset import find_ruleset
from wreckoning.server.live.service import TableService
from wreckoning.table import messages, models, next_race
from wreckoning.table.ids import TableId
from wreckoning.table.logs import log_of
from wreckoning.table.refusals import Busy, Forbidden
from wreckoning.table.table import Table, digest


def taken_over(fork: Table, *names: str) -> Sitting:
    """The forked table, all its people's seats claimed by these, and started."""
    table = Sitting(game=fork)
    open_seats = [n for n, seat in enumerate(fork.settings.seats) if seat.player == "open"]
    for seat, name in zip(open_seats, names, strict=True):
        table.claim(seat, name)
    return table.start()


@pytest.mark.parametrize("names", [("Ann", "Bob"), ("Bob", "Ann"), ("Eve", "1")])
def test_a_fork_plays_on_from_its_moment(names: tuple[str, str]) -> None:
    """The present players drive: the same karts at the same places, with new names."""
    table = pair()
    table.play_until(lambda: table.match.race.turn == 3)
    number = table.game.number
    was: Match = table.match.fork()
    table.play_until(lambda: table.match.race.turn == 5)
    fork = next_race.forked(table.game, number, chance("t2", "ab" * 32))
    assert fork.settings.came_from == (table.game.id, number)
    assert [seat.player for seat in fork.settings.seats] == ["open", "open"]
    twin = taken_over(fork, *names)
    assert (twin.match.race.turn, twin.match.race.phase) == (was.race.turn, was.race.phase)
    for mine, theirs in zip(twin.match.race.karts, was.checkpoint.race.karts, strict=True):
        assert mine.progress == theirs.progress
        assert mine.momentum == theirs.momentum
        assert mine.hook == theirs.hook
    assert [(q, twin.match.names.index(who)) for who, q in twin.asked] == [
        (ask.question, ask.by) for ask in was.asks
    ]
    twin.to_the_end()
    assert log_of(twin.game)
    replay(read_log(log_of(twin.game)), find_ruleset(RULESET))


def test_a_fork_of_a_fork() -> None:
    table = pair()
    table.play_until(lambda: table.match.race.turn == 3)
    fork = taken_over(next_race.forked(table.game, table.game.number, chance("t2")), "Eve", "Fay")
    again = taken_over(next_race.forked(fork.game, 0, chance("t3")), "Gus", "Hal")
    assert again.match.race.turn == 3
    fork.play_until(lambda: fork.match.race.turn == 4)
    further = taken_over(next_race.forked(fork.game, fork.game.number, chance("t4")), "Ida", "Jim")
    assert further.match.race.turn == 4


def test_fork_of_an_invalid_moment_is_refused() -> None:
    table = pair(dice="fair").to_the_end()
    number = table.game.number
    with pytest.raises(Illegal, match="over at that moment"):
        next_race.forked(table.game, number, chance("t2"))
    with pytest.raises(Illegal, match=f"expected a moment 0 to {number}"):
        next_race.forked(table.game, number + 1, chance("t2"))
    with pytest.raises(Illegal, match="not begun"):
        next_race.forked(Sitting("Ann", "Bob").game, 0, chance("t2"))
    assert next_race.forked(table.game, number - 1, chance("t2")).settings.position


def test_next_race_keeps_settings_and_seats() -> None:
    table = Sitting("Ann", "Bob", "Cid:rookie", dice="fair", options={"carry": "2"})
    with pytest.raises(Illegal, match="the race is still running"):
        next_race.follow_up(table.game, chance("t2"), [HOST])
    table.start().to_the_end()
    with pytest.raises(Forbidden, match="only players of this table"):
        next_race.follow_up(table.game, chance("t2"), ["a stranger's"])
    change = next_race.follow_up(table.game, chance("t2", "ab" * 32), [HOST])
    assert change is not None
    made = change.made
    assert made is not None
    assert table.game.settings.next_table == made.id == "t2"
    assert next_race.follow_up(table.game, chance("t3"), []) is None, "there is one already"
    whoever_asks = next_race.again(table.game, chance("t4"), [0]).settings.seats
    assert [seat.player for seat in whoever_asks] == ["person", "open", "rookie"]
    assert whoever_asks[0].token not in ("", table.game.settings.seats[0].token)
    assert (made.state, made.settings.course_key) == ("open", COURSE)
    assert made.settings.options["carry"] == "2"
    assert [seat.player for seat in made.settings.seats] == ["open", "open", "rookie"]
    assert made.settings.commitment == commitment("ab" * 32)
    assert made.seats_of(table.tokens.values()) == [], "who sat there has to claim a seat"
    theirs = next_race.kept(made, ["another's", HOST])
    assert made.is_host([theirs.host])
    assert theirs.seats == []
    anew = next_race.again(table.game, chance("t6"))
    assert taken_over(anew, "Bob", "Ann").asked == [
        ("Bob", "rocket_start"),
        ("Ann", "rocket_start"),
    ]


def test_players_get_their_old_seats_back() -> None:
    """To the seat that was theirs, if nobody else took it; with a token that only they know."""
    table = Sitting("Ann", "Bob", "Cid").start().to_the_end()
    ann, bob, cid = (table.tokens[seat] for seat in range(3))
    made = next_race.again(table.game, chance("t2"), [0])
    assert next_race.come_along(made, ["a stranger's", ann, ""]) is None
    Sitting(game=made).claim(2, "Eve")
    assert next_race.come_along(made, [cid]) is None, "the seat is another's now"
    assert next_race.come_along(made, [bob]) is not None
    assert [seat.name for seat in made.settings.seats] == ["Ann", "Bob", "Eve"]
    theirs = next_race.kept(made, [bob])
    assert [one.seat for one in theirs.seats] == [1]
    assert theirs.seats[0].token != bob
    assert next_race.come_along(made, [bob]) is None, "Bob is there already"
    made.state = "running"
    made.settings.seats[1].player, made.settings.seats[1].before = "open", digest(bob)
    assert next_race.come_along(made, [bob]) is None, "the race has begun"


def asked_by_ann() -> tuple[Sitting, Table, str]:
    """A race that is over, the table of the next, that Ann asked for; and her host's token."""
    table = Sitting("Ann", "Bob").start().to_the_end()
    change = next_race.follow_up(table.game, chance("t2"), [table.tokens[0]])
    assert change is not None
    assert change.made is not None
    provisional = str(next_race.kept(change.made, [table.tokens[0]]).host)
    assert change.made.is_host([provisional])
    return table, change.made, provisional


@pytest.mark.parametrize("begun", [False, True])
def test_first_to_ask_is_host_until_the_old_host_comes(begun: bool) -> None:
    table, made, provisional = asked_by_ann()
    if begun:  # she did not wait for the host
        sitting = Sitting(game=made)
        sitting.do("seat_bot", provisional, seat=1, player="rookie")
        sitting.do("start", provisional)
    assert next_race.come_along(made, [HOST]) is not None
    theirs = next_race.kept(made, [HOST])
    assert made.is_host([theirs.host])
    assert not made.is_host([provisional])
    assert next_race.kept(made, [table.tokens[0]]).host == ""
    assert next_race.come_along(made, [HOST]) is None, "the host is there already"
    with pytest.raises(Forbidden, match="only the host"):
        Sitting(game=made).do("abandon", provisional)
    Sitting(game=made).do("abandon", theirs.host)


def test_old_host_does_not_take_over_a_finished_race() -> None:
    _, made, provisional = asked_by_ann()
    Sitting(game=made).do("abandon", provisional)
    assert next_race.come_along(made, [HOST]) is None
    assert made.is_host([provisional])


def test_seats_are_kept_over_a_table_that_never_raced() -> None:
    table = Sitting("Ann", "Bob").start().to_the_end()
    second = next_table(table, "t2", table.tokens[0])
    second.do("abandon")
    third = next_table(second, "t3", second.tokens[0])
    assert next_race.come_along(third.game, [table.tokens[1]]) is not None


# --- a Grand Prix

COURSES = ("dishwater_dip", "lovers_knot")


def test_asking_again_keeps_the_seat_after_a_store_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player is told to try again, and not that their seat is another's."""

    async def does(tables: TableService) -> None:
        made = await house.make(tables, "mine", "mine")
        token = made["host"]
        await tables.do(made["id"], models.Abandon(request=next(REQUESTS), token=token))
        bob = made["seats"][1]["token"]
        assert (await tables.again(made["id"], [bob])).host != ""
        change = tables.commands.change

        async def fails_once(table: TableId, key: str, *action: Any) -> Any:
            if key.startswith("along"):
                monkeypatch.undo()
                raise Busy("the store does not answer")
            return await change(table, key, *action)

        monkeypatch.setattr(tables.commands, "change", fails_once)
        with pytest.raises(Busy):
            await tables.again(made["id"], [token])
        ann = await tables.again(made["id"], [token])
        assert ann.host != ""
        assert (await tables.again(made["id"], [bob])).host == "", "the host has come"

    house.run(tmp_path, does)


def grand_prix(*players: str, then: tuple[str, ...] = COURSES[1:], **rest: Any) -> Sitting:
    """A table for the first of two races."""
    given = {"dice": "fair", **rest}
    return Sitting(*players, ruleset="kart", course=COURSES[0], then=list(then), **given)


def raced(table: Sitting, **coins: int) -> Sitting:
    """The whole race, driven as a rookie does; these have so many coins before it begins."""
    if coins:
        settings = table.game.settings
        settings.position = {"karts": {name: {"coins": count} for name, count in coins.items()}}
        settings.names = [seat.name for seat in settings.seats]
    table.start()

    def choose(ask: Any) -> str:
        if ask.is_dice:
            return str(ask.names[0])
        return str(ask.names[ask.options.index(table.match.advice(ask, "rookie"))])

    return table.play_until(lambda: table.game.state == "over", choose)


def next_table(table: Sitting, name: str, *tokens: str) -> Sitting:
    """The table of the next race, where these come along; the first is its host."""
    change = next_race.follow_up(table.game, chance(name), tokens)
    assert change is not None
    assert change.made is not None
    made = change.made
    next_race.come_along(made, tokens)
    following = Sitting(game=made)
    theirs = next_race.kept(made, tokens)
    following.tokens = {one.seat: one.token for one in theirs.seats}
    made.settings.host = table.game.settings.host  # that the sitting has its token
    return following


def told(table: Sitting) -> Any:
    return messages.table_json(table.game, (), 0, 0).series


def test_e21_a_grand_prix_keeps_its_score() -> None:
    first = grand_prix("Ann", "Bob:rookie")
    assert told(first).number == 1
    assert [race.course for race in told(first).races] == ["Dishwater Dip", "Lovers' Knot"]
    raced(first, Ann=12)
    series = told(first)
    assert (series.over, series.races[0].table) == (False, "t1")
    points = {one.name: one.score for one in series.standings}
    assert sorted(points.values()) == [6, 8]
    second = next_table(first, "t2", first.tokens[0])
    assert second.game.settings.course_title == "Lovers' Knot"
    assert told(second).number == 2
    assert {one.name: one.score for one in told(second).standings} == points
    coins = next(dict(one.figures) for one in told(second).standings if one.name == "Ann")
    assert coins["coins"] >= 12
    second.do("change", second.tokens[0], seat=0, setup={"upgrades": "gear"})
    raced(second)
    series = told(second)
    assert series.over
    assert [race.table for race in series.races] == ["t1", "t2"]
    assert sum(one.score for one in series.standings) == 28
    assert [len(one.races) for one in series.standings] == [2, 2]
    header = read_log(log_of(second.game)).header
    assert [course["key"] for course in header["series"]["courses"]] == list(COURSES)
    assert len(header["series"]["past"]) == 1
    replay(read_log(log_of(second.game)), find_ruleset("kart"))


def test_e21_after_the_last_race_a_new_one_begins() -> None:
    second = next_table(raced(first := grand_prix("Ann", "Bob:rookie"), Ann=12, Bob=12), "t2", HOST)
    assert second.game.settings.seats[1].setup == {"upgrades": "handling"}, "the bot has bought"
    second.claim(0, "Ann")
    third = next_table(raced(second), "t3", second.tokens[0])
    assert third.game.settings.course_title == first.game.settings.course_title
    assert told(third).number == 1
    assert [one.score for one in told(third).standings] == [0, 0]
    assert all("upgrades" not in seat.setup for seat in third.game.settings.seats)


def test_e21_an_abandoned_race_is_run_again() -> None:
    first = grand_prix("Ann", "Bob:rookie").start()
    first.do("abandon")
    once_more = next_table(first, "t2", first.tokens[0])
    assert told(once_more).number == 1
    assert once_more.game.settings.course_title == "Dishwater Dip"


def test_e21_an_upgrade_beyond_the_coins_is_refused() -> None:
    with pytest.raises(Illegal, match="costs 10 coins, there are 0"):
        grand_prix(
            "Ann:rookie",
            "Bob:rookie",
            seats=[
                {"player": "mine", "name": "Ann", "setup": {"upgrades": "handling"}},
                {"player": "rookie"},
            ],
        )
    first = raced(grand_prix("Ann", "Bob:rookie"), Ann=2)
    second = next_table(first, "t2", first.tokens[0])
    mine = second.tokens[0]
    with pytest.raises(Illegal, match="costs 20 coins"):
        second.do("change", mine, seat=0, setup={"upgrades": "handling_gear"})
    with pytest.raises(Illegal, match="Middle kart from the first race to the last"):
        second.do("change", mine, seat=0, setup={"kart": "heavy"})
    assert second.game.settings.seats[0].setup == {}
    assert "handling_gear" in told(second).refused[0]["upgrades"]
    log = read_log(log_of(second.start().game))
    log.header["seats"][0]["upgrades"] = "handling_gear"
    with pytest.raises(Malformed, match=r"line 1: seat 1, Ann: .* costs 20 coins"):
        replay(log, find_ruleset("kart"))


def test_e21_points_and_coins_stay_with_the_seat() -> None:
    """Anyone may take it; its kart and what was bought for it too."""
    first = raced(grand_prix("Ann", "Bob:rookie"), Ann=12)
    second = next_table(first, "t2", first.tokens[0])
    score = {one.seat: one.score for one in told(second).standings}
    second.do("change", second.tokens[0], seat=0, setup={"upgrades": "gear"})
    second.do("leave", second.tokens[0], seat=0)
    second.claim(0, "Eve")
    assert second.game.settings.seats[0].setup == {"upgrades": "gear"}
    second.do("seat_bot", seat=0, player="open")
    second.do("seat_bot", seat=0, player="rookie")
    assert "gear" in second.game.settings.seats[0].setup["upgrades"]
    assert {one.seat: one.score for one in told(second).standings} == score


def test_e21_a_bot_in_the_seat_of_another_buys_too() -> None:
    first = raced(grand_prix("Ann", "Bob"), Bob=12)
    second = next_table(first, "t2", first.tokens[0])
    second.do("seat_bot", seat=1, player="rookie")
    assert "handling" in second.game.settings.seats[1].setup["upgrades"]


def test_setup_stays_with_no_seat_before_the_first_race() -> None:
    first = grand_prix("Ann", "open")
    first.claim(1, "Bob", setup={"kart": "heavy"})
    first.do("leave", first.tokens[1], seat=1)
    first.claim(1, "Eve")
    assert first.game.settings.seats[1].setup == {}


def test_open_seat_does_not_block_changes_of_other_karts() -> None:
    """What was left in it is judged when a player takes it."""
    first = raced(grand_prix("Ann", "Bob", "Cid:rookie"), Bob=12)
    second = next_table(first, "t2", first.tokens[0])
    second.game.settings.seats[1].setup = {"kart": "heavy"}
    second.do("change", second.tokens[0], seat=0, name="Anna")
    with pytest.raises(Illegal, match="from the first race to the last"):
        second.claim(1, "Eve")


def test_two_seats_of_one_browser_come_along_separately() -> None:
    """In a series their names are kept until then, but who takes such a seat may have its name."""
    table = raced(grand_prix("Ann", "Bob", "Cid"))
    sitting = next_table(table, "t2", table.tokens[0])
    made = sitting.game
    with pytest.raises(Malformed, match="'bob' is kept for the driver of seat 2"):
        sitting.claim(2, "bob")
    with pytest.raises(Malformed, match="is kept for the driver of seat 2"):
        sitting.do("change", sitting.tokens[0], seat=0, name="Bob")
    sitting.claim(1, "Bob")  # anyone with the seat: its name is theirs too
    assert next_race.come_along(made, [table.tokens[1], table.tokens[2]]) is not None
    assert [seat.player for seat in made.settings.seats] == ["person"] * 3
    theirs = next_race.kept(made, list(table.tokens.values())).seats
    assert [one.seat for one in theirs] == [0, 2]


def test_invalid_series_are_refused() -> None:
    with pytest.raises(Malformed, match="no course 'nowhere'"):
        grand_prix("Ann", "Bob", then=("nowhere",))
    with pytest.raises(Malformed, match="Grand Prix: expected 2 to 12 courses, found 13"):
        grand_prix("Ann", "Bob", then=("lovers_knot",) * 12)
    with pytest.raises(Malformed, match="no series of races"):
        Sitting("Ann", "Bob", then=[COURSE])
    with pytest.raises(Malformed, match="practice"):
        grand_prix("Ann", "Bob:rookie", practice=True)


def test_fork_does_not_count_for_the_grand_prix() -> None:
    first = raced(grand_prix("Ann", "Bob:rookie"))
    fork = next_race.forked(first.game, 3, chance("t2"))
    assert fork.series is None
    assert [seat.before for seat in fork.settings.seats] == ["", ""]
