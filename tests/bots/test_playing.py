"""A bot has its time, sees what its seat sees, and loses its turn if it goes wrong."""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from tests.plugins import installed
from tests.toy.ruleset import TOY, seats
from wreckoning.bots import lines, playing
from wreckoning.bots.lines import LinesBot
from wreckoning.bots.playing import Bots
from wreckoning.bots.search.bots import SearchBot
from wreckoning.bots.search.training import play_positions
from wreckoning.core.asks import Answer
from wreckoning.core.dice import Seeded
from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.ids import SeatIndex
from wreckoning.core.match import Match
from wreckoning.core.play.outlook import SeatOutlook
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

class Quitter(Bot):
    def choose(self, outlook, seconds):
        raise SystemExit("no more")

class Endless(Bot):
    def choose(self, outlook, seconds):
        while True:
            try:
                time.sleep(0.001)
            except Exception:
                pass

class Stubborn(Bot):
    def choose(self, outlook, seconds):
        for _ in range(3):
            try:
                while True: time.sleep(0.001)
            except BaseException: pass
        while True: time.sleep(0.001)

def leaper(ruleset, seed): return Bot(seed)
def stubborn(ruleset, seed): return Stubborn(seed)
def broken(ruleset, seed): return Broken(seed)
def liar(ruleset, seed): return Liar(seed)
def quitter(ruleset, seed): return Quitter(seed)
def endless(ruleset, seed): return Endless(seed)
def faulty(ruleset, seed): raise KeyError("no such thing")
"""
NAMES = ("leaper", "broken", "liar", "quitter", "endless", "stubborn", "faulty")


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
    [
        ("broken", "ZeroDivisionError: of nothing"),
        ("liar", "answered 77, expected one of step"),
        ("quitter", "SystemExit: no more"),
    ],
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


# --- bots that never answer

alarms = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="Windows interrupts no bot")


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupt a bot at once."""
    monkeypatch.setattr(playing, "GRACE", 0.0)
    monkeypatch.setattr(playing, "MARGIN", 0.01)


@alarms
@pytest.mark.usefixtures("soon")
def test_bot_that_never_answers_loses_its_turn(caplog: pytest.LogCaptureFixture) -> None:
    host = Bots(rules(), seconds=0)
    for _ in range(2):
        assert host.think("endless", outlook()) in outlook().asks[0].options
    assert caplog.messages == ["endless (seat 1) loses its turn at way: no answer in 0.0 s"]


@alarms
@pytest.mark.usefixtures("soon")
def test_bot_that_goes_on_when_it_is_interrupted_is_interrupted_again() -> None:
    host = Bots(rules(), seconds=0)
    assert host.think("stubborn", outlook()) in outlook().asks[0].options
    assert host.why == "no answer in 0.0 s"
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@alarms
@pytest.mark.usefixtures("soon")
def test_alarm_that_was_set_before_goes_on() -> None:
    def mine(*_: object) -> None:
        raise AssertionError("rings in a minute")

    before = signal.signal(signal.SIGALRM, mine)
    signal.setitimer(signal.ITIMER_REAL, 60, 7)
    try:
        for name in ("endless", "leaper"):
            Bots(rules(), seconds=0).think(name, outlook())
            assert signal.getsignal(signal.SIGALRM) is mine
            left, every = signal.getitimer(signal.ITIMER_REAL)
            assert 0 < left < 60
            assert every == pytest.approx(7)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@alarms
@pytest.mark.parametrize(
    ("clock", "looks"),
    [([0.0, 0.0, 0.0, 9.0], 4), ([0.0] * 99, 1 + 5)],
    ids=["works", "waits for ever"],
)
@pytest.mark.usefixtures("soon")
def test_bot_is_interrupted_by_the_clock_of_its_host(
    monkeypatch: pytest.MonkeyPatch, clock: list[float], looks: int
) -> None:
    """A clock that counts work stands still on a busy machine, but not for ever."""
    monkeypatch.setattr(playing, "MOST_ALARMS", 5)
    left = iter(clock)
    Bots(rules(), seconds=0, clock=lambda: next(left)).think("endless", outlook())
    assert len(clock) - len(list(left)) == looks


@pytest.mark.usefixtures("soon")
def test_our_search_is_not_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """It keeps to its time, and its first decision may have to be compiled."""

    def slow(_bot: SearchBot, asked: SeatOutlook, _seconds: float) -> int:
        time.sleep(0.1)
        return asked.asks[0].options[-1]

    monkeypatch.setattr(playing, "MOST_ALARMS", 1)
    monkeypatch.setattr(SearchBot, "__init__", lambda *_: None)
    monkeypatch.setattr(SearchBot, "choose", slow)
    host = Bots(rules(), seconds=0, clock=lambda: 0.0)
    assert host.think("ace", outlook()) == outlook().asks[0].options[-1]
    assert host.why == ""


def test_bots_can_think_in_another_thread() -> None:
    found: list[int] = []
    host = Bots(rules())
    thread = Thread(target=lambda: found.append(host.think("leaper", outlook())))
    thread.start()
    thread.join()
    assert found == [outlook().asks[0].options[outlook().asks[0].names.index("leap")]]
    assert host.why == ""


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
        ("input(); input()", "in time"),
    ],
)
def test_faulty_program_is_ended_with_a_reason(tmp_path: Path, text: str, why: str) -> None:
    bot = program(tmp_path, text)
    with pytest.raises(Illegal, match=why):
        bot.choose(outlook(), -0.9 if "time" in why else 5)
    assert bot._process is None


LARGE = 300_000  # bytes: more than a pipe holds


@pytest.fixture
def large_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "question_json", lambda *_: {"position": "." * LARGE})


@pytest.mark.usefixtures("large_question")
def test_program_that_does_not_read_is_ended_in_time(tmp_path: Path) -> None:
    bot = program(tmp_path, "import time; time.sleep(30)")
    with pytest.raises(Illegal, match="does not read its question in time"):
        bot.choose(outlook(), -0.9)
    assert bot._process is None


@pytest.mark.usefixtures("large_question")
def test_large_question_arrives_complete(tmp_path: Path) -> None:
    text = """
import json, sys
print(json.dumps({"answer": len(json.loads(input())["position"])}), flush=True)
"""
    bot = program(tmp_path, text)
    assert bot.choose(outlook(), 20) == str(LARGE)
    bot.close()


def test_program_ends_though_its_own_child_goes_on(tmp_path: Path) -> None:
    text = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(30); open('END', 'w')"])
open("PID", "w").write(str(child.pid))
print(0, flush=True)
"""
    pid, end = tmp_path / "pid", tmp_path / "end"
    bot = program(tmp_path, text.replace("PID", str(pid)).replace("END", str(end)))
    with pytest.raises(Illegal, match="TypeError"):
        bot.choose(outlook(), 20)
    assert bot._process is None
    assert not end.exists()
    os.kill(int(pid.read_text()), signal.SIGTERM)


def test_any_bot_can_drive_the_races_that_weights_are_made_from() -> None:
    # two races of two seats, to 4 and to 10 steps: one step a round, or several by a leap
    steady, leaper = (play_positions(rules(), 2, 1, name) for name in ("steady", "leaper"))
    assert len(steady.race) == 4 + 10 > len(leaper.race)
    with pytest.raises(Malformed, match="faulty"):
        play_positions(rules(), 2, 1, "faulty")
