"""Reviews of finished races.

Revision ID: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A race's review is kept with it."""
    race = sa.ForeignKey("tables.id", name="fk_reviews_table_id", ondelete="CASCADE")
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(32), race, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("review", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_reviews"),
    )


def downgrade() -> None:
    """Without them."""
    op.drop_table("reviews")
