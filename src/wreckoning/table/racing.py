"""A table whose race has begun: how it drives on, and what may be taken back.

A command that needs a race takes it by `racing`, so that its match is there.
"""

from __future__ import annotations

from dataclasses import dataclass

from wreckoning.core.asks import REFEREE_NAME, Answer, Ask, Correction, Skipped
from wreckoning.core.door import REFEREE
from wreckoning.core.ids import as_seat
from wreckoning.core.match import Match
from wreckoning.core.ruleset import ABSENT_NAME, PERSON_NAME, absent_policy, default_opponent
from wreckoning.table.ids import DICE_SEAT, REFEREE_SEAT, ShownSeat
from wreckoning.table.models import SeatState
from wreckoning.table.replies import Result
from wreckoning.table.seat_orders import answer_by_orders
from wreckoning.table.table import RUNNING, Outcome, Table, TableChange


def racing(table: Table) -> RacingTable:
    """A table whose race runs. Raises Over or Illegal."""
    return RacingTable(table, table.check_running())


def undoable(table: Table) -> list[ShownSeat]:
    """The seats that may take their last answer back now; none unless the race runs.

    −1 is for a die rolled by hand, −2 for the referee, who corrected or skipped last.
    """
    if table.match is None or table.state != RUNNING:
        return []
    return RacingTable(table, table.match).undoable()


def thought(table: Table, ask: Ask, option: int) -> TableChange:
    """Carry out the decision of a bot that thinks."""
    return table.carry_out("think", lambda: racing(table).think(ask, option))


def expire(table: Table, now: float) -> TableChange:
    """Carry out what happens when the time of one or several asked seats is up."""
    return table.carry_out("expire", lambda: racing(table).expire(now))


@dataclass(frozen=True)
class RacingTable:
    """A table and its match, which runs or is over."""

    table: Table
    match: Match

    def go_on(self) -> None:
        """From now on dice and bots answer automatically."""
        self.match.go_on(self.match.dice)
        self.drive()

    def drive(self) -> None:
        """Answer for bots, absent players and by orders, until a person or a thinking bot has to.

        A race that all players handed over to bots waits.
        """
        match = self.match
        while not match.is_over and not self.table.is_held:
            waiting = self.table.waiting()
            if any(self._answer_by_orders(ask) for ask in waiting):
                continue
            if waiting:
                return
            asked = [ask for ask in match.person_asks() if ask.by >= 0]
            thinking = self.table.ruleset.thinking
            ask = next((ask for ask in asked if self.table.driver(ask.by) not in thinking), None)
            if ask is None:
                return
            policy = self.table.settings.seats[ask.by].driver
            if policy == ABSENT_NAME:
                policy = absent_policy(self.table.ruleset)
            match.answer(self._advised(ask, policy), ask.who, ask.question)

    def race_on(self) -> None:
        """Let the bots race on, though no player drives."""
        self.table.settings.unmanned = True
        self.drive()

    def think(self, ask: Ask, option: int) -> Outcome:
        """Answer a question of a bot that thinks by its decision."""
        self.match.answer(ask.names[ask.options.index(option)], ask.who, ask.question)
        self.drive()
        return ask.who, Result()

    def expire(self, now: float) -> Outcome:
        """The time of one or several asked seats is up."""
        if self.table.is_held:
            self.race_on()
            return "", Result()
        late = [ask for ask in self.table.waiting() if self.table.deadlines.is_late(ask.who, now)]
        for ask in late:
            if not self._answer_by_orders(ask, is_due=True):
                self._answer_late(ask)
        self.drive()
        return ", ".join(ask.who for ask in late), Result()

    def _answer_by_orders(self, ask: Ask, is_due: bool = False) -> bool:
        """Answer by the seat's orders; False if there are none, or they leave it to the player."""
        if ask.by < 0 or not self.table.is_driven_by_player(ask.by):
            return False
        return answer_by_orders(self.match, ask, self.table.settings.seats[ask.by].orders, is_due)

    def _answer_late(self, ask: Ask) -> None:
        """What happens at a seat's deadline: the ruleset's absent policy answers and drives on.

        For a player on holiday the default bot answers this question only. The referee's is
        answered by default.
        """
        if ask.by < 0 and ask.by != REFEREE:
            return  # dice
        policy = absent_policy(self.table.ruleset) if ask.by >= 0 else ""
        seats = self.table.deadlines.seats
        on_holiday = ask.who in seats and seats[ask.who]["bot"]
        if on_holiday:
            policy = default_opponent(self.table.ruleset)
        elif ask.by >= 0:
            self.set_driver(self.table.settings.seats[ask.by], ABSENT_NAME)
        self.match.answer(self._advised(ask, policy), ask.who, ask.question)

    def _advised(self, ask: Ask, policy: str) -> str:
        return ask.names[ask.options.index(self.match.advice(ask, policy))]

    def set_driver(self, seat: SeatState, driver: str) -> None:
        """Let a person or a bot drive this seat from now on."""
        seat.driver, seat.since = driver, len(self.match.entries)
        if driver == PERSON_NAME:
            self.table.settings.unmanned = False

    def undoable(self) -> list[ShownSeat]:
        """The seats that may take their last answer back now, as the function above."""
        match = self.match
        answers = match.entries[match.settled :]  # of the open group
        given = [one.who for one in answers if isinstance(one, Answer) and one.skip is None]
        seats = [as_seat(match.names.index(who)) for who in given if who in match.names]
        last = match.entries[-1] if match.entries else None
        found = [REFEREE_SEAT] if self.referees_last() is not None else []
        if found or answers or not isinstance(last, Answer):
            return [*(ShownSeat(s) for s in seats if self.table.is_driven_by_player(s)), *found]
        if self.table.settings.dice == "physical" and self.last_die() is not None:
            return [DICE_SEAT]
        asked = [ask.who for ask in match.asks]
        if last.who in match.names and asked == [last.who] and self._was_alone(last):
            return [ShownSeat(match.names.index(last.who))]
        return []

    def _was_alone(self, last: Answer) -> bool:
        """True if the last question was for this seat alone. If not, it revealed other answers."""
        if last.alone is not None:
            return last.alone
        twin, who = self.match.fork(), last.who
        twin.rewind(len(twin.entries) - 1)
        return [ask.who for ask in twin.asks] == [who] and not twin.answered()

    def referees_last(self) -> int | None:
        """The index of what the referee corrected or skipped last, if it can be taken back.

        That is until a player answers by hand, or a die falls: orders answer the same again. A skip
        stands if its player knows by now what others chose.
        """
        known = set[str]()  # whose answers everyone has come to know since
        keeps_dice = self.table.settings.dice == "fair"  # no die is taken back
        for at in range(len(self.match.entries) - 1, self.match.first - 1, -1):
            entry = self.match.entries[at]
            skip = entry.skip if isinstance(entry, Answer) else None
            if isinstance(entry, Correction) and entry.called and keeps_dice:
                return None
            if isinstance(entry, Correction) and entry.taken_back[:1] == (REFEREE_NAME,):
                return None  # taken back already
            if isinstance(entry, Correction):
                return at
            is_known = at < self.match.settled
            if isinstance(entry, Answer) and skip and skip.kind != Skipped.STILL:
                is_revealed = is_known and entry.alone is False
                return None if is_revealed or known - {entry.who} else at
            known |= {entry.who} if isinstance(entry, Answer) and is_known else set()
            if skip is None and not (isinstance(entry, Answer) and entry.ahead >= 0):
                return None
        return None

    def last_die(self) -> int | None:
        """The index of the last die rolled by hand, if only bots have answered since."""
        for at in range(len(self.match.entries) - 1, -1, -1):
            entry = self.match.entries[at]
            if not isinstance(entry, Answer) or self.is_persons(at, entry.who):
                return None
            if entry.who not in self.match.names:
                return at
        return None

    def is_persons(self, at: int, who: str) -> bool:
        """True if a person gave this entry. The player may have let a bot drive since."""
        if who not in self.match.names:
            return who == REFEREE_NAME
        seat = as_seat(self.match.names.index(who))
        state = self.table.settings.seats[seat]
        is_before = state.player == PERSON_NAME and at < state.since
        return self.table.is_driven_by_player(seat) or is_before
