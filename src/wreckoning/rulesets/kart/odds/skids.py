"""Questions of skid dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from wreckoning.odds.questions import Chances, Given, OddsQuestion, Spread, counted, yes_or_no
from wreckoning.odds.spreads import by_number, numbered, share
from wreckoning.rulesets.kart.odds.spreads import left_of_skids, skid_odds
from wreckoning.rulesets.kart.questions import Skid
from wreckoning.rulesets.kart.race import MAX_HANDLING
from wreckoning.rulesets.kart.rules.hazards import WIPES_OUT

DICE = Given(
    "dice",
    "skid dice rolled",
    tuple(range(MAX_HANDLING + 1)),
    tuple(range(1, MAX_HANDLING + 1)),
    counted("die", "dice"),
)
TRIVIAL = yes_or_no("trivial", "is the template trivial: a SHIFT for free?")
HAZARDS = Given(
    "hazards",
    "hazards before the dice",
    tuple(range(WIPES_OUT)),
    (2, 3, 4, 5),
    counted("hazard"),
)
LEFT = numbered(0, MAX_HANDLING)


def skid_questions() -> tuple[OddsQuestion, ...]:
    """Questions about the results of skid dice, and about SHIFTs."""
    return _shifts(), _results(), _uncancelled(), _spare(), _push(), _wipeout()


def _uncancelled_of(left: Spread) -> Chances:
    """The number of results that stay."""
    return by_number(_part(left, 0), LEFT)


def _part(left: Spread, at: int) -> Spread:
    found: dict[int, Fraction] = {}
    for outcome, chance in left.items():
        found[outcome[at]] = found.get(outcome[at], Fraction()) + chance
    return found


def _has_shifts(number: int) -> Callable[[Sequence[int]], bool]:
    return lambda faces: sum(face >= Skid.SHIFT for face in faces) == number


def _shifts() -> OddsQuestion:
    def work_out(dice: int) -> Chances:
        odds = skid_odds(dice)
        return {each: share(odds, _has_shifts(int(each))) for each in LEFT[: dice + 1]}

    return OddsQuestion(
        "shifts",
        "SHIFTs of skid dice",
        "G1",
        "shifts",
        LEFT,
        work_out,
        (DICE,),
        whole=LEFT,
        numbers=True,
    )


def _results() -> OddsQuestion:
    kinds = (Skid.HAZARD, Skid.SPIN, Skid.SLIDE, Skid.SHIFT)

    def work_out(dice: int) -> Chances:
        odds = skid_odds(dice)
        found = {kind.name.lower(): _shows(odds, kind) for kind in kinds[:-1]}
        return {**found, "shift": share(odds, lambda faces: any(f >= Skid.SHIFT for f in faces))}

    return OddsQuestion(
        "results",
        "At least one of each result on skid dice",
        "G1",
        "chances",
        tuple(kind.name.lower() for kind in kinds),
        work_out,
        (DICE,),
        tuple(kind.name for kind in kinds),
    )


def _shows(odds: Spread, kind: Skid) -> Fraction:
    return share(odds, lambda faces: kind in faces)


def _uncancelled() -> OddsQuestion:
    return OddsQuestion(
        "uncancelled",
        "What stays uncancelled of skid dice, each a hazard, if SHIFTs cancel all they can",
        "G12",
        "left",
        LEFT,
        lambda dice, trivial: _uncancelled_of(left_of_skids(dice, trivial)),
        (DICE, TRIVIAL),
        whole=LEFT,
        numbers=True,
    )


def _spare() -> OddsQuestion:
    columns = numbered(0, MAX_HANDLING + 1)
    return OddsQuestion(
        "spare",
        "SHIFTs to spare for gears and hazards, once all is cancelled that can be",
        "G11",
        "shifts",
        columns,
        lambda dice, trivial: by_number(_part(left_of_skids(dice, trivial), 1), columns),
        (DICE, TRIVIAL),
        whole=columns,
        numbers=True,
    )


def _push() -> OddsQuestion:
    """Of the kept results only the number to cancel matters."""
    kept = tuple(range(MAX_HANDLING))

    def work_out(again: int, shifts: int, others: int, trivial: bool) -> Chances | None:
        if again + shifts + others > MAX_HANDLING:
            return None
        faces = (int(Skid.HAZARD),) * others + (int(Skid.SHIFT),) * shifts
        return _uncancelled_of(left_of_skids(again, trivial, faces))

    return OddsQuestion(
        "push",
        "What stays uncancelled after Push It, its own hazard not counted",
        "G10",
        "left",
        LEFT,
        work_out,
        (
            Given(
                "again",
                "dice rolled again",
                tuple(range(1, MAX_HANDLING + 1)),
                words=lambda _, dice: f"{dice} again",
            ),
            Given("shifts", "SHIFTs kept", kept, (0, 1), counted("SHIFT")),
            Given("others", "other results kept", kept, (0, 1), counted("other")),
            yes_or_no("trivial", "is the template trivial: a SHIFT for free?", shown=(False,)),
        ),
        whole=LEFT,
        numbers=True,
    )


def _wipeout() -> OddsQuestion:
    def work_out(hazards: int, dice: int, trivial: bool) -> Chances:
        room = WIPES_OUT - hazards
        return {"wipeout": share(left_of_skids(dice, trivial), lambda left: left[0] >= room)}

    return OddsQuestion(
        "wipeout",
        "Six hazards or more by what stays of the skid dice",
        "G26",
        "chances",
        ("wipeout",),
        work_out,
        (HAZARDS, DICE, TRIVIAL),
    )
