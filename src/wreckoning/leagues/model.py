"""A league: its terms, entries, rounds and races, and the file that holds it.

Parts that rarely change are checked field by field (`Model`). There may be thousands of races, so
each is a few columns with one value for each seat.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    with_config,
)

from wreckoning.core.documents import Json
from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.series import read_raced
from wreckoning.core.texts.names import CODES, folded
from wreckoning.core.texts.numerals import check_whole
from wreckoning.leagues.people import MOST_JOINED, gather, gather_names, latest_away
from wreckoning.table.dates import check_local, check_zone
from wreckoning.table.given import LONGEST_CORRECTION, MAX_LABEL, MAX_LEAGUE_TEXT, MAX_TITLE
from wreckoning.table.models import MAX_SEATS, HouseText, Key, Model, Name, Options, Pace, Relaxed

FORM = "wreckoning league 1"
MOST_ENTRIES = 1000
MOST_ROUNDS = 200
MOST_RACES = 20_000
MOST_DIVISIONS = 20
MOST_TALLIES = 40
MOST_PAST = 2**20  # bytes of JSON: the final tables of past seasons
MOST_SEASONS = 100  # past seasons of which they are kept
MOST_CORRECTIONS = MOST_SUBSTITUTIONS = 2000
SEASON, BRACKET, LADDER = "season", "bracket", "ladder"
GUEST = 0  # the entry of a bot that only fills a seat
WHOLE = 1000  # shares of a race are counted in thousandths

# As they are stored: `wording` says what may be typed.
Title = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=CODES * MAX_TITLE)
]
Text = Annotated[str, StringConstraints(max_length=CODES * MAX_LEAGUE_TEXT)]
Label = Annotated[str, StringConstraints(strip_whitespace=True, max_length=CODES * MAX_LABEL)]
Worth = Annotated[int, Field(ge=-1000, le=1000)]
Small = Annotated[int, Field(ge=0, le=1000)]
Second = Annotated[float, Field(ge=0, le=253_402_300_799)]

Kind = Literal["season", "bracket", "ladder"]
TieBreak = Literal[
    "wins", "countback", "head_to_head", "last_round", "poles", "fastest_laps", "entry"
]
TIE_BREAKS: dict[TieBreak, str] = {
    "wins": "most wins",
    "countback": "most first places, then most second places, and so on",
    "head_to_head": "more often ahead in races that both drove",
    "last_round": "the better place in the latest race",
    "poles": "most pole positions",
    "fastest_laps": "most fastest laps",
    "entry": "the earlier entry",
}


AS_STORED = {"stored": True}  # the context in which a document is read that was checked before


def usual_ties() -> list[TieBreak]:
    """The default order of tie-breaks."""
    return ["countback", "last_round"]


def _each_once(rules: list[TieBreak], info: ValidationInfo) -> list[TieBreak]:
    """Refuse a repeated tie-break, which decides nothing; of a stored one the first counts."""
    once = list(dict.fromkeys(rules))
    if once != rules and info.context != AS_STORED:
        raise ValueError("expected each tie-break once")
    return once


def _local(text: str, info: ValidationInfo) -> str:
    return text if info.context == AS_STORED else check_local(text)


def _zone(name: str, info: ValidationInfo) -> str:
    return name if info.context == AS_STORED else check_zone(name)


Local = Annotated[str, AfterValidator(_local)]
Zone = Annotated[str, AfterValidator(_zone)]
TieBreaks = Annotated[list[TieBreak], Field(max_length=7), AfterValidator(_each_once)]


# own: the game's own points count; order: they decide the places that the league's table pays
ScoringKind = Literal["league", "own", "order"]
Share = Literal["finisher", "starter", "split"]
SHARES: dict[Share, str] = {
    "finisher": "the driver who finishes scores",
    "starter": "the driver who starts scores",
    "split": "each driver scores their share of the race",
}


class Points(Model):
    """The points for a race: by place, and for tallies.

    `each` pays for every unit of a tally, `most` the drivers with the most of it.
    """

    key: Label = ""
    title: Label = "Own points"
    places: Annotated[list[Worth], Field(max_length=100)]
    pole: Worth = 0
    fastest_lap: Worth = 0
    each: dict[Key, Worth] = Field(default_factory=dict, max_length=20)
    most: dict[Key, Worth] = Field(default_factory=dict, max_length=20)
    drop: Small = 0  # this many of the worst rounds do not count


class Division(Model):
    """A division: at the end of a season the best `up` are promoted, the last `down` relegated."""

    title: Label
    up: Small = 0
    down: Small = 0
    places: Small = 0  # for how many drivers; 0: no limit


class LeagueTerms(Model):
    """The terms of a league."""

    kind: Kind = "season"
    points: Points
    tie_breaks: TieBreaks = Field(default_factory=usual_ties)
    time_zone: Zone = "UTC"
    divisions: Annotated[list[Division], Field(min_length=1, max_length=MOST_DIVISIONS)]
    classes: list[Label] = Field(default_factory=list, max_length=20)
    team_counts: Small = 0  # drivers of a team who score in a round; 0: no teams
    sign_up: Literal["open", "closed"] = "open"
    substitutes: Literal["none", "before", "during"] = "before"
    share: Share = "finisher"
    check_in: Annotated[int, Field(ge=0, le=7 * 24 * 60)] = 0  # minutes; 0: no check-in
    go_on: Annotated[int, Field(ge=1, le=11)] = 1  # from each race of a bracket


Numbers = Annotated[list[int], Field(max_length=MOST_ENTRIES)]  # of entries


class LeagueRound(Model):
    """A round of the calendar. Several courses are one series of races, such as a Grand Prix.

    With `campaign`, its settings, each group plays a campaign instead, and there is no course.
    `house` is the text of a house file: own cards and figures, as TOML. `laps` of 0 means the
    course's own. `opens` and `closes` are local times of the league.
    """

    title: Label = ""
    ruleset: Key
    courses: Annotated[list[Key], Field(max_length=24)]
    campaign: Options | None = None
    options: Options = Field(default_factory=dict)
    house: HouseText = ""
    pace: Pace = Relaxed(kind="relaxed")
    laps: Annotated[int, Field(ge=0, le=99)] = 0
    seats: Annotated[int, Field(ge=2, le=12)] = 8
    heats: Annotated[int, Field(ge=1, le=12)] = 1
    final: Annotated[int, Field(ge=0, le=12)] = 0  # number of drivers; 0: no final
    best_of: Annotated[int, Field(ge=1, le=9)] = 1
    scoring: ScoringKind = "league"
    opens: Local | None = None
    closes: Local | None = None
    opened: Second | None = None  # when it opened
    closed: Second | None = None
    lineups: Annotated[list[Numbers], Field(max_length=MOST_DIVISIONS)] = Field(
        default_factory=list
    )  # the drivers, by division; fixed when the races begin
    present: Numbers = Field(default_factory=list)  # entries that checked in


EntryNumber = Annotated[int, Field(ge=1, le=10**6)]


class Away(Model):
    """When a driver left the league, and when they came back; 0 while they are away."""

    left: Second
    back: Second = 0.0


class LeagueEntry(Model):
    """A driver of the league. `bot` is the policy that drives, '' for a person.

    `also` are the numbers of entries that turned out to be the same person's (`people`).
    """

    number: EntryNumber
    name: Name
    bot: Label = ""
    profile: Label = ""
    team: Label = ""
    driver_class: Label = ""
    division: Annotated[int, Field(ge=0, lt=MOST_DIVISIONS)] = 0
    state: Literal["in", "waiting", "out"] = "in"
    joined: Second = 0.0
    seed: Small = 0  # in a tournament; 0: by the order of entries
    also: list[EntryNumber] = Field(default_factory=list, max_length=MOST_JOINED)
    away: Annotated[list[Away], AfterValidator(latest_away)] = Field(default_factory=list)


class ResultCorrection(Model):
    """A correction of a result by the owner: the reason stays visible."""

    race: Label
    entry: int  # GUEST: the whole race
    do: Literal["place", "points", "void"]
    value: Annotated[int, Field(ge=-1000, le=1000)] = 0
    reason: Annotated[str, StringConstraints(min_length=1, max_length=CODES * LONGEST_CORRECTION)]
    at: Second = 0.0


class Substitution(Model):
    """A substitution in a seat, before a race or during it."""

    race: Label  # '': before the races of the round
    round: Small
    leaves: int
    comes: int
    at: Second = 0.0


RACE_KEY = "^[1-9][0-9]{0,2}-[1-9][0-9]?-([1-9][0-9]?|f)-[1-9][0-9]{0,2}-[1-9][0-9]?$"
RaceKey = Annotated[str, StringConstraints(pattern=RACE_KEY)]
FileName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$")]
# A race's columns take only what JSON has as a number, and keys in plain digits. Of a stored race
# (`storage`), read as lax, they take what they took before.
MOST = 2**31 - 1
Figure = Annotated[int, Field(ge=-MOST, le=MOST, strict=True)]
NumberedBy = Annotated[int, Field(ge=0, le=10**6), BeforeValidator(check_whole)]
Wins = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False, strict=True)]
Luck = tuple[Wins, Wins]  # its value and its band: `messages.SeasonLuck`
Column = list[Figure]


@with_config(ConfigDict(extra="forbid"))
@dataclass(slots=True)
class LeagueRace:
    """A finished race, or a campaign, in columns: one value for each seat.

    `key` identifies the race (`rounds.Bout`). `shares` lists, for seats that changed hands, all
    drivers and their thousandths of the race.
    """

    key: RaceKey
    ruleset: str
    course: str
    kept: FileName  # its table or campaign, or its file
    entries: Column
    places: Column
    grid: Column  # 0: unknown
    finish: Column  # in turns or rounds; 0: never
    length: Annotated[int, Field(ge=0, le=MOST, strict=True)]
    tallies: dict[str, Column] = field(default_factory=dict)
    own: Column = field(default_factory=list)  # the points of the game's own scoring
    shares: dict[NumberedBy, list[tuple[Figure, Figure]]] = field(default_factory=dict)
    raced: Json | None = None  # data for the next race of its series
    luck: dict[NumberedBy, Luck] = field(default_factory=dict)  # by entry, in a file: of a review


class DriverNames(dict[int, str]):
    """Names of drivers by their numbers. One who is no driver of the league is `driver 7`."""

    def __missing__(self, number: int) -> str:
        return f"driver {number}"


@dataclass
class League:
    """A league in its present state."""

    title: str
    owner: str
    terms: LeagueTerms
    text: str = ""
    season: int = 1
    entries: list[LeagueEntry] = field(default_factory=list)
    rounds: list[LeagueRound] = field(default_factory=list)
    races: list[LeagueRace] = field(default_factory=list)
    corrections: list[ResultCorrection] = field(default_factory=list)
    substitutions: list[Substitution] = field(default_factory=list)
    before: list[Json] = field(default_factory=list)  # the final tables of past seasons
    _by_round: tuple[int, dict[str, list[LeagueRace]]] = field(
        default=(0, {}), init=False, repr=False, compare=False
    )

    def entry(self, number: int) -> LeagueEntry:
        """The entry with this number. Raises Malformed."""
        for entry in self.entries:
            if number == entry.number or number in entry.also:
                return entry
        raise Malformed("entry", f"no driver has the number {number} in this league")

    def names(self, guest: str = "") -> DriverNames:
        """The drivers' names by their numbers; `guest` is what to call number 0."""
        names = DriverNames({GUEST: guest} if guest else {})
        names.update({entry.number: entry.name for entry in self.entries})
        return names

    def driving(self, division: int) -> list[LeagueEntry]:
        """The drivers of a division, in the order of entry."""
        return [e for e in self.entries if e.state == "in" and e.division == division]

    def waiting(self, division: int | None = None) -> list[LeagueEntry]:
        """The waiting list, in its order."""
        return [e for e in self.entries if e.state == "waiting" and division in (None, e.division)]

    def races_of(self, number: int) -> list[LeagueRace]:
        """The races of a round, numbered from 1."""
        size, races = self._by_round
        if size != len(self.races):  # races are added and removed, never exchanged
            races = {}
            for race in self.races:
                races.setdefault(race.key.partition("-")[0], []).append(race)
            self._by_round = len(self.races), races
        return list(races.get(str(number), ()))


class Head(Model):
    """A league without its races, as stored."""

    form: Literal["wreckoning league 1"]
    title: Title
    owner: Name = ""
    text: Text = ""
    season: Annotated[int, Field(ge=1, le=1000)] = 1
    terms: LeagueTerms
    entries: list[LeagueEntry] = Field(default_factory=list, max_length=MOST_ENTRIES)
    rounds: list[LeagueRound] = Field(default_factory=list, max_length=MOST_ROUNDS)
    corrections: list[ResultCorrection] = Field(default_factory=list, max_length=MOST_CORRECTIONS)
    substitutions: list[Substitution] = Field(default_factory=list, max_length=MOST_SUBSTITUTIONS)
    before: Annotated[list[Json], Field(max_length=MOST_SEASONS, default_factory=list)]


RACES: TypeAdapter[list[LeagueRace]] = TypeAdapter(list[LeagueRace])


def head_of(league: League) -> Head:
    """Everything in a league except its races."""
    return Head(
        form="wreckoning league 1",
        title=league.title,
        owner=league.owner,
        text=league.text,
        season=league.season,
        terms=league.terms,
        entries=league.entries,
        rounds=league.rounds,
        corrections=league.corrections,
        substitutions=league.substitutions,
        before=league.before,
    )


def from_head(head: Head, races: list[LeagueRace]) -> League:
    """Make a league from the parts of a file. Raises Malformed."""
    league = unchecked(head, races)
    _check(league)
    gather_names(league)
    return league


def document_of(league: League) -> str:
    """A league without its races, as it is stored. Raises Illegal if it could not be read again.

    What a command adds is bounded where it is added. If that was forgotten somewhere, the command
    is refused, and the league stays as it was.
    """
    with _within_bounds():
        document = head_of(league).model_dump_json()
        Head.model_validate_json(document, strict=False, context=AS_STORED)
    return document


@contextmanager
def _within_bounds() -> Iterator[None]:
    try:
        yield
    except ValidationError as error:
        raise Illegal(f"this league cannot hold more: {first_fault(error)}") from None


def unchecked(head: Head, races: Iterable[LeagueRace] = ()) -> League:
    """Make a league from parts that were checked before."""
    league = League(
        head.title,
        head.owner,
        head.terms,
        head.text,
        head.season,
        list(head.entries),
        list(head.rounds),
        list(races),
        list(head.corrections),
        list(head.substitutions),
        list(head.before),
    )
    gather(league)
    return league


def to_document(league: League) -> Json:
    """A league as JSON. Raises Illegal for one that holds more than a league may."""
    races = RACES.dump_python(league.races, mode="json")
    with _within_bounds():
        return {**head_of(league).model_dump(mode="json"), "races": races}


def read_league(given: object, where: str = "league") -> League:
    """Read a league from JSON. Raises Malformed."""
    if not isinstance(given, dict) or given.get("form") != FORM:
        raise Malformed(where, f'expected a league\'s file, with "form": "{FORM}"')
    races = given.get("races", [])
    _check_past(given.get("before"), where)
    try:
        head = Head.model_validate({k: v for k, v in given.items() if k != "races"})
        return from_head(head, RACES.validate_python(races))
    except ValidationError as error:
        raise Malformed(where, first_fault(error)) from None


def _check_past(before: object, where: str) -> None:
    """Check the size of the tables of past seasons, which each look at a league sends."""
    size = len(json.dumps(before))
    if size > MOST_PAST:
        raise Malformed(f"{where}: before", f"expected at most {MOST_PAST} bytes, found {size}")


def first_fault(error: ValidationError) -> str:
    """The first fault, on one line."""
    fault = error.errors()[0]
    place = ": ".join(str(part) for part in fault["loc"])
    problem = fault["msg"].removeprefix("Value error, ")
    return f"{place}: {problem[:1].lower()}{problem[1:]}"


def _check(league: League) -> None:
    """Check conditions that involve several fields. Raises Malformed."""
    numbers = [number for entry in league.entries for number in (entry.number, *entry.also)]
    if len(set(numbers)) != len(numbers):
        raise Malformed("entries", "expected each number once")
    names = [folded(e.name) for e in league.entries if e.state != "out"]
    if len(set(names)) != len(names):
        raise Malformed("entries", "expected each name once")
    divisions = len(league.terms.divisions)
    if any(entry.division >= divisions for entry in league.entries):
        raise Malformed("entries", f"expected a division from 0 to {divisions - 1}")
    for at, plan in enumerate(league.rounds, 1):
        check_kind(plan, f"round {at}")
    if len(league.races) > MOST_RACES:
        raise Malformed("races", f"expected at most {MOST_RACES}, found {len(league.races)}")
    known = {*numbers, GUEST}
    seats: dict[str, int] = {}
    for race in league.races:
        _check_race(race, known)
        number, division, _ = race.key.split("-", 2)
        if int(number) > len(league.rounds) or int(division) > divisions:
            raise Malformed(f"race {race.key}", "expected a round and a division of this league")
        seats[race.key] = len(race.entries)
    if len(seats) != len(league.races):
        raise Malformed("races", "expected each race once")
    _check_references(league, known, seats)


def _check_references(league: League, known: set[int], races: dict[str, int]) -> None:
    """Check that what is told of drivers and races is told of those in the file.

    `races` are the numbers of seats by the race's key.
    """
    for change in league.corrections:
        if change.race not in races:
            raise Malformed("corrections", f"no race {change.race[:40]!r} in this league")
        driven = known if change.do == "void" else known - {GUEST}
        if change.entry not in driven:
            raise Malformed("corrections", f"no driver has the number {change.entry}")
        if change.do == "place" and not 1 <= change.value <= races[change.race]:
            raise Malformed("corrections", f"expected a place from 1 to {races[change.race]}")
    for step in league.substitutions:
        if not known.issuperset((step.leaves, step.comes)):
            raise Malformed("substitutions", "a driver is no entry of this league")
        if step.race and re.fullmatch(RACE_KEY, step.race) is None:
            raise Malformed("substitutions", f"no race {step.race[:40]!r} in this league")
        if not 1 <= step.round <= len(league.rounds):
            raise Malformed("substitutions", f"expected a round from 1 to {len(league.rounds)}")
    for at, plan in enumerate(league.rounds, 1):
        drivers = [number for lineup in plan.lineups for number in lineup]
        if len(plan.lineups) > len(league.terms.divisions):
            raise Malformed(f"round {at}: lineups", "expected one for each division")
        if not (known - {GUEST}).issuperset((*drivers, *plan.present)):
            raise Malformed(f"round {at}", "a driver is no entry of this league")
        if len(set(drivers)) != len(drivers):
            raise Malformed(f"round {at}: lineups", "expected each driver once")


def check_kind(plan: LeagueRound, where: str) -> None:
    """Check that a round has either courses or a campaign. Raises Malformed."""
    if plan.campaign is None and not plan.courses:
        raise Malformed(f"{where}: courses", "expected at least one")
    if plan.campaign is None:
        return
    of_races = {
        "courses": plan.courses,
        "laps": plan.laps,
        "house rules": plan.options,
        "house file": plan.house,
    }
    for name, given in of_races.items():
        if given:
            raise Malformed(where, f"a campaign has no {name} of its own")


def _check_race(race: LeagueRace, known: set[int]) -> None:
    seats = len(race.entries)
    if seats > MAX_SEATS or len(race.tallies) > MOST_TALLIES:
        expected = f"expected at most {MAX_SEATS} seats and {MOST_TALLIES} tallies"
        raise Malformed(f"race {race.key[:40]}", expected)
    lengths = {len(race.places), len(race.grid), len(race.finish), len(race.own) or seats}
    if {seats} != lengths.union(map(len, race.tallies.values())):
        raise Malformed(f"race {race.key[:40]}", "expected a value for each seat in every column")
    if not known.issuperset((*race.entries, *race.luck)):
        raise Malformed(f"race {race.key[:40]}", "a driver is no entry of this league")
    if not seats or min(race.places) < 1 or max(race.places) > seats:
        raise Malformed(f"race {race.key[:40]}", f"expected places from 1 to {seats}")
    if race.raced is not None:
        where = f"race {race.key}: raced"
        if read_raced(where, race.raced).as_json() != race.raced:
            raise Malformed(where, "expected only a course, a race and drivers")
    for seat, drivers in race.shares.items():
        whole = sum(share for _, share in drivers)
        if not 0 <= seat < seats or whole != WHOLE or not known.issuperset(n for n, _ in drivers):
            raise Malformed(f"race {race.key[:40]}", f"the shares of seat {seat + 1} are not whole")
