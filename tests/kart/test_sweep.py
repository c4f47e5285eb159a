"""What a movement covers (E25), and the table's edge at its start (E17).

A stands in the middle of the empty table, its front edge at x = 1537.5, if not said otherwise.
"""

from __future__ import annotations

from math import cos, radians, sin

import pytest
from tests.journal import told
from tests.kart.scene import hazards, road, scene
from tests.kart.table import Pose, asked, body, dice, drive, manoeuvre, put, suspends, table, where

from wreckoning.core.records import NOBODY
from wreckoning.geometry.overlap import is_on_table
from wreckoning.geometry.paths import Path, stand_at, travel_of
from wreckoning.rulesets.kart.events import Collision, HitObstruction, Moved
from wreckoning.rulesets.kart.questions import Question
from wreckoning.rulesets.kart.race import MM, Race
from wreckoning.rulesets.kart.rules.contacts import Contact, touched_karts
from wreckoning.rulesets.kart.rules.ghost import ghost
from wreckoning.rulesets.kart.rules.line import is_way_on_road
from wreckoning.rulesets.kart.rules.manoeuvres import choose_manoeuvre
from wreckoning.rulesets.kart.rules.paths import lay

A: Pose = (1500, 1000, 0)
WAYS = ("medium", "gentle left", "turn right", "hard left", "hairpin right", "veer left")
STRAIGHT, RIGHT = 3, 100


def path_of(race: Race, way: str) -> Path:
    """The path of a manoeuvre of A from where it stands."""
    path = Path()
    lay(race, path, body(race, "A"), manoeuvre(way))
    return path


def at(race: Race, path: Path, millimetres: float) -> tuple[float, float, float]:
    """Where A's middle is then, in millimetres and degrees."""
    x, y, heading = stand_at(path, body(race, "A"), round(millimetres * MM))
    return x / MM, y / MM, heading / 100


# --- E25: the middle of the kart follows the template's middle line


def test_g14_e25_the_middle_goes_straight_on_to_the_template_and_along_it() -> None:
    """A Hard turn: an arc of 90° with a radius of 65 from the front edge."""
    race = table(at={"A": A})
    path = path_of(race, "hard right")
    length = 65 * radians(90)
    assert at(race, path, 37.5) == pytest.approx((1537.5, 1000, 0), abs=0.05)
    turn = radians(30)
    assert at(race, path, 37.5 + length / 3) == pytest.approx(
        (1537.5 + 65 * sin(turn), 1000 + 65 * (1 - cos(turn)), 30), abs=0.05
    )
    assert at(race, path, 37.5 + length) == pytest.approx((1602.5, 1065, 90), abs=0.05)
    assert at(race, path, 75 + length) == pytest.approx((1602.5, 1102.5, 90), abs=0.05)


@pytest.mark.parametrize("way", WAYS)
def test_e3_e25_the_rear_edge_ends_on_the_templates_far_end(way: str) -> None:
    race = table(at={"A": A})
    path = path_of(race, way)
    far_end = at(race, path, travel_of(path) / MM - 37.5)
    x, y, heading = at(race, path, travel_of(path) / MM)
    back = radians(heading)
    assert (x - 37.5 * cos(back), y - 37.5 * sin(back)) == pytest.approx(far_end[:2], abs=0.05)
    assert far_end[2] == heading


def test_e25_what_lies_outside_of_a_turn_is_not_swept_by_the_nose() -> None:
    """15 mm outside of the template of a Turn: the nose does not swing out there."""
    turn, radius = radians(60), 140 / radians(60)
    out = radius + 17.5 + 15
    x, y = 1537.5 + out * sin(turn), 1000 + radius - out * cos(turn)
    race = table("A B", at={"A": A, "B": (x, y, 0)})
    body(race, "B").half_length = body(race, "B").half_width = 2 * MM
    with dice(race):
        drive(race, "A", "turn right")
    assert told(race, Collision) == []


def test_e6_e25_the_slide_template_is_followed_too() -> None:
    """The middle is on the slide template: 45° aside from the Medium's end; then half a kart."""
    race = table(at={"A": A})
    with suspends(race):
        drive(race, "A", "medium", slides=1)
    assert asked(race)[1] == Question.SLIDE
    with dice(race, RIGHT + STRAIGHT + 3):
        put(body(race, "A"), *A)
        drive(race, "A", "medium", slides=1)
    end = (1672.5 + 75 * cos(radians(45)), 1000 + 75 * sin(radians(45)))
    ahead = (37.5 * cos(radians(45)), 37.5 * sin(radians(45)))
    assert where(race, "A") == pytest.approx((end[0] + ahead[0], end[1] + ahead[1], 45), abs=0.15)
    assert told(race, Moved)[-1].way == (75 + 135 + 75) * MM


# --- G17: the kart at start and end, the template in between


@pytest.mark.parametrize(("room", "free"), [(4, True), (-0.5, False)])
def test_g17_it_is_the_template_that_is_looked_at_not_the_karts_corners(
    room: float, free: bool
) -> None:
    """The source: "starts and ends completely on a road and the maneuver template is completely
    on the road". A Hairpin's outer edge is 62.5 from its pivot; corners swing 9 mm further out.
    """
    y = 200 + room + 62.5 - 45 * sin(radians(30)) + 37.5 * sin(radians(60))
    race = scene({"A": (1200, y, 300)}, course=road())  # the road begins at y = 200
    assert is_way_on_road(race, path_of(race, "hairpin right"), body(race, "A")) is free


@pytest.mark.parametrize(("room", "free"), [(1.0, True), (-1.0, False)])
def test_g17_as_wide_as_the_template(room: float, free: bool) -> None:
    """A Medium is 35 wide, a kart 32: 17.5 from the middle must be road, which ends at y = 600."""
    race = scene({"A": (1200, 600 - 17.5 - room, 0)}, course=road())
    assert is_way_on_road(race, path_of(race, "medium"), body(race, "A")) is free
    assert where(race, "A") == (1200, 600 - 17.5 - room, 0)  # put back
    assert body(race, "A").half_length == 37.5 * MM


@pytest.mark.parametrize(
    ("at", "way"),
    [
        ((1200, 230, 90), "short"),  # its rear is off the road at the start
        ((1200, 560, 0), "gentle right"),  # it ends off the road
        ((1200, 430, 90), "short"),  # the template is on the road, its front at the end is not
        ((1200, 270, 45), "hairpin left"),  # the template leaves the road half-way
    ],
)
def test_g17_start_end_and_template_must_all_be_on_road(at: Pose, way: str) -> None:
    race = scene({"A": at}, course=road())
    assert not is_way_on_road(race, path_of(race, way), body(race, "A"))


# --- E17 and E8


def test_e17_goes_before_e8_the_edge_is_met_by_a_kart_that_slides_back() -> None:
    """A touches B, and would leave the table: it meets the edge, and is freed of B all the same."""
    race = table("A B", at={"A": (2900, 1000, 0), "B": (2900 + 37.5 + 16, 1000, 90)})
    assert touched_karts(race, body(race, "A"), 1) == 0b10
    with dice(race, 1, 1, 1, 1):
        drive(race, "A", "medium")
    assert [[entry.who, entry.obstruction] for entry in told(race, HitObstruction)] == [[0, NOBODY]]
    assert where(race, "A")[0] == pytest.approx(2900, abs=0.1)
    assert hazards(race)[0] == 1


def test_e17_an_edge_touched_at_the_start_is_met_again_by_one_that_would_leave() -> None:
    """E8 does not help here: the Hairpin would end on the table, but its template is off it."""
    race = table("A B", at={"A": (2962.5, 1000, 0)})
    for way in ("medium", "hairpin right"):
        with dice(race, 1, 1, 1, 1):
            drive(race, "A", way)
        assert where(race, "A") == (2962.5, 1000, 0)
    assert hazards(race)[0] == 2


@pytest.mark.parametrize("way", ["gentle right", "turn right", "hard right", "veer right"])
def test_e17_a_kart_along_the_edge_can_turn_away_from_it(way: str) -> None:
    """Its rear corner swings over the edge; the template and where it ends are on the table."""
    race = table("A B", at={"A": (1500, 16, 0)})
    with dice(race):
        drive(race, "A", way)
    assert told(race, HitObstruction) == []
    assert where(race, "A")[1] > 30


def test_e17_not_one_that_does_not_touch_it_yet() -> None:
    race = table("A B", at={"A": (1500, 16.2, 0)})
    with dice(race, 1, 1, 1, 1):
        drive(race, "A", "turn right")
    assert [[entry.who, entry.obstruction] for entry in told(race, HitObstruction)] == [[0, NOBODY]]


def test_e17_not_if_it_is_stopped_while_it_stands_over_the_edge() -> None:
    """B stops A's turn while A's rear corner is over the edge: A is stopped by the edge before."""
    race = table("A B", at={"A": (1500, 16, 0), "B": (1585, 75, 90)})
    with dice(race, 1, 1, 1, 1):
        drive(race, "A", "hard right")
    assert told(race, Collision) == []
    assert is_on_table(body(race, "A"), race.course.table)


@pytest.mark.parametrize("heading", range(-90, 100, 15))
def test_e17_a_kart_at_the_edge_has_a_way_out_in_gear_1(heading: int) -> None:
    """Wherever it looks: some template, or reverse, takes it 30 mm away from the right edge."""
    turn = radians(heading)
    reach = abs(37.5 * cos(turn)) + abs(16 * sin(turn))
    race = table("A B", at={"A": (3000 - reach - 0.05, 1000, heading)}, gear=1)
    with suspends(race):
        choose_manoeuvre(race, race.karts[0])
    by, question, options = asked(race)
    assert (by, question) == (0, Question.MANOEUVRE)  # E4 does not come in
    ghosts = []
    for option in options:
        path = Path()
        lay(race, path, body(race, "A"), option)
        ghosts.append(ghost(race, 0, path))
    assert (
        min(way.end[0] for way in ghosts if way.kind == Contact.NOTHING) < (3000 - reach - 30) * MM
    )
