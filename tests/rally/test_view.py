"""Words before the choice: plans with what they meet, shots with exact chances, dashboards."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.rally.view_table import answer, driven, match_at, option, planning, row

from wreckoning.core.dice import Scripted
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat
from wreckoning.core.shown import BAD
from wreckoning.rulesets.rally import courses, view
from wreckoning.rulesets.rally.cards import weapons
from wreckoning.rulesets.rally.ruleset import RULESET
from wreckoning.rulesets.rally.teams.seating import seat_teams
from wreckoning.rulesets.rally.teams.shipped import teams

SEVEN_OF_12 = 7 / 12  # a command test at 6+

# --- moving


def test_w8_w9_w14_each_pace_tells_how_far_it_goes() -> None:
    match = match_at(vehicles={"Ann": {"stress": 1}})
    assert option(match, "stand").label == "Stand"
    assert option(match, "drive").label == "Drive, 9 inches"
    assert option(match, "advance").label == "Advance, 15 inches"
    assert option(match, "drive").meaning == "1 free manoeuvre, each more costs 2 inches"
    assert option(match, "advance").meaning == (
        "no more than 1 manoeuvre; −4 to your skill rolls in this activation"
    )


def test_w14_each_pace_counts_the_free_manoeuvres_of_this_vehicle() -> None:
    match = match_at(None, {"Ann": "car/tank_tracks"})
    assert option(match, "drive").meaning.startswith("2 free manoeuvres, ")
    assert option(match, "advance").meaning.startswith("no more than 2 manoeuvres; ")


def test_w14_a_leg_tells_what_is_left_of_movement_and_manoeuvres() -> None:
    match = planning()
    leg = option(match, "forward 6")
    assert (leg.label, leg.group, leg.short) == ("Forward 6", "forward, inches", "6")
    assert leg.meaning == "4 inches left, 1 free manoeuvre"
    assert leg.chance is None
    assert leg.chance_of == ""
    assert option(match, "back 2").meaning == "6 inches left, 1 free manoeuvre"
    turn = option(match, "left 30")
    assert (turn.group, turn.short) == ("left, degrees", "30")
    assert turn.meaning == "10 inches left, manoeuvres cost 2"
    second = planning("left 30", "forward 2")
    assert option(second, "right 10").meaning == "6 inches left, manoeuvres cost 2"


def test_w9_an_advance_has_one_manoeuvre() -> None:
    match = match_at()
    for given in ("advance", "right 5"):
        match.answer(given)
    assert option(match, "forward 6").meaning == "10 inches left, no manoeuvre"


def test_w22_driving_over_another_tells_both_tests_and_where_one_may_not_end() -> None:
    match = planning(poses={"Bob": (26, 8, 0)})
    over = option(match, "forward 10")
    assert over.meaning.startswith("drives over Bob: you pass 58%, Bob 58%")
    assert over.chance == pytest.approx(SEVEN_OF_12)
    assert over.chance_of == "stay in control"
    assert {"W14", "W22", "W21"} <= set(over.rules)
    assert "cannot end there" not in over.meaning
    assert "cannot end there" in option(match, "forward 5").meaning
    assert option(match, "forward 3").chance is None


def test_w32_a_reckless_driver_makes_it_harder_for_the_other() -> None:
    match = planning(poses={"Bob": (26, 8, 0)}, builds={"Ann": "car/reckless"})
    assert "you pass 58%, Bob 33%" in option(match, "forward 10").meaning


def test_w17_a_damaged_vehicle_passes_less_often() -> None:
    hurt, fast = {"Ann": {"hit_points": 4}}, {"Ann": "sports_car"}
    match = planning(poses={"Bob": (26, 8, 0)}, vehicles=hurt, builds=fast)
    assert "you pass 50%, Bob 58%" in option(match, "forward 10").meaning


def test_w23_w24_w25_terrain_on_the_way_is_told_with_its_chances() -> None:
    hard = option(planning(terrain=[("impassable", 26.7, 8, 2, 2)]), "forward 4½")
    assert hard.meaning.startswith("runs into the Pillar 2 and stops: 58% that you keep control")
    assert "W23" in hard.rules
    bus = option(planning(terrain=[("wreckage", 26.7, 8, 2, 2)]), "forward 8")
    assert bus.meaning.startswith("drives into the Bus 2: 58% that you smash it and go on")
    assert "W24" in bus.rules
    tank = option(planning(terrain=[("exploding", 26.7, 8, 2, 2)]), "forward 4½")
    assert "58% that you keep control, 33% that it explodes" in tank.meaning
    assert "W25" in tank.rules


def test_v6_the_edge_is_terrain_too() -> None:
    match = planning(poses={"Ann": (20, 3.7, 270)})
    assert "runs into the edge of the board and stops" in option(match, "forward 2½").meaning


def test_w16_rough_ground_costs_more_but_not_a_rugged_vehicle() -> None:
    mud = [("slow", 24, 8, 2, 4)]
    told = option(planning(terrain=mud), "forward 4").meaning
    assert "costs 6½ inches, over rough ground" in told
    rugged = planning(terrain=mud, builds={"Ann": "buggy"})
    assert "rough" not in option(rugged, "forward 4").meaning


def test_w18_a_gate_on_the_way_is_told() -> None:
    match = planning(poses={"Ann": (44, 18, 0)})
    assert option(match, "forward 6").meaning.startswith("through gate 2, Far")
    assert "gate" not in option(match, "forward 4").meaning


def test_v16_go_tells_the_whole_plan() -> None:
    match = planning("forward 6", poses={"Bob": (26, 8, 0)})
    assert "go" not in match.asks[0].names  # it would stand on Bob
    match.answer("forward 3")
    go = option(match, "go")
    assert (go.label, go.group) == ("Go", "")
    assert go.meaning == "drives over Bob: you pass 58%, Bob 58% · 1 inch unused"
    assert option(planning(), "go").meaning == "stay where you are"
    assert option(planning("forward 10"), "go").meaning == "nothing in the way"


def test_the_question_says_what_is_planned_and_has_an_obvious_answer() -> None:
    match = planning()
    prompt = view.describe_ask(match, match.asks[0])
    assert prompt.question == "Which way?"
    (said,) = prompt.situation
    assert said.startswith("10 of 10 inches left, 1 free manoeuvre · to Far, ")
    assert 28 <= int(said.split()[-2]) <= 31  # 27 to the gate, and all of the car over it
    assert match.asks[0].names[prompt.default or 0] == "forward 10"
    blocked = planning(terrain=[("impassable", 26.7, 8, 2, 2)])
    prompt = view.describe_ask(blocked, blocked.asks[0])
    assert blocked.asks[0].names[prompt.default or 0] == "forward 4"
    match.answer("left 30")
    prompt = view.describe_ask(match, match.asks[0])
    assert prompt.situation[1] == "planned: 0 inches, 1 manoeuvre · 10 inches unused"
    assert match.asks[0].names[prompt.default or 0] == "go"


def test_labels_alone_come_without_looking_for_ways() -> None:
    match = planning(poses={"Bob": (26, 8, 0)})
    ask = match.asks[0]
    for index in range(len(ask.options)):
        quick, whole = view.label_option(match, ask, index), view.describe_option(match, ask, index)
        assert (quick.name, quick.label, quick.group) == (whole.name, whole.label, whole.group)
        assert "Bob" not in quick.meaning


# --- shooting


def test_w12_a_shot_tells_its_dice_its_damage_and_its_chance() -> None:
    guns = {"Ann": "car/heavy_machine_gun"}
    match = match_at({"Bob": (30, 8, 90)}, guns, phase="attack")
    shot = option(match, "shoot #2")
    # Two rolls at 9+ hit by 4 of 12 each, each hit gives two defence rolls at 5+ less 1 piercing.
    miss = Fraction(2, 3) + Fraction(1, 3) * Fraction(7, 12) ** 2
    assert shot.label == "Bob"
    assert shot.chance == pytest.approx(float(1 - miss**2))
    assert shot.chance_of == "damage"
    assert "2 rolls at 9+: 33% each · defence 58% · 0.6 damage on average" in shot.meaning
    situation = view.describe_ask(match, match.asks[0]).situation
    assert situation == ("range 16″, 2 attacks of damage 2, −1 to defence · skill 9+",)
    assert (
        view.describe_ask(match, match.asks[0]).question
        == "Fire the Heavy Machine Gun at which target?"
    )


def test_w8_w10_w17_what_is_added_to_the_rolls_is_told() -> None:
    guns, hurt = {"Ann": "car/heavy_machine_gun"}, {"Ann": {"stress": 2, "hit_points": 4}}
    match = match_at({"Bob": (23.5, 8, 0)}, guns, vehicles=hurt, phase="attack")
    told = option(match, "shoot #2").meaning
    assert "2 rolls at 9+ (−2 stress, −4 assault range, −1 badly damaged): 8% each" in told


def test_w13_a_torrent_hits_on_anything_but_a_1() -> None:
    match = match_at({"Bob": (26, 8, 0)}, {"Ann": "car/flamethrower"}, phase="attack")
    assert "8 rolls at 2+ (Torrent): 92% each" in option(match, "shoot #2").meaning


def test_w11_tall_terrain_that_hides_more_than_half_obstructs() -> None:
    guns = {"Ann": "car/heavy_machine_gun"}
    match = match_at(
        {"Bob": (32, 8, 0)}, guns, [("impassable", 26, 8, 0.5, 1)], tall=True, phase="attack"
    )
    assert "defence 92%, obstructed" in option(match, "shoot #2").meaning


def test_w12_w26_being_destroyed_and_losing_control_are_told() -> None:
    guns = {"Ann": "car/minigun"}
    match = match_at({"Bob": (30, 8, 0)}, guns, vehicles={"Bob": {"hit_points": 1}}, phase="attack")
    told = option(match, "shoot #2").meaning
    hurt = option(match, "shoot #2").chance
    assert f"{hurt:.0%} that it is destroyed" in told
    critical = 1 - (11 / 12) ** 4
    assert (
        f"{critical * (1 - 1 / 2):.0%} that it loses control" in told
    )  # 6+ with −1 for the damage


def test_w25_exploding_terrain_is_a_target() -> None:
    guns = {"Ann": "car/heavy_machine_gun"}
    match = match_at(builds=guns, terrain=[("exploding", 30, 8, 2, 2)], phase="attack")
    shot = option(match, "shoot terrain 2")
    assert (shot.label, shot.chance_of) == ("Tank 2", "explosion")
    assert shot.chance == pytest.approx(1 - (11 / 12) ** 2)


def test_w28_w29_a_dropper_names_the_vehicles_it_hits() -> None:
    match = match_at({"Bob": (15, 8, 0)}, {"Ann": "car/oil_dropper"}, phase="attack")
    drop = option(match, "use")
    hit = 1 - (8 / 12) ** 2
    assert drop.meaning == f"Bob: {hit:.0%} hit, {hit * 5 / 12:.0%} out of control"
    assert view.describe_ask(match, match.asks[0]).question == "Use the Oil Dropper?"


def test_the_best_target_is_the_obvious_one() -> None:
    guns, weak = {"Ann": "car/heavy_machine_gun", "Bob": "truck"}, {"Cid": (30, 10, 0)}
    match = match_at({"Bob": (30, 6, 0), **weak}, guns, phase="attack")
    prompt = view.describe_ask(match, match.asks[0])
    assert match.asks[0].names[prompt.default or 0] == "shoot #3"  # a car; the other is a truck


# --- the nudge


def test_w21_the_nudging_player_is_told_the_vehicle_and_the_distance() -> None:
    match = planning("forward 4½", terrain=[("impassable", 26.7, 8, 2, 2)])  # it can only go then
    match.answer(1)
    ask = match.asks[0]
    assert (ask.question, ask.who) == ("nudge_move", "Bob")
    prompt = view.describe_ask(match, ask)
    assert prompt.question == "Ann is out of control: where do you push it?"
    back = option(match, "1 inch at 180")
    assert (back.label, back.group, back.short) == ("1 inch back", "1 inch", "back")
    match.answer("1 inch at 180")
    turn = option(match, "left 30")
    assert (turn.label, turn.group, turn.short) == ("Turn 30° left", "left, degrees", "30")


# --- dashboards


def test_w17_gauges_warn_once_more_than_half_is_lost() -> None:
    match = match_at(vehicles={"Ann": {"hit_points": 4, "stress": 3}, "Bob": {"hit_points": 5}})
    gauges = {gauge.name: gauge for gauge in row(match, "Ann").gauges}
    hits = gauges["Hit points"]
    assert (hits.value, hits.most, hits.tone) == (4, 10, BAD)
    assert (gauges["Stress"].value, gauges["Stress"].tone) == (3, BAD)
    assert row(match, "Bob").gauges[0].tone != BAD


def test_w5_who_drives_and_who_is_to_is_seen_at_a_glance() -> None:
    match = match_at(vehicles={"Bob": {"activated": True}})
    assert [row(match, name).stance for name in ("Ann", "Bob", "Cid")] == [
        "drives",
        "has driven",
        "to drive",
    ]
    assert "drives: Ann" in view.headline(match).conditions
    assert view.headline(match).conditions[0] == "Arena Race, 12 rounds"


def test_a_single_vehicle_shows_its_figures_and_weapons() -> None:
    match = match_at(builds={"Ann": "buggy/minigun"})
    found = row(match, "Ann")
    assert found.vehicle == "Buggy"
    assert found.carried == ("Minigun",)
    texts = [[cell.text for cell in line if cell] for line in found.grid]
    assert texts == [
        ["Mov 9", "Skl 8+", "Def 6+", "Cmd 6+"],
        ["Minigun", "18″", "4 attacks of 2", "−1 Def"],
    ]


def test_a_team_has_a_gauge_for_every_vehicle() -> None:
    match = driven("dry_dock", 1, people=3)
    names = seat_teams(match.course, match.seats)[0].names
    found = row(match, match.names[0])
    assert len(found.gauges) == len(found.grid) >= 3
    assert tuple(gauge.name for gauge in found.gauges) == names
    assert found.where == f"{len(names)} to set up"
    assert found.vehicle.startswith(f"{len(names)} vehicles: ")


def test_standings_go_by_gates_and_the_way_left() -> None:
    match = match_at({"Ann": (20, 8, 0), "Bob": (30, 8, 0), "Cid": (15, 8, 0)})
    assert [row.name for row in view.standings(match)] == ["Bob", "Ann", "Cid"]
    crossed = match_at({"Cid": (50, 18, 0)}, vehicles={"Cid": {"gates": 1}})
    assert view.standings(crossed)[0].name == "Cid"
    assert row(crossed, "Cid").where.startswith("to Home")


# --- cards, records, the last page


def test_cards_and_what_was_chosen() -> None:
    team = next(team for team in teams().values() if len(team.vehicles) > 1)
    card = view.setup_card(team)
    assert card["title"] == team.title
    assert card["rule"] == "W33"
    assert f"{len(team.vehicles)} vehicles, " in card["text"]
    assert view.setup_words({"team": team.key}) == team.title
    assert view.setup_words({"team": "Rusty:buggy/minigun"}) == "13 points: Rusty (Buggy: Minigun)"
    assert view.setup_words({}) == ""


def test_v14_v20_w19_records_and_the_last_page() -> None:
    """Cid is across the second line, Ann across the first: the last round ends."""
    match = match_at(
        {"Cid": (4, 18, 180)},
        vehicles={"Ann": {"gates": 1, "damage_dealt": 7}, "Cid": {"gates": 2, "damage_dealt": 7}},
        phase="end_round",
        rounds=12,
        seats=[{"points": 6}, {}, {"points": 16}],
    )
    assert match.is_over
    page = view.podium(match)
    assert [(finisher.name, finisher.place) for finisher in page] == [
        ("Cid", 1),
        ("Ann", 2),
        ("Bob", 3),
    ]
    assert page[0].turns == 12
    assert [finisher.note for finisher in page] == ["", "1 gate", "0 gates"]
    assert ("points", 16) in page[0].tallies
    assert ("damage dealt", 7) in page[0].tallies
    kept, news = view.update_records(match, {}, "race 1")
    assert (kept["race"]["turns"], kept["race"]["holder"]) == (12, "Cid")
    assert kept["damage"]["holder"] == "Cid"  # of equal ones the better placed
    assert news[0] == "Fastest home: a new course record, 12 rounds by Cid"
    assert view.update_records(match, kept, "race 1") == (kept, [])
    assert view.record_lines(kept)[0] == "fastest home 12 rounds by Cid"


@pytest.mark.parametrize("name", courses.names())
def test_a_table_is_counted_and_has_nothing_that_is_hardly_meant(name: str) -> None:
    course = courses.load(name)
    counted = view.course_features(course)
    assert counted["gates"] == course.record.gate_count
    kinds = ("slow", "barrier", "impassable", "wreckage", "exploding")
    assert sum(counted[kind] for kind in kinds) <= course.record.piece_count
    assert view.course_warnings(course) == []
    facts, blurb = view.course_card(course)
    assert facts.startswith("★")
    assert blurb == course.blurb


def test_every_weapon_can_be_drawn() -> None:
    course = courses.load(courses.names()[0])
    symbols = {symbol.name for symbol in view.ground(course).symbols}
    for key in weapons():
        assert any(name.startswith(f"{key}_") for name in symbols), key


def test_the_strip_is_a_map_with_vehicles_terrain_gates_and_the_plan() -> None:
    match = planning(
        "forward 6", terrain=[("wreckage", 40, 30, 2, 2)], poses={"Cid": (40, 10, 180)}
    )
    lines = view.strip(match, 0, 80)
    assert all(len(line) <= 80 for line in lines)
    text = "\n".join(lines)
    for sign in ("A", "@→", "←C", "B→", "#", "%", "1", "2"):
        assert sign in text, sign
    assert "A Ann → 10/10, B Bob → 10/10" in text
    assert "· the planned way, @ its end" in text
    assert "! " not in text


def setting_up() -> Match:
    """Two cars on the way to Junction Seven; the first team, in seat 1, sets its own up."""
    seats = [Seat(name, setup={"team": "car"}) for name in ("Ann", "Bob")]
    match = Match(RULESET, courses.load("junction_seven"), seats, {}, Scripted([2, 9]))
    assert [ask.question for ask in match.asks] == ["spot"]
    return match


def test_w22_the_strip_marks_where_the_plan_takes_a_test_and_says_which() -> None:
    match = planning("forward 10", poses={"Bob": (26, 8, 0)})
    lines = view.strip(match, 0, 100)
    told = " ".join(line.strip() for line in lines)
    assert sum("!" in line for line in lines if line.lstrip().startswith("|")) == 1
    assert "! drives over Bob: you pass 58%, Bob 58%" in told


def test_w38_the_strip_shows_every_spot_offered_by_its_number() -> None:
    match = setting_up()
    lines = view.strip(match, 0, 100)
    assert all(len(line) <= 100 for line in lines)
    words = " ".join(lines[1:12]).replace("|", " ").replace("#", " ").split()
    offered = [view.describe_option(match, match.asks[0], n).short for n in range(35)]
    assert set(offered) <= set(words)
    assert "numbers: the spots where it may be set up" in lines[-1]
    assert view.strip(match, 1, 100) == ()  # Bob is not asked, and nothing stands there yet


def test_w38_a_spot_of_a_strip_tells_where_it_is_and_stands_on_the_board() -> None:
    match = setting_up()
    ask = match.asks[0]
    first = view.describe_option(match, ask, 0)
    assert first.meaning == "1.8 inches from the edge, 39.1 inches left of the gate's middle"
    places = {(p.x, p.y) for n in range(35) for p in view.preview(match, ask, n).pieces}
    assert len(places) == 35


def test_an_answer_is_told_in_the_order_of_things() -> None:
    lines = answer(match_at(), "drive", "forward 6", "left 30", "go")
    assert lines[0].text == "Ann drove 6 inches with 1 manoeuvre"


def test_w25_nobody_shoots_at_terrain_unasked() -> None:
    terrain = [("exploding", 26, 8, 2, 2)]
    match = match_at(None, {"Ann": "car/heavy_machine_gun"}, terrain, phase="attack")
    ask = match.asks[0]
    assert ask.names == ("pass", "shoot terrain 2")
    assert view.describe_ask(match, ask).default == 0


def test_the_last_page_tells_the_deeds_that_were_done() -> None:
    match = match_at(vehicles={"Ann": {"kills": 1}}, phase="end_round", rounds=12)
    told = [name for name, _ in view.podium(match)[0].tallies]
    assert told == ["points", "destroyed"]


def test_w40_a_spot_tells_its_row_and_where_it_lies_behind_the_gate() -> None:
    seats = [Seat(name, setup={"team": "car"}) for name in ("Ann", "Bob")]
    match = Match(RULESET, courses.load("gasket_gulch"), seats, {}, Scripted([9, 2]))
    told = [view.describe_option(match, match.asks[0], n).meaning for n in range(3)]
    sides = ["3.8 inches left of", "in line with", "3.8 inches right of"]
    assert told == [f"the row closest to the gate, {side} the gate's middle" for side in sides]
