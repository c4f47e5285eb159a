"""What comes of an experiment: tables, a page, logs that replay the very races, comparisons."""

from __future__ import annotations

import csv
import json
from base64 import b64decode
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pyarrow.parquet as parquet
import pytest

from wreckoning import __version__
from wreckoning.core.door import seed_race
from wreckoning.core.errors import Malformed
from wreckoning.core.ids import seat_range
from wreckoning.core.logs.log_file import read_log, replay
from wreckoning.core.ruleset import Ruleset, find_ruleset, rulesets
from wreckoning.lab import plots
from wreckoning.lab.compare import Comparison, as_document, differences
from wreckoning.lab.compare_report import write_comparison
from wreckoning.lab.experiment_file import read
from wreckoning.lab.findings import Findings, VariantResults
from wreckoning.lab.lots import Lot
from wreckoning.lab.outliers import record
from wreckoning.lab.page import Better, change
from wreckoning.lab.report import write_report
from wreckoning.lab.session import run
from wreckoning.lab.statistics import Estimate
from wreckoning.lab.tables import Row, rows
from wreckoning.lab.variants import line_up

RTD = """
title = "Perks & <Debuffs>"
ruleset = "rtd"
course = "sundae_drive"
seed = 11
races = 6000

[[seats]]
name = "Subject"
perk = "ramming_speed"
debuff = "slow"

[[seats]]
name = "Field"
count = 2

[[vary]]
what = "seats.Subject.perk"
title = "Perk"
values = ["ramming_speed", "high_acceleration"]

[[vary]]
what = "options.carry"
values = ["1", "3"]
"""


def raced(text: str, folder: Path) -> Findings:
    return run(line_up(read(text, "x.toml", folder)), folder)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> tuple[Findings, Path]:
    folder = tmp_path_factory.mktemp("rtd")
    findings = raced(RTD, folder / "out")
    write_report(findings, folder / "out")
    return findings, folder / "out"


@pytest.mark.slow
def test_the_same_table_in_csv_and_parquet(results: tuple[Findings, Path]) -> None:
    findings, folder = results
    with (folder / "results.csv").open(encoding="utf-8-sig") as stream:
        table = list(csv.DictReader(stream))
    columns = parquet.read_table(folder / "results.parquet").to_pylist()
    assert len(table) == len(columns) == 4 * 3 * (1 + 3)  # variants, drivers, all starts and each
    for row, column in zip(table, columns, strict=True):
        assert list(row) == list(column)
        for name, value in column.items():
            assert row[name] == ("" if value is None else str(value))
    whole = [row for row in columns if row["seat"] == "all"]
    for number in range(1, 5):
        own = [row for row in whole if row["variant"] == number]
        assert sum(row["wins"] for row in own) == own[0]["races"]
        assert sum(row["place"] for row in own) == pytest.approx(1 + 2 + 3)
        assert all(row["win_share_low"] <= row["win_share"] <= row["win_share_high"] for row in own)
    starts = [row for row in columns if row["variant"] == 1 and row["driver"] == "Subject"]
    assert starts[0]["wins"] == sum(row["wins"] for row in starts[1:])
    assert findings.races == sum(row["races"] for row in whole) // 3


@pytest.mark.slow
def test_changes_are_against_the_first_value_of_all_that_varies(
    results: tuple[Findings, Path],
) -> None:
    findings, _ = results
    first, *others = findings.found
    assert findings.reference(first) is None
    assert all(findings.reference(other) is first for other in others)
    change = others[1].change(first, 0)
    gap = others[1].win_share(0).value - first.win_share(0).value
    assert change.value == pytest.approx(gap)
    assert change.is_clear  # High Acceleration is much better


class Page(HTMLParser):
    """Collects a page's tags, and checks that they are closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.plots = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.links += [str(given[name]) for name in ("href", "src") if name in given]
        self.ids += [str(given["id"])] if "id" in given else []
        self.plots += tag == "svg"
        if tag not in ("meta", "br", "link"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_report_page_needs_no_other_file(results: tuple[Findings, Path]) -> None:
    _, folder = results
    text = (folder / "report.html").read_text("utf-8")
    page = Page()
    page.feed(text)
    assert not page.open
    assert page.plots >= 6
    assert len(page.ids) == len(set(page.ids))
    assert "<Debuffs>" not in text
    assert "Perks &amp; &lt;Debuffs&gt;" in text
    for link in page.links:
        assert link.startswith(("#", "data:")) or (folder / link).is_file(), link
    assert "<script" not in text
    parts = ['class="headline"', "<figure", "All figures", "How this was found", "To cite this:"]
    assert [text.index(part) for part in parts] == sorted(text.index(part) for part in parts)
    assert "(x.toml), seed 11, " in text
    assert "sundae_drive" not in text.partition("<pre>")[0]
    assert "#0a0b" not in text  # all colours are the page's


def test_logs_of_races_that_stand_out_are_those_races(results: tuple[Findings, Path]) -> None:
    findings, folder = results
    for name in ("shortest", "longest", "lead_changes", "comeback"):
        log = read_log((folder / "logs" / f"{name}.jsonl").read_text("utf-8"))
        assert replay(log, find_ruleset("rtd")).is_over
        assert log.header["dice"].startswith("simulated:11:")
    for name, end in (("shortest", min), ("longest", max)):
        log = read_log((folder / "logs" / f"{name}.jsonl").read_text("utf-8"))
        assert log.result
        assert log.result["turns"] == end(turns for f in findings.found for turns in f.lengths)


PLAIN = """
title = "T"
ruleset = "{key}"
races = 1000
{data}
[[seats]]
name = "A"
[[seats]]
name = "B"
player = "random"
"""


@pytest.mark.parametrize("key", [ruleset.key for ruleset in rulesets()])
def test_a_recorded_race_is_the_simulated_one(key: str) -> None:
    """Answer by answer through a match, and straight through the rules with the same streams."""
    variant = line_up(read(PLAIN.format(key=key, data=""), "x.toml", Path())).variants[0]
    rules = variant.ruleset
    race = rules.start(variant.course, variant.seats(1), variant.options)
    seed_race(race, 5, 23)
    while not rules.is_over(race):
        rules.step(race)
    match = record(replace(variant, seed=5), 1, 23)
    places = [rules.tallies.place(race, seat) for seat in seat_range(2)]
    assert [rules.tallies.place(match.race, seat) for seat in seat_range(2)] == places
    assert rules.tallies.length(match.race) == rules.tallies.length(race)


def test_a_log_keeps_the_figures_that_were_changed() -> None:
    data = '[data]\n"karts.standard.maximum" = 2\n'
    variant = line_up(read(PLAIN.format(key="rtd", data=data), "x.toml", Path())).variants[0]
    match = record(replace(variant, seed=5), 0, 1)
    from wreckoning.core.logs.headers import header_of
    from wreckoning.core.logs.log_file import write_log

    assert header_of(match)["data"] == {"karts.standard.maximum": 2}
    again = replay(read_log(write_log(match)), find_ruleset("rtd"))
    assert again.race.karts[0].figures.maximum == 2
    assert again.result() == match.result()


# --- comparing


def pair(tmp_path: Path, after: str, before: str = RTD) -> Comparison:
    return Comparison(raced(before, tmp_path / "a"), raced(after, tmp_path / "b"))


def test_house_rule_names_its_effect_on_each_kart(tmp_path: Path) -> None:
    """With a maximum of 9 for the standard kart all are faster; Slow is still 1 below it."""
    one = RTD.replace('values = ["1", "3"]', 'values = ["1"]')
    other = one + '[data]\n"karts.debuff.slow.figures.maximum" = -3\n'
    found = pair(tmp_path, other, one)
    words = found.sentences()
    assert words[-1] == "Changed: data.karts.debuff.slow.figures.maximum, -1 before, -3 now."
    subject = [c for c in found.changes if c.group == "Subject"]
    assert len(subject) == 2
    assert all(c.share.is_clear and c.share.value < 0 for c in subject)
    assert all(c.share.value > 0 for c in found.changes if c.group == "Field")
    assert any("Subject (Ramming Speed) wins" in line and "less often" in line for line in words)
    path = write_comparison(found, tmp_path / "out")
    page = Page()
    page.feed(path.read_text("utf-8"))
    assert not page.open
    assert page.plots == 2
    text = path.read_text("utf-8")
    assert text.index('class="headline"') < text.index("<svg") < text.index("<table")
    assert f"Wreckoning {__version__}, Kart RTD" in text
    document = json.loads(json.dumps(as_document(found)))
    assert [each["variant"] for each in document["variants"]] == [
        "Ramming Speed",
        "High Acceleration",
    ]
    assert all(each["same_dice"] for each in document["variants"])


def given(lots: list[list[int]]) -> Findings:
    """Lots of 1,000 races in which the first driver won so often; the other won the rest."""
    whole = line_up(read(PLAIN.format(key="rtd", data=""), "x.toml", Path()))
    variant = whole.variants[0]
    tallies = np.zeros((2, len(variant.ruleset.tallies.names)), np.int64)
    found = []
    for won in (lot[0] for lot in lots):
        places = np.array([[won, 1000 - won], [1000 - won, won]])
        halves = np.stack([places[:, 0] // 2, places[:, 0] - places[:, 0] // 2], axis=1)
        sums = np.stack(
            [(places @ [1, 2]) // 2, (places @ [1, 2]) - (places @ [1, 2]) // 2], axis=1
        )
        found.append(Lot(1000, halves, sums, places, tallies, tallies[:, :2], {9: 1000}, {}))
    return Findings(whole, (VariantResults(variant, tuple(found)),), True)


EVEN = [[500 + shift] for shift in (-9, 4, 7, -2, 5, -6, 3, -4, 8, -6)]


def test_comparison_of_given_lots_says_a_change_only_if_there_is_one() -> None:
    more = [[won + 60 + shift % 3] for shift, (won,) in enumerate(EVEN)]
    words = Comparison(given(EVEN), given(more)).sentences()
    assert any(line.startswith("A wins 6.1 points more often (") for line in words)
    assert "and comes in 0.06 places earlier." in words[0]
    same = Comparison(given(EVEN), given(EVEN)).sentences()
    assert same == ["No change of more than 0.0 points for A and B."]
    shuffled = [[won] for (won,) in EVEN[1:] + EVEN[:1]]
    (line,) = Comparison(given(EVEN), given(shuffled)).sentences()
    assert line.startswith("No change of more than 1.")
    (line,) = Comparison(given(EVEN[:1]), given([[900]])).sentences()
    assert line == "Too few races to tell a change in how often each driver wins."


def test_many_comparisons_of_equals_share_one_error() -> None:
    """A difference that one comparison alone would call clear is not clear among four."""
    shifts = (10, -2, 9, 5, -1, 8, 7, -3, 6, 4)
    moved = [[won + shift] for (won,), shift in zip(EVEN, shifts, strict=True)]
    found = Comparison(given(EVEN), given(moved))
    assert found.pairs[0].win_share("A").is_clear
    assert not found.changes[0].share.is_clear


LONG = "Midnight Menagerie, High Acceleration with Featherweight, and some more words"


def test_long_labels_are_cut_to_two_lines_and_whole_in_a_tooltip() -> None:
    rows = [plots.Dot(LONG, Estimate(0.5, 0.4, 0.6)), plots.Dot("Short", Estimate(0.2, 0.1, 0.3))]
    drawing = plots.dots("Wins & losses", rows, "win share", 0.5)
    root = ElementTree.fromstring(drawing.html)
    shown = [node.text or "" for node in root.iter("{http://www.w3.org/2000/svg}text")]
    tips = [node.text for node in root.iter("{http://www.w3.org/2000/svg}title")]
    assert tips == [LONG, "Short"]
    assert "Short" in shown
    assert all(len(text) <= plots.LINE_LENGTH for text in shown)
    assert any(text.endswith("…") for text in shown)


def test_drawing_is_to_be_had_as_svg_png_and_csv() -> None:
    drawing = plots.dots("Wins & losses", [plots.Dot("Ann", Estimate(0.5, 0.4, 0.6))], "wins", 0.5)
    files = {name: b64decode(address.partition(",")[2]) for name, address in drawing.downloads()}
    assert list(files) == ["wins-losses.svg", "wins-losses.png", "wins-losses.csv"]
    assert b"var(" not in files["wins-losses.svg"], "a file has no page to take colours from"
    assert b"#2f6fb2" in files["wins-losses.svg"]
    assert files["wins-losses.png"].startswith(b"\x89PNG")
    assert files["wins-losses.csv"].decode().splitlines()[1] == "Ann,0.5,0.4,0.6"


def test_colour_of_a_change_says_better_or_worse() -> None:
    more = Estimate(0.5, 0.4, 0.6)
    assert 'class="up"' in change(more)
    assert 'class="down"' in change(more, better=Better.LESS)
    assert 'class="up"' in change(more.scaled(-1), better=Better.LESS)
    assert 'class="clear"' in change(more, better=Better.NEITHER)
    assert "class" not in change(Estimate(0.5, -0.4, 0.6))


def test_unset_switch_counts_as_its_default() -> None:
    plain = read(PLAIN.format(key="rtd", data=""), "x.toml", Path())
    text = PLAIN.format(key="rtd", data='options.momentum_cap = "always"')
    found = list(differences(plain, read(text, "x.toml", Path())))
    assert found == [("options.momentum_cap", "cleanup", "always")]


@pytest.mark.slow
def test_equal_variants_differ_by_exactly_0(tmp_path: Path) -> None:
    """With the same dice the same rules give the same races: every difference is 0."""
    found = pair(tmp_path, RTD.replace("Perks", "Cards"))
    assert all(c.share.value == c.share.low == c.share.high == 0 for c in found.changes)
    other = pair(tmp_path / "other", RTD.replace("seed = 11", "seed = 12"))
    assert not any(p.same_dice for p in other.pairs)
    assert all(c.share.half > 0 for c in other.changes)


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (PLAIN.format(key="rush", data=""), "x.toml: line 3: ruleset: expected rtd"),
        (RTD.replace("Subject", "Other").replace("Field", "Rest"), "seats of one of the same"),
        (
            RTD.replace("options.carry", "course.laps").replace('"1", "3"', "1, 2"),
            "varies in only one",
        ),
        (RTD.replace('["ramming_speed", "high', '["big_trunk", "hot_start"] # '), "no variant"),
    ],
)
def test_invalid_comparison_is_refused_before_racing(after: str, words: str) -> None:
    with pytest.raises(Malformed, match=words):
        Comparison.check(*(line_up(read(t, "x.toml", Path())) for t in (RTD, after)))


HOSTILE = ["driver", "variant", "player", "seat", "wins", "place_low", "course", "mean_passes"]
NAMED = '[[variant]]\nname = "plain"\n[[variant]]\nname = "again"\n'


def table_of(ruleset: Ruleset, more: str = "") -> list[Row]:
    """The table of one race of a small experiment, as if the ruleset had these choices."""
    whole = line_up(read(PLAIN.format(key=ruleset.key, data="") + more, "x.toml", Path()))
    count = len(ruleset.tallies.names)
    one = np.ones((2, 2), np.int64)
    lot = Lot(4, one, one, one, np.ones((2, count), np.int64), one, {9: 1}, {})
    found = [VariantResults(replace(v, ruleset=ruleset), (lot,)) for v in whole.variants]
    return rows(Findings(whole, tuple(found), True))


@pytest.mark.parametrize("key", [ruleset.key for ruleset in rulesets()])
@pytest.mark.parametrize("more", ["", NAMED])
def test_no_field_of_a_ruleset_hides_a_column_of_the_table(key: str, more: str) -> None:
    ruleset = find_ruleset(key)
    cards: Any = lambda: {}  # noqa: E731
    hostile = {**ruleset.setup, **dict.fromkeys(HOSTILE, cards), "mean_passes": cards}
    bare = table_of(replace(ruleset, setup={}), more)
    for setup in (ruleset.setup, hostile):
        table = table_of(replace(ruleset, setup=setup), more)
        for without, row in zip(bare, table, strict=True):
            assert len(row) == len(without) + len(setup)  # each has a column of its own
            assert {name: row[name] for name in without} == without
            assert row["driver"] in ("A", "B")
            assert row["variant"] in (1, 2)
            assert not more or row["variant_name"] in ("plain", "again")
