"""The pieces of a post that are still to be sent.

Revision ID: 0012
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A notice keeps what of its post was not taken."""
    unsent = sa.Column("unsent", sa.Text, nullable=False, server_default="")
    op.add_column("notices", unsent)


def downgrade() -> None:
    """Without them."""
    op.drop_column("notices", "unsent")
