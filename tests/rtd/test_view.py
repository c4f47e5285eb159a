"""The words of Kart RTD: a sentence for every event, every option with what it means."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any, cast

import pytest
from tests.rtd.table import PLAIN_COURSE

from wreckoning.core.asks import Ask
from wreckoning.core.dice import Scripted, Seeded
from wreckoning.core.errors import Illegal
from wreckoning.core.events import Roll
from wreckoning.core.ids import as_seat
from wreckoning.core.match import Match
from wreckoning.core.protocols import CourseSource
from wreckoning.core.records import SEAT
from wreckoning.core.ruleset import Seat, find_ruleset
from wreckoning.core.shown import Option
from wreckoning.rulesets.rtd import view
from wreckoning.rulesets.rtd.events import (
    ITEM_RULES,
    VOCABULARY,
    Cause,
    Modifier,
    Momentum,
    Passed,
    PassTried,
    Rolled,
    RtdEvent,
    TurnBegins,
)
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import Effect, Item, Order, Use
from wreckoning.rulesets.rtd.view import words
from wreckoning.rulesets.rtd.view.options import DESCRIBERS
from wreckoning.rulesets.rtd.view.sentences import words as sentence
from wreckoning.show.drafts import with_phases

RTD = find_ruleset("rtd")
NAMES = ["Ann", "Bob", "Cid", "Dot", "Eve", "Fay"]


def race(
    course: str = "sundae_drive", seed: int = 1, player: str = "random", **options: str
) -> Match:
    seats = [Seat(name, player) for name in NAMES]
    return Match(RTD, RTD.load_course(course), seats, options, Seeded(seed), bot_seed=seed)


def finished_races() -> Iterator[Match]:
    for seed, course in enumerate(RTD.course_names() * 2):
        yield race(course, seed, "random" if seed % 2 else "rookie", referee="on")


def placed(
    names: str, who: str, course: CourseSource = "sundae_drive", /, **fields: Any
) -> tuple[Match, Ask]:
    """A match of people at the orders of turn 1, with this position, and what one is asked."""
    seats = [Seat(name) for name in names.split()]
    position = {"turn": 0, "phase": "turn_start", **fields}
    match = Match(RTD, RTD.load_course(course), seats, {}, Scripted([]), position)
    return match, next(ask for ask in match.asks if ask.who == who)


def option(match: Match, ask: Ask, name: str) -> Option:
    found = view.describe_option(match, ask, ask.names.index(name))
    assert found.name == name
    return found


# What is not offered, and why


@pytest.mark.parametrize(
    ("kart", "answer", "reason", "rule"),
    [
        ({"hook": "red_shell"}, "fire", None, None),
        ({"hand": ["red_shell"]}, "deploy_red_shell", "the Red Shell is kept while nobody", "A31"),
        ({"hook": "triple_red_shell"}, "deploy_triple_red_shell", "while nobody is ahead", "A31"),
        (
            {"hook": "red_shell", "hand": ["mushroom"]},
            "deploy_mushroom",
            "the Mushroom waits for the Red Shell you drag: the Red Shell is kept",
            "A84",
        ),
        ({}, "deploy_star", "you have no Star in hand", "R21"),
        ({}, "draft", "nobody is ahead of you in the segment", "R20"),
        ({}, "path_1", "the segment has no such path", "R23"),
    ],
)
def test_a31_what_is_refused_is_refused_with_its_reason(
    kart: dict[str, Any], answer: str, reason: str | None, rule: str | None
) -> None:
    match, ask = placed("Ann Bob", "Ann", karts={"Ann": kart})
    with pytest.raises(Illegal) as refused:
        match.answer(answer, ask.who)
    if reason:
        assert reason in str(refused.value)
        assert refused.value.rule == rule


def test_a31_the_menu_says_why_a_red_shell_is_kept() -> None:
    match, ask = placed("Ann Bob", "Ann", karts={"Ann": {"hook": "red_shell"}})
    assert view.describe_ask(match, ask).situation[-1] == (
        "The Red Shell is kept while nobody is ahead of you (A31)"
    )
    karts = {"Ann": {"star_until": 1}, "Bob": {"hand": ["red_shell"]}}
    match, ask = placed("Ann Bob", "Bob", karts=karts)
    assert view.describe_ask(match, ask).situation[-1] == (
        "The Red Shell is kept while the driver ahead is immune (A31)"
    )
    karts = {"Bob": {"hook": "red_shell", "hand": ["red_shell"]}}
    match, ask = placed("Ann Bob", "Bob", karts=karts)
    assert not any("kept" in line for line in view.describe_ask(match, ask).situation)


# Words


def test_every_number_has_a_name() -> None:
    assert all(each.words for each in [*Cause, *Modifier])
    assert set(words.EFFECT_NAMES) == set(Effect)
    assert set(ITEM_RULES) == set(Item) - {Item.NONE}
    assert all(words.order_name(order) for order in Order if order != Order.NONE)
    assert all(use in words.USE_NAMES or use > 20 for use in Use)
    choices = {question for question in Question if not question.is_die}
    assert choices == set(DESCRIBERS)


def test_whole_races_read_without_a_hole() -> None:
    for match in finished_races():
        events = match.events()
        for event in events:
            if isinstance(event, Roll):
                continue
            said = sentence(match, event)
            assert said == said.strip(), event
            assert not re.search(r"[{}]|None|_", said), event
        lines = view.log_lines(match, events)
        rolls = [event for event in events if isinstance(event, Roll)]
        dice = [part for line in lines for part in line.parts if part.kind == "die"]
        assert len(dice) == len(rolls)
        for line in lines:
            assert line.text == " ".join(line.text.split()), line
            assert line.heading or line.rules, line


def test_a_sentence_reads_like_a_report() -> None:
    match = race()
    assert sentence(match, Passed(0, 1)) == "Ann passed Bob"
    assert sentence(match, Momentum(0, -1, -1, Cause.SPIN_OUT)) == "Ann: M 0→−1 from the spin"


def test_a_pass_is_one_line_with_its_dice_and_rules() -> None:
    match = race()
    momentum = ((Modifier.MOMENTUM, 3),)
    events: list[RtdEvent] = [
        PassTried(0, 1),
        Roll(0, Question.PASS_ROLL, 5, momentum, 8),
        Roll(1, Question.PASS_DEFENCE, 2, momentum, 5),
        Passed(0, 1),
        Momentum(0, -1, 2, Cause.PASS),
    ]
    (line,) = view.log_lines(match, events)
    told = "Ann tried to pass Bob: ⚄ 5 +3 M = 8 against Bob ⚁ 2 +3 M = 5, passed (M 3→2)"
    assert line.text == told
    assert line.names == ("Ann", "Bob")
    assert line.rules == ("R27", "R4")


def phases_told(match: Match) -> list[str]:
    lines = view.log_lines(match, match.events())
    return [line.text for line in with_phases(lines) if line.heading]


def test_r16_a_phase_in_which_nothing_happened_has_no_heading() -> None:
    """Both drive defensively, have Momentum to stay, and no item boxes lie ahead."""
    karts = {name: {"momentum": 2} for name in ("Ann", "Bob")}
    match, _ = placed("Ann Bob", "Ann", PLAIN_COURSE, karts=karts)
    for who in ("Ann", "Bob"):
        match.answer("defensive", who)
    assert phases_told(match) == ["Turn 1", "Action phase", "Turn 2"]


def test_r16_r28_r30_lines_stand_under_the_phase_they_happened_in() -> None:
    """Bob has no Momentum left and must hold on, which is part of the movement."""
    karts = {"Ann": {"momentum": 2}, "Bob": {"momentum": 0}}
    match, _ = placed("Ann Bob", "Ann", PLAIN_COURSE, karts=karts)
    for who in ("Ann", "Bob"):
        match.answer("defensive", who)
    match.answer(2)
    assert phases_told(match) == ["Turn 1", "Action phase", "Movement phase", "Turn 2"]
    lines = [line for line in view.log_lines(match, match.events()) if "Fell Back" in line.text]
    assert [line.phase for line in lines] == ["Movement phase"]


def test_r27_a_pass_of_the_movement_phase_is_no_part_of_the_action_before_it() -> None:
    """Bob drives aggressively with a 6, and so has more Momentum than Ann when both jockey."""
    karts = {"Ann": {"momentum": 1}, "Bob": {"momentum": 0}}
    match, _ = placed("Ann Bob", "Ann", PLAIN_COURSE, karts=karts)
    match.answer("defensive", "Ann")
    match.answer("aggressive", "Bob")
    for face in (6, 4, 2):
        match.answer(face)
    lines = [line for line in view.log_lines(match, match.events()) if line.names[:1] == ("Bob",)]
    assert [(line.phase, line.rules) for line in lines] == [
        ("Action phase", ("R17", "R18")),
        ("Movement phase", ("R27", "R4", "R19")),
    ]


def told(*events: RtdEvent, turn: int = 1) -> list[str]:
    """The lines of these events in a race that has come to this turn."""
    match = race()
    match.race.turn = turn
    return [line.text for line in view.log_lines(match, events)]


def die(who: str, question: str, face: int) -> Rolled:
    return Roll(as_seat(NAMES.index(who)), Question[question.upper()], face, (), face)


def did(event: str, who: str, **fields: Any) -> RtdEvent:
    """The event of this name, with its fields as JSON has them."""
    kind = next(kind for kind in VOCABULARY.events if kind.name == event)
    seats, given = {name: seat for seat, name in enumerate(NAMES)}, {"who": who, **fields}
    values = {
        name: seats.get(value, value) if of in (SEAT, int) else of[value.upper()]
        for name, value in given.items()
        for of in (kind.fields()[name],)
    }
    return cast(RtdEvent, kind(**values))


def test_r21_r40_a_bloopers_victims_follow_what_was_used() -> None:
    used = did("deployed", "Ann", item="blooper")
    inked = [did("inked", name) for name in ("Bob", "Cid", "Dot")]
    assert told(used, *inked) == ["Ann used a Blooper: Bob, Cid and Dot got inked"]
    assert told(used, inked[0]) == ["Ann used a Blooper: Bob got inked"]


def test_a8_a_tie_is_said_to_be_why_it_failed() -> None:
    opposed = [
        did("pass_tried", "Ann", other="Bob"),
        die("Ann", "pass_roll", 4),
        die("Bob", "pass_defence", 4),
        did("pass_failed", "Ann", other="Bob"),
    ]
    assert told(*opposed) == ["Ann tried to pass Bob: ⚃ 4 against Bob ⚃ 4, a tie: stayed behind"]
    opposed[1] = die("Ann", "pass_roll", 3)
    assert told(*opposed) == ["Ann tried to pass Bob: ⚂ 3 against Bob ⚃ 4, stayed behind"]


def test_r15_each_tie_on_the_grid_has_a_line() -> None:
    start = {"cause": "rocket_start", "change": 1}
    momentum = {"Ann": 1, "Bob": 1, "Cid": 2, "Dot": 2}
    starts = [did("momentum", name, now=now, **start) for name, now in momentum.items()]
    dice = [("Cid", 5), ("Dot", 3), ("Ann", 4), ("Bob", 4), ("Ann", 1), ("Bob", 6)]
    ties = told(*starts, *[die(name, "grid_check", face) for name, face in dice])[-3:]
    assert ties == [
        "Tied on the grid with 2 M: Cid ⚄ 5, Dot ⚂ 3",
        "Tied on the grid with 1 M: Ann ⚃ 4, Bob ⚃ 4",
        "Still tied: Ann ⚀ 1, Bob ⚅ 6",
    ]


def test_r22_a_ram_that_came_to_nothing_is_told_at_the_turns_end() -> None:
    ready = [did("stance", name, order="ram") for name in ("Ann", "Bob", "Cid")]
    turn = [TurnBegins(1), *ready]
    rammed = [
        did("pass_tried", "Dot", other="Ann"),
        die("Ann", "ram_check", 5),
        die("Dot", "ram_defence", 5),
        did("ram_failed", "Ann", other="Dot"),
        did("momentum", "Ann", change=-1, now=2, cause="ram"),
        die("Dot", "pass_roll", 6),
        die("Ann", "pass_defence", 1),
        did("passed", "Dot", other="Ann"),
    ]
    home = did("finished", "Bob", place=1, turns=1)
    lines = [
        "Turn 1",
        "Ann, Bob and Cid made ready to ram",
        "Dot tried to pass Ann; Ann's ram: ⚄ 5 against Dot ⚄ 5, a tie: it missed (Ann M 3→2); "
        "the pass: Dot ⚅ 6 against Ann ⚀ 1, passed",
        "Bob won the race on turn 1",
    ]
    assert told(*turn, *rammed, home, turn=1) == lines  # Cid may still have the chance
    assert told(*turn, *rammed, home, turn=2) == [*lines, "Cid found nobody to ram"]
    after = TurnBegins(2)
    both = told(*turn, *rammed, home, after, turn=2)
    assert both == [*lines, "Cid found nobody to ram", "Turn 2"]


def test_r41_a_bomb_says_who_got_away_and_who_did_not() -> None:
    line = told(
        did("deployed", "Ann", item="bob_omb"),
        did("aimed", "Ann", item="bob_omb", other="Bob"),
        die("Bob", "bomb_dodge", 1),
        did("hit", "Bob", item="bob_omb"),
        did("thrown", "Bob"),
        die("Cid", "blast_check", 2),
        did("blast", "Cid", item="bob_omb"),
        did("spun_out", "Cid"),
        die("Dot", "blast_check", 5),
    )
    assert line == [
        "Ann dropped a Bob-omb in front of Bob, who tried to dodge: ⚀ 1, took the hit, "
        "flew into the air; in the blast: Cid ⚁ 2, spun out; Dot ⚄ 5, drove on"
    ]
    dropped = did("deployed", "Ann", item="bob_omb"), did("ordered", "Bob", order="draft")
    assert told(*dropped) == ["Ann dropped a Bob-omb, with nobody behind", "Bob drafted"]


def test_r43_a_shell_says_which_driver_it_hit_or_what_stopped_it() -> None:
    shot = [
        did("deployed", "Ann", item="red_shell"),
        die("Ann", "shell_attack", 6),
        die("Bob", "shell_defence", 2),
    ]
    hit = [did("hit", "Bob", item="red_shell"), did("flipped", "Bob")]
    before = "Ann fired a Red Shell: ⚅ 6 against Bob ⚁ 2"
    assert told(*shot, *hit) == [f"{before}, hit Bob, who flipped"]
    missed = did("missed", "Ann", item="red_shell", other="Bob")
    assert told(*shot, missed) == [f"{before}, missed"]
    stopped = [
        did("blocked", "Bob", item="banana"),
        did("item_lost", "Bob", item="banana", dodged=1),
    ]
    words = "Bob stopped it with the Banana behind the kart: both are gone"
    assert told(*shot, *stopped) == [f"{before}, {words}"]


def test_r33_who_fails_to_pass_runs_into_what_the_other_drags() -> None:
    lines = told(
        did("pass_tried", "Ann", other="Bob"),
        die("Ann", "pass_roll", 1),
        die("Bob", "pass_defence", 6),
        did("pass_failed", "Ann", other="Bob"),
        did("item_lost", "Bob", item="triple_red_shell", dodged=0),
        did("hit", "Ann", item="triple_red_shell"),
        did("flipped", "Ann"),
    )
    before = "Ann tried to pass Bob: ⚀ 1 against Bob ⚅ 6, stayed behind"
    assert lines == [f"{before}, ran into Bob's Red Shell, flipped"]


def test_r45_a_blue_shell_comes_down_on_a_driver() -> None:
    strike = did("blue_shell_strikes", "Ann", owner="Bob", item="blue_shell")
    hit = [did("hit", "Ann", item="blue_shell"), did("thrown", "Ann")]
    assert told(strike, *hit) == ["Bob's Blue Shell came down on Ann, who flew into the air"]


def test_r29_a_pull_ahead_that_has_still_to_meet_a_hazard_is_told_as_got_away() -> None:
    check = die("Ann", "pull_ahead_check", 4)
    assert told(check, die("Ann", "hazard_check", 5))[0] == "Ann tried to Pull Ahead: ⚃ 4, got away"
    assert told(check, did("pull_ahead_failed", "Ann")) == [
        "Ann tried to Pull Ahead: ⚃ 4, did not get away"
    ]


def test_r14_a_failed_rocket_start_says_so() -> None:
    assert told(die("Ann", "rocket_check", 1)) == ["Ann tried a Rocket Start: ⚀ 1, stalled"]


def test_a60_statuses_that_end_are_told_together() -> None:
    ended = [did("status_ended", who, status="ink") for who in ("Ann", "Bob")]
    ended.append(did("status_ended", "Cid", status="boo"))
    assert told(*ended) == ["Wore off: ink on Ann and Bob; Boo on Cid"]


def test_r7_r8_momentum_at_the_turns_end_is_a_line_each_for_both_bounds() -> None:
    ends = [("Ann", "below_zero", 1, 0), ("Bob", "maximum", -1, 5), ("Cid", "below_zero", 2, 0)]
    lines = told(
        *[did("momentum", who, cause=cause, change=by, now=now) for who, cause, by, now in ends]
    )
    assert lines == [
        "Back up to 0 M: Ann (M −1→0), Cid (M −2→0)",
        "Down to the maximum: Bob (M 6→5)",
    ]


def test_r41_a_thrown_bomb_is_said_to_be_thrown() -> None:
    aimed = [
        did("deployed", "Ann", item="bob_omb"),
        did("aimed", "Ann", item="bob_omb", other="Bob"),
    ]
    assert told(*aimed, die("Ann", "throw_check", 5)) == ["Ann threw a Bob-omb at Bob: ⚄ 5"]


def test_r24_a_slide_that_failed_says_so() -> None:
    slide = [did("ordered", "Ann", order="slide"), die("Ann", "slide_check", 2)]
    assert told(*slide) == ["Ann went into a Power Slide: ⚁ 2, no slide"]
    won = did("slide_won", "Ann")
    assert told(*slide, won) == ["Ann went into a Power Slide: ⚁ 2, made the slide"]


# Options


def test_r18_aggressive_says_what_each_face_brings() -> None:
    match, ask = placed("Ann Bob", "Ann")
    found = option(match, ask, "aggressive")
    assert found.meaning == "roll 1: −1 M · 4: +1 M · 5: +2 M · 6: +3 M (average +0.8 M)"
    assert "R18" in found.rules


@pytest.mark.parametrize(("momentum", "chance"), [(0, 15 / 36), (2, 26 / 36), (-6, 0)])
def test_r20_draft_chance_is_exact(momentum: int, chance: float) -> None:
    karts = {"Bob": {"momentum": momentum}}
    match, ask = placed("Ann Bob", "Bob", karts=karts)
    assert option(match, ask, "draft").chance == pytest.approx(chance)


def test_r24_slide_chance_goes_by_the_curve() -> None:
    match, ask = placed("Ann Bob", "Ann")  # a broad straight
    assert option(match, ask, "slide").chance == pytest.approx(1 / 2)
    karts = {"Ann": {"progress": 1}, "Bob": {"progress": 1}}  # a broad curve
    match, ask = placed("Ann Bob", "Ann", karts=karts)
    assert option(match, ask, "slide").chance == pytest.approx(4 / 6)


@pytest.mark.parametrize(
    ("karts", "meaning", "value"),
    [
        ({"Bob": {"boo_until": 1}}, "brings nothing: a ghost neither rams nor is rammed", None),
        ({"Bob": {"star_until": 1}}, "brings nothing more: with your Star every pass is", None),
        ({"Ann": {"boo_until": 1}}, "(not Ann ahead, a ghost, Cid behind 42%)", 15 / 36),
        ({"Cid": {"star_until": 1}}, "(Ann ahead 42%, not Cid behind, a Star)", 15 / 36),
    ],
)
def test_r44_r47_a_ram_promises_nothing_that_a_ghost_or_a_star_prevents(
    karts: dict[str, Any], meaning: str, value: float | None
) -> None:
    match, ask = placed("Ann Bob Cid", "Bob", karts=karts)
    found = option(match, ask, "ram")
    assert meaning in found.meaning
    assert found.chance == (value if value is None else pytest.approx(value))


def test_r44_a_ghost_is_not_said_to_run_into_what_is_dragged() -> None:
    dragging = {"hook": "banana"}
    match, ask = placed("Ann Bob", "Bob", karts={"Ann": dragging, "Bob": {"boo_until": 1}})
    assert option(match, ask, "draft").meaning.endswith("; a pass costs 1 M")
    match, ask = placed("Ann Bob", "Bob", karts={"Ann": dragging})
    assert option(match, ask, "draft").meaning.endswith("a failure runs you into the Banana")


def test_r41_nobody_immune_is_said_to_stand_in_the_blast() -> None:
    karts = {"Ann": {"hook": "bob_omb"}, "Dot": {"boo_until": 1}}
    match, ask = placed("Ann Bob Cid Dot", "Ann", karts=karts)
    for each in list(match.asks):
        match.answer("defensive", each.who)
    ask = match.asks[0]
    assert option(match, ask, "drop").meaning.endswith("; Cid must escape the blast")


def test_r18_an_average_of_nothing_has_no_sign_of_less() -> None:
    match, ask = placed("Ann Bob", "Ann", karts={"Ann": {"ink_until": 1}})
    assert "(average +0.0 M)" in option(match, ask, "aggressive").meaning


def test_r39_a_shell_without_aim_names_the_nearest_first() -> None:
    match, _ = placed("Ann Bob Cid", "Cid", karts={"Cid": {"hook": "green_shell"}})
    for each in list(match.asks):
        match.answer("defensive", each.who)
    match.answer("forward", "Cid")
    assert option(match, match.asks[0], "nobody").meaning.startswith("at Bob then Ann, without")


def test_r36_banana_names_the_drivers_it_may_hit() -> None:
    match, _ = placed("Ann Bob Cid", "Ann", karts={"Ann": {"hook": "banana"}})
    for ask in list(match.asks):
        match.answer("defensive", ask.who)
    (ask,) = match.asks
    found = option(match, ask, "lay")
    # Both drive defensively: Bob checks at −1 +1, Cid at 0 +1 if it has not hit Bob.
    assert found.chance == pytest.approx(1 / 2 + 1 / 2 * 1 / 3)
    assert "Bob 50%, Cid 17%" in found.meaning


def test_trying_an_option_out_changes_nothing() -> None:
    seats = [Seat("Ann"), *[Seat(name, "rookie") for name in NAMES[1:]]]
    match = Match(RTD, RTD.load_course("midnight_menagerie"), seats, {}, Seeded(9), bot_seed=9)
    choose = random.Random(4)
    seen = set()
    while not match.is_over:
        ask = match.person_asks()[0]
        seen.add(ask.question)
        before, told = match.position(), len(match.told)
        assert view.describe_ask(match, ask).question
        for index in range(len(ask.options)):
            found = view.describe_option(match, ask, index)
            assert all((found.label, found.meaning, found.rules)), found
            assert found.chance is None or 0 <= found.chance <= 1 + 1e-9
        assert (match.position(), len(match.told)) == (before, told)
        match.answer(choose.choice(ask.names), ask.who)
    assert {"order", "item_box", "rocket_start"} <= seen


def test_orders_of_others_are_not_given_away() -> None:
    """What an option is said to mean is the same whatever the others have ordered."""
    said: list[list[Any]] = []
    for order in ("aggressive", "defensive", "ram"):
        match, ask = placed("Ann Bob Cid", "Bob")
        match.answer(order, "Ann")
        match.answer(order, "Cid")
        said.append([view.describe_option(match, ask, i) for i in range(len(ask.options))])
        said.append([view.standings(match), view.track(match)])
    assert said[0::2] == [said[0]] * 3
    assert said[1::2] == [said[1]] * 3


def test_a_physical_die_is_asked_for_with_what_is_known() -> None:
    match, _ = placed("Ann Bob", "Ann", karts={"Ann": {"ink_until": 1}})
    for ask in list(match.asks):
        match.answer("aggressive", ask.who)
    (die,) = match.asks
    prompt = view.describe_ask(match, die)
    assert prompt.question == "Ann: Drive Aggressively (−1 ink)"
    assert prompt.sides == 6


def test_a76_a_die_that_chooses_says_what_each_face_stands_for() -> None:
    karts = {
        "Ann": {"hook": "banana"},
        "Bob": {"hand": ["boo"]},
        "Dot": {"hook": "triple_red_shell", "shells": 2, "hand": ["star"]},
    }
    match, _ = placed("Ann Bob Cid Dot", "Bob", karts=karts)
    for ask in list(match.asks):
        match.answer("deploy_boo" if ask.who == "Bob" else "defensive", ask.who)
    match.answer("hold", "Ann")
    prompt = view.describe_ask(match, match.asks[0])
    assert prompt.question == "Bob: the driver that Boo robs (1 Ann, 2 Dot)"
    assert prompt.sides == 2
    match.answer("2")
    prompt = view.describe_ask(match, match.asks[0])
    assert prompt.question == "Bob: which item Boo takes (1 Triple Red Shell, 2 Star)"
    match.answer("2")
    lines = [line.text for line in view.log_lines(match, match.events())]
    assert "Bob used Boo" in lines[-1]
    assert "drew driver 2, drew item 2, stole a Star from Dot" in lines[-1]


def test_r14_the_first_question_says_what_m_is() -> None:
    match = Match(
        RTD, RTD.load_course("sundae_drive"), [Seat("Ann"), Seat("Bob")], {}, Scripted([])
    )
    (situation,) = view.describe_ask(match, match.asks[0]).situation
    assert situation.startswith("M is Momentum")
    match, ask = placed("Ann Bob", "Ann", karts={"Ann": {"momentum": 3}})
    assert "3 Momentum (M)" in view.describe_ask(match, ask).situation[0]


def test_a69_the_referee_reads_whose_check_it_is() -> None:
    seats = [Seat("Ann"), Seat("Bob")]
    position = {"turn": 0, "phase": "turn_start"}
    match = Match(
        RTD, RTD.load_course("sundae_drive"), seats, {"referee": "on"}, Scripted([]), position
    )
    match.answer("defensive", "Ann")
    match.answer("custom", "Bob")
    (ask,) = match.asks
    assert ask.question == "custom_modifier"
    situation = view.describe_ask(match, ask).situation
    assert situation == ("The check is Bob's, for an action of their own",)


@pytest.mark.parametrize(("defensive", "default"), [(True, "no"), (False, "yes")])
def test_a37_the_suggested_answer_of_a_defensive_driver_is_not_to_pull_ahead(
    defensive: bool, default: str
) -> None:
    seats = [Seat("Ann"), Seat("Bob")]
    karts = {"Ann": {"momentum": 5, "defensive": defensive}}
    position = {"turn": 1, "phase": "pull_aheads", "karts": karts}
    options = {"defensive_pull_ahead": "on"}
    match = Match(RTD, RTD.load_course("sundae_drive"), seats, options, Scripted([]), position)
    index = view.describe_ask(match, match.asks[0]).default
    assert index is not None
    assert match.asks[0].names[index] == default


# The board


def test_standings_and_track_show_the_race() -> None:
    ann = {"momentum": 4, "hook": "triple_red_shell", "shells": 2, "hand": ["mushroom"]}
    karts = {"Ann": {**ann, "progress": 1}, "Bob": {"shrunk_until": 3, "laps": 0}}
    match, _ = placed("Ann Bob", "Ann", karts=karts, peels=[2], turn=1)
    leader, bob = view.standings(match)
    assert (leader.place, leader.name, leader.energy, leader.most) == (1, "Ann", 4, 5)
    assert leader.carried == ("~2 Red Shells", "Mushroom")
    assert [(status.name, status.turns) for status in bob.statuses] == [("shrunk", 2)]
    assert bob.note == "fallen behind"
    first, second, *_ = view.track(match)
    assert first.groups == ((1, ("Bob",)),)
    assert first.lying == ("2 Bananas",)
    assert ("!", "Spilt Syrup (check, or spin out)") in second.signs
    assert view.headline(match).conditions == ("Ice Cream Van: calm for 3 turns",)


def test_the_podium_has_times_and_deeds() -> None:
    match = race(seed=3, player="rookie")
    finishers = view.podium(match)
    result = match.result()
    assert result is not None
    assert [f.name for f in finishers] == [place["name"] for place in result["places"]]
    winner = finishers[0]
    assert sum(winner.laps) == winner.turns
    assert winner.best_lap == min(winner.laps)


def test_r10_a39_records_are_told_when_new_or_equalled() -> None:
    match = race(seed=3, player="rookie")
    kept, news = view.update_records(match, {}, "first")
    assert [": a new course record" in line for line in news] == [True, True]
    again, news = view.update_records(match, kept, "first")
    assert (again, news) == (kept, [])
    _, news = view.update_records(match, kept, "second")
    assert "equalled the course record" in news[0]
    slow = {"lap": {"turns": 30, "holder": "Zoe", "race": "old"}, "race": None}
    _, news = view.update_records(match, slow, "third")
    assert "it stood at 30 by Zoe" in news[0]
    assert len(view.record_lines(kept)) == 2


@pytest.mark.parametrize(
    ("lap_turns", "holder", "equalled"),
    [((5, 10, 10), "A", ["B", "C"]), ((10, 10, 5), "C", ["B", "A"]), ((9, 9, 9), "B", ["A", "C"])],
)
def test_r10_a39_of_equal_laps_the_earlier_one_holds_the_record(
    lap_turns: tuple[int, ...], holder: str, equalled: list[str]
) -> None:
    """B finishes first. Of equal turns the better finisher's counts, for laps and races."""
    seats = [Seat(name, "rookie") for name in ("A", "B", "C")]
    match = Match(RTD, RTD.load_course("sundae_drive"), seats, dice=Seeded(1))
    for seat, place in enumerate((2, 1, 3)):
        kart = match.race.karts[seat]
        kart.finish_turn, kart.best_lap, kart.place = (15 if place < 3 else 0), 5, place
        kart.best_lap_turn = lap_turns[seat]
    kept, _ = view.update_records(match, {}, "first")
    assert kept["race"]["holder"] == "B"
    assert kept["lap"]["holder"] == holder
    assert [name for name, _ in kept["lap"]["equalled"]] == equalled


def rules_of_lines(actions: dict[str, str], dice: list[int], **karts: Any) -> dict[str, set[str]]:
    """Ann and Bob give these orders on turn 1, Bob behind: the rules next to each line's words."""
    position = {"turn": 0, "phase": "turn_start", "karts": karts}
    seats = [Seat("Ann"), Seat("Bob")]
    match = Match(RTD, RTD.load_course("sundae_drive"), seats, {}, Scripted(dice), position)
    for who, action in actions.items():
        match.answer(action, who)
    while match.asks and not match.asks[0].is_dice and match.asks[0].question == "use":
        match.answer("hold", match.asks[0].who)
    lines = view.log_lines(match, match.events())
    return {"".join(part.text for part in line.parts): set(line.rules) for line in lines}


def test_r20_a_draft_cites_its_own_rule_and_not_that_of_jockeying() -> None:
    """ "Draft: makes one free Pass Attempt": on Bob's turn, long before the Movement Phase."""
    lines = rules_of_lines({"Ann": "aggressive", "Bob": "draft"}, [3, 1, 6])
    (rules,) = [rules for words, rules in lines.items() if words.startswith("Bob drafted")]
    assert {"R20", "A19", "R4"} <= rules
    assert "R27" not in rules


def test_r33_running_into_a_dragged_item_cites_the_rule_for_it() -> None:
    """ "A player that fails to Pass the driver dragging the item is treated as though hit"."""
    ann = {"hook": "banana"}
    lines = rules_of_lines({"Ann": "aggressive", "Bob": "draft"}, [3, 1, 6], Ann=ann)
    (rules,) = [rules for words, rules in lines.items() if "ran into Ann's Banana" in words]
    assert {"R33", "R36"} <= rules
