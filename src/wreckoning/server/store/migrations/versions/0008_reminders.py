"""Reminders before a deadline.

Revision ID: 0008
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

UNIQUE = "uq_notices_question"
COLUMNS = ["channel_id", "table_id", "version"]


def upgrade() -> None:
    """A question may have a notice and a reminder in each channel."""
    with op.batch_alter_table("notices") as notices:
        kind = sa.Column("kind", sa.String(16), nullable=False, server_default="asked")
        notices.add_column(kind)
        notices.drop_constraint(UNIQUE, type_="unique")
        notices.create_unique_constraint(UNIQUE, [*COLUMNS, "kind"])


def downgrade() -> None:
    """Without reminders."""
    op.execute("DELETE FROM notices WHERE kind != 'asked'")
    with op.batch_alter_table("notices") as notices:
        notices.drop_constraint(UNIQUE, type_="unique")
        notices.create_unique_constraint(UNIQUE, COLUMNS)
        notices.drop_column("kind")
