"""A review of a race: every driver's chance over time, the ledger of luck, costly decisions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter

from wreckoning.analysis import replies
from wreckoning.analysis.chart import ChartPoint, chart_points
from wreckoning.analysis.decisions import Decision, accuracy, choices_of, costly, decisions
from wreckoning.analysis.ledger import (
    DECISIONS,
    LUCK,
    PARTS,
    RIVALS_DECISIONS,
    RIVALS_LUCK,
    TOGETHER,
    Account,
    Amount,
    ledger,
)
from wreckoning.analysis.steps import DIE, ReviewStep, tell
from wreckoning.analysis.win_chance import Chances
from wreckoning.core.ids import SeatIndex, by_seat, seat_range
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Ruleset, default_opponent
from wreckoning.core.shown import Option, Prompt
from wreckoning.core.texts.wording import ordinal

NINETY_FIVE = 1.96  # standard errors to either side
FOR_CHANCES = 0.6  # the share of the time for chances; the rest is for decisions
LEAST = 0.2  # the least share of the time for decisions, even if the chances took longer
VAGUE = 0.5 / NINETY_FIVE  # a standard error that leaves nothing said
EXPLAINED = (
    "Start and end: the chance before the first answer and after the last. In between, what changed"
    " it: the driver's own dice and choices, those of all rivals, and orders given together. "
    "Accuracy: 100 if no rated choice is known to have lost anything, 0 if each was the worst."
)
TOO_ROUGH = "?: too rough to say anything, the interval is wider than ±50."
Matches = Callable[[], Iterable[Match]]  # a race from its log, as `replay_steps` yields it
Progress = Callable[[float], None]  # the share of the time that is spent, 0 to 1


@dataclass(frozen=True)
class Costly:
    """A decision that cost a driver chances, in the game's words."""

    number: int  # of answers before it: to play on from there
    turn: int
    rule: str
    question: str
    taken: str
    better: str
    why: str  # what the better option brings, and what the one taken brings instead
    loss: float
    error: float
    situation: tuple[str, ...] = ()


@dataclass(frozen=True)
class DriverReview:
    """A driver's part of the review.

    Of their `choices`, answers with at least two options, so many were `rated`.
    """

    name: str
    player: str
    account: Account
    accuracy: float | None  # 0 to 100; None if no choice was rated
    rated: int
    choices: int
    costly: tuple[Costly, ...]

    @property
    def accuracy_text(self) -> str:
        """The accuracy as it is shown."""
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

    def as_reply(self) -> replies.RaceReview:
        """The review as it is sent: rounded to 0.0001."""
        return replies.RaceReview(
            title=self.title,
            ruleset=self.ruleset,
            unit=self.unit,
            drives=self.usual,
            names=list(self.names),
            over=self.is_over,
            playouts=self.playouts,
            steps=[_step_reply(step, self.names) for step in self.steps],
            chances=[[_round(value) for value in row] for row in self.chances],
            bands=[[_round(NINETY_FIVE * value) for value in row] for row in self.errors],
            chart=[_point_reply(point) for point in self.chart],
            drivers=[_driver_reply(driver, self) for driver in self.drivers],
        )


def review(
    ruleset: Ruleset, matches: Matches, seconds: float = 10.0, progress: Progress | None = None
) -> Review:
    """Review a race within about this much time. `matches` is called twice.

    Raises what replaying the log raises.
    """
    told = tell(matches())
    chances = Chances(ruleset, told)
    chances.get_ready()
    began = perf_counter()

    def tick() -> None:
        if progress:
            progress(min((perf_counter() - began) / max(seconds, 1e-3), 1.0))

    chances.refine_for(FOR_CHANCES * seconds, tick)
    left = seconds - (perf_counter() - began)
    found = decisions(chances, max(left, LEAST * seconds), tick)
    accounts = ledger(chances, found)
    worst = {seat: costly(found, seat) for seat in seat_range(chances.seats)}
    wanted = [each for those in worst.values() for each in those]
    words, title = _words(matches(), wanted)
    drivers = tuple(
        DriverReview(
            name,
            told.players[seat],
            accounts[seat],
            accuracy(found, seat),
            sum(each.seat == seat for each in found),
            choices_of(chances, seat),
            tuple(words[each.number, each.seat, each.question] for each in worst[seat]),
        )
        for seat, name in by_seat(told.names)
    )
    return Review(
        title,
        ruleset.key,
        told.unit,
        default_opponent(ruleset),
        told.names,
        told.steps,
        tuple(tuple(map(float, row)) for row in chances.chances),
        tuple(tuple(map(float, row)) for row in chances.errors),
        int(chances.playouts.sum()),
        bool(told.winners),
        drivers,
        _rolls(ruleset, accounts),
    )


def _rolls(ruleset: Ruleset, accounts: Iterable[Account]) -> dict[str, str]:
    """The kinds of dice that these drivers rolled, as the rulebook orders and words them."""
    rolled = {name for account in accounts for name in account.by_roll}
    return {each.word: each.words for each in ruleset.words.questions if each.word in rolled}


def _words(
    matches: Iterable[Match], wanted: Sequence[Decision]
) -> tuple[dict[tuple[int, int, str], Costly], str]:
    """These decisions in the game's words, and the race's title."""
    asked: dict[int, list[Decision]] = {}
    for each in wanted:
        asked.setdefault(each.number, []).append(each)
    found: dict[tuple[int, int, str], Costly] = {}
    title = ""
    for match in matches:
        if not title:
            title = f"{match.ruleset.title}: {match.course.title}"
        for each in asked.pop(len(match.entries), []):
            found[each.number, each.seat, each.question] = _in_words(match, each)
    return found, title


def _in_words(match: Match, decision: Decision) -> Costly:
    view = match.ruleset.view
    ask = next(
        ask for ask in match.asks if ask.by == decision.seat and ask.question == decision.question
    )
    taken = view.describe_option(match, ask, decision.taken_index)
    better = view.describe_option(match, ask, decision.better_index)
    prompt = view.describe_ask(match, ask)
    return Costly(
        decision.number,
        decision.turn,
        prompt.rule or ask.rule,
        prompt.question,
        taken.label or taken.name,
        better.label or better.name,
        _reason(better, taken),
        decision.loss,
        decision.error,
        _situation(match, decision.seat, prompt),
    )


def _situation(match: Match, seat: SeatIndex, prompt: Prompt) -> tuple[str, ...]:
    """The position as the driver saw it: their place, unless the question says it, and more."""
    row = next(row for row in match.ruleset.view.standings(match) if row.seat == seat)
    place = f"{ordinal(row.place)} of {len(match.names)}"
    if any(place in line for line in prompt.situation):
        return tuple(prompt.situation)
    return f"{place}, {row.where}", *prompt.situation


def _reason(better: Option, taken: Option) -> str:
    """What the better option brings, and instead of what, unless that is the same."""
    why, instead = _why(better), _why(taken)
    if instead and instead != why:
        return f"{why}, instead of: {instead}" if why else f"instead of: {instead}"
    return why


def _why(option: Option) -> str:
    """What an option brings: its chance, unless its meaning says that, and its meaning."""
    chance = "" if option.chance is None else f"{option.chance:.0%}"
    if not chance or re.search(rf"(?<!\d){chance}", option.meaning):
        return option.meaning
    return ": ".join(filter(None, (f"{chance} {option.chance_of}".rstrip(), option.meaning)))


def is_vague(amount: Amount) -> bool:
    """True if its interval is so wide that it says nothing."""
    return amount.error > VAGUE


def _round(value: float) -> float:
    return round(value, 4)


def _amount(amount: Amount) -> replies.ReviewAmount:
    return replies.ReviewAmount(_round(amount.value), _round(NINETY_FIVE * amount.error))


def _point_reply(point: ChartPoint) -> replies.ReviewPoint:
    return replies.ReviewPoint(
        row=point.row,
        chances=[_round(value) for value in point.chances],
        bands=[_round(NINETY_FIVE * value) for value in point.errors],
    )


def _step_reply(step: ReviewStep, names: Sequence[str]) -> replies.ReviewedStep:
    if step.kind == DIE:
        owner = names[step.owner] if step.owner >= 0 else None
        return replies.ReviewedDie(
            step.number, step.turn, step.kind, owner, step.question, step.face
        )
    answers = [
        replies.ReviewAnswer(each.ask.who, each.ask.question, each.ask.names[each.taken])
        for each in step.decided
    ]
    return replies.ReviewedChoice(step.number, step.turn, step.kind, answers)


def _driver_reply(driver: DriverReview, found: Review) -> replies.ReviewedDriver:
    account = driver.account
    parts = {name: _amount(account.parts[name]) for name in PARTS}
    rolled = {name: _amount(amount) for name, amount in account.by_roll.items()}
    return replies.ReviewedDriver(
        name=driver.name,
        player=driver.player,
        start=_amount(account.start),
        end=_round(account.end),
        luck=parts[LUCK],
        decisions=parts[DECISIONS],
        rivals_luck=parts[RIVALS_LUCK],
        rivals_decisions=parts[RIVALS_DECISIONS],
        together=parts[TOGETHER],
        by_roll={
            name: replies.ReviewRoll(label, rolled[name].value, rolled[name].band)
            for name, label in found.rolls.items()
            if name in rolled
        },
        by_rival={
            found.names[seat]: replies.ReviewRival(_amount(each.luck), _amount(each.decisions))
            for seat, each in account.by_rival.items()
        },
        accuracy=None if driver.accuracy is None else round(driver.accuracy, 1),
        rated=driver.rated,
        choices=driver.choices,
        costly=[_costly_reply(each) for each in driver.costly],
    )


def _costly_reply(each: Costly) -> replies.CostlyDecision:
    return replies.CostlyDecision(
        number=each.number,
        turn=each.turn,
        rule=each.rule,
        question=each.question,
        taken=each.taken,
        better=each.better,
        why=each.why,
        loss=_round(each.loss),
        band=_round(NINETY_FIVE * each.error),
        situation=list(each.situation),
    )
