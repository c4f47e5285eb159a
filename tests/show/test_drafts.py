"""Log lines while they are gathered: events go on with a line, or begin one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from wreckoning.core.events import Event, Seat
from wreckoning.core.ids import as_seat
from wreckoning.core.match import Match
from wreckoning.core.shown import GOOD
from wreckoning.show.drafts import Draft, Gathering


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
    assert [part.text for part in draft.parts] == ["drive!", ", event 2"]
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
