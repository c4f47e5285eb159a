"""Encodes messages as they are sent and stored: as JSON."""

from __future__ import annotations

import orjson
from pydantic import BaseModel


def dump(message: object) -> str:
    """Encode a message as it is sent."""
    return orjson.dumps(message, _plain, orjson.OPT_NON_STR_KEYS).decode()


def _plain(value: object) -> object:
    if isinstance(value, BaseModel):
        return value.__dict__
    raise TypeError(f"{type(value).__name__} is not sent")
