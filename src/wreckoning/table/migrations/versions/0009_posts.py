"""Channels to which each turn of a race is posted, of tables and of leagues.

Revision ID: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A channel may be a league's, and may get each turn's post instead of whose turn it is."""
    league = sa.ForeignKey("leagues.id", name="fk_channels_league_id", ondelete="CASCADE")
    with op.batch_alter_table("channels") as channels:
        channels.add_column(sa.Column("league_id", sa.String(32), league))
        tells = sa.Column("tells", sa.String(16), nullable=False, server_default="turn")
        channels.add_column(tells)
        channels.create_index("ix_channels_league_id", ["league_id"])


def downgrade() -> None:
    """Without them."""
    op.execute("DELETE FROM channels WHERE tells != 'turn'")
    op.execute("DELETE FROM notices WHERE kind = 'post'")
    with op.batch_alter_table("channels") as channels:
        channels.drop_index("ix_channels_league_id")
        channels.drop_column("tells")
        channels.drop_column("league_id")
