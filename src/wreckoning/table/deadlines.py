"""When a decision by post is due: never in a player's quiet hours, on days off or holidays.

The clock is passed in. Each asked seat has a deadline of its own; the table's is the earliest.

    asked + days  ──►  later by the holidays meanwhile  ──►  out of quiet hours and days off

Nobody can hold a race up for ever: quiet hours and days off move a deadline by `MOST_MOVED` at
most, and all holidays together by as many days a race as the table allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field, StringConstraints, model_validator
from typing_extensions import TypedDict

from wreckoning.core.documents import Json
from wreckoning.table.dates import DAY as DAY_FORM
from wreckoning.table.dates import FIRST, LAST, TIME, check_day, check_time, check_zone, zone_of
from wreckoning.table.models import Days, Model, Pace, seconds_of

HOUR, DAY = 3600.0, 86400.0
MOST_MOVED = 4 * DAY
MOST_DAYS_OFF = 3  # of a week
MOST_QUIET = 12  # hours
END = f"{LAST}-12-31"  # of the days that are known
MOST_HOLIDAYS, LONGEST_HOLIDAY = 8, 60  # days


def _is_day(day: str) -> str:
    try:
        if DAY_FORM.fullmatch(day) and date.fromisoformat(day):
            return day
    except ValueError:
        pass
    return check_day(day)  # which says what is expected


# Stored ones may be older than the checks of a new one: `GivenRhythm`.
Zone = Annotated[str, StringConstraints(max_length=60)]
Day = Annotated[
    str, AfterValidator(_is_day), Field(json_schema_extra={"pattern": f"^{DAY_FORM.pattern}$"})
]
TimeOfDay = Annotated[
    str, AfterValidator(check_time), Field(json_schema_extra={"pattern": f"^{TIME.pattern}$"})
]
Weekday = Annotated[int, Field(ge=0, le=6)]


class QuietHours(Model):
    """From when until when, each day, by the person's own clock."""

    since: TimeOfDay
    until: TimeOfDay

    @model_validator(mode="after")
    def _is_not_too_long(self) -> QuietHours:
        minutes = (_minutes(self.until) - _minutes(self.since)) % (24 * 60)
        if not 0 < minutes <= MOST_QUIET * 60:
            raise ValueError(f"expected quiet hours of at most {MOST_QUIET} hours")
        return self


class Holiday(Model):
    """Whole days, the first and the last of them, by the person's own calendar."""

    first: Day
    last: Day

    @model_validator(mode="after")
    def _is_in_order(self) -> Holiday:
        days = (date.fromisoformat(self.last) - date.fromisoformat(self.first)).days + 1
        if not 0 < days <= LONGEST_HOLIDAY:
            raise ValueError(
                f"expected a last day after the first, and at most {LONGEST_HOLIDAY} days"
            )
        return self


class Rhythm(Model):
    """When a person wants to be left alone by races by post.

    `zone` is a name of the IANA database, '' for UTC. `days_off`: 0 is Monday. `remind`: so many
    hours before a deadline; 0 for never.
    """

    zone: Zone = ""
    quiet: QuietHours | None = None
    days_off: list[Weekday] = Field(default_factory=list, max_length=MOST_DAYS_OFF)
    holidays: list[Holiday] = Field(default_factory=list, max_length=MOST_HOLIDAYS)
    remind: Annotated[int, Field(ge=0, le=72)] = 12

    @property
    def time_zone(self) -> ZoneInfo:
        """The zone itself; UTC if this server does not know it any more."""
        return zone_of(self.zone)

    def local(self, at: float) -> datetime:
        """A moment by the person's own clock."""
        return datetime.fromtimestamp(at, self.time_zone)

    def midnight(self, day: date) -> float:
        """The beginning of a day."""
        return datetime.combine(day, time(), self.time_zone).timestamp()


def check_rhythm(rhythm: Rhythm) -> Rhythm:
    """Check the zone and the holidays of a new rhythm. Raises ValueError."""
    if rhythm.zone:
        check_zone(rhythm.zone)
    for one in rhythm.holidays:
        check_day(one.first)
        check_day(one.last)
    for one, other in pairwise(sorted(rhythm.holidays, key=lambda one: one.first)):
        if other.first <= one.last:
            days = f"{one.first} to {one.last} and {other.first} to {other.last}"
            raise ValueError(f"expected holidays that do not overlap, found {days}")
    return rhythm


GivenRhythm = Annotated[Rhythm, AfterValidator(check_rhythm)]
USUAL = Rhythm()


def _minutes(clock: str) -> int:
    return int(clock[:2]) * 60 + int(clock[3:])


def utc_words(at: float) -> str:
    """`Mon 31 May 2027, 18:00 UTC`."""
    moment = datetime.fromtimestamp(at, UTC)
    return f"{moment:%a} {moment.day} {moment:%B %Y, %H:%M} UTC"


# --- quiet hours and days off


def quiet_since(rhythm: Rhythm, at: float) -> float | None:
    """When the quiet hours began that this moment is in; None outside of them."""
    if rhythm.quiet is None or _end_of_quiet_hours(rhythm, at) is None:
        return None
    now = rhythm.local(at)
    began = _clock_time(now, rhythm.quiet.since)
    if began > now:
        began = _clock_time(now - timedelta(days=1), rhythm.quiet.since)
    return began.timestamp()


def free_from(rhythm: Rhythm, at: float, most: float = MOST_MOVED) -> float:
    """The first moment outside of quiet hours and days off, moved by `most` seconds at most."""
    latest = at + most
    while at < latest:
        end = _end_of_day_off(rhythm, at) or _end_of_quiet_hours(rhythm, at)
        if end is None:
            return at
        at = end
    return latest


def _end_of_day_off(rhythm: Rhythm, at: float) -> float | None:
    today = rhythm.local(at).date()
    if today.weekday() not in rhythm.days_off:
        return None
    return rhythm.midnight(today + timedelta(days=1))


def _end_of_quiet_hours(rhythm: Rhythm, at: float) -> float | None:
    if rhythm.quiet is None:
        return None
    now = rhythm.local(at)
    minute = now.hour * 60 + now.minute
    since, until = _minutes(rhythm.quiet.since), _minutes(rhythm.quiet.until)
    is_over_night = since > until
    is_late = is_over_night and minute >= since
    if not (is_late or (minute < until and (is_over_night or minute >= since))):
        return None
    end = _clock_time(now + timedelta(days=is_late), rhythm.quiet.until)
    # When clocks go back in the middle of quiet hours, their end comes twice: the second counts.
    return max(end.timestamp(), end.replace(fold=1).timestamp(), at + 1)


def _clock_time(day: datetime, clock: str) -> datetime:
    return day.replace(hour=int(clock[:2]), minute=int(clock[3:]), second=0, microsecond=0, fold=0)


# --- holidays


def holiday_at(rhythm: Rhythm, at: float) -> Holiday | None:
    """The holiday that this moment is in; None outside of all."""
    today = rhythm.local(at).date().isoformat()
    return next((one for one in rhythm.holidays if one.first <= today <= one.last), None)


def next_holiday(rhythm: Rhythm, at: float) -> Holiday | None:
    """The present holiday, or the next one."""
    today = rhythm.local(at).date().isoformat()
    coming = [one for one in rhythm.holidays if one.last >= today]
    return min(coming, key=lambda one: one.first, default=None)


def _stretches(rhythm: Rhythm) -> list[tuple[float, float]]:
    """All holidays in seconds, in order, none over another."""
    found: list[tuple[float, float]] = []
    known = [one for one in rhythm.holidays if int(one.first[:4]) >= FIRST and one.last < END]
    for one in sorted(known, key=lambda holiday: holiday.first):
        begin = rhythm.midnight(date.fromisoformat(one.first))
        end = rhythm.midnight(date.fromisoformat(one.last) + timedelta(days=1))
        if found and begin <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((begin, end))
    return found


# --- deadlines


class SeatDeadline(TypedDict):
    """When an asked seat's time is up.

    `plain` is when it would be without holidays. `bot`: then a bot drives for this question, as
    the player is on holiday.
    """

    due: float
    plain: float
    bot: bool


@dataclass(frozen=True)
class SeatHoliday:
    """A player's present or next holiday, as everyone at the table sees it."""

    who: str
    first: str
    last: str


def deadline_of(pace: Pace, asked: float, rhythm: Rhythm, spent: float) -> SeatDeadline:
    """When a question is due. `spent`: seconds that the race waited for this player's holidays."""
    at = asked + (seconds_of(pace) or 0)
    if not isinstance(pace, Days):
        return {"due": at, "plain": at, "bot": False}
    plain = free_from(rhythm, at)
    holidays = _stretches(rhythm)
    if pace.holidays == "bot":
        first = next((begin for begin, end in holidays if end > asked and begin < plain), None)
        due = plain if first is None else max(first, asked)
        return {"due": due, "plain": plain, "bot": first is not None}
    due = _moved_by(holidays, rhythm, asked, at)
    latest = free_from(rhythm, plain + max(0.0, pace.holiday_days * DAY - spent))
    return {"due": min(due, latest), "plain": plain, "bot": False}


def _moved_by(
    holidays: Sequence[tuple[float, float]], rhythm: Rhythm, asked: float, at: float
) -> float:
    """The clock stops during holidays, and no deadline falls on one."""
    for begin, end in holidays:
        if end > asked and begin < at:
            at += end - max(begin, asked)
    at = free_from(rhythm, at)
    for begin, end in holidays:
        if begin <= at < end:
            at = free_from(rhythm, end)
    return at


@dataclass
class Deadlines:
    """The deadlines of a table: since when it waits, and until when for each asked seat.

    `spent` are the seconds that it waited for each player's holidays so far.
    """

    since: float | None = None
    seats: dict[str, SeatDeadline] = field(default_factory=dict)
    spent: dict[str, float] = field(default_factory=dict)
    holidays: list[SeatHoliday] = field(default_factory=list)

    @classmethod
    def read(cls, stored: Json | None) -> Deadlines:
        """From the store; those of a table before there were any are empty."""
        if not stored:
            return cls()
        holidays = [SeatHoliday(**one) for one in stored["holidays"]]
        return cls(**{**stored, "holidays": holidays})

    def as_json(self) -> Json:
        """For the store."""
        return dict(vars(self))

    def due(self, who: str) -> float | None:
        """Until when the table waits for this seat; None if it does not."""
        return self.seats[who]["due"] if who in self.seats else None

    def is_late(self, who: str, now: float) -> bool:
        """True if this seat's time is up."""
        return who not in self.seats or self.seats[who]["due"] <= now

    def settle(self, asked: dict[str, SeatDeadline], now: float, is_new: bool) -> None:
        """Take over the deadlines of the open questions, and count what holidays have cost."""
        for who, one in self.seats.items():
            if (is_new or who not in asked) and now > one["plain"] and not one["bot"]:
                cost = min(now, one["due"]) - one["plain"]
                self.spent[who] = self.spent.get(who, 0.0) + max(0.0, cost)
        self.seats = asked
