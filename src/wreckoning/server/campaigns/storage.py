"""Stores campaigns as rows in the database."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pydantic import Field
from sqlalchemy import Connection, Engine, and_, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from wreckoning.core.protocols import Campaign, Campaigns
from wreckoning.server.damage import readable, reading
from wreckoning.server.encoding import dump
from wreckoning.server.store import schema
from wreckoning.server.store.profile_rows import put_seatings
from wreckoning.server.store.schema import Found, Values
from wreckoning.table.campaigns.playing import taken_up
from wreckoning.table.campaigns.stretches import DiceTerms
from wreckoning.table.ids import TableId
from wreckoning.table.models import CampaignState, Model, Pace
from wreckoning.table.replies import CampaignCard
from wreckoning.table.table import ABANDONED
from wreckoning.table.table import FINISHED as GAME_OVER

OPEN: Final = "open"
RUNNING: Final = "running"
FINISHED: Final = "over"
LISTED = 24
REPLIES = 256  # requests remembered for each campaign


class StoredSeat(Model):
    """A seat: its token's digest ('' if it is open or a bot's), and the text for the dice."""

    token: str = ""
    text: str = ""
    profile: str = ""


class GameTable(Model):
    """The table of a game, and the tokens of its seats, in order."""

    table: TableId
    host: str
    tokens: list[str]


class Keeping(Model):
    """The table's own data about a campaign, next to the ruleset's document."""

    host: str
    host_profile: str = ""
    pace: Pace
    seats: list[StoredSeat]
    fair: list[DiceTerms]
    games: dict[str, GameTable] = Field(default_factory=dict)
    replies: dict[str, str] = Field(default_factory=dict)  # by a request's key: a claim's token
    league: str = ""  # to which it belongs

    def note_reply(self, key: str, token: str) -> None:
        """Remember that this request was carried out, and the token in its reply, if any."""
        self.replies[key] = token
        if len(self.replies) > REPLIES:
            del self.replies[next(iter(self.replies))]

    def forget_tokens(self) -> None:
        """Forget all tokens after the end."""
        self.replies = dict.fromkeys(self.replies, "")


class AskedSince(Model):
    """The version of a campaign at which a profile was asked for a move, and when that was."""

    version: int
    at: float


class AskedProfiles(Model):
    """The profiles whose move, or start, a campaign waits for, in this step of its round."""

    step: str = ""
    since: dict[str, AskedSince] = Field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> AskedProfiles:
        """Read a row's column; '' if nobody is asked."""
        return cls.model_validate_json(text, strict=False) if text else cls()

    @property
    def text(self) -> str:
        """The column of a row."""
        return self.model_dump_json() if self.since else ""


@dataclass(frozen=True)
class StoredCampaign:
    """A campaign as stored."""

    id: str
    ruleset: str
    state: CampaignState
    listed: bool
    version: int
    created: float
    updated: float
    document: str
    keeping: Keeping
    secret: str
    summary: str
    asked: str = ""


def load(engine: Engine, campaign: str) -> StoredCampaign | None:
    """Load a campaign from the store."""
    with engine.connect() as connection:
        wanted = select(schema.campaigns).where(schema.campaigns.c.id == campaign)
        row = connection.execute(wanted).one_or_none()
    if row is None:
        return None
    fields = dict(row._mapping)
    with reading("campaign", campaign):
        fields["keeping"] = Keeping.model_validate_json(row.keeping, strict=False)
    return StoredCampaign(**fields)


def size_of(engine: Engine, campaign: str) -> int | None:
    """The bytes of a campaign's document; None if there is no such campaign."""
    wanted = select(func.length(schema.campaigns.c.document))
    with engine.connect() as connection:
        found = connection.execute(wanted.where(schema.campaigns.c.id == campaign)).scalar()
    return None if found is None else int(found)


def add(engine: Engine, kept: StoredCampaign) -> None:
    """Store a new campaign."""
    with engine.begin() as connection:
        put(connection, kept)


def put(connection: Connection, kept: StoredCampaign) -> None:
    """Insert the row of a new campaign."""
    connection.execute(insert(schema.campaigns).values(**_row(kept)))


def state_of(campaign: Campaign) -> CampaignState:
    """The state of a campaign."""
    if campaign.is_over:
        return FINISHED
    return OPEN if campaign.is_open else RUNNING


def take_up(kept: StoredCampaign) -> Campaign:
    """The present campaign. Raises Changed, or Illegal if what is stored is damaged."""
    with reading("campaign", kept.id):
        document = json.loads(kept.document)
        return taken_up(kept.ruleset, document, kept.secret, kept.keeping.fair[-1])


def filled(row: StoredCampaign, kind: Campaigns, campaign: Campaign) -> StoredCampaign:
    """The row of a campaign in its present state; `row` has its version and time already."""
    seen = kind.page(campaign, None)
    summary = {
        "title": seen.title,
        "headline": seen.headline,
        "names": [crew.name for crew in campaign.crews],
        "state": state_of(campaign),
    }
    document = dump(kind.to_document(campaign))
    row = replace(row, state=state_of(campaign), document=document, summary=dump(summary))
    asked = _asked_now(row, f"{seen.round} {seen.phase}", seen.waited_for)
    return replace(row, asked=asked.text)


def _asked_now(row: StoredCampaign, step: str, seats: Sequence[int]) -> AskedProfiles:
    """The profiles asked now: of the seats waited for, or the host's if only the start is missing.

    Who was asked in this step before stays asked since then. A league's campaign starts by itself.
    """
    keeping = row.keeping
    people = {keeping.seats[seat].profile for seat in seats} - {""}
    if not seats and row.state == OPEN and not keeping.league:
        people, step = {keeping.host_profile} - {""}, f"{step} start"
    before = AskedProfiles.read(row.asked)
    since = before.since if before.step == step else {}
    now = AskedSince(version=row.version, at=row.updated)
    return AskedProfiles(step=step, since={one: since.get(one, now) for one in sorted(people)})


def change(
    engine: Engine,
    kept: StoredCampaign,
    made: Values | None = None,
    seatings: Sequence[Values] = (),
) -> bool:
    """Store the next version of a campaign, together with the row of a table made for it.

    Returns False, and stores neither, if another process was first.
    """
    campaigns = schema.campaigns
    wanted = update(campaigns).where(
        campaigns.c.id == kept.id, campaigns.c.version == kept.version - 1
    )
    try:
        with engine.begin() as connection:
            done = connection.execute(wanted.values(**_row(kept)).returning(campaigns.c.id))
            if done.scalar() is None:
                return False
            if made is not None:
                connection.execute(insert(schema.tables).values(**made))
                put_seatings(connection, made["id"], seatings)
            return True
    except IntegrityError:
        return False


def listed(engine: Engine, state: str, page: int) -> tuple[list[CampaignCard], int]:
    """A page of the public campaigns in a state, the latest first; and how many there are."""
    campaigns = schema.campaigns
    public = and_(campaigns.c.state == state, campaigns.c.listed)
    with engine.connect() as connection:
        total = connection.execute(select(func.count()).where(public)).scalar_one()
        rows = connection.execute(
            select(campaigns.c.id, campaigns.c.ruleset, campaigns.c.summary, campaigns.c.updated)
            .where(public)
            .order_by(campaigns.c.updated.desc(), campaigns.c.id)
            .offset(LISTED * (page - 1))
            .limit(LISTED)
        ).all()
    return list(readable(rows, _card, "campaign")), total


def _card(row: Found) -> CampaignCard:
    own = {"id": row.id, "ruleset": row.ruleset, "updated": row.updated}
    return CampaignCard(**json.loads(row.summary), **own)


def games_over(engine: Engine) -> dict[str, int]:
    """How many tables of its games each running campaign has that are over or given up."""
    campaigns, tables = schema.campaigns, schema.tables
    first, end = campaigns.c.id + "g", campaigns.c.id + "h"  # between them: its games' tables
    own = and_(tables.c.id > first, tables.c.id < end)
    wanted = (
        select(campaigns.c.id, func.count())
        .join(tables, own)
        .where(campaigns.c.state == RUNNING, tables.c.state.in_((GAME_OVER, ABANDONED)))
        .group_by(campaigns.c.id)
    )
    with engine.connect() as connection:
        return {row[0]: row[1] for row in connection.execute(wanted)}


def _row(kept: StoredCampaign) -> Values:
    return {**vars(kept), "keeping": kept.keeping.model_dump_json()}
