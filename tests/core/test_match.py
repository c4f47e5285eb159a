"""A match: asks, answers, groups, undo, rewinding, corrections, forks. Played with the toy."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeGuard

import hypothesis
import pytest
from hypothesis import strategies as st
from tests.strategies import races
from tests.toy import race as toy
from tests.toy.ruleset import TOY, Track, load_course, seats

from wreckoning.conformance.races import begin
from wreckoning.core import door
from wreckoning.core.asks import Answer, Correction
from wreckoning.core.dice import Dice, Physical, Scripted, Seeded
from wreckoning.core.documents import ChangedValue
from wreckoning.core.door import choose
from wreckoning.core.errors import Illegal, JournalFull, Malformed, NotYourTurn, Over, WreckError
from wreckoning.core.match import Match
from wreckoning.core.play import engine
from wreckoning.core.records import pack
from wreckoning.core.ruleset import Seat, find_ruleset

Given = tuple[str, str, str]


def match_of(*players: str, dice: Dice | None = None, course: str = "dash", **rest: Any) -> Match:
    return Match(TOY, load_course(course), seats(*players), dice=dice or Physical(), **rest)


def open_asks(match: Match) -> list[tuple[str, str]]:
    return [(ask.who, ask.question) for ask in match.asks]


def options(match: Match) -> str:
    return " ".join(match.asks[0].names)


def entries(match: Match) -> list[Given]:
    return [
        (entry.who, entry.question, entry.name)
        for entry in match.entries
        if isinstance(entry, Answer)
    ]


def steps(match: Match) -> list[int]:
    return [runner.steps for runner in match.race.runners[: len(match.seats)]]


def test_a_race_from_start_to_end() -> None:
    match = match_of("person", "person")
    assert open_asks(match) == [("Ann", "way"), ("Bob", "way")]
    match.answer("leap")
    match.answer("shove")
    assert open_asks(match) == [("dice", "leap_roll")]
    assert options(match) == "1 2 3 4 5 6"
    match.answer(3)
    assert open_asks(match) == [("Bob", "rival")]
    assert options(match) == "nobody Ann"
    match.answer("ann", by="Bob", question="rival")
    match.answer("4")
    assert steps(match) == [2, 0]
    match.answer("step", by="Bob")
    match.answer("leap", by="Ann")
    match.answer("2")
    assert match.is_over
    assert not match.asks
    assert match.result() == {"rounds": 2, "places": ["Ann", "Bob"]}
    assert [event["event"] for event in match.events_json()] == [
        *("roll", "roll", "shoved", "roll", "went", "won"),
    ]
    assert entries(match)[2:5] == [
        ("dice", "leap_roll", "3"),
        ("Bob", "rival", "Ann"),
        ("dice", "shove_roll", "4"),
    ]


def test_events_of_a_match() -> None:
    """A roll with the modifiers told before it; an event in the ruleset's words."""
    table = [Seat("Ann", "person", {"shoe": "springs"}), Seat("Bob")]
    match = Match(TOY, load_course("mile"), table)
    for answer in ("leap", "leap", 5, 1):
        match.answer(answer)
    sprung = {"name": "springs", "value": 1, "rule": "T4"}
    roll = {"event": "roll", "rule": "T4", "question": "leap_roll"}
    assert match.events_json() == [
        {**roll, "who": "Ann", "natural": [5], "modifiers": [sprung], "result": 6},
        {"event": "fell", "rule": "T4", "who": "Bob"},
        {**roll, "who": "Bob", "natural": [1], "modifiers": [], "result": 0},
    ]
    assert match.events(len(match.told) - 1) == match.events()[2:]


@hypothesis.given(st.integers(0, 2**32), st.data())
def test_automatic_dice_are_entries_like_given_ones(seed: int, data: st.DataObject) -> None:
    """They fall while the rules run; given by hand, the rules stand still for each of them."""
    falling = match_of("person", "person", dice=Seeded(seed), course="mile")
    given = match_of("person", "person", course="mile")
    while not falling.is_over:
        ask = falling.asks[0]
        name = data.draw(st.sampled_from(ask.names))
        falling.answer(name, by=ask.who)
        for entry in falling.entries[len(given.entries) :]:
            assert isinstance(entry, Answer)
            given.answer(entry.name, entry.who, entry.question)
        assert (given.entries, given.asks) == (falling.entries, falling.asks)
        assert pack(given.race) == pack(falling.race)
        assert given.told == falling.told
        assert [(entry.sides, entry.alone) for entry in given.entries if is_roll(entry)] == [
            (entry.sides, entry.alone) for entry in falling.entries if is_roll(entry)
        ]


def is_roll(entry: object) -> TypeGuard[Answer]:
    return isinstance(entry, Answer) and entry.who == "dice"


def test_impossible_face_is_refused() -> None:
    match = match_of("person", dice=Scripted([7]))
    asked = match.asks
    with pytest.raises(Illegal, match=r"^leap_roll: expected a face of the die, 1 to 6, found 7$"):
        match.answer("leap")
    assert (match.asks, match.entries, match.told) == (asked, [], []), "nothing has changed"
    match.answer("step")
    assert [entry.name for entry in match.entries if isinstance(entry, Answer)] == ["step"]


@pytest.mark.parametrize("given", ["leap", "LEAP", " Leap ", 2])
def test_option_is_answered_by_name_or_number(given: object) -> None:
    match = match_of("person")
    match.answer(given)
    assert entries(match) == [("Ann", "way", "leap")]
    assert open_asks(match) == [("dice", "leap_roll")]


@pytest.mark.parametrize("given", ["lep", "", "7", 7, 0, -1, None, True, False, 2.0, ["leap"], {}])
def test_answer_that_is_no_option_is_refused(given: object) -> None:
    match = match_of("person")
    with pytest.raises(
        Illegal, match=r"^way: Ann: no option .*expected one of step, leap"
    ) as found:
        match.answer(given)
    assert found.value.rule == "T2"
    assert match.entries == []


@pytest.mark.parametrize("given", [0, 7, "7", "0", "six", "", None, True, 3.0, "1" * 400])
def test_text_that_is_no_face_is_refused(given: object) -> None:
    match = match_of("person")
    match.answer("leap")
    words = r"^leap_roll: expected a face of the die, 1 to 6, found .{,50}\(T4\)$"
    with pytest.raises(Illegal, match=words):
        match.answer(given)
    assert entries(match) == [("Ann", "way", "leap")]


def test_refusal_suggests_a_similar_option() -> None:
    with pytest.raises(Illegal, match="did you mean leap"):
        match_of("person").answer("leep")


@pytest.mark.parametrize(
    ("by", "question", "words"),
    [
        ("Ann", "rival", "Ann is asked way, not rival"),
        ("Cid", None, r"Cid is not asked anything now; asked: Ann \(way\) and Bob \(way\)"),
        ("dice", None, "dice is not asked anything now"),
        ("ann", "way", "ann is not asked anything now"),
        (None, "rival", "Ann is asked way, not rival"),
    ],
)
def test_seat_that_is_not_asked_is_refused(
    by: str | None, question: str | None, words: str
) -> None:
    match = match_of("person", "person")
    with pytest.raises(NotYourTurn, match=words):
        match.answer("step", by, question)
    assert match.entries == []


def test_finished_match_refuses_answers() -> None:
    match = match_of("person", start_position={"runners": {"Ann": {"steps": 3}}})
    match.answer("step")
    assert match.is_over
    with pytest.raises(Over, match="the race is over: no question is open"):
        match.answer("step")
    with pytest.raises(Over, match="the race is over: it can no longer be corrected"):
        match.correct({})
    assert len(match.entries) == 1


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_group_answers_in_any_order_are_hidden_until_all_are_in(order: Sequence[int]) -> None:
    match = match_of("person", "person", "person")
    before = pack(match.race), match.position(), match.told
    for place, seat in enumerate(order):
        name = match.names[seat]
        assert (pack(match.race), match.position(), match.told) == before
        match.answer(("step", "leap", "shove")[seat], by=name)
        if place < 2:
            with pytest.raises(NotYourTurn, match=f"{name} is not asked"):
                match.answer("step", by=name)
    assert [runner.way for runner in match.race.runners[:3]] == [toy.STEP, toy.LEAP, toy.SHOVE]
    assert [name for name, *_ in entries(match)] == [match.names[seat] for seat in order]


def test_seat_with_one_option_is_not_asked() -> None:
    """Ann fell: she rests, and only Bob is asked; the answer is Bob's own."""
    match = match_of("person", "person", start_position={"runners": {"Ann": {"fell": True}}})
    assert open_asks(match) == [("Bob", "way")]
    match.answer("step")
    assert steps(match) == [0, 1]


def test_seat_with_two_asks_in_a_group() -> None:
    """Two questions to one seat in a group are two asks, told apart by their question."""

    def step(race: Any) -> None:
        for question in (toy.Question.WAY, toy.Question.RIVAL):
            door.pose(race, question, 0, 0)
            door.offer(race, 1)
            door.offer(race, 2)
        choose(race)
        race.runners[0].way = door.reply(race, 0)
        race.runners[0].steps = door.reply(race, 1)
        race.over = 1

    match = Match(replace(TOY, step=step), load_course("dash"), seats("person", "person", "person"))
    match.answer("Cid", question="rival")
    assert open_asks(match) == [("Ann", "way")]
    match.answer("step")
    assert (match.race.runners[0].way, match.race.runners[0].steps) == (1, 2)


def test_bots_and_dice_answer_by_themselves() -> None:
    match = match_of("steady", "random", dice=Seeded(3), course="mile")
    assert match.is_over
    assert {name for name, *_ in entries(match)} == {"Ann", "Bob", "dice"}
    assert all(name == "step" for who, _, name in entries(match) if who == "Ann")
    again = match_of("steady", "random", dice=Seeded(3), course="mile")
    assert again.entries == match.entries
    assert pack(again.race) == pack(match.race)
    other = match_of("steady", "random", dice=Seeded(3), course="mile", bot_seed=1)
    assert other.entries != match.entries


def test_match_waits_for_people() -> None:
    match = match_of("person", "steady", dice=Seeded(3))
    assert open_asks(match) == [("Ann", "way"), ("Bob", "way")]
    assert [ask.who for ask in match.person_asks()] == ["Ann"]
    assert match.is_between_slots, "the bots of a group wait for the people"
    match.answer("step")
    assert [name for name, *_ in entries(match)] == ["Ann", "Bob"]
    by_hand = match_of("person", "steady", automatic=False)
    assert open_asks(by_hand) == [("Ann", "way"), ("Bob", "way")]
    assert [ask.who for ask in by_hand.person_asks()] == ["Ann"]


def test_dice_are_rolled_by_hand_after_scripted_ones() -> None:
    match = match_of("person", dice=Scripted([3]))
    match.answer("leap")
    assert steps(match) == [3]
    match.answer("leap")
    assert open_asks(match) == [("dice", "leap_roll")]
    assert match.person_asks()
    match.answer(2)
    assert match.is_over


def test_draws_of_bots_differ_from_dice() -> None:
    """With one seed for both, a bot's draw is not the face of the roll of the same number."""
    same = 0
    for seed in range(200):
        match = match_of("random", "random", "random", dice=Seeded(seed), bot_seed=seed)
        first = match.entries[0]
        assert isinstance(first, Answer)
        face = Seeded(seed).roll(0, 3, "way")
        same += ("step", "leap", "shove").index(first.name) + 1 == face
    assert 30 < same < 110


def play_to_the_end(match: Match) -> list[tuple[bytes, tuple[Any, ...]]]:
    """Play to the end. Returns each state with its asks."""
    seen = [(pack(match.race), match.asks)]
    while not match.is_over:
        ask = match.asks[-1]
        match.answer(ask.options[len(match.entries) % len(ask.options)], ask.who, ask.question)
        seen.append((pack(match.race), match.asks))
    return seen


def long_match() -> Match:
    far = Track("far", 30)
    return Match(TOY, far, seats("person", "person", "person"))


@pytest.fixture(params=[1, 8])
def kept(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Keep a checkpoint after this many others, or this many answers."""
    every: int = request.param
    monkeypatch.setattr(engine, "KEEP_EVERY", every)
    return every


def test_rewind_to_any_entry(kept: int) -> None:
    match = long_match()
    seen = play_to_the_end(match)
    done = list(match.entries)
    assert len(match._engine.kept) > 2, "over many checkpoints"
    first, second, *_ = match._engine.kept
    assert max(second.number - first.number, second.entries - first.entries) >= kept
    told = match.told
    for count in [*range(len(done), -1, -1)]:
        twin = match.fork()
        twin.rewind(count)
        assert (pack(twin.race), twin.asks) == seen[count]
        assert twin.entries == done[:count]
        assert twin.told == told[: len(twin.told)]
        for entry in done[count : count + 5]:
            twin.play_entry(entry)
        assert (pack(twin.race), twin.asks) == seen[min(count + 5, len(done))]
    assert match.entries == done
    assert match.is_over


@pytest.mark.parametrize("count", [-1, 1])
def test_rewind_beyond_the_entries_is_refused(count: int) -> None:
    match = match_of("person")
    with pytest.raises(Illegal, match=f"expected 0 to 0 answers to keep, found {count}"):
        match.rewind(count)


def test_undo_goes_back_to_a_persons_answer() -> None:
    match = match_of("person", "steady", dice=Seeded(5), course="mile")
    match.answer("step")
    match.answer("leap")
    assert [name for name, *_ in entries(match)] == ["Ann", "Bob", "Ann", "Bob", "dice"]
    assert match.undo()
    assert [name for name, *_ in entries(match)] == ["Ann", "Bob"]
    assert [ask.who for ask in match.person_asks()] == ["Ann"]
    assert match.undo()
    assert entries(match) == []
    assert not match.undo()


def test_undo_of_a_choice_rolls_no_new_dice() -> None:
    match = match_of("person", dice=Seeded(5), course="mile")
    match.answer("leap")
    face = entries(match)[-1]
    for way in ("step", "leap"):
        match.undo()
        match.answer(way)
    assert entries(match)[-1] == face


def test_undo_of_dice_rolled_by_hand() -> None:
    match = match_of("person", dice=Scripted([2]), course="mile")
    for given in ("leap", "leap", 5):
        match.answer(given)
    assert match.undo(), "the five was typed in"
    assert open_asks(match) == [("dice", "leap_roll")]
    assert match.undo()
    assert entries(match) == [("Ann", "way", "leap"), ("dice", "leap_roll", "2")]
    assert match.undo(), "the two was not"
    assert entries(match) == []


def test_bots_answer_again_after_an_undo() -> None:
    """Played by hand, or in a log, Cid may have answered after Ann; taken back, they are asked."""
    match = match_of("person", "person", "steady", automatic=False)
    for name in ("Bob", "Ann", "Cid"):
        match.answer("step", by=name)
    match.automatic = True
    assert match.undo()
    assert [name for name, *_ in entries(match)] == ["Bob"]
    match.answer("leap")
    assert [name for name, *_ in entries(match)] == ["Bob", "Ann", "Cid"]


class OnceFailing:
    """Rules that fail once in mid-play."""

    def __init__(self) -> None:
        self.after: int | None = None  # steps

    def __call__(self, race: Any) -> None:
        if self.after is not None:
            self.after -= 1
            if self.after < 0:
                self.after = None
                raise JournalFull
        TOY.step(race)


@pytest.mark.parametrize(
    ("wish", "after"),
    [
        ("answer", 0),
        ("answer", 1),  # the person's answer is taken, but not what bots and dice answer then
        ("correct", 0),
    ],
)
def test_failing_rules_change_nothing(wish: str, after: int) -> None:
    step = OnceFailing()
    table = seats("person", "random", "steady")
    match = Match(replace(TOY, step=step), load_course("mile"), table, dice=Seeded(7))
    match.answer("leap")
    before = list(match.entries), match.asks, match.moment, match.told
    step.after = after
    with pytest.raises(JournalFull):
        match.answer("leap") if wish == "answer" else match.correct({"turn": 5})
    assert (match.entries, match.asks, match.moment, match.told) == before
    match.answer("leap")
    assert len(match.entries) > len(before[0])


def test_correction_changes_the_position() -> None:
    match = match_of("person", "person", course="mile")
    match.correct({"runners": {"Bob": {"steps": 7}}})
    assert steps(match) == [0, 7]
    assert match.entries == [Correction({"runners": {"Bob": {"steps": 7}}})]
    match.answer("step")
    with pytest.raises(Illegal, match="a correction comes before the first answer"):
        match.correct({"turn": 3})
    match.answer("step")
    match.correct({"turn": 9})
    assert (match.race.turn, steps(match)) == (10, [1, 8])
    match.rewind(3)
    assert (match.race.turn, steps(match)) == (2, [1, 8])
    assert match.undo()
    assert match.undo()
    assert match.undo(), "a correction is a person's"
    assert steps(match) == [0, 0]


def test_correction_takes_back_what_was_answered_since_the_checkpoint() -> None:
    match = match_of("person", "person", course="mile")
    match.answer("step")
    before = list(match.entries), match.asks
    with pytest.raises(Malformed, match="no field 'stepz'"):
        match.correct({"runners": {"Bob": {"stepz": 7}}}, take_back=True)
    assert (match.entries, match.asks) == before
    match.correct({"runners": {"Bob": {"steps": 7}}}, "asleep", take_back=True)
    assert match.entries == [Correction({"runners": {"Bob": {"steps": 7}}}, "asleep", ("Ann",))]
    assert (steps(match), len(match.asks)) == ([0, 7], 2)


def test_correction_notes_what_was_changed_and_why() -> None:
    match = match_of("person", "person", course="mile")
    match.answer("step")
    match.answer("step")
    told = len(match.told)
    match.correct({"runners": {"Bob": {"steps": 7}, "Ann": {"steps": 1}}}, "Bob ran twice")
    given = match.entries[-1]
    assert isinstance(given, Correction)
    assert (given.reason, given.told) == ("Bob ran twice", told)
    assert given.changed == (ChangedValue(("runners", "Bob", "steps"), 1, 7),)
    match.answer("step")
    match.rewind(3)
    assert match.entries[-1] == given


def test_a_correction_may_be_made_only_between_slots() -> None:
    """At first; not with one order in; with both in; after Ann's die it is Bob's slot."""
    match = match_of("person", "person")
    between = [match.is_between_slots]
    for answer in ("leap", "leap", 3):
        match.answer(answer)
        between.append(match.is_between_slots)
    assert between == [True, False, True, True]


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"tun": 3}, Malformed, "position: no field 'tun'"),
        ({"slot": 2}, Illegal, "slot: expected one of 2"),
        ([], Malformed, "expected an object"),
    ],
)
def test_invalid_corrections_are_refused(changes: Any, error: type[WreckError], words: str) -> None:
    match = match_of("person", "person")
    before = pack(match.race), match.asks
    with pytest.raises(error, match=words):
        match.correct(changes)
    assert ((pack(match.race), match.asks), match.entries) == (before, [])


def test_correction_is_stored_as_given() -> None:
    changes = {"runners": {"Ann": {"steps": 2}}}
    match = match_of("person")
    match.correct(changes)
    changes["runners"]["Ann"]["steps"] = 9
    match.rewind(1)
    assert steps(match) == [2]


def test_match_from_a_position() -> None:
    start = {"turn": 4, "runners": {"Bob": {"steps": 2, "fell": True}}}
    match = match_of("person", "person", start_position=start)
    assert open_asks(match) == [("Ann", "way")]
    assert (match.race.turn, steps(match)) == (5, [0, 2])
    match.answer("step")
    match.rewind(0)
    assert (match.race.turn, steps(match)) == (5, [0, 2])
    with pytest.raises(Illegal, match="steps"):
        match_of("person", start_position={"runners": [{"steps": -1}]})
    with pytest.raises(Malformed, match="no field"):
        match_of("person", start_position={"x": 1})


def test_position_is_that_of_the_last_checkpoint() -> None:
    match = match_of("person", "person", course="mile")
    for given in ("leap", "step", 4):
        match.answer(given)
    match.answer("step")
    shown = match.checkpoint_position()
    again = match_of("person", "person", course="mile", start_position=shown)
    for entry in match.entries_since_checkpoint():
        again.play_entry(entry)
    assert again.position() == match.position()
    assert again.asks == match.asks


def test_fork_is_independent() -> None:
    match = match_of("person", "steady", dice=Seeded(1), course="mile")
    match.answer("leap")
    before = pack(match.race), match.asks, list(match.entries), match.told
    fork = match.fork()
    fork.answer("step", by="Ann")
    assert open_asks(fork) == [("Bob", "way")], "in a fork no bot answers"
    fork.answer("step")
    fork.correct({"turn": 7})
    fork.rewind(0)
    assert (pack(match.race), match.asks, match.entries, match.told) == before
    match.answer("leap")
    assert len(match.entries) > len(fork.entries)


def test_a_fork_within_a_group() -> None:
    match = match_of("person", "person", "person", course="mile")
    match.fork().answer("leap", by="Bob")
    assert match.is_between_slots
    match.answer("step", by="Ann")
    fork = match.fork()
    assert fork.race is not match.race
    fork.answer("leap", by="Bob")
    match.answer("shove", by="Cid")
    match.answer("step", by="Bob")
    assert [runner.way for runner in match.race.runners[:3]] == [toy.STEP, toy.STEP, toy.SHOVE]


def test_rewind_after_a_fork_restores_every_state(kept: int) -> None:
    match = long_match()
    seen = [(pack(match.race), match.asks)]
    for given in ("leap", "step", "step", 2):
        match.answer(given)
        seen.append((pack(match.race), match.asks))
    fork = match.fork()
    while not fork.is_over:
        fork.answer(fork.asks[0].options[0])
    assert fork.checkpoint.number > 2 * kept
    while not match.is_over:
        match.answer(match.asks[0].options[-1])
        seen.append((pack(match.race), match.asks))
    for count in range(len(match.entries), -1, -1):
        match.rewind(count)
        assert (pack(match.race), match.asks) == seen[count]


def test_replayed_match_goes_on() -> None:
    match = match_of("person", "steady", automatic=False)
    match.answer("leap", by="Ann")
    match.go_on(Seeded(3))
    assert [ask.who for ask in match.person_asks()] == ["Ann"]
    assert [name for name, *_ in entries(match)] == ["Ann", "Bob", "dice"]


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ([], Illegal, "The toy is for 1 to 5 seats, found 0"),
        ([Seat(str(n)) for n in range(6)], Illegal, "found 6"),
        ([Seat("")], Malformed, "seat 1: expected a name of 1 to 24 visible"),
        ([Seat("x" * 25)], Malformed, "seat 1: expected a name of 1 to 24"),
        ([Seat("a\nb")], Malformed, "seat 1: expected a name of 1 to 24 visible"),
        ([Seat(" ")], Malformed, "without blanks around it"),
        ([Seat("Ann "), Seat("Ann")], Malformed, "without blanks around it, found 'Ann '"),
        ([Seat("Ann"), Seat("ANN")], Malformed, "seat 2: the name 'ANN' is taken"),
        ([Seat("Dice")], Malformed, "the name 'Dice' is taken"),
        ([Seat("referee")], Malformed, "is taken"),
        ([Seat("Nobody")], Malformed, "is taken"),
        ([Seat("Ann", "stedy")], Malformed, "no player 'stedy'.*did you mean steady"),
        ([Seat("Ann", "person", {"shoes": "boots"})], Malformed, "seat 1: no key 'shoes'"),
    ],
    ids=str,
)
def test_invalid_seats_are_refused(wrong: list[Seat], error: type[WreckError], words: str) -> None:
    with pytest.raises(error, match=words):
        Match(TOY, load_course("dash"), wrong)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"marshall": "on"}, "options: no house rule 'marshall'.*did you mean marshal"),
        ({"marshal": "maybe"}, "options: marshal: expected off or on, found 'maybe'"),
        ({"marshal": 1}, "expected off or on, found '1'"),
        ({1: "on"}, "no house rule '1'"),
    ],
)
def test_invalid_options_are_refused(options: Any, words: str) -> None:
    with pytest.raises(Malformed, match=words):
        match_of("person", options=options)


def test_options_are_given_or_default() -> None:
    assert match_of("person").options == {"marshal": "off"}
    for given in (True, "on"):
        assert match_of("person", options={"marshal": given}).options == {"marshal": "on"}


def test_the_referee_is_asked() -> None:
    """Nobody answers for them but a person."""
    start = {"runners": {"Ann": {"steps": 3}}}
    match = match_of("steady", dice=Seeded(1), options={"marshal": True}, start_position=start)
    assert open_asks(match) == [("referee", "verdict")]
    assert [ask.who for ask in match.person_asks()] == ["referee"]
    match.answer("go on")
    assert open_asks(match) == [("referee", "verdict")]
    assert match.undo()
    match.answer("over", by="referee")
    assert match.is_over


@hypothesis.settings(max_examples=40, deadline=None)
@hypothesis.given(races(TOY), st.data())
def test_any_answers_end_the_race_and_can_be_undone(setting: Any, data: st.DataObject) -> None:
    """Names of any kind, any answers."""
    match = begin(TOY, setting)
    for _ in range(60):
        if match.is_over:
            break
        ask = data.draw(st.sampled_from(match.asks))
        match.answer(data.draw(st.sampled_from(ask.names)), ask.who, ask.question)
    end = pack(match.race), match.asks
    done = list(match.entries)
    match.rewind(data.draw(st.integers(0, len(done))))
    for entry in done[len(match.entries) :]:
        match.play_entry(entry)
    assert (pack(match.race), match.asks) == end


def test_answers_that_stay_behind_a_correction_meet_the_same_dice() -> None:
    """Dice that fall by themselves fall again between them; they are not given as answers."""
    rush, rng = find_ruleset("rush"), random.Random(0)
    course, own = rush.load_course("the_bullring"), [Seat("Ann", "person"), Seat("Bob", "person")]
    match = Match(rush, course, own, dice=Seeded(0), options={"referee": True})
    who: list[str] = []
    while who[1:2] != ["dice"] or len(who) < 3:
        ask = match.asks[0]
        match.answer(rng.choice(ask.names), by=ask.who)
        who = [one.who for one in match.entries_since_checkpoint() if isinstance(one, Answer)]
    before = list(match.entries)
    match.correct({}, "a slip", take_back=True, stay=len(who))
    assert [one for one in match.entries if isinstance(one, Answer)] == before
