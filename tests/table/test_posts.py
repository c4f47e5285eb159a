"""A turn of a table's race as a post, with its picture."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.table.hosting import hosting
from tests.table.serving import make_table, start
from tests.table.sitting import Sitting, refused

from wreckoning.core.errors import Illegal, Malformed
from wreckoning.server.live.saving import set_deadline
from wreckoning.table.deadlines import SeatHoliday
from wreckoning.table.racing import expire
from wreckoning.table.shown.posts import complete_turn, report_of, turn_now, turn_post, turn_svg

NOW = 1_800_000_000.0


def in_turn(number: int) -> Sitting:
    """Ann and Bob race by post, and are asked for their orders of this turn."""
    table = Sitting("Ann", "Bob", pace={"kind": "days", "days": 2}).start()
    table.play_until(lambda: turn_now(table.game) == number and ("Ann", "order") in table.asked)
    set_deadline(table.game, NOW)
    return table


def test_post_is_of_the_last_complete_turn_and_asks_what_is_open_now() -> None:
    table = in_turn(3)
    told = report_of(table.game)
    assert (told.report.number, told.first, told.last) == (2, 0, 3)
    assert complete_turn(table.game) == 2
    assert {(one.who, one.by and one.by.at) for one in told.report.waiting} == {
        (who, NOW + 2 * 24 * 3600) for who, _ in table.asked
    }
    table.answer("Ann", "aggressive")
    waiting = report_of(table.game).report.waiting
    assert "Ann" not in {one.who for one in waiting}


def test_post_says_who_is_late_or_on_holiday() -> None:
    table = in_turn(3)
    assert report_of(table.game).report.away == ()
    game, due = table.game, NOW + 2 * 24 * 3600
    table.answer("Ann", "aggressive")
    expire(game, due)
    game.deadlines.holidays.append(SeatHoliday("Ann", "2027-01-18", "2027-01-20"))
    late, holiday = report_of(game).report.away
    rule = "the game's rule for absent players answers until they are back"
    assert late == f"Bob did not answer in time: {rule}."
    assert holiday == "Ann is on holiday from 2027-01-18 to 2027-01-20."
    for markup in ("markdown", "bbcode", "discord", "text"):
        (text,) = turn_post(game, "http://race.example/", None, markup).messages
        assert text.index("Next") < text.index(late) < text.index("Answer at")


def test_earlier_turn_shows_its_own_board_and_asks_nothing_of_today() -> None:
    table = in_turn(3)
    first = report_of(table.game, 1)
    assert first.report.number == 1
    assert all(one.by is None for one in first.report.waiting)
    assert table.game.ruleset.view.headline(first.end).turn == 2
    assert turn_svg(first) != turn_svg(report_of(table.game, 2))
    refused(table, Malformed, "turns 0 to 3, found 4", lambda: report_of(table.game, 4))


def test_post_links_to_the_table_and_to_the_picture_of_its_turn() -> None:
    table = in_turn(2)
    post = turn_post(table.game, "http://race.example/", None, "markdown")
    (text,) = post.messages
    picture = "http://race.example/api/tables/t1/board.png?turn=1"
    assert post.picture == picture
    assert f"]({picture})" in text
    assert "Answer at http://race.example/table/t1" in text
    assert "### Next, until Sun 17 January 2027, 08:00 UTC" in text
    discord = turn_post(table.game, "http://race.example/", None, "discord").messages
    assert f"<t:{NOW + 2 * 24 * 3600:.0f}:F>" in discord[-1]


def test_no_post_before_the_start() -> None:
    table = Sitting("Ann", "Bob")
    with pytest.raises(Illegal, match="has not begun"):
        report_of(table.game)


def test_server_gives_posts_and_their_pictures(tmp_path: Path) -> None:
    with hosting(tmp_path / "table.db") as hosted:
        made = make_table(hosted, "mine", "rookie")
        start(hosted, made)
        post = hosted.get(f"/api/tables/{made.id}/post?markup=bbcode")
        assert (post["turn"], post["first"], post["last"]) == (0, 0, 0)
        assert "[b]Standings[/b]" in post["messages"][0]
        picture = hosted.http.get(post["picture"])
        assert picture.content.startswith(b"\x89PNG")
        missing = hosted.http.get(f"/api/tables/{made.id}/board.png?turn=9")
        assert (missing.status_code, "turns 0 to 0" in missing.text) == (422, True)
