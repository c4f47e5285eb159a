"""Experiment files: what may vary, and every fault by its line, before anything is raced."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.lab.small import read

from wreckoning.core.errors import Malformed
from wreckoning.core.ruleset import find_ruleset, rulesets
from wreckoning.lab.lines import LineNumbers
from wreckoning.lab.session import open_experiment, shipped
from wreckoning.lab.starter import starter
from wreckoning.lab.variants import line_up

HEAD = 'title = "T"\nruleset = "rtd"\nraces = 2000\n'  # lines 1 to 3
SEATS = '[[seats]]\nname = "Ann"\n[[seats]]\nname = "Field"\ncount = 2\n'  # lines 4 to 8
RUSH = 'title = "T"\nruleset = "rush"\nraces = 2000\n' + SEATS
KART = 'title = "T"\nruleset = "kart"\nraces = 2000\n' + SEATS


def vary(what: str, values: str) -> str:
    """Lines 9 to 11 of a file."""
    return f'[[vary]]\nwhat = "{what}"\nvalues = {values}\n'


CARRY = vary("options.carry", '["1", "2"]')
TWO = '[[variant]]\nname = "a"\nset = { "options.carry" = "2" }\n'


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (HEAD + "rases = 5\n" + SEATS, 4, "unknown key"),
        ('title = "T"\nruleset = "chess"\n', 2, "no ruleset"),
        (HEAD.replace("2000", '"many"') + SEATS, 3, "whole number"),
        (HEAD + "until = 2\n" + SEATS, 4, "a share from"),
        (HEAD + SEATS + 'perk = "wings"\n', 9, "expected one of ramming_speed"),
        (HEAD + SEATS + 'player = "me"\n', 9, "expected one of random, rookie"),
        (HEAD + SEATS + '[options]\nlaps = "3"\n', 10, "unknown key"),
        (HEAD + SEATS + '[options]\ncarry = "9"\n', 10, "1 or 0 or 2 or 3"),
        (HEAD + SEATS + '[data]\n"karts.standard.wings" = 1\n', 10, "no .wings. here"),
        (HEAD + SEATS + '[data]\n"carts.standard.drag" = 1\n', 10, "no data file"),
        (HEAD + SEATS + '[data]\n"karts.standard.drag" = "much"\n', 10, "a whole number"),
        (HEAD + SEATS + '[data]\n"karts.standard.maximum" = 0\n', 10, "maximum: expected a whole"),
        (HEAD + SEATS + vary("options.carry", '["1", "7"]'), 11, "expected 1 or 0 or 2 or 3"),
        (HEAD + SEATS + vary("options.wings", '["1"]'), 11, "no house rule 'wings'"),
        (HEAD + SEATS + vary("seats.Bob.perk", '["keen_eye"]'), 11, "no seats of the name 'Bob'"),
        (HEAD + SEATS + vary("seats.Ann.player", '["rookie", "nobody"]'), 11, "no player"),
        (HEAD + SEATS + vary("seats.Ann.hat", '["red"]'), 11, "no choice 'hat'"),
        (HEAD + SEATS + vary("seats.Field.count", "[2, 20]"), 11, "expected 1 to 12"),
        (HEAD + SEATS + vary("seats.Ann.perk", '["keen_eye"]'), 11, "takes a Debuff too"),
        (HEAD + SEATS + vary("data.karts.perk.keen_eye.figures.box", "[1, 99]"), 11, "from -4"),
        (HEAD + SEATS + vary("data.karts.perk.keen_eye.key", '["x"]'), 11, "names stay"),
        (HEAD + SEATS + vary("course.laps", "[1, 77]"), 11, "laps: expected a whole number"),
        (HEAD + SEATS + vary("course.segment.Nowhere.boxes", "[1]"), 11, "no .Nowhere. here"),
        (HEAD + SEATS + vary("weather", '["wet"]'), 10, "expected options"),
        (HEAD + SEATS + vary("course", '["sundae_drive"]'), 10, "courses vary as course = "),
        (HEAD + SEATS + vary("course.", "[1]"), 10, "keys with dots between them"),
        (HEAD + SEATS + vary("course.lap", "[1]"), 11, "unknown key .lap.; .* did you mean"),
        (HEAD + SEATS + vary("seed", "[1, -1]"), 11, "seed: expected a whole number"),
        (HEAD + SEATS + vary("seats.Ann", "[1]"), 11, "no choice ''"),
        (HEAD + SEATS + vary("options.carry", '"most"'), 11, "a list of 1 to"),
        (RUSH + vary("data.cars.points.mines", "[4, 9]"), 11, "at most 12 in all"),
        (RUSH + vary("data.gears.matrix.4", '["B....", "....."]'), 11, "a spot in gear 1"),
        (RUSH + '[[variant]]\nname = "a"\nset = { "seats.Field.car" = "hornet" }\n', 11, "once"),
        (KART + vary("data.karts.kart.light.max_gear", "[4, 8]"), 11, "from 1 to 6"),
        (KART + vary("data.templates.template.long.gears", '["X"]'), 11, "6 letters"),
        (KART + vary("data.karts.width", "[32, 90]"), 11, "length"),
        # what a file may write in more ways than one, and what stands twice
        (HEAD + SEATS + "[data.karts.standard]\nmaximum = 99\n", 10, "from 1 to 9"),
        (HEAD + SEATS + "[data]\nkarts.standard.maximum = 99\n", 10, "from 1 to 9"),
        (HEAD + SEATS + '[[seats]]\nname = "ANN"\n', 10, "a second .ANN."),
        (HEAD + SEATS + '[[seats]]\nname = "Field 2"\n', 9, "'Field 2' is taken"),
        (RUSH.replace('name = "Field"\n', 'name = "Field"\ncar = "hornet"\n'), 6, "once"),
        (HEAD + 'course = "here.toml"\n' + SEATS, 4, "cannot be read"),
        (HEAD + SEATS + CARRY + CARRY.replace("1", "3"), 12, "options.carry: varies in vary 1"),
        (
            HEAD + SEATS + CARRY + '[[variant]]\nname = "a"\nset.options.carry = "3"\n',
            14,
            "varies in",
        ),
        (HEAD + SEATS + TWO + '[[variant]]\nname = "A"\n', 13, "a second .A."),
        (HEAD + SEATS + TWO + '[[variant]]\nname = "b"\nset.options.carry = "9"\n', 14, "or 3"),
        (
            HEAD + SEATS + TWO + '[[variant]]\nname = "b"\n[variant.set]\n'
            '"course.laps" = 2\n"options.carry" = "9"\n',
            16,
            "expected 1 or 0 or 2 or 3",
        ),
        # what is wrong in the file is not the fault of what varies
        (HEAD + SEATS + 'perk = "keen_eye"\n' + CARRY, 6, "takes a Debuff too"),
    ],
)
def test_a_fault_is_one_line_that_names_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(Malformed, match=words) as caught:
        line_up(read(text))
    assert str(caught.value).startswith(f"small.toml: line {line}: "), str(caught.value)
    assert "\n" not in str(caught.value)


def test_illegal_combination_names_its_parts() -> None:
    """A28: Ramming Speed and Featherweight touch the same roll."""
    text = HEAD + SEATS + vary("seats.Ann.perk", '["ramming_speed"]')
    text += vary("seats.Ann.debuff", '["slow", "featherweight"]')
    with pytest.raises(Malformed, match=r"line 14: .*Featherweight.*with .*Ramming Speed.*A28"):
        line_up(read(text))
    skipped = line_up(read('illegal = "skip"\n' + text))
    assert [variant.labels["seats.Ann.debuff"] for variant in skipped.variants] == ["Slow"]
    assert len(skipped.left_out) == 1


def test_all_combinations_of_what_varies() -> None:
    text = HEAD + 'course = ["sundae_drive", "rattlebone_pass"]\n' + SEATS
    text += vary("options.carry", '["1", "2", "3"]') + vary("course.laps", "[1, 2]")
    found = line_up(read(text)).variants
    assert len(found) == 2 * 3 * 2
    assert len({tuple(variant.labels.values()) for variant in found}) == 12
    assert {variant.course.record.laps for variant in found} == {1, 2}
    assert [variant.number for variant in found] == list(range(12))


def test_every_lineup_starts_from_every_place() -> None:
    (variant,) = line_up(read(HEAD + SEATS)).variants
    assert variant.rotations == 6
    names = [[seat.name for seat in variant.seats(rotation)] for rotation in range(6)]
    assert names[0] == ["Ann", "Field 1", "Field 2"]
    for seat in range(3):
        assert {row[seat] for row in names} == {"Ann", "Field 1", "Field 2"}
    (fixed,) = line_up(read("rotate = false\n" + HEAD + SEATS)).variants
    assert fixed.rotations == 1


def test_seeds_vary_and_what_changes_is_told_for_each_of_them() -> None:
    text = "seed = 5\n" + HEAD + SEATS + CARRY
    assert {variant.seed for variant in line_up(read(text)).variants} == {5}
    found = line_up(read(text + vary("seed", "[1, 9]"))).variants
    assert [variant.seed for variant in found] == [1, 9, 1, 9]
    assert [variant.labels["seed"] for variant in found] == ["1", "9", "1", "9"]
    assert read(text + vary("seed", "[1, 9]")).watch == ("Ann", "Field")


def test_figure_left_out_by_a_course_can_be_set() -> None:
    """A segment without item boxes says nothing of boxes."""
    text = HEAD + SEATS + vary("course.segment.'Fudge Mile'.boxes".replace("'", '\\"'), "[2, 3]")
    found = line_up(read(text)).variants
    assert [[each.boxes for each in v.course.record.segment][4] for v in found] == [2, 3]


def test_watched_drivers_decide_when_to_stop() -> None:
    assert read(HEAD + SEATS).watch == ("Ann", "Field")
    assert read(HEAD + SEATS + vary("seats.Ann.player", '"all"')).watch == ("Ann",)
    assert read('watch = "Field"\n' + HEAD + SEATS).watch == ("Field",)


def test_own_course_is_found_next_to_the_experiment(tmp_path: Path) -> None:
    import wreckoning.rulesets.rtd.courses as courses

    folder = Path(courses.__file__).parent / "data" / "courses"
    own = (folder / "sundae_drive.toml").read_text("utf-8").replace("laps = 3", "laps = 1")
    (tmp_path / "own.toml").write_text(own, "utf-8")
    text = HEAD + 'course = "own.toml"\n' + SEATS
    assert line_up(read(text, tmp_path)).variants[0].course.record.laps == 1
    with pytest.raises(Malformed, match=r"small\.toml: line 4: own\.toml: cannot be read"):
        line_up(read(text, tmp_path / "elsewhere"))


def test_another_file_or_figure_is_another_experiment() -> None:
    one = line_up(read(HEAD + SEATS)).digest
    assert one == line_up(read(HEAD + SEATS)).digest
    assert one != line_up(read(HEAD + SEATS + '[data]\n"karts.standard.drag" = 4\n')).digest
    assert one != line_up(read("seed = 2\n" + HEAD + SEATS)).digest


@pytest.mark.parametrize("name", list(shipped()))
def test_experiments_that_come_with_the_games_can_be_raced(name: str) -> None:
    assert line_up(open_experiment(name)).variants


@pytest.mark.parametrize("key", [ruleset.key for ruleset in rulesets()])
def test_the_starter_can_be_raced_and_what_is_in_its_comments_too(key: str) -> None:
    text = starter(find_ruleset(key))
    assert line_up(read(text)).variants
    data = text.replace('# "', '"')  # the figures under [data]
    assert line_up(read(data)).variants


def test_unknown_experiment_is_refused() -> None:
    with pytest.raises(Malformed, match=r"no such experiment.*did you mean"):
        open_experiment("every_perks")


def test_lines_of_tables_keys_and_long_values() -> None:
    text = 'a = """\n[[no]]\nb = 1\n"""\nlist = [\n  "x", # [\n  [ "y" ]\n]\n\n[one]\n'
    text += '"k.l" = 1\nm.n = 2\n[[two]]\nc = { d = 1 }\n[[two]]\nc = 3\n'
    lines = LineNumbers("f", text)
    assert [lines.of(place) for place in ("a", "list", "one", "one: k.l", "one: m.n")] == [
        *(1, 5, 10, 11, 12)
    ]
    assert (lines.of("two 1: c"), lines.of("two 2: c"), lines.of("two 2: z")) == (14, 16, 15)
    assert lines.of("no 1") == lines.of("b") == 1
