"""Leagues and their races.

Revision ID: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Seasons of races, played at tables that the server makes."""
    op.create_table(
        "leagues",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("due", sa.Float),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("keeping", sa.Text, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("standings", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_leagues"),
    )
    op.create_index("ix_leagues_state_updated", "leagues", ["state", "updated"])
    op.create_index("ix_leagues_due", "leagues", ["due"])
    league = sa.ForeignKey("leagues.id", name="fk_league_races_league_id", ondelete="CASCADE")
    op.create_table(
        "league_races",
        sa.Column("league_id", sa.String(32), league, nullable=False),
        sa.Column("key", sa.String(24), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("starts", sa.Float, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("race", sa.Text),
        sa.Column("log", sa.LargeBinary),
        sa.PrimaryKeyConstraint("league_id", "key", name="pk_league_races"),
    )
    op.create_index("ix_league_races_table_id", "league_races", ["table_id"], unique=True)
    op.create_index("ix_league_races_state", "league_races", ["state"])


def downgrade() -> None:
    """Without them."""
    for name in ("league_races", "leagues"):
        op.drop_table(name)
