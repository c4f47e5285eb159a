"""The match and its log file: begun, saved after every decision, resumed."""

from __future__ import annotations

import datetime
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from wreckoning.cli.earlier import earlier_rules_of
from wreckoning.cli.files import read_text, write_atomic, write_new
from wreckoning.cli.terminal import fair_dice
from wreckoning.cli.thinking import host_of
from wreckoning.core.asks import DICE_NAME, Answer
from wreckoning.core.dice import Dice, Seeded, read_dice
from wreckoning.core.errors import Malformed, WreckError
from wreckoning.core.fair import Fair, Sealed
from wreckoning.core.files.places import data_folder, is_data_folder_named
from wreckoning.core.logs.entries import read_entry
from wreckoning.core.logs.headers import begin as begin_race
from wreckoning.core.logs.headers import with_rules
from wreckoning.core.logs.log_file import (
    LogFile,
    RunningLog,
    dice_of,
    read_log,
    replay,
    replay_steps,
    write_log,
)
from wreckoning.core.match import Match
from wreckoning.core.ruleset import PERSON_NAME, Ruleset, Seat, default_opponent, find_ruleset
from wreckoning.core.series import Series, read_series
from wreckoning.core.texts.numerals import is_digits
from wreckoning.server.earlier.carrying import carry_on, words_of

LAST = "last"
SUFFIX = ".jsonl"
LAST_LINE = {"result", "secret", "digest"}  # one of them is in the last line of a race that is over


class Remembered:
    """Dice of a resumed race: rolls made before keep their faces, even after undo."""

    def __init__(self, faces: list[int], dice: Dice) -> None:
        self._faces = faces
        self._dice = dice
        self.name = dice.name

    def roll(self, number: int, sides: int, question: str) -> int | None:
        """The face that was rolled before; a new roll if the die cannot show it, or is later."""
        if number < len(self._faces) and self._faces[number] <= sides:
            return self._faces[number]
        return self._dice.roll(number, sides, question)


@dataclass
class SavedMatch:
    """A match that is played here, and its log file."""

    match: Match
    path: Path
    news: str = ""  # to tell when the race is resumed
    lost: str = ""  # why it is kept nowhere, if no folder of this machine can be written to
    text: RunningLog = field(default_factory=RunningLog)

    def save(self) -> None:
        """Write the whole log. Once the race is over, the secret of fair dice stands in it."""
        if self.lost:
            return
        write_atomic(self.path, self.text.of(self.match))
        if self.match.is_over and isinstance(self.match.dice, Fair):
            fair_dice.forget(self.match.dice.terms)

    def people(self) -> list[str]:
        """The names of the people at this terminal."""
        return [seat.name for seat in self.match.seats if seat.player == PERSON_NAME]

    @property
    def race(self) -> str:
        """The name of this race in the records."""
        return self.path.name.removesuffix(SUFFIX)


def races_folder() -> Path:
    """The folder for races without a file of their own."""
    return data_folder() / "races"


def begin(match: Match, log: Path | None) -> SavedMatch:
    """Claim a log file for a new race; it goes on without if there is no place for races at all.

    Raises Malformed if `log`, or a folder that WRECK_DATA names, cannot be written to, and if
    `log` exists already.
    """
    try:
        if isinstance(match.dice, Fair) and not match.is_over:
            fair_dice.keep(match.dice)
        path = _claim(match, log)
    except Malformed as error:
        if log is not None or is_data_folder_named():
            raise
        return SavedMatch(match, races_folder() / f"race{SUFFIX}", lost=str(error))
    return SavedMatch(match, path)


def _claim(match: Match, log: Path | None) -> Path:
    text = write_log(match)
    if log is not None:
        write_new(log, text)
        return log
    day = datetime.date.today().isoformat()
    number = 1
    while True:
        path = races_folder() / f"{day}-{match.course.key}-{number}{SUFFIX}"
        if not path.exists():
            try:
                write_new(path, text)
            except Malformed:
                if not path.exists():
                    raise
            else:
                return path
        number += 1


def resume(given: str, say: Callable[[str], None]) -> SavedMatch:
    """Resume a race from its log, or from the `last` unfinished one.

    `say` gets a message if that takes a while.
    """
    path = last_unfinished() if given == LAST else Path(given)
    log = read_log(read_text(path), path.name)
    ruleset = _ruleset_of(log, path.name)
    of_log = dice_of(log, path.name)
    if isinstance(of_log, Sealed):
        of_log = fair_dice.kept(of_log.terms, path.name)
    elif isinstance(of_log, Fair):
        return SavedMatch(_finished(log, ruleset, path.name), path)
    match, news = _taken_up(log, ruleset, path.name, of_log)
    match.think = host_of(ruleset, match.seats, match.bot_seed, say)
    if isinstance(of_log, Fair):
        match.go_on(of_log)
        return SavedMatch(match, path, news)
    dice = read_dice(str(log.header.get("dice")), secrets.randbelow)
    sure = isinstance(dice, Seeded) or dice.name == "physical"
    match.go_on(dice if sure else Remembered(_faces(match), dice))
    return SavedMatch(match, path, news)


def _faces(match: Match) -> list[int]:
    """The dice so far."""
    return [
        int(entry.name)
        for entry in match.entries
        if isinstance(entry, Answer) and entry.who == DICE_NAME and is_digits(entry.name)
    ]


def play_on(
    given: str, after: int, me: str, log: Path | None, say: Callable[[str], None]
) -> SavedMatch:
    """Begin a new race where another one stood after so many answers; later dice are new.

    `me` is driven here, and other people by the usual opponent; without it the same people drive
    as there. Raises Malformed if nobody does, or the race was over, or its log is faulty.
    """
    path = last_unfinished() if given == LAST else Path(given)
    written = read_log(read_text(path), path.name)
    *_, match = replay_steps(written, _ruleset_of(written, path.name), path.name)
    usual = default_opponent(match.ruleset)
    seats = [_seat_for(seat, me, usual) for seat in match.seats]
    if (me and me not in match.names) or not any(seat.player == PERSON_NAME for seat in seats):
        found = f", found {me!r}" if me else ""
        raise Malformed("--as", f"expected one of {', '.join(match.names)}{found}")
    try:
        match.rewind(after)
    except WreckError as error:
        raise Malformed("--after", str(error)) from None
    if match.is_over:
        raise Malformed("--after", "the race is over there; expected an earlier moment")
    dice = read_dice("random", secrets.randbelow)
    seed = fair_dice.seed_for_bots(dice)
    new = Match(
        *(match.ruleset, match.course, seats, match.options, dice, match.checkpoint_position()),
        automatic=False,
        bot_seed=seed,
        think=host_of(match.ruleset, seats, seed, say),
    )
    for entry in match.entries_since_checkpoint():
        new.play_entry(entry)
    new.go_on(Remembered(_faces(new), dice))
    return begin(new, log)


def _seat_for(seat: Seat, me: str, usual: str) -> Seat:
    """The seat in a race that plays on."""
    if me and seat.name == me:
        return replace(seat, player=PERSON_NAME)
    return replace(seat, player=usual) if me and seat.player == PERSON_NAME else seat


def _ruleset_of(log: LogFile, where: str) -> Ruleset:
    """The log's ruleset. Raises Malformed."""
    key = log.header.get("ruleset")
    if not isinstance(key, str):
        raise Malformed(f"{where}: line 1", "expected a ruleset")
    return find_ruleset(key)


def _taken_up(log: LogFile, ruleset: Ruleset, where: str, dice: Dice) -> tuple[Match, str]:
    """The race as it stands, with dice to replay it, and news if it goes on by newer rules.

    Raises WreckError.
    """
    if log.rules == ruleset.version:
        return replay(log, ruleset, where, dice), ""
    request = {"header": log.header, "entries": log.entries, "wants": ["marks"]}
    told = earlier_rules_of(log, where).tell(request)
    first_rules = str(log.header.get("rules", ""))

    def begun(rules: str) -> Match:
        return begin_race(with_rules(log.header, rules or first_rules), ruleset, dice)

    entries = [read_entry(line, where) for line in log.entries]
    carried = carry_on(begun, entries, told["marks"]["marks"])
    return carried.match, "" if carried.agrees else words_of(ruleset, log.rules)


def _finished(log: LogFile, ruleset: Ruleset, where: str) -> Match:
    """A finished race with fair dice, to look at. Raises Malformed if it was given up."""
    match = replay(log, ruleset, where)
    if not match.is_over:
        raise Malformed(where, "the race was given up, and the secret of its dice is shown")
    return match


def last_unfinished() -> Path:
    """The log of the unfinished race played last in the data folder. Raises Malformed.

    A finished race counts too, if the next race of its series has not begun.
    """
    folder = races_folder()
    found = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    gone_on: set[str] = set()
    for path in found:
        series = _series_of(path)
        has_more = series is not None and len(series.past) + 1 < len(series.courses)
        if not _is_finished(path) or (has_more and path.name.removesuffix(SUFFIX) not in gone_on):
            return path
        if series is not None:
            gone_on.update(race.race for race in series.past)
    raise Malformed("--resume last", f"no unfinished race in {folder}")


def _series_of(path: Path) -> Series | None:
    """The series in a log's header, if there is a readable one."""
    try:
        header = json.loads(read_text(path).split("\n", 1)[0])
        return read_series("series", header["series"]) if "series" in header else None
    except (ValueError, TypeError, WreckError):
        return None


def _is_finished(path: Path) -> bool:
    lines = read_text(path).splitlines()
    try:
        return not lines or not LAST_LINE.isdisjoint(json.loads(lines[-1]))
    except ValueError:
        return True
