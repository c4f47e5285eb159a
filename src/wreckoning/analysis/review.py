"""A review of a race: every driver's chance over time, the ledger of luck, costly decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from time import thread_time

from wreckoning.analysis.chart import ChartPoint, chart_points
from wreckoning.analysis.decisions import (
    BLUNDER,
    FEWEST,
    INACCURACY,
    MISTAKE,
    Costliest,
    Grade,
    accuracy,
    choices_of,
    costly,
    counted,
    decisions,
    error_rate,
)
from wreckoning.analysis.ledger import Account, Amount, ledger
from wreckoning.analysis.steps import ReviewStep, Told, tell
from wreckoning.analysis.win_chance import NINETY_FIVE, Chances
from wreckoning.analysis.worded import Costly, Worded, WordedDecision
from wreckoning.core.errors import Malformed, unknown
from wreckoning.core.ids import by_seat, seat_range
from wreckoning.core.match import Match
from wreckoning.core.policies import USUAL
from wreckoning.core.ruleset import Ruleset, default_opponent
from wreckoning.core.texts.wording import listed, several

FOR_CHANCES = 0.6  # the share of the time for chances; the rest is for decisions
LEAST = 0.2  # the least share of the time for decisions, even if the chances took longer
VAGUE = 0.5 / NINETY_FIVE  # a standard error that leaves nothing said
ROUGH = 0.25 / NINETY_FIVE  # … that leaves nothing said of the result with even luck
GRADES_MANY: dict[Grade, str] = {
    BLUNDER: "blunders",
    MISTAKE: "mistakes",
    INACCURACY: "inaccuracies",
}
PEOPLE = ("rookie", "veteran")  # policies that are named like people
MOST_PLAYOUTS = 5000  # of each step and option, if their number is given
MOST_SEED = 2**31 - 1
EXPLAINED = (
    "Start and end: the chance before the first answer and after the last. In between, what changed"
    " it: the driver's own dice and choices, those of all rivals, and orders given together. "
    "Accuracy: 100 if no rated choice is known to have lost anything, 0 if each was the worst."
)
GRADES_TEXT = (
    "An inaccuracy lost 2 points or more of the chance to win, a mistake 4, a blunder 8, beyond the"
    " error; the same one in successive questions counts once."
)
OPEN = (
    "± is the error of the playouts alone: between better drivers than these, people too, a race"
    " may be more open than it shows."
)
TOO_ROUGH = "?: too rough to say anything, the interval is wider than ±50."
Matches = Callable[[], Iterable[Match]]  # a race from its log, as `replay_steps` yields it
Progress = Callable[[float], None]  # the share of the time that is spent, 0 to 1


@dataclass(frozen=True)
class DriverReview:
    """A driver's part of the review.

    Of their `choices`, answers with at least two options, so many were `rated`.
    """

    name: str
    player: str
    account: Account
    accuracy: float | None  # 0 to 100; None if no choice was rated, or too roughly
    rated: int
    choices: int
    costly: tuple[Costly, ...]
    counted: tuple[Costliest, ...] = ()
    error_rate: float | None = None  # the mean loss of a rated choice; None if none was rated
    is_rough: bool = False  # too few playouts to tell good choices from bad ones

    def count(self, grade: Grade) -> int:
        """How many of their costly decisions have this grade."""
        return sum(each.decision.grade == grade for each in self.counted)

    @property
    def grades_text(self) -> str:
        """Their error rate, and their costly decisions by grade."""
        if self.is_rough:
            return f"too rough to rate: fewer than {FEWEST} playouts of an option"
        if self.error_rate is None:
            return "no choice was rated"
        found = [
            several(self.count(grade), grade, many)
            for grade, many in GRADES_MANY.items()
            if self.count(grade)
        ]
        rate = f"lost {100 * self.error_rate:.2f} points a decision"
        return f"{rate}: {', '.join(found) or 'nothing of 2 points or more'}"

    @property
    def accuracy_text(self) -> str:
        """The accuracy as it is shown."""
        if self.is_rough:
            return "?"
        return "–" if self.accuracy is None else f"{self.accuracy:.0f}"


@dataclass(frozen=True)
class Review:
    """The whole review. `chances[n]` are those before step `n`; the last row is the end."""

    title: str
    ruleset: str
    unit: str  # what `turn` counts: turns or rounds
    usual: str  # the policy that drives in playouts
    names: tuple[str, ...]
    steps: tuple[ReviewStep, ...]
    chances: tuple[tuple[float, ...], ...]
    errors: tuple[tuple[float, ...], ...]
    playouts: int
    is_over: bool
    drivers: tuple[DriverReview, ...]
    rolls: Mapping[str, str]  # the dice in the ledgers and what each is for: `ram_die`, Side Ram
    decisions: tuple[WordedDecision, ...] = ()  # in the order of the race
    searching: tuple[str, ...] = ()  # drivers that looked further ahead than those of the playouts
    otherwise: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by their policy

    @cached_property
    def chart(self) -> tuple[ChartPoint, ...]:
        """The points of its chart."""
        return chart_points(self.chances, self.errors)

    @property
    def is_whole(self) -> bool:
        """True if all choices were rated."""
        return all(each.rated == each.choices for each in self.drivers)

    @property
    def key(self) -> str:
        """What the ledger's figures mean."""
        return f"{EXPLAINED} {TOO_ROUGH}" if self.is_vague else EXPLAINED

    @property
    def drives_text(self) -> str:
        """Who drives in playouts, the drivers unlike them, and what ± leaves out."""
        one, many = _words_for(self.usual)
        told = [f"In playouts {many}."]
        if self.searching:
            told.append(
                f"{listed(self.searching)} looked further ahead, but each move is rated by what"
                f" {one} makes of it afterwards."
            )
        for policy, names in self.otherwise.items():
            drive, them = ("drives", "it") if len(names) == 1 else ("drive", "them")
            told.append(
                f"{listed(names)} ({policy}) {drive} otherwise than that; with --drivers {policy}"
                f" wreck review rates {them} by that policy’s own driving."
            )
        return " ".join((*told, OPEN))

    def even_luck_text(self, driver: DriverReview) -> str:
        """The result with even luck; '' if it is too rough to say."""
        even = driver.account.even
        if even.error > ROUGH:
            return ""
        chance = f"{_in_reach(even.value):.0%} ±{100 * NINETY_FIVE * even.error:.0f}"
        if self.is_over:
            return f"With even luck {driver.name} would have won {chance} of such races."
        return f"With even luck so far, {driver.name}’s chance to win would be {chance}."

    def answer_text(self, driver: DriverReview) -> str:
        """The review of a driver in one line: the result, that with even luck, the grades."""
        even = driver.account.even
        lucky = "" if even.error > ROUGH else f"with even luck {_in_reach(even.value):.0%}"
        return "; ".join(filter(None, (self._result_text(driver), lucky, self._made_text(driver))))

    def _result_text(self, driver: DriverReview) -> str:
        end = driver.account.end
        if not self.is_over:
            return f"{driver.name} would win {end:.0%} from here"
        shared = "shared the win" if end > 0 else "did not win"
        return f"{driver.name} {'won' if end == 1 else shared}"

    def _made_text(self, driver: DriverReview) -> str:
        """Their graded decisions with their turns."""
        if driver.error_rate is None:
            return driver.grades_text
        told = list[str]()
        for grade, many in GRADES_MANY.items():
            made = [each.decision.turn for each in driver.counted if each.decision.grade == grade]
            if made:
                turns = list(map(str, sorted(set(made))))
                unit = self.unit if len(turns) == 1 else f"{self.unit}s"
                told.append(f"{several(len(made), grade, many)} ({unit} {listed(turns)})")
        return listed(told) if told else "nothing lost 2 points or more"

    @property
    def rated_text(self) -> str:
        """How many choices were rated, and that none was costly if so."""
        rated = sum(each.rated for each in self.drivers)
        choices = sum(each.choices for each in self.drivers)
        text = f"{rated} of {choices} choices were rated"
        if not any(each.costly for each in self.drivers):
            return f"{text}; none had an option that was better beyond the error."
        return f"{text}."

    @property
    def is_vague(self) -> bool:
        """True if an amount of a ledger is too rough to say anything."""
        return any(is_vague(each) for driver in self.drivers for each in driver.account.amounts)


def review(
    ruleset: Ruleset,
    matches: Matches,
    seconds: float = 10.0,
    progress: Progress | None = None,
    *,
    playouts: int = 0,
    seed: int = 0,
    drives: str = "",
) -> Review:
    """Review a race. `matches` is called twice.

    It takes about so many seconds of this thread's work. With a number of `playouts` of each step
    and option, and a seed for their dice, it takes as long as it takes, and the review is the same
    on every machine. `drives` is the policy that drives in playouts: any compiled one of the game,
    by default the usual opponent. Raises Malformed for an unknown policy or an impossible number,
    and what replaying the log raises.
    """
    check(ruleset, playouts, seed, drives)
    drives = drives or default_opponent(ruleset)
    told = tell(matches())
    chances = Chances(ruleset, told, seed, drives)
    chances.get_ready()
    meter = _Meter(seconds, playouts, chances, progress)
    if playouts:
        chances.refine(playouts, meter.tick)
    else:
        chances.refine_for(FOR_CHANCES * seconds, meter.tick)
    found = decisions(chances, max(meter.left, LEAST * seconds), meter.tick, playouts)
    accounts = ledger(chances, found)
    is_rough = 0 < playouts < FEWEST  # what a look of a given time has at least
    made = {seat: counted(found, seat) for seat in seat_range(chances.seats)}
    worst = {seat: costly(found, seat) for seat in seat_range(chances.seats)}
    words = Worded(found, made, worst)
    words.read(matches())
    drivers = tuple(
        DriverReview(
            name,
            told.players[seat],
            accounts[seat],
            None if is_rough else accuracy(found, seat),
            sum(each.seat == seat for each in found),
            choices_of(chances, seat),
            tuple(words.costly[id(each.decision)] for each in worst[seat]),
            tuple(made[seat]),
            None if is_rough else error_rate(found, seat),
            is_rough,
        )
        for seat, name in by_seat(told.names)
    )
    return Review(
        words.title,
        ruleset.key,
        told.unit,
        drives,
        told.names,
        told.steps,
        tuple(tuple(map(float, row)) for row in chances.chances),
        tuple(tuple(map(float, row)) for row in chances.errors),
        int(chances.playouts.sum()),
        bool(told.winners),
        drivers,
        _rolls(ruleset, accounts),
        tuple(words.rated[id(each)] for each in found),
        tuple(_searching(ruleset, told)),
        _otherwise(ruleset, told, drives),
    )


def check(ruleset: Ruleset, playouts: int, seed: int, drives: str) -> None:
    """Check what a review is asked for. Raises Malformed."""
    for name, given, most in (("playouts", playouts, MOST_PLAYOUTS), ("seed", seed, MOST_SEED)):
        if not 0 <= given <= most:
            raise Malformed(name, f"expected 0 to {most}, found {given}")
    if drives in ruleset.thinking:
        known = listed(ruleset.policies, "or")
        raise Malformed("drivers", f"{drives} searches, too slowly for playouts; expected {known}")
    if drives and drives not in ruleset.policies:
        raise Malformed("drivers", unknown("policy", drives, ruleset.policies))


class _Meter:
    """How far a review is: by this thread's work, or by its steps if the playouts are given."""

    def __init__(
        self, seconds: float, playouts: int, chances: Chances, progress: Progress | None
    ) -> None:
        self._began, self._seconds, self._progress = thread_time(), seconds, progress
        answers = sum(choices_of(chances, seat) for seat in seat_range(chances.seats))
        self._steps = len(chances.places) + 3 * answers if playouts else 0
        self._done = 0

    @property
    def left(self) -> float:
        """Seconds that are left."""
        return self._seconds - (thread_time() - self._began)

    def tick(self) -> None:
        """A step of the work is done."""
        self._done += 1
        if self._progress and self._steps:
            self._progress(min(self._done / self._steps, 1.0))
        elif self._progress:
            self._progress(min(1 - self.left / max(self._seconds, 1e-3), 1.0))


def _words_for(policy: str) -> tuple[str, str]:
    """The drivers of playouts in words: one of them, and that all are such drivers."""
    if policy in PEOPLE:
        return f"a {policy}", f"{policy}s drive"
    return f"the policy {policy}", f"the policy {policy} drives"


def _searching(ruleset: Ruleset, told: Told) -> Iterable[str]:
    """The drivers that search, which no driver of playouts does."""
    for name, player in zip(told.names, told.players, strict=True):
        if player in ruleset.thinking:
            yield f"{name} ({player})"


def _otherwise(ruleset: Ruleset, told: Told, drives: str) -> dict[str, tuple[str, ...]]:
    """The drivers of better policies than the one of the playouts, by their policy."""
    found: dict[str, tuple[str, ...]] = {}
    for name, player in zip(told.names, told.players, strict=True):
        if player in {*ruleset.policies} - {*USUAL, drives}:
            found[player] = (*found.get(player, ()), name)
    return found


def _rolls(ruleset: Ruleset, accounts: Iterable[Account]) -> dict[str, str]:
    """The kinds of dice that these drivers rolled, as the rulebook orders and words them."""
    rolled = {name for account in accounts for name in account.by_roll}
    return {each.word: each.words for each in ruleset.words.questions if each.word in rolled}


def _in_reach(value: float) -> float:
    """A chance that was worked out as a sum, within 0 and 1."""
    return min(max(value, 0.0), 1.0)


def is_vague(amount: Amount) -> bool:
    """True if its interval is so wide that it says nothing."""
    return amount.error > VAGUE
