"""The record: a part of a race, declared once, in two forms.

    class Kart(Record):
        momentum: int
        hook: Annotated[int, Item]               # an enumeration, by name in files
        hand: Annotated[list[int], 2, Item]      # a fixed-size array
        target: Annotated[SeatIndex, SEAT]             # a seat, by its name in files
        defensive: Annotated[int, bool]          # a flag
        gear: Annotated[int, Between(1, 6)]      # no position has another one

`Kart()` is the plain form, an ordinary object with these attributes. `Kart.dtype` is the other
form: a NumPy record type of 64-bit integers, in the order of declaration, without padding. A rule
cannot tell which of the two it is given. `pack` and `unpack` go from one to the other, byte for
byte. An unused array of the plain form may be shorter: the rest is 0.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum
from itertools import groupby
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Self,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np
from numpy.typing import NDArray

from wreckoning.core.documents import Json


class Marker(Enum):
    """Says more about a field than its type does."""

    SEAT = "a seat's index, NOBODY for none; its name in files"
    PER_SEAT = "an array with one element for each seat, MAX_SEATS long"
    GIVEN = "follows from the course, the seats and the options; not part of a position"
    FIXED = "never changes in a race: copies of the plain form share it"
    INNER = "what the rules note for themselves; a referee's form leaves it out"


SEAT, PER_SEAT, GIVEN, FIXED = Marker.SEAT, Marker.PER_SEAT, Marker.GIVEN, Marker.FIXED
INNER = Marker.INNER
MAX_SEATS = 12
NOBODY: Final = -1
Numbers: TypeAlias = NDArray[Any]  # whole or real ones, as compiled code takes them


@dataclass(frozen=True)
class Between:
    """The least and the greatest value of a field in a position."""

    low: int
    high: int


@dataclass(frozen=True)
class Field:
    """One field of a record: `length` 0 is a single value; `record` is set for nested records."""

    name: str
    length: int
    record: type[Record] | None
    enum: type[IntEnum] | None
    flag: bool
    markers: frozenset[Marker]
    between: Between | None = None

    @property
    def words(self) -> int:
        """Its size in 64-bit integers."""
        return max(self.length, 1) * (self.record.words if self.record else 1)


def _read_field(owner: type, name: str, hint: object) -> Field:
    extras: tuple[object, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *rest = get_args(hint)
        extras = tuple(rest)
    markers = frozenset(extra for extra in extras if isinstance(extra, Marker))
    lengths = [extra for extra in extras if isinstance(extra, int)]
    enums = [x for x in extras if isinstance(x, type) and issubclass(x, IntEnum)]
    is_array = get_origin(hint) is list
    length = MAX_SEATS if PER_SEAT in markers else lengths[0] if lengths else 0
    element = get_args(hint)[0] if is_array else hint
    if is_array != bool(length):
        raise TypeError(f"{owner.__name__}.{name}: an array needs a length, a single value none")
    record = element if isinstance(element, type) and issubclass(element, Record) else None
    if hasattr(Record, name) or hasattr(np.record, name):
        raise TypeError(f"{owner.__name__}.{name}: the record itself has an attribute of this name")
    if record is None and element is not int:
        raise TypeError(f"{owner.__name__}.{name}: expected int or a Record, found {element!r}")
    between = next((extra for extra in extras if isinstance(extra, Between)), None)
    enum = enums[0] if enums else None
    return Field(name, length, record, enum, bool in extras, markers, between)


class _Slotted(type):
    """Gives records slots: plain objects with more than 30 attributes are markedly slower."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: Json) -> _Slotted:
        body["__slots__"] = tuple(body.get("__annotations__", ())) if bases else ()
        return super().__new__(cls, name, bases, body)


class Record(metaclass=_Slotted):
    """Base of every declared part of a race. Fields start at 0."""

    fields: ClassVar[tuple[Field, ...]] = ()
    dtype: ClassVar[np.dtype[np.void]]
    words: ClassVar[int] = 0

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls, include_extras=True)
        declared = [name for name, hint in hints.items() if get_origin(hint) is not ClassVar]
        if not declared:
            return  # a base of others
        cls.fields = tuple(_read_field(cls, name, hints[name]) for name in declared)
        cls.words = sum(field.words for field in cls.fields)
        cls.dtype = np.dtype((np.record, [_numpy_field(field) for field in cls.fields]))
        _generate_methods(cls)

    def copy(self) -> Self:
        """A second object with the same values; FIXED fields are shared."""
        raise NotImplementedError  # generated

    @staticmethod
    def copy_all(parts: list[Any]) -> list[Any]:
        """Copies of all these records of this class. A third of the time of single copies."""
        raise NotImplementedError  # generated

    def flatten(self, out: array[int]) -> None:
        """Append every integer of this record to `out`, in the order of declaration."""
        raise NotImplementedError  # generated

    def fill(self, words: Iterator[int]) -> None:
        """Take every integer of this record from `words`, in the order of declaration."""
        raise NotImplementedError  # generated

    @classmethod
    def hot(cls) -> int:
        """The number of integers before the first FIXED field: those that play changes."""
        fixed = [field.name for field in cls.fields if FIXED in field.markers]
        return cls.offset(fixed[0]) if fixed else cls.words

    @classmethod
    def offset(cls, name: str) -> int:
        """The offset of a field, in 64-bit integers."""
        at = 0
        for field in cls.fields:
            if field.name == name:
                return at
            at += field.words
        raise KeyError(name)


def _numpy_field(field: Field) -> tuple[object, ...]:
    element: object = field.record.dtype if field.record else np.int64
    return (field.name, element, (field.length,)) if field.length else (field.name, element)


def _generate_methods(cls: type[Record]) -> None:
    """Generate methods for all fields, as `dataclasses` does: play copies races all the time."""
    bodies: dict[str, list[str]] = {"__init__": [], "copy": [], "flatten": [], "fill": []}
    records: dict[str, object] = {}
    for field in cls.fields:
        name, size = field.name, field.length
        at = f"self.{name}"
        if field.record:
            records[f"new_{name}"] = field.record
            new = f"new_{name}()"
            each = f"for part in {at}:"
            init = f"[{new} for _ in range({size})]" if size else new
            records[f"copy_{name}"] = field.record.copy_all
            copied = f"copy_{name}({at})" if size else f"{at}.copy()"
            flat = f"{each} part.flatten(out)" if size else f"{at}.flatten(out)"
            flat += _padding(at, size, field.record.words)
            fill = f"{each} part.fill(words)" if size else f"{at}.fill(words)"
        else:
            init = f"[0] * {size}" if size else "0"
            copied = f"{at}[:]" if size else at
            flat = LISTED.format(at) + _padding(at, size, 1) if size else SINGLE.format(at)
            fill = f"{at} = [next(words) for _ in range({size})]" if size else f"{at} = next(words)"
        shared = FIXED in field.markers
        bodies["__init__"].append(f"{at} = {init}")
        bodies["copy"].append(f"new.{name} = {at if shared else copied}")
        bodies["flatten"].append(flat)
        bodies["fill"].append(fill)
    copy = ["new = make(cls)", *bodies["copy"]]
    bodies["copy"] = [*copy, "return new"]
    bodies["copy_all"] = ["copies = []", "for self in parts:", *(f" {line}" for line in copy)]
    bodies["copy_all"] += [" copies.append(new)", "return copies"]
    bodies["flatten"] = _joined(bodies["flatten"])
    arguments = {"flatten": "self, out", "fill": "self, words", "copy_all": "parts"}
    for method, lines in bodies.items():
        source = f"def {method}({arguments.get(method, 'self')}):\n " + "\n ".join(lines)
        scope: Json = {**records, "cls": cls, "make": object.__new__}
        exec(compile(source, f"<{cls.__name__}.{method}>", "exec"), scope)
        made = scope[method]
        setattr(cls, method, staticmethod(made) if method == "copy_all" else made)


SINGLE = "out.append({})"
LISTED = "out.fromlist({0}) if type({0}) is list else out.extend({0})"  # an array goes in one call


def _joined(lines: Iterable[str]) -> list[str]:
    """Join lines for single values in a row into one call."""
    joined: list[str] = []
    start, end = SINGLE.split("{}")
    for singles, run in groupby(lines, lambda line: line.startswith(start)):
        if singles:
            values = (line.removeprefix(start).removesuffix(end) for line in run)
            joined.append(f"out.fromlist([{', '.join(values)}])")
        else:
            joined += run
    return joined


def _padding(at: str, size: int, words: int) -> str:
    """Code that writes 0 for the missing elements of an array; '' for a single value."""
    missing = f"{8 * words} * ({size} - len({at}))"
    return f"\n if len({at}) < {size}: out.frombytes(bytes({missing}))" if size else ""


def pack(record: Record) -> bytes:
    """Pack the plain form of a record into bytes."""
    words = array("q")
    record.flatten(words)
    return words.tobytes()


R = TypeVar("R", bound=Record)


def unpack(kind: type[R], data: bytes) -> R:
    """Make the plain form from the bytes of a record."""
    if len(data) != kind.dtype.itemsize:
        raise ValueError(f"{kind.__name__}: {kind.dtype.itemsize} bytes, found {len(data)}")
    record = kind()
    record.fill(iter(np.frombuffer(data, np.int64).tolist()))
    return record


def to_array(record: Record) -> NDArray[np.void]:
    """A one-element array holding the record in its NumPy form."""
    return np.frombuffer(bytearray(pack(record)), dtype=type(record).dtype)
