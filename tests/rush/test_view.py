"""Words before the choice: options with exact chances, the question, dashboards, records."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.rush.table import RING, with_lanes
from tests.rush.view_table import answer, match_at, moving, option, rookies

from wreckoning.core.dice import Physical
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat
from wreckoning.core.shown import BAD, Row
from wreckoning.rulesets.rush import view
from wreckoning.rulesets.rush.cars import cars, drivers
from wreckoning.rulesets.rush.courses import load
from wreckoning.rulesets.rush.ruleset import RULESET
from wreckoning.rulesets.rush.spots import SPEEDS
from wreckoning.rulesets.rush.view.strip import strip
from wreckoning.rulesets.rush.view.ways import clear_way, way_of

BLOCKED = with_lanes("........", "........", "..#.....", "........", "........")


def at_the_gearstick(gear: str = "g4_8", heat: int = 0, **more: Any) -> Match:
    """Ann alone on the road, her gearstick on this spot."""
    ann = {"square": "2.c.1", "gear": gear, "heat": heat, **more}
    others = {"Bob": {"square": "1.a.1"}, "Cid": {"square": "1.e.1"}}
    placed = {name: {"gear": "g4_8", **car} for name, car in others.items()}
    return match_at(
        phase="gear", rounds=3, queue=["Ann", "Bob", "Cid"], slot=0, cars={"Ann": ann, **placed}
    )


def row(match: Match, name: str) -> Row:
    return next(row for row in view.standings(match) if row.name == name)


# --- the gearstick: heat and lane changes before choosing


def red_dice(match: Match, spot: str) -> int:
    """The zone of a spot, from the matrix of the race."""
    ask = match.asks[0]
    return int(match.race.matrix.zone[ask.options[ask.names.index(spot)]])


@pytest.mark.parametrize("spot", ["g4_8", "g4_9", "g5_9", "g4_7", "g3_7", "g3_8", "g2_8"])
def test_n12_the_heat_of_each_spot_stands_before_the_choice(spot: str) -> None:
    match = at_the_gearstick()
    found, dice = option(match, spot), red_dice(match, spot)
    heat = {
        0: "blue zone: no heat",
        1: "yellow zone: 33% for 1 heat (0.3 on average)",
        2: "orange zone: 44% for 1 heat, 11% for 2 (0.7 on average)",
        3: "red zone: 44% for 1 heat, 22% for 2, 4% for 3 (1.0 on average)",
    }
    assert found.meaning.startswith(heat[dice])
    assert "blow up" not in found.meaning


def test_n3_n12_the_chance_to_blow_up_is_told() -> None:
    match = at_the_gearstick(heat=4)  # two more are the end
    spots = [name for name in match.asks[0].names if red_dice(match, name) == 2]
    assert spots
    assert all(option(match, name).meaning.startswith("11% you blow up · ") for name in spots)


def test_n13_the_chance_is_that_of_the_lane_changes_the_clear_way_takes() -> None:
    lanes = ["........", "........", "..#.....", "........", "........"]
    lanes[1] = lanes[3] = ".....#.."  # around the first, and then around another
    match = match_at(
        with_lanes(*lanes),
        phase="gear",
        rounds=3,
        queue=["Ann", "Bob", "Cid"],
        slot=0,
        cars={
            "Ann": {"square": "2.c.1", "gear": "g4_8"},
            "Bob": {"square": "1.a.1", "gear": "g4_8"},
            "Cid": {"square": "1.e.1", "gear": "g4_8"},
        },
    )
    way = clear_way(match.race, match.race.cars[0], 8)
    assert way is not None
    assert way.changes == 2
    found = option(match, "g4_8")
    assert found.chance == pytest.approx(float(1 - Fraction(1, 6) ** 3))  # 3 dice, the highest
    assert "the clear way takes 2 lane changes: >99%" in found.meaning


def test_labels_alone_come_without_looking_for_ways() -> None:
    match = at_the_gearstick()
    ask = match.asks[0]
    for index in range(len(ask.options)):
        quick, whole = view.label_option(match, ask, index), view.describe_option(match, ask, index)
        assert (quick.name, quick.label, quick.rules) == (whole.name, whole.label, whole.rules)
        assert quick.chance is None


# --- the movement


def test_n21_a_rush_tells_its_dice_and_what_they_do() -> None:
    match = moving("g2_5", {"Ann": {"square": "2.c.1"}, "Bob": {"square": "2.c.4"}})
    found = option(match, "rush 2.c.4")
    assert found.label == "Into the back of Bob"
    assert "3 dice: on average you lose 1.0, Bob 1.5 structure points" in found.meaning


def test_n3_n21_a_rush_tells_whose_end_it_may_be() -> None:
    match = moving("g2_5", {"Ann": {"square": "2.c.1"}, "Bob": {"square": "2.c.2", "structure": 1}})
    found = option(match, "rush 2.c.2")
    gone = 1 - Fraction(1, 2) ** 5
    assert f"{float(gone):.0%} Bob is destroyed" in found.meaning


def test_n3_n21_and_one_s_own_end() -> None:
    ann = {"square": "2.c.1", "structure": 1}
    found = option(moving("g1_4", {"Ann": ann, "Bob": {"square": "2.c.2"}}), "rush 2.c.2")
    assert f"{float(1 - Fraction(2, 3) ** 4):.0%} you are destroyed" in found.meaning


def test_n20_what_is_used_in_a_ram_changes_its_chances() -> None:
    ann = {"square": "2.c.1", "armed": [1, 0, 0, 1, 0, 0]}
    match = moving("g2_5", {"Ann": ann, "Bob": {"square": "2.d.2"}}, driver="butcher")
    match.answer("ram 2.d.2")
    assert option(match, "nothing").chance == 0.5
    bumper = option(match, "side_bumper")
    assert bumper.chance == pytest.approx(2 / 3)
    assert "17% by you, 50% by Bob" in bumper.meaning
    saw = option(match, "saw")
    assert saw.chance == 0.5
    assert "33% by you, 67% by Bob (the saw with it: 50%)" in saw.meaning


def test_n19_a_ram_tells_whether_there_is_room() -> None:
    cars = {"Ann": {"square": "2.c.1"}, "Bob": {"square": "2.d.2"}}
    found = option(moving("g2_5", cars), "ram 2.d.2")
    assert found.chance == 0.5
    assert (
        "50% Bob is pushed aside; a structure point is lost: 33% by you, 33% by Bob"
        in found.meaning
    )
    blocked = option(moving("g2_5", {**cars, "Cid": {"square": "2.e.2"}}), "ram 2.d.2")
    assert blocked.chance is None
    assert "blocked side, Bob cannot be pushed aside" in blocked.meaning
    assert "a structure point is lost: 33% by you, 50% by Bob, 17% by Cid" in blocked.meaning


def test_n18_an_obstruction_tells_its_damage() -> None:
    match = moving("g2_5", {"Ann": {"square": "2.c.2"}}, BLOCKED)
    assert "it costs 1 structure point" in option(match, "hit 2.c.3").meaning


def test_n17_litter_on_the_next_square_is_told() -> None:
    match = moving(
        "g2_5", {"Ann": {"square": "2.c.1"}, "Bob": {"square": "2.c.2", "wrecked_round": 1}}
    )
    assert "through a wreck or a mine" in option(match, "2.c.2").meaning


def test_every_option_of_the_movement_has_its_way() -> None:
    match = rookies("broken_crown", 5, people=6)
    asked = 0
    while not match.is_over and asked < 60:
        ask = match.asks[0]
        if ask.question == "step":
            asked += 1
            car = match.race.cars[ask.by]
            for each, name in zip(ask.options, ask.names, strict=True):
                if each < 4000:
                    way = way_of(match.race, car, each)
                    assert way is not None, name
                    assert (way.hit, way.ends) == (each // 1000, each % 1000)
        match.answer(ask.names[asked % len(ask.names)], ask.who)


# --- equipment


def test_n22_a_shot_tells_target_range_and_chance() -> None:
    ann = {"square": "2.c.1", "armed": [0, 0, 1, 0, 0, 0]}
    match = moving("g2_5", {"Ann": ann, "Bob": {"square": "2.c.3", "structure": 2}})
    found = option(match, "use machine_gun")
    assert found.label == "Shoot at Bob"
    assert found.chance == pytest.approx(5 / 9)
    assert "2 squares ahead: 44% for 1 structure point, 11% for 2 structure points" in found.meaning
    assert "11% Bob is destroyed" in found.meaning


# --- dashboards


def test_the_dashboard_has_all_gauges_of_the_car() -> None:
    match = at_the_gearstick()
    gauges = {gauge.name: (gauge.value, gauge.most) for gauge in row(match, "Ann").gauges}
    assert gauges == {
        "Structure": (9, 9),
        "Heat": (0, 6),
        "Steering": (6, 6),
        "Brake": (4, 4),
        "Turbo": (4, 4),
    }


def test_n3_gauges_warn_near_the_skull() -> None:
    match = at_the_gearstick(heat=5, structure=1)
    tones = {gauge.name: gauge.tone for gauge in row(match, "Ann").gauges}
    assert (tones["Heat"], tones["Structure"]) == (BAD, BAD)
    calm = {gauge.name: gauge.tone for gauge in row(at_the_gearstick(), "Ann").gauges}
    assert BAD not in calm.values()


@pytest.mark.parametrize("spot", ["g1_4", "g4_8", "g5_18"])
def test_the_pawn_stands_on_its_field_of_the_matrix(spot: str) -> None:
    match = at_the_gearstick(gear=spot)
    grid = row(match, "Ann").grid
    gear, speed = int(spot[1]), spot.split("_")[1]
    here = [
        (at, cell.text) for line in grid for at, cell in enumerate(line, 1) if cell and cell.here
    ]
    assert here == [(gear, speed)]
    assert all(len(line) == 6 for line in grid)


def test_equipment_is_listed_armed_first() -> None:
    match = at_the_gearstick(armed=[0, 0, 1, 0, 0, 0])
    assert row(match, "Ann").carried == ("gun armed", "bumper", "booster", "extinguisher")


def test_who_is_destroyed_or_home_has_no_dashboard() -> None:
    home = row(match_at(phase="round", rounds=5, cars={"Bob": {"finish_round": 4}}), "Bob")
    assert (home.place, home.where, home.finished, home.gauges) == (1, "home", 4, ())
    wrecked = {"Cid": {"structure": 0, "square": "2.c.4"}}
    wreck = row(match_at(phase="round", rounds=5, cars=wrecked), "Cid")
    assert (wreck.place, wreck.note, wreck.gauges) == (3, "destroyed in round 5", ())
    assert wreck.where == "wreck on Plain_2"


# --- the question


def test_the_question_says_how_things_are() -> None:
    match = moving("g2_5", {"Ann": {"square": "2.c.1"}, "Bob": {"square": "2.c.4"}})
    prompt = view.describe_ask(match, match.asks[0])
    assert prompt.question == "Where do you drive?"
    assert prompt.situation[0].startswith("2nd of 3")
    assert "5 squares to drive · any number of lane changes" in prompt.situation[1]
    assert "ahead: 2 free squares, then Bob" in prompt.situation[-1]


# --- the strip


def test_the_strip_shows_the_road_around_the_own_car() -> None:
    match = moving("g2_5", {"Ann": {"square": "2.c.1"}, "Bob": {"square": "2.d.2"}}, BLOCKED)
    head, *lanes, legend = strip(match, 0, 80)
    assert "2 Second" in head
    tile = head.index("|2 ") + 1
    assert lanes[2][tile : tile + 6] == "@ · # "
    assert lanes[3][tile + 2] == "2"
    assert all(len(line) <= 80 for line in (head, *lanes))
    assert "@ Ann, 2 Bob" in legend
    assert "# obstruction" in legend


def test_the_strip_goes_round_a_closed_course() -> None:
    cars = {"Ann": {"square": "6.c.1"}, "Bob": {"square": "1.a.1"}, "Cid": {"square": "1.e.1"}}
    head = strip(moving("g2_5", cars, RING), 0, 80)[0]
    assert head.index("|6 ") < head.index("|1 ")


# --- cards and records


def test_cards_and_what_was_chosen() -> None:
    card = view.setup_card(cars()["battleaxe"])
    assert card == {
        "title": "Battleaxe",
        "text": f"{cars()['battleaxe'].text} Team red.",
        "rule": "N1",
    }
    assert view.setup_card(drivers()["twitch"])["rule"] == "N2"
    assert view.setup_words({"car": "battleaxe", "driver": "twitch"}) == (
        "Battleaxe, driven by Twitch"
    )
    assert view.setup_words({"driver": "twitch"}) == "Twitch"
    assert view.setup_words({}) == ""


def test_records_of_a_race() -> None:
    match = rookies("broken_crown", 2)
    kept, news = view.update_records(match, {}, "race 1")
    best = min(car.finish_round for car in match.race.cars[:6] if car.finish_round)
    assert kept["race"]["turns"] == best
    assert news[0].startswith(f"Fastest race: a new course record, {best} rounds by")
    dealt = {car.damage_dealt for car in match.race.cars[:6]} - {0}
    assert len(dealt) > 1
    assert kept["dealt"]["turns"] == max(dealt)
    again, nothing = view.update_records(match, kept, "race 1")
    assert (again, nothing) == (kept, [])
    assert view.record_lines(kept)[0].startswith(f"fastest race {best} rounds by")


def test_n5_of_equal_rounds_the_first_across_the_line_holds_the_record() -> None:
    match = rookies("broken_crown", 2)
    cars = match.race.cars[:6]
    for number, car in enumerate(cars):
        car.finish_round, car.home = 7, 6 - number
        car.place, car.damage_dealt = car.home, 3
    kept, news = view.update_records(match, {}, "race 1")
    last = match.names[5]
    assert news == [
        f"Fastest race: a new course record, 7 rounds by {last}",
        f"Most damage dealt: a new course record, 3 structure points by {last}",
    ]
    assert kept["race"]["equalled"] == kept["dealt"]["equalled"] == []


def test_little_damage_is_no_record() -> None:
    match = rookies("broken_crown", 2)
    for car in match.race.cars[:6]:
        car.damage_dealt = 2
    kept, news = view.update_records(match, {}, "race 1")
    assert kept["dealt"] is None
    assert not any("damage" in line for line in news)


def test_the_laps_of_the_last_page_add_up() -> None:
    match = rookies("broken_crown", 2)
    for finisher in view.podium(match):
        if finisher.turns:
            assert sum(finisher.laps) == finisher.turns
            assert len(finisher.laps) == 2


def test_every_speed_has_its_white_dice_on_the_dashboard() -> None:
    signs = {}
    for spot in ("g1_4", "g5_18"):
        for line in row(at_the_gearstick(gear=spot), "Ann").grid:
            speeds = [cell.text for cell in line[:-1] if cell]
            dice = line[-1]
            assert dice is not None
            if speeds:
                signs[int(speeds[0])] = dice.text
    expected = ["∞", "∞", "5▲", "4▲", "3▲", "2▲", "1", "2▼", "3▼", "4▼", "5▼", "0"]
    assert {speed: signs[speed] for speed in SPEEDS if speed in signs} == {
        speed: sign for speed, sign in zip(SPEEDS, expected, strict=True) if speed in signs
    }
    assert len(signs) > 8


def test_d13_keeping_neutral_is_said_plainly() -> None:
    match = match_at(phase="gear", rounds=1, queue=["Ann", "Bob", "Cid"], slot=0)
    assert match.asks[0].names == ("g1_4", "neutral")
    shown = option(match, "neutral")
    assert (shown.label, shown.meaning) == ("Stay in neutral", "no dice: you stay where you are")
    assert shown.chance is None
    match.answer("neutral")
    assert option(match, "done").label == "Stay in neutral"
    lines = answer(match, "done", "done")
    assert lines[0].text == "Ann stayed in neutral"


def test_a_lot_for_the_grid_says_what_its_faces_mean() -> None:
    """Real dice at the table: whose place it is, and who is drawn by which face (D2)."""
    seats = [Seat(name) for name in ("Ann", "Bob", "Cid")]
    match = Match(RULESET, load("broken_crown"), seats, {}, Physical())
    prompt = view.describe_ask(match, match.asks[0])
    expected = "the table: who gets place 1 on the grid (1 Ann, 2 Bob, 3 Cid)"
    assert (prompt.question, prompt.rule, prompt.sides) == (expected, "D2", 3)
    match.answer("2")
    expected = "the table: who gets place 2 on the grid (1 Ann, 2 Cid)"
    assert view.describe_ask(match, match.asks[0]).question == expected


def test_n22_n23_the_question_names_who_is_in_range_in_the_own_lane() -> None:
    at = {"Ann": {"square": "2.c.5"}, "Bob": {"square": "2.c.3"}, "Cid": {"square": "2.c.8"}}
    match = moving("g2_5", at)
    near = view.describe_ask(match, match.asks[0]).situation[-1]
    assert near == "ahead: 2 free squares, then Cid · Bob 2 squares behind in your lane"
