"""The item attack (G25, E13, E14): A's Shell.

A stands on (1200, 400): its front edge is at x = 1237.5, its rear edge at 1162.5.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.journal import told
from tests.kart.scene import hazards, road, rolled, scene
from tests.kart.table import Pose, asked, dice, hold, kart, suspends, terms

from wreckoning.core.door import at_checkpoint
from wreckoning.core.errors import Suspended
from wreckoning.core.files.data import document, with_changes
from wreckoning.core.ruleset import Seat
from wreckoning.geometry.angles import DEGREE
from wreckoning.geometry.bodies import FRONT, REAR
from wreckoning.rulesets.kart.events import Attacked, Cause, Hazards, Modifier
from wreckoning.rulesets.kart.numbers import Template
from wreckoning.rulesets.kart.questions import Attack, Question
from wreckoning.rulesets.kart.race import MM, Item, Phase, Race
from wreckoning.rulesets.kart.rules.attacking import item_attack
from wreckoning.rulesets.kart.ruleset import RULESET
from wreckoning.rulesets.kart.templates import templates
from wreckoning.rulesets.kart.turn import step

A = (1200.0, 400.0, 0.0)
AHEAD, BEHIND = Attack.SHELL_AHEAD + 1, Attack.SHELL_BEHIND + 1  # at B


def shell(target: Pose, gear: int = 1, course: dict[str, Any] | None = None, **more: Pose) -> Race:
    """A holds a Shell; B is there, in this gear."""
    race = scene({"A": A, "B": target, **more}, gears={"B": gear}, course=course)
    hold(race, "A", Item.SHELL)
    return race


def targets(race: Race) -> list[int]:
    """What is offered besides passing; nothing if nothing is asked."""
    at_checkpoint(race)
    try:
        item_attack(race, kart(race, "A"))
    except Suspended:
        options = asked(race)[2]
        assert options.pop(0) == Attack.PASS
        return options
    return []


def test_g25_five_dice_and_the_target_evades() -> None:
    race = shell((1400, 400, 0), gear=3)
    with dice(race, AHEAD, 6, 5, 4, 3, 1, 6, 6, 2):
        item_attack(race, kart(race, "A"))
    assert told(race, Attacked) == [Attacked(0, 1, FRONT, 4, 2)]
    assert told(race, Hazards) == [Hazards(1, 2, 2, Cause.ATTACK, 0)]
    assert terms(race, "A") == [(Modifier.SHELL, 5)]
    assert terms(race, "B") == [(Modifier.EVADE_GEAR, 3)]
    assert kart(race, "A").holds == Item.NONE


@pytest.mark.parametrize(("gear", "evades"), [(1, (6,)), (4, (6, 6, 1, 2)), (5, (5, 4, 3, 2, 1))])
def test_g25_g2_the_defender_rolls_as_many_dice_as_their_gear(
    gear: int, evades: tuple[int, ...]
) -> None:
    race = shell((1400, 400, 0), gear)
    with dice(race, AHEAD, 6, 4, 5, 3, 1, *evades):
        item_attack(race, kart(race, "A"))
    assert rolled(race, Question.EVADE_DIE) == list(evades)
    assert hazards(race) == [0, 4 - evades.count(6)]


@pytest.mark.parametrize(("face", "hits"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 2)])
def test_g25_g2_each_face_of_an_attack_die(face: int, hits: int) -> None:
    race = shell((1400, 400, 0))
    with dice(race, AHEAD, face, 1, 1, 1, 1, *([1] if hits else [])):
        item_attack(race, kart(race, "A"))
    assert hazards(race) == [0, hits]


def test_g25_an_attack_that_misses_costs_no_hazard() -> None:
    """Unlike a collision, there is no least."""
    race = shell((1400, 400, 0), 3)
    with dice(race, AHEAD, 4, 1, 1, 1, 1, 6, 6, 1):
        item_attack(race, kart(race, "A"))
    assert hazards(race) == [0, 0]
    assert kart(race, "A").holds == Item.NONE


def test_g25_who_has_no_item_is_not_asked() -> None:
    race = shell((1400, 400, 0))
    kart(race, "A").holds = int(Item.NONE)
    assert targets(race) == []


def test_g25_each_target_by_the_edge_it_is_reached_from() -> None:
    race = shell((1400, 400, 0), C=(1000, 400, 0), D=(1330, 470, 0), E=(1200, 700, 0))
    assert targets(race) == [AHEAD, Attack.SHELL_AHEAD + 3, Attack.SHELL_BEHIND + 2]


def test_g25_who_sits_before_the_shooter_is_a_target_too() -> None:
    race = scene({"A": A, "B": (1000, 400, 0)})
    hold(race, "B", Item.SHELL)
    with suspends(race):
        item_attack(race, kart(race, "B"))
    assert asked(race) == (1, Question.ATTACK, [Attack.PASS, Attack.SHELL_AHEAD])


def test_g25_only_in_the_attack_step_of_the_own_activation() -> None:
    race = shell((1400, 400, 0))
    hold(race, "B", Item.SHELL)  # it is not B's turn
    race.phase = Phase.ATTACK
    with suspends(race):
        step(race)
    assert asked(race)[:2] == (0, Question.ATTACK)
    with dice(race, Attack.PASS):
        step(race)
    assert (race.phase, kart(race, "A").holds) == (Phase.WIPEOUT, Item.SHELL)


# --- E13


def test_e13_touching_a_kart_or_being_near_an_obstruction_does_not_distract() -> None:
    race = shell((1400, 400, 0), C=(1200, 432, 0), course=road(cube=[(1200, 355, 50)]))
    assert targets(race) == [AHEAD]  # the cube is 4 mm away


@pytest.mark.parametrize("kind", ["cube", "mushroom", "pipe"])
def test_e13_touching_any_obstruction_at_the_start_of_the_step(kind: str) -> None:
    """Each is 50 mm or as good as that across, its flat side towards A."""
    x = {"cube": 1237.5 + 25, "pipe": 1237.5 + 23.1, "mushroom": 1237.5 + 23.1}[kind]
    course = road(**{kind: [(1262, 400, 50 if kind == "cube" else 25)]})
    race = scene({"A": (1200 + 1262 - x, 400, 0), "B": (1000, 400, 0)}, course=course)
    hold(race, "A", Item.SHELL)
    assert targets(race) == []
    race.gone[0] = 1
    assert targets(race) == [BEHIND]


# --- E14


@pytest.mark.parametrize(
    ("x", "edge"),
    [
        (1237.5 + 270 + 37.5, AHEAD),
        (1237.5 + 270.1 + 37.5, 0),
        (1162.5 - 270 - 37.5, BEHIND),
        (1162.5 - 270.1 - 37.5, 0),
    ],
)
def test_e14_range_double_from_either_edge(x: float, edge: int) -> None:
    assert targets(shell((x, 400, 0))) == ([edge] if edge else [])


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize(
    ("aside", "edges"),
    [
        (115.9, [AHEAD]),  # a corner is less than 45° off the front edge's end
        (116.1, []),
    ],
)
def test_e14_within_45_degrees_of_straight_to_either_side(
    side: int, aside: float, edges: list[int]
) -> None:
    """B's far near corner is 100 ahead of the edge; 45° from its end are 100 aside and 16."""
    target = (1237.5 + 100 - 37.5, 400 + side * (aside + 16), 0)
    assert targets(shell(target)) == edges


def test_e14_lines_start_in_the_middle_of_the_firing_edge() -> None:
    """A small pipe before the edge's left half hides nothing of what is straight ahead."""
    race = shell((1400, 400, 0), course=road(pipe=[(1250, 389, 6)]))
    with dice(race, AHEAD, 1, 1, 1, 1, 1):
        item_attack(race, kart(race, "A"))


def test_e14_one_free_line_is_enough() -> None:
    """Two pipes, and between them the line to B's centre; a third one closes it."""
    pipes = [(1330, 390, 6), (1330, 408, 6), (1330, 400, 5)]
    blocked = shell((1450, 400, 0), course=road(pipe=pipes))
    assert targets(blocked) == []
    race = shell((1450, 400, 0), course=road(pipe=pipes[:2]))
    with dice(race, AHEAD, 6, 6, 6, 1):  # two things in the way
        item_attack(race, kart(race, "A"))
    assert hazards(race) == [0, 6]


def test_e14_lines_do_not_start_in_the_middle_of_the_kart() -> None:
    """The pipe is on the line from there to B's rear right end, and on none from the front edge."""
    race = shell((1400, 500, 0), course=road(pipe=[(1280, 457, 5)]))
    with dice(race, AHEAD, 1, 1, 1, 1, 1):
        item_attack(race, kart(race, "A"))


@pytest.mark.parametrize("count", [1, 2])
def test_e14_cover_is_a_die_less_for_each_thing(count: int) -> None:
    pipes = [(1300, 406, 10), (1340, 410, 10)][:count]
    race = shell((1450, 400, 90), course=road(pipe=pipes))
    with dice(race, AHEAD, *[1] * (5 - count)):
        item_attack(race, kart(race, "A"))
    assert terms(race, "A") == [(Modifier.SHELL, 5), (Modifier.COVER, -count)]


def test_e14_a_kart_is_cover_too() -> None:
    race = shell((1480, 400, 90), C=(1350, 430, 0))
    with dice(race, AHEAD, 1, 1, 1, 1):
        item_attack(race, kart(race, "A"))
    assert terms(race, "A") == [(Modifier.SHELL, 5), (Modifier.COVER, -1)]


def test_e14_from_the_rear_edge_too() -> None:
    race = shell((1050, 400, 0))
    with dice(race, BEHIND, 1, 1, 1, 1, 1):
        item_attack(race, kart(race, "A"))
    assert told(race, Attacked) == [Attacked(0, 1, REAR, 0, 0)]


def test_e14_two_dice_less_at_most() -> None:
    """Three pipes in the way of B's left side; the line to its middle is free."""
    pipes = [(1300, 392, 5), (1340, 391, 5), (1370, 388, 5)]
    race = shell((1450, 400, 0), course=road(pipe=pipes))
    with dice(race, AHEAD, 1, 1, 1):
        item_attack(race, kart(race, "A"))


def test_e14_what_is_gone_hides_nothing() -> None:
    race = shell((1450, 400, 0), course=road(mushroom=[(1340, 400, 40)]))
    assert targets(race) == []
    race.gone[0] = 1
    assert targets(race) == [AHEAD]


def test_e14_karts_hide_karts() -> None:
    race = shell((1450, 400, 0), C=(1340, 400, 90))
    assert targets(race) == [Attack.SHELL_AHEAD + 2]
    with dice(race, Attack.SHELL_AHEAD + 2, 4, 4, 4, 1, 1, 1):
        item_attack(race, kart(race, "A"))
    assert hazards(race) == [0, 0, 3]
    assert told(race, Attacked)[0].target == 2


@pytest.mark.parametrize("laps", [0, 1])
def test_e16_a_gate_or_a_lap_passed(laps: int) -> None:
    race = shell((1400, 400, 0), course=road() | {"laps": 2})
    kart(race, "A").gate, kart(race, "A").lap = 0, laps
    assert targets(race) == [AHEAD] * laps


def test_e14_ranges_are_the_straights_and_stand_in_a_data_file() -> None:
    ranges = document("wreckoning.rulesets.kart", "items")["ranges"]
    assert ranges == {"short": 75, "medium": 135, "long": 182, "double": 270}
    straights = [
        templates()[number].path.legs[0].length
        for number in (Template.SHORT, Template.MEDIUM, Template.LONG)
    ]
    assert straights == [ranges[name] * MM for name in ("short", "medium", "long")]


def test_e14_another_range_reaches_no_further() -> None:
    changed = with_changes(RULESET, {"items.ranges.double": 200})
    options = {switch.name: switch.default for switch in changed.switches}
    seats = [Seat("A"), Seat("B")]
    figures = changed.start(changed.load_course("dishwater_dip"), seats, options).shells
    assert (figures.reach, figures.spread) == (200 * MM, 45 * DEGREE)
    race = shell((1237.5 + 200.1 + 37.5, 400, 0))
    race.shells = figures
    assert targets(race) == []
