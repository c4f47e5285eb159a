"""Notices of a player's turn.

Revision ID: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Channels of people and tables, what was told there, and the server's keys."""
    profile = sa.ForeignKey("profiles.id", name="fk_channels_profile_id", ondelete="CASCADE")
    table = sa.ForeignKey("tables.id", name="fk_channels_table_id", ondelete="CASCADE")
    device = sa.ForeignKey("devices.id", name="fk_channels_device_id", ondelete="CASCADE")
    op.create_table(
        "channels",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("profile_id", sa.String(32), profile),
        sa.Column("table_id", sa.String(32), table),
        sa.Column("device_id", sa.String(32), device),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("base", sa.String(200), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("sent", sa.Float, nullable=False),
        sa.Column("problem", sa.Text, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
        sa.Column("rest_until", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_channels"),
    )
    op.create_index("ix_channels_profile_id", "channels", ["profile_id"])
    op.create_index("ix_channels_table_id", "channels", ["table_id"])
    channel = sa.ForeignKey("channels.id", name="fk_notices_channel_id", ondelete="CASCADE")
    table = sa.ForeignKey("tables.id", name="fk_notices_table_id", ondelete="CASCADE")
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=True),
        sa.Column("channel_id", sa.String(32), channel, nullable=False),
        sa.Column("table_id", sa.String(32), table, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_notices"),
        sa.UniqueConstraint("channel_id", "table_id", "version", name="uq_notices_question"),
    )
    op.create_index("ix_notices_state_due", "notices", ["state", "due"])
    op.create_table(
        "keys",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_keys"),
    )


def downgrade() -> None:
    """Without them."""
    for name in ("keys", "notices", "channels"):
        op.drop_table(name)
