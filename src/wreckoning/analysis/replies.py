"""A review as the server sends it, and as `wreck review --json` prints it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType


@dataclass(frozen=True)
class ReviewAmount:
    """A change of a chance to win, −1 to 1; `band` is half of its 95 % interval."""

    value: float
    band: float


@dataclass(frozen=True)
class ReviewRoll:
    """The luck with one kind of die; `label` says what the die is for."""

    label: str
    value: float
    band: float


@dataclass(frozen=True)
class ReviewRival:
    """What one rival did to a driver's chance: by that rival's dice, and by their choices."""

    luck: ReviewAmount
    decisions: ReviewAmount


@dataclass(frozen=True)
class ReviewAnswer:
    """An answer of a reviewed race: the seat's name, the question's, and the option's."""

    who: str
    question: str
    answer: str


@dataclass(frozen=True)
class ReviewedDie:
    """A die: its `owner` is the driver who rolls it, null if it is drawn for all of them.

    `number` counts the answers before it.
    """

    number: int
    turn: int
    kind: Literal["die"]
    owner: str | None
    question: str
    face: int


@dataclass(frozen=True)
class ReviewedChoice:
    """Answers that were given together; none of a driver in a step of the kind `other`.

    `number` counts the answers before them.
    """

    number: int
    turn: int
    kind: Literal["choice", "other"]
    answers: list[ReviewAnswer]


ReviewedStep = TypeAliasType(
    "ReviewedStep", Annotated[ReviewedDie | ReviewedChoice, Field(discriminator="kind")]
)


ReviewGrade = Literal["", "inaccuracy", "mistake", "blunder"]


@dataclass(frozen=True)
class CostlyDecision:
    """A decision with a better option: what was `taken`, what was `better`, and by how much.

    `number` answers were given before it: a race played on from there begins with this question.
    `loss` is a chance to win, 0 to 1, with half of its 95 % interval as `band`. `times`: so many in
    direct succession count once, and this is the costliest.
    """

    number: int
    turn: int
    rule: str
    question: str
    taken: str
    better: str
    why: str
    loss: float
    band: float
    situation: list[str]
    grade: ReviewGrade
    times: int


@dataclass(frozen=True)
class RatedOption:
    """An option of a rated decision: the chance to win with it, 0 to 1, by so many playouts.

    `option` is its name in logs, `band` half of the 95 % interval. `better`: than the one taken,
    beyond the error.
    """

    option: str
    label: str
    chance: float
    band: float
    playouts: int
    taken: bool
    better: bool


@dataclass(frozen=True)
class RatedDecision:
    """A decision of the driver `who` with all options, the highest chance first.

    `number` answers were given before it. It is costly if its `loss` is above 0: then one option is
    `better`. An option with few playouts may stand above it by luck. `times`: so many costly ones
    in direct succession count once, and this one stands for them; 0 if there is none, or if the
    one after `counted_with` answers stands for it.
    """

    number: int
    turn: int
    who: str
    rule: str
    question: str
    situation: list[str]
    options: list[RatedOption]
    loss: float
    band: float
    grade: ReviewGrade
    times: int
    counted_with: int | None


@dataclass(frozen=True)
class ReviewedDriver:
    """A driver's ledger: the chance at the start and all parts add up to the one at the end.

    Of their `choices`, so many were `rated`; `accuracy` is 0 to 100, null if none was, or too
    roughly. `by_roll`
    splits `luck` by the dice's questions, `by_rival` splits `rivals_luck` and `rivals_decisions` by
    the rivals' names. `error_rate` is what a rated choice lost on average, 0 to 1, null if none was
    rated. `even_luck` is a sentence, "" if the result with even luck is too rough to say.
    """

    name: str
    player: str
    start: ReviewAmount
    end: float
    luck: ReviewAmount
    decisions: ReviewAmount
    rivals_luck: ReviewAmount
    rivals_decisions: ReviewAmount
    together: ReviewAmount
    by_roll: dict[str, ReviewRoll]
    by_rival: dict[str, ReviewRival]
    accuracy: float | None
    rated: int
    choices: int
    costly: list[CostlyDecision]
    error_rate: float | None
    blunders: int
    mistakes: int
    inaccuracies: int
    even_luck: str


@dataclass(frozen=True)
class ReviewPoint:
    """A point of the chart: the mean of neighbouring rows, in the middle of which it stands."""

    row: float
    chances: list[float]
    bands: list[float]


@dataclass(frozen=True)
class RaceReview:
    """A race with every driver's chance to win, by playouts in which `drives` drives all.

    `chances` has a row before each step and one at the end, with a chance of each driver;
    `bands` halves of their 95 % intervals. `chart` is the line to draw: a short look is rough, so
    its points are means of neighbouring rows. `unit` is what `turn` counts: turns or rounds.
    `decisions` are those that were rated, in the order of the race. `note` says who drives.

    A review that an earlier release made and a server keeps has no `decisions`, `note`, grades,
    `times`, `error_rate` and `even_luck`.
    """

    title: str
    ruleset: str
    unit: str
    drives: str
    names: list[str]
    over: bool
    playouts: int
    steps: list[ReviewedStep]
    chances: list[list[float]]
    bands: list[list[float]]
    chart: list[ReviewPoint]
    drivers: list[ReviewedDriver]
    decisions: list[RatedDecision]
    note: str
