"""Messages to the server, checked; and the settings of a table."""

from __future__ import annotations

import hashlib
import json
import math
import re
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    StringConstraints,
    TypeAdapter,
    field_validator,
)
from typing_extensions import TypeAliasType

from wreckoning.core.documents import Json
from wreckoning.core.ids import SeatIndex
from wreckoning.core.texts.names import CODES, MAX_NAME
from wreckoning.show.orders import LONGEST
from wreckoning.table.given import (
    CHOICE,
    ChatText,
    GivenChoice,
    GivenName,
    GivenTitle,
    OwnText,
    RefereeReason,
)
from wreckoning.table.ids import REFEREE_SEAT, ShownSeat, TableId, TableVersion

MAX_LINE = 200  # in a line typed at a question
MAX_KEY = 80
MAX_BUILT = 8000  # or the text of a vehicle's file
MAX_SEATS = 12
MAX_HOUSE = 16_000  # in a house file
MAX_RACES = 24  # in a series
MAX_NUMBER = 2**31 - 1
MINUTE = 60
# How long a race waits for a player: in decisions of its pace; without a clock, in seconds.
HELD_DECISIONS, HELD_RELAXED = 4, 15 * MINUTE


TableState = TypeAliasType("TableState", Literal["open", "running", "over", "abandoned"])
CampaignState = TypeAliasType("CampaignState", Literal["open", "running", "over"])
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
MAX_DEPTH = 32  # of nested lists and objects
MAX_WHOLE = 2**63 - 1

Name = Annotated[str, StringConstraints(max_length=CODES * MAX_NAME)]  # as it is stored

Key = Annotated[str, StringConstraints(min_length=1, max_length=MAX_KEY)]
# `@` begins the server's own form of a device's token: see `profiles.identity`.
Token = Annotated[str, StringConstraints(max_length=MAX_KEY, pattern="^[^@]*$")]
DeviceToken = Annotated[str, StringConstraints(max_length=MAX_KEY, pattern=r"^(d\.[\w-]+)?$")]
Tokens = Annotated[list[Token], Field(max_length=MAX_SEATS + 2)]  # of the host, a device, and seats
Request = Annotated[str, StringConstraints(min_length=8, max_length=64, pattern=r"^[\w.-]+$")]
Number = Annotated[int, Field(ge=0, le=MAX_NUMBER)]
Version = Annotated[TableVersion, Field(ge=0, le=MAX_NUMBER)]
SeatNumber = Annotated[SeatIndex, Field(ge=0, lt=MAX_SEATS)]
Setup = Annotated[dict[Key, GivenChoice], Field(max_length=8)]
Options = Annotated[dict[Key, Key], Field(max_length=40)]
HouseText = Annotated[str, StringConstraints(max_length=MAX_HOUSE)]
OrdersText = Annotated[str, StringConstraints(max_length=LONGEST)]

CampaignDeed: TypeAlias = dict[Key, Any]  # the ruleset reads it


def example(**fields: JsonValue) -> ConfigDict:
    """Show these values as an example in the API's document."""
    return ConfigDict(json_schema_extra={"examples": [fields]})


class Model(BaseModel):
    """The base of all messages. Strict: unknown keys are refused, and a number is not a text."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @field_validator("*")
    @classmethod
    def _storable(cls, value: object) -> Any:
        """Refuse values that databases and JSON cannot carry unchanged."""
        parts = [value]
        for _ in range(MAX_DEPTH):
            inner: list[Any] = []
            for part in parts:
                if isinstance(part, dict):
                    inner += [*part, *part.values()]
                elif isinstance(part, list):
                    inner += part
                else:
                    check_storable(part)
            if not inner:
                return value
            parts = inner
        raise ValueError(f"expected at most {MAX_DEPTH} lists and objects in each other")


def check_storable(value: object) -> None:
    """Raise ValueError for NUL, half a surrogate pair, or an infinite number."""
    if isinstance(value, str) and UNSTORABLE.search(value):
        raise ValueError("expected text without NUL and halves of characters")
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("expected a finite number")
    if isinstance(value, int) and abs(value) > MAX_WHOLE:
        raise ValueError("expected a whole number of at most 63 bits")


class Live(Model):
    """A clock: so many seconds for each decision."""

    kind: Literal["live"]
    seconds: Annotated[int, Field(ge=5, le=3600)]


class Relaxed(Model):
    """No clock."""

    kind: Literal["relaxed"]


class Days(Model):
    """By post: so many days for each decision.

    `holidays`: while a player is on holiday the race waits for them, together `holiday_days` days a
    race at most, or a bot drives.
    """

    kind: Literal["days"]
    days: Annotated[int, Field(ge=1, le=30)]
    holidays: Literal["wait", "bot"] = "wait"
    holiday_days: Annotated[int, Field(ge=0, le=60)] = 14


Pace = TypeAliasType("Pace", Annotated[Live | Relaxed | Days, Field(discriminator="kind")])


def seconds_of(pace: Pace) -> int | None:
    """The time for a decision; None without a limit."""
    if isinstance(pace, Live):
        return pace.seconds
    return pace.days * 24 * 3600 if isinstance(pace, Days) else None


def patience_of(pace: Pace) -> int:
    """How many seconds a race waits for a player while only bots drive: a few decisions' time."""
    if isinstance(pace, Live):
        return max(MINUTE, HELD_DECISIONS * pace.seconds)
    return pace.days * 24 * 3600 if isinstance(pace, Days) else HELD_RELAXED


# --- a new table


class NewSeat(Model):
    """A seat of a new table: 'mine' is claimed at once, 'open' waits for a player."""

    player: Key
    name: GivenName = ""
    setup: Setup = {}
    text: OwnText = ""


class NewTable(Model):
    """A table to be made. `then` are the courses of the races that follow it in one series.

    `house` is the text of a house file: own cards and figures, as TOML. With a device's `token` the
    table and the seats that are 'mine' belong to its profile. `hints`: players may ask for hints,
    and play on from a moment of the race while it runs. `chances`: spectators may see who may win.
    """

    model_config = example(
        ruleset="RULESET",
        course="COURSE",
        options={},
        pace={"kind": "live", "seconds": 90},
        listed=True,
        dice="fair",
        seats=[{"player": "mine", "name": "Ann"}, {"player": "open"}, {"player": "rookie"}],
    )

    ruleset: Key
    course: Key
    then: Annotated[list[Key], Field(max_length=MAX_RACES)] = []
    options: Options = {}
    house: HouseText = ""
    pace: Pace = Relaxed(kind="relaxed")
    listed: bool = True
    dice: Literal["fair", "physical"] = "fair"
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=MAX_SEATS)]
    practice: bool = False
    hints: bool = False
    chances: bool = False
    token: DeviceToken = ""


class ReadHouse(Model):
    """The text of a house file, to be checked and told in words."""

    text: HouseText


class KeptChanges(Model):
    """The changes of a house file, by their paths."""

    changes: Json


class NewFirstRace(Model):
    """A ruleset's first race, which leads from question to question."""

    ruleset: Key
    token: DeviceToken = ""


class NewDailyRace(Model):
    """The race of the day, for the profile of a device's `token`, which has one at most."""

    name: GivenName = ""
    token: DeviceToken


class Fork(Model):
    """Play on from a moment of a race, in a new table: after this many answers.

    While the race runs, one of the `tokens`, or the device's, must be a player's or the host's.
    """

    number: Number
    token: DeviceToken = ""  # of a device: its profile becomes the host
    tokens: Tokens = []


class Again(Model):
    """Race again with the same seats: players with these tokens keep theirs."""

    tokens: Tokens = []


class Build(Model):
    """A team under construction, for a size of game; `name` is the new name of a vehicle."""

    code: Annotated[str, StringConstraints(max_length=MAX_BUILT)] = ""
    size: Annotated[str, StringConstraints(max_length=20)] = ""
    vehicle: Annotated[int, Field(ge=-1, le=99)] = -1
    name: GivenName = ""


# --- campaigns


class NewPlayer(Model):
    """A seat of a new campaign: 'mine' is claimed at once, 'open' waits, or a bot's name."""

    player: Key
    name: GivenName = ""


class NewCampaign(Model):
    """A campaign to be made, or taken up again from `document`."""

    ruleset: Key
    title: GivenTitle
    terms: Options = {}  # the settings that the ruleset's campaigns have
    pace: Pace = Relaxed(kind="relaxed")
    listed: bool = True
    players: Annotated[list[NewPlayer], Field(min_length=1, max_length=MAX_SEATS)]
    document: Json | None = None
    token: DeviceToken = (
        ""  # of a device: its profile owns the campaign and the seats that are 'mine'
    )


NEW_CAMPAIGN: TypeAdapter[NewCampaign] = TypeAdapter(NewCampaign)


class Look(Model):
    """View a campaign with these tokens."""

    tokens: Tokens = []


# --- commands


def key_of(do: str, request: str, sender: str) -> str:
    """The key of a command: its request and its sender. Two senders never share one."""
    return hashlib.sha256(json.dumps([do, request, sender]).encode()).hexdigest()


class TableCommand(Model):
    """Something done at a table. A command sent twice with one `request` is done once."""

    request: Request

    @property
    def key(self) -> str:
        """Its key, in memory and in the store: its request and its sender."""
        return key_of(str(getattr(self, "do", "")), self.request, self._sender())

    def _sender(self) -> str:
        """The sender, as far as it is known."""
        raise NotImplementedError


class ByToken(TableCommand):
    """A command with a seat's or the host's token."""

    token: Token

    def _sender(self) -> str:
        return self.token


class Claim(TableCommand):
    """Take an open seat. With a device's `token` it belongs to that profile."""

    model_config = example(request="9f2c41d07ab3", seat=1, name="Bob", setup={}, text="any words")

    do: Literal["claim"] = "claim"
    seat: SeatNumber
    name: GivenName
    setup: Setup = {}
    text: OwnText = ""
    token: DeviceToken = ""

    def _sender(self) -> str:
        """Tells apart players who take a seat: none of them has a token yet."""
        return json.dumps([self.seat, self.name, self.setup, self.text], sort_keys=True)


class ChangeSeat(ByToken):
    """Another name, vehicle or text, before the start."""

    do: Literal["change"] = "change"
    seat: SeatNumber
    name: GivenName | None = None
    setup: Setup | None = None
    text: OwnText | None = None


class Leave(ByToken):
    """Give a seat up, before the start."""

    do: Literal["leave"] = "leave"
    seat: SeatNumber


class SeatBot(ByToken):
    """The host puts a bot into a seat, or opens it again."""

    do: Literal["seat_bot"] = "seat_bot"
    seat: SeatNumber
    player: Key


class Remove(ByToken):
    """The host takes a seat from its player; with `ban` they may not come back to this table."""

    do: Literal["remove"] = "remove"
    seat: SeatNumber
    ban: bool = False


class Mute(ByToken):
    """The host keeps a player from talking, or lets them talk again."""

    do: Literal["mute"] = "mute"
    seat: SeatNumber
    muted: bool = True


class Lift(ByToken):
    """The host lifts a ban: which of them, and against which name."""

    do: Literal["lift"] = "lift"
    number: Number
    name: Name


class Start(ByToken):
    """The host starts the race."""

    do: Literal["start"] = "start"


class GiveAnswer(ByToken):
    """An answer to an open question. Dice rolled by hand are seat −1, the referee is −2."""

    model_config = example(
        request="9f2c41d07ab3", token="SEAT-TOKEN", version=6, seat=0, ask="order", answer="draft"
    )

    do: Literal["answer"] = "answer"
    version: Version
    seat: Annotated[ShownSeat, Field(ge=REFEREE_SEAT, lt=MAX_SEATS)]
    ask: Key
    answer: Key


class WantHint(ByToken):
    """Ask for the chance to win with each option of your question. The table notes it for all."""

    model_config = example(
        request="9f2c41d07ab3", token="SEAT-TOKEN", version=6, seat=0, ask="order"
    )

    version: Version
    seat: Annotated[ShownSeat, Field(ge=0, lt=MAX_SEATS)]
    ask: Key


class Undo(ByToken):
    """Take the last answer back, if the rules for undo allow it."""

    do: Literal["undo"] = "undo"
    version: Version
    seat: Annotated[ShownSeat, Field(ge=REFEREE_SEAT, lt=MAX_SEATS)]


class HandOver(ByToken):
    """Let a bot drive this seat from now on."""

    do: Literal["hand_over"] = "hand_over"
    seat: SeatNumber
    player: Key


class TakeBack(ByToken):
    """Drive again instead of the bot."""

    do: Literal["take_back"] = "take_back"
    seat: SeatNumber


class GiveOrders(ByToken):
    """Give your seat's standing answers ahead as text, instead of those it has; '' for none.

    Questions that they cover are answered at once. Nobody else sees them before they are used.
    """

    model_config = example(
        request="9f2c41d07ab3",
        token="SEAT-TOKEN",
        seat=0,
        text="order: red shell if target else aggressive; otherwise: wait",
    )

    do: Literal["orders"] = "orders"
    seat: SeatNumber
    text: OrdersText


class CheckOrders(Model):
    """Check orders before they are given: what they mean, and what they choose now."""

    model_config = example(token="SEAT-TOKEN", seat=0, text="order: draft else aggressive")

    token: Token
    seat: SeatNumber
    text: OrdersText


class RaceOn(ByToken):
    """Let the bots race on to the end, where no player drives any more and the race waits."""

    do: Literal["race_on"] = "race_on"


class Correct(ByToken):
    """The host, as referee, lays a partial position over the race. The reason stands in the log.

    With empty `changes`, only answers are taken back.
    """

    model_config = example(
        request="9f2c41d07ab3", token="HOST-TOKEN", version=6, changes={}, reason="a misread die"
    )

    do: Literal["correct"] = "correct"
    version: Version
    changes: Json
    reason: RefereeReason


class SkipSeat(ByToken):
    """The host, as referee, skips a seat's open question, or all of its questions this turn.

    They are answered as for an absent player. The reason stands in the log.
    """

    model_config = example(
        request="9f2c41d07ab3", token="HOST-TOKEN", version=6, seat=1, reason="fell asleep"
    )

    do: Literal["skip"] = "skip"
    version: Version
    seat: SeatNumber
    reason: RefereeReason
    turn: bool = False


class Call(ByToken):
    """The host, as referee, has a driver roll a check that the rules do not know.

    A die with so many sides, and the modifier, must reach the target. `rolled` is what a real die
    shows, at a table with physical dice. What follows is a correction.
    """

    model_config = example(
        request="9f2c41d07ab3", token="HOST-TOKEN", version=6, seat=1, target=4, reason="the fence"
    )

    do: Literal["call"] = "call"
    version: Version
    seat: SeatNumber
    target: int
    sides: int = 6
    modifier: int = 0
    rolled: int = 0
    reason: RefereeReason


class Abandon(ByToken):
    """The host ends the race for good."""

    do: Literal["abandon"] = "abandon"


EmoteName = TypeAliasType("EmoteName", Literal["honk", "wow", "ouch", "thanks", "sorry", "hurry"])
EMOTES: dict[EmoteName, str] = {  # in words
    "honk": "Honk!",
    "wow": "What a move!",
    "ouch": "Ouch!",
    "thanks": "Thanks!",
    "sorry": "Sorry!",
    "hurry": "Tick, tock …",
}


class Chat(ByToken):
    """Say something at the table; with `line` as a reply to that line of the log."""

    model_config = example(request="9f2c41d07ab3", token="SEAT-TOKEN", text="Good luck")

    do: Literal["chat"] = "chat"
    text: ChatText
    line: Number | None = None


class Emote(ByToken):
    """Say one of a few things by one click."""

    model_config = example(request="9f2c41d07ab3", token="SEAT-TOKEN", emote="honk")

    do: Literal["emote"] = "emote"
    emote: EmoteName


class ReadLine(ByToken):
    """Ask what a typed line means at a seat's open question, or as a command without one.

    The reply says what it would choose; the answer itself is a separate command.
    """

    model_config = example(
        request="9f2c41d07ab3", token="SEAT-TOKEN", version=6, seat=0, ask="order", line="dr"
    )

    do: Literal["read"] = "read"
    version: Version
    seat: Annotated[ShownSeat, Field(ge=REFEREE_SEAT, lt=MAX_SEATS)] | None = None
    ask: Annotated[str, StringConstraints(max_length=MAX_KEY)] = ""
    line: Annotated[str, StringConstraints(max_length=MAX_LINE)]


Command = TypeAliasType(
    "Command",
    Annotated[
        Claim
        | ChangeSeat
        | Leave
        | SeatBot
        | Remove
        | Mute
        | Lift
        | Start
        | GiveAnswer
        | Undo
        | HandOver
        | TakeBack
        | GiveOrders
        | RaceOn
        | Correct
        | SkipSeat
        | Call
        | Abandon
        | Chat
        | Emote
        | ReadLine,
        Field(discriminator="do"),
    ],
)


# --- commands to a campaign


class CampaignClaim(TableCommand):
    """Take an open seat of a campaign."""

    seat: SeatNumber
    name: GivenName
    text: OwnText = ""
    token: DeviceToken = ""  # of a device: the seat belongs to its profile

    def _sender(self) -> str:
        return json.dumps([self.seat, self.name, self.text])


class CampaignText(ByToken):
    """Another text for the dice of a campaign, before its first roll."""

    seat: SeatNumber
    text: OwnText


class CampaignMove(ByToken):
    """Make a move in a campaign, as its page offers it; for seat −1 by the host."""

    seat: Annotated[int, Field(ge=-1, lt=MAX_SEATS)]
    version: Version
    move: Annotated[CampaignDeed, Field(max_length=8)]

    @field_validator("move")
    @classmethod
    def _seen(cls, move: Json) -> Json:
        """Read the texts of a move, such as the names of vehicles, as they are kept."""
        return {
            key: CHOICE.validate_python(value) if isinstance(value, str) else value
            for key, value in move.items()
        }


# --- the WebSocket


class Hello(Model):
    """The first message on a WebSocket: the tokens, and the last version seen."""

    do: Literal["hello"] = "hello"
    tokens: Tokens = []
    seen: Version | None = None


# Messages of a browser on the WebSocket: a hello first, then commands.
Message = Annotated[Command | Hello, Field(discriminator="do")]


# --- what a table keeps


class SeatOrders(Model):
    """The orders of a seat: their text, and the turn in which they were given.

    They `rest` after their player took an answer back, until they answer themselves or time is up.
    """

    text: str
    turn: int
    rest: bool = False


class SeatState(Model):
    """A seat: its owner, its driver and its vehicle. `token` is a digest, '' for none.

    `since` is the number of entries when the driver changed: earlier ones were another's. `before`
    is the digest of the owner in the race before, who may take the seat again; so may
    `profile_before`. `profile` is '' for a seat held only by its token. `address` is a digest of
    the player's network address. A `muted` player cannot chat.
    """

    name: str = ""
    player: str = "open"
    driver: str = "person"
    since: int = 0
    setup: dict[str, str] = {}
    text: str = ""
    token: str = ""
    before: str = ""
    profile: str = ""
    profile_before: str = ""
    address: str = ""
    muted: bool = False
    orders: SeatOrders | None = None


class Sanction(Model):
    """What the host has decided about a person, and what that person is known by (digests)."""

    kind: Literal["removed", "banned", "muted"]
    by: str  # the name in the host's seat
    name: str
    token: str
    profile: str
    address: str


class HintTaken(Model):
    """What a player learnt from the server, behind so many lines of the log.

    It is a hint after `number` answers, or a race played on from there. `seat` is −1 for a host
    without a seat.
    """

    seat: int
    number: int
    line: int
    what: Literal["hint", "fork"] = "hint"


class Settings(Model):
    """The settings of a table. They change in the lobby, and rarely afterwards."""

    ruleset: str
    rules_version: str  # with which the race was begun
    rules: str = ""  # a later one that agrees with its answers, if there is one
    course: Json  # the whole document
    course_key: str
    course_title: str
    options: dict[str, str]
    data: Json = {}  # the changes of a house file
    pace: Pace
    listed: bool
    dice: Literal["fair", "physical"]
    commitment: str = ""
    practice: bool = False
    day: str = ""  # of which it is the race, with that day's dice
    lesson: bool = False  # the ruleset's first race, with its steps and its dice
    ended_by: str = ""  # if the host gave the race up: the name in the host's seat
    hints: bool = False  # whether players may ask for hints although others race, too
    chances: bool = False  # whether spectators may see who may win although players race
    hinted: list[HintTaken] = []
    unmanned: bool = False  # whether bots race on although no player drives
    begun: bool = False  # whether there is a race: running, over or given up
    seats: list[SeatState]
    host: str  # a digest
    host_profile: str = ""
    host_token: str = ""  # a digest: of the token of the host's own seat
    sanctions: list[Sanction] = []
    host_before: str = ""  # of the race before, if another player made this table
    host_profile_before: str = ""
    bot_seed: int
    position: Json | None = None  # where the race began, if not at the start
    came_from: tuple[TableId, int] | None = None
    next_table: TableId | None = None
    series: Json | None = None  # the series in which this race is the next
    names: list[str] = []  # of the drivers in that position
    campaign: str = ""  # the id of the campaign to which this game belongs
    league: str = ""  # the id of the league to which it belongs

    def copied(self) -> Settings:
        """A copy with seats of its own. All else is replaced, never changed, and so is shared."""
        return self.model_copy(update={"seats": [seat.model_copy() for seat in self.seats]})
