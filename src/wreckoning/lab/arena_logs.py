"""Keeps a log of each race of an arena in a folder, and counts what its bots never choose.

    contest.json        which contest the logs are of
    race_00000.jsonl    the log of each race, by its number

A log is whole: it can be replayed and reviewed. A bot that thinks has its answers in it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from wreckoning.core.asks import Answer
from wreckoning.core.documents import Json
from wreckoning.core.errors import Malformed
from wreckoning.core.ids import by_seat
from wreckoning.core.logs.log_file import read_log, replay_steps, write_log
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat
from wreckoning.lab.arena import Answers, ArenaRace, Contest, course_of, play_keeping, start_of
from wreckoning.lab.files import write_whole
from wreckoning.lab.line_ups import line_ups
from wreckoning.lab.recorded import Simulated, play_recorded

CONTEST = "contest.json"
OFTEN = 30  # an option offered at least so often may be called never taken


def play_logged(contest: Contest, number: int) -> tuple[ArenaRace, str]:
    """Play one race as `arena.play` does; its result, and its log as text."""
    race, answers = play_keeping(contest, number)
    return race, write_log(_recorded(contest, race, answers))


def _recorded(contest: Contest, race: ArenaRace, answers: Answers) -> Match:
    """The race once more, interpreted. Raises Malformed if it is not the same one."""
    dice, heat = divmod(race.number, contest.rotation)
    _, players, _ = start_of(contest, heat)
    names = seat_names(players)
    seats = [Seat(name, player) for name, player in zip(names, players, strict=True)]
    rolls = Simulated(contest.seed, dice)
    match = Match(
        contest.rules, course_of(contest), seats, dict(contest.options), rolls, automatic=False
    )
    play_recorded(match, rolls, answers)
    row, place = line_ups(contest.seats)[heat], contest.rules.tallies.place
    if any(race.places[row[seat]] != place(match.race, seat) for seat, _ in by_seat(seats)):
        raise Malformed(f"race {race.number}", "its log ends with other places")
    return match


def seat_names(players: Iterable[str]) -> list[str]:
    """A name for each seat by its bot, with a number if the bot has several: `rookie 2`."""
    players = list(players)
    often, seen, names = Counter(players), Counter[str](), []
    for player in players:
        seen[player] += 1
        names.append(f"{player} {seen[player]}" if often[player] > 1 else player)
    return names


def open_folder(folder: Path, contest: Contest) -> None:
    """Make the folder, for this contest only. Raises Malformed if it has another one's logs."""
    about = {**asdict(contest), "key": contest.key}
    path = folder / CONTEST
    try:
        found = json.loads(path.read_text("utf-8"))["key"] if path.exists() else contest.key
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Malformed(str(path), f"cannot be read: {error}") from None
    if found != contest.key:
        raise Malformed(f"--logs {folder}", "this folder has the logs of another contest")
    write_whole(path, json.dumps(about).encode())


def log_path(folder: Path, number: int) -> Path:
    """The file of a race's log."""
    return folder / f"race_{number:05}.jsonl"


def keep_log(folder: Path, number: int, log: str) -> None:
    """Write a race's log. Raises Malformed if it cannot be written."""
    write_whole(log_path(folder, number), log.encode())


@dataclass(frozen=True)
class Untaken:
    """An option that a bot was often offered and never took."""

    question: str
    option: str
    offered: int

    def as_json(self) -> Json:
        return asdict(self)


class Choices:
    """What each bot was offered and took in races, by question and option."""

    def __init__(self) -> None:
        self.offered: Counter[tuple[str, str, str]] = Counter()  # bot, question, option
        self.taken: Counter[tuple[str, str, str]] = Counter()

    def add(self, contest: Contest, log: str, where: str) -> None:
        """Count the choices in a log. Raises Malformed or Changed."""
        found = read_log(log, where)
        asks: Mapping[tuple[str, str], tuple[str, ...]] = {}
        for match in replay_steps(found, contest.rules, where):
            last = match.entries[-1] if match.entries else None
            if isinstance(last, Answer) and (names := asks.get((last.who, last.question))):
                bot = next(seat.player for seat in match.seats if seat.name == last.who)
                self.offered.update((bot, last.question, name) for name in names)
                self.taken[bot, last.question, last.name] += 1
            asks = {(ask.who, ask.question): ask.names for ask in match.asks if ask.by >= 0}

    def untaken(self, bot: str, often: int = OFTEN) -> list[Untaken]:
        """The options that this bot was offered so often and never took, most offered first."""
        found = [
            Untaken(question, option, count)
            for (who, question, option), count in self.offered.items()
            if who == bot and count >= often and not self.taken[who, question, option]
        ]
        return sorted(found, key=lambda each: (-each.offered, each.question, each.option))


def choices_of(contest: Contest, folder: Path, numbers: Iterable[int]) -> Choices:
    """The choices in the logs of these races. Raises Malformed or Changed."""
    choices = Choices()
    for number in numbers:
        path = log_path(folder, number)
        try:
            log = path.read_text("utf-8")
        except (OSError, ValueError) as error:
            raise Malformed(str(path), f"cannot be read: {error}") from None
        choices.add(contest, log, str(path))
    return choices
