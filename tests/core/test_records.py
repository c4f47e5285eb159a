"""A record: declared once, in two forms of the same bytes."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from enum import IntEnum
from typing import Annotated, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import (
    FIXED,
    GIVEN,
    MAX_SEATS,
    PER_SEAT,
    SEAT,
    Record,
    pack,
    to_array,
    unpack,
)


class Colour(IntEnum):
    RED = 1
    BLUE = 2


class Wheel(Record):
    wear: int
    colour: Annotated[int, Colour]


class Car(Record):
    speed: int
    spare: Wheel
    wheels: Annotated[list[Wheel], 4]
    cards: Annotated[list[int], 3, Colour]
    rival: Annotated[SeatIndex, SEAT]
    turbo: Annotated[int, bool]
    scores: Annotated[list[int], PER_SEAT]
    made: Annotated[Wheel, GIVEN, FIXED]


WORDS = 1 + 2 + 4 * 2 + 3 + 1 + 1 + MAX_SEATS + 2
int64 = st.integers(-(2**63), 2**63 - 1)


def car_of(words: list[int]) -> Car:
    car = Car()
    car.fill(iter(words))
    return car


def test_declared_fields_are_known() -> None:
    fields = {field.name: field for field in Car.fields}
    assert [*fields] == ["speed", "spare", "wheels", "cards", "rival", "turbo", "scores", "made"]
    assert [fields[name].length for name in ("speed", "spare", "wheels", "cards", "scores")] == [
        0,
        0,
        4,
        3,
        MAX_SEATS,
    ]
    assert fields["wheels"].record is Wheel
    assert fields["cards"].enum is Colour
    assert fields["turbo"].flag
    assert not fields["speed"].flag
    assert fields["rival"].markers == {SEAT}
    assert fields["made"].markers == {GIVEN, FIXED}
    assert Car.words == WORDS
    assert Car.dtype.itemsize == 8 * WORDS
    assert [Car.offset(name) for name in ("speed", "spare", "wheels", "rival")] == [0, 1, 3, 14]
    with pytest.raises(KeyError):
        Car.offset("wings")


def test_a_new_record_is_empty() -> None:
    assert pack(Car()) == bytes(8 * WORDS)
    assert Car().wheels[0] is not Car().wheels[0]
    assert Car().wheels[0] is not Car().wheels[1]


@given(st.lists(int64, min_size=WORDS, max_size=WORDS))
def test_record_packs_and_unpacks(words: list[int]) -> None:
    car = car_of(words)
    data = pack(car)
    assert data == np.array(words, np.int64).tobytes()
    assert pack(unpack(Car, data)) == data
    assert to_array(car).tobytes() == data
    assert pack(car.copy()) == data


def test_an_array_of_its_own_packs_as_a_list_does() -> None:
    one, other = car_of([*range(WORDS)]), car_of([*range(WORDS)])
    other.scores = array("q", one.scores)  # type: ignore[assignment]
    assert pack(other) == pack(one)
    del one.scores[5:], other.scores[5:]
    assert pack(other) == pack(one)


def test_shorter_array_is_filled_with_0() -> None:
    car, short = Car(), Car()
    car.scores[0] = short.scores[0] = 5
    short.scores, short.wheels = short.scores[:1], []
    assert pack(short) == pack(car)
    assert pack(short.copy()) == pack(car)


def test_both_forms_have_the_same_attributes() -> None:
    car = car_of(list(range(WORDS)))
    array = to_array(car)
    for form in (car, array[0]):
        form.wheels[2].wear = 70
        form.spare.colour = Colour.BLUE
        form.cards[1] += 5
        form.speed = -3
    assert array.tobytes() == pack(car)
    assert [array[0].wheels[2].wear, array[0].spare.colour, array[0].speed] == [70, 2, -3]


def test_a_batch_is_an_array_of_records() -> None:
    races = np.concatenate([to_array(car_of([n] * WORDS)) for n in range(3)])
    assert races.shape == (3,)
    assert [int(race.spare.wear) for race in races] == [0, 1, 2]


@pytest.mark.parametrize("copy", [Car.copy, lambda car: Car.copy_all([car])[0]])
def test_copy_shares_only_fixed_parts(copy: Callable[[Car], Car]) -> None:
    car = car_of(list(range(WORDS)))
    before, twin = pack(car), copy(car)
    assert pack(twin) == before
    twin.speed = twin.spare.wear = twin.wheels[3].wear = twin.cards[0] = twin.scores[11] = -1
    assert pack(car) == before
    assert twin.made is car.made
    assert twin.spare is not car.spare


@pytest.mark.parametrize("size", [0, 8, 8 * WORDS - 8, 8 * WORDS + 8, 8 * WORDS - 1])
def test_bytes_of_another_length_are_refused(size: int) -> None:
    with pytest.raises(ValueError, match=f"Car: {8 * WORDS} bytes, found {size}"):
        unpack(Car, bytes(size))


def test_what_does_not_fit_64_bits_is_refused() -> None:
    car = Car()
    car.speed = 2**63
    with pytest.raises(OverflowError):
        pack(car)


def test_records_of_the_same_name_are_told_apart() -> None:
    def part(length: int) -> type[Record]:
        hint = Annotated[list[int], length]
        return type("Part", (Record,), {"__annotations__": {"values": hint}})

    annotations = {"one": part(2), "other": part(5)}
    both: type[Record] = type("Both", (Record,), {"__annotations__": annotations})
    assert both.words == 7
    assert pack(both()) == bytes(56)


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (float, "X.thing: expected int or a Record, found <class 'float'>"),
        (str, "X.thing: expected int or a Record, found <class 'str'>"),
        (bool, "X.thing: expected int or a Record, found <class 'bool'>"),
        (Colour, "X.thing: expected int or a Record"),
        (list[int], "X.thing: an array needs a length, a single value none"),
        (Annotated[list[int], Colour], "X.thing: an array needs a length"),
        (Annotated[int, 4], "X.thing: an array needs a length, a single value none"),
        (Annotated[int, PER_SEAT], "X.thing: an array needs a length, a single value none"),
        (Annotated[list[float], 4], "X.thing: expected int or a Record"),
        (Annotated[list[int], 0], "X.thing: an array needs a length"),
    ],
    ids=str,
)
def test_invalid_declarations_are_refused(hint: Any, words: str) -> None:
    with pytest.raises(TypeError) as found:
        type("X", (Record,), {"__annotations__": {"thing": hint}})
    assert words in str(found.value)


@pytest.mark.parametrize("name", ["copy", "fill", "words", "dtype", "offset", "round", "size", "T"])
def test_field_names_of_record_methods_are_refused(name: str) -> None:
    """Python would find the method in one form and the field in the other."""
    with pytest.raises(TypeError, match=f"X.{name}: the record itself has an attribute"):
        type("X", (Record,), {"__annotations__": {name: int}})
