"""A review of a race: every driver's chance over time, the ledger of luck, costly decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from wreckoning.analysis.chances import Chances, Progress
from wreckoning.analysis.decisions import Decision, accuracy, costly, decisions
from wreckoning.analysis.ledger import Account, Amount, ledger
from wreckoning.analysis.steps import DIE, ReviewStep, tell
from wreckoning.core.documents import Json
from wreckoning.core.ids import by_seat, seat_range
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Ruleset, default_opponent

NINETY_FIVE = 1.96  # standard errors to either side
FOR_CHANCES = 0.6  # share of the time; the rest is for decisions
Matches = Callable[[], Iterable[Match]]  # a race from its log, as `replay_steps` yields it


@dataclass(frozen=True)
class Costly:
    """A decision that cost a driver chances, in the game's words."""

    number: int  # of answers before it: to play on from there
    turn: int
    rule: str
    question: str
    taken: str
    better: str
    why: str  # the advantage of the better option
    loss: float
    error: float
    situation: tuple[str, ...] = ()


@dataclass(frozen=True)
class DriverReview:
    """A driver's part of the review."""

    name: str
    player: str
    account: Account
    accuracy: float  # 0 to 100
    costly: tuple[Costly, ...]


@dataclass(frozen=True)
class Review:
    """The whole review. `chances[n]` are those before step `n`; the last row is the end."""

    title: str
    ruleset: str
    usual: str  # the policy that drives in playouts
    names: tuple[str, ...]
    steps: tuple[ReviewStep, ...]
    chances: tuple[tuple[float, ...], ...]
    errors: tuple[tuple[float, ...], ...]
    playouts: int
    is_over: bool
    drivers: tuple[DriverReview, ...]

    def as_json(self) -> Json:
        """The review as JSON: rounded to 0.0001."""
        return {
            "title": self.title,
            "ruleset": self.ruleset,
            "drives": self.usual,
            "names": list(self.names),
            "over": self.is_over,
            "playouts": self.playouts,
            "steps": [_step_json(step, self.names) for step in self.steps],
            "chances": [[_round(value) for value in row] for row in self.chances],
            "bands": [[_round(NINETY_FIVE * value) for value in row] for row in self.errors],
            "drivers": [_driver_json(driver, self.names) for driver in self.drivers],
        }


def review(
    ruleset: Ruleset, matches: Matches, seconds: float = 10.0, progress: Progress | None = None
) -> Review:
    """Review a race within about this much time. `matches` is called twice.

    Raises what replaying the log raises.
    """
    told = tell(matches())
    chances = Chances(ruleset, told)
    chances.refine_for(FOR_CHANCES * seconds, progress)
    found = decisions(chances, (1 - FOR_CHANCES) * seconds)
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
            tuple(words[each.number, each.seat, each.question] for each in worst[seat]),
        )
        for seat, name in by_seat(told.names)
    )
    return Review(
        title,
        ruleset.key,
        default_opponent(ruleset),
        told.names,
        told.steps,
        tuple(tuple(map(float, row)) for row in chances.chances),
        tuple(tuple(map(float, row)) for row in chances.errors),
        int(chances.playouts.sum()),
        bool(told.winners),
        drivers,
    )


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
    chance = f" ({better.chance:.0%} {better.chance_of})" if better.chance is not None else ""
    return Costly(
        decision.number,
        decision.turn,
        prompt.rule or ask.rule,
        prompt.question,
        taken.label or taken.name,
        better.label or better.name,
        (better.meaning + chance).strip(),
        decision.loss,
        decision.error,
        tuple(prompt.situation),
    )


def _round(value: float) -> float:
    return round(value, 4)


def _amount(amount: Amount) -> dict[str, float]:
    return {"value": _round(amount.value), "band": _round(NINETY_FIVE * amount.error)}


def _step_json(step: ReviewStep, names: Sequence[str]) -> Json:
    found: Json = {"number": step.number, "turn": step.turn, "kind": step.kind}
    if step.kind == DIE:
        owner = names[step.owner] if step.owner >= 0 else None
        found |= {"owner": owner, "question": step.question, "face": step.face}
    else:
        found["answers"] = [
            {
                "who": each.ask.who,
                "question": each.ask.question,
                "answer": each.ask.names[each.taken],
            }
            for each in step.decided
        ]
    return found


def _driver_json(driver: DriverReview, names: Sequence[str]) -> Json:
    account = driver.account
    parts: Mapping[str, Amount] = account.parts
    return {
        "name": driver.name,
        "player": driver.player,
        "start": _amount(account.start),
        "end": _round(account.end),
        **{name: _amount(amount) for name, amount in parts.items()},
        "by_roll": {name: _amount(amount) for name, amount in account.by_roll.items()},
        "by_rival": {names[seat]: _amount(amount) for seat, amount in account.by_rival.items()},
        "accuracy": round(driver.accuracy, 1),
        "costly": [
            {
                "number": each.number,
                "turn": each.turn,
                "rule": each.rule,
                "question": each.question,
                "taken": each.taken,
                "better": each.better,
                "why": each.why,
                "loss": _round(each.loss),
                "band": _round(NINETY_FIVE * each.error),
                "situation": list(each.situation),
            }
            for each in driver.costly
        ],
    }
