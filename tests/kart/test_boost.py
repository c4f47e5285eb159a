"""Boosts (G27, E19): where they carry a kart, and what comes at their end.

If not said otherwise there is one on the middle of the road, from x = 1332.5 to 1467.5, along the
road. A kart carried down it has its front at its end, and after a Medium stands on x = 1640.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.journal import story, told
from tests.kart.scene import NO_SPIN, hazards, road, scene, turned
from tests.kart.table import (
    Pose,
    asked,
    body,
    dice,
    drive,
    hold,
    kart,
    manoeuvre,
    put,
    suspends,
    where,
)

from wreckoning.core.records import NOBODY
from wreckoning.geometry.paths import Path
from wreckoning.rulesets.kart.events import Boosted, Cause, Gate, Hazards, Moved, Slid, SlidBack
from wreckoning.rulesets.kart.numbers import Declaration
from wreckoning.rulesets.kart.questions import Question
from wreckoning.rulesets.kart.race import MM, Item, Race
from wreckoning.rulesets.kart.rules.contacts import Contact
from wreckoning.rulesets.kart.rules.ghost import ghost
from wreckoning.rulesets.kart.rules.manoeuvres import use_before_moving
from wreckoning.rulesets.kart.rules.paths import lay

PAD = (1400, 400, 0, 135, 60)
MEDIUM = manoeuvre("medium")
FORCED = ["medium", "gentle left", "gentle right", "turn left", "turn right"]
SLIDE_LEFT, SLIDE_RIGHT = 3, 103  # not turning


def boosted(at: Pose = (1200, 400, 0), pad: tuple[int, ...] = PAD, **things: Any) -> Race:
    return scene({"A": at}, course=road(boost=[pad], **things))


def test_g27_carried_down_the_boost_and_a_medium_on() -> None:
    race = boosted()
    with dice(race, MEDIUM):
        drive(race, "A", "medium")
    assert where(race, "A") == (1640, 400, 0)
    assert told(race, Hazards) == [Hazards(0, 1, 1, Cause.BOOST, 0)]


@pytest.mark.parametrize("at", [(1200, 420, 0), (1200, 375, 0), (1220, 440, 340), (1215, 370, 10)])
def test_g27_the_kart_is_straightened(at: Pose) -> None:
    race = boosted(at)
    with dice(race, MEDIUM):
        drive(race, "A", "medium")
    assert where(race, "A") == (1640, 400, 0)


def test_g27_along_the_boost_whatever_the_way_it_came() -> None:
    """Into the side of a boost that leads straight down."""
    race = boosted(pad=(1400, 450, 90, 135, 60))
    with dice(race, MEDIUM):
        drive(race, "A", "medium")
    assert where(race, "A") == (1400, 450 + 67.5 - 37.5 + 210, 90)


@pytest.mark.parametrize("gear", [1, 3, 6])
def test_g27_a_choice_of_three_templates_whatever_the_gear(gear: int) -> None:
    race = boosted()
    kart(race, "A").gear = gear
    with suspends(race):
        drive(race, "A", "medium")
    by, question, options = asked(race)
    assert (by, question) == (0, Question.FORCED)
    assert sorted(options) == sorted(manoeuvre(name) for name in FORCED)


@pytest.mark.parametrize(
    ("template", "heading"),
    [("gentle left", 330), ("gentle right", 30), ("turn left", 300), ("turn right", 60)],
)
def test_g27_a_curve_at_its_end(template: str, heading: int) -> None:
    race = boosted()
    with dice(race, manoeuvre(template)):
        drive(race, "A", "medium")
    x, _, now = where(race, "A")
    assert now == heading
    assert x > 1467.5 + 37.5


def test_g27_part_of_a_kart_is_enough_and_next_to_it_is_not() -> None:
    touching = boosted((1200, 445.5, 0))  # half a millimetre of it
    with dice(touching, MEDIUM):
        drive(touching, "A", "medium")
    assert kart(touching, "A").boosts == 1
    beside = boosted((1200, 446.5, 0))
    with dice(beside):
        drive(beside, "A", "medium")
    assert (where(beside, "A"), hazards(beside)) == ((1410, 446.5, 0), [0, 0])


def test_g27_one_that_is_not_reached_does_nothing() -> None:
    race = scene({"A": (1200, 400, 0), "B": (1310, 400, 90)}, course=road(boost=[PAD]))
    with dice(race, Declaration.EVADE, Declaration.EVADE):
        drive(race, "A", "medium")
    assert kart(race, "A").boosts == 0


def test_g27_the_forced_move_collides() -> None:
    race = scene({"A": (1200, 400, 0), "B": (1600, 400, 90)}, course=road(boost=[PAD]))
    with dice(race, MEDIUM, Declaration.EVADE, Declaration.EVADE):
        drive(race, "A", "medium")
    assert where(race, "A") == (1600 - 16 - 37.5, 400, 0)
    assert hazards(race) == [2, 1]


def test_g27_a_spin_is_resolved_at_the_end() -> None:
    race = boosted()
    with dice(race, MEDIUM, turned(45)):
        drive(race, "A", "medium", spins=1)
    assert where(race, "A") == (1640, 400, 45)


def test_g27_a_slide_is_resolved_at_the_end() -> None:
    race = boosted()
    with dice(race, MEDIUM, SLIDE_RIGHT):
        drive(race, "A", "medium", slides=1)
    assert where(race, "A") == pytest.approx((1640 + 53.03, 400 + 53.03, 0), abs=0.1)
    events = (Boosted, Slid, Moved)
    assert story(race, events)[-2:] == [Slid, Moved]


def test_g27_e6_it_slides_to_the_outside_of_the_curve_at_the_end() -> None:
    race = boosted()
    with dice(race, manoeuvre("turn right"), SLIDE_LEFT):
        drive(race, "A", "medium", slides=1)
    assert where(race, "A")[2] == 60


def test_g27_slide_and_spin() -> None:
    race = boosted()
    with dice(race, MEDIUM, SLIDE_LEFT, NO_SPIN):
        drive(race, "A", "medium", slides=1, spins=1)
    assert where(race, "A") == pytest.approx((1640 + 53.03, 400 - 53.03, 0), abs=0.1)


def test_g27_g23_a_slide_waits_also_where_a_mushroom_lies_before_the_boost() -> None:
    """The mushroom is broken through, the movement goes on to the boost."""
    race = boosted(mushroom=[(1290, 400)])
    with dice(race, 1, MEDIUM, SLIDE_RIGHT):
        drive(race, "A", "medium", slides=1)
    assert where(race, "A") == pytest.approx((1640 + 53.03, 400 + 53.03, 0), abs=0.1)


def test_g27_a_slide_that_itself_leads_to_the_boost_is_over_by_then() -> None:
    """A Medium ends at (1110, 330), the slide leads on to the right, onto the boost's beginning."""
    race = boosted((900, 330, 0), pad=(1200, 400, 0, 100, 60))
    with dice(race, SLIDE_RIGHT, MEDIUM):
        drive(race, "A", "medium", slides=1)
    assert where(race, "A") == (1250 - 37.5 + 210, 400, 0)


def test_g27_gates_on_the_way_count() -> None:
    race = boosted()
    with dice(race, MEDIUM):
        drive(race, "A", "medium")
    assert told(race, Gate) == [Gate(0, 1)]  # at x = 1500


def test_g27_another_boost_may_follow() -> None:
    course = road(boost=[PAD, (1650, 400, 0, 135, 60)])
    race = scene({"A": (1200, 400, 0)}, course=course)
    with dice(race, MEDIUM, MEDIUM):
        drive(race, "A", "medium")
    assert where(race, "A") == (1650 + 67.5 - 37.5 + 210, 400, 0)
    assert hazards(race) == [2, 0]


def test_g27_with_two_boosts_the_slide_waits_for_the_end() -> None:
    course = road(boost=[PAD, (1650, 400, 0, 135, 60)])
    race = scene({"A": (1200, 400, 0)}, course=course)
    with dice(race, MEDIUM, MEDIUM, SLIDE_RIGHT):
        drive(race, "A", "medium", slides=1)
    end = 1650 + 67.5 - 37.5 + 210
    assert where(race, "A") == pytest.approx((end + 53.03, 400 + 53.03, 0), abs=0.1)


def test_g27_a_slide_into_another_boost_is_not_made_twice() -> None:
    """The slide at the end of the first leads onto the second, aside of the road's middle."""
    course = road(boost=[PAD, (1760, 470, 0, 100, 40)])
    race = scene({"A": (1200, 400, 0)}, course=course)
    with dice(race, MEDIUM, SLIDE_RIGHT, MEDIUM):
        drive(race, "A", "medium", slides=1)
    assert where(race, "A") == (1810 - 37.5 + 210, 470, 0)


def test_g27_g16_off_the_road_at_its_end_is_one_hazard_more() -> None:
    race = boosted(pad=(1400, 450, 90, 135, 60))
    with dice(race, MEDIUM):
        drive(race, "A", "medium")
    causes = [entry.cause for entry in told(race, Hazards)]
    assert sorted(causes) == sorted([Cause.BOOST, Cause.OFF_ROAD])


def test_g27_e8_one_touched_on_the_way_carries_a_kart_that_would_slide_back() -> None:
    """The source: "If part of a kart touches the boost, the kart is straightened and carried"."""
    at = {"A": (1250, 400, 0), "B": (1287.5 + 16, 430, 90)}  # A's nose at B's side
    race = scene(at, course=road(boost=[PAD]))
    with dice(race, MEDIUM):
        drive(race, "A", "medium")
    assert (where(race, "A"), kart(race, "A").boosts) == ((1640, 400, 0), 1)
    assert story(race, (SlidBack, Boosted)) == [Boosted]


@pytest.mark.parametrize(("x", "boost", "come"), [(1200, 0, 95), (1400, NOBODY, 210)])
def test_g27_a_preview_ends_at_a_boost_that_the_kart_does_not_stand_on(
    x: int, boost: int, come: int
) -> None:
    race, path = boosted((x, 400, 0)), Path()
    lay(race, path, body(race, "A"), MEDIUM)
    way = ghost(race, 0, path)
    assert (way.boost, round(way.come / MM)) == (boost, come)


def test_g27_a_preview_that_meets_a_kart_before_the_boost_does_not_come_to_it() -> None:
    race, path = boosted((1200, 400, 0)), Path()
    put(body(race, "B"), 1300, 400, 90)  # its side is 46.5 ahead of A's front
    lay(race, path, body(race, "A"), MEDIUM)
    way = ghost(race, 0, path)
    assert (way.kind, way.boost, round(way.come / MM, 1)) == (Contact.KART, NOBODY, 46.5)


def test_g27_e8_not_if_there_is_no_room_on_the_boost_behind_it() -> None:
    """B lies on all of the boost: the kart slides back, and is not carried."""
    at = {"A": (1250, 400, 0), "B": (1325, 400, 0), "C": (1430, 400, 90)}
    race = scene(at, course=road(boost=[PAD]))
    with dice(race):
        drive(race, "A", "medium")
    assert where(race, "A")[0] == pytest.approx(1250, abs=0.1)
    assert kart(race, "A").boosts == 0
    assert len(told(race, SlidBack)) == 1


# --- E19


def test_e19_one_that_is_stood_on_at_the_start_does_nothing() -> None:
    race = boosted((1400, 400, 0))
    with dice(race):
        drive(race, "A", "medium")
    assert (where(race, "A"), hazards(race)) == ((1610, 400, 0), [0, 0])


def test_e19_from_where_it_is_touched() -> None:
    """From the side, before its middle: what is left of the boost is 67.5 + 20 less half a kart."""
    race = boosted((1380, 250, 90))
    with suspends(race):
        drive(race, "A", "medium")
    assert told(race, Boosted) == [Boosted(0, 0, 1380 * MM, 400 * MM, 0)]
    with dice(race, MEDIUM):
        put(body(race, "A"), 1380, 250, 90)
        drive(race, "A", "medium")
    assert where(race, "A") == (1640, 400, 0)


def test_e19_no_room_to_be_straightened_the_movement_ends_there() -> None:
    race = boosted((1380, 250, 90), pipe=[(1400, 420)])
    with dice(race):
        drive(race, "A", "medium")
    assert where(race, "A") == (1380, 370 - 37.5, 90)
    assert (hazards(race), kart(race, "A").boosts) == ([0, 0], 0)


def test_e19_none_works_twice_in_a_movement() -> None:
    """Two that lead into one another: the second's end is on the first."""
    course = road(boost=[(1400, 400, 0, 100, 60), (1600, 400, 180, 100, 60)])
    race = scene({"A": (1200, 400, 0)}, course=course)
    with dice(race, MEDIUM, MEDIUM):
        drive(race, "A", "medium")
    assert [entry.boost for entry in told(race, Boosted)] == [0, 1]
    assert hazards(race) == [2, 0]


def test_g27_the_first_boost_of_the_course_may_follow_another() -> None:
    course = road(boost=[(1650, 400, 0, 135, 60), PAD])
    race = scene({"A": (1200, 400, 0)}, course=course)
    with dice(race, MEDIUM, MEDIUM):
        drive(race, "A", "medium")
    assert [entry.boost for entry in told(race, Boosted)] == [1, 0]


def test_e19_it_works_again_in_the_next_movement() -> None:
    race = boosted()
    for _ in range(2):
        put(body(race, "A"), 1200, 400, 0)
        with dice(race, MEDIUM):
            drive(race, "A", "medium")
    assert kart(race, "A").boosts == 2


def test_g27_e15_a_mushrooms_move_is_boosted_too() -> None:
    race = boosted()
    hold(race, "A", Item.MUSHROOM)
    with dice(race, 1, MEDIUM):
        use_before_moving(race, kart(race, "A"))
    assert where(race, "A") == (1640, 400, 0)
    causes = [entry.cause for entry in told(race, Hazards)]
    assert causes == [Cause.MUSHROOM, Cause.BOOST]
