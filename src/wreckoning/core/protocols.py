"""Types of what a ruleset provides besides its rules: courses, a view, campaigns.

A ruleset names its own kinds: `Ruleset[Race, CourseFile, RallyEvent]`. Code that works with any
ruleset writes `Ruleset`, and gets these kinds unchecked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from typing_extensions import TypeVar

from wreckoning.core.declared import Asked
from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.ids import SeatIndex
from wreckoning.core.shown_campaigns import CampaignView

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
Cards: TypeAlias = ReadOnlyJson  # by key; the ruleset's own kind, which its view shows
CampaignRoll: TypeAlias = Callable[[str, int], int]  # (purpose, sides) → a face


class Course(Protocol):
    """A loaded course. Loading its `document` gives it again."""

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

    The terminal and the browser know no ruleset: they ask a view, and draw what it returns. A
    ruleset without a view uses `show.default_view`.

    A view may have `SIGNS`, what short signs in its lines and standings mean, for readers of posts;
    `vehicles(match)`, the owner and the name of each vehicle, if positions list vehicles besides
    drivers, and `VEHICLE_PARTS`, the parts of a position that do; and `LOOKS`: an `EventLook` of
    `core.shown` for each class of events that needs a special effect on the board. Without one, an
    event looks like good or bad news.
    """

    @property
    def ANEW(self) -> tuple[type[Event], ...]:  # noqa: N802
        """Events within a turn after which its log lines are written again."""

    @property
    def ENERGY(self) -> str:  # noqa: N802
        """The name of `energy` in a Row; '' if the ruleset has none."""

    @property
    def LEGEND(self) -> tuple[str, ...]:  # noqa: N802
        """What the signs of the terminal's board mean, as lines."""

    @property
    def SETUP(self) -> Setup:  # noqa: N802
        """The name for all choices of a seat, and for having made none."""

    def new_turn(self, event: E, /) -> int:
        """The turn or round that this event begins, or 0."""

    def log_lines(
        self, match: Match[R, C, E], events: Sequence[E], part: range | None = None, /
    ) -> list[LogLine]:
        """Gather events (or a part of them) into lines, each with its dice and rules."""

    def describe_ask(self, match: Match[R, C, E], ask: Ask, /) -> Prompt:
        """The question in words, the situation, and an obvious answer."""

    def describe_option(self, match: Match[R, C, E], ask: Ask, index: int, /) -> Option:
        """An option's label, meaning, chance and rules."""

    def label_option(self, match: Match[R, C, E], ask: Ask, index: int, /) -> Option:
        """An option without its chance: fast, since nothing is tried out."""

    def preview(self, match: Match[R, C, E], ask: Ask, index: int, /) -> Preview:
        """What an option would do, drawn over the board."""

    def ground(self, course: C, /) -> Ground:
        """The board as a drawing, without anything that moves."""

    def things(self, match: Match[R, C, E], /) -> list[Piece]:
        """The pieces on the board as they stand."""

    def headline(self, match: Match[R, C, E], /) -> Headline:
        """Course, turn, lap and conditions."""

    def track(self, match: Match[R, C, E], /) -> list[Stretch]:
        """The course in parts, with the signs, things and drivers of each."""

    def strip(self, match: Match[R, C, E], seat: SeatIndex, width: int = 100, /) -> tuple[str, ...]:
        """The surroundings of a seat's own piece, for the terminal; may be empty."""

    def standings(self, match: Match[R, C, E], /) -> list[Row]:
        """A row for each driver, in race order."""

    def podium(self, match: Match[R, C, E], /) -> list[Finisher]:
        """The finished race: times, laps, deeds."""

    def course_card(self, course: C, /) -> tuple[str, str]:
        """A course in the list of courses: how hard and how long it is, and its blurb."""

    def course_map(self, course: C, /) -> list[str]:
        """A map of a course, as lines."""

    def course_features(self, course: C, /) -> Mapping[str, int]:
        """The features of a course and how many it has of each."""

    def course_warnings(self, course: C, /) -> list[str]:
        """Warnings about probable mistakes in a course."""

    def update_records(
        self, match: Match[R, C, E], kept: ReadOnlyJson, race: str, /
    ) -> tuple[Json, list[str]]:
        """Enter a finished race. Returns the new course records as JSON, and the news in words."""

    def record_lines(self, kept: ReadOnlyJson, /) -> list[str]:
        """Course records in words."""

    def setup_card(self, card: Any, /) -> Mapping[str, str]:
        """A card that a seat can choose: title, text and rule."""

    def setup_words(self, setup: Mapping[str, str], /) -> str:
        """The choices of a seat in words; '' for the usual ones."""


# --- campaigns


class Crew(Protocol):
    """A player of a campaign; `bot` is '' for a person."""

    @property
    def seat(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def bot(self) -> str: ...


class CampaignBout(Protocol):
    """A game of a campaign, to be played or over."""

    @property
    def number(self) -> int: ...
    @property
    def players(self) -> tuple[int, ...]: ...


class CampaignTerms(Protocol):
    """The settings of a campaign."""

    @property
    def title(self) -> str: ...


class Campaign(Protocol):
    """A campaign in its present state."""

    @property
    def terms(self) -> CampaignTerms: ...
    @property
    def dice(self) -> Sequence[int]:
        """All faces rolled so far."""

    @property
    def crews(self) -> Sequence[Crew]: ...
    @property
    def bouts(self) -> Sequence[CampaignBout]: ...
    @property
    def is_open(self) -> bool:
        """True until the host has started it."""

    @property
    def is_over(self) -> bool: ...
    def waited_for(self) -> Sequence[int]:
        """The seats that it waits for."""

    def do(self, who: int, move: Any, /) -> None:
        """Make a move of a seat; −1 is the host. Raises Illegal or NotYourTurn."""


class CampaignGame(Protocol):
    """A game to be played: its course and its players, who are campaign seats."""

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
K = TypeVar("K", bound=Campaign, default=Any)  # the state of a campaign


class Campaigns(Protocol[K, M]):
    """A ruleset's campaigns: races in rounds, between which players build their rosters."""

    @property
    def PLAYERS(self) -> range: ...  # noqa: N802

    @property
    def FORM_FIELDS(self) -> tuple[FormField, ...]:  # noqa: N802
        """The settings of a new campaign."""

    def begin(
        self, terms: ReadOnlyJson, players: Sequence[tuple[str, str]], roll: CampaignRoll, /
    ) -> K:
        """Begin a campaign with these settings. Raises Malformed."""

    def from_document(self, given: object, roll: CampaignRoll, where: str = "campaign", /) -> K:
        """Load a stored campaign. Raises Malformed or Changed."""

    def to_document(self, campaign: K, /) -> Json:
        """A campaign as a document to store."""

    def check_names(self, names: Sequence[str], /) -> None:
        """Check the names of players. Raises Malformed."""

    def read_move(self, given: object, /) -> M:
        """Read a move from JSON. Raises Malformed."""

    def planned_games(self, campaign: K, /) -> Sequence[CampaignGame]:
        """The games to be played now."""

    def result_move(self, campaign: K, game: int, result: ReadOnlyJson, /) -> M:
        """The move that a finished game makes."""

    def bot_move(self, campaign: K, seat: int, /) -> M | None:
        """A bot's move, or None if there is nothing to do."""

    def page(self, campaign: K, seat: int | None, /) -> CampaignView:
        """The page that a seat sees; None: a guest."""
