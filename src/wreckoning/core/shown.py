"""What a ruleset's `view` gives to the terminal, the browser and the report: words and data.

No colour and no layout: `kind` and `tone` say what a part is, the client decides how it looks.

Treat all of these as read-only. Those made by the thousand are not `frozen`, because Python takes
three times as long to make a frozen one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from wreckoning.core.ids import SeatIndex

PartKind = Literal["text", "die", "change"]
Tone = Literal["good", "bad", ""]
TEXT: Final = "text"
DIE: Final = "die"
CHANGE: Final = "change"
GOOD: Final = "good"
BAD: Final = "bad"
NEUTRAL: Final = ""


@dataclass(frozen=True)
class Setup:
    """The name for all choices of a seat (`what`), and for having made none (`usual`).

    `cards`: the card that stands for no choice, for the kinds of choices that have one.
    """

    what: str
    usual: str
    cards: Mapping[str, str] = field(default_factory=dict)


@dataclass(unsafe_hash=True)
class Part:
    """A piece of a line: words, a die with its modifiers, or a change of a number."""

    text: str
    kind: PartKind = TEXT
    tone: Tone = NEUTRAL
    face: int = 0  # of a die; 0 for none


@dataclass(unsafe_hash=True)
class LogLine:
    """A line of the log: its parts, the names in it, the rules behind it, and its phase."""

    parts: tuple[Part, ...]
    names: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    heading: bool = False  # of a turn or a round
    phase: str = ""  # the rulebook's phase that it belongs to, if there is one

    @property
    def text(self) -> str:
        """The line as plain text."""
        return "".join(part.text for part in self.parts)


@dataclass(unsafe_hash=True)
class Prompt:
    """An open question in words: what is asked, and the situation of the asked driver."""

    question: str
    situation: tuple[str, ...] = ()
    rule: str = ""
    sides: int = 0  # of the die to be given; 0 for a choice
    default: int | None = None  # the index of an obvious option
    grip: tuple[float, float] | None = None  # the point that the player drags to an option's handle


@dataclass(unsafe_hash=True)
class Option:
    """An option in a menu: its label, its meaning, its chance, and its rules."""

    name: str  # its name in logs
    label: str
    meaning: str
    chance: float | None = None
    rules: tuple[str, ...] = ()
    chance_of: str = ""  # what the chance is for, in a word or two: "hit"
    group: str = ""  # options in a row with the same group are shown together under this name
    short: str = ""  # its few letters in the group: "6½" in "forward, inches"
    stated: float | None = None  # without `chance`: the one in `meaning`, "at least 46%"


@dataclass(unsafe_hash=True)
class Status:
    """An effect on a driver, and the turns it has left, including this one."""

    name: str
    turns: int
    tone: Tone = NEUTRAL


@dataclass(unsafe_hash=True)
class Gauge:
    """A figure on a driver's dashboard, from 0 to `most` (0: no maximum). `tone`: good or bad."""

    name: str
    value: int
    most: int
    tone: Tone = NEUTRAL
    about: str = ""  # its meaning, shown on request


@dataclass(unsafe_hash=True)
class Cell:
    """A field of a small table on a dashboard; `paint` is a word as in Shape, '' for none."""

    text: str
    paint: str = ""
    about: str = ""  # its meaning, shown on request
    here: bool = False  # the driver's pawn stands on it


@dataclass(unsafe_hash=True)
class Row:
    """A driver in the standings.

    A ruleset may show an energy (`most` 0: none), gauges, a grid, or all of them.
    """

    seat: SeatIndex
    name: str
    player: str
    place: int
    lap: int  # 0: laps are not counted
    stretch: int  # which part of the course, from 1; 0 for a driver who has finished
    where: str
    carried: tuple[str, ...]
    statuses: tuple[Status, ...]
    stance: str
    note: str
    finished: int  # the turn; 0 while racing
    vehicle: str
    energy: int = 0  # the figure that this ruleset's drivers live on, and its maximum
    most: int = 0
    gauges: tuple[Gauge, ...] = ()
    grid: tuple[tuple[Cell | None, ...], ...] = ()  # rows of fields; None: no field
    grid_title: str = ""


@dataclass(unsafe_hash=True)
class Stretch:
    """A part of the course: its name, road, signs, the things that lie there, the drivers there."""

    number: int
    name: str
    kind: str
    road: str
    signs: tuple[tuple[str, str], ...]  # a sign and its meaning now
    lying: tuple[str, ...]
    groups: tuple[tuple[int, tuple[str, ...]], ...]  # lap, and drivers front to back


@dataclass(unsafe_hash=True)
class Headline:
    """Where the race stands, in one line. `unit` is what the ruleset counts: turns, rounds.

    Clients hide the lap in a race of a single lap.
    """

    title: str
    turn: int
    lap: int
    laps: int
    conditions: tuple[str, ...]
    unit: str = "turn"


@dataclass(frozen=True)
class Finisher:
    """A driver on the last page: the place, the times, and the deeds."""

    seat: SeatIndex
    name: str
    player: str
    place: int
    turns: int  # 0: never finished
    best_lap: int
    laps: tuple[int, ...]
    tallies: tuple[tuple[str, int], ...]
    note: str = ""  # why a driver did not finish


# --- the board, as a drawing

Landscape = Literal[
    "meadow", "sand", "snow", "ash", "rust", "moor", "night", "candy", "coast", "sawdust"
]


@dataclass(frozen=True)
class Shape:
    """A shape of a drawing: an SVG path, and its paint as a word that clients translate.

    Paints: ground, road, verge, line, kerb, water, leaf, wood, stone, wall, sign, hot, good, bad,
    item, dark, light, seat (the colour of the piece's seat), and each as `outline:…`, a line of
    `width`.
    """

    path: str  # the `d` of an SVG path
    paint: str
    width: float = 0.0  # of an outline, in the scene's units


@dataclass(frozen=True)
class Symbol:
    """The drawing of one kind of pieces: around (0, 0), heading along +x, in the scene's units."""

    name: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Label:
    """Words on the board, centred at a point, `size` high, in the scene's units."""

    x: float
    y: float
    text: str
    size: float
    rule: str = ""
    about: str = ""  # its meaning, shown on request
    turned: float = 0.0  # degrees clockwise


@dataclass(frozen=True)
class Ground:
    """The part of the board that never moves. x grows to the right, y downwards."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    labels: tuple[Label, ...]
    symbols: tuple[Symbol, ...]
    around: str = "ground"  # the paint beyond its edges
    landscape: Landscape = "meadow"  # the colours around the road
    way: tuple[tuple[float, float], ...] = ()  # the middle of the road: pieces drive along it


@dataclass(unsafe_hash=True)
class Piece:
    """A thing that moves, comes or goes. `key` identifies it before and after a move."""

    key: str
    symbol: str
    x: float
    y: float
    heading: float = 0.0  # degrees clockwise from +x
    seat: SeatIndex = -1  # whose colour it has; -1 for none
    text: str = ""  # short, drawn next to it: a driver's name
    about: str = ""  # its name and state, in words
    marks: tuple[str, ...] = ()  # statuses as short words, drawn on it
    faint: bool = False  # a preview: where something would be
    mounted: tuple[str, ...] = ()  # symbols drawn over its own, at its place and heading


@dataclass(frozen=True)
class Preview:
    """The effect of an option, drawn over the board: future pieces, and pieces to point out."""

    pieces: tuple[Piece, ...] = ()
    shapes: tuple[Shape, ...] = ()
    targets: tuple[str, ...] = ()  # keys of the pieces that it is about
    labels: tuple[Label, ...] = ()  # over everything: a chance on a square
    handle: tuple[float, float] | None = None  # dragging the prompt's grip here chooses this option


# --- what happened, to be played on the board

EffectKind = Literal[
    "bump", "crash", "shot", "blast", "slip", "boost", "item", "flag", "good", "bad"
]


@dataclass(frozen=True)
class EventLook:
    """How an event looks on the board: the kind of effect, and at which piece.

    `at` and `source` are fields of the event. They name a seat, and so its piece. With a `key` such
    as `"mine:{}"` they are the number in a piece's key. The browser knows the kinds.
    """

    kind: EffectKind
    at: str = "who"
    source: str = ""  # where it comes from: a shot is seen to fly
    key: str = ""


GOOD_NEWS: Final = EventLook("good")
BAD_NEWS: Final = EventLook("bad")


@dataclass(unsafe_hash=True)
class Effect:
    """Something that is seen on the board for a moment."""

    kind: EffectKind
    x: float
    y: float
    source: tuple[float, float] | None = None
    key: str = ""  # of the piece that it happens to
