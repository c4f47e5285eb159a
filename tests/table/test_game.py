"""A table in memory: seats and tokens, whose answer counts, undo, handing over, the referee."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import orjson
import pytest
from tests.table.sitting import (
    COURSE,
    HOST,
    RULESET,
    SECRET,
    Sitting,
    chance,
    is_absent,
    wanted,
)

from wreckoning.core.errors import Illegal, Malformed, NotYourTurn, Over, WreckError
from wreckoning.core.fair import commitment
from wreckoning.core.log import read_log, replay
from wreckoning.core.match import Answer, Ask, Match
from wreckoning.core.records import pack
from wreckoning.core.ruleset import find_ruleset
from wreckoning.table import lobby
from wreckoning.table.game import Game, entry_json, seat_of
from wreckoning.table.logs import log_of
from wreckoning.table.refusals import Forbidden, Stale, Unknown
from wreckoning.table.room import Line, Room, dump
from wreckoning.table.shows import replay_json

GROUP = [("Ann", "rocket_start"), ("Bob", "rocket_start")]


def pair(**rest: Any) -> Sitting:
    """Ann and Bob at a running race; both are asked for their start."""
    table = Sitting("Ann", "Bob", **rest).start()
    assert table.asked == GROUP
    return table


def one(**rest: Any) -> Sitting:
    """Ann against a bot."""
    return Sitting("Ann", "Cid:rookie", **rest).start()


def state_of(table: Sitting) -> tuple[Any, ...]:
    """All there is to a table, to see that nothing has changed."""
    game = table.game
    race = (pack(table.match.race), list(table.match.entries), table.match.asks)
    kept = (game.state, game.version, dict(game.posed), game.settings.model_dump())
    return (*kept, *race)


def refused(table: Sitting, error: type[WreckError], words: str, do: Callable[[], Any]) -> None:
    """It is refused, in one line, and nothing has changed."""
    before = state_of(table)
    with pytest.raises(error, match=words) as found:
        do()
    assert "\n" not in str(found.value)
    assert state_of(table) == before


def to(table: Sitting, *there: tuple[str, str]) -> Sitting:
    """On until these are asked these questions."""
    return table.play_until(lambda: sorted(table.asked) == sorted(there))


def asked_after(table: Sitting, last: str, asked: tuple[str, str]) -> Sitting:
    """On until this is asked, and it was this one who answered last; item boxes are not wanted."""

    def choose(ask: Ask) -> str:
        by_turns = ask.names[len(table.entries) * 5 % len(ask.names)]
        return "no" if ask.question == "item_box" else by_turns

    return table.play_until(lambda: table.asked == [asked] and table.entries[-1][0] == last, choose)


def asked_again(table: Sitting, who: str) -> Sitting:
    """On until somebody alone was asked, answers, and is alone asked the next, with no roll."""
    options: dict[str, str] = {"pull_ahead": "no", "item_box": "no"}

    def there() -> bool:
        last = table.match.entries[-1] if table.match.entries else None
        is_his = isinstance(last, Answer) and last.who == who and last.question == "pull_ahead"
        return is_his and [ask.who for ask in table.match.asks] == [who]

    def choose(ask: Ask) -> str:
        wish = options.get(ask.question, "aggressive" if ask.question == "order" else "")
        return wish if wish in ask.names else ask.names[len(table.match.entries) % len(ask.names)]

    return table.play_until(there, choose)


# --- seats and tokens, before the start


def test_a_new_table() -> None:
    table = Sitting("Ann", "open", "Cid:rookie")
    game = table.game
    assert game.state == "open"
    assert game.match is None
    assert [(s.name, s.player) for s in game.settings.seats] == [
        ("Ann", "person"),
        ("", "open"),
        ("Cid", "rookie"),
    ]
    assert game.seats_of([table.tokens[0]]) == [0]
    assert game.seats_of(["", "-", HOST, "x" * 24, game.settings.seats[0].token]) == []
    assert game.is_host([HOST])
    assert not game.is_host([table.tokens[0], "", "-", game.settings.host])


def test_tokens_are_not_kept_only_their_digests() -> None:
    table = Sitting("Ann", "open")
    table.claim(1, "Bob")
    kept = table.game.settings.model_dump_json()
    for token in (HOST, *table.tokens.values()):
        assert token not in kept


@pytest.mark.parametrize(
    ("seats", "rest", "words"),
    [
        (["Ann"], {}, "for 2 to 12 seats, found 1"),
        (["Ann", "Ann"], {}, "the name 'Ann' is taken"),
        (["Ann", "dice"], {}, "is taken"),
        (["Ann", "Bob:absent"], {}, "player: expected one of"),
        (["Ann", "Bob:person"], {}, "player: expected one of"),
        (["Ann", "Bob"], {"course": "nowhere"}, "no course 'nowhere'"),
        (["Ann", "Bob"], {"ruleset": "chess"}, "no ruleset 'chess'"),
        (["Ann", "Bob"], {"options": {"carry": "9"}}, "expected 1 or 0 or 2 or 3"),
        (["Ann", "Bob"], {"options": {"x": "9"}}, "no switch 'x'"),
    ],
)
def test_tables_that_cannot_be(seats: list[str], rest: dict[str, Any], words: str) -> None:
    with pytest.raises(WreckError, match=words):
        lobby.new_game(wanted(*seats, **rest), chance())


def test_taking_changing_and_leaving_a_seat() -> None:
    table = Sitting("Ann", "open", dice="fair")
    table.claim(1, "  Bob ", text="luck")
    seat = table.game.settings.seats[1]
    assert (seat.name, seat.player, seat.text) == ("Bob", "person", "luck")
    table.do("change", table.tokens[1], seat=1, name="Bobby", text="more luck")
    assert (table.game.settings.seats[1].name, seat.text) == ("Bobby", "luck")
    table.do("leave", table.tokens[1], seat=1)
    assert table.game.settings.seats[1].player == "open"
    with pytest.raises(Forbidden, match="this token does not open seat 1"):
        table.do("change", table.tokens[1], seat=1, name="Bob")
    old = table.tokens[1]
    table.claim(1, "Bea")
    assert old != table.tokens[1]
    assert table.game.seats_of([old]) == []


@pytest.mark.parametrize(
    ("kind", "fields", "error", "words"),
    [
        ("claim", {"seat": 0, "name": "Eve"}, Illegal, "seat 1 is taken by Ann"),
        ("claim", {"seat": 2, "name": "Eve"}, Illegal, "seat 3 is taken by Cid"),
        ("claim", {"seat": 9, "name": "Eve"}, Unknown, "no seat 9"),
        ("claim", {"seat": 1, "name": "ANN"}, Malformed, "the name 'ANN' is taken"),
        ("claim", {"seat": 1, "name": " "}, Malformed, "expected a name of 1 to 24"),
        ("claim", {"seat": 1, "name": "a\u202eb"}, Malformed, "printable"),
        ("claim", {"seat": 1, "name": "Eve", "setup": {"perk": "x"}}, WreckError, "perk"),
        ("claim", {"seat": 1, "name": "Eve", "setup": {"wings": "x"}}, Malformed, "no key 'wings'"),
        ("claim", {"seat": 1, "name": "Eve", "text": "a\nb"}, Malformed, "on one line"),
        ("change", {"token": "", "seat": 0, "name": "Eve"}, Forbidden, "does not open"),
        ("change", {"token": "", "seat": 1, "name": "Eve"}, Forbidden, "does not open"),
        ("change", {"token": HOST, "seat": 0, "name": "Eve"}, Forbidden, "does not open"),
        ("leave", {"token": HOST, "seat": 0}, Forbidden, "does not open"),
        ("leave", {"token": "", "seat": 2}, Forbidden, "does not open"),
        ("seat_bot", {"token": "token-t1-0", "seat": 1, "player": "rookie"}, Forbidden, "host"),
        ("seat_bot", {"token": HOST, "seat": 1, "player": "absent"}, Malformed, "expected one of"),
        ("seat_bot", {"token": HOST, "seat": 1, "player": "person"}, Malformed, "expected one of"),
        ("start", {"token": "token-t1-0"}, Forbidden, "only the host"),
        ("start", {"token": HOST}, Illegal, "seats still open: 2"),
        ("hand_over", {"token": HOST, "seat": 0, "player": "rookie"}, Illegal, "has not begun"),
        ("correct", {"token": HOST, "version": 0, "changes": {}}, Illegal, "has not begun"),
        ("undo", {"token": HOST, "version": 0, "seat": 0}, Illegal, "has not begun"),
    ],
)
def test_what_is_refused_before_the_start(
    kind: str, fields: dict[str, Any], error: type[WreckError], words: str
) -> None:
    table = Sitting("Ann", "open", "Cid:rookie")
    before = table.game.settings.model_dump(), table.game.version
    token = fields.pop("token", None)
    with pytest.raises(error, match=words):
        table.do(kind, token, **fields)
    assert (table.game.settings.model_dump(), table.game.version) == before


def test_the_host_frees_a_seat_that_somebody_took() -> None:
    table = Sitting("Ann", "Bob", "Cid:rookie")
    table.do("seat_bot", HOST, seat=1, player="open")
    assert [seat.player for seat in table.game.settings.seats] == ["person", "open", "rookie"]
    with pytest.raises(Forbidden, match="does not open"):
        table.do("leave", table.tokens[1], seat=1)


def test_the_host_fills_and_dresses_the_seats_of_bots() -> None:
    table = Sitting("Ann", "open", "Cid:rookie")
    table.do("seat_bot", seat=1, player="rookie")
    table.do("change", seat=2, name="Dora")
    assert [seat.name for seat in table.game.settings.seats] == ["Ann", "Bolt", "Dora"]
    table.do("seat_bot", seat=2, player="open")
    assert table.game.settings.seats[2].player == "open"
    table.do("seat_bot", seat=2, player="random")
    assert table.start().asked == [("Ann", "rocket_start")]


def test_nothing_of_the_lobby_is_done_after_the_start() -> None:
    table = pair()
    done: tuple[tuple[str, str | None, dict[str, Any]], ...] = (
        ("claim", None, {"seat": 1, "name": "Eve"}),
        ("change", table.tokens[0], {"seat": 0, "name": "Eve"}),
        ("leave", table.tokens[0], {"seat": 0}),
        ("seat_bot", HOST, {"seat": 0, "player": "rookie"}),
        ("start", HOST, {}),
    )
    for kind, token, fields in done:
        refused(table, Illegal, "the race has begun", partial(table.do, kind, token, **fields))


# --- whose answer counts


def test_answers_of_whom_they_are_asked() -> None:
    table = pair()
    table.answer("Bob", "yes")
    assert table.asked == GROUP[:1]
    table.answer("Ann", "no")
    assert table.entries == [("Bob", "rocket_start", "yes"), ("Ann", "rocket_start", "no")]
    assert table.asked == [("dice", "rocket_check")]


@pytest.mark.parametrize("token", ["", "x" * 24, "-", HOST, "token-t1-1"])
def test_no_answer_for_anothers_seat(token: str) -> None:
    """Without a token, with a forged one, as a spectator, as the host, with Bob's for Ann's."""
    table = pair()
    refused(
        table,
        Forbidden,
        "^this token does not open seat 0$",
        lambda: table.answer("Ann", "yes", token=token),
    )


def test_a_digest_is_no_token() -> None:
    table = pair()
    stolen = table.game.settings.seats[0].token
    refused(table, Forbidden, "seat 0", lambda: table.answer("Ann", "yes", token=stolen))
    host = table.game.settings.host
    refused(table, Forbidden, "only the host", lambda: table.do("abandon", host))


def test_answers_of_who_is_not_asked() -> None:
    table = pair()
    table.answer("Bob", "yes")
    words = r"^Bob is not asked 'rocket_start' now; asked: Ann \(rocket_start\)$"
    refused(table, NotYourTurn, words, lambda: table.answer("Bob", "no", ask="rocket_start"))
    refused(table, NotYourTurn, "'order'", lambda: table.answer("Ann", "aggressive", ask="order"))
    refused(table, NotYourTurn, "dice", lambda: table.answer("dice", "3", ask="rocket_check"))
    refused(table, Unknown, "no seat 7", lambda: table.answer("Ann", "yes", seat=7))


def test_answers_that_are_no_option() -> None:
    table = pair()
    words = r"^rocket_start: no option 'maybe'; expected one of yes, no \(R14\)$"
    refused(table, Illegal, words, lambda: table.answer("Ann", "maybe"))
    table.answer("Ann", "yes")
    table.answer("Bob", "yes")
    for face in ("0", "7", "six"):
        refused(table, Illegal, "no option", partial(table.answer, "dice", face))


def test_dice_are_typed_in_by_anybody_at_the_table_and_nobody_else() -> None:
    table = pair()
    table.answer("Ann", "yes")
    table.answer("Bob", "yes")
    for token in ("", "x" * 24):
        refused(table, Forbidden, "sits", partial(table.answer, "dice", "3", token=token))
    table.answer("dice", "3", token=table.tokens[0])
    table.answer("dice", "4", token=table.tokens[1])
    table.undo("dice", token=table.tokens[0])
    table.answer("dice", "5", token=HOST)
    assert table.entries[-2:] == [("dice", "rocket_check", "3"), ("dice", "rocket_check", "5")]


def test_fair_dice_are_typed_in_by_nobody() -> None:
    table = pair(dice="fair")
    refused(table, NotYourTurn, "dice", lambda: table.answer("dice", "3", ask="rocket_check"))


def test_an_older_version_is_good_while_the_question_is_the_same() -> None:
    """Ann saw the question at version 1; Bob's answer came in between."""
    table = pair()
    seen = table.game.version
    table.answer("Bob", "yes")
    assert table.game.version == seen + 1
    table.answer("Ann", "yes", version=seen)
    assert [who for who, *_ in table.entries] == ["Bob", "Ann"]


def test_an_answer_to_a_question_of_before_is_stale() -> None:
    table = pair()
    seen = table.game.version
    table.answer("Ann", "yes")
    table.answer("Bob", "yes")
    refused(
        table,
        Stale,
        "Ann is not asked 'rocket_start' any more",
        lambda: table.answer("Ann", "yes", ask="rocket_start", version=seen),
    )


def test_an_answer_to_a_question_put_again_is_stale() -> None:
    """The die was mistyped: the same question comes again, after another roll."""
    table = one()
    asked_after(table, "dice", ("Ann", "item_box"))
    seen = table.game.version
    table.undo("dice")
    table.roll(int(table.match.asks[0].names[0]))
    to(table, ("Ann", "item_box"))
    refused(
        table,
        Stale,
        "Ann's question has changed since",
        lambda: table.answer("Ann", "yes", version=seen),
    )
    table.answer("Ann", "yes")


def test_an_answer_taken_back_is_asked_for_anew() -> None:
    """A second tab still shows Ann's question as it was before she answered and took it back."""
    table = pair()
    seen = table.game.version
    table.answer("Ann", "yes")
    table.undo("Ann")
    refused(table, Stale, "changed since", lambda: table.answer("Ann", "no", version=seen))
    table.answer("Bob", "yes", version=seen)
    table.answer("Ann", "no")


# --- a group's answers are hidden until all are in


@pytest.mark.parametrize("dice", ["physical", "fair"])
def test_a_groups_answers_are_hidden(dice: str) -> None:
    """Whatever Ann answers, all that others are sent is the same."""

    def seen(answer: str) -> list[str]:
        table = Sitting("Ann", "Bob", "Cid:rookie", dice=dice).start()
        room = Room(table.game, 0, 0)
        first = dump(room.state([]))
        table.answer("Ann", answer)
        bobs = Line(tokens=(table.tokens[1],), seats=(1,))
        return [
            first,
            room.update(False),
            dump(room.state([])),
            dump(room.menus(bobs)),
            dump(room.you(bobs, table.game.undoable())),
            log_of(table.game),
            dump(replay_json(table.game, room.table())),
        ]

    assert seen("yes") == seen("no")
    state = orjson.loads(seen("yes")[2])
    assert [(a["who"], a["answered"]) for a in state["play"]["asked"]] == [
        ("Bob", False),
        ("Cid", False),
        ("Ann", True),
    ]
    assert state["play"]["number"] == 0


def test_a_groups_answers_are_not_forked() -> None:
    table = pair()
    table.answer("Ann", "yes")
    assert table.game.number == 0
    with pytest.raises(Illegal, match="expected a moment 0 to 0"):
        lobby.forked(table.game, 1, chance("t2"))
    fork = lobby.forked(table.game, 0, chance("t2"))
    assert fork.settings.position is None


# --- undo: whose decision it is stays, no other's answer, no reveal, no roll


def test_undo_of_ones_own_answer_in_a_group_that_waits() -> None:
    table = pair()
    table.answer("Ann", "yes")
    assert table.game.undoable() == [0]
    change = table.undo("Ann")
    assert (change.keep, change.entries) == (0, [])
    assert table.asked == GROUP
    table.answer("Ann", "no")
    table.answer("Bob", "no")
    assert table.entries[:2] == [("Ann", "rocket_start", "no"), ("Bob", "rocket_start", "no")]


def test_others_answers_in_the_group_stay() -> None:
    table = Sitting("Ann", "Bob", "Eve").start()
    for who in ("Ann", "Bob"):
        table.answer(who, "yes")
    table.undo("Ann")
    assert table.entries == [("Bob", "rocket_start", "yes")]
    assert table.game.undoable() == [1]
    refused(table, Illegal, "nothing to take back", lambda: table.undo("Ann"))
    refused(table, Illegal, "nothing to take back", lambda: table.undo("Eve"))


def test_undo_with_anothers_token() -> None:
    table = pair()
    table.answer("Ann", "yes")
    for token in (table.tokens[1], HOST, ""):
        refused(table, Forbidden, "does not open", partial(table.undo, "Ann", token=token))


def test_undo_where_the_next_question_is_ones_own() -> None:
    """It stays Ann's decision; nothing was revealed, nobody else answered, nothing was rolled."""
    table = asked_again(one(), "Ann")
    assert table.game.undoable() == [0]
    before = table.match.entries[:-1]
    table.undo("Ann")
    assert table.asked == [("Ann", "pull_ahead")]
    assert table.match.entries == before


def test_undo_never_changes_whose_decision_it_is() -> None:
    """The question after Ann's is Bob's: hers is not to be taken back."""
    table = pair()
    asked_after(table, "Ann", ("Bob", "item_box"))
    assert table.game.undoable() == []
    refused(table, Illegal, "nothing to take back", lambda: table.undo("Ann"))


def test_undo_never_changes_whose_decision_it_is_nor_takes_the_dices() -> None:
    """Ann wants to try: the die is to be rolled now, and she cannot think again."""
    table = one()
    to(table, ("Ann", "pull_ahead"))
    table.answer("Ann", "yes")
    assert table.asked == [("dice", "pull_ahead_check")]
    refused(table, Illegal, "nothing to take back", lambda: table.undo("Ann"))


def test_undo_never_crosses_a_bots_answer() -> None:
    """Ann answers, the bot does, and it is Ann's turn again."""
    table = one()

    def there() -> bool:
        entries = table.match.entries
        if len(entries) < 2 or [ask.who for ask in table.match.asks] != ["Ann"]:
            return False
        return [getattr(entry, "who", "") for entry in entries[-2:]] == ["Ann", "Cid"]

    table.play_until(there)
    assert table.game.undoable() == []
    refused(table, Illegal, "nothing to take back", lambda: table.undo("Ann"))


def test_undo_never_crosses_what_a_group_has_revealed() -> None:
    """Bob's order completes the group, and shows him the others': he is asked next, alone."""
    table = pair()

    def there() -> bool:
        alone = [ask.who for ask in table.match.asks] == ["Bob"]
        return alone and bool(table.entries) and table.entries[-1][:2] == ("Bob", "order")

    def choose(ask: Ask) -> str:
        if ask.question == "order":
            deploys = [name for name in ask.names if name.startswith("deploy")]
            return deploys[0] if deploys and ask.who == "Bob" else "defensive"
        if ask.question == "item_box":
            return "yes"
        return ask.names[len(table.match.entries) * 5 % len(ask.names)]

    table.play_until(there, choose)
    assert table.game.undoable() == []
    refused(table, Illegal, "nothing to take back", lambda: table.undo("Bob"))


def test_undo_never_crosses_a_roll() -> None:
    """Fair dice: Ann tries to Pull Ahead, the die falls, and she is asked the next thing."""
    table = one(dice="fair")

    def there() -> bool:
        entries = table.entries
        if len(entries) < 2 or [ask.who for ask in table.match.asks] != ["Ann"]:
            return False
        return entries[-1][0] == "dice" and entries[-2][0] == "Ann"

    table.play_until(there)
    assert table.game.undoable() == []
    refused(table, Illegal, "not across a roll", lambda: table.undo("Ann"))


def test_undo_of_what_was_not_seen_yet() -> None:
    """Somebody takes back what he believes to be the last; something has happened since."""
    table = pair()
    table.answer("Ann", "yes")
    seen = table.game.version
    table.answer("Bob", "yes")
    refused(table, Stale, "happened since", lambda: table.undo("Ann", version=seen))


def test_a_mistyped_die_is_corrected() -> None:
    table = pair()
    table.answer("Ann", "yes")
    table.answer("Bob", "yes")
    table.roll(6)
    assert table.game.undoable() == [-1]
    table.undo("dice")
    assert table.asked == [("dice", "rocket_check")]
    table.roll(1)
    assert table.entries[-1] == ("dice", "rocket_check", "1")


def test_a_mistyped_die_is_corrected_after_bots_have_answered_to_it() -> None:
    table = one()

    def there() -> bool:
        return len(table.entries) > 1 and [who for who, *_ in table.entries[-2:]] == ["dice", "Cid"]

    table.play_until(there)
    at = len(table.entries) - 2
    change = table.undo("dice")
    assert (change.keep, change.entries) == (at, [])
    assert table.asked[0][0] == "dice"


def test_a_die_is_not_corrected_once_a_person_has_answered_to_it() -> None:
    table = one()
    asked_after(table, "dice", ("Ann", "item_box"))
    assert table.game.undoable() == [-1]
    table.answer("Ann", "no")
    assert table.game.undoable() == []
    refused(table, Illegal, "nothing to take back", lambda: table.undo("dice"))


def test_a_die_is_not_corrected_across_the_answer_of_one_who_has_handed_over_since() -> None:
    """A bot drives Ann's kart now; what she answered herself stays."""
    table = pair()
    for who in ("Ann", "Bob"):
        table.answer(who, "yes")
    table.play_until(lambda: ("Ann", "pull_ahead") in table.asked)
    assert table.game.undoable() == [-1]
    table.answer("Ann", "no")
    assert not table.match.answered()
    table.do("hand_over", table.tokens[0], seat=0, player="rookie")
    assert table.game.undoable() == []
    refused(table, Illegal, "nothing to take back", lambda: table.undo("dice"))


def test_a_die_is_corrected_across_what_the_bot_of_a_person_answered() -> None:
    table = pair()
    table.do("hand_over", table.tokens[0], seat=0, player="rookie")

    def there() -> bool:
        return len(table.entries) > 1 and [who for who, *_ in table.entries[-2:]] == ["dice", "Ann"]

    table.play_until(there)
    assert table.game.undoable() == [-1]
    table.undo("dice")
    assert table.asked[0][0] == "dice"


def test_undo_by_the_four_rules_at_every_moment_of_many_races() -> None:
    """Against what the players themselves remember: who was asked, who answered, what fell."""
    seen: set[str] = set()
    for seed in range(6):
        dice = "physical" if seed % 2 else "fair"
        table = Sitting("Ann", "Bob", "Cid:rookie", dice=dice).start()
        for step in range(150):
            if table.game.state != "running":
                break
            ask = table.game.waiting()[(step + seed) % len(table.game.waiting())]
            before = [other.who for other in table.match.asks], table.match.answered()
            was = len(table.match.entries)
            table.answer(ask.who, ask.names[(step * 7 + seed * 3) % len(ask.names)])
            came = [getattr(entry, "who", "") for entry in table.match.entries[was:]]
            kind, expected = what_may_be_undone(table, ask, before, came)
            assert table.game.undoable() == expected, (kind, table.entries[-3:], table.asked)
            seen.add(kind)
    assert seen == {"group", "die", "own", "nothing"}


def what_may_be_undone(
    table: Sitting, ask: Ask, before: tuple[list[str], tuple[str, ...]], came: list[str]
) -> tuple[str, list[int]]:
    """After an answer that brought all these entries."""
    if table.game.state != "running":
        return "nothing", []
    waiting = table.match.answered()
    if waiting:
        return "group", [seat_of(a) for a in [ask] if ask.who in waiting]
    if ask.is_dice:
        return "die", [-1]
    alone = before == ([ask.who], ()) and [other.who for other in table.match.asks] == [ask.who]
    return ("own", [ask.by]) if alone and came == [ask.who] else ("nothing", [])


# --- handing over, and who is absent


def test_hand_over_to_a_bot_and_take_back() -> None:
    table = pair()
    table.answer("Bob", "yes")
    change = table.do("hand_over", table.tokens[0], seat=0, player="rookie")
    assert change.settings
    assert [who for who, *_ in table.entries] == ["Bob", "Ann"]
    assert table.asked == [("dice", "rocket_check")]
    table.play_until(lambda: ("Bob", "order") in table.asked)
    assert table.asked == [("Bob", "order")], "Ann's bot waits for the people of the group"
    table.do("take_back", table.tokens[0], seat=0)
    assert sorted(table.asked) == [("Ann", "order"), ("Bob", "order")]
    table.answer("Ann", "defensive")


def test_who_may_hand_over_and_take_back() -> None:
    table = pair()
    over: dict[str, Any] = {"seat": 0, "player": "rookie"}
    for token in (table.tokens[1], ""):
        refused(table, Forbidden, "seat 0", partial(table.do, "hand_over", token, **over))
    mine = table.tokens[0]
    refused(
        table,
        Malformed,
        "expected one of",
        lambda: table.do("hand_over", mine, seat=0, player="absent"),
    )
    refused(table, Illegal, "driving already", lambda: table.do("take_back", mine, seat=0))
    table.do("hand_over", mine, **over)
    refused(table, Forbidden, "seat 0", lambda: table.do("take_back", HOST, seat=0))
    refused(table, NotYourTurn, "not asked", lambda: table.answer("Ann", "yes", ask="rocket_start"))


def test_a_bots_seat_is_not_handed_over() -> None:
    table = one()
    over = {"seat": 1, "player": "random"}
    refused(table, Illegal, "by a bot already", lambda: table.do("hand_over", HOST, **over))
    refused(table, Forbidden, "seat 1", lambda: table.do("take_back", HOST, seat=1))


def test_the_host_gives_the_seat_of_who_is_away_to_a_bot() -> None:
    """Who comes again takes it back."""
    table = pair()
    table.answer("Bob", "yes")
    table.do("hand_over", HOST, seat=0, player="rookie")
    assert table.game.settings.seats[0].driver == "rookie"
    assert table.asked == [("dice", "rocket_check")]
    table.do("take_back", table.tokens[0], seat=0)
    table.game.expire()
    assert not is_absent(table, 0), "dice wait for no clock"


def test_who_is_late_is_driven_by_the_rule_for_the_absent() -> None:
    """A30: no Rocket Start, Drive Defensively, no Pull Ahead, item boxes yes; until he is back."""
    table = pair()
    table.answer("Bob", "yes")
    change = table.game.expire()
    assert (change.who, change.settings) == ("Ann", True)
    assert table.entries == [("Bob", "rocket_start", "yes"), ("Ann", "rocket_start", "no")]
    assert [is_absent(table, seat) for seat in (0, 1)] == [True, False]
    for _ in range(3):
        table.play_until(lambda: ("Bob", "order") in table.asked)
        assert table.asked == [("Bob", "order")]
        table.play_until(lambda: ("Bob", "order") not in table.asked)
    answers = {(q, a) for who, q, a in table.entries if who == "Ann"}
    assert answers <= {
        ("rocket_start", "no"),
        ("order", "defensive"),
        ("item_box", "yes"),
        ("pull_ahead", "no"),
        ("use", "hold"),
    }
    assert ("order", "defensive") in answers
    table.do("take_back", table.tokens[0], seat=0)
    assert not is_absent(table, 0)
    table.play_until(lambda: ("Ann", "order") in table.asked)
    table.answer("Ann", "aggressive")


def test_only_the_late_are_absent() -> None:
    table = pair()
    table.answer("Ann", "yes")
    table.game.expire()
    assert [is_absent(table, seat) for seat in (0, 1)] == [False, True]


def test_who_has_left_does_not_stop_a_race() -> None:
    """Nobody is back: every decision has its time, and in the end everybody has a place."""
    table = pair(dice="fair")
    table.game.expire()
    assert table.game.state == "running"
    assert table.game.waiting()
    for _ in range(200):
        if table.game.state == "running":
            table.game.expire()
    assert table.game.state == "over"
    assert table.match.is_over


def test_who_answers_is_back() -> None:
    """While nobody drives, the table still asks; who answers then drives again."""
    table = pair(dice="fair")
    table.game.expire()
    assert [seat.driver for seat in table.game.settings.seats] == ["absent", "absent"]
    ask = table.game.waiting()[0]
    table.answer(ask.who, ask.names[0])
    drivers = {seat.name: seat.driver for seat in table.game.settings.seats}
    assert drivers[ask.who] == "person"


# --- the referee


def referees_table() -> Sitting:
    return pair(options={"referee": "on"})


def test_the_referee_settles_an_action_that_a_driver_makes_up() -> None:
    table = referees_table()
    to(table, ("Ann", "order"), ("Bob", "order"))
    table.answer("Ann", "custom")
    table.answer("Bob", "defensive")
    table.play_until(lambda: ("referee", "custom_modifier") in table.asked)
    for token in (table.tokens[0], ""):
        refused(table, Forbidden, "host", partial(table.answer, "referee", "1", token=token))
    for answer in ("2", "gain_2", "spin_out"):
        table.answer("referee", answer)
    assert table.asked == [("dice", "custom_check")]
    assert [answer for who, _, answer in table.entries if who == "referee"] == [
        "2",
        "gain_2",
        "spin_out",
    ]
    refused(table, Illegal, "nothing to take back", lambda: table.undo("referee"))


def test_a_referee_who_is_late_lets_things_be() -> None:
    table = referees_table()
    to(table, ("Ann", "order"), ("Bob", "order"))
    table.answer("Ann", "custom")
    table.answer("Bob", "defensive")
    table.play_until(lambda: ("referee", "custom_modifier") in table.asked)
    table.game.expire()
    assert table.entries[-1] == ("referee", "custom_modifier", "0")
    assert table.asked == [("referee", "custom_success")]


def test_the_referee_corrects_the_position() -> None:
    table = referees_table()
    to(table, ("Ann", "order"), ("Bob", "order"))
    changes = {"karts": {"Ann": {"momentum": 5}}}
    change = table.do("correct", changes=changes)
    assert change.entries == [{"correct": changes}]
    assert table.match.race.karts[0].momentum == 5
    assert table.asked == [("Ann", "order"), ("Bob", "order")]
    assert table.game.undoable() == []


def test_the_question_of_before_a_correction_is_stale() -> None:
    table = referees_table()
    seen = table.game.version
    table.do("correct", changes={"karts": {"Ann": {"momentum": 1}}})
    refused(table, Stale, "changed since", lambda: table.answer("Ann", "yes", version=seen))


@pytest.mark.parametrize(
    ("token", "fields", "error", "words"),
    [
        ("token-t1-0", {}, Forbidden, "only the host"),
        ("", {}, Forbidden, "only the host"),
        (HOST, {"version": 0}, Stale, "happened since"),
        (HOST, {"changes": {"kart": {}}}, Malformed, "no field 'kart'.*did you mean karts"),
        (HOST, {"changes": {"karts": {"Eve": {}}}}, Malformed, "no seat 'Eve'"),
        (HOST, {"changes": {"karts": {"Ann": {"momentum": "x"}}}}, Malformed, "a whole number"),
        (HOST, {"changes": {"karts": {"Ann": {"momentum": 2**70}}}}, Malformed, "whole number"),
        (HOST, {"changes": {"karts": {"Ann": {"progress": -9}}}}, Illegal, "progress"),
    ],
)
def test_corrections_refused(
    token: str, fields: dict[str, Any], error: type[WreckError], words: str
) -> None:
    table = referees_table()
    refused(
        table,
        error,
        words,
        lambda: table.do("correct", token, **{"changes": {"turn": 1}, **fields}),
    )


def test_corrections_are_made_between_slots() -> None:
    table = referees_table()
    table.answer("Ann", "yes")
    refused(table, Illegal, "between slots", lambda: table.do("correct", changes={"turn": 1}))


def test_no_corrections_without_a_referee() -> None:
    """Where nobody chose one, not even the host may help himself."""
    table = pair()
    refused(table, Illegal, "no referee", lambda: table.do("correct", changes={"turn": 1}))


# --- the end


def test_nothing_is_done_after_the_end() -> None:
    table = pair(dice="fair", options={"referee": "on"}).to_the_end()
    assert table.game.state == "over"
    ask = {"ask": "order"}
    for do in (
        lambda: table.answer("Ann", "defensive", **ask),
        lambda: table.undo("Ann"),
        lambda: table.do("hand_over", table.tokens[0], seat=0, player="rookie"),
        lambda: table.do("take_back", table.tokens[0], seat=0),
        lambda: table.do("correct", changes={"turn": 1}),
        lambda: table.do("abandon"),
    ):
        refused(table, Over, "the race is over", do)
    refused(table, Illegal, "begun", lambda: table.do("start"))
    assert table.asked == []


def test_abandoning_shows_the_secret() -> None:
    table = pair(dice="fair")
    room = Room(table.game, 0, 0)
    assert room.table()["fair"]["secret"] is None
    assert SECRET not in log_of(table.game)
    refused(table, Forbidden, "only the host", lambda: table.do("abandon", table.tokens[0]))
    table.do("abandon")
    fair = room.table()["fair"]
    assert (fair["secret"], fair["commitment"]) == (SECRET, commitment(SECRET))
    assert SECRET in log_of(table.game)
    refused(table, Over, "the race is abandoned", lambda: table.answer("Ann", "yes", ask="x"))
    refused(table, Over, "the race is abandoned already", lambda: table.do("abandon"))


def test_a_race_ends_with_its_secret_and_its_log_checks() -> None:
    table = pair(dice="fair")
    while table.game.state == "running":
        assert SECRET not in log_of(table.game) + dump(Room(table.game, 0, 0).state([]))
        ask = table.game.waiting()[0]
        table.answer(ask.who, ask.names[-1])
    log = read_log(log_of(table.game))
    assert log.secret == SECRET
    again = replay(log, find_ruleset(RULESET))
    assert again.result() == table.match.result() == log.result


# --- all or nothing


def test_what_fails_half_way_has_not_happened() -> None:
    """Even if the rules have gone on already."""
    table = pair()
    table.answer("Ann", "yes")

    def does() -> tuple[str, dict[str, Any]]:
        table.match.answer("yes", "Bob")
        table.match.answer("3", "dice")
        table.game.posed.clear()
        table.game.settings.seats[0].driver = "rookie"
        raise Illegal("no")

    refused(table, Illegal, "^no$", lambda: table.game.carry_out("test", does))
    table.answer("Bob", "no")
    assert table.asked == [("dice", "rocket_check")]


@pytest.mark.parametrize("dice", ["fair", "physical"])
def test_what_changes_say_is_all_there_is_to_store(dice: str) -> None:
    """Entries kept and added, command after command, load to the same table at any time."""
    table = Sitting("Ann", "Bob", "Cid:rookie", dice=dice, options={"referee": "on"})
    stored: list[dict[str, Any]] = []

    def note(change: Any) -> None:
        del stored[change.keep :]
        stored.extend(change.entries)
        assert stored == [entry_json(entry) for entry in table.match.entries]

    note(table.do("start"))
    for step in range(120):
        if table.game.state != "running":
            break
        undo = table.game.undoable()
        if undo and step % 3 == 0:
            who = "dice" if undo[0] < 0 else table.match.names[undo[0]]
            note(table.undo(who))
        elif step % 20 == 7:
            note(table.do("hand_over", table.tokens[1], seat=1, player="rookie"))
            note(table.do("take_back", table.tokens[1], seat=1))
        elif step % 20 == 8 and table.match.is_between_slots:
            note(table.do("correct", changes={"karts": {"Ann": {"momentum": step % 3}}}))
        else:
            ask = table.game.waiting()[0]
            note(table.answer(ask.who, ask.names[step * 5 % len(ask.names)]))
        if step % 10 == 0:
            twin = table.reloaded(stored)
            assert twin.match is not None
            assert pack(twin.match.race) == pack(table.match.race)
            assert twin.match.asks == table.match.asks
            assert twin.match.entries == table.match.entries
            assert twin.undoable() == table.game.undoable()


# --- playing on from a moment, and once more


def taken_over(fork: Game, *names: str) -> Sitting:
    """The forked table, all its people's seats claimed by these, and started."""
    table = Sitting(game=fork)
    open_seats = [n for n, seat in enumerate(fork.settings.seats) if seat.player == "open"]
    for seat, name in zip(open_seats, names, strict=True):
        table.claim(seat, name)
    return table.start()


@pytest.mark.parametrize("names", [("Ann", "Bob"), ("Bob", "Ann"), ("Eve", "1")])
def test_a_fork_plays_on_from_its_moment(names: tuple[str, str]) -> None:
    """By whoever sits there now: the same karts at the same places, with new names."""
    table = pair()
    table.play_until(lambda: table.match.race.turn == 3)
    number = table.game.number
    was: Match = table.match.fork()
    table.play_until(lambda: table.match.race.turn == 5)
    fork = lobby.forked(table.game, number, chance("t2", "ab" * 32))
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
    fork = taken_over(lobby.forked(table.game, table.game.number, chance("t2")), "Eve", "Fay")
    again = taken_over(lobby.forked(fork.game, 0, chance("t3")), "Gus", "Hal")
    assert again.match.race.turn == 3
    fork.play_until(lambda: fork.match.race.turn == 4)
    further = taken_over(lobby.forked(fork.game, fork.game.number, chance("t4")), "Ida", "Jim")
    assert further.match.race.turn == 4


def test_moments_that_cannot_be_played_on_from() -> None:
    table = pair(dice="fair").to_the_end()
    number = table.game.number
    with pytest.raises(Illegal, match="over at that moment"):
        lobby.forked(table.game, number, chance("t2"))
    with pytest.raises(Illegal, match=f"expected a moment 0 to {number}"):
        lobby.forked(table.game, number + 1, chance("t2"))
    with pytest.raises(Illegal, match="not begun"):
        lobby.forked(Sitting("Ann", "Bob").game, 0, chance("t2"))
    assert lobby.forked(table.game, number - 1, chance("t2")).settings.position


def test_once_more() -> None:
    table = Sitting("Ann", "Bob", "Cid:rookie", dice="fair", options={"carry": "2"})
    with pytest.raises(Illegal, match="the race goes on"):
        lobby.follow_up(table.game, chance("t2"))
    table.start().to_the_end()
    change = lobby.follow_up(table.game, chance("t2", "ab" * 32))
    assert change is not None
    made = change.made
    assert made is not None
    assert table.game.settings.next_table == made.id == "t2"
    assert lobby.follow_up(table.game, chance("t3")) is None, "there is one already"
    assert (made.state, made.settings.course_key) == ("open", COURSE)
    assert made.settings.options["carry"] == "2"
    assert [seat.player for seat in made.settings.seats] == ["open", "open", "rookie"]
    assert made.settings.commitment == commitment("ab" * 32)
    assert made.seats_of(table.tokens.values()) == [], "who sat there has to claim a seat"
    assert taken_over(made, "Bob", "Ann").asked == [
        ("Bob", "rocket_start"),
        ("Ann", "rocket_start"),
    ]
