"""What is sent to the server, checked; and the settings that a table keeps."""

from __future__ import annotations

import hashlib
import json
import math
import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator
from typing_extensions import TypeAliasType

from wreckoning.core.ids import SeatIndex
from wreckoning.core.ruleset import MAX_NAME
from wreckoning.table.ids import REFEREE_SEAT, ShownSeat, TableId, TableVersion

MAX_TEXT = 64  # of a seat's own text for the dice
MAX_CHAT = 300
MAX_LINE = 200  # of what is typed at a question
MAX_KEY = 80
MAX_SETUP = 2000  # of a seat's choice: a key, or a whole team in a line
MAX_BUILT = 8000  # … or the text of its file
MAX_SEATS = 12
MAX_RACES = 24  # of a series
MAX_NUMBER = 2**31 - 1


TableState = TypeAliasType("TableState", Literal["open", "running", "over", "abandoned"])
CampaignState = TypeAliasType("CampaignState", Literal["open", "running", "over"])
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
MAX_DEPTH = 32  # of lists and objects in each other
MAX_WHOLE = 2**63 - 1

Name = Annotated[str, StringConstraints(max_length=MAX_NAME)]
OwnText = Annotated[str, StringConstraints(max_length=MAX_TEXT)]
Key = Annotated[str, StringConstraints(min_length=1, max_length=MAX_KEY)]
# `@` begins what the server itself makes of a device's token: see `profiles.identity`.
Token = Annotated[str, StringConstraints(max_length=MAX_KEY, pattern="^[^@]*$")]
DeviceToken = Annotated[str, StringConstraints(max_length=MAX_KEY, pattern=r"^(d\.[\w-]+)?$")]
Tokens = Annotated[list[Token], Field(max_length=MAX_SEATS + 2)]  # the host's, a device's, seats'
Request = Annotated[str, StringConstraints(min_length=8, max_length=64, pattern=r"^[\w.-]+$")]
Number = Annotated[int, Field(ge=0, le=MAX_NUMBER)]
Version = Annotated[TableVersion, Field(ge=0, le=MAX_NUMBER)]
SeatNumber = Annotated[SeatIndex, Field(ge=0, lt=MAX_SEATS)]
SetupValue = Annotated[str, StringConstraints(min_length=1, max_length=MAX_SETUP)]
Setup = Annotated[dict[Key, SetupValue], Field(max_length=8)]
Options = Annotated[dict[Key, Key], Field(max_length=40)]


def example(**fields: Any) -> ConfigDict:
    """A configuration that shows these values in the interface's document."""
    return ConfigDict(json_schema_extra={"examples": [fields]})


class Model(BaseModel):
    """Strict: a key that nobody knows is refused, and a number is no text."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @field_validator("*")
    @classmethod
    def _storable(cls, value: Any) -> Any:
        """Refuse what databases and JSON cannot carry, and so would change on the way."""
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
    """No NUL, no half of a surrogate pair, no endless number. Raises ValueError."""
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
    """By post: so many days for each decision."""

    kind: Literal["days"]
    days: Annotated[int, Field(ge=1, le=30)]


Pace = TypeAliasType("Pace", Annotated[Live | Relaxed | Days, Field(discriminator="kind")])


def seconds_of(pace: Pace) -> int | None:
    """How long a decision may take; None for as long as one likes."""
    if isinstance(pace, Live):
        return pace.seconds
    return pace.days * 24 * 3600 if isinstance(pace, Days) else None


# --- a new table


class NewSeat(Model):
    """A seat of a new table: 'mine' is claimed at once, 'open' waits for a player."""

    player: Key
    name: Name = ""
    setup: Setup = {}
    text: OwnText = ""


class NewTable(Model):
    """A table to be made. `then` are the courses of the races that follow it in one series.

    With a device's `token` the table and the seats that are 'mine' belong to its profile.
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
    pace: Pace = Relaxed(kind="relaxed")
    listed: bool = True
    dice: Literal["fair", "physical"] = "fair"
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=MAX_SEATS)]
    practice: bool = False
    token: DeviceToken = ""


class Fork(Model):
    """Play on from a moment of a race: after so many answers."""

    number: Number
    token: DeviceToken = ""  # a device's: its profile is the host


class Again(Model):
    """Once more with the same seats: those that these tokens open stay whose they are."""

    tokens: Tokens = []


class Build(Model):
    """What is built so far, for a size of game; `name` is what a vehicle of it is called now."""

    code: Annotated[str, StringConstraints(max_length=MAX_BUILT)] = ""
    size: Annotated[str, StringConstraints(max_length=20)] = ""
    vehicle: Annotated[int, Field(ge=-1, le=99)] = -1
    name: Name = ""


# --- campaigns


class NewPlayer(Model):
    """A seat of a new campaign: 'mine' is claimed at once, 'open' waits, or a bot's name."""

    player: Key
    name: Name = ""


class NewCampaign(Model):
    """A campaign to be made, or taken up again from `document`."""

    ruleset: Key
    title: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60)]
    terms: Options = {}  # what the ruleset's campaigns let one agree on
    pace: Pace = Relaxed(kind="relaxed")
    listed: bool = True
    players: Annotated[list[NewPlayer], Field(min_length=1, max_length=MAX_SEATS)]
    document: dict[str, Any] | None = None
    token: DeviceToken = (
        ""  # a device's: the campaign and the seats that are 'mine' are its profile's
    )


class Look(Model):
    """A campaign as these tokens see it."""

    tokens: Tokens = []


# --- commands


def key_of(do: str, request: str, sender: str) -> str:
    """What a command is known by: its request, of who sent it. Another's is another command."""
    return hashlib.sha256(json.dumps([do, request, sender]).encode()).hexdigest()


class TableCommand(Model):
    """Something done at a table. A command sent twice with one `request` is done once."""

    request: Request

    @property
    def key(self) -> str:
        """What it is known by, in memory and in the store: its request, of who sent it."""
        return key_of(str(getattr(self, "do", "")), self.request, self._sender())

    def _sender(self) -> str:
        """Who sent it, as far as one can tell."""
        raise NotImplementedError


class ByToken(TableCommand):
    """… with a seat's or the host's token."""

    token: Token

    def _sender(self) -> str:
        return self.token


class Claim(TableCommand):
    """Take an open seat. With a device's `token` it belongs to that profile."""

    model_config = example(request="9f2c41d07ab3", seat=1, name="Bob", setup={}, text="any words")

    do: Literal["claim"] = "claim"
    seat: SeatNumber
    name: Name
    setup: Setup = {}
    text: OwnText = ""
    token: DeviceToken = ""

    def _sender(self) -> str:
        """Nobody has a token yet: this tells players apart who take a seat."""
        return json.dumps([self.seat, self.name, self.setup, self.text], sort_keys=True)


class ChangeSeat(ByToken):
    """Another name, vehicle or text, before the start."""

    do: Literal["change"] = "change"
    seat: SeatNumber
    name: Name | None = None
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


class Undo(ByToken):
    """Take the last answer back, where the four rules let one."""

    do: Literal["undo"] = "undo"
    version: Version
    seat: Annotated[ShownSeat, Field(ge=REFEREE_SEAT, lt=MAX_SEATS)]


class HandOver(ByToken):
    """Let a bot drive this seat from now on."""

    do: Literal["hand_over"] = "hand_over"
    seat: SeatNumber
    player: Key


class TakeBack(ByToken):
    """Drive again."""

    do: Literal["take_back"] = "take_back"
    seat: SeatNumber


class Correct(ByToken):
    """The host, as referee, lays a partial position over the race."""

    do: Literal["correct"] = "correct"
    version: Version
    changes: dict[str, Any]


class Abandon(ByToken):
    """The host ends the race for good."""

    do: Literal["abandon"] = "abandon"


class Chat(ByToken):
    """Something said at the table."""

    model_config = example(request="9f2c41d07ab3", token="SEAT-TOKEN", text="Good luck")

    do: Literal["chat"] = "chat"
    text: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_CHAT)
    ]


class ReadLine(ByToken):
    """What a typed line means at the open question of a seat, or as a command without one.

    The reply says what would be chosen; an answer is sent by itself.
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
        | Correct
        | Abandon
        | Chat
        | ReadLine,
        Field(discriminator="do"),
    ],
)


# --- commands to a campaign


class CampaignClaim(TableCommand):
    """Take an open seat of a campaign."""

    seat: SeatNumber
    name: Name
    text: OwnText = ""
    token: DeviceToken = ""  # a device's: the seat belongs to its profile

    def _sender(self) -> str:
        return json.dumps([self.seat, self.name, self.text])


class CampaignText(ByToken):
    """Another text for the dice of a campaign, before its first roll."""

    seat: SeatNumber
    text: OwnText


class CampaignMove(ByToken):
    """Something done in a campaign, as its page offers it; by the host for seat −1."""

    seat: Annotated[int, Field(ge=-1, lt=MAX_SEATS)]
    version: Version
    move: Annotated[dict[Key, Any], Field(max_length=8)]


# --- the live line


class Hello(Model):
    """The first message on a line: who is here, and the last version seen."""

    do: Literal["hello"] = "hello"
    tokens: Tokens = []
    seen: Version | None = None


# What a browser sends by the WebSocket: a hello first, then commands.
Message = Annotated[Command | Hello, Field(discriminator="do")]


# --- what a table keeps


class SeatState(Model):
    """A seat: who has it, who drives, what is driven. `token` is a digest, '' for none.

    `since` is how many entries there were when the driver changed: those before were another's.
    `before` is the digest of who sat there in the race before, and may come along; so may
    `profile_before`. The profile that a seat belongs to is '' for one held by its token alone.
    `address` is a digest of where the player came from. One who is `muted` does not talk.
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


class Sanction(Model):
    """What the host has decided about a person, and what that person is known by (digests)."""

    kind: Literal["removed", "banned", "muted"]
    by: str  # the name in the host's seat
    name: str
    token: str
    profile: str
    address: str


class Settings(Model):
    """What a table is played with. Changes in the lobby, seldom afterwards."""

    ruleset: str
    rules_version: str  # that the race was begun with
    rules: str = ""  # a later one that its answers agree with, if there is one
    course: dict[str, Any]  # the whole document
    course_key: str
    course_title: str
    options: dict[str, str]
    pace: Pace
    listed: bool
    dice: Literal["fair", "physical"]
    commitment: str = ""
    practice: bool = False
    begun: bool = False  # is there a race, going on, over or given up?
    seats: list[SeatState]
    host: str  # a digest
    host_profile: str = ""
    host_token: str = ""  # a digest: of the host's own seat's token
    sanctions: list[Sanction] = []
    host_before: str = ""  # of the race before, where another has asked first: they may come along
    host_profile_before: str = ""
    bot_seed: int
    position: dict[str, Any] | None = None  # where the race began, if not at the start
    came_from: tuple[TableId, int] | None = None
    next_table: TableId | None = None
    series: dict[str, Any] | None = None  # the one of which this race is the next
    names: list[str] = []  # the drivers' in that position
    campaign: str = ""  # the id of the campaign that this game is of
