"""Sources of dice: bound to the number of the roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from wreckoning.core.dice import MAX_SEED, Dice, Physical, Random, Scripted, Seeded, read_dice
from wreckoning.core.errors import Malformed

KNOWN = [5, 6, 1, 4, 6, 3, 5, 1, 4, 4]


def faces(dice: Dice, sides: int = 6, rolls: int = 50) -> list[int | None]:
    return [dice.roll(number, sides, "way") for number in range(rolls)]


def test_seeded_dice_are_repeatable() -> None:
    assert faces(Seeded(3)) == faces(Seeded(3))
    assert faces(Seeded(3)) != faces(Seeded(4))
    assert faces(Seeded(3))[::-1] == [Seeded(3).roll(n, 6, "way") for n in range(49, -1, -1)]
    assert Seeded(12).name == "seeded:12"
    assert faces(Seeded(1))[:10] == KNOWN


def test_faces_are_equally_frequent() -> None:
    seen = Counter(faces(Seeded(9), 12, 12_000))
    assert set(seen) == set(range(1, 13))
    assert all(850 < count < 1150 for count in seen.values())


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1])
def test_seeds_out_of_range_are_refused(seed: int) -> None:
    with pytest.raises(Malformed, match=f"dice: expected a seed 0 to {MAX_SEED}, found {seed}"):
        Seeded(seed)


def drawing(*numbers: int) -> Callable[[int], int]:
    left = list(numbers)
    return lambda limit: left.pop(0) % limit


def test_random_dice_give_the_same_face_for_a_roll_each_time() -> None:
    dice = Random(drawing(5, 6, 7))
    first = [dice.roll(number, 6, "way") for number in (0, 1, 2)]
    assert [dice.roll(number, 6, "way") for number in (2, 1, 0)] == first[::-1]
    assert first == [Seeded(seed).roll(number, 6, "way") for number, seed in enumerate((5, 6, 7))]
    twelve = Seeded(5).roll(0, 12, "way")
    assert dice.roll(0, 12, "way") == twelve, "one roll of other sides is bound too"
    with pytest.raises(IndexError):
        dice.roll(3, 6, "way")


def test_scripted_and_physical_dice() -> None:
    scripted = Scripted([3, 1])
    assert faces(scripted, rolls=4) == [3, 1, None, None]
    assert faces(Physical(), rolls=3) == [None, None, None]


def test_dice_by_name() -> None:
    assert isinstance(read_dice("physical", drawing()), Physical)
    assert isinstance(read_dice("random", drawing()), Random)
    seeded = read_dice("seeded:77", drawing())
    assert (seeded.name, faces(seeded)) == ("seeded:77", faces(Seeded(77)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "seeded",
        "seeded:",
        "seeded:x",
        "seeded:-1",
        "seeded:1.5",
        "physical:1",
        "random:2",
        "D6",
    ],
)
def test_unknown_dice_are_refused(text: str) -> None:
    with pytest.raises(Malformed, match="dice: expected physical, random or seeded:N, found"):
        read_dice(text, drawing())
    with pytest.raises(Malformed, match="expected a seed"):
        read_dice(f"seeded:{MAX_SEED + 1}", drawing())
