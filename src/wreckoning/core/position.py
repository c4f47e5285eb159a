"""Positions as JSON: the record's own field names, enumerations and seats by name.

What follows from the course, the seats and the options (fields marked GIVEN) is left out. A
partial position is laid over a race; a list may be given whole, shorter, or as an object of
index or seat name → value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

from wreckoning.core.errors import Malformed
from wreckoning.core.records import GIVEN, NOBODY, PER_SEAT, SEAT, Field, Record
from wreckoning.core.ruleset import unknown

LARGEST = 10**6


def to_json(record: Record, names: Sequence[str]) -> dict[str, Any]:
    """The record as JSON; reads back (over its start) to the same bytes."""
    return {
        field.name: _value(field, getattr(record, field.name), names)
        for field in record.fields
        if GIVEN not in field.markers
    }


def _value(field: Field, value: Any, names: Sequence[str]) -> Any:
    if field.length:
        kept = value[: len(names)] if PER_SEAT in field.markers else value
        return [_single(field, part, names) for part in kept]
    return _single(field, value, names)


def _single(field: Field, value: Any, names: Sequence[str]) -> Any:
    if field.record:
        return to_json(value, names)
    if field.enum:
        return field.enum(value).name.lower()
    if field.flag:
        return bool(value)
    if SEAT in field.markers:
        return names[value] if value != NOBODY else None
    return value


def lay_over(record: Record, changes: Any, names: Sequence[str], where: str = "position") -> None:
    """Lay a partial position over a record. Raises Malformed naming the field."""
    if not isinstance(changes, Mapping):
        raise Malformed(where, f"expected an object, found {_show(changes)}")
    fields = {f.name: f for f in record.fields if GIVEN not in f.markers}
    for name, value in changes.items():
        if name not in fields:
            raise Malformed(where, unknown("field", name, fields))
        place = f"{where}.{name}"
        field = fields[name]
        if field.length:
            _lay_array(field, getattr(record, name), value, names, place)
        elif field.record:
            lay_over(getattr(record, name), value, names, place)
        else:
            setattr(record, name, _read(field, value, names, place))


def _lay_array(field: Field, array: list[Any], value: Any, names: Sequence[str], at: str) -> None:
    length = len(names) if PER_SEAT in field.markers else field.length
    if isinstance(value, Mapping):
        parts = [(_index(key, names, length, at), part) for key, part in value.items()]
    elif isinstance(value, list) and len(value) <= length:
        parts = list(enumerate(value))
    else:
        raise Malformed(at, f"expected a list of at most {length} or an object, found {value!r}")
    for index, part in parts:
        place = f"{at}[{index}]"
        if field.record:
            lay_over(array[index], part, names, place)
        else:
            array[index] = _read(field, part, names, place)


def _index(key: object, names: Sequence[str], length: int, where: str) -> int:
    if key in names:
        return list(names).index(str(key))
    if str(key).isdecimal() and int(str(key)) < length:
        return int(str(key))
    raise Malformed(where, f"expected an index below {length} or a seat's name, found {key!r}")


def _read(field: Field, value: Any, names: Sequence[str], where: str) -> int:
    if field.enum:
        return _read_enum(field.enum, value, where)
    if field.flag:
        if value in (True, False):
            return int(value)
        raise Malformed(where, f"expected true or false, found {_show(value)}")
    if SEAT in field.markers:
        return _read_seat(value, names, where)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST:
        return value
    raise Malformed(where, f"expected a whole number, found {_show(value)}")


def _read_enum(enum: type[IntEnum], value: Any, where: str) -> int:
    members = {member.name.lower(): int(member) for member in enum}
    if isinstance(value, str) and value.lower() in members:
        return members[value.lower()]
    if isinstance(value, int) and not isinstance(value, bool) and value in members.values():
        return value
    raise Malformed(where, unknown(enum.__name__.lower(), value, members))


def _read_seat(value: Any, names: Sequence[str], where: str) -> int:
    if value is None:
        return NOBODY
    if isinstance(value, str) and value in names:
        return list(names).index(value)
    if isinstance(value, int) and not isinstance(value, bool) and NOBODY <= value < len(names):
        return value
    raise Malformed(where, unknown("seat", value, names))


def _show(value: object) -> str:
    return repr(value)[:40]
