"""What a ruleset provides beside its rules, as types: courses, a view, campaigns.

A ruleset says of what kinds its own are: `Ruleset[Race, CourseFile, RallyEvent]`. Who only knows
that it is some ruleset writes `Ruleset`, and gets the kinds unchecked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from typing_extensions import TypeVar

from wreckoning.core.documents import Json, ReadOnlyJson

if TYPE_CHECKING:
    from wreckoning.core.asks import Ask
    from wreckoning.core.declared import Asked, Declared
    from wreckoning.core.door import RaceRecord
    from wreckoning.core.events import Event, Roll
    from wreckoning.core.match import Match
    from wreckoning.core.ruleset import Seat
    from wreckoning.core.shown import (
        Finisher,
        Ground,
        Headline,
        LogLine,
        Option,
        Piece,
        Preview,
        Prompt,
        Row,
        Setup,
        Stretch,
    )

FormField: TypeAlias = tuple[str, str, list[str]]  # name, label, values
CourseSource: TypeAlias = str | Path | Json  # a name, a file, or a document
Cards: TypeAlias = Mapping[str, Any]  # by key; the ruleset's own kind, which its view shows
CampaignRoll: TypeAlias = Callable[[str, int], int]  # what for, and how many sides


class Course(Protocol):
    """A course as a ruleset loads it. From `document` it is loaded again."""

    @property
    def key(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def blurb(self) -> str: ...
    @property
    def document(self) -> ReadOnlyJson: ...


R = TypeVar("R", bound="RaceRecord", default=Any)  # the races of a ruleset
C = TypeVar("C", bound=Course, default=Any)  # its courses
E = TypeVar("E", bound="Event | Roll[Asked, Declared]", default=Any)  # its events, and rolls


class View(Protocol[R, C, E]):
    """What a race looks like, in words and shapes of `core.shown`. No rule, no colour, no layout.

    The terminal and the browser know no ruleset: they ask a view, and draw what comes back. A
    ruleset without one of its own has `show.default_view`.

    It may also have `LOOKS`, which says what events look like on the board: an `EventLook` of
    `core.shown` for each class of events that looks otherwise than by whether it is good.
    """

    @property
    def ANEW(self) -> tuple[type[Event], ...]:  # noqa: N802
        """Events within a turn at which its log lines are written again."""

    @property
    def ENERGY(self) -> str:  # noqa: N802
        """What the rows' `energy` is called; '' for none."""

    @property
    def LEGEND(self) -> tuple[str, ...]:  # noqa: N802
        """What the signs of the terminal's board mean, in lines."""

    @property
    def SETUP(self) -> Setup:  # noqa: N802
        """What a seat's choices are together, and what one has without."""

    def new_turn(self, event: E, /) -> int:
        """The turn or round that this event begins, or 0."""

    def log_lines(
        self, match: Match[R, C, E], events: Sequence[E], part: range | None = None, /
    ) -> list[LogLine]:
        """Events gathered into lines, each with its dice and rules; perhaps only a part of them."""

    def describe_ask(self, match: Match[R, C, E], ask: Ask, /) -> Prompt:
        """The question in words, the situation, an obvious answer."""

    def describe_option(self, match: Match[R, C, E], ask: Ask, index: int, /) -> Option:
        """Label, meaning, chance and rules of an option."""

    def label_option(self, match: Match[R, C, E], ask: Ask, index: int, /) -> Option:
        """The same at once: nothing is tried out, so without its chance."""

    def preview(self, match: Match[R, C, E], ask: Ask, index: int, /) -> Preview:
        """What an option would do, over the board."""

    def ground(self, course: C, /) -> Ground:
        """The board as a drawing: what never moves."""

    def things(self, match: Match[R, C, E], /) -> list[Piece]:
        """The board's pieces as things are."""

    def headline(self, match: Match[R, C, E], /) -> Headline:
        """Course, turn, lap, conditions."""

    def track(self, match: Match[R, C, E], /) -> list[Stretch]:
        """The course in parts: signs, what lies there, who is where."""

    def strip(self, match: Match[R, C, E], seat: int, width: int = 100, /) -> tuple[str, ...]:
        """The surroundings of a seat's own piece, for the terminal, or nothing."""

    def standings(self, match: Match[R, C, E], /) -> list[Row]:
        """A row for each driver, in race order."""

    def podium(self, match: Match[R, C, E], /) -> list[Finisher]:
        """The finished race: times, laps, deeds."""

    def course_card(self, course: C, /) -> tuple[str, str]:
        """A course before one chooses it: how hard and how long, and its blurb."""

    def course_map(self, course: C, /) -> list[str]:
        """A course in lines."""

    def course_features(self, course: C, /) -> Mapping[str, int]:
        """What a course has, counted."""

    def course_warnings(self, course: C, /) -> list[str]:
        """What was hardly meant, in a course that is written."""

    def update_records(
        self, match: Match[R, C, E], kept: ReadOnlyJson, race: str, /
    ) -> tuple[Json, list[str]]:
        """Enter a finished race: course records as JSON after it, and what is new, in words."""

    def record_lines(self, kept: ReadOnlyJson, /) -> list[str]:
        """Course records in words."""

    def setup_card(self, card: Any, /) -> Mapping[str, str]:
        """A seat's choice before one makes it: title, text and rule."""

    def setup_words(self, setup: Mapping[str, str], /) -> str:
        """A seat's choices, made; '' for the usual ones."""


# --- campaigns


class Crew(Protocol):
    """A player of a campaign; `bot` is '' for a person."""

    @property
    def seat(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def bot(self) -> str: ...


class CampaignGame(Protocol):
    """A game that is to be played: its course, and who sits there. `players` are campaign seats."""

    @property
    def number(self) -> int: ...
    @property
    def course(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def players(self) -> tuple[int, ...]: ...
    @property
    def seats(self) -> Sequence[Seat]: ...


M = TypeVar("M", covariant=True, default=Any)  # a move of a campaign
K = TypeVar("K", default=Any)  # a campaign as it stands


class Campaigns(Protocol[K, M]):
    """A ruleset's campaigns: races in rounds, between which players build their rosters."""

    @property
    def PLAYERS(self) -> range: ...  # noqa: N802

    @property
    def FORM_FIELDS(self) -> tuple[FormField, ...]:  # noqa: N802
        """What is agreed before."""

    def begin(
        self, terms: ReadOnlyJson, players: Sequence[tuple[str, str]], roll: CampaignRoll, /
    ) -> K:
        """A campaign of these terms. Raises Malformed."""

    def from_document(self, given: object, roll: CampaignRoll, where: str = "campaign", /) -> K:
        """One that was kept. Raises Malformed or Changed."""

    def to_document(self, campaign: K, /) -> Json:
        """What is kept of it."""

    def check_names(self, names: Sequence[str], /) -> None:
        """May players be called this? Raises Malformed."""

    def read_move(self, given: object, /) -> M:
        """A move from JSON. Raises Malformed."""

    def planned_games(self, campaign: K, /) -> Sequence[CampaignGame]:
        """What is to be played now."""

    def result_move(self, campaign: K, game: int, result: ReadOnlyJson, /) -> M:
        """The move that a finished game is."""

    def bot_move(self, campaign: K, seat: int, /) -> M | None:
        """What a bot does now, if anything."""

    def page(self, campaign: K, seat: int | None, /) -> Json:
        """What a seat sees; None: a guest."""
