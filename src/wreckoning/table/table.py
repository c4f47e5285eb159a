"""A table: its seats and, after the start, its race.

No clock, no database, no network: time and randomness are passed in. A command either raises a
WreckError and changes nothing, or is carried out and returns a `TableChange` to be stored.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, TypeAlias

from wreckoning.bots.menu import bot_menu
from wreckoning.core.asks import Ask, Entry, NewRules
from wreckoning.core.dice import Dice, Physical
from wreckoning.core.documents import Json
from wreckoning.core.errors import Illegal, Malformed, Over
from wreckoning.core.fair import Fair
from wreckoning.core.ids import SeatIndex, by_seat, seat_range
from wreckoning.core.logs import snapshot
from wreckoning.core.logs.entries import entry_json, read_stored
from wreckoning.core.logs.headers import RaceHeader, with_rules
from wreckoning.core.match import Match
from wreckoning.core.protocols import Course
from wreckoning.core.ruleset import (
    ABSENT_NAME,
    PERSON_NAME,
    Ruleset,
    Seat,
)
from wreckoning.core.series import Series, read_series
from wreckoning.table.deadlines import Deadlines
from wreckoning.table.earlier.ended import EndedRace
from wreckoning.table.house_files import ruleset_with
from wreckoning.table.identity import is_proof, profiles_in
from wreckoning.table.ids import FIRST, TableId, TableVersion
from wreckoning.table.models import SeatState, Settings, TableState
from wreckoning.table.race_log import EarlierPart
from wreckoning.table.refusals import Forbidden, Unknown
from wreckoning.table.replies import Result

OPEN: Final = "open"
RUNNING: Final = "running"
FINISHED: Final = "over"
ABANDONED: Final = "abandoned"
FIRST_RACE, DAILY = "first race", "race of the day"
HELD = ""  # in `posed`: since when only bots drive, and the race waits


Outcome: TypeAlias = tuple[str, Result]  # of an action: who acted, and the reply


@dataclass(frozen=True)
class TableChange:
    """The result of a command, stored as one row."""

    kind: str
    who: str
    keep: int  # how many earlier entries stay
    entries: list[Json]  # the entries after those that stay
    settings: bool  # whether the settings have changed
    result: Result = field(default_factory=Result)
    earlier: str = ""  # what other rules told of the race before, packed
    made: Table | None = None  # a new table that results from it


def never_over(_: str) -> bool:
    """Without a clock no day is over."""
    return False


@dataclass
class Table:
    """A table. `posed` is the version at which each open question was asked (`HELD`: of none).

    `acted` is the version at which each seat last answered, or took an answer back.
    """

    id: TableId
    settings: Settings
    secret: str  # of the dice; '' for physical ones
    state: TableState = OPEN
    version: TableVersion = FIRST
    match: Match | None = None
    posed: dict[str, TableVersion] = field(default_factory=dict)
    acted: dict[str, TableVersion] = field(default_factory=dict)
    deadline: float | None = None  # seconds since 1970: the earliest of the seats'
    deadlines: Deadlines = field(default_factory=Deadlines)  # of the asked seats
    records: list[str] = field(default_factory=list)  # the news from the race's end
    earlier: EarlierPart | None = None  # the log before these rules took the race over
    ended: EndedRace | None = None  # instead of a match: a race that only earlier rules play
    stuck: str = ""  # why such a race, if it runs, cannot go on
    day_is_over: Callable[[str], bool] = never_over  # by the clock of the server

    # What can be seen

    @cached_property
    def ruleset(self) -> Ruleset:
        """The ruleset played at this table, with its own cards and figures."""
        return ruleset_with(self.settings.ruleset, self.settings.data)

    @cached_property
    def course(self) -> Course:
        """The course of the race."""
        course: Course = self.ruleset.load_course(self.settings.course)
        return course

    @property
    def race_seats(self) -> list[Seat]:
        """The seats as the rules see them."""
        return [Seat(seat.name, seat.player, seat.setup) for seat in self.settings.seats]

    @cached_property
    def series(self) -> Series | None:
        """The series that this race belongs to, if there is one."""
        kept = self.settings.series
        return None if kept is None else read_series("series", kept)

    @property
    def dice_id(self) -> str:
        """The id that its fair dice are made of: the same for all first races, and for a day's."""
        if self.settings.day:
            return f"{DAILY} {self.settings.day}"
        return FIRST_RACE if self.settings.lesson else self.id

    @property
    def is_sealed(self) -> bool:
        """True while the dice must stay secret, since others still race with them that day."""
        return self.settings.day != "" and not self.day_is_over(self.settings.day)

    @property
    def number(self) -> int:
        """How many answers everyone may know."""
        if self.ended is not None:
            return self.ended.number
        return self.match.settled if self.match else 0

    def waiting(self) -> list[Ask]:
        """The open questions that wait for a player, a physical die or the referee."""
        asks = self.match.person_asks() if self.match else []
        return [ask for ask in asks if ask.by < 0 or self.is_waited_for(ask.by)]

    def thinking(self) -> list[tuple[Ask, str]]:
        """The open questions of bots that think, each with its bot, once no player is asked."""
        if self.match is None or self.state != RUNNING or self.waiting() or self.is_held:
            return []
        named = [(ask, self.driver(ask.by)) for ask in self.match.asks if ask.by >= 0]
        return [(ask, name) for ask, name in named if name in self.ruleset.thinking]

    @property
    def is_held(self) -> bool:
        """True if all players handed over to bots, so that the race waits for one of them."""
        if self.match is None or self.state != RUNNING or self.settings.unmanned:
            return False
        seats = [
            seat
            for seat in seat_range(len(self.settings.seats))
            if self.settings.seats[seat].player == PERSON_NAME
        ]
        return bool(seats) and not self.match.is_over and not any(map(self.is_waited_for, seats))

    @property
    def allows_hints(self) -> bool:
        """True if players may ask for hints, and play on from a moment of the running race.

        They may if one player races alone, or the host allows it. An open seat may still get a
        player. Nobody may in a first race, in the race of the day, and in a league's.
        """
        return self.is_plain and (self.settings.hints or self._players == 1)

    @property
    def shows_chances(self) -> bool:
        """True if spectators may see who may win while the race goes on.

        They may if the host allows it, if players may ask for hints, or if only bots race.
        """
        settings = self.settings
        is_open = settings.chances or self.allows_hints or self._players == 0
        return self.is_plain and is_open

    @property
    def is_plain(self) -> bool:
        """False for a first race, the race of the day, and a league's."""
        return not (self.settings.lesson or self.settings.day or self.settings.league)

    @property
    def _players(self) -> int:
        """The number of seats with a player, or open to one."""
        return sum(seat.player in (PERSON_NAME, "open") for seat in self.settings.seats)

    def driver(self, seat: SeatIndex) -> str:
        """Who drives a seat now: a person, or a bot by its name."""
        state = self.settings.seats[seat]
        return state.player if state.player != PERSON_NAME else state.driver

    def seats_of(self, tokens: Iterable[str]) -> list[SeatIndex]:
        """The seats that these tokens belong to, by themselves or by the profile they prove."""
        tokens = list(tokens)
        digests, profiles = {digest(token) for token in tokens}, profiles_in(tokens)
        return [
            number
            for number, seat in by_seat(self.settings.seats)
            if seat.token in digests or (seat.profile and seat.profile in profiles)
        ]

    def is_host(self, tokens: Iterable[str]) -> bool:
        """True if the host's token is among these, or the host's profile is proved."""
        tokens, profile = list(tokens), self.settings.host_profile
        if profile and profile in profiles_in(tokens):
            return True
        return any(hmac.compare_digest(digest(token), self.settings.host) for token in tokens)

    def is_waited_for(self, seat: SeatIndex) -> bool:
        """True if the table waits for this seat, or for an absent one if no person drives."""
        if self.settings.seats[seat].driver == ABSENT_NAME:
            return not any(map(self.is_driven_by_player, seat_range(len(self.settings.seats))))
        return self.is_driven_by_player(seat)

    def is_driven_by_player(self, seat: SeatIndex) -> bool:
        state = self.settings.seats[seat]
        return state.player == PERSON_NAME and state.driver == PERSON_NAME

    # How an action runs

    def carry_out(self, kind: str, action: Callable[[], Outcome]) -> TableChange:
        """Run an action completely or not at all. It returns who acted and the result.

        If it raises, nothing has changed.
        """
        before = self._copied()
        entries = list(self.match.entries) if self.match else []
        moment = self.match.moment if self.match else None
        try:
            who, result = action()
        except Exception:
            vars(self).update(vars(before))
            if self.match and self.match.entries != entries:
                self.load([entry_json(entry) for entry in entries], None)
            raise
        self.version = TableVersion(self.version + 1)
        if kind in ("answer", "undo"):
            self.acted[who] = self.version
        keep = self._compare(entries, moment)
        if self.match and self.match.is_over and self.state == RUNNING:
            self.state = FINISHED
        after = self.match.entries if self.match else []
        added = [entry_json(entry) for entry in after[keep:]]
        changed = self.state != before.state or self.settings != before.settings
        return TableChange(kind, who, keep, added, changed, result)

    def _copied(self) -> Table:
        """A copy of what an action may change; the match is the same."""
        return replace(
            self,
            settings=self.settings.copied(),
            posed=dict(self.posed),
            acted=dict(self.acted),
            records=list(self.records),
        )

    def _compare(self, before: Sequence[Entry], moment: object) -> int:
        """Return how many earlier entries stay, and note which questions are new."""
        if self.match is None:
            return self.ended.stored if self.ended else 0
        after, keep = self.match.entries, len(before)
        if after[:keep] != before:  # something was taken back
            pairs = zip(before, after, strict=False)
            others = (n for n, (old, new) in enumerate(pairs) if old != new)
            keep = next(others, min(len(before), len(after)))
        known = self.posed if self.match.moment == moment else {}
        self.posed = {ask.who: known.get(ask.who, self.version) for ask in self.waiting()}
        if self.is_held:
            self.posed[HELD] = known.get(HELD, self.version)
        return keep

    # The race

    def begin(self) -> Match:
        """Build the match from the settings, at its start; bots and dice do not answer yet."""
        ruleset, settings = self.ruleset, self.settings
        dice: Dice = Physical()
        bot_seed = settings.bot_seed
        if settings.dice == "fair":
            fair = Fair(self.secret, self.dice_id, [seat.text for seat in settings.seats])
            dice, bot_seed = fair, fair.bot_seed
        match = Match(
            ruleset,
            self.course,
            self.race_seats,
            settings.options,
            dice,
            settings.position,
            False,
            bot_seed,
            self.series,
            None if settings.rules_version == ruleset.version else header_of(self),
        )
        match.watch()
        self.match = match
        return match

    def load(self, entries: Sequence[Json], data: bytes | None) -> None:
        """Restore a stored race from its entries and, if there is one, a snapshot."""
        match = self.begin()
        read = [read_stored(entry) for entry in entries]
        changes = [(n, entry) for n, entry in enumerate(read) if isinstance(entry, NewRules)]
        if changes:
            first, change = changes[-1]
            match.take_over(read[:first], change)
        if data is None or not _restore(match, data, read):
            for entry in read[match.first :]:
                match.play_entry(entry)
        match.automatic = self.state == RUNNING

    def follow(self, moves: Iterable[tuple[int, Sequence[Json]]]) -> bool:
        """Apply moves of other processes: how many entries each keeps, and those it adds.

        Returns True if anything was taken back.
        """
        moves = list(moves)
        if self.match is None and (not self.settings.begun or self.ended is not None):
            return False
        match, taken_back = self.match or self.begin(), False
        match.automatic = False
        for keep, entries in moves:
            if keep < len(match.entries):
                match.rewind(keep)
                taken_back = True
            for entry in entries:
                match.play_entry(read_stored(entry))
        match.automatic = self.state == RUNNING
        return taken_back

    # Who may

    def seat(self, number: int) -> SeatState:
        """Return a seat by its number. Raises Unknown."""
        if not 0 <= number < len(self.settings.seats):
            raise Unknown(f"no seat {number}; this table has 0 to {len(self.settings.seats) - 1}")
        return self.settings.seats[number]

    def own_seat(self, number: int, token: str) -> SeatState:
        """Return a seat if this token belongs to it. Raises Unknown or Forbidden."""
        seat = self.seat(number)
        if number not in self.seats_of([token]):
            raise Forbidden(f"this token does not open seat {number}")
        return seat

    def check_host(self, token: str) -> None:
        """Raise Forbidden unless this is the host's token."""
        if not self.is_host([token]):
            raise Forbidden("only the host of this table can do that")

    def check_anybody(self, token: str) -> None:
        """Raise Forbidden unless the token is a seat's or the host's."""
        if not self.is_host([token]) and not self.seats_of([token]):
            raise Forbidden("only seated players can do that")

    def check_begun(self) -> Match:
        """Return the match, running or over.

        Raises Illegal before the start, and for a race that only earlier rules play.
        """
        if self.ended is not None:
            why = self.stuck or "it was played by earlier rules, and is shown as it was"
            raise Illegal(f"this race does not go on: {why}")
        if self.match is None:
            raise Illegal("the race has not begun")
        return self.match

    def check_unsealed(self) -> None:
        """Raise Illegal while the dice of its day must stay secret."""
        if self.is_sealed:
            raise Illegal("others still race with these dice: wait until the day is over")

    def check_running(self) -> Match:
        """Return the match if the race is running. Raises Over or Illegal."""
        if self.state in (FINISHED, ABANDONED):
            raise Over(f"the race is {self.state}: no question is open")
        return self.check_begun()


def _restore(match: Match, data: bytes, entries: Sequence[Entry]) -> bool:
    """Restore from a snapshot. False if it is from other rules."""
    try:
        snapshot.restore(match, data, entries)
    except Malformed:
        return False
    return True


def header_of(table: Table) -> Json:
    """The log header of a table's race, as at its start; `rules` may be a later version."""
    settings, terms = table.settings, None
    if settings.dice == "fair":
        texts = [seat.text for seat in settings.seats]
        terms = Fair(table.secret, table.dice_id, texts).terms
    header = RaceHeader(
        settings.ruleset,
        settings.rules_version,
        settings.course,
        table.race_seats,
        settings.options,
        settings.dice,
        terms,
        settings.bot_seed,
        settings.data,
        settings.position,
        settings.series,
    )
    return with_rules(header.as_json(), settings.rules)


def check_bot(ruleset: Ruleset, player: str) -> None:
    """Raises Malformed for a bot that the ruleset does not have."""
    if player not in bots(ruleset):
        raise Malformed("player", f"expected one of {', '.join(bots(ruleset))}")


def bots(ruleset: Ruleset) -> dict[str, str]:
    """The bots that can drive a seat, the default first, with a line on each."""
    return {name: words for name, words in bot_menu(ruleset).items() if name != ABSENT_NAME}


def digest(token: str) -> str:
    """The stored digest of a token. An empty token and a profile's proof have none."""
    if not token or is_proof(token):
        return "-"
    return hashlib.sha256(b"seat " + token.encode()).hexdigest()
