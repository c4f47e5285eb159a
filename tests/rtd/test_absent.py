"""A driver whose player does not answer (A30, A37), and where no such answer is left.

| asked             | they                                    |
|-------------------|---------------------------------------|
| Rocket Start      | does without                          |
| action            | drives defensively                    |
| item on the hook  | holds it                              |
| Pull Ahead        | does not                              |
| item box          | goes for it                           |
| any other "may"   | declines (A37)                        |
| nothing of these  | takes the first of what there is      |
"""

from __future__ import annotations

import pytest
from tests.journal import entries, told
from tests.rtd.table import ABSENT, course_with, dice, kart, play_to, put, set_order, table

from wreckoning.bots.rtd.absent import absent
from wreckoning.core.declared import Asked
from wreckoning.core.door import ROLL, offer, pose, seed_race
from wreckoning.core.ids import seat_range
from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rtd.events import BlueShellShared, Deployed
from wreckoning.rulesets.rtd.numbers import Item, Order, Use
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import DEPLOY, NO, YES, Phase, Race
from wreckoning.rulesets.rtd.rules.actions import action_slot, take_order
from wreckoning.rulesets.rtd.rules.blue_shell import strike
from wreckoning.rulesets.rtd.rules.deploy import use_item
from wreckoning.rulesets.rtd.rules.loot import item_boxes
from wreckoning.rulesets.rtd.rules.movement import pull_aheads
from wreckoning.rulesets.rtd.rules.start import rocket_starts
from wreckoning.rulesets.rtd.turn import step


def answered(question: Asked, *options: int) -> int:
    """What the absent answer to this question with these options."""
    race = table("A B")
    pose(race, question, 0, NOBODY)
    for option in options:
        offer(race, option)
    return absent(race, race.door.asks[0])


def left_alone(names: str = "A B", pull_ahead: str = "off") -> Race:
    """Everybody is absent; the table's own dice roll."""
    course = course_with({1: {"boxes": "plenty"}})
    race = table(names, course=course, defensive_pull_ahead=pull_ahead)
    for seat in seat_range(race.drivers):
        race.door.policy[seat] = ABSENT
    seed_race(race, 7, 0)
    return race


# --- what they answer


@pytest.mark.parametrize(
    ("question", "options", "answer"),
    [
        (Question.ROCKET_START, (YES, NO), NO),
        (
            Question.ORDER,
            (Order.AGGRESSIVE, Order.DEFENSIVE, Order.SLIDE, Order.RAM, DEPLOY + Item.STAR),
            Order.DEFENSIVE,
        ),
        (Question.USE, (Use.HOLD, Use.AFTER, Use.LAY), Use.HOLD),
        (Question.PULL_AHEAD, (YES, NO), NO),
        (Question.ITEM_BOX, (YES, NO), YES),
        (Question.SLIDE_PASS, (YES, NO), NO),
        (Question.SHARE, (YES, NO), NO),
        (Question.TARGET, (NOBODY, 0, 1), NOBODY),
    ],
)
def test_a30_a37_answers_of_the_absent(
    question: Asked, options: tuple[int, ...], answer: int
) -> None:
    assert answered(question, *options) == answer
    assert answered(question, *reversed(options)) == answer


@pytest.mark.parametrize(
    ("question", "options"),
    [
        (
            Question.USE,
            (Use.LAY, Use.THROW),
        ),  # they had ordered to deploy what they have in hand (R34)
        (Question.USE, (Use.DROP, Use.THROW)),
        (Question.TARGET, (2, 1)),  # a throw has a target
        (Question.PATH_ITEM, (Item.MUSHROOM, Item.STAR)),
    ],
)
def test_a30_the_first_option_if_the_order_leaves_no_absent_answer(
    question: Asked, options: tuple[int, ...]
) -> None:
    assert answered(question, *options) == options[0]


# --- what comes of it


def test_a30_no_rocket_start() -> None:
    race = left_alone()
    with dice(race):
        rocket_starts(race)
    assert [k.momentum for k in race.karts[:2]] == [1, 1]
    assert not entries(race, ROLL)


def test_a30_absent_driver_drives_defensively_and_uses_no_item() -> None:
    race = left_alone()
    driver = kart(race, "A")
    driver.hook, driver.hand[0] = Item.BANANA, Item.MUSHROOM
    with dice(race):
        play_to(race, Phase.FEATURES)
    assert (driver.order, driver.defensive) == (Order.DEFENSIVE, 1)
    assert (driver.hook, driver.hand[0], driver.items_used) == (Item.BANANA, Item.MUSHROOM, 0)


def test_a30_a17_absent_driver_does_not_pull_ahead_even_if_the_defensive_may() -> None:
    for switch in ("off", "on"):
        race = left_alone(pull_ahead=switch)
        kart(race, "A").momentum = 5
        with dice(race):
            take_order(kart(race, "A"), Order.DEFENSIVE)
            pull_aheads(race)
        assert kart(race, "A").momentum == 5
        assert not entries(race, ROLL)


def test_a30_absent_driver_goes_for_item_boxes() -> None:
    race = left_alone()
    with dice(race):
        item_boxes(race)
    checks = [who for who, question, *_ in entries(race, ROLL) if question == Question.BOX_CHECK]
    assert checks == [0, 1]


def test_a30_a37_absent_driver_shares_no_blue_shell() -> None:
    race = left_alone()
    with dice(race):
        strike(race, 1)
    assert not told(race, BlueShellShared)
    assert Question.SHARE_ROLL not in [question for _, question, *_ in entries(race, ROLL)]


def test_a30_shell_of_an_absent_driver_names_no_target() -> None:
    """They left while it was being asked about."""
    race = left_alone("A B C")
    set_order(race, "ABC")
    with dice(race):
        use_item(race, kart(race, "C"), Item.GREEN_SHELL, Use.FORWARD)
    assert told(race, Deployed)
    assert entries(race, ROLL)


def test_a30_r34_an_order_to_deploy_given_before_leaving_is_carried_out() -> None:
    race = left_alone()
    driver = kart(race, "B")
    driver.hook, driver.hand[0] = Item.BANANA, Item.MUSHROOM
    put(race, B=0)
    with dice(race):
        take_order(driver, DEPLOY + Item.MUSHROOM)
        action_slot(race, driver)
    assert driver.hand[0] == Item.NONE
    assert driver.hook == Item.NONE


def test_a30_a_race_of_the_absent_comes_to_its_end() -> None:
    race = left_alone("A B C")
    race.phase, race.turn = Phase.ROCKET_START, 0
    for _ in range(2000):
        if race.phase == Phase.OVER:
            break
        with dice(race):
            step(race)
    assert race.phase == Phase.OVER
    assert sorted(k.place for k in race.karts[:3]) == [1, 2, 3]
