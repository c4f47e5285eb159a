"""Lay out the course as a closed road in the plane, from the kinds of its segments alone.

A loop turns once around. Each segment takes its share of the turn and of the length; a tight one
swings aside and back. Lengths are then mended so that the road closes, and of some hundred loops
the one that is clear of itself and fills the board best is taken. No dice: the same course is
always the same circuit.

    circuit(kinds)          the road: its middle, its width, where segments begin
    Circuit.at(way, aside)  a point and a heading on it

Points are complex numbers; x grows to the right, y downwards, and driving is clockwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, degrees, tau
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from wreckoning.rulesets.rtd.race import Kind
from wreckoning.show.pen import Rect

Points = NDArray[np.complex128]
Numbers = NDArray[np.float64]

STEPS = 36  # of a segment, while loops are compared
COARSE = 14.0  # between their points, at least
SPACING = 4.0  # between the points of the road, once one is chosen
STRETCH = 1.4  # how much more a loop may be stretched one way than the other
GAP = 30.0  # between two stretches of road that pass each other
KERB = 9.0  # the road's edge has a verge of this width


@dataclass(frozen=True)
class Bend:
    """How a kind of segment is drawn: its shares of turn and length, its width, its swing."""

    turn: float
    length: float
    half: float  # of the road's width
    least: float  # length, so that a full field of karts has room
    swing: float = 0.0  # degrees


BENDS = {
    Kind.TIGHT: Bend(0.6, 2.2, 32, 300, 112),
    Kind.STRAIGHT: Bend(0.3, 1.1, 37, 215),
    Kind.BROAD_STRAIGHT: Bend(0.3, 1.25, 46, 210),
    Kind.CURVE: Bend(1.3, 1.0, 37, 220),
    Kind.BROAD_CURVE: Bend(1.25, 1.3, 46, 215),
}


@dataclass(frozen=True, eq=False)
class Circuit:
    """The road: points along its middle, evenly spaced, and half its width at each."""

    width: float
    height: float
    middle: Points
    ahead: Points  # which way the road goes, of length 1
    half: Numbers
    starts: tuple[float, ...]  # how far along each segment begins; and last the whole length
    bend: Numbers  # curvature; above 0 to the right

    @property
    def board(self) -> Rect:
        return Rect(self.width / 2, self.height / 2, self.width, self.height)

    @property
    def length(self) -> float:
        return self.starts[-1]

    @property
    def segments(self) -> int:
        return len(self.starts) - 1

    def tightness(self, bends: Sequence[Bend]) -> float:
        """How far the shortest segment suffices for a full field; below 1 it is too short."""
        return min(
            (self.starts[index + 1] - self.starts[index]) / bend.least
            for index, bend in enumerate(bends)
        )

    def index(self, way: float) -> int:
        """The index of the nearest point of the road."""
        return round(way / self.length * len(self.middle)) % len(self.middle)

    def at(self, way: float, aside: float = 0.0) -> tuple[complex, float]:
        """The point so far along and right of the middle, and the heading in degrees."""
        count = len(self.middle)
        place = way / self.length * count
        index = int(np.floor(place))
        share = place - index
        one, two = index % count, (index + 1) % count
        ahead = self.ahead[one] * (1 - share) + self.ahead[two] * share
        ahead /= abs(ahead)
        point = self.middle[one] * (1 - share) + self.middle[two] * share + 1j * ahead * aside
        return complex(point), degrees(float(np.angle(ahead)))

    def way(self, segment: int, share: float) -> float:
        """The distance along the road of a share of a segment."""
        begins, ends = self.starts[segment], self.starts[segment + 1]
        return begins + (ends - begins) * share

    def span(self, begins: float, ends: float) -> NDArray[np.intp]:
        """The indices of the points from one place along the road to another."""
        count = len(self.middle)
        one, two = round(begins / self.length * count), round(ends / self.length * count)
        return np.arange(one, two + 1) % count

    def segment_span(self, segment: int) -> NDArray[np.intp]:
        return self.span(self.starts[segment], self.starts[segment + 1])


@lru_cache(maxsize=128)
def circuit(kinds: tuple[int, ...], room: float = 1.0, margin: float = 16.0) -> Circuit:
    """The best loop for segments of these kinds, on a larger board with `room` above 1.

    `margin` is what is left free between the road and the edge of the board.
    """
    bends = [BENDS[Kind(kind)] for kind in kinds]
    board = Board(*board_size(len(kinds), room), margin)
    return _even(bends, _fitted(bends, _best_loop(kinds), board), board, SPACING)


@lru_cache(maxsize=128)
def _best_loop(kinds: tuple[int, ...]) -> Points:
    """The loop that looks best on a board of the usual size."""
    bends = [BENDS[Kind(kind)] for kind in kinds]
    board = Board(*board_size(len(kinds)), 24)
    best: tuple[float, Points] | None = None
    for turns, swings in _variants(bends):
        loop = _loop(bends, turns, swings)
        if loop is None:
            continue
        score = _score(_even(bends, _fitted(bends, loop, board), board), bends)
        if best is None or score > best[0] + 1e-6:
            best = (score, loop)
    assert best is not None
    return best[1]


@dataclass(frozen=True)
class Board:
    """The room for a road."""

    width: float
    height: float
    margin: float


def board_size(segments: int, room: float = 1.0) -> tuple[float, float]:
    """The width and height of the board: they grow with the segments."""
    scale = room * (0.72 + 0.047 * segments)
    return round(1000 * scale), round(640 * scale)


# --- loops to choose from

Variant = tuple[tuple[float, ...], tuple[float, ...]]


def _variants(bends: Sequence[Bend]) -> Iterator[Variant]:
    """Turns and swings, in degrees: swings inwards and outwards, curves the other way, lobes."""
    swinging = [index for index, bend in enumerate(bends) if bend.swing]
    for turns in _turnings(bends):
        for size in (1.0, 0.85, 0.7, 0.5, 0.3) if swinging else (1.0,):
            for sides in _sides(len(swinging)):
                swings = [0.0] * len(bends)
                for index, side in zip(swinging, sides, strict=True):
                    swings[index] = size * side * bends[index].swing
                yield turns, tuple(swings)


def _turnings(bends: Sequence[Bend]) -> Iterator[tuple[float, ...]]:
    """The turn of each segment: by its kind; one or two curves the other way; in lobes."""
    count, shares = len(bends), [bend.turn for bend in bends]
    yield _turns(shares)
    curving = [index for index, bend in enumerate(bends) if bend.turn > 1]
    other_ways: list[tuple[int, ...]] = [(index,) for index in curving if count > 4]
    if len(curving) > 3:
        other_ways += [
            (one, two) for one in curving for two in curving if 2 <= two - one <= count - 2
        ]
    for other_way in other_ways[:24]:
        yield _turns(
            [-0.6 * share if index in other_way else share for index, share in enumerate(shares)]
        )
    for lobes in (2, 3) if count > 6 else ():
        for phase in range(0, count // lobes, 2):
            yield _turns(
                [
                    share * (1 + 2.2 * cos(tau * lobes * (index + phase) / count))
                    for index, share in enumerate(shares)
                ]
            )


def _turns(shares: Sequence[float]) -> tuple[float, ...]:
    """Share one full turn out, so that no segment alone turns right back."""
    most = 185.0 if len(shares) == 2 else 165.0
    turns = [360 * share / sum(shares) for share in shares]
    for _ in range(len(turns)):
        over = sum(max(turn - most, 0) for turn in turns)
        free = sum(turn for turn in turns if 0 < turn < most)
        if not over or not free:
            break
        turns = [
            most if turn >= most else turn + (over * turn / free if turn > 0 else 0)
            for turn in turns
        ]
    return tuple(turns)


def _sides(count: int) -> list[tuple[int, ...]]:
    """The way each tight segment swings: 1 inwards, −1 outwards."""
    if count <= 3:
        numbers = range(1 << count)
        return [tuple(1 if n >> at & 1 else -1 for at in range(count)) for n in numbers]
    alternating = tuple(1 if at % 2 else -1 for at in range(count))
    return [(1,) * count, (-1,) * count, alternating, tuple(-side for side in alternating)]


def _profiles(bends: Sequence[Bend], turns: Sequence[float], swings: Sequence[float]) -> Numbers:
    """The heading at each step of each segment, from its own start."""
    u = np.linspace(0, 1, STEPS + 1)
    round_bend = u * u * (3 - 2 * u)
    ends = np.clip(u / 0.28, 0, 1) ** 2 / 2 * (u < 0.5)
    ends += (1 - np.clip((1 - u) / 0.28, 0, 1) ** 2 / 2) * (u >= 0.5)
    wave = np.sin(tau * u) * (1 - np.cos(tau * u)) / 1.299
    rows = []
    for bend, turn, swing in zip(bends, turns, swings, strict=True):
        shape = ends if bend.turn < 0.5 else round_bend
        rows.append(np.radians(turn * shape + swing * wave))
    return np.array(rows)


def _loop(bends: Sequence[Bend], turns: Sequence[float], swings: Sequence[float]) -> Points | None:
    """A closed curve for segments with these turns and swings; None if it cannot close."""
    profiles = _profiles(bends, turns, swings)
    begins = np.radians(np.concatenate([[0.0], np.cumsum(turns)[:-1]]))
    steps = np.exp(1j * (profiles + begins[:, None]))
    steps = (steps[:, 1:] + steps[:, :-1]) / 2 / STEPS
    reach = steps.sum(axis=1)
    wanted = np.array([bend.length for bend in bends])
    lengths = _closing(reach, wanted)
    moves = (steps * lengths[:, None]).ravel()
    gap = moves.sum()
    if abs(gap) > 0.08 * lengths.sum():
        return None
    moves = moves - gap / len(moves)
    line = np.concatenate([[0j], np.cumsum(moves)[:-1]])
    return np.asarray(line)


def _closing(reach: Points, wanted: Numbers) -> Numbers:
    """Lengths near the wanted ones that close the road."""
    lengths = wanted.copy()
    rows = np.stack([reach.real, reach.imag])
    weights = wanted**2
    inverse = np.linalg.pinv((rows * weights) @ rows.T)
    for _ in range(24):
        lengths = lengths - weights * (rows.T @ (inverse @ (rows @ lengths)))
        lengths = np.clip(lengths, 0.62 * wanted, 2.4 * wanted)
    return lengths


# --- on the board


def _fitted(bends: Sequence[Bend], line: Points, board: Board) -> Points:
    """The loop turned and stretched to fill the board, its start near the top."""
    margin = max(bend.half for bend in bends) + KERB + board.margin
    across, down = board.width - 2 * margin, board.height - 2 * margin - 16
    first = line[STEPS] - line[0]
    level = line * np.conj(first / abs(first))
    best: tuple[float, Points] | None = None
    for angle in range(-30, 31, 10):
        turned = level * np.exp(1j * np.radians(angle))
        stretch = (across / np.ptp(turned.real)) / (down / np.ptp(turned.imag))
        odd = abs(float(np.log(stretch))) + 0.004 * abs(angle)
        if best is None or odd < best[0]:
            best = (odd, turned)
    assert best is not None
    turned = best[1]
    scale_x, scale_y = across / np.ptp(turned.real), down / np.ptp(turned.imag)
    scale_x, scale_y = min(scale_x, scale_y * STRETCH), min(scale_y, scale_x * STRETCH)
    x = (turned.real - turned.real.min()) * scale_x
    y = (turned.imag - turned.imag.min()) * scale_y
    x += (board.width - np.ptp(x)) / 2
    y += (board.height - np.ptp(y)) / 2
    return np.asarray(x + 1j * y)


def _even(bends: Sequence[Bend], line: Points, board: Board, spacing: float = 0.0) -> Circuit:
    """The same curve with evenly spaced points, and the figures derived from it."""
    closed = np.append(line, line[0])
    way = np.concatenate([[0.0], np.cumsum(abs(np.diff(closed)))])
    length = float(way[-1])
    spacing = spacing or max(COARSE, length / 150)
    count = round(length / spacing)
    at = np.arange(count) * length / count
    middle = np.interp(at, way, closed.real) + 1j * np.interp(at, way, closed.imag)
    middle = _smooth(middle, 10 / spacing)
    ahead = np.roll(middle, -1) - np.roll(middle, 1)
    ahead = ahead / abs(ahead)
    turn = np.angle(np.roll(ahead, -1) / np.roll(ahead, 1))
    bend = _smooth(turn / (2 * length / count), 6 / spacing)
    starts = tuple(round(float(way[index * STEPS]), 1) for index in range(len(bends)))
    owner = np.searchsorted(np.array(starts), at, side="right") - 1
    half = _smooth(np.array([bends[index].half for index in owner]), 26 / spacing)
    return Circuit(board.width, board.height, middle, ahead, half, (*starts, length), bend)


T = TypeVar("T", np.float64, np.complex128)


def _smooth(values: NDArray[T], reach: float) -> NDArray[T]:
    """Smooth the values around the loop: twice, each becomes the mean of its neighbours."""
    steps = int(reach)
    if not steps:
        return values
    for _ in range(2):
        around = np.concatenate([values[-steps - 1 :], values, values[:steps]]).cumsum()
        values = (around[2 * steps + 1 :] - around[: -2 * steps - 1]) / (2 * steps + 1)
    return values


def _score(found: Circuit, bends: Sequence[Bend]) -> float:
    """The score of a loop: clear of itself first, long enough next, then its looks."""
    points, half = found.middle, found.half
    count = len(points)
    spacing = found.length / count
    distance = abs(points[:, None] - points[None, :])
    steps = abs(np.arange(count)[:, None] - np.arange(count)[None, :])
    apart = np.minimum(steps, count - steps) * spacing
    wide = half[:, None] + half[None, :]
    away = apart > wide * 1.9 + GAP
    clear = np.where(away, distance - wide, 1e9).min()
    inner = 1 / np.maximum(abs(found.bend), 1e-6) - found.half
    lengths = np.diff(np.array(found.starts))
    least = np.array([bend.least for bend in bends])
    short = np.minimum(lengths / least, 1.0)
    score = 40 * min(float(clear) / GAP, 1.0) if clear < GAP else 40 + min(clear - GAP, 50) * 0.04
    score += 30 * min(float(inner.min()) / 14, 1.0)
    score += 60 * float(short.min()) + 10 * float(short.mean())
    board = found.width * found.height
    score += 12 * float(np.ptp(points.real) * np.ptp(points.imag)) / board
    score += 10 * abs(float((points * np.conj(np.roll(points, 1))).imag.sum())) / 2 / board
    # A road that winds is better to look at than a ring.
    winding = float(abs(found.bend).sum()) * found.length / len(found.bend) / tau
    score += 6 * min(winding, 4)
    wanted = np.array([bend.length for bend in bends])
    ratio = lengths / lengths.sum() / (wanted / wanted.sum())
    score -= 8 * float(abs(np.log(ratio)).mean()) + 3 * float(abs(np.log(ratio)).max())
    return score
