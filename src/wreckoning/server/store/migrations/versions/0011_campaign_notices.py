"""Notices of campaigns.

Revision ID: 0011
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

UNIQUE = "uq_notices_campaign"
TABLE = sa.String(32)


def upgrade() -> None:
    """A notice is of a table or of a campaign, which says who is asked, and since when."""
    asked = sa.Column("asked", sa.Text, nullable=False, server_default="")
    op.add_column("campaigns", asked)
    campaign = sa.ForeignKey("campaigns.id", name="fk_notices_campaign_id", ondelete="CASCADE")
    with op.batch_alter_table("notices") as notices:
        notices.alter_column("table_id", nullable=True, existing_type=TABLE)
        notices.add_column(sa.Column("campaign_id", sa.String(32), campaign))
        notices.create_unique_constraint(UNIQUE, ["channel_id", "campaign_id", "version"])


def downgrade() -> None:
    """Without them."""
    op.execute("DELETE FROM notices WHERE table_id IS NULL")
    with op.batch_alter_table("notices") as notices:
        notices.drop_constraint(UNIQUE, type_="unique")
        notices.drop_column("campaign_id")
        notices.alter_column("table_id", nullable=False, existing_type=TABLE)
    op.drop_column("campaigns", "asked")
