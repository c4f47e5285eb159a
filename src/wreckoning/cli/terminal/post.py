"""`wreck play --post`: a race in a file that several players share, without a server.

Each player opens the file, answers what they are asked, and leaves. Every answer is written under a
lock (`LOG.lock`), onto what the file has by then: two players who answer at once lose nothing.
Random dice are rolled, and bots driven, on the machine of the player who opens the file first; fair
dice fall where their secret is kept. Orders stay on their player's machine, and are used when it
opens the file.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shlex import quote

from filelock import SoftFileLock, Timeout

from wreckoning.cli.files import program, read_text, write_atomic
from wreckoning.cli.terminal import fair_dice, podium
from wreckoning.cli.terminal.loop import TerminalRace, open_page
from wreckoning.cli.terminal.orders import OrdersDesk
from wreckoning.cli.terminal.race_log import LogReader, tell
from wreckoning.cli.terminal.referee import REFEREE_COMMANDS
from wreckoning.cli.terminal.saved_match import SavedMatch, resume
from wreckoning.cli.terminal.voice import Voice
from wreckoning.core.asks import Ask
from wreckoning.core.errors import Illegal, Malformed, NotYourTurn, unknown
from wreckoning.core.fair import Fair, Sealed
from wreckoning.core.logs.log_file import dice_of, read_log, replay, write_log
from wreckoning.core.match import Match
from wreckoning.core.ruleset import PERSON_NAME, Seat, find_ruleset
from wreckoning.core.texts.names import same_name
from wreckoning.core.texts.wording import listed

PATIENCE = 15  # seconds, until a lock that is not released is reported
AGAIN = 2.0  # seconds between two looks at the file, with --stay
NOT_HERE = ("undo", *REFEREE_COMMANDS)  # others may have read what would be changed


class SharedRace(SavedMatch):
    """A race in a file that others write, too."""

    def __init__(self, path: Path, say: Callable[[str], None]) -> None:
        self._say, self._text = say, ""
        with _lock(path):
            super().__init__(*self._read(path))

    def _read(self, path: Path) -> tuple[Match, Path]:
        """The race as the file has it; what falls or is driven by itself is written at once."""
        self._text = read_text(path)
        match = open_match(path, self._text, self._say)
        self._write(match, path)
        return match, path

    def _write(self, match: Match, path: Path) -> None:
        text = write_log(match)
        if text != self._text:
            write_atomic(path, text)
            self._text = text
        if match.is_over and isinstance(match.dice, Fair):
            fair_dice.forget(match.dice.terms)

    def save(self) -> None:
        """Does nothing: every answer is written as it is given."""

    def refresh(self) -> bool:
        """Read what others have written. True if there was anything."""
        if read_text(self.path) == self._text:
            return False
        with _lock(self.path):
            self.match, _ = self._read(self.path)
        return True

    def give(self, ask: Ask, name: str, ahead: bool) -> None:
        """Answer, onto what the file has by now. Raises NotYourTurn if this is not asked any more.

        It was answered, for the same seat, on another machine.
        """
        with _lock(self.path):
            if read_text(self.path) != self._text:
                self.match, _ = self._read(self.path)
            still = [one for one in self.match.asks if (one.who, one.names) == (ask.who, ask.names)]
            if not any(one.question == ask.question for one in still):
                raise NotYourTurn(f"{ask.who} is not asked that any more: the file has gone on")
            self.match.answer(name, ask.who, ask.question, ahead)
            self._write(self.match, self.path)


def open_match(path: Path, text: str, say: Callable[[str], None]) -> Match:
    """The match in a log. With fair dice whose secret is kept elsewhere, nothing goes on by itself.

    Raises WreckError.
    """
    log = read_log(text, path.name)
    dice = dice_of(log, path.name)
    if isinstance(dice, Sealed) and not fair_dice.is_kept(dice.terms):
        return replay(log, find_ruleset(str(log.header.get("ruleset"))), path.name, dice)
    return resume(str(path), say).match


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Keep the other players from writing. Raises Malformed if one of them never stops."""
    name = path.with_name(path.name + ".lock")
    lock = SoftFileLock(str(name), timeout=PATIENCE)
    try:
        lock.acquire()
    except Timeout:
        problem = "another player is writing; if nobody is, delete this file"
        raise Malformed(str(name), problem) from None
    except OSError as error:
        raise Malformed(str(name), f"cannot be written: {error.strerror or error}") from None
    try:
        yield
    finally:
        lock.release()


class PostRace(TerminalRace):
    """A race by post at one player's terminal: only their own questions are asked here."""

    def __init__(self, shared: SharedRace, voice: Voice, me: str) -> None:
        super().__init__(shared, voice)
        self.shared, self.people, self.viewer = shared, [me], me
        self.race_log.mark_first([me], _lines_at_last_answer(shared.match, me))

    def play(self, stay: bool = False) -> None:
        """Answer until others have to, or the race is over; with `stay`, wait for them."""
        try:
            while not self.match.is_over:
                ask = self._next()
                if ask is not None:
                    self._one(ask)
                elif not self._wait(stay):
                    return
        except (EOFError, KeyboardInterrupt):
            self.voice.say()
            self._say_go_on("Saved. Go on")
            return
        self.orders.forget()
        tell(self.voice, self.race_log.unread(self.viewer), self.viewer)
        podium.draw_podium(self.voice, self.shared)

    def _next(self) -> Ask | None:
        """The open question to this player, or a die that is rolled by hand."""
        physical = self.match.dice.name == "physical"
        mine = [ask for ask in self.match.asks if ask.who == self.viewer]
        dice = [ask for ask in self.match.asks if ask.is_dice and physical]
        return next(iter(mine or dice), None)

    def _wait(self, stay: bool) -> bool:
        """Tell the news and who is asked. With `stay`, wait until the file has changed."""
        tell(self.voice, self.race_log.unread(self.viewer), self.viewer)
        self.voice.note(self._waited_for())
        if stay:
            self.voice.note("It goes on here as soon as they have answered; Ctrl+C leaves.")
        else:
            self._say_go_on("Every answer is saved. See later whether it is your turn")
        while stay:
            time.sleep(AGAIN)
            if self.shared.refresh():
                self._follow()
                return True
        return False

    def _say_go_on(self, words: str) -> None:
        """Say with which command this player opens the race again."""
        path, me = quote(str(self.shared.path)), quote(self.viewer)
        self.voice.say_path(f"{words} with: {program()} play --post {path} --as {me}")

    def _waited_for(self) -> str:
        asks = self.match.asks
        names = [ask.who for ask in asks if ask.by >= 0 and ask in self.match.person_asks()]
        if names:
            return f"The race waits for {listed(list(dict.fromkeys(names)))}."
        return "The race waits for its fair dice: the player who began it keeps their secret."

    def _follow(self) -> None:
        """Go on with the match that was read from the file."""
        self.match = self.desk.match = self.shared.match
        self.race_log.follow(self.match)
        self.orders.follow(self.match)

    def _answer(self, ask: Ask, index: int, ahead: bool = False) -> None:
        if ahead:  # the log tells it once all have answered
            tell(self.voice, self.race_log.unread(self.viewer), self.viewer)
            question = self.match.ruleset.view.describe_ask(self.match, ask).question
            self.voice.note(f"{question} By your orders: {self.orders.words(ask)}")
        try:
            self.shared.give(ask, ask.names[index], ahead)
        except NotYourTurn as error:
            self.voice.complain(str(error))
        self._follow()
        self.orders.answered(ask.who)

    def _refuse(self, word: str) -> None:
        """Raise Illegal for a command that would change what others may have read."""
        if word in NOT_HERE:
            raise Illegal(f"{word}: not in a race by post, since others may have read on")


def _lines_at_last_answer(match: Match, me: str) -> int:
    """How many lines of the log this player had seen when they answered last."""
    own = [n for n, entry in enumerate(match.entries, 1) if getattr(entry, "who", "") == me]
    if not own or own[-1] < match.first:
        return 0
    twin = match.fork()
    twin.rewind(own[-1])
    return len(LogReader(twin).lines())


def find_me(voice: Voice, seats: Sequence[Seat], given: str) -> str:
    """The driver whose player sits here: as given, the only one, or as asked for.

    Raises Malformed, or EOFError if the player quits.
    """
    names = [seat.name for seat in seats if seat.player == PERSON_NAME]
    if not given and len(names) == 1:
        return names[0]
    if not given and voice.interactive:
        given = voice.ask(f"Who are you, {listed(names, 'or')}? > ")
    for name in names:
        if same_name(name, given):
            return name
    if not given:
        raise Malformed("--as", f"who are you? expected one of {', '.join(names)}")
    raise Malformed("--as", unknown("driver", given, names))


def play_by_post(voice: Voice, path: Path, me: str, stay: bool, orders: str = "") -> None:
    """Play in a shared file as one of its players, who may give `orders` first.

    Raises WreckError.
    """
    if path.is_dir():
        raise Malformed(str(path), "is a folder; expected the file of a race")
    shared = SharedRace(path, voice.say)
    if shared.match.is_over:
        if orders:
            raise Illegal(f"the race in {path} is over: it takes no orders")
        OrdersDesk(shared.match, voice, path).say_over()
        podium.draw_podium(voice, shared, enter=False)
        return
    try:
        name = find_me(voice, shared.match.seats, me)
    except EOFError:
        return
    race = PostRace(shared, voice, name)
    if orders:
        race.orders.give(name, orders)
    open_page(voice, shared, any(getattr(one, "who", "") == name for one in shared.match.entries))
    race.orders.say_kept(name)
    race.play(stay)
