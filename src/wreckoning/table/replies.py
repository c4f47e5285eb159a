"""What the server sends, by HTTP and on a table's WebSocket: the source of the browser's types.

Plain dictionaries, so that what is sent a thousand times a second is not checked each time:
pydantic reads their types for `/docs`, for `web/src/lib/types.ts` and for the tests, which check
what is sent. Drawing data are those of `core.shown`. Times are seconds since 1970.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field, with_config
from typing_extensions import TypeAliasType, TypedDict

from wreckoning.core.ids import SeatIndex
from wreckoning.core.ruleset import HouseRule
from wreckoning.core.shown import (
    Effect,
    Finisher,
    Ground,
    Headline,
    LogLine,
    Piece,
    Preview,
    Prompt,
    Row,
    Stretch,
)
from wreckoning.table.ids import ShownSeat, TableId, TableVersion
from wreckoning.table.models import CampaignState, Pace, TableState

RefusalKind = TypeAliasType(
    "RefusalKind",
    Literal[
        "malformed",
        "illegal",
        "not_your_turn",
        "stale",
        "over",
        "forbidden",
        "unknown",
        "too_many",
        "busy",
        "failed",
    ],
)
# Of a seat's choice those that it may not take, and why: by kind, then by card; '' is none of them.
Refused = TypeAliasType("Refused", dict[str, dict[str, str]])


class Refusal(TypedDict):
    """Why something was not done: a word for programs, a line for people, and the rule or ''."""

    kind: RefusalKind
    text: str
    rule: str


@with_config(
    json_schema_extra={
        "examples": [
            {"error": {"kind": "stale", "text": "Ann's question has changed since", "rule": ""}}
        ]
    }
)
class Refusing(TypedDict):
    """The body of every error that HTTP answers."""

    error: Refusal


class Health(TypedDict):
    """`ok` and the version, or what is wrong."""

    status: str
    version: NotRequired[str]


# --- rulesets


class Card(TypedDict):
    """One of a seat's choices, such as a perk. Cards of one `group` stand together."""

    title: str
    text: str
    rule: str
    group: NotRequired[str]


class SwitchCard(TypedDict):
    """A house rule; the first of its values is the usual one."""

    name: str
    values: list[str]
    rule: str
    text: str
    meanings: list[str]  # of each value, as a sentence without a full stop


class CourseCard(TypedDict):
    """A course before one chooses it."""

    key: str
    title: str
    facts: str
    blurb: str


class UsualSetup(TypedDict):
    """What a seat has that chooses nothing: in words, and its cards by kind."""

    words: str
    cards: dict[str, str]


class FormField(TypedDict):
    """Something agreed on before a campaign, and the values it may have."""

    name: str
    label: str
    values: list[str]


class CampaignForm(TypedDict):
    """What one agrees on before a campaign: how many players, at least and at most, and fields."""

    players: tuple[int, int]
    fields: list[FormField]


class SeriesCard(TypedDict):
    """Races in a row that count together: how many, at least and at most."""

    title: str
    rule: str
    text: str
    races: tuple[int, int]
    refused: Refused


class RulesetCard(TypedDict):
    """A ruleset before one plays it.

    `seats`: at least and at most. `bots`: players a seat can have beside people. `setup`: a seat's
    choices by kind, each with its cards. `builds`: the choice that can be put together, or ''.
    """

    key: str
    title: str
    version: str
    stage: str
    blurb: str
    sources: list[str]
    seats: tuple[int, int]
    bots: list[str]
    switches: list[SwitchCard]
    setup: dict[str, dict[str, Card]]
    setup_usual: UsualSetup
    builds: str
    campaign: CampaignForm | None
    series: SeriesCard | None
    courses: list[CourseCard]


class CoursePage(TypedDict):
    """A course drawn, and what it has, counted."""

    ground: Ground
    features: dict[str, int]


class RuleBlock(TypedDict):
    """A rule, or with the number '' what stands between rules."""

    number: str
    html: str
    text: str


class RuleChapter(TypedDict):
    """A chapter of the rules."""

    title: str
    anchor: str
    blocks: list[RuleBlock]


class RulesPage(TypedDict):
    """The rules of a ruleset, chapter by chapter."""

    ruleset: str
    title: str
    version: str
    chapters: list[RuleChapter]


# --- tables


class CourseName(TypedDict):
    """A course's key and title."""

    key: str
    title: str


class Fairness(TypedDict):
    """What the dice are checked by: docs/fair-dice.md. The secret is shown after the race."""

    match: str
    commitment: str
    texts: list[str]
    secret: str | None


class SeatInfo(TypedDict):
    """A seat at a table.

    `player` is 'person', 'open' or a bot's name; `driver` is who drives now: also a bot in a
    person's place, or 'absent' after the time was up. `vehicle` is the setup in words, `text` what
    the seat adds to the dice. `here`: is its player's browser connected? `kept`: open, and kept for
    the player who sat there in the race before. `muted`: the host lets them say nothing.
    """

    seat: SeatIndex
    name: str
    player: str
    driver: str
    setup: dict[str, str]
    vehicle: str
    text: str
    here: bool
    kept: bool
    muted: bool


class CameFrom(TypedDict):
    """The race that this one plays on from, after so many answers."""

    table: TableId
    number: int


class SeriesRace(TypedDict):
    """A race of a series; `table` is there when it is over."""

    course: str
    table: TableId | None


class SeriesStanding(TypedDict):
    """How a driver stands in a series."""

    seat: SeatIndex
    name: str
    place: int
    score: int
    races: list[int]
    figures: list[tuple[str, int]]


class SeriesInfo(TypedDict):
    """Races in a row that count together, such as a Grand Prix.

    `unit` is what the score counts, `pays` the figure that is spent between races, `number` which
    race this is, from 1. `sold` are the kinds of choices that are bought; `refused` says by seat,
    before the start, which of them it may not take.
    """

    title: str
    rule: str
    text: str
    unit: str
    pays: str
    number: int
    over: bool
    races: list[SeriesRace]
    standings: list[SeriesStanding]
    sold: list[str]
    refused: list[Refused]


class TableInfo(TypedDict):
    """A table: its settings and its seats.

    `house_rules` is what its options change, `next_table` that of the next race.
    """

    id: TableId
    title: str
    state: TableState
    ruleset: str
    ruleset_title: str
    course: CourseName
    options: dict[str, str]
    house_rules: list[HouseRule]
    pace: Pace
    listed: bool
    dice: Literal["fair", "physical"]
    fair: Fairness | None
    seats: list[SeatInfo]
    practice: bool
    campaign: str
    came_from: CameFrom | None
    next_table: TableId | None
    series: SeriesInfo | None
    created: float
    updated: float


class TableSummary(TypedDict):
    """A table in a list, as it is stored. `where`: "turn 7, lap 2 of 3"."""

    id: TableId
    title: str
    state: TableState
    ruleset: str
    ruleset_title: str
    course: str
    names: list[str]
    open_seats: int
    seats: int
    pace: Pace
    dice: str
    where: str
    series: str
    winner: str


@with_config(
    json_schema_extra={
        "examples": [
            {
                "id": "k3v9w2hq",
                "title": "A course",
                "state": "open",
                "ruleset": "RULESET",
                "ruleset_title": "Its title",
                "course": "A course",
                "names": ["Ann"],
                "open_seats": 3,
                "seats": 4,
                "pace": {"kind": "relaxed"},
                "dice": "fair",
                "where": "",
                "series": "",
                "winner": "",
                "updated": 1790000000.0,
            }
        ]
    }
)
class TableCard(TableSummary):
    """A table in a list."""

    updated: float


class TablePage(TypedDict):
    """Some of the public tables; are there more?"""

    tables: list[TableCard]
    more: bool


class Glance(TypedDict):
    """A table, the seats it waits for, and how far the race is."""

    table: TableInfo
    asked: list[SeatIndex]
    where: str


class Glances(TypedDict):
    """Those of the tables asked for that there are."""

    tables: list[Glance]


class OwnSeat(TypedDict):
    """A seat, and the token that it answers by."""

    seat: int
    token: str


@with_config(
    json_schema_extra={
        "examples": [
            {"id": "k3v9w2hq", "host": "HOST-TOKEN", "seats": [{"seat": 0, "token": "SEAT-TOKEN"}]}
        ]
    }
)
class Made(TypedDict):
    """A new table or campaign: the host's token, and those of the seats claimed with it."""

    id: str
    host: str
    seats: list[OwnSeat]


# What the browser does itself when it is typed.
CommandWord = TypeAliasType(
    "CommandWord",
    Literal["undo", "help", "board", "standings", "log", "dice", "chat", "rule"],
)


class OptionRead(TypedDict):
    """A typed line chooses an option of the open question, or asks what it means."""

    kind: Literal["choice", "meaning"]
    option: str


class CommandRead(TypedDict):
    """A typed line is a command with its argument."""

    kind: Literal["command"]
    word: CommandWord
    argument: str


class UnclearRead(TypedDict):
    """A typed line means nothing here: why, by which rule or '', and the options it may be."""

    kind: Literal["unclear"]
    problem: str
    rule: str
    options: list[str]


MoveRead = TypeAliasType(
    "MoveRead",
    Annotated[OptionRead | CommandRead | UnclearRead, Field(discriminator="kind")],
)


class Result(TypedDict, total=False):
    """What a command gave: `claim` the token of the seat, `chat` the number of what was said,
    `read` what the first move of a typed line means, and the rest of the line; `remove` with a ban
    by what the person is known: their profile, their address.
    """

    token: str
    known_by: list[str]
    id: int
    read: MoveRead
    rest: str


@with_config(json_schema_extra={"examples": [{"version": 7, "result": {}}]})
class Done(TypedDict):
    """A command was done; the table's version after it."""

    version: TableVersion
    result: Result


# --- a race


@with_config(
    json_schema_extra={
        "examples": [
            {
                "seat": 0,
                "who": "Ann",
                "question": "What do you do?",
                "rule": "R12",
                "answered": False,
            }
        ]
    }
)
class Waiting(TypedDict):
    """Who is asked what. Seat −1: dice rolled by hand; −2: the referee. Of a group that answers
    together, `answered` are those who have.
    """

    seat: ShownSeat
    who: str
    question: str
    rule: str
    answered: bool


class AddedModifier(TypedDict):
    """What was added to a die."""

    name: str
    value: int
    rule: str


@with_config(
    json_schema_extra={
        "examples": [
            {
                "number": 3,
                "who": "Ann",
                "question": "a pass",
                "rule": "R15",
                "natural": [4],
                "sides": 6,
                "modifiers": [{"name": "mushroom", "value": 1, "rule": "R31"}],
                "result": 5,
            }
        ]
    }
)
class DiceRoll(TypedDict):
    """A roll of the race, by its number from 0, with its modifiers."""

    number: int
    who: str
    question: str
    rule: str
    natural: list[int]
    sides: int
    modifiers: list[AddedModifier]
    result: int


class DiceCount(TypedDict):
    """How often each face of a die fell, and how often each was to be expected."""

    sides: int
    rolls: int
    faces: list[int]
    expected: float


class Moment(TypedDict):
    """A race after `number` answers: who is asked, and until when. `digest` is that of all answers
    and the header: docs/fair-dice.md. `records`: of the course, once the race is over.
    """

    number: int
    digest: str
    asked: list[Waiting]
    deadline: float | None
    records: list[str]


class BoardShown(TypedDict):
    """What stands where; the podium once the race is over."""

    things: list[Piece]
    headline: Headline
    standings: list[Row]
    energy: str
    track: list[Stretch]
    podium: list[Finisher] | None


class BoardView(BoardShown):
    """What stands where, how often each die fell, and the rolls of the latest move."""

    dice: list[DiceCount]
    rolls: list[DiceRoll]


class Play(Moment, BoardView):
    """A race, as all see it."""


class BoardStep(TypedDict):
    """Something that happened, to be played on the board: what has changed there and what is gone.

    So many `lines` are told after it. The effects are shown when what moves has come to its place.
    """

    lines: int
    things: list[Piece]
    gone: list[str]
    rolls: list[DiceRoll]
    effects: tuple[Effect, ...]


class Frame(TypedDict):
    """A moment of a replay: after so many answers, with so many lines told."""

    number: int
    lines: int
    things: list[Piece]
    headline: Headline
    standings: list[Row]
    track: list[Stretch]
    rolls: list[DiceRoll]
    effects: NotRequired[tuple[Effect, ...]]


class RaceReplay(TypedDict):
    """A race moment by moment."""

    ground: Ground
    lines: list[LogLine]
    frames: list[Frame]
    energy: str
    podium: list[Finisher] | None
    records: list[str]


class Replay(RaceReplay):
    """A table's race moment by moment."""

    table: TableInfo


class MenuOption(TypedDict):
    """An option before one chooses: its label, what it means, its chance, its rules, a drawing.

    `name` is to be given back as the answer. `chance_of` says what the chance is one of, '' where
    the label does. Options of one `group` stand together, each by its `short` name. One that is
    `numbered` may be chosen by its number in the menu.
    """

    name: str
    label: str
    meaning: str
    chance: float | None
    rules: list[str]
    chance_of: str
    group: str
    short: str
    numbered: bool
    preview: Preview | None


class Question(TypedDict):
    """An open question. `ask` is its name, to be given back with the answer.

    While it is not `complete`, chances and previews are still being worked out. The options of a
    die are its faces. `hint` is an example of what may be typed, where numbers do not do.
    """

    who: str
    ask: str
    prompt: Prompt
    options: list[MenuOption]
    hint: str
    complete: bool


class Menu(Question):
    """An open question of one's own, after `number` answers."""

    number: int
    seat: ShownSeat


class ChatLine(TypedDict):
    """Something said at a table."""

    id: int
    seat: int
    name: str
    text: str
    at: float


class Removed(TypedDict):
    """You lost your seat here: who took it, and the name that you drove under."""

    by: str
    name: str


class You(TypedDict):
    """Whose browser this is: its seats, whether it is the host's, and the seats that may undo.

    `removed`: if the host took your seat. `bans`: for the host, the names of who is banned.
    """

    seats: list[SeatIndex]
    host: bool
    undo: list[ShownSeat]
    removed: NotRequired[Removed]
    bans: NotRequired[list[str]]


class LineChange(TypedDict):
    """Keep so many lines of what you have, then add these."""

    keep: int
    add: list[LogLine]


# --- what comes by a table's WebSocket


class State(TypedDict):
    """Everything that anybody may see of a table."""

    type: Literal["state"]
    version: TableVersion
    table: TableInfo
    ground: Ground | None
    play: Play | None
    lines: list[LogLine]
    chat: list[ChatLine]


class Update(TypedDict):
    """What has changed: a table or a board that is left out is as it was.

    `steps` say how it came there, if all of that was seen here.
    """

    type: Literal["update"]
    version: TableVersion
    table: TableInfo | None
    play: Play | Moment | None
    lines: LineChange
    steps: NotRequired[list[BoardStep]]


class Current(TypedDict):
    """After a hello: nothing was missed."""

    type: Literal["current"]
    version: TableVersion


class YouAre(TypedDict):
    """Whose browser this is."""

    type: Literal["you"]
    you: You


class MenusNow(TypedDict):
    """All open questions of one's own; in place of those before."""

    type: Literal["menus"]
    menus: list[Menu]


class Said(TypedDict):
    """Something was said."""

    type: Literal["chat"]
    chat: ChatLine


class Here(TypedDict):
    """The seats whose players are connected, and how many others watch."""

    type: Literal["here"]
    here: list[SeatIndex]
    spectators: int


class Reply(TypedDict):
    """The command of this request was done."""

    type: Literal["reply"]
    request: str
    version: TableVersion
    result: Result


class Refuses(TypedDict):
    """The command of this request was not done. The request is '' where none could be read."""

    type: Literal["refusal"]
    request: str
    version: TableVersion
    error: Refusal


Push = TypeAliasType(
    "Push",
    Annotated[
        State | Update | Current | YouAre | MenusNow | Said | Here | Reply | Refuses,
        Field(discriminator="type"),
    ],
)


# --- campaigns and the builder


class CampaignCard(TypedDict):
    """A campaign in a list."""

    id: str
    ruleset: str
    title: str
    headline: str
    names: list[str]
    state: CampaignState
    updated: float


class CampaignCards(TypedDict):
    """Public campaigns."""

    campaigns: list[CampaignCard]


class CampaignMoveOffer(TypedDict):
    """Something one may do in a campaign; `off` says why not now. `move` is to be given back."""

    label: str
    meaning: str
    move: dict[str, Any]
    off: str


class OwnedVehicle(TypedDict):
    """A vehicle of one's roster."""

    key: int
    title: str
    card: str
    parts: list[str]
    points: int
    state: str
    fielded: bool
    code: str
    moves: list[CampaignMoveOffer]


class ReadyMade(TypedDict):
    """A team that is put together already."""

    key: str
    title: str
    text: str
    points: int
    vehicles: int
    code: str


class CampaignStanding(TypedDict):
    """How a player stands in a campaign; `bot` is '' for a person."""

    seat: int
    name: str
    bot: str
    figures: list[tuple[str, int | str]]
    waited_for: bool


class GamePlayer(TypedDict):
    """A player of a campaign's game; `points` once it is over."""

    seat: int
    name: str
    points: int | None
    won: bool


class CampaignGameCard(TypedDict):
    """A game of a campaign."""

    number: int
    round: int
    mission: str
    over: bool
    players: list[GamePlayer]


class RosterForm(TypedDict):
    """A roster to be put together: how many vehicles, and for how many points."""

    least: int
    most: int
    points: int
    code: str
    ready_made: list[ReadyMade]


class FieldForm(TypedDict):
    """A team to be chosen for a game."""

    least: int
    most: int
    points: int
    chosen: list[int]
    done: bool


class StoryRound(TypedDict):
    """What was done in a round."""

    round: int
    lines: list[str]


class CampaignView(TypedDict):
    """A campaign as its ruleset tells it to one player."""

    title: str
    headline: str
    phase: str
    now: str
    waited_for: list[int]
    round: int
    rounds: int
    size: str
    standings: list[CampaignStanding]
    games: list[CampaignGameCard]
    roster: list[OwnedVehicle]
    pool: int
    build: RosterForm | None
    field: FieldForm | None
    moves: list[CampaignMoveOffer]
    moves_now: str
    story: list[StoryRound]


class CampaignTable(TypedDict):
    """The table of a campaign's game, and one's own seats there."""

    game: int
    table: str
    seats: list[OwnSeat]


class CampaignYou(TypedDict):
    """One's own seats, and whether one is the host."""

    seats: list[int]
    host: bool


class CampaignFairness(Fairness):
    """What the dice are checked by; while `open`, texts may be given."""

    open: bool


class CampaignInfo(TypedDict):
    """A campaign as one player sees it. `open` are the seats to be had; `problem` says why it does
    not go on here, '' if nothing is wrong.
    """

    id: str
    ruleset: str
    ruleset_title: str
    state: CampaignState
    version: int
    listed: bool
    pace: Pace
    you: CampaignYou
    open: list[int]
    tables: list[CampaignTable]
    fair: CampaignFairness
    page: CampaignView
    problem: str


class Claimed(TypedDict):
    """The token of a seat that was claimed."""

    token: str


class BuiltPart(TypedDict):
    """A part of a vehicle; `without` is the code of the team without it."""

    title: str
    text: str
    points: int
    without: str


class Addition(TypedDict):
    """What may be added, and the code of the team with it; `off` says why not."""

    kind: NotRequired[str]
    title: str
    text: str
    points: int
    code: str
    off: str


class BuiltVehicle(TypedDict):
    """A vehicle of a team. `without`, `again`: the team's codes without it, and with it twice."""

    name: str
    card: str
    points: int
    figures: list[tuple[str, int]]
    special: list[str]
    parts: list[BuiltPart]
    add: list[Addition]
    without: str
    again: str


class BuildProblem(TypedDict):
    """What is wrong with a team; `missing`: there is too little yet."""

    vehicle: int
    text: str
    rule: str
    missing: bool


class TeamSize(TypedDict):
    """A size of game."""

    key: str
    title: str
    words: str


class Built(TypedDict):
    """A team as it stands, and what may be added or taken off."""

    code: str
    title: str
    text: str
    size: str
    size_words: str
    points: int
    limit: int
    legal: bool
    file: str
    problems: list[BuildProblem]
    sizes: list[TeamSize]
    ready_made: list[ReadyMade]
    vehicles: list[BuiltVehicle]
    add: list[Addition]
