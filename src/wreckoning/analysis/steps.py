"""The steps of a race: each die, and each group of answers given together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from wreckoning.core.asks import Answer, Ask
from wreckoning.core.door import ROLL
from wreckoning.core.ids import SeatIndex, as_seat
from wreckoning.core.match import Match
from wreckoning.core.play.outlook import Standpoint
from wreckoning.core.records import NOBODY

StepKind = Literal["die", "choice", "other"]
DIE: Final = "die"
CHOICE: Final = "choice"
OTHER: Final = "other"


@dataclass(frozen=True)
class Decided:
    """An answer of a seat: the ask, and the index of the option taken."""

    ask: Ask
    taken: int


@dataclass(frozen=True)
class ReviewStep:
    """The part of a race between two standpoints.

    `number` counts the answers before it, `turn` is the turn or round. A die has its `face` and an
    `owner`: the seat that rolls it, −1 if it is drawn for all of them.
    """

    number: int
    turn: int
    kind: StepKind
    before: Standpoint
    owner: SeatIndex = NOBODY
    question: str = ""
    face: int = 0
    decided: tuple[Decided, ...] = ()


@dataclass(frozen=True)
class Told:
    """A race as it was played: its steps, the standpoints after them, and the winners."""

    names: tuple[str, ...]
    players: tuple[str, ...]
    unit: str  # what the game counts: turns or rounds
    steps: tuple[ReviewStep, ...]
    end: Standpoint
    winners: tuple[int, ...]  # seats; empty if the race is not over


def tell(matches: Iterable[Match]) -> Told:
    """Read the steps from `replay_steps`: the match before the first answer, and after each."""
    found, races = list[ReviewStep](), dict[bytes, bytes]()
    iterator = iter(matches)
    match = next(iterator)
    here, asks, number, turn = _stand(match, races), match.asks, len(match.entries), _turn(match)
    answers, read = list[Answer](), len(match.told)
    for match in iterator:
        entry = match.entries[-1]
        if isinstance(entry, Answer):
            answers.append(entry)
        after = _stand(match, races)
        same = after.race is here.race and after.tape == here.tape
        if same and not match.is_over:
            continue  # the group is not complete
        who = next((entry[1] for entry in match.told[read:] if entry[0] == ROLL), NOBODY)
        found.append(_step(number, turn, here, asks, answers, as_seat(who)))
        here, asks, number, turn = after, match.asks, len(match.entries), _turn(match)
        answers, read = [], len(match.told)
    result = match.result()
    names = tuple(match.names)
    places = result["places"] if result else []
    winners = tuple(names.index(each["name"]) for each in places if each["place"] == 1)
    players = tuple(seat.player for seat in match.seats)
    unit = match.ruleset.view.headline(match).unit
    return Told(names, players, unit, tuple(found), here, winners)


def _stand(match: Match, races: dict[bytes, bytes]) -> Standpoint:
    """The match's standpoint; equal races share their bytes."""
    here = match.standpoint()
    race = races.setdefault(here.race, here.race)
    return Standpoint(here.ruleset, here.names, race, here.tape)


def _turn(match: Match) -> int:
    return match.ruleset.view.headline(match).turn


def _step(
    number: int,
    turn: int,
    here: Standpoint,
    asks: tuple[Ask, ...],
    answers: list[Answer],
    roller: SeatIndex,
) -> ReviewStep:
    if len(answers) == 1 and asks and asks[0].is_dice:
        ask = asks[0]
        owner = NOBODY if ask.subject == NOBODY else roller
        face = int(answers[0].name)
        return ReviewStep(number, turn, DIE, here, owner, ask.question, face)
    decided = tuple(_decided(asks, answers))
    return ReviewStep(number, turn, CHOICE if decided else OTHER, here, decided=decided)


def _decided(asks: tuple[Ask, ...], answers: list[Answer]) -> Iterator[Decided]:
    for answer in answers:
        for ask in asks:
            if (
                ask.who == answer.who
                and ask.question == answer.question
                and answer.name in ask.names
            ):
                if ask.by >= 0:
                    yield Decided(ask, ask.names.index(answer.name))
                break
