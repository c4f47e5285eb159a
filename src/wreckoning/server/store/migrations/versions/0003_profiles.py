"""Profiles, their devices, and the seats that belong to them.

Revision ID: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add profiles: people with more than one browser."""
    op.add_column("tables", sa.Column("asked", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "profiles",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("colour", sa.String(16), nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("joined", sa.String(32)),
        sa.PrimaryKeyConstraint("id", name="pk_profiles"),
    )
    op.create_index("ix_profiles_joined", "profiles", ["joined"])
    op.create_table(
        "devices",
        sa.Column("id", sa.String(32), nullable=False),
        _profile("devices", nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_devices"),
        sa.UniqueConstraint("digest", name="uq_devices_digest"),
    )
    op.create_index("ix_devices_profile_id", "devices", ["profile_id"])
    op.create_table(
        "passkeys",
        sa.Column("credential", sa.String(1400), nullable=False),
        _profile("passkeys", nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("credential", name="pk_passkeys"),
    )
    op.create_index("ix_passkeys_profile_id", "passkeys", ["profile_id"])
    op.create_table(
        "codes",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        _profile("codes", nullable=True),
        sa.Column("until", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_codes"),
    )
    op.create_index("ix_codes_until", "codes", ["until"])
    op.create_table(
        "seatings",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("profile_id", sa.String(32), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("vehicle", sa.Text, nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("drivers", sa.Integer, nullable=False),
        sa.Column("counts", sa.Boolean, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("best_lap", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seatings"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_seatings_table_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_seatings_profile_id", "seatings", ["profile_id"])


def _profile(table: str, nullable: bool) -> sa.Column[str]:
    key = sa.ForeignKey("profiles.id", name=f"fk_{table}_profile_id", ondelete="CASCADE")
    return sa.Column("profile_id", sa.String(32), key, nullable=nullable)


def downgrade() -> None:
    """Remove profiles."""
    for table in ("seatings", "codes", "passkeys", "devices", "profiles"):
        op.drop_table(table)
    op.drop_column("tables", "asked")
