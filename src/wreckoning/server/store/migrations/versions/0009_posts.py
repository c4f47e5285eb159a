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


LEAGUE = "CONSTRAINT fk_channels_league_id REFERENCES leagues (id) ON DELETE CASCADE"


def upgrade() -> None:
    """A channel may be a league's, and may get each turn's post instead of whose turn it is.

    The columns are added one by one: SQLite would delete all notices with a table that is replaced.
    """
    op.execute(f"ALTER TABLE channels ADD COLUMN league_id VARCHAR(32) {LEAGUE}")
    tells = sa.Column("tells", sa.String(16), nullable=False, server_default="turn")
    op.add_column("channels", tells)
    op.create_index("ix_channels_league_id", "channels", ["league_id"])


def downgrade() -> None:
    """Without them."""
    op.execute("DELETE FROM channels WHERE tells != 'turn'")
    op.execute("CREATE TEMPORARY TABLE kept_notices AS SELECT * FROM notices")
    with op.batch_alter_table("channels") as channels:
        channels.drop_index("ix_channels_league_id")
        channels.drop_column("tells")
        channels.drop_column("league_id")
    op.execute("DELETE FROM notices")
    op.execute("INSERT INTO notices SELECT * FROM kept_notices WHERE kind != 'post'")
    op.execute("DROP TABLE kept_notices")
