"""Chances of the start, of actions, and of being hit by others' items and rams."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from wreckoning.core.events import Event
from wreckoning.core.texts.wording import ordinal
from wreckoning.odds.questions import Chances, Given, OddsQuestion, counted
from wreckoning.odds.spreads import numbered
from wreckoning.odds.trials import FoundWays, Trial, spread
from wreckoning.rulesets.rtd.events import Blast, Passed, SlideWon, SpunOut
from wreckoning.rulesets.rtd.numbers import Item, Question
from wreckoning.rulesets.rtd.odds.checked import Checked, Wanted, given, not_told, told
from wreckoning.rulesets.rtd.odds.scene import (
    DEFENSIVE,
    NONE,
    STATUS,
    STATUSES,
    cards_for,
    change_heads,
    changes,
    modifier,
    momentum,
    own_momentum,
    part,
    scene,
    tried,
    with_card,
    with_status,
)
from wreckoning.rulesets.rtd.race import Kart, Kind, Race
from wreckoning.rulesets.rtd.rules.actions import drive_aggressively, power_slide
from wreckoning.rulesets.rtd.rules.bombs import caught_in_blast
from wreckoning.rulesets.rtd.rules.checks import racing_check, succeeds
from wreckoning.rulesets.rtd.rules.passing import suffer_ram
from wreckoning.rulesets.rtd.rules.start import rocket_start, set_grid

MOST_TIED = 4


def action_questions() -> tuple[OddsQuestion, ...]:
    """Questions about a driver's own Racing Checks: their gains, and the dangers they avert."""
    return _check(), _rocket_start(), _grid(), _aggressive(), _slide(), _rammed(), _blast()


def _check() -> OddsQuestion:
    def find(modifier: int, status: str) -> tuple[FoundWays, Wanted]:
        race = scene(1)
        with_status(race.karts[0], status)

        def check(copy: Race, kart: Kart) -> bool:
            return succeeds(racing_check(copy, kart, Question.CUSTOM_CHECK, modifier))

        return tried(race, check), given

    what = Checked("check", "A Racing Check, whatever it is for", "R1", "success", -2, 2)
    return what.question(find, modifier(tuple(range(-3, 4)), "all its modifiers"), STATUS)


def _rocket_start() -> OddsQuestion:
    columns = numbered(0, 4)

    def work_out(card: str) -> Chances:
        race = scene(1)
        with_card(race.karts[0], card)
        return momentum(tried(race, lambda copy, kart: rocket_start(copy, kart, True)), columns)

    return OddsQuestion(
        "rocket_start",
        "The Momentum of a Rocket Start (without one it is 1)",
        "R14",
        "momentum",
        columns,
        work_out,
        (cards_for("rocket_start"),),
        tuple(f"M {number}" for number in columns),
        columns,
        numbers=True,
    )


def _grid() -> OddsQuestion:
    columns = numbered(1, MOST_TIED)

    def places(tied: int) -> Chances:
        def your_place(copy: Race, kart: Kart) -> int:
            set_grid(copy)
            return 1 + list(copy.order).index(kart.seat)

        found = spread(tried(scene(tied), your_place), lambda trial: trial.given)
        return {place: found[int(place)] for place in columns[:tied]}

    return OddsQuestion(
        "grid",
        "Your place on the grid among drivers tied for Momentum",
        "R15",
        "place",
        columns,
        places,
        (Given("tied", "how many are tied", (2, 3, 4), (2, 3), counted("driver")),),
        tuple(ordinal(int(place)) for place in columns),
        columns,
    )


def _aggressive() -> OddsQuestion:
    def find(status: str) -> tuple[FoundWays, Wanted]:
        race = scene(1)
        with_status(race.karts[0], status)
        return tried(race, drive_aggressively), lambda trial: trial.after > 0

    what = Checked("aggressive", "Drive Aggressively", "R18", "success", -2, 4)
    return what.question(find, STATUSES)


def _without_the_pass(trial: Trial) -> int:
    """The change of Momentum, without the cost of a pass."""
    return int(trial.after) + trial.told(Passed)


def _slide() -> OddsQuestion:
    """A Power Slide; with a driver ahead, also the free pass attempt that it may bring."""
    columns = changes(-2, 2)

    def work_out(curve: str, card: str, momentum: int, ahead: str | int, status: str) -> Chances:
        race = scene(1 if ahead == NONE else 2, curve)
        own = race.karts[race.drivers - 1]
        own.momentum = momentum
        with_card(own, card)
        with_status(own, status)
        if ahead != NONE:
            race.karts[0].momentum = int(ahead)
        found = tried(race, power_slide, own.seat, watch=(SlideWon, Passed))
        chances = {"success": part(found, told(SlideWon))}
        checked = spread(found, _without_the_pass)
        chances |= {column: checked.get(int(column), Fraction()) for column in columns}
        return chances if ahead == NONE else {**chances, "passes": part(found, told(Passed))}

    return OddsQuestion(
        "slide",
        "Power Slide: success, the Momentum of its check, and the free pass it may bring",
        "R24",
        "chances",
        ("success", *columns, "passes"),
        work_out,
        (
            Given("curve", "where you slide", tuple(kind.name.lower() for kind in Kind)),
            cards_for("slide"),
            Given("momentum", "your Momentum", tuple(range(-3, 8)), (0,), own_momentum),
            Given(
                "ahead",
                "the Momentum of the driver ahead in your segment",
                (NONE, *range(-3, 8)),
                (NONE,),
                lambda _, ahead: "" if ahead == NONE else f"M {ahead} ahead",
            ),
            STATUS,
        ),
        ("success", *change_heads(-2, 2), "passes"),
        columns,
        numbers=True,
    )


def _rammed() -> OddsQuestion:
    title = "Rammed: not to spin out, and the Momentum that it all costs"
    what = Checked("rammed", title, "R22", "straight", -5, 1)
    return _struck(what, lambda race, kart: suffer_ram(race, kart, race.karts[1]), SpunOut)


def _blast() -> OddsQuestion:
    title = "In the blast of a Bob-omb or a Blue Shell: drivers who do not escape lose all items"
    what = Checked("blast", title, "R41", "escapes", -4, 2)
    return _struck(what, lambda race, kart: caught_in_blast(race, kart, Item.BOB_OMB, 1), Blast)


def _struck(
    what: Checked, strike: Callable[[Race, Kart], object], event: type[Event]
) -> OddsQuestion:
    """An attack that a driver may escape by a check: then there is no such event."""

    def find(card: str, defensive: bool, status: str) -> tuple[FoundWays, Wanted]:
        race = scene(2)
        kart = race.karts[0]
        kart.defensive = int(defensive)
        with_card(kart, card)
        with_status(kart, status)
        return tried(race, strike, watch=[event]), not_told(event)

    return what.question(find, cards_for("spin_out_check", "spin_out"), DEFENSIVE, STATUS)
