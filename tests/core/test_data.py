"""A ruleset's data with other figures: what is changed, what is refused, what stays as printed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.toy.ruleset import TOY

from wreckoning.core.dice import Seeded
from wreckoning.core.documents import Json
from wreckoning.core.errors import Malformed, WreckError
from wreckoning.core.files.data import document, house_changes, printed_figure, steps, with_changes
from wreckoning.core.files.toml_files import parse_toml
from wreckoning.core.logs.log_file import read_log, replay, write_log
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Ruleset, Seat, course_key, find_ruleset
from wreckoning.core.seats import check_options
from wreckoning.rulesets.rtd.race import Item

RTD, RUSH, KART = find_ruleset("rtd"), find_ruleset("rush"), find_ruleset("kart")
SEATS = [Seat("Ann", "rookie", {"perk": "keen_eye", "debuff": "slow"}), Seat("Bob", "rookie")]


def begin(ruleset: Ruleset, seats: list[Seat] | None = None) -> object:
    course = ruleset.load_course(ruleset.course_names()[0])
    plain = [Seat("Ann", "rookie"), Seat("Bob", "rookie")]
    return ruleset.start(course, seats or plain, check_options(ruleset, {}))


def test_changed_figure_changes_nothing_else() -> None:
    changed = with_changes(RTD, {"karts.standard.drag": 5, "karts.debuff.slow.figures.maximum": -2})
    race = changed.start(changed.load_course("sundae_drive"), SEATS, check_options(RTD, {}))
    assert [kart.figures.drag for kart in race.karts[:2]] == [5, 5]
    assert [kart.figures.maximum for kart in race.karts[:2]] == [3, 5]
    printed = RTD.start(RTD.load_course("sundae_drive"), SEATS, check_options(RTD, {}))
    assert [kart.figures.drag for kart in printed.karts[:2]] == [3, 3]
    assert RTD.setup["debuff"]()["slow"].figures == {"maximum": -1}
    assert changed.setup["debuff"]()["slow"].figures == {"maximum": -2}
    assert with_changes(RTD, {}) is RTD
    assert printed_figure(RTD, "karts.standard.drag") == 3


@pytest.mark.parametrize(
    ("ruleset", "path", "value", "what"),
    [
        (RUSH, "cars.points.heat", 9, lambda race: race.cars[0].figures.heat),
        (RUSH, "cars.car.ironclad.brake", 7, lambda race: race.cars[0].brake),
        (KART, "karts.kart.middle.handling", 2, lambda race: race.karts[0].handling),
        (KART, "karts.length", 60, lambda race: race.bodies[0].half_length // 500),
        (KART, "items.ranges.double", 200, lambda race: race.shells.reach),
        (KART, "templates.template.long.gears", "TTTTTT", lambda race: race.templates[2].standing),
    ],
)
def test_every_ruleset_allows_changed_figures(
    ruleset: Ruleset, path: str, value: object, what: object
) -> None:
    assert callable(what)
    before, after = what(begin(ruleset)), what(begin(with_changes(ruleset, {path: value})))
    assert before != after
    assert what(begin(ruleset)) == before


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ("karts.standard.wings", 1, r"no \"wings\" here; expected one of drag"),
        ("karts.standard.darg", 1, r"did you mean \"drag\""),
        ("karts.perk.wings.figures.ram", 1, r"no \"wings\" here"),
        ("karts.perk.12.figures.ram", 1, r"no \"12\" here"),
        ("karts.standard.drag.more", 1, "leads nowhere"),
        ("cards.standard.drag", 1, r"no data file \"cards\"; expected one of items, karts"),
        ("karts", 1, "expected a figure of this table"),
        ("karts.standard.drag", True, "expected a whole number, found true"),
        ("karts.standard.drag", 10**9, "at most"),
        ("karts.perk.keen_eye.key", "eye", "names stay as they are"),
        ("karts..drag", 1, "expected keys with dots between them"),
    ],
)
def test_figures_that_do_not_fit_are_refused(path: str, value: object, problem: str) -> None:
    with pytest.raises(Malformed, match=problem):
        with_changes(RTD, {path: value})


def test_a_table_of_a_list_is_called_by_key_or_number() -> None:
    for name in ("ramming_speed", "1"):
        changed = with_changes(RTD, {f"karts.perk.{name}.figures.ram": 2})
        assert changed.setup["perk"]()["ramming_speed"].figures == {"ram": 2}
    assert steps('segment."St. Elmo".boxes') == ["segment", "St. Elmo", "boxes"]


def test_impossible_figures_are_refused_at_the_start() -> None:
    with pytest.raises(WreckError, match="maximum: expected a whole number from 1 to 9, found 0"):
        begin(with_changes(RTD, {"karts.standard.maximum": 0}))
    with pytest.raises(WreckError, match="at most 12 in all"):
        begin(with_changes(RUSH, {"cars.points.mines": 5}))


def test_a_ruleset_without_data_has_no_figures() -> None:
    with pytest.raises(Malformed, match="there are none"):
        with_changes(TOY, {"cards.steps": 3})


def test_figures_in_an_unread_file_are_refused() -> None:
    """Else a house rule would do nothing, and nobody would know."""
    careless = replace(KART, lay_out=lambda course, seats, options: None)
    changed = with_changes(careless, {"items.item.shell.text": "It is blue."})
    with pytest.raises(Malformed, match="no rule reads this file"):
        begin(changed)
    assert document(KART.package, "items")["item"][0]["text"] != "It is blue."


def test_a_log_keeps_the_changes_and_is_replayed_with_them() -> None:
    changed = with_changes(RTD, {"karts.standard.maximum": 3})
    match = Match(changed, RTD.load_course("sundae_drive"), SEATS, dice=Seeded(3))
    text = write_log(match)
    assert '"data": {"karts.standard.maximum": 3}' in text
    assert replay(read_log(text), RTD).result() == match.result()
    course = RTD.load_course("sundae_drive")
    options = check_options(RTD, {})
    assert course_key(RTD, course, options) != course_key(changed, course, options)


# --- house files

OWN = """
[items]
table = ["star", "banana", "banana"]

[karts.standard]
maximum = 6

[[karts.perk]]
key = "drift_king"
title = "Drift King"
text = "+2 on Power Slides."
touches = "slide"
figures = { slide = 2 }

[[karts.perk]]
key = "keen_eye"
figures = { box = 2 }
"""


def house_file(text: str) -> Json:
    """The changes in a house file of this text."""
    name = "sunday.toml"
    return house_changes(RTD, parse_toml(name, text), name)


@pytest.mark.parametrize(
    ("key", "text", "place"),
    [
        ("kart", "templates = 3\n[karts]\nkart = [1]", "templates"),
        ("kart", "[karts]\nkart = [1]\n[templates]", "karts.kart"),
        ("rtd", f"{'.'.join('karts' for _ in range(2500))} = 1", "karts.karts"),
    ],
)
def test_values_of_another_shape_are_refused_with_their_place(
    key: str, text: str, place: str
) -> None:
    """A game that reads a list of tables does not expect a list of numbers."""
    with pytest.raises(Malformed, match=f"^sunday.toml: {place}: .*expected .*[a-z]$"):
        house_changes(find_ruleset(key), parse_toml("sunday.toml", text), "sunday.toml")


def test_a_house_file_changes_figures_and_adds_cards() -> None:
    """Nothing is changed for the printed game; the view names the new card."""
    changes = house_file(OWN)
    assert changes["karts.perk.keen_eye.figures.box"] == 2
    own = with_changes(RTD, changes)
    seats = [Seat("Ann", "rookie", {"perk": "drift_king", "debuff": "slow"}), Seat("Bob", "rookie")]
    match = Match(own, own.load_course("sundae_drive"), seats, dice=Seeded(3), bot_seed=5)
    figures = match.race.karts[0].figures
    assert (figures.slide, figures.maximum) == (2, 5)
    assert match.race.loot.listed[:3] == [int(Item.STAR), int(Item.BANANA), int(Item.BANANA)]
    (ann,) = (row for row in own.view.standings(match) if row.name == "Ann")
    assert ann.vehicle == "Drift King + Slow"
    assert [rule.text for rule in own.house_rules(match.options)] == [
        "items: table is Star, Banana, Banana (printed: "
        "Banana, Fake Item Box, Green Shell, Blooper, Bob-omb, Mushroom, Red Shell, Boo, "
        "Blue Shell, Triple Red Shell, Star, Thunderbolt)",
        "karts: standard, maximum is 6 (printed: 5)",
        "Drift King is a new perk: +2 on Power Slides (touches slide, slide 2)",
        "Keen Eye: box is 2 (printed: 1)",
    ]
    assert RTD.house_rules(match.options) == []
    assert "drift_king" not in RTD.setup["perk"]()
    text = write_log(match)
    again = replay(read_log(text), RTD)
    assert again.ruleset.changes == changes
    assert (again.position(), again.result()) == (match.position(), match.result())


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "sunday.toml: expected tables of items, karts$"),
        ("[orders]\nleave_out = []", 'no data file "orders"; expected one of items, karts'),
        ("[items", "sunday.toml: line 1: not readable as TOML"),
        ("[kart.standard]\nmaximum = 6", "kart.standard.maximum: no data file.*did you mean"),
        ("[karts.standard]\nmaxi = 6", 'karts.standard.maxi: no "maxi" here'),
        ("[karts.standard]\nmaximum = 99", "karts: standard: maximum: expected a whole number"),
        ('[[karts.standard]]\nkey = "x"', "karts.standard"),
        ('[[karts.perk]]\nkey = "X"', "karts.perk.X: expected a table with a key of small"),
        (
            '[[karts.perk]]\ntitle = "X"',
            "karts.perk.1: expected a table with a key of small letters, digits",
        ),
        (
            '[[karts.perk]]\nkey = "x"\n[[karts.perk]]\nkey = "x"',
            "karts.perk.x: there are two of this name: expected one",
        ),
        ('[[karts.perk]]\nkey = "x"', 'perk 12, "x": title: expected a line'),
        (OWN.replace('"slide"', '"zzz"'), '"drift_king": touches: expected one of accel.*"zzz"'),
        (
            OWN.replace('"Drift King"', '"Keen Eye"'),
            "drift_king.title: a printed card is called that: expected a title of its own",
        ),
        (OWN + 'title = "Eagle Eye"', "keen_eye.title: a printed card keeps its title: give one"),
        (OWN.replace("slide = 2", "slid = 2"), 'figures: unknown key "slid"; .* mean "slide"'),
        (OWN.replace("slide = 2", "slide = 9"), "figures: slide: expected a whole number from -4"),
        (OWN.replace('"star"', '"starr"'), 'items.table: row 1: .*found "starr"; did you mean'),
        ("[items]\ntable = []", "items.table: expected 1 to 24 items"),
        ('[[items.table]]\nkey = "x"', "items.table"),
        ("[karts]\nperk = 3", "karts.perk: expected a list, found 3"),
        ('[karts]\nperk = [{title = "x"}]', "karts.perk.1"),
    ],
)
def test_faults_in_a_house_file_are_one_line(text: str, problem: str) -> None:
    with pytest.raises(Malformed, match=problem) as refused:
        house_file(text)
    assert str(refused.value).startswith("sunday.toml")
    assert "\n" not in str(refused.value)


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    """Over HTTP a text comes as a file had it."""
    assert house_file(f"\ufeff{OWN}") == house_file(OWN)


def test_changes_are_told_in_the_words_of_the_data() -> None:
    told = {
        "cars.car.ironclad.brake": (5, "Ironclad: brake is 5 (printed: 4)"),
        "tiles.tile.gantry.front.grid": (False, "The Gantry: grid is no (printed: yes)"),
        "cars.points.heat": (-7, "cars: points, heat is −7 (printed: 6)"),
    }
    own = with_changes(RUSH, {path: value for path, (value, _) in told.items()})
    assert [rule.text for rule in own.house_rules({})] == [words for _, words in told.values()]


def test_cards_are_added_only_where_a_ruleset_allows_it() -> None:
    with pytest.raises(Malformed, match=r"cars\.car\.mine"):
        with_changes(RUSH, {"cars.car.mine": {"key": "mine", "title": "Mine"}})
