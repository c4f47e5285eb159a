"""A thousand hostile texts through every program that reads ours."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest
import resvg_py
from icalendar import Calendar
from markdown_it import MarkdownIt
from tests.leagues.scene import a_league
from tests.readers.forums import render
from tests.readers.hostile import hostile
from tests.show.test_reports import REPORT, row

from wreckoning.core.ids import as_seat
from wreckoning.core.shown import Ground, Label, LogLine, Part, Piece
from wreckoning.lab import page, plots
from wreckoning.lab.statistics import share_of
from wreckoning.leagues.feeds import calendar_file, news_feed, results_csv, standings_csv
from wreckoning.readers import READERS, Reader, posts, sheets, terminals, texts
from wreckoning.readers.pictures import FONT, runs
from wreckoning.server.live.pictures import fonts_of
from wreckoning.server.notices.wording import harmless
from wreckoning.show.picture import picture
from wreckoning.show.reports import MARKUPS, Report, messages

TEXTS = hostile()
OURS = "https://race.example/"
SHOWN = str.maketrans("", "", texts.UNSEEN)
CODE_PAGES = ("cp1252", "ascii", "cp437", "latin-1", "utf-8", "cp932")
LIVE = re.compile(r"\s*[=+\-@＝＋－＠\t\r]")


def test_the_texts_are_a_thousand_and_the_same_in_every_run() -> None:
    assert len(TEXTS) == len(set(TEXTS)) == 1000
    assert hostile() == TEXTS


def test_every_reader_takes_every_text_and_says_what_becomes_of_the_rest() -> None:
    for reader in READERS:
        assert reader.takes, reader.name
        assert reader.rest, reader.name
        for text in TEXTS:
            written = reader.write(text)
            written.encode()
            assert "\x1b" not in written, reader.name
            assert not set(written) & set("\x00\x07\x9b\u202e\u2066"), (reader.name, text)


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_usual_names_are_read_as_they_were_typed(reader: Reader) -> None:
    for name in ("Ann", "Zoë O'Neill-Smith", "José 2", "王小明", "Dr. No", "Жук"):
        written = reader.write(name).translate(SHOWN).replace("&#x27;", "'")
        assert written in (name, name.replace("-", "\\-"))


# --- XML and calendars


def test_feeds_and_calendars_hold_every_text() -> None:
    """In a title, a driver's name, a round's title, the text, the reason of a correction."""
    atom = "{http://www.w3.org/2005/Atom}"
    for at in range(0, len(TEXTS), 8):
        title, owner, text, name, *drivers = TEXTS[at : at + 8]
        league = a_league("ABCD")
        league.title, league.owner, league.text, league.rounds[0].title = title, owner, text, name
        for entry, driver in zip(league.entries, drivers, strict=True):
            entry.name = driver
        league.rounds[0].opened = league.rounds[0].closed = 1e9
        league.rounds[0].opens = "2030-05-31T20:00"
        feed = ElementTree.fromstring(news_feed(league, OURS, 0.0))
        assert len(list(feed.iter(f"{atom}entry"))) == 2
        calendar = Calendar.from_ical(calendar_file(league, "x", OURS))
        assert "BEGIN" not in calendar
        assert len(calendar.walk("VEVENT")) == len(calendar.subcomponents)
        for written in (standings_csv(league, 0, None), results_csv(league)):
            for_every_separator(written)


def test_pages_hold_every_text_as_words() -> None:
    body = [page.paragraph(text) + page.heading(text) for text in TEXTS]
    whole = page.whole(TEXTS[0], "", body)
    root = ElementTree.fromstring(whole[whole.index("<main>") : whole.index("</main>") + 7])
    assert {node.tag for node in root.iter()} <= {"main", "h1", "p", "h2"}


# --- spreadsheets


def for_every_separator(written: str) -> None:
    """No cell is worked out, whatever separates cells, with quotes heeded or not."""
    assert written.startswith(sheets.BOM)
    for separator in ",;\t|":
        kept = list(csv.reader(io.StringIO(written[1:], newline=""), delimiter=separator))
        naive = [line.split(separator) for line in written[1:].split("\r\n")]
        for line in [*kept, *naive]:
            for cell in line:
                is_figure = re.fullmatch(r"[-+]?\d+(\.\d+)?", cell.strip('"'))
                assert is_figure or not LIVE.match(cell.strip('"\u200b')), (separator, cell)


def test_no_cell_is_a_formula_whatever_separates_cells() -> None:
    written = sheets.csv_text(TEXTS[:3], ([text, -5, text, 1.5, None] for text in TEXTS))
    for_every_separator(written)
    rows = list(csv.reader(io.StringIO(written[1:], newline="")))
    assert len(rows) == 1 + len(TEXTS)
    assert {len(line) for line in rows[1:]} == {5}
    assert {line[1] for line in rows[1:]} == {"-5"}, "figures stay figures"


# --- posts


def report(text: str) -> Report:
    return replace(
        REPORT,
        course=text,
        scene=text,
        lines=(LogLine((Part(f"{text} "), Part(text, "die"), Part(f" {text}")), rules=("R1",)),),
        standings=(row(1, text), row(2, "Ann", (text,))),
        signs={"M": text},
        waiting=tuple(replace(one, who=text, question=text) for one in REPORT.waiting),
        away=(text,),
        course_map=(text, "x"),
        picture=f"{OURS}board.png",
        link=f"{OURS}table/x",
        rules=f"{OURS}rules/rtd",
        alt=text,
    )


def test_markdown_has_no_link_mark_or_entity_of_a_name() -> None:
    """By a reader that makes links of bare addresses too."""
    reader = MarkdownIt("gfm-like")
    usual = shape(reader.render(MARKUPS["markdown"](report("Ann"))))
    for text in TEXTS:
        html = reader.render(MARKUPS["markdown"](report(text)))
        links = re.findall(r'(?:href|src)="([^"]*)"', html)
        assert all(link.startswith(OURS) for link in links), (text, links)
        assert "@everyone" not in html
        if texts.one_line(text):
            assert shape(html) == usual, text


def shape(html: str) -> list[str]:
    """The tags of a page, without the block of the course and bare text's breaks."""
    html = re.sub(r"<pre>.*?</pre>", "", html, flags=re.DOTALL)
    return re.findall(r"</?\w+", html)


def test_a_name_reads_in_markdown_as_it_was_typed() -> None:
    reader = MarkdownIt("gfm-like")
    for text in TEXTS:
        words = texts.one_line(text).translate(SHOWN).strip()
        html = reader.render(f"- {posts.markdown(words)}")
        shown = re.sub(r"<[^>]+>", "", html).strip().translate(SHOWN)
        assert shown == texts.markup(words).replace("&#x27;", "'"), text


@pytest.mark.parametrize("dialect", ["phpbb", "smf"])
def test_bbcode_has_no_tag_or_link_of_a_name(dialect: str) -> None:
    usual = render(MARKUPS["bbcode"](report("Ann")), dialect)
    assert "[" not in usual.words
    for text in TEXTS:
        found = render(MARKUPS["bbcode"](report(text)), dialect)
        assert all(link.startswith(OURS) for link in found.links), (text, found.links)
        assert found.pictures == usual.pictures
        if texts.one_line(text):
            assert found.tags == usual.tags


def test_a_forum_that_lacks_a_tag_would_be_noticed() -> None:
    """The renderer tells the dialects apart, so that the test above can fail."""
    assert render("[size=150]x[/size]", "phpbb").words.startswith("x")
    assert "[size=150]" in render("[size=150]x", "smf").words
    assert render("a [b]www.evil.com[/b]", "smf").links == ["www.evil.com"]
    assert render("evil.com", "smf").links
    assert not render("evil.com", "phpbb").links


@pytest.mark.parametrize("markup", ["discord", "text"])
def test_chats_and_mails_find_nobody_to_call_and_nowhere_to_go(markup: str) -> None:
    address = re.compile(r"[a-z][\w+]*://\S+|\bwww\.\w|\w@\w|@\w+|(?<!\\)<[@#!:/ti]", re.IGNORECASE)
    for text in TEXTS:
        told = MARKUPS[markup](report(text))
        told = texts.chat(told) if markup == "text" else told  # as channels of chats get it
        body = re.sub(r"<t:\d+:F>", "", told.replace(OURS, "").replace("<rules", "rules"))
        body = re.sub(r"```.*?```", "", body, flags=re.DOTALL)
        assert not address.search(body), (text, address.findall(body))
        assert all(len(piece.encode("utf-16-le")) <= 4000 for piece in messages(told))


def test_notices_call_nobody_and_lead_nowhere() -> None:
    for text in TEXTS:
        told = harmless(text)
        assert not re.search(r"@\w|://|[<>]|&#?\w+;", told), text


# --- terminals


@pytest.mark.parametrize("code", CODE_PAGES)
def test_every_code_page_gets_every_text(code: str) -> None:
    for text in [*TEXTS, "".join(terminals.PLAIN), "".join(map(chr, range(0x2500, 0x2690)))]:
        told = terminals.shown(text)
        written = told.encode(code, terminals.READABLE).decode(code)
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f]", written.replace("\\", ""))
    assert "− 3 × ⚃ …".encode("ascii", terminals.READABLE) == b"- 3 x [4] ..."
    assert "王é".encode("ascii", terminals.READABLE) == rb"\u738be"


# --- pictures


def test_no_picture_has_an_empty_box(capfd: pytest.CaptureFixture[str]) -> None:
    """By the renderer's own word: it names each sign that no font has."""
    for at in range(0, len(TEXTS), 250):
        some = TEXTS[at : at + 250]
        pieces = [
            Piece(str(n), "", 5, n, seat=as_seat(n), text=text) for n, text in enumerate(some)
        ]
        labels = tuple(Label(5, n, text, 1) for n, text in enumerate(some[::9]))
        svg = picture(Ground(100, 250, (), labels, ()), pieces, some[0], 100)
        ElementTree.fromstring(svg)
        drawn_and_told(svg)
    told = capfd.readouterr()
    assert "No fonts" not in told.out + told.err
    bad = svg.replace("</svg>", '<text font-family="Roboto">\U00013000</text></svg>')
    drawn_and_told(bad)
    told = capfd.readouterr()
    assert "No fonts" in told.out + told.err, "else this test could not fail"


def drawn_and_told(svg: str) -> None:
    resvg_py.svg_to_bytes(
        svg_string=svg, skip_system_fonts=True, font_files=fonts_of(svg), log_information=True
    )


def test_names_of_most_scripts_are_drawn_whole() -> None:
    whole = ["王小明", "さくら", "김민수", "محمد", "שלום", "नमस्ते", "ไทย", "🏎️", "Жук", "Ann"]
    for name in (*whole, "محمد علي", "Ann 😀", "Ann 王"):
        assert "".join(run.text for run in runs(name)) == name
    assert [run.font for run in runs("Ann")] == [FONT]
    assert runs("𓀀") == []
    assert [run.text for run in runs("𓀀box")] == ["box"]


def test_without_a_sign_that_can_be_drawn_the_number_stands_alone() -> None:
    piece = Piece("a", "", 5, 5, seat=3, text="𓀀𓀀")
    root = ElementTree.fromstring(picture(Ground(10, 10, (), (), ()), [piece], "", 100))
    words = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert words == ["4"]


def test_plots_hold_every_text() -> None:
    figure = share_of(3, 9)
    some = TEXTS[::10]
    for at in range(0, len(some), 50):
        rows = [plots.Dot(text, figure) for text in some[at : at + 50]]
        ElementTree.fromstring(plots.dots(some[at], rows, some[at + 1]).html)
    named = {text: {1: 2, 3: 4} for text in ("_Ann", "$x^2$", "\x01b", "王")}
    root = ElementTree.fromstring(plots.histograms("1st", named, "$").html)
    words = {(node.text or "").strip(texts.UNSEEN) for node in root.iter() if node.text}
    assert {"_Ann", "$x^2$", "b", "王", "$"} <= words


def test_fonts_are_read_by_several_threads_at_once() -> None:
    """The server draws in threads: at its start several need the same font."""
    script = """
import sys
from concurrent.futures import ThreadPoolExecutor
from wreckoning.readers.pictures import runs
sys.setswitchinterval(1e-6)
with ThreadPoolExecutor(8) as threads:
    found = list(threads.map(runs, ["Ann \u0905\u0928\u093f", "Ann \u0905\u0928\u093f"] * 8))
assert all(found[0] == one for one in found)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-500:]
