"""The messages about profiles, to and from the server."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints
from typing_extensions import TypeAliasType

from wreckoning.core.documents import Json
from wreckoning.table.deadlines import GivenRhythm, Rhythm, check_rhythm
from wreckoning.table.given import GivenName
from wreckoning.table.models import Key, Model, Tokens
from wreckoning.table.replies import TableSummary

Colour = Annotated[str, StringConstraints(pattern="^#[0-9a-f]{6}$")]
Code = Annotated[str, StringConstraints(min_length=8, max_length=64, pattern="^[\\w-]+$")]
Setting = TypeAliasType(
    "Setting",
    bool | int | float | Annotated[str, StringConstraints(max_length=200)] | None,
)
Credential = Annotated[Json, Field(max_length=20)]

MAX_DEVICES, MAX_PASSKEYS = 20, 20
USUAL_WAIT = 2  # minutes
Wait = Annotated[int, Field(ge=0, le=7 * 24 * 60, description="minutes")]
WaitAtPace = TypeAliasType("WaitAtPace", Wait | Literal["never"] | None)


class WaitsByPace(Model):
    """How many minutes a question waits in a race of each pace; null: as in all others."""

    live: WaitAtPace = None
    relaxed: WaitAtPace = None
    days: WaitAtPace = None


class ProfileSettings(Model):
    """A person's settings. `public`: others may see the page. `page` is for the browser.

    `wait`: how many minutes a question waits before the person is told of it, unless `waits` has
    another number for a pace. `rhythm`: when races by post leave them alone.
    """

    public: bool = False
    wait: Wait = USUAL_WAIT
    waits: WaitsByPace = WaitsByPace()
    rhythm: Rhythm = Rhythm()
    page: dict[Key, Setting] = Field(default_factory=dict, max_length=60)

    def wait_at(self, pace: str) -> float:
        """The minutes that a question waits at this kind of pace; infinite for never."""
        chosen: int | str | None = getattr(self.waits, pace)
        if chosen is None:
            return self.wait
        return math.inf if isinstance(chosen, str) else chosen


def _check_settings(settings: ProfileSettings) -> ProfileSettings:
    check_rhythm(settings.rhythm)
    return settings


class NewProfile(Model):
    """A profile to make, with the data that the browser has so far."""

    name: GivenName = ""
    colour: Colour = "#c2410c"
    settings: Annotated[ProfileSettings, AfterValidator(_check_settings)] = ProfileSettings()


class ChangeProfile(Model):
    """A new name, colour or settings; missing fields stay as they are."""

    name: GivenName | None = None
    colour: Colour | None = None
    public: bool | None = None
    wait: Wait | None = None
    waits: WaitsByPace | None = None
    rhythm: GivenRhythm | None = None
    page: Annotated[dict[Key, Setting], Field(max_length=60)] | None = None


class Held(Model):
    """Tokens of seats and hosts in this browser, by table: they become the profile's."""

    tables: dict[Key, Tokens] = Field(default_factory=dict, max_length=24)


class Join(Model):
    """Sign this browser in by the code of a link."""

    code: Code


class Passkey(Model):
    """A passkey, as the browser's `navigator.credentials` returns it."""

    credential: Credential


# --- replies


@dataclass(frozen=True)
class Device:
    """A signed-in browser. `here`: the one that asks."""

    id: str
    name: str
    created: float
    seen: float
    here: bool


@dataclass(frozen=True)
class PasskeyCard:
    """A passkey of this profile."""

    id: str
    name: str
    created: float


@dataclass(frozen=True)
class OwnProfile:
    """A profile as its owner sees it."""

    id: str
    name: str
    colour: str
    public: bool
    wait: int
    waits: WaitsByPace
    rhythm: Rhythm
    page: dict[str, Setting]
    created: float
    devices: list[Device]
    passkeys: list[PasskeyCard]


@dataclass(frozen=True)
class SignedIn:
    """The new token by which this browser proves its profile."""

    token: str
    profile: OwnProfile


@dataclass(frozen=True)
class JoinLink:
    """A link that signs in one more device, once, until a time; `qr` is the same as SVG."""

    address: str
    code: str
    qr: str
    until: float


@dataclass(frozen=True)
class PasskeyOptions:
    """What the browser passes to `navigator.credentials`."""

    options: Json


@dataclass(frozen=True)
class OwnRace:
    """A race of a profile: the table, its own seats and their results."""

    table: TableSummary
    created: float
    updated: float
    deadline: float | None
    seats: list[str]  # their names; empty for a host who only watches
    numbers: list[int]  # the same seats' numbers
    vehicle: str
    host: bool
    turn: bool
    place: int | None


@dataclass(frozen=True)
class OwnRaces:
    """Some of a profile's races, and how many there are of each kind."""

    races: list[OwnRace]
    more: bool
    turn: int
    running: int
    open: int
    over: int


@dataclass(frozen=True)
class CurrentRaces:
    """The races of a profile that wait or go on, its turn first."""

    races: list[OwnRace]


@dataclass(frozen=True)
class Adopted:
    """The tables where all that was held belongs to the profile now."""

    tables: list[str]


@dataclass(frozen=True)
class GameResults:
    """A profile's results in one game."""

    ruleset: str
    title: str
    races: int
    wins: int
    podiums: int
    mean_place: float
    vehicle: str  # driven most often; '' for the default


@dataclass(frozen=True)
class CourseBest:
    """A profile's best results on a course; 0 if unknown."""

    ruleset: str
    title: str
    course: str
    races: int
    place: int
    turns: int
    best_lap: int
    table: str  # where the fewest turns were driven


@dataclass(frozen=True)
class ProfilePage:
    """A profile's results."""

    id: str
    name: str
    colour: str
    own: bool
    races: int
    wins: int
    podiums: int
    vehicle: str
    games: list[GameResults]
    courses: list[CourseBest]
    latest: list[OwnRace]


RaceKind = Literal["turn", "running", "open", "over", "all"]
