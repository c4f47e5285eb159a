"""Lines that players type: options by number, name, label and figure; commands; several moves."""

from __future__ import annotations

import pytest

from wreckoning.core.dice import Dice, Physical, Seeded
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat, find_ruleset
from wreckoning.core.shown import Option
from wreckoning.show.typed_moves import (
    Choice,
    Command,
    Meaning,
    MoveReader,
    Read,
    Unclear,
    hint_of,
    is_numbered,
)

COMMANDS = ("undo", "help", "board", "log", "rule")
ORDERS = [
    Option("aggressive", "Drive Aggressively", ""),
    Option("defensive", "Drive Defensively", ""),
    Option("slide", "Power Slide", ""),
    Option("log", "Roll the log", ""),
]
WAYS = [
    Option("go", "Go", ""),
    *[
        Option(f"forward {far}", f"Forward {far}", "", group="forward, inches", short=far)
        for far in ("½", "1", "1½", "6", "6½")
    ],
    *[
        Option(f"left {turn}", f"Left {turn}°", "", group="left, degrees", short=str(turn))
        for turn in (5, 30, 45)
    ],
]
NUDGES = [
    Option(f"nudge {side}", f"½ inch {side}", "", group="½ inch", short=side)
    for side in ("ahead", "back")
]
SPOTS = [Option(f"spot {n}", f"Spot {n}", "", group="spot", short=str(n)) for n in (2, 7)]


def read(line: str, options: list[Option], default: int | None = None) -> Read:
    return MoveReader(COMMANDS, options, default).read_move(line)


def problem(line: str, options: list[Option]) -> str:
    unclear = read(line, options)
    assert isinstance(unclear, Unclear), unclear
    return unclear.problem


@pytest.mark.parametrize(
    ("line", "index"),
    [
        *(("1", 0), (" 3 ", 2), ("defensive", 1), ("Power slide", 2), ("SLIDE", 2)),
        *(("agg", 0), ("power", 2), ("log", 3), ("roll the LOG", 3)),
    ],
)
def test_an_option_by_number_name_and_beginning(line: str, index: int) -> None:
    assert read(line, ORDERS) == Choice(index)


def test_an_empty_line_is_the_default_if_there_is_one() -> None:
    assert read("", ORDERS, 1) == Choice(1)
    assert problem(" ", ORDERS) == "type 1 to 4, a name, or ? for help"
    assert problem(" ", ORDERS[:2]) == "type 1 or 2, a name, or ? for help"
    assert problem(" ", ORDERS[:1]) == "type 1, a name, or ? for help"


def test_ambiguous_move_lists_its_options() -> None:
    said = "'drive' may be Drive Aggressively or Drive Defensively"
    assert read("drive", ORDERS) == Unclear(said, meant=(0, 1))


@pytest.mark.parametrize("line", ["0", "5", "9" * 5000, "0000013", "1.5", "-1", "xyz", "toString"])
def test_move_that_is_no_option_is_unclear(line: str) -> None:
    assert problem(line, ORDERS).endswith("type 1 to 4, a name, or ? for help")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("undo", Command("undo")),
        ("U", Command("undo")),
        ("?", Command("help")),
        ("h", Command("help")),
        ("map", Command("board")),
        ("rule R22", Command("rule", "R22")),
        ("Rules  R22 R23", Command("rule", "R22 R23")),
        ("R22", Command("rule", "r22")),
        ("?R22", Command("rule", "R22")),
        ("? slide", Meaning(2)),
        ("?2", Meaning(1)),
        ("?3", Meaning(2)),
    ],
)
def test_commands(line: str, meant: Read) -> None:
    assert read(line, ORDERS) == meant


def test_commands_are_understood_when_nothing_is_asked() -> None:
    assert read("undo", []) == Command("undo")
    assert problem("slide", []).endswith("nothing is asked of you now; type ? for help")
    assert problem("?slide", []).endswith("nothing is asked of you now; type ? for help")


def test_commands_of_other_clients_are_not_read() -> None:
    assert isinstance(MoveReader(("undo",), ORDERS).read_move("R22"), Unclear)
    assert isinstance(MoveReader(("undo",), ORDERS).read_move("help"), Unclear)
    assert MoveReader(("map",), ORDERS).read_move("map") == Command("map")


def test_several_moves_have_commas_between_them() -> None:
    reader = MoveReader((), [Option("go", "Go", ""), Option("slide left, 15 right", "Slide", "")])
    assert reader.split("forward 6, left 30,go") == ("forward 6", "left 30, go")
    assert reader.split("slide left, 15 right") == ("slide left, 15 right", "")
    assert reader.split("go") == ("go", "")
    assert reader.split(",") == ("", "")
    assert reader.read("go, go") == (Choice(0), "go")


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("f 6", "forward 6"),
        ("f6", "forward 6"),
        ("forward 6.5", "forward 6½"),
        ("F 6 1/2", "forward 6½"),
        ("fo 1.0", "forward 1"),
        ("forward 0.5", "forward ½"),
        ("f .5", "forward ½"),
        ("f ½", "forward ½"),
        ("l 30", "left 30"),
        ("left 30°", "left 30"),
        ("l 30°", "left 30"),
        ("go", "go"),
        ("1", "go"),
    ],
)
def test_a_figure_of_a_group(typed: str, name: str) -> None:
    found = read(typed, WAYS)
    assert isinstance(found, Choice), found
    assert WAYS[found.index].name == name


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("6", "6 of what? type f 1½, or several in a line: f 1½, l 30"),  # the sixth is 6½
        ("99", "99 of what? type f 1½, or several in a line: f 1½, l 30"),
        ("f 7", "forward, inches: ½ to 6½, not 7"),
        ("l 50", "left, degrees: 5 to 45, not 50"),
        ("b 3", "'b 3' is neither an option nor a command: type 1 to 9, a name, or ? for help"),
    ],
)
def test_figure_outside_a_group_is_unclear(typed: str, why: str) -> None:
    assert problem(typed, WAYS) == why


def test_a_group_is_told_from_its_least_to_its_most() -> None:
    turned = [WAYS[0], *reversed(WAYS[6:]), *reversed(WAYS[1:6])]
    assert problem("l 50", turned) == "left, degrees: 5 to 45, not 50"
    assert problem("f 7", turned) == "forward, inches: ½ to 6½, not 7"


def test_ten_and_a_half_is_not_one_and_a_half() -> None:
    far = [Option(f"forward {n}", n, "", group="forward", short=n) for n in ("1½", "10½")]
    assert read("f 10.5", far) == read("f 10 1/2", far) == Choice(1)


def test_figures_are_no_numbers_of_options() -> None:
    assert [option.name for option in WAYS if is_numbered(option)] == ["go"]


def test_numbers_choose_where_the_group_has_no_figures() -> None:
    assert read("2", NUDGES) == Choice(1)
    assert hint_of(NUDGES) == ""


def test_a_figure_is_enough_where_there_is_one_group() -> None:
    assert read("7", SPOTS) == Choice(1)
    assert problem("1", SPOTS) == "spot: 2 to 7, not 1"
    assert hint_of(SPOTS) == "s 7"


def test_a_rules_number_is_no_figure() -> None:
    assert read("w14", WAYS) == Command("rule", "w14")


# At a race: names by their declarations, faces of dice, and what the rules have against a move


def reader_at(match: Match) -> MoveReader:
    ask = match.person_asks()[0]
    view = match.ruleset.view
    if ask.is_dice:
        options = [Option(face, face, "") for face in ask.names]
    else:
        options = [view.label_option(match, ask, index) for index in range(len(ask.names))]
    return MoveReader((*COMMANDS, "roll"), options, None, match, ask)


def race_until(question: str, dice: Dice, game: str = "rtd") -> MoveReader:
    """At the first ask of this name, or of this die."""
    ruleset = find_ruleset(game)
    course = ruleset.load_course(ruleset.course_names()[0])
    match = Match(ruleset, course, [Seat("Ann"), Seat("Bob")], dice=dice)
    while match.person_asks()[0].question != question:
        ask = match.person_asks()[0]
        match.answer(ask.names[0], ask.who, ask.question)
    return reader_at(match)


def test_a_move_that_is_not_offered_names_the_rule_against_it() -> None:
    reader = race_until("order", Seeded(1))
    assert reader.read_move("deploy red shell") == Unclear("you have no Red Shell in hand", "R21")
    assert problem_of(reader, "deploy").startswith("'deploy' is neither an option nor a command")


def test_a_name_is_read_by_its_declaration() -> None:
    reader = race_until("shift", Seeded(1), "kart")
    assert reader.ask is not None
    index = reader.ask.names.index("gear_up")
    assert reader.options[index].label == "Shift up"
    assert reader.read_move("  Gear  UP ") == Choice(index)
    assert isinstance(MoveReader(COMMANDS, reader.options).read_move("gear up"), Unclear)


def test_dice_take_several_faces() -> None:
    reader = race_until("grid_check", Physical())
    assert reader.read("4 2 6") == (Choice(3), "2 6")
    assert reader.read("4") == (Choice(3), "")
    assert reader.read_move("7") == Unclear("the die has faces 1 to 6, not 7")
    assert problem_of(reader, "x").endswith("type what the die shows, 1 to 6, or roll")
    assert reader.read_move("roll") == Command("roll")


def problem_of(reader: MoveReader, line: str) -> str:
    unclear = reader.read_move(line)
    assert isinstance(unclear, Unclear)
    return unclear.problem
