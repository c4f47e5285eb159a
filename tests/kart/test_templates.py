"""Templates: what is permitted where (G7, E4, E5), and where they lead (G8, E3)."""

from __future__ import annotations

import pytest
from tests.journal import told
from tests.kart.table import asked, body, dice, drive, kart, manoeuvre, suspends, table, where

from wreckoning.geometry.paths import Path, travel_of
from wreckoning.rulesets.kart.events import Cause, Hazards, HitObstruction, Manoeuvre, Stuck
from wreckoning.rulesets.kart.questions import Question, manoeuvre_name
from wreckoning.rulesets.kart.race import MM, Race, Standing, Template
from wreckoning.rulesets.kart.rules.contacts import Contact
from wreckoning.rulesets.kart.rules.ghost import Ghost, ghost
from wreckoning.rulesets.kart.rules.manoeuvres import choose_manoeuvre
from wreckoning.rulesets.kart.rules.paths import lay, standing_of
from wreckoning.rulesets.kart.templates import template_width, templates

MIDDLE = {"A": (1500.0, 1000.0, 0.0)}
TABLE = {
    "short": "TPPH--",
    "medium": "PTTPPP",
    "long": "--PTTT",
    "gentle": "PPPPPH",
    "turn": "PPPPH-",
    "hard": "PPPH--",
    "hairpin": "PPH---",
    "veer": "PPPPPH",
    "swerve": "PPPHH-",
}
LETTERS = {
    Standing.FORBIDDEN: "-",
    Standing.PERMITTED: "P",
    Standing.TRIVIAL: "T",
    Standing.HAZARDOUS: "H",
}


def laid(race: Race, template: str) -> Ghost:
    path = Path()
    lay(race, path, body(race, "A"), manoeuvre(template))
    return ghost(race, 0, path)


@pytest.mark.parametrize(("name", "row"), TABLE.items())
def test_g7_the_table_of_templates(name: str, row: str) -> None:
    laid = templates()[Template[name.upper()]]
    assert "".join(LETTERS[Standing(standing)] for standing in laid.standing) == row


def test_g7_no_template_is_hazardous_below_gear_3_and_one_is_in_each_above() -> None:
    columns = ["".join(row[gear] for row in TABLE.values()) for gear in range(6)]
    assert ["H" in column for column in columns] == [False, False, True, True, True, True]
    assert template_width() == 35 * MM


@pytest.mark.parametrize("gear", range(1, 7))
def test_g7_what_is_permitted_in_the_gear_is_offered(gear: int) -> None:
    race = table(at=MIDDLE, gear=gear, karts={"A": "heavy"})
    with suspends(race):
        choose_manoeuvre(race, kart(race, "A"))
    by, question, options = asked(race)
    assert (by, question) == (0, Question.MANOEUVRE)
    offered = {manoeuvre_name(option) for option in options}
    expected = set()
    for name, row in TABLE.items():
        if row[gear - 1] != "-":
            is_straight = name in ("short", "medium", "long")
            expected |= {name} if is_straight else {f"{name} left", f"{name} right"}
    if gear == 1:
        expected |= {"short reverse", "medium reverse"}
    assert offered == expected


def test_g7_a_hazardous_one_costs_a_hazard() -> None:
    race = table(at=MIDDLE, gear=4)
    with dice(race, manoeuvre("hard left")):
        choose_manoeuvre(race, kart(race, "A"))
    assert told(race, Hazards) == [Hazards(0, 1, 1, Cause.TEMPLATE, 0)]
    race = table(at=MIDDLE, gear=4)
    with dice(race, manoeuvre("turn left")):
        choose_manoeuvre(race, kart(race, "A"))
    assert kart(race, "A").hazards == 0


# From (1500, 1000) towards +x. The rear edge (37.5 behind the middle) ends up on the far end.
@pytest.mark.parametrize(
    ("template", "x", "y", "heading"),
    [
        ("short", 1500 + 75 + 75, 1000, 0),
        ("medium", 1500 + 75 + 135, 1000, 0),
        ("long", 1500 + 75 + 182, 1000, 0),
        # 90° at radius 65: the rear edge 65 ahead of the front edge and 65 aside, looking aside
        ("hard right", 1500 + 37.5 + 65, 1000 + 65 + 37.5, 90),
        ("hard left", 1500 + 37.5 + 65, 1000 - 65 - 37.5, 270),
        # 150° at radius 45: 45 sin 150° ahead, 45 (1 − cos 150°) aside
        ("hairpin right", 1500 + 37.5 + 22.5 - 32.5, 1000 + 84.0 + 18.8, 150),
        # 30° of 150: radius 286.5
        ("gentle right", 1537.5 + 143.2 + 32.5, 1000 + 38.4 + 18.75, 30),
        ("veer right", 1500 + 75 + 150, 1035, 0),
        ("swerve left", 1500 + 75 + 150, 1000 - 70, 0),
    ],
)
def test_g8_e3_the_rear_edge_on_the_far_end(
    template: str, x: float, y: float, heading: float
) -> None:
    race = table(at=MIDDLE)
    with dice(race):
        drive(race, "A", template)
    found = where(race, "A")
    assert found[:2] == pytest.approx((x, y), abs=0.15)
    assert found[2] == heading


def test_g8_every_turn_both_ways() -> None:
    for name in ("gentle", "turn", "hard", "hairpin", "veer", "swerve"):
        race = table(at=MIDDLE)
        (left_x, left_y, _), (right_x, right_y, _) = (
            laid(race, f"{name} {way}").end for way in ("left", "right")
        )
        assert (left_x, left_y - 1000 * MM) == (right_x, 1000 * MM - right_y)


def test_e5_reverse_from_the_rear_edge() -> None:
    race = table(at=MIDDLE, gear=1)
    with dice(race):
        drive(race, "A", "medium reverse")
    assert where(race, "A") == (1500 - 75 - 135, 1000, 0)


def test_e5_reverse_in_gear_1_and_straights_only() -> None:
    race = table(at=MIDDLE)
    for gear in range(1, 7):
        standing = standing_of(race, gear, manoeuvre("medium reverse"))
        assert (standing != Standing.FORBIDDEN) is (gear == 1)
    assert standing_of(race, 1, manoeuvre("turn reverse")) == Standing.FORBIDDEN


# A looks at the table's edge, 40 mm in front of its front edge; B sits to its left.
def test_e4_the_left_neighbour_chooses_if_all_templates_leave_the_table() -> None:
    race = table("A B C", at={"A": (3000 - 77.5, 1000, 0)}, gear=3)
    with suspends(race):
        choose_manoeuvre(race, kart(race, "A"))
    by, question, options = asked(race)
    assert (by, question) == (1, Question.CHOSEN_FOR)
    assert manoeuvre("medium") in options
    with dice(race, manoeuvre("medium")):
        choose_manoeuvre(race, kart(race, "A"))
    assert told(race, Manoeuvre) == [Manoeuvre(0, manoeuvre("medium"), Standing.TRIVIAL, 1)]
    assert told(race, Stuck) == [Stuck(0)]


def test_e4_not_while_one_template_stays_on_the_table() -> None:
    race = table("A B", at={"A": (3000 - 77.5, 1000, 0)}, gear=1)  # in reverse, they do
    with suspends(race):
        choose_manoeuvre(race, kart(race, "A"))
    assert asked(race)[:2] == (0, Question.MANOEUVRE)
    race = table("A B", at={"A": (3000 - 250, 1000, 0)}, gear=3)
    with suspends(race):
        choose_manoeuvre(race, kart(race, "A"))
    assert asked(race)[:2] == (0, Question.MANOEUVRE)


def test_e4_not_while_one_template_turns_away_from_the_edge() -> None:
    """Page: "every one would leave the table". Along the edge, short of the corner, Hard to the
    right does not: it may swing its corners out (E17).
    """
    race = table("A B", at={"A": (2850, 16, 0)}, gear=3)
    with suspends(race):
        choose_manoeuvre(race, kart(race, "A"))
    assert asked(race)[:2] == (0, Question.MANOEUVRE)
    with dice(race):
        drive(race, "A", "hard right")
    assert told(race, HitObstruction) == []


def test_g7_a_preview_without_dice() -> None:
    race = table(at={**MIDDLE, "B": (1700, 1000, 0)})
    before = race.copy()
    seen = laid(race, "long")
    assert (seen.kind, seen.index) == (Contact.KART, 1)
    assert seen.end[0] == pytest.approx(1625 * MM, abs=2)  # its front at B's rear
    assert seen.come < seen.length
    assert (body(race, "A").x, race.path.count) == (body(before, "A").x, 0)


def test_g7_a_preview_says_where_the_movement_ends() -> None:
    for template in ("short", "gentle left", "veer right"):
        race = table(at=MIDDLE)
        seen = laid(race, template)
        with dice(race):
            drive(race, "A", template)
        moved = body(race, "A")
        assert seen.end == (moved.x, moved.y, moved.heading)
        assert (seen.kind, seen.come) == (Contact.NOTHING, seen.length)


def test_g8_a_path_starts_with_the_kart_itself() -> None:
    race, path = table(at=MIDDLE), Path()
    lay(race, path, body(race, "A"), manoeuvre("medium"))
    assert travel_of(path) == (75 + 135) * MM


@pytest.mark.parametrize("gear", [0, 7])
def test_g7_in_no_gear_nothing_is_permitted(gear: int) -> None:
    race = table()
    assert standing_of(race, gear, manoeuvre("medium")) == Standing.FORBIDDEN
