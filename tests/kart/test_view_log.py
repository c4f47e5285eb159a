"""The report: an activation in a few lines, with its dice, their reasons and rules."""

from __future__ import annotations

import pytest
from tests.kart.scene import road
from tests.kart.view_table import answer, match_at, rookies

from wreckoning.core.events import Roll
from wreckoning.core.shown import BAD, CHANGE, DIE, GOOD
from wreckoning.rulesets.kart import courses, view
from wreckoning.rulesets.kart.view.sentences import words


def test_g9_to_g12_the_template_its_dice_and_its_shifts_are_one_line() -> None:
    match = match_at({"Ann": (1200, 900, 0)}, {"Ann": {"gear": 2}})
    lines = answer(match, "turn right", "3", 1, 5, 3, "re-roll 1", 5, "cancel_slide", "gear_up")
    assert lines[0].text == (
        "Ann: Turn right; skid dice ⚀ 1 HAZARD, ⚄ 5 SHIFT, ⚂ 3 SLIDE; pushed 1 die for 1 hazard: "
        "⚄ 5 SHIFT; SHIFTs: cancelled a SLIDE, shifted up to Gear 3; "
        "hazards 0→2 (pushing +1, shifting +1)"
    )
    assert {"G1", "G9", "G10", "G11", "G3"} <= set(lines[0].rules)
    assert [part.face for part in lines[0].parts if part.kind == DIE] == [1, 5, 3, 5]
    (change,) = [part for part in lines[0].parts if part.kind == CHANGE]
    assert (change.text, change.tone) == ("0→2", BAD)


def test_g3_shifting_and_dropping_are_told_apart() -> None:
    match = match_at(karts={"Ann": {"gear": 2, "hazards": 2}})
    lines = answer(match, "turn right", "2", 5, 5, "keep", "drop_hazard", "gear_up")
    assert lines[0].text.endswith(
        "SHIFTs: dropped a hazard, shifted up to Gear 3; hazards 2→2 (dropped −1, shifting +1)"
    )


def test_g3_the_same_use_of_several_shifts_is_told_once() -> None:
    match = match_at(karts={"Ann": {"gear": 2, "hazards": 2}})
    uses = ("drop_hazard", "drop_hazard", "gear_up", "gear_up")
    lines = answer(match, "turn right", "4", 5, 5, 5, 5, "keep", *uses)
    assert "; SHIFTs: dropped 2 hazards, shifted up to Gear 4; " in lines[0].text


def test_g17_a_push_on_road_is_free() -> None:
    lines = answer(match_at(karts={"Ann": {"gear": 2}}), "turn right", "1", 1, "re-roll 1", 5)
    assert "pushed 1 die, free on the road: ⚄ 5 SHIFT" in lines[0].text
    assert "G17" in lines[0].rules


def test_g16_e16_the_way_is_one_line_with_what_was_on_it() -> None:
    match = match_at({"Ann": (1400, 400, 0)}, track=road(coin=[(1500, 400)]))
    lines = answer(match, "medium", "0")
    drive = next(line for line in lines if " drove " in line.text)
    assert drive.text == "Ann drove 210 mm, took a coin (1 now), through gate 1, One"
    off = answer(match_at({"Ann": (1200, 560, 0)}), "turn right", "0")
    assert "left the road; hazards 0→1 (off the road +1)" in off[1].text


def test_e8_who_turns_back_in_a_spin_is_told_so_in_degrees() -> None:
    match = match_at({"Bob": (1410, 432.05, 0)}, {"Ann": {"gear": 2}})
    lines = answer(match, "medium", "1", 2, "keep", "nothing", "30 right")
    drive = next(line for line in lines if " drove " in line.text)
    assert drive.text == "Ann drove 210 mm, spun 30° right, turned back 29.9° to stand clear"
    assert {"G15", "E8"} <= set(drive.rules)


def test_e8_after_a_collision_the_spin_has_its_line() -> None:
    """Bob is met with the nose; the turn would be into Cid."""
    poses = {"Bob": (1360.0, 400.0, 90.0), "Cid": (1306.4, 432.05, 0.0)}
    match = match_at(poses, {"Ann": {"gear": 2}})
    for given in ("medium", "1", 2, "keep", "nothing"):
        match.answer(given)
    match.answer("evade", "Ann")
    match.answer("evade", "Bob")
    match.answer("30 right")
    lines = [line.text for line in view.log_lines(match, match.events())]
    (spin,) = [line for line in lines if "spun" in line]
    assert spin.startswith("Ann spun 30° right, turned back ")
    assert spin.endswith("° to stand clear")


def test_e12_a_bullet_bill_that_breaks_a_mushroom() -> None:
    bill = {"x": 1200 * 100, "y": 1600 * 100, "heading": 18000, "half_length": 3750}
    match = match_at(
        {"Bob": (2400, 700, 0)},
        track=road(mushroom=[(1080, 1600, 15)]),
        phase="bill",
        bills=[{**bill, "half_width": 1600}],
        bill_owners=["Bob"],
    )
    lines = [line.text for line in view.log_lines(match, match.events())]
    assert "Bob's Bullet Bill flew on; it broke a mushroom; the Bullet Bill was spent" in lines


def test_e15_a_mushroom_has_a_way_of_its_own() -> None:
    match = match_at(karts={"Ann": {"gear": 2, "holds": "mushroom", "gate": 1}})
    lines = answer(match, "use", "medium", "0", "nothing")
    assert [line.text for line in lines if "Ann drove" in line.text] == ["Ann drove 210 mm"] * 2
    (template,) = [n for n, line in enumerate(lines) if line.text.startswith("Ann: Medium")]
    assert "drove" in lines[template - 1].text
    assert "drove" in lines[template + 1].text


def test_g6_e15_an_item_used_before_the_template_is_told_where_the_activation_begins() -> None:
    star = {"gear": 2, "holds": "star", "gate": 1, "hazards": 2}
    match = match_at(karts={"Ann": star}, phase="round", pole="Cid", rounds=0)
    while match.asks[0].question != "use":
        match.answer(
            {"manoeuvre": "short", "skid_dice": "0"}.get(match.asks[0].question, "nothing")
        )
    match.answer("use")
    match.answer("turn left")
    lines = [line.text for line in view.log_lines(match, match.events())]
    assert lines[-1] == "Ann in Gear 2 with 2 hazards used the Star; Turn left"


def test_g16_what_comes_after_a_collision_is_told_after_it() -> None:
    match = match_at({"Ann": (1200, 580, 0), "Cid": (1330, 655, 90)}, {"Ann": {"gear": 2}})
    for given in ("gentle right", "0"):
        match.answer(given)
    match.answer("evade", "Ann")
    match.answer("evade", "Cid")
    lines = [line.text for line in view.log_lines(match, match.events())]
    last = lines.index("Ann left the road; hazards 1→2 (off the road +1)")
    assert "; hazards 0→1 (a collision costs at least 1)" in lines[last - 1]


def test_e10_why_both_evade_is_told() -> None:
    match = match_at({"Cid": (1360, 400, 0)}, {"Ann": {"gear": 2}, "Cid": {"gear": 3}})
    lines = answer(match, "medium", "0", "nothing")
    clash = next(line for line in lines if "ran into" in line.text)
    assert "; Ann was the slower, so both had to evade; hazards 0→1" in clash.text
    assert "E10" in clash.rules


def test_g26_e16_the_scatter_die_and_the_lots_are_told() -> None:
    match = match_at(karts={"Ann": {"hazards": 6}}, phase="wipeout")
    assert answer(match, 6)[0].text.startswith(
        "Ann wiped out: scatter die 6, facing down; hazards 6→0"
    )
    lots = match_at(phase="lots", rounds=0)
    assert answer(lots, 2)[0].text == "Pole position: ⚁ 2, Bob"


def test_g19_to_g22_a_collision_tells_how_they_met_and_its_dice_term_by_term() -> None:
    match = match_at({"Cid": (1360, 400, 180)}, {"Ann": {"gear": 2}, "Cid": {"gear": 3}})
    for given in ("medium", "0", "nothing"):
        match.answer(given)
    match.answer("smash", "Ann")
    match.answer("evade", "Cid")
    answer(match, 4, 6, 1, 6, 2, 3)
    clash = next(line for line in view.log_lines(match, match.events()) if "ran into" in line.text)
    assert clash.text == (
        "Ann ran into Cid, front against front: head-on (Smash dice: both gears added up); "
        "Ann chose Smash, Cid chose Evade; Ann smashed with 3 dice (gear 2, +3 Cid's gear, "
        "−2 lighter): ⚃ 4 ⚅ 6 ⚀ 1 → 3 hits; Cid evaded with 3 dice (gear 3): ⚅ 6 ⚁ 2 ⚂ 3 "
        "→ 1 cancelled; hazards 0→1 (a collision costs at least 1); Cid's hazards 0→2 (hits +2)"
    )
    assert {"G19", "G20", "G21", "G22", "G2"} <= set(clash.rules)
    assert set(clash.names) == {"Ann", "Cid"}


def test_g22_no_dice_is_told() -> None:
    match = match_at({"Cid": (1360, 400, 0)}, {"Ann": {"gear": 2}, "Cid": {"gear": 2}})
    for given in ("medium", "0", "nothing"):
        match.answer(given)
    match.answer("smash", "Ann")
    match.answer("evade", "Cid")
    clash = next(line for line in view.log_lines(match, match.events()) if "ran into" in line.text)
    assert "a tailgate (Smash dice: the difference between the gears)" in clash.text
    assert "Ann had no dice to smash with (−2 lighter) → no hits" in clash.text
    assert clash.text.count("hazards 0→1 (a collision costs at least 1)") == 2


def test_g23_an_obstruction_smashes() -> None:
    match = match_at(karts={"Ann": {"gear": 2}}, track=road(pipe=[(1400, 400, 25)]))
    for given in ("medium", "0", "nothing", 4, 1, 1, 1, 6, 1):
        match.answer(given)
    lines = view.log_lines(match, match.events())
    hit = next(line for line in lines if "hit a pipe" in line.text)
    assert hit.text.startswith(
        "Ann hit a pipe with the front: head-on; the pipe smashed with 4 dice "
        "(+2 Ann's gear, +2 heavier): ⚃ 4 ⚀ 1 ⚀ 1 ⚀ 1 → 1 hit; Ann evaded with 2 dice (gear 2): "
        "⚅ 6 ⚀ 1 → 1 cancelled; hazards 0→1 (a collision costs at least 1)"
    )


def test_g25_e14_a_shell() -> None:
    shooter = {"Ann": {"gear": 2, "holds": "shell", "gate": 1}}
    match = match_at({"Bob": (1460, 400, 0)}, shooter, phase="attack")
    line = answer(match, "shell ahead Bob", 6, 1, 1, 1, 4, 6)[0]
    assert line.text == (
        "Ann shot a Shell from the front at Bob with 5 dice (Shell 5): ⚅ 6 ⚀ 1 ⚀ 1 ⚀ 1 ⚃ 4; "
        "Bob evaded with 1 die (gear 1): ⚅ 6 → 1 cancelled, 2 hits; Bob's hazards 0→2 (hits +2)"
    )


def test_e15_a_banana() -> None:
    banana = {"x": 1400 * 100, "y": 400 * 100}
    match = match_at(bananas=[banana], banana_owners=["Bob"])
    lines = answer(match, "medium", "0", 4, 1, 1, 1)
    slip = next(line for line in lines if "banana" in line.text)
    assert slip.text == (
        "Ann slipped on Bob's banana with 3 dice (banana 3): ⚃ 4 ⚀ 1 ⚀ 1; "
        "Ann evaded with 1 die (gear 1): ⚀ 1 → none cancelled, 1 hit; hazards 0→1 (hits +1)"
    )


@pytest.mark.parametrize("course", courses.names())
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_every_event_has_a_sentence_and_every_die_is_told(course: str, seed: int) -> None:
    match = rookies(course, seed)
    events = match.events()
    assert all(words(match, event) for event in events if not isinstance(event, Roll))
    lines = view.log_lines(match, events)
    dice = [part for line in lines for part in line.parts if part.kind == DIE]
    assert len(dice) == sum(isinstance(event, Roll) for event in events)
    headings = [line.text for line in lines if line.heading]
    assert headings == [f"Round {number}" for number in range(1, match.race.rounds + 1)]
    assert sum(view.new_turn(event) > 0 for event in events) == match.race.rounds
    winner = next(line for line in lines if "won the race" in line.text)
    assert winner.parts[0].tone == GOOD
    assert all(line.text == line.text.strip() and "  " not in line.text for line in lines)
    assert all(line.rules or line.heading for line in lines)
