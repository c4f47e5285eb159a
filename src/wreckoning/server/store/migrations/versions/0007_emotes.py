"""Quick emotes, and chat lines that reply to a line of the log.

Revision ID: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A chat line may be an emote, or quote a line of the log."""
    op.add_column("chats", sa.Column("emote", sa.String(16), nullable=False, server_default=""))
    op.add_column("chats", sa.Column("line", sa.Integer))
    op.add_column("chats", sa.Column("quote", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    """Without them."""
    for name in ("quote", "line", "emote"):
        op.drop_column("chats", name)
