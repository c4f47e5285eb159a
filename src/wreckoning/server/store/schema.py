"""The tables of the database. Every change of a game table is a row of `moves`.

    tables      settings and current state; `version` is that of the last move
    moves       the changes in order: how many entries stay, and the new ones
    snapshots   a race at a checkpoint, so that a long one loads fast
    chats       chat messages
    reviews     what a review of a finished race found, packed
    told        what the rules of a finished race told of it, once they were earlier ones
    records     the records of each course, as its ruleset writes them
    campaigns   games that belong together: a ruleset's own document, and the seats' owners
    profiles    the people who play here: a name and a colour, no account
    devices     the browsers that are signed in to a profile, by the digest of their token
    passkeys    sign a profile in on a device that lost everything else
    codes       links for signing in, and challenges of passkeys: valid for minutes, and once
    seatings    the seats of each profile, and their results
    channels    where a person, or a table, is told whose turn it is
    notices     what was told there, or is about to be: each once
    keys        the server's own keys
    leagues     seasons of races: terms, entries, rounds; all of it except the races
    league_races  the races of leagues: their tables, and their results once they are over
    league_luck   the luck of each driver of a league in each race that was reviewed

Times are seconds since 1970. Documents are JSON texts, the same in every database.
"""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    String,
    Table,
    Text,
    UniqueConstraint,
)

PLAIN_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,31}")


def is_plain_id(text: str) -> bool:
    """True if this may be the id of a table or a campaign. It is also the name of a file."""
    return PLAIN_ID.fullmatch(text) is not None


Values: TypeAlias = dict[str, Any]  # of a row, by column
Found: TypeAlias = Row[*tuple[Any, ...]]  # a row as it was read, with its columns as attributes

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("state", String(16), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("deadline", Float),  # of the awaited decision
    Column("settings", Text, nullable=False),
    Column("secret", String(64), nullable=False),  # of the dice; never sent before the end
    Column("standing", Text, nullable=False),  # the version at which each question was asked
    Column("summary", Text, nullable=False),  # for lists
    Column("asked", Text, nullable=False, server_default=""),  # profiles, surrounded by spaces
    Index("ix_tables_state_updated", "state", "updated"),
    Index("ix_tables_deadline", "deadline"),
)

moves = Table(
    "moves",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("request", String(64), nullable=False),  # its key: request and sender
    Column("kind", String(16), nullable=False),
    Column("who", Text, nullable=False),
    Column("keep", Integer, nullable=False),
    Column("entries", Text, nullable=False),
    Column("result", Text, nullable=False),  # the reply, sent again if the command is repeated
    Column("at", Float, nullable=False),
    UniqueConstraint("table_id", "request", name="uq_moves_request"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("entries", Integer, nullable=False),  # how many entries it needs
    Column("data", LargeBinary, nullable=False),
)

chats = Table(
    "chats",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("request", String(64), nullable=False),  # as in `moves`
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("emote", String(16), nullable=False, server_default=""),
    Column("line", Integer),  # the line of the log that it replies to
    Column("quote", Text, nullable=False, server_default=""),  # the words of that line
    UniqueConstraint("table_id", "request", name="uq_chats_request"),
    Index("ix_chats_table_id", "table_id", "id"),
)

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seconds", Float, nullable=False),  # of the look that it is of
    Column("review", LargeBinary, nullable=False),  # JSON, packed
)

told = Table(
    "told",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("told", LargeBinary, nullable=False),  # by the rules of the race: JSON, packed
)

records = Table(
    "records",
    metadata,
    Column("course", String(160), primary_key=True),
    Column("kept", Text, nullable=False),
)

campaigns = Table(
    "campaigns",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("ruleset", String(80), nullable=False),
    Column("state", String(16), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("document", Text, nullable=False),  # in the ruleset's form
    Column("keeping", Text, nullable=False),  # tokens, tables, pace: `campaigns.Keeping`
    Column("secret", String(64), nullable=False),  # of the dice; never sent before the end
    Column("summary", Text, nullable=False),  # for lists
    Column("asked", Text, nullable=False, server_default=""),  # `campaigns.storage.AskedProfiles`
    Index("ix_campaigns_state_updated", "state", "updated"),
)

profiles = Table(
    "profiles",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("colour", String(16), nullable=False),
    Column("settings", Text, nullable=False),  # `profiles.models.ProfileSettings`
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),  # when the person was last active, on any device
    Column("joined", String(32)),  # the profile that absorbed this one
    Index("ix_profiles_joined", "joined"),
)

devices = Table(
    "devices",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("profile_id", ForeignKey("profiles.id", ondelete="CASCADE"), nullable=False),
    Column("digest", String(64), nullable=False, unique=True),
    Column("name", String(80), nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Index("ix_devices_profile_id", "profile_id"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("credential", String(1400), primary_key=True),
    Column("profile_id", ForeignKey("profiles.id", ondelete="CASCADE"), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("uses", Integer, nullable=False),  # as the key itself counts them
    Column("name", String(80), nullable=False),
    Column("created", Float, nullable=False),
    Index("ix_passkeys_profile_id", "profile_id"),
)

codes = Table(
    "codes",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("profile_id", ForeignKey("profiles.id", ondelete="CASCADE")),
    Column("until", Float, nullable=False),
    Index("ix_codes_until", "until"),
)

seatings = Table(
    "seatings",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),  # -1: the host's
    Column("profile_id", String(32), nullable=False),
    Column("name", Text, nullable=False),
    Column("vehicle", Text, nullable=False),
    Column("place", Integer),  # once the race is over
    Column("drivers", Integer, nullable=False),
    Column("counts", Boolean, nullable=False),  # False for practice races and forks
    Column("turns", Integer, nullable=False),  # until the finish; 0 without one
    Column("best_lap", Integer, nullable=False),
    Index("ix_seatings_profile_id", "profile_id"),
)

channels = Table(
    "channels",
    metadata,
    Column("id", String(32), primary_key=True),
    # Of a person, a table or a league: of one of these.
    Column("profile_id", ForeignKey("profiles.id", ondelete="CASCADE")),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE")),
    Column("league_id", ForeignKey("leagues.id", ondelete="CASCADE")),
    Column("tells", String(16), nullable=False, server_default="turn"),  # whose turn; or posts
    Column("device_id", ForeignKey("devices.id", ondelete="CASCADE")),  # a browser, by Web Push
    Column("kind", String(16), nullable=False),
    Column("address", Text, nullable=False),  # as Apprise takes it; a subscription as JSON
    Column("name", String(120), nullable=False),  # to be shown: without what is secret
    Column("base", String(200), nullable=False),  # the site as its owner's browser sees it
    Column("created", Float, nullable=False),
    Column("sent", Float, nullable=False),  # when it last took a notice; 0 for never
    Column("problem", Text, nullable=False),  # why it did not take the last one; '' if it did
    Column("failed", Integer, nullable=False),  # so many in a row
    Column("rest_until", Float, nullable=False),  # after a failure
    Index("ix_channels_profile_id", "profile_id"),
    Index("ix_channels_table_id", "table_id"),
    Index("ix_channels_league_id", "league_id"),
)

notices = Table(
    "notices",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("channel_id", ForeignKey("channels.id", ondelete="CASCADE"), nullable=False),
    # It tells of a table or of a campaign.
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE")),
    Column("campaign_id", ForeignKey("campaigns.id", ondelete="CASCADE")),
    Column("version", Integer, nullable=False),  # of that, when it was asked; a post's turn
    Column("kind", String(16), nullable=False, server_default="asked"),  # reminder, post
    Column("state", String(16), nullable=False),  # waiting, sending, sent, failed, dropped
    Column("tries", Integer, nullable=False),
    Column("due", Float, nullable=False),
    Column("at", Float, nullable=False),  # of its last state
    Column("unsent", Text, nullable=False, server_default=""),  # pieces of a post, as JSON
    UniqueConstraint("channel_id", "table_id", "version", "kind", name="uq_notices_question"),
    UniqueConstraint("channel_id", "campaign_id", "version", name="uq_notices_campaign"),
    Index("ix_notices_state_due", "state", "due"),
)

keys = Table(
    "keys",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

leagues = Table(
    "leagues",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("state", String(16), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("due", Float),  # when the next round opens or closes by itself
    Column("document", Text, nullable=False),  # `leagues.model.Head`
    Column("keeping", Text, nullable=False),  # owner, tokens: `leagues.storage.LeagueKeeping`
    Column("summary", Text, nullable=False),  # for lists
    Column("standings", Text, nullable=False),  # all tables, as sent; they follow from the races
    Index("ix_leagues_state_updated", "state", "updated"),
    Index("ix_leagues_due", "due"),
)

league_races = Table(
    "league_races",
    metadata,
    Column("league_id", ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True),
    Column("key", String(24), primary_key=True),  # its place in the league: `leagues.rounds.Bout`
    Column("table_id", String(32), nullable=False),  # results stay if the table is deleted
    Column("state", String(16), nullable=False),  # awaited, counted, or missed by the round's end
    Column("starts", Float, nullable=False),  # when the table starts by itself
    Column("seats", Text, nullable=False),  # `leagues.storage.RaceSeats`, with their tokens
    Column("race", Text),  # the result: `leagues.model.LeagueRace`
    Column("log", LargeBinary),  # packed
    Index("ix_league_races_table_id", "table_id", unique=True),
    Index("ix_league_races_state", "state"),
)

league_luck = Table(
    "league_luck",
    metadata,
    Column("league_id", ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True),
    Column("entry", Integer, primary_key=True, autoincrement=False),
    Column("table_id", String(32), primary_key=True),  # it stays if the table is deleted
    Column("value", Float, nullable=False),  # a change of the chance to win
    Column("band", Float, nullable=False),  # half of its 95 % interval
)
