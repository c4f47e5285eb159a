"""What was told of finished races by the rules that they were raced by.

Revision ID: 0013
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A row for a race that is over, once its rules are those of an earlier release."""
    table = sa.ForeignKey("tables.id", name="fk_told_table_id", ondelete="CASCADE")
    op.create_table(
        "told",
        sa.Column("table_id", sa.String(32), table, nullable=False),
        sa.Column("told", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_told"),
    )


def downgrade() -> None:
    """Without them."""
    op.drop_table("told")
