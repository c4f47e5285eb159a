"""The luck of a league's drivers in the races that were reviewed.

Revision ID: 0010
"""

from __future__ import annotations

import json
import zlib

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

LUCK = "league_luck"
REVIEWED = sa.text(
    "SELECT league_races.league_id, league_races.table_id, league_races.seats, reviews.review"
    " FROM league_races JOIN reviews ON reviews.table_id = league_races.table_id"
)


def upgrade() -> None:
    """Small rows, so that standings read no whole review; the reviews that there are count."""
    league = sa.ForeignKey("leagues.id", name="fk_league_luck_league_id", ondelete="CASCADE")
    table = op.create_table(
        LUCK,
        sa.Column("league_id", sa.String(32), league, nullable=False),
        sa.Column("entry", sa.Integer, nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("value", sa.Float, nullable=False),
        sa.Column("band", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("league_id", "entry", "table_id", name="pk_league_luck"),
    )
    connection = op.get_bind()
    for name, table_id, text, packed in connection.execute(REVIEWED).all():
        seats, review = json.loads(text), json.loads(zlib.decompress(packed))
        shared = {hand["seat"] for hand in seats["hands"]}
        rows = [
            {
                "league_id": name,
                "entry": seat["entry"],
                "table_id": table_id,
                "value": driver["luck"]["value"],
                "band": driver["luck"]["band"],
            }
            for at, (seat, driver) in enumerate(zip(seats["seats"], review["drivers"], strict=True))
            if seat["entry"] and at not in shared
        ]
        if rows:
            connection.execute(sa.insert(table), rows)


def downgrade() -> None:
    """Without them."""
    op.drop_table(LUCK)
