"""Questions of single dice: item boxes, wipeouts, pole position."""

from __future__ import annotations

from wreckoning.odds.questions import Chances, Given, OddsQuestion, counted
from wreckoning.odds.spreads import share
from wreckoning.rulesets.kart.odds.spreads import box_odds, pole_odds, scatter_odds
from wreckoning.rulesets.kart.race import MAX_KARTS, Item

HALF_TURN = 180


def single_questions() -> tuple[OddsQuestion, ...]:
    """The questions that one die decides."""
    return _box(), _scatter(), _pole()


def _box() -> OddsQuestion:
    items = {item.name.lower(): item for item in Item if item != Item.NONE}
    return OddsQuestion(
        "box",
        "What an item box gives",
        "E15",
        "items",
        tuple(items),
        lambda: {name: box_odds()[item] for name, item in items.items()},
        whole=tuple(items),
    )


def _scatter() -> OddsQuestion:
    """The turns of a wipeout. A turn and its mirror image are counted together."""

    def turned(heading: int) -> int:
        return min(heading, 2 * HALF_TURN - heading)

    def work_out() -> Chances:
        odds = scatter_odds()
        return {
            "as_before": share(odds, lambda heading: turned(heading) == 0),
            "45": share(odds, lambda heading: turned(heading) <= 45),
            "90": share(odds, lambda heading: turned(heading) <= 90),
            "backwards": share(odds, lambda heading: turned(heading) > 90),
        }

    return OddsQuestion(
        "scatter",
        "Where a kart looks after a wipeout, if there is room to turn",
        "G26",
        "chances",
        ("as_before", "45", "90", "backwards"),
        work_out,
        heads=("as before", "within 45°", "within 90°", "backwards"),
        whole=("90", "backwards"),
    )


def _pole() -> OddsQuestion:
    return OddsQuestion(
        "pole",
        "Pole position, drawn by lot",
        "E16",
        "chances",
        ("you",),
        lambda karts: {"you": pole_odds(karts)[0]},
        (Given("karts", "how many race", tuple(range(2, MAX_KARTS + 1)), words=counted("kart")),),
    )
