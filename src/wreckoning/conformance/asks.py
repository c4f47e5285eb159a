"""Checks of asks and answers: no dead end, no endless race, only offered answers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from wreckoning.conformance.frame import (
    check,
    pick,
    state,
    words_before_door,
    words_of,
)
from wreckoning.conformance.played import along, finished, left
from wreckoning.conformance.races import Setting
from wreckoning.core.asks import Ask
from wreckoning.core.door import DICE, MAX_OPTIONS, REFEREE, TAPE
from wreckoning.core.errors import Illegal, NotYourTurn, Over, WreckError
from wreckoning.core.match import Match
from wreckoning.core.records import FIXED, MAX_SEATS
from wreckoning.core.ruleset import PERSON_NAME, Ruleset
from wreckoning.core.seats import check_options

SELDOM = 25  # a wrong answer is tried about once in this many
OFTEN = 3  # and a bot is blindfolded once in this many
UNKNOWN = "no such thing"


@check
def check_ends(ruleset: Ruleset, setting: Setting) -> None:
    """Check that the race ends, answered by hand and by itself, with no question open at the end.

    FIXED fields must not change: all copies of a race share them.
    """
    match = finished(ruleset, setting)
    assert not match.asks, "the race is over and something is asked"
    refused(match, Over, match.answer, "yes")
    fixed = [field for field in ruleset.race.fields if FIXED in field.markers]
    fresh = ruleset.start(
        ruleset.load_course(setting.course), setting.seats, check_options(ruleset, setting.options)
    )
    before = words_of(fresh, fixed)
    *_, race = left(ruleset, setting)
    assert words_of(race, fixed) == before, "what is FIXED has changed in the race"


@check
def check_asks(ruleset: Ruleset, setting: Setting) -> None:
    """Check that each ask has a seat and at least two different options with names."""
    for match in along(ruleset, setting):
        assert match.race.door.given <= TAPE, f"more than {TAPE} answers up to a checkpoint"
        assert len(match.asks) <= MAX_SEATS, f"more than {MAX_SEATS} asks in a group"
        _check_all_offered(match)
        for ask in match.asks:
            _check_ask(match, ask)
        match.position()


def _check_all_offered(match: Match) -> None:
    """Check that every ask of the group has options, even if it is already answered."""
    for index in range(match.race.door.open):
        ask = match.race.door.asks[index]
        question = match.ruleset.question(ask.question)
        assert ask.count > 0, f"{question}: there is no option"


def _check_ask(match: Match, ask: Ask) -> None:
    seats = range(len(match.seats))
    assert ask.by in seats or ask.by in (DICE, REFEREE), f"{ask.question}: nobody sits at {ask.by}"
    assert ask.rule, f"{ask.question}: its rule has a number"
    assert len(ask.options) >= 2, f"{ask.question}: expected options, found {ask.options}"
    assert len(ask.options) <= MAX_OPTIONS, f"{ask.question}: more than {MAX_OPTIONS} options"
    names = [name.lower() for name in ask.names]
    assert len(set(ask.options)) == len(ask.options), f"{ask.question}: one twice in {ask.options}"
    assert len(set(names)) == len(names), f"{ask.question}: a name twice in {ask.names}"
    assert all(names), f"{ask.question}: an option without a name in {ask.names}"
    question = match.ruleset.words.questions[ask.question.upper()]
    for option, name in zip(ask.options, ask.names, strict=True):
        read = option if ask.is_dice else question.parse(name, match.names)
        assert read == option, f"{ask.question}: {name!r} is read as {read}, not {option}"


@check
def check_groups(ruleset: Ruleset, setting: Setting) -> None:
    """Check that a group can be answered in any order, and shows nothing until it is complete."""
    random = setting.random
    for match in along(ruleset, setting):
        if len(match.asks) < 2:
            continue
        shown = _shown(match)
        given = [(ask, random.choice(ask.options)) for ask in match.asks]
        forwards, backwards = match.fork(), match.fork()
        for ask, option in given:
            forwards.answer(option, ask.who, ask.question)
        for ask, option in reversed(given):
            assert _shown(backwards) == shown, "a group shows an answer before all are in"
            backwards.answer(option, ask.who, ask.question)
        assert _shown(forwards) == _shown(backwards), (
            f"the order of answers to {given[0][0].question} matters"
        )


def _shown(match: Match) -> tuple[object, ...]:
    return words_before_door(match.race), match.told


@check
def check_wrong_answers(ruleset: Ruleset, setting: Setting) -> None:
    """Check that wrong answers, and answers to asks of others, are refused and change nothing."""
    random = setting.random
    for match in along(ruleset, setting):
        if match.asks and random.randrange(SELDOM) == 0:
            _try_wrong_answers(match.fork(), random)
    match = finished(ruleset, setting)
    refused(match, Over, match.answer, "yes")
    refused(match, Over, match.correct, {})


def _try_wrong_answers(match: Match, random: Random) -> None:
    ask, _ = pick(match, random)
    beyond = max(ask.options) + 1
    while str(beyond) in ask.names:
        beyond += 1
    wrongs: tuple[object, ...] = (UNKNOWN, "", None, True, beyond, 10**30, 1.5, [ask.names[0]])
    for wrong in wrongs:
        refused(match, Illegal, match.answer, wrong, ask.who)
    option = ask.names[0]
    refused(match, NotYourTurn, match.answer, option, UNKNOWN)
    refused(match, NotYourTurn, match.answer, option, ask.who, UNKNOWN)
    asked = {ask.who for ask in match.asks}
    for name in match.names:
        if name not in asked:
            refused(match, NotYourTurn, match.answer, option, name)


def refused(
    match: Match, kind: type[WreckError], act: Callable[..., None], *arguments: object
) -> None:
    """Check that this raises that kind of error, with a message, and does not change the match."""
    before = state(match)
    try:
        act(*arguments)
    except kind as error:
        words = str(error)
    else:
        raise AssertionError(f"expected {kind.__name__}, and it was accepted")
    assert words, f"{kind.__name__} without words"
    assert state(match) == before, f"refused ({kind.__name__}), and something has changed"


@check
def check_bots_are_blind(ruleset: Ruleset, setting: Setting) -> None:
    """Check that a policy returns an offered option, and depends only on what it may know.

    The answer is the same whatever dice come and whatever the others of its group answered, with
    the journal on or off, from a tape or live.
    """
    random = setting.random
    for match in along(ruleset, setting):
        for ask in match.asks:
            if ask.is_dice or ask.by < 0 or match.seats[ask.by].player == PERSON_NAME:
                continue
            advice = match.advice(ask)
            assert advice in ask.options, f"{ask.question}: a bot takes {advice}, not offered"
            if random.randrange(OFTEN) > 0:
                continue
            twin = match.fork()
            _blindfold(twin, random)
            assert twin.advice(ask) == advice, f"{ask.question}: a bot sees what it must not"


def _blindfold(match: Match, random: Random) -> None:
    """Change everything that a bot must not look at: later dice, others' answers, the journal."""
    door = match.race.door
    door.dice = [random.getrandbits(32) for _ in door.dice]
    for given in (door.replies, door.tape, door.journal):
        nonsense = random.randrange(-1, 40)
        for at in range(len(given)):
            given[at] = nonsense
    door.given = door.used = door.told = 0
    door.live, door.journaling = 1 - door.live, 1 - door.journaling
