"""Bananas and Fake Item Boxes (R36–R38, A50–A53, A73, A78, A81), laid, thrown and left lying.

The check of a driver so many places behind who lays it (R36, R38):

| behind | Banana | Fake among item boxes |
|--------|--------|-----------------------|
| 1st    | −1     | −1                    |
| 2nd    | 0      | 0                     |
| 3rd …  | +1     | 0                     |

Thrown at a driver ahead (R37), never the one immediately ahead: E throws in the order A B C D E.

| target | between | modifier | missed: who checks at +1 |
|--------|---------|----------|--------------------------|
| D      |         | –        | –                        |
| C      | D       | −1       | D E                      |
| B      | C D     | −2       | C D E                    |
| A      | B C D   | −3       | B C D E                  |
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.journal import entries, modifiers, told
from tests.rtd.table import asked, course_with, dice, kart, play_to, put, set_order, suspends, table

from wreckoning.core.door import ROLL
from wreckoning.rulesets.rtd.events import Aimed, Hit, Laid, Modifier
from wreckoning.rulesets.rtd.numbers import Item, Order, Use
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import NO, YES, Phase, Race
from wreckoning.rulesets.rtd.rules.cleanup import end_turn
from wreckoning.rulesets.rtd.rules.deploy import choose_throw_target, offer_uses, use_item
from wreckoning.rulesets.rtd.rules.features import course_features
from wreckoning.rulesets.rtd.rules.litter import lay, throw
from wreckoning.rulesets.rtd.rules.loot import fakes_strike, item_boxes
from wreckoning.rulesets.rtd.rules.movement import advance_a_segment, pull_ahead
from wreckoning.rulesets.rtd.rules.standings import may_throw_at

BOTH = pytest.mark.parametrize("item", [Item.BANANA, Item.FAKE_ITEM_BOX])
BOXES = course_with({1: {"boxes": "plenty"}})
LINKED = course_with({}, attack_link=[{"segments": ["Straight 1", "Straight 3"]}])


def rolled(race: Race) -> list[tuple[str, int]]:
    """Who rolled, and what their modifiers came to."""
    return [(chr(ord("A") + who), result - die) for who, _, die, result, _ in entries(race, ROLL)]


def lying(race: Race, segment: int = 1) -> tuple[int, int, int, int]:
    """Peels, fakes, and those laid this turn, in a segment counted from 1."""
    at = segment - 1
    return race.peels[at], race.fakes[at], race.fresh_peels[at], race.fresh_fakes[at]


# --- laid


def test_r36_worked_case_a_banana_is_laid_and_the_next_driver_has_3() -> None:
    """Result 0: −2 for the check, −1 for the spin, 0 M left, and the peel is gone."""
    race = table("A B C", momentum=[0, 3, 3])
    with dice(race, 1):
        lay(race, kart(race, "A"), Item.BANANA)
    assert kart(race, "B").momentum == 0
    assert kart(race, "C").momentum == 3
    assert lying(race) == (0, 0, 0, 0)


@BOTH
def test_r36_r38_those_who_follow_check_at_minus_1_then_0_then_plus_1(item: int) -> None:
    race = table("A B C D E")
    for driver in race.karts[:5]:
        driver.progress = 2
    with dice(race, 5, 5, 5, 5):
        lay(race, kart(race, "A"), item)
    assert told(race, Laid) == [Laid(0, item, 2)]
    assert rolled(race) == [("B", -1), ("C", 0), ("D", 1), ("E", 1)]


def test_r38_among_item_boxes_nobody_has_plus_1_against_a_fake() -> None:
    race = table("A B C D E", course=BOXES)
    with dice(race, 5, 5, 5, 5):
        lay(race, kart(race, "A"), Item.FAKE_ITEM_BOX)
    assert rolled(race) == [("B", -1), ("C", 0), ("D", 0), ("E", 0)]


def test_r36_a_banana_among_item_boxes_is_an_ordinary_banana() -> None:
    race = table("A B C D", course=BOXES)
    with dice(race, 5, 5, 5):
        lay(race, kart(race, "A"), Item.BANANA)
    assert rolled(race) == [("B", -1), ("C", 0), ("D", 1)]


@pytest.mark.parametrize(("item", "momentum"), [(Item.BANANA, 2), (Item.FAKE_ITEM_BOX, 1)])
def test_r36_r38_a_banana_spins_out_and_a_fake_flips(item: int, momentum: int) -> None:
    race = table("A B", momentum=[0, 3])
    with dice(race, 4):  # 3 fails
        lay(race, kart(race, "A"), item)
    assert kart(race, "B").momentum == momentum


@BOTH
def test_r36_a12_the_check_to_avoid_it_has_its_own_momentum(item: int) -> None:
    race = table("A B C", momentum=[0, 3, 3])
    with dice(race, 5, 6):
        lay(race, kart(race, "A"), item)
    assert kart(race, "B").momentum == 3
    assert kart(race, "C").momentum == 4


@BOTH
def test_a50_front_to_back_until_one_is_hit(item: int) -> None:
    race = table("A B C D")
    set_order(race, "BDCA")
    with dice(race, 5, 3):  # D dodges, C is hit, A is never asked
        lay(race, kart(race, "B"), item)
    assert rolled(race) == [("D", -1), ("C", 0)]
    assert lying(race) == (0, 0, 0, 0)


@BOTH
def test_a50_a5_only_those_behind_in_the_same_segment(item: int) -> None:
    race = table("A B C D")
    put(race, A=2, B=1, C=1, D=0)
    with dice(race, 5):
        lay(race, kart(race, "B"), item)
    assert rolled(race) == [("C", -1)]


def test_a78_an_immune_driver_never_checks_but_counts_as_following() -> None:
    race = table("A B C D")
    kart(race, "B").boo_until = 1
    kart(race, "C").star_until = 1
    with dice(race, 3):
        lay(race, kart(race, "A"), Item.BANANA)
    assert rolled(race) == [("D", 1)]


def test_r19_a18_defensive_drivers_avoid_it_at_plus_1() -> None:
    race = table("A B C")
    kart(race, "B").defensive = 1
    with dice(race, 4, 4):
        lay(race, kart(race, "A"), Item.BANANA)
    assert rolled(race) == [("B", 0), ("C", 0)]


# --- thrown


@BOTH
@pytest.mark.parametrize(("target", "die"), [("C", 5), ("B", 6)])
def test_r37_r38_a_throw_hits_on_4_with_minus_1_for_each_driver_between(
    item: int, target: str, die: int
) -> None:
    race = table("A B C D E", momentum=[3, 3, 3, 3, 3])
    with dice(race, die):
        throw(race, kart(race, "E"), kart(race, target), item)
    assert rolled(race) == [("E", 4 - die)]
    assert kart(race, target).momentum == 3 - (1 if item == Item.BANANA else 2)
    assert kart(race, "E").momentum == 3
    assert lying(race) == (0, 0, 0, 0)


@BOTH
@pytest.mark.parametrize(
    ("target", "die", "checked"), [("C", 4, "DE"), ("B", 5, "CDE"), ("A", 6, "BCDE")]
)
def test_r37_a52_a_miss_lands_behind_the_target_and_all_behind_check_the_user_too(
    item: int, target: str, die: int, checked: str
) -> None:
    race = table("A B C D E")
    with dice(race, die, *[3] * len(checked)):  # 4 with the +1: everybody dodges
        throw(race, kart(race, "E"), kart(race, target), item)
    assert rolled(race)[1:] == [(name, 1) for name in checked]
    assert lying(race) == ((0, 0, 1, 0) if item == Item.BANANA else (0, 0, 0, 1))


def test_a52_until_one_is_hit_and_it_may_be_the_user() -> None:
    race = table("A B C D", momentum=[3, 3, 3, 3])
    with dice(race, 2, 3, 3, 2):
        throw(race, kart(race, "D"), kart(race, "A"), Item.BANANA)
    assert [k.momentum for k in race.karts[:4]] == [3, 3, 3, 3 - 2 - 1]
    assert lying(race) == (0, 0, 0, 0)
    with dice(race, 3, 2):
        throw(race, kart(race, "C"), kart(race, "A"), Item.BANANA)
    assert kart(race, "B").momentum == 2
    assert kart(race, "C").momentum == 3


def test_a18_the_users_own_banana_is_no_attack_on_them() -> None:
    """Driving defensively they have +1 against an opponent's items, not against their own."""
    race = table("A B C")
    kart(race, "B").defensive = kart(race, "C").defensive = 1
    with dice(race, 3, 3, 3):
        throw(race, kart(race, "C"), kart(race, "A"), Item.BANANA)
    assert rolled(race)[1:] == [("B", 2), ("C", 1)]


def test_r37_a12_the_throw_is_a_racing_check_with_its_momentum() -> None:
    race = table("A B C", momentum=[0, 0, 0])
    kart(race, "C").ink_until = 1
    with dice(race, 2, 3, 4):  # 2 − 1 between − 1 ink = 0: −2 M
        throw(race, kart(race, "C"), kart(race, "A"), Item.BANANA)
    assert kart(race, "C").momentum == -2
    assert kart(race, "A").momentum == 0


@pytest.mark.parametrize("item", [Item.BANANA, Item.FAKE_ITEM_BOX, Item.BOB_OMB])
def test_r37_r41_a_throw_is_at_a_driver_ahead_but_not_the_one_immediately_ahead(item: int) -> None:
    race = table("A B C D E")
    with suspends(race):
        use_item(race, kart(race, "D"), item, Use.THROW)
    assert asked(race) == (3, Question.TARGET, [0, 1])  # not C, not D, not E behind


def test_r37_nobody_to_throw_at_and_throwing_is_not_offered() -> None:
    race = table("A B C")
    for name, uses in (("A", [Use.LAY]), ("B", [Use.LAY]), ("C", [Use.LAY, Use.THROW])):
        race.door.asks[0].count = 0
        race.door.open = 1
        offer_uses(race, kart(race, name), Item.BANANA)
        assert race.door.asks[0].options[: race.door.asks[0].count] == uses


def test_r37_a5_a_throw_reaches_the_same_segment_only() -> None:
    race = table("A B C D E")
    put(race, A=2, B=1, C=1, D=1, E=1)
    targets = [name for name in "ABCD" if may_throw_at(race, kart(race, "E"), kart(race, name))]
    assert targets == ["B", "C"]


def test_a78_an_immune_driver_is_no_target_but_counts_as_between() -> None:
    race = table("A B C D")
    kart(race, "C").star_until = 1
    kart(race, "A").boo_until = 1
    assert [n for n in "ABC" if may_throw_at(race, kart(race, "D"), kart(race, n))] == ["B"]
    with dice(race, 5):
        throw(race, kart(race, "D"), kart(race, "B"), Item.BANANA)
    assert modifiers(race) == [(Modifier.DISTANCE, -1)]


@BOTH
@pytest.mark.parametrize("status", ["boo_until", "star_until"])
def test_a52_a78_an_immune_driver_behind_the_target_of_a_miss_does_not_check(
    item: int, status: str
) -> None:
    race = table("A B C D", momentum=[3, 3, 3, 3])
    setattr(kart(race, "B"), status, 1)
    with dice(race, 2, 3, 2):  # C dodges, D, who threw it, does not
        throw(race, kart(race, "D"), kart(race, "A"), item)
    assert rolled(race)[1:] == [("C", 1), ("D", 1)]
    assert kart(race, "B").momentum == 3
    assert lying(race) == (0, 0, 0, 0)


def test_a52_a74_a_driver_out_of_the_turn_does_not_check_for_a_miss() -> None:
    race = table("A B C D")
    kart(race, "D").fell_back = 1
    with dice(race, 4, 3, 3):
        throw(race, kart(race, "C"), kart(race, "A"), Item.BANANA)
    assert rolled(race)[1:] == [("B", 1), ("C", 1)]


@BOTH
def test_a5_a52_a_miss_in_a_linked_segment_lies_there_and_the_user_does_not_check(
    item: int,
) -> None:
    race = table("A B C", course=LINKED)
    put(race, A=2, B=2, C=0)
    with dice(race, 4, 3):  # at −1; B behind A dodges
        throw(race, kart(race, "C"), kart(race, "A"), item)
    assert rolled(race) == [("C", -1), ("B", 1)]
    assert lying(race, 3) == ((0, 0, 1, 0) if item == Item.BANANA else (0, 0, 0, 1))
    assert lying(race, 1) == (0, 0, 0, 0)


def test_r38_a52_a_fake_that_missed_among_item_boxes_gives_nobody_plus_1() -> None:
    race = table("A B C", course=BOXES)
    with dice(race, 4, 4, 4):
        throw(race, kart(race, "C"), kart(race, "A"), Item.FAKE_ITEM_BOX)
    assert rolled(race)[1:] == [("B", 0), ("C", 0)]
    assert lying(race) == (0, 0, 0, 1)


@pytest.mark.parametrize(
    ("course", "left"), [(None, 0), (BOXES, 1), (course_with({1: {"boxes": 1}}), 1)]
)
def test_a51_r38_without_litter_a_fake_stays_for_the_turn_among_item_boxes_only(
    course: dict[str, Any] | None, left: int
) -> None:
    race = table("A B", course=course, litter_stays="off")
    with dice(race, 6):
        lay(race, kart(race, "A"), Item.FAKE_ITEM_BOX)
    assert lying(race) == (0, 0, 0, left)


# --- who enters the segment after it was laid (A51): "any driver following the user"


@BOTH
@pytest.mark.parametrize(("natural", "hit"), [(2, True), (3, False)])
def test_a51_who_enters_by_a_path_meets_what_was_laid_there_this_turn_at_once(
    item: int, natural: int, hit: bool
) -> None:
    race = table("A B C", momentum=[3, 3, 3])
    put(race, A=1, B=1)
    with dice(race, 6):
        lay(race, kart(race, "A"), item)
    driver = kart(race, "C")
    assert lying(race, 2) == ((0, 0, 1, 0) if item == Item.BANANA else (0, 0, 0, 1))
    with dice(race, natural):
        advance_a_segment(race, driver)
    assert driver.progress == 1
    assert rolled(race) == [("C", 1)]
    assert driver.momentum == 3 - hit * (1 if item == Item.BANANA else 2)
    assert sum(lying(race, 2)) == (not hit)
    with dice(race):  # once: in the Movement Phase they have dodged it
        course_features(race)


def test_a51_r38_among_item_boxes_who_enters_has_no_plus_1_against_a_fake() -> None:
    course = course_with({2: {"boxes": "plenty"}})
    race = table("A B", momentum=[3, 3], course=course)
    put(race, A=1)
    race.fresh_fakes[1] = 1
    with dice(race, 4):
        advance_a_segment(race, kart(race, "B"))
    assert rolled(race) == [("B", 0)]


def test_a51_what_lay_there_before_is_met_once_as_a_feature() -> None:
    race = table("A B", momentum=[3, 3])
    put(race, A=1)
    race.peels[1], race.fresh_peels[1] = 1, 1
    with dice(race, 3):
        advance_a_segment(race, kart(race, "B"))
    assert lying(race, 2) == (1, 0, 1, 0)
    with dice(race, 3, 3):  # A and B the old one
        course_features(race)
    assert rolled(race) == [("A", 1), ("B", 1)]


def test_a51_what_is_laid_after_they_came_is_dodged_as_by_all_who_follow() -> None:
    race = table("A B", momentum=[3, 3])
    put(race, A=1)
    with dice(race):
        advance_a_segment(race, kart(race, "B"))
    with dice(race, 5):
        lay(race, kart(race, "A"), Item.BANANA)
    assert rolled(race) == [("B", -1)]
    with dice(race):
        course_features(race)


def test_a51_a73_a_path_that_skips_features_skips_what_lies_there() -> None:
    race = table("A B", momentum=[3, 3])
    put(race, A=1)
    race.fresh_peels[1] = 1
    kart(race, "B").skips_features = 1
    with dice(race):
        advance_a_segment(race, kart(race, "B"))
    assert lying(race, 2) == (0, 0, 1, 0)


def test_a51_r29_who_pulls_ahead_past_a_fresh_peel_and_a_fresh_fake_is_through() -> None:
    race = table("A B", momentum=[0, 3])
    put(race, A=1)
    race.fresh_peels[1] = race.fresh_fakes[1] = 1
    with dice(race, 3, 3):
        pull_ahead(race, kart(race, "B"))
    assert (kart(race, "B").progress, kart(race, "B").momentum) == (1, 0)


def test_a51_r47_a_star_enters_unharmed() -> None:
    race = table("A B", momentum=[3, 3])
    put(race, A=1)
    race.fresh_peels[1] = 1
    kart(race, "B").star_until = 1
    with dice(race):
        advance_a_segment(race, kart(race, "B"))
    assert lying(race, 2) == (0, 0, 1, 0)


def test_a51_by_a_path_of_the_course_in_a_turn_of_play() -> None:
    way = {"name": "Way", "check": 0, "success": {"advance": True}}
    race = table("A B", momentum=[3, 3], course=course_with({1: {"path": [way]}}))
    put(race, A=1)
    kart(race, "A").hook = Item.BANANA
    with dice(race, Order.DEFENSIVE, Order.PATH_1, Use.LAY, 4, 2):
        play_to(race, Phase.FEATURES)
    assert kart(race, "B").momentum == 2
    assert lying(race, 2) == (0, 0, 0, 0)


# --- linked segments (A5): segment 3 and segment 1 of the same lap


def test_a5_a_course_may_link_two_segments_for_attacks() -> None:
    race = table("A B C", course=LINKED)
    put(race, A=2, B=2, C=0)
    assert may_throw_at(race, kart(race, "C"), kart(race, "A"))
    assert not may_throw_at(race, kart(race, "C"), kart(race, "B"))  # immediately ahead
    with dice(race, 4, 3):  # missed: it lands behind A in their segment; C is not in it
        throw(race, kart(race, "C"), kart(race, "A"), Item.BANANA)
    assert rolled(race) == [("C", -1), ("B", 1)]
    assert lying(race, 3) == (0, 0, 1, 0)


def test_a5_a_link_is_for_the_same_lap() -> None:
    race = table("A B C", course=LINKED)
    put(race, A=7, B=7, C=0)
    assert not may_throw_at(race, kart(race, "C"), kart(race, "A"))
    put(race, C=5)
    assert may_throw_at(race, kart(race, "C"), kart(race, "A"))


def test_a5_segments_that_are_not_linked_are_out_of_reach() -> None:
    race = table("A B C", course=LINKED)
    put(race, A=1, B=1, C=0)
    assert not may_throw_at(race, kart(race, "C"), kart(race, "A"))


def test_a5_a_laid_banana_is_for_those_who_follow_in_the_segment_linked_or_not() -> None:
    race = table("A B C", course=LINKED)
    put(race, A=2, B=0, C=0)
    with dice(race):
        lay(race, kart(race, "A"), Item.BANANA)
    assert lying(race, 3) == (0, 0, 1, 0)


# --- left lying


@BOTH
def test_a51_what_hit_nobody_stays_and_is_met_next_turn_at_plus_1(item: int) -> None:
    race = table("A B", momentum=[3, 3])
    put(race, A=1, B=1)
    with dice(race, 5):
        lay(race, kart(race, "A"), item)
    end_turn(race)
    assert lying(race, 2) == ((1, 0, 0, 0) if item == Item.BANANA else (0, 1, 0, 0))
    with dice(race, 3, 2):  # A, who laid it, dodges with a 4; B is hit
        course_features(race)
    assert rolled(race) == [("A", 1), ("B", 1)]
    assert kart(race, "B").momentum == 3 - (1 if item == Item.BANANA else 2)
    assert lying(race, 2) == (0, 0, 0, 0)


def test_a51_who_laid_it_is_not_immune_to_it() -> None:
    race = table("A B", momentum=[3, 3])
    race.peels[0] = 1
    with dice(race, 2):
        course_features(race)
    assert kart(race, "A").momentum == 2
    assert kart(race, "B").momentum == 3


def test_a51_a5_what_lies_there_does_not_care_about_laps() -> None:
    race = table("A B", momentum=[3, 3])
    put(race, A=8, B=3)
    race.peels[3] = 1
    with dice(race, 3, 2):
        course_features(race)
    assert kart(race, "B").momentum == 2


def test_a51_each_peel_that_lies_there_is_met() -> None:
    race = table("A B", momentum=[3, 3])
    race.peels[0], race.fakes[0] = 2, 1
    with dice(race, 3, 2, 2, 3):  # A: dodges a peel, is hit by the other and by the fake
        course_features(race)
    assert kart(race, "A").momentum == 3 - 1 - 2
    assert lying(race) == (1, 0, 0, 0)


def test_a51_r38_a_fake_lying_among_item_boxes_is_met_without_the_plus_1() -> None:
    race = table("A B", course=BOXES)
    race.fakes[0] = race.peels[0] = 1
    with dice(race, 5, 5, 5, 5):
        course_features(race)
    assert rolled(race) == [("A", 1), ("A", 0), ("B", 1), ("B", 0)]


@BOTH
def test_a51_litter_stays_off_and_it_is_gone(item: int) -> None:
    race = table("A B", litter_stays="off")
    with dice(race, 5):
        lay(race, kart(race, "A"), item)
    end_turn(race)
    assert lying(race) == (0, 0, 0, 0)


@BOTH
def test_a73_who_was_there_when_it_was_laid_does_not_meet_it_again_this_turn(item: int) -> None:
    race = table("A B")
    with dice(race, 5):
        lay(race, kart(race, "A"), item)
        course_features(race)
    assert len(rolled(race)) == 1


@BOTH
def test_a73_who_pulls_ahead_into_it_meets_it_at_once(item: int) -> None:
    race = table("A B", momentum=[0, 4])
    put(race, A=1, B=0)
    with dice(race, 2):
        lay(race, kart(race, "A"), item)
        pull_ahead(race, kart(race, "B"))
    assert kart(race, "B").progress == 0  # a loss of M: they do not Pull Ahead
    assert kart(race, "B").momentum == 4 - (1 if item == Item.BANANA else 2)
    assert lying(race, 2) == (0, 0, 0, 0)


def test_a73_a_dodge_leaves_it_there_for_the_next() -> None:
    race = table("A B", momentum=[0, 4])
    put(race, A=1, B=0)
    with dice(race, 3):
        lay(race, kart(race, "A"), Item.BANANA)
        pull_ahead(race, kart(race, "B"))
    assert kart(race, "B").progress == 1
    assert lying(race, 2) == (0, 0, 1, 0)


@pytest.mark.parametrize("status", ["boo_until", "star_until"])
def test_a51_r44_r47_the_immune_drive_through_what_lies_there(status: str) -> None:
    race = table("A B")
    setattr(kart(race, "A"), status, 1)
    race.peels[0] = 1
    with dice(race, 5):
        course_features(race)
    assert rolled(race) == [("B", 1)]


def test_a81_what_belongs_to_nobody_is_still_avoided_at_plus_1_by_the_defensive() -> None:
    race = table("A B")
    kart(race, "A").defensive = 1
    race.peels[0] = 1
    with dice(race, 2, 3):  # 2 + 1 + 1
        course_features(race)
    assert rolled(race) == [("A", 2), ("B", 1)]


# --- fakes at the item boxes


def at_boxes(race: Race, *answers: int) -> None:
    """The boxes of segment 1 and the fakes among them; everybody tries who has room."""
    with dice(race, *answers):
        item_boxes(race)
        fakes_strike(race)


@pytest.mark.parametrize(("die", "hit"), [(1, True), (2, True), (3, False)])
def test_r38_a_2_or_less_for_a_box_hits_the_fake(die: int, hit: bool) -> None:
    race = table("A B", momentum=[3, 3], course=BOXES)
    race.fakes[0] = 1
    at_boxes(race, YES, die, NO)
    lost = (1 if die == 1 else 0) + (2 if hit else 0)
    assert kart(race, "A").momentum == 3 - lost
    assert lying(race) == (0, 0 if hit else 1, 0, 0)


def test_a13_r38_the_2_or_less_is_a_result_not_a_natural() -> None:
    race = table("A B", momentum=[3, 3], course=BOXES)
    race.fakes[0] = 2
    kart(race, "A").ink_until = 1
    kart(race, "B").figures.box = 1
    at_boxes(race, YES, 3, YES, 2)  # A: 3 − 1 = 2, hit; B: 2 + 1 = 3, not
    assert kart(race, "A").momentum == 1
    assert kart(race, "B").momentum == 3


def test_a53_the_first_such_driver_hits_it_and_it_is_gone() -> None:
    race = table("A B C", momentum=[3, 3, 3], course=BOXES)
    set_order(race, "CAB")
    race.fakes[0] = 1
    at_boxes(race, YES, 3, YES, 2, YES, 2)
    assert [k.momentum for k in race.karts[:3]] == [1, 3, 3]


def test_r38_a_fake_laid_this_turn_waits_at_the_boxes_too() -> None:
    race = table("A B", momentum=[3, 3], course=BOXES)
    with dice(race, 5):
        lay(race, kart(race, "A"), Item.FAKE_ITEM_BOX)
    at_boxes(race, YES, 3, YES, 2)
    assert kart(race, "B").momentum == 1
    assert lying(race) == (0, 0, 0, 0)


def test_r38_a51_litter_stays_off_and_a_fake_among_boxes_still_waits_for_this_turn() -> None:
    race = table("A B", momentum=[3, 3], course=BOXES, litter_stays="off")
    with dice(race, 5, 5):
        lay(race, kart(race, "A"), Item.FAKE_ITEM_BOX)
        lay(race, kart(race, "A"), Item.BANANA)
    assert lying(race) == (0, 0, 0, 1)
    at_boxes(race, YES, 3, YES, 2)
    assert kart(race, "B").momentum == 1
    with dice(race, 5):
        lay(race, kart(race, "A"), Item.FAKE_ITEM_BOX)
    end_turn(race)
    assert lying(race) == (0, 0, 0, 0)


def test_r38_a_banana_among_the_boxes_hits_nobody_there() -> None:
    race = table("A B", momentum=[3, 3], course=BOXES)
    race.peels[0] = 1
    at_boxes(race, YES, 2, NO)
    assert kart(race, "A").momentum == 3


def test_r31_r38_fakes_strike_after_all_boxes() -> None:
    race = table("A B", momentum=[3, 3], course=BOXES)
    race.fakes[0] = 1
    with dice(race, YES, 2, YES, 3):
        item_boxes(race)
    assert kart(race, "A").momentum == 3
    fakes_strike(race)
    assert kart(race, "A").momentum == 1


@pytest.mark.parametrize("status", ["boo_until", "star_until"])
def test_r38_r44_r47_the_immune_do_not_hit_the_fake(status: str) -> None:
    race = table("A B", momentum=[3, 3], course=BOXES)
    setattr(kart(race, "A"), status, 1)
    race.fakes[0] = 1
    at_boxes(race, YES, 2, NO)
    assert kart(race, "A").momentum == 3
    assert lying(race) == (0, 1, 0, 0)


def test_r38_who_does_not_go_for_a_box_meets_no_fake_there() -> None:
    race = table("A B", momentum=[3, 3], course=BOXES)
    race.fakes[0] = 1
    at_boxes(race, NO, NO)
    assert [k.momentum for k in race.karts[:2]] == [3, 3]
    assert kart(race, "A").hook == Item.NONE


def test_r36_r37_using_it_from_the_hook_says_what_happened() -> None:
    race = table("A B C", momentum=[3, 3, 3])
    with dice(race, 5):  # one target: no question
        use_item(race, kart(race, "C"), Item.BANANA, Use.THROW)
    assert told(race, Aimed) == [Aimed(2, Item.BANANA, 0)]
    assert told(race, Hit) == [Hit(0, Item.BANANA)]
    assert kart(race, "C").items_used == 1


def test_r37_one_target_is_no_question() -> None:
    race = table("A B C")
    with dice(race):
        assert choose_throw_target(race, kart(race, "C")) == 0
