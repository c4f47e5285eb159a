"""Documents: JSON objects and TOML tables, as they are read, kept and sent.

They are not typed further: the reader of one checks every value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
ReadOnlyJson: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class ChangedValue:
    """A value of a position that became another: where it stands, by names, and both as JSON."""

    where: tuple[str, ...]
    before: object
    after: object
