"""Log lines while they are gathered: events go on with a line, or begin one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from wreckoning.core.match import Match
from wreckoning.core.shown import GOOD
from wreckoning.show.drafts import Draft, Gathering


@dataclass
class Drive:
    who: str | None = "Ann"
    name: str = "drive"
    opens: int | None = None


@dataclass
class Pass:
    who: str
    other: str
    opens: int | None = None


class Lines(Gathering[Draft, Drive | Pass]):
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
