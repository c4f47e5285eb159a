"""Turns as posts: three markups, plain text, messages of a chat."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from wreckoning.core.dice import Seeded
from wreckoning.core.ids import SeatIndex, as_seat
from wreckoning.core.logs.log_file import read_log, replay
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat, find_ruleset
from wreckoning.core.shown import LogLine, Option, Part, Row
from wreckoning.show.orders import Language, plain, read_orders
from wreckoning.show.reports import (
    MARKUPS,
    AskedNext,
    Limit,
    MayFollow,
    Report,
    may_follow,
    messages,
    report_turn,
    standings_table,
)
from wreckoning.show.standing_answers import turn_now

GOLDEN = Path(__file__).parents[1] / "golden"
FRIDAY = Limit(1_800_000_000.0, "Fri 15 January 2027, 08:00 UTC")
LATER = Limit(FRIDAY.at + 3600, "Fri 15 January 2027, 09:00 UTC")
NASTY = "A*b*_[b]@everyone"


def row(place: SeatIndex, name: str, carried: tuple[str, ...] = ()) -> Row:
    """A driver who has 3 of 5 M."""
    return Row(
        seat=as_seat(place - 1),
        name=name,
        player="person",
        place=place,
        lap=2,
        stretch=1,
        where="Fudge Mile",
        carried=carried,
        statuses=(),
        stance="",
        note="",
        finished=0,
        vehicle="",
        energy=3,
        most=5,
    )


RULES = "https://race.example/rules/rtd"
REPORT = Report(
    course="Sundae Drive",
    unit="turn",
    number=7,
    lines=(
        LogLine((Part("Turn 7"),), heading=True),
        LogLine(
            (Part("Ann tried to pass Bob: "), Part("⚃ 4 +3 M = 7", "die"), Part(", passed")),
            rules=("R27", "R4"),
            phase="Movement phase",
        ),
        LogLine((Part(f"{NASTY} spun out"),), rules=("R35",), phase="Movement phase"),
    ),
    standings=(row(1, "Ann", ("Star",)), row(2, NASTY)),
    energy="M",
    waiting=(AskedNext("Ann", "Go for an item box?", "R30", FRIDAY),),
    link="http://127.0.0.1/table/x",
)


def test_markdown_renders_as_headings_a_list_and_a_table() -> None:
    html = MarkdownIt("commonmark").enable("table").render(MARKUPS["markdown"](REPORT))
    assert "<h2>Sundae Drive, turn 7</h2>" in html
    assert "<li>Ann tried to pass Bob: <strong>⚃ 4 +3 M = 7</strong>, passed (R27 R4)</li>" in html
    assert html.count("<p><strong>Movement phase</strong></p>") == 1
    assert html.count("<tr>") == 3
    assert "<td>Fudge Mile, lap 2</td>" in html
    assert "<h3>Next, until Fri 15 January 2027, 08:00 UTC</h3>" in html
    assert "<li><strong>Ann</strong>: Go for an item box? (R30)</li>" in html


def test_names_are_never_read_as_markup() -> None:
    html = MarkdownIt("commonmark").enable("table").render(MARKUPS["markdown"](REPORT))
    assert "<em>" not in html
    assert "A*b*_[b]@" in html
    for markup, text in MARKUPS.items():
        if markup != "text":
            assert "@everyone" not in text(REPORT), markup
    bb = MARKUPS["bbcode"](REPORT)
    assert bb.count("[b]") == bb.count("[/b]")


def test_bbcode_closes_every_tag() -> None:
    tags = re.findall(r"\[(/?)(\w+)[^\]]*\]", MARKUPS["bbcode"](REPORT))
    opened = list[str]()
    for closing, name in tags:
        if closing:
            assert opened.pop() == name
        else:
            opened.append(name)
    assert not opened


def test_columns_without_entries_are_left_out() -> None:
    assert standings_table(REPORT)[0] == ("", "driver", "where", "M", "carries")
    bare = replace(REPORT, standings=(row(1, "Ann"),))
    assert standings_table(bare) == [
        ("", "driver", "where", "M"),
        ("1.", "Ann", "Fudge Mile, lap 2", "3/5"),
    ]


@pytest.mark.parametrize("most", [80, 200, 2000])
def test_messages_fit_and_keep_code_blocks_closed(most: int) -> None:
    text = MARKUPS["discord"](replace(REPORT, lines=REPORT.lines * 30)) + "x" * 300
    found = messages(text, most)
    assert all(0 < len(piece) <= most for piece in found)
    assert all(piece.count("```") % 2 == 0 for piece in found)
    whole = re.sub(r"```|\s", "", "".join(found))
    assert whole == re.sub(r"```|\s", "", text), "nothing is lost"


def test_messages_are_cut_before_a_heading() -> None:
    text = "__Action phase__\n" + "• x\n" * 15 + "__Standings__\n" + "1. Ann\n" * 5
    first, second = messages(text, 100)
    assert first.endswith("• x\n")
    assert second == "__Standings__\n" + "1. Ann\n" * 5


def test_drivers_with_one_question_share_a_line() -> None:
    """And each deadline stands at its question if they differ."""
    asked = [AskedNext(who, "Your order?", "R17", FRIDAY) for who in ("Ann", "Bob", "Cid")]
    later = AskedNext("Dot", "Your order?", "R17", LATER)
    same = MARKUPS["text"](replace(REPORT, waiting=tuple(asked)))
    assert "Next, until Fri 15 January 2027, 08:00 UTC\n  Ann, Bob and Cid: Your order?" in same
    differ = MARKUPS["discord"](replace(REPORT, waiting=(*asked, later)))
    assert "__Next__\n" in differ
    assert "1. **Ann** · Fudge Mile, lap 2 · 3/5 M · Star\n" in differ
    assert "• **Dot**: Your order? (R17) Until <t:1800003600:F>." in differ


@pytest.mark.parametrize("markup", MARKUPS)
def test_a_post_says_the_game_the_lap_and_what_the_course_is_like(markup: str) -> None:
    scene = "Kart RTD · lap 2 of 3 · Ice Cream Van: calm"
    text = MARKUPS[markup](replace(REPORT, scene=scene))
    assert text.index("turn 7") < text.index(scene) < text.index("tried to pass")
    assert text.replace(scene, "").split() == MARKUPS[markup](REPORT).split()


def test_rules_are_links_where_the_markup_has_them() -> None:
    report = replace(REPORT, rules=RULES)
    assert f"([R27]({RULES}#R27) [R4]({RULES}#R4))" in MARKUPS["markdown"](report)
    assert f"item box? ([R30]({RULES}#R30))" in MARKUPS["markdown"](report)
    assert f"([url={RULES}#R27]R27[/url] [url={RULES}#R4]R4[/url])" in MARKUPS["bbcode"](report)
    for markup, words in (("discord", f"Rules: <{RULES}>"), ("text", f"Rules: {RULES}")):
        lines = MARKUPS[markup](report).splitlines()
        assert words in lines  # once, since each message is short
        assert any(line.endswith("passed (R27 R4)") for line in lines)


@pytest.mark.parametrize("markup", MARKUPS)
def test_signs_are_said_in_words_where_they_occur(markup: str) -> None:
    found = find_ruleset("rtd")
    seats = [Seat("Ann"), Seat("Bob")]
    start = {"turn": 4, "phase": "turn_start", "karts": {"Ann": {"hook": "green_shell"}}}
    match = Match(found, found.load_course("sundae_drive"), seats, start_position=start)
    report = report_turn(match, None).report
    said = MARKUPS[markup](report).replace("\\", "")
    assert "M: Momentum; 3/5 M is 3 now" in said
    assert "all drive on to the next segment, except those who Fell Back" in said
    assert "· fallen behind: a segment or more off the pace: +1 on Item Rolls · ~: the item" in said
    without = Match(found, found.load_course("sundae_drive"), seats)
    assert report_turn(without, None).report.signs.keys() == {"where", "M"}


def test_the_last_column_of_the_standings_has_a_head_and_what_stands_in_it_is_explained() -> None:
    found = find_ruleset("rtd")
    start = {"turn": 4, "phase": "turn_start", "karts": {"Ann": {"ink_until": 5}}}
    seats = [Seat("Ann"), Seat("Bob")]
    match = Match(found, found.load_course("sundae_drive"), seats, start_position=start)
    report = report_turn(match, None).report
    head, ann, _ = standings_table(report)
    assert (head[-1], ann[-1].partition(",")[0]) == ("state", "ink")
    assert report.signs["ink"].startswith("−1 on Racing Checks")
    assert not {"shrunk", "Boo", "Star"} & report.signs.keys()


def test_gauges_are_explained_if_they_mean_the_same_for_several_drivers() -> None:
    rush = find_ruleset("rush")
    match = Match(rush, rush.load_course(rush.course_names()[0]), [Seat("Ann"), Seat("Bob")])
    assert report_turn(match, None).report.signs["Steering"] == "A lane change each (N14)"


def begin(match: Match) -> None:
    """Play to the orders of turn 1: Ann wins the roll for the pole."""
    for name in ("Ann", "Bob"):
        match.answer("no", name, "rocket_start")
    for face in ("6", "1"):
        match.answer(face)


ASKED = AskedNext(
    "Ann",
    "Pull Ahead?",
    "R29",
    options=(
        Option("yes", "Yes", "it costs 3 M", 0.25, chance_of="success"),
        Option("no", "No", ""),
    ),
    kind="pull ahead",
)


@pytest.mark.parametrize(
    ("markup", "said"),
    [
        (
            "markdown",
            "- **Ann**: Pull Ahead? (R29) The word for it in orders: pull ahead.\n"
            "  - Yes, 25% success: it costs 3 M\n  - No\n",
        ),
        (
            "bbcode",
            "[*][b]Ann[/b]: Pull Ahead? (R29) The word for it in orders: pull ahead.\n"
            "[list]\n[*]Yes, 25% success: it costs 3 M\n[*]No\n[/list]\n",
        ),
        (
            "discord",
            "The word for it in orders: pull ahead.\n◦ Yes, 25% success: it costs 3 M\n◦ No\n",
        ),
        (
            "text",
            "The word for it in orders: pull ahead.\n    Yes, 25% success: it costs 3 M\n    No\n",
        ),
    ],
)
def test_what_can_be_answered_stands_below_the_question(markup: str, said: str) -> None:
    assert said in MARKUPS[markup](replace(REPORT, waiting=(ASKED,)))


def test_many_options_are_cut_short_and_a_group_is_one_line() -> None:
    def said(options: list[Option]) -> list[str]:
        waiting = (replace(ASKED, options=tuple(options)),)
        return MARKUPS["text"](replace(REPORT, waiting=waiting, link="")).splitlines()

    steps = [Option(f"s{n}", f"To square {n}", "") for n in range(1, 16)]
    assert said(steps)[-2:] == ["    To square 12", "    and 3 more"]
    spots = [Option(f"n{n}", f"Spot {n}", "", group="spot", short=str(n)) for n in (2, 3)]
    assert said(spots)[-1] == "    spot: 2, 3"


def test_next_has_the_options_of_each_driver_but_no_secret_answer() -> None:
    found = find_ruleset("rtd")
    seats = [Seat("Ann"), Seat("Bob")]
    start = {"karts": {"Ann": {"hook": "green_shell"}}}
    match = Match(found, found.load_course("sundae_drive"), seats, start_position=start)
    begin(match)
    before = {one.who: one for one in report_turn(match, None).report.waiting}
    assert before["Ann"].options != before["Bob"].options
    assert before["Bob"].kind == "order"
    match.answer("aggressive", "Ann", "order")
    (left,) = report_turn(match, None).report.waiting
    assert left == before["Bob"]


def test_what_a_bot_can_answer_is_left_out() -> None:
    found = find_ruleset("rtd")
    seats = [Seat("Ann", "rookie"), Seat("Bob", "rookie")]
    match = Match(found, found.load_course("sundae_drive"), seats, automatic=False)
    waiting = report_turn(match, None).report.waiting
    assert [(one.who, one.options, one.kind) for one in waiting] == [
        ("Ann", (), ""),
        ("Bob", (), ""),
    ]


def test_a_turn_in_which_nothing_has_happened_yet_is_not_the_last_one() -> None:
    """The turn before has the news, and the questions are those of now."""
    found = find_ruleset("rtd")
    match = Match(found, found.load_course("sundae_drive"), [Seat("Ann"), Seat("Bob")])
    assert report_turn(match, None).report.number == 0
    begin(match)
    match.answer("aggressive", "Ann", "order")
    told = report_turn(match, None)
    assert (told.report.number, told.last) == (0, 1)
    assert any("Rocket Start" in line.text for line in told.report.lines)
    assert [one.who for one in told.report.waiting] == ["Bob"]


@pytest.mark.parametrize(
    ("markup", "before"),
    [("markdown", "```"), ("bbcode", "[code]"), ("discord", "```"), ("text", "")],
)
def test_the_first_post_has_the_course_in_words(markup: str, before: str) -> None:
    found = find_ruleset("rtd")
    match = Match(found, found.load_course("sundae_drive"), [Seat("Ann"), Seat("Bob")])
    text = MARKUPS[markup](report_turn(match, None).report)
    hazard = "! Ice Cream Van: A Racing Check at +1, or spin out; only while"
    assert text.index(before) < text.index(hazard) < text.index("Standings")
    begin(match)
    for name in ("Ann", "Bob"):
        match.answer("aggressive", name, "order")
    assert hazard not in MARKUPS[markup](report_turn(match, 1).report)


def test_a_course_in_words_ends_no_block() -> None:
    report = replace(REPORT, course_map=("```", f"[/code]{NASTY}"))
    html = MarkdownIt("commonmark").render(MARKUPS["markdown"](report))
    assert html.count("<pre>") == html.count("</pre>") == 1
    assert MARKUPS["bbcode"](report).count("[/code]") == 2


@pytest.mark.parametrize(
    ("markup", "said"),
    [
        ("markdown", "in the turn:\n  - pull ahead: yes, and 2 more (Try to Pull Ahead?)\n"),
        (
            "bbcode",
            "in the turn:\n[list]\n[*]pull ahead: yes, and 2 more (Try to Pull Ahead?)\n[/list]\n",
        ),
        ("discord", "in the turn:\n◦ pull ahead: yes, and 2 more (Try to Pull Ahead?)\n"),
        ("text", "in the turn:\n    pull ahead: yes, and 2 more (Try to Pull Ahead?)\n"),
    ],
)
def test_what_orders_can_answer_later_in_the_turn_stands_once(markup: str, said: str) -> None:
    following = (MayFollow("pull ahead", "Try to Pull Ahead?", ("yes",), 2),)
    text = MARKUPS[markup](replace(REPORT, waiting=(ASKED, ASKED), following=following))
    assert text.count(said) == 1
    assert "in the turn:" not in MARKUPS[markup](replace(REPORT, waiting=(ASKED,)))


def test_what_may_follow_is_what_the_turn_still_has() -> None:
    found = find_ruleset("rtd")
    match = Match(found, found.load_course("sundae_drive"), [Seat("Ann"), Seat("Bob")])

    def following(kind: str) -> list[MayFollow]:
        return list(may_follow(match, [replace(ASKED, kind=kind)]))

    kinds = [one.kind for one in following("order")]
    assert {"use", "target", "slide pass", "pull ahead", "item box"} <= set(kinds)
    assert not {"order", "rocket start", "custom modifier"} & set(kinds)
    assert [one.kind for one in following("item box")] == ["keep item"]
    assert following("rocket start")[0].kind == "order"
    assert following("pull ahead")[0].options == ("yes", "no")
    (target,) = (one for one in following("use") if one.kind == "target")
    assert target.options == ("(a driver's name)", "nobody")
    (use,) = (one for one in following("order") if one.kind == "use")
    assert len(use.options) + use.more == len(Language(found).offered("use"))
    assert following("") == []


@pytest.mark.parametrize(
    ("key", "example"),
    [
        ("rtd", "rocket start: yes"),
        ("rush", "gear: g1 4 >= 60%"),
        ("kart", "manoeuvre: short >= 60%"),
        ("rally", "spot: spot 1"),
    ],
)
def test_a_post_has_an_order_about_its_own_questions(key: str, example: str) -> None:
    found = find_ruleset(key)
    course = found.load_course(found.course_names()[0])
    match = Match(found, course, [Seat("Ann"), Seat("Bob")], {}, Seeded(7))
    report = report_turn(match, None).report
    assert report.example == example
    assert read_orders(report.example, Language(found, tuple(match.names))).rules
    text = MARKUPS["text"](report)
    assert f'  Orders are answers given ahead, a line each, such as "{report.example}".\n' in text
    assert "such as" not in MARKUPS["text"](replace(report, example=""))


@pytest.mark.parametrize(
    "log", ["rtd/all_switched.jsonl", "rtd/switch_momentum_cap_always.jsonl", "rally/caught.jsonl"]
)
def test_every_question_of_a_turn_may_follow_those_asked_before_it(log: str) -> None:
    written = read_log((GOLDEN / log).read_text())
    found = find_ruleset(str(written.header["ruleset"]))
    language, then = Language(found), replay(written, found)
    entries = then.entries[then.first :]
    then.rewind(then.first)
    turn, before = turn_now(then), set[str]()
    for entry in entries:
        asked = {plain(ask.question) for ask in then.asks} & language.kinds().keys()
        if turn == turn_now(then) and before:
            assert asked <= before | language.following(before).keys()
        turn, before = turn_now(then), asked or before
        then.play_entry(entry)
