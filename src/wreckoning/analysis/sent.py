"""A review as it is sent: rounded to 0.0001, with names instead of seats."""

from __future__ import annotations

from collections.abc import Sequence

from wreckoning.analysis import replies
from wreckoning.analysis.chart import ChartPoint
from wreckoning.analysis.decisions import BLUNDER, INACCURACY, MISTAKE
from wreckoning.analysis.ledger import (
    DECISIONS,
    LUCK,
    PARTS,
    RIVALS_DECISIONS,
    RIVALS_LUCK,
    TOGETHER,
    Amount,
)
from wreckoning.analysis.review import DriverReview, Review
from wreckoning.analysis.steps import DIE, ReviewStep
from wreckoning.analysis.win_chance import NINETY_FIVE
from wreckoning.analysis.worded import Costly, WordedDecision


def as_reply(found: Review) -> replies.RaceReview:
    """The review as it is sent."""
    return replies.RaceReview(
        title=found.title,
        ruleset=found.ruleset,
        unit=found.unit,
        drives=found.usual,
        names=list(found.names),
        over=found.is_over,
        playouts=found.playouts,
        steps=[_step_reply(step, found.names) for step in found.steps],
        chances=[[_round(value) for value in row] for row in found.chances],
        bands=[[_round(NINETY_FIVE * value) for value in row] for row in found.errors],
        chart=[_point_reply(point) for point in found.chart],
        drivers=[_driver_reply(driver, found) for driver in found.drivers],
        decisions=[_rated_reply(each, found.names) for each in found.decisions],
        note=found.drives_text,
    )


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
        error_rate=None if driver.error_rate is None else round(driver.error_rate, 5),
        blunders=driver.count(BLUNDER),
        mistakes=driver.count(MISTAKE),
        inaccuracies=driver.count(INACCURACY),
        even_luck=found.even_luck_text(driver),
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
        grade=each.grade,
        times=each.times,
    )


def _rated_reply(each: WordedDecision, names: Sequence[str]) -> replies.RatedDecision:
    of = each.decision
    return replies.RatedDecision(
        number=of.number,
        turn=of.turn,
        who=names[of.seat],
        rule=each.rule,
        question=each.question,
        situation=list(each.situation),
        options=[
            replies.RatedOption(
                option=option.name,
                label=option.label,
                chance=_round(option.chance),
                band=_round(NINETY_FIVE * option.error),
                playouts=option.playouts,
                taken=option.is_taken,
                better=option.is_better,
            )
            for option in each.options
        ],
        loss=_round(of.loss) if of.is_costly else 0.0,
        band=_round(NINETY_FIVE * of.error) if of.is_costly else 0.0,
        grade=of.grade,
        times=each.times,
        counted_with=each.counted_with,
    )
