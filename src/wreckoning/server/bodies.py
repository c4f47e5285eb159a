"""Reads the bodies of requests that may be large. Nothing here knows of HTTP."""

from __future__ import annotations

import json
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from wreckoning.core.errors import Malformed
from wreckoning.table.refusals import NotJson, first_fault

T = TypeVar("T")


def read_body(kind: TypeAdapter[T], body: bytes) -> T:
    """Read a message of this kind from a request's body. Raises NotJson or Malformed."""
    try:
        return kind.validate_python(json.loads(body))
    except (ValueError, RecursionError) as error:
        if isinstance(error, ValidationError):
            where, _, problem = first_fault(error.errors()).partition(": ")
            raise Malformed(where, problem) from None
        raise NotJson from None
