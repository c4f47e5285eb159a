"""What a ruleset's campaigns give: the page of a campaign, as one player sees it."""

from __future__ import annotations

from dataclasses import dataclass

from wreckoning.core.documents import Json
from wreckoning.core.shown_teams import ReadyMade


@dataclass(frozen=True)
class CampaignMoveOffer:
    """A possible move in a campaign; `off` says why not now. Send `move` back to make it."""

    label: str
    meaning: str
    move: Json
    off: str


@dataclass(frozen=True)
class OwnedVehicle:
    """A vehicle in a roster."""

    key: int
    title: str
    card: str
    parts: list[str]
    points: int
    state: str
    fielded: bool
    code: str
    moves: list[CampaignMoveOffer]


@dataclass(frozen=True)
class CampaignStanding:
    """A player's place in a campaign, and the points that it counts; `bot` is '' for a person."""

    seat: int
    name: str
    bot: str
    place: int
    points: int
    figures: list[tuple[str, int | str]]
    waited_for: bool


@dataclass(frozen=True)
class GamePlayer:
    """A player of a campaign's game; `points` once it is over."""

    seat: int
    name: str
    points: int | None
    won: bool


@dataclass(frozen=True)
class CampaignGameCard:
    """A game of a campaign."""

    number: int
    round: int
    mission: str
    over: bool
    players: list[GamePlayer]


@dataclass(frozen=True)
class RosterForm:
    """The form of a new roster: how many vehicles, and for how many points."""

    least: int
    most: int
    points: int
    ready_made: list[ReadyMade]
    code: str


@dataclass(frozen=True)
class FieldForm:
    """The form of a team for a game."""

    least: int
    most: int
    points: int
    chosen: list[int]
    done: bool


@dataclass(frozen=True)
class StoryRound:
    """The events of a round."""

    round: int
    lines: list[str]


@dataclass(frozen=True)
class CampaignView:
    """A campaign as one player sees it, by its ruleset."""

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
