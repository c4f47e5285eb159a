"""A bot has its time, sees what its seat sees, and loses its turn if it goes wrong."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.plugins import installed
from tests.toy.ruleset import TOY, seats
from wreckoning.bots.lines import LinesBot
from wreckoning.bots.playing import Bots
from wreckoning.bots.search.training import play_positions
from wreckoning.core.asks import Answer
from wreckoning.core.dice import Seeded
from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.ids import SeatIndex
from wreckoning.core.match import Match
from wreckoning.core.outlook import SeatOutlook
from wreckoning.core.ruleset import Ruleset, find_ruleset

MODULE = """
import time

class Bot:
    def __init__(self, seed):
        self.seed, self.seen = seed, []

    def choose(self, outlook, seconds):
        self.seen.append((outlook.turn, round(seconds, 3)))
        return "leap" if "leap" in outlook.asks[0].names else outlook.asks[0].options[0]

class Broken(Bot):
    def choose(self, outlook, seconds):
        raise ZeroDivisionError("of nothing")

class Liar(Bot):
    def choose(self, outlook, seconds):
        return 77

def leaper(ruleset, seed): return Bot(seed)
def broken(ruleset, seed): return Broken(seed)
def liar(ruleset, seed): return Liar(seed)
def faulty(ruleset, seed): raise KeyError("no such thing")
"""
NAMES = ("leaper", "broken", "liar", "faulty")


@pytest.fixture(autouse=True)
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "thinking_bots.py").write_text(MODULE)
    monkeypatch.delitem(sys.modules, "thinking_bots", raising=False)
    points = [f"bot:toy.{name} = thinking_bots:{name}" for name in NAMES]
    with installed(tmp_path, monkeypatch, *points, toy="tests.toy.ruleset:TOY"):
        yield


def rules() -> Ruleset:
    return find_ruleset("toy")


def outlook(seat: SeatIndex = 0) -> SeatOutlook:
    players = seats("person", "person")
    return Match(TOY, TOY.load_course("mile"), players, dice=Seeded(1)).outlook(seat)


def test_searching_bots_are_offered_as_players() -> None:
    assert {"ace", "veteran", *NAMES} <= set(rules().thinking)
    assert rules().bots[: len(rules().policies)] == rules().policies
    assert rules().thinking[:2] == ("ace", "veteran")


def test_race_of_searching_bots() -> None:
    game = rules()
    players = seats("leaper", "steady")
    match = Match(game, game.load_course("mile"), players, dice=Seeded(3), think=Bots(game).think)
    assert match.is_over
    ways = [e.name for e in match.entries if isinstance(e, Answer) and e.who == "Ann"]
    assert "leap" in ways
    assert "step" not in ways


def test_questions_of_searching_bots_stay_open_without_a_searcher() -> None:
    game = rules()
    match = Match(game, game.load_course("mile"), seats("leaper", "person"), dice=Seeded(3))
    match.answer("step", by="Bob")
    assert [ask.who for ask in match.asks] == ["Ann"]
    assert match.person_asks() == []
    match.answer("leap", by="Ann")
    assert [ask.who for ask in match.person_asks()] == ["Bob"]


def test_bot_is_told_the_rest_of_its_time() -> None:
    ticks = iter(range(1000))
    host = Bots(rules(), seconds=10, clock=lambda: float(next(ticks)))
    for _ in range(2):
        host.think("leaper", outlook())
    (seat,) = host._seats.values()
    assert seat.bot.seen == [(0, 10.0), (0, 9.0)]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "why"),
    [("broken", "ZeroDivisionError: of nothing"), ("liar", "answered 77, expected one of step")],
)
def test_fault_costs_a_bot_the_rest_of_its_turn(
    name: str, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    host = Bots(rules())
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            assert host.think(name, outlook()) in outlook().asks[0].options
    (line,) = caplog.messages
    assert line.startswith(f"{name} (seat 1) loses its turn at way: {why}")


def test_overtime_costs_a_bot_the_rest_of_its_turn(caplog: pytest.LogCaptureFixture) -> None:
    now = iter([0.0, 10.0])
    host = Bots(rules(), seconds=1, clock=lambda: next(now))
    assert host.think("leaper", outlook()) in outlook().asks[0].options
    assert "took 10.0 s, with 1.0 s left of its turn" in caplog.text
    host.think("leaper", outlook())  # asks no clock: the turn is lost


def test_bot_that_cannot_be_made_is_refused() -> None:
    with pytest.raises(Malformed, match="bot 'faulty': cannot play: KeyError"):
        Bots(rules()).think("faulty", outlook())


# --- other programs

PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    assert asked["names"][asked["seat"]] == "Ann" and asked["ms"] > 0
    assert asked["position"]["turn"] == 1
    print(json.dumps({"answer": asked["options"][-1]}), flush=True)
"""


def program(tmp_path: Path, text: str) -> LinesBot:
    path = tmp_path / "bot.py"
    path.write_text(text)
    return LinesBot([sys.executable, str(path)])


def test_external_program_answers_in_lines_of_json(tmp_path: Path) -> None:
    bot = program(tmp_path, PROGRAM)
    assert [bot.choose(outlook(), 5) for _ in range(2)] == ["shove", "shove"]
    bot.close()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import sys; sys.exit()", "without an answer|BrokenPipe"),
        ("print('{', flush=True); input()", "JSONDecodeError"),
        ("input(); input()", "no answer in time"),
    ],
)
def test_faulty_program_is_ended_with_a_reason(tmp_path: Path, text: str, why: str) -> None:
    bot = program(tmp_path, text)
    with pytest.raises(Illegal, match=why):
        bot.choose(outlook(), -0.9 if "time" in why else 5)
    assert bot._process is None


def test_any_bot_can_drive_the_races_that_weights_are_made_from() -> None:
    # two races of two seats, to 4 and to 10 steps: one step a round, or several by a leap
    steady, leaper = (play_positions(rules(), 2, 1, name) for name in ("steady", "leaper"))
    assert len(steady.race) == 4 + 10 > len(leaper.race)
    with pytest.raises(Malformed, match="faulty"):
        play_positions(rules(), 2, 1, "faulty")
