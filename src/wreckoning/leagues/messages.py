"""The messages about leagues, to and from the server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, TypeAdapter
from typing_extensions import TypeAliasType

from wreckoning.core.documents import Json
from wreckoning.core.ruleset import HouseRule
from wreckoning.leagues.model import (
    MOST_ROUNDS,
    Kind,
    Label,
    LeagueRound,
    LeagueTerms,
    Points,
    ScoringKind,
)
from wreckoning.table.given import CorrectionReason, GivenLabel, GivenName, GivenTitle, LeagueText
from wreckoning.table.ids import TableId
from wreckoning.table.models import ByToken, DeviceToken, Model, Pace, Tokens, example
from wreckoning.table.replies import OwnSeat

Entry = Annotated[int, Field(ge=1, le=10**6)]
RoundNumber = Annotated[int, Field(ge=1, le=MOST_ROUNDS)]
Rounds = Annotated[list[LeagueRound], Field(max_length=MOST_ROUNDS)]
LeagueId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{1,32}$")]
LeagueStateWord = TypeAliasType("LeagueStateWord", Literal["open", "running", "over"])


class ChampionsOf(Model):
    """The best drivers of leagues that are over meet: seeded by place, then by share of points."""

    leagues: Annotated[list[LeagueId], Field(min_length=1, max_length=20)]
    each: Annotated[int, Field(ge=1, le=100)] = 2  # drivers of each league
    kind: Literal["bracket", "ladder"] = "bracket"
    go_on: Annotated[int, Field(ge=1, le=11)] = 2  # from each race of a bracket


class NewLeague(Model):
    """A league to be made, or taken over from the file of another (`document`).

    A tournament of `champions` has one round in `rounds`; a bracket gets more by itself.

    With a device's `token` the league belongs to its profile.
    """

    model_config = example(
        title="Autumn cup",
        terms={
            "points": {"places": [10, 7, 5, 3]},
            "divisions": [{"title": "League"}],
            "time_zone": "Europe/Berlin",
        },
        rounds=[{"ruleset": "RULESET", "courses": ["COURSE"], "opens": "2030-10-01T20:00"}],
    )

    title: GivenTitle = "League"
    owner: GivenName = ""
    text: LeagueText = ""
    terms: LeagueTerms | None = None
    rounds: Rounds = Field(default_factory=list)
    listed: bool = True
    document: Json | None = None
    champions: ChampionsOf | None = None
    token: DeviceToken = ""


class LookAtLeague(Model):
    """View a league with these tokens."""

    tokens: Tokens = Field(default_factory=list)


class SignUp(ByToken):
    """Sign up; a driver of an imported league takes their entry by its name.

    The owner may sign up bots, and other people.
    """

    do: Literal["sign_up"] = "sign_up"
    name: GivenName
    bot: Label = ""
    team: GivenLabel = ""
    driver_class: Label = ""
    division: Annotated[int, Field(ge=1)] | None = None


class Withdraw(ByToken):
    """Leave the league; by the driver or the owner. The first in line gets the place."""

    do: Literal["withdraw"] = "withdraw"
    entry: Entry


class CheckIn(ByToken):
    """Say that you are here for an open round."""

    do: Literal["check_in"] = "check_in"
    entry: Entry
    round: RoundNumber


class OpenRound(ByToken):
    """The owner opens a round now."""

    do: Literal["open"] = "open"
    round: RoundNumber


class CloseRound(ByToken):
    """The owner closes a round now; races that are not over do not count."""

    do: Literal["close"] = "close"
    round: RoundNumber


class Advance(ByToken):
    """The owner goes on: closes the round that is open, and opens the next one."""

    do: Literal["advance"] = "advance"


class Replace(ByToken):
    """The owner replaces a driver in an open round, by default with the first in line."""

    do: Literal["replace"] = "replace"
    round: RoundNumber
    leaves: Entry
    comes: Annotated[int, Field(ge=0, le=10**6)] = 0


class CorrectResult(ByToken):
    """The owner corrects a result; the reason stays visible. `entry` 0: the whole race."""

    do: Literal["correct"] = "correct"
    race: Label
    entry: Annotated[int, Field(ge=0, le=10**6)] = 0
    change: Literal["place", "points", "void"]
    value: Annotated[int, Field(ge=-1000, le=1000)] = 0
    reason: CorrectionReason


class ChangeLeague(ByToken):
    """The owner changes the league. `rounds` replace those that have not opened."""

    do: Literal["change"] = "change"
    title: GivenTitle | None = None
    text: LeagueText | None = None
    listed: bool | None = None
    sign_up: Literal["open", "closed"] | None = None
    points: Points | None = None
    rounds: Rounds | None = None


class NextSeason(ByToken):
    """The owner begins the next season, in a league of its own."""

    do: Literal["next_season"] = "next_season"


LeagueCommand = TypeAliasType(
    "LeagueCommand",
    Annotated[
        SignUp
        | Withdraw
        | CheckIn
        | OpenRound
        | CloseRound
        | Advance
        | Replace
        | CorrectResult
        | ChangeLeague
        | NextSeason,
        Field(discriminator="do"),
    ],
)
NEW_LEAGUE: TypeAdapter[NewLeague] = TypeAdapter(NewLeague)
COMMAND: TypeAdapter[LeagueCommand] = TypeAdapter(LeagueCommand)


# --- replies


@dataclass(frozen=True)
class MadeLeague:
    """A new league, and its owner's token."""

    id: str
    host: str


@dataclass(frozen=True)
class LeagueDone:
    """What a command did: the entry and its token after a sign-up, the next season's league."""

    entry: int
    token: str
    league: str


@dataclass(frozen=True)
class LeagueCard:
    """A league in a list."""

    title: str
    season: int
    games: list[str]
    drivers: int
    rounds: int
    closed: int
    opens: float | None  # when its next round opens
    id: str
    state: LeagueStateWord
    updated: float


@dataclass(frozen=True)
class LeagueCards:
    """A page of public leagues."""

    leagues: list[LeagueCard]
    page: int
    pages: int


@dataclass(frozen=True)
class LeagueEntryCard:
    """A driver of a league. `line`: the place on the waiting list, 0 for none."""

    entry: int
    name: str
    bot: str
    team: str
    driver_class: str
    division: str
    state: Literal["in", "waiting", "out"]
    line: int
    taken: bool  # a person holds it


@dataclass(frozen=True)
class LeagueInvitation:
    """A race that one of your entries drives: its table, or its campaign, and your seats there."""

    race: str
    round: int
    words: str
    course: str
    table: TableId
    campaign: bool  # its id is a campaign's
    state: str
    starts: float
    entry: int
    here: bool  # checked in
    seats: list[OwnSeat]


@dataclass(frozen=True)
class LeagueYou:
    """What these tokens are in a league."""

    owner: bool
    entries: list[LeagueEntryCard]
    invitations: list[LeagueInvitation]


@dataclass(frozen=True)
class DivisionCard:
    """A division, with the number of its drivers and of those in line."""

    title: str
    places: int
    drivers: int
    up: int
    down: int


@dataclass(frozen=True)
class CorrectionCard:
    """A correction of a result, in words."""

    race: str
    words: str
    reason: str
    at: float


@dataclass(frozen=True)
class SubstitutionCard:
    """A driver who stepped in for another."""

    race: str
    round: int
    leaves: str
    comes: str
    at: float


@dataclass(frozen=True)
class LeagueInfo:
    """A league: everything except its long lists, which have pages of their own."""

    id: str
    title: str
    owner: str
    text: str
    kind: Kind
    state: LeagueStateWord
    season: int
    version: int
    listed: bool
    time_zone: str
    points: Points
    scoring: list[ScoringKind]  # of its rounds, each kind once
    tie_breaks: list[str]  # in words
    share: str
    sign_up: Literal["open", "closed"]
    substitutes: Literal["none", "before", "during"]
    check_in: int
    classes: list[str]
    teams: bool
    divisions: list[DivisionCard]
    waiting: int
    rounds: int
    open_rounds: list[int]
    next_round: int | None
    races: int
    corrections: list[CorrectionCard]
    substitutions: list[SubstitutionCard]
    seasons: list[Json]  # the final tables of earlier ones
    next: str  # the league of the next season
    you: LeagueYou


@dataclass(frozen=True)
class SeasonLuck:
    """A driver's luck over a season: what their own dice changed in their chance to win.

    It is summed over the `races` that were reviewed, in wins. `band` is half of its 95 % interval.
    """

    value: float
    band: float
    races: int


@dataclass(frozen=True)
class StandingsRow:
    """A driver's row in a table of standings. `luck` is null if no race was reviewed.

    `races` counts the races that count, in all rounds.
    """

    place: int
    entry: int
    name: str
    team: str
    points: int
    wins: int
    podiums: int
    poles: int
    fastest_laps: int
    races: int
    form: list[int]
    rounds: list[int | None]
    dropped: list[int]
    tie: str  # the tie-break in words
    moves: str
    luck: SeasonLuck | None


@dataclass(frozen=True)
class LeagueStandings:
    """A page of standings."""

    rows: list[StandingsRow]
    page: int
    pages: int


@dataclass(frozen=True)
class CalendarRow:
    """A round of the calendar. `house_rules`: what its options and its house file change."""

    round: int
    title: str
    ruleset: str
    game: str
    courses: list[str]
    pace: Pace
    opens: float | None
    closes: float | None
    words: str  # the date in the league's time zone
    state: Literal["planned", "open", "over"]
    races: int
    awaited: int
    house_rules: list[HouseRule]
    plan: LeagueRound


@dataclass(frozen=True)
class LeagueCalendar:
    """A page of the calendar."""

    rows: list[CalendarRow]
    page: int
    pages: int


@dataclass(frozen=True)
class RacePlace:
    """A driver's place in a race; `entry` 0 is a guest."""

    place: int
    entry: int
    name: str


@dataclass(frozen=True)
class ResultRow:
    """A race: its places, or the table where it is run; or a campaign."""

    race: str
    round: int
    division: str
    words: str
    ruleset: str
    course: str
    table: str  # '' if it was not run here; a campaign's id
    campaign: bool
    state: Literal["awaited", "over", "void"]
    places: list[RacePlace]


@dataclass(frozen=True)
class LeagueResults:
    """A page of results."""

    rows: list[ResultRow]
    page: int
    pages: int


@dataclass(frozen=True)
class RecordRow:
    """A record of a course. `house`: the first round with the same house file, 0 without one."""

    ruleset: str
    game: str
    course: str
    house: int
    what: str
    value: str
    drivers: list[str]
    race: str


@dataclass(frozen=True)
class LeagueRecords:
    """A page of records."""

    rows: list[RecordRow]
    page: int
    pages: int


@dataclass(frozen=True)
class RatingRow:
    """A driver's rating."""

    place: int
    entry: int
    name: str
    shown: float
    mean: float
    doubt: float
    races: int


@dataclass(frozen=True)
class LeagueRatings:
    """A page of ratings."""

    rows: list[RatingRow]
    page: int
    pages: int


@dataclass(frozen=True)
class TeamStandingsRow:
    """A team's row."""

    place: int
    team: str
    points: int
    drivers: list[str]


@dataclass(frozen=True)
class LeagueTeams:
    """A page of the teams' standings."""

    rows: list[TeamStandingsRow]
    page: int
    pages: int


@dataclass(frozen=True)
class LeagueEntries:
    """A page of the drivers."""

    rows: list[LeagueEntryCard]
    page: int
    pages: int


@dataclass(frozen=True)
class MeetingRow:
    """A driver against another: races met, won, lost."""

    entry: int
    name: str
    met: int
    ahead: int
    behind: int


@dataclass(frozen=True)
class DriveRow:
    """One race of a driver."""

    race: str
    round: int
    course: str
    place: int
    grid: int
    drivers: int


@dataclass(frozen=True)
class AwayRow:
    """When a driver left the league, and when they came back; 0 while they are away."""

    left: float
    back: float


@dataclass(frozen=True)
class LeagueDriver:
    """A driver of a league: their races, a page of them, and the drivers they met."""

    driver: LeagueEntryCard
    away: list[AwayRow]  # this season
    rows: list[DriveRow]
    meetings: list[MeetingRow]
    page: int
    pages: int


@dataclass(frozen=True)
class PointsTables:
    """The included tables of points."""

    points: list[Points]
