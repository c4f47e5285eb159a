"""Positions as JSON: the record's own field names, enumerations and seats by name.

Fields that follow from the course, the seats and the options (marked GIVEN) are left out. A partial
position is laid over a race. A list in it may be an object of index or seat name → value, or a
list. Missing elements at the end of a list are empty, unless the list is one of seats.

What is written by name may be given by its number too, as hand-written positions and old logs do:
an enumeration, a seat, and 1 or 0 for true or false. No number is given as a text or as 1.0.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any, TypeGuard

from wreckoning.core.documents import ChangedValue, Json, ReadOnlyJson
from wreckoning.core.door import HasExtra
from wreckoning.core.errors import Illegal, Malformed, unknown
from wreckoning.core.records import GIVEN, NOBODY, PER_SEAT, SEAT, Between, Field, Record
from wreckoning.core.texts.numerals import read_whole

LARGEST = 10**6
EXTRA = ("extra_roll", "extra")  # the fields of the referee's modifier: for which roll, how much

Place = tuple[str | int, ...]  # where a value stands in a record: ("karts", 0, "momentum")


def to_json(record: Record, names: Sequence[str]) -> Json:
    """The record as JSON. Laid over the start of the race, it gives the same bytes again.

    Lists end with their last non-empty value; records of seats are listed by seat name.
    """
    return {
        field.name: _value(field, getattr(record, field.name), names)
        for field in record.fields
        if GIVEN not in field.markers
    }


def _value(field: Field, value: Any, names: Sequence[str]) -> Any:
    if not field.length:
        return _single(field, value, names)
    if PER_SEAT in field.markers:
        parts = [_single(field, part, names) for part in value[: len(names)]]
        return dict(zip(names, parts, strict=True)) if field.record else parts
    used = len(value)
    while used and _is_empty(field, value[used - 1]):
        used -= 1
    return [_single(field, part, names) for part in value[:used]]


def _is_empty(field: Field, value: object) -> bool:
    """True if a field's value is empty: 0, nobody, or a record of empty values."""
    if field.record:
        return all(
            all(_is_empty(part, each) for each in _listed(part, getattr(value, part.name)))
            for part in field.record.fields
        )
    return bool(value == (NOBODY if SEAT in field.markers else 0))


def _listed(field: Field, value: Any) -> list[Any]:
    return value if field.length else [value]


def _single(field: Field, value: Any, names: Sequence[str]) -> Any:
    if field.record:
        return to_json(value, names)
    if field.enum:
        return field.enum(value).name.lower()
    if field.flag:
        return bool(value)
    if SEAT in field.markers:
        return names[value] if 0 <= value < len(names) else None
    return value


def drivers_parts(race: type[Record]) -> dict[str, type[Record]]:
    """The fields of a race that have a record for each driver, and what those are."""
    return {f.name: f.record for f in race.fields if f.record and PER_SEAT in f.markers}


def differences(
    before: object, after: object, where: tuple[str, ...] = ()
) -> Iterator[ChangedValue]:
    """The values that differ between two positions.

    Lists of as many records are compared record by record, other lists as a whole. Of the referee's
    modifier both values are there if one differs.
    """
    if isinstance(before, dict) and isinstance(after, dict):
        modified = any(before.get(key) != after.get(key) for key in EXTRA)
        for key, value in after.items():
            if modified and key in EXTRA:
                yield ChangedValue((*where, key), before.get(key), value)
            else:
                yield from differences(before.get(key), value, (*where, key))
    elif are_records(before) and are_records(after) and len(before) == len(after):
        for number, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from differences(one, other, (*where, str(number)))
    elif before != after:
        yield ChangedValue(where, before, after)


def are_records(value: object) -> TypeGuard[list[Json]]:
    """True for a list of records in a position."""
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def check_extra(part: HasExtra, where: str, rule: str) -> None:
    """Check that what the referee adds is for a named roll. Raises Illegal."""
    if bool(part.extra) != bool(part.extra_roll):
        problem = "expected both the roll and what is added to it, or neither"
        raise Illegal(f"{where}.extra: {problem}", rule)


def lay_over(
    record: Record, changes: object, names: Sequence[str], where: str = "position"
) -> frozenset[Place]:
    """Lay a partial position over a record. Returns the places given: ("karts", 0, "momentum") …

    Raises Malformed naming the field.
    """
    given: set[Place] = set()
    try:
        _lay_record(record, changes, names, where, (), given)
    except RecursionError:
        raise Malformed(where, "nested too deeply") from None
    return frozenset(given)


def by_name(text: str, race: type[Record], names: Sequence[str]) -> str:
    """The text of an error with drivers by name: `karts[Ann]` instead of `karts[0]`."""
    for part in [f.name for f in race.fields if f.record and PER_SEAT in f.markers]:
        for seat, name in enumerate(names):
            text = text.replace(f"{part}[{seat}]", f"{part}[{name}]")
    return text


def known_part(record: Record, changes: ReadOnlyJson) -> Json:
    """A position without the fields that this record lacks: those of an older version."""
    fields = {field.name: field for field in record.fields if GIVEN not in field.markers}
    return {
        name: _known_value(fields[name], getattr(record, name), value)
        for name, value in changes.items()
        if name in fields
    }


def _known_value(field: Field, own: Any, value: Any) -> Any:
    if not field.record:
        return value
    if not field.length:
        return known_part(own, value)
    if isinstance(value, Mapping):
        return {key: known_part(own[0], part) for key, part in value.items()}
    return [known_part(own[0], part) for part in value]


def _lay_record(
    record: Record, changes: object, names: Sequence[str], where: str, at: Place, given: set[Place]
) -> None:
    if not isinstance(changes, Mapping):
        raise Malformed(where, f"expected an object, found {_show(changes)}")
    fields = {f.name: f for f in record.fields if GIVEN not in f.markers}
    for name, value in changes.items():
        if name not in fields:
            raise Malformed(where, unknown("field", name, fields))
        place = f"{where}.{name}"
        field, here = fields[name], (*at, name)
        given.add(here)
        if field.length:
            _lay_array(field, getattr(record, name), value, names, place, here, given)
        elif field.record:
            _lay_record(getattr(record, name), value, names, place, here, given)
        else:
            setattr(record, name, _read(field, value, names, place))


def _lay_array(
    field: Field,
    array: list[Any],
    value: object,
    names: Sequence[str],
    where: str,
    at: Place,
    given: set[Place],
) -> None:
    seats = names if PER_SEAT in field.markers else ()
    length = len(seats) or field.length
    parts: list[tuple[object, object]]
    if isinstance(value, Mapping):
        parts = list(value.items())
    elif isinstance(value, list) and len(value) <= length:
        parts = list(enumerate(value))
    else:
        problem = f"expected a list of at most {length} or an object, found {_show(value)}"
        raise Malformed(where, problem)
    if isinstance(value, list) and not seats:
        _clear(field, array, len(value))
    for key, part in parts:
        index = _index(key, seats, length, where)
        place = f"{where}[{names[index] if seats and field.record else key}]"
        if field.record:
            _lay_record(array[index], part, names, place, (*at, index), given)
        else:
            array[index] = _read(field, part, names, place)


def _clear(field: Field, array: list[Any], first: int) -> None:
    """Empty an array from this index on."""
    for index in range(first, field.length):
        if field.record:
            _clear_record(array[index])
        else:
            array[index] = NOBODY if SEAT in field.markers else 0


def _clear_record(record: Record) -> None:
    for field in record.fields:
        if GIVEN in field.markers:
            continue
        value = getattr(record, field.name)
        if field.length:
            _clear(field, value, 0)
        elif field.record:
            _clear_record(value)
        else:
            setattr(record, field.name, NOBODY if SEAT in field.markers else 0)


def _index(key: object, seats: Sequence[str], length: int, where: str) -> int:
    if key in seats:
        return seats.index(str(key))
    if (index := read_whole(str(key), 0, length - 1)) is not None:
        return index
    if seats:
        raise Malformed(where, unknown("seat", key, seats))
    raise Malformed(where, f"expected an index below {length}, found {_show(key)}")


def _read(field: Field, value: object, names: Sequence[str], where: str) -> int:
    if field.enum:
        return _read_enum(field.enum, value, where)
    if field.flag:
        if isinstance(value, int) and value in (0, 1):
            return int(value)
        raise Malformed(where, f"expected true or false, found {_show(value)}")
    if SEAT in field.markers:
        return _read_seat(value, names, where)
    most = field.between or Between(-LARGEST, LARGEST)
    if type(value) is int and most.low <= value <= most.high:
        return value
    which = f" from {most.low} to {most.high}" if field.between else ""
    raise Malformed(where, f"expected a whole number{which}, found {_show(value)}")


def _read_enum(enum: type[IntEnum], value: object, where: str) -> int:
    members = {member.name.lower(): int(member) for member in enum}
    name = "none" if value is None else str(value).lower().replace(" ", "_").replace("-", "_")
    if name in members:
        return members[name]
    if isinstance(value, int) and not isinstance(value, bool) and value in members.values():
        return value
    raise Malformed(where, unknown(enum.__name__.lower(), value, members))


def _read_seat(value: object, names: Sequence[str], where: str) -> int:
    if value is None:
        return NOBODY
    if isinstance(value, str) and value in names:
        return list(names).index(value)
    if isinstance(value, int) and not isinstance(value, bool) and NOBODY <= value < len(names):
        return value
    raise Malformed(where, unknown("seat", value, names))


def _show(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)[:40]
