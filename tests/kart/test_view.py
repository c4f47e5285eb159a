"""Words before the choice: options with exact chances, the question, dashboards, records."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from tests.kart.scene import road
from tests.kart.view_table import answer, match_at, option, rookies, row

from wreckoning.core.shown import BAD
from wreckoning.odds.spreads import at_least
from wreckoning.rulesets.kart import courses, view
from wreckoning.rulesets.kart.cards import karts, upgrades
from wreckoning.rulesets.kart.odds.spreads import (
    cancelled_odds,
    clean_chance,
    hit_odds,
    left_odds,
    spare_mean,
    wipeout_chance,
)
from wreckoning.rulesets.kart.view.skids import left_now

# --- chances, against every way the dice can fall


def rolls(dice: int) -> list[tuple[int, ...]]:
    return list(product(range(1, 7), repeat=dice))


@pytest.mark.parametrize("dice", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("free", [False, True])
def test_g11_all_is_cancelled_if_there_are_shifts_enough(dice: int, free: bool) -> None:
    shifts = [sum(face >= 4 for face in faces) for faces in rolls(dice)]
    clean = sum(number + free >= dice - number for number in shifts)
    assert clean_chance(dice, free) == Fraction(clean, 6**dice)
    spare = sum(max(number + free - (dice - number), 0) for number in shifts)
    assert spare_mean(dice, free) == Fraction(spare, 6**dice)


def test_g12_g26_what_stays_uncancelled_may_be_a_wipeout() -> None:
    bad = sum(sum(face <= 3 for face in faces) == 3 for faces in rolls(3))
    assert wipeout_chance(3, False, 3) == Fraction(bad, 216)
    assert wipeout_chance(3, False, 4) == 0
    assert wipeout_chance(0, False, 0) == 1


@pytest.mark.parametrize(("dice", "evades"), [(0, 2), (1, 1), (3, 2), (2, 3)])
def test_g2_hits_and_what_an_evade_leaves(dice: int, evades: int) -> None:
    worth = {4: 1, 5: 1, 6: 2}
    counts: dict[int, int] = {}
    for faces in rolls(dice + evades):
        hits = sum(worth.get(face, 0) for face in faces[:dice])
        left = max(hits - faces[dice:].count(6), 0)
        counts[left] = counts.get(left, 0) + 1
    expected = {left: Fraction(n, 6 ** (dice + evades)) for left, n in sorted(counts.items())}
    assert left_odds(dice, evades) == expected
    assert at_least(hit_odds(1), 1) == Fraction(1, 2)
    assert cancelled_odds(1) == {0: Fraction(5, 6), 1: Fraction(1, 6)}


# --- templates and skid dice


def test_g7_a_template_tells_what_it_is_in_the_gear_and_the_dice_it_may_bring() -> None:
    match = match_at(karts={"Ann": {"gear": 4}})
    short = option(match, "short")
    assert short.meaning.startswith("hazardous: +1 hazard")
    assert short.chance == pytest.approx(float(clean_chance(4, False)))
    long = option(match, "long")
    assert long.meaning.startswith("trivial: a free SHIFT")
    assert long.chance == pytest.approx(float(clean_chance(4, True)))
    said = view.describe_ask(match, match.asks[0]).situation[1]
    assert said == (
        "clean roll: SHIFTs cancel all that 4 dice bring, 69%; "
        "with the free SHIFT of a trivial template 69%"
    )


def test_g18_g20_a_template_tells_what_is_run_into_and_how() -> None:
    match = match_at({"Bob": (1360, 420, 0)})
    found = option(match, "medium")
    assert "into Bob: front against rear, a tailgate" in found.meaning
    assert "G20" in found.rules
    head_on = option(match_at({"Bob": (1360, 420, 180)}), "medium")
    assert "into Bob: front against front, head-on" in head_on.meaning


def test_e17_g23_obstructions_and_the_edge_are_told_before() -> None:
    pipe = match_at(track=road(pipe=[(1400, 400, 25)]))
    assert "into a pipe: head-on" in option(pipe, "medium").meaning
    mushroom = match_at(track=road(mushroom=[(1400, 400, 15)]))
    assert "through 1 mushroom" in option(mushroom, "medium").meaning
    edge = match_at({"Ann": (1200, 200, 270)})
    assert "over the table's edge" in option(edge, "medium").meaning
    assert "over the table's edge" not in option(edge, "hairpin right").meaning


def test_g16_g17_on_road_and_off_it() -> None:
    match = match_at({"Ann": (1200, 560, 0)})
    assert "off the road: +1 hazard" in option(match, "turn right").meaning
    assert "all on road: pushing is free" in option(match, "medium").meaning
    assert "all on road: pushing is free" not in option(match, "turn right").meaning


def test_g7_by_the_book_nothing_is_measured_before() -> None:
    match = match_at({"Bob": (1360, 420, 0)}, options={"measuring": "book"})
    found = option(match, "medium")
    assert found.meaning == ""
    assert found.chance == pytest.approx(float(clean_chance(4, False)))


def test_labels_alone_come_without_looking_for_ways() -> None:
    match = match_at({"Bob": (1360, 420, 0)})
    ask = match.asks[0]
    for index in range(len(ask.options)):
        quick, whole = view.label_option(match, ask, index), view.describe_option(match, ask, index)
        assert (quick.name, quick.label, quick.chance) == (whole.name, whole.label, whole.chance)
        assert "Bob" not in quick.meaning


def test_g9_each_number_of_dice_has_its_chance_and_its_danger() -> None:
    match = match_at(karts={"Ann": {"hazards": 5, "gear": 2}})
    match.answer("turn left")
    assert option(match, "0").chance == 1
    one = option(match, "1")
    assert one.chance == 0.5
    assert one.meaning == "0.5 SHIFTs to spare on average · 50% that they wipe you out"


def test_g10_a_push_is_told_with_what_it_may_mend() -> None:
    match = match_at(karts={"Ann": {"gear": 2}})
    for given in ("turn left", "2", 3, 5):
        match.answer(given)
    assert option(match, "keep").chance == 1
    assert option(match, "re-roll 2").chance == 0.5
    again = option(match, "re-roll 1")
    assert again.label == "Roll again: SLIDE"
    assert again.meaning == "1.0 SHIFTs to spare on average"
    situation = view.describe_ask(match, match.asks[0]).situation
    assert "⚂ 3 SLIDE, ⚄ 5 SHIFT" in situation


def test_g10_g11_what_is_left_to_cancel_counts_pushed_dice_and_shifts() -> None:
    match = match_at(karts={"Ann": {"gear": 2}})
    for given in ("turn left", "4", 1, 3, 3, 5, "re-roll 1 4", 4, 6):
        match.answer(given)
    assert left_now(match).words == "2 SLIDEs"
    match.answer("cancel_slide")
    assert left_now(match).words == "1 SLIDE"
    assert (
        "1 SHIFT left · not cancelled yet: 1 SLIDE"
        in view.describe_ask(match, match.asks[0]).situation
    )
    stop = option(match, "nothing")
    assert stop.meaning == "leaves 1 SHIFT unused; the dice give you 1 hazard, 0→1"


def test_g3_a_gear_change_tells_what_it_costs_and_gains() -> None:
    match = match_at(karts={"Ann": {"gear": 2}})
    for given in ("turn left", "1", 5, "keep"):
        match.answer(given)
    up = option(match, "gear_up")
    assert up.meaning == "Gear 2→3, hazards 0→1; you move 2 more times in this round"
    assert "your last move in this round" in option(match, "gear_down").meaning


# --- collisions and attacks


def test_g21_g22_a_smash_tells_its_dice_term_by_term() -> None:
    match = match_at({"Cid": (1360, 400, 180)}, {"Ann": {"gear": 2}, "Cid": {"gear": 3}})
    for given in ("medium", "0", "nothing"):
        match.answer(given)
    ann, cid = match.asks
    assert "head-on" in view.describe_ask(match, ann).situation[0]
    smash = option(match, "smash", ann)
    assert smash.meaning.startswith("3 dice (gear 2, +3 Cid's gear, −2 lighter): 2.0 hits")
    assert smash.chance == pytest.approx(float(at_least(hit_odds(3), 1)))
    his = option(match, "smash", cid)
    assert his.meaning.startswith("7 dice (gear 3, +2 Ann's gear, +2 heavier): 4.7 hits")
    assert f"{float(at_least(hit_odds(7), 6)):.0%} that Ann wipes out" in his.meaning
    assert "in any case" not in smash.meaning
    evade = option(match, "evade", ann)
    assert "if Cid smashes with 7 dice (gear 3, +2 Ann's gear, +2 heavier)" in evade.meaning


def test_g19_g26_one_hazard_at_least_may_be_the_end() -> None:
    cars = {"Ann": {"gear": 2, "hazards": 5}, "Cid": {"gear": 2, "hazards": 5}}
    match = match_at({"Cid": (1360, 400, 180)}, cars)
    for given in ("medium", "0", "nothing"):
        match.answer(given)
    meaning = option(match, "smash", match.asks[0]).meaning
    assert "Cid wipes out in any case; you wipe out in any case" in meaning


def test_e14_g25_a_shell_tells_its_cover_and_its_chance() -> None:
    shooter = {"Ann": {"gear": 2, "holds": "shell", "gate": 1}}
    match = match_at({"Bob": (1460, 400, 0)}, shooter, phase="attack")
    found = option(match, "shell ahead Bob")
    assert found.chance == pytest.approx(float(at_least(left_odds(5, 1), 1)))
    assert found.meaning.startswith("5 dice (Shell 5); Bob evades with 1 die (gear 1)")
    pipe = road(pipe=[(1340, 420, 12)])
    covered = match_at({"Bob": (1460, 400, 0)}, shooter, pipe, phase="attack")
    hidden = option(covered, "shell ahead Bob")
    assert hidden.meaning.startswith("4 dice (Shell 5, −1 cover")
    assert hidden.chance == pytest.approx(float(at_least(left_odds(4, 1), 1)))


def test_e15_a_star_takes_no_hits() -> None:
    given: dict[str, dict[str, Any]] = {
        "Ann": {"holds": "shell", "gate": 1},
        "Bob": {"star": 2},
    }
    match = match_at({"Bob": (1460, 400, 0)}, given, phase="attack")
    assert option(match, "shell ahead Bob").chance == 0


# --- dashboards


def test_g26_gauges_warn_of_a_wipeout() -> None:
    match = match_at(karts={"Ann": {"hazards": 4}, "Bob": {"hazards": 3, "coins": 2}})
    gauges = {gauge.name: gauge for gauge in row(match, "Ann").gauges}
    assert (gauges["Hazards"].value, gauges["Hazards"].most, gauges["Hazards"].tone) == (4, 6, BAD)
    assert (gauges["Gear"].value, gauges["Gear"].most) == (1, 5)
    assert gauges["Handling"].value == 4
    assert "Coins" not in gauges
    calm = {gauge.name: gauge for gauge in row(match, "Bob").gauges}
    assert calm["Hazards"].tone != BAD
    assert calm["Coins"].value == 2


def test_g4_who_drives_who_is_to_and_who_has_is_seen_at_a_glance() -> None:
    gears = {"Ann": {"gear": 3}, "Bob": {"gear": 2}, "Cid": {"gear": 1}}
    match = match_at(karts=gears, gear_phase=2, pole="Bob", slot=2)
    assert [row(match, name).stance for name in ("Ann", "Bob", "Cid")] == [
        "drives",
        "has driven",
        "",
    ]
    assert view.headline(match).conditions == ("Gear phase 2: Ann", "driven: Bob")
    track = row(match, "Ann").grid[0]
    assert [cell.text for cell in track if cell and cell.here] == ["3"]
    assert [cell.paint if cell else None for cell in track] == [
        *("stone", "hot", "water", ""),
        *("", None),
    ]


def test_g7_the_grid_has_the_templates_of_the_gear() -> None:
    match = match_at(karts={"Ann": {"gear": 4}})
    cells = [cell for line in row(match, "Ann").grid[1:] for cell in line if cell]
    paints = {cell.text: cell.paint for cell in cells}
    assert paints == {
        "Short": "bad",
        "Med": "",
        "Long": "good",
        "Gent": "",
        "Turn": "",
        "Hard": "bad",
        "Veer": "",
        "Swer": "bad",
    }


def test_e13_g16_distracted_and_off_road_are_told() -> None:
    pipe = road(pipe=[(1262, 400, 25)])  # its flat side is at 1238.9
    assert row(match_at({"Ann": (1201.35, 400, 0)}, track=pipe), "Ann").note == "distracted"
    assert row(match_at({"Ann": (1201, 400, 0)}, track=pipe), "Ann").note == ""
    assert row(match_at({"Ann": (1200, 900, 0)}), "Ann").note == "off road"


def test_the_question_says_how_things_are() -> None:
    match = match_at(karts={"Ann": {"gear": 3, "hazards": 2}})
    prompt = view.describe_ask(match, match.asks[0])
    assert prompt.question == "Which template?"
    assert "Gear 3 of 5 · 2 of 6 hazards · Handling 4 · to One, 30" in prompt.situation[0]
    assert prompt.situation[2] == "in Gear 3 you move again in phases 2 and 3"


def test_what_decides_is_said_first_where_it_is_no_template() -> None:
    """A phone shows one line above the options."""
    match = match_at(karts={"Ann": {"gear": 2}})
    for given in ("turn left", "1", 3):
        match.answer(given)
    asked = match.asks[0]
    assert asked.question == "push"
    assert view.describe_ask(match, asked).situation[0] == "⚂ 3 SLIDE"


def test_e14_who_cannot_be_shot_at_is_told_with_the_figures() -> None:
    """Ann's front edge is at x = 1237.5, her rear edge at 1162.5; Bob can be shot at."""
    poses = {"Bob": (1400.0, 400.0, 0.0), "Cid": (1000.0, 900.0, 0.0)}
    shell = {"Ann": {"holds": "shell", "gate": 1}}
    match = match_at(poses, shell, phase="attack")
    situation = view.describe_ask(match, match.asks[0]).situation
    assert situation[0] == (
        "not Cid: out of range: 484.4 mm from the rear edge, a Shell reaches 270 mm (E14)"
    )
    assert len(situation) == 2, "and how things are"
    match = match_at({**poses, "Cid": (1200, 600, 0)}, shell, phase="attack")
    assert view.describe_ask(match, match.asks[0]).situation[0] == (
        "not Cid: 90.0° from straight at the front edge, a Shell flies within 45° of it (E14)"
    )


def test_e4_the_neighbour_is_told_which_kart_they_choose_for() -> None:
    match = match_at({"Ann": (1200, 45, 270)}, {"Ann": {"gear": 4}})
    ask = match.asks[0]
    assert (ask.question, ask.who) == ("chosen_for", "Bob")
    assert view.describe_ask(match, ask).question == "Which template for Ann?"
    assert "over the table's edge" in option(match, "long").meaning


# --- cards and records


def test_cards_and_what_was_chosen() -> None:
    card = view.setup_card(karts()["light"])
    assert card["text"].startswith("Handling 4, gears up to 5.")
    assert view.setup_card(upgrades()["handling"])["rule"] == "E21"
    assert view.setup_words({"kart": "heavy", "upgrades": "handling"}) == "Heavy kart, +1 Handling"
    assert view.setup_words({}) == "Middle kart"


def test_records_of_a_race() -> None:
    match = rookies("dishwater_dip", 1)
    kept, news = view.update_records(match, {}, "race 1")
    best = min(kart.finish_round for kart in match.race.karts[:6] if kart.finish_round)
    assert kept["race"]["turns"] == best
    assert news[0].startswith(f"Fastest race: a new course record, {best} rounds by")
    assert view.update_records(match, kept, "race 1") == (kept, [])
    assert view.record_lines(kept)[0].startswith(f"fastest race {best} rounds by")


def test_the_last_page_has_everybody_by_place() -> None:
    match = rookies("dishwater_dip", 1)
    page = view.podium(match)
    assert [dict(one.tallies)["points"] for one in page] == [8, 6, 4, 2, 0, 0][: len(page)]  # E21
    assert [dict(one.tallies)["coins"] for one in page] == [
        match.race.karts[one.seat].coins for one in page
    ]
    assert [finisher.place for finisher in page] == [1, 2, 3, 4, 5, 6]
    assert page[0].turns == match.race.rounds
    assert page[1].turns == 0
    assert page[1].note.endswith(("gate", "gates"))


@pytest.mark.parametrize("name", courses.names())
def test_a_course_is_counted_and_has_nothing_that_is_hardly_meant(name: str) -> None:
    course = courses.load(name)
    counted = view.course_features(course)
    assert counted["gates"] == course.record.gate_count
    assert counted["pipes"] + counted["cubes"] + counted["mushrooms"] == course.record.solid_count
    assert view.course_warnings(course) == []


def test_the_strip_is_a_map_with_karts_and_where_they_look() -> None:
    match = match_at({"Ann": (1200, 400, 0), "Bob": (600, 1600, 180)})
    lines = view.strip(match, 0, 80)
    assert all(len(line) <= 80 for line in lines)
    text = "\n".join(lines)
    assert "A→" in text
    assert "←B" in text
    assert "A Ann →, B Bob ←" in text


def test_an_answer_is_told_in_the_order_of_things() -> None:
    lines = answer(match_at(karts={"Ann": {"gear": 2}}), "turn left", "0")
    assert lines[0].text == "Ann: Turn left; no skid dice"


def test_g2_e15_g26_a_real_die_tells_whose_it_is_and_what_its_faces_mean() -> None:
    pipe = road(pipe=[(1400, 400, 25)])
    match = match_at(karts={"Ann": {"gear": 2}}, track=pipe)
    for given in ("medium", "0", "nothing"):
        match.answer(given)
    said = view.describe_ask(match, match.asks[0]).question
    assert said == (
        "the pipe against Ann: smash, 4 and 5 hit once, 6 twice (dice: +2 Ann's gear, +2 heavier)"
    )
    for face in (4, 1, 1, 1):
        match.answer(face)
    assert view.describe_ask(match, match.asks[0]).question.startswith("Ann: evade, a 6 cancels")
    boxes = match_at(karts={"Ann": {"gear": 2}}, track=road(box=[(1400, 400)]))
    for given in ("medium", "0", "nothing"):
        boxes.answer(given)
    said = view.describe_ask(boxes, boxes.asks[0]).question
    assert said.endswith(", 1 Shell, 2 Banana, 3 Mushroom, 4 Star, 5 Bullet Bill")
    wiped = match_at(karts={"Ann": {"hazards": 6}}, phase="wipeout")
    assert "24 right on the board" in view.describe_ask(wiped, wiped.asks[0]).question
