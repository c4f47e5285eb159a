"""The server's key pair for Web Push (VAPID): made at first start, kept in the database."""

from __future__ import annotations

import base64

from sqlalchemy import Engine, select
from sqlalchemy.dialects import postgresql, sqlite

from wreckoning.server.store import schema
from wreckoning.server.store.news import is_shared

VAPID = "vapid"
LENGTH = 32  # bytes of the private key


def vapid_key(engine: Engine) -> str:
    """The private key, made if there is none. Of several processes the first one's counts."""
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key

    mine = generate_private_key(SECP256R1()).private_numbers().private_value
    return kept_key(engine, VAPID, _text(mine.to_bytes(LENGTH, "big")))


def kept_key(engine: Engine, name: str, drawn: str) -> str:
    """The value kept under this name: the first that was drawn, by any process."""
    keys = schema.keys
    adding = (postgresql.insert if is_shared(engine) else sqlite.insert)(keys)
    with engine.begin() as connection:
        connection.execute(adding.values(name=name, value=drawn).on_conflict_do_nothing())
        found = select(keys.c.value).where(keys.c.name == name)
        return str(connection.execute(found).scalar_one())


def public_key(private: str) -> str:
    """The public half, as browsers take it (`applicationServerKey`)."""
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    number = int.from_bytes(base64.urlsafe_b64decode(private + "="), "big")
    public = derive_private_key(number, SECP256R1()).public_key()
    return _text(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
