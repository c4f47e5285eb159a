"""Situations refereed by hand, with real dice typed in.

Each was worked out on paper before the rules were asked: from the module's text where a docstring
quotes it, else from the rules that it stands on. Lengths are inches, headings degrees. The table is
60 by 40, with a block in the middle from (18, 17) to (42, 23); gate 1 stands at x = 30, y = 1 to
11, crossed to the right, gate 2 at x = 30, y = 29 to 39, crossed to the left. All vehicles are Cars
(3 by 1½; Movement 10, Skill 9, Defence 5, Command 6, 10 Hit Points), if nothing else is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from tests.rally.scene import Box, Pose, field

from wreckoning.core.logs.referee import referee
from wreckoning.rulesets.rally.race import INCH

AWAY: tuple[Pose, ...] = ((50, 20, 90), (55, 20, 90))  # for those who do not matter


def table(*terrain: Box, mission: str = "two_lap_race") -> dict[str, Any]:
    return field(
        [("impassable", 30, 20, 24, 6), *terrain],
        width=60,
        depth=40,
        mission=mission,
        grid=[{"gate": 1, "rows": 2, "lanes": 3}],
        gate=[
            {"name": "One", "x": 30, "y": 6, "heading": 0},
            {"name": "Two", "x": 30, "y": 34, "heading": 180},
        ],
    )


class Judged:
    """What the referee makes of a situation in A's activation, from its move on if not said
    otherwise. Those without a place of their own are far away.
    """

    def __init__(
        self,
        *answers: Any,
        at: Sequence[Pose] = ((5, 10, 0),),
        teams: Mapping[str, str] | None = None,
        vehicles: Sequence[Any] = (),
        course: dict[str, Any] | None = None,
        names: str = "ABC",
        phase: str = "move",
        **position: Any,
    ) -> None:
        poses = [*at, *AWAY[: max(0, len(names) - len(at))]]
        bodies = [
            {"x": round(x * INCH), "y": round(y * INCH), "heading": round(heading * 100)}
            for x, y, heading in poses
        ]
        start: dict[str, Any] = {"phase": phase, "rounds": 1, "bodies": bodies}
        start["vehicles"] = list(vehicles)
        if phase != "end_round":
            start["active"] = 0
        found = referee(
            {
                "ruleset": "rally",
                "course": course or table(),
                "seats": [{"name": name, "team": (teams or {}).get(name, "car")} for name in names],
                "position": start | position,
                "answers": list(answers),
            }
        )
        self.ask, self.position = found["ask"], found["position"]
        self.options = self.ask["options"] if self.ask else []
        self.vehicles = self.position["vehicles"]
        self.hit_points = [it["hit_points"] for it in self.vehicles[: len(poses)]]

    def at(self, number: int) -> tuple[float, float, float]:
        """Where a vehicle stands, from 0, to a hundredth of an inch and a tenth of a degree."""
        it = self.position["bodies"][number]
        return round(it["x"] / INCH, 2), round(it["y"] / INCH, 2), round(it["heading"] / 100, 1)

    @property
    def asks(self) -> tuple[str, str]:
        """Who is asked what: of a die whose it is."""
        return self.ask.get("about", self.ask["by"]), self.ask["ask"]

    def may(self, word: str) -> bool:
        """Is an option of this word offered?"""
        return any(option.split()[0] == word for option in self.options)


# --- movement


def test_w9_ten_inches_and_six_more_in_an_advance() -> None:
    drive = Judged("drive", "forward 10")
    assert (drive.may("forward"), drive.may("go")) == (False, True)
    assert Judged("drive", "forward 10", "go").at(0) == (15.0, 10.0, 0.0)
    assert not Judged("advance", "forward 10", "forward 6").may("forward")
    assert Judged("advance", "forward 10", "forward 6", "go").at(0) == (21.0, 10.0, 0.0)


def test_w9_a_fast_vehicle_advances_by_nine() -> None:
    """A Hotrod: 11 + 9."""
    hotrod = {"A": "hotrod"}
    assert Judged("advance", "forward 10", "forward 9½", teams=hotrod).may("forward")
    assert not Judged("advance", "forward 10", "forward 10", teams=hotrod).may("forward")


def test_w14_a_second_manoeuvre_costs_two_inches() -> None:
    """4 + 2 + 4 are all ten. 4 at 45° are 2.83 on and 2.83 aside."""
    found = Judged("drive", "right 45", "forward 4", "left 45", "forward 3½")
    assert (found.may("forward"), found.may("left")) == (True, False)
    found = Judged("drive", "right 45", "forward 4", "left 45", "forward 4")
    assert (found.asks, found.at(0)) == (("B", "pace"), (11.83, 12.83, 0.0))  # nothing but to go


def test_w14_an_advance_has_one_manoeuvre() -> None:
    found = Judged("advance", "right 45", "forward 4")
    assert (found.may("left"), found.may("right"), found.may("forward")) == (False, False, True)


def test_w14_backward_counts_double() -> None:
    found = Judged("drive", "back 4½", "back ½", at=[(15, 10, 0)])
    assert (found.may("back"), found.may("forward")) == (False, False)
    found = Judged("drive", "back 4½", "back ½", "go", at=[(15, 10, 0)])
    assert found.at(0) == (10.0, 10.0, 0.0)


def test_w16_slow_terrain_counts_double() -> None:
    slow = table(("slow", 12, 10, 14, 4))
    assert not Judged("drive", "forward 5", at=[(9, 10, 0)], course=slow).may("forward")
    buggy = {"A": "buggy"}
    found = Judged("drive", "forward 8½", at=[(9, 10, 0)], course=slow, teams=buggy)
    assert found.may("forward")  # Rugged: 9 inches


def test_w16_a_barrier_costs_an_inch_and_ends_no_move() -> None:
    """Of ten inches nine are left. At 10 the front, at 11.5, is past the barrier at 10 to 10.5, the
    rear, at 8.5, is not.
    """
    barrier = table(("barrier", 10.25, 10, 0.5, 4))
    assert not Judged("drive", "forward 5", course=barrier).may("go")
    assert not Judged("drive", "forward 9", course=barrier).may("forward")
    assert Judged("drive", "forward 9", "go", course=barrier).at(0) == (14.0, 10.0, 0.0)


def test_w8_w17_stress_and_damage_take_from_movement() -> None:
    """Two markers, and six of ten hit points lost: 10 − 2 − 2."""
    worn = [{"hit_points": 4, "stress": 2}]
    assert Judged("drive", "forward 5½", vehicles=worn).may("forward")
    assert not Judged("drive", "forward 6", vehicles=worn).may("forward")


# --- command tests on the way


def test_w23_touching_impassable_terrain_is_a_command_test() -> None:
    """The module: "Any time a vehicle moves so that it is touching any impassable terrain it must
    take a command test". The front, at 11.5, touches the block at 18 after 6½. 6 passes; flat
    against the block A cannot even turn, so it "must wait until its next activation".
    """
    for wall in (["drive", "forward 6½"], ["drive", "forward 7"]):  # and nothing but to go
        assert Judged(*wall, at=[(10, 20, 0)]).asks == ("A", "command_die")
        found = Judged(*wall, 6, at=[(10, 20, 0)])
        assert (found.asks, found.at(0)) == (("B", "pace"), (16.5, 20.0, 0.0))
    free = Judged("drive", "forward 6", "go", at=[(10, 20, 0)])
    assert (free.asks, free.at(0)) == (("B", "pace"), (16.0, 20.0, 0.0))


def test_w21_who_fails_is_moved_by_the_nearest_and_takes_a_defence_test() -> None:
    """The module: "they will immediately stop moving and the player with the nearest vehicle to
    their own gets to change the position", "take 1 point of damage if they fail". C is nearest.
    """
    wall = ["drive", "forward 6½", 5]
    at = [(10, 20, 0), (50, 20, 90), (15, 30, 0)]
    assert Judged(*wall, at=at).asks == ("C", "nudge_move")
    found = Judged(*wall, "½ inch at 180", "left 45", 4, at=at)
    assert (found.at(0), found.hit_points[0]) == ((16.0, 20.0, 315.0), 9)
    assert Judged(*wall, "stay", 5, at=at).hit_points[0] == 10


def test_w22_driving_over_another_vehicle() -> None:
    """The module: "both vehicles will then take a command test". A's 6 passes, so it comes to x =
    15; B's 5 does not, so it loses control "after the currently active car", moved by A.
    """
    at = [(5, 10, 0), (12, 10, 90)]
    over = ["drive", "forward 10", "go", 6, 5]
    found = Judged(*over, at=at)
    assert (found.asks, found.at(0)) == (("A", "nudge_move"), (15.0, 10.0, 0.0))
    assert Judged(*over, "stay", "straight", 4, at=at).hit_points[:2] == [10, 9]


def test_w22_both_fail_and_the_mover_is_first() -> None:
    """A stops where it touches, 4¾ on, and B moves it. Then A moves B."""
    at = [(5, 10, 0), (12, 10, 90)]
    over = ["drive", "forward 10", "go", 5, 5]
    found = Judged(*over, at=at)
    assert (found.asks, found.at(0)) == (("B", "nudge_move"), (9.75, 10.0, 0.0))
    later = Judged(*over, "stay", 4, at=at)  # its front is against B's side
    assert (later.asks, later.hit_points[:2]) == (("A", "nudge_move"), [9, 10])


def test_w22_only_with_movement_to_pass_to_the_other_side() -> None:
    """The module: "so long as it has sufficient movement to completely pass to the other side". B
    ends at 12.75; A's rear is there at 14.25, after 9½ half inches.
    """
    at = [(5, 10, 0), (12, 10, 90)]
    assert not Judged("drive", "forward 8", at=at).may("go")
    assert not Judged("drive", "forward 9", at=at).may("go")
    assert Judged("drive", "forward 9½", at=at).may("go")


def test_w32_reckless_takes_three_from_those_it_drives_over() -> None:
    """8 − 3 is less than Command 6."""
    found = Judged(
        *("drive", "forward 10", "go", 6, 8),
        at=[(5, 10, 0), (12, 10, 90)],
        teams={"A": "car/reckless"},
    )
    assert found.asks == ("A", "nudge_move")


def test_w24_wreckage_is_smashed_on_a_success() -> None:
    """The module: "on a success the wreckage is destroyed and removed from the game and the player
    can continue their movement". Touched at x = 10.
    """
    wreck = table(("wreckage", 12, 10, 1, 2))
    smashed = Judged("drive", "forward 10", "go", 6, course=wreck)
    assert (smashed.at(0), smashed.position["gone"][1]) == ((15.0, 10.0, 0.0), True)
    stopped = Judged("drive", "forward 10", "go", 5, "stay", 5, course=wreck)
    assert (stopped.at(0), stopped.position["gone"]) == ((10.0, 10.0, 0.0), [])


# --- what explodes

BARRELS = table(("exploding", 12, 10, 2, 2))
NEAR: list[Pose] = [(5, 10, 0), (12, 14, 0)]  # B is 2¼ from them


def test_w25_it_explodes_on_a_nine() -> None:
    """The module: "roll a D12 and on a roll of 9 or more the terrain explodes", "If they are
    touching the exploding terrain when it explodes they must take 2 defence tests, losing 3 hit
    points for each failure", "every vehicle within 4 inches must take a defence test".
    """
    into = ["drive", "forward 4½", 6]
    assert Judged(*into, 9, 4, 4, 4, at=NEAR, course=BARRELS).hit_points == [4, 7, 10]
    assert Judged(*into, 9, 4, 5, 5, at=NEAR, course=BARRELS).hit_points == [7, 10, 10]


def test_w25_and_not_on_an_eight() -> None:
    found = Judged("drive", "forward 4½", 6, 8, at=NEAR, course=BARRELS)
    assert (found.position["gone"], found.hit_points) == ([], [10, 10, 10])


def test_w25_shot_at_it_explodes_on_a_critical_success_alone() -> None:
    """The module: "On a critical success on a battle skill test the terrain explodes". A is 4½
    inches away.
    """
    gun = {"A": "car/light_machine_gun"}
    shot = ["shoot terrain 2"]
    missed = Judged(*shot, 11, 11, at=NEAR, course=BARRELS, teams=gun, phase="attack")
    assert missed.position["gone"] == []
    found = Judged(*shot, 11, 12, 4, at=NEAR, course=BARRELS, teams=gun, phase="attack")
    assert found.hit_points == [10, 7, 10]


# --- attacks


def shot(
    *answers: Any, team: str, at: Sequence[Pose] = ((5, 10, 0), (15, 10, 0)), **more: Any
) -> Judged:
    """A, with this on it, attacks."""
    return Judged(*answers, at=at, teams={"A": team}, phase="attack", **more)


def test_w12_a_defence_roll_for_each_hit() -> None:
    """9 hits, 8 does not; 4 fails, 5 does not."""
    assert shot("shoot #2", 9, 8, 4, team="car/light_machine_gun").hit_points[1] == 9
    assert shot("shoot #2", 9, 8, 5, team="car/light_machine_gun").hit_points[1] == 10


def test_w12_damage_and_piercing() -> None:
    """Heavy Machine Gun: two hits of 2 damage at −1: 5 fails, 6 does not; 12 passes, 1 fails."""
    found = shot("shoot #2", 9, 9, 5, 6, 12, 1, team="car/heavy_machine_gun")
    assert found.hit_points[1] == 8


def test_w26_a_critical_success_is_a_command_test() -> None:
    """The module: "the vehicle must take a command test to avoid losing control"."""
    found = shot("shoot #2", 12, 3, 5, team="car/light_machine_gun")
    assert found.asks == ("B", "command_die")
    assert shot("shoot #2", 12, 3, 5, 5, team="car/light_machine_gun").asks == ("A", "nudge_move")
    assert shot("shoot #2", 12, 3, 5, 6, team="car/light_machine_gun").asks == ("B", "pace")


def test_w9_an_advance_takes_four_from_skill() -> None:
    """11 − 4 is not 9; a 12 hits all the same."""
    found = Judged(
        *("advance", "forward 1", "go", "shoot #2", 11, 12, 4, 6),
        at=[(5, 10, 0), (15, 10, 0)],
        teams={"A": "car/light_machine_gun"},
    )
    assert found.hit_points[1] == 9


def test_w17_below_half_one_less_on_every_roll() -> None:
    """Four of ten hit points: 9 misses, 10 hits."""
    found = shot("shoot #2", 9, 10, 4, team="car/light_machine_gun", vehicles=[{"hit_points": 4}])
    assert found.hit_points[1] == 9


def test_w3_w12_range_includes_the_limit() -> None:
    """From the front at 6.5 twelve inches to the rear at 18.5: B at 20."""
    assert shot(team="car/light_machine_gun", at=[(5, 10, 0), (20, 10, 0)]).may("shoot")
    assert not shot(team="car/light_machine_gun", at=[(5, 10, 0), (20.1, 10, 0)]).may("shoot")


def test_w27_only_into_the_front_arc() -> None:
    """The module: "all weapons may only target enemy units in their front arc"."""
    assert not shot(team="car/light_machine_gun", at=[(12, 10, 0), (6, 10, 0)]).may("shoot")
    turret = "car/light_machine_gun.turret_mount"
    behind = [(12.0, 10.0, 0.0), (6.0, 10.0, 0.0)]
    assert shot("shoot #2", 9, 10, 4, team=turret, at=behind).hit_points[1] == 9  # 9 − 1 misses


def test_w13_rapid_fire_within_half_range() -> None:
    """Twin Light Machine Guns: four rolls at six inches, three beyond."""
    twins = "car/twin_light_machine_guns"
    near = shot("shoot #2", 1, 1, 1, team=twins, at=[(5, 10, 0), (14, 10, 0)])
    assert near.asks == ("A", "skill_die")
    far = shot("shoot #2", 1, 1, 1, team=twins, at=[(5, 10, 0), (14.5, 10, 0)])
    assert far.asks == ("B", "pace")


def test_w10_w13_assault_range() -> None:
    """B is exactly an inch away: 11 − 4 misses, a Melee weapon hits on 9; and C, further off, may
    not be aimed at.
    """
    at: list[Pose] = [(5, 10, 0), (9, 10, 0), (20, 14, 0)]
    both = "car/heavy_machine_gun/driver_pistol"
    found = shot(team=both, at=at)
    assert found.options == ["pass", "shoot #2"]
    assert shot("shoot #2", 11, 11, "shoot #2", 9, 8, 4, team=both, at=at).hit_points[1] == 9


def test_w13_torrent_hits_on_anything_but_a_1_and_not_in_assault_range() -> None:
    """Minigun: three hits of 2 damage at −1 far off, none near."""
    far = shot("shoot #2", 2, 2, 2, 1, 5, 6, 6, 6, 6, 6, team="car/minigun")
    assert far.hit_points[1] == 9
    near = shot("shoot #2", 11, 11, 8, 2, team="car/minigun", at=[(5, 10, 0), (9, 10, 0)])
    assert (near.asks, near.hit_points[1]) == (("B", "pace"), 10)


def test_w13_v4_suppression_is_a_stress_marker_for_a_hit() -> None:
    """Rocket Launcher: 3 damage at −2, 7 passes."""
    found = shot("shoot #2", 9, 9, 1, 7, 7, 7, 7, 7, 7, team="car/rocket_launcher")
    assert (found.hit_points[1], found.vehicles[1]["stress"]) == (10, 2)


def test_w29_obstructing_and_unwieldy() -> None:
    """The module: "it immediately takes a command test". Wrecker Arm: 11 − 2 hits, 10 − 2 does not;
    three rolls at −2.
    """
    at: list[Pose] = [(5, 10, 0), (9, 10, 0)]
    found = shot("shoot #2", 11, 10, 7, 7, 7, team="car/wrecker_arm", at=at)
    assert found.asks == ("B", "command_die")
    assert shot("shoot #2", 10, 10, team="car/wrecker_arm", at=at).asks == ("B", "pace")


def test_w28_a_dropper_attacks_friend_and_enemy_behind() -> None:
    """The module: "every vehicle in the rear arc and within range, both friendly and enemy", "Each
    attack uses the full number of attacks". Spikes: two rolls each; a car alongside is not behind.
    """
    teams = {"A": "car/spike_dropper;car;car", "B": "car;car;car"}
    at: list[Pose] = [
        *((12, 10, 0), (7, 10, 0), (50, 20, 90)),
        *((8.5, 12.5, 0), (12.5, 13, 0), (55, 20, 90)),
    ]
    answers = ["use", 9, 8, 4, 6, 9, 9, 4, 4, 6]
    found = Judged(*answers, at=at, teams=teams, names="AB", phase="attack")
    assert found.hit_points == [10, 9, 10, 8, 10, 10]
    assert found.asks == ("B", "activate")


# --- gates, the finish, elimination


@pytest.mark.parametrize(
    ("start", "way", "crossed"),
    [((28, 6, 0), "3", 0), ((28, 6, 0), "4", 1), ((32, 6, 180), "8", 0), ((28, 13, 0), "8", 0)],
    ids=["astride", "across", "the wrong way", "outside"],
)
def test_w18_the_entire_vehicle_across_in_the_correct_direction(
    start: Pose, way: str, crossed: int
) -> None:
    """The module: "it moves so that the entire vehicle has moved across the line in the correct
    direction".
    """
    found = Judged("drive", f"forward {way}", "go", at=[start])
    assert found.vehicles[0]["gates"] == crossed


HOME = {"gates": 5, "gate": 1, "lap": 2}


def test_w19_higher_distances_finish_in_front() -> None:
    """The module: "ranked by their distance from the finish line, with the higher distances
    finishing in front". B is at 40, A at 34.
    """
    at: list[Pose] = [(34, 6, 0), (40, 6, 0), (10, 10, 0)]
    found = Judged(at=at, vehicles=[HOME, HOME], phase="end_round")
    assert [it["rank"] for it in found.vehicles[:3]] == [2, 1, 3]  # and it is over
    assert [seat["points"] for seat in found.position["seats"].values()] == [6, 10, 4]


LOOP = table(mission="elimination_race")


def crossed(*gates: int) -> list[dict[str, int]]:
    return [{"gates": count, "gate": count % 2, "lap": (count - 1) // 2} for count in gates]


def status(found: Judged) -> list[str]:
    return [it["status"] for it in found.vehicles[:3]]


LEFT_OF_TWO: list[Pose] = [(27, 34, 180), (20, 34, 180), (10, 34, 180)]


def test_w20_all_but_one_across_the_elimination_gate() -> None:
    """The module: "If one vehicle has not crossed the elimination gate it is removed". The first
    one is the second gate, which C has not crossed.
    """
    at: list[Pose] = [(20, 34, 180), (10, 34, 180), (45, 20, 90)]
    found = Judged(at=at, vehicles=crossed(2, 2, 1), course=LOOP, elimination=1, phase="end_round")
    assert status(found) == ["driving", "driving", "eliminated"]


def test_w20_all_across_and_the_closest_goes() -> None:
    """The module: "otherwise it is the vehicle that is closest to the elimination gate"."""
    found = Judged(
        at=LEFT_OF_TWO, vehicles=crossed(2, 2, 2), course=LOOP, elimination=1, phase="end_round"
    )
    assert status(found) == ["eliminated", "driving", "driving"]


def test_w20_nobody_while_two_have_not_crossed() -> None:
    at: list[Pose] = [(20, 34, 180), (50, 20, 90), (45, 20, 90)]
    found = Judged(at=at, vehicles=crossed(2, 1, 1), course=LOOP, elimination=1, phase="end_round")
    assert status(found) == ["driving", "driving", "driving"]


def test_w20_two_gates_ahead_removes_at_once() -> None:
    """The module: "a vehicle crosses gate 4 when gate 2 is still the elimination gate", "This
    happens immediately". A crosses its fourth; B has crossed one, C two.
    """
    at: list[Pose] = [(32, 34, 180), (50, 20, 90), (45, 20, 90)]
    found = Judged(
        *("drive", "forward 4", "go"),
        at=at,
        vehicles=crossed(3, 1, 2),
        course=LOOP,
        elimination=1,
    )
    assert status(found) == ["driving", "eliminated", "driving"]


# --- stress


def test_w7_recovering() -> None:
    """6 takes a marker off, 5 does not; a 12 takes all off."""
    stressed = [{"stress": 2}]
    found = Judged(6, 5, vehicles=stressed, phase="recover")
    assert (found.asks, found.vehicles[0]["stress"]) == (("A", "pace"), 1)
    assert Judged(12, vehicles=stressed, phase="recover").vehicles[0]["stress"] == 0


def test_w8_stress_for_those_damaged_in_the_round_three_at_most() -> None:
    hurt = [{"damaged": True}, {"damaged": True, "stress": 3}, {"stress": 1}]
    found = Judged(vehicles=hurt, phase="end_round")
    assert [it["stress"] for it in found.vehicles[:3]] == [1, 3, 1]
