"""Log lines while they are gathered: events go on with a line, or begin one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wreckoning.core.events import Event, Seat
from wreckoning.core.ids import as_seat
from wreckoning.core.match import Match
from wreckoning.core.shown import CHANGE, GOOD
from wreckoning.core.texts.wording import listed
from wreckoning.show import drafts
from wreckoning.show.drafts import Changes, Clause, Deed, Draft, FigureChange, Gathering


@dataclass
class Drive:
    who: str | None = "Ann"
    name: str = "drive"
    opens: int | None = None
    rule: str = "R1"


@dataclass
class Pass:
    who: str
    other: str
    opens: int | None = None
    rule: str = "R4"


class Crash(Event, rule="R7", words="{who} crashed"):
    who: Seat


class Lines(Gathering[Draft, Drive | Pass, Crash]):
    """Passes go with the line before, if it is about the same driver."""

    kind = Draft

    def tell(self, event: Drive | Pass, index: int) -> None:
        if isinstance(event, Drive):
            self.open(event.name, event.who, f"{event.name}!", "R1", GOOD)
            return
        draft = self.last_of(event.who, "drive", "lap")
        if draft:
            draft.add(f", event {index}")
            draft.note(event.other, rule="R4")

    def plain(self, event: Crash) -> None:
        self.open("crash", None, "crash", event.rule)


def gathered(*events: Drive | Pass) -> Lines:
    lines = Lines(cast(Match, None), events)
    lines.gather()
    return lines


DRIVE, PASS = Drive(), Pass("Ann", "Bob")


def test_an_event_begins_a_line() -> None:
    (draft,) = gathered(DRIVE).drafts
    line = draft.line()
    assert [(part.text, part.tone) for part in line.parts] == [("drive!", GOOD)]
    assert (line.names, line.rules) == (("Ann",), ("R1",))


def test_an_event_goes_on_with_the_line_before() -> None:
    (draft,) = gathered(DRIVE, PASS, PASS).drafts
    line = draft.line()
    assert "".join(part.text for part in line.parts) == "drive!, event 1, event 2"
    assert (line.names, line.rules) == (("Ann", "Bob"), ("R1", "R4")), "each once"


def test_the_last_line_by_key_and_by_driver() -> None:
    lines = gathered(DRIVE, Drive(None, "round"))
    assert lines.last() is lines.last("lap", "round") is lines.last_of(None)
    assert lines.last("drive") is None
    assert lines.last_of("Ann") is lines.last_of(None, "drive") is None
    assert gathered().last() is gathered().last_of("Ann") is None


def test_a_part_of_the_events_is_told_and_all_are_known() -> None:
    """Indices are those among all events: what came before may be looked at."""
    lines = Lines(cast(Match, None), [DRIVE, DRIVE, PASS, DRIVE], range(1, 3))
    lines.gather()
    (draft,) = lines.drafts
    assert [part.text for part in draft.line().parts] == ["drive!", ", event 2"]
    assert lines.before(0) is None
    assert (lines.before(2), lines.after(1)) == (DRIVE, PASS)
    assert lines.after(3) is None


def test_an_event_that_continues_no_line_is_told_by_itself() -> None:
    lines, crash = gathered(DRIVE), Crash(as_seat(0))
    assert lines.goes_on(lines.last("drive"), crash) is lines.last()
    assert lines.drafts[0].rules == ["R1", "R7"]
    assert lines.goes_on(lines.last("lap"), crash) is None
    assert [draft.key for draft in lines.drafts] == ["drive", "crash"]


def test_things_of_a_kind_are_listed_in_one_line() -> None:
    lines = gathered()
    for place, name in enumerate(("Ann", "Bob"), 1):
        lines.add_to_list("grid", "The grid: ", f"{place} {name}", "R15", name)
    (draft,) = lines.drafts
    assert draft.line().text == "The grid: 1 Ann, 2 Bob"
    assert (draft.who, draft.names, draft.rules) == (None, ["Ann", "Bob"], ["R15"])


# Clauses

NAMES = st.sampled_from(["Ann", "Salt and Pepper", "who used to win", "a (b), c→d", "it", "Über"])
DEEDS = st.builds(
    Deed,
    st.sampled_from(["used", "got inked", ""]),
    st.lists(NAMES, max_size=4),
    st.lists(NAMES, max_size=2),
    st.sampled_from(["", " at Bob", ": both are gone"]),
    st.sampled_from(["", ", ", "; "]),
)
CHANGES = st.builds(
    Changes,
    st.lists(
        st.builds(FigureChange, NAMES, st.integers(-9, 9), st.integers(-9, 9), NAMES | st.just("")),
        min_size=1,
        max_size=3,
    ),
)
CLAUSES = DEEDS | CHANGES


def text_of(*clauses: Clause) -> str:
    return "".join(part.text for clause in clauses for part in clause.parts())


@given(DEEDS)
def test_a_deed_names_everyone_whatever_they_are_called(deed: Deed) -> None:
    words = [words for words in (listed(deed.who), deed.did, listed(deed.what)) if words]
    assert text_of(deed) == f"{deed.lead}{' '.join(words)}{deed.tail}"


@given(DEEDS, NAMES)
def test_who_joins_a_deed_later_reads_as_if_told_at_once(deed: Deed, name: str) -> None:
    at_once = Deed(deed.did, [*deed.who, name], deed.what, deed.tail, deed.lead)
    text_of(deed)  # told before, while the race went on
    deed.who.append(name)
    assert text_of(deed) == text_of(at_once)


@given(CHANGES)
def test_changes_stand_in_one_bracket(changes: Changes) -> None:
    (part,) = changes.parts()
    assert part.kind == CHANGE
    assert part.text == f" ({', '.join(change.words for change in changes.told)})"
    changes.told[-1].now += 1
    assert text_of(changes) != part.text


@given(st.lists(CLAUSES, min_size=1, max_size=5), st.lists(CLAUSES, max_size=2), st.booleans())
def test_a_line_is_its_clauses_in_order_and_its_endings_last(
    clauses: list[Clause], endings: list[Clause], capital: bool
) -> None:
    draft = Draft("key", "Ann", endings=endings, capital=capital)
    for clause in clauses:
        assert draft.join(clause) is clause
    text = text_of(*clauses, *endings)
    line = draft.line()
    assert line.text == (text[:1].upper() + text[1:] if capital else text)
    assert draft.line() == line, "to tell it changes nothing"


def test_a_deed_is_found_by_its_verb() -> None:
    draft = Draft("key", "Ann")
    armed = draft.deed("armed")
    armed.what.append("the saw")
    assert draft.deed("armed") is armed is draft.find(Deed)
    draft.deed("dropped").what.append("a mine")
    assert draft.line().text == "; armed the saw; dropped a mine"
    assert draft.find(Changes) is None


# No line of finished English is edited

VIEWS = Path(drafts.__file__).parent.parent / "rulesets"
WRITERS = [
    path
    for name in ("clauses.py", "*_lines.py", "sentences.py")
    for path in sorted(VIEWS.glob(f"*/view/{name}"))
]
EDITS = {"replace", "removeprefix", "removesuffix", "strip", "lstrip", "rstrip", "translate"}
READS = {"startswith", "endswith", "split", "rsplit", "partition", "rpartition", "find", "index"}
NOT_TEXT = {"events", "drafts", "seats"}  # what is sliced


def edited(node: ast.AST) -> Iterator[str]:
    """The places below a node where a text is taken apart or changed."""
    for each in ast.walk(node):
        match each:
            case ast.Call(func=ast.Attribute(value=of, attr=method)) if method in EDITS | READS:
                is_draft = method == "find" and "draft" in ast.unparse(of)
                if not is_draft:
                    yield ast.unparse(each)
            case ast.Subscript(value=ast.Attribute(attr=of), slice=ast.Slice()) if of in NOT_TEXT:
                pass
            case ast.Subscript(slice=ast.Slice()):
                yield ast.unparse(each)


@pytest.mark.parametrize("path", WRITERS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_no_words_are_edited_once_they_are_written(path: Path) -> None:
    """An event that changes what was told changes a clause. The words are made at the end."""
    assert list(edited(ast.parse(path.read_text("utf-8")))) == []


def test_every_game_has_its_clauses_and_lines() -> None:
    games = {path.parent.parent.name for path in WRITERS if path.name == "clauses.py"}
    assert games == {path.parent.parent.name for path in WRITERS if path.name == "log_lines.py"}
    assert len(games) == 4


@pytest.mark.parametrize(
    "code", ["t.replace('a', 'b')", "t.removesuffix('s')", "t[1:]", "parts[0].text[:-1]"]
)
def test_edited_words_are_found(code: str) -> None:
    assert list(edited(ast.parse(code))) == [code]
