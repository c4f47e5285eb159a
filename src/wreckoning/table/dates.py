"""Dates, times and zones that people type: understood whole, or refused whole.

    2030-05-31T20:00          a local time, of a zone that is named elsewhere
    2030-05-31                a day
    2030-05-31T20:00+02:00    a moment, or with Z for UTC
    22:00                     a time of day
    Europe/Berlin             a zone, by its IANA name

There is no other form: no seconds, weeks, spaces or other digits, and no offset where a local time
is expected, since it may contradict the zone. Years are `FIRST` to `LAST`: times are kept as
seconds since 1970, and nobody knows what clocks will show after that.

If a clock shows a local time twice, the first counts; if it skips the time, it is an hour later.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from wreckoning.core.files.toml_tables import suggestion

FIRST, LAST = 1971, 2199  # years; not 1970, whose first hours are before 1970 in the east
SHOWN = 40  # characters of what was found
DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
TIME = re.compile("([01][0-9]|2[0-3]):[0-5][0-9]")
LOCAL = re.compile(f"{DAY.pattern}T[0-9]{{2}}:[0-9]{{2}}")
MOMENT = re.compile(rf"{LOCAL.pattern}(Z|[+-][0-9]{{2}}:[0-9]{{2}})")
YEARS = f"in a year from {FIRST} to {LAST}"
UTC_ZONE = "UTC"


def check_day(text: str) -> str:
    """Check a day. Raises ValueError."""
    expected = f"expected a day such as 2030-05-31, {YEARS}"
    return _checked(text, DAY, expected)


def check_local(text: str) -> str:
    """Check a local time. Raises ValueError."""
    expected = f"expected a local time such as 2030-05-31T20:00, without an offset, {YEARS}"
    return _checked(text, LOCAL, expected)


def check_time(text: str) -> str:
    """Check a time of day. Raises ValueError."""
    if TIME.fullmatch(text):
        return text
    raise ValueError(f"expected a time such as 22:00; found {text[:SHOWN]!r}")


def read_moment(text: str) -> float:
    """A moment as seconds since 1970. Raises ValueError."""
    expected = f"expected a time with its offset, such as 2030-05-31T20:00+02:00, {YEARS}"
    return datetime.fromisoformat(_checked(text, MOMENT, expected)).timestamp()


def _checked(text: str, form: re.Pattern[str], expected: str) -> str:
    try:
        if form.fullmatch(text) and FIRST <= datetime.fromisoformat(text).year <= LAST:
            return text
    except ValueError:
        pass  # such as the 30th of February
    raise ValueError(f"{expected}; found {text[:SHOWN]!r}")


def check_zone(name: str) -> str:
    """Check the name of a time zone. Raises ValueError."""
    if name in _zones():
        return name
    hint = suggestion(name, _zones())
    raise ValueError(f"expected a time zone such as Europe/Berlin, found {name[:SHOWN]!r}{hint}")


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones()) - {"localtime", "posixrules", "Factory"}


@cache
def zone_of(name: str) -> ZoneInfo:
    """A checked zone; UTC for one that this machine does not know, or of before the check."""
    try:
        return ZoneInfo(check_zone(name))
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return ZoneInfo(UTC_ZONE)


def seconds_of(local: str, zone: str) -> float | None:
    """A local time as seconds since 1970. None for one of before the check that is no time."""
    try:
        return datetime.fromisoformat(check_local(local)).replace(tzinfo=zone_of(zone)).timestamp()
    except ValueError:
        return None


def as_local(seconds: float, zone: str) -> datetime:
    """A moment by the clocks of a zone; the nearest that there is, for one of before the check."""
    nearest = min(max(seconds, EARLIEST), LATEST)
    return datetime.fromtimestamp(nearest, zone_of(zone))


# A day more at each end: somewhere it is those years already, or still.
EARLIEST = datetime(FIRST - 1, 12, 31, tzinfo=UTC).timestamp()
LATEST = datetime(LAST + 1, 1, 2, tzinfo=UTC).timestamp()
