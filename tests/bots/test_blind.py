"""No bot sees dice to come, or what others have chosen of a group that is still open.

Every decision is made twice: the second time with other dice in the race, and other answers of the
others who are asked at the same time. What comes out is the same, to the last playout.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from random import Random

import pytest

from tests.plugins import installed
from wreckoning.bots.search.bots import SearchBot
from wreckoning.bots.search.settings import searched
from wreckoning.bots.search.thinker import Thinker
from wreckoning.core.bots import make_bot
from wreckoning.core.dice import Seeded
from wreckoning.core.errors import Illegal
from wreckoning.core.ids import SeatIndex
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Ruleset, Seat, default_opponent, find_ruleset

PLAYOUTS = 12
MANY = 1000  # decisions of each bot in a game


@pytest.fixture(autouse=True)
def toy_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with installed(tmp_path, monkeypatch, toy="tests.toy.ruleset:TOY"):
        yield


def races(ruleset: Ruleset) -> Iterator[Match]:
    """Races with two seats whose decisions are looked at; rookies in two others."""
    count = max(ruleset.seats[0], min(4, ruleset.seats[-1]))
    players = ["person", "person", *[default_opponent(ruleset)] * (count - 2)]
    seats = [Seat(f"Driver {n}", player) for n, player in enumerate(players, 1)]
    for number, name in enumerate(cycle(ruleset.course_names())):
        course = ruleset.load_course(name)
        with suppress(Illegal):  # a table that is not for so many
            yield Match(ruleset, course, seats, dice=Seeded(number), bot_seed=number)


def with_other_secrets(match: Match, seat: SeatIndex, lots: Random) -> Match:
    """The same race, in which others have answered already, and other dice will fall."""
    twin = match.fork()
    twin.dice = Seeded(lots.randrange(1 << 40))
    for ask in twin.person_asks():
        if ask.by != seat:
            twin.answer(lots.choice(ask.names), ask.who, ask.question)
    return twin


def look_at(ruleset: Ruleset, decisions: int) -> int:
    """Let every bot make so many decisions twice. Returns in how many others had answered."""
    found, lots, made, in_groups = searched(ruleset), Random(1), 0, 0
    styles = [found.values(), *(style.values for style in found.styles.values())]
    bots = [(found.quick, found.values()), *((found.settings, values) for values in styles)]
    thinkers = [(Thinker(*bot), Thinker(*bot)) for bot in bots]
    for match in races(ruleset):
        watchers = [make_bot(ruleset, "ace", 0) for _ in range(2)]
        while not match.is_over:
            ask = match.person_asks()[0]
            twin = with_other_secrets(match, ask.by, lots)
            in_groups += len(twin.answered()) > 0
            outlooks = match.outlook(ask.by), twin.outlook(ask.by)
            drivers, same = (
                watcher.drivers(outlook)
                for watcher, outlook in zip(watchers, outlooks, strict=True)
                if isinstance(watcher, SearchBot)
            )
            assert drivers == same, ask
            options = []
            for one, other in thinkers:
                thought = one.think(outlooks[0], 1, playouts=PLAYOUTS, drivers=drivers)
                again = other.think(outlooks[1], 1, playouts=PLAYOUTS, drivers=drivers)
                assert (thought.option, thought.tried) == (again.option, again.tried), ask
                options.append(thought.option)
            for policy in ruleset.policies[1:]:  # all but random
                assert match.advice(ask, policy) == twin.advice(ask, policy), policy
            made += 1
            if made == decisions:
                return in_groups
            option = ask.names[ask.options.index(options[made % len(options)])]
            match.answer(option, ask.who, ask.question)
    raise AssertionError


def test_no_bot_sees_what_its_seat_does_not() -> None:
    assert look_at(find_ruleset("toy"), 60) > 10


@pytest.mark.slow
@pytest.mark.parametrize("key", ["rtd", "rush", "kart", "rally"])
def test_no_bot_of_a_game_sees_what_its_seat_does_not(key: str) -> None:
    in_groups = look_at(find_ruleset(key), MANY)
    assert (in_groups > 100) == (key == "rtd")  # only there several drivers are asked at once
