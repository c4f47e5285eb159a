"""Undo: whose decision it is stays; no other's answer, no reveal, no roll is crossed."""

from __future__ import annotations

from functools import partial

from tests.table.sitting import (
    GROUP,
    HOST,
    Sitting,
    asked_after,
    asked_again,
    one,
    pair,
    refused,
    to,
)

from wreckoning.core.asks import Ask
from wreckoning.core.errors import Illegal
from wreckoning.table.ids import shown_seat
from wreckoning.table.racing import undoable
from wreckoning.table.refusals import Forbidden, Stale


def test_undo_of_an_own_answer_in_a_waiting_group() -> None:
    table = pair()
    table.answer("Ann", "yes")
    assert undoable(table.game) == [0]
    change = table.undo("Ann")
    assert (change.keep, change.entries) == (0, [])
    assert table.asked == GROUP
    table.answer("Ann", "no")
    table.answer("Bob", "no")
    assert table.entries[:2] == [("Ann", "rocket_start", "no"), ("Bob", "rocket_start", "no")]


def test_undo_keeps_others_answers_in_the_group() -> None:
    table = Sitting("Ann", "Bob", "Eve").start()
    for who in ("Ann", "Bob"):
        table.answer(who, "yes")
    table.undo("Ann")
    assert table.entries == [("Bob", "rocket_start", "yes")]
    assert undoable(table.game) == [1]
    refused(table, Illegal, "nothing to undo", lambda: table.undo("Ann"))
    refused(table, Illegal, "nothing to undo", lambda: table.undo("Eve"))


def test_undo_with_anothers_token_is_refused() -> None:
    table = pair()
    table.answer("Ann", "yes")
    for token in (table.tokens[1], HOST, ""):
        refused(table, Forbidden, "does not open", partial(table.undo, "Ann", token=token))


def test_undo_if_the_next_question_is_the_same_players() -> None:
    """It stays Ann's decision; nothing was revealed, nobody else answered, nothing was rolled."""
    table = asked_again(one(), "Ann")
    assert undoable(table.game) == [0]
    before = table.match.entries[:-1]
    table.undo("Ann")
    assert table.asked == [("Ann", "pull_ahead")]
    assert table.match.entries == before


def test_undo_never_changes_whose_decision_it_is() -> None:
    """The question after Ann's is Bob's: hers is not to be taken back."""
    table = pair()
    asked_after(table, "Ann", ("Bob", "item_box"))
    assert undoable(table.game) == []
    refused(table, Illegal, "nothing to undo", lambda: table.undo("Ann"))


def test_undo_never_changes_whose_decision_it_is_nor_takes_the_dices() -> None:
    """Ann wants to try: the die is to be rolled now, and she cannot think again."""
    table = one()
    to(table, ("Ann", "pull_ahead"))
    table.answer("Ann", "yes")
    assert table.asked == [("dice", "pull_ahead_check")]
    refused(table, Illegal, "nothing to undo", lambda: table.undo("Ann"))


def test_undo_never_crosses_a_bots_answer() -> None:
    """Ann answers, the bot does, and it is Ann's turn again."""
    table = one()

    def there() -> bool:
        entries = table.match.entries
        if len(entries) < 2 or [ask.who for ask in table.match.asks] != ["Ann"]:
            return False
        return [getattr(entry, "who", "") for entry in entries[-2:]] == ["Ann", "Cid"]

    table.play_until(there)
    assert undoable(table.game) == []
    refused(table, Illegal, "nothing to undo", lambda: table.undo("Ann"))


def test_undo_never_crosses_what_a_group_has_revealed() -> None:
    """Bob's order completes the group, and shows them the others': they are asked next, alone."""
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
    assert undoable(table.game) == []
    refused(table, Illegal, "nothing to undo", lambda: table.undo("Bob"))


def test_undo_never_crosses_a_roll() -> None:
    """Fair dice: Ann tries to Pull Ahead, the die falls, and she is asked the next thing."""
    table = one(dice="fair")

    def there() -> bool:
        entries = table.entries
        if len(entries) < 2 or [ask.who for ask in table.match.asks] != ["Ann"]:
            return False
        return entries[-1][0] == "dice" and entries[-2][0] == "Ann"

    def choose(ask: Ask) -> str:
        return ask.names[2 * len(table.match.entries) % len(ask.names)]

    table.play_until(there, choose)
    assert undoable(table.game) == []
    refused(table, Illegal, "never crosses a roll", lambda: table.undo("Ann"))


def test_undo_sent_twice_takes_one_answer_back() -> None:
    """Two presses before the result of the first is seen: one die goes, not two."""
    table = Sitting("Ann", "Bob", "Cid:rookie", dice="physical").start()
    for who in ("Ann", "Bob"):
        table.answer(who, "yes")
    for face in (4, 2):
        table.roll(face)
    rolled, seen = table.entries, table.game.version
    table.undo("dice", version=seen)
    refused(table, Stale, "happened since", lambda: table.undo("dice", version=seen))
    assert table.entries == rolled[:-1]
    table.undo("dice")
    assert table.entries == rolled[:-2]


def test_undo_of_an_unseen_answer_is_refused() -> None:
    """A player takes back what they believe to be the last; something has happened since."""
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
    assert undoable(table.game) == [-1]
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
    assert undoable(table.game) == [-1]
    table.answer("Ann", "no")
    assert undoable(table.game) == []
    refused(table, Illegal, "nothing to undo", lambda: table.undo("dice"))


def test_die_before_an_answer_of_a_handed_over_seat_stays() -> None:
    """A bot drives Ann's kart now; what she answered herself stays."""
    table = pair()
    for who in ("Ann", "Bob"):
        table.answer(who, "yes")
    table.play_until(lambda: ("Ann", "pull_ahead") in table.asked)
    assert undoable(table.game) == [-1]
    table.answer("Ann", "no")
    assert not table.match.answered()
    table.do("hand_over", table.tokens[0], seat=0, player="rookie")
    assert undoable(table.game) == []
    refused(table, Illegal, "nothing to undo", lambda: table.undo("dice"))


def test_die_before_an_answer_of_a_stand_in_bot_is_corrected() -> None:
    table = pair()
    table.do("hand_over", table.tokens[0], seat=0, player="rookie")

    def there() -> bool:
        return len(table.entries) > 1 and [who for who, *_ in table.entries[-2:]] == ["dice", "Ann"]

    table.play_until(there)
    assert undoable(table.game) == [-1]
    table.undo("dice")
    assert table.asked[0][0] == "dice"


def test_undo_follows_its_rules_at_every_moment_of_many_races() -> None:
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
            assert undoable(table.game) == expected, (kind, table.entries[-3:], table.asked)
            seen.add(kind)
    assert seen == {"group", "die", "own", "nothing"}


def what_may_be_undone(
    table: Sitting, ask: Ask, before: tuple[list[str], tuple[str, ...]], came: list[str]
) -> tuple[str, list[int]]:
    """The seats that may undo after these entries."""
    if table.game.state != "running":
        return "nothing", []
    waiting = table.match.answered()
    if waiting:
        return "group", [shown_seat(a) for a in [ask] if ask.who in waiting]
    if ask.is_dice:
        return "die", [-1]
    alone = before == ([ask.who], ()) and [other.who for other in table.match.asks] == [ask.who]
    return ("own", [ask.by]) if alone and came == [ask.who] else ("nothing", [])
