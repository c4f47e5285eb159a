"""The server's messages, by HTTP and WebSocket: the source of the browser's types.

They are dataclasses, those of the core where it has them; `Sparse` if fields may be missing.
Nothing is checked as it is sent, since there are thousands of messages a second. Pydantic reads the
types for `/docs`, for `web/src/lib/types.ts` and for the tests, which check all messages.
Drawing data are those of `core.shown`. Times are seconds since 1970.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, with_config
from typing_extensions import TypeAliasType

from wreckoning.core.documents import Json
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
from wreckoning.core.shown_campaigns import CampaignView
from wreckoning.table.deadlines import SeatHoliday
from wreckoning.table.ids import ShownSeat, TableId, TableVersion
from wreckoning.table.models import CampaignState, EmoteName, Pace, TableState

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
# The illegal choices of a seat, and the reasons: by kind, then by card; '' is none of the cards.
Refused = TypeAliasType("Refused", dict[str, dict[str, str]])


class Sparse:
    """A reply that leaves out those of its fields that are None by default.

    They are not in its `__dict__`, which orjson writes; who reads one gets the class's default.
    """

    def __post_init__(self) -> None:
        own, defaults = vars(self), vars(type(self))
        for name in [name for name, value in own.items() if value is None and name in defaults]:
            del own[name]

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> Json:
        """Fields that may be left out are never null, and have no default."""
        found: Json = handler(schema)
        for field in handler.resolve_ref_schema(found)["properties"].values():
            if "default" in field:
                del field["default"]
                kinds = [kind for kind in field.pop("anyOf") if kind != {"type": "null"}]
                field |= kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
        return found


@dataclass(frozen=True)
class Refusal:
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
@dataclass(frozen=True)
class Refusing:
    """The body of every HTTP error."""

    error: Refusal


@dataclass(frozen=True)
class Health(Sparse):
    """`ok` and the version, or a fault."""

    status: str
    version: str | None = None


# --- rulesets


@dataclass(frozen=True)
class Card(Sparse):
    """One of a seat's choices, such as a perk. Cards with the same `group` are shown together."""

    title: str
    text: str
    rule: str
    group: str | None = None


@dataclass(frozen=True)
class SwitchCard:
    """A house rule; the first of its values is the default."""

    name: str
    values: list[str]
    rule: str
    text: str
    meanings: list[str]  # of each value, as a sentence without a full stop


@dataclass(frozen=True)
class CourseCard:
    """A course in a list."""

    key: str
    title: str
    facts: str
    blurb: str


@dataclass(frozen=True)
class UsualSetup:
    """The setup of a seat that chooses nothing: in words, and its cards by kind."""

    words: str
    cards: dict[str, str]


@dataclass(frozen=True)
class FormField:
    """A setting of a new campaign, and its possible values."""

    name: str
    label: str
    values: list[str]


@dataclass(frozen=True)
class CampaignForm:
    """The form of a new campaign: the least and most players, and its fields."""

    players: tuple[int, int]
    fields: list[FormField]


@dataclass(frozen=True)
class SeriesCard:
    """The series of a game: races in a row that count together, at least and at most."""

    title: str
    rule: str
    text: str
    races: tuple[int, int]
    refused: Refused


@dataclass(frozen=True)
class FirstRaceCard:
    """A ruleset's first race: its title, what it shows, and how long it takes."""

    title: str
    about: str
    minutes: int


Difficulty = Literal["light", "medium", "demanding"]
DIFFICULTIES: tuple[Difficulty, ...] = ("light", "medium", "demanding")


@dataclass(frozen=True)
class QuickStart:
    """A race of one player that starts at once: its course, and how many bots drive."""

    course: str
    bots: int


@dataclass(frozen=True)
class RulesetCard:
    """A ruleset in the list of games.

    `seats`: the least and the most. `bots`: the players for seats without a person, with a
    line on each in `bot_words`. `setup`: a seat's choices by kind, each with its cards. `builds`:
    the choice that can be built, or ''.
    `house_example`: the text of a house file that comes with the game, or ''.
    `minutes`: a race against bots takes at least and at most so long, if the ruleset says so.
    """

    key: str
    title: str
    version: str
    stage: str
    blurb: str
    sources: list[str]
    seats: tuple[int, int]
    bots: list[str]
    bot_words: dict[str, str]
    switches: list[SwitchCard]
    setup: dict[str, dict[str, Card]]
    setup_usual: UsualSetup
    house_example: str
    builds: str
    campaign: CampaignForm | None
    series: SeriesCard | None
    courses: list[CourseCard]
    first_race: FirstRaceCard | None
    minutes: tuple[int, int] | None
    difficulty: Difficulty | None
    quick: QuickStart


@dataclass(frozen=True)
class CoursePage:
    """A course with its drawing and counted features."""

    ground: Ground
    features: dict[str, int]


@dataclass(frozen=True)
class RuleBlock:
    """A rule, or (with the number '') the text between rules."""

    number: str
    html: str
    text: str


@dataclass(frozen=True)
class RuleChapter:
    """A chapter of the rules."""

    title: str
    anchor: str
    blocks: list[RuleBlock]


@dataclass(frozen=True)
class RulesPage:
    """The rules of a ruleset, chapter by chapter."""

    ruleset: str
    title: str
    version: str
    chapters: list[RuleChapter]


@dataclass(frozen=True)
class TaughtStep:
    """A step of a turn, its rule, and the phases of a race (`Moment`) that belong to it."""

    title: str
    rule: str
    text: str
    phases: tuple[str, ...]


@dataclass(frozen=True)
class LearningPage:
    """The turn in order, the coach's sentence for each question ('' if it needs none)."""

    turn: list[TaughtStep]
    coach: dict[str, str]


# --- tables


@dataclass(frozen=True)
class CourseName:
    """A course's key and title."""

    key: str
    title: str


@dataclass(frozen=True)
class Fairness:
    """The data to check the dice by: docs/fair-dice.md. The secret is shown after the race."""

    match: str
    commitment: str
    texts: list[str]
    secret: str | None


@dataclass(frozen=True)
class SeatInfo:
    """A seat at a table.

    `player` is 'person', 'open' or a bot's name. `driver` is the present driver: also a bot in a
    person's place, or 'absent' after the time was up. `vehicle` is the setup in words, `text` the
    seat's part of the dice. `here`: its player's browser is connected. `kept`: open, and kept for
    its player in the previous race. `muted`: the host does not let its player chat.
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


@dataclass(frozen=True)
class CameFrom:
    """The race that this one was forked from, after this many answers."""

    table: TableId
    number: int


@dataclass(frozen=True)
class SeriesRace:
    """A race of a series; `table` is present once it is over."""

    course: str
    table: TableId | None


@dataclass(frozen=True)
class SeriesStanding:
    """A driver's place in a series."""

    seat: SeatIndex
    name: str
    place: int
    score: int
    races: list[int]
    figures: list[tuple[str, int]]


@dataclass(frozen=True)
class SeriesInfo:
    """Races in a row that count together, such as a Grand Prix.

    `unit` is the unit of the score, `pays` the figure that is spent between races, `number` the
    present race, from 1. `sold` are the kinds of choices that are bought; `refused` has the illegal
    ones of each seat, before the start.
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


@dataclass(frozen=True)
class HintNoted:
    """A seat, or −1 for the host, asked for a hint, behind so many lines of the log.

    `fork`: it began to play on from that moment at another table.
    """

    seat: int
    line: int
    what: Literal["hint", "fork"]


@dataclass(frozen=True)
class WeighedOption:
    """An option of a question: the seat's chance to win with it, and its standard error, 0 to 1."""

    name: str
    chance: float
    error: float


@dataclass(frozen=True)
class Hint:
    """A hint. `compiling`: the game's search is compiled first, ask again; nothing is noted yet."""

    state: Literal["compiling", "done"]
    options: list[WeighedOption]


@dataclass(frozen=True)
class OrderRule:
    """What orders say of a kind of questions: the preferences, the best first."""

    kind: str
    preferences: list[str]


@dataclass(frozen=True)
class OrderedNow:
    """What orders choose at an open question: an option, or '' to wait for the player.

    `kind` and `said` are the order behind it; `kind` is '' if none fits. `chance` is a chance of
    `chance_of`, if the option shows one.
    """

    ask: str
    question: str
    kind: str
    said: str
    option: str
    label: str
    chance: float | None
    chance_of: str


@dataclass(frozen=True)
class CheckedOrders:
    """Orders as they were understood, written back as `text`, or the `problem` in a line.

    `now`: what they choose at the questions that are open for the seat.
    """

    problem: str
    text: str
    rules: list[OrderRule]
    otherwise: Literal["wait", "usual"]
    until: Literal["changed", "this turn", "next turn"]
    now: list[OrderedNow]


@dataclass(frozen=True)
class OrderKind:
    """A kind of questions that orders can be about: its questions in words, and what to choose."""

    name: str
    questions: list[str]
    options: list[str]
    special: list[str]


@dataclass(frozen=True)
class OrdersForm:
    """What orders can say in this race: kinds of questions, figures and other conditions."""

    kinds: list[OrderKind]
    figures: list[str]
    neighbours: list[str]
    signs: list[str]


@dataclass(frozen=True)
class OwnOrders:
    """The orders of your seat. They `rest` after an answer was taken back, until you answer."""

    given: bool
    rest: bool
    checked: CheckedOrders
    form: OrdersForm


@dataclass(frozen=True)
class DriverField:
    """A field of a driver or vehicle in a `part` of a position: what it takes, and if several.

    `low` and `high` are the least and the greatest number; None if it depends on the race.
    """

    part: str
    name: str
    kind: Literal["number", "yes or no", "driver", "choice"]
    several: bool
    choices: list[str]
    low: int | None
    high: int | None


@dataclass(frozen=True)
class RollKind:
    """A kind of roll that rules add modifiers to: its name in positions, and in words."""

    name: str
    words: str


@dataclass(frozen=True)
class RefereeSubject:
    """A driver, or a driver's vehicle, as one `part` of a position has it: its `key` there.

    `values` are those that a correction finds, by field.
    """

    driver: str
    name: str
    part: str
    key: str
    values: Json


@dataclass(frozen=True)
class NextRoll:
    """What the referee can add to a next roll: to which kind of roll, and how much.

    `roll` and `added` are the fields of a subject of this `part` that have the modifier; `kinds`
    are the kinds of roll.
    """

    part: str
    roll: str
    added: str
    kinds: list[RollKind]
    low: int
    high: int


@dataclass(frozen=True)
class DriverFields:
    """What the referee can correct: the fields, and the drivers and vehicles that have them.

    `next_roll` is None in rules that let no referee add to a roll. `taken_back` names the drivers
    whose answers it takes back; `barred` says why it cannot be made now, '' if it can.
    """

    taken_back: list[str]
    barred: str
    fields: list[DriverField]
    next_roll: NextRoll | None
    subjects: list[RefereeSubject]


@dataclass(frozen=True)
class TableInfo:
    """A table: its settings and its seats.

    `house_rules` are the rules that its options and its house file change, `own_data` is whether it
    has a house file. `next_table` is the table of the next race,
    `ended_by` the name of the host who gave the race up, `lesson` the last words of a first race,
    `stuck` says why a race that runs cannot go on by the current rules, '' if it can.
    `day` that of which it is the race: its dice are secret until the day is over. `hints` is
    whether players may ask for hints, and play on from a moment of the running race, `chances`
    whether spectators may see who may win. `campaign` and `league` are ids, '' for none.
    """

    id: TableId
    title: str
    state: TableState
    ruleset: str
    ruleset_title: str
    course: CourseName
    options: dict[str, str]
    house_rules: list[HouseRule]
    own_data: bool
    pace: Pace
    listed: bool
    dice: Literal["fair", "physical"]
    fair: Fairness | None
    seats: list[SeatInfo]
    practice: bool
    hints: bool
    stuck: str
    chances: bool
    hinted: list[HintNoted]
    day: str
    lesson: str
    campaign: str
    league: str
    ended_by: str
    came_from: CameFrom | None
    next_table: TableId | None
    series: SeriesInfo | None
    created: float
    updated: float


@dataclass(frozen=True)
class DailyResult:
    """A finisher of the race of the day. `table` is shown once you have finished it too."""

    rank: int
    name: str
    place: int
    drivers: int
    turns: int
    mine: bool
    table: TableId | None


@dataclass(frozen=True)
class OwnDailyRace:
    """Your own race of a day."""

    table: TableId
    state: TableState


@dataclass(frozen=True)
class DailyRace:
    """A day's race (UTC): the same course, bots and dice for everyone.

    `commitment` is that of its secret, which is shown when the day is over (`ends`); until then
    there is also that of the following day.
    """

    day: str
    ends: float
    ruleset: str
    ruleset_title: str
    course: CourseName
    bots: int
    commitment: str
    secret: str | None
    following: str | None
    own: OwnDailyRace | None
    results: list[DailyResult]


@dataclass(frozen=True)
class DailyMade:
    """The table of your race of the day."""

    table: TableId


Markup = TypeAliasType("Markup", Literal["markdown", "bbcode", "discord", "text"])


@dataclass(frozen=True)
class TurnPost:
    """A turn as a post. `messages`: the text in the pieces that a chat takes; most often one.

    `first` and `last` are the turns that can be posted, `picture` the address of the board then.
    """

    unit: str
    turn: int
    first: int
    last: int
    messages: list[str]
    picture: str
    alt: str


@dataclass(frozen=True)
class TableSummary:
    """A table in a list, as stored.

    `where`: "turn 7, lap 2 of 3". `own_data`: it has a house file.
    """

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
    own_data: bool


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
                "own_data": False,
                "updated": 1790000000.0,
            }
        ]
    }
)
@dataclass(frozen=True)
class TableCard(TableSummary):
    """A table in a list."""

    updated: float


@dataclass(frozen=True)
class TablePage:
    """One page of the public tables; `more`: there are others."""

    tables: list[TableCard]
    more: bool


@dataclass(frozen=True)
class Glance:
    """A table, the seats it waits for, and the race's progress."""

    table: TableInfo
    asked: list[SeatIndex]
    where: str


@dataclass(frozen=True)
class Glances:
    """The requested tables that exist."""

    tables: list[Glance]


@dataclass(frozen=True)
class OwnSeat:
    """A seat, and the token for its answers."""

    seat: int
    token: str


@with_config(
    json_schema_extra={
        "examples": [
            {"id": "k3v9w2hq", "host": "HOST-TOKEN", "seats": [{"seat": 0, "token": "SEAT-TOKEN"}]}
        ]
    }
)
@dataclass(frozen=True)
class HouseFile:
    """What a house file changes, in words, and its game with these changes."""

    rules: list[HouseRule]
    ruleset: RulesetCard


@dataclass(frozen=True)
class Made:
    """A new table or campaign: the host's token, and those of the seats claimed with it."""

    id: str
    host: str
    seats: list[OwnSeat]


# Commands that the browser carries out itself.
CommandWord = TypeAliasType(
    "CommandWord",
    Literal["undo", "help", "board", "standings", "log", "dice", "chat", "rule"],
)


@dataclass(frozen=True)
class OptionRead:
    """A typed line that chooses an option of the open question, or asks for its meaning."""

    kind: Literal["choice", "meaning"]
    option: str


@dataclass(frozen=True)
class CommandRead:
    """A typed line that is a command with its argument."""

    kind: Literal["command"]
    word: CommandWord
    argument: str


@dataclass(frozen=True)
class UnclearRead:
    """A typed line that means nothing here: why, by which rule or '', and the possible options."""

    kind: Literal["unclear"]
    problem: str
    rule: str
    options: list[str]


MoveRead = TypeAliasType(
    "MoveRead",
    Annotated[OptionRead | CommandRead | UnclearRead, Field(discriminator="kind")],
)


@dataclass(frozen=True)
class Result(Sparse):
    """The result of a command.

    `claim`: the seat and its token. `chat`: the number of the message. `read`: the meaning of the
    first move on a typed line, and the rest of the line. `remove` with a ban: what the banned
    player is recognised by, their profile or their address.
    """

    token: str | None = None
    seat: SeatIndex | None = None
    known_by: list[str] | None = None
    id: int | None = None
    read: MoveRead | None = None
    rest: str | None = None


@with_config(json_schema_extra={"examples": [{"version": 7, "result": {}}]})
@dataclass(frozen=True)
class Done:
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
@dataclass(frozen=True)
class Waiting:
    """An open question, and who has to answer it.

    Seat −1: dice rolled by hand; −2: the referee. In a group, `answered` are the seats that have
    answered. `by`: until when this seat may answer, in seconds since 1970; None without a limit.
    """

    seat: ShownSeat
    who: str
    question: str
    rule: str
    answered: bool
    by: float | None


@dataclass(frozen=True)
class AddedModifier:
    """A modifier that was added to a die."""

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
@dataclass(frozen=True)
class DiceRoll:
    """A roll of the race, by its number from 0, with its modifiers."""

    number: int
    who: str
    question: str
    rule: str
    natural: list[int]
    sides: int
    modifiers: list[AddedModifier]
    result: int


@dataclass(frozen=True)
class DiceCount:
    """How often each face of a die fell, and how often each was expected."""

    sides: int
    rolls: int
    faces: list[int]
    expected: float


@dataclass(frozen=True)
class LessonNow:
    """The step of a first race: what is said at this question, and the options allowed.

    No option in `allow` means all of them. The steps are numbered from 1.
    """

    ask: str
    step: int
    steps: int
    allow: list[str]
    text: str
    rule: str


@dataclass(frozen=True)
class Moment:
    """A race after `number` answers: who is asked, and until when.

    `digest` covers all answers and the header: docs/fair-dice.md. `records`: the course's, once the
    race is over. `held`: only bots drive, and the race waits for a player until the deadline, which
    is the earliest of those of `asked`. `holidays`: the players' present or next ones, by post.
    `phase`: the name of the race's phase; '' if there is none. `lesson`: set in a first race.
    """

    number: int
    digest: str
    asked: list[Waiting]
    deadline: float | None
    held: bool
    holidays: list[SeatHoliday]
    records: list[str]
    lesson: LessonNow | None
    phase: str


@dataclass(frozen=True)
class BoardView:
    """The board, how often each die fell, and the rolls of the latest move.

    `podium` is there once the race is over.
    """

    things: list[Piece]
    headline: Headline
    standings: list[Row]
    energy: str
    track: list[Stretch]
    podium: list[Finisher] | None
    dice: list[DiceCount]
    rolls: list[DiceRoll]


@dataclass(frozen=True)
class Play(BoardView, Moment):
    """A race as everyone sees it."""


@dataclass(frozen=True)
class BoardStep:
    """A step to play on the board: what has changed there and what is gone.

    `lines` are told after it. The effects are shown when moving pieces have arrived.
    """

    lines: int
    things: list[Piece]
    gone: list[str]
    rolls: list[DiceRoll]
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Frame(Sparse):
    """A moment of a replay: after this many answers, with this many lines told.

    Those that the rules of 0.1.0 told have no `effects`.
    """

    number: int
    lines: int
    things: list[Piece]
    headline: Headline
    standings: list[Row]
    track: list[Stretch]
    rolls: list[DiceRoll]
    effects: tuple[Effect, ...] | None = None


@dataclass(frozen=True)
class RaceReplay:
    """A race moment by moment."""

    ground: Ground
    lines: list[LogLine]
    frames: list[Frame]
    energy: str
    podium: list[Finisher] | None
    records: list[str]


@dataclass(frozen=True)
class Replay(RaceReplay):
    """A table's race moment by moment."""

    table: TableInfo


@dataclass(frozen=True)
class MenuOption:
    """An option in a menu: its label, meaning, chance, rules, and a drawing.

    Send `name` back as the answer. `chance_of` says what the chance is for, '' if the label does.
    `stated` is the chance that `meaning` gives where it is not exact: 0.46 for "at least 46%".
    Options with the same `group` are shown together, each by its `short` name. A `numbered` option
    may be chosen by its number in the menu.
    """

    name: str
    label: str
    meaning: str
    chance: float | None
    rules: list[str]
    chance_of: str
    group: str
    short: str
    stated: float | None
    numbered: bool
    preview: Preview | None


@dataclass(frozen=True)
class Menu:
    """An open question of your own, after `number` answers."""

    number: int
    seat: ShownSeat
    who: str
    ask: str  # its name, to send back with the answer
    prompt: Prompt
    options: list[MenuOption]  # of a die: its faces
    hint: str  # an example of what to type, if numbers are not enough
    complete: bool  # while it is not, chances and previews are still being computed


@dataclass(frozen=True)
class ChatLine:
    """A chat message. `line` is the number of the log line that it quotes."""

    id: int
    seat: int
    name: str
    text: str
    at: float
    emote: EmoteName | Literal[""]
    line: int | None
    quote: str


@dataclass(frozen=True)
class Removed:
    """You lost your seat here: who took it, and the name that you drove under."""

    by: str
    name: str


@dataclass(frozen=True)
class OrdersInForce:
    """Orders of one of your seats. They `rest` after an answer was taken back, until you answer."""

    seat: SeatIndex
    text: str
    rest: bool


@dataclass(frozen=True)
class OwnAnswer:
    """What one of your seats answered while others still choose; `ahead`: by its orders."""

    seat: SeatIndex
    question: str
    label: str
    ahead: bool


@dataclass(frozen=True)
class You(Sparse):
    """Your seats, whether you are the host, and the seats that may undo.

    `orders`: those of your seats that are in force. `answers`: yours to questions that others still
    decide in secret. `bans`: for the host, the names of banned players. `removed`: set if the host
    took your seat.
    """

    seats: list[SeatIndex]
    host: bool
    undo: list[ShownSeat]
    orders: list[OrdersInForce] | None = None
    answers: list[OwnAnswer] | None = None
    bans: list[str] | None = None
    removed: Removed | None = None


@dataclass(frozen=True)
class LineChange:
    """Keep this many lines of those you have, then add these."""

    keep: int
    add: list[LogLine]


# --- messages on a table's WebSocket


@dataclass(frozen=True)
class State:
    """The whole state of a table, as anyone may see it."""

    type: Literal["state"]
    version: TableVersion
    table: TableInfo
    ground: Ground | None
    play: Play | None
    lines: list[LogLine]
    chat: list[ChatLine]


@dataclass(frozen=True)
class Update(Sparse):
    """The changes of a table: a missing table or board is unchanged.

    `steps` say how the board changed, if a client here saw all of it.
    """

    type: Literal["update"]
    version: TableVersion
    table: TableInfo | None
    play: Play | Moment | None
    lines: LineChange
    steps: list[BoardStep] | None = None


@dataclass(frozen=True)
class Current:
    """The reply to a hello if nothing was missed."""

    type: Literal["current"]
    version: TableVersion


@dataclass(frozen=True)
class TimeNow:
    """The server's time, in seconds since 1970: all other times are meant by this clock."""

    type: Literal["time"]
    now: float


@dataclass(frozen=True)
class YouAre:
    """What this browser owns."""

    type: Literal["you"]
    you: You


@dataclass(frozen=True)
class MenusNow:
    """All open questions of your own; they replace the earlier ones."""

    type: Literal["menus"]
    menus: list[Menu]


@dataclass(frozen=True)
class Said:
    """A new chat message."""

    type: Literal["chat"]
    chat: ChatLine


@dataclass(frozen=True)
class Here:
    """The seats whose players are connected, and the number of watchers."""

    type: Literal["here"]
    here: list[SeatIndex]
    spectators: int


@dataclass(frozen=True)
class Reply:
    """The command of this request was done."""

    type: Literal["reply"]
    request: str
    version: TableVersion
    result: Result


@dataclass(frozen=True)
class Refuses:
    """The command of this request was not done. The request is '' if none could be read."""

    type: Literal["refusal"]
    request: str
    version: TableVersion
    error: Refusal


Push = TypeAliasType(
    "Push",
    Annotated[
        State | Update | Current | TimeNow | YouAre | MenusNow | Said | Here | Reply | Refuses,
        Field(discriminator="type"),
    ],
)


# --- campaigns and the builder


@dataclass(frozen=True)
class CampaignCard:
    """A campaign in a list."""

    title: str
    headline: str
    names: list[str]
    state: CampaignState
    id: str
    ruleset: str
    updated: float


@dataclass(frozen=True)
class CampaignCards:
    """A page of public campaigns."""

    campaigns: list[CampaignCard]
    page: int
    pages: int


@dataclass(frozen=True)
class CampaignTable:
    """The table of a campaign's game, and your own seats there."""

    game: int
    table: str
    seats: list[OwnSeat]


@dataclass(frozen=True)
class CampaignYou:
    """Your own seats, and whether you are the host."""

    seats: list[int]
    host: bool


@dataclass(frozen=True)
class CampaignFairness:
    """The data to check the dice by; while `open`, texts may be given."""

    match: str
    commitment: str
    texts: list[str]
    open: bool
    secret: str | None


@dataclass(frozen=True)
class CampaignInfo:
    """A campaign as one player sees it.

    `open` are the seats that can be taken; `problem` says why it does not go on here, '' if nothing
    is wrong. `league` is the id of the league to which it belongs, or ''.
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
    league: str


@dataclass(frozen=True)
class Claimed:
    """The token of a claimed seat."""

    token: str
