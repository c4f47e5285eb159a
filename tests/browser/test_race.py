"""Races in two browsers, whatever happens on the way."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import RARELY_IN_FIREFOX, Home
from tests.browser.evening import hand_over
from tests.browser.visiting import Engine, Visitor, Visitors, Windows, both_asked, play
from tests.table.forking import ForkServer
from tests.table.serving import REQUESTS, Made, make_table, start

BROKEN = (
    "WebSocket connection",
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "ERR_EMPTY_RESPONSE",
    "establish a connection",  # in Firefox's words
    "was interrupted while the page was loading",
)


LAST_LAP = {"laps": 2, "progress": 14}


def stored_moves(db: Path, table: str) -> list[dict[str, Any]]:
    """The stored moves of a table, in order."""
    query = "SELECT version, request, kind, keep, entries FROM moves WHERE table_id = ? ORDER BY 1"
    with closing(sqlite3.connect(db)) as connection:
        connection.row_factory = sqlite3.Row
        rows = [dict(row) for row in connection.execute(query, [table])]
    return [{**row, "entries": json.loads(row["entries"])} for row in rows]


def answers(db: Path, table: str, kinds: tuple[str, ...] = ("answer",)) -> list[dict[str, Any]]:
    """The answers of people as they sent them: the first entry of each such move."""
    moves = stored_moves(db, table)
    return [move["entries"][0] for move in moves if move["kind"] in kinds]


def of(driver: str, entries: list[dict[str, Any]]) -> list[str]:
    return [entry["answer"] for entry in entries if entry["by"] == driver]


def two(visitors: Visitors, home: Home, **more: Any) -> tuple[Made, Visitor, Visitor]:
    """Ann and Bob at a table with two bots, at the first question."""
    people = [{"player": "mine", "name": name} for name in ("Ann", "Bob")]
    made = make_table(home.served, seats=[*people, *[{"player": "rookie"}] * 2], **more)
    start(home.served, made)
    ann = visitors.come().sits(made, 0, host=True).to(made)
    bob = visitors.come().sits(made, 1).to(made)
    return made, ann, bob


@RARELY_IN_FIREFOX
def test_a_race_of_two_browsers_and_two_bots(visitors: Visitors, home: Home) -> None:
    """From the lobby to the replay; after two turns the referee brings all to the last lap."""
    ann, bob = visitors.come(), visitors.come()
    link = _set_up(ann)
    table = link.rsplit("/", 1)[-1]
    _claim(bob, link)
    ann.page.get_by_role("button", name="Start the race").click()
    people = [ann, bob]
    for first, second in (people, people[::-1]):
        both_asked(ann, bob, "your action")
        first.choose(0)
        second.choose(1)
    both_asked(ann, bob, "your action")
    _both_orders_of_groups(answers(home.db, table))
    seats = home.served.get(f"/api/tables/{table}")["table"]["seats"]
    _correct(ann, {seat["name"]: LAST_LAP for seat in seats})
    _to_the_podium(people, choose=lambda step: step % 3)
    given = answers(home.db, table)
    assert (of("Ann", given), of("Bob", given)) == (ann.clicked, bob.clicked)
    _check_dice(bob)
    _see_again(ann)


@pytest.mark.slow
@RARELY_IN_FIREFOX
def test_a_whole_race_click_by_click(visitors: Visitors, home: Home) -> None:
    made, ann, bob = two(visitors, home)
    _to_the_podium([ann, bob])
    given = answers(home.db, made.id)
    assert (of("Ann", given), of("Bob", given)) == (ann.clicked, bob.clicked)
    assert min(len(ann.clicked), len(bob.clicked)) > 10


def _to_the_podium(people: list[Visitor], **how: Any) -> None:
    """Let all answer until the race is over, and both see the winner."""
    play(people, lambda: people[0].standing.state == "over", **how)
    for person in people:
        expect(person.page.get_by_role("list", name="Podium")).to_be_visible()


def _correct(host: Visitor, karts: dict[str, dict[str, int]]) -> None:
    """Let the host, as referee, lay this position over the race."""
    before = host.standing.version
    host.page.get_by_role("button", name="The table:").click()
    host.page.get_by_role("button", name="Correct the position").click()
    host.page.get_by_role("textbox", name="Reason").fill("to try it out")
    host.page.get_by_role("button", name="Anything else, as JSON").click()
    host.page.get_by_label("Changes").fill(json.dumps({"karts": karts}))
    host.page.get_by_role("button", name="Correct", exact=True).click()
    host.reach(before + 1)


def _set_up(ann: Visitor) -> str:
    """Make a table with one free seat, two bots and a referee. Returns its link."""
    page = ann.page
    page.goto("/")
    page.get_by_role("link", name="New race").first.click()
    page.get_by_label("Name of the driver in seat 1").fill("Ann")
    page.get_by_role("button", name="Remove seat 6").click()
    page.get_by_role("button", name="Remove seat 5").click()
    page.get_by_label("Who drives in seat 2").select_option("open")
    page.get_by_label("Who drives in seat 3").select_option("rookie")
    page.get_by_label("Who drives in seat 4").select_option("rookie")
    page.get_by_role("heading", name="House rules").click()
    page.get_by_role("group", name="whether there is a referee").get_by_label(
        "which the referee settles"
    ).check()
    page.get_by_role("button", name="Create the table").click()
    return page.get_by_label("The table’s address").input_value()


def _claim(bob: Visitor, link: str) -> None:
    """Open the link, which leads to the free seat, and take it."""
    bob.page.goto(link)
    bob.page.get_by_label("Driver’s name").fill("Bob")
    bob.page.get_by_role("button", name="Take this seat").click()
    expect(bob.page.get_by_role("button", name="Leave seat 2")).to_be_visible()


def _both_orders_of_groups(given: list[dict[str, Any]]) -> None:
    """Check that each player was first at least once in questions to both."""
    pairs = {
        (one["by"], other["by"])
        for one, other in pairwise(given)
        if one["ask"] == other["ask"] == "order"
    }
    assert {("Ann", "Bob"), ("Bob", "Ann")} <= pairs


def _check_dice(bob: Visitor) -> None:
    """Let the browser check every roll, and compare the answers with the digests it saw."""
    bob.page.get_by_role("button", name="Check the dice").click()
    bob.page.get_by_role("button", name="Check dice and answers").click()
    expect(bob.page.get_by_text("came from the sealed secret")).to_be_visible()
    expect(bob.page.get_by_text("The log agrees with what this browser saw")).to_be_visible()


def _see_again(ann: Visitor) -> None:
    """Watch the replay from its beginning to its end."""
    page = ann.page
    page.get_by_role("link", name="See it again").click()
    scrubber = page.get_by_role("slider", name="Moment of the race")
    expect(scrubber).to_have_value("0")
    page.get_by_role("button", name="A step on").click()
    expect(scrubber).to_have_value("1")
    page.get_by_label("Speed").select_option(index=0)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(scrubber).not_to_have_value("1")
    page.get_by_role("button", name="Pause").click()
    scrubber.press("Home")
    page.wait_for_url("**/replay?at=0")
    scrubber.press("End")
    most = scrubber.get_attribute("max")
    assert most is not None
    expect(scrubber).to_have_value(most)
    page.wait_for_url(lambda url: not url.endswith("?at=0"))
    page.reload()
    expect(scrubber).to_have_value(most)
    expect(page.get_by_role("list", name="Podium")).to_be_visible()


def alone(visitors: Visitors, home: Home) -> tuple[Made, Visitor]:
    """Ann against two bots, after some answers."""
    seats = [{"player": "mine", "name": "Ann"}, *[{"player": "rookie"}] * 2]
    made = make_table(home.served, seats=seats)
    start(home.served, made)
    ann = visitors.come().sits(made, 0).to(made)
    play([ann], lambda: len(ann.clicked) >= 2 and ann.is_asked)
    return made, ann


@pytest.mark.slow
@RARELY_IN_FIREFOX
def test_reload_during_a_decision_keeps_seat_and_question(visitors: Visitors, home: Home) -> None:
    made, ann = alone(visitors, home)
    before = ann.asked()
    ann.page.reload()
    assert ann.asked() == before
    ann.page.goto("/")
    mine = ann.page.get_by_role("region", name="Your races")
    expect(mine).to_contain_text("Your turn")
    mine.get_by_role("link").filter(has_text="Your turn").click()
    assert ann.asked() == before
    ann.choose(0)
    assert of("Ann", answers(home.db, made.id)) == ann.clicked


@RARELY_IN_FIREFOX
def test_spectator_sees_everything_and_cannot_answer(visitors: Visitors, home: Home) -> None:
    made, ann = alone(visitors, home)
    eve = visitors.come().to(made)
    page = eve.page
    expect(page.get_by_text("You are watching.")).to_be_visible()
    ann.choose(0)
    play([ann], lambda: ann.is_asked)
    asked = ann.asked()
    eve.reach(asked.version)
    assert eve.standing.options == []
    for nothing in ("[data-option]", "[data-move]", "[data-guide=undo]"):
        expect(page.locator(nothing)).to_have_count(0)
    page.keyboard.press("1")
    path = f"/api/tables/{made.id}"
    menu = {"seat": 0, "ask": "order", "answer": asked.options[0], "version": asked.version}
    for token in ("", "forged", made.id):
        body = {**menu, "request": next(REQUESTS), "token": token}
        refused = eve.context.request.post(f"{path}/answer", data=body)
        assert (refused.status, refused.json()["error"]["kind"]) == (403, "forbidden")
    said = page.evaluate(
        """([address, message]) => new Promise((resolve, reject) => {
          setTimeout(() => reject(new Error('no reply')), 60_000);
          const line = new WebSocket(address.replace('http', 'ws'));
          line.onopen = () => {
            line.send(JSON.stringify({do: 'hello', tokens: [], seen: null}));
            line.send(JSON.stringify(message));
          };
          line.onmessage = ({data}) => {
            const said = [JSON.parse(data)].flat();
            const told = said.find(({type}) => type === 'refusal' || type === 'reply');
            if (told) resolve(told);
          };
        })""",
        [
            f"{home.address}{path}/live",
            {**menu, "do": "answer", "token": "", "request": next(REQUESTS)},
        ],
    )
    assert (said["type"], said["error"]["kind"]) == ("refusal", "forbidden")
    assert home.served.get(path)["version"] == asked.version
    assert "token" not in json.dumps(home.served.get(path))


# --- the server is killed


class Killed:
    """A server that can be restarted at the same address."""

    def __init__(self, fork_server: ForkServer, db: Path) -> None:
        self._fork_server, self.db = fork_server, db
        self.served = fork_server.serve(str(db))

    def kill(self) -> None:
        self.served.kill()

    def restart(self) -> None:
        port = int(self.served.address.rsplit(":", 1)[-1])
        self.served = self._fork_server.serve(str(self.db), port=port)


@pytest.fixture
def fragile(
    windows: Windows, fork_server: ForkServer, tmp_path: Path, engine: Engine
) -> Iterator[tuple[Killed, Visitors]]:
    """A server that may die, and its visitors."""
    server = Killed(fork_server, tmp_path / "table.db")
    everybody = Visitors(windows, server.served.address, engine)
    yield server, everybody
    for _, visitor in everybody.all:
        visitor.forgive(*BROKEN)
    wrong = everybody.go()
    server.kill()
    assert wrong == []


@pytest.mark.slow
@RARELY_IN_FIREFOX
def test_the_server_is_killed_and_no_answer_is_lost_or_doubled(
    fragile: tuple[Killed, Visitors],
) -> None:
    server, visitors = fragile
    home = Home(server.served, server.db)
    made, ann, bob = two(visitors, home)
    people = [ann, bob]
    play(people, lambda: len(ann.clicked + bob.clicked) >= 4 and ann.is_asked)

    asked = ann.asked()
    server.kill()
    ann.click(1)  # into the void
    lost = ann.page.get_by_text("The line to the table is lost.")
    expect(lost).to_be_visible()
    server.restart()
    for person in people:
        person.reach(asked.version + 1)
    expect(lost).to_have_count(0)
    play(people, lambda: len(ann.clicked + bob.clicked) >= 8 and bob.is_asked)

    asked = bob.asked()
    bob.click(0)
    server.kill()  # who knows whether that was stored
    server.restart()
    for person in people:
        person.reach(asked.version + 1)
    play(people, lambda: len(ann.clicked + bob.clicked) >= 12)
    given = answers(server.db, made.id)
    assert (of("Ann", given), of("Bob", given)) == (ann.clicked, bob.clicked)
    moves = stored_moves(server.db, made.id)
    assert [move["version"] for move in moves] == list(range(1, len(moves) + 1))
    assert len({move["request"] for move in moves}) == len(moves)
    for number in (0, 1):
        hand_over(server.served, made, number)
    for person in people:
        expect(person.page.get_by_role("list", name="Podium")).to_be_visible()
