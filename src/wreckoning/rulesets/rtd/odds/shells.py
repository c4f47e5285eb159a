"""Questions of Green, Red and Triple Red Shells."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from wreckoning.core.ids import SeatIndex, as_seat, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.texts.wording import ordinal
from wreckoning.odds.questions import Chances, Given, OddsQuestion, Value, yes_or_no
from wreckoning.odds.spreads import numbered
from wreckoning.odds.trials import FoundWays
from wreckoning.rulesets.rtd.events import Blocked, Hit, Missed
from wreckoning.rulesets.rtd.odds.checked import told
from wreckoning.rulesets.rtd.odds.items import places
from wreckoning.rulesets.rtd.odds.scene import (
    STATUS,
    cards_for,
    drags,
    part,
    scene,
    tried,
    with_card,
    with_drag,
    with_status,
)
from wreckoning.rulesets.rtd.rules.shells import Direction, green_shell, red_shell

MOST_AHEAD = 4


def shell_questions() -> tuple[OddsQuestion, ...]:
    """The driver that a shell hits."""
    return _red_shell(), _green_shell()


def _red_shell() -> OddsQuestion:
    columns = ("hit", "blocked", "missed")

    def work_out(
        drags: str, defensive: bool, card: str, other_card: str, status: str, other_status: str
    ) -> Chances:
        race = scene(2)
        own, target = race.karts[1], race.karts[0]
        with_card(own, card)
        with_card(target, other_card)
        with_drag(target, drags)
        with_status(own, status)
        with_status(target, other_status)
        target.defensive = int(defensive)
        ends = (Hit, Blocked, Missed)
        found = tried(race, red_shell, own.seat, watch=ends)
        return {column: part(found, told(end)) for column, end in zip(columns, ends, strict=True)}

    return OddsQuestion(
        "red_shell",
        "A Red Shell, or one of three, at the driver ahead",
        "R43",
        "chances",
        columns,
        work_out,
        (
            drags("drags", "what the target drags"),
            yes_or_no("defensive", "does the target Drive Defensively?"),
            cards_for("aim", shown=False),
            cards_for("drag", name="other_card", about="the target's", shown=False),
            STATUS,
            Given("other_status", "what works on the target's checks", STATUS.values, STATUS.shown),
        ),
        whole=columns,
    )


def _green_shell() -> OddsQuestion:
    """A Green Shell may go to and fro any number of times; the chances are exact."""
    ahead_columns = numbered(1, MOST_AHEAD)
    columns = (*ahead_columns, "behind", "you", "blocked", "nobody")

    def work_out(
        ahead: SeatIndex, behind: int, named: int, drags: str, card: str
    ) -> Chances | None:
        if named > ahead:
            return None
        race = scene(ahead + 1 + behind)
        own = race.karts[ahead]
        with_card(own, card)
        with_drag(race.karts[ahead - 1], drags)
        target = NOBODY if named == 0 else ahead - named
        found = tried(
            race,
            lambda copy, kart: green_shell(copy, kart, Direction.FORWARDS, target),
            own.seat,
            settled=(Hit, Blocked),
        )
        hits = {
            place: part(found, told(Hit, as_seat(ahead - int(place))))
            for place in ahead_columns[:ahead]
        }
        hits["behind"] = _any_of(found, seat_range(ahead + 1, race.drivers))
        hits["you"] = part(found, told(Hit, own.seat))
        hits["blocked"] = part(found, told(Blocked))
        return {**hits, "nobody": 1 - sum(hits.values(), Fraction())}

    return OddsQuestion(
        "green_shell",
        "The driver that a Green Shell hits, shot forwards, however long it bounces",
        "R39",
        "hits",
        columns,
        work_out,
        (
            Given(
                "ahead",
                "drivers ahead in the segment",
                tuple(range(1, MOST_AHEAD + 1)),
                (1, 2, 3),
                lambda _, ahead: f"{ahead} ahead",
            ),
            Given(
                "behind",
                "drivers behind you",
                (0, 1, 2),
                (0, 1),
                lambda _, behind: f"{behind} behind",
            ),
            Given(
                "named",
                "which of those ahead is named, from the nearest; 0 for none",
                tuple(range(MOST_AHEAD + 1)),
                (0, 1),
                _named_words,
            ),
            drags("drags", "what the nearest drags", ("none",)),
            cards_for("aim", shown=False),
        ),
        (*places(1, MOST_AHEAD), "behind", "you", "blocked", "nobody"),
        columns,
    )


def _named_words(_: str, named: Value) -> str:
    return f"the {ordinal(int(named))} named" if named else ""


def _any_of(found: FoundWays, seats: Iterable[SeatIndex]) -> Fraction:
    return part(found, lambda trial: any(trial.told(Hit, seat) for seat in seats))
