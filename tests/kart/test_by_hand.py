"""Situations refereed by hand, with real dice typed in.

Each was worked out on paper from the two references before the rules were asked: places with
pencil and compass, dice by the tables. The docstrings name the source: the *sheet* is the quick
reference of the Mario Kart edition, the *summary* the reference without special items. Lengths
are millimetres, headings degrees; the table is the test field, of which only the border is road.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import pytest
from tests.kart.table import Pose, field

from wreckoning.core.logs.referee import referee
from wreckoning.rulesets.kart.race import MM

START: Mapping[str, Pose] = {"A": (1000, 1000, 0), "B": (2000, 1400, 90)}


def body(pose: Pose) -> dict[str, int]:
    x, y, heading = pose
    return {"x": round(x * MM), "y": round(y * MM), "heading": round(heading * 100)}


class Judged:
    """What the referee makes of a situation. All karts are middle ones, if not said otherwise."""

    def __init__(
        self,
        *answers: Any,
        at: Mapping[str, Pose] | None = None,
        classes: Mapping[str, str] | None = None,
        karts: Mapping[str, Any] | None = None,
        course: dict[str, Any] | None = None,
        **position: Any,
    ) -> None:
        places = {**START, **(at or {})}
        start: dict[str, Any] = {
            "phase": "manoeuvre",
            "rounds": 1,
            "pole": "A",
            "bodies": {name: body(pose) for name, pose in places.items()},
            "karts": karts or {},
        }
        found = referee(
            {
                "ruleset": "kart",
                "course": course or field(),
                "seats": [
                    {"name": name, "kart": (classes or {}).get(name, "middle")} for name in places
                ],
                "position": start | position,
                "answers": list(answers),
            }
        )
        self.ask, self.asks = found["ask"], found.get("asks", [found["ask"]])
        self.position, self.events = found["position"], found["events"]
        self.hazards = {name: it["hazards"] for name, it in self.position["karts"].items()}
        self.gears = {name: it["gear"] for name, it in self.position["karts"].items()}

    def at(self, name: str) -> tuple[float, float, float]:
        """Where a kart stands, to a tenth of a millimetre and of a degree."""
        it = self.position["bodies"][name]
        return round(it["x"] / MM, 1), round(it["y"] / MM, 1), round(it["heading"] / 100, 1)

    def rolls(self, question: str, who: str) -> list[int]:
        """The faces of such dice of this kart."""
        return [
            event["natural"][0]
            for event in self.events
            if event["event"] == "roll" and (event["question"], event["who"]) == (question, who)
        ]


def gears(**given: int) -> dict[str, dict[str, int]]:
    return {name: {"gear": gear} for name, gear in given.items()}


# --- the order of a round


def test_g4_each_kart_in_that_gear_or_higher_from_pole_position_clockwise() -> None:
    """The sheet: "activate each kart in that gear or higher, starting with the player in pole
    position and proceeding clockwise". B, C, A in the first phase; only C and A in the second.
    """
    three = {"A": (1000, 1000, 0), "B": (1000, 600, 0), "C": (1000, 1400, 0)}
    drive = ["gentle right", 0]
    order = []
    for done in range(5):
        found = Judged(
            *drive * done, at=three, karts=gears(A=3, B=1, C=2), pole="B", phase="manoeuvre"
        )
        order.append((found.position["gear_phase"], found.ask["by"]))
    assert order == [(1, "B"), (1, "C"), (1, "A"), (2, "C"), (2, "A")]


def test_g5_pole_position_goes_to_the_next_player_at_gear_1() -> None:
    """The sheet: "Pole Position goes to the next player clockwise when the gear phases get back to
    Gear 1". Both are in Gear 1, and both have activated.
    """
    found = Judged(phase="bill", slot=1)
    assert (found.position["rounds"], found.position["pole"], found.ask["by"]) == (2, "B", "B")


def test_e2_who_shifts_up_is_in_the_next_phase() -> None:
    """A shifts to Gear 2 in the first phase, B stays in Gear 1: the second phase is A's alone."""
    found = Judged("short", 0, "gear_up", "medium", 0)
    assert (found.position["gear_phase"], found.ask["by"], found.gears["A"]) == (2, "A", 2)


def test_e2_who_wipes_out_is_not() -> None:
    """Five hazards and a HAZARD: A is in Gear 1 before the second phase, so the round is over."""
    karts = {"A": {"gear": 2, "hazards": 5}}
    found = Judged("short", 1, 1, "keep", 24, "medium", 0, karts=karts)
    assert (found.position["rounds"], found.ask["by"], found.hazards["A"]) == (2, "B", 0)


# --- skid dice


@pytest.mark.parametrize(("kart", "most"), [("light", 4), ("middle", 3), ("heavy", 3)])
def test_g9_skid_dice_up_to_the_handling(kart: str, most: int) -> None:
    """The sheet: "Roll Skid Dice (up to your Handling score)"."""
    found = Judged("medium", classes={"A": kart})
    assert found.ask["options"] == [str(dice) for dice in range(most + 1)]


def test_g12_g13_g15_a_hazard_for_each_result_then_slide_then_spin() -> None:
    """The summary: "Gain Hazard from other results", "Resolve Slide", "Move Kart", "Resolve Spin
    (up to 90°)". Short from (1000, 1000): its end is at 1000 + 37.5 + 75 = 1112.5, the slide ends
    75 further on at 45°, 53.03 along and 53.03 aside; turned by 45° half the kart adds 26.52 each.
    """
    answers = ["short", 3, 1, 2, 3, "keep", "slide right, 45 right", "90 left"]
    found = Judged(*answers, karts=gears(A=2))
    assert found.hazards["A"] == 3
    assert found.at("A") == (1192.0, 1079.5, 315.0)  # 1192.05 and 1079.55


def test_g3_each_shift_does_one_thing() -> None:
    """The sheet: "Shift up 1 Gear, Gain +1 HAZARD", "Discard 1 HAZARD token from Kart". Of two
    hazards: 2 + 1 + 1 − 1 = 3, in Gear 4.
    """
    karts = {"A": {"gear": 2, "hazards": 2}}
    found = Judged(*("short", 3, 4, 5, 6, "keep", "gear_up", "gear_up", "drop_hazard"), karts=karts)
    assert (found.gears["A"], found.hazards["A"]) == (4, 3)


def test_g3_down_a_gear_costs_a_hazard_too() -> None:
    """The sheet: "Shift down 1 Gear, Gain +1 HAZARD"."""
    found = Judged("short", 1, 4, "keep", "gear_down", karts=gears(A=3))
    assert (found.gears["A"], found.hazards["A"]) == (2, 1)


def test_g3_a_shift_discards_a_result() -> None:
    """The sheet: "Discard 1 HAZARD, SLIDE, or SPIN result". The SLIDE is gone, so A goes straight:
    37.5 + 75 + 37.5 = 150 on. The HAZARD stays.
    """
    found = Judged("short", 3, 3, 1, 6, "keep", "cancel_slide", karts=gears(A=2))
    assert (found.hazards["A"], found.at("A")) == (1, (1150.0, 1000.0, 0.0))


def test_g10_push_it_rolls_any_dice_again_for_a_hazard() -> None:
    """The summary: "reroll dice and gain +1 Hazard". Off the road; two SHIFTs drop the one hazard
    that it cost, and one of the two of before.
    """
    karts = {"A": {"gear": 2, "hazards": 2}}
    answers = ["short", 3, 1, 4, 1, "re-roll 1 3", 5, 5, "drop_hazard", "drop_hazard", "nothing"]
    found = Judged(*answers, karts=karts)
    assert (found.hazards["A"], found.rolls("skid_die", "A")) == (1, [1, 4, 1, 5, 5])


def test_g17_push_it_costs_nothing_wholly_on_road() -> None:
    """The sheet: "it may Push It and not gain the associated Hazard token"."""
    found = Judged(
        "short", 1, 1, "re-roll 1", 5, "nothing", at={"A": (1600, 200, 0)}, karts=gears(A=2)
    )
    assert (found.hazards["A"], found.at("A")) == (0, (1750.0, 200.0, 0.0))


# --- on and off the road


@pytest.mark.parametrize(
    ("start", "gained"),
    [((2000, 200, 90), 1), ((2000, 460, 270), 0), ((1000, 1000, 0), 0), ((1600, 200, 0), 0)],
    ids=["off the road", "onto it", "next to it", "along it"],
)
def test_g16_only_from_road_to_offroad(start: Pose, gained: int) -> None:
    """The sheet: "Maneuvering from the road to offroad gains +1 Hazard token". The road is at
    y = 50 to 350; a Short leads the middle of the kart 150 on.
    """
    found = Judged("short", 0, at={"A": start}, karts=gears(A=2))
    assert found.hazards["A"] == gained


# --- collisions


def test_g21_head_on_the_sum_of_gears() -> None:
    """The summary: head-on "**Sum** of Gears", 3 + 2. A's 4, 5 and 6 are four hits; B rolls none,
    but "All karts involve must gain at least 1 Hazard". Fronts meet after 75.
    """
    answers = ["short", 0, "smash", "smash", 4, 5, 6, 1, 1, 1, 2, 3, 1, 2]
    found = Judged(*answers, at={"B": (1150, 1000, 180)}, karts=gears(A=3, B=2))
    assert found.hazards == {"A": 1, "B": 4}
    assert found.at("A") == (1075.0, 1000.0, 0.0)
    assert found.at("B") == (1150.0, 1000.0, 180.0)


def test_g19_both_are_asked_before_either_is_known() -> None:
    """The summary: "Both the kart and the obstacle declare “Smash” or “Evade”"."""
    found = Judged("short", 0, at={"B": (1150, 1000, 180)}, karts=gears(A=3, B=2))
    assert [(ask["by"], ask["options"]) for ask in found.asks] == [
        ("A", ["smash", "evade"]),
        ("B", ["smash", "evade"]),
    ]


def test_g19_who_both_evade_have_a_hazard_each() -> None:
    """The summary: "This happens even if both karts declare “Evade”"."""
    answers = ["short", 0, "evade", "evade"]
    found = Judged(*answers, at={"B": (1150, 1000, 180)}, karts=gears(A=3, B=2))
    assert found.hazards == {"A": 1, "B": 1}


def test_g21_t_bone_the_attackers_gear_and_evade_by_the_defenders() -> None:
    """The sheet: "T-bone or Sideswipe — Attacker's current gear", "Roll all Evades (a Kart's
    current gear)". Three dice, five hits; five Evades, two sixes: three are left.
    """
    answers = ["short", 0, "smash", "evade", 6, 6, 5, 6, 6, 1, 2, 3]
    found = Judged(*answers, at={"B": (1150, 1000, 90)}, karts=gears(A=3, B=5))
    assert found.hazards == {"A": 1, "B": 3}
    assert found.at("A") == (1096.5, 1000.0, 0.0)  # 1150 − 16 − 37.5


def test_g19_all_smashes_are_rolled_before_all_evades() -> None:
    """The sheet: "B. Roll all Smash Attacks", "C. Roll all Evades". B, hit in the side, smashes
    with its own five gears; A evades with three.
    """
    answers = ["short", 0, "evade", "smash", 4, 4, 4, 1, 1, 6, 1, 1]
    found = Judged(*answers, at={"B": (1150, 1000, 90)}, karts=gears(A=3, B=5))
    assert (found.rolls("smash_die", "B"), found.rolls("evade_die", "A")) == (
        [4, 4, 4, 1, 1],
        [6, 1, 1],
    )
    assert found.hazards == {"A": 2, "B": 1}


def test_g21_tailgate_the_difference_of_gears_for_both() -> None:
    """The sheet: "Faster kart's current gear minus slower kart's current gear", 5 − 2."""
    answers = ["medium", 0, "smash", "smash", 4, 4, 1, 6, 1, 1]
    found = Judged(*answers, at={"B": (1180, 1000, 0)}, karts=gears(A=5, B=2))
    assert found.hazards == {"A": 2, "B": 2}
    assert found.at("A") == (1105.0, 1000.0, 0.0)


def test_g21_tailgate_in_the_same_gear_without_dice() -> None:
    """3 − 3 dice, and the one hazard for both."""
    found = Judged(
        *("short", 0, "smash", "smash"), at={"B": (1130, 1000, 0)}, karts=gears(A=3, B=3)
    )
    assert found.hazards == {"A": 1, "B": 1}


def test_g22_two_classes_apart() -> None:
    """The sheet: "2 Classes Heavier +2", "2 Classes Lighter -2". Head-on in Gear 1: the light kart
    has 2 − 2 dice, the heavy one 2 + 2.
    """
    found = Judged(
        *("medium", 0, "smash", "smash", 6, 6, 4, 1),
        at={"B": (1150, 1000, 180)},
        classes={"A": "light", "B": "heavy"},
    )
    assert found.hazards == {"A": 5, "B": 1}


def test_g22_one_class_heavier() -> None:
    """The sheet: "1 Class Heavier +1". Gear 2 from the side, against a light kart: three dice."""
    found = Judged(
        *("short", 0, "smash", "evade", 5, 5, 5, 6, 1),
        at={"B": (1150, 1000, 90)},
        classes={"B": "light"},
        karts=gears(A=2, B=2),
    )
    assert found.hazards == {"A": 1, "B": 2}


# --- obstructions


def test_g20_g23_a_cube_smashes_and_stops() -> None:
    """The sheet: "Obstructions always choose to Smash, Gear is 0, and collision is always Head On",
    "Immovable objects are Heavyweight": 3 + 0 + 1 dice. Two hits, of which one is evaded.
    """
    course = field(cube=[{"x": 1150, "y": 1000, "size": 50}])
    found = Judged("short", 0, 4, 4, 1, 1, 6, 1, 1, karts=gears(A=3), course=course)
    assert (found.hazards["A"], found.at("A")) == (1, (1087.5, 1000.0, 0.0))


def test_g23_a_mushroom_disappears_and_movement_continues() -> None:
    """The sheet: "Destructible obstructions (mushrooms) disappear after hit and Movement
    continues", "Destructible are Middleweight": three dice. Both hits are evaded; one hazard.
    """
    course = field(mushroom=[{"x": 1100, "y": 1000, "radius": 20}])
    found = Judged("short", 0, 6, 1, 1, 6, 6, 1, karts=gears(A=3), course=course)
    assert (found.hazards["A"], found.at("A")) == (1, (1150.0, 1000.0, 0.0))
    assert found.position["gone"][0]


# --- attack and wipeout

SHELL = {"A": {"gate": 1, "holds": "shell"}, "B": {"gear": 3}}
AHEAD: dict[str, Pose] = {"B": (1200, 1000, 0)}


def test_g25_a_shell_rolls_five_dice_against_the_targets_gear() -> None:
    """The sheet: "Roll Attack Dice (5 dice for Shell attacks)", "the target takes the difference".
    6, 6, 4 are five hits; two of three Evades are sixes.
    """
    answers = ["shell ahead B", 6, 6, 4, 3, 1, 6, 6, 1]
    found = Judged(*answers, at=AHEAD, karts=SHELL, phase="attack")
    assert found.hazards == {"A": 0, "B": 3}
    assert found.position["karts"]["A"]["holds"] == "none"


def test_g25_an_attack_that_is_evaded_does_nothing() -> None:
    """One hit, one six: no hazard, not even the one of a collision."""
    answers = ["shell ahead B", 4, 1, 1, 2, 3, 6, 1, 1]
    found = Judged(*answers, at=AHEAD, karts=SHELL, phase="attack")
    assert found.hazards == {"A": 0, "B": 0}


def test_g26_any_kart_wipes_out_in_the_activation() -> None:
    """The summary: "If *any* kart has at least 6 Hazard, it wipes out". B had three, and three more
    by A's Shell: Gear 1, no hazards, and it looks where the sixth of 24 directions is.
    """
    karts = {**SHELL, "B": {"gear": 3, "hazards": 3}}
    answers = ["shell ahead B", 6, 4, 1, 1, 1, 1, 1, 1, 6]
    found = Judged(*answers, at=AHEAD, karts=karts, phase="attack")
    assert (found.gears["B"], found.hazards["B"], found.at("B")) == (1, 0, (1200.0, 1000.0, 90.0))


def test_g26_five_hazards_are_not_six() -> None:
    """B had two, and three more."""
    karts = {**SHELL, "B": {"gear": 3, "hazards": 2}}
    answers = ["shell ahead B", 6, 4, 1, 1, 1, 1, 1, 1]
    found = Judged(*answers, at=AHEAD, karts=karts, phase="attack")
    assert (found.gears["B"], found.hazards["B"], found.ask["by"]) == (3, 5, "B")


# --- boosts and Bullet Bills

# The pad lies at x = 1100 to 1300, y = 970 to 1030; A comes 20 to its right.
PAD = field(boost=[{"x": 1200, "y": 1000, "heading": 0, "length": 200, "width": 60}])
OFF_LINE: dict[str, Pose] = {"A": (1000, 1020, 0)}
ARC = 150 / math.radians(30)  # the radius of a Gentle


def test_g27_straightened_carried_down_and_a_forced_move() -> None:
    """The sheet: "straightened and carried down the boost. Place a Medium straight, a Gentle Curve,
    or a Curve at the end of the boost", "Gain +1 Hazard". The middle is at the boost's end, 1300,
    when the template begins; then 135, and half the kart.
    """
    found = Judged("short", 0, "medium", at=OFF_LINE, karts=gears(A=2), course=PAD)
    assert (found.hazards["A"], found.at("A")) == (1, (1472.5, 1000.0, 0.0))


def test_g27_a_gentle_curve_at_its_end() -> None:
    """30° to the left on a radius of 286.5, and half the kart on."""
    found = Judged("short", 0, "gentle left", at=OFF_LINE, karts=gears(A=2), course=PAD)
    rise = ARC * (1 - math.cos(math.radians(30))) + 37.5 * 0.5
    run = ARC * 0.5 + 37.5 * math.cos(math.radians(30))
    assert found.at("A") == (round(1300 + run, 1), round(1000 - rise, 1), 330.0)


def test_g27_spin_and_slide_are_resolved_at_the_end_of_the_forced_move() -> None:
    """The sheet: "any effects, like Spin and Slide are resolved at the end of the Forced Movement".
    The Medium ends at 1435, the slide 53.03 on and 53.03 to the left, and half the kart on.
    """
    answers = ["short", 2, 2, 3, "keep", "medium", "slide left, straight", "90 right"]
    found = Judged(*answers, at=OFF_LINE, karts=gears(A=2), course=PAD)
    assert (found.hazards["A"], found.at("A")) == (3, (1525.5, 947.0, 90.0))


def test_g24_a_bullet_bill_smashes_in_gear_2_as_a_heavyweight() -> None:
    """The sheet: "Gear 2, Heavyweight. Activates at the end of a kart's turn. Medium movement
    template. Always Smashes". Into the rear of B in Gear 3: a difference of one, and one class
    heavier: two dice, four hits, one of them evaded.
    """
    karts = {"A": {"gate": 1, "holds": "bullet_bill"}, "B": {"gear": 3}}
    found = Judged(
        *("bullet_bill", 6, 6, 6, 1, 1),
        at={"A": (1600, 200, 0), "B": (1800, 200, 0)},
        karts=karts,
        phase="attack",
    )
    assert found.hazards == {"A": 0, "B": 3}
    assert found.ask["by"] == "B"
